<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Add {0}</source>
        <translation>Ajouter {0}</translation>
    </message>
    <message>
        <source>Wire {0} to {1}</source>
        <translation>Relier {0} à {1}</translation>
    </message>
    <message>
        <source>Paste {0}</source>
        <translation>Coller {0}</translation>
    </message>
    <message>
        <source>Paste {0} items</source>
        <translation>Coller {0} éléments</translation>
    </message>
    <message>
        <source>Cut {0}</source>
        <translation>Couper {0}</translation>
    </message>
    <message>
        <source>Cut {0} items</source>
        <translation>Couper {0} éléments</translation>
    </message>
    <message>
        <source>Duplicate {0}</source>
        <translation>Dupliquer {0}</translation>
    </message>
    <message>
        <source>Duplicate {0} items</source>
        <translation>Dupliquer {0} éléments</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>Supprimer {0}</translation>
    </message>
    <message>
        <source>Delete {0} items</source>
        <translation>Supprimer {0} éléments</translation>
    </message>
    <message>
        <source>Mute {0}</source>
        <translation>Désactiver {0}</translation>
    </message>
    <message>
        <source>Mute {0} blocks</source>
        <translation>Désactiver {0} blocs</translation>
    </message>
    <message>
        <source>Bypass {0}</source>
        <translation>Contourner {0}</translation>
    </message>
    <message>
        <source>Bypass {0} blocks</source>
        <translation>Contourner {0} blocs</translation>
    </message>
    <message>
        <source>Put {0} back in</source>
        <translation>Remettre {0}</translation>
    </message>
    <message>
        <source>Put {0} blocks back in</source>
        <translation>Remettre {0} blocs</translation>
    </message>
    <message>
        <source>Frame {0}</source>
        <translation>Encadrer {0}</translation>
    </message>
    <message>
        <source>Frame {0} items</source>
        <translation>Encadrer {0} éléments</translation>
    </message>
    <message>
        <source>Move {0}</source>
        <translation>Déplacer {0}</translation>
    </message>
    <message>
        <source>Move {0} items</source>
        <translation>Déplacer {0} éléments</translation>
    </message>
    <message>
        <source>Set {0}</source>
        <translation>Définir {0}</translation>
    </message>
    <message>
        <source>Align {0} items</source>
        <translation>Aligner {0} éléments</translation>
    </message>
    <message>
        <source>Space {0} items</source>
        <translation>Répartir {0} éléments</translation>
    </message>
    <message>
        <source>Snap {0} items</source>
        <translation>Caler {0} éléments sur la grille</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>Renommer {0} en {1}</translation>
    </message>
    <message>
        <source>Set the device of {0}</source>
        <translation>Définir le périphérique de {0}</translation>
    </message>
    <message>
        <source>Set the title of {0}</source>
        <translation>Définir le titre de {0}</translation>
    </message>
    <message>
        <source>Write {0}</source>
        <translation>Écrire {0}</translation>
    </message>
    <message>
        <source>Take {0} out</source>
        <translation>Sortir {0} du cadre</translation>
    </message>
    <message>
        <source>Take {0} items out</source>
        <translation>Sortir {0} éléments du cadre</translation>
    </message>
    <message>
        <source>Collapse {0}</source>
        <translation>Replier {0}</translation>
    </message>
    <message>
        <source>Collapse {0} frames</source>
        <translation>Replier {0} cadres</translation>
    </message>
    <message>
        <source>Expand {0}</source>
        <translation>Déplier {0}</translation>
    </message>
    <message>
        <source>Expand {0} frames</source>
        <translation>Déplier {0} cadres</translation>
    </message>
    <message>
        <source>Resize {0}</source>
        <translation>Redimensionner {0}</translation>
    </message>
    <message>
        <source>{0} is not allowed; there are {1}</source>
        <translation>{0} n&apos;est pas permis&#xa0;; sont possibles&#xa0;: {1}</translation>
    </message>
    <message>
        <source>at least {0} is wanted</source>
        <translation>au moins {0} est attendu</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>pas de valeur</translation>
    </message>
    <message>
        <source>unknown dtype</source>
        <translation>dtype inconnu</translation>
    </message>
    <message>
        <source>{0}, unknown shape</source>
        <translation>{0}, shape inconnue</translation>
    </message>
    <message>
        <source>Delete wire</source>
        <translation>Supprimer le fil</translation>
    </message>
    <message>
        <source>Insert a block …</source>
        <translation>Insérer un bloc …</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation>Insérer {0}</translation>
    </message>
    <message>
        <source>Type the value of {0} into {1}</source>
        <translation>Saisir la valeur de {0} dans {1}</translation>
    </message>
    <message>
        <source>Route by itself</source>
        <translation>Tracé automatique</translation>
    </message>
    <message>
        <source>Order {0}</source>
        <translation>Réordonner {0}</translation>
    </message>
    <message>
        <source>Earlier in {0}</source>
        <translation>Plus tôt dans {0}</translation>
    </message>
    <message>
        <source>Later in {0}</source>
        <translation>Plus tard dans {0}</translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation>Aller à {0}</translation>
    </message>
    <message>
        <source>Type a value for {0}</source>
        <translation>Saisir une valeur pour {0}</translation>
    </message>
    <message>
        <source>Clear the value of {0}</source>
        <translation>Effacer la valeur de {0}</translation>
    </message>
    <message>
        <source>Clear {0}</source>
        <translation>Effacer {0}</translation>
    </message>
    <message>
        <source>Make a Const block of it</source>
        <translation>En faire un bloc Const</translation>
    </message>
    <message>
        <source>Problems and fixes …</source>
        <translation>Problèmes et corrections …</translation>
    </message>
    <message>
        <source>Show results</source>
        <translation>Afficher les résultats</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Renommer …</translation>
    </message>
    <message>
        <source>Change type …</source>
        <translation>Changer le type …</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>Modifier le texte</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>Déplier</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>Replier</translation>
    </message>
    <message>
        <source>Edit the title</source>
        <translation>Modifier le titre</translation>
    </message>
    <message>
        <source>Edit the device</source>
        <translation>Modifier le périphérique</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Couper</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Duplicate with incoming wires</source>
        <translation>Dupliquer avec les fils entrants</translation>
    </message>
    <message>
        <source>Take out of {0}</source>
        <translation>Sortir de {0}</translation>
    </message>
    <message>
        <source>Put a frame around</source>
        <translation>Mettre dans un cadre</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Réactiver</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Désactiver</translation>
    </message>
    <message>
        <source>Bypass no more</source>
        <translation>Ne plus contourner</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>Contourner</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Delete and reconnect</source>
        <translation>Supprimer et raccorder</translation>
    </message>
    <message>
        <source>Detach from its wires</source>
        <translation>Détacher de ses fils</translation>
    </message>
    <message>
        <source>Add a block …</source>
        <translation>Ajouter un bloc …</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Ajouter une note</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Coller</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>Undo {0}</source>
        <translation>Annuler&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Redo {0}</source>
        <translation>Rétablir&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Fit the page</source>
        <translation>Ajuster à la page</translation>
    </message>
    <message>
        <source>Hide the map</source>
        <translation>Masquer le plan</translation>
    </message>
    <message>
        <source>Show the map</source>
        <translation>Afficher le plan</translation>
    </message>
    <message>
        <source>Bookmark this view</source>
        <translation>Marquer cette vue</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>Zoom à 100 %</translation>
    </message>
    <message>
        <source>Cut {0} wires</source>
        <translation>Couper {0} fils</translation>
    </message>
    <message>
        <source>Route {0}</source>
        <translation>Tracer {0}</translation>
    </message>
    <message>
        <source>control port</source>
        <translation>port de contrôle</translation>
    </message>
    <message>
        <source>Drag it to another block: what runs before this block runs.</source>
        <translation>Tirez-le vers un autre bloc&#xa0;: ce qui s&apos;exécute avant ce bloc.</translation>
    </message>
    <message>
        <source>Drag it to another block: what runs after this block has run.</source>
        <translation>Tirez-le vers un autre bloc&#xa0;: ce qui s&apos;exécute après ce bloc.</translation>
    </message>
    <message>
        <source>Click for what mends it.</source>
        <translation>Cliquez pour voir ce qui le corrige.</translation>
    </message>
    <message>
        <source>Runs by the CPU reference: lowered to ordinary ops, as no TPU is here.</source>
        <translation>S&apos;exécute par la référence CPU&#xa0;: ramené à des ops ordinaires, faute de TPU ici.</translation>
    </message>
    <message>
        <source>Muted: the page runs without it.</source>
        <translation>Désactivé&#xa0;: la page s&apos;exécute sans lui.</translation>
    </message>
    <message>
        <source>Bypassed: its input goes on in the place of its output.</source>
        <translation>Contourné&#xa0;: son entrée passe à la place de sa sortie.</translation>
    </message>
    <message>
        <source>Left out: a block that it needs is muted.</source>
        <translation>Omis&#xa0;: un bloc dont il a besoin est désactivé.</translation>
    </message>
    <message>
        <source>There are no other attributes.</source>
        <translation>Il n&apos;y a pas d&apos;autres attributs.</translation>
    </message>
    <message>
        <source>The page. It is never wired.</source>
        <translation>La page. Elle n&apos;est jamais reliée.</translation>
    </message>
    <message>
        <source>This type of block has no such pin.</source>
        <translation>Ce type de bloc n&apos;a pas cette broche.</translation>
    </message>
    <message>
        <source>default: {0}</source>
        <translation>par défaut&#xa0;: {0}</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>depuis {0}</translation>
    </message>
    <message>
        <source>, optional</source>
        <translation>, facultatif</translation>
    </message>
    <message>
        <source>{0}: because of what is wrong here</source>
        <translation>{0}&#xa0;: à cause de l&apos;erreur signalée ici</translation>
    </message>
    <message>
        <source>{0}: because of what is wrong at {1}</source>
        <translation>{0}&#xa0;: à cause de l&apos;erreur signalée sur {1}</translation>
    </message>
    <message>
        <source>{0}: because it depends on values</source>
        <translation>{0}&#xa0;: car cela dépend des valeurs</translation>
    </message>
    <message>
        <source>{0}: because of {1}, where it depends on values</source>
        <translation>{0}&#xa0;: à cause de {1}, où cela dépend des valeurs</translation>
    </message>
    <message>
        <source>{0} runs after {1}</source>
        <translation>{0} s&apos;exécute après {1}</translation>
    </message>
    <message>
        <source>a block cannot feed itself</source>
        <translation>un bloc ne peut pas s&apos;alimenter lui-même</translation>
    </message>
    <message>
        <source>a control wire goes from block to block, not to a pin</source>
        <translation>un fil de contrôle va de bloc à bloc, pas à une broche</translation>
    </message>
    <message>
        <source>{0} is no part of the graph: nothing waits for it, and it waits for nothing</source>
        <translation>{0} ne fait pas partie du graphe&#xa0;: rien ne l&apos;attend et il n&apos;attend rien</translation>
    </message>
    <message>
        <source>{0} already waits for {1}</source>
        <translation>{0} attend déjà {1}</translation>
    </message>
    <message>
        <source>{0} has no such pin</source>
        <translation>{0} n&apos;a pas cette broche</translation>
    </message>
    <message>
        <source>{0} is no part of the graph: what it gives goes to monitors only</source>
        <translation>{0} ne fait pas partie du graphe&#xa0;: ce qu&apos;il donne ne va qu&apos;aux moniteurs</translation>
    </message>
    <message>
        <source>{0} gives {1}, but {2} takes {3}</source>
        <translation>{0} donne {1}, mais {2} prend {3}</translation>
    </message>
    <message>
        <source>{0} takes {1}, not {2}</source>
        <translation>{0} prend {1}, pas {2}</translation>
    </message>
    <message>
        <source>an output goes to an input</source>
        <translation>une sortie va vers une entrée</translation>
    </message>
    <message>
        <source>an input takes an output</source>
        <translation>une entrée prend une sortie</translation>
    </message>
    <message>
        <source>{0} and {1} fit</source>
        <translation>{0} et {1} s&apos;accordent</translation>
    </message>
    <message>
        <source>{0} takes no wire</source>
        <translation>{0} ne prend pas de fil</translation>
    </message>
    <message>
        <source>Detach {0}</source>
        <translation>Détacher {0}</translation>
    </message>
    <message>
        <source>Detach {0} blocks</source>
        <translation>Détacher {0} blocs</translation>
    </message>
    <message>
        <source>No output of {0} fits a free input of {1}</source>
        <translation>Aucune sortie de {0} ne convient à une entrée libre de {1}</translation>
    </message>
    <message>
        <source>{0} is a list: wire its elements one by one</source>
        <translation>{0} est une liste : reliez ses éléments un à un</translation>
    </message>
    <message>
        <source>Not wired: {0}</source>
        <translation>Non relié&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Move {0} wires</source>
        <translation>Déplacer {0} fils</translation>
    </message>
    <message>
        <source>Unwire {0}</source>
        <translation>Détacher {0}</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>Édi&amp;tion</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Page</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Exécution</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Ai&amp;de</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>&amp;Organiser</translation>
    </message>
    <message>
        <source>&amp;Wires</source>
        <translation>Fi&amp;ls</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Nouveau</translation>
    </message>
    <message>
        <source>&amp;Open ...</source>
        <translation>&amp;Ouvrir ...</translation>
    </message>
    <message>
        <source>Start Pa&amp;ge</source>
        <translation>Page d&apos;&amp;accueil</translation>
    </message>
    <message>
        <source>Recent documents and examples</source>
        <translation>Documents récents et exemples</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Enregistrer</translation>
    </message>
    <message>
        <source>Save &amp;As ...</source>
        <translation>Enregistrer &amp;sous ...</translation>
    </message>
    <message>
        <source>&amp;Export Page ...</source>
        <translation>E&amp;xporter la page ...</translation>
    </message>
    <message>
        <source>The page in front as a PNG, SVG or PDF picture</source>
        <translation>La page visible en image PNG, SVG ou PDF</translation>
    </message>
    <message>
        <source>Cop&amp;y as Picture</source>
        <translation>Cop&amp;ier comme image</translation>
    </message>
    <message>
        <source>The selected blocks, or the page in front, onto the clipboard</source>
        <translation>Les blocs sélectionnés, ou la page affichée, dans le presse-papiers</translation>
    </message>
    <message>
        <source>&amp;Print ...</source>
        <translation>&amp;Imprimer ...</translation>
    </message>
    <message>
        <source>&amp;Recover Edits ...</source>
        <translation>&amp;Récupérer les modifications ...</translation>
    </message>
    <message>
        <source>What was not saved when Blockloom ended unexpectedly</source>
        <translation>Ce qui n&apos;était pas enregistré quand Blockloom s&apos;est arrêté de façon inattendue</translation>
    </message>
    <message>
        <source>Map &amp;Windows Folders ...</source>
        <translation>Situer les dossiers &amp;Windows ...</translation>
    </message>
    <message>
        <source>Say where the Windows folders that an enuSpace page names lie on this machine</source>
        <translation>Indiquer où se trouvent sur cette machine les dossiers Windows que nomme une page enuSpace</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Annuler</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rétablir</translation>
    </message>
    <message>
        <source>Undo &amp;History ...</source>
        <translation>&amp;Historique des annulations ...</translation>
    </message>
    <message>
        <source>What was done, to go back to any of it</source>
        <translation>Ce qui a été fait, pour revenir à n’importe quelle étape</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>Co&amp;uper</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copier</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>Co&amp;ller</translation>
    </message>
    <message>
        <source>Paste with &amp;Incoming Wires</source>
        <translation>Coller avec les fils &amp;entrants</translation>
    </message>
    <message>
        <source>Wired to what the originals were wired to, as far as that is on the page</source>
        <translation>Relié à ce qui alimentait les originaux, si cela se trouve sur la page</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>&amp;Dupliquer</translation>
    </message>
    <message>
        <source>Duplicate &amp;with Incoming Wires</source>
        <translation>Dupliquer a&amp;vec les fils entrants</translation>
    </message>
    <message>
        <source>Add &amp;Block after the Selected ...</source>
        <translation>Ajouter un bloc après le bloc sélectionné ...</translation>
    </message>
    <message>
        <source>To its right, wired to its first output</source>
        <translation>À sa droite, relié à sa première sortie</translation>
    </message>
    <message>
        <source>Sa&amp;ve as Snippet ...</source>
        <translation>&amp;Garder comme extrait ...</translation>
    </message>
    <message>
        <source>Keep the selected blocks under a name, for any page</source>
        <translation>Garder les blocs sélectionnés sous un nom, pour n’importe quelle page</translation>
    </message>
    <message>
        <source>Insert Snippet ...</source>
        <translation>Insérer un extrait ...</translation>
    </message>
    <message>
        <source>Blocks that were kept under a name</source>
        <translation>Des blocs gardés sous un nom</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>&amp;Mute or Unmute</source>
        <translation>Désacti&amp;ver ou réactiver</translation>
    </message>
    <message>
        <source>The page runs without the selected blocks, and without those that cannot be without them</source>
        <translation>La page s&apos;exécute sans les blocs sélectionnés, ni ceux qui ne peuvent s&apos;en passer</translation>
    </message>
    <message>
        <source>B&amp;ypass or Not</source>
        <translation>C&amp;ontourner ou non</translation>
    </message>
    <message>
        <source>In the place of the selected blocks&apos; outputs stand their inputs of the same type</source>
        <translation>À la place des sorties des blocs sélectionnés passent leurs entrées de même type</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>&amp;Tout sélectionner</translation>
    </message>
    <message>
        <source>&amp;Select What Feeds It</source>
        <translation>&amp;Sélectionner ce qui l’alimente</translation>
    </message>
    <message>
        <source>Add the blocks that the selected ones are wired from</source>
        <translation>Ajouter les blocs d’où viennent les fils des blocs sélectionnés</translation>
    </message>
    <message>
        <source>Se&amp;lect What It Feeds</source>
        <translation>Sé&amp;lectionner ce qu’il alimente</translation>
    </message>
    <message>
        <source>Add the blocks that the selected ones are wired to</source>
        <translation>Ajouter les blocs où vont les fils des blocs sélectionnés</translation>
    </message>
    <message>
        <source>Select All That It &amp;Needs</source>
        <translation>Sélectionner tout ce dont il a &amp;besoin</translation>
    </message>
    <message>
        <source>Select All T&amp;hat Needs It</source>
        <translation>Sélectionner tout ce qui en &amp;dépend</translation>
    </message>
    <message>
        <source>Select All Lin&amp;ked</source>
        <translation>Sélectionner tout ce qui est &amp;relié</translation>
    </message>
    <message>
        <source>Select All &amp;of the Same Type</source>
        <translation>Sélectionner tout le même t&amp;ype</translation>
    </message>
    <message>
        <source>Add &amp;Block ...</source>
        <translation>Ajouter un &amp;bloc ...</translation>
    </message>
    <message>
        <source>Choose a block type in the palette</source>
        <translation>Choisir un type de bloc dans la palette</translation>
    </message>
    <message>
        <source>Fi&amp;x Problem ...</source>
        <translation>Corriger un pro&amp;blème ...</translation>
    </message>
    <message>
        <source>What is wrong with the selected block, or the next one with a problem, and what mends it</source>
        <translation>Ce qui ne va pas dans le bloc sélectionné, ou dans le premier qui a un problème, et ce qui le corrige</translation>
    </message>
    <message>
        <source>&amp;Find Block ...</source>
        <translation>Re&amp;chercher un bloc ...</translation>
    </message>
    <message>
        <source>Prefere&amp;nces ...</source>
        <translation>Préfére&amp;nces ...</translation>
    </message>
    <message>
        <source>Theme, text size, language, keys</source>
        <translation>Thème, taille du texte, langue, touches</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>A&amp;juster</translation>
    </message>
    <message>
        <source>Show the whole page</source>
        <translation>Montrer toute la page</translation>
    </message>
    <message>
        <source>Fit the &amp;Selection</source>
        <translation>Ajuster à la &amp;sélection</translation>
    </message>
    <message>
        <source>Show the selection as large as it fits</source>
        <translation>Montrer la sélection aussi grande que possible</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>&amp;Zoom avant</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Zoom a&amp;rrière</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>&amp;Map of the Page</source>
        <translation>P&amp;lan de la page</translation>
    </message>
    <message>
        <source>Bookmark This &amp;View</source>
        <translation>Marquer cette &amp;vue</translation>
    </message>
    <message>
        <source>Keep what is in view: a digit key, or View &gt; Bookmarks, comes back to it</source>
        <translation>Garder ce qui est visible&#xa0;: un chiffre, ou Affichage &gt; Signets, y ramène</translation>
    </message>
    <message>
        <source>Go to &amp;Page</source>
        <translation>Aller à la &amp;page</translation>
    </message>
    <message>
        <source>Go to In&amp;spector</source>
        <translation>Aller à l&apos;in&amp;specteur</translation>
    </message>
    <message>
        <source>Go to P&amp;roblems</source>
        <translation>Aller aux pro&amp;blèmes</translation>
    </message>
    <message>
        <source>Next Pro&amp;blem</source>
        <translation>Pro&amp;blème suivant</translation>
    </message>
    <message>
        <source>Pre&amp;vious Problem</source>
        <translation>Problème &amp;précédent</translation>
    </message>
    <message>
        <source>Go to &amp;Outline</source>
        <translation>Aller à la struc&amp;ture</translation>
    </message>
    <message>
        <source>Pages, blocks, pins and wires as a tree</source>
        <translation>Pages, blocs, broches et fils sous forme d&apos;arbre</translation>
    </message>
    <message>
        <source>Go to &amp;Messages</source>
        <translation>Aller aux &amp;messages</translation>
    </message>
    <message>
        <source>&amp;View Result ...</source>
        <translation>&amp;Voir le résultat ...</translation>
    </message>
    <message>
        <source>The selected block&apos;s result as a table, plots or an image</source>
        <translation>Le résultat du bloc sélectionné en tableau, courbes ou image</translation>
    </message>
    <message>
        <source>Pi&amp;n Result to the Canvas</source>
        <translation>É&amp;pingler le résultat sur le canevas</translation>
    </message>
    <message>
        <source>Pin the selected block&apos;s result beside it: a table, lines or an image that each run updates</source>
        <translation>Épingle le résultat du bloc choisi à côté de lui : un tableau, des courbes ou une image que chaque exécution met à jour</translation>
    </message>
    <message>
        <source>&amp;Light Theme</source>
        <translation>Thème &amp;clair</translation>
    </message>
    <message>
        <source>Lay out the selected blocks, or the page, so that wires run to the right and few cross</source>
        <translation>Dispose les blocs sélectionnés, ou la page, pour que les fils aillent vers la droite et se croisent peu</translation>
    </message>
    <message>
        <source>&amp;Frame around the Selection</source>
        <translation>&amp;Cadre autour de la sélection</translation>
    </message>
    <message>
        <source>&amp;Collapse or Expand Frame</source>
        <translation>&amp;Replier ou déplier le cadre</translation>
    </message>
    <message>
        <source>Take &amp;out of Its Frame</source>
        <translation>&amp;Sortir de son cadre</translation>
    </message>
    <message>
        <source>&amp;Colour ...</source>
        <translation>&amp;Couleur ...</translation>
    </message>
    <message>
        <source>The colour of the selected blocks and notes</source>
        <translation>La couleur des blocs et notes sélectionnés</translation>
    </message>
    <message>
        <source>Align &amp;Left</source>
        <translation>Aligner à &amp;gauche</translation>
    </message>
    <message>
        <source>Align &amp;Right</source>
        <translation>Aligner à &amp;droite</translation>
    </message>
    <message>
        <source>Align &amp;Top</source>
        <translation>Aligner en &amp;haut</translation>
    </message>
    <message>
        <source>Align &amp;Bottom</source>
        <translation>Aligner en &amp;bas</translation>
    </message>
    <message>
        <source>Align Cent&amp;res</source>
        <translation>Aligner les c&amp;entres</translation>
    </message>
    <message>
        <source>One below the other, their middles in line</source>
        <translation>L&apos;un sous l&apos;autre, milieux alignés</translation>
    </message>
    <message>
        <source>Align &amp;Middles</source>
        <translation>Aligner les &amp;milieux</translation>
    </message>
    <message>
        <source>In a row, their middles in line</source>
        <translation>Côte à côte, milieux alignés</translation>
    </message>
    <message>
        <source>Space Evenly &amp;Across</source>
        <translation>Répartir &amp;horizontalement</translation>
    </message>
    <message>
        <source>Space Evenly &amp;Down</source>
        <translation>Répartir &amp;verticalement</translation>
    </message>
    <message>
        <source>&amp;Snap to the Grid</source>
        <translation>Caler sur la &amp;grille</translation>
    </message>
    <message>
        <source>&amp;Wire the Selected Blocks</source>
        <translation>&amp;Relier les blocs sélectionnés</translation>
    </message>
    <message>
        <source>Each to the nearest on its right, by the pins that fit best</source>
        <translation>Chacun au plus proche à sa droite, par les broches qui conviennent le mieux</translation>
    </message>
    <message>
        <source>&amp;Swap Inputs</source>
        <translation>É&amp;changer les entrées</translation>
    </message>
    <message>
        <source>Wires and values of the inputs of one type change places; the sources of two selected wires do</source>
        <translation>Les fils et valeurs des entrées d’un même type changent de place ; de même les sources de deux fils sélectionnés</translation>
    </message>
    <message>
        <source>&amp;Change Type ...</source>
        <translation>&amp;Changer le type ...</translation>
    </message>
    <message>
        <source>Another type in the place of the selected blocks: wires and values stay, as far as they fit</source>
        <translation>Un autre type à la place des blocs sélectionnés : fils et valeurs restent, autant qu’ils conviennent</translation>
    </message>
    <message>
        <source>&amp;Detach</source>
        <translation>&amp;Détacher</translation>
    </message>
    <message>
        <source>Take the selected blocks off their wires, which then lead around them</source>
        <translation>Retirer les blocs sélectionnés de leurs fils, qui les contournent alors</translation>
    </message>
    <message>
        <source>Delete and &amp;Reconnect</source>
        <translation>&amp;Supprimer et raccorder</translation>
    </message>
    <message>
        <source>What the deleted blocks fed is fed by what fed them, where the types fit</source>
        <translation>Ce que les blocs supprimés alimentaient l’est par ce qui les alimentait, là où les types conviennent</translation>
    </message>
    <message>
        <source>Make &amp;Blocks of Typed Values</source>
        <translation>Faire des &amp;blocs des valeurs saisies</translation>
    </message>
    <message>
        <source>Each value typed into an input of the selected blocks becomes a Const block, wired to it</source>
        <translation>Chaque valeur saisie dans une entrée des blocs sélectionnés devient un bloc Const qui y est relié</translation>
    </message>
    <message>
        <source>&amp;Type In the Values of Const Blocks</source>
        <translation>Saisir les &amp;valeurs des blocs Const</translation>
    </message>
    <message>
        <source>Values of Const blocks that feed the selected blocks are typed into their inputs</source>
        <translation>Les valeurs des blocs Const qui alimentent les blocs sélectionnés sont saisies dans leurs entrées</translation>
    </message>
    <message>
        <source>&amp;New Page</source>
        <translation>&amp;Nouvelle page</translation>
    </message>
    <message>
        <source>D&amp;uplicate Page</source>
        <translation>D&amp;upliquer la page</translation>
    </message>
    <message>
        <source>&amp;Rename Page</source>
        <translation>&amp;Renommer la page</translation>
    </message>
    <message>
        <source>Re&amp;move Page</source>
        <translation>&amp;Supprimer la page</translation>
    </message>
    <message>
        <source>Move Page &amp;Left</source>
        <translation>Déplacer la page à &amp;gauche</translation>
    </message>
    <message>
        <source>Move Page R&amp;ight</source>
        <translation>Déplacer la page à &amp;droite</translation>
    </message>
    <message>
        <source>&amp;Previous Page</source>
        <translation>Page &amp;précédente</translation>
    </message>
    <message>
        <source>Ne&amp;xt Page</source>
        <translation>Page s&amp;uivante</translation>
    </message>
    <message>
        <source>&amp;Run N Steps</source>
        <translation>Exécuter &amp;N pas</translation>
    </message>
    <message>
        <source>Run as many steps as the field says</source>
        <translation>Exécute autant de pas que l&apos;indique le champ</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>Un &amp;pas</translation>
    </message>
    <message>
        <source>Run one step</source>
        <translation>Exécuter un seul pas</translation>
    </message>
    <message>
        <source>Run &amp;Continuously</source>
        <translation>Exécuter en &amp;continu</translation>
    </message>
    <message>
        <source>Run until stopped</source>
        <translation>Exécuter jusqu&apos;à l&apos;arrêt</translation>
    </message>
    <message>
        <source>Run &amp;Until ...</source>
        <translation>Exécuter &amp;jusqu’à ...</translation>
    </message>
    <message>
        <source>Run until a condition holds, such as LOSS &lt; 0.01</source>
        <translation>Exécuter jusqu’à ce qu’une condition soit remplie, comme LOSS &lt; 0.01</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>Run after &amp;Each Edit</source>
        <translation>Exécuter après &amp;chaque modification</translation>
    </message>
    <message>
        <source>One step after each edit that leaves the page without errors</source>
        <translation>Un pas après chaque modification qui laisse la page sans erreurs</translation>
    </message>
    <message>
        <source>Show T&amp;imes of Blocks</source>
        <translation>Montrer les &amp;temps des blocs</translation>
    </message>
    <message>
        <source>Each run tells how long each block takes in a step: above the blocks, and the slowest in the messages</source>
        <translation>Chaque exécution dit combien de temps chaque bloc prend par pas : au-dessus des blocs, et les plus lents dans les messages</translation>
    </message>
    <message>
        <source>R&amp;eset</source>
        <translation>&amp;Réinitialiser</translation>
    </message>
    <message>
        <source>Forget all state: variables start from their initial values</source>
        <translation>Oublie tout l&apos;état&#xa0;: les variables repartent de leurs valeurs initiales</translation>
    </message>
    <message>
        <source>Tar&amp;get ...</source>
        <translation>Ci&amp;ble ...</translation>
    </message>
    <message>
        <source>Run on this machine or on a task of a cluster, and see which tasks can be reached</source>
        <translation>Exécuter sur cette machine ou sur une tâche d&apos;un cluster, et voir quelles tâches sont joignables</translation>
    </message>
    <message>
        <source>&amp;Commands ...</source>
        <translation>&amp;Commandes ...</translation>
    </message>
    <message>
        <source>Find a command by its name</source>
        <translation>Trouver une commande par son nom</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Raccourcis clavier</translation>
    </message>
    <message>
        <source>&amp;Help on the Block</source>
        <translation>&amp;Aide sur le bloc</translation>
    </message>
    <message>
        <source>What the selected block does, its pins and attributes</source>
        <translation>Ce que fait le bloc sélectionné, ses broches et attributs</translation>
    </message>
    <message>
        <source>&amp;Mouse and Keys on the Page</source>
        <translation>&amp;Souris et clavier sur la page</translation>
    </message>
    <message>
        <source>&amp;Colours of Pins and Wires</source>
        <translation>Cou&amp;leurs des broches et des fils</translation>
    </message>
    <message>
        <source>&amp;About Blockloom</source>
        <translation>À &amp;propos de Blockloom</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> pas</translation>
    </message>
    <message>
        <source>Number of steps</source>
        <translation>Nombre de pas</translation>
    </message>
    <message>
        <source>How many steps Run N Steps runs</source>
        <translation>Combien de pas exécute «&#xa0;Exécuter N pas&#xa0;»</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>list of {}</source>
        <translation>liste de {}</translation>
    </message>
    <message>
        <source>list</source>
        <translation>liste</translation>
    </message>
    <message>
        <source>ref {}</source>
        <translation>ref {}</translation>
    </message>
    <message>
        <source>ref</source>
        <translation>ref</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>opération</translation>
    </message>
    <message>
        <source>(follows from the wires)</source>
        <translation>(découle des fils)</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Tableaux</translation>
    </message>
    <message>
        <source>Boosted trees</source>
        <translation>Arbres boostés</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>Audio</translation>
    </message>
    <message>
        <source>CPU and GPU kernels</source>
        <translation>Noyaux CPU et GPU</translation>
    </message>
    <message>
        <source>Control flow</source>
        <translation>Contrôle</translation>
    </message>
    <message>
        <source>Data flow</source>
        <translation>Files et données</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Jeux de données</translation>
    </message>
    <message>
        <source>Distributed</source>
        <translation>Distribué</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tableau</translation>
    </message>
    <message>
        <source>Number over steps</source>
        <translation>Nombre au fil des pas</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Courbes</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramme</translation>
    </message>
    <message>
        <source>Chart over steps</source>
        <translation>Graphique au fil des pas</translation>
    </message>
    <message>
        <source>{0} has no result that could be pinned</source>
        <translation>{0} n&apos;a pas de résultat à épingler</translation>
    </message>
    <message>
        <source>Pin {0}</source>
        <translation>Épingler {0}</translation>
    </message>
    <message>
        <source>{0} is pinned: it shows what each run gives, and moves with {1}</source>
        <translation>{0} est épinglé : il montre ce que donne chaque exécution et suit {1}</translation>
    </message>
    <message>
        <source>Select a block whose result is to be pinned</source>
        <translation>Choisissez un bloc dont le résultat est à épingler</translation>
    </message>
    <message>
        <source>Show {0} as {1}</source>
        <translation>Montrer {0} : {1}</translation>
    </message>
    <message>
        <source>Unpin {0}</source>
        <translation>Détacher {0}</translation>
    </message>
    <message>
        <source>Pin to the canvas</source>
        <translation>Épingler sur le canevas</translation>
    </message>
    <message>
        <source>Pin to the canvas as</source>
        <translation>Épingler sur le canevas comme</translation>
    </message>
    <message>
        <source>Open in a viewer</source>
        <translation>Ouvrir dans un visualiseur</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>Montrer comme</translation>
    </message>
    <message>
        <source>Internal</source>
        <translation>Interne</translation>
    </message>
    <message>
        <source>Linear algebra</source>
        <translation>Algèbre linéaire</translation>
    </message>
    <message>
        <source>Logging and debug</source>
        <translation>Journal et débogage</translation>
    </message>
    <message>
        <source>Lookup tables</source>
        <translation>Tables de correspondance</translation>
    </message>
    <message>
        <source>Math</source>
        <translation>Maths</translation>
    </message>
    <message>
        <source>Monitors</source>
        <translation>Moniteurs</translation>
    </message>
    <message>
        <source>Neural network</source>
        <translation>Neurones</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Autres</translation>
    </message>
    <message>
        <source>Parsing</source>
        <translation>Analyse syntaxique</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantification</translation>
    </message>
    <message>
        <source>Ragged</source>
        <translation>Ragged</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aléatoire</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Script</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>Sparse</source>
        <translation>Creux</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>String</source>
        <translation>Chaînes</translation>
    </message>
    <message>
        <source>Tensor lists</source>
        <translation>Listes de tenseurs</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>CPU reference where no TPU is</source>
        <translation>référence CPU là où il n&apos;y a pas de TPU</translation>
    </message>
    <message>
        <source>no kernel in this TensorFlow</source>
        <translation>aucun noyau dans ce TensorFlow</translation>
    </message>
    <message>
        <source>Deprecated: {}</source>
        <translation>Obsolète&#xa0;: {}</translation>
    </message>
    <message>
        <source>devices: {}</source>
        <translation>périphériques&#xa0;: {}</translation>
    </message>
    <message>
        <source>TensorFlow ships no text for this op.</source>
        <translation>TensorFlow ne fournit pas de texte pour cette op.</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Entrées</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attributs</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Sorties</translation>
    </message>
    <message>
        <source>not installed as a package</source>
        <translation>non installé en tant que paquet</translation>
    </message>
    <message>
        <source>About Blockloom</source>
        <translation>À propos de Blockloom</translation>
    </message>
    <message>
        <source>Pages of blocks, compiled to TensorFlow graphs and run in sessions.</source>
        <translation>Des pages de blocs, compilées en graphes TensorFlow et exécutées dans des sessions.</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versions</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Copier les versions</translation>
    </message>
    <message>
        <source>Export Page</source>
        <translation>Exporter la page</translation>
    </message>
    <message>
        <source>Drawing {} ...</source>
        <translation>Dessin de {} ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Not exported.</source>
        <translation>Non exporté.</translation>
    </message>
    <message>
        <source>Cannot export</source>
        <translation>Export impossible</translation>
    </message>
    <message>
        <source>The process that draws ended with code {}.</source>
        <translation>Le processus qui dessine s&apos;est terminé avec le code {}.</translation>
    </message>
    <message>
        <source>Exported {}</source>
        <translation>{} exporté</translation>
    </message>
    <message>
        <source>There is nothing on the page</source>
        <translation>Il n’y a rien sur la page</translation>
    </message>
    <message>
        <source>A picture of {} is on the clipboard</source>
        <translation>Une image de {} est dans le presse-papiers</translation>
    </message>
    <message>
        <source>the selection</source>
        <translation>la sélection</translation>
    </message>
    <message>
        <source>this pin takes wires only</source>
        <translation>cette broche ne prend que des fils</translation>
    </message>
    <message>
        <source>{} is not allowed: {}</source>
        <translation>{} n&apos;est pas permis&#xa0;: {}</translation>
    </message>
    <message>
        <source>at least {} is wanted</source>
        <translation>au moins {} est attendu</translation>
    </message>
    <message>
        <source>at least {} elements are wanted</source>
        <translation>il faut au moins {} éléments</translation>
    </message>
    <message>
        <source>Moving about</source>
        <translation>Se déplacer</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Molette</translation>
    </message>
    <message>
        <source>Middle button, or Space and left button</source>
        <translation>Bouton du milieu, ou Espace et bouton gauche</translation>
    </message>
    <message>
        <source>Move the page about</source>
        <translation>Déplacer la page</translation>
    </message>
    <message>
        <source>1 ... 9</source>
        <translation>1 ... 9</translation>
    </message>
    <message>
        <source>Go to a bookmark</source>
        <translation>Aller à un signet</translation>
    </message>
    <message>
        <source>Set a bookmark</source>
        <translation>Poser un signet</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Show or hide the map; drag in it to go there</source>
        <translation>Afficher ou masquer le plan&#xa0;; y tirer pour s&apos;y rendre</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocs</translation>
    </message>
    <message>
        <source>Tab, or double click on the empty page</source>
        <translation>Tab, ou double clic sur la page vide</translation>
    </message>
    <message>
        <source>Add a block</source>
        <translation>Ajouter un bloc</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Tirer</translation>
    </message>
    <message>
        <source>Move the selection; Alt: off the grid; into and out of frames</source>
        <translation>Déplacer, dans ou hors des cadres aussi&#xa0;; Alt&#xa0;: hors grille</translation>
    </message>
    <message>
        <source>Drag on the empty page</source>
        <translation>Tirer sur la page vide</translation>
    </message>
    <message>
        <source>Shift or Ctrl and click</source>
        <translation>Maj ou Ctrl et clic</translation>
    </message>
    <message>
        <source>Add to the selection, or take away</source>
        <translation>Ajouter à la sélection, ou en ôter</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Touches fléchées</translation>
    </message>
    <message>
        <source>Move the selection; Shift: by single pixels</source>
        <translation>Déplacer la sélection&#xa0;; Maj&#xa0;: d&apos;un pixel</translation>
    </message>
    <message>
        <source>Double click on a name, a value, a result</source>
        <translation>Double clic sur un nom, une valeur, un résultat</translation>
    </message>
    <message>
        <source>Rename, type, show the table</source>
        <translation>Renommer, saisir, afficher le tableau</translation>
    </message>
    <message>
        <source>Type the first value; Tab goes to the next</source>
        <translation>Saisir la première valeur&#xa0;; Tab passe à la suivante</translation>
    </message>
    <message>
        <source>Zoom at the pointer; with Shift, and a wheel that tilts: to the side</source>
        <translation>Zoom sous le pointeur ; avec Maj, ou une molette qui s’incline : de côté</translation>
    </message>
    <message>
        <source>B, Ctrl+Shift+1 ... 9</source>
        <translation>B, Ctrl+Maj+1 ... 9</translation>
    </message>
    <message>
        <source>Select what a box touches; Shift adds, Ctrl takes away</source>
        <translation>Sélectionner ce qu’un cadre touche ; Maj ajoute, Ctrl retire</translation>
    </message>
    <message>
        <source>Ctrl+Alt and drag on the empty page</source>
        <translation>Ctrl+Alt et glisser sur la page vide</translation>
    </message>
    <message>
        <source>Select what a stroke goes around</source>
        <translation>Sélectionner ce qu’un trait entoure</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Ctrl et glisser</translation>
    </message>
    <message>
        <source>Drag a copy; with Shift too: wired to what feeds the original</source>
        <translation>Faire glisser une copie ; avec Maj aussi : reliée à ce qui alimente l’original</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>Alt et glisser</translation>
    </message>
    <message>
        <source>Drag a block out of its wires, onto another wire perhaps</source>
        <translation>Faire sortir un bloc de ses fils, et le poser sur un autre fil si l’on veut</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>It stands in the wire</source>
        <translation>Il s&apos;insère dans le fil</translation>
    </message>
    <message>
        <source>Drop a block without wires, or a type, on a wire</source>
        <translation>Déposer un bloc sans fils, ou un type, sur un fil</translation>
    </message>
    <message>
        <source>Drop a picture or sound on the page</source>
        <translation>Déposer une image ou un son sur la page</translation>
    </message>
    <message>
        <source>Blocks that read it</source>
        <translation>Des blocs qui le lisent</translation>
    </message>
    <message>
        <source>Wires</source>
        <translation>Fils</translation>
    </message>
    <message>
        <source>Drag from a pin</source>
        <translation>Tirer depuis une broche</translation>
    </message>
    <message>
        <source>Wire it; pins that fit light up</source>
        <translation>La relier&#xa0;; les broches compatibles s&apos;allument</translation>
    </message>
    <message>
        <source>Drop a wire on the empty page</source>
        <translation>Déposer un fil sur la page vide</translation>
    </message>
    <message>
        <source>Add a block that fits, wired</source>
        <translation>Ajouter un bloc compatible, déjà relié</translation>
    </message>
    <message>
        <source>Drag from the diamond beside a title</source>
        <translation>Tirer depuis le losange à côté d&apos;un titre</translation>
    </message>
    <message>
        <source>Control wire: what runs after what</source>
        <translation>Fil de contrôle&#xa0;: ce qui s&apos;exécute après quoi</translation>
    </message>
    <message>
        <source>Alt and right button, from block to block</source>
        <translation>Alt et bouton droit, de bloc à bloc</translation>
    </message>
    <message>
        <source>Wire them by the pins that fit best</source>
        <translation>Les relier par les broches qui conviennent le mieux</translation>
    </message>
    <message>
        <source>Shift and drag from an output</source>
        <translation>Maj et glisser depuis une sortie</translation>
    </message>
    <message>
        <source>Take all its wires to another output</source>
        <translation>Mener tous ses fils à une autre sortie</translation>
    </message>
    <message>
        <source>Drag the end of a wire</source>
        <translation>Tirer le bout d&apos;un fil</translation>
    </message>
    <message>
        <source>Wire it to another pin; dropped on nothing, it is removed</source>
        <translation>Le relier ailleurs&#xa0;; lâché dans le vide, il est supprimé</translation>
    </message>
    <message>
        <source>Drag the middle of a wire</source>
        <translation>Tirer le milieu d&apos;un fil</translation>
    </message>
    <message>
        <source>Give it a way of its own</source>
        <translation>Lui donner un tracé propre</translation>
    </message>
    <message>
        <source>Double click on a wire</source>
        <translation>Double clic sur un fil</translation>
    </message>
    <message>
        <source>Leave its way to the page again; else add a block in between</source>
        <translation>Rendre son tracé automatique&#xa0;; sinon insérer un bloc</translation>
    </message>
    <message>
        <source>Ctrl and right button, or Y and left button</source>
        <translation>Ctrl et bouton droit, ou Y et bouton gauche</translation>
    </message>
    <message>
        <source>Cut the wires that the stroke crosses</source>
        <translation>Couper les fils que croise le trait</translation>
    </message>
    <message>
        <source>Right click on a wire into a list</source>
        <translation>Clic droit sur un fil vers une liste</translation>
    </message>
    <message>
        <source>Change the order of the wires</source>
        <translation>Changer l&apos;ordre des fils</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Right click on an output or a result</source>
        <translation>Clic droit sur une sortie ou un résultat</translation>
    </message>
    <message>
        <source>Pin it to the canvas, as a table, lines, an image ...</source>
        <translation>L&apos;épingler sur le canevas : tableau, courbes, image ...</translation>
    </message>
    <message>
        <source>Double click on a pinned result</source>
        <translation>Double-clic sur un résultat épinglé</translation>
    </message>
    <message>
        <source>Open it in a viewer</source>
        <translation>L&apos;ouvrir dans un visualiseur</translation>
    </message>
    <message>
        <source>Drag its lower right corner</source>
        <translation>Glisser son coin inférieur droit</translation>
    </message>
    <message>
        <source>Change its size</source>
        <translation>Changer sa taille</translation>
    </message>
    <message>
        <source>Click on its cross</source>
        <translation>Cliquer sur sa croix</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Cadres</translation>
    </message>
    <message>
        <source>Drag the title</source>
        <translation>Tirer le titre</translation>
    </message>
    <message>
        <source>Move the frame with what is in it</source>
        <translation>Déplacer le cadre avec son contenu</translation>
    </message>
    <message>
        <source>Click on the triangle, or C</source>
        <translation>Clic sur le triangle, ou C</translation>
    </message>
    <message>
        <source>Collapse or expand</source>
        <translation>Replier ou déplier</translation>
    </message>
    <message>
        <source>Double click on the title</source>
        <translation>Double clic sur le titre</translation>
    </message>
    <message>
        <source>Type title and device</source>
        <translation>Saisir le titre et le périphérique</translation>
    </message>
    <message>
        <source>Drag the lower right corner</source>
        <translation>Tirer le coin inférieur droit</translation>
    </message>
    <message>
        <source>Change the size</source>
        <translation>Changer la taille</translation>
    </message>
    <message>
        <source>Mouse and keys on the page</source>
        <translation>Souris et clavier sur la page</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Action</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>Folders of the page</source>
        <translation>Dossiers de la page</translation>
    </message>
    <message>
        <source>The page names files in Windows folders. Say where they lie on this machine; what is left empty stays as it is. Folders of the same name beside the page are filled in.</source>
        <translation>La page nomme des fichiers dans des dossiers Windows. Indiquez où ils se trouvent sur cette machine&#xa0;; ce qui est laissé vide reste tel quel. Les dossiers de même nom à côté de la page sont déjà remplis.</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>reste tel quel</translation>
    </message>
    <message>
        <source>Browse ...</source>
        <translation>Parcourir ...</translation>
    </message>
    <message>
        <source>Use These Folders</source>
        <translation>Utiliser ces dossiers</translation>
    </message>
    <message>
        <source>Leave As They Are</source>
        <translation>Laisser tels quels</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>No value of this document names a file in a Windows folder</source>
        <translation>Aucune valeur de ce document ne nomme un fichier dans un dossier Windows</translation>
    </message>
    <message>
        <source>Map folders</source>
        <translation>Situer les dossiers</translation>
    </message>
    <message>
        <source>{} values name local files now</source>
        <translation>Valeurs qui nomment maintenant des fichiers locaux&#xa0;: {}</translation>
    </message>
    <message>
        <source>One value names a local file now</source>
        <translation>Une valeur nomme maintenant un fichier local</translation>
    </message>
    <message>
        <source>{}: {} things were changed, kept as notes or left out</source>
        <translation>{}&#xa0;: {} choses ont été modifiées, gardées en note ou omises</translation>
    </message>
    <message>
        <source>Imported; the messages tell what was changed, kept as a note or left out</source>
        <translation>Importé&#xa0;; les messages disent ce qui a été modifié, gardé en note ou omis</translation>
    </message>
    <message>
        <source>integers, signed and unsigned, quantized too</source>
        <translation>entiers, signés ou non, quantifiés aussi</translation>
    </message>
    <message>
        <source>bool</source>
        <translation>bool</translation>
    </message>
    <message>
        <source>string</source>
        <translation>string</translation>
    </message>
    <message>
        <source>complex</source>
        <translation>complexe</translation>
    </message>
    <message>
        <source>resource: a handle of a variable, table, queue ...</source>
        <translation>resource&#xa0;: référence à une variable, une table, une file ...</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>variant</translation>
    </message>
    <message>
        <source>Wires of tensors, by dtype</source>
        <translation>Fils de tenseurs, par dtype</translation>
    </message>
    <message>
        <source>floating point, or not known yet</source>
        <translation>virgule flottante, ou pas encore connu</translation>
    </message>
    <message>
        <source>Wires of other kinds</source>
        <translation>Fils d&apos;autres genres</translation>
    </message>
    <message>
        <source>ref: a variable that can be assigned to</source>
        <translation>ref&#xa0;: une variable modifiable</translation>
    </message>
    <message>
        <source>list: several tensors at once</source>
        <translation>liste&#xa0;: plusieurs tenseurs à la fois</translation>
    </message>
    <message>
        <source>operation: it is run, and gives nothing</source>
        <translation>opération&#xa0;: elle s&apos;exécute et ne donne rien</translation>
    </message>
    <message>
        <source>control: what it leads to runs afterwards</source>
        <translation>contrôle&#xa0;: ce vers quoi il mène s&apos;exécute ensuite</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>optimiseur</translation>
    </message>
    <message>
        <source>gradients with their variables</source>
        <translation>gradients avec leurs variables</translation>
    </message>
    <message>
        <source>feed: a value for a placeholder</source>
        <translation>feed&#xa0;: une valeur pour un placeholder</translation>
    </message>
    <message>
        <source>input, in its middle the colour of its dtype</source>
        <translation>entrée, au milieu la couleur de son dtype</translation>
    </message>
    <message>
        <source>input that takes several wires, in order</source>
        <translation>entrée qui prend plusieurs fils, dans l&apos;ordre</translation>
    </message>
    <message>
        <source>output</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>result: double click for its table</source>
        <translation>résultat&#xa0;: double clic pour son tableau</translation>
    </message>
    <message>
        <source>attribute: typed, never wired</source>
        <translation>attribut&#xa0;: saisi, jamais relié</translation>
    </message>
    <message>
        <source>the page&apos;s scope: never wired</source>
        <translation>le scope de la page&#xa0;: jamais relié</translation>
    </message>
    <message>
        <source>no pin of this type of block: wired or typed in the file</source>
        <translation>pas une broche de ce type de bloc&#xa0;: reliée ou saisie dans le fichier</translation>
    </message>
    <message>
        <source>Colours of pins and wires</source>
        <translation>Couleurs des broches et des fils</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>Broches</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>Documents &amp;récents</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>E&amp;xemples</translation>
    </message>
    <message>
        <source>Boo&amp;kmarks</source>
        <translation>Si&amp;gnets</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Lan&amp;gue</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Aucun fichier récent</translation>
    </message>
    <message>
        <source>No examples are installed</source>
        <translation>Aucun exemple n&apos;est installé</translation>
    </message>
    <message>
        <source>Bookmark {}</source>
        <translation>Signet {}</translation>
    </message>
    <message>
        <source>No bookmarks</source>
        <translation>Aucun signet</translation>
    </message>
    <message>
        <source>Rename or Remove ...</source>
        <translation>Renommer ou retirer ...</translation>
    </message>
    <message>
        <source>System Language</source>
        <translation>Langue du système</translation>
    </message>
    <message>
        <source>BLOCKLOOM_LANGUAGE is set, and decides the language instead.</source>
        <translation>BLOCKLOOM_LANGUAGE est défini et décide de la langue à la place.</translation>
    </message>
    <message>
        <source>The language changes when Blockloom is started next.</source>
        <translation>La langue changera au prochain démarrage de Blockloom.</translation>
    </message>
    <message>
        <source>run before</source>
        <translation>exécution précédente</translation>
    </message>
    <message>
        <source>now</source>
        <translation>maintenant</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>différence</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>éléments</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Find a command or keys</source>
        <translation>Chercher une commande ou des touches</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Touches</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Nouvelles touches</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>&amp;Attribuer</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>Aucu&amp;ne</translation>
    </message>
    <message>
        <source>The command has no keys</source>
        <translation>La commande n&apos;a pas de touches</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>Par &amp;défaut</translation>
    </message>
    <message>
        <source>&amp;All Defaults</source>
        <translation>T&amp;out par défaut</translation>
    </message>
    <message>
        <source>New &amp;keys:</source>
        <translation>Nouvelles &amp;touches&#xa0;:</translation>
    </message>
    <message>
        <source>{} is taken by {}: Set takes it from there.</source>
        <translation>{} est déjà pris par {}&#xa0;: Attribuer l&apos;en retire.</translation>
    </message>
    <message>
        <source>{} has lost its keys.</source>
        <translation>{} a perdu ses touches.</translation>
    </message>
    <message>
        <source>Every command has its own keys again.</source>
        <translation>Chaque commande a retrouvé ses touches.</translation>
    </message>
    <message>
        <source>empty list</source>
        <translation>liste vide</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>éléments&#xa0;: {}</translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>1 élément</translation>
    </message>
    <message>
        <source>{:.6g} to {:.6g}, mean {:.6g}, std {:.6g}</source>
        <translation>{:.6g} à {:.6g}, moyenne {:.6g}, écart type {:.6g}</translation>
    </message>
    <message>
        <source>Set {}</source>
        <translation>Définir {}</translation>
    </message>
    <message>
        <source>A TPUEmbeddingConfiguration as protobuf text, or @BLOCK for that of another block. Ctrl+Space completes.</source>
        <translation>Un TPUEmbeddingConfiguration en texte protobuf, ou @BLOC pour celui d&apos;un autre bloc. Ctrl+Espace complète.</translation>
    </message>
    <message>
        <source>{} is no other block of this page that has a config</source>
        <translation>{} n&apos;est pas un autre bloc de cette page ayant une config</translation>
    </message>
    <message>
        <source>Name the block whose config is meant</source>
        <translation>Nommez le bloc dont la config est voulue</translation>
    </message>
    <message>
        <source>Not checked: the worker cannot be started</source>
        <translation>Non vérifié&#xa0;: le processus de calcul ne démarre pas</translation>
    </message>
    <message>
        <source>TensorFlow is starting: the check follows ...</source>
        <translation>TensorFlow démarre&#xa0;: la vérification suit ...</translation>
    </message>
    <message>
        <source>Not checked: the worker ended</source>
        <translation>Non vérifié&#xa0;: le processus de calcul s&apos;est arrêté</translation>
    </message>
    <message>
        <source>at {0}</source>
        <translation>à {0}</translation>
    </message>
    <message>
        <source>no wire</source>
        <translation>pas de fil</translation>
    </message>
    <message>
        <source>run the page to see it</source>
        <translation>exécutez la page pour le voir</translation>
    </message>
    <message>
        <source>no elements</source>
        <translation>aucun élément</translation>
    </message>
    <message>
        <source>{0} not finite</source>
        <translation>{0} non finis</translation>
    </message>
    <message>
        <source>of every {0}th</source>
        <translation>un sur {0}</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>pas encore de données</translation>
    </message>
    <message>
        <source>Set bookmark {0}</source>
        <translation>Poser le signet {0}</translation>
    </message>
    <message>
        <source>index</source>
        <translation>indice</translation>
    </message>
    <message>
        <source>the first {} of {} columns</source>
        <translation>les {} premières colonnes sur {}</translation>
    </message>
    <message>
        <source>Run the page: every step is recorded from now on.</source>
        <translation>Exécutez la page&#xa0;: chaque pas est désormais enregistré.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>pas</translation>
    </message>
    <message>
        <source>Nothing was recorded before the last reset.</source>
        <translation>Rien n&apos;a été enregistré avant la dernière réinitialisation.</translation>
    </message>
    <message>
        <source>the first {} of {} elements</source>
        <translation>les {} premiers éléments sur {}</translation>
    </message>
    <message>
        <source>difference to the run before</source>
        <translation>différence avec l&apos;exécution précédente</translation>
    </message>
    <message>
        <source>the first {} of {} channels</source>
        <translation>les {} premiers canaux sur {}</translation>
    </message>
    <message>
        <source>differs by up to {:.4g}</source>
        <translation>diffère d&apos;au plus {:.4g}</translation>
    </message>
    <message>
        <source>as in the run before</source>
        <translation>comme dans l&apos;exécution précédente</translation>
    </message>
    <message>
        <source>no finite number</source>
        <translation>aucun nombre fini</translation>
    </message>
    <message>
        <source>{} of {} elements</source>
        <translation>{} éléments sur {}</translation>
    </message>
    <message>
        <source>every {}th element</source>
        <translation>un élément sur {}</translation>
    </message>
    <message>
        <source>Read {0}</source>
        <translation>Lire {0}</translation>
    </message>
    <message>
        <source>Read {0} files</source>
        <translation>Lire {0} fichiers</translation>
    </message>
    <message>
        <source>CPU reference</source>
        <translation>Référence CPU</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 bloc</translation>
    </message>
    <message>
        <source>{0} blocks</source>
        <translation>{0} blocs</translation>
    </message>
    <message>
        <source>Delete and reconnect {0}</source>
        <translation>Supprimer {0} et raccorder</translation>
    </message>
    <message>
        <source>Delete and reconnect {0} items</source>
        <translation>Supprimer {0} éléments et raccorder</translation>
    </message>
    <message>
        <source>Wire {0}</source>
        <translation>Relier {0}</translation>
    </message>
    <message>
        <source>Wire {0} blocks</source>
        <translation>Relier {0} blocs</translation>
    </message>
    <message>
        <source>Swap the inputs of {0}</source>
        <translation>Échanger les entrées de {0}</translation>
    </message>
    <message>
        <source>Swap the sources of two wires</source>
        <translation>Échanger les sources de deux fils</translation>
    </message>
    <message>
        <source>Make a block of {0}</source>
        <translation>Faire un bloc de {0}</translation>
    </message>
    <message>
        <source>Make {0} blocks of values</source>
        <translation>Faire {0} blocs de valeurs</translation>
    </message>
    <message>
        <source>Type in {0}</source>
        <translation>Saisir {0}</translation>
    </message>
    <message>
        <source>Type in {0} values</source>
        <translation>Saisir {0} valeurs</translation>
    </message>
    <message>
        <source>W&amp;ire ...</source>
        <translation>Rel&amp;ier ...</translation>
    </message>
    <message>
        <source>Choose among the wires that the selected blocks could get</source>
        <translation>Choisir parmi les fils possibles des blocs sélectionnés</translation>
    </message>
    <message>
        <source>Ne&amp;xt Part of the Window</source>
        <translation>Partie su&amp;ivante de la fenêtre</translation>
    </message>
    <message>
        <source>Give the keyboard to the page, the inspector, the lists, the block types ... in turn</source>
        <translation>Donne le clavier tour à tour à la page, à l&apos;inspecteur, aux listes, aux types de blocs ...</translation>
    </message>
    <message>
        <source>Pre&amp;vious Part of the Window</source>
        <translation>Partie p&amp;récédente de la fenêtre</translation>
    </message>
    <message>
        <source>Alt and arrow keys</source>
        <translation>Alt et flèches</translation>
    </message>
    <message>
        <source>Select the next block in that direction; Shift adds it</source>
        <translation>Sélectionner le bloc suivant dans cette direction&#xa0;; Maj l&apos;ajoute</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>{0} before {1}</source>
        <translation>{0} avant {1}</translation>
    </message>
    <message>
        <source>{0} selected: {1}</source>
        <translation>{0} sélectionnés&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} blocks, nothing selected</source>
        <translation>{0} blocs, rien de sélectionné</translation>
    </message>
    <message>
        <source>Page {0}</source>
        <translation>Page {0}</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>Favoris</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Ajoutés récemment</translation>
    </message>
    <message>
        <source>unknown type</source>
        <translation>type inconnu</translation>
    </message>
    <message>
        <source>Change the type of {0}</source>
        <translation>Changer le type de {0}</translation>
    </message>
    <message>
        <source>Change the type of {0} blocks</source>
        <translation>Changer le type de {0} blocs</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>Récupérés</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>Blocs : {}</translation>
    </message>
    <message>
        <source>{} wires</source>
        <translation>Fils : {}</translation>
    </message>
    <message>
        <source>{} frames</source>
        <translation>Cadres : {}</translation>
    </message>
    <message>
        <source>{} notes</source>
        <translation>Notes : {}</translation>
    </message>
    <message>
        <source>Select a block to see its pins, attributes and results.</source>
        <translation>Sélectionnez un bloc pour voir ses broches, attributs et résultats.</translation>
    </message>
    <message>
        <source>Go to {}</source>
        <translation>Aller à {}</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rouge</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Jaune</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Vert</translation>
    </message>
    <message>
        <source>Turquoise</source>
        <translation>Turquoise</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Bleu</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violet</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Gris</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Couleur</translation>
    </message>
    <message>
        <source>Another …</source>
        <translation>Une autre …</translation>
    </message>
    <message>
        <source>That of the theme</source>
        <translation>Celle du thème</translation>
    </message>
    <message>
        <source>Colour {0}</source>
        <translation>Colorer {0}</translation>
    </message>
    <message>
        <source>Colour {0} items</source>
        <translation>Colorer {0} éléments</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Préférences</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Show the &amp;map on every page</source>
        <translation>Afficher le &amp;plan sur chaque page</translation>
    </message>
    <message>
        <source>Zooms</source>
        <translation>Zoome</translation>
    </message>
    <message>
        <source>Moves the page, with Ctrl it zooms</source>
        <translation>Déplace la page, avec Ctrl elle zoome</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts ...</source>
        <translation>&amp;Raccourcis clavier ...</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Thème&#xa0;:</translation>
    </message>
    <message>
        <source>Te&amp;xt size:</source>
        <translation>Ta&amp;ille du texte&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Langue&#xa0;:</translation>
    </message>
    <message>
        <source>Pages:</source>
        <translation>Pages&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Wheel:</source>
        <translation>&amp;Molette :</translation>
    </message>
    <message>
        <source>Keys:</source>
        <translation>Touches&#xa0;:</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>Les modifications sont sauvegardées dans un journal en moins d&apos;une seconde&#xa0;; le fichier lui-même change quand vous enregistrez.</translation>
    </message>
    <message>
        <source>Insert {0} items</source>
        <translation>Insérer {0} éléments</translation>
    </message>
    <message>
        <source>then, at {0}: {1}</source>
        <translation>ensuite, à {0} : {1}</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Retirez-le</translation>
    </message>
    <message>
        <source>{0} a step, {1} % of all blocks</source>
        <translation>{0} par pas, {1} % de tous les blocs</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Another element …</source>
        <translation>Un autre élément …</translation>
    </message>
    <message>
        <source>Element of {0}</source>
        <translation>Élément de {0}</translation>
    </message>
    <message>
        <source>Index, counted from 0</source>
        <translation>Indice, compté à partir de 0</translation>
    </message>
    <message>
        <source>There are no blocks on the clipboard</source>
        <translation>Il n&apos;y a pas de blocs dans le presse-papiers</translation>
    </message>
    <message>
        <source>Select the blocks that are to be left out</source>
        <translation>Sélectionnez les blocs à omettre</translation>
    </message>
    <message>
        <source>Select the blocks that the frame is to hold</source>
        <translation>Sélectionnez les blocs que le cadre doit contenir</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message>
        <source>Into {0}</source>
        <translation>Vers {0}</translation>
    </message>
    <message>
        <source>In the place of {0}</source>
        <translation>À la place de {0}</translation>
    </message>
    <message>
        <source>Takes {0}</source>
        <translation>Prend {0}</translation>
    </message>
    <message>
        <source>Feeds {0}</source>
        <translation>Alimente {0}</translation>
    </message>
</context>
<context>
    <name>Aligning</name>
    <message>
        <source>Select two or more blocks to bring in line</source>
        <translation>Sélectionnez au moins deux blocs à aligner</translation>
    </message>
    <message>
        <source>Select three or more blocks to space evenly</source>
        <translation>Sélectionnez au moins trois blocs à répartir</translation>
    </message>
</context>
<context>
    <name>Arranging</name>
    <message>
        <source>There is nothing to arrange: the page has no blocks.</source>
        <translation>Rien à organiser&#xa0;: la page n&apos;a pas de blocs.</translation>
    </message>
    <message>
        <source>Not arranged: cancelled.</source>
        <translation>Non organisé&#xa0;: annulé.</translation>
    </message>
    <message>
        <source>Arranging ...</source>
        <translation>Organisation ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Organiser</translation>
    </message>
    <message>
        <source>Not arranged: {}</source>
        <translation>Non organisé&#xa0;: {}</translation>
    </message>
    <message>
        <source>Not arranged: the process that does it ended unexpectedly.</source>
        <translation>Non organisé&#xa0;: le processus s&apos;est arrêté de façon inattendue.</translation>
    </message>
    <message>
        <source>Not arranged: the page changed meanwhile. Arrange it again.</source>
        <translation>Non organisé&#xa0;: la page a changé entre-temps. Relancez.</translation>
    </message>
    <message>
        <source>It is arranged already.</source>
        <translation>C&apos;est déjà organisé.</translation>
    </message>
    <message>
        <source>Arrange Page</source>
        <translation>Organiser la page</translation>
    </message>
    <message>
        <source>Arrange Selection</source>
        <translation>Organiser la sélection</translation>
    </message>
</context>
<context>
    <name>AutoRun</name>
    <message>
        <source>A step runs after each edit that leaves the page without errors</source>
        <translation>Un pas s’exécute après chaque modification qui laisse la page sans erreurs</translation>
    </message>
    <message>
        <source>Edits run nothing any more</source>
        <translation>Les modifications n’exécutent plus rien</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>autosaved</source>
        <translation>sauvegardé</translation>
    </message>
    <message>
        <source>Every edit is written to a crash journal within a second, and recovered after a crash.
The document&apos;s own file changes only when you save it.</source>
        <translation>Chaque modification est écrite dans un journal en moins d&apos;une seconde, et récupérée après un plantage.
Le fichier du document ne change que quand vous enregistrez.</translation>
    </message>
    <message>
        <source>not autosaved</source>
        <translation>non sauvegardé</translation>
    </message>
    <message>
        <source>The crash journal cannot be written: {}</source>
        <translation>Le journal de récupération ne peut pas être écrit&#xa0;: {}</translation>
    </message>
    <message>
        <source>Edits are not autosaved: the crash journal cannot be written: {}. Save often.</source>
        <translation>Modifications non sauvegardées&#xa0;: le journal de récupération ne peut pas être écrit&#xa0;: {}. Enregistrez souvent.</translation>
    </message>
    <message>
        <source>There are no edits to recover.</source>
        <translation>Il n&apos;y a pas de modifications à récupérer.</translation>
    </message>
    <message>
        <source>Recovered edit</source>
        <translation>Modification récupérée</translation>
    </message>
    <message>
        <source>{} recovered. Save to keep it.</source>
        <translation>{} récupéré. Enregistrez pour le garder.</translation>
    </message>
    <message>
        <source>{} was changed by another program after the crash: {} of {} edits did not fit it any more.</source>
        <translation>{} a été modifié par un autre programme après le plantage&#xa0;: {} modifications sur {} ne s&apos;appliquaient plus.</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Press Tab or double click here to add a block, or drag a type from the list.</source>
        <translation>Appuyez sur Tab ou double-cliquez ici pour ajouter un bloc, ou faites glisser un type depuis la liste.</translation>
    </message>
</context>
<context>
    <name>CodeEdit</name>
    <message>
        <source>Completions</source>
        <translation>Complétions</translation>
    </message>
</context>
<context>
    <name>Colouring</name>
    <message>
        <source>Select the blocks or notes that are to have a colour</source>
        <translation>Sélectionnez les blocs ou notes à colorer</translation>
    </message>
</context>
<context>
    <name>CommandBox</name>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>Type the name of a command</source>
        <translation>Saisissez le nom d&apos;une commande</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Commandes trouvées</translation>
    </message>
    <message>
        <source>1 command</source>
        <translation>1 commande</translation>
    </message>
    <message>
        <source>{} commands</source>
        <translation>Commandes&#xa0;: {}</translation>
    </message>
    <message>
        <source>No command is named like that.</source>
        <translation>Aucune commande ne s&apos;appelle ainsi.</translation>
    </message>
    <message>
        <source>That cannot be done now.</source>
        <translation>Impossible pour l&apos;instant.</translation>
    </message>
</context>
<context>
    <name>Dropping</name>
    <message>
        <source>There is no type of block named {0}</source>
        <translation>Il n&apos;y a pas de type de bloc nommé {0}</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>{0} is wired: take the wire off to type a value</source>
        <translation>{0} est relié&#xa0;: retirez le fil pour saisir une valeur</translation>
    </message>
    <message>
        <source>{0} takes a wire, not a value</source>
        <translation>{0} prend un fil, pas une valeur</translation>
    </message>
    <message>
        <source>Ctrl+Enter keeps the text, Escape leaves it as it was</source>
        <translation>Ctrl+Entrée garde le texte, Échap le laisse tel qu&apos;il était</translation>
    </message>
    <message>
        <source>{0} has no other attributes</source>
        <translation>{0} n&apos;a pas d&apos;autres attributs</translation>
    </message>
    <message>
        <source>{0} has no value to type</source>
        <translation>{0} n&apos;a pas de valeur à saisir</translation>
    </message>
    <message>
        <source>A name has letters, digits, _ and - only</source>
        <translation>Un nom ne contient que des lettres, des chiffres, _ et -</translation>
    </message>
    <message>
        <source>Device, as /device:GPU:0</source>
        <translation>Périphérique, comme /device:GPU:0</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
</context>
<context>
    <name>ElementsView</name>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
</context>
<context>
    <name>ElementsWindow</name>
    <message>
        <source>Elements of {}</source>
        <translation>Éléments de {}</translation>
    </message>
    <message>
        <source>go to, e.g. 3 1</source>
        <translation>aller à, p. ex. 3 1</translation>
    </message>
    <message>
        <source>Go to element</source>
        <translation>Aller à l&apos;élément</translation>
    </message>
    <message>
        <source>Plots ...</source>
        <translation>Courbes ...</translation>
    </message>
    <message>
        <source>As a grid, plots or an image</source>
        <translation>En grille, en courbes ou en image</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Copier les lignes</translation>
    </message>
    <message>
        <source>The worker holds this result no longer: run again.</source>
        <translation>Le processus de calcul n&apos;a plus ce résultat&#xa0;: exécutez à nouveau.</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>éléments&#xa0;: {}</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>un scalaire</translation>
    </message>
    <message>
        <source>There is no such element: the shape is {}</source>
        <translation>Cet élément n&apos;existe pas&#xa0;: la shape est {}</translation>
    </message>
    <message>
        <source>At most {} rows can be copied at once</source>
        <translation>On peut copier au plus {} lignes à la fois</translation>
    </message>
    <message>
        <source>{} rows copied</source>
        <translation>Lignes copiées&#xa0;: {}</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The worker cannot be started: {}</source>
        <translation>Le processus de calcul ne démarre pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>an operation did not react to Stop, so its process was ended</source>
        <translation>une opération n&apos;a pas réagi à l&apos;arrêt, son processus a donc été terminé</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Edit ...</source>
        <translation>Modifier ...</translation>
    </message>
    <message>
        <source>Edit {} in a dialog</source>
        <translation>Modifier {} dans une fenêtre</translation>
    </message>
    <message>
        <source>All lines of the text (Ctrl+Enter in the field)</source>
        <translation>Toutes les lignes du texte (Ctrl+Entrée dans le champ)</translation>
    </message>
</context>
<context>
    <name>FindBox</name>
    <message>
        <source>Find block</source>
        <translation>Rechercher un bloc</translation>
    </message>
    <message>
        <source>Find a block by name or type</source>
        <translation>Chercher un bloc par nom ou par type</translation>
    </message>
    <message>
        <source>Blocks found</source>
        <translation>Blocs trouvés</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 bloc</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>Blocs&#xa0;: {}</translation>
    </message>
    <message>
        <source>No block is named like that.</source>
        <translation>Aucun bloc ne s&apos;appelle ainsi.</translation>
    </message>
</context>
<context>
    <name>FixBox</name>
    <message>
        <source>Problems and fixes of {0}</source>
        <translation>Problèmes et corrections de {0}</translation>
    </message>
    <message>
        <source>Trying fixes …</source>
        <translation>Essai des corrections …</translation>
    </message>
    <message>
        <source>Enter: fix · ↑ ↓: choose · Esc: close</source>
        <translation>Entrée : corriger · ↑ ↓ : choisir · Échap : fermer</translation>
    </message>
    <message>
        <source>Blockloom knows no fix for this.</source>
        <translation>Blockloom ne connaît pas de correction pour cela.</translation>
    </message>
</context>
<context>
    <name>Framing</name>
    <message>
        <source>Select the frame that is to be collapsed</source>
        <translation>Sélectionnez le cadre à replier</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>no elements</source>
        <translation>aucun élément</translation>
    </message>
</context>
<context>
    <name>Growing</name>
    <message>
        <source>Select a block first</source>
        <translation>Sélectionnez d’abord un bloc</translation>
    </message>
    <message>
        <source>There is nothing more along the wires</source>
        <translation>Il n’y a rien de plus le long des fils</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspecteur</translation>
    </message>
    <message>
        <source>{} selected</source>
        <translation>Sélection&#xa0;: {}</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>facultatif</translation>
    </message>
    <message>
        <source>wire, or type a value</source>
        <translation>fil, ou valeur saisie</translation>
    </message>
    <message>
        <source>inferred: {}</source>
        <translation>déduit&#xa0;: {}</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>déduit</translation>
    </message>
    <message>
        <source>required</source>
        <translation>requis</translation>
    </message>
    <message>
        <source>type</source>
        <translation>type</translation>
    </message>
    <message>
        <source>This TensorFlow has no block type {}.</source>
        <translation>Ce TensorFlow n&apos;a pas de type de bloc {}.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>périphériques</translation>
    </message>
    <message>
        <source>Deprecated: {}</source>
        <translation>Obsolète&#xa0;: {}</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Entrées</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attributs</translation>
    </message>
    <message>
        <source>Not pins of this type</source>
        <translation>Pas des broches de ce type</translation>
    </message>
    <message>
        <source>Clear it to remove it.</source>
        <translation>Effacez-la pour la retirer.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Go to {}</source>
        <translation>Aller à {}</translation>
    </message>
    <message>
        <source>optional, wires only</source>
        <translation>facultatif, fils seulement</translation>
    </message>
    <message>
        <source>to be wired</source>
        <translation>à relier</translation>
    </message>
    <message>
        <source>Use letters, digits, _ and -.</source>
        <translation>Utilisez des lettres, des chiffres, _ et -.</translation>
    </message>
    <message>
        <source>{} is already used on this page.</source>
        <translation>{} est déjà utilisé sur cette page.</translation>
    </message>
    <message>
        <source>Rename {}</source>
        <translation>Renommer {}</translation>
    </message>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>The block&apos;s name on its page.</source>
        <translation>Le nom du bloc sur sa page.</translation>
    </message>
    <message>
        <source>Set {}.{}</source>
        <translation>Définir {}.{}</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>pas encore exécuté</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Cadre</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Change {}</source>
        <translation>Modifier {}</translation>
    </message>
    <message>
        <source>title</source>
        <translation>titre</translation>
    </message>
    <message>
        <source>Prefixes the names of the blocks inside.</source>
        <translation>Préfixe des noms des blocs contenus.</translation>
    </message>
    <message>
        <source>device</source>
        <translation>périphérique</translation>
    </message>
    <message>
        <source>Where the blocks inside run, such as /CPU:0.</source>
        <translation>Où s&apos;exécutent les blocs contenus, par exemple /CPU:0.</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Texte de la note</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Appliquer</translation>
    </message>
</context>
<context>
    <name>Keeper</name>
    <message>
        <source>untitled</source>
        <translation>sans titre</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Blockloom and enuSpace files (*.loom *.svg *.enup);;All files (*)</source>
        <translation>Fichiers Blockloom et enuSpace (*.loom *.svg *.enup);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Opening {} ...</source>
        <translation>Ouverture de {} ...</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Ouverture impossible</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>Modifié sur le disque</translation>
    </message>
    <message>
        <source>{} was changed by another program since it was opened here.</source>
        <translation>{} a été modifié par un autre programme depuis son ouverture ici.</translation>
    </message>
    <message>
        <source>Overwriting it loses those changes.</source>
        <translation>L&apos;écraser perd ces modifications.</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Écraser</translation>
    </message>
    <message>
        <source>Save As ...</source>
        <translation>Enregistrer sous ...</translation>
    </message>
    <message>
        <source>{} was changed by another program.</source>
        <translation>{} a été modifié par un autre programme.</translation>
    </message>
    <message>
        <source>Reloading it loses the changes that you made here since you saved it.</source>
        <translation>Le recharger perd les modifications faites ici depuis l&apos;enregistrement.</translation>
    </message>
    <message>
        <source>You made no changes here since you saved it.</source>
        <translation>Vous n&apos;avez rien modifié ici depuis l&apos;enregistrement.</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Recharger</translation>
    </message>
    <message>
        <source>&amp;Keep What Is Open</source>
        <translation>&amp;Garder ce qui est ouvert</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Enregistrer sous</translation>
    </message>
    <message>
        <source>{} exists. Overwrite it?</source>
        <translation>{} existe. L&apos;écraser&#xa0;?</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Modifications non enregistrées</translation>
    </message>
    <message>
        <source>Save the changes to {}?</source>
        <translation>Enregistrer les modifications de {}&#xa0;?</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>Enregistrement impossible</translation>
    </message>
    <message>
        <source>{}

The document stays open with all its changes.</source>
        <translation>{}

Le document reste ouvert avec toutes ses modifications.</translation>
    </message>
    <message>
        <source>Saved {}</source>
        <translation>{} enregistré</translation>
    </message>
    <message>
        <source>Blockloom documents (*.loom);;All files (*)</source>
        <translation>Documents Blockloom (*.loom);;Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>Looking</name>
    <message>
        <source>Bookmark {0} is set: press {0} to come back</source>
        <translation>Le signet {0} est posé&#xa0;: appuyez sur {0} pour y revenir</translation>
    </message>
    <message>
        <source>This page has its nine bookmarks: Ctrl+Shift+1 ... 9 sets one anew</source>
        <translation>Cette page a ses neuf signets&#xa0;: Ctrl+Maj+1 ... 9 en repose un</translation>
    </message>
    <message>
        <source>There is no bookmark {0}: Ctrl+Shift+{0} sets it</source>
        <translation>Il n&apos;y a pas de signet {0}&#xa0;: Ctrl+Shift+{0} le pose</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Problems</source>
        <translation>Problèmes</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Block types</source>
        <translation>Types de blocs</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspecteur</translation>
    </message>
    <message>
        <source>Problems and messages</source>
        <translation>Problèmes et messages</translation>
    </message>
    <message>
        <source>Autosave</source>
        <translation>Sauvegarde automatique</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>État de l&apos;exécution</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>TensorFlow version</source>
        <translation>Version de TensorFlow</translation>
    </message>
    <message>
        <source>&amp;Undo {}</source>
        <translation>&amp;Annuler&#xa0;: {}</translation>
    </message>
    <message>
        <source>&amp;Redo {}</source>
        <translation>&amp;Rétablir&#xa0;: {}</translation>
    </message>
    <message>
        <source>Select a block to read what it does</source>
        <translation>Sélectionnez un bloc pour lire ce qu’il fait</translation>
    </message>
    <message>
        <source>Problems ({})</source>
        <translation>Problèmes ({})</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops cannot be read: {}</source>
        <translation>Les ops de TensorFlow ne peuvent pas être lues&#xa0;: {}</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>Panneaux</translation>
    </message>
</context>
<context>
    <name>Mending</name>
    <message>
        <source>choose at the block ...</source>
        <translation>à choisir sur le bloc ...</translation>
    </message>
    <message>
        <source>There is no fix for this that Blockloom knows: {}</source>
        <translation>Blockloom ne connaît pas de correction pour cela&#xa0;: {}</translation>
    </message>
    <message>
        <source>No block of this page has a problem.</source>
        <translation>Aucun bloc de cette page n&apos;a de problème.</translation>
    </message>
    <message>
        <source>{} has no problem.</source>
        <translation>{} n&apos;a pas de problème.</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
    <message>
        <source>  (double click for details)</source>
        <translation>  (double clic pour les détails)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
</context>
<context>
    <name>MiniMap</name>
    <message>
        <source>Map of the page</source>
        <translation>Plan de la page</translation>
    </message>
</context>
<context>
    <name>Offer</name>
    <message>
        <source>snippet</source>
        <translation>extrait</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter by name or type</source>
        <translation>Filtrer par nom ou par type</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Outline of the document</source>
        <translation>Structure du document</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 bloc</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>Blocs&#xa0;: {}</translation>
    </message>
    <message>
        <source>Bookmark {}</source>
        <translation>Signet {}</translation>
    </message>
    <message>
        <source>Frame {}</source>
        <translation>Cadre {}</translation>
    </message>
    <message>
        <source>output</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>Go There</source>
        <translation>Y aller</translation>
    </message>
    <message>
        <source>Rename	F2</source>
        <translation>Renommer	F2</translation>
    </message>
    <message>
        <source>Delete	Del</source>
        <translation>Supprimer	Suppr</translation>
    </message>
    <message>
        <source>Rename bookmark {}</source>
        <translation>Renommer le signet {}</translation>
    </message>
    <message>
        <source>Rename {}</source>
        <translation>Renommer {}</translation>
    </message>
    <message>
        <source>Remove bookmark {}</source>
        <translation>Retirer le signet {}</translation>
    </message>
    <message>
        <source>Delete wires</source>
        <translation>Supprimer les fils</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Name of the page</source>
        <translation>Nom de la page</translation>
    </message>
</context>
<context>
    <name>PageTabs</name>
    <message>
        <source>New page</source>
        <translation>Nouvelle page</translation>
    </message>
    <message>
        <source>Add page {}</source>
        <translation>Ajouter la page {}</translation>
    </message>
    <message>
        <source>Duplicate page {}</source>
        <translation>Dupliquer la page {}</translation>
    </message>
    <message>
        <source>A document keeps at least one page.</source>
        <translation>Un document garde au moins une page.</translation>
    </message>
    <message>
        <source>Remove page {}</source>
        <translation>Supprimer la page {}</translation>
    </message>
    <message>
        <source>Page {} was removed. Undo brings it back.</source>
        <translation>La page {} a été supprimée. Annuler la fait revenir.</translation>
    </message>
    <message>
        <source>Move page {}</source>
        <translation>Déplacer la page {}</translation>
    </message>
    <message>
        <source>Rename page {}</source>
        <translation>Renommer la page {}</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>{} (double click to rename, drag to move)</source>
        <translation>{} (double clic pour renommer, tirer pour déplacer)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search block types</source>
        <translation>Chercher un type de bloc</translation>
    </message>
    <message>
        <source>Name, part of a name (TakeGrad) or a word of the documentation. Enter adds the first one, the arrow keys choose.</source>
        <translation>Nom, partie d&apos;un nom (TakeGrad) ou mot de la documentation. Entrée ajoute le premier, les flèches choisissent.</translation>
    </message>
    <message>
        <source>Block types</source>
        <translation>Types de blocs</translation>
    </message>
    <message>
        <source>Description of the block type</source>
        <translation>Description du type de bloc</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops could not be read: see the messages. Run tries again.</source>
        <translation>Les ops de TensorFlow n&apos;ont pas pu être lues&#xa0;: voir les messages. Exécuter réessaie.</translation>
    </message>
    <message>
        <source>Add to the page</source>
        <translation>Ajouter à la page</translation>
    </message>
    <message>
        <source>No favourite any more</source>
        <translation>Retirer des favoris</translation>
    </message>
    <message>
        <source>Make it a favourite</source>
        <translation>Ajouter aux favoris</translation>
    </message>
    <message>
        <source>Reading TensorFlow&apos;s ops ...</source>
        <translation>Lecture des ops de TensorFlow ...</translation>
    </message>
    <message>
        <source>No block type is named or described like that.</source>
        <translation>Aucun type de bloc ne s&apos;appelle ou ne se décrit ainsi.</translation>
    </message>
    <message>
        <source>Drag a block type to the page, or choose one and press Enter.</source>
        <translation>Tirez un type de bloc sur la page, ou choisissez-en un et appuyez sur Entrée.</translation>
    </message>
</context>
<context>
    <name>Parts</name>
    <message>
        <source>View: {}</source>
        <translation>Affichage&#xa0;: {}</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Comme à l’ouverture</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Structure</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
</context>
<context>
    <name>Placing</name>
    <message>
        <source>{0} does not fit into {1}</source>
        <translation>{0} ne va pas dans {1}</translation>
    </message>
    <message>
        <source>Select a block that gives something</source>
        <translation>Sélectionnez un bloc qui donne quelque chose</translation>
    </message>
    <message>
        <source>Only let {0} run after {1}</source>
        <translation>Seulement exécuter {0} après {1}</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation>Insérer {0}</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>Problems</source>
        <translation>Problèmes</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Corriger</translation>
    </message>
    <message>
        <source>Fix: {}</source>
        <translation>Corriger&#xa0;: {}</translation>
    </message>
    <message>
        <source>No fix: see What to do</source>
        <translation>Pas de correction&#xa0;: voir Remède</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>Where</source>
        <translation>Où</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problème</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Remède</translation>
    </message>
</context>
<context>
    <name>QProgressDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>QuickAdd</name>
    <message>
        <source>Add a block</source>
        <translation>Ajouter un bloc</translation>
    </message>
    <message>
        <source>Name, part of a name, or what it does</source>
        <translation>Nom, partie d&apos;un nom, ou ce qu&apos;il fait</translation>
    </message>
    <message>
        <source>Search block types</source>
        <translation>Chercher un type de bloc</translation>
    </message>
    <message>
        <source>Block types that fit</source>
        <translation>Types de blocs compatibles</translation>
    </message>
    <message>
        <source>Description of the block type</source>
        <translation>Description du type de bloc</translation>
    </message>
    <message>
        <source>Enter: add · ↑ ↓: choose · Ctrl+B: favourite · Esc: close</source>
        <translation>Entrée&#xa0;: ajouter · ↑ ↓&#xa0;: choisir · Ctrl+B&#xa0;: favori · Échap&#xa0;: fermer</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>favori</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>récent</translation>
    </message>
    <message>
        <source>No block type that fits is named or described like that.</source>
        <translation>Aucun type de bloc compatible ne s&apos;appelle ou ne se décrit ainsi.</translation>
    </message>
    <message>
        <source>No block type is named or described like that.</source>
        <translation>Aucun type de bloc ne s&apos;appelle ou ne se décrit ainsi.</translation>
    </message>
    <message>
        <source>The snippet cannot be read.</source>
        <translation>L’extrait ne peut pas être lu.</translation>
    </message>
    <message>
        <source>No favourite any more</source>
        <translation>Retirer des favoris</translation>
    </message>
    <message>
        <source>Make it a favourite</source>
        <translation>Ajouter aux favoris</translation>
    </message>
</context>
<context>
    <name>RecoverDialog</name>
    <message>
        <source>Recover edits</source>
        <translation>Récupérer les modifications</translation>
    </message>
    <message>
        <source>Recover {} edits of {} from {}?</source>
        <translation>Récupérer {} modifications de {} du {}&#xa0;?</translation>
    </message>
    <message>
        <source>These documents have edits that were not saved:</source>
        <translation>Ces documents ont des modifications non enregistrées&#xa0;:</translation>
    </message>
    <message>
        <source>Blockloom did not end properly while they were open.</source>
        <translation>Blockloom ne s&apos;est pas terminé correctement alors qu&apos;ils étaient ouverts.</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>Modifications</translation>
    </message>
    <message>
        <source>Last edit</source>
        <translation>Dernière modification</translation>
    </message>
    <message>
        <source>Documents with edits to recover</source>
        <translation>Documents avec des modifications à récupérer</translation>
    </message>
    <message>
        <source>whole document</source>
        <translation>document entier</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>jamais enregistré</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Récupérer</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Abandonner</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Plus tard</translation>
    </message>
</context>
<context>
    <name>ResultViews</name>
    <message>
        <source>Select a block that has a result: run the page first.</source>
        <translation>Sélectionnez un bloc qui a un résultat&#xa0;: exécutez d&apos;abord la page.</translation>
    </message>
    <message>
        <source>No result yet: run the page.</source>
        <translation>Pas encore de résultat&#xa0;: exécutez la page.</translation>
    </message>
</context>
<context>
    <name>ResultWindow</name>
    <message>
        <source>Results of {}</source>
        <translation>Résultats de {}</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Copier les lignes</translation>
    </message>
    <message>
        <source>Table, plots, image ...</source>
        <translation>Tableau, courbes, image ...</translation>
    </message>
    <message>
        <source>Pin to the canvas</source>
        <translation>Épingler sur le canevas</translation>
    </message>
</context>
<context>
    <name>Retyping</name>
    <message>
        <source>Select a block, or several of one type, to change the type of</source>
        <translation>Sélectionnez le bloc, ou les blocs d’un même type, dont changer le type</translation>
    </message>
    <message>
        <source>loses a wire</source>
        <translation>perd un fil</translation>
    </message>
    <message>
        <source>loses {0} wires</source>
        <translation>perd {0} fils</translation>
    </message>
</context>
<context>
    <name>Rewiring</name>
    <message>
        <source>Select blocks that are wired to others</source>
        <translation>Sélectionnez des blocs reliés à d’autres</translation>
    </message>
    <message>
        <source>No output of {0} fits a free input of {1}</source>
        <translation>Aucune sortie de {0} ne convient à une entrée libre de {1}</translation>
    </message>
    <message>
        <source>Select the blocks that are to be wired, one to the right of the other</source>
        <translation>Sélectionnez les blocs à relier, l’un à droite de l’autre</translation>
    </message>
    <message>
        <source>Select a block with two inputs of one type, or two wires</source>
        <translation>Sélectionnez un bloc avec deux entrées du même type, ou deux fils</translation>
    </message>
    <message>
        <source>Not swapped: {0}</source>
        <translation>Pas échangé : {0}</translation>
    </message>
    <message>
        <source>Select blocks with values typed into their inputs</source>
        <translation>Sélectionnez des blocs dont des entrées ont une valeur saisie</translation>
    </message>
    <message>
        <source>Select blocks that Const blocks feed</source>
        <translation>Sélectionnez des blocs que des blocs Const alimentent</translation>
    </message>
</context>
<context>
    <name>RowModel</name>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Double click: one row per element</source>
        <translation>Double clic&#xa0;: une ligne par élément</translation>
    </message>
</context>
<context>
    <name>RunUntil</name>
    <message>
        <source>Run Until</source>
        <translation>Exécuter jusqu’à</translation>
    </message>
    <message>
        <source>BLOCK.PIN &lt; 0.01, or BLOCK.PIN is not finite</source>
        <translation>BLOC.BROCHE &lt; 0.01, ou BLOC.BROCHE is not finite</translation>
    </message>
    <message>
        <source>until it holds</source>
        <translation>jusqu’à ce qu’elle soit remplie</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Exécuter</translation>
    </message>
    <message>
        <source>&amp;Condition</source>
        <translation>&amp;Condition</translation>
    </message>
    <message>
        <source>&amp;Steps at most</source>
        <translation>&amp;Pas au plus</translation>
    </message>
    <message>
        <source>The run ends with the first step for which the condition holds for every element: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</source>
        <translation>L’exécution se termine au premier pas pour lequel la condition est remplie pour chaque élément&#xa0;: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</translation>
    </message>
    <message>
        <source>Tests {0} after every step, and fetches all of each step for that.</source>
        <translation>Teste {0} après chaque pas, et récupère pour cela tout ce que donne chaque pas.</translation>
    </message>
</context>
<context>
    <name>Runner</name>
    <message>
        <source>A run is under way: stop it first.</source>
        <translation>Une exécution est en cours&#xa0;: arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>{}. Mend the cluster file or choose another target</source>
        <translation>{}. Corrigez le fichier de cluster ou choisissez une autre cible</translation>
    </message>
    <message>
        <source>... and {} more: see the problems</source>
        <translation>... et {} de plus&#xa0;: voir les problèmes</translation>
    </message>
    <message>
        <source>{} errors</source>
        <translation>Erreurs&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} cannot run: {}</source>
        <translation>{} ne peut pas s&apos;exécuter&#xa0;: {}</translation>
    </message>
    <message>
        <source>1 warning: see the problems</source>
        <translation>1 avertissement&#xa0;: voir les problèmes</translation>
    </message>
    <message>
        <source>{} warnings: see the problems</source>
        <translation>{} avertissements&#xa0;: voir les problèmes</translation>
    </message>
    <message>
        <source>kept the state of {}</source>
        <translation>état conservé&#xa0;: {}</translation>
    </message>
    <message>
        <source>reset {}</source>
        <translation>réinitialisé&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}&#xa0;: {}</translation>
    </message>
    <message>
        <source>done, step {}</source>
        <translation>terminé, pas {}</translation>
    </message>
    <message>
        <source>stopped after step {}</source>
        <translation>arrêté après le pas {}</translation>
    </message>
    <message>
        <source>timed out after step {}</source>
        <translation>délai dépassé après le pas {}</translation>
    </message>
    <message>
        <source>the run failed in step {}</source>
        <translation>échec de l&apos;exécution au pas {}</translation>
    </message>
    <message>
        <source>done, step {0}: {1} holds</source>
        <translation>terminé, pas {0}&#xa0;: {1} est remplie</translation>
    </message>
    <message>
        <source>done, step {0}: {1} did not hold</source>
        <translation>terminé, pas {0}&#xa0;: {1} n’a pas été remplie</translation>
    </message>
    <message>
        <source>The state of all sessions was reset.</source>
        <translation>L&apos;état de toutes les sessions a été réinitialisé.</translation>
    </message>
    <message>
        <source>reset: variables start anew at the next run</source>
        <translation>réinitialisé&#xa0;: les variables repartent à la prochaine exécution</translation>
    </message>
    <message>
        <source>reset: the state on the cluster stays until a run of the chief initialises it</source>
        <translation>réinitialisé&#xa0;: l&apos;état sur le cluster reste jusqu&apos;à ce qu&apos;une exécution du chef l&apos;initialise</translation>
    </message>
    <message>
        <source>The sessions on {} were closed; state on the cluster stays until a run of the chief initialises it.</source>
        <translation>Les sessions sur {} ont été fermées&#xa0;; l&apos;état sur le cluster reste jusqu&apos;à ce qu&apos;une exécution du chef l&apos;initialise.</translation>
    </message>
    <message>
        <source>the worker died: {}</source>
        <translation>le processus de calcul est mort&#xa0;: {}</translation>
    </message>
    <message>
        <source>The worker died: {}. The document is intact; Run starts a new worker.</source>
        <translation>Le processus de calcul est mort&#xa0;: {}. Le document est intact&#xa0;; Exécuter en démarre un nouveau.</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>inactif</translation>
    </message>
    <message>
        <source>reading TensorFlow&apos;s ops ...</source>
        <translation>lecture des ops de TensorFlow ...</translation>
    </message>
    <message>
        <source>compiling {} ...</source>
        <translation>compilation de {} ...</translation>
    </message>
    <message>
        <source>starting TensorFlow ...</source>
        <translation>démarrage de TensorFlow ...</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>pas de processus de calcul</translation>
    </message>
    <message>
        <source>running, step {}</source>
        <translation>en cours, pas {}</translation>
    </message>
    <message>
        <source>stopping ...</source>
        <translation>arrêt ...</translation>
    </message>
    <message>
        <source>{} waits: {}</source>
        <translation>{} attend&#xa0;: {}</translation>
    </message>
</context>
<context>
    <name>SlicePicker</name>
    <message>
        <source>axis {} ({})</source>
        <translation>axe {} ({})</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Lignes</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Colonnes</translation>
    </message>
    <message>
        <source>Index on axis {}</source>
        <translation>Indice sur l&apos;axe {}</translation>
    </message>
</context>
<context>
    <name>Snippets</name>
    <message>
        <source>Select the blocks that are to be kept</source>
        <translation>Sélectionnez les blocs à garder</translation>
    </message>
    <message>
        <source>Save as snippet</source>
        <translation>Garder comme extrait</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Nom :</translation>
    </message>
    <message>
        <source>A name has letters, digits, spaces and . , ( ) + - only.</source>
        <translation>Un nom n’a que des lettres, chiffres, espaces et . , ( ) + -.</translation>
    </message>
    <message>
        <source>There is a snippet {} already. Replace it?</source>
        <translation>Il y a déjà un extrait {}. Le remplacer ?</translation>
    </message>
    <message>
        <source>{} is kept: Insert Snippet and the box that adds blocks have it</source>
        <translation>{} est gardé : Insérer un extrait et la boîte d’ajout de blocs le proposent</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>None is kept yet: select blocks and choose Save as Snippet</source>
        <translation>Aucun pour l’instant : sélectionnez des blocs et choisissez Garder comme extrait</translation>
    </message>
    <message>
        <source>Remove snippet</source>
        <translation>Supprimer l’extrait</translation>
    </message>
    <message>
        <source>Remove the snippet {}?</source>
        <translation>Supprimer l’extrait {} ?</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Blockloom</source>
        <translation>Blockloom</translation>
    </message>
    <message>
        <source>Build TensorFlow graphs out of blocks, run them, and see what every block gave.</source>
        <translation>Construisez des graphes TensorFlow avec des blocs, exécutez-les, et voyez ce que chaque bloc a donné.</translation>
    </message>
    <message>
        <source>&amp;New Document</source>
        <translation>&amp;Nouveau document</translation>
    </message>
    <message>
        <source>&amp;Open ...</source>
        <translation>&amp;Ouvrir ...</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>Les modifications sont sauvegardées dans un journal en moins d&apos;une seconde&#xa0;; le fichier lui-même change quand vous enregistrez.</translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation>Documents récents</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemples</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Aucun pour l&apos;instant</translation>
    </message>
    <message>
        <source>Open a copy of {}</source>
        <translation>Ouvrir une copie de {}</translation>
    </message>
</context>
<context>
    <name>TargetButton</name>
    <message>
        <source>Sessions run in a process of this machine</source>
        <translation>Les sessions s&apos;exécutent dans un processus de cette machine</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Cette machine</translation>
    </message>
    <message>
        <source>, chief</source>
        <translation>, chef</translation>
    </message>
    <message>
        <source>{} when it was last asked</source>
        <translation>{} à la dernière demande</translation>
    </message>
    <message>
        <source>Runs on {}: {}</source>
        <translation>S&apos;exécute sur {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Target: {}</source>
        <translation>Cible&#xa0;: {}</translation>
    </message>
</context>
<context>
    <name>TargetPanel</name>
    <message>
        <source>Runs on</source>
        <translation>S&apos;exécute sur</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Cibles</translation>
    </message>
    <message>
        <source>Double click, Enter or Space: run there from now on</source>
        <translation>Double clic, Entrée ou Espace&#xa0;: y exécuter désormais</translation>
    </message>
    <message>
        <source>&amp;Run here</source>
        <translation>&amp;Exécuter ici</translation>
    </message>
    <message>
        <source>Make the task that is marked the target</source>
        <translation>Faire de la tâche marquée la cible</translation>
    </message>
    <message>
        <source>&amp;Cluster file ...</source>
        <translation>&amp;Cluster ...</translation>
    </message>
    <message>
        <source>A JSON file of jobs and their addresses: {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</source>
        <translation>Un fichier JSON de jobs et de leurs adresses&#xa0;: {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Récentes</translation>
    </message>
    <message>
        <source>Recent targets</source>
        <translation>Cibles récentes</translation>
    </message>
    <message>
        <source>Address of another target</source>
        <translation>Adresse d&apos;une autre cible</translation>
    </message>
    <message>
        <source>A target without a cluster file. Enter: run there from now on</source>
        <translation>Une cible sans fichier de cluster. Entrée&#xa0;: y exécuter désormais</translation>
    </message>
    <message>
        <source>&amp;Initialise variables (the chief)</source>
        <translation>&amp;Initialiser les variables (le chef)</translation>
    </message>
    <message>
        <source>A run on a cluster gives its variables their initial values when it begins there: at the first run, and after Reset or where a task was lost.
Runs without wait until one with it has done so.</source>
        <translation>Une exécution sur un cluster donne aux variables leurs valeurs initiales quand elle y commence&#xa0;: à la première exécution, et après Réinitialiser ou la perte d&apos;une tâche.
Les exécutions sans cela attendent que l&apos;une d&apos;elles l&apos;ait fait.</translation>
    </message>
    <message>
        <source>What is wrong with the target</source>
        <translation>Ce qui ne va pas avec la cible</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Cette machine</translation>
    </message>
    <message>
        <source>target</source>
        <translation>cible</translation>
    </message>
    <message>
        <source>Tasks of {}</source>
        <translation>Tâches de {}</translation>
    </message>
    <message>
        <source>Choose a cluster file to run on one of its tasks.</source>
        <translation>Choisissez un fichier de cluster pour exécuter sur l&apos;une de ses tâches.</translation>
    </message>
    <message>
        <source>The page runs here</source>
        <translation>La page s&apos;exécute ici</translation>
    </message>
    <message>
        <source>{}, runs here</source>
        <translation>{}, s&apos;exécute ici</translation>
    </message>
    <message>
        <source>Cluster File</source>
        <translation>Fichier de cluster</translation>
    </message>
    <message>
        <source>Clusters (*.json);;All files (*)</source>
        <translation>Clusters (*.json);;Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>Targets</name>
    <message>
        <source>asking ...</source>
        <translation>interrogation ...</translation>
    </message>
    <message>
        <source>reachable</source>
        <translation>joignable</translation>
    </message>
    <message>
        <source>not reachable: {}</source>
        <translation>injoignable&#xa0;: {}</translation>
    </message>
    <message>
        <source>lost in the last run</source>
        <translation>perdue pendant la dernière exécution</translation>
    </message>
    <message>
        <source>started anew: its state is gone</source>
        <translation>redémarrée&#xa0;: son état est perdu</translation>
    </message>
</context>
<context>
    <name>TensorFile</name>
    <message>
        <source>Save the tensor</source>
        <translation>Enregistrer le tenseur</translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;Comma-separated values (*.csv)</source>
        <translation>Tableau NumPy (*.npy);;Valeurs séparées par des virgules (*.csv)</translation>
    </message>
    <message>
        <source>Writing {} ...</source>
        <translation>Écriture de {} ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>the worker ended</source>
        <translation>le processus de calcul s&apos;est arrêté</translation>
    </message>
    <message>
        <source>saved to {}</source>
        <translation>enregistré dans {}</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>Enregistrement impossible</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>non enregistré</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>What is wrong with the text</source>
        <translation>Ce qui ne va pas dans le texte</translation>
    </message>
    <message>
        <source>Place of the cursor</source>
        <translation>Position du curseur</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Entrée</translation>
    </message>
    <message>
        <source>A text as long as this is checked when OK is pressed</source>
        <translation>Un texte aussi long est vérifié à l&apos;appui sur OK</translation>
    </message>
    <message>
        <source>No errors</source>
        <translation>Aucune erreur</translation>
    </message>
    <message>
        <source>1 error: F8 goes there</source>
        <translation>1 erreur&#xa0;: F8 y va</translation>
    </message>
    <message>
        <source>{} errors: F8 goes to the next</source>
        <translation>{} erreurs&#xa0;: F8 va à la suivante</translation>
    </message>
    <message>
        <source>line {}, column {}</source>
        <translation>ligne {}, colonne {}</translation>
    </message>
    <message>
        <source>Drop what you changed?</source>
        <translation>Abandonner vos modifications&#xa0;?</translation>
    </message>
</context>
<context>
    <name>Times</name>
    <message>
        <source>The next run tells how long each block takes</source>
        <translation>La prochaine exécution dira combien de temps prend chaque bloc</translation>
    </message>
    <message>
        <source>Runs are timed no more</source>
        <translation>Les exécutions ne sont plus chronométrées</translation>
    </message>
    <message>
        <source>{0}: a step takes {1} (of {2} that were timed); slowest: {3}</source>
        <translation>{0} : un pas prend {1} (sur {2} chronométrés) ; les plus lents : {3}</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>How it is shown</source>
        <translation>Mode d&apos;affichage</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tableau</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Courbes</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>Au fil des pas</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramme</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>What is black and what is white</source>
        <translation>Ce qui est noir et ce qui est blanc</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatique</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Canaux</translation>
    </message>
    <message>
        <source>&amp;Run before</source>
        <translation>Exécution p&amp;récédente</translation>
    </message>
    <message>
        <source>Compare with what the run before gave</source>
        <translation>Comparer avec ce qu&apos;a donné l&apos;exécution précédente</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmique</translation>
    </message>
    <message>
        <source>Equal distances are equal ratios; what is not above 0 is left out</source>
        <translation>Des distances égales sont des rapports égaux ; ce qui n&apos;est pas au-dessus de 0 est omis</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Éléments</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copier</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the picture</source>
        <translation>Copier les cellules sélectionnées, ou l&apos;image</translation>
    </message>
    <message>
        <source>&amp;Save ...</source>
        <translation>&amp;Enregistrer ...</translation>
    </message>
    <message>
        <source>Write the whole tensor to a .npy or .csv file</source>
        <translation>Écrire tout le tenseur dans un fichier .npy ou .csv</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>É&amp;pingler</translation>
    </message>
    <message>
        <source>Keep it in sight</source>
        <translation>Le garder en vue</translation>
    </message>
    <message>
        <source>On the &amp;canvas, beside its block</source>
        <translation>Sur le &amp;canevas, à côté de son bloc</translation>
    </message>
    <message>
        <source>In a &amp;dock of the window</source>
        <translation>Dans un panneau &amp;de la fenêtre</translation>
    </message>
    <message>
        <source>The worker holds this result no longer: run again.</source>
        <translation>Le processus de calcul n&apos;a plus ce résultat&#xa0;: exécutez à nouveau.</translation>
    </message>
    <message>
        <source>all channels</source>
        <translation>tous les canaux</translation>
    </message>
    <message>
        <source>channels as tiles</source>
        <translation>canaux en mosaïque</translation>
    </message>
    <message>
        <source>channel {}</source>
        <translation>canal {}</translation>
    </message>
    <message>
        <source>the run before gave nothing to compare with</source>
        <translation>l&apos;exécution précédente n&apos;a rien donné à comparer</translation>
    </message>
    <message>
        <source>the run before gave {}</source>
        <translation>l&apos;exécution précédente a donné {}</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>copié</translation>
    </message>
    <message>
        <source>copied as a picture</source>
        <translation>copié en image</translation>
    </message>
    <message>
        <source>At most {} cells can be copied: save the tensor instead.</source>
        <translation>On peut copier au plus {} cellules&#xa0;: enregistrez plutôt le tenseur.</translation>
    </message>
    <message>
        <source>{} cells copied</source>
        <translation>Cellules copiées&#xa0;: {}</translation>
    </message>
</context>
<context>
    <name>WireBox</name>
    <message>
        <source>Which wire: names of blocks or pins</source>
        <translation>Quel fil&#xa0;: noms de blocs ou de broches</translation>
    </message>
    <message>
        <source>1 wire fits</source>
        <translation>1 fil possible</translation>
    </message>
    <message>
        <source>{} wires fit</source>
        <translation>{} fils possibles</translation>
    </message>
    <message>
        <source>Nothing fits that is not wired already</source>
        <translation>Rien ne convient qui ne soit déjà relié</translation>
    </message>
    <message>
        <source>Select the block that is to be wired, or several to wire them with each other</source>
        <translation>Sélectionnez le bloc à relier, ou plusieurs pour les relier entre eux</translation>
    </message>
    <message>
        <source>Wire the selected blocks</source>
        <translation>Relier les blocs sélectionnés</translation>
    </message>
</context>
</TS>
