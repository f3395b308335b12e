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
        <source>Copying…</source>
        <translation>Copie…</translation>
    </message>
    <message>
        <source>Pasting…</source>
        <translation>Collage…</translation>
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
        <source>As a block</source>
        <translation>En tant que bloc</translation>
    </message>
    <message>
        <source>+ Arg</source>
        <translation>+ Arg</translation>
    </message>
    <message>
        <source>Add an input, which instances of this page have as a pin</source>
        <translation>Une entrée des blocs faits de cette page</translation>
    </message>
    <message>
        <source>+ Retval</source>
        <translation>+ Retval</translation>
    </message>
    <message>
        <source>Add an output, which instances of this page have as a pin</source>
        <translation>Une sortie des blocs faits de cette page</translation>
    </message>
    <message>
        <source>+ Parameter</source>
        <translation>+ Parameter</translation>
    </message>
    <message>
        <source>Add a parameter, which each instance of this page sets</source>
        <translation>Ce qui est saisi pour chaque bloc fait de cette page</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Monter</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Descendre</translation>
    </message>
    <message>
        <source>Move up among the pins of its kind (Alt+Up)</source>
        <translation>Monter parmi les broches de son genre (Alt+Haut)</translation>
    </message>
    <message>
        <source>Move down among the pins of its kind (Alt+Down)</source>
        <translation>Descendre parmi les broches de son genre (Alt+Bas)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Remove it here and from all instances of this page (Del)</source>
        <translation>Ici et dans tous les blocs faits de cette page (Suppr)</translation>
    </message>
    <message>
        <source>Set {0}</source>
        <translation>Définir {0}</translation>
    </message>
    <message>
        <source>Inputs, outputs and parameters of the page</source>
        <translation>Ce que la page prend et donne</translation>
    </message>
    <message>
        <source>name</source>
        <translation>nom</translation>
    </message>
    <message>
        <source>type</source>
        <translation>type</translation>
    </message>
    <message>
        <source>default</source>
        <translation>défaut</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>unité</translation>
    </message>
    <message>
        <source>label</source>
        <translation>description</translation>
    </message>
    <message>
        <source>Args</source>
        <translation>Args</translation>
    </message>
    <message>
        <source>Retvals</source>
        <translation>Retvals</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameters</translation>
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
        <source>Straighten {0} wires</source>
        <translation>Redresser {0} fils</translation>
    </message>
    <message>
        <source>Snap {0} items</source>
        <translation>Caler {0} éléments sur la grille</translation>
    </message>
    <message>
        <source>Duplicating…</source>
        <translation>Duplication…</translation>
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
        <source>no value</source>
        <translation>pas de valeur</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>non exécuté</translation>
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
        <source>Insert a block…</source>
        <translation>Insérer un bloc…</translation>
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
        <source>Route automatically</source>
        <translation>Tracé automatique</translation>
    </message>
    <message>
        <source>Order {0}</source>
        <translation>Réordonner {0}</translation>
    </message>
    <message>
        <source>Move up in {0}</source>
        <translation>Plus tôt dans {0}</translation>
    </message>
    <message>
        <source>Move down in {0}</source>
        <translation>Plus tard dans {0}</translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation>Aller à {0}</translation>
    </message>
    <message>
        <source>Value of {0}</source>
        <translation>Valeur de {0}</translation>
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
        <source>Replace by a Const block</source>
        <translation>En faire un bloc Const</translation>
    </message>
    <message>
        <source>Initialise now</source>
        <translation>Initialiser maintenant</translation>
    </message>
    <message>
        <source>Initialise {0} variables now</source>
        <translation>Initialiser {0} variables maintenant</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>Modifier le texte</translation>
    </message>
    <message>
        <source>Import the value of {0}…</source>
        <translation>Importer la valeur de {0}…</translation>
    </message>
    <message>
        <source>Export the value of {0}…</source>
        <translation>Exporter la valeur de {0}…</translation>
    </message>
    <message>
        <source>New page for {0}</source>
        <translation>Nouvelle page pour {0}</translation>
    </message>
    <message>
        <source>Replace by a parameter</source>
        <translation>En faire un paramètre</translation>
    </message>
    <message>
        <source>Slider…</source>
        <translation>Réglette…</translation>
    </message>
    <message>
        <source>Remove slider</source>
        <translation>Sans réglette</translation>
    </message>
    <message>
        <source>Create the pages of its functions</source>
        <translation>Créer les pages de ses fonctions</translation>
    </message>
    <message>
        <source>Why is {0} not finite?</source>
        <translation>Pourquoi {0} n&apos;est-il pas fini&#xa0;?</translation>
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
        <source>Add a block…</source>
        <translation>Ajouter un bloc…</translation>
    </message>
    <message>
        <source>Make a block</source>
        <translation>Faire un bloc</translation>
    </message>
    <message>
        <source>Name of its page:</source>
        <translation>Nom de sa page&#xa0;:</translation>
    </message>
    <message>
        <source>Change batch size</source>
        <translation>Changer la taille du lot</translation>
    </message>
    <message>
        <source>Size of the batch, ? for any:</source>
        <translation>Taille du lot,&#xa0;? pour toute taille&#xa0;:</translation>
    </message>
    <message>
        <source>Another element…</source>
        <translation>Un autre élément…</translation>
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
        <source>Drag it to a block that runs before this one.</source>
        <translation>Tirez-le vers un autre bloc&#xa0;: ce qui s&apos;exécute avant ce bloc.</translation>
    </message>
    <message>
        <source>Click for fixes.</source>
        <translation>Cliquez pour voir les corrections.</translation>
    </message>
    <message>
        <source>Drag it to a block that runs after this one.</source>
        <translation>Tirez-le vers un autre bloc&#xa0;: ce qui s&apos;exécute après ce bloc.</translation>
    </message>
    <message>
        <source>Drag it to run_outputs of a Session to run this block without fetching its outputs.</source>
        <translation>Tirez-le vers run_outputs d&apos;une Session&#xa0;: elle exécute alors ce bloc et n&apos;en récupère rien.</translation>
    </message>
    <message>
        <source>Runs by the CPU reference, as ordinary ops, because this machine has no TPU.</source>
        <translation>S&apos;exécute par la référence CPU&#xa0;: ramené à des ops ordinaires, faute de TPU ici.</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
    <message>
        <source>Click to show each pin.</source>
        <translation>Cliquez pour montrer chaque broche.</translation>
    </message>
    <message>
        <source>Only in this instance.</source>
        <translation>Dans cette instance seulement.</translation>
    </message>
    <message>
        <source>Breakpoint: runs pause before this block.</source>
        <translation>Les exécutions se mettent en pause avant lui.</translation>
    </message>
    <message>
        <source>Breakpoint: runs pause before {0} inside this block.</source>
        <translation>Les exécutions se mettent en pause avant {0} à l’intérieur.</translation>
    </message>
    <message>
        <source>Conditional breakpoint: runs pause if {0}.</source>
        <translation>Les exécutions se mettent en pause là où {0} est vrai.</translation>
    </message>
    <message>
        <source>Muted: the page runs without it.</source>
        <translation>Désactivé&#xa0;: la page s&apos;exécute sans lui.</translation>
    </message>
    <message>
        <source>Bypassed: its output is its input.</source>
        <translation>Contourné&#xa0;: il transmet son entrée comme sortie.</translation>
    </message>
    <message>
        <source>{0}: because of the problem here</source>
        <translation>{0}&#xa0;: à cause du problème ici</translation>
    </message>
    <message>
        <source>{0}: because of the problem at {1}</source>
        <translation>{0}&#xa0;: à cause du problème à {1}</translation>
    </message>
    <message>
        <source>Left out: a block that it needs is muted.</source>
        <translation>Omis&#xa0;: un bloc dont il a besoin est désactivé.</translation>
    </message>
    <message>
        <source>Not reached: the step failed earlier.</source>
        <translation>Non atteint&#xa0;: l’étape a échoué avant.</translation>
    </message>
    <message>
        <source>Not run: only pinned outputs depend on it.</source>
        <translation>Non exécuté&#xa0;: ce qu&apos;il donnerait est épinglé plus loin.</translation>
    </message>
    <message>
        <source>No other attributes.</source>
        <translation>Pas d’autres attributs.</translation>
    </message>
    <message>
        <source>The page of the block. This pin is never wired.</source>
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
        <source>Click to find the origin of the non-finite value.</source>
        <translation>Cliquez pour trouver l’origine de la valeur non finie.</translation>
    </message>
    <message>
        <source>input in the failed step: {0}</source>
        <translation>reçu à l’étape échouée&#xa0;: {0}</translation>
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
        <source>set after step {0}</source>
        <translation>donné après le pas {0}</translation>
    </message>
    <message>
        <source>gradient of the loss: {0}</source>
        <translation>gradient de la perte&#xa0;: {0}</translation>
    </message>
    <message>
        <source>gradient of the loss, over all calls: {0}</source>
        <translation>gradient de la perte, sur tous les appels&#xa0;: {0}</translation>
    </message>
    <message>
        <source>its root mean square: {0}</source>
        <translation>sa moyenne quadratique&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Out of date: this block, or a block upstream of it, was edited since the run.</source>
        <translation>Plus ancien que la page&#xa0;: ce bloc, ou ce dont il dépend, a été modifié depuis l&apos;exécution.</translation>
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
        <source>{0} already waits for {1}</source>
        <translation>{0} attend déjà {1}</translation>
    </message>
    <message>
        <source>{0} has no such pin</source>
        <translation>{0} n&apos;a pas cette broche</translation>
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
        <source>connect an output to an input</source>
        <translation>une sortie va vers une entrée</translation>
    </message>
    <message>
        <source>connect an input to an output</source>
        <translation>une entrée prend une sortie</translation>
    </message>
    <message>
        <source>{0} and {1} fit</source>
        <translation>{0} et {1} s&apos;accordent</translation>
    </message>
    <message>
        <source>{0} accepts no wire</source>
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
        <translation>{0} est une liste&#xa0;: reliez ses éléments un à un</translation>
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
        <source>&amp;Open…</source>
        <translation>&amp;Ouvrir…</translation>
    </message>
    <message>
        <source>New &amp;Window</source>
        <translation>Nouvelle &amp;fenêtre</translation>
    </message>
    <message>
        <source>Open another window, for another document</source>
        <translation>Une autre fenêtre à côté de celle-ci, pour un autre document</translation>
    </message>
    <message>
        <source>&amp;Import Pages…</source>
        <translation>&amp;Importer des pages…</translation>
    </message>
    <message>
        <source>Add the pages of another file to this document</source>
        <translation>Ajouter les pages d’un autre fichier à ce document</translation>
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
        <source>Save &amp;As…</source>
        <translation>Enregistrer &amp;sous…</translation>
    </message>
    <message>
        <source>Cop&amp;y as Picture</source>
        <translation>Cop&amp;ier comme image</translation>
    </message>
    <message>
        <source>Copy a picture of the selected blocks, or of the current page, to the clipboard</source>
        <translation>Les blocs sélectionnés, ou la page affichée, dans le presse-papiers</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>&amp;Imprimer…</translation>
    </message>
    <message>
        <source>Map &amp;Windows Folders…</source>
        <translation>Situer les dossiers &amp;Windows…</translation>
    </message>
    <message>
        <source>Choose the folders on this machine for the Windows folders that enuSpace pages name</source>
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
        <source>Undo &amp;History…</source>
        <translation>&amp;Historique des annulations…</translation>
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
        <source>D&amp;uplicate</source>
        <translation>&amp;Dupliquer</translation>
    </message>
    <message>
        <source>Duplicate &amp;with Incoming Wires</source>
        <translation>Dupliquer a&amp;vec les fils entrants</translation>
    </message>
    <message>
        <source>Add a block to the right of the selected one, wired to its first output</source>
        <translation>À sa droite, relié à sa première sortie</translation>
    </message>
    <message>
        <source>Sa&amp;ve as Snippet…</source>
        <translation>&amp;Garder comme extrait…</translation>
    </message>
    <message>
        <source>Save the selected blocks under a name, for use on any page</source>
        <translation>Garder les blocs sélectionnés sous un nom, pour n’importe quelle page</translation>
    </message>
    <message>
        <source>Insert blocks that were saved as a snippet</source>
        <translation>Des blocs gardés sous un nom</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>&amp;Tout sélectionner</translation>
    </message>
    <message>
        <source>Select All &amp;of the Same Type</source>
        <translation>Sélectionner tout le même t&amp;ype</translation>
    </message>
    <message>
        <source>Add &amp;Block…</source>
        <translation>Ajouter un &amp;bloc…</translation>
    </message>
    <message>
        <source>&amp;Select</source>
        <translation>&amp;Sélection</translation>
    </message>
    <message>
        <source>&amp;Debug</source>
        <translation>&amp;Débogage</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modèle</translation>
    </message>
    <message>
        <source>&amp;Data from…</source>
        <translation>&amp;Données de…</translation>
    </message>
    <message>
        <source>Add blocks that read batches from a table (.csv), an array (.npy) or a folder of pictures, and a model to train</source>
        <translation>Une table (.csv), un tableau (.npy) ou un dossier d&apos;images comme bloc qui donne des lots, et un modèle qui en apprend</translation>
    </message>
    <message>
        <source>Export &amp;Model…</source>
        <translation>Exporter le &amp;modèle…</translation>
    </message>
    <message>
        <source>Export P&amp;ython Script…</source>
        <translation>Exporter un script P&amp;ython…</translation>
    </message>
    <message>
        <source>&amp;History of This File…</source>
        <translation>&amp;Historique de ce fichier…</translation>
    </message>
    <message>
        <source>Choose a block type in the palette</source>
        <translation>Choisir un type de bloc dans la palette</translation>
    </message>
    <message>
        <source>Add &amp;Note</source>
        <translation>Ajouter une &amp;note</translation>
    </message>
    <message>
        <source>Add a text to the page, such as a comment or a heading</source>
        <translation>Un texte sur la page&#xa0;: un commentaire, un titre</translation>
    </message>
    <message>
        <source>&amp;Find Block…</source>
        <translation>Re&amp;chercher un bloc…</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt</source>
        <translation>Rechercher le &amp;suivant</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>Rechercher le précédent</translation>
    </message>
    <message>
        <source>Prefere&amp;nces…</source>
        <translation>Préfére&amp;nces…</translation>
    </message>
    <message>
        <source>Theme, text size, language, keys</source>
        <translation>Thème, taille du texte, langue, touches</translation>
    </message>
    <message>
        <source>Show the whole page</source>
        <translation>Montrer toute la page</translation>
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
        <source>Bookmark This &amp;View</source>
        <translation>Marquer cette &amp;vue</translation>
    </message>
    <message>
        <source>Hide all panels, or bring them back</source>
        <translation>Masquer tous les panneaux, ou les ramener</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>Plein &amp;écran</translation>
    </message>
    <message>
        <source>Go to &amp;Page</source>
        <translation>Aller à la &amp;page</translation>
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
        <source>Go to &amp;Changes</source>
        <translation>Aller aux &amp;différences</translation>
    </message>
    <message>
        <source>Show the differences from the document that this one is compared with</source>
        <translation>La liste de ce qui diffère du document auquel celui-ci est comparé</translation>
    </message>
    <message>
        <source>Next Chan&amp;ge</source>
        <translation>Différence suivan&amp;te</translation>
    </message>
    <message>
        <source>Previous Change</source>
        <translation>Différence précédente</translation>
    </message>
    <message>
        <source>Go to &amp;Outline</source>
        <translation>Aller à la struc&amp;ture</translation>
    </message>
    <message>
        <source>a run is in progress: stop it first</source>
        <translation>une exécution est en cours&#xa0;: arrêtez-la d’abord</translation>
    </message>
    <message>
        <source>the latest step is shown</source>
        <translation>la dernière étape est affichée</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xporter</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <translation>&amp;Versions</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>A&amp;jouter</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Rechercher</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>&amp;Aller à</translation>
    </message>
    <message>
        <source>A&amp;lign</source>
        <translation>Al&amp;igner</translation>
    </message>
    <message>
        <source>Run Sta&amp;te</source>
        <translation>État &amp;de l’exécution</translation>
    </message>
    <message>
        <source>Sa&amp;ved Runs</source>
        <translation>Exécutions enregi&amp;strées</translation>
    </message>
    <message>
        <source>&amp;Overlays</source>
        <translation>S&amp;uperpositions</translation>
    </message>
    <message>
        <source>Export P&amp;icture…</source>
        <translation>Exporter une &amp;image…</translation>
    </message>
    <message>
        <source>Export the current page as a PNG, SVG or PDF picture</source>
        <translation>Exporter la page affichée en image PNG, SVG ou PDF</translation>
    </message>
    <message>
        <source>Export the signatures of the document as a SavedModel, variables as a checkpoint or weights, or the graph</source>
        <translation>Exporter les signatures du document en SavedModel, les variables en checkpoint ou en poids, ou le graphe</translation>
    </message>
    <message>
        <source>Export the current page as a Python script that uses only TensorFlow</source>
        <translation>Exporter la page affichée en script Python qui n’utilise que TensorFlow</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>&amp;Comparer…</translation>
    </message>
    <message>
        <source>Compare the document with a file, a commit or its saved version, and take over changes</source>
        <translation>Comparer le document avec un fichier, un commit ou sa version enregistrée, et reprendre des modifications</translation>
    </message>
    <message>
        <source>&amp;Merge…</source>
        <translation>&amp;Fusionner…</translation>
    </message>
    <message>
        <source>Merge another version of the document into this one</source>
        <translation>Fusionner une autre version du document dans celle-ci</translation>
    </message>
    <message>
        <source>List the commits of the document in git</source>
        <translation>Lister les commits du document dans git</translation>
    </message>
    <message>
        <source>&amp;Recover Unsaved Changes…</source>
        <translation>Réc&amp;upérer les modifications non enregistrées…</translation>
    </message>
    <message>
        <source>Recover changes from the journal of a window that ended unexpectedly</source>
        <translation>Récupérer les modifications du journal d’une fenêtre qui s’est terminée de façon inattendue</translation>
    </message>
    <message>
        <source>List the undo entries and go back to any of them</source>
        <translation>Lister les entrées d’annulation et revenir à n’importe laquelle</translation>
    </message>
    <message>
        <source>Paste, and wire the copies to the sources of the originals</source>
        <translation>Coller, et relier les copies aux sources des originaux</translation>
    </message>
    <message>
        <source>Add Block &amp;after the Selected…</source>
        <translation>Ajouter un bloc a&amp;près le bloc sélectionné…</translation>
    </message>
    <message>
        <source>&amp;Insert Snippet…</source>
        <translation>&amp;Insérer un extrait…</translation>
    </message>
    <message>
        <source>&amp;Mute</source>
        <translation>Désac&amp;tiver</translation>
    </message>
    <message>
        <source>Run the page without the selected blocks, and without the blocks that need them</source>
        <translation>Exécuter la page sans les blocs sélectionnés, ni les blocs qui en ont besoin</translation>
    </message>
    <message>
        <source>B&amp;ypass</source>
        <translation>C&amp;ontourner</translation>
    </message>
    <message>
        <source>Pass inputs of the selected blocks on to their outputs of the same type</source>
        <translation>Transmettre les entrées des blocs sélectionnés à leurs sorties de même type</translation>
    </message>
    <message>
        <source>&amp;Quick Fix…</source>
        <translation>&amp;Correction rapide…</translation>
    </message>
    <message>
        <source>Show the problem of the selected block, or the next problem, and how to fix it</source>
        <translation>Montrer le problème du bloc sélectionné, ou le problème suivant, et comment le corriger</translation>
    </message>
    <message>
        <source>Select &amp;Inputs</source>
        <translation>Sélectionner les &amp;entrées</translation>
    </message>
    <message>
        <source>Add the blocks that feed the selected blocks</source>
        <translation>Ajouter les blocs qui alimentent les blocs sélectionnés</translation>
    </message>
    <message>
        <source>Select &amp;Consumers</source>
        <translation>Sélectionner les &amp;consommateurs</translation>
    </message>
    <message>
        <source>Add the blocks that the selected blocks feed</source>
        <translation>Ajouter les blocs que les blocs sélectionnés alimentent</translation>
    </message>
    <message>
        <source>Select All &amp;Upstream</source>
        <translation>Sélectionner tout en a&amp;mont</translation>
    </message>
    <message>
        <source>Select All &amp;Downstream</source>
        <translation>Sélectionner tout en a&amp;val</translation>
    </message>
    <message>
        <source>Select All &amp;Connected</source>
        <translation>Sélectionner tout ce qui est &amp;relié</translation>
    </message>
    <message>
        <source>Select &amp;Paths Between</source>
        <translation>Sélectionner les c&amp;hemins entre eux</translation>
    </message>
    <message>
        <source>Select all blocks on the paths from one selected block to another</source>
        <translation>Sélectionner tous les blocs sur les chemins d’un bloc sélectionné à un autre</translation>
    </message>
    <message>
        <source>Select S&amp;cope</source>
        <translation>Sélectionner le &amp;scope</translation>
    </message>
    <message>
        <source>Select the blocks of the same scope; again for the scope around it</source>
        <translation>Sélectionner les blocs du même scope&#xa0;; encore une fois&#xa0;: ceux du scope qui l’entoure</translation>
    </message>
    <message>
        <source>&amp;Fit Page</source>
        <translation>A&amp;juster à la page</translation>
    </message>
    <message>
        <source>Fit &amp;Selection</source>
        <translation>Ajuster à la &amp;sélection</translation>
    </message>
    <message>
        <source>Bookmark the visible part of the page; press its digit to come back</source>
        <translation>Marquer la partie visible de la page&#xa0;; appuyez sur son chiffre pour y revenir</translation>
    </message>
    <message>
        <source>Go to &amp;Inspector</source>
        <translation>Aller à l’in&amp;specteur</translation>
    </message>
    <message>
        <source>Show pages, blocks, pins and wires as a tree</source>
        <translation>Pages, blocs, broches et fils sous forme d&apos;arbre</translation>
    </message>
    <message>
        <source>Go to &amp;Messages</source>
        <translation>Aller aux &amp;messages</translation>
    </message>
    <message>
        <source>Ne&amp;xt Panel</source>
        <translation>Panneau su&amp;ivant</translation>
    </message>
    <message>
        <source>Move the focus to the next panel</source>
        <translation>Déplacer le focus vers le panneau suivant</translation>
    </message>
    <message>
        <source>Pre&amp;vious Panel</source>
        <translation>Pa&amp;nneau précédent</translation>
    </message>
    <message>
        <source>&amp;View Result…</source>
        <translation>&amp;Voir le résultat…</translation>
    </message>
    <message>
        <source>Show the result of the selected block as a table, plots or an image</source>
        <translation>Le résultat du bloc sélectionné en tableau, courbes ou image</translation>
    </message>
    <message>
        <source>Preview &amp;Data…</source>
        <translation>Aperçu des &amp;données…</translation>
    </message>
    <message>
        <source>Preview the first elements of the selected dataset or iterator, without a run</source>
        <translation>Aperçu des premiers éléments du jeu de données ou de l’itérateur sélectionné, sans exécution</translation>
    </message>
    <message>
        <source>Show the result of the selected block on the page: a table, a plot or an image</source>
        <translation>Montrer le résultat du bloc sélectionné sur la page&#xa0;: un tableau, une courbe ou une image</translation>
    </message>
    <message>
        <source>&amp;Map</source>
        <translation>P&amp;lan</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>&amp;Frise</translation>
    </message>
    <message>
        <source>Show the steps of the run under the page; drag to see values of past steps</source>
        <translation>Montrer les étapes de l’exécution sous la page&#xa0;; glissez pour voir les valeurs d’étapes passées</translation>
    </message>
    <message>
        <source>&amp;Frame Selection</source>
        <translation>&amp;Encadrer la sélection</translation>
    </message>
    <message>
        <source>Take &amp;out of Frame</source>
        <translation>&amp;Sortir du cadre</translation>
    </message>
    <message>
        <source>&amp;Group into Page…</source>
        <translation>&amp;Grouper en une page…</translation>
    </message>
    <message>
        <source>Move the selected blocks to a new page, and put an instance in their place</source>
        <translation>Déplacer les blocs sélectionnés vers une nouvelle page, et mettre une instance à leur place</translation>
    </message>
    <message>
        <source>&amp;Ungroup</source>
        <translation>&amp;Dégrouper</translation>
    </message>
    <message>
        <source>Replace an instance by the blocks of its page</source>
        <translation>Remplacer une instance par les blocs de sa page</translation>
    </message>
    <message>
        <source>Copy to Separate &amp;Page</source>
        <translation>Copier vers sa propre &amp;page</translation>
    </message>
    <message>
        <source>Copy the page of the selected instance, so that you can edit it without changing other instances</source>
        <translation>Copier la page de l’instance sélectionnée, pour pouvoir la modifier sans changer les autres instances</translation>
    </message>
    <message>
        <source>&amp;Snap to Grid</source>
        <translation>Caler sur la &amp;grille</translation>
    </message>
    <message>
        <source>&amp;Extract Values to Const Blocks</source>
        <translation>&amp;Extraire les valeurs vers des blocs Const</translation>
    </message>
    <message>
        <source>Replace each typed value of the selected blocks by a Const block that is wired to the input</source>
        <translation>Remplacer chaque valeur saisie des blocs sélectionnés par un bloc Const relié à l’entrée</translation>
    </message>
    <message>
        <source>&amp;Inline Values of Const Blocks</source>
        <translation>&amp;Intégrer les valeurs des blocs Const</translation>
    </message>
    <message>
        <source>Type the values of Const blocks into the inputs that they feed, and remove the blocks</source>
        <translation>Saisir les valeurs des blocs Const dans les entrées qu’ils alimentent, et supprimer ces blocs</translation>
    </message>
    <message>
        <source>Add a loss, an optimizer, labels and a session after the selected block</source>
        <translation>Ajouter une perte, un optimiseur, des étiquettes et une session derrière le bloc sélectionné</translation>
    </message>
    <message>
        <source>Add metrics, a Validation block and a chart for the session of the page</source>
        <translation>Ajouter des métriques, un bloc Validation et un graphique pour la session de la page</translation>
    </message>
    <message>
        <source>T&amp;rainable</source>
        <translation>Entraîna&amp;ble</translation>
    </message>
    <message>
        <source>Let training change the selected variables, and those in selected frames</source>
        <translation>Si l’entraînement modifie les variables sélectionnées, et celles des cadres sélectionnés</translation>
    </message>
    <message>
        <source>Store Trained &amp;Values as Initial Values</source>
        <translation>Enregistrer les valeurs apprises comme valeurs &amp;initiales</translation>
    </message>
    <message>
        <source>Store the values of variables as initial values, in the weights of the document</source>
        <translation>Enregistrer les valeurs des variables comme valeurs initiales, dans les poids du document</translation>
    </message>
    <message>
        <source>Freeze &amp;Variables</source>
        <translation>&amp;Figer les variables</translation>
    </message>
    <message>
        <source>Replace the selected variables by Const blocks of the same names and values</source>
        <translation>Remplacer les variables sélectionnées par des blocs Const de mêmes noms et valeurs</translation>
    </message>
    <message>
        <source>&amp;Unfreeze</source>
        <translation>Défi&amp;ger</translation>
    </message>
    <message>
        <source>Replace the selected Const blocks by variables of the same names and values</source>
        <translation>Remplacer les blocs Const sélectionnés par des variables de mêmes noms et valeurs</translation>
    </message>
    <message>
        <source>&amp;Extract Subgraph</source>
        <translation>&amp;Extraire le sous-graphe</translation>
    </message>
    <message>
        <source>Remove all blocks that the selected blocks do not depend on</source>
        <translation>Supprimer tous les blocs dont les blocs sélectionnés ne dépendent pas</translation>
    </message>
    <message>
        <source>Replace with &amp;Feed</source>
        <translation>Rem&amp;placer par un feed</translation>
    </message>
    <message>
        <source>Replace the source of the selected wires, or what the selected blocks depend on, by a feed</source>
        <translation>Remplacer par un feed la source des fils sélectionnés, ou ce dont dépendent les blocs sélectionnés</translation>
    </message>
    <message>
        <source>Add &amp;Output</source>
        <translation>Ajouter une s&amp;ortie</translation>
    </message>
    <message>
        <source>Add an output of the page for the selected blocks</source>
        <translation>Ajouter une sortie de la page pour les blocs sélectionnés</translation>
    </message>
    <message>
        <source>Change the first dimension of feeds, and the typed sizes that follow from it</source>
        <translation>Changer la première dimension des feeds, et les tailles saisies qui en découlent</translation>
    </message>
    <message>
        <source>Remove dropout, gradients, optimizers, assertions and Identity blocks</source>
        <translation>Retirer dropout, gradients, optimiseurs, assertions et blocs Identity</translation>
    </message>
    <message>
        <source>&amp;Compare Values with Opened Model</source>
        <translation>&amp;Comparer les valeurs avec le modèle tel qu’ouvert</translation>
    </message>
    <message>
        <source>Run the current page and the model as it was opened with the same feeds, and list differences, largest first</source>
        <translation>Alimenter de la même façon la page affichée et le modèle tel qu’ouvert, et lister les différences, la plus grande d’abord</translation>
    </message>
    <message>
        <source>C&amp;ost of Page</source>
        <translation>Coû&amp;t de la page</translation>
    </message>
    <message>
        <source>Show parameters, operations and memory by block, frame and instance, and times of a step</source>
        <translation>Montrer les paramètres, les opérations et la mémoire par bloc, cadre et instance, et les temps d’un pas</translation>
    </message>
    <message>
        <source>&amp;Open Function or Instance</source>
        <translation>&amp;Ouvrir la fonction ou l’instance</translation>
    </message>
    <message>
        <source>Open the page of the selected instance, or the function of the selected block</source>
        <translation>Ouvrir la page de l’instance sélectionnée, ou la fonction du bloc sélectionné</translation>
    </message>
    <message>
        <source>Return to the block through which you opened this page</source>
        <translation>Revenir au bloc par lequel vous avez ouvert cette page</translation>
    </message>
    <message>
        <source>Run one step; if the run is paused, step over the next block</source>
        <translation>Exécuter un pas&#xa0;; si l’exécution est en pause, avancer d’un bloc</translation>
    </message>
    <message>
        <source>Run until a condition is true, such as LOSS &lt; 0.01</source>
        <translation>Exécuter jusqu’à ce qu’une condition soit vraie, comme LOSS &lt; 0.01</translation>
    </message>
    <message>
        <source>P&amp;in Output</source>
        <translation>&amp;Épingler la sortie</translation>
    </message>
    <message>
        <source>Use the last value of the selected block instead of computing it</source>
        <translation>Utiliser la dernière valeur du bloc sélectionné au lieu de le calculer</translation>
    </message>
    <message>
        <source>Show E&amp;xecution Times</source>
        <translation>Montrer les &amp;temps d’exécution</translation>
    </message>
    <message>
        <source>Measure how long each block takes in a step</source>
        <translation>Mesurer combien de temps prend chaque bloc dans un pas</translation>
    </message>
    <message>
        <source>Show how large the gradient of the loss is on each wire</source>
        <translation>Montrer sur chaque fil la grandeur du gradient de la perte</translation>
    </message>
    <message>
        <source>Show &amp;Numbers from File…</source>
        <translation>Montrer les &amp;nombres d’un fichier…</translation>
    </message>
    <message>
        <source>Colour blocks by the numbers of a JSON or CSV file, which has a number for each node name</source>
        <translation>Colorer les blocs selon les nombres d’un fichier JSON ou CSV, qui a un nombre pour chaque nom de nœud</translation>
    </message>
    <message>
        <source>&amp;Save Variables…</source>
        <translation>&amp;Enregistrer les variables…</translation>
    </message>
    <message>
        <source>Save the variables of the page that ran as a checkpoint, safetensors or .npz</source>
        <translation>Enregistrer les variables de la page exécutée en checkpoint, safetensors ou .npz</translation>
    </message>
    <message>
        <source>&amp;Restore Variables…</source>
        <translation>&amp;Restaurer les variables…</translation>
    </message>
    <message>
        <source>Restore the variables of the current page from a checkpoint, safetensors or .npz</source>
        <translation>Restaurer les variables de la page affichée depuis un checkpoint, safetensors ou .npz</translation>
    </message>
    <message>
        <source>&amp;Open Recording…</source>
        <translation>&amp;Ouvrir un enregistrement…</translation>
    </message>
    <message>
        <source>Open the recorded steps of a run that blockloom run --history wrote</source>
        <translation>Ouvrir les étapes enregistrées d’une exécution, écrites par blockloom run --history</translation>
    </message>
    <message>
        <source>&amp;Save Run…</source>
        <translation>&amp;Enregistrer l’exécution…</translation>
    </message>
    <message>
        <source>Save the charts of this run under a name, to compare later runs with it</source>
        <translation>Enregistrer les graphiques de cette exécution sous un nom, pour y comparer les suivantes</translation>
    </message>
    <message>
        <source>Saved R&amp;uns…</source>
        <translation>Exéc&amp;utions enregistrées…</translation>
    </message>
    <message>
        <source>Show, hide, rename or export saved runs</source>
        <translation>Afficher, masquer, renommer ou exporter les exécutions enregistrées</translation>
    </message>
    <message>
        <source>&amp;Latest Step</source>
        <translation>&amp;Dernière étape</translation>
    </message>
    <message>
        <source>Show the values of the latest step; on the page, Escape does so too</source>
        <translation>Montrer les valeurs de la dernière étape&#xa0;; sur la page, Échap le fait aussi</translation>
    </message>
    <message>
        <source>A page whose loss becomes NaN: find the origin and fix it</source>
        <translation>Une page dont la perte devient NaN&#xa0;: en trouver l’origine et la corriger</translation>
    </message>
    <message>
        <source>Pi&amp;n Result to the Canvas</source>
        <translation>É&amp;pingler le résultat sur le canevas</translation>
    </message>
    <message>
        <source>&amp;Light Theme</source>
        <translation>Thème &amp;clair</translation>
    </message>
    <message>
        <source>&amp;Page Only</source>
        <translation>Seulement la pa&amp;ge</translation>
    </message>
    <message>
        <source>Lay out the selected blocks, or the page, so that wires run to the right and few cross</source>
        <translation>Dispose les blocs sélectionnés, ou la page, pour que les fils aillent vers la droite et se croisent peu</translation>
    </message>
    <message>
        <source>&amp;Collapse or Expand Frame</source>
        <translation>&amp;Replier ou déplier le cadre</translation>
    </message>
    <message>
        <source>Expand One &amp;Level</source>
        <translation>Déplier un &amp;niveau</translation>
    </message>
    <message>
        <source>Expand all collapsed frames, but not the frames inside them</source>
        <translation>Déplier tous les cadres repliés&#xa0;; ceux qu&apos;ils contiennent restent tels quels</translation>
    </message>
    <message>
        <source>Collap&amp;se One Level</source>
        <translation>Replier &amp;un niveau</translation>
    </message>
    <message>
        <source>Collapse the innermost expanded frames</source>
        <translation>Replier les cadres dépliés les plus profonds</translation>
    </message>
    <message>
        <source>&amp;Colour…</source>
        <translation>&amp;Couleur…</translation>
    </message>
    <message>
        <source>Set the colour of the selected blocks and notes</source>
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
        <source>Move the selected blocks so that their centres form a column</source>
        <translation>L&apos;un sous l&apos;autre, milieux alignés</translation>
    </message>
    <message>
        <source>Align &amp;Middles</source>
        <translation>Aligner les &amp;milieux</translation>
    </message>
    <message>
        <source>Move the selected blocks so that their centres form a row</source>
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
        <source>Stra&amp;ighten Wires</source>
        <translation>&amp;Redresser les fils</translation>
    </message>
    <message>
        <source>Move the selected blocks up or down so that wires between them run level</source>
        <translation>Monter ou descendre les blocs sélectionnés pour que les fils entre eux soient horizontaux</translation>
    </message>
    <message>
        <source>&amp;Wire the Selected Blocks</source>
        <translation>&amp;Relier les blocs sélectionnés</translation>
    </message>
    <message>
        <source>Wire each selected block to the nearest one on its right, by the pins that fit best</source>
        <translation>Chacun au plus proche à sa droite, par les broches qui conviennent le mieux</translation>
    </message>
    <message>
        <source>&amp;Swap Inputs</source>
        <translation>É&amp;changer les entrées</translation>
    </message>
    <message>
        <source>Swap wires and values of inputs of the same type, or the sources of two selected wires</source>
        <translation>Les fils et valeurs des entrées d’un même type changent de place&#xa0;; de même les sources de deux fils sélectionnés</translation>
    </message>
    <message>
        <source>&amp;Change Type…</source>
        <translation>&amp;Changer le type…</translation>
    </message>
    <message>
        <source>Replace the selected blocks by another type, and keep the wires and values that fit</source>
        <translation>Un autre type à la place des blocs sélectionnés&#xa0;: fils et valeurs restent, autant qu’ils conviennent</translation>
    </message>
    <message>
        <source>Change Type on All &amp;Pages…</source>
        <translation>Changer le type sur toutes les &amp;pages…</translation>
    </message>
    <message>
        <source>Change the type of all blocks of the document that have the type of the selected ones</source>
        <translation>Un autre type pour tous les blocs du document qui ont le type de ceux sélectionnés</translation>
    </message>
    <message>
        <source>&amp;Detach</source>
        <translation>&amp;Détacher</translation>
    </message>
    <message>
        <source>Disconnect the selected blocks, and wire their sources to their targets</source>
        <translation>Retirer les blocs sélectionnés de leurs fils, qui les contournent alors</translation>
    </message>
    <message>
        <source>Delete and &amp;Reconnect</source>
        <translation>&amp;Supprimer et raccorder</translation>
    </message>
    <message>
        <source>Delete the selected blocks, and wire their sources to their targets if the types fit</source>
        <translation>Ce que les blocs supprimés alimentaient l’est par ce qui les alimentait, là où les types conviennent</translation>
    </message>
    <message>
        <source>Change &amp;Batch Size…</source>
        <translation>Changer la taille du &amp;lot…</translation>
    </message>
    <message>
        <source>Remove &amp;Dropout and Training</source>
        <translation>Retirer &amp;dropout et entraînement</translation>
    </message>
    <message>
        <source>&amp;Train This</source>
        <translation>Ent&amp;raîner ceci</translation>
    </message>
    <message>
        <source>&amp;Validate After Each Epoch</source>
        <translation>&amp;Valider après chaque époque</translation>
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
        <source>&amp;Close Tab</source>
        <translation>&amp;Fermer l’onglet</translation>
    </message>
    <message>
        <source>The page stays in the document</source>
        <translation>La page reste dans le document</translation>
    </message>
    <message>
        <source>&amp;Delete Page</source>
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
        <source>&amp;Back Up</source>
        <translation>Re&amp;monter</translation>
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
        <source>Run the number of steps in the field of the tool bar</source>
        <translation>Exécute autant de pas que l&apos;indique le champ</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>Un &amp;pas</translation>
    </message>
    <message>
        <source>Run &amp;Continuously</source>
        <translation>Exécuter en &amp;continu</translation>
    </message>
    <message>
        <source>Run until stopped; if the run is paused, continue it</source>
        <translation>Exécuter jusqu’à l’arrêt&#xa0;; si l’exécution est en pause, la continuer</translation>
    </message>
    <message>
        <source>Run &amp;Until…</source>
        <translation>Exécuter &amp;jusqu’à…</translation>
    </message>
    <message>
        <source>&amp;Fit the Model…</source>
        <translation>A&amp;juster le modèle…</translation>
    </message>
    <message>
        <source>Run epochs with validation, stop early, and restore the best variables</source>
        <translation>Exécuter des époques, valider après chacune, finir quand il n&apos;y a plus d&apos;amélioration, et garder les meilleures variables</translation>
    </message>
    <message>
        <source>Run an &amp;Epoch</source>
        <translation>Exécuter une épo&amp;que</translation>
    </message>
    <message>
        <source>Run to the end of the data of iterators</source>
        <translation>Exécuter jusqu&apos;à la fin des données que donnent les itérateurs</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>Step Bac&amp;k</source>
        <translation>&amp;Reculer d&apos;un bloc</translation>
    </message>
    <message>
        <source>Run after &amp;Each Edit</source>
        <translation>Exécuter après &amp;chaque modification</translation>
    </message>
    <message>
        <source>Run a step after each edit that leaves the page without errors</source>
        <translation>Un pas après chaque modification qui laisse la page sans erreurs</translation>
    </message>
    <message>
        <source>Show &amp;Gradients on Wires</source>
        <translation>Afficher les &amp;gradients sur les fils</translation>
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
        <source>Tar&amp;get…</source>
        <translation>Ci&amp;ble…</translation>
    </message>
    <message>
        <source>Run on this machine or on a task of a cluster, and see which tasks can be reached</source>
        <translation>Exécuter sur cette machine ou sur une tâche d&apos;un cluster, et voir quelles tâches sont joignables</translation>
    </message>
    <message>
        <source>Toggle &amp;Breakpoint</source>
        <translation>Basculer le &amp;point d’arrêt</translation>
    </message>
    <message>
        <source>Pause runs before the selected block</source>
        <translation>Mettre les exécutions en pause avant le bloc sélectionné</translation>
    </message>
    <message>
        <source>Toggle Breakpoint in This &amp;Instance Only</source>
        <translation>Basculer le point d’arrêt dans cette seule &amp;instance</translation>
    </message>
    <message>
        <source>Pause runs before the selected block in the instance through which you opened its page</source>
        <translation>Mettre les exécutions en pause avant le bloc sélectionné, dans l’instance par laquelle vous avez ouvert sa page</translation>
    </message>
    <message>
        <source>C&amp;onditional Breakpoint…</source>
        <translation>Point d’arrêt c&amp;onditionnel…</translation>
    </message>
    <message>
        <source>Pause runs if a condition on the selected block is true, such as max(abs(LOG.y)) &gt; 10</source>
        <translation>Mettre les exécutions en pause si une condition sur le bloc sélectionné est vraie, comme max(abs(LOG.y)) &gt; 10</translation>
    </message>
    <message>
        <source>Breakpoin&amp;ts…</source>
        <translation>Poin&amp;ts d’arrêt…</translation>
    </message>
    <message>
        <source>List the breakpoints of all pages</source>
        <translation>Lister les points d’arrêt de toutes les pages</translation>
    </message>
    <message>
        <source>Remove &amp;All Breakpoints</source>
        <translation>Supprimer tous &amp;les points d’arrêt</translation>
    </message>
    <message>
        <source>Remove the breakpoints of all pages</source>
        <translation>Supprimer les points d’arrêt de toutes les pages</translation>
    </message>
    <message>
        <source>Show the values before the block that ran last, if the run is paused</source>
        <translation>Montrer les valeurs avant le dernier bloc exécuté, si l’exécution est en pause</translation>
    </message>
    <message>
        <source>Run to Selecte&amp;d Block</source>
        <translation>Exécuter jusqu’au &amp;bloc sélectionné</translation>
    </message>
    <message>
        <source>Show the values before the selected block, if the run is paused</source>
        <translation>Montrer les valeurs avant le bloc sélectionné, si l’exécution est en pause</translation>
    </message>
    <message>
        <source>Continue to Ne&amp;xt Call</source>
        <translation>Continuer jusqu’à l’&amp;appel suivant</translation>
    </message>
    <message>
        <source>Show the next call in which the breakpoint was hit, if the run is paused inside a function</source>
        <translation>Montrer l’appel suivant qui a atteint le point d’arrêt, si l’exécution est en pause dans une fonction</translation>
    </message>
    <message>
        <source>Roll &amp;Back Failed Step</source>
        <translation>Revenir a&amp;vant l’étape échouée</translation>
    </message>
    <message>
        <source>Restore the state before the failed step, and list what cannot be restored</source>
        <translation>Restaurer l’état d’avant l’étape qui a échoué, et nommer ce qui ne peut pas être restauré</translation>
    </message>
    <message>
        <source>S&amp;how Failed Step</source>
        <translation>Afficher l’étape éc&amp;houée</translation>
    </message>
    <message>
        <source>Show the values of the failed step, or of the last complete step</source>
        <translation>Montrer les valeurs de l’étape échouée, ou de la dernière étape complète</translation>
    </message>
    <message>
        <source>&amp;Previous Step</source>
        <translation>Étape pré&amp;cédente</translation>
    </message>
    <message>
        <source>Show the values of the previous step</source>
        <translation>Montrer les valeurs de l’étape d’avant</translation>
    </message>
    <message>
        <source>&amp;Next Step</source>
        <translation>Étape &amp;suivante</translation>
    </message>
    <message>
        <source>Show the values of the next step</source>
        <translation>Montrer les valeurs de l’étape d’après</translation>
    </message>
    <message>
        <source>Re&amp;wind to This Step</source>
        <translation>Reve&amp;nir à cette étape</translation>
    </message>
    <message>
        <source>Restore the variables after the shown step, and continue from there. Saves the run so far.</source>
        <translation>Restaurer les variables telles qu’après l’étape affichée, et continuer à partir de là. Enregistre l’exécution jusqu’ici.</translation>
    </message>
    <message>
        <source>Your &amp;First Graph</source>
        <translation>Votre premier &amp;graphe</translation>
    </message>
    <message>
        <source>Five steps on an empty page: place, wire, type, run, look</source>
        <translation>Cinq étapes sur une page vide&#xa0;: placer, relier, saisir, exécuter, regarder</translation>
    </message>
    <message>
        <source>&amp;Train on Your Data</source>
        <translation>En&amp;traîner sur vos données</translation>
    </message>
    <message>
        <source>From a table, an array or pictures to a model that is trained and validated</source>
        <translation>D&apos;une table, d&apos;un tableau ou d&apos;images à un modèle entraîné et validé</translation>
    </message>
    <message>
        <source>Find What Went Wron&amp;g</source>
        <translation>Trouver ce qui a mal &amp;tourné</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Commandes…</translation>
    </message>
    <message>
        <source>Find a command by its name</source>
        <translation>Trouver une commande par son nom</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>&amp;Documentation</translation>
    </message>
    <message>
        <source>Show the page about the selected block, the selected problem or the open dialog; otherwise all pages</source>
        <translation>La page sur le bloc sélectionné, le problème choisi ou le dialogue ouvert&#xa0;; sinon toutes les pages</translation>
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
        <source>Describe the selected block, its pins and attributes</source>
        <translation>Ce que fait le bloc sélectionné, ses broches et attributs</translation>
    </message>
    <message>
        <source>&amp;Mouse and Keys on the Page</source>
        <translation>&amp;Souris et clavier sur la page</translation>
    </message>
    <message>
        <source>&amp;Colours of Blocks, Pins and Wires</source>
        <translation>&amp;Couleurs des blocs, broches et fils</translation>
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
        <source>{} (page)</source>
        <translation>{} (page)</translation>
    </message>
    <message>
        <source>{} (enuSpace)</source>
        <translation>{} (enuSpace)</translation>
    </message>
    <message>
        <source>{} (TensorFlow)</source>
        <translation>{} (TensorFlow)</translation>
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
        <source>Pin {0}</source>
        <translation>Épingler {0}</translation>
    </message>
    <message>
        <source>Pin {0} results</source>
        <translation>Épingler {0} résultats</translation>
    </message>
    <message>
        <source>Show {0} as {1}</source>
        <translation>Montrer {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Unpin {0}</source>
        <translation>Détacher {0}</translation>
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
        <source>Functions</source>
        <translation>Fonctions</translation>
    </message>
    <message>
        <source>library {0}</source>
        <translation>bibliothèque {0}</translation>
    </message>
    <message>
        <source>Custom ops</source>
        <translation>Opérations personnalisées</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliothèques</translation>
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
        <source>This document</source>
        <translation>Ce document</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>CPU reference if there is no TPU</source>
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
        <source>This page has no description. The text of its topmost note is shown here.</source>
        <translation>Rien n&apos;est écrit sur cette page&#xa0;: ce que dit sa note la plus haute s&apos;afficherait ici.</translation>
    </message>
    <message>
        <source>TensorFlow has no documentation of this op.</source>
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
        <source>Drawing {}…</source>
        <translation>Dessin de {}…</translation>
    </message>
    <message>
        <source>Reloading it loses the changes that you made here since you saved it.</source>
        <translation>La recharger perd les modifications faites ici depuis votre enregistrement.</translation>
    </message>
    <message>
        <source>You made no changes here since you saved it.</source>
        <translation>Vous n’avez rien modifié ici depuis votre enregistrement.</translation>
    </message>
    <message>
        <source>Merging adds those changes to the open document, as one undo step.</source>
        <translation>Fusionner ajoute ces modifications au document ouvert, en une seule étape d’annulation.</translation>
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
        <source>&amp;Merge</source>
        <translation>&amp;Fusionner</translation>
    </message>
    <message>
        <source>Another program changed {}.</source>
        <translation>Un autre programme a modifié {}.</translation>
    </message>
    <message>
        <source>Another program changed {} since it was opened here.</source>
        <translation>Un autre programme a modifié {} depuis son ouverture ici.</translation>
    </message>
    <message>
        <source>All supported files</source>
        <translation>Tous les fichiers pris en charge</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Écraser</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>Overwriting it loses those changes.</source>
        <translation>L’écraser perd ces modifications.</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>Modifié sur le disque</translation>
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
        <source>Frozen TensorFlow graphs</source>
        <translation>Graphes TensorFlow figés</translation>
    </message>
    <message>
        <source>Export Model</source>
        <translation>Exporter le modèle</translation>
    </message>
    <message>
        <source>Export Python Script</source>
        <translation>Exporter un script Python</translation>
    </message>
    <message>
        <source>Exporting {}…</source>
        <translation>Export de {}…</translation>
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
        <source>Navigation</source>
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
        <source>Move the page</source>
        <translation>Déplacer la page</translation>
    </message>
    <message>
        <source>1 to 9</source>
        <translation>1 à 9</translation>
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
        <source>Drag on the empty page</source>
        <translation>Tirer sur la page vide</translation>
    </message>
    <message>
        <source>Alt or X, and drag on the empty page</source>
        <translation>Alt ou X et glisser sur la page vide</translation>
    </message>
    <message>
        <source>Shift or Ctrl and click</source>
        <translation>Maj ou Ctrl et clic</translation>
    </message>
    <message>
        <source>Add to the selection, or remove from it</source>
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
        <source>Click on true or false</source>
        <translation>Clic sur true ou false</translation>
    </message>
    <message>
        <source>Change it to the other value</source>
        <translation>Passer à l&apos;autre valeur</translation>
    </message>
    <message>
        <source>Right click on a number, Slider…</source>
        <translation>Clic droit sur un nombre, Réglette…</translation>
    </message>
    <message>
        <source>Give it a slider between two ends</source>
        <translation>Le faire glisser dès lors entre deux bornes</translation>
    </message>
    <message>
        <source>Type the first value; Tab goes to the next</source>
        <translation>Saisir la première valeur&#xa0;; Tab passe à la suivante</translation>
    </message>
    <message>
        <source>Zoom at the pointer; with Shift, or by tilting the wheel: scroll sideways</source>
        <translation>Zoom sous le pointeur&#xa0;; Maj, ou molette inclinée&#xa0;: de côté</translation>
    </message>
    <message>
        <source>B, Ctrl+Shift+1 to 9</source>
        <translation>B, Ctrl+Maj+1 à 9</translation>
    </message>
    <message>
        <source>Move the selection; Alt or X: off the grid; into and out of frames</source>
        <translation>Déplacer, dans ou hors des cadres&#xa0;; Alt ou X&#xa0;: hors grille</translation>
    </message>
    <message>
        <source>Select what the box touches; Shift adds, Ctrl removes</source>
        <translation>Sélectionner ce qu’un cadre touche&#xa0;; Maj ajoute, Ctrl retire</translation>
    </message>
    <message>
        <source>Select what the stroke encloses</source>
        <translation>Sélectionner ce qu’un trait entoure</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Ctrl et glisser</translation>
    </message>
    <message>
        <source>Drag a copy; with Shift, also wire it to the sources of the original</source>
        <translation>Glisser une copie&#xa0;; Maj aussi&#xa0;: reliée comme l’original</translation>
    </message>
    <message>
        <source>Drag a block out of its wires, or from one wire into another</source>
        <translation>Sortir un bloc de ses fils, le poser sur un autre au besoin</translation>
    </message>
    <message>
        <source>Alt or X, and drag</source>
        <translation>Alt ou X et glisser</translation>
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
        <source>Up, Down or the wheel in a value</source>
        <translation>Haut, Bas ou la molette dans une valeur</translation>
    </message>
    <message>
        <source>Count the number at the cursor; Shift: by tens</source>
        <translation>Compter avec le nombre au curseur&#xa0;; Maj&#xa0;: par dix</translation>
    </message>
    <message>
        <source>Click on a badge, or on a pin with a ring</source>
        <translation>Clic sur un badge, ou sur une broche cerclée</translation>
    </message>
    <message>
        <source>The problem there, and how to fix it</source>
        <translation>Ce qui ne va pas là, et ce qui le corrige</translation>
    </message>
    <message>
        <source>Insert it into the wire; Ctrl: do not</source>
        <translation>L’insérer dans le fil&#xa0;; Ctrl&#xa0;: ne pas l’insérer</translation>
    </message>
    <message>
        <source>Drop or paste a file: .csv, .npy, a picture, a sound</source>
        <translation>Déposer ou coller .csv, .npy, image, son</translation>
    </message>
    <message>
        <source>A block that reads it</source>
        <translation>Un bloc qui le lit</translation>
    </message>
    <message>
        <source>Paste a literal or a table of a spreadsheet</source>
        <translation>Coller une valeur ou un tableau de tableur</translation>
    </message>
    <message>
        <source>A Const block of it</source>
        <translation>Un bloc Const qui le contient</translation>
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
        <source>Drag from the diamond next to a title</source>
        <translation>Tirer depuis le losange à côté d&apos;un titre</translation>
    </message>
    <message>
        <source>Control wire: set which block runs first</source>
        <translation>Fil de contrôle&#xa0;: ce qui s&apos;exécute après quoi</translation>
    </message>
    <message>
        <source>Wire them by the pins that fit best</source>
        <translation>Les relier par les broches qui conviennent le mieux</translation>
    </message>
    <message>
        <source>Alt or X, and right button from block to block</source>
        <translation>Alt ou X et bouton droit, de bloc à bloc</translation>
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
        <source>Route it by hand; Alt or X: off the grid</source>
        <translation>Lui donner un tracé propre&#xa0;; Alt ou X&#xa0;: hors grille</translation>
    </message>
    <message>
        <source>Double click on a wire</source>
        <translation>Double clic sur un fil</translation>
    </message>
    <message>
        <source>Route it automatically again, if it was routed by hand; otherwise add a block in between</source>
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
        <source>Pin it to the canvas, as a table, lines, an image…</source>
        <translation>L&apos;épingler sur le canevas&#xa0;: tableau, courbes, image…</translation>
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
        <source>Action</source>
        <translation>Action</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>Folders of the page</source>
        <translation>Dossiers de la page</translation>
    </message>
    <message>
        <source>Blockloom&apos;s own</source>
        <translation>celui de Blockloom</translation>
    </message>
    <message>
        <source>TensorFlow environment</source>
        <translation>Environnement de TensorFlow</translation>
    </message>
    <message>
        <source>The folder of an environment, or its Python</source>
        <translation>Le dossier d&apos;un environnement, ou son Python</translation>
    </message>
    <message>
        <source>Libraries as tf.load_op_library loads them (.so)</source>
        <translation>Bibliothèques que tf.load_op_library charge (.so)</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Parcourir…</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Ajouter…</translation>
    </message>
    <message>
        <source>Environment with TensorFlow</source>
        <translation>Environnement avec TensorFlow</translation>
    </message>
    <message>
        <source>The page names files in Windows folders. Enter where these folders are on this machine. Paths in folders without an entry stay unchanged. Folders of the same name next to the page are filled in.</source>
        <translation>La page nomme des fichiers dans des dossiers Windows. Indiquez où se trouvent ces dossiers sur cette machine. Les chemins des dossiers sans indication restent inchangés. Les dossiers de même nom à côté de la page sont déjà remplis.</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>inchangé</translation>
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
        <source>Imported; the messages list all that was changed, kept as a note or left out</source>
        <translation>Importé&#xa0;; les messages listent tout ce qui a été modifié, gardé en note ou omis</translation>
    </message>
    <message>
        <source>numbers: arithmetic, comparisons, linear algebra</source>
        <translation>nombres&#xa0;: arithmétique, comparaisons, algèbre linéaire</translation>
    </message>
    <message>
        <source>shapes and positions: arrays, images, texts</source>
        <translation>formes et positions&#xa0;: tableaux, images, textes</translation>
    </message>
    <message>
        <source>layers of networks</source>
        <translation>couches de réseaux</translation>
    </message>
    <message>
        <source>variables and tables</source>
        <translation>variables et tables</translation>
    </message>
    <message>
        <source>constants, feeds, files, datasets, random numbers</source>
        <translation>constantes, entrées, fichiers, jeux de données, hasard</translation>
    </message>
    <message>
        <source>control flow, queues, accumulators</source>
        <translation>flot de contrôle, files, accumulateurs</translation>
    </message>
    <message>
        <source>gradients and optimizers</source>
        <translation>gradients et optimiseurs</translation>
    </message>
    <message>
        <source>sessions and what they run</source>
        <translation>ce qui s’exécute à chaque pas</translation>
    </message>
    <message>
        <source>pages that are blocks</source>
        <translation>pages utilisées comme blocs</translation>
    </message>
    <message>
        <source>monitors of values</source>
        <translation>ce qui montre les valeurs</translation>
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
        <source>resource: a handle of a variable, table, queue…</source>
        <translation>resource&#xa0;: référence à une variable, une table, une file…</translation>
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
        <source>to a monitor</source>
        <translation>vers un moniteur</translation>
    </message>
    <message>
        <source>Colours of blocks, pins and wires</source>
        <translation>Couleurs des blocs, broches et fils</translation>
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
        <source>input, with the colour of its dtype in the centre</source>
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
        <source>scope of the page: cannot be wired</source>
        <translation>le scope de la page&#xa0;: ne peut pas être relié</translation>
    </message>
    <message>
        <source>unknown pin, which the file wires or sets</source>
        <translation>pas une broche de ce type de bloc&#xa0;: reliée ou saisie dans le fichier</translation>
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
        <source>Pa&amp;nels</source>
        <translation>Pa&amp;nneaux</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Tel qu’il a été ouvert</translation>
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
        <source>Bookmark {}</source>
        <translation>Signet {}</translation>
    </message>
    <message>
        <source>No bookmarks</source>
        <translation>Aucun signet</translation>
    </message>
    <message>
        <source>Rename or Remove…</source>
        <translation>Renommer ou retirer…</translation>
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
        <source>No font here has Korean letters: install one, such as Noto Sans CJK (fonts-noto-cjk in Debian)</source>
        <translation>Aucune police ici n’a de lettres coréennes&#xa0;: installez-en une, comme Noto Sans CJK (fonts-noto-cjk dans Debian)</translation>
    </message>
    <message>
        <source>previous run</source>
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
        <source>Command box</source>
        <translation>Boîte de commandes</translation>
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
        <source>{} belongs to {}: Set reassigns it.</source>
        <translation>{} est déjà pris par {}&#xa0;: Attribuer l&apos;en retire.</translation>
    </message>
    <message>
        <source>{} has no keys anymore.</source>
        <translation>{} a perdu ses touches.</translation>
    </message>
    <message>
        <source>All commands have their default keys again.</source>
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
        <source>Checking {}…</source>
        <translation>Vérification de {}…</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Non vérifié</translation>
    </message>
    <message>
        <source>Import a value</source>
        <translation>Importer une valeur</translation>
    </message>
    <message>
        <source>Name a block that has a config</source>
        <translation>Nommez un bloc qui a une config</translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation>Lecture de {}…</translation>
    </message>
    <message>
        <source>Cannot import</source>
        <translation>Import impossible</translation>
    </message>
    <message>
        <source>Export the value</source>
        <translation>Exporter la valeur</translation>
    </message>
    <message>
        <source>Writing {}…</source>
        <translation>Écriture de {}…</translation>
    </message>
    <message>
        <source>Saved {}</source>
        <translation>{} enregistré</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>Enregistrement impossible</translation>
    </message>
    <message>
        <source>Storing {}…</source>
        <translation>Conservation de {}…</translation>
    </message>
    <message>
        <source>Cannot store the value</source>
        <translation>La valeur ne peut pas être gardée</translation>
    </message>
    <message>
        <source>This page has no other block {} with a config</source>
        <translation>{} n&apos;est pas un autre bloc de cette page ayant une config</translation>
    </message>
    <message>
        <source>Not checked: the worker cannot be started</source>
        <translation>Non vérifié&#xa0;: le processus de calcul ne démarre pas</translation>
    </message>
    <message>
        <source>TensorFlow is starting: the check follows…</source>
        <translation>TensorFlow démarre&#xa0;: la vérification suit…</translation>
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
        <source>only one of {0} values</source>
        <translation>seulement une valeur sur {0}</translation>
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
        <source>Bookmark {0} is set: press {0} to come back</source>
        <translation>Le signet {0} est posé&#xa0;: appuyez sur {0} pour y revenir</translation>
    </message>
    <message>
        <source>This page has nine bookmarks: Ctrl+Shift+1 to 9 replaces one</source>
        <translation>Cette page a neuf signets&#xa0;: Ctrl+Maj+1 à 9 en remplace un</translation>
    </message>
    <message>
        <source>Bookmark {0} is not set: Ctrl+Shift+{0} sets it</source>
        <translation>Le signet {0} n’est pas posé&#xa0;: Ctrl+Maj+{0} le pose</translation>
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
        <source>step {0}</source>
        <translation>pas {0}</translation>
    </message>
    <message>
        <source>difference to the previous run</source>
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
        <source>as in the previous run</source>
        <translation>comme dans l&apos;exécution précédente</translation>
    </message>
    <message>
        <source>channel {0}</source>
        <translation>canal {0}</translation>
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
        <source>{0} wires</source>
        <translation>{0} fils</translation>
    </message>
    <message>
        <source>{0} outputs</source>
        <translation>{0} sorties</translation>
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
        <source>W&amp;ire…</source>
        <translation>Rel&amp;ier…</translation>
    </message>
    <message>
        <source>Choose a wire that fits the selected blocks</source>
        <translation>Choisir parmi les fils possibles des blocs sélectionnés</translation>
    </message>
    <message>
        <source>select a block first</source>
        <translation>sélectionnez d&apos;abord un bloc</translation>
    </message>
    <message>
        <source>select a block or a wire first</source>
        <translation>sélectionnez d&apos;abord un bloc ou un fil</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>rien n&apos;a encore été fait</translation>
    </message>
    <message>
        <source>there is nothing to redo</source>
        <translation>rien n&apos;a été annulé</translation>
    </message>
    <message>
        <source>the document has only one page</source>
        <translation>le document n&apos;a qu&apos;une page</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>rien ne s&apos;exécute</translation>
    </message>
    <message>
        <source>Alt and arrow keys</source>
        <translation>Alt et flèches</translation>
    </message>
    <message>
        <source>Select the next block in that direction; Shift adds it</source>
        <translation>Sélectionner le bloc voisin de ce côté&#xa0;; Maj l&apos;ajoute</translation>
    </message>
    <message>
        <source>Drop a block without wires, or a type, over a wire</source>
        <translation>Poser sur un fil un bloc sans fils, ou un type</translation>
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
        <source>without wires</source>
        <translation>sans fils</translation>
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
        <source>{} more</source>
        <translation>{} de plus</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>Blocs&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} wires</source>
        <translation>Fils&#xa0;: {}</translation>
    </message>
    <message>
        <source>1 wire</source>
        <translation>1 fil</translation>
    </message>
    <message>
        <source>{} frames</source>
        <translation>Cadres&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} notes</source>
        <translation>Notes&#xa0;: {}</translation>
    </message>
    <message>
        <source>1 frame</source>
        <translation>1 cadre</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 note</translation>
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
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Parameters: {}</source>
        <translation>Paramètres&#xa0;: {}</translation>
    </message>
    <message>
        <source>Elements of the variables</source>
        <translation>Éléments des variables</translation>
    </message>
    <message>
        <source>FLOPs of one example: {}</source>
        <translation>FLOP pour un exemple&#xa0;: {}</translation>
    </message>
    <message>
        <source>Floating point operations: a multiplication with its addition counts as 2</source>
        <translation>Opérations en virgule flottante&#xa0;: une multiplication avec son addition compte pour 2</translation>
    </message>
    <message>
        <source>Not counted, since shapes are not known: {}</source>
        <translation>Non comptés, formes inconnues&#xa0;: {}</translation>
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
        <source>Save the picture in the folder of the document, and add a block that reads it</source>
        <translation>Enregistrer l’image dans le dossier du document et la lire</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>Une autre…</translation>
    </message>
    <message>
        <source>Default colour</source>
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
        <source>Like the system</source>
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
        <source>{} pixels</source>
        <translation>{} pixels</translation>
    </message>
    <message>
        <source>&amp;Draw it on every page</source>
        <translation>La &amp;dessiner sur chaque page</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts…</source>
        <translation>&amp;Raccourcis clavier…</translation>
    </message>
    <message>
        <source>T&amp;arget…</source>
        <translation>Ci&amp;ble…</translation>
    </message>
    <message>
        <source>Map Windows &amp;Folders…</source>
        <translation>Situer les dossiers &amp;Windows…</translation>
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
        <translation>&amp;Molette&#xa0;:</translation>
    </message>
    <message>
        <source>Ten&amp;sorFlow of:</source>
        <translation>Ten&amp;sorFlow de&#xa0;:</translation>
    </message>
    <message>
        <source>Custom &amp;ops:</source>
        <translation>&amp;Opérations personnalisées&#xa0;:</translation>
    </message>
    <message>
        <source>Runs:</source>
        <translation>Exécutions&#xa0;:</translation>
    </message>
    <message>
        <source>Files:</source>
        <translation>Fichiers&#xa0;:</translation>
    </message>
    <message>
        <source>Keys:</source>
        <translation>Touches&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Grid:</source>
        <translation>&amp;Grille&#xa0;:</translation>
    </message>
    <message>
        <source>Memory for past steps:</source>
        <translation>Mémoire pour les étapes d&apos;avant&#xa0;:</translation>
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
        <translation>ensuite, à {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Retirez-le</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>shape</translation>
    </message>
    <message>
        <source>{0} per step, {1} % of all blocks</source>
        <translation>{0} par pas, {1} % de tous les blocs</translation>
    </message>
    <message>
        <source>--scale is between 0.01 and 100</source>
        <translation>--scale va de 0.01 à 100</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops could not be read: {}</source>
        <translation>Les ops de TensorFlow n&apos;ont pas pu être lues&#xa0;: {}</translation>
    </message>
    <message>
        <source>there is no memory for a PNG of {} x {} pixels: use a smaller --scale, or .svg</source>
        <translation>pas de mémoire pour un PNG de {} x {} pixels&#xa0;: prenez un --scale plus petit, ou .svg</translation>
    </message>
    <message>
        <source> and </source>
        <translation> et </translation>
    </message>
    <message>
        <source>{}: cannot be read: {}</source>
        <translation>{}&#xa0;: lecture impossible&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: not an .npy file of numbers or text: {}</source>
        <translation>{}&#xa0;: pas un fichier .npy de nombres ou de texte&#xa0;: {}</translation>
    </message>
    <message>
        <source>a {} output does not fit a {} pin</source>
        <translation>une sortie {} ne va pas sur une broche {}</translation>
    </message>
    <message>
        <source>{} does not fit {}</source>
        <translation>{} ne va pas avec {}</translation>
    </message>
    <message>
        <source>there is nothing to run: the page has no blocks</source>
        <translation>rien à exécuter&#xa0;: la page n&apos;a pas de blocs</translation>
    </message>
    <message>
        <source>it is in the frame {}, which is not on this page</source>
        <translation>il est dans le cadre {}, qui n&apos;est pas sur cette page</translation>
    </message>
    <message>
        <source>the wire {} ends at the block {}, which is not on this page</source>
        <translation>le fil {} finit au bloc {}, qui n&apos;est pas sur cette page</translation>
    </message>
    <message>
        <source>Remove the wire, or add the block</source>
        <translation>Supprimez le fil, ou ajoutez le bloc</translation>
    </message>
    <message>
        <source>there is no block type {}</source>
        <translation>il n&apos;y a pas de type de bloc {}</translation>
    </message>
    <message>
        <source>Did you mean {}?</source>
        <translation>Vouliez-vous dire {}&#xa0;?</translation>
    </message>
    <message>
        <source> or </source>
        <translation> ou </translation>
    </message>
    <message>
        <source>{} has no input or attribute {}</source>
        <translation>{} n&apos;a ni entrée ni attribut {}</translation>
    </message>
    <message>
        <source>Clear the value</source>
        <translation>Effacez la valeur</translation>
    </message>
    <message>
        <source>a {} pin takes no typed-in value</source>
        <translation>une broche {} ne prend pas de valeur saisie</translation>
    </message>
    <message>
        <source>{} has no wire and no value</source>
        <translation>{} n&apos;a ni fil ni valeur</translation>
    </message>
    <message>
        <source>{} takes one wire and has {}</source>
        <translation>{} prend un seul fil et en a {}</translation>
    </message>
    <message>
        <source>Keep one of {}</source>
        <translation>Gardez-en un seul parmi {}</translation>
    </message>
    <message>
        <source>the wire {} begins at the block {}, which is not on this page</source>
        <translation>le fil {} commence au bloc {}, qui n&apos;est pas sur cette page</translation>
    </message>
    <message>
        <source>the control wire {} touches {}, which is not an operation</source>
        <translation>le fil de contrôle {} touche {}, qui n&apos;est pas une opération</translation>
    </message>
    <message>
        <source>{} has no input {}, where the wire from {}.{} ends</source>
        <translation>{} n&apos;a pas d&apos;entrée {}, où finit le fil venant de {}.{}</translation>
    </message>
    <message>
        <source>Remove the wire and type {}: it is an attribute</source>
        <translation>Supprimez le fil et saisissez {}&#xa0;: c&apos;est un attribut</translation>
    </message>
    <message>
        <source>Its inputs are {}</source>
        <translation>Ses entrées&#xa0;: {}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucune</translation>
    </message>
    <message>
        <source>{}.{} is {} output, and {} takes {}</source>
        <translation>{}.{} est une sortie {}, et {} prend {}</translation>
    </message>
    <message>
        <source>Draw the wire again</source>
        <translation>Tracez le fil à nouveau</translation>
    </message>
    <message>
        <source>{} has no output {}, where the wire to {}.{} begins</source>
        <translation>{} n&apos;a pas de sortie {}, où commence le fil vers {}.{}</translation>
    </message>
    <message>
        <source>Its outputs are {}</source>
        <translation>Ses sorties&#xa0;: {}</translation>
    </message>
    <message>
        <source>Wire {}.{} to {}.{}</source>
        <translation>Reliez {}.{} à {}.{}</translation>
    </message>
    <message>
        <source>{} has {}, so there is no {}</source>
        <translation>{} a {}, il n&apos;y a donc pas de {}</translation>
    </message>
    <message>
        <source>Give {} or more</source>
        <translation>Donnez {} ou plus</translation>
    </message>
    <message>
        <source>Wire more outputs to it</source>
        <translation>Reliez-y plus de sorties</translation>
    </message>
    <message>
        <source>is {}</source>
        <translation>vaut {}</translation>
    </message>
    <message>
        <source>{}.{} gives {}, but {} says {}</source>
        <translation>{}.{} donne {}, mais {} dit {}</translation>
    </message>
    <message>
        <source>Insert a Cast to {}, or change {}</source>
        <translation>Insérez un Cast vers {}, ou changez {}</translation>
    </message>
    <message>
        <source>Write /job:ps/task:0 for a task of a cluster, /device:CPU:0 for a device, or both in one</source>
        <translation>Écrivez /job:ps/task:0 pour une tâche d&apos;un cluster, /device:CPU:0 pour un périphérique, ou les deux à la suite</translation>
    </message>
    <message>
        <source>the session fetches and runs nothing</source>
        <translation>la session ne récupère et n&apos;exécute rien</translation>
    </message>
    <message>
        <source>Wire outputs to fetch_outputs, or operations to run_outputs</source>
        <translation>Reliez des sorties à fetch_outputs, ou des opérations à run_outputs</translation>
    </message>
    <message>
        <source>there is nothing to run</source>
        <translation>il n&apos;y a rien à exécuter</translation>
    </message>
    <message>
        <source>{} does not run on a CPU: it has kernels for {} only</source>
        <translation>{} ne s&apos;exécute pas sur CPU&#xa0;: il n&apos;a de noyaux que pour {}</translation>
    </message>
    <message>
        <source>{} does not run on a CPU: this TensorFlow has no kernel for it</source>
        <translation>{} ne s&apos;exécute pas sur CPU&#xa0;: ce TensorFlow n&apos;a pas de noyau pour lui</translation>
    </message>
    <message>
        <source>{}.{} is fed by {} already{}</source>
        <translation>{}.{} est déjà alimenté par {}{}</translation>
    </message>
    <message>
        <source>Remove one of the two</source>
        <translation>Supprimez un des deux</translation>
    </message>
    <message>
        <source>nothing feeds it{}</source>
        <translation>rien ne l&apos;alimente{}</translation>
    </message>
    <message>
        <source>Wire feed to the inputs of a Session</source>
        <translation>Reliez feed aux inputs d&apos;une Session</translation>
    </message>
    <message>
        <source>the value of a Feed is typed in, not wired</source>
        <translation>la valeur d&apos;un Feed se saisit, elle ne se relie pas</translation>
    </message>
    <message>
        <source>Remove the wire and type the value</source>
        <translation>Supprimez le fil et saisissez la valeur</translation>
    </message>
    <message>
        <source>the initial value depends on {}, and variables are initialised before anything is fed</source>
        <translation>la valeur initiale dépend de {}, et les variables sont initialisées avant toute alimentation</translation>
    </message>
    <message>
        <source>Take a constant, or assign in a step</source>
        <translation>Prenez une constante, ou affectez dans un pas</translation>
    </message>
    <message>
        <source>Wire outputs to {}, or type a value</source>
        <translation>Reliez des sorties à {}, ou saisissez une valeur</translation>
    </message>
    <message>
        <source>Wire an output to {}, or type a value</source>
        <translation>Reliez une sortie à {}, ou saisissez une valeur</translation>
    </message>
    <message>
        <source>Wire the handle to {}</source>
        <translation>Reliez le handle à {}</translation>
    </message>
    <message>
        <source>Wire a variable to {}</source>
        <translation>Reliez une variable à {}</translation>
    </message>
    <message>
        <source>Wire outputs to {}</source>
        <translation>Reliez des sorties à {}</translation>
    </message>
    <message>
        <source>Wire an output to {}</source>
        <translation>Reliez une sortie à {}</translation>
    </message>
    <message>
        <source>Clear the value and wire the handle to {}</source>
        <translation>Effacez la valeur et reliez le handle à {}</translation>
    </message>
    <message>
        <source>Clear the value and wire a variable to {}</source>
        <translation>Effacez la valeur et reliez une variable à {}</translation>
    </message>
    <message>
        <source>Clear the value and wire outputs to {}</source>
        <translation>Effacez la valeur et reliez des sorties à {}</translation>
    </message>
    <message>
        <source>Clear the value and wire an output to {}</source>
        <translation>Effacez la valeur et reliez une sortie à {}</translation>
    </message>
    <message>
        <source>Wire one element of it: {}.{}[0]</source>
        <translation>Reliez un de ses éléments&#xa0;: {}.{}[0]</translation>
    </message>
    <message>
        <source>Wire an output that is {}</source>
        <translation>Reliez une sortie {}</translation>
    </message>
    <message>
        <source> in {}</source>
        <translation> dans {}</translation>
    </message>
    <message>
        <source>{}: line {}, column {}: {}</source>
        <translation>{}&#xa0;: ligne {}, colonne {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}&#xa0;: {}</translation>
    </message>
    <message>
        <source>the job {!r} is there twice: write all of its addresses in one list</source>
        <translation>le job {!r} y est deux fois&#xa0;: écrivez toutes ses adresses dans une seule liste</translation>
    </message>
    <message>
        <source>a cluster is an object of jobs and their addresses, such as {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</source>
        <translation>un cluster est un objet de jobs et de leurs adresses, comme {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</translation>
    </message>
    <message>
        <source>the job {!r} wants a list of addresses, one for each of its tasks</source>
        <translation>le job {!r} demande une liste d&apos;adresses, une pour chacune de ses tâches</translation>
    </message>
    <message>
        <source>{} and {} have the same address {}: each task needs its own</source>
        <translation>{} et {} ont la même adresse {}&#xa0;: à chaque tâche la sienne</translation>
    </message>
    <message>
        <source>the cluster has no job {!r}; its jobs are: {}</source>
        <translation>le cluster n&apos;a pas de job {!r}&#xa0;; ses jobs sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>its device is {}, but {}</source>
        <translation>son périphérique est {}, mais {}</translation>
    </message>
    <message>
        <source>{} is not a number</source>
        <translation>{} n’est pas un nombre</translation>
    </message>
    <message>
        <source>there is no block {} on page {}; did you mean {}?</source>
        <translation>il n’y a pas de bloc {} sur la page {}&#xa0;; s’agit-il de {}&#xa0;?</translation>
    </message>
    <message>
        <source>there is no block {} on page {}</source>
        <translation>il n’y a pas de bloc {} sur la page {}</translation>
    </message>
    <message>
        <source>{} has no output that a condition could test</source>
        <translation>{} n’a pas de sortie qu’une condition puisse tester</translation>
    </message>
    <message>
        <source>{} has no output {}; it has: {}</source>
        <translation>{} n’a pas de sortie {}&#xa0;; il a&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} has several outputs: name one of {}</source>
        <translation>{} a plusieurs sorties&#xa0;: nommez l’une de {}</translation>
    </message>
    <message>
        <source>not an edit: {}</source>
        <translation>pas une modification&#xa0;: {}</translation>
    </message>
    <message>
        <source>there is no {} on page {}</source>
        <translation>il n&apos;y a pas de {} sur la page {}</translation>
    </message>
    <message>
        <source>{} is already used on page {}</source>
        <translation>{} est déjà utilisé sur la page {}</translation>
    </message>
    <message>
        <source>there is no block or frame {} on page {}</source>
        <translation>il n&apos;y a pas de bloc ou de cadre {} sur la page {}</translation>
    </message>
    <message>
        <source>there is no page {!r}</source>
        <translation>il n&apos;y a pas de page {!r}</translation>
    </message>
    <message>
        <source>an id</source>
        <translation>un identifiant</translation>
    </message>
    <message>
        <source>there is no wire {} on page {}</source>
        <translation>il n&apos;y a pas de fil {} sur la page {}</translation>
    </message>
    <message>
        <source>{!r} is not a name for a block: use letters, digits, _ and -</source>
        <translation>{!r} n&apos;est pas un nom de bloc&#xa0;: utilisez des lettres, des chiffres, _ et -</translation>
    </message>
    <message>
        <source>{!r} is not a name for a page: begin with a letter or digit, without / and \</source>
        <translation>{!r} n&apos;est pas un nom de page&#xa0;: commencez par une lettre ou un chiffre, sans / ni \</translation>
    </message>
    <message>
        <source>there is already a page {!r}</source>
        <translation>il y a déjà une page {!r}</translation>
    </message>
    <message>
        <source>{!r} is not a kind of wire</source>
        <translation>{!r} n&apos;est pas un genre de fil</translation>
    </message>
    <message>
        <source>a {} wire goes from block to block</source>
        <translation>un fil {} va de bloc à bloc</translation>
    </message>
    <message>
        <source>a {} wire goes from pin to pin</source>
        <translation>un fil {} va de broche à broche</translation>
    </message>
    <message>
        <source>{!r:.40} is not a colour: write #rrggbb</source>
        <translation>{!r:.40} n&apos;est pas une couleur&#xa0;: écrivez #rrggbb</translation>
    </message>
    <message>
        <source>an array of {} elements is more than a page holds</source>
        <translation>un tableau de {} éléments dépasse ce que contient une page</translation>
    </message>
    <message>
        <source>a {} array at {!r:.20} of the .dat file is none</source>
        <translation>le tableau {} à {!r:.20} du fichier .dat n&apos;en est pas un</translation>
    </message>
    <message>
        <source>the .dat file ends before it: {} bytes, {} needed</source>
        <translation>le fichier .dat s&apos;arrête avant&#xa0;: {} octets, il en faut {}</translation>
    </message>
    <message>
        <source>{} elements are stored where its shape says {}</source>
        <translation>{} éléments sont stockés là où la shape en dit {}</translation>
    </message>
    <message>
        <source>{!r:.30} is no 32-bit number</source>
        <translation>{!r:.30} n&apos;est pas un nombre de 32 bits</translation>
    </message>
    <message>
        <source>enuSpace has no symbol {}: the block is kept, but does nothing</source>
        <translation>enuSpace n&apos;a pas de symbole {}&#xa0;: le bloc est gardé, mais ne fait rien</translation>
    </message>
    <message>
        <source>Replace it by a monitor or another block</source>
        <translation>Remplacez-le par un moniteur ou un autre bloc</translation>
    </message>
    <message>
        <source>{} has no wire</source>
        <translation>{} n&apos;a pas de fil</translation>
    </message>
    <message>
        <source>Wire a Tensor or an Input_Initializer, or type the value</source>
        <translation>Reliez un Tensor ou un Input_Initializer, ou saisissez la valeur</translation>
    </message>
    <message>
        <source>{} has no {}: the value is ignored, as in enuSpace</source>
        <translation>{} n&apos;a pas de {}&#xa0;: la valeur est ignorée, comme dans enuSpace</translation>
    </message>
    <message>
        <source>{} stored results: a document holds none, they come with a run</source>
        <translation>{} résultats stockés&#xa0;: un document n&apos;en garde pas, ils viennent avec une exécution</translation>
    </message>
    <message>
        <source>{}: there is nothing like it</source>
        <translation>{}&#xa0;: il n&apos;y a rien de semblable</translation>
    </message>
    <message>
        <source>the text is turned by {:g} degrees: shown upright</source>
        <translation>le texte est tourné de {:g} degrés&#xa0;: montré droit</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>un texte</translation>
    </message>
    <message>
        <source>{} without a shape that is known</source>
        <translation>{} sans forme connue</translation>
    </message>
    <message>
        <source>a Lua script of {}: kept as text, never run</source>
        <translation>un script Lua de {}&#xa0;: gardé comme texte, jamais exécuté</translation>
    </message>
    <message>
        <source>the page</source>
        <translation>la page</translation>
    </message>
    <message>
        <source>a block without a symbol</source>
        <translation>un bloc sans symbole</translation>
    </message>
    <message>
        <source>the id {} is used twice: this one is {}, and wires stay with the first</source>
        <translation>l&apos;identifiant {} sert deux fois&#xa0;: celui-ci devient {}, et les fils restent au premier</translation>
    </message>
    <message>
        <source>the block is turned or scaled: shown as others are</source>
        <translation>le bloc est tourné ou redimensionné&#xa0;: montré comme les autres</translation>
    </message>
    <message>
        <source>{} of the block</source>
        <translation>{} du bloc</translation>
    </message>
    <message>
        <source>the attribute {} = {!r:.60}</source>
        <translation>l&apos;attribut {} = {!r:.60}</translation>
    </message>
    <message>
        <source>{} = {!r:.60}: the op has no such input</source>
        <translation>{} = {!r:.60}&#xa0;: l&apos;op n&apos;a pas cette entrée</translation>
    </message>
    <message>
        <source>the value of {}: {}</source>
        <translation>la valeur de {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>the wire from {}.{} to {}.{}: there is no {}</source>
        <translation>le fil de {}.{} à {}.{}&#xa0;: il n&apos;y a pas de {}</translation>
    </message>
    <message>
        <source>such pin</source>
        <translation>telle broche</translation>
    </message>
    <message>
        <source>nothing comes from there</source>
        <translation>rien n&apos;en vient</translation>
    </message>
    <message>
        <source>the wire from {}.{} to {}.{}: {}</source>
        <translation>le fil de {}.{} à {}.{}&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} of the wire</source>
        <translation>{} du fil</translation>
    </message>
    <message>
        <source>--map wants FROM=TO, not {!r}</source>
        <translation>--map demande DE=VERS, pas {!r}</translation>
    </message>
    <message>
        <source>it names the Windows file {}</source>
        <translation>il nomme le fichier Windows {}</translation>
    </message>
    <message>
        <source>symbol library</source>
        <translation>bibliothèque de symboles</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>il n&apos;y a pas de tel fichier</translation>
    </message>
    <message>
        <source>the page is listed twice</source>
        <translation>la page est listée deux fois</translation>
    </message>
    <message>
        <source>the page cannot be read: {}</source>
        <translation>la page ne peut pas être lue&#xa0;: {}</translation>
    </message>
    <message>
        <source>the page that was in front, since pages keep their order here</source>
        <translation>la page qui était devant&#xa0;: les pages gardent ici leur ordre</translation>
    </message>
    <message>
        <source>a {} of the project: only its pages are read</source>
        <translation>un {} du projet&#xa0;: seules ses pages sont lues</translation>
    </message>
    <message>
        <source>{}: the project has no page that can be read: {}</source>
        <translation>{}&#xa0;: le projet n&apos;a aucune page lisible&#xa0;: {}</translation>
    </message>
    <message>
        <source>the global page cannot be read: {}</source>
        <translation>la page globale ne peut pas être lue&#xa0;: {}</translation>
    </message>
    <message>
        <source>a {} {} of the global page</source>
        <translation>un {} {} de la page globale</translation>
    </message>
    <message>
        <source>kept as a note</source>
        <translation>gardé comme note</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colonnes</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Colonne</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Contient</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Premières lignes</translation>
    </message>
    <message>
        <source>Used as</source>
        <translation>Sert de</translation>
    </message>
    <message>
        <source>{0}: used as</source>
        <translation>{0}&#xa0;: sert de</translation>
    </message>
    <message>
        <source>number</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>catégories</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omis</translation>
    </message>
    <message>
        <source>target</source>
        <translation>ce qui est appris</translation>
    </message>
    <message>
        <source>row numbers</source>
        <translation>les numéros des lignes</translation>
    </message>
    <message>
        <source>numbers, {0} to {1}</source>
        <translation>nombres, {0} à {1}</translation>
    </message>
    <message>
        <source>more than {0} different texts</source>
        <translation>textes, plus de {0} différents</translation>
    </message>
    <message>
        <source>{0} texts: {1}</source>
        <translation>{0} textes&#xa0;: {1}</translation>
    </message>
    <message>
        <source>; {0} missing</source>
        <translation> ; {0} manquantes</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>changé</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>défaut</translation>
    </message>
    <message>
        <source>shown plainly</source>
        <translation>montré simplement</translation>
    </message>
    <message>
        <source>{}: {}: {}</source>
        <translation>{}&#xa0;: {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} on import: {}</source>
        <translation>{} à l&apos;importation&#xa0;: {}</translation>
    </message>
    <message>
        <source>a chart: with axes, legend and fonts as all charts have them</source>
        <translation>une courbe&#xa0;: avec axes, légende et polices communs à toutes</translation>
    </message>
    <message>
        <source>a field to type into</source>
        <translation>un champ de saisie</translation>
    </message>
    <message>
        <source>a text that a script fills with {}.{}: it is a Number now</source>
        <translation>un texte qu&apos;un script remplit avec {}.{}&#xa0;: c&apos;est maintenant un Number</translation>
    </message>
    <message>
        <source>several results are shown by its scripts: it shows the first</source>
        <translation>ses scripts montrent plusieurs résultats&#xa0;: il montre le premier</translation>
    </message>
    <message>
        <source>it shows {} without {!r:.60}, which its script adds</source>
        <translation>il montre {} sans {!r:.60}, que son script ajoute</translation>
    </message>
    <message>
        <source>nothing says plainly what it shows: wire an output to its {}</source>
        <translation>rien ne dit clairement ce qu&apos;il montre&#xa0;: reliez une sortie à son {}</translation>
    </message>
    <message>
        <source>byte {} is no {} text</source>
        <translation>l&apos;octet {} n&apos;est pas du texte {}</translation>
    </message>
    <message>
        <source>there is no XML in it</source>
        <translation>il ne contient pas de XML</translation>
    </message>
    <message>
        <source> in the {}</source>
        <translation> dans {}</translation>
    </message>
    <message>
        <source>line {}: {}{}</source>
        <translation>ligne {}&#xa0;: {}{}</translation>
    </message>
    <message>
        <source>there is no element in it</source>
        <translation>il ne contient aucun élément</translation>
    </message>
    <message>
        <source>its elements are nested deeper than {}</source>
        <translation>ses éléments sont imbriqués à plus de {} niveaux</translation>
    </message>
    <message>
        <source>it declares a document type, which no enuSpace file does: it is not read, lest it read other files or grow without end</source>
        <translation>il déclare un type de document, ce que ne fait aucun fichier enuSpace&#xa0;: il n&apos;est pas lu, de peur qu&apos;il ne lise d&apos;autres fichiers ou ne grandisse sans fin</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>le document</translation>
    </message>
    <message>
        <source>page {}</source>
        <translation>page {}</translation>
    </message>
    <message>
        <source>a block of {}</source>
        <translation>un bloc de {}</translation>
    </message>
    <message>
        <source>{}, block {}</source>
        <translation>{}, bloc {}</translation>
    </message>
    <message>
        <source>a frame of {}</source>
        <translation>un cadre de {}</translation>
    </message>
    <message>
        <source>{}, frame {}</source>
        <translation>{}, cadre {}</translation>
    </message>
    <message>
        <source>a note of {}</source>
        <translation>une note de {}</translation>
    </message>
    <message>
        <source>{}, note {}</source>
        <translation>{}, note {}</translation>
    </message>
    <message>
        <source>a bookmark of {}</source>
        <translation>un signet de {}</translation>
    </message>
    <message>
        <source>{}, bookmark {}</source>
        <translation>{}, signet {}</translation>
    </message>
    <message>
        <source>a wire of {}</source>
        <translation>un fil de {}</translation>
    </message>
    <message>
        <source>{}, a wire</source>
        <translation>{}, un fil</translation>
    </message>
    <message>
        <source>{}, wire {} -&gt; {}</source>
        <translation>{}, fil {} -&gt; {}</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name for a page</source>
        <translation>{!r:.60} n&apos;est pas un nom de page</translation>
    </message>
    <message>
        <source>the page name {} is used twice</source>
        <translation>le nom de page {} sert deux fois</translation>
    </message>
    <message>
        <source>the document has no page</source>
        <translation>le document n&apos;a pas de page</translation>
    </message>
    <message>
        <source>the id {} is used twice on page {}</source>
        <translation>l&apos;identifiant {} sert deux fois sur la page {}</translation>
    </message>
    <message>
        <source>&quot;values&quot; must map pin names to texts</source>
        <translation>&quot;values&quot; doit associer des noms de broches à des textes</translation>
    </message>
    <message>
        <source>a bookmark has a digit from 1 to 9, not {!r:.40}</source>
        <translation>un signet a un chiffre de 1 à 9, pas {!r:.40}</translation>
    </message>
    <message>
        <source>&quot;scale&quot; is not a number from {} to {}</source>
        <translation>&quot;scale&quot; n&apos;est pas un nombre de {} à {}</translation>
    </message>
    <message>
        <source>it is there twice, and no other digit is free</source>
        <translation>il y est deux fois, et aucun autre chiffre n&apos;est libre</translation>
    </message>
    <message>
        <source>there are two bookmarks {} on page {}</source>
        <translation>il y a deux signets {} sur la page {}</translation>
    </message>
    <message>
        <source>The second one was opened as {}</source>
        <translation>Le second a été ouvert sous le chiffre {}</translation>
    </message>
    <message>
        <source>the wire from {} to {} has the unknown kind {!r:.40}; there are {}</source>
        <translation>le fil de {} à {} est du genre inconnu {!r:.40}&#xa0;; il y a {}</translation>
    </message>
    <message>
        <source>a {} wire goes from BLOCK to BLOCK, not from {!r:.60} to {!r:.60}</source>
        <translation>un fil {} va de BLOC à BLOC, pas de {!r:.60} à {!r:.60}</translation>
    </message>
    <message>
        <source>a {} wire goes from BLOCK.PIN to BLOCK.PIN, not from {!r:.60} to {!r:.60}</source>
        <translation>un fil {} va de BLOC.BROCHE à BLOC.BROCHE, pas de {!r:.60} à {!r:.60}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a colour such as #8c4002</source>
        <translation>&quot;{}&quot; n&apos;est pas une couleur comme #8c4002</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is neither true nor false</source>
        <translation>&quot;{}&quot; n&apos;est ni vrai ni faux</translation>
    </message>
    <message>
        <source>{} is not a JSON object</source>
        <translation>{} n&apos;est pas un objet JSON</translation>
    </message>
    <message>
        <source>{} has the unknown key {!r:.40}</source>
        <translation>{} a la clé inconnue {!r:.40}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a list</source>
        <translation>&quot;{}&quot; n&apos;est pas une liste</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is missing</source>
        <translation>&quot;{}&quot; manque</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a text</source>
        <translation>&quot;{}&quot; n&apos;est pas un texte</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name for a block: use letters, digits, _ and -</source>
        <translation>{!r:.60} n&apos;est pas un nom de bloc&#xa0;: utilisez des lettres, des chiffres, _ et -</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a pair of numbers</source>
        <translation>&quot;{}&quot; n&apos;est pas une paire de nombres</translation>
    </message>
    <message>
        <source>not a Blockloom document: byte {} is not UTF-8 text</source>
        <translation>pas un document Blockloom&#xa0;: l&apos;octet {} n&apos;est pas du texte UTF-8</translation>
    </message>
    <message>
        <source>not a Blockloom document: {}</source>
        <translation>pas un document Blockloom&#xa0;: {}</translation>
    </message>
    <message>
        <source>not a Blockloom document: it does not begin with {&quot;blockloom&quot;: ...}</source>
        <translation>pas un document Blockloom&#xa0;: il ne commence pas par {&quot;blockloom&quot;: ...}</translation>
    </message>
    <message>
        <source>{!r:.40} is not a version of the file format</source>
        <translation>{!r:.40} n&apos;est pas une version du format de fichier</translation>
    </message>
    <message>
        <source>written by a newer Blockloom (format {}; this one reads up to {}): update Blockloom to open it</source>
        <translation>écrit par un Blockloom plus récent (format {}&#xa0;; celui-ci lit jusqu&apos;à {})&#xa0;: mettez Blockloom à jour pour l&apos;ouvrir</translation>
    </message>
    <message>
        <source>the file is write-protected</source>
        <translation>le fichier est protégé en écriture</translation>
    </message>
    <message>
        <source>{}: cannot be saved: {}: the file on disk is unchanged</source>
        <translation>{}&#xa0;: enregistrement impossible&#xa0;: {}&#xa0;: le fichier sur le disque est inchangé</translation>
    </message>
    <message>
        <source>{}: cannot be saved: {}</source>
        <translation>{}&#xa0;: enregistrement impossible&#xa0;: {}</translation>
    </message>
    <message>
        <source>Clear {}.{}</source>
        <translation>Effacer {}.{}</translation>
    </message>
    <message>
        <source>Remove the wire {}</source>
        <translation>Supprimer le fil {}</translation>
    </message>
    <message>
        <source>Remove {} wires</source>
        <translation>Supprimer {} fils</translation>
    </message>
    <message>
        <source>Insert {} to {}</source>
        <translation>Insérer {} vers {}</translation>
    </message>
    <message>
        <source>Set {} of {} to {}</source>
        <translation>Définir {} de {} à {}</translation>
    </message>
    <message>
        <source>Set {}.{} to {}</source>
        <translation>Définir {}.{} à {}</translation>
    </message>
    <message>
        <source>{} is left out: muted, bypassed, or without an input because of a block that is</source>
        <translation>{} est omis&#xa0;: désactivé, contourné, ou privé d&apos;une entrée par un bloc qui l&apos;est</translation>
    </message>
    <message>
        <source>Set {} of {}</source>
        <translation>Définir {} de {}</translation>
    </message>
    <message>
        <source>Insert an ExpandDims before {}: {} becomes {}</source>
        <translation>Insérer un ExpandDims avant {}&#xa0;: {} devient {}</translation>
    </message>
    <message>
        <source>Insert a Squeeze before {}: {} becomes {}</source>
        <translation>Insérer un Squeeze avant {}&#xa0;: {} devient {}</translation>
    </message>
    <message>
        <source>Insert a Transpose before {}: {} becomes {}</source>
        <translation>Insérer un Transpose avant {}&#xa0;: {} devient {}</translation>
    </message>
    <message>
        <source>Insert a Reshape before {}: {} becomes {}, in the same order</source>
        <translation>Insérer un Reshape avant {}&#xa0;: {} devient {}, dans le même ordre</translation>
    </message>
    <message>
        <source>Insert an ArgMax before {}: one-hot rows become class numbers</source>
        <translation>Insérer un ArgMax avant {}&#xa0;: les lignes one-hot deviennent des numéros de classe</translation>
    </message>
    <message>
        <source>Insert a OneHot before {}: class numbers become one-hot rows</source>
        <translation>Insérer un OneHot avant {}&#xa0;: les numéros de classe deviennent des lignes one-hot</translation>
    </message>
    <message>
        <source>Type an {}</source>
        <translation>Saisissez une valeur de type {}</translation>
    </message>
    <message>
        <source>Type a {}</source>
        <translation>Saisissez une valeur de type {}</translation>
    </message>
    <message>
        <source>Type a value of dtype {}, or wire the pin</source>
        <translation>Saisissez une valeur de dtype {}, ou reliez la broche</translation>
    </message>
    <message>
        <source>Type a value, or wire the pin</source>
        <translation>Saisissez une valeur, ou reliez la broche</translation>
    </message>
    <message>
        <source>{} of this block</source>
        <translation>{} de ce bloc</translation>
    </message>
    <message>
        <source>Insert a Cast to {}</source>
        <translation>Insérez un Cast vers {}</translation>
    </message>
    <message>
        <source>Wire another output</source>
        <translation>Reliez une autre sortie</translation>
    </message>
    <message>
        <source>{}.{} gives {}, but {} is {}</source>
        <translation>{}.{} donne {}, mais {} est {}</translation>
    </message>
    <message>
        <source>Wire {}, or type {}</source>
        <translation>Reliez {}, ou saisissez {}</translation>
    </message>
    <message>
        <source>Type a value for {}</source>
        <translation>Saisissez une valeur pour {}</translation>
    </message>
    <message>
        <source>It takes {}</source>
        <translation>Sont possibles&#xa0;: {}</translation>
    </message>
    <message>
        <source>the variable {} holds {}, but {} of this block is {}</source>
        <translation>la variable {} contient {}, mais {} de ce bloc est {}</translation>
    </message>
    <message>
        <source>Give both the same dtype: set dtype of {} to {}, or insert a Cast</source>
        <translation>Donnez aux deux le même dtype&#xa0;: mettez dtype de {} à {}, ou insérez un Cast</translation>
    </message>
    <message>
        <source>the layout would be larger than a page can be: arrange parts of it</source>
        <translation>la disposition dépasserait la taille d&apos;une page&#xa0;: organisez-la par parties</translation>
    </message>
    <message>
        <source>Wire {} to {}</source>
        <translation>Relier {} à {}</translation>
    </message>
    <message>
        <source>Insert a {} for {}</source>
        <translation>Insérer un {} pour {}</translation>
    </message>
    <message>
        <source>Type {} into {}.{}</source>
        <translation>Saisir {} dans {}.{}</translation>
    </message>
    <message>
        <source>Insert a Const for {}: {}</source>
        <translation>Insérer un Const pour {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Insert a Placeholder for {}, to be fed</source>
        <translation>Insérer un Placeholder pour {}, à alimenter</translation>
    </message>
    <message>
        <source>Insert {} to {} into {} wires</source>
        <translation>Insérer {} vers {} dans {} fils</translation>
    </message>
    <message>
        <source>Make {} a {}</source>
        <translation>Faire de {} un {}</translation>
    </message>
    <message>
        <source>an {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>a {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>no such file or directory</source>
        <translation>fichier ou dossier inexistant</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>permission refusée</translation>
    </message>
    <message>
        <source>no space left on device</source>
        <translation>plus d&apos;espace sur le disque</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>c&apos;est un dossier</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>ce n&apos;est pas un dossier</translation>
    </message>
    <message>
        <source>read-only file system</source>
        <translation>système de fichiers en lecture seule</translation>
    </message>
    <message>
        <source>file name too long</source>
        <translation>nom de fichier trop long</translation>
    </message>
    <message>
        <source>disk quota exceeded</source>
        <translation>quota de disque dépassé</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>erreur d&apos;entrée/sortie</translation>
    </message>
    <message>
        <source>Expecting value</source>
        <translation>une valeur est attendue</translation>
    </message>
    <message>
        <source>Expecting &apos;,&apos; delimiter</source>
        <translation>une «&#xa0;,&#xa0;» est attendue</translation>
    </message>
    <message>
        <source>Expecting &apos;:&apos; delimiter</source>
        <translation>un «&#xa0;:&#xa0;» est attendu</translation>
    </message>
    <message>
        <source>Expecting property name enclosed in double quotes</source>
        <translation>un nom de propriété entre guillemets doubles est attendu</translation>
    </message>
    <message>
        <source>Extra data</source>
        <translation>il y a du texte en trop</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of object</source>
        <translation>virgule en trop avant la fin d&apos;un objet</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of array</source>
        <translation>virgule en trop avant la fin d&apos;un tableau</translation>
    </message>
    <message>
        <source>Unterminated string starting at</source>
        <translation>texte sans guillemet fermant, commencé</translation>
    </message>
    <message>
        <source>Invalid control character at</source>
        <translation>caractère de contrôle interdit</translation>
    </message>
    <message>
        <source>Invalid \escape</source>
        <translation>séquence \ interdite</translation>
    </message>
    <message>
        <source>error</source>
        <translation>erreur</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en attente</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>avertissement</translation>
    </message>
    <message>
        <source>{}: {}: {}. {}</source>
        <translation>{}&#xa0;: {}&#xa0;: {}. {}</translation>
    </message>
    <message>
        <source>enqueues to its queue</source>
        <translation>n&apos;alimente sa file</translation>
    </message>
    <message>
        <source>inserts into its barrier</source>
        <translation>n&apos;insère dans sa barrière</translation>
    </message>
    <message>
        <source>stages for it</source>
        <translation>ne stocke pour lui</translation>
    </message>
    <message>
        <source>Add a {} on the same handle to what the session runs, unless another process does it</source>
        <translation>Ajoutez un {} sur le même handle à ce qu&apos;exécute la session, à moins qu&apos;un autre processus ne le fasse</translation>
    </message>
    <message>
        <source>Add a {} with the same container and shared_name to what the session runs, unless another process does it</source>
        <translation>Ajoutez un {} avec les mêmes container et shared_name à ce qu&apos;exécute la session, à moins qu&apos;un autre processus ne le fasse</translation>
    </message>
    <message>
        <source>the accumulator {} holds {}, but {} of this block is {}</source>
        <translation>l&apos;accumulateur {} contient {}, mais {} de ce bloc est {}</translation>
    </message>
    <message>
        <source>Give 1 or more</source>
        <translation>Donnez 1 ou plus</translation>
    </message>
    <message>
        <source>Wire local_step to a variable that counts the steps</source>
        <translation>Reliez local_step à une variable qui compte les pas</translation>
    </message>
    <message>
        <source>num_required is {}, {} with all blocks that take from this accumulator</source>
        <translation>num_required vaut {}, {} avec tous les blocs qui puisent dans cet accumulateur</translation>
    </message>
    <message>
        <source>num_required is {}</source>
        <translation>num_required vaut {}</translation>
    </message>
    <message>
        <source>{}, but {}</source>
        <translation>{}, mais {}</translation>
    </message>
    <message>
        <source>Lower num_required, or apply more gradients ({}) in the same session; another process may supply them where the accumulator has a shared_name</source>
        <translation>Baissez num_required, ou appliquez plus de gradients ({}) dans la même session&#xa0;; un autre processus peut en fournir si l&apos;accumulateur a un shared_name</translation>
    </message>
    <message>
        <source>{}{} (at character {})</source>
        <translation>{}{} (caractère {})</translation>
    </message>
    <message>
        <source>an element is missing before {}</source>
        <translation>il manque un élément avant {}</translation>
    </message>
    <message>
        <source>a separator is missing before {:.20}</source>
        <translation>il manque un séparateur avant {:.20}</translation>
    </message>
    <message>
        <source>a separator is missing before {}</source>
        <translation>il manque un séparateur avant {}</translation>
    </message>
    <message>
        <source>nested deeper than {}</source>
        <translation>imbriqué à plus de {} niveaux</translation>
    </message>
    <message>
        <source>{} closes nothing</source>
        <translation>{} ne ferme rien</translation>
    </message>
    <message>
        <source>{} is never closed</source>
        <translation>{} n&apos;est jamais fermé</translation>
    </message>
    <message>
        <source>there is no value</source>
        <translation>il n&apos;y a pas de valeur</translation>
    </message>
    <message>
        <source>the quote of {} is never closed</source>
        <translation>le guillemet de {} n&apos;est jamais fermé</translation>
    </message>
    <message>
        <source>{!r:.40} is not a number; put text in quotes</source>
        <translation>{!r:.40} n&apos;est pas un nombre&#xa0;; mettez le texte entre guillemets</translation>
    </message>
    <message>
        <source>a {} cannot be typed in: wire it</source>
        <translation>un {} ne se saisit pas&#xa0;: reliez-le</translation>
    </message>
    <message>
        <source>{:.40} is too large for {}</source>
        <translation>{:.40} est trop grand pour {}</translation>
    </message>
    <message>
        <source>: give the pin the dtype DT_INT64</source>
        <translation>&#xa0;: donnez à la broche le dtype DT_INT64</translation>
    </message>
    <message>
        <source>{:.40} does not fit {}</source>
        <translation>{:.40} ne tient pas dans {}</translation>
    </message>
    <message>
        <source>{!r:.40} is not a whole number</source>
        <translation>{!r:.40} n&apos;est pas un nombre entier</translation>
    </message>
    <message>
        <source>{!r:.40} is not a number</source>
        <translation>{!r:.40} n&apos;est pas un nombre</translation>
    </message>
    <message>
        <source>{:.40} is too large for a number</source>
        <translation>{:.40} est trop grand pour un nombre</translation>
    </message>
    <message>
        <source>{!r:.40} is not a complex number</source>
        <translation>{!r:.40} n&apos;est pas un nombre complexe</translation>
    </message>
    <message>
        <source>{!r:.40} is neither true nor false</source>
        <translation>{!r:.40} n&apos;est ni vrai ni faux</translation>
    </message>
    <message>
        <source>one {} is wanted, not a list</source>
        <translation>un seul {} est attendu, pas une liste</translation>
    </message>
    <message>
        <source>{!r:.40} is not a dtype such as DT_FLOAT</source>
        <translation>{!r:.40} n&apos;est pas un dtype comme DT_FLOAT</translation>
    </message>
    <message>
        <source>an int attribute</source>
        <translation>un attribut int</translation>
    </message>
    <message>
        <source>a flat list is wanted, not a list of lists</source>
        <translation>une liste plate est attendue, pas une liste de listes</translation>
    </message>
    <message>
        <source>a shape is a flat list of dimensions</source>
        <translation>une shape est une liste plate de dimensions</translation>
    </message>
    <message>
        <source>a dimension</source>
        <translation>une dimension</translation>
    </message>
    <message>
        <source>a bracket is never closed</source>
        <translation>une parenthèse n&apos;est jamais fermée</translation>
    </message>
    <message>
        <source>gradient is {}, and the accumulator {} holds {}</source>
        <translation>gradient est {}, et l&apos;accumulateur {} contient {}</translation>
    </message>
    <message>
        <source>the worker was not started</source>
        <translation>le processus de calcul n&apos;a pas été démarré</translation>
    </message>
    <message>
        <source>the worker process does not answer</source>
        <translation>le processus ne répond pas</translation>
    </message>
    <message>
        <source>the worker process was ended by {}</source>
        <translation>processus arrêté par {}</translation>
    </message>
    <message>
        <source>the worker process ended with exit code {}</source>
        <translation>processus terminé avec le code {}</translation>
    </message>
    <message>
        <source>the catalogue at {} cannot be read</source>
        <translation>le catalogue {} ne peut pas être lu</translation>
    </message>
    <message>
        <source>{} is {}, for which this TensorFlow has no kernel of {}</source>
        <translation>{} est {}, pour lequel ce TensorFlow n&apos;a pas de noyau de {}</translation>
    </message>
    <message>
        <source>Unmute it, or name another block</source>
        <translation>Réactivez-le, ou nommez un autre bloc</translation>
    </message>
    <message>
        <source>the worker did not answer {!r} within {:g} s, and was ended</source>
        <translation>le processus de calcul n&apos;a pas répondu à {!r} en {:g} s et a été arrêté</translation>
    </message>
    <message>
        <source>Transpose one of them ({}), or give one of them another shape</source>
        <translation>Transposez l&apos;une des deux ({}), ou donnez une autre forme à l&apos;une des deux</translation>
    </message>
    <message>
        <source>{}: {} needs a row of two numbers for each of the {} axes of {}</source>
        <translation>{}&#xa0;: {} demande une ligne de deux nombres pour chacun des {} axes de {}</translation>
    </message>
    <message>
        <source>Give {} {} rows</source>
        <translation>Donnez à {} {} lignes</translation>
    </message>
    <message>
        <source>Type it so: {} is a number, {} a list, {} a matrix</source>
        <translation>Écrivez-le ainsi&#xa0;: {} est un nombre, {} une liste, {} une matrice</translation>
    </message>
    <message>
        <source>The picture is too large: {0} x {1} pixels</source>
        <translation>L&apos;image est trop grande&#xa0;: {0} x {1} pixels</translation>
    </message>
    <message>
        <source>{0}: cannot be saved: {1}</source>
        <translation>{0}&#xa0;: enregistrement impossible&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Select the frame to collapse</source>
        <translation>Sélectionnez le cadre à replier</translation>
    </message>
    <message>
        <source>{0} is wired: remove the wire to type a value</source>
        <translation>{0} est relié&#xa0;: retirez le fil pour saisir une valeur</translation>
    </message>
    <message>
        <source>{0} accepts a wire, not a value</source>
        <translation>{0} prend un fil, pas une valeur</translation>
    </message>
    <message>
        <source>Ctrl+Enter: apply · Esc: cancel</source>
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
        <source>Select the blocks or notes to colour</source>
        <translation>Sélectionnez les blocs ou notes à colorer</translation>
    </message>
    <message>
        <source>Select a block with an output</source>
        <translation>Sélectionnez un bloc qui donne quelque chose</translation>
    </message>
    <message>
        <source>Select a block, or several of one type, to change the type</source>
        <translation>Sélectionnez le bloc, ou les blocs d’un même type, dont changer le type</translation>
    </message>
    <message>
        <source>Blockloom documents</source>
        <translation>Documents Blockloom</translation>
    </message>
    <message>
        <source>enuSpace pages</source>
        <translation>Pages enuSpace</translation>
    </message>
    <message>
        <source>enuSpace projects</source>
        <translation>Projets enuSpace</translation>
    </message>
    <message>
        <source>TensorFlow graphs</source>
        <translation>Graphes TensorFlow</translation>
    </message>
    <message>
        <source>TensorFlow graphs as text</source>
        <translation>Graphes TensorFlow en texte</translation>
    </message>
    <message>
        <source>{}: the extension must be one of {}</source>
        <translation>{}&#xa0;: l&apos;extension doit être l&apos;une de {}</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitude</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>Fichier CSV</translation>
    </message>
    <message>
        <source>Dense layer</source>
        <translation>Couche dense</translation>
    </message>
    <message>
        <source>Random batches</source>
        <translation>Lots aléatoires</translation>
    </message>
    <message>
        <source>an address is missing: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN</source>
        <translation>il manque une adresse&#xa0;: écrivez BLOC, BLOC.BROCHE ou PAGE/BLOC.BROCHE</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>tenseur</translation>
    </message>
    <message>
        <source>Two matrices and their product: what blocks, wires and results are. One step.</source>
        <translation>Deux matrices et leur produit&#xa0;: ce que sont blocs, fils et résultats. Un seul pas.</translation>
    </message>
    <message>
        <source>A line is fitted to eight points: variables that learn, and a chart of their loss.</source>
        <translation>Une droite est ajustée à huit points&#xa0;: des variables qui apprennent, et la courbe de leur perte.</translation>
    </message>
    <message>
        <source>Softmax tells digits apart: data from a file, accuracy, and which are mistaken.</source>
        <translation>Softmax distingue des chiffres&#xa0;: données d&apos;un fichier, exactitude, et lesquels sont confondus.</translation>
    </message>
    <message>
        <source>&quot;sliders&quot; must map pin names to the ends of sliders</source>
        <translation>&quot;sliders&quot; doit associer des noms de broches à des bornes de réglettes</translation>
    </message>
    <message>
        <source>the slider of {!r:.40} is not [LEAST, MOST] or [LEAST, MOST, STEP]</source>
        <translation>la réglette de {!r:.40} n&apos;est ni [MIN, MAX] ni [MIN, MAX, PAS]</translation>
    </message>
    <message>
        <source>{0} takes no typed value: put a Const in its place.</source>
        <translation>{0} ne prend pas de valeur saisie&#xa0;: mettez un Const à sa place.</translation>
    </message>
    <message>
        <source>Double click {1} of {0}, type [1, 2, 3], and press Enter.</source>
        <translation>Double-cliquez sur {1} de {0}, tapez [1, 2, 3], puis appuyez sur Entrée.</translation>
    </message>
    <message>
        <source>Place two blocks</source>
        <translation>Placez deux blocs</translation>
    </message>
    <message>
        <source>Wire them</source>
        <translation>Reliez-les</translation>
    </message>
    <message>
        <source>Drag from the pin {1} at the right of {0} to the pin {3} at the left of {2}. Pins that fit light up.</source>
        <translation>Faites glisser de la broche {1}, à droite de {0}, à la broche {3}, à gauche de {2}. Les broches qui conviennent s&apos;allument.</translation>
    </message>
    <message>
        <source>Type a value</source>
        <translation>Saisissez une valeur</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>Exécutez</translation>
    </message>
    <message>
        <source>Press F10, or this button: it runs one step. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>Appuyez sur F10 ou sur ce bouton&#xa0;: un pas est exécuté. La première exécution prend quelques secondes, le temps que TensorFlow soit là.</translation>
    </message>
    <message>
        <source>Look at what it gave</source>
        <translation>Regardez le résultat</translation>
    </message>
    <message>
        <source>{0} shows its result at its foot. Double click that, or select {0} and press Ctrl+I, to see all of it.</source>
        <translation>{0} montre son résultat à son pied. Double-cliquez dessus, ou sélectionnez {0} et appuyez sur Ctrl+I, pour le voir en entier.</translation>
    </message>
    <message>
        <source>nothing was recorded of this page: give it a chart, or view an output over steps, and run it</source>
        <translation>rien n&apos;a été enregistré de cette page&#xa0;: donnez-lui un graphique, ou affichez une sortie au fil des pas, et exécutez-la</translation>
    </message>
    <message>
        <source>{} runs are kept of this document: remove one of them first</source>
        <translation>{} exécutions de ce document sont gardées&#xa0;: supprimez-en d&apos;abord une</translation>
    </message>
    <message>
        <source>it was written by another version</source>
        <translation>il a été écrit par une autre version</translation>
    </message>
    <message>
        <source>any type</source>
        <translation>tout type</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} ou {1}</translation>
    </message>
    <message>
        <source>quantized integers</source>
        <translation>nombres entiers quantifiés</translation>
    </message>
    <message>
        <source>floats</source>
        <translation>nombres flottants</translation>
    </message>
    <message>
        <source>integers</source>
        <translation>nombres entiers</translation>
    </message>
    <message>
        <source>complex numbers</source>
        <translation>nombres complexes</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>nombres</translation>
    </message>
    <message>
        <source>many types</source>
        <translation>plusieurs types</translation>
    </message>
    <message>
        <source>{0} does not fit into {1}</source>
        <translation>{0} ne va pas dans {1}</translation>
    </message>
    <message>
        <source>Select three or more blocks to space evenly</source>
        <translation>Sélectionnez au moins trois blocs à répartir</translation>
    </message>
    <message>
        <source>Select blocks that are wired to each other, from left to right</source>
        <translation>Sélectionnez des blocs reliés entre eux, de gauche à droite</translation>
    </message>
    <message>
        <source>{0}: no block reads such a file</source>
        <translation>{0}&#xa0;: aucun bloc ne lit un tel fichier</translation>
    </message>
    <message>
        <source>{0}: cannot be read: {1}</source>
        <translation>{0}&#xa0;: lecture impossible&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>it is not text in UTF-8</source>
        <translation>ce n&apos;est pas un texte UTF-8</translation>
    </message>
    <message>
        <source>it holds no rows</source>
        <translation>il ne contient aucune ligne</translation>
    </message>
    <message>
        <source>it has {0} columns: blocks read {1} at most</source>
        <translation>il a {0} colonnes&#xa0;: les blocs en lisent {1} au plus</translation>
    </message>
    <message>
        <source>it begins with a byte order mark: save it without</source>
        <translation>il commence par une marque d&apos;ordre des octets (BOM)&#xa0;: enregistrez-le sans elle</translation>
    </message>
    <message>
        <source>Select the blocks that are to be left out</source>
        <translation>Sélectionnez les blocs à omettre</translation>
    </message>
    <message>
        <source>Duplicate page {}</source>
        <translation>Dupliquer la page {}</translation>
    </message>
    <message>
        <source>there are no pages in the file</source>
        <translation>il n&apos;y a pas de pages dans le fichier</translation>
    </message>
    <message>
        <source>Import page {}</source>
        <translation>Importer la page {}</translation>
    </message>
    <message>
        <source>Import {} pages</source>
        <translation>Importer {} pages</translation>
    </message>
    <message>
        <source>The clipboard holds {0} characters: a value has {1} at most</source>
        <translation>Le presse-papiers contient {0} caractères&#xa0;: une valeur en a {1} au plus</translation>
    </message>
    <message>
        <source>The table cannot be read: {0}</source>
        <translation>Le tableau ne peut pas être lu&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The table has no value in row {0}, column {1}</source>
        <translation>Le tableau n&apos;a pas de valeur à la ligne {0}, colonne {1}</translation>
    </message>
    <message>
        <source>Select blocks that are wired to others</source>
        <translation>Sélectionnez des blocs reliés à d’autres</translation>
    </message>
    <message>
        <source>Select a block first</source>
        <translation>Sélectionnez d’abord un bloc</translation>
    </message>
    <message>
        <source>No slider for {0}</source>
        <translation>Retirer la réglette de {0}</translation>
    </message>
    <message>
        <source>the minimum</source>
        <translation>le minimum</translation>
    </message>
    <message>
        <source>the maximum</source>
        <translation>le maximum</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>le pas</translation>
    </message>
    <message>
        <source>{0}: {1!r:.40} is not a whole number</source>
        <translation>{0}&#xa0;: {1!r:.40} n&apos;est pas un nombre entier</translation>
    </message>
    <message>
        <source>{0}: {1!r:.40} is not a number</source>
        <translation>{0}&#xa0;: {1!r:.40} n&apos;est pas un nombre</translation>
    </message>
    <message>
        <source>The minimum must be less than the maximum</source>
        <translation>Le minimum doit être inférieur au maximum</translation>
    </message>
    <message>
        <source>A slider goes from {0} to {1} at most</source>
        <translation>Une réglette va au plus de {0} à {1}</translation>
    </message>
    <message>
        <source>A name has letters, digits, _ and - only</source>
        <translation>Un nom ne contient que des lettres, des chiffres, _ et -</translation>
    </message>
    <message>
        <source>There is a block {0} already</source>
        <translation>Il y a déjà un bloc {0}</translation>
    </message>
    <message>
        <source>{0} has a wire already</source>
        <translation>{0} a déjà un fil</translation>
    </message>
    <message>
        <source>{0} does not fit {1}</source>
        <translation>{0} ne va pas avec {1}</translation>
    </message>
    <message>
        <source>{0} has no pin {1}; there are {2}</source>
        <translation>{0} n&apos;a pas de broche {1}&#xa0;; il y a {2}</translation>
    </message>
    <message>
        <source>{0} has a wire or a value already</source>
        <translation>{0} a déjà un fil ou une valeur</translation>
    </message>
    <message>
        <source>{0} takes no {1}</source>
        <translation>{0} ne prend pas {1}</translation>
    </message>
    <message>
        <source>Select blocks with values typed into their inputs</source>
        <translation>Sélectionnez des blocs dont des entrées ont une valeur saisie</translation>
    </message>
    <message>
        <source>Select blocks that Const blocks feed</source>
        <translation>Sélectionnez des blocs que des blocs Const alimentent</translation>
    </message>
    <message>
        <source>Select a block with two inputs of one type, or two wires</source>
        <translation>Sélectionnez un bloc avec deux entrées du même type, ou deux fils</translation>
    </message>
    <message>
        <source>Not swapped: {0}</source>
        <translation>Pas échangé&#xa0;: {0}</translation>
    </message>
    <message>
        <source>a label is {}, and there are {} classes: labels go from 0 to {}</source>
        <translation>une étiquette vaut {}, et il y a {} classes&#xa0;: les étiquettes vont de 0 à {}</translation>
    </message>
    <message>
        <source>Check the labels, or give features a column for each class</source>
        <translation>Vérifiez les étiquettes, ou donnez à features une colonne par classe</translation>
    </message>
    <message>
        <source>{}: there is no such block</source>
        <translation>{}&#xa0;: il n&apos;y a pas de tel bloc</translation>
    </message>
    <message>
        <source>{}: nothing leads to a config</source>
        <translation>{}&#xa0;: rien ne mène à une config</translation>
    </message>
    <message>
        <source>{}: that block has none</source>
        <translation>{}&#xa0;: ce bloc n&apos;en a pas</translation>
    </message>
    <message>
        <source>no gradients arrive, but the config has {}: {}</source>
        <translation>aucun gradient n&apos;arrive, mais la config a {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Select an instance of a page, or a block with a page as its function</source>
        <translation>Sélectionnez une instance d&apos;une page, ou un bloc dont une page est la fonction</translation>
    </message>
    <message>
        <source>a model of TensorFlow Lite has special ops for phones, which TensorFlow cannot run: open the model that it was converted from</source>
        <translation>un modèle de TensorFlow Lite a ses propres ops, fusionnées et faites pour les téléphones, pour lesquelles TensorFlow n&apos;a pas de noyaux&#xa0;: ouvrez le modèle dont il a été tiré</translation>
    </message>
    <message>
        <source>TensorFlow SavedModels</source>
        <translation>SavedModels de TensorFlow</translation>
    </message>
    <message>
        <source>TensorFlow graphs with a checkpoint</source>
        <translation>Graphes TensorFlow avec checkpoint</translation>
    </message>
    <message>
        <source>Keras models</source>
        <translation>Modèles Keras</translation>
    </message>
    <message>
        <source>Keras models of HDF5</source>
        <translation>Modèles Keras en HDF5</translation>
    </message>
    <message>
        <source>TensorFlow checkpoints</source>
        <translation>Checkpoints TensorFlow</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>poids</translation>
    </message>
    <message>
        <source>values of variables</source>
        <translation>valeurs de variables</translation>
    </message>
    <message>
        <source>Python scripts</source>
        <translation>Scripts Python</translation>
    </message>
    <message>
        <source>{}: the file contains neither a document nor a model of a known format: their extensions are {}</source>
        <translation>{}&#xa0;: ce n&apos;est ni un document ni un modèle lisible&#xa0;: ceux-ci s&apos;appellent {}</translation>
    </message>
    <message>
        <source>{}: only models have signatures</source>
        <translation>{}&#xa0;: seuls les modèles ont des signatures</translation>
    </message>
    <message>
        <source>a picture has rows, columns and 1 to 4 channels, not the shape {}</source>
        <translation>une image a des lignes, des colonnes et de 1 à 4 canaux, pas la shape {}</translation>
    </message>
    <message>
        <source>it has no array {}, and not exactly one of this shape; there are {}</source>
        <translation>il n&apos;a pas de tableau {}, ni un seul de cette shape&#xa0;; il y a {}</translation>
    </message>
    <message>
        <source>rows {} and 1 have {} and {} cells</source>
        <translation>les lignes {} et 1 ont {} et {} cellules</translation>
    </message>
    <message>
        <source>row {}: {!r:.40} is not a number</source>
        <translation>ligne {}&#xa0;: {!r:.40} n&apos;est pas un nombre</translation>
    </message>
    <message>
        <source>not all of its numbers are {}</source>
        <translation>tous ses nombres ne sont pas {}</translation>
    </message>
    <message>
        <source>there are no weights {}</source>
        <translation>il n&apos;y a pas de poids {}</translation>
    </message>
    <message>
        <source>was {}, is {}</source>
        <translation>était {}, est {}</translation>
    </message>
    <message>
        <source>without a value</source>
        <translation>sans valeur</translation>
    </message>
    <message>
        <source>begins here</source>
        <translation>commence ici</translation>
    </message>
    <message>
        <source>random numbers</source>
        <translation>nombres aléatoires</translation>
    </message>
    <message>
        <source>there are weights {} already</source>
        <translation>il y a déjà des poids {}</translation>
    </message>
    <message>
        <source>the library of {}</source>
        <translation>la bibliothèque de {}</translation>
    </message>
    <message>
        <source>the weights</source>
        <translation>les poids</translation>
    </message>
    <message>
        <source>{!r:.80} is not the plain name of a .safetensors file</source>
        <translation>{!r:.80} n&apos;est pas le simple nom d&apos;un fichier .safetensors</translation>
    </message>
    <message>
        <source>&quot;added&quot; must map files to their keys</source>
        <translation>&quot;added&quot; doit associer à des fichiers leurs clés</translation>
    </message>
    <message>
        <source>{!r:.80} is not a SHA-256</source>
        <translation>{!r:.80} n&apos;est pas un SHA-256</translation>
    </message>
    <message>
        <source>{!r:.80} is not a key of weights</source>
        <translation>{!r:.80} n&apos;est pas une clé de poids</translation>
    </message>
    <message>
        <source>&quot;names&quot; must map pin names to names of nodes</source>
        <translation>&quot;names&quot; doit associer à des noms de broches des noms de nœuds</translation>
    </message>
    <message>
        <source>it has {:,} bends; a wire has at most {:,}</source>
        <translation>il a {:,} coudes&#xa0;; un fil en a au plus {:,}</translation>
    </message>
    <message>
        <source>{0} computes with {1}: its name can have letters, digits and _ only</source>
        <translation>{0} calcule avec {1}&#xa0;: son nom ne peut avoir que des lettres, chiffres et _</translation>
    </message>
    <message>
        <source>There are too few rows for that share of validation</source>
        <translation>Il y a trop peu de lignes pour cette part de validation</translation>
    </message>
    <message>
        <source>The input {:.60} of {:.60} is fed to what is no Placeholder in the model: one takes its place</source>
        <translation>L&apos;entrée {:.60} de {:.60} alimente ce qui, dans le modèle, n&apos;est pas un Placeholder&#xa0;: un Placeholder prend sa place</translation>
    </message>
    <message>
        <source>Left out, since no signature needs them: {:,} of {:,} nodes</source>
        <translation>Omis, car aucune signature n&apos;en a besoin&#xa0;: {:,} nœuds sur {:,}</translation>
    </message>
    <message>
        <source>two nodes of the graph are called {:.200}</source>
        <translation>deux nœuds du graphe s&apos;appellent {:.200}</translation>
    </message>
    <message>
        <source>the node {:.200} has {!r:.60} for an op</source>
        <translation>le nœud {:.200} a {!r:.60} pour op</translation>
    </message>
    <message>
        <source>the graph has no node {:.200}</source>
        <translation>le graphe n&apos;a pas de nœud {:.200}</translation>
    </message>
    <message>
        <source>the node {:.200} has {} inputs: a {} takes {}</source>
        <translation>le nœud {:.200} a {} entrées&#xa0;: un {} en prend {}</translation>
    </message>
    <message>
        <source>the node {:.200} has no output {}</source>
        <translation>le nœud {:.200} n&apos;a pas de sortie {}</translation>
    </message>
    <message>
        <source>the node {:.200} takes {:.200}, which the graph does not have</source>
        <translation>le nœud {:.200} prend {:.200}, que le graphe n&apos;a pas</translation>
    </message>
    <message>
        <source>The attr {:.60} of {:.60} is left out: it is none of that op</source>
        <translation>L&apos;attribut {:.60} de {:.60} est omis&#xa0;: cette op ne l&apos;a pas</translation>
    </message>
    <message>
        <source>Called by their ids, since TensorFlow takes no such names: {:,} of {:,} nodes</source>
        <translation>Appelés par leurs identifiants, car TensorFlow n&apos;accepte pas de tels noms&#xa0;: {:,} nœuds sur {:,}</translation>
    </message>
    <message>
        <source>git says: {}</source>
        <translation>git dit&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: both sides name something {}; that of theirs is {} here</source>
        <translation>{}&#xa0;: les deux côtés nomment quelque chose {}&#xa0;; celui de l&apos;autre côté s&apos;appelle ici {}</translation>
    </message>
    <message>
        <source>Change the batch size to {0}</source>
        <translation>Changer la taille du lot en {0}</translation>
    </message>
    <message>
        <source>Nothing is fed to the page with a shape that has a first size</source>
        <translation>Rien de ce qui alimente la page n&apos;a de shape avec une première taille</translation>
    </message>
    <message>
        <source>Select the feeds whose first size is that of the batch: there are {0}</source>
        <translation>Sélectionnez les feeds dont la première taille est celle du lot&#xa0;: il y a {0}</translation>
    </message>
    <message>
        <source>Batch size {0}: at feeds {1}, at typed values {2}</source>
        <translation>Taille du lot {0}&#xa0;: feeds {1}, valeurs saisies {2}</translation>
    </message>
    <message>
        <source>The selected blocks need all others</source>
        <translation>Les blocs sélectionnés ont besoin de tous les autres</translation>
    </message>
    <message>
        <source>Keep what {0} needs</source>
        <translation>Garder ce dont {0} a besoin</translation>
    </message>
    <message>
        <source>Keep what {0} blocks need</source>
        <translation>Garder ce dont {0} blocs ont besoin</translation>
    </message>
    <message>
        <source>Select a wire that carries a tensor, or a block that takes one</source>
        <translation>Sélectionnez un fil qui porte un tenseur, ou un bloc qui en prend un</translation>
    </message>
    <message>
        <source>Make the feed {0}</source>
        <translation>Créer le feed {0}</translation>
    </message>
    <message>
        <source>Make {0} feeds</source>
        <translation>Créer {0} feeds</translation>
    </message>
    <message>
        <source>Nothing uses {0} now, which runs all the same: Keep What It Needs, of an output, removes it</source>
        <translation>Plus rien n&apos;utilise {0}, qui s&apos;exécute quand même&#xa0;: Garder ce dont il a besoin, sur une sortie, le retire</translation>
    </message>
    <message>
        <source>The dtype of {0} is not known</source>
        <translation>Le dtype de {0} n&apos;est pas connu</translation>
    </message>
    <message>
        <source>Select a block that gives a tensor</source>
        <translation>Sélectionnez un bloc qui donne un tenseur</translation>
    </message>
    <message>
        <source>Make the output {0}</source>
        <translation>Créer la sortie {0}</translation>
    </message>
    <message>
        <source>Make {0} outputs</source>
        <translation>Créer {0} sorties</translation>
    </message>
    <message>
        <source>Train {0} again</source>
        <translation>Réentraîner {0}</translation>
    </message>
    <message>
        <source>Train {0} variables again</source>
        <translation>Réentraîner {0} variables</translation>
    </message>
    <message>
        <source>Freeze {0}</source>
        <translation>Figer {0}</translation>
    </message>
    <message>
        <source>Freeze {0} variables</source>
        <translation>Figer {0} variables</translation>
    </message>
    <message>
        <source>Make a constant of {0}</source>
        <translation>Faire de {0} une constante</translation>
    </message>
    <message>
        <source>Make constants of {0} variables</source>
        <translation>Faire de {0} variables des constantes</translation>
    </message>
    <message>
        <source>Make a variable of {0}</source>
        <translation>Faire de {0} une variable</translation>
    </message>
    <message>
        <source>Make variables of {0} constants</source>
        <translation>Faire de {0} constantes des variables</translation>
    </message>
    <message>
        <source>The initial value of {0} is computed: type it, or keep a trained one</source>
        <translation>La valeur initiale de {0} est calculée&#xa0;: saisissez-la, ou gardez une valeur apprise</translation>
    </message>
    <message>
        <source>The initial value of {0} is one number for all elements: type all of them</source>
        <translation>La valeur initiale de {0} est un seul nombre pour tous les éléments&#xa0;: saisissez-les tous</translation>
    </message>
    <message>
        <source>{0} takes the variable {1} itself, which cannot be a constant then</source>
        <translation>{0} prend la variable {1} elle-même, qui ne peut donc pas être une constante</translation>
    </message>
    <message>
        <source>New page for {} of {}</source>
        <translation>Nouvelle page pour {} de {}</translation>
    </message>
    <message>
        <source>all functions of {} have their pages</source>
        <translation>toutes les fonctions de {} ont leurs pages</translation>
    </message>
    <message>
        <source>New pages for {}</source>
        <translation>Nouvelles pages pour {}</translation>
    </message>
    <message>
        <source>{0} has no value that could be a parameter</source>
        <translation>{0} n&apos;a pas de valeur qui puisse être un paramètre</translation>
    </message>
    <message>
        <source>Make {0} a parameter</source>
        <translation>Faire de {0} un paramètre</translation>
    </message>
    <message>
        <source>the page {0} is used by {1}</source>
        <translation>la page {0} est utilisée par {1}</translation>
    </message>
    <message>
        <source>Remove page {}</source>
        <translation>Supprimer la page {}</translation>
    </message>
    <message>
        <source>Use {} of {}</source>
        <translation>Utiliser {} de {}</translation>
    </message>
    <message>
        <source>Update {} from {}</source>
        <translation>Mettre à jour {} depuis {}</translation>
    </message>
    <message>
        <source>Make the block {0}</source>
        <translation>Faire le bloc {0}</translation>
    </message>
    <message>
        <source>{0} names {1}, which would not be on the same page. Select both, or neither</source>
        <translation>{0} nomme {1}, qui ne serait pas sur la même page. Sélectionnez les deux, ou aucun</translation>
    </message>
    <message>
        <source>Leave {0} out of the selection</source>
        <translation>Laissez {0} hors de la sélection</translation>
    </message>
    <message>
        <source>Select {0} as well, or leave {1} out</source>
        <translation>Sélectionnez aussi {0}, ou laissez {1} de côté</translation>
    </message>
    <message>
        <source>a cell has more than {0} characters</source>
        <translation>une cellule a plus de {0} caractères</translation>
    </message>
    <message>
        <source>Change {0} to {1} on all pages</source>
        <translation>Changer {0} en {1} sur toutes les pages</translation>
    </message>
    <message>
        <source>{0} gives no floating point numbers to train</source>
        <translation>{0} ne donne pas de nombres à virgule flottante à entraîner</translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation>Entraîner {0}</translation>
    </message>
    <message>
        <source>Feed {0} and what the page takes, then run: the loss is {1}</source>
        <translation>Alimentez {0} et ce que prend la page, puis exécutez&#xa0;: la perte est {1}</translation>
    </message>
    <message>
        <source>Removed: dropouts {0}, blocks that pass on {1}, other blocks {2}</source>
        <translation>Retirés&#xa0;: dropouts {0}, blocs qui transmettent {1}, autres blocs {2}</translation>
    </message>
    <message>
        <source>Random numbers stay: {0}</source>
        <translation>Des nombres aléatoires restent&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Normalised by their batch, as in training: {0}</source>
        <translation>Normalisés par leur lot, comme à l&apos;entraînement&#xa0;: {0}</translation>
    </message>
    <message>
        <source>the page {0} uses itself</source>
        <translation>la page {0} s&apos;utilise elle-même</translation>
    </message>
    <message>
        <source>Unpack {0}</source>
        <translation>Décomposer {0}</translation>
    </message>
    <message>
        <source>{}: it has {:,} bends; a wire has at most {:,}</source>
        <translation>{}&#xa0;: il a {:,} coudes&#xa0;; un fil en a au plus {:,}</translation>
    </message>
    <message>
        <source>the page would use itself: {}</source>
        <translation>la page s&apos;utiliserait elle-même&#xa0;: {}</translation>
    </message>
    <message>
        <source>the expression is longer than {} characters</source>
        <translation>l&apos;expression dépasse {} caractères</translation>
    </message>
    <message>
        <source>the page has no parameter {}</source>
        <translation>la page n&apos;a pas de paramètre {}</translation>
    </message>
    <message>
        <source>it divides by 0, or is too large</source>
        <translation>il y a une division par 0, ou le résultat est trop grand</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>le résultat est trop grand</translation>
    </message>
    <message>
        <source>{} is {!r:.40}, with which nothing can be computed</source>
        <translation>{} vaut {!r:.40}, avec quoi rien ne se calcule</translation>
    </message>
    <message>
        <source>a number is wanted, not a list</source>
        <translation>un nombre est attendu, pas une liste</translation>
    </message>
    <message>
        <source>... and {} more blocks: {}</source>
        <translation>... et {} autres blocs&#xa0;: {}</translation>
    </message>
    <message>
        <source>the document has no page {}</source>
        <translation>le document n&apos;a pas de page {}</translation>
    </message>
    <message>
        <source>the page uses itself: {}</source>
        <translation>la page s&apos;utilise elle-même&#xa0;: {}</translation>
    </message>
    <message>
        <source>pages use each other more than {} deep</source>
        <translation>des pages s&apos;utilisent l&apos;une l&apos;autre sur plus de {} niveaux</translation>
    </message>
    <message>
        <source>Unpack some of them</source>
        <translation>Décomposez-en quelques-unes</translation>
    </message>
    <message>
        <source>with all instances and calls of pages replaced, there are more than {} blocks</source>
        <translation>une fois remplacés toutes les instances et tous les appels de pages, il y a plus de {} blocs</translation>
    </message>
    <message>
        <source>the block takes {} of {}, whose Retvals are: {}</source>
        <translation>le bloc prend {} de {}, dont les Retvals sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>Give the page {} a Retval for each of them, in this order</source>
        <translation>Donnez à la page {} un Retval pour chacun, dans cet ordre</translation>
    </message>
    <message>
        <source>the block gives {} to {}, whose Args are: {}</source>
        <translation>le bloc donne {} à {}, dont les Args sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>Give the page {} an Arg for each of them, in this order</source>
        <translation>Donnez à la page {} un Arg pour chacun, dans cet ordre</translation>
    </message>
    <message>
        <source>the Retval {} of {} is {}, and the block takes {}</source>
        <translation>le Retval {} de {} est {}, et le bloc prend {}</translation>
    </message>
    <message>
        <source>Convert what is wired to it by a Cast to {}</source>
        <translation>Convertissez ce qui y est relié par un Cast vers {}</translation>
    </message>
    <message>
        <source>the Arg {} of {} is {}, and the block gives it {}</source>
        <translation>l&apos;Arg {} de {} est {}, et le bloc lui donne {}</translation>
    </message>
    <message>
        <source>Make it {}, or convert what is wired to the block</source>
        <translation>Mettez-le à {}, ou convertissez ce qui est relié au bloc</translation>
    </message>
    <message>
        <source>the Arg {} of {} has the shape {}, and the block gives it {}</source>
        <translation>l&apos;Arg {} de {} a la shape {}, et le bloc lui donne {}</translation>
    </message>
    <message>
        <source>Wire it, or remove it</source>
        <translation>Reliez-le, ou supprimez-le</translation>
    </message>
    <message>
        <source>{} is not run: no session needs it</source>
        <translation>{} n&apos;est pas exécuté&#xa0;: aucune session n&apos;en a besoin</translation>
    </message>
    <message>
        <source>the page was copied from {} of the library {}, which has changed since</source>
        <translation>la page a été copiée de {} de la bibliothèque {}, qui a changé depuis</translation>
    </message>
    <message>
        <source>the page was copied from {} of the library {}, which no longer has it</source>
        <translation>la page a été copiée de {} de la bibliothèque {}, qui ne l&apos;a plus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>there is no data: it ends before the first step</source>
        <translation>il n&apos;y a pas de données&#xa0;: elles finissent avant le premier pas</translation>
    </message>
    <message>
        <source>{} for no tags in the config</source>
        <translation>{} sans aucun tag dans la config</translation>
    </message>
    <message>
        <source>{} for {} in the config: {}</source>
        <translation>{} pour {} dans la config&#xa0;: {}</translation>
    </message>
    <message>
        <source>Use {}</source>
        <translation>Prenez {}</translation>
    </message>
    <message>
        <source>Add a {} block</source>
        <translation>Ajoutez un bloc {}</translation>
    </message>
    <message>
        <source>message type {} has no field named {}</source>
        <translation>le type de message {} n&apos;a pas de champ nommé {}</translation>
    </message>
    <message>
        <source>enum type {} has no value named {}</source>
        <translation>le type enum {} n&apos;a pas de valeur nommée {}</translation>
    </message>
    <message>
        <source>Give a number from {} to below {}</source>
        <translation>Donnez un nombre de {} inclus à {} exclu</translation>
    </message>
    <message>
        <source>Give a number from {} to {}</source>
        <translation>Donnez un nombre de {} à {}</translation>
    </message>
    <message>
        <source>the dimension {} of its input, of shape {}, is not known before the page runs</source>
        <translation>la dimension {} de son entrée, de shape {}, n&apos;est pas connue avant l&apos;exécution de la page</translation>
    </message>
    <message>
        <source>how many dimensions its input has is not known before the page runs</source>
        <translation>le nombre de dimensions de son entrée n&apos;est pas connu avant l&apos;exécution de la page</translation>
    </message>
    <message>
        <source>Type the shape of the Placeholder or Arg that it is computed from, or insert a Reshape</source>
        <translation>Saisissez la shape du Placeholder ou de l&apos;Arg dont elle est calculée, ou insérez un Reshape</translation>
    </message>
    <message>
        <source>TensorFlow has no gradient for {}, the op of {}, on which {} depends</source>
        <translation>TensorFlow n&apos;a pas de gradient pour {}, l&apos;op de {}, dont dépend {}</translation>
    </message>
    <message>
        <source>Make it a ResourceVariable, or set its trainable to false</source>
        <translation>Faites-en une ResourceVariable, ou mettez son trainable à false</translation>
    </message>
    <message>
        <source>Give {} as many elements as {}</source>
        <translation>Donnez à {} autant d&apos;éléments qu&apos;à {}</translation>
    </message>
    <message>
        <source>Make the Arg {} of {} {}</source>
        <translation>Mettre l&apos;Arg {} de {} à {}</translation>
    </message>
    <message>
        <source>Give {} random numbers: {}</source>
        <translation>Donner à {} des nombres aléatoires&#xa0;: {}</translation>
    </message>
    <message>
        <source>Write {} for {}</source>
        <translation>Écrire {} au lieu de {}</translation>
    </message>
    <message>
        <source>Add mode: TRAINING</source>
        <translation>Ajouter mode: TRAINING</translation>
    </message>
    <message>
        <source>Use the config of {}</source>
        <translation>Prendre la config de {}</translation>
    </message>
    <message>
        <source>{}: the weights of the document are in this file: choose another name</source>
        <translation>{}&#xa0;: les poids du document sont dans ce fichier&#xa0;: choisissez un autre nom</translation>
    </message>
    <message>
        <source>{}: a model is written into a new or an empty folder only</source>
        <translation>{}&#xa0;: un modèle ne s&apos;écrit que dans un dossier nouveau ou vide</translation>
    </message>
    <message>
        <source>signature {} has no input {}; it has: {}</source>
        <translation>la signature {} n&apos;a pas d&apos;entrée {}&#xa0;; elle a&#xa0;: {}</translation>
    </message>
    <message>
        <source>signature {} has to be fed: {}</source>
        <translation>la signature {} doit être alimentée&#xa0;: {}</translation>
    </message>
    <message>
        <source>there is no signature {!r}; the signatures are: {}</source>
        <translation>il n&apos;y a pas de signature {!r}&#xa0;; les signatures sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>none: a signature is a page with Retvals</source>
        <translation>aucune&#xa0;: une signature est une page avec des Retvals</translation>
    </message>
    <message>
        <source>the weights {} are {}, not {}</source>
        <translation>les poids {} sont {}, et non {}</translation>
    </message>
    <message>
        <source>{!r:.40} may be {}: type more of it</source>
        <translation>{!r:.40} peut être {}&#xa0;: saisissez-en davantage</translation>
    </message>
    <message>
        <source>the document has no weights {}</source>
        <translation>le document n&apos;a pas de poids {}</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>il est tronqué</translation>
    </message>
    <message>
        <source>there are no weights {} in {}</source>
        <translation>il n&apos;y a pas de poids {} dans {}</translation>
    </message>
    <message>
        <source>{} is missing, which holds weights of the document</source>
        <translation>{} manque, qui contient des poids du document</translation>
    </message>
    <message>
        <source>an array of {} cannot be kept as weights</source>
        <translation>un tableau de {} ne peut pas être gardé comme poids</translation>
    </message>
    <message>
        <source>{}: cannot be made: {}</source>
        <translation>{}&#xa0;: création impossible&#xa0;: {}</translation>
    </message>
    <message>
        <source>Args of the page that is called: {}; values that are wired to the call: {}</source>
        <translation>Args de la page appelée&#xa0;: {}&#xa0;; valeurs reliées à l&apos;appel&#xa0;: {}</translation>
    </message>
    <message>
        <source>Retvals of the page that is called: {}; types in Tout: {}</source>
        <translation>Retvals de la page appelée&#xa0;: {}&#xa0;; types dans Tout&#xa0;: {}</translation>
    </message>
    <message>
        <source>Check what is wired to the block</source>
        <translation>Vérifiez ce qui est relié au bloc</translation>
    </message>
    <message>
        <source>the initial value depends on the Arg {}, which has no value before the first call</source>
        <translation>la valeur initiale dépend de l&apos;Arg {}, qui n&apos;a pas de valeur avant le premier appel</translation>
    </message>
    <message>
        <source>Take the initial value from what is on this page, or type it</source>
        <translation>Prenez la valeur initiale de ce qui est sur cette page, ou saisissez-la</translation>
    </message>
    <message>
        <source>Use the page as a block, or take the optimizer to the page that uses the function</source>
        <translation>Utilisez la page comme bloc, ou mettez l&apos;optimiseur sur la page qui utilise la fonction</translation>
    </message>
    <message>
        <source>nothing can be fed to a placeholder in a function</source>
        <translation>rien ne peut alimenter un placeholder dans une fonction</translation>
    </message>
    <message>
        <source>Make it an Arg of the page</source>
        <translation>Faites-en un Arg de la page</translation>
    </message>
    <message>
        <source>page {} cannot be compiled</source>
        <translation>la page {} ne peut pas être compilée</translation>
    </message>
    <message>
        <source>tensor {} has the shape {} in the body, which gives {} for the next iteration: type a shape for the Arg that fits both</source>
        <translation>le tenseur {} a la shape {} dans le corps, qui donne {} pour l&apos;itération suivante&#xa0;: saisissez pour l&apos;Arg une shape qui convienne aux deux</translation>
    </message>
    <message>
        <source>reading the values of variables</source>
        <translation>lecture des valeurs des variables</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}: they begin with zeros</source>
        <translation>le checkpoint n&apos;a pas de valeurs pour {}&#xa0;: elles commencent par des zéros</translation>
    </message>
    <message>
        <source>the variable {} is of dtype {}, and its value in the checkpoint, {}, of {}: they are of different models</source>
        <translation>la variable {} est de dtype {}, et sa valeur dans le checkpoint, {}, de {}&#xa0;: elles viennent de modèles différents</translation>
    </message>
    <message>
        <source>{}: there is no file {}</source>
        <translation>{}&#xa0;: il n&apos;y a pas de fichier {}</translation>
    </message>
    <message>
        <source>the variable has no value before the page runs</source>
        <translation>la variable n&apos;a pas de valeur avant l&apos;exécution de la page</translation>
    </message>
    <message>
        <source>Type an initial value, or give a checkpoint with its value</source>
        <translation>Saisissez une valeur initiale, ou donnez un checkpoint avec sa valeur</translation>
    </message>
    <message>
        <source>{} ({}) changes a variable, which is a constant in a frozen graph: take it out of what the results need</source>
        <translation>{} ({}) change une variable, qui est une constante dans un graphe figé&#xa0;: retirez-le de ce dont les résultats ont besoin</translation>
    </message>
    <message>
        <source>the variable {} is changed by what the results need: it cannot be a constant</source>
        <translation>la variable {} est changée par ce dont les résultats ont besoin&#xa0;: elle ne peut pas être une constante</translation>
    </message>
    <message>
        <source>its functions are called with more than {} values of attributes</source>
        <translation>ses fonctions sont appelées avec plus de {} valeurs d&apos;attributs</translation>
    </message>
    <message>
        <source>the function {} calls others, which call others, too deeply</source>
        <translation>la fonction {} en appelle d&apos;autres, qui en appellent d&apos;autres, trop profondément</translation>
    </message>
    <message>
        <source>the node {} has no output {}</source>
        <translation>le nœud {} n&apos;a pas de sortie {}</translation>
    </message>
    <message>
        <source>reading {}</source>
        <translation>lecture de {}</translation>
    </message>
    <message>
        <source>reading its nodes</source>
        <translation>lecture de ses nœuds</translation>
    </message>
    <message>
        <source>it calls a model in another file or of another framework</source>
        <translation>il appelle un modèle d&apos;un autre fichier ou d&apos;un autre framework</translation>
    </message>
    <message>
        <source>save the model as a SavedModel, by model.export(FOLDER) where it was made, and open that</source>
        <translation>enregistrez le modèle en SavedModel, par model.export(DOSSIER) là où il a été fait, et ouvrez celui-ci</translation>
    </message>
    <message>
        <source>Keras makes its layers</source>
        <translation>Keras crée ses couches</translation>
    </message>
    <message>
        <source>Keras is set to another backend than TensorFlow (KERAS_BACKEND)</source>
        <translation>Keras est réglé sur un autre backend que TensorFlow (KERAS_BACKEND)</translation>
    </message>
    <message>
        <source>TensorFlow traces what it does</source>
        <translation>TensorFlow trace ce qu&apos;il fait</translation>
    </message>
    <message>
        <source>its config is too large</source>
        <translation>sa config est trop grande</translation>
    </message>
    <message>
        <source>Keras {} cannot make this model of Keras {}: {}. What you can do: {}</source>
        <translation>Keras {} ne peut pas faire ce modèle de Keras {}&#xa0;: {}. Ce que vous pouvez faire&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} ({}): {}. What you can do: {}</source>
        <translation>{} ({})&#xa0;: {}. Ce que vous pouvez faire&#xa0;: {}</translation>
    </message>
    <message>
        <source>save the model as a SavedModel, by tf.saved_model.save(model, FOLDER) where it was made, and open that</source>
        <translation>enregistrez le modèle comme SavedModel, par tf.saved_model.save(model, DOSSIER) là où il a été fait, et ouvrez celui-ci</translation>
    </message>
    <message>
        <source>it calls {!r:.100}, which is not a function that computes tensors</source>
        <translation>il appelle {!r:.100}, qui n&apos;est pas une fonction qui calcule des tenseurs</translation>
    </message>
    <message>
        <source>it runs the op {!r:.100}, which does more than compute tensors</source>
        <translation>il exécute l&apos;op {!r:.100}, qui fait plus que calculer des tenseurs</translation>
    </message>
    <message>
        <source>the model takes ragged or sparse tensors, which a page does not have. What you can do: {}</source>
        <translation>le modèle prend des tenseurs irréguliers ou creux, qu&apos;une page n&apos;a pas. Ce que vous pouvez faire&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} of {} cannot be used: {}. What you can do: install the version of its TensorFlow</source>
        <translation>{} de {} ne peut pas être utilisé&#xa0;: {}. Ce que vous pouvez faire&#xa0;: installer la version de son TensorFlow</translation>
    </message>
    <message>
        <source>the shape is {} and not {}</source>
        <translation>la forme est {} et non {}</translation>
    </message>
    <message>
        <source>by up to {:.2g}, and the largest value is {:.2g}</source>
        <translation>jusqu&apos;à {:.2g}, et la plus grande valeur est {:.2g}</translation>
    </message>
    <message>
        <source>it was saved by Keras {}, which Keras {} does not read. What you can do: &quot;{}&quot; -m pip install &quot;tf_keras ~= {}.0&quot;</source>
        <translation>il a été enregistré par Keras {}, que Keras {} ne lit pas. Ce que vous pouvez faire&#xa0;: &quot;{}&quot; -m pip install &quot;tf_keras ~= {}.0&quot;</translation>
    </message>
    <message>
        <source>it reads another file, {!r}</source>
        <translation>il lit un autre fichier, {!r}</translation>
    </message>
    <message>
        <source>{}: only models can be opened for inference: in a document, use Model &gt; Remove Dropout and Training</source>
        <translation>{}&#xa0;: seuls les modèles s’ouvrent pour l’inférence&#xa0;: dans un document, retirez ce qui sert à l’entraînement par le menu Modèle</translation>
    </message>
    <message>
        <source>only a TPU runs this op, and {} has none: the CPU reference runs on this machine alone</source>
        <translation>seule une TPU exécute cette op, et {} n’en a pas&#xa0;: la référence CPU ne tourne que sur cette machine</translation>
    </message>
    <message>
        <source>Run without a target, or on one with TPUs</source>
        <translation>Exécutez sans cible, ou sur une cible qui a des TPU</translation>
    </message>
    <message>
        <source>Add an {} or {} on the same handle</source>
        <translation>Ajoutez un {} ou un {} sur le même handle</translation>
    </message>
    <message>
        <source>Check the file name, and that the file is on the machine of {}, where it is looked for</source>
        <translation>Vérifiez le nom du fichier, et qu’il se trouve sur la machine de {}, où il est cherché</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}, and their shapes are not known: they have none until something assigns one</source>
        <translation>le checkpoint n’a pas de valeurs pour {}, et leurs formes ne sont pas connues&#xa0;: elles n’en ont pas tant que rien ne leur en affecte</translation>
    </message>
    <message>
        <source>the attribute {} of the node {} cannot be read: {}</source>
        <translation>l&apos;attribut {} du nœud {} ne peut pas être lu&#xa0;: {}</translation>
    </message>
    <message>
        <source>a tensor without a known dtype and shape</source>
        <translation>un tenseur sans dtype ni shape connus</translation>
    </message>
    <message>
        <source>a tensor of dtype {} has no value</source>
        <translation>un tenseur de dtype {} n&apos;a pas de valeur</translation>
    </message>
    <message>
        <source>a tensor of shape {} with {} bytes</source>
        <translation>un tenseur de shape {} avec {} octets</translation>
    </message>
    <message>
        <source>a tensor of shape {} is larger than any that a graph can hold</source>
        <translation>un tenseur de shape {} est plus grand que tous ceux qu&apos;un graphe peut contenir</translation>
    </message>
    <message>
        <source>a tensor of shape {} with {} values</source>
        <translation>un tenseur de shape {} avec {} valeurs</translation>
    </message>
    <message>
        <source>making pages of it</source>
        <translation>création de ses pages</translation>
    </message>
    <message>
        <source>the model has no signature {}; it has: {}</source>
        <translation>le modèle n&apos;a pas de signature {}&#xa0;; il a&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} would call a Python function that is in no file: the blocks stay, and cannot run</source>
        <translation>{} appelleraient une fonction Python qui n&apos;est dans aucun fichier&#xa0;: les blocs restent, et ne peuvent pas s&apos;exécuter</translation>
    </message>
    <message>
        <source>of its {} graphs the one for {} was read, and not {}</source>
        <translation>de ses {} graphes, celui pour {} a été lu, et non {}</translation>
    </message>
    <message>
        <source>{}: there is no {}</source>
        <translation>{}&#xa0;: il n&apos;y a pas de {}</translation>
    </message>
    <message>
        <source>{}: {} cannot be traced: {}: {}</source>
        <translation>{}&#xa0;: {} ne peut pas être tracé&#xa0;: {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>it uses a table, a dataset or such, and only variables and arrays come along: save it by tf.saved_model.save, and open that</source>
        <translation>il utilise une table, un jeu de données ou autre, et seuls variables et tableaux sont repris&#xa0;: enregistrez-le par tf.saved_model.save, et ouvrez le résultat</translation>
    </message>
    <message>
        <source>no variable has a value: run the page first</source>
        <translation>aucune variable n&apos;a de valeur&#xa0;: exécutez d&apos;abord la page</translation>
    </message>
    <message>
        <source>{}: {} is {} of the shape {}, and the variable is {} of the shape {}</source>
        <translation>{}&#xa0;: {} est {} de shape {}, et la variable est {} de shape {}</translation>
    </message>
    <message>
        <source>{}: there is no checkpoint of this name, which would be {}</source>
        <translation>{}&#xa0;: il n&apos;y a pas de checkpoint de ce nom, qui serait {}</translation>
    </message>
    <message>
        <source>{}: the checkpoint cannot be read: {}</source>
        <translation>{}&#xa0;: le checkpoint ne peut pas être lu&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: {} cannot be read: {}</source>
        <translation>{}&#xa0;: {} ne peut pas être lu&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: not an .npz file of numbers: {}</source>
        <translation>{}&#xa0;: pas un fichier .npz de nombres&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} has a value that is too large for a script</source>
        <translation>{} a une valeur trop grande pour un script</translation>
    </message>
    <message>
        <source>TensorFlow has no op {}</source>
        <translation>TensorFlow n&apos;a pas d&apos;op {}</translation>
    </message>
    <message>
        <source>not known inside a function</source>
        <translation>inconnu dans une fonction</translation>
    </message>
    <message>
        <source>no variable with an initial value has a value: run the page first</source>
        <translation>aucune variable à valeur initiale n&apos;a de valeur&#xa0;: exécutez d&apos;abord la page</translation>
    </message>
    <message numerus="yes">
        <source>{} gradient arrives, but the config has {}: {}</source>
        <comment>{} gradients arrive, but the config has {}: {}</comment>
        <translation>
            <numerusform>{} gradient arrive, mais la config a {}&#xa0;: {}</numerusform>
            <numerusform>{} gradients arrivent, mais la config a {}&#xa0;: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} element, but {2} has {3}: they belong together</source>
        <comment>{1} has {0} elements, but {2} has {3}: they belong together</comment>
        <translation>
            <numerusform>{1} a {0} élément, mais {2} en a {3}&#xa0;: ils vont ensemble</numerusform>
            <numerusform>{1} a {0} éléments, mais {2} en a {3}&#xa0;: ils vont ensemble</numerusform>
        </translation>
    </message>
    <message>
        <source>The page has a Session: take the data without a model, or a new page</source>
        <translation>La page a une Session&#xa0;: prenez les données sans modèle, ou une nouvelle page</translation>
    </message>
    <message>
        <source>Data from {0}</source>
        <translation>Données de {0}</translation>
    </message>
    <message>
        <source>its numbers are big-endian: save it as little-endian</source>
        <translation>ses nombres sont gros-boutistes&#xa0;: enregistrez-le en petit-boutiste</translation>
    </message>
    <message>
        <source>All pictures are of one class: put others into another folder</source>
        <translation>Toutes les images sont d&apos;une seule classe&#xa0;: mettez-en d&apos;autres dans un autre dossier</translation>
    </message>
    <message>
        <source>The labels are {0}: one for each of the {1} rows is needed</source>
        <translation>Les étiquettes sont {0}&#xa0;: il en faut une pour chacune des {1} lignes</translation>
    </message>
    <message>
        <source>Choose the file with the labels of the {0} rows</source>
        <translation>Choisissez le fichier des étiquettes des {0} lignes</translation>
    </message>
    <message>
        <source>Choose the column that is to be learned</source>
        <translation>Choisissez la colonne à apprendre</translation>
    </message>
    <message>
        <source>Choose at least one column as input</source>
        <translation>Choisissez au moins une colonne comme entrée</translation>
    </message>
    <message>
        <source>{0} has too many or too few different values for classes</source>
        <translation>{0} a trop ou trop peu de valeurs différentes pour des classes</translation>
    </message>
    <message>
        <source>{0} holds texts: they are classes, not numbers</source>
        <translation>{0} contient des textes&#xa0;: ce sont des classes, pas des nombres</translation>
    </message>
    <message>
        <source>Batches of {0}. Rows are read and encoded in groups, each of which {1} splits by the seed: no row is for training and for validation. MIXED puts those for training into another order in each epoch. `training` says from which of both NEXT takes a batch; the end of the rows ends the epoch.</source>
        <translation>Lots de {0}. Les lignes sont lues et codées par groupes, que {1} partage d&apos;après la graine&#xa0;: aucune ne sert à l&apos;entraînement et à la validation. MIXED met celles d&apos;entraînement dans un autre ordre à chaque époque. `training` dit d&apos;où NEXT prend un lot&#xa0;; la fin des lignes finit l&apos;époque.</translation>
    </message>
    <message>
        <source>What becomes of a group of rows of {0}: inputs and labels as numbers, and of these the rows that SPLIT chooses. Means, deviations and names are those of the file when it was looked at.</source>
        <translation>Ce que devient un groupe de lignes de {0}&#xa0;: entrées et étiquettes en nombres, et de celles-ci les lignes que SPLIT choisit. Moyennes, écarts types et noms sont ceux du fichier quand il a été examiné.</translation>
    </message>
    <message>
        <source>The picture in a file, and its label.</source>
        <translation>L&apos;image d&apos;un fichier, et son étiquette.</translation>
    </message>
    <message>
        <source>its name is not text in UTF-8</source>
        <translation>son nom n&apos;est pas du texte en UTF-8</translation>
    </message>
    <message>
        <source>it has {0} folders: {1} classes at most</source>
        <translation>il a {0} dossiers&#xa0;: {1} classes au plus</translation>
    </message>
    <message>
        <source>the name of its folder {0!r} is not text in UTF-8</source>
        <translation>le nom de son dossier {0!r} n&apos;est pas du texte en UTF-8</translation>
    </message>
    <message>
        <source>it has cells of several lines, and empty lines: take these out</source>
        <translation>il a des cellules de plusieurs lignes, et des lignes vides&#xa0;: retirez celles-ci</translation>
    </message>
    <message>
        <source>line {0} has more than {1} characters</source>
        <translation>la ligne {0} a plus de {1} caractères</translation>
    </message>
    <message>
        <source>line {0} ends with CR alone: save it with LF or CR LF</source>
        <translation>la ligne {0} finit par CR seul&#xa0;: enregistrez-le avec LF ou CR LF</translation>
    </message>
    <message>
        <source>line {0} has {1} cells, and the first has {2}</source>
        <translation>la ligne {0} a {1} cellules, et la première {2}</translation>
    </message>
    <message>
        <source>there are {0:,} conflicts; a document keeps {1:,} at most</source>
        <translation>il y a {0:,} conflits&#xa0;; un document en garde {1:,} au plus</translation>
    </message>
    <message>
        <source>conflict {}</source>
        <translation>conflit {}</translation>
    </message>
    <message>
        <source>{}: git has no {}</source>
        <translation>{}&#xa0;: git n’a pas de {}</translation>
    </message>
    <message>
        <source>{}: there is no such folder</source>
        <translation>{}&#xa0;: ce dossier n’existe pas</translation>
    </message>
    <message>
        <source>git is not installed here</source>
        <translation>git n’est pas installé ici</translation>
    </message>
    <message>
        <source>git cannot be started: {}</source>
        <translation>git ne peut pas être démarré&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: is in no git repository</source>
        <translation>{}&#xa0;: n’est dans aucun dépôt git</translation>
    </message>
    <message>
        <source>Put layers behind {0}, select the last one, and choose Model &gt; Train This.</source>
        <translation>Mettez des couches derrière {0}, sélectionnez la dernière, et choisissez Modèle &gt; Entraîner ceci.</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>mode</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>déplacé</translation>
    </message>
    <message>
        <source>The clipboard contains a picture, not a file. Right-click the page to save the picture in the folder of the document and to add a block that reads it.</source>
        <translation>Le presse-papiers contient une image, pas un fichier&#xa0;: le menu de la page l’enregistre dans le dossier du document et la lit</translation>
    </message>
    <message>
        <source>Save the document first: the picture is saved in the same folder</source>
        <translation>Enregistrez d’abord le document&#xa0;: l’image est enregistrée dans le même dossier</translation>
    </message>
    <message>
        <source>The clipboard contains no blocks</source>
        <translation>Le presse-papiers ne contient pas de blocs</translation>
    </message>
    <message>
        <source>{!r:.40} is not a batch size</source>
        <translation>{!r:.40} n’est pas une taille de lot</translation>
    </message>
    <message>
        <source>The page has no expanded frame</source>
        <translation>La page n’a pas de cadre déplié</translation>
    </message>
    <message>
        <source>The page has no collapsed frame</source>
        <translation>La page n’a pas de cadre replié</translation>
    </message>
    <message>
        <source>Expand the frame at the end of this wire to bend the wire</source>
        <translation>Dépliez le cadre au bout de ce fil pour couder le fil</translation>
    </message>
    <message>
        <source>{}: a document does not contain a graph: {} apply only to an exported graph</source>
        <translation>{}&#xa0;: un document ne contient pas de graphe&#xa0;: seul un graphe exporté admet {}</translation>
    </message>
    <message>
        <source>{!r:.60} is not an expression of parameters, such as =gain or =[4*units]</source>
        <translation>{!r:.60} n’est pas une expression de paramètres, comme =gain ou =[4*units]</translation>
    </message>
    <message>
        <source>{}: is not a text in UTF-8</source>
        <translation>{}&#xa0;: ce n’est pas un texte UTF-8</translation>
    </message>
    <message>
        <source>{!r} is not a valid job name: use letters, digits and _, beginning with a letter</source>
        <translation>{!r} n’est pas un nom de job valide&#xa0;: utilisez des lettres, des chiffres et _, en commençant par une lettre</translation>
    </message>
    <message>
        <source>{!r} is not an address: write HOST:PORT with a port from 1 to 65535, such as localhost:2222</source>
        <translation>{!r} n’est pas une adresse&#xa0;: écrivez HOST:PORT avec un port de 1 à 65535, par exemple localhost:2222</translation>
    </message>
    <message>
        <source>{!r} is not a target: write grpc://HOST:PORT, such as grpc://localhost:2223</source>
        <translation>{!r} n’est pas une cible&#xa0;: écrivez grpc://HOST:PORT, par exemple grpc://localhost:2223</translation>
    </message>
    <message>
        <source>it contains {0}, which no block can read</source>
        <translation>il contient {0}, qu’aucun bloc ne peut lire</translation>
    </message>
    <message>
        <source>it has no rows</source>
        <translation>il n’a aucune ligne</translation>
    </message>
    <message>
        <source>it contains {0} bytes: blocks read at most {1}</source>
        <translation>il contient {0} octets&#xa0;: les blocs en lisent {1} au plus</translation>
    </message>
    <message>
        <source>it has {0} columns: blocks read at most {1}</source>
        <translation>il a {0} colonnes&#xa0;: les blocs en lisent {1} au plus</translation>
    </message>
    <message>
        <source>a row has {0} numbers: blocks read at most {1}</source>
        <translation>une ligne a {0} nombres&#xa0;: les blocs en lisent {1} au plus</translation>
    </message>
    <message>
        <source>The columns of {0}, which is read in each step.</source>
        <translation>Les colonnes de {0}, lu à chaque pas.</translation>
    </message>
    <message>
        <source>it contains several arrays: save each with numpy.save, and drop the .npy files</source>
        <translation>il contient plusieurs tableaux&#xa0;: enregistrez chacun avec numpy.save, et déposez les fichiers .npy</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>un tableau</translation>
    </message>
    <message>
        <source>no block can read this kind of file: save its data as .csv or .npy</source>
        <translation>aucun bloc ne peut lire ce genre de fichier&#xa0;: enregistrez ses données en .csv ou .npy</translation>
    </message>
    <message>
        <source>its path contains one of {0}, which have a special meaning: rename it</source>
        <translation>son chemin contient l’un de {0}, qui ont un sens particulier&#xa0;: renommez-le</translation>
    </message>
    <message>
        <source>it contains more than {0} files</source>
        <translation>il contient plus de {0} fichiers</translation>
    </message>
    <message>
        <source>{0} is not a file</source>
        <translation>{0} n’est pas un fichier</translation>
    </message>
    <message>
        <source>it has no folders with pictures: put those of each class into a separate folder</source>
        <translation>il n’a pas de dossiers d’images&#xa0;: mettez celles de chaque classe dans un dossier à part</translation>
    </message>
    <message>
        <source>a cycle of wires</source>
        <translation>un cycle de fils</translation>
    </message>
    <message>
        <source>unset</source>
        <translation>non défini</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: there is no name before a /</source>
        <translation>{!r:.80} n’est pas une adresse&#xa0;: il manque un nom avant un /</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN</source>
        <translation>{!r:.80} n’est pas une adresse&#xa0;: écrivez BLOC, BLOC.BROCHE ou PAGE/BLOC.BROCHE</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: nothing follows the backslash</source>
        <translation>{!r:.80} n’est pas une adresse&#xa0;: rien ne suit la barre oblique inverse</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a text</source>
        <translation>&quot;{0}&quot; n’est pas un texte</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a colour such as #8c4002</source>
        <translation>&quot;{0}&quot; n’est pas une couleur comme #8c4002</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is neither true nor false</source>
        <translation>&quot;{0}&quot; n’est ni vrai ni faux</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a size in pixels</source>
        <translation>&quot;{0}&quot; n’est pas une taille en pixels</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not rect, script or an SVG path</source>
        <translation>&quot;{0}&quot; n’est ni rect, ni script, ni un tracé SVG</translation>
    </message>
    <message>
        <source>the unknown mode {1!r:.40}; there are {2}</source>
        <translation>le mode inconnu {1!r:.40}&#xa0;; il y a {2}</translation>
    </message>
    <message>
        <source>{1!r:.80} is too long for a condition</source>
        <translation>{1!r:.80} est trop long pour une condition</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a JSON object</source>
        <translation>&quot;{0}&quot; n’est pas un objet JSON</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valeur</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>remplissage</translation>
    </message>
    <message>
        <source>font</source>
        <translation>police</translation>
    </message>
    <message>
        <source>bold</source>
        <translation>gras</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>ce n’est pas du JSON</translation>
    </message>
    <message>
        <source>that is beyond the canvas</source>
        <translation>c’est au-delà du canevas</translation>
    </message>
    <message>
        <source>{!r:.40} is not the number of a bookmark: use 1 to 9</source>
        <translation>{!r:.40} n’est pas un numéro de signet&#xa0;: utilisez 1 à 9</translation>
    </message>
    <message>
        <source>{!r:.40} is not a scale of a bookmark</source>
        <translation>{!r:.40} n’est pas une échelle de signet</translation>
    </message>
    <message>
        <source>{!r:.80} is not a page of a library</source>
        <translation>{!r:.80} n’est pas une page d’une bibliothèque</translation>
    </message>
    <message>
        <source>a uid has {} characters at most</source>
        <translation>un uid a {} caractères au plus</translation>
    </message>
    <message>
        <source>{0} to {1} by {2} is not a slider for {3}: the numbers are least, greatest (up to {4}) and step</source>
        <translation>De {0} à {1} par {2} n’est pas une réglette pour {3}&#xa0;: les nombres sont le minimum, le maximum (jusqu’à {4}) et le pas</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name of a node</source>
        <translation>{!r:.60} n’est pas un nom de nœud</translation>
    </message>
    <message>
        <source>{!r:.80} is not a conflict</source>
        <translation>{!r:.80} n’est pas un conflit</translation>
    </message>
    <message>
        <source>no edit sets the field {!r:.40}</source>
        <translation>aucune modification ne définit le champ {!r:.40}</translation>
    </message>
    <message>
        <source>{!r:.80} is not a name of weights</source>
        <translation>{!r:.80} n’est pas un nom de poids</translation>
    </message>
    <message>
        <source>{}.{} is not a fixed value</source>
        <translation>{}.{} n’est pas une valeur fixe</translation>
    </message>
    <message>
        <source>it is beyond the canvas: moved to its origin</source>
        <translation>il est au-delà du canevas&#xa0;: ramené à l’origine</translation>
    </message>
    <message>
        <source>the .dat file in the folder of the page is missing</source>
        <translation>le fichier .dat manque dans le dossier de la page</translation>
    </message>
    <message>
        <source>{!r:.30} is not a number</source>
        <translation>{!r:.30} n’est pas un nombre</translation>
    </message>
    <message>
        <source>{} wires with another width: drawn like others</source>
        <translation>{} fils d’une autre épaisseur&#xa0;: dessinés comme les autres</translation>
    </message>
    <message>
        <source>{} texts and shapes: without their fonts, line widths and dashes</source>
        <translation>{} textes et formes&#xa0;: sans leurs polices, épaisseurs de trait ni tirets</translation>
    </message>
    <message>
        <source>{!r:.60} is not a valid block name: it becomes {}</source>
        <translation>{!r:.60} n’est pas un nom de bloc valide&#xa0;: il devient {}</translation>
    </message>
    <message>
        <source>{} is not a symbol of enuSpace-Tensorflow: kept as a placeholder</source>
        <translation>{} n’est pas un symbole d’enuSpace-Tensorflow&#xa0;: gardé à sa place</translation>
    </message>
    <message>
        <source>{} = {!r:.60}: it is wired, and this is not a value</source>
        <translation>{} = {!r:.60}&#xa0;: c’est relié, et ceci n’est pas une valeur</translation>
    </message>
    <message>
        <source>no input is there</source>
        <translation>il n’y a pas d’entrée là</translation>
    </message>
    <message>
        <source>it is not a page but a {}</source>
        <translation>ce n’est pas une page mais&#xa0;: {}</translation>
    </message>
    <message>
        <source>{!r:.60} is not a valid page name, or is used twice: it becomes {}</source>
        <translation>{!r:.60} n’est pas un nom de page valide, ou sert deux fois&#xa0;: il devient {}</translation>
    </message>
    <message>
        <source>it is not an enuSpace project</source>
        <translation>ce n’est pas un projet enuSpace</translation>
    </message>
    <message>
        <source>the page is outside the project&apos;s folder</source>
        <translation>la page est hors du dossier du projet</translation>
    </message>
    <message>
        <source>a page that the project does not list: open it separately</source>
        <translation>une page que le projet ne liste pas&#xa0;: ouvrez-la à part</translation>
    </message>
    <message>
        <source>the global page is missing or outside the project&apos;s folder</source>
        <translation>la page globale manque ou est hors du dossier du projet</translation>
    </message>
    <message>
        <source>a map of colours: without its axes, lines and numbers</source>
        <translation>une carte de couleurs&#xa0;: sans ses axes, lignes et nombres</translation>
    </message>
    <message>
        <source>it contains characters that XML does not allow</source>
        <translation>il contient des caractères que XML n’admet pas</translation>
    </message>
    <message>
        <source>{}: the files of the model cannot be copied to its folder: {}</source>
        <translation>{}&#xa0;: les fichiers du modèle ne peuvent pas être copiés dans son dossier&#xa0;: {}</translation>
    </message>
    <message>
        <source>line {} has conflict marks: git merged it as lines of text. In its folder, `{}` merges it as a document; `blockloom integrate --git` lets git do so</source>
        <translation>la ligne {} porte des marques de conflit&#xa0;: git l’a fusionné comme des lignes de texte. Dans son dossier, `{}` le fusionne comme un document&#xa0;; `blockloom integrate --git` le fait faire à git</translation>
    </message>
    <message>
        <source>not a Blockloom document: line {}, column {}: {}</source>
        <translation>pas un document Blockloom&#xa0;: ligne {}, colonne {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>no program reads from the pipe</source>
        <translation>aucun programme ne lit le tube</translation>
    </message>
    <message>
        <source>See how a graph computes</source>
        <translation>Voir comment un graphe calcule</translation>
    </message>
    <message>
        <source>Counts to 3 and begins again: in each step, one of two branches is alive.</source>
        <translation>Compte jusqu&apos;à 3 et recommence&#xa0;: à chaque pas, une de deux branches est active.</translation>
    </message>
    <message>
        <source>Three numbers go in and two come out, until a step has to wait.</source>
        <translation>Trois nombres entrent et deux sortent, jusqu&apos;à ce qu&apos;un pas doive attendre.</translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation>Entraîner un réseau</translation>
    </message>
    <message>
        <source>Filters tell digits apart better: layers of a library, and what they see.</source>
        <translation>Des filtres distinguent mieux les chiffres&#xa0;: des couches d&apos;une bibliothèque, et ce qu&apos;elles voient.</translation>
    </message>
    <message>
        <source>Two layers learn XOR, and a map shows what they make of every point.</source>
        <translation>Deux couches apprennent XOR, et une carte montre ce qu&apos;elles font de chaque point.</translation>
    </message>
    <message>
        <source>Learns how waves go on: a loop that remembers, trained through its turns.</source>
        <translation>Apprend comment des ondes continuent&#xa0;: une boucle qui se souvient, entraînée à travers ses tours.</translation>
    </message>
    <message>
        <source>Adam fits one variable: what an optimizer keeps of it is among its results.</source>
        <translation>Adam ajuste une variable&#xa0;: ce qu&apos;un optimiseur en retient est parmi ses résultats.</translation>
    </message>
    <message>
        <source>Find out why training fails</source>
        <translation>Trouver pourquoi un entraînement échoue</translation>
    </message>
    <message>
        <source>A loss that becomes NaN: ask why, and see where that began.</source>
        <translation>Une perte qui devient NaN&#xa0;: demandez pourquoi, et voyez où cela a commencé.</translation>
    </message>
    <message>
        <source>Learned by heart: the training loss falls, that of validation rises again.</source>
        <translation>Appris par cœur&#xa0;: la perte d&apos;entraînement baisse, celle de validation remonte.</translation>
    </message>
    <message>
        <source>Validated after each epoch, and ended when it gets no better.</source>
        <translation>Validé après chaque époque, et arrêté quand cela ne s&apos;améliore plus.</translation>
    </message>
    <message>
        <source>Work with data</source>
        <translation>Travailler avec des données</translation>
    </message>
    <message>
        <source>Blocks read a table and an array, and rents are explained by area, rooms and age.</source>
        <translation>Des blocs lisent une table et un tableau, et des loyers s&apos;expliquent par surface, pièces et âge.</translation>
    </message>
    <message>
        <source>The rows of a table, shuffled and in batches, epoch by epoch.</source>
        <translation>Les lignes d&apos;une table, mélangées et en lots, époque par époque.</translation>
    </message>
    <message>
        <source>Two kernels find the edges of a picture, which is looked at as one.</source>
        <translation>Deux noyaux trouvent les contours d&apos;une image, qui se regarde comme telle.</translation>
    </message>
    <message>
        <source>Make blocks of pages</source>
        <translation>Faire des blocs de pages</translation>
    </message>
    <message>
        <source>One page is used twice, with other values: two waves that beat.</source>
        <translation>Une page sert deux fois, avec d&apos;autres valeurs&#xa0;: deux ondes qui battent.</translation>
    </message>
    <message>
        <source>Waves add up to a square: all are blocks of one page, from a library.</source>
        <translation>Des ondes s&apos;additionnent en un carré&#xa0;: toutes sont des blocs d&apos;une même page, d&apos;une bibliothèque.</translation>
    </message>
    <message>
        <source>See how gradients are collected</source>
        <translation>Voir comment des gradients s&apos;accumulent</translation>
    </message>
    <message>
        <source>Sparse gradients add up until there are enough; then their mean is taken.</source>
        <translation>Des gradients creux s&apos;ajoutent jusqu&apos;à suffire&#xa0;; puis leur moyenne est prise.</translation>
    </message>
    <message>
        <source>Two workers add gradients for one variable; what comes too late is ignored.</source>
        <translation>Deux processus ajoutent des gradients pour une variable&#xa0;; ce qui vient trop tard est ignoré.</translation>
    </message>
    <message>
        <source>Gradients that are too old are dropped, and counted.</source>
        <translation>Les gradients trop anciens sont écartés, et comptés.</translation>
    </message>
    <message>
        <source>Tables of a TPU embedding are filled, looked up and trained, without a TPU.</source>
        <translation>Les tables d&apos;un TPU embedding sont remplies, lues et entraînées, sans TPU.</translation>
    </message>
    <message>
        <source>it contains several arrays; feed one .npy file</source>
        <translation>il contient plusieurs tableaux&#xa0;; alimentez avec un seul fichier .npy</translation>
    </message>
    <message>
        <source>it contains {}</source>
        <translation>il contient {}</translation>
    </message>
    <message>
        <source>{!r:.40} is not a cell on which two sides can differ</source>
        <translation>{!r:.40} n’est pas une cellule sur laquelle deux côtés peuvent différer</translation>
    </message>
    <message>
        <source>a side must be a text, a number, true or false, or a list of these</source>
        <translation>un côté doit être un texte, un nombre, vrai ou faux, ou une liste de ceux-ci</translation>
    </message>
    <message>
        <source>{!r:.80} is not the name of a library or page, or a digest</source>
        <translation>{!r:.80} n’est ni le nom d’une bibliothèque ou d’une page, ni une empreinte</translation>
    </message>
    <message>
        <source>{} is not a number that a document can contain</source>
        <translation>{} n’est pas un nombre qu’un document puisse contenir</translation>
    </message>
    <message>
        <source>a text contains a lone surrogate</source>
        <translation>un texte contient un «&#xa0;surrogate&#xa0;» isolé</translation>
    </message>
    <message>
        <source>&quot;uid&quot; is longer than {} characters</source>
        <translation>&quot;uid&quot; dépasse {} caractères</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is beyond the canvas</source>
        <translation>&quot;{}&quot; est au-delà du canevas</translation>
    </message>
    <message>
        <source>what was kept of the document with {} is damaged</source>
        <translation>ce qui a été gardé du document avec {} est endommagé</translation>
    </message>
    <message>
        <source>it contains no saved runs</source>
        <translation>il ne contient pas d’exécutions enregistrées</translation>
    </message>
    <message>
        <source>The regular expression {} is too complex</source>
        <translation>L’expression régulière {} est trop complexe</translation>
    </message>
    <message>
        <source>{} is not a regular expression: {}</source>
        <translation>{} n’est pas une expression régulière&#xa0;: {}</translation>
    </message>
    <message>
        <source>Press Ctrl+Shift+F (Run &gt; Fit the Model…), and Enter. {0} validates after each epoch. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>Appuyez sur Ctrl+Shift+F (Exécution &gt; Ajuster le modèle…), puis Entrée. {0} valide après chaque époque. La première exécution prend quelques secondes, le temps que TensorFlow soit là.</translation>
    </message>
    <message>
        <source>Choose your data</source>
        <translation>Choisissez vos données</translation>
    </message>
    <message>
        <source>File &gt; Data from… looks at a table (.csv), an array (.npy) or a folder of pictures. Say what is to be learned, and add it to the page with a starting model.</source>
        <translation>Fichier &gt; Données de… examine une table (.csv), un tableau (.npy) ou un dossier d&apos;images. Dites ce qui doit être appris, et ajoutez-le à la page avec un premier modèle.</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>Regardez dedans</translation>
    </message>
    <message>
        <source>{0} reads the rows, splits them and makes batches. Double click it to see the blocks that do so. Backspace comes back.</source>
        <translation>{0} lit les lignes, les partage et en fait des lots. Double-cliquez dessus pour voir les blocs qui le font. Retour arrière revient.</translation>
    </message>
    <message>
        <source>Fit the model</source>
        <translation>Ajustez le modèle</translation>
    </message>
    <message>
        <source>See how well it does</source>
        <translation>Voyez ce qu&apos;il vaut</translation>
    </message>
    <message>
        <source>The chart has the loss of training and of validation. Where only the latter rises, the model learns by heart. Select {0} and press Ctrl+I to see the numbers.</source>
        <translation>Le graphique a la perte d&apos;entraînement et de validation. Là où seule la seconde monte, le modèle apprend par cœur. Sélectionnez {0} et appuyez sur Ctrl+I pour voir les nombres.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Gardez-le</translation>
    </message>
    <message>
        <source>Ask why</source>
        <translation>Demander pourquoi</translation>
    </message>
    <message>
        <source>{0} is not finite. Select it and press Ctrl+. (the full stop), or click the rays at its pin.</source>
        <translation>{0} n&apos;est pas fini. Sélectionnez-le et appuyez sur Ctrl+. (le point), ou cliquez sur les rayons à sa broche.</translation>
    </message>
    <message>
        <source>Look back</source>
        <translation>Regarder en arrière</translation>
    </message>
    <message>
        <source>The box says where it began, in which step, and with which numbers; Escape closes it. Now drag on the line under the page: every block shows what it gave in that step. Escape comes back to the latest.</source>
        <translation>La boîte dit où cela a commencé, à quelle étape et avec quels nombres&#xa0;; Échap la ferme. Faites maintenant glisser sur la ligne sous la page&#xa0;: chaque bloc montre ce qu&apos;il a donné à cette étape. Échap revient à la dernière.</translation>
    </message>
    <message>
        <source>Your first graph</source>
        <translation>Votre premier graphe</translation>
    </message>
    <message>
        <source>Blocks, wires, values, a run and its results: every graph is made so. Save it with Ctrl+S, or open an example: File &gt; Examples.</source>
        <translation>Des blocs, des fils, des valeurs, une exécution et ses résultats&#xa0;: tout graphe se fait ainsi. Enregistrez-le par Ctrl+S, ou ouvrez un exemple&#xa0;: Fichier &gt; Exemples.</translation>
    </message>
    <message>
        <source>Train on your data</source>
        <translation>Entraîner sur vos données</translation>
    </message>
    <message>
        <source>From here on the model is yours: other layers, units and rates, more data. Model &gt; Remove Dropout and Training and File &gt; Export Model… make of it what others can use.</source>
        <translation>À partir d&apos;ici le modèle est à vous&#xa0;: d&apos;autres couches, unités et taux, plus de données. Modèle &gt; Retirer dropout et entraînement et Fichier &gt; Exporter le modèle… en font ce que d&apos;autres peuvent utiliser.</translation>
    </message>
    <message>
        <source>Find what went wrong</source>
        <translation>Trouver ce qui a mal tourné</translation>
    </message>
    <message>
        <source>{}: is a link that leads out of the repository: {}</source>
        <translation>{}&#xa0;: est un lien qui mène hors du dépôt&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}:{}: these links lead to each other</source>
        <translation>{}:{}&#xa0;: ces liens mènent l&apos;un à l&apos;autre</translation>
    </message>
    <message>
        <source>git prints more than {} MiB</source>
        <translation>git affiche plus de {} Mio</translation>
    </message>
    <message>
        <source>{}:{}: git knows no revision {}</source>
        <translation>{}:{}&#xa0;: git ne connaît pas de révision {}</translation>
    </message>
    <message>
        <source>{}:{}: there is no such file in that revision</source>
        <translation>{}:{}&#xa0;: il n&apos;y a pas de tel fichier dans cette révision</translation>
    </message>
    <message>
        <source>git has ended</source>
        <translation>git s&apos;est arrêté</translation>
    </message>
    <message>
        <source>{0}: git cannot give it. Where a partial clone left it out, `git show {0}` fetches it</source>
        <translation>{0}&#xa0;: git ne peut pas le donner. Si un clone partiel l&apos;a omis, `git show {0}` le récupère</translation>
    </message>
    <message>
        <source>git does not have what {} is: it was not fetched</source>
        <translation>git n&apos;a pas le contenu de {}&#xa0;: il n&apos;a pas été récupéré</translation>
    </message>
    <message>
        <source>{} is a folder, not a file</source>
        <translation>{} est un dossier, pas un fichier</translation>
    </message>
    <message>
        <source>{}: there are more than {:,} files in it</source>
        <translation>{}&#xa0;: il contient plus de {:,} fichiers</translation>
    </message>
    <message>
        <source>ours is taken in {} more conflicts: a document keeps {}</source>
        <translation>le nôtre est repris dans {} autres conflits&#xa0;: un document en garde {}</translation>
    </message>
    <message>
        <source>both sides have a new page {}; that of theirs is {} here</source>
        <translation>les deux côtés ont une nouvelle page {}&#xa0;; celle de l&apos;autre côté s&apos;appelle ici {}</translation>
    </message>
    <message>
        <source>{}: {} is taken from {}</source>
        <translation>{}&#xa0;: {} est repris de {}</translation>
    </message>
    <message>
        <source>{}: unpacked by one side, without what the other changed on its page: {}</source>
        <translation>{}&#xa0;: décomposé d&apos;un côté, sans ce que l&apos;autre a changé sur sa page&#xa0;: {}</translation>
    </message>
    <message>
        <source>The labels are classes: let {0} give a number for each class</source>
        <translation>Les étiquettes sont des classes&#xa0;: que {0} donne un nombre par classe</translation>
    </message>
    <message>
        <source>No free input of {0} takes {1}</source>
        <translation>Aucune entrée libre de {0} n’accepte {1}</translation>
    </message>
    <message>
        <source>Change when a run ends</source>
        <translation>Changer la fin d&apos;une exécution</translation>
    </message>
    <message>
        <source>A Validation needs one Session, and a loss that Minimize takes</source>
        <translation>Une Validation a besoin d&apos;une Session, et d&apos;une perte que prend Minimize</translation>
    </message>
    <message>
        <source>Validate after each epoch</source>
        <translation>Valider après chaque époque</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model runs epochs: {0} validates after each of them</source>
        <translation>Exécuter &gt; Ajuster le modèle exécute des époques&#xa0;: {0} valide après chacune</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>la valeur</translation>
    </message>
    <message>
        <source>the slider</source>
        <translation>le curseur</translation>
    </message>
    <message>
        <source>the name of the node</source>
        <translation>le nom du nœud</translation>
    </message>
    <message>
        <source>the type of the block</source>
        <translation>le type du bloc</translation>
    </message>
    <message>
        <source>the frame around it</source>
        <translation>le cadre qui l’entoure</translation>
    </message>
    <message>
        <source>whether the block takes part</source>
        <translation>la participation du bloc</translation>
    </message>
    <message>
        <source>where runs pause</source>
        <translation>l’endroit où les exécutions s’arrêtent</translation>
    </message>
    <message>
        <source>the colour</source>
        <translation>la couleur</translation>
    </message>
    <message>
        <source>the title</source>
        <translation>le titre</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>le texte</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>le périphérique</translation>
    </message>
    <message>
        <source>the name</source>
        <translation>le nom</translation>
    </message>
    <message>
        <source>the name of the page</source>
        <translation>le nom de la page</translation>
    </message>
    <message>
        <source>the size of the page</source>
        <translation>la taille de la page</translation>
    </message>
    <message>
        <source>the background of the page</source>
        <translation>le fond de la page</translation>
    </message>
    <message>
        <source>whether it is collapsed</source>
        <translation>l’état replié ou non</translation>
    </message>
    <message>
        <source>how it looks</source>
        <translation>l’apparence</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>{}: there is no such file; blockloom new --examples writes the examples</source>
        <translation>{}&#xa0;: ce fichier n&apos;existe pas&#xa0;; blockloom new --examples écrit les exemples</translation>
    </message>
    <message>
        <source>runs a graph stored in its data: {}</source>
        <translation>exécute un graphe contenu dans ses données&#xa0;: {}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>{}: a wire from another page leads through its pins</source>
        <translation>{}&#xa0;: un fil d’une autre page passe par les broches de celle-ci</translation>
    </message>
    <message>
        <source>{}: {} is {} here: a conflict keeps what had that name</source>
        <translation>{}&#xa0;: {} s’appelle ici {}&#xa0;: un conflit garde ce qui portait ce nom</translation>
    </message>
    <message>
        <source>ours removed it, theirs changed or wired it</source>
        <translation>le nôtre l’a supprimé, le leur l’a modifié ou relié</translation>
    </message>
    <message>
        <source>theirs removed it, ours changed or wired it</source>
        <translation>le leur l’a supprimé, le nôtre l’a modifié ou relié</translation>
    </message>
    <message>
        <source>ours removed the page, theirs changed or used it</source>
        <translation>le nôtre a supprimé la page, le leur l’a modifiée ou utilisée</translation>
    </message>
    <message>
        <source>theirs removed the page, ours changed or used it</source>
        <translation>le leur a supprimé la page, le nôtre l’a modifiée ou utilisée</translation>
    </message>
    <message>
        <source>the two sides of a merge updated the page from its library, to different versions</source>
        <translation>les deux côtés d’une fusion ont mis la page à jour depuis sa bibliothèque, vers des versions différentes</translation>
    </message>
    <message>
        <source>Update the page from the library, or keep it as it is</source>
        <translation>Mettez la page à jour depuis la bibliothèque, ou gardez-la telle quelle</translation>
    </message>
    <message>
        <source>Keep one of them</source>
        <translation>Gardez-en un seul</translation>
    </message>
    <message>
        <source>Wire a loss or a metric to it</source>
        <translation>Reliez-y une perte ou une métrique</translation>
    </message>
    <message>
        <source>Ours: {}</source>
        <translation>Le nôtre&#xa0;: {}</translation>
    </message>
    <message>
        <source>Theirs: {}</source>
        <translation>Le leur&#xa0;: {}</translation>
    </message>
    <message>
        <source>Discard the conflict and keep the current state</source>
        <translation>Abandonner le conflit et garder l’état actuel</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>supprimer</translation>
    </message>
    <message>
        <source>keep it</source>
        <translation>garder</translation>
    </message>
    <message>
        <source>take both away</source>
        <translation>retirer les deux</translation>
    </message>
    <message>
        <source>Add a Feed for {}: {}</source>
        <translation>Ajouter un Feed pour {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Add a Feed for {}: an array {}</source>
        <translation>Ajouter un Feed pour {}&#xa0;: un tableau {}</translation>
    </message>
    <message>
        <source>Add a Feed for {} from a file…</source>
        <translation>Ajouter un Feed pour {} depuis un fichier…</translation>
    </message>
    <message>
        <source>validating epoch {0} of {1}</source>
        <translation>validation de l&apos;époque {0} sur {1}</translation>
    </message>
    <message>
        <source>epoch {0} of {1}, step {2}</source>
        <translation>époque {0} sur {1}, pas {2}</translation>
    </message>
    <message>
        <source>{0}, about {1} left</source>
        <translation>{0}, encore {1} environ</translation>
    </message>
    <message>
        <source>ended early after epoch {0}</source>
        <translation>fini tôt après l&apos;époque {0}</translation>
    </message>
    <message>
        <source>epoch {0}</source>
        <translation>époque {0}</translation>
    </message>
    <message>
        <source>{0}; the best was epoch {1}, whose variables are back</source>
        <translation>{0}&#xa0;; la meilleure était l&apos;époque {1}, dont les variables sont rétablies</translation>
    </message>
    <message>
        <source>{0}; the best was epoch {1}</source>
        <translation>{0}&#xa0;; la meilleure était l&apos;époque {1}</translation>
    </message>
    <message>
        <source>{}: no number is within {}: it begins at {} and ends at {}</source>
        <translation>{}&#xa0;: aucun nombre n’est dans {}&#xa0;: il commence à {} et finit à {}</translation>
    </message>
    <message>
        <source>{} does not output deduplication data</source>
        <translation>{} ne donne pas de données de déduplication</translation>
    </message>
    <message>
        <source>{} is not a combiner</source>
        <translation>{} n’est pas un combiner</translation>
    </message>
    <message>
        <source>{} is not a mode</source>
        <translation>{} n’est pas un mode</translation>
    </message>
    <message>
        <source>Leave it out, and give each feature its own pin</source>
        <translation>Omettez-le, et donnez à chaque feature sa propre broche</translation>
    </message>
    <message>
        <source>in the CPU reference {} has its own embedding tables: {} has others</source>
        <translation>dans la référence CPU, {} a ses propres tables d’embedding&#xa0;: {} en a d’autres</translation>
    </message>
    <message>
        <source>not rectangular: an element of shape {} next to one of shape {}</source>
        <translation>pas rectangulaire&#xa0;: un élément de shape {} à côté d’un de shape {}</translation>
    </message>
    <message>
        <source>{!r:.40} is not a valid Python string: check its \ and characters</source>
        <translation>{!r:.40} n’est pas une chaîne Python valide&#xa0;: vérifiez ses \ et ses caractères</translation>
    </message>
    <message>
        <source>the name of a page is missing</source>
        <translation>le nom d’une page manque</translation>
    </message>
    <message>
        <source>{}: cannot be saved: its weights need a file in the same folder</source>
        <translation>{}&#xa0;: enregistrement impossible&#xa0;: ses poids demandent un fichier dans le même dossier</translation>
    </message>
    <message>
        <source>{}: it was changed</source>
        <translation>{}&#xa0;: il a été modifié</translation>
    </message>
    <message>
        <source>{} is not a valid weight file: {}</source>
        <translation>{} n’est pas un fichier de poids valide&#xa0;: {}</translation>
    </message>
    <message>
        <source>weights cannot be written to {}: {}</source>
        <translation>impossible d&apos;écrire les poids dans {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>it is a pointer of git LFS: `git lfs pull` brings what it leads to</source>
        <translation>c’est un pointeur de git LFS&#xa0;: `git lfs pull` apporte ce vers quoi il mène</translation>
    </message>
    <message>
        <source>--map-variables requires --checkpoint</source>
        <translation>--map-variables demande --checkpoint</translation>
    </message>
    <message>
        <source>{}: only scripts (.py) can be checked</source>
        <translation>{}&#xa0;: seuls des scripts (.py) peuvent être vérifiés</translation>
    </message>
    <message>
        <source>a graph contains no values of variables: add --frozen</source>
        <translation>un graphe ne contient pas de valeurs de variables&#xa0;: ajoutez --frozen</translation>
    </message>
    <message>
        <source>{}: a frozen graph is a .pb or .pbtxt file</source>
        <translation>{}&#xa0;: un graphe figé est un fichier .pb ou .pbtxt</translation>
    </message>
    <message>
        <source>{}: reading was cancelled after {:.0f} s, which is too long for a file of this size</source>
        <translation>{}&#xa0;: lecture abandonnée après {:.0f} s, ce qui est trop long pour un fichier de cette taille</translation>
    </message>
    <message>
        <source>{}: reading failed: {}</source>
        <translation>{}&#xa0;: la lecture a échoué&#xa0;: {}</translation>
    </message>
    <message>
        <source>page {} has the outputs of a signature: use --signature instead</source>
        <translation>la page {} a les sorties d’une signature&#xa0;: utilisez plutôt --signature</translation>
    </message>
    <message>
        <source>{}: running failed: {}</source>
        <translation>{}&#xa0;: l’exécution a échoué&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: a script initialises variables: leave out --frozen and --checkpoint</source>
        <translation>{}&#xa0;: un script initialise les variables&#xa0;: omettez --frozen et --checkpoint</translation>
    </message>
    <message>
        <source>{}: a script of this name would hide the module {}: choose another name</source>
        <translation>{}&#xa0;: un script de ce nom cacherait le module {}&#xa0;: choisissez un autre nom</translation>
    </message>
    <message>
        <source>an optimizer cannot be in a function: its slots for each variable are outside of functions</source>
        <translation>un optimiseur ne peut pas être dans une fonction&#xa0;: ses slots pour chaque variable sont hors des fonctions</translation>
    </message>
    <message>
        <source>it is in a loop now</source>
        <translation>elle est maintenant dans une boucle</translation>
    </message>
    <message>
        <source>Check the indices: each must be within the tensor</source>
        <translation>Vérifiez les indices&#xa0;: chacun doit être dans le tenseur</translation>
    </message>
    <message>
        <source>Check the file name, and that the file is on this machine: one without a folder is relative to the document</source>
        <translation>Vérifiez le nom du fichier, et que le fichier est sur cette machine&#xa0;: sans dossier, il est relatif au document</translation>
    </message>
    <message>
        <source>its dtype is {}, not {}</source>
        <translation>son dtype est {}, pas {}</translation>
    </message>
    <message>
        <source>{} is wired to {}, and the input of it is only for the gradient: wire what it takes instead</source>
        <translation>{} est relié à {}, mais l’entrée de cette sortie ne sert qu’au gradient&#xa0;: reliez plutôt ce que prend cette entrée</translation>
    </message>
    <message>
        <source>the page of the gradient has {} Args, and the block {} inputs: it takes the gradient of each output, and of the inputs that have none their values</source>
        <translation>la page du gradient a {} Args, et le bloc {} entrées&#xa0;: elle prend le gradient de chaque sortie, et les valeurs des entrées qui n’en ont pas</translation>
    </message>
    <message>
        <source>_gradient_of is {}: it names a Retval of the page, from 0 to {}, or -1 for each of at most {} inputs</source>
        <translation>_gradient_of vaut {}&#xa0;: il nomme un Retval de la page, de 0 à {}, ou -1 pour chacune d’au plus {} entrées</translation>
    </message>
    <message>
        <source>{}. The local_step {} is older than the accumulator&apos;s step {}, so the gradient was dropped</source>
        <translation>{}. Le local_step {} est plus ancien que le pas {} de l’accumulateur, le gradient a donc été écarté</translation>
    </message>
    <message>
        <source>{}: the checkpoint with the values of the variables is missing: it consists of the files {}.index and {}.data-...; copy them to the folder of the model</source>
        <translation>{}&#xa0;: le checkpoint avec les valeurs des variables manque&#xa0;: il se compose des fichiers {}.index et {}.data-...&#xa0;; copiez-les dans le dossier du modèle</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}: they begin as the graph initialises them</source>
        <translation>le checkpoint n’a pas de valeurs pour {}&#xa0;: elles commencent comme le graphe les initialise</translation>
    </message>
    <message>
        <source>{}: the checkpoint cannot be read: it is damaged or incomplete ({})</source>
        <translation>{}&#xa0;: le checkpoint ne peut pas être lu&#xa0;: il est abîmé ou incomplet ({})</translation>
    </message>
    <message>
        <source>{!r} does not name a part of a tensor of shape {}</source>
        <translation>{!r} ne nomme pas une partie d’un tenseur de shape {}</translation>
    </message>
    <message>
        <source>page {} has no outputs: wire the outputs of the model to Retval blocks</source>
        <translation>la page {} n’a pas de sorties&#xa0;: reliez les sorties du modèle à des blocs Retval</translation>
    </message>
    <message>
        <source>{}: it fills a table when the model is loaded, and depends on {}, which has no value then</source>
        <translation>{}&#xa0;: il remplit une table au chargement du modèle et dépend de {}, qui n’a pas de valeur à ce moment-là</translation>
    </message>
    <message>
        <source>{} is not a complete {} of TensorFlow ({}). Copy or export it again.</source>
        <translation>{} n’est pas un {} complet de TensorFlow ({}). Copiez-le ou exportez-le à nouveau.</translation>
    </message>
    <message>
        <source>{} is empty, or is not a GraphDef</source>
        <translation>{} est vide, ou n’est pas un GraphDef</translation>
    </message>
    <message>
        <source>its inlined functions have more than {} nodes</source>
        <translation>ses fonctions intégrées ont plus de {} nœuds</translation>
    </message>
    <message>
        <source>the function {} calls itself, which pages cannot do</source>
        <translation>la fonction {} s’appelle elle-même, ce que les pages ne peuvent pas faire</translation>
    </message>
    <message>
        <source>the node {} passes {} inputs to a function with {} arguments</source>
        <translation>le nœud {} passe {} entrées à une fonction de {} arguments</translation>
    </message>
    <message>
        <source>the call {} depends on its own output</source>
        <translation>l’appel {} dépend de sa propre sortie</translation>
    </message>
    <message>
        <source>the texts differ</source>
        <translation>les textes diffèrent</translation>
    </message>
    <message>
        <source>with a random input the page differs from {}: {}. What you can do: make the model with inputs of fixed sizes and save it again</source>
        <translation>avec une entrée aléatoire, la page diffère de {}&#xa0;: {}. Ce que vous pouvez faire&#xa0;: faire le modèle avec des entrées de tailles fixes et l’enregistrer de nouveau</translation>
    </message>
    <message>
        <source>{} is not a complete Keras model ({}). Copy or save it again.</source>
        <translation>{} n’est pas un modèle Keras complet ({}). Copiez-le ou enregistrez-le à nouveau.</translation>
    </message>
    <message>
        <source>its uncompressed size is too large</source>
        <translation>sa taille décompressée est trop grande</translation>
    </message>
    <message>
        <source>it contains only the weights of a model: save the whole model with model.save(FILE)</source>
        <translation>il ne contient que les poids d’un modèle&#xa0;: enregistrez le modèle entier, par model.save(FICHIER)</translation>
    </message>
    <message>
        <source>its item {} is in another file, which is not read</source>
        <translation>son élément {} est dans un autre fichier, qui n’est pas lu</translation>
    </message>
    <message>
        <source>the model has no known inputs: call it once before you save it</source>
        <translation>le modèle n’a pas d’entrées connues&#xa0;: appelez-le une fois avant de l’enregistrer</translation>
    </message>
    <message>
        <source>it contains Python code, which is not run</source>
        <translation>il contient du code Python, qui n’est pas exécuté</translation>
    </message>
    <message>
        <source>its layer {!r:.100} takes the output of a call that the file does not have</source>
        <translation>sa couche {!r:.100} prend la sortie d’un appel que le fichier n’a pas</translation>
    </message>
    <message>
        <source>it is not part of Keras, and the file does not contain its code</source>
        <translation>il ne fait pas partie de Keras, et le fichier ne contient pas son code</translation>
    </message>
    <message>
        <source>it does not have a valid name</source>
        <translation>il n’a pas de nom valide</translation>
    </message>
    <message>
        <source>{!r:.100} is not a layer, activation or similar part of the installed Keras</source>
        <translation>{!r:.100} n’est ni une couche, ni une activation ou autre élément de la version installée de Keras</translation>
    </message>
    <message>
        <source>its type is {1}, not {0}</source>
        <translation>son type est {1}, pas {0}</translation>
    </message>
    <message>
        <source>two nodes have the name {!r}</source>
        <translation>deux nœuds ont le nom {!r}</translation>
    </message>
    <message>
        <source>its function {} needs objects that a file without signatures does not describe: save it with tf.saved_model.save(model, FOLDER, signatures=model.{})</source>
        <translation>sa fonction {} demande des objets qu’un fichier sans signatures ne décrit pas&#xa0;: enregistrez-le par tf.saved_model.save(model, DOSSIER, signatures=model.{})</translation>
    </message>
    <message>
        <source>it is damaged, or not a model that can be read: {}</source>
        <translation>il est endommagé, ou n’est pas un modèle lisible&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} is not a TensorFlow model that can be read</source>
        <translation>{} n’est pas un modèle TensorFlow lisible</translation>
    </message>
    <message>
        <source>the node {} takes an input from {}, which does not exist</source>
        <translation>le nœud {} prend une entrée de {}, qui n’existe pas</translation>
    </message>
    <message>
        <source>a dataset calls {}: a run does not pause inside</source>
        <translation>un jeu de données appelle {}&#xa0;: une exécution ne s’y met pas en pause</translation>
    </message>
    <message>
        <source>{}: TensorFlow cannot be imported: {}</source>
        <translation>{}&#xa0;: TensorFlow ne peut pas être importé&#xa0;: {}</translation>
    </message>
    <message>
        <source>most likely it was built for another TensorFlow ({})</source>
        <translation>elle a sans doute été construite pour un autre TensorFlow ({})</translation>
    </message>
    <message>
        <source>Beats</source>
        <translation>Battements</translation>
    </message>
    <message>
        <source>SLOW and FAST are blocks of one page, beat, with other values. That page, and the page wave which it uses, were copied from the library waves.loom, which square_wave.loom uses, too. Run one step; then double click SLOW.</source>
        <translation>SLOW et FAST sont des blocs d&apos;une même page, beat, avec d&apos;autres valeurs. Cette page, et la page wave qu&apos;elle utilise, ont été copiées de la bibliothèque waves.loom, que square_wave.loom utilise aussi. Exécutez un pas&#xa0;; puis double-cliquez sur SLOW.</translation>
    </message>
    <message>
        <source>Two waves that are nearly as fast: together they swell and fade.</source>
        <translation>Deux ondes presque aussi rapides&#xa0;: ensemble, elles enflent et s&apos;éteignent.</translation>
    </message>
    <message>
        <source>A sine wave. Double click a block of this page in a document to see what it holds there.</source>
        <translation>Une onde sinusoïdale. Double-cliquez sur un bloc de cette page dans un document pour voir ce qu&apos;elle y contient.</translation>
    </message>
    <message>
        <source>Convolutional network</source>
        <translation>Réseau convolutif</translation>
    </message>
    <message>
        <source>Learns to recognise digits by convolution filters: 500 pictures of 8 x 8 pixels, 400 to learn from and 100 to be tested on.
Run 60 steps: the loss falls on its chart, and ACCURACY goes from 0.1, which is guessing, to more than 0.9.</source>
        <translation>Apprend à distinguer des chiffres par ce que trouvent ses filtres&#xa0;: 500 images de 8 x 8 pixels, 400 pour apprendre et 100 pour le test.
Exécutez 60 pas&#xa0;: la perte baisse sur sa courbe, et ACCURACY passe de 0,1, le hasard, à plus de 0,9.</translation>
    </message>
    <message>
        <source>CONV1, POOL1, LOGITS, LOSS and ACCURACY are instances of pages of the library &quot;layers&quot;, &quot;losses&quot; and &quot;metrics&quot;. A double click opens one: KERNEL and BIAS in it are the instance&apos;s own, and values typed at the instance, such as filters, are parameters of the page.</source>
        <translation>CONV1, POOL1, LOGITS, LOSS et ACCURACY sont des instances de pages des bibliothèques &quot;layers&quot;, &quot;losses&quot; et &quot;metrics&quot;. Un double clic en ouvre une&#xa0;: KERNEL et BIAS y sont propres à l&apos;instance, et ce qui est saisi à l&apos;instance, comme filters, est un paramètre de la page.</translation>
    </message>
    <message>
        <source>CONV1 looks for 8 patterns of 3 x 3 pixels, POOL1 keeps the clearest of each 2 x 2, CONV2 looks for 16 patterns of those. LOGITS sums up what speaks for each digit.</source>
        <translation>CONV1 cherche 8 motifs de 3 x 3 pixels, POOL1 garde le plus net de chaque carré de 2 x 2, CONV2 cherche 16 motifs de ceux-ci. LOGITS additionne ce qui parle pour chaque chiffre.</translation>
    </message>
    <message>
        <source>Initial values between -limit and limit, where limit = sqrt(6 / (inputs + outputs)) of one element of the result (Glorot and Bengio, 2010). shape ends with inputs and outputs; what comes before them is the window of a convolution.</source>
        <translation>Des valeurs initiales entre -limit et limit, où limit = sqrt(6 / (inputs + outputs)) d&apos;un élément du résultat (Glorot et Bengio, 2010). shape finit par inputs et outputs&#xa0;; ce qui les précède est la fenêtre d&apos;une convolution.</translation>
    </message>
    <message>
        <source>The largest element of each channel in a window that slides over images.</source>
        <translation>Le plus grand élément de chaque canal dans une fenêtre qui glisse sur des images.</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that softmax gives the right class.</source>
        <translation>La moyenne de -log de la probabilité que softmax donne à la bonne classe.</translation>
    </message>
    <message>
        <source>The share of predictions whose largest element is the right class.</source>
        <translation>La part des prédictions dont le plus grand élément est la bonne classe.</translation>
    </message>
    <message>
        <source>How often each class (row) was taken for which one (column): the largest element of the prediction.</source>
        <translation>Combien de fois chaque classe (ligne) a été prise pour telle autre (colonne)&#xa0;: le plus grand élément de la prédiction.</translation>
    </message>
    <message>
        <source>CSV and NPY</source>
        <translation>CSV et NPY</translation>
    </message>
    <message>
        <source>flats.csv is in the folder of this document: file names without a folder mean files there. Run one step.
LINES parts the text at each line end, RECORDS leaves the heading out, and COLUMNS gives each column as numbers: area, rooms, age, rent.</source>
        <translation>flats.csv se trouve à côté de ce document&#xa0;: les noms de fichiers sans dossier s&apos;entendent à partir de là, où que vous le lanciez. Exécutez un pas.
LINES coupe le texte à chaque fin de ligne, RECORDS omet l&apos;en-tête, et COLUMNS donne chaque colonne en nombres&#xa0;: surface, pièces, âge, loyer.</translation>
    </message>
    <message>
        <source>FIT finds the four numbers that explain the rents best: so much for a m², for a room, for a year of age, and a fixed amount. The file was made with 9, 40, -2 and 150, and chance on top.</source>
        <translation>FIT trouve les quatre nombres qui expliquent le mieux les loyers&#xa0;: tant par m², par pièce, par année d&apos;âge, et un montant fixe. Le fichier a été fait avec 9, 40, -2 et 150, et du hasard en plus.</translation>
    </message>
    <message>
        <source>A .npy file begins with its dtype and shape, in 128 bytes as a rule; the numbers follow, row by row. NUMBERS and HEIGHTS have the dtype and shape that it was written with.
Drop a .csv or .npy file of your own on the page: it gets such blocks.</source>
        <translation>Un fichier .npy commence par son dtype et sa forme, en 128 octets en général&#xa0;; les nombres suivent, ligne par ligne. NUMBERS et HEIGHTS ont le dtype et la forme avec lesquels il a été écrit.
Déposez sur la page un fichier .csv ou .npy à vous&#xa0;: il reçoit de tels blocs.</translation>
    </message>
    <message>
        <source>Digit classifier</source>
        <translation>Classifieur de chiffres</translation>
    </message>
    <message>
        <source>Learns to tell digits apart: 500 pictures of 8 x 8 pixels, 400 to learn from and 100 to be tested on.
Run 60 steps: the loss falls on its chart, and ACCURACY goes from 0.1, which is guessing, to about 0.9.</source>
        <translation>Apprend à distinguer des chiffres&#xa0;: 500 images de 8 x 8 pixels, 400 pour apprendre et 100 pour le test.
Exécutez 60 pas&#xa0;: la perte baisse sur sa courbe, et ACCURACY passe de 0,1, le hasard, à 0,9 environ.</translation>
    </message>
    <message>
        <source>digits.npy is in the folder of this document: file names without a folder mean files there. BYTES skips the 128 bytes that a .npy file begins with, NUMBERS reads what follows as numbers, and COLUMNS parts the digit (1 column) from its picture (64).</source>
        <translation>digits.npy se trouve à côté de ce document&#xa0;: les noms de fichiers sans dossier s&apos;entendent à partir de là. BYTES saute les 128 octets par lesquels commence un fichier .npy, NUMBERS lit la suite comme des nombres, et COLUMNS sépare le chiffre (1 colonne) de son image (64).</translation>
    </message>
    <message>
        <source>CONFUSION counts the test pictures: a row for each true digit, a column for each guess. Mistakes are off the diagonal. Which digits are confused with each other?</source>
        <translation>CONFUSION compte les images du test&#xa0;: une ligne par vrai chiffre, une colonne par réponse. Ce qui est hors de la diagonale est une erreur. Quels chiffres sont pris l&apos;un pour l&apos;autre&#xa0;?</translation>
    </message>
    <message>
        <source>The classifier multiplies a picture by ten templates, one for each digit, and softmax makes chances of the products. These are the templates, W as ten pictures: bright where a pixel speaks for the digit, dark where it speaks against it.</source>
        <translation>Le classifieur multiplie une image par dix modèles, un par chiffre, et softmax fait des produits des probabilités. Voici les modèles, W en dix images&#xa0;: clair là où un pixel parle pour le chiffre, sombre là où il parle contre lui.</translation>
    </message>
    <message>
        <source>Overfitting</source>
        <translation>Surapprentissage</translation>
    </message>
    <message>
        <source>25 bumps are fitted to 14 points of a curve with noise. 14 more points are for validation: they show the error on points that it has not learned from.
Run 300 steps: both losses fall; after some 50 steps the validation loss rises again, while the training loss goes on falling. From there on it learns the noise by heart.</source>
        <translation>25 bosses sont ajustées à 14 points d&apos;une courbe bruitée. 14 autres points sont seulement regardés&#xa0;: ils disent ce que cela vaut là où rien n&apos;a été appris.
Exécutez 300 pas&#xa0;: les deux pertes baissent&#xa0;; après 50 pas environ, celle de validation remonte, tandis que celle d&apos;apprentissage baisse encore. À partir de là, le bruit est appris par cœur.</translation>
    </message>
    <message>
        <source>Two cures. Stop early: Run &gt; Run Until… with VALIDATION_LOSS &lt; 0.1. Smoother: type -8 into SHARPNESS.y, and press Reset: bumps that wide cannot follow the noise.</source>
        <translation>Deux remèdes. Arrêter tôt&#xa0;: Exécution &gt; Exécuter jusqu’à… avec VALIDATION_LOSS &lt; 0.1. Plus lisse&#xa0;: saisissez -8 dans SHARPNESS.y, et appuyez sur Réinitialiser&#xa0;: des bosses aussi larges ne peuvent pas suivre le bruit.</translation>
    </message>
    <message>
        <source>The learned curve, from -1 to 1: at first a smooth curve; later it bends to every point.</source>
        <translation>Ce qui a été appris, de -1 à 1&#xa0;: d&apos;abord une courbe lisse&#xa0;; plus tard, elle se plie à chaque point.</translation>
    </message>
    <message>
        <source>Recurrent loop</source>
        <translation>Boucle récurrente</translation>
    </message>
    <message>
        <source>A recurrent network learns how waves go on. LOOP reads the 12 numbers of 32 waves one after the other; from its state, 8 numbers for each wave, it predicts the next.
Run 100 steps: the loss falls.</source>
        <translation>Un réseau récurrent apprend comment des ondes continuent. LOOP lit l&apos;un après l&apos;autre les 12 nombres de 32 ondes&#xa0;; ce qu&apos;il en retient, 8 nombres par onde, annonce le suivant.
Exécutez 100 pas&#xa0;: la perte baisse.</translation>
    </message>
    <message>
        <source>The page &quot;read a number&quot; is the body of LOOP, &quot;numbers left&quot; is its condition: double click their names. The weights are in the cell, in the body, and are trained through the loop.</source>
        <translation>La page &quot;read a number&quot; est le corps de LOOP, &quot;numbers left&quot; dit s&apos;il faut continuer&#xa0;: double-cliquez sur leurs noms. Les poids se trouvent dans la cellule, dans le corps, et sont entraînés à travers la boucle.</translation>
    </message>
    <message>
        <source>Rents by epochs</source>
        <translation>Loyers par époques</translation>
    </message>
    <message>
        <source>FLATS reads the rows of flats.csv, in the folder of this document: area, rooms, age, rent. SCALED gives each row to the page scale (double click it), MIXED puts them in another order each time, BATCHES takes ten at once.</source>
        <translation>FLATS lit les lignes de flats.csv, qui se trouve à côté de ce document&#xa0;: surface, pièces, âge, loyer. SCALED donne chaque ligne à la page scale (double-cliquez dessus), MIXED les met chaque fois dans un autre ordre, BATCHES en prend dix à la fois.</translation>
    </message>
    <message>
        <source>NEXT takes a batch in each step. After six there are no more: that is an epoch. Run &gt; Run an Epoch goes to its end, and the next step starts again with MAKE, which S runs when it starts and then for each epoch.
In a terminal: blockloom run rents_by_epochs.loom --page rents --epochs 20</source>
        <translation>NEXT prend un lot à chaque pas. Après six, il n&apos;y en a plus&#xa0;: c&apos;est une époque. Exécution &gt; Exécuter une époque va jusqu&apos;à sa fin, et le pas suivant recommence par MAKE, que S exécute à son démarrage puis à chaque époque.
Dans un terminal&#xa0;: blockloom run rents_by_epochs.loom --page rents --epochs 20</translation>
    </message>
    <message>
        <source>Scales each row: inputs between 0 and about 1, the rent in thousands. A page that is given to an op takes an element by its Args, and gives one by its Retvals.</source>
        <translation>Ce qui est fait de chaque ligne&#xa0;: des entrées entre 0 et environ 1, le loyer en milliers. Une page donnée à une op prend un élément par ses Args, et en donne un par ses Retvals.</translation>
    </message>
    <message>
        <source>Square wave</source>
        <translation>Onde carrée</translation>
    </message>
    <message>
        <source>Waves of odd frequencies come nearer to a square the more there are. All are blocks of one page, which was copied from the library waves.loom. Change it there: Blockloom reports it here, and offers to update the copy.</source>
        <translation>Des ondes de fréquences impaires s&apos;approchent d&apos;autant plus d&apos;un carré qu&apos;elles sont nombreuses. Toutes sont des blocs d&apos;une même page, copiée de la bibliothèque waves.loom. Modifiez-la là-bas&#xa0;: Blockloom le dit ici, et propose de mettre la copie à jour.</translation>
    </message>
    <message>
        <source>The lines of text files, one after the other.</source>
        <translation>Les lignes de fichiers de texte, l&apos;une après l&apos;autre.</translation>
    </message>
    <message>
        <source>The examples of TFRecord files: of each the features that `keys` name, as tensors, in the order of the keys.
read_at_once are parsed together, which is faster.</source>
        <translation>Les exemples de fichiers TFRecord&#xa0;: de chacun, les features que `keys` nomme, en tenseurs, dans l&apos;ordre des clés.
read_at_once sont analysés ensemble, ce qui est plus rapide.</translation>
    </message>
    <message>
        <source>The rows of .csv files: of each row a tensor for each column.</source>
        <translation>Les lignes de fichiers .csv&#xa0;: de chaque ligne, un tenseur par colonne.</translation>
    </message>
    <message>
        <source>A picture of a file, from 0 to 1, and the name of the folder that it lies in. For ImageFolder.</source>
        <translation>L&apos;image d&apos;un fichier, de 0 à 1, et le nom du dossier où il se trouve. Pour ImageFolder.</translation>
    </message>
    <message>
        <source>Pictures of files, all of one size, each with the name of its folder: photos/*/*.png reads those of photos/cat and photos/dog.
GIF, JPEG, PNG and BMP; the files come in a random order.</source>
        <translation>Les images de fichiers, toutes d&apos;une taille, chacune avec le nom de son dossier&#xa0;: photos/*/*.png lit celles de photos/cat et de photos/dog.
GIF, JPEG, PNG et BMP&#xa0;; les fichiers viennent dans un ordre aléatoire.</translation>
    </message>
    <message>
        <source>Elements in random order, so many at once, the next of them read while the present ones are used. Of `shuffle` elements one is chosen at a time.</source>
        <translation>Les éléments dans un ordre aléatoire, autant à la fois, les suivants lus pendant que les présents servent. Un élément est choisi parmi `shuffle` à chaque fois.</translation>
    </message>
    <message>
        <source>Which rows of a group are for training, and which for validation: a random order, the same for the same seed and number, of which the first part is held back. No row is in both.</source>
        <translation>Quelles lignes d&apos;un groupe servent à l&apos;entraînement, et lesquelles à la validation&#xa0;: un ordre aléatoire, le même pour la même graine et le même numéro, dont la première partie est mise de côté. Aucune ligne n&apos;est dans les deux.</translation>
    </message>
    <message>
        <source>{} have custom gradients that the file does not hold: you cannot differentiate them until you delete the value of {} at their blocks</source>
        <translation>{} ont des gradients personnalisés que le fichier ne contient pas&#xa0;: impossible de les dériver tant que vous n’avez pas supprimé la valeur de {} à leurs blocs</translation>
    </message>
    <message>
        <source>{} is saved in pieces, which cannot be read. Save it again without experimental_image_format.</source>
        <translation>{} est enregistré en morceaux, qui ne peuvent pas être lus. Enregistrez-le à nouveau sans experimental_image_format.</translation>
    </message>
    <message>
        <source>{} is not a SavedModel: it does not contain {}</source>
        <translation>{} n’est pas un SavedModel&#xa0;: il ne contient pas {}</translation>
    </message>
    <message>
        <source>{} does not contain a graph</source>
        <translation>{} ne contient pas de graphe</translation>
    </message>
    <message>
        <source>ops that run when the model is loaded are left out, except for its tables: {}</source>
        <translation>les opérations exécutées au chargement du modèle sont omises, sauf pour ses tables&#xa0;: {}</translation>
    </message>
    <message>
        <source>nothing fills the tables {}: the rows of mutable tables at the time of saving are left out</source>
        <translation>rien ne remplit les tables {}&#xa0;: les lignes qu’ont les tables modifiables à l’enregistrement sont omises</translation>
    </message>
    <message>
        <source>there is no checkpoint: the variables begin as the graph initialises them</source>
        <translation>il n’y a pas de checkpoint&#xa0;: les variables commencent comme le graphe les initialise</translation>
    </message>
    <message>
        <source>its asset {!r} is not a plain file name in the folder of the model</source>
        <translation>son fichier joint {!r} n’est pas un simple nom de fichier dans le dossier du modèle</translation>
    </message>
    <message>
        <source>the variables {} and {} have the same shared_name, {}, but differ in op, dtype or shape: rename one of them</source>
        <translation>les variables {} et {} ont le même shared_name, {}, mais diffèrent par l’op, le dtype ou la shape&#xa0;: renommez l’une d’elles</translation>
    </message>
    <message>
        <source>the dtypes and shapes of the arguments of {} are unknown: state them, such as float32[None,4]</source>
        <translation>les dtypes et shapes des arguments de {} sont inconnus&#xa0;: indiquez-les, par exemple float32[None,4]</translation>
    </message>
    <message>
        <source>{} returns no tensors</source>
        <translation>{} ne renvoie pas de tenseurs</translation>
    </message>
    <message>
        <source>{} is not a Python file</source>
        <translation>{} n’est pas un fichier Python</translation>
    </message>
    <message>
        <source>{}: {} is not a function</source>
        <translation>{}&#xa0;: {} n’est pas une fonction</translation>
    </message>
    <message>
        <source>{!r} is not a dtype and shape: write DTYPE[SIZE,...], such as float32[None,4]</source>
        <translation>{!r} n’est pas un dtype et une shape&#xa0;: écrivez DTYPE[TAILLE,...], par exemple float32[None,4]</translation>
    </message>
    <message>
        <source>{}, line {}</source>
        <translation>{}, ligne {}</translation>
    </message>
    <message>
        <source>{}: write a variable of the graph and its name in the checkpoint, not {!r:.100}</source>
        <translation>{}&#xa0;: écrivez une variable du graphe et son nom dans le checkpoint, pas {!r:.100}</translation>
    </message>
    <message>
        <source>{}: the variable {:.200} has a line already: {}</source>
        <translation>{}&#xa0;: la variable {:.200} a déjà une ligne&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: {} has no {:.200}; it has: {}</source>
        <translation>{}&#xa0;: {} n’a pas {:.200}&#xa0;; il a&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: the graph has no variable {:.200}; it has: {}</source>
        <translation>{}&#xa0;: le graphe n’a pas de variable {:.200}&#xa0;; il a&#xa0;: {}</translation>
    </message>
    <message>
        <source>a message of {} bytes is too long: the limit is {}</source>
        <translation>un message de {} octets est trop long&#xa0;: la limite est {}</translation>
    </message>
    <message>
        <source>the bytes {!r} are not the beginning of a message</source>
        <translation>les octets {!r} ne sont pas le début d’un message</translation>
    </message>
    <message>
        <source>a message is nested too deeply</source>
        <translation>un message est imbriqué trop profondément</translation>
    </message>
    <message>
        <source>the content of a message does not match its header</source>
        <translation>le contenu d’un message ne correspond pas à son en-tête</translation>
    </message>
    <message>
        <source>{} is not the shape of an array</source>
        <translation>{} n’est pas la shape d’un tableau</translation>
    </message>
    <message>
        <source>{} bytes do not fit an array of {} {}</source>
        <translation>{} octets ne conviennent pas à un tableau {} {}</translation>
    </message>
    <message>
        <source>{} is not a known problem: {}</source>
        <translation>{} n’est pas un problème connu&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} is not a recorded run</source>
        <translation>{} n’est pas une exécution enregistrée</translation>
    </message>
    <message>
        <source>the recorded run is of another page than {}: {} does not fit</source>
        <translation>l’exécution enregistrée est celle d’une autre page que {}&#xa0;: {} ne convient pas</translation>
    </message>
    <message>
        <source>{} is non-finite from the beginning, since its initial value is</source>
        <translation>{} n’est pas fini depuis le début, car sa valeur initiale ne l’est pas</translation>
    </message>
    <message>
        <source>{} is non-finite after step {}; earlier steps are not recorded</source>
        <translation>{} n’est pas fini après le pas {}&#xa0;; les pas antérieurs ne sont pas enregistrés</translation>
    </message>
    <message>
        <source>{} became non-finite between step {} and step {}</source>
        <translation>{} a cessé d’être fini entre le pas {} et le pas {}</translation>
    </message>
    <message>
        <source>{} outputs it: the value is typed, fed or an external input</source>
        <translation>{} la donne&#xa0;: la valeur est saisie, fournie ou une entrée externe</translation>
    </message>
    <message>
        <source>it begins within the loop of {}, which only finite values enter</source>
        <translation>cela commence dans la boucle de {}, où n’entrent que des valeurs finies</translation>
    </message>
    <message>
        <source>the call of {} in which it is computed is unknown</source>
        <translation>l’appel de {} dans lequel elle est calculée est inconnu</translation>
    </message>
    <message>
        <source>{} has no value that can be overridden</source>
        <translation>{} n’a pas de valeur qui puisse être remplacée</translation>
    </message>
    <message>
        <source>the step cannot run with this value, since these blocks cannot be restored: {}</source>
        <translation>le pas ne peut pas être exécuté avec cette valeur, car ces blocs ne peuvent pas être restaurés&#xa0;: {}</translation>
    </message>
    <message>
        <source>with this value the step reads more external inputs than were recorded</source>
        <translation>avec cette valeur, le pas lit plus d’entrées externes qu’il n’en a été enregistré</translation>
    </message>
    <message>
        <source>cannot be replayed</source>
        <translation>ne peut pas être rejoué</translation>
    </message>
    <message>
        <source>another step was requested since</source>
        <translation>une autre étape a été demandée depuis</translation>
    </message>
    <message>
        <source>a run is in progress</source>
        <translation>une exécution est en cours</translation>
    </message>
    <message>
        <source>its functions are called too often to record all calls</source>
        <translation>ses fonctions sont appelées trop souvent pour que tous les appels soient enregistrés</translation>
    </message>
    <message>
        <source>the state before step {} is no longer recorded</source>
        <translation>l’état d’avant l’étape {} n’est plus enregistré</translation>
    </message>
    <message>
        <source>{} has no numbers</source>
        <translation>{} n’a pas de nombres</translation>
    </message>
    <message>
        <source>{} is not a real number</source>
        <translation>{} n’est pas un nombre réel</translation>
    </message>
    <message>
        <source>the page has no iterator or queue runner whose data ends an epoch: add one, or run steps instead</source>
        <translation>la page n’a ni itérateur ni queue runner dont les données finissent une époque&#xa0;: ajoutez-en un, ou exécutez plutôt des pas</translation>
    </message>
    <message>
        <source>the validation {} never ends, since its fetches read no data: fetch an output of an iterator</source>
        <translation>la validation {} ne finit jamais, car ses fetches ne lisent pas de données&#xa0;: récupérez une sortie d’un itérateur</translation>
    </message>
    <message>
        <source>an output inside a function has a value for each call, and cannot be pinned</source>
        <translation>une sortie dans une fonction a une valeur par appel, et ne peut pas être épinglée</translation>
    </message>
    <message>
        <source>it has a value in some steps only: pin an output after the branches join</source>
        <translation>elle n’a de valeur que dans certains pas&#xa0;: épinglez une sortie après la réunion des branches</translation>
    </message>
    <message>
        <source>the last step did not compute it: run the page, then pin it</source>
        <translation>le dernier pas ne l’a pas calculée&#xa0;: exécutez la page, puis épinglez-la</translation>
    </message>
    <message>
        <source>it was too large to be saved, and the worker that had it ended</source>
        <translation>elle était trop grande pour être enregistrée, et le processus qui l’avait s’est terminé</translation>
    </message>
    <message>
        <source>{} cannot reach it</source>
        <translation>{} ne peut pas l’atteindre</translation>
    </message>
    <message>
        <source>this result no longer exists</source>
        <translation>ce résultat n’existe plus</translation>
    </message>
    <message>
        <source>an .npy file cannot contain strings that end in a zero byte: save them as .csv</source>
        <translation>un fichier .npy ne peut pas contenir de chaînes qui finissent par un octet nul&#xa0;: enregistrez-les en .csv</translation>
    </message>
    <message>
        <source>it was restarted meanwhile</source>
        <translation>elle a été redémarrée entre-temps</translation>
    </message>
    <message>
        <source>the script was not written, since its graph differs from that of the page: {}</source>
        <translation>le script n’a pas été écrit, car son graphe diffère de celui de la page&#xa0;: {}</translation>
    </message>
    <message>
        <source>the script was not written, since it does not run: {}</source>
        <translation>le script n’a pas été écrit, car il ne s’exécute pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>the feed of {} has a dtype that a script cannot contain</source>
        <translation>le feed de {} a un dtype qu’un script ne peut pas contenir</translation>
    </message>
    <message>
        <source>{}: all inputs come from the loop: add an input from outside the loop</source>
        <translation>{}&#xa0;: toutes les entrées viennent de la boucle&#xa0;: ajoutez une entrée de l’extérieur de la boucle</translation>
    </message>
    <message>
        <source>the node {} is missing from the graph</source>
        <translation>le nœud {} manque dans le graphe</translation>
    </message>
    <message>
        <source>it was stopped before it started</source>
        <translation>arrêté avant d’avoir commencé</translation>
    </message>
    <message>
        <source>the page is too large: its costs take more than {} s</source>
        <translation>la page est trop grande&#xa0;: ses coûts demandent plus de {} s</translation>
    </message>
    <message>
        <source>{} has no {}: {}</source>
        <translation>{} n’a pas de {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} is not a Python interpreter</source>
        <translation>{} n’est pas un interpréteur Python</translation>
    </message>
    <message>
        <source>{} is {}: Blockloom needs {} or later</source>
        <translation>{} est {}&#xa0;: Blockloom demande {} ou plus récent</translation>
    </message>
    <message>
        <source>{} does not answer within {:g} s</source>
        <translation>{} ne répond pas en {:g} s</translation>
    </message>
    <message>
        <source>it does not finish in time</source>
        <translation>elle ne finit pas à temps</translation>
    </message>
    <message>
        <source>an op {} exists already: rename the op in this library</source>
        <translation>une op {} existe déjà&#xa0;: renommez l’op dans cette bibliothèque</translation>
    </message>
    <message>
        <source>the worker process sent an invalid message, and was ended: {}</source>
        <translation>le processus de calcul a envoyé un message invalide, et a été arrêté&#xa0;: {}</translation>
    </message>
    <message>
        <source>the worker process was stopped by a signal and has not answered for {} s: continue it with `kill -CONT {}`</source>
        <translation>le processus de calcul a été suspendu par un signal et ne répond pas depuis {} s&#xa0;: relancez-le par `kill -CONT {}`</translation>
    </message>
    <message>
        <source>the worker has not answered for {} s: an operation is running</source>
        <translation>le processus de calcul ne répond pas depuis {} s&#xa0;: une opération est en cours</translation>
    </message>
    <message>
        <source>{}: the history is of another page</source>
        <translation>{}&#xa0;: l’historique est celui d’une autre page</translation>
    </message>
    <message>
        <source>{} is not a variable with an initial value in a session</source>
        <translation>{} n’est pas une variable qui a une valeur initiale dans une session</translation>
    </message>
    <message numerus="yes">
        <source>Merged, with {0} unresolved conflict</source>
        <comment>Merged, with {0} unresolved conflicts</comment>
        <translation>
            <numerusform>Fusionné, avec {0} conflit non résolu</numerusform>
            <numerusform>Fusionné, avec {0} conflits non résolus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} is missing in the folder of the page: {0} array was stored in it, and is left empty</source>
        <comment>{1} is missing in the folder of the page: {0} arrays were stored in it, and are left empty</comment>
        <translation>
            <numerusform>{1} manque dans le dossier de la page&#xa0;: {0} tableau y était enregistré, et reste vide</numerusform>
            <numerusform>{1} manque dans le dossier de la page&#xa0;: {0} tableaux y étaient enregistrés, et restent vides</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} change of position or appearance was not applied on page {}: both sides made one</source>
        <comment>{} changes of position or appearance were not applied on page {}: both sides made some</comment>
        <translation>
            <numerusform>{} changement de position ou d’apparence n’a pas été appliqué sur la page {}&#xa0;: les deux côtés en ont fait un</numerusform>
            <numerusform>{} changements de position ou d’apparence n’ont pas été appliqués sur la page {}&#xa0;: les deux côtés en ont fait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} element; the minimum is {2}</source>
        <comment>{1} has {0} elements; the minimum is {2}</comment>
        <translation>
            <numerusform>{1} a {0} élément&#xa0;; le minimum est {2}</numerusform>
            <numerusform>{1} a {0} éléments&#xa0;; le minimum est {2}</numerusform>
        </translation>
    </message>
    <message>
        <source>The number of each label among the classes. A label that is none of them is an error.</source>
        <translation>Le numéro de chaque étiquette parmi les classes. Une étiquette qui n&apos;en est pas une est une erreur.</translation>
    </message>
    <message>
        <source>A column of 0 and 1 for each category: 1 where the value is that one. Other values, empty texts too, are 0 in all of them.</source>
        <translation>Une colonne de 0 et de 1 par catégorie&#xa0;: 1 là où la valeur est celle-ci. D&apos;autres valeurs, et les textes vides, donnent 0 dans toutes.</translation>
    </message>
    <message>
        <source>The mean of each channel in a window that slides over images.</source>
        <translation>La moyenne de chaque canal dans une fenêtre qui glisse sur des images.</translation>
    </message>
    <message>
        <source>The mean of each channel of an image.</source>
        <translation>La moyenne de chaque canal d&apos;une image.</translation>
    </message>
    <message>
        <source>Each channel (the last dimension) gets the mean BETA and the deviation GAMMA. While training, mean and variance are those of the batch, and the moving ones follow them; else the moving ones are used. Feed `training` to switch.</source>
        <translation>Chaque canal (la dernière dimension) reçoit la moyenne BETA et l&apos;écart GAMMA. Pendant l&apos;entraînement, moyenne et variance sont celles du lot, et les moyennes mobiles les suivent&#xa0;; sinon, les moyennes mobiles servent. Alimentez `training` pour basculer.</translation>
    </message>
    <message>
        <source>The last dimension of each element gets mean 0 and deviation 1, then GAMMA times that plus BETA.</source>
        <translation>La dernière dimension de chaque élément reçoit la moyenne 0 et l&apos;écart 1, puis devient GAMMA fois cela plus BETA.</translation>
    </message>
    <message>
        <source>While training, a share `rate` of the elements, others each step, is 0, and the rest 1 / (1 - rate) times as large. Feed `training` to switch.</source>
        <translation>Pendant l&apos;entraînement, une part `rate` des éléments, d&apos;autres à chaque pas, vaut 0, et le reste est multiplié par 1 / (1 - rate). Alimentez `training` pour basculer.</translation>
    </message>
    <message>
        <source>Row x of TABLE, for each x.</source>
        <translation>La ligne x de TABLE, pour chaque x.</translation>
    </message>
    <message>
        <source>Each position of `query` takes a weighted mean of the positions of `value`, once for each head; the weights tell how well its query and their keys agree (Vaswani et al., 2017). For self-attention, wire the same to all three.</source>
        <translation>Chaque position de `query` prend une moyenne pondérée des positions de `value`, une fois par tête&#xa0;; les poids disent combien sa requête et leurs clés s&apos;accordent (Vaswani et al., 2017). Pour l&apos;auto-attention, reliez la même chose aux trois.</translation>
    </message>
    <message>
        <source>One step of an LSTM (Hochreiter and Schmidhuber, 1997). `projected` is what the inputs add to the four gates: how much is taken in, how much of the carry is kept, the candidate, and how much is given.</source>
        <translation>Un pas d&apos;un LSTM (Hochreiter et Schmidhuber, 1997). `projected` est ce que les entrées ajoutent aux quatre portes&#xa0;: combien est pris, combien de la retenue est gardé, le candidat, et combien est donné.</translation>
    </message>
    <message>
        <source>One step of a GRU (Cho et al., 2014), the reset gate behind the product: `projected` is what the inputs add to the gates (how much of the state is kept, how much of it the candidate sees) and to the candidate.</source>
        <translation>Un pas d&apos;un GRU (Cho et al., 2014), la porte de réinitialisation après le produit&#xa0;: `projected` est ce que les entrées ajoutent aux portes (combien de l&apos;état est gardé, combien le candidat en voit) et au candidat.</translation>
    </message>
    <message>
        <source>Each position becomes `num_heads` vectors of length `size`.</source>
        <translation>Chaque position devient `num_heads` vecteurs de longueur `size`.</translation>
    </message>
    <message>
        <source>Initial values of a matrix whose rows or columns are orthogonal and of length 1 (Saxe et al., 2014): the Q of a random matrix, with signs that make each such matrix as likely.</source>
        <translation>Les valeurs initiales d&apos;une matrice dont les lignes ou les colonnes sont orthogonales et de longueur 1 (Saxe et al., 2014)&#xa0;: le Q d&apos;une matrice aléatoire, avec des signes qui rendent chacune de ces matrices aussi probable.</translation>
    </message>
    <message>
        <source>Whether there is another step.</source>
        <translation>S&apos;il y a encore un pas.</translation>
    </message>
    <message>
        <source>The mean of (labels - predictions)².</source>
        <translation>La moyenne de (labels - predictions)².</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that softmax gives what is right; labels are chances themselves, such as one-hot vectors.</source>
        <translation>La moyenne de -log de la probabilité que softmax donne à ce qui est juste&#xa0;; labels sont eux-mêmes des probabilités, comme des vecteurs one-hot.</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that sigmoid gives what is right: max(logits, 0) - logits labels + log(1 + exp(-|logits|)), which overflows for no logits.</source>
        <translation>La moyenne de -log de la probabilité que sigmoid donne à ce qui est juste&#xa0;: max(logits, 0) - logits labels + log(1 + exp(-|logits|)), qui ne déborde pour aucun logit.</translation>
    </message>
    <message>
        <source>The share of predictions on the right side of the threshold.</source>
        <translation>La part des prédictions du bon côté du seuil.</translation>
    </message>
    <message>
        <source>The mean of all values since the epoch began, however they came in batches: wire the losses of the single examples to it, of which the loss is the mean.</source>
        <translation>La moyenne de toutes les valeurs depuis le début de l&apos;époque, quels que soient les lots&#xa0;: reliez-y les pertes de chaque exemple, dont la perte est la moyenne.</translation>
    </message>
    <message>
        <source>The share of predictions, of all since the epoch began, whose largest element is the right class.</source>
        <translation>La part des prédictions, de toutes depuis le début de l&apos;époque, dont le plus grand élément est la bonne classe.</translation>
    </message>
    <message>
        <source>The share of predictions, of all since the epoch began, on the right side of the threshold.</source>
        <translation>La part des prédictions, de toutes depuis le début de l&apos;époque, du bon côté du seuil.</translation>
    </message>
    <message>
        <source>Of all that were taken for 1 since the epoch began, the share that are 1.</source>
        <translation>De tout ce qui a été pris pour 1 depuis le début de l&apos;époque, la part qui vaut 1.</translation>
    </message>
    <message>
        <source>Of all that are 1 since the epoch began, the share that were taken for 1.</source>
        <translation>De tout ce qui vaut 1 depuis le début de l&apos;époque, la part prise pour 1.</translation>
    </message>
    <message>
        <source>The area under the ROC curve of all predictions since the epoch began: how likely one for a 1 is above one for a 0. The curve goes through `num_thresholds` points.</source>
        <translation>L&apos;aire sous la courbe ROC de toutes les prédictions depuis le début de l&apos;époque&#xa0;: la probabilité que celle d&apos;un 1 dépasse celle d&apos;un 0. La courbe passe par `num_thresholds` points.</translation>
    </message>
    <message>
        <source>The mean distance from labels to predictions, of all since the epoch began.</source>
        <translation>La distance moyenne des étiquettes aux prédictions, de toutes depuis le début de l&apos;époque.</translation>
    </message>
    <message>
        <source>The sum of all parts since the epoch began as a share of that of all wholes; 0 where that is 0.</source>
        <translation>La somme de toutes les parts depuis le début de l&apos;époque rapportée à celle de tous les totaux&#xa0;; 0 où celle-ci vaut 0.</translation>
    </message>
    <message>
        <source>Unpin it, or unpin it, run and pin again</source>
        <translation>Désépinglez-la, ou désépinglez-la, exécutez et épinglez de nouveau</translation>
    </message>
    <message>
        <source>Unpin it, or pin an output further upstream</source>
        <translation>Désépinglez-le, ou épinglez une sortie plus en amont</translation>
    </message>
    <message>
        <source>Let {} be {} at least</source>
        <translation>Que {} soit au moins {}</translation>
    </message>
    <message>
        <source>Let {} be {} at most</source>
        <translation>Que {} soit au plus {}</translation>
    </message>
    <message>
        <source>Add {} to {}</source>
        <translation>Ajouter {} à {}</translation>
    </message>
    <message>
        <source>Take 0 where {} has no value of {}</source>
        <translation>Prendre 0 là où {} n&apos;a pas de valeur de {}</translation>
    </message>
    <message>
        <source>{!r:.80}: each ( needs its )</source>
        <translation>{!r:.80}&#xa0;: chaque ( demande sa )</translation>
    </message>
    <message>
        <source>takes what does not run: its value is pinned further on</source>
        <translation>prend ce qui ne s&apos;exécute pas&#xa0;: sa valeur est épinglée plus loin</translation>
    </message>
    <message>
        <source>takes what is gone after the step</source>
        <translation>prend ce qui n&apos;existe plus après le pas</translation>
    </message>
    <message>
        <source>its dtype is now {}, and that of the value is {}</source>
        <translation>son dtype est maintenant {}, et celui de la valeur est {}</translation>
    </message>
    <message>
        <source>not known: TensorFlow cannot differentiate an op between it and the loss</source>
        <translation>inconnu&#xa0;: TensorFlow ne peut pas dériver une op entre lui et la perte</translation>
    </message>
    <message>
        <source>the loss does not depend on it</source>
        <translation>la perte n&apos;en dépend pas</translation>
    </message>
    <message>
        <source>not known: an op between it and the loss has no gradient</source>
        <translation>inconnu&#xa0;: une op entre lui et la perte n&apos;a pas de gradient</translation>
    </message>
    <message>
        <source>not known: its shape may differ from call to call</source>
        <translation>inconnu&#xa0;: sa forme peut différer d&apos;un appel à l&apos;autre</translation>
    </message>
    <message>
        <source>no run is paused</source>
        <translation>aucune exécution n&apos;est en pause</translation>
    </message>
    <message>
        <source>{} has the shape {}</source>
        <translation>{} a la forme {}</translation>
    </message>
    <message>
        <source>{}: both sides added it; theirs calls it {}</source>
        <translation>{}&#xa0;: les deux côtés l’ont ajouté&#xa0;; le leur l’appelle {}</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>non atteint</translation>
    </message>
    <message>
        <source>the gradient of {}</source>
        <translation>le gradient de {}</translation>
    </message>
    <message>
        <source>{} makes {} of finite numbers</source>
        <translation>{} fait {} de nombres finis</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>pas {}</translation>
    </message>
    <message>
        <source>call {} of {}</source>
        <translation>appel {} sur {}</translation>
    </message>
    <message>
        <source>a variable holds its value by itself: freeze it, to have training leave it as it is</source>
        <translation>une variable garde sa valeur d&apos;elle-même&#xa0;: gelez-la pour que l&apos;entraînement la laisse telle quelle</translation>
    </message>
    <message>
        <source>it had no value in that step</source>
        <translation>elle n&apos;avait pas de valeur dans ce pas</translation>
    </message>
    <message>
        <source>it has no value that can be fed: {}</source>
        <translation>elle n&apos;a pas de valeur qui puisse être fournie&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} has no TensorFlow: {}</source>
        <translation>{} n&apos;a pas TensorFlow&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: cannot be started: {}</source>
        <translation>{}&#xa0;: ne peut pas être démarré&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: there is no Python in this folder</source>
        <translation>{}&#xa0;: il n&apos;y a pas de Python dans ce dossier</translation>
    </message>
    <message>
        <source>it ends the process with {}</source>
        <translation>elle met fin au processus par {}</translation>
    </message>
    <message>
        <source>the ops of {} cannot be loaded: {}</source>
        <translation>les opérations de {} ne peuvent pas être chargées&#xa0;: {}</translation>
    </message>
    <message>
        <source>it has no ops</source>
        <translation>elle ne contient pas d&apos;opérations</translation>
    </message>
    <message>
        <source>{}: TensorFlow does not start: {}</source>
        <translation>{}&#xa0;: TensorFlow ne démarre pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>a run on a target cannot pause</source>
        <translation>une exécution sur une cible ne peut pas être mise en pause</translation>
    </message>
    <message>
        <source>{}: git LFS has not fetched it: `git lfs fetch --all` does</source>
        <translation>{}&#xa0;: git LFS ne l&apos;a pas récupéré&#xa0;: `git lfs fetch --all` le fait</translation>
    </message>
    <message>
        <source>runs Python code: {}</source>
        <translation>exécute du code Python&#xa0;: {}</translation>
    </message>
    <message>
        <source>reads files whose names it computes: {}</source>
        <translation>lit des fichiers dont elle calcule les noms&#xa0;: {}</translation>
    </message>
    <message>
        <source>writes files whose names it computes: {}</source>
        <translation>écrit des fichiers dont elle calcule les noms&#xa0;: {}</translation>
    </message>
    <message>
        <source>sends data to an address that it computes: {}</source>
        <translation>envoie des données à une adresse qu&apos;elle calcule&#xa0;: {}</translation>
    </message>
    <message>
        <source>reads {}: {}</source>
        <translation>lit {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>writes {}: {}</source>
        <translation>écrit {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>sends data to {}: {}</source>
        <translation>envoie des données à {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Runs Python code.</source>
        <translation>Exécute du code Python.</translation>
    </message>
    <message>
        <source>Runs a graph stored in its data.</source>
        <translation>Exécute un graphe contenu dans ses données.</translation>
    </message>
    <message>
        <source>line {0} of {1}, column {2}: {3}</source>
        <translation>ligne {0} de {1}, colonne {2}&#xa0;: {3}</translation>
    </message>
    <message>
        <source>line {0} of {1}, column {2}: an empty cell</source>
        <translation>ligne {0} de {1}, colonne {2}&#xa0;: une cellule vide</translation>
    </message>
    <message>
        <source>element {0} of {1}: {2}</source>
        <translation>élément {0} de {1}&#xa0;: {2}</translation>
    </message>
    <message>
        <source>{} is not the file that the document was saved with</source>
        <translation>{} n&apos;est pas le fichier avec lequel il a été enregistré</translation>
    </message>
    <message>
        <source>{0}: its weights are not compared: {1}</source>
        <translation>{0}&#xa0;: ses poids ne sont pas comparés&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}: these weights are not found, so their differences are not known: {1}</source>
        <translation>{0}&#xa0;: l&apos;écart entre les poids n&apos;est pas connu là où ils sont introuvables&#xa0;: {1}</translation>
    </message>
    <message>
        <source>its rows have different lengths</source>
        <translation>ses lignes ont des longueurs différentes</translation>
    </message>
    <message>
        <source>it contains {}; give numbers or texts</source>
        <translation>il contient {}&#xa0;; donnez des nombres ou des textes</translation>
    </message>
    <message>
        <source>it contains {!r:.40}; give only numbers or only texts</source>
        <translation>il contient {!r:.40}&#xa0;; donnez seulement des nombres ou seulement des textes</translation>
    </message>
    <message>
        <source>{}: git has no such file</source>
        <translation>{}&#xa0;: git n&apos;a pas ce fichier</translation>
    </message>
    <message>
        <source>git does not answer within {:g} s: `git {}`. Look for a pipe or a slow drive in .git and in the files that .git/config names, and try again</source>
        <translation>git ne répond pas en {:g} s&#xa0;: `git {}`. Cherchez un tube ou un disque lent dans .git et dans les fichiers que nomme .git/config, puis réessayez</translation>
    </message>
    <message>
        <source>both sides trained these weights, which belong together: {0}</source>
        <translation>les deux versions ont entraîné ces poids, qui vont ensemble&#xa0;: {0}</translation>
    </message>
    <message>
        <source>it shares the name {} with {}, whose {} is {}; here it is {}</source>
        <translation>il partage le nom {} avec {}, dont {} est {}&#xa0;; ici c&apos;est {}</translation>
    </message>
    <message>
        <source>Set the same {} in both blocks, or give each a shared_name</source>
        <translation>Donnez le même {} aux deux blocs, ou un shared_name à chacun</translation>
    </message>
    <message>
        <source>Type an integer</source>
        <translation>Saisissez un entier</translation>
    </message>
    <message>
        <source>{} is a SyncReplicasOptimizer, which drops stale gradients by itself</source>
        <translation>{} est un SyncReplicasOptimizer, qui écarte lui-même les gradients périmés</translation>
    </message>
    <message>
        <source>{} is {}, which does not fit {}, the dtype of {}</source>
        <translation>{} vaut {}, ce qui ne tient pas dans {}, le dtype de {}</translation>
    </message>
    <message>
        <source>Type a smaller number, or set dtype of {} to DT_INT64</source>
        <translation>Saisissez un nombre plus petit, ou donnez le dtype DT_INT64 à {}</translation>
    </message>
    <message>
        <source>{}: another program has locked this folder for {:g} s, as Blockloom does to save. Wait until that program has saved, or close it, and save again</source>
        <translation>{}&#xa0;: un autre programme verrouille ce dossier depuis {:g} s, comme Blockloom pour enregistrer. Attendez qu&apos;il ait enregistré, ou fermez-le, puis enregistrez de nouveau</translation>
    </message>
    <message>
        <source>it is {} MiB large, but has only {} KiB of data on the disk</source>
        <translation>il fait {} Mio, mais n&apos;a que {} Kio de données sur le disque</translation>
    </message>
    <message>
        <source>{!r} is not on page {} itself: only blocks there can be its outputs</source>
        <translation>{!r} n&apos;est pas sur la page {} elle-même&#xa0;: seuls des blocs de cette page peuvent être ses sorties</translation>
    </message>
    <message>
        <source>The block calls a Python function of another program, which is not here: replace it with other blocks</source>
        <translation>Le bloc appelle une fonction Python d&apos;un autre programme, absente ici&#xa0;: remplacez-le par d&apos;autres blocs</translation>
    </message>
    <message>
        <source>{}: the checkpoint has no {}</source>
        <translation>{}&#xa0;: le point de contrôle n&apos;a pas {}</translation>
    </message>
    <message>
        <source>{} is of {} in the checkpoint, and of {} in the model</source>
        <translation>{} est de type {} dans le point de contrôle, et {} dans le modèle</translation>
    </message>
    <message>
        <source>the page has no variables, and a checkpoint without any cannot be written</source>
        <translation>la page n&apos;a pas de variables, et un checkpoint sans variable ne peut pas être écrit</translation>
    </message>
    <message>
        <source>record {0} of {1}, feature {2}: {3}</source>
        <translation>enregistrement {0} de {1}, attribut {2}&#xa0;: {3}</translation>
    </message>
    <message>
        <source>the value typed into {} is not finite</source>
        <translation>la valeur saisie dans {} n&apos;est pas finie</translation>
    </message>
    <message>
        <source>{0} reads it: {1}</source>
        <translation>{0} la lit dans un fichier&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{} makes {} of infinite numbers</source>
        <translation>{} produit {} à partir de nombres infinis</translation>
    </message>
    <message>
        <source>{0} grows by a factor of {1} in each step, from step {2} to step {3}</source>
        <translation>{0} croît d&apos;un facteur {1} à chaque pas, du pas {2} au pas {3}</translation>
    </message>
    <message numerus="yes">
        <source>a page of this document, with {0:,} block</source>
        <comment>a page of this document, with {0:,} blocks</comment>
        <translation>
            <numerusform>une page de ce document, avec {0:,} bloc</numerusform>
            <numerusform>une page de ce document, avec {0:,} blocs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Writes {} file.</source>
        <comment>Writes {} files.</comment>
        <translation>
            <numerusform>Écrit {} fichier.</numerusform>
            <numerusform>Écrit {} fichiers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reads {} file.</source>
        <comment>Reads {} files.</comment>
        <translation>
            <numerusform>Lit {} fichier.</numerusform>
            <numerusform>Lit {} fichiers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sends data to {} address.</source>
        <comment>Sends data to {} addresses.</comment>
        <translation>
            <numerusform>Envoie des données à {} adresse.</numerusform>
            <numerusform>Envoie des données à {} adresses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the learning rate is {1}</source>
        <comment>the learning rates are {1}</comment>
        <translation>
            <numerusform>le taux d&apos;apprentissage est {1}</numerusform>
            <numerusform>les taux d&apos;apprentissage sont {1}</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the NaN</source>
        <translation>Trouver le NaN</translation>
    </message>
    <message>
        <source>Distinguishes numbers below 0 from those above: P is the probability that X is above, Y the truth.
Run 50 steps: the loss falls, and then it is NaN. Click the rays at LOSS.y, or press Ctrl+. there:
the answer names the block and the step of its origin, and offers fixes.</source>
        <translation>Distingue les nombres au-dessous de 0 de ceux au-dessus&#xa0;: P est la probabilité que X soit au-dessus, Y ce qu&apos;il en est.
Lancez 50 pas&#xa0;: la perte diminue, puis c&apos;est NaN. Cliquez sur les rayons à LOSS.y, ou pressez Ctrl+. là&#xa0;:
la réponse se trouve au bloc où cela a commencé, dans le pas où cela est arrivé, avec ce qui le corrige.</translation>
    </message>
    <message>
        <source>Validated digits</source>
        <translation>Chiffres validés</translation>
    </message>
    <message>
        <source>DATA reads 500 digits and keeps a fifth of them for validation; a double click opens it. TRAINING is true in each step, and false while VALIDATION, after each epoch, runs the same network on the rows that were kept.</source>
        <translation>DATA lit 500 chiffres et en garde un cinquième pour la validation&#xa0;; un double clic l’ouvre. TRAINING est vrai à chaque pas, et faux quand VALIDATION, après chaque époque, exécute le même réseau sur les lignes gardées.</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model, 20 epochs: EPOCHS shows loss and accuracy of both. When the validation loss has not fallen for patience epochs the run ends, and the best weights are put back.</source>
        <translation>Exécuter &gt; Ajuster le modèle, 20 époques&#xa0;: EPOCHS montre la perte et l’exactitude des deux. Quand la perte de validation n’a pas baissé pendant patience époques, l’exécution s’arrête et les meilleurs poids sont remis.</translation>
    </message>
    <message>
        <source>The sum of what came since the epoch began, this included. SUM begins with 0 in each epoch, and in its validation.</source>
        <translation>La somme de ce qui est venu depuis le début de l&apos;époque, ceci compris. SUM commence par 0 à chaque époque, et à sa validation.</translation>
    </message>
    <message>
        <source>Batches of digits.npy. Rows are read and encoded in groups, each of which digits_rows splits by the seed: no row is for training and for validation. MIXED puts those for training into another order in each epoch. `training` says from which of both NEXT takes a batch; the end of the rows ends the epoch.</source>
        <translation>Lots de digits.npy. Les lignes sont lues et codées par groupes, que digits_rows partage selon la graine&#xa0;: aucune ligne ne sert à la fois à l’entraînement et à la validation. MIXED met celles de l’entraînement dans un autre ordre à chaque époque. `training` dit d’où NEXT prend un lot&#xa0;; la fin des lignes finit l’époque.</translation>
    </message>
    <message>
        <source>What becomes of a group of rows of digits.npy: inputs and labels as numbers, and of these the rows that SPLIT chooses. Means, deviations and names are those of the file when it was looked at.</source>
        <translation>Ce que devient un groupe de lignes de digits.npy&#xa0;: entrées et étiquettes en nombres, et parmi elles les lignes que SPLIT choisit. Moyennes, écarts et noms sont ceux du fichier quand il a été examiné.</translation>
    </message>
    <message>
        <source>The array of a .npy file, as a tensor of the dtype and shape that it was written with. What its heading states decides where the numbers begin, and in which order they are. A file of another dtype, or with the other order of bytes, is refused.</source>
        <translation>Le tableau d’un fichier .npy, comme tenseur du dtype et de la forme avec lesquels il a été écrit. Ce qu’indique son en-tête décide où commencent les nombres, et dans quel ordre ils sont. Un fichier d’un autre dtype, ou dans l’autre ordre des octets, est refusé.</translation>
    </message>
    <message>
        <source>The rows of a .npy file, of the dtype and shape that it was written with: see NpyArray.</source>
        <translation>Les lignes d’un fichier .npy, du dtype et de la forme avec lesquels il a été écrit&#xa0;: voir NpyArray.</translation>
    </message>
    <message>
        <source>the file is damaged at {}: only the part before it was read</source>
        <translation>le fichier est endommagé à {}&#xa0;: seule la partie qui précède a été lue</translation>
    </message>
    <message>
        <source>its variable {!r:.80} is not a result of a block</source>
        <translation>sa variable {!r:.80} n’est pas un résultat de bloc</translation>
    </message>
    <message>
        <source>{}: cannot be saved: its weights {} were not found</source>
        <translation>{}&#xa0;: enregistrement impossible&#xa0;: ses poids {} sont introuvables</translation>
    </message>
    <message>
        <source>Press Tab on the page, type const, and press Enter. Press Escape, since a new block is wired to a selected one, and do the same with square. Or drag both from the list of block types.</source>
        <translation>Appuyez sur Tab sur la page, tapez const, puis appuyez sur Entrée. Appuyez sur Échap, car un nouveau bloc est relié à un bloc sélectionné, et faites de même avec square. Ou faites glisser les deux depuis la liste des types de blocs.</translation>
    </message>
    <message>
        <source>{} has no op of this name; if the op is from a library, load it in Preferences</source>
        <translation>{} n’a pas d’opération de ce nom&#xa0;; si elle vient d’une bibliothèque, chargez celle-ci dans les préférences</translation>
    </message>
    <message>
        <source>run with --ops LIBRARY</source>
        <translation>exécutez avec --ops BIBLIOTHÈQUE</translation>
    </message>
    <message>
        <source>The state of the task is lost: initialise its variables</source>
        <translation>L’état de la tâche est perdu&#xa0;: initialisez ses variables</translation>
    </message>
    <message>
        <source>run the chief with --init</source>
        <translation>exécutez le chef avec --init</translation>
    </message>
    <message>
        <source>If it had variables, this run waits until another run has initialised them</source>
        <translation>Si elle avait des variables, cette exécution attend qu’une autre les ait initialisées</translation>
    </message>
    <message>
        <source>initialise them by a run with --init</source>
        <translation>initialisez-les par une exécution avec --init</translation>
    </message>
    <message>
        <source>it has no default: a run of this page has no value for it</source>
        <translation>elle n’a pas de valeur par défaut&#xa0;: une exécution de cette page n’a pas de valeur pour elle</translation>
    </message>
    <message>
        <source>Type a default</source>
        <translation>Saisissez une valeur par défaut</translation>
    </message>
    <message>
        <source>Put the weight file into the folder of the document, or type another value</source>
        <translation>Placez le fichier de poids dans le dossier du document, ou saisissez une autre valeur</translation>
    </message>
    <message>
        <source>after a merge, restore missing weights from git with `blockloom merge DOCUMENT --weights`</source>
        <translation>après une fusion, restaurez depuis git les poids manquants avec `blockloom merge DOCUMENT --weights`</translation>
    </message>
    <message>
        <source>Type a length for each feature (0 if it is not a sequence), or no length at all</source>
        <translation>Saisissez une longueur pour chaque caractéristique (0 si ce n’est pas une séquence), ou aucune longueur</translation>
    </message>
    <message>
        <source>it was saved by Keras {}, and this TensorFlow has Keras {}. What you can do: select TensorFlow 2.16 or later, and open it again</source>
        <translation>il a été enregistré par Keras {}, et ce TensorFlow a Keras {}. Ce que vous pouvez faire&#xa0;: sélectionnez TensorFlow 2.16 ou ultérieur, et rouvrez-le</translation>
    </message>
    <message>
        <source>reading failed, and Blockloom does not know why: {} ({}). What you can do: select the TensorFlow that wrote it and open it again, or export it again</source>
        <translation>la lecture a échoué, et Blockloom ne sait pas pourquoi&#xa0;: {} ({}). Ce que vous pouvez faire&#xa0;: sélectionnez le TensorFlow qui l’a écrit et rouvrez-le, ou exportez-le de nouveau</translation>
    </message>
    <message>
        <source>this TensorFlow has no op {}: its blocks are kept, but cannot run. If the op is from a library, load the library</source>
        <translation>ce TensorFlow n’a pas d’opération {}&#xa0;: ces blocs restent, et ne peuvent pas être exécutés. Une opération d’une bibliothèque exige que celle-ci soit chargée</translation>
    </message>
    <message>
        <source>{} has no values for {}; it has: {}. If it has them by other names, map the variables by a file with these lines; a line with # has no proposal:
{}</source>
        <translation>{} n’a pas de valeurs pour {}&#xa0;; il a&#xa0;: {}. S’il les a sous d’autres noms, associez les variables par un fichier avec ces lignes&#xa0;; une ligne avec # n’a pas de proposition&#xa0;:
{}</translation>
    </message>
    <message>
        <source>not initialised yet: wait for the chief, or initialise the variables in a run</source>
        <translation>pas encore initialisé&#xa0;: attendez le chef, ou initialisez les variables dans une exécution</translation>
    </message>
    <message>
        <source>for {}, inside it</source>
        <translation>pour {}, à l’intérieur</translation>
    </message>
    <message>
        <source>this needs TensorFlow, which is not installed in {}: {}, or select an environment that has it</source>
        <translation>cela nécessite TensorFlow, qui n’est pas installé dans {}&#xa0;: {}, ou sélectionnez un environnement qui l’a</translation>
    </message>
    <message numerus="yes">
        <source>{0:,} unresolved conflict</source>
        <comment>{0:,} unresolved conflicts</comment>
        <translation>
            <numerusform>{0:,} conflit non résolu</numerusform>
            <numerusform>{0:,} conflits non résolus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0:,} conflict of a merge is unresolved.</source>
        <comment>{0:,} conflicts of a merge are unresolved.</comment>
        <translation>
            <numerusform>{0:,} conflit d’une fusion n’est pas résolu.</numerusform>
            <numerusform>{0:,} conflits d’une fusion ne sont pas résolus.</numerusform>
        </translation>
    </message>
    <message>
        <source>The picture in a file (.png, .jpg, .gif, .bmp), with values from 0 to 255.</source>
        <translation>L’image d’un fichier (.png, .jpg, .gif, .bmp), avec des valeurs de 0 à 255.</translation>
    </message>
    <message>
        <source>The sound in a .wav file of 16 bits.</source>
        <translation>Le son d’un fichier .wav de 16 bits.</translation>
    </message>
    <message>
        <source>As Conv2D, but each channel is summed up alone, and becomes `depth_multiplier` channels. SPREAD puts zeros between the elements of the window: TensorFlow has no dilations here on a CPU.</source>
        <translation>Comme Conv2D, mais chaque canal est sommé seul et devient `depth_multiplier` canaux. SPREAD met des zéros entre les éléments de la fenêtre&#xa0;: TensorFlow n&apos;a pas ici de dilatations sur un processeur.</translation>
    </message>
    <message>
        <source>Outputs to fetch.</source>
        <translation>Sorties à récupérer.</translation>
    </message>
    <message>
        <source>Operations to run without fetching them; an output stands for the operation that makes it.</source>
        <translation>Opérations à exécuter sans les récupérer&#xa0;; une sortie vaut pour l&apos;opération qui la produit.</translation>
    </message>
    <message>
        <source>Feeds: values that stand in for placeholders.</source>
        <translation>Feeds&#xa0;: des valeurs qui remplacent des placeholders.</translation>
    </message>
    <message>
        <source>Operations to run once, one after the other, when the session begins and its variables have their values: MakeIterator, what fills tables, CreateSummaryFileWriter. Those of them that are wired to nothing are run without this, as variables are initialised. MakeIterator runs again where the data has come to its end.</source>
        <translation>Les opérations à exécuter une fois, l&apos;une après l&apos;autre, quand la session commence et que ses variables ont leurs valeurs&#xa0;: MakeIterator, ce qui remplit des tables, CreateSummaryFileWriter. Celles d&apos;entre elles qui ne sont reliées à rien s&apos;exécutent sans cela, de même que les variables sont initialisées. MakeIterator s&apos;exécute de nouveau là où les données sont arrivées à leur fin.</translation>
    </message>
    <message>
        <source>Operations to run without fetching them.</source>
        <translation>Opérations à exécuter sans les lire.</translation>
    </message>
    <message>
        <source>Feeds: values that stand in for placeholders during validation.</source>
        <translation>Feeds&#xa0;: valeurs mises à la place de placeholders pendant la validation.</translation>
    </message>
    <message>
        <source>Operations to run once, when the session begins.</source>
        <translation>Opérations à exécuter une fois, au début de la session.</translation>
    </message>
    <message>
        <source>The number to watch: a loss or a metric. The epoch that gave the best one is kept, and the run may end when it gets no better.</source>
        <translation>Le nombre à surveiller&#xa0;: une perte ou une métrique. L&apos;époque qui a donné le meilleur est gardée, et l&apos;exécution peut finir quand il ne s&apos;améliore plus.</translation>
    </message>
    <message>
        <source>A row for each epoch: of each number that is fetched what training gave, then validation. It goes to monitors: Lines shows it as a chart.</source>
        <translation>Une ligne par époque&#xa0;: pour chaque nombre lu, ce que l&apos;entraînement a donné, puis la validation. Va aux moniteurs&#xa0;: Lines l&apos;affiche en diagramme.</translation>
    </message>
    <message>
        <source>What the columns of `history` are. It goes to monitors.</source>
        <translation>Ce que sont les colonnes de `history`. Va aux moniteurs.</translation>
    </message>
    <message>
        <source>End the run after so many epochs in which `monitor` got no better; 0: after all that are asked for.</source>
        <translation>Terminer l&apos;exécution après tant d&apos;époques où `monitor` ne s&apos;est pas amélioré&#xa0;; 0&#xa0;: après toutes celles demandées.</translation>
    </message>
    <message>
        <source>Which `monitor` is better: lower, as of a loss, or higher, as of an accuracy.</source>
        <translation>Quel `monitor` est meilleur&#xa0;: plus bas (lower), comme une perte, ou plus haut (higher), comme une précision.</translation>
    </message>
    <message>
        <source>Whether at the end of the run the variables that validation depends on get the values that they had after the best epoch.</source>
        <translation>Si, à la fin de l&apos;exécution, les variables dont dépend la validation reprennent les valeurs qu&apos;elles avaient après la meilleure époque.</translation>
    </message>
    <message>
        <source>A value for a placeholder. Wire the placeholder&apos;s output to `placeholder`, type the value, and wire `feed` to the inputs of a Session. A feed on the command line (--feed) takes precedence.</source>
        <translation>Une valeur pour un placeholder. Reliez la sortie du placeholder à `placeholder`, saisissez la valeur, et reliez `feed` aux inputs d&apos;une Session. Un --feed en ligne de commande l&apos;emporte.</translation>
    </message>
    <message>
        <source>The output to feed.</source>
        <translation>La sortie à alimenter.</translation>
    </message>
    <message>
        <source>The value: typed in. It has the dtype of the placeholder.</source>
        <translation>La valeur&#xa0;: saisie. Elle a le dtype du placeholder.</translation>
    </message>
    <message>
        <source>To the inputs of a Session.</source>
        <translation>Vers les inputs d&apos;une Session.</translation>
    </message>
    <message>
        <source>That of the placeholder.</source>
        <translation>Celui du placeholder.</translation>
    </message>
    <message>
        <source>Fills a queue beside the steps (tf.compat.v1.train.QueueRunner). While a session takes from the queue, threads run what is wired to `enqueue` over and over. When the data has come to its end they close the queue: the steps get what is left in it, and then the epoch is over. With the next step the data begins anew.</source>
        <translation>Remplit une file à côté des pas (tf.compat.v1.train.QueueRunner). Tant qu’une session prend dans la file, des fils d’exécution exécutent sans cesse ce qui est relié à `enqueue`. Quand les données sont arrivées à leur fin, ils ferment la file&#xa0;: les pas reçoivent ce qui y reste, puis l’époque est finie. Au pas suivant, les données recommencent.</translation>
    </message>
    <message>
        <source>The operations that fill the queue: QueueEnqueueV2 or QueueEnqueueManyV2. Each runs in threads of its own.</source>
        <translation>Les opérations qui remplissent la file&#xa0;: QueueEnqueueV2 ou QueueEnqueueManyV2. Chacune s’exécute dans ses propres fils d’exécution.</translation>
    </message>
    <message>
        <source>The QueueCloseV2 that runs at the end of the data. Default: one is made.</source>
        <translation>Le QueueCloseV2 exécuté à la fin des données. Par défaut&#xa0;: il en est créé un.</translation>
    </message>
    <message>
        <source>The QueueCloseV2, with cancel_pending_enqueues, that runs when the session ends. Default: one is made.</source>
        <translation>Le QueueCloseV2, avec cancel_pending_enqueues, exécuté à la fin de la session. Par défaut&#xa0;: il en est créé un.</translation>
    </message>
    <message>
        <source>In how many threads each operation runs.</source>
        <translation>Dans combien de fils d’exécution s’exécute chaque opération.</translation>
    </message>
    <message>
        <source>A variable with its initial value. It is initialised when its session is created and lives until Reset. This is a reference variable (VariableV2): Assign, AssignAdd, ScatterUpdate and the Apply ops take its output `ref` and change it in place.</source>
        <translation>Une variable avec sa valeur initiale. Elle est initialisée à la création de sa session et vit jusqu&apos;à Réinitialiser. C&apos;est une variable par référence (VariableV2)&#xa0;: Assign, AssignAdd, ScatterUpdate et les ops Apply prennent sa sortie `ref` et la changent sur place.</translation>
    </message>
    <message>
        <source>The initial value: typed in, or wired from any block that needs nothing fed.</source>
        <translation>La valeur initiale&#xa0;: saisie, ou reliée à un bloc qui ne demande aucune alimentation.</translation>
    </message>
    <message>
        <source>The variable.</source>
        <translation>La variable.</translation>
    </message>
    <message>
        <source>The type of the elements; that of the initial value unless given.</source>
        <translation>Le type des éléments&#xa0;; celui de la valeur initiale s&apos;il n&apos;est pas donné.</translation>
    </message>
    <message>
        <source>That of the initial value unless given. A scalar initial value fills a given shape.</source>
        <translation>Celle de la valeur initiale si elle n&apos;est pas donnée. Une valeur initiale scalaire remplit une shape donnée.</translation>
    </message>
    <message>
        <source>The container that holds the variable.</source>
        <translation>Le conteneur qui porte la variable.</translation>
    </message>
    <message>
        <source>Variables of this name are one variable. Default: the id of the block.</source>
        <translation>Les variables de ce nom n&apos;en font qu&apos;une. Par défaut&#xa0;: l&apos;identifiant du bloc.</translation>
    </message>
    <message>
        <source>Whether training that names no variables changes it.</source>
        <translation>Si un entraînement qui ne nomme pas de variables la change.</translation>
    </message>
    <message>
        <source>Whether it gets its initial value again at the beginning of each epoch, as the counter of epochs of an input pipeline does.</source>
        <translation>Si elle reprend sa valeur initiale au début de chaque époque, comme le compteur d’époques d’un pipeline d’entrée.</translation>
    </message>
    <message>
        <source>A resource variable with its initial value. It is initialised when its session is created and lives until Reset. AssignVariableOp, ResourceApplyGradientDescent and their like take its `handle`; `value` reads it before anything in the step changes it only if a control wire says so.</source>
        <translation>Une variable ressource avec sa valeur initiale. Elle est initialisée à la création de sa session et vit jusqu&apos;à Réinitialiser. AssignVariableOp, ResourceApplyGradientDescent et semblables prennent son `handle`&#xa0;; `value` la lit avant tout changement dans le pas seulement si un fil de contrôle le dit.</translation>
    </message>
    <message>
        <source>The variable itself.</source>
        <translation>La variable elle-même.</translation>
    </message>
    <message>
        <source>What it holds.</source>
        <translation>Ce qu&apos;elle contient.</translation>
    </message>
    <message>
        <source>What TensorFlow calls the variable in messages, where it is not shared_name.</source>
        <translation>Comment TensorFlow appelle la variable dans ses messages, si ce n&apos;est pas shared_name.</translation>
    </message>
    <message>
        <source>Whether it gets its initial value again at the beginning of each epoch and of each validation, as what a metric sums up does.</source>
        <translation>Si elle reprend sa valeur initiale au début de chaque époque et de chaque validation, comme ce qu&apos;une métrique additionne.</translation>
    </message>
    <message>
        <source>Symbolic derivatives of the sum of `ys` with respect to each of `xs` (tf.gradients): one output per wire into `xs`, in their order. Take a single one as grads[0], grads[1] and so on.</source>
        <translation>Dérivées symboliques de la somme des `ys` par rapport à chaque `xs` (tf.gradients)&#xa0;: une sortie par fil vers `xs`, dans leur ordre. Prenez-en une seule par grads[0], grads[1] et ainsi de suite.</translation>
    </message>
    <message>
        <source>What to differentiate, usually one loss.</source>
        <translation>Ce qu&apos;il faut dériver, d&apos;ordinaire une perte.</translation>
    </message>
    <message>
        <source>What to differentiate by: variables or any other outputs that `ys` depends on.</source>
        <translation>Par rapport à quoi dériver&#xa0;: des variables ou toute autre sortie dont `ys` dépend.</translation>
    </message>
    <message>
        <source>The derivative by each of `xs`, of its shape.</source>
        <translation>La dérivée par rapport à chaque `xs`, de sa shape.</translation>
    </message>
    <message>
        <source>The dtypes of `ys`: they follow from the wires.</source>
        <translation>Les dtypes de `ys`&#xa0;: ils découlent des fils.</translation>
    </message>
    <message>
        <source>The dtypes of `xs`: they follow from the wires.</source>
        <translation>Les dtypes de `xs`&#xa0;: ils découlent des fils.</translation>
    </message>
    <message>
        <source>Treat `xs` as constants of one another: partial instead of total derivatives.</source>
        <translation>Traiter les `xs` comme constants les uns pour les autres&#xa0;: dérivées partielles et non totales.</translation>
    </message>
    <message>
        <source>Steps of learning_rate against the gradient. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Des pas de learning_rate contre le gradient. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>How far a step goes.</source>
        <translation>La longueur d&apos;un pas.</translation>
    </message>
    <message>
        <source>To ComputeGradients, ApplyGradients, Minimize or an optimizer that wraps this one.</source>
        <translation>Vers ComputeGradients, ApplyGradients, Minimize ou un optimiseur qui enveloppe celui-ci.</translation>
    </message>
    <message>
        <source>Lock variables while they are updated, so that no two updates mix.</source>
        <translation>Verrouiller les variables pendant leur mise à jour, pour que deux mises à jour ne se mêlent pas.</translation>
    </message>
    <message>
        <source>Slots and ops are named by it: VARIABLE/NAME.</source>
        <translation>Les slots et les ops portent ce nom&#xa0;: VARIABLE/NOM.</translation>
    </message>
    <message>
        <source>Gradient descent that keeps some of its last direction: accumulation = momentum * accumulation + gradient, and the step goes against the accumulation. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Descente de gradient qui garde un peu de sa dernière direction&#xa0;: accumulation = momentum * accumulation + gradient, et le pas va contre l&apos;accumulation. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>How much of the last direction is kept, from 0 to 1.</source>
        <translation>Part de la dernière direction qui est gardée, de 0 à 1.</translation>
    </message>
    <message>
        <source>Nesterov&apos;s variant: look ahead along the direction before the step.</source>
        <translation>La variante de Nesterov&#xa0;: regarder en avant dans la direction avant le pas.</translation>
    </message>
    <message>
        <source>Each weight has a rate of its own, which falls with the sum of its squared gradients. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Chaque poids a son propre taux, qui baisse avec la somme des carrés de ses gradients. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>What the accumulator of squared gradients starts from; above 0.</source>
        <translation>La valeur de départ de l&apos;accumulateur des carrés des gradients&#xa0;; au-dessus de 0.</translation>
    </message>
    <message>
        <source>Adagrad with dual averaging: keeps sums of gradients, so that regularisation also reaches weights whose gradient was 0 for long. For sparse linear models. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Adagrad à moyenne duale&#xa0;: garde des sommes de gradients, si bien que la régularisation atteint aussi les poids dont le gradient fut longtemps 0. Pour les modèles linéaires creux. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>The variable that counts training steps.</source>
        <translation>La variable qui compte les pas d&apos;entraînement.</translation>
    </message>
    <message>
        <source>Pulls weights towards 0 and lets them rest there; 0 or more.</source>
        <translation>Tire les poids vers 0 et les y laisse&#xa0;; 0 ou plus.</translation>
    </message>
    <message>
        <source>Shrinks weights in proportion to their size; 0 or more.</source>
        <translation>Réduit les poids en proportion de leur taille&#xa0;; 0 ou plus.</translation>
    </message>
    <message>
        <source>Adagrad over a sliding window: rates depend on recent gradients and recent updates only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Adagrad sur une fenêtre glissante&#xa0;: les taux ne dépendent que des gradients et mises à jour récents. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>How far a step goes. 1.0 gives the method of the paper.</source>
        <translation>La longueur d&apos;un pas. 1.0 donne la méthode de l&apos;article.</translation>
    </message>
    <message>
        <source>How much of the window&apos;s past is kept in each step.</source>
        <translation>Part du passé de la fenêtre gardée à chaque pas.</translation>
    </message>
    <message>
        <source>Keeps divisions from blowing up.</source>
        <translation>Empêche les divisions d&apos;exploser.</translation>
    </message>
    <message>
        <source>Moving averages of the gradient and of its square, corrected for starting at 0. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Moyennes mobiles du gradient et de son carré, corrigées de leur départ à 0. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>Decay of the average of gradients.</source>
        <translation>Décroissance de la moyenne des gradients.</translation>
    </message>
    <message>
        <source>Decay of the average of squared gradients.</source>
        <translation>Décroissance de la moyenne des carrés des gradients.</translation>
    </message>
    <message>
        <source>Follow the regularised leader: for large sparse models, of which it sets many weights to exactly 0. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Follow the regularised leader&#xa0;: pour de grands modèles creux, dont il met beaucoup de poids exactement à 0. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>How the rate falls during training, 0 or less; 0 keeps it.</source>
        <translation>Comment le taux baisse pendant l&apos;entraînement, 0 ou moins&#xa0;; 0 le garde.</translation>
    </message>
    <message>
        <source>What the accumulator of squared gradients starts from; 0 or more.</source>
        <translation>La valeur de départ de l&apos;accumulateur des carrés des gradients&#xa0;; 0 ou plus.</translation>
    </message>
    <message>
        <source>An L2 penalty on the size of each step; 0 or more.</source>
        <translation>Une pénalité L2 sur la taille de chaque pas&#xa0;; 0 ou plus.</translation>
    </message>
    <message>
        <source>The beta of the paper.</source>
        <translation>Le beta de l&apos;article.</translation>
    </message>
    <message>
        <source>The name of the accumulator slot; `name` where nothing is given.</source>
        <translation>Le nom du slot de l&apos;accumulateur&#xa0;; `name` si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The name of the linear slot; `name` where nothing is given.</source>
        <translation>Le nom du slot linéaire&#xa0;; `name` si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>Divides the gradient by a moving average of its size. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Divise le gradient par une moyenne mobile de sa taille. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>How much of the average is kept in each step.</source>
        <translation>Part de la moyenne gardée à chaque pas.</translation>
    </message>
    <message>
        <source>How much of the last step is added to the next.</source>
        <translation>Part du dernier pas ajoutée au suivant.</translation>
    </message>
    <message>
        <source>Divide by the estimated variance: take the mean gradient into account too.</source>
        <translation>Diviser par la variance estimée&#xa0;: tenir compte aussi du gradient moyen.</translation>
    </message>
    <message>
        <source>Gradient descent, then a pull towards 0 by the regularisation. Variables of dtype DT_FLOAT only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Descente de gradient, puis traction vers 0 par la régularisation. Variables de dtype DT_FLOAT seulement. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>Adagrad, then a pull towards 0 by the regularisation. Variables of dtype DT_FLOAT only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Adagrad, puis traction vers 0 par la régularisation. Variables de dtype DT_FLOAT seulement. Un optimiseur de tf.compat.v1.train&#xa0;; ses slots sont des résultats du bloc.</translation>
    </message>
    <message>
        <source>Wraps an optimizer so that several workers train in step: their gradients are collected in accumulators, and once replicas_to_aggregate are there their mean is applied once. Stale gradients are dropped. The session runs what TensorFlow&apos;s hook runs: the chief&apos;s initialisation, the first tokens, and a thread that applies what was collected. Needs a global_step where the gradients are applied.</source>
        <translation>Enveloppe un optimiseur pour que plusieurs machines s&apos;entraînent au pas&#xa0;: leurs gradients sont réunis dans des accumulateurs, et dès que replicas_to_aggregate y sont, leur moyenne s&apos;applique une fois. Les gradients périmés sont jetés. La session exécute ce qu&apos;exécute le hook de TensorFlow&#xa0;: l&apos;initialisation du chef, les premiers jetons, et un thread qui applique ce qui est réuni. Demande un global_step là où les gradients s&apos;appliquent.</translation>
    </message>
    <message>
        <source>The optimizer to use.</source>
        <translation>L&apos;optimiseur à utiliser.</translation>
    </message>
    <message>
        <source>How many gradients make one update.</source>
        <translation>Combien de gradients font une mise à jour.</translation>
    </message>
    <message>
        <source>How many workers there are; 0 means replicas_to_aggregate.</source>
        <translation>Combien de machines il y a&#xa0;; 0 veut dire replicas_to_aggregate.</translation>
    </message>
    <message>
        <source>Whether this worker is the one that applies what was collected.</source>
        <translation>Si cette machine est celle qui applique ce qui est réuni.</translation>
    </message>
    <message>
        <source>How many tokens the chief puts into the queue before the first step; -1 means replicas_to_aggregate. Each token lets one worker take one step.</source>
        <translation>Combien de jetons le chef met dans la file avant le premier pas&#xa0;; -1 veut dire replicas_to_aggregate. Chaque jeton laisse une machine faire un pas.</translation>
    </message>
    <message>
        <source>Wraps an optimizer: notes the global step before gradients are computed and compares when they are to be applied. Where more than `staleness` updates were made in between, by other workers or by other blocks, all of them are dropped and stale_counter goes up by one.</source>
        <translation>Enveloppe un optimiseur&#xa0;: note le pas global avant le calcul des gradients et compare quand ils vont être appliqués. Si plus de `staleness` mises à jour ont eu lieu entre-temps, par d&apos;autres machines ou d&apos;autres blocs, tous sont jetés et stale_counter monte d&apos;un.</translation>
    </message>
    <message>
        <source>The variable that counts updates.</source>
        <translation>La variable qui compte les mises à jour.</translation>
    </message>
    <message>
        <source>The first half of a training step: gradients of the loss by variables. Wire `gradients` and the same optimizer to ApplyGradients.</source>
        <translation>La première moitié d&apos;un pas d&apos;entraînement&#xa0;: gradients de la perte par rapport aux variables. Reliez `gradients` et le même optimiseur à ApplyGradients.</translation>
    </message>
    <message>
        <source>What to minimise.</source>
        <translation>Ce qu&apos;il faut minimiser.</translation>
    </message>
    <message>
        <source>The variables to train: their ref or handle. All floating point variables that the loss depends on where nothing is wired.</source>
        <translation>Les variables à entraîner&#xa0;: leur ref ou leur handle. Si rien n&apos;est relié, toutes les variables flottantes dont dépend la perte.</translation>
    </message>
    <message>
        <source>The derivative of something else by the loss, where the loss is not the end; 1 where nothing is given.</source>
        <translation>La dérivée d&apos;autre chose par rapport à la perte, si la perte n&apos;est pas la fin&#xa0;; 1 si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The gradients with their variables, to ApplyGradients.</source>
        <translation>Les gradients avec leurs variables, vers ApplyGradients.</translation>
    </message>
    <message>
        <source>The gradients, in the order of the variables: grads[0], grads[1] and so on.</source>
        <translation>Les gradients, dans l&apos;ordre des variables&#xa0;: grads[0], grads[1] et ainsi de suite.</translation>
    </message>
    <message>
        <source>GATE_NONE: gradients are used as they come. GATE_OP: all those of an op are computed before any is used. GATE_GRAPH: all are computed before any is used.</source>
        <translation>GATE_NONE&#xa0;: les gradients servent dès qu&apos;ils viennent. GATE_OP&#xa0;: tous ceux d&apos;une op sont calculés avant qu&apos;un seul serve. GATE_GRAPH&#xa0;: tous sont calculés avant qu&apos;un seul serve.</translation>
    </message>
    <message>
        <source>How gradients that meet are added up.</source>
        <translation>Comment s&apos;additionnent les gradients qui se rencontrent.</translation>
    </message>
    <message>
        <source>Place gradients on the devices of the ops that they belong to.</source>
        <translation>Placer les gradients sur les périphériques des ops auxquelles ils appartiennent.</translation>
    </message>
    <message>
        <source>The second half of a training step: updates the variables by their gradients. Use the optimizer that computed them.</source>
        <translation>La seconde moitié d&apos;un pas d&apos;entraînement&#xa0;: met à jour les variables par leurs gradients. Prenez l&apos;optimiseur qui les a calculés.</translation>
    </message>
    <message>
        <source>The gradients with their variables, from ComputeGradients.</source>
        <translation>Les gradients avec leurs variables, venant de ComputeGradients.</translation>
    </message>
    <message>
        <source>A variable that is counted up by one after the update.</source>
        <translation>Une variable incrémentée d&apos;un après la mise à jour.</translation>
    </message>
    <message>
        <source>Gradients to apply instead, such as clipped ones: one for each variable, in their order.</source>
        <translation>Gradients à appliquer à la place, écrêtés par exemple&#xa0;: un par variable, dans leur ordre.</translation>
    </message>
    <message>
        <source>The update: wire it to run_outputs of a Session.</source>
        <translation>La mise à jour&#xa0;: reliez-la au run_outputs d&apos;une Session.</translation>
    </message>
    <message>
        <source>A training step: ComputeGradients and ApplyGradients in one block.</source>
        <translation>Un pas d&apos;entraînement&#xa0;: ComputeGradients et ApplyGradients en un seul bloc.</translation>
    </message>
    <message>
        <source>The shape of its input as it is known before the page runs: a constant, which needs nothing fed. So the shapes of a layer&apos;s weights follow from what is wired to the layer.</source>
        <translation>La shape de son entrée telle qu&apos;elle est connue avant l&apos;exécution de la page&#xa0;: une constante, qui ne demande aucune alimentation. Ainsi les shapes des poids d&apos;une couche découlent de ce qui est relié à la couche.</translation>
    </message>
    <message>
        <source>Whose shape is wanted.</source>
        <translation>Ce dont on veut la shape.</translation>
    </message>
    <message>
        <source>The sizes of the dimensions, in the order of axes: one number each.</source>
        <translation>Les tailles des dimensions, dans l&apos;ordre de axes&#xa0;: un nombre pour chacune.</translation>
    </message>
    <message>
        <source>The type of the elements: it follows from the wire.</source>
        <translation>Le type des éléments&#xa0;: il découle du fil.</translation>
    </message>
    <message>
        <source>Which dimensions; -1 is the last one. All of them where none is named.</source>
        <translation>Quelles dimensions&#xa0;; -1 est la dernière. Toutes si aucune n&apos;est nommée.</translation>
    </message>
    <message>
        <source>An activation by its name, so that it can be a parameter of a page: the op of that name, or the two or three that it is made of.</source>
        <translation>Une activation par son nom, pour qu&apos;elle puisse être un paramètre d&apos;une page&#xa0;: l&apos;op de ce nom, ou les deux ou trois dont elle est faite.</translation>
    </message>
    <message>
        <source>Of any shape.</source>
        <translation>De n&apos;importe quelle forme.</translation>
    </message>
    <message>
        <source>As x.</source>
        <translation>Comme x.</translation>
    </message>
    <message>
        <source>Which one, by the name that Keras has for it; linear leaves x as it is.</source>
        <translation>Laquelle, par le nom que Keras lui donne&#xa0;; linear laisse x comme il est.</translation>
    </message>
    <message>
        <source>An input of this page where another page uses it, as a block or as a function. Its id is the name of the pin there. A page that is run by itself has it fed, or takes its default.</source>
        <translation>Une entrée de cette page là où une autre page l&apos;utilise, comme bloc ou comme fonction. Son identifiant y est le nom de la broche. Une page exécutée seule en reçoit la valeur par alimentation, ou prend celle par défaut.</translation>
    </message>
    <message>
        <source>What is given for it.</source>
        <translation>Ce qui lui est donné.</translation>
    </message>
    <message>
        <source>The type of the elements; =NAME for that of a parameter of the page. That of what is wired to it, unless given.</source>
        <translation>Le type des éléments&#xa0;; =NAME pour celui d&apos;un paramètre de la page. Celui de ce qui y est relié, s&apos;il n&apos;est pas donné.</translation>
    </message>
    <message>
        <source>The shape, as far as it is known.</source>
        <translation>La shape, pour autant qu&apos;elle est connue.</translation>
    </message>
    <message>
        <source>Its place among the inputs: those of the same index are in the order of their ids.</source>
        <translation>Sa place parmi les entrées&#xa0;: celles de même index sont dans l&apos;ordre de leurs identifiants.</translation>
    </message>
    <message>
        <source>What it is, for those who use the page.</source>
        <translation>Ce que c&apos;est, pour ceux qui utilisent la page.</translation>
    </message>
    <message>
        <source>Its value where nothing is given.</source>
        <translation>Sa valeur si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>An output of this page where another page uses it, as a block or as a function. Its id is the name of the pin there.</source>
        <translation>Une sortie de cette page là où une autre page l&apos;utilise, comme bloc ou comme fonction. Son identifiant y est le nom de la broche.</translation>
    </message>
    <message>
        <source>What the page gives.</source>
        <translation>Ce que donne la page.</translation>
    </message>
    <message>
        <source>The same.</source>
        <translation>La même chose.</translation>
    </message>
    <message>
        <source>The type of the elements; =NAME for that of a parameter of the page. That of its input, unless given.</source>
        <translation>Le type des éléments&#xa0;; =NAME pour celui d&apos;un paramètre de la page. Celui de son entrée, s&apos;il n&apos;est pas donné.</translation>
    </message>
    <message>
        <source>Its place among the outputs: those of the same index are in the order of their ids.</source>
        <translation>Sa place parmi les sorties&#xa0;: celles de même index sont dans l&apos;ordre de leurs identifiants.</translation>
    </message>
    <message>
        <source>What is typed for each block that is an instance of this page. On the page, a value =NAME stands for it, NAME being its id, and =[2*NAME, 3] is computed from it.</source>
        <translation>Ce qui est saisi pour chaque bloc qui est une instance de cette page. Sur la page, une valeur =NAME en tient lieu, NAME étant son identifiant, et =[2*NAME, 3] en est calculé.</translation>
    </message>
    <message>
        <source>What may be typed for it; func is a page.</source>
        <translation>Ce qui peut y être saisi&#xa0;; func est une page.</translation>
    </message>
    <message>
        <source>Its value where none is typed. Without one, it has to be typed for each instance.</source>
        <translation>Sa valeur si aucune n&apos;est saisie. Sans elle, il faut en saisir une pour chaque instance.</translation>
    </message>
    <message>
        <source>The unit of its value, for those who type it.</source>
        <translation>L&apos;unité de sa valeur, pour ceux qui la saisissent.</translation>
    </message>
    <message>
        <source>Its place among the parameters.</source>
        <translation>Sa place parmi les paramètres.</translation>
    </message>
    <message>
        <source>Shows one number of an output, large, with a line chart of its values over the steps. It lives on the canvas: it is not part of the graph, costs nothing in a run without a window, and keeps nothing alive.</source>
        <translation>Montre un nombre d&apos;une sortie, en grand, avec la courbe de ses valeurs au fil des pas. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe, ne coûte rien dans une exécution sans fenêtre, et ne garde rien en vie.</translation>
    </message>
    <message>
        <source>The output to show.</source>
        <translation>La sortie à montrer.</translation>
    </message>
    <message>
        <source>Which element, one number for each dimension; the first where none is given.</source>
        <translation>Quel élément, un nombre par dimension&#xa0;; le premier si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>What stands above the number; the id of the block where nothing is given.</source>
        <translation>Ce qui est écrit au-dessus du nombre&#xa0;; l&apos;identifiant du bloc si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>What stands behind the number.</source>
        <translation>Ce qui est écrit derrière le nombre.</translation>
    </message>
    <message>
        <source>The lower end of the scale; follows the values where none is given.</source>
        <translation>Le bas de l&apos;échelle&#xa0;; suit les valeurs si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The upper end of the scale; follows the values where none is given.</source>
        <translation>Le haut de l&apos;échelle&#xa0;; suit les valeurs si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>Whether equal distances are equal ratios: how losses fall is seen so. Values of 0 and below are gaps then.</source>
        <translation>Si des distances égales sont des rapports égaux&#xa0;: on voit ainsi baisser une perte. Les valeurs de 0 et moins sont alors des trous.</translation>
    </message>
    <message>
        <source>Whether what was recorded before the last reset is there, too, pale.</source>
        <translation>Si ce qui fut enregistré avant la dernière réinitialisation est là aussi, en pâle.</translation>
    </message>
    <message>
        <source>How many seconds of running the chart reaches back; everything since the last reset where 0 is given.</source>
        <translation>Sur combien de secondes d&apos;exécution la courbe remonte&#xa0;; tout depuis la dernière réinitialisation si 0 est donné.</translation>
    </message>
    <message>
        <source>The colour of the line.</source>
        <translation>La couleur de la ligne.</translation>
    </message>
    <message>
        <source>Whether it moves with the block that it shows, and is deleted with it: what is pinned does.</source>
        <translation>S&apos;il se déplace avec le bloc qu&apos;il montre et s&apos;efface avec lui&#xa0;: c&apos;est le cas de ce qui est épinglé.</translation>
    </message>
    <message>
        <source>How many times gradients were dropped, in the variable stale_counter. It is shown as it is after the step.</source>
        <translation>Combien de fois des gradients ont été écartés, dans la variable stale_counter. Il est montré tel qu’il est après le pas.</translation>
    </message>
    <message>
        <source>&quot;Gradient staleness percentage&quot;: the stale counter divided by the global step plus 1, as a summary for MergeSummary or a summary writer.</source>
        <translation>«&#xa0;Gradient staleness percentage&#xa0;»&#xa0;: le compteur divisé par le pas global plus 1, comme résumé pour MergeSummary ou pour ce qui écrit des résumés.</translation>
    </message>
    <message>
        <source>In pixels.</source>
        <translation>En pixels.</translation>
    </message>
    <message>
        <source>What stands below the first row.</source>
        <translation>Ce qui est écrit sous la première ligne.</translation>
    </message>
    <message>
        <source>What the rows are; their index where nothing is given.</source>
        <translation>Ce que sont les lignes&#xa0;; leur indice si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>Which element of each output, such as [0][1]; the first where none is given. Further ones are of the last output.</source>
        <translation>Quel élément de chaque sortie, par exemple [0][1]&#xa0;; le premier si rien n&apos;est donné. Les suivants sont ceux de la dernière sortie.</translation>
    </message>
    <message>
        <source>Shows one number of an output. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre un nombre d&apos;une sortie. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>How the number is written, such as %.3f or %d.</source>
        <translation>Comment le nombre s&apos;écrit, par exemple %.3f ou %d.</translation>
    </message>
    <message>
        <source>The height of the number in pixels.</source>
        <translation>La hauteur du nombre en pixels.</translation>
    </message>
    <message>
        <source>The colour of the number.</source>
        <translation>La couleur du nombre.</translation>
    </message>
    <message>
        <source>In pixels; as wide as the number needs where none is given.</source>
        <translation>En pixels&#xa0;; la largeur qu&apos;il faut au nombre si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>In pixels; as high as the number needs where none is given.</source>
        <translation>En pixels&#xa0;; la hauteur qu&apos;il faut au nombre si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>Takes an output apart for other monitors: elements[0] is its first element, elements[1] the second, and so on, row by row. It lives on the canvas: it is not part of the graph, so only monitors can be wired to it.</source>
        <translation>Décompose une sortie pour d&apos;autres moniteurs&#xa0;: elements[0] est son premier élément, elements[1] le deuxième, et ainsi de suite, ligne par ligne. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe, seuls des moniteurs peuvent donc y être reliés.</translation>
    </message>
    <message>
        <source>The output to take apart.</source>
        <translation>La sortie à décomposer.</translation>
    </message>
    <message>
        <source>Its elements, to monitors.</source>
        <translation>Ses éléments, vers des moniteurs.</translation>
    </message>
    <message>
        <source>In pixels; as high as its elements need where none is given.</source>
        <translation>En pixels&#xa0;; la hauteur qu&apos;il faut à ses éléments si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>A chart of several numbers over the steps, one line for each wire into `series`. It lives on the canvas: it is not part of the graph.</source>
        <translation>La courbe de plusieurs nombres au fil des pas, une ligne par fil vers `series`. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>The outputs to show, one line each.</source>
        <translation>Les sorties à montrer, une ligne chacune.</translation>
    </message>
    <message>
        <source>What stands above the chart.</source>
        <translation>Ce qui est écrit au-dessus de la courbe.</translation>
    </message>
    <message>
        <source>The name of each line in the legend; that of its output where none is given.</source>
        <translation>Le nom de chaque ligne dans la légende&#xa0;; celui de sa sortie si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The colour of each line.</source>
        <translation>La couleur de chaque ligne.</translation>
    </message>
    <message>
        <source>Shows a matrix as colours: an image, weights, a table of probabilities. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre une matrice en couleurs&#xa0;: une image, des poids, une table de probabilités. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>The name of each line in the legend: only these are shown. Without any all are, and no legend.</source>
        <translation>Le nom de chaque ligne dans la légende&#xa0;: elles seules sont montrées. Sans noms, toutes le sont, et pas de légende.</translation>
    </message>
    <message>
        <source>The leading indices: [3] shows the fourth row of the output, as rows times columns.</source>
        <translation>Les premiers indices&#xa0;: [3] montre la quatrième ligne de la sortie, en lignes par colonnes.</translation>
    </message>
    <message>
        <source>How many rows; those of the output where 0 is given.</source>
        <translation>Combien de lignes&#xa0;; celles de la sortie si 0 est donné.</translation>
    </message>
    <message>
        <source>How many columns; those of the output where 0 is given.</source>
        <translation>Combien de colonnes&#xa0;; celles de la sortie si 0 est donné.</translation>
    </message>
    <message>
        <source>The value of the first colour; the least value where none is given.</source>
        <translation>La valeur de la première couleur&#xa0;; la plus petite valeur si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The value of the last colour; the greatest value where none is given.</source>
        <translation>La valeur de la dernière couleur&#xa0;; la plus grande valeur si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>The colours from the least to the greatest value.</source>
        <translation>Les couleurs de la plus petite à la plus grande valeur.</translation>
    </message>
    <message>
        <source>In degrees, clockwise: images that are stored by columns stand upright at 90.</source>
        <translation>En degrés, dans le sens horaire&#xa0;: les images stockées par colonnes sont droites à 90.</translation>
    </message>
    <message>
        <source>Shows the elements of an output, of any dtype, as a table; a single text as it is written. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre les éléments d&apos;une sortie, de tout dtype, en table&#xa0;; un texte seul tel qu&apos;il est écrit. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>The leading indices: [3] shows the part with the index 3 of the first axis; 0 for each that is not given.</source>
        <translation>Les premiers indices&#xa0;: [3] montre la partie d&apos;indice 3 du premier axe&#xa0;; 0 pour chacun qui n&apos;est pas donné.</translation>
    </message>
    <message>
        <source>What stands above it; the name of the output where nothing is given.</source>
        <translation>Ce qui est écrit au-dessus&#xa0;; le nom de la sortie si rien n&apos;est donné.</translation>
    </message>
    <message>
        <source>Shows the rows of an output as lines over their index, one for each column. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre les lignes d&apos;une sortie en courbes selon leur indice, une par colonne. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>Shows an output as an image: grey, or in colours where its last axis holds 2 to 4 channels. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre une sortie en image&#xa0;: en gris, ou en couleurs si son dernier axe a 2 à 4 canaux. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>The channel that is shown; -1: all, up to 4 as colours, more as tiles.</source>
        <translation>Le canal montré&#xa0;; -1&#xa0;: tous, jusqu&apos;à 4 en couleurs, davantage en mosaïque.</translation>
    </message>
    <message>
        <source>What is black; 0, or the least value where some are below 0 or above 1.</source>
        <translation>Ce qui est noir&#xa0;; 0, ou la plus petite valeur si certaines sont sous 0 ou au-dessus de 1.</translation>
    </message>
    <message>
        <source>What is white; 1 (255 of bytes), or the greatest value where some are below 0 or above 1.</source>
        <translation>Ce qui est blanc&#xa0;; 1 (255 pour des octets), ou la plus grande valeur si certaines sont sous 0 ou au-dessus de 1.</translation>
    </message>
    <message>
        <source>Shows how often the values of an output occur. It lives on the canvas: it is not part of the graph.</source>
        <translation>Montre la fréquence des valeurs d&apos;une sortie. Il vit sur le canevas&#xa0;: il ne fait pas partie du graphe.</translation>
    </message>
    <message>
        <source>Take {} out of the frame</source>
        <translation>Sortir {} du cadre</translation>
    </message>
    <message>
        <source>Move Gradients and wired initial values out of the loop</source>
        <translation>Sortez de la boucle les Gradients et les valeurs initiales reliées</translation>
    </message>
    <message>
        <source>ys does not depend on xs[{}] ({}) by differentiable ops</source>
        <translation>ys ne dépend pas de xs[{}] ({}) par des ops dérivables</translation>
    </message>
    <message>
        <source>{} depends on the loop that begins at {}: TensorFlow cannot differentiate through it</source>
        <translation>{} dépend de la boucle qui commence à {}&#xa0;: TensorFlow ne sait pas la dériver</translation>
    </message>
    <message>
        <source>{} has {} elements: there is no {}</source>
        <translation>{} a {} éléments&#xa0;: il n’y a pas de {}</translation>
    </message>
    <message>
        <source>{} has the shape {}: there is no element {}</source>
        <translation>{} a la forme {}&#xa0;: il n’y a pas d’élément {}</translation>
    </message>
    <message>
        <source>Give the variable an initial value (a Variable block has initvalues), or run its Assign before it is read</source>
        <translation>Donnez à la variable une valeur initiale (un bloc Variable a initvalues), ou exécutez son Assign avant de la lire</translation>
    </message>
    <message>
        <source>This machine has no device that runs the op with these types: choose another op, dtype or device</source>
        <translation>Cette machine n&apos;a aucun périphérique qui exécute l&apos;op avec ces types&#xa0;: choisissez une autre op, un autre dtype ou un autre périphérique</translation>
    </message>
    <message>
        <source>Check the shapes that reach the block: a Reshape, a transpose attr or another value makes them agree</source>
        <translation>Vérifiez les shapes qui arrivent au bloc&#xa0;: un Reshape, un attribut transpose ou une autre valeur les accorde</translation>
    </message>
    <message>
        <source>The input is used up: enqueue more, or stop before it ends</source>
        <translation>L&apos;entrée est épuisée&#xa0;: mettez-en plus dans la file, ou arrêtez avant la fin</translation>
    </message>
    <message>
        <source>Check the permissions of the file</source>
        <translation>Vérifiez les permissions du fichier</translation>
    </message>
    <message>
        <source>The tensors do not fit into memory: use smaller shapes</source>
        <translation>Les tenseurs ne tiennent pas en mémoire&#xa0;: prenez des shapes plus petites</translation>
    </message>
    <message>
        <source>Choose another dtype, or insert a Cast</source>
        <translation>Choisissez un autre dtype, ou insérez un Cast</translation>
    </message>
    <message>
        <source>the installed TensorFlow does not have this op</source>
        <translation>le TensorFlow installé n&apos;a pas cette op</translation>
    </message>
    <message>
        <source>Choose another block type</source>
        <translation>Choisissez un autre type de bloc</translation>
    </message>
    <message>
        <source>Check what is wired to the block and its attributes</source>
        <translation>Vérifiez ce qui est relié au bloc et ses attributs</translation>
    </message>
    <message>
        <source>no value is fed to this placeholder</source>
        <translation>aucune valeur n&apos;alimente ce placeholder</translation>
    </message>
    <message>
        <source>the variable is read before it has a value</source>
        <translation>la variable est lue avant d&apos;avoir une valeur</translation>
    </message>
    <message>
        <source>Check the values that reach the block</source>
        <translation>Vérifiez les valeurs qui arrivent au bloc</translation>
    </message>
    <message>
        <source>the {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>the handle of {}</source>
        <translation>le handle de {}</translation>
    </message>
    <message>
        <source>inside loop</source>
        <translation>dans une boucle</translation>
    </message>
    <message>
        <source>may have no value</source>
        <translation>peut ne pas avoir de valeur</translation>
    </message>
    <message>
        <source>its shape is {}, but the placeholder&apos;s is {}</source>
        <translation>sa shape est {}, mais celle du placeholder est {}</translation>
    </message>
    <message>
        <source>cannot be fed: {}</source>
        <translation>alimentation impossible&#xa0;: {}</translation>
    </message>
    <message>
        <source>Feed a {} of shape {}</source>
        <translation>Alimentez avec un {} de shape {}</translation>
    </message>
    <message>
        <source>no element {}</source>
        <translation>pas d&apos;élément {}</translation>
    </message>
    <message>
        <source>Wire the ref of a Variable, or the handle of a ResourceVariable</source>
        <translation>Reliez la ref d&apos;une Variable, ou le handle d&apos;une ResourceVariable</translation>
    </message>
    <message>
        <source> around {}</source>
        <translation> autour de {}</translation>
    </message>
    <message>
        <source>{} optimizer{}</source>
        <translation>optimiseur {}{}</translation>
    </message>
    <message>
        <source>gradients by {}</source>
        <translation>gradients par {}</translation>
    </message>
    <message>
        <source>{} is one number, not {}</source>
        <translation>{} est un seul nombre, pas {}</translation>
    </message>
    <message>
        <source>Type a number, or wire a scalar</source>
        <translation>Saisissez un nombre, ou reliez un scalaire</translation>
    </message>
    <message>
        <source>global_step is a variable that is counted up: it cannot be typed in</source>
        <translation>global_step est une variable que l&apos;on incrémente&#xa0;: elle ne se saisit pas</translation>
    </message>
    <message>
        <source>Set dtype of {} to DT_INT64</source>
        <translation>Mettez dtype de {} à DT_INT64</translation>
    </message>
    <message>
        <source>{} gradients are wired to grads, but gradients has {}: {}</source>
        <translation>{} gradients sont reliés à grads, mais gradients en a {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Wire one for each variable, in this order</source>
        <translation>Reliez-en un pour chaque variable, dans cet ordre</translation>
    </message>
    <message>
        <source>loss must be wired: a typed-in value depends on no variable</source>
        <translation>loss doit être relié&#xa0;: une valeur saisie ne dépend d&apos;aucune variable</translation>
    </message>
    <message>
        <source>Wire the output to minimize</source>
        <translation>Reliez la sortie à minimiser</translation>
    </message>
    <message>
        <source>loss does not depend on {} by ops that can be differentiated</source>
        <translation>loss ne dépend pas de {} par des ops dérivables</translation>
    </message>
    <message>
        <source>loss depends on no variable that can be trained</source>
        <translation>loss ne dépend d&apos;aucune variable entraînable</translation>
    </message>
    <message>
        <source>Wire a variable of dtype DT_INT64 to global_step</source>
        <translation>Reliez une variable de dtype DT_INT64 à global_step</translation>
    </message>
    <message>
        <source>tokens of the chief</source>
        <translation>jetons du chef</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>gradients</translation>
    </message>
    <message>
        <source>complete elements</source>
        <translation>éléments complets</translation>
    </message>
    <message>
        <source>file names</source>
        <translation>noms de fichiers</translation>
    </message>
    <message>
        <source>staged elements</source>
        <translation>éléments stockés</translation>
    </message>
    <message>
        <source>full: {} of {} {}</source>
        <translation>plein&#xa0;: {} sur {} {}</translation>
    </message>
    <message>
        <source>{} of {} {}</source>
        <translation>{} sur {} {}</translation>
    </message>
    <message>
        <source>an attr of type {} cannot be typed in</source>
        <translation>un attribut de type {} ne se saisit pas</translation>
    </message>
    <message>
        <source>it does not answer within {:g} s</source>
        <translation>pas de réponse en {:g} s</translation>
    </message>
    <message>
        <source>nothing listens there</source>
        <translation>rien n&apos;écoute à cette adresse</translation>
    </message>
    <message>
        <source>the host name {} is unknown</source>
        <translation>le nom d&apos;hôte {} est inconnu</translation>
    </message>
    <message>
        <source>the task {}</source>
        <translation>la tâche {}</translation>
    </message>
    <message>
        <source>the target grpc://{}</source>
        <translation>la cible grpc://{}</translation>
    </message>
    <message>
        <source>{} was lost during the run: {}</source>
        <translation>{} a été perdue pendant l&apos;exécution&#xa0;: {}</translation>
    </message>
    <message>
        <source>{} cannot be reached: {}</source>
        <translation>{} est injoignable&#xa0;: {}</translation>
    </message>
    <message>
        <source>it does not answer as a TensorFlow server ({})</source>
        <translation>elle ne répond pas comme un serveur TensorFlow ({})</translation>
    </message>
    <message>
        <source>it is placed on {}, but the cluster of {} has no such task</source>
        <translation>il est placé sur {}, mais le cluster de {} n&apos;a pas cette tâche</translation>
    </message>
    <message>
        <source>This run initialises its variables</source>
        <translation>Cette exécution initialise ses variables</translation>
    </message>
    <message>
        <source>not initialised</source>
        <translation>non initialisé</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{} est {}</translation>
    </message>
    <message>
        <source>{}, {}</source>
        <translation>{}, {}</translation>
    </message>
    <message>
        <source>{}, ...</source>
        <translation>{}, ...</translation>
    </message>
    <message>
        <source>each row of {} has {} values</source>
        <translation>chaque ligne de {} a {} valeurs</translation>
    </message>
    <message>
        <source>each column of {} has {} values</source>
        <translation>chaque colonne de {} a {} valeurs</translation>
    </message>
    <message>
        <source>each column of {} has {}</source>
        <translation>chaque colonne de {} en a {}</translation>
    </message>
    <message>
        <source>each row of {} has {}</source>
        <translation>chaque ligne de {} en a {}</translation>
    </message>
    <message>
        <source>{}: {}, {}; they must be equal</source>
        <translation>{}&#xa0;: {}, {}&#xa0;; ces nombres doivent être égaux</translation>
    </message>
    <message>
        <source>{}: bias needs one value for each of the {} channels of {}</source>
        <translation>{}&#xa0;: bias demande une valeur pour chacun des {} canaux de {}</translation>
    </message>
    <message>
        <source>Give bias as many values as {} has channels</source>
        <translation>Donnez à bias autant de valeurs que {} a de canaux</translation>
    </message>
    <message>
        <source>{}: there must be one label for each row of features</source>
        <translation>{}&#xa0;: il faut une étiquette par ligne de features</translation>
    </message>
    <message>
        <source>Wire labels with one class number for each row</source>
        <translation>Reliez des labels avec un numéro de classe par ligne</translation>
    </message>
    <message>
        <source>{}: each row of labels must have as many values as one of features</source>
        <translation>{}&#xa0;: chaque ligne de labels doit avoir autant de valeurs qu&apos;une ligne de features</translation>
    </message>
    <message>
        <source>Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value</source>
        <translation>Accordez-les&#xa0;: un Transpose, ExpandDims ou Reshape dans un fil, ou une autre valeur</translation>
    </message>
    <message>
        <source>{}: {} and {} must be equal</source>
        <translation>{}&#xa0;: {} et {} doivent être égaux</translation>
    </message>
    <message>
        <source>{}: all sizes but the one along the axis must be equal; {} and {} are not</source>
        <translation>{}&#xa0;: toutes les tailles sauf celle de l&apos;axe doivent être égales&#xa0;; {} et {} ne le sont pas</translation>
    </message>
    <message>
        <source>Concatenate along the axis in which they differ</source>
        <translation>Concaténez le long de l&apos;axe où elles diffèrent</translation>
    </message>
    <message>
        <source>{}: all must have the same shape</source>
        <translation>{}&#xa0;: tous doivent avoir la même shape</translation>
    </message>
    <message>
        <source>Wire outputs of one shape, or put a Reshape in a wire</source>
        <translation>Reliez des sorties de même shape, ou mettez un Reshape dans un fil</translation>
    </message>
    <message>
        <source>Wire outputs of one shape, or put a Transpose or Reshape in a wire</source>
        <translation>Reliez des sorties de même shape, ou mettez un Transpose ou un Reshape dans un fil</translation>
    </message>
    <message>
        <source>a single number (rank 0)</source>
        <translation>un nombre seul (rang 0)</translation>
    </message>
    <message>
        <source>a list (rank 1)</source>
        <translation>une liste (rang 1)</translation>
    </message>
    <message>
        <source>a matrix (rank 2)</source>
        <translation>une matrice (rang 2)</translation>
    </message>
    <message>
        <source>of rank {}</source>
        <translation>de rang {}</translation>
    </message>
    <message>
        <source>{}: {} needs one number for each of the {} axes of {}</source>
        <translation>{}&#xa0;: {} demande un nombre pour chacun des {} axes de {}</translation>
    </message>
    <message>
        <source>Give {} {} numbers</source>
        <translation>Donnez à {} {} nombres</translation>
    </message>
    <message>
        <source>Put an ExpandDims or Reshape into its wire, or wire another output</source>
        <translation>Mettez un ExpandDims ou un Reshape dans son fil, ou reliez une autre sortie</translation>
    </message>
    <message>
        <source>Put a Squeeze or Reshape into its wire, or wire another output</source>
        <translation>Mettez un Squeeze ou un Reshape dans son fil, ou reliez une autre sortie</translation>
    </message>
    <message>
        <source>{}: all must have the same number of dimensions</source>
        <translation>{}&#xa0;: tous doivent avoir le même nombre de dimensions</translation>
    </message>
    <message>
        <source>axis {} does not exist: {}</source>
        <translation>l&apos;axe {} n&apos;existe pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>must have rank {} or more</source>
        <translation>doit être de rang {} ou plus</translation>
    </message>
    <message>
        <source>must be {}</source>
        <translation>doit être {}</translation>
    </message>
    <message>
        <source>{}, rank {}, and {}</source>
        <translation>{}, rang {}, et {}</translation>
    </message>
    <message>
        <source>{}, rank {}, and must have rank 4: batch, height, width, channels</source>
        <translation>{}, rang {}, et doit être de rang 4&#xa0;: lot, hauteur, largeur, canaux</translation>
    </message>
    <message>
        <source>Put an ExpandDims or Reshape into a wire, or wire outputs of one shape</source>
        <translation>Mettez un ExpandDims ou un Reshape dans un fil, ou reliez des sorties de même shape</translation>
    </message>
    <message>
        <source>Give {} {} as its third size, or wire an input of {} channels</source>
        <translation>Donnez à {} {} comme troisième taille, ou reliez un input de {} canaux</translation>
    </message>
    <message>
        <source>{}: a window of {} does not fit into a size of {}</source>
        <translation>{}&#xa0;: une fenêtre de {} ne tient pas dans une taille de {}</translation>
    </message>
    <message>
        <source>Write {}, for example</source>
        <translation>Écrivez par exemple {}</translation>
    </message>
    <message>
        <source>{}, so perm needs {} axes and has {}</source>
        <translation>{}, perm demande donc {} axes et en a {}</translation>
    </message>
    <message>
        <source>Name each axis of {} once, in the new order</source>
        <translation>Nommez chaque axe de {} une fois, dans le nouvel ordre</translation>
    </message>
    <message>
        <source>{}: axis {} has size {}, and only axes of size 1 can be squeezed</source>
        <translation>{}&#xa0;: l&apos;axe {} est de taille {}, et seuls les axes de taille 1 peuvent être retirés</translation>
    </message>
    <message>
        <source>{}: a size of {} cannot be split into {} equal parts</source>
        <translation>{}&#xa0;: une taille de {} ne se partage pas en {} parts égales</translation>
    </message>
    <message>
        <source>a tensor of rank {} needs {} indices, not {}</source>
        <translation>un tenseur de rang {} demande {} indices, pas {}</translation>
    </message>
    <message>
        <source>{} is not within 0 .. {}</source>
        <translation>{} n&apos;est pas dans 0 .. {}</translation>
    </message>
    <message>
        <source>no block of the page says what the embedding tables are</source>
        <translation>aucun bloc de la page ne dit ce que sont les tables d&apos;embedding</translation>
    </message>
    <message>
        <source>Add a ConfigureTPUEmbedding block and type its config: the TPUEmbeddingConfiguration as protobuf text</source>
        <translation>Ajoutez un bloc ConfigureTPUEmbedding et saisissez sa config&#xa0;: le TPUEmbeddingConfiguration en texte protobuf</translation>
    </message>
    <message>
        <source>the config cannot be read: {}</source>
        <translation>la config ne peut pas être lue&#xa0;: {}</translation>
    </message>
    <message>
        <source>it differs from that of {}, and a TPU has one configuration</source>
        <translation>elle diffère de celle de {}, et un TPU a une seule configuration</translation>
    </message>
    <message>
        <source>Type @{} to use the same</source>
        <translation>Saisissez @{} pour utiliser la même</translation>
    </message>
    <message>
        <source>{} is {}, but the config has {}</source>
        <translation>{} vaut {}, mais la config a {}</translation>
    </message>
    <message>
        <source>Type {}</source>
        <translation>Saisissez {}</translation>
    </message>
    <message>
        <source>Wire one gradient for each of them, in this order, to {}</source>
        <translation>Reliez un gradient pour chacune, dans cet ordre, à {}</translation>
    </message>
    <message>
        <source>no learning rates</source>
        <translation>aucun taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>Wire one scalar for each tag, in the order of the tags</source>
        <translation>Reliez un scalaire par tag, dans l&apos;ordre des tags</translation>
    </message>
    <message>
        <source>Wire none: all learning rates are constant</source>
        <translation>N&apos;en reliez aucun&#xa0;: tous les taux d&apos;apprentissage sont constants</translation>
    </message>
    <message>
        <source>the mode is INFERENCE: the tables are not updated</source>
        <translation>le mode est INFERENCE&#xa0;: les tables ne sont pas mises à jour</translation>
    </message>
    <message>
        <source>Write mode: TRAINING</source>
        <translation>Écrivez mode: TRAINING</translation>
    </message>
    <message>
        <source>Make it {}</source>
        <translation>Mettez {}</translation>
    </message>
    <message>
        <source>Use sum, mean or sqrtn</source>
        <translation>Prenez sum, mean ou sqrtn</translation>
    </message>
    <message>
        <source>{} for {}</source>
        <translation>{} pour {}</translation>
    </message>
    <message>
        <source>Type one for each table, or none: they then sum</source>
        <translation>Saisissez-en un par table, ou aucun&#xa0;: elles font alors la somme</translation>
    </message>
    <message>
        <source>there is no table {}: the config has {}</source>
        <translation>il n&apos;y a pas de table {}&#xa0;: la config en a {}</translation>
    </message>
    <message>
        <source>Use 0 to {}</source>
        <translation>Prenez de 0 à {}</translation>
    </message>
    <message>
        <source>no table ids</source>
        <translation>aucun identifiant de table</translation>
    </message>
    <message>
        <source>Type one for each feature</source>
        <translation>Saisissez-en un par feature</translation>
    </message>
    <message>
        <source>Use unspecified, inference, training or backward_pass_only</source>
        <translation>Prenez unspecified, inference, training ou backward_pass_only</translation>
    </message>
    <message>
        <source>both table_name and table_id are given</source>
        <translation>table_name et table_id sont tous deux donnés</translation>
    </message>
    <message>
        <source>no table is named</source>
        <translation>aucune table n&apos;est nommée</translation>
    </message>
    <message>
        <source>Give one of them. The tables are: {}</source>
        <translation>Donnez l&apos;un des deux. Les tables sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>there is no table {}</source>
        <translation>il n&apos;y a pas de table {}</translation>
    </message>
    <message>
        <source>The tables of the config are: {}</source>
        <translation>Les tables de la config sont&#xa0;: {}</translation>
    </message>
    <message>
        <source>table {} has the optimizer {}, and this block is for another</source>
        <translation>la table {} a l&apos;optimiseur {}, et ce bloc est pour un autre</translation>
    </message>
    <message>
        <source>num_shards is {}</source>
        <translation>num_shards vaut {}</translation>
    </message>
    <message>
        <source>Type the number of hosts, 1 for one</source>
        <translation>Saisissez le nombre d&apos;hôtes, 1 s&apos;il n&apos;y en a qu&apos;un</translation>
    </message>
    <message>
        <source>there is no shard {} of {}</source>
        <translation>il n&apos;y a pas de fragment {} sur {}</translation>
    </message>
    <message>
        <source>Type 0 to {}</source>
        <translation>Saisissez de 0 à {}</translation>
    </message>
    <message>
        <source>no session runs it: it loads here, but on a TPU it would not</source>
        <translation>aucune session ne l&apos;exécute&#xa0;: il charge ici, mais pas sur un TPU</translation>
    </message>
    <message>
        <source>Wire its operation to the run_outputs of the session</source>
        <translation>Reliez son opération au run_outputs de la session</translation>
    </message>
    <message>
        <source>Run the TPU blocks in one session</source>
        <translation>Exécutez les blocs TPU dans une seule session</translation>
    </message>
    <message>
        <source>the gradient of {} has the shape {}, but its activations have {}</source>
        <translation>le gradient de {} a la shape {}, mais ses activations ont {}</translation>
    </message>
    <message>
        <source>Wire the gradient with respect to the activations, or make both agree with the config</source>
        <translation>Reliez le gradient par rapport aux activations, ou accordez les deux avec la config</translation>
    </message>
    <message>
        <source>the learning rate of tag {} has the shape {}</source>
        <translation>le taux d&apos;apprentissage du tag {} a la shape {}</translation>
    </message>
    <message>
        <source>Wire a scalar</source>
        <translation>Reliez un scalaire</translation>
    </message>
    <message>
        <source>{} has the shape {}, but table {} has {}</source>
        <translation>{} a la shape {}, mais la table {} a {}</translation>
    </message>
    <message>
        <source>Load rows and columns as the config says</source>
        <translation>Chargez autant de lignes et de colonnes que le dit la config</translation>
    </message>
    <message>
        <source>no tables</source>
        <translation>aucune table</translation>
    </message>
    <message>
        <source>no features</source>
        <translation>aucune feature</translation>
    </message>
    <message>
        <source>line {}, column {}: {}</source>
        <translation>ligne {}, colonne {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Type the configuration as text, such as: mode: TRAINING</source>
        <translation>Saisissez la configuration en texte, par exemple&#xa0;: mode: TRAINING</translation>
    </message>
    <message>
        <source>Write it as protobuf text: field: value, and message { ... }</source>
        <translation>Écrivez-la en texte protobuf&#xa0;: champ: valeur, et message { ... }</translation>
    </message>
    <message>
        <source>Is {} meant? It has: {}</source>
        <translation>Est-ce {}&#xa0;? Il y a&#xa0;: {}</translation>
    </message>
    <message>
        <source>It has: {}</source>
        <translation>Il y a&#xa0;: {}</translation>
    </message>
    <message>
        <source>there is no table</source>
        <translation>il n&apos;y a pas de table</translation>
    </message>
    <message>
        <source>Add table_descriptor { name: ... vocabulary_size: ... dimension: ... }</source>
        <translation>Ajoutez table_descriptor { name: ... vocabulary_size: ... dimension: ... }</translation>
    </message>
    <message>
        <source>the mode is not given</source>
        <translation>le mode n&apos;est pas donné</translation>
    </message>
    <message>
        <source>Add mode: TRAINING (or INFERENCE, or BACKWARD_PASS_ONLY)</source>
        <translation>Ajoutez mode: TRAINING (ou INFERENCE, ou BACKWARD_PASS_ONLY)</translation>
    </message>
    <message>
        <source>two tables are named {}</source>
        <translation>deux tables s&apos;appellent {}</translation>
    </message>
    <message>
        <source>batch_size_per_tensor_core is not given</source>
        <translation>batch_size_per_tensor_core n&apos;est pas donné</translation>
    </message>
    <message>
        <source>Add it: the number of samples in a batch</source>
        <translation>Ajoutez-le&#xa0;: le nombre d&apos;échantillons d&apos;un lot</translation>
    </message>
    <message>
        <source>feature {}</source>
        <translation>feature {}</translation>
    </message>
    <message>
        <source>{} has the table_id {}, but there are {} tables</source>
        <translation>{} a le table_id {}, mais il y a {} tables</translation>
    </message>
    <message>
        <source>Give it a table_id from 0 to {}</source>
        <translation>Donnez-lui un table_id de 0 à {}</translation>
    </message>
    <message>
        <source>the input_shape of {} is {}</source>
        <translation>l&apos;input_shape de {} est {}</translation>
    </message>
    <message>
        <source>Give it the shape of the input, such as input_shape: 8 for a batch of 8</source>
        <translation>Donnez-lui la shape de l&apos;entrée, par exemple input_shape: 8 pour un lot de 8</translation>
    </message>
    <message>
        <source>table {}: {} is {}</source>
        <translation>table {}&#xa0;: {} vaut {}</translation>
    </message>
    <message>
        <source>Give {}: 1 or more</source>
        <translation>Donnez {}: 1 ou plus</translation>
    </message>
    <message>
        <source>{}: it does not contain the state of a canvas: {}</source>
        <translation>{}&#xa0;: ce n&apos;est pas ce que montre un canevas&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: there is not enough memory for it</source>
        <translation>{}&#xa0;: il n&apos;y a pas assez de mémoire pour lui</translation>
    </message>
    <message>
        <source>it does not begin as an .npy file does</source>
        <translation>il ne commence pas comme un tel fichier</translation>
    </message>
    <message>
        <source>its header is broken</source>
        <translation>son en-tête est abîmé</translation>
    </message>
    <message>
        <source>its header promises {} bytes, and {} follow</source>
        <translation>son en-tête annonce {} octets, il y en a {}</translation>
    </message>
    <message>
        <source>Initialise {} now</source>
        <translation>Initialiser {} maintenant</translation>
    </message>
    <message>
        <source>{} is {}, and {} takes {}</source>
        <translation>{} est {}, et {} prend {}</translation>
    </message>
    <message>
        <source>Make {} a {}, or {} a {}</source>
        <translation>Faites de {} un {}, ou de {} un {}</translation>
    </message>
    <message>
        <source>Wire {} to it</source>
        <translation>Reliez-y {}</translation>
    </message>
    <message>
        <source>{!r:.80}: no result has so many elements</source>
        <translation>{!r:.80}&#xa0;: aucun résultat n&apos;a autant d&apos;éléments</translation>
    </message>
    <message>
        <source>not an edit: it is nested too deeply</source>
        <translation>pas une modification&#xa0;: c&apos;est imbriqué trop profondément</translation>
    </message>
    <message>
        <source>an object with one key, the name of an edit</source>
        <translation>un objet à un seul nom</translation>
    </message>
    <message>
        <source>there is no edit {!r:.40}</source>
        <translation>{!r:.40} est inconnu</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>une liste</translation>
    </message>
    <message>
        <source>a list of {} elements</source>
        <translation>une liste de {} éléments</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>un objet</translation>
    </message>
    <message>
        <source>the fields of a {}</source>
        <translation>l&apos;ensemble des champs d&apos;un {}</translation>
    </message>
    <message>
        <source>{} has no field {!r:.40}</source>
        <translation>{} n&apos;a pas de champ {!r:.40}</translation>
    </message>
    <message>
        <source>{} is missing its {}</source>
        <translation>il manque à {} son {}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true ou false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>un nombre entier</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>un nombre</translation>
    </message>
    <message>
        <source>{:.40} is not {}</source>
        <translation>{:.40} n&apos;est pas {}</translation>
    </message>
    <message>
        <source>{!r} is the only page</source>
        <translation>{!r} est la seule page</translation>
    </message>
    <message>
        <source>its arrays in {} cannot be read: {}</source>
        <translation>ses tableaux dans {} ne peuvent pas être lus&#xa0;: {}</translation>
    </message>
    <message>
        <source>{}: the project lists no page</source>
        <translation>{}&#xa0;: le projet ne liste aucune page</translation>
    </message>
    <message>
        <source>an accumulator of dense gradients</source>
        <translation>un accumulateur de gradients denses</translation>
    </message>
    <message>
        <source>an accumulator of sparse gradients</source>
        <translation>un accumulateur de gradients creux</translation>
    </message>
    <message>
        <source>an accumulator that is a resource</source>
        <translation>un accumulateur de type resource</translation>
    </message>
    <message>
        <source>a queue</source>
        <translation>une file</translation>
    </message>
    <message>
        <source>a barrier</source>
        <translation>une barrière</translation>
    </message>
    <message>
        <source>a reader</source>
        <translation>un lecteur</translation>
    </message>
    <message>
        <source>a stack</source>
        <translation>une pile</translation>
    </message>
    <message>
        <source>a TensorArray</source>
        <translation>un TensorArray</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>une table</translation>
    </message>
    <message>
        <source>a variable</source>
        <translation>une variable</translation>
    </message>
    <message>
        <source>Give {} or less</source>
        <translation>Donnez {} ou moins</translation>
    </message>
    <message>
        <source>the journal is gone</source>
        <translation>le journal a disparu</translation>
    </message>
    <message>
        <source>the document has no file</source>
        <translation>le document n&apos;a pas de fichier</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>ligne {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>its last line was cut off</source>
        <translation>sa dernière ligne est tronquée</translation>
    </message>
    <message>
        <source>it is not the head of a journal</source>
        <translation>ce n&apos;est pas l&apos;en-tête d&apos;un journal</translation>
    </message>
    <message>
        <source>it was written by a newer Blockloom: update Blockloom to recover it</source>
        <translation>il a été écrit par un Blockloom plus récent&#xa0;: mettez Blockloom à jour pour le récupérer</translation>
    </message>
    <message>
        <source>{} is kept: nothing in it can be recovered ({})</source>
        <translation>{}&#xa0;: rien n&apos;y est récupérable&#xa0;: {}. Il est conservé</translation>
    </message>
    <message>
        <source>it names no document</source>
        <translation>il ne nomme aucun document</translation>
    </message>
    <message>
        <source>{} (no session needs this block: the rest of the page runs without it)</source>
        <translation>{} (aucune session n&apos;a besoin de ce bloc&#xa0;: le reste de la page s&apos;exécute sans lui)</translation>
    </message>
    <message>
        <source>it is a pipe, not a file</source>
        <translation>c&apos;est un tube, pas un fichier</translation>
    </message>
    <message>
        <source>it is a socket, not a file</source>
        <translation>c&apos;est un socket, pas un fichier</translation>
    </message>
    <message>
        <source>it is a device, not a file</source>
        <translation>c&apos;est un périphérique, pas un fichier</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>il est imbriqué trop profondément</translation>
    </message>
    <message>
        <source>it is larger than {} MiB, the most that is read of such a file</source>
        <translation>il dépasse {} Mio, le maximum qui est lu d&apos;un tel fichier</translation>
    </message>
    <message>
        <source>a tensor of shape {} is not empty: type its {} elements</source>
        <translation>un tenseur de shape {} n&apos;est pas vide&#xa0;: saisissez ses {} éléments</translation>
    </message>
    <message>
        <source>the shape {} is too large</source>
        <translation>la shape {} est trop grande</translation>
    </message>
    <message>
        <source>TensorFlow has not checked the page within {:g} s</source>
        <translation>TensorFlow n&apos;a pas vérifié la page en {:g} s</translation>
    </message>
    <message>
        <source>the worker cannot be started: {}</source>
        <translation>le processus de calcul ne démarre pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>TensorFlow was not imported within {:.0f} s: the worker was ended</source>
        <translation>TensorFlow n&apos;a pas été importé en {:.0f} s&#xa0;: le processus de calcul a été arrêté</translation>
    </message>
    <message>
        <source>the learning rate of tag {} is {}</source>
        <translation>le taux d&apos;apprentissage du tag {} vaut {}</translation>
    </message>
    <message>
        <source>rows {0} and 1 have {1} and {2} cells</source>
        <translation>les lignes {0} et 1 ont {1} et {2} cellules</translation>
    </message>
    <message>
        <source>The table is not rectangular: rows {0} and 1 have {1} and {2} cells</source>
        <translation>Le tableau n&apos;est pas rectangulaire&#xa0;: les lignes {0} et 1 ont {1} et {2} cellules</translation>
    </message>
    <message>
        <source>Give a learning rate above 0</source>
        <translation>Donnez un taux d&apos;apprentissage supérieur à 0</translation>
    </message>
    <message>
        <source>table {} has {} rows, and no id {}</source>
        <translation>la table {} a {} lignes, et pas d&apos;identifiant {}</translation>
    </message>
    <message>
        <source>Type ids from 0 to {}</source>
        <translation>Saisissez des identifiants de 0 à {}</translation>
    </message>
    <message>
        <source>the weights of sample {} come to 0, and the combiner {} of table {} divides by that</source>
        <translation>la somme des poids de l&apos;exemple {} est 0, et le combiner {} de la table {} divise par elle</translation>
    </message>
    <message>
        <source>Type other weights, or use the combiner sum. The CPU reference gives zeros</source>
        <translation>Saisissez d&apos;autres poids, ou prenez le combiner sum. La référence CPU donne des zéros</translation>
    </message>
    <message>
        <source>Give 0 or more</source>
        <translation>Donnez 0 ou plus</translation>
    </message>
    <message>
        <source>batch_size_per_tensor_core is {}</source>
        <translation>batch_size_per_tensor_core vaut {}</translation>
    </message>
    <message>
        <source>table {}: no feature looks anything up in it</source>
        <translation>table {}&#xa0;: aucune feature n&apos;y cherche quoi que ce soit</translation>
    </message>
    <message>
        <source>Give a feature_descriptor the table_id {}, or remove the table</source>
        <translation>Donnez à un feature_descriptor le table_id {}, ou supprimez la table</translation>
    </message>
    <message>
        <source>the tags of dynamic learning rates are {}</source>
        <translation>les tags des taux d&apos;apprentissage dynamiques sont {}</translation>
    </message>
    <message>
        <source>Run &gt; Run State &gt; Save Variables… saves what was learned, and Restore Variables… restores it. Then save the page itself with Ctrl+S.</source>
        <translation>Exécution &gt; État de l’exécution &gt; Enregistrer les variables… enregistre ce qui a été appris, et Restaurer les variables… le restaure. Enregistrez ensuite la page elle-même par Ctrl+S.</translation>
    </message>
    <message>
        <source>Produce a NaN</source>
        <translation>Produire un NaN</translation>
    </message>
    <message>
        <source>This page distinguishes numbers below 0 from those above. Type 50 into the box next to this button and press Ctrl+R: the loss falls, and then it is nan. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>Cette page distingue les nombres inférieurs à 0 de ceux qui sont supérieurs. Tapez 50 dans le champ à côté de ce bouton et appuyez sur Ctrl+R&#xa0;: la perte baisse, puis elle vaut nan. La première exécution prend quelques secondes, jusqu’à ce que TensorFlow soit là.</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>Corriger</translation>
    </message>
    <message>
        <source>Ask again, and choose a fix: each was tried before it was offered. Then press Ctrl+Shift+R to reset the sessions, and run 50 steps.</source>
        <translation>Demandez encore, et choisissez une correction&#xa0;: chacune a été essayée avant d’être proposée. Puis appuyez sur Ctrl+Maj+R pour réinitialiser les sessions, et exécutez 50 pas.</translation>
    </message>
    <message>
        <source>Non-finite values have rays, in loops, gradients and optimizers too. A failed step shows its values so far, and F9 sets a breakpoint.</source>
        <translation>Les valeurs non finies ont des rayons, aussi dans les boucles, les gradients et les optimiseurs. Une étape échouée montre ses valeurs jusque-là, et F9 pose un point d’arrêt.</translation>
    </message>
    <message>
        <source>{0} is not part of the graph: it takes no control wires</source>
        <translation>{0} ne fait pas partie du graphe&#xa0;: il ne prend pas de fils de contrôle</translation>
    </message>
    <message>
        <source>{0} is not part of the graph: its outputs are for monitors only</source>
        <translation>{0} ne fait pas partie du graphe&#xa0;: ses sorties ne vont qu’aux moniteurs</translation>
    </message>
    <message>
        <source>it contains a number of {} digits</source>
        <translation>il contient un nombre de {} chiffres</translation>
    </message>
    <message>
        <source>a wire from {} to this pin is not possible</source>
        <translation>un fil de {} à cette broche n’est pas possible</translation>
    </message>
    <message>
        <source>{}: the wire {} was removed with its block</source>
        <translation>{}&#xa0;: le fil {} a été supprimé avec son bloc</translation>
    </message>
    <message>
        <source>{} is not in a frame: {} was removed</source>
        <translation>{} n’est pas dans un cadre&#xa0;: {} a été supprimé</translation>
    </message>
    <message>
        <source>{} is not in the frame {}, which is inside it</source>
        <translation>{} n’est pas dans le cadre {}, qui est à l’intérieur</translation>
    </message>
    <message>
        <source>{}: both sides changed the order of its pins; ours is used</source>
        <translation>{}&#xa0;: les deux côtés ont changé l’ordre de ses broches&#xa0;; le nôtre est utilisé</translation>
    </message>
    <message>
        <source>{}: its index is {} here, because the other side added a pin, too</source>
        <translation>{}&#xa0;: son index est {} ici, car l’autre côté a aussi ajouté une broche</translation>
    </message>
    <message>
        <source>{}: one side typed a value, the other added a wire, which is used</source>
        <translation>{}&#xa0;: un côté a saisi une valeur, l’autre a ajouté un fil, qui est utilisé</translation>
    </message>
    <message>
        <source>{}: both sides moved it to another page; ours is used</source>
        <translation>{}&#xa0;: les deux côtés l’ont déplacé vers une autre page&#xa0;; la nôtre est utilisée</translation>
    </message>
    <message>
        <source>{}: both sides set its slider; ours is used</source>
        <translation>{}&#xa0;: les deux côtés ont réglé sa réglette&#xa0;; la nôtre est utilisée</translation>
    </message>
    <message>
        <source>{}: {} is not in a frame: its frame is on another page now</source>
        <translation>{}&#xa0;: {} n’est pas dans un cadre&#xa0;: son cadre est maintenant sur une autre page</translation>
    </message>
    <message>
        <source>Select the block whose output to train</source>
        <translation>Sélectionnez le bloc dont la sortie est à entraîner</translation>
    </message>
    <message>
        <source>Select two or more blocks to align</source>
        <translation>Sélectionnez au moins deux blocs à aligner</translation>
    </message>
    <message>
        <source>it contains texts, not numbers</source>
        <translation>il contient des textes, pas des nombres</translation>
    </message>
    <message>
        <source>it has the shape {} instead of {}</source>
        <translation>il a la shape {} au lieu de {}</translation>
    </message>
    <message>
        <source>it contains {} instead of {}</source>
        <translation>il contient {} au lieu de {}</translation>
    </message>
    <message>
        <source>The batch has this size already</source>
        <translation>Le lot a déjà cette taille</translation>
    </message>
    <message>
        <source>{0} also occurs here and is unchanged: {1}</source>
        <translation>{0} se trouve aussi ici et reste inchangé&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Select the blocks that get a breakpoint</source>
        <translation>Sélectionnez les blocs qui reçoivent un point d’arrêt</translation>
    </message>
    <message>
        <source>To set a breakpoint in one instance only, open the page through that instance</source>
        <translation>Pour poser un point d’arrêt dans une seule instance, ouvrez la page par cette instance</translation>
    </message>
    <message>
        <source>Remove Breakpoint at {0}</source>
        <translation>Supprimer le point d’arrêt à {0}</translation>
    </message>
    <message>
        <source>Remove Breakpoints at {0} Blocks</source>
        <translation>Supprimer les points d’arrêt à {0} blocs</translation>
    </message>
    <message>
        <source>Set Breakpoint at {0}</source>
        <translation>Poser un point d’arrêt à {0}</translation>
    </message>
    <message>
        <source>Set Breakpoints at {0} Blocks</source>
        <translation>Poser des points d’arrêt à {0} blocs</translation>
    </message>
    <message>
        <source>The document has no breakpoints</source>
        <translation>Le document n’a pas de points d’arrêt</translation>
    </message>
    <message>
        <source>Remove All Breakpoints</source>
        <translation>Supprimer tous les points d’arrêt</translation>
    </message>
    <message>
        <source>it contains {0}, which no block reads</source>
        <translation>il contient {0}, qu’aucun bloc ne lit</translation>
    </message>
    <message>
        <source>it has {0} bytes: blocks read {1} at most</source>
        <translation>il a {0} octets&#xa0;: les blocs en lisent {1} au plus</translation>
    </message>
    <message>
        <source>Select the blocks for the frame</source>
        <translation>Sélectionnez les blocs du cadre</translation>
    </message>
    <message>
        <source>Select variables, or a frame that contains some</source>
        <translation>Sélectionnez des variables, ou un cadre qui en contient</translation>
    </message>
    <message>
        <source>Select Const blocks, or a frame that contains some</source>
        <translation>Sélectionnez des blocs Const, ou un cadre qui en contient</translation>
    </message>
    <message>
        <source>{} of {} is not a function</source>
        <translation>{} de {} n’est pas une fonction</translation>
    </message>
    <message>
        <source>Select the blocks to group</source>
        <translation>Sélectionnez les blocs à grouper</translation>
    </message>
    <message>
        <source>the staging area of its container and shared_name</source>
        <translation>la zone de stockage de ses container et shared_name</translation>
    </message>
    <message>
        <source>{}. No block of the page adds {} to {}</source>
        <translation>{}. Aucun bloc de la page n’ajoute des {} à {}</translation>
    </message>
    <message>
        <source>{}. {} adds {} to {}, but is not connected to the Session block {}</source>
        <translation>{}. {} ajoute des {} à {}, mais n’est pas relié au bloc Session {}</translation>
    </message>
    <message>
        <source>{}. {} adds {} to {}, but this run does not need it</source>
        <translation>{}. {} ajoute des {} à {}, mais cette exécution n’en a pas besoin</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, runs after {}</source>
        <translation>{}. {}, qui ajoute des {} à {}, s’exécute après {}</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, waits too</source>
        <translation>{}. {}, qui ajoute des {} à {}, attend aussi</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, waits for {}</source>
        <translation>{}. {}, qui ajoute des {} à {}, attend {}</translation>
    </message>
    <message>
        <source>{}. {} takes {} in each iteration of a loop, and {} adds them once in a step</source>
        <translation>{}. {} prend des {} à chaque itération d’une boucle, et {} les ajoute une fois par pas</translation>
    </message>
    <message>
        <source>{}. A step adds {} ({}) and takes {} ({})</source>
        <translation>{}. Un pas en ajoute {} ({}) et en prend {} ({})</translation>
    </message>
    <message>
        <source>{}. Also taken by {}, and a take removes all {} of {}</source>
        <translation>{}. Pris aussi par {}, et une prise retire tous les {} de {}</translation>
    </message>
    <message>
        <source>both sides changed the order of pages; ours is used</source>
        <translation>les deux côtés ont changé l’ordre des pages&#xa0;; le nôtre est utilisé</translation>
    </message>
    <message>
        <source>{0} is between the selected blocks: it uses and feeds some of them. Select it, too</source>
        <translation>{0} est entre les blocs sélectionnés&#xa0;: il en utilise et en alimente certains. Sélectionnez-le aussi</translation>
    </message>
    <message>
        <source>it is not a tensor ({0})</source>
        <translation>ce n’est pas un tenseur ({0})</translation>
    </message>
    <message>
        <source>{0} takes a variable, not its value</source>
        <translation>{0} prend une variable, pas sa valeur</translation>
    </message>
    <message>
        <source>it carries an unknown number of tensors</source>
        <translation>il porte un nombre inconnu de tenseurs</translation>
    </message>
    <message>
        <source>{0} cannot cross the border of a page: {1}. {2}</source>
        <translation>{0} ne peut pas franchir la limite d’une page&#xa0;: {1}. {2}</translation>
    </message>
    <message>
        <source>Keep {} as an independent copy</source>
        <translation>Garder {} comme copie indépendante</translation>
    </message>
    <message>
        <source>The clipboard contains no blocks, and no value: {0}</source>
        <translation>Le presse-papiers ne contient ni blocs ni valeur&#xa0;: {0}</translation>
    </message>
    <message>
        <source>{0} has no result to pin</source>
        <translation>{0} n’a pas de résultat à épingler</translation>
    </message>
    <message>
        <source>Select a block whose result to pin</source>
        <translation>Sélectionnez un bloc dont le résultat est à épingler</translation>
    </message>
    <message>
        <source>No more blocks are along the wires</source>
        <translation>Il n’y a pas d’autres blocs le long des fils</translation>
    </message>
    <message>
        <source>Select the blocks at both ends of the path</source>
        <translation>Sélectionnez les blocs aux deux bouts du chemin</translation>
    </message>
    <message>
        <source>No blocks are between the selected ones along the wires</source>
        <translation>Aucun bloc n’est entre ceux sélectionnés le long des fils</translation>
    </message>
    <message>
        <source>No scope contains more than the selected blocks</source>
        <translation>Aucun scope ne contient plus que les blocs sélectionnés</translation>
    </message>
    <message>
        <source>The step must be between 0 and the range of the slider</source>
        <translation>Le pas doit être compris entre 0 et l’étendue de la réglette</translation>
    </message>
    <message>
        <source>Select the blocks whose outputs to keep</source>
        <translation>Sélectionnez les blocs dont les sorties sont à garder</translation>
    </message>
    <message>
        <source>Instances of one page had different values, and now have separate pages: {}</source>
        <translation>Des instances d’une même page avaient des valeurs différentes, et ont maintenant des pages séparées&#xa0;: {}</translation>
    </message>
    <message>
        <source>Store Trained Values</source>
        <translation>Enregistrer les valeurs apprises</translation>
    </message>
    <message>
        <source>No block is for training only</source>
        <translation>Aucun bloc ne sert qu’à l’entraînement</translation>
    </message>
    <message>
        <source>Remove training blocks</source>
        <translation>Retirer les blocs d’entraînement</translation>
    </message>
    <message>
        <source>Name the input for {1}: {0}={1}</source>
        <translation>Nommez l’entrée pour {1}&#xa0;: {0}={1}</translation>
    </message>
    <message>
        <source>{0} is not a block of this page, and not a value for {1}</source>
        <translation>{0} n’est ni un bloc de cette page, ni une valeur pour {1}</translation>
    </message>
    <message>
        <source>{0} is not allowed; choose from {1}</source>
        <translation>{0} n’est pas permis&#xa0;; choisissez parmi {1}</translation>
    </message>
    <message>
        <source>the minimum is {0}</source>
        <translation>le minimum est {0}</translation>
    </message>
    <message>
        <source>at least {} elements are required</source>
        <translation>il faut au moins {} éléments</translation>
    </message>
    <message>
        <source>Select an instance of a page</source>
        <translation>Sélectionnez une instance d’une page</translation>
    </message>
    <message>
        <source>The page {0} is empty</source>
        <translation>La page {0} est vide</translation>
    </message>
    <message>
        <source>Copy the page of {0}</source>
        <translation>Copier la page de {0}</translation>
    </message>
    <message>
        <source>Copy the pages of {0} blocks</source>
        <translation>Copier les pages de {0} blocs</translation>
    </message>
    <message>
        <source>The page already has a Validation</source>
        <translation>La page a déjà une Validation</translation>
    </message>
    <message>
        <source>Select the blocks to wire, one to the right of the other</source>
        <translation>Sélectionnez les blocs à relier, l’un à droite de l’autre</translation>
    </message>
    <message>
        <source>{}, or {}</source>
        <translation>{}, ou {}</translation>
    </message>
    <message>
        <source>Add blocks, or unmute those that are there</source>
        <translation>Ajoutez des blocs, ou réactivez ceux qui y sont</translation>
    </message>
    <message>
        <source>name another page with --page</source>
        <translation>nommez une autre page avec --page</translation>
    </message>
    <message>
        <source>Add a block that has an output</source>
        <translation>Ajoutez un bloc qui a une sortie</translation>
    </message>
    <message>
        <source>Update Blockloom: this version does not have the block</source>
        <translation>Mettez Blockloom à jour&#xa0;: cette version n’a pas le bloc</translation>
    </message>
    <message>
        <source>{} is deprecated: TensorFlow no longer supports it</source>
        <translation>{} est obsolète&#xa0;: TensorFlow ne le prend plus en charge</translation>
    </message>
    <message>
        <source>Move it into a frame of this page, or out of all frames</source>
        <translation>Déplacez-le dans un cadre de cette page, ou hors de tous les cadres</translation>
    </message>
    <message>
        <source>the frame {} contains itself</source>
        <translation>le cadre {} se contient lui-même</translation>
    </message>
    <message>
        <source>Move it out of its frame</source>
        <translation>Sortez-le de son cadre</translation>
    </message>
    <message>
        <source>{!r} is not a device</source>
        <translation>{!r} n’est pas un périphérique</translation>
    </message>
    <message>
        <source>Replace it, or run it on a machine that has a kernel for it</source>
        <translation>Remplacez-le, ou exécutez-le sur une machine qui a un noyau pour lui</translation>
    </message>
    <message>
        <source>Run it on a machine with such a device</source>
        <translation>Exécutez-le sur une machine qui a un tel périphérique</translation>
    </message>
    <message>
        <source>the wires form a cycle: {}</source>
        <translation>les fils forment un cycle&#xa0;: {}</translation>
    </message>
    <message>
        <source>Remove one of these wires; a loop needs a NextIteration wired to a Merge</source>
        <translation>Supprimez un de ces fils&#xa0;; une boucle demande un NextIteration relié à un Merge</translation>
    </message>
    <message>
        <source>the loop that this block closes contains a composite block</source>
        <translation>la boucle que ferme ce bloc contient un bloc composé</translation>
    </message>
    <message>
        <source>it is to be fetched or fed, but it is muted, bypassed, or without an input because of such a block</source>
        <translation>il doit être récupéré ou alimenté, mais il est désactivé, contourné, ou privé d’une entrée par un tel bloc</translation>
    </message>
    <message>
        <source>its wires</source>
        <translation>ses fils</translation>
    </message>
    <message>
        <source>its appearance</source>
        <translation>son apparence</translation>
    </message>
    <message>
        <source>Remove the conflict: there is nothing left to choose</source>
        <translation>Supprimez le conflit&#xa0;: il ne reste rien à choisir</translation>
    </message>
    <message>
        <source>it no longer exists: {0}</source>
        <translation>il n’existe plus&#xa0;: {0}</translation>
    </message>
    <message>
        <source>{0} no longer exists: {1}</source>
        <translation>{0} n’existe plus&#xa0;: {1}</translation>
    </message>
    <message>
        <source>the two sides of a merge form a cycle: ours by {0}, theirs by {1}</source>
        <translation>les deux côtés d’une fusion forment un cycle&#xa0;: le nôtre par {0}, le leur par {1}</translation>
    </message>
    <message>
        <source>The second one was opened as {}; its wires stay with the first. Check it and save the document, or fix the file</source>
        <translation>Le second a été ouvert sous le nom {}&#xa0;; ses fils restent au premier. Vérifiez-le et enregistrez le document, ou corrigez le fichier</translation>
    </message>
    <message>
        <source>The second one was opened as {}. Check it and save the document, or fix the file</source>
        <translation>La seconde a été ouverte sous le nom {}. Vérifiez-la et enregistrez le document, ou corrigez le fichier</translation>
    </message>
    <message>
        <source>page {} has items with the uid of other items</source>
        <translation>la page {} a des éléments avec l’uid d’autres éléments</translation>
    </message>
    <message>
        <source>Blockloom opened them as new items. Check the page and save the document</source>
        <translation>Blockloom les a ouverts comme nouveaux éléments. Vérifiez la page et enregistrez le document</translation>
    </message>
    <message>
        <source>{} has changed since the document was saved: its SHA-256 differs</source>
        <translation>{} a changé depuis l’enregistrement du document&#xa0;: son SHA-256 diffère</translation>
    </message>
    <message>
        <source>Restore the right file, or save the document to use this one</source>
        <translation>Restaurez le bon fichier, ou enregistrez le document pour utiliser celui-ci</translation>
    </message>
    <message>
        <source>{} has changed since the document was saved: its weights {} differ</source>
        <translation>{} a changé depuis l’enregistrement du document&#xa0;: ses poids {} diffèrent</translation>
    </message>
    <message>
        <source>Restore the right file, or use the weights of this one</source>
        <translation>Restaurez le bon fichier, ou utilisez les poids de celui-ci</translation>
    </message>
    <message>
        <source>the constants of the page take {} GB, but a TensorFlow graph holds at most 2 GB</source>
        <translation>les constantes de la page prennent {} Go, mais un graphe TensorFlow en contient 2 au plus</translation>
    </message>
    <message>
        <source>Turn the largest into variables: the graph does not contain their values</source>
        <translation>Faites des plus grandes des variables&#xa0;: le graphe ne contient pas leurs valeurs</translation>
    </message>
    <message>
        <source>Its random numbers have the distributions of the model, but other values. To keep the values, export a SavedModel</source>
        <translation>Ses nombres aléatoires ont les distributions du modèle, mais d’autres valeurs. Pour garder les valeurs, exportez un SavedModel</translation>
    </message>
    <message>
        <source>Create it, or name another file</source>
        <translation>Créez-le, ou nommez un autre fichier</translation>
    </message>
    <message>
        <source>Add a page of this name, or name another page</source>
        <translation>Ajoutez une page de ce nom, ou nommez une autre page</translation>
    </message>
    <message>
        <source>{}: this is a file with data: in the window, File &gt; Data from… makes a page that reads it</source>
        <translation>{}&#xa0;: c&apos;est un fichier de données&#xa0;: dans la fenêtre, Fichier &gt; Données de… crée une page qui le lit</translation>
    </message>
    <message>
        <source>Remove one of these uses; for a repetition, use a While</source>
        <translation>Supprimez une de ces utilisations&#xa0;; pour une répétition, utilisez un While</translation>
    </message>
    <message>
        <source>Use a loop (While) for repetitions</source>
        <translation>Utilisez une boucle (While) pour les répétitions</translation>
    </message>
    <message>
        <source>with it, there are more than {} nested functions, and TensorFlow builds each of them again for a gradient</source>
        <translation>avec lui, il y a plus de {} fonctions imbriquées, et TensorFlow construit chacune d’elles à nouveau pour un gradient</translation>
    </message>
    <message>
        <source>Type the shape {}, or clear it</source>
        <translation>Saisissez la shape {}, ou effacez-la</translation>
    </message>
    <message>
        <source>nothing on the page uses its value</source>
        <translation>rien sur la page n’utilise sa valeur</translation>
    </message>
    <message>
        <source>no value on the page uses it</source>
        <translation>aucune valeur de la page ne l’utilise</translation>
    </message>
    <message>
        <source>Type ={} as a value, or remove it</source>
        <translation>Saisissez ={} comme valeur, ou supprimez-le</translation>
    </message>
    <message>
        <source>its index is {}, which {} has too: their names decide the order</source>
        <translation>son index est {}, comme celui de {}&#xa0;: leurs noms décident de l’ordre</translation>
    </message>
    <message>
        <source>Give each a different index</source>
        <translation>Donnez à chacun un index différent</translation>
    </message>
    <message>
        <source>Add a control wire from it to a Retval of its page, or from the instance to an operation of a session</source>
        <translation>Ajoutez un fil de contrôle de ce bloc à un Retval de sa page, ou de l’instance à une opération d’une session</translation>
    </message>
    <message>
        <source>{} on page {} ({}) has a state: the elements depend on the order in which they are computed</source>
        <translation>{} sur la page {} ({}) a un état&#xa0;: les éléments dépendent de l’ordre de leur calcul</translation>
    </message>
    <message>
        <source>Compute one element at a time, and none twice, or pass its input as an element</source>
        <translation>Calculez un élément à la fois, et aucun deux fois, ou passez son entrée comme élément</translation>
    </message>
    <message>
        <source>Update the page, or keep it as an independent copy</source>
        <translation>Mettez la page à jour, ou gardez-la comme copie indépendante</translation>
    </message>
    <message>
        <source>Keep the page as an independent copy</source>
        <translation>Gardez la page comme copie indépendante</translation>
    </message>
    <message>
        <source>TensorFlow rejects its inputs and values</source>
        <translation>TensorFlow rejette ses entrées et ses valeurs</translation>
    </message>
    <message>
        <source>TensorFlow fails at it without a reason</source>
        <translation>TensorFlow y échoue sans donner de raison</translation>
    </message>
    <message>
        <source>Set shape of {} to the shape of the gradient, or wire a gradient of its shape</source>
        <translation>Donnez à shape de {} la shape du gradient, ou reliez un gradient de sa shape</translation>
    </message>
    <message>
        <source>it has a side effect in each step, also while the run is paused, and cannot be rolled back</source>
        <translation>il a un effet de bord à chaque pas, même quand l’exécution est en pause, et ne peut pas être annulé</translation>
    </message>
    <message>
        <source>Mute it while you debug, or remove all breakpoints</source>
        <translation>Désactivez-le pendant le débogage, ou supprimez tous les points d’arrêt</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s process ends at it: {}</source>
        <translation>Le processus de TensorFlow s’y arrête&#xa0;: {}</translation>
    </message>
    <message>
        <source>Change its values or wires</source>
        <translation>Changez ses valeurs ou ses fils</translation>
    </message>
    <message>
        <source>Change the blocks that you edited last</source>
        <translation>Changez les derniers blocs que vous avez modifiés</translation>
    </message>
    <message>
        <source>Choose another condition</source>
        <translation>Choisissez une autre condition</translation>
    </message>
    <message>
        <source>Check the source of the dataset. To restart an IteratorV2, wire its MakeIterator to start_outputs of the Session; a OneShotIterator cannot restart</source>
        <translation>Vérifiez la source du jeu de données. Pour faire recommencer un IteratorV2, reliez son MakeIterator à start_outputs de la Session&#xa0;; un OneShotIterator ne peut pas recommencer</translation>
    </message>
    <message>
        <source>it has no dataset output</source>
        <translation>il n’a pas de sortie de jeu de données</translation>
    </message>
    <message>
        <source>Choose a dataset, an iterator, or a block that takes elements from one</source>
        <translation>Choisissez un jeu de données, un itérateur, ou un bloc qui y prend des éléments</translation>
    </message>
    <message>
        <source>{} keeps its present value: its new initial value applies from the next initialisation</source>
        <translation>{} garde sa valeur actuelle&#xa0;: sa nouvelle valeur initiale s’applique à partir de la prochaine initialisation</translation>
    </message>
    <message>
        <source>its pinned value does not fit: {}</source>
        <translation>sa valeur épinglée ne convient pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>Give the frame the device of a task of the cluster</source>
        <translation>Donnez au cadre le périphérique d’une tâche du cluster</translation>
    </message>
    <message>
        <source>run with another --cluster</source>
        <translation>exécutez avec un autre --cluster</translation>
    </message>
    <message>
        <source>Give its frame the device of an existing task</source>
        <translation>Donnez à son cadre le périphérique d’une tâche qui existe</translation>
    </message>
    <message>
        <source>Start it on its machine, correct its address in the cluster file, or choose another target</source>
        <translation>Démarrez-la sur sa machine, corrigez son adresse dans le fichier de cluster, ou choisissez une autre cible</translation>
    </message>
    <message>
        <source>start it with {}</source>
        <translation>démarrez-la avec {}</translation>
    </message>
    <message>
        <source>Start the task again on its machine. Its state is lost: then initialise its variables</source>
        <translation>Redémarrez la tâche sur sa machine. Son état est perdu&#xa0;: initialisez ensuite ses variables</translation>
    </message>
    <message>
        <source>start it with {} and run the chief with --init</source>
        <translation>démarrez-la avec {} et exécutez le chef avec --init</translation>
    </message>
    <message>
        <source>the task {} was restarted since the last run: the state on it (variables, queues, accumulators) is lost</source>
        <translation>la tâche {} a été redémarrée depuis la dernière exécution&#xa0;: son état (variables, files, accumulateurs) est perdu</translation>
    </message>
    <message>
        <source>{} runs it in every step, which restarts the data each time</source>
        <translation>{} l’exécute à chaque pas, ce qui fait chaque fois recommencer les données</translation>
    </message>
    <message>
        <source>Wire it to start_outputs of {}, or to nothing, to run it once at the start of the session</source>
        <translation>Reliez-le à start_outputs de {}, ou à rien, pour l’exécuter une fois au début de la session</translation>
    </message>
    <message>
        <source>the page has several Validations</source>
        <translation>la page a plusieurs Validations</translation>
    </message>
    <message>
        <source>it validates the variables that the Session of its page trains, and needs exactly one Session</source>
        <translation>il valide les variables qu’entraîne la Session de sa page, et demande exactement une Session</translation>
    </message>
    <message>
        <source>Keep one Session, which runs the training</source>
        <translation>Gardez une seule Session, qui exécute l’entraînement</translation>
    </message>
    <message>
        <source>the Validation of page {} does not run here, only if that page runs by itself</source>
        <translation>la Validation de la page {} n’est pas exécutée ici, mais seulement si cette page est exécutée elle-même</translation>
    </message>
    <message>
        <source>Add a Validation to this page, which validates the variables that its Session trains</source>
        <translation>Ajoutez à cette page une Validation, qui valide les variables qu’entraîne sa Session</translation>
    </message>
    <message>
        <source>the monitored output has the shape {} instead of one number</source>
        <translation>la sortie surveillée a la shape {} au lieu d’un seul nombre</translation>
    </message>
    <message>
        <source>the monitored output is not a number</source>
        <translation>la sortie surveillée n’est pas un nombre</translation>
    </message>
    <message>
        <source>Wire a Feed block to it and to the session&apos;s inputs</source>
        <translation>Reliez-y un bloc Feed, relié aussi aux inputs de la session</translation>
    </message>
    <message>
        <source>no session uses it</source>
        <translation>aucune session ne l’utilise</translation>
    </message>
    <message>
        <source>it waits for ever: no block that this session runs {}</source>
        <translation>il attend pour toujours&#xa0;: aucun bloc qu’exécute cette session {}</translation>
    </message>
    <message>
        <source>it writes {}, and so does {}, in an undefined order</source>
        <translation>il écrit {}, et {} aussi, dans un ordre indéfini</translation>
    </message>
    <message>
        <source>it writes {} while {} reads it, in an undefined order</source>
        <translation>il écrit {} pendant que {} le lit, dans un ordre indéfini</translation>
    </message>
    <message>
        <source>Add a control wire from the block that runs first to the other</source>
        <translation>Ajoutez un fil de contrôle du bloc qui s’exécute en premier vers l’autre</translation>
    </message>
    <message>
        <source>the table is used but never filled</source>
        <translation>la table est utilisée mais jamais remplie</translation>
    </message>
    <message>
        <source>local_step is {} in every step, but each take increments the accumulator&apos;s step: from step {} on it ignores these gradients as too old</source>
        <translation>local_step vaut {} à chaque pas, mais chaque prise incrémente le pas de l’accumulateur&#xa0;: à partir du pas {}, il ignore ces gradients, trop vieux</translation>
    </message>
    <message>
        <source>Use an axis from 0 to {}, or -1 for the last</source>
        <translation>Utilisez un axe de 0 à {}, ou -1 pour le dernier</translation>
    </message>
    <message>
        <source>Wire one-hot rows to labels, or use SparseSoftmaxCrossEntropyWithLogits, whose labels are class numbers</source>
        <translation>Reliez des lignes one-hot à labels, ou utilisez SparseSoftmaxCrossEntropyWithLogits, dont les labels sont des numéros de classe</translation>
    </message>
    <message>
        <source>{}: sizes, compared from the last to the first, must be equal or 1; {} and {} are not</source>
        <translation>{}&#xa0;: les tailles, comparées de la dernière à la première, doivent être égales ou 1&#xa0;; {} et {} ne le sont pas</translation>
    </message>
    <message>
        <source>size {} of the variable is {}, but that of the value is {}: {}</source>
        <translation>la taille {} de la variable est {}, mais celle de la valeur est {}&#xa0;: {}</translation>
    </message>
    <message>
        <source>Give the variable an initial value of the same shape, or wire a value with the shape of the variable</source>
        <translation>Donnez à la variable une valeur initiale de même shape, ou reliez une valeur qui a la shape de la variable</translation>
    </message>
    <message>
        <source>{}: sizes that must be equal are {} and {}</source>
        <translation>{}&#xa0;: des tailles qui doivent être égales sont {} et {}</translation>
    </message>
    <message>
        <source>{}: both must have the same shape; size {} is {} and {}</source>
        <translation>{}&#xa0;: les deux doivent avoir la même shape&#xa0;; la taille {} est {} et {}</translation>
    </message>
    <message>
        <source>{}: input has {} channels (its last size), but {} has {} (its third size)</source>
        <translation>{}&#xa0;: input a {} canaux (sa dernière taille), mais {} en a {} (sa troisième taille)</translation>
    </message>
    <message>
        <source>Set padding to SAME, or use a smaller window</source>
        <translation>Mettez padding à SAME, ou utilisez une fenêtre plus petite</translation>
    </message>
    <message>
        <source>the shape of the update is {}, but that of its target is {}</source>
        <translation>la shape de la mise à jour est {}, mais celle de sa cible est {}</translation>
    </message>
    <message>
        <source>Give both the same shape: change the target, or wire an update of its shape</source>
        <translation>Donnez aux deux la même shape&#xa0;: changez la cible, ou reliez une mise à jour de sa shape</translation>
    </message>
    <message>
        <source>Use an axis from {} to {}</source>
        <translation>Utilisez un axe de {} à {}</translation>
    </message>
    <message>
        <source>Name axes of size 1 only, or none to squeeze all of these</source>
        <translation>Ne nommez que des axes de taille 1, ou aucun pour les retirer tous</translation>
    </message>
    <message>
        <source>Use a number of parts that divides {}, another axis, or SplitV</source>
        <translation>Utilisez un nombre de parts qui divise {}, un autre axe, ou SplitV</translation>
    </message>
    <message>
        <source>{} with {} elements, but {} has {}</source>
        <translation>{} de {} éléments, mais {} en a {}</translation>
    </message>
    <message>
        <source>Use sizes whose product is {}; one of them may be -1, which is computed</source>
        <translation>Utilisez des tailles dont le produit est {}&#xa0;; l’une peut être -1, elle est alors calculée</translation>
    </message>
    <message>
        <source>tensor has {} elements, but the requested shape has {}</source>
        <translation>tensor a {} éléments, mais la shape demandée en a {}</translation>
    </message>
    <message>
        <source>Wire to ys a value that differentiable ops compute from xs</source>
        <translation>Reliez à ys une valeur que des opérations dérivables calculent à partir de xs</translation>
    </message>
    <message>
        <source>Compute it by other ops, or put a StopGradient behind it to treat it as a constant</source>
        <translation>Calculez-le par d’autres ops, ou mettez derrière un StopGradient pour le traiter comme une constante</translation>
    </message>
    <message>
        <source>{} has a custom gradient, which is not stored with the model, and {} depends on it</source>
        <translation>{} a un gradient personnalisé, qui n’est pas enregistré avec le modèle, et {} en dépend</translation>
    </message>
    <message>
        <source>Save the model with its gradients (tf.saved_model.save does) and open that. If the ops of the block have the same gradient, as for swish, delete the value of {} at it</source>
        <translation>Enregistrez le modèle avec ses gradients (tf.saved_model.save le fait) et ouvrez celui-là. Si les ops du bloc ont le même gradient, comme pour swish, supprimez la valeur de {} sur ce bloc</translation>
    </message>
    <message>
        <source>Wire a floating point value, or insert a Cast before the ops that compute it</source>
        <translation>Reliez une valeur en virgule flottante, ou insérez un Cast avant les opérations qui la calculent</translation>
    </message>
    <message>
        <source>{}.{} is not a variable</source>
        <translation>{}.{} n’est pas une variable</translation>
    </message>
    <message>
        <source>{} is {}, but a global step must be an integer</source>
        <translation>{} est {}, mais un pas global doit être un entier</translation>
    </message>
    <message>
        <source>Remove it from var_list, or wire it into the loss</source>
        <translation>Retirez-le de var_list, ou reliez-le à la perte</translation>
    </message>
    <message>
        <source>var_list takes wires, not text</source>
        <translation>var_list prend des fils, pas de texte</translation>
    </message>
    <message>
        <source>Wire a Variable of a floating point dtype to an input of the ops that compute loss</source>
        <translation>Reliez une Variable à dtype flottant à une entrée des opérations qui calculent loss</translation>
    </message>
    <message>
        <source>all variables that the loss depends on are upstream of a pinned output: nothing is left to train</source>
        <translation>toutes les variables dont dépend loss sont en amont d’une sortie épinglée&#xa0;: il ne reste rien à entraîner</translation>
    </message>
    <message>
        <source>{}, in a function of {}, has no gradient: it is a variable with a ref</source>
        <translation>{}, dans une fonction de {}, n’a pas de gradient&#xa0;: c’est une variable avec un ref</translation>
    </message>
    <message>
        <source>{} is not a variable</source>
        <translation>{} n’est pas une variable</translation>
    </message>
    <message>
        <source>{} are not variables</source>
        <translation>{} ne sont pas des variables</translation>
    </message>
    <message>
        <source>{} is {}, but {} trains DT_FLOAT variables only</source>
        <translation>{} est {}, mais {} n’entraîne que des variables DT_FLOAT</translation>
    </message>
    <message>
        <source>Set dtype of {} to DT_FLOAT, or use another optimizer</source>
        <translation>Mettez dtype de {} à DT_FLOAT, ou utilisez un autre optimiseur</translation>
    </message>
    <message>
        <source>the shape of {} is not known before it runs, but {} needs it for its slots</source>
        <translation>la shape de {} n’est pas connue avant l’exécution, mais {} en a besoin pour ses slots</translation>
    </message>
    <message>
        <source>Type shape of {}, or use another optimizer</source>
        <translation>Saisissez shape de {}, ou utilisez un autre optimiseur</translation>
    </message>
    <message>
        <source>{} needs a global step to recognise stale gradients, and none is wired</source>
        <translation>{} a besoin d’un pas global pour reconnaître les gradients périmés, et aucun n’est relié</translation>
    </message>
    <message>
        <source>a control wire ends here, but {} applies gradients in a separate thread, which would run the source of the wire a second time</source>
        <translation>un fil de contrôle finit ici, mais {} applique les gradients dans un fil d’exécution à part, qui exécuterait une seconde fois la source du fil</translation>
    </message>
    <message>
        <source>Wire it to the ops that compute the loss</source>
        <translation>Reliez-le aux opérations qui calculent la perte</translation>
    </message>
    <message>
        <source>Clear the value; its pins are {}</source>
        <translation>Effacez la valeur&#xa0;; ses broches sont {}</translation>
    </message>
    <message>
        <source>Write an expression of the parameters of the page; quote a text that begins with =</source>
        <translation>Écrivez une expression des paramètres de la page&#xa0;; mettez entre guillemets un texte qui commence par =</translation>
    </message>
    <message>
        <source>{} has {} elements; the maximum is {}</source>
        <translation>{} a {} éléments&#xa0;; le maximum est {}</translation>
    </message>
    <message>
        <source>{} is {}; the maximum is {}</source>
        <translation>{} est {}&#xa0;; le maximum est {}</translation>
    </message>
    <message>
        <source>{} is {}; the minimum is {}</source>
        <translation>{} est {}&#xa0;; le minimum est {}</translation>
    </message>
    <message>
        <source>num_required is {}: a mean needs at least 1 gradient</source>
        <translation>num_required vaut {}&#xa0;: une moyenne demande au moins 1 gradient</translation>
    </message>
    <message>
        <source>Wire the number of outputs to {0} that {1} states, or clear {1}</source>
        <translation>Reliez à {0} le nombre de sorties qu’indique {1}, ou effacez {1}</translation>
    </message>
    <message>
        <source>Wire the number of outputs to {} that {} states</source>
        <translation>Reliez à {} le nombre de sorties qu’indique {}</translation>
    </message>
    <message>
        <source>{} is {}, which {} does not accept</source>
        <translation>{} est {}, que {} n’accepte pas</translation>
    </message>
    <message>
        <source>{} ({}) has no value</source>
        <translation>{} ({}) n’a pas de valeur</translation>
    </message>
    <message>
        <source>the types of the elements of {} are not known</source>
        <translation>les types des éléments de {} ne sont pas connus</translation>
    </message>
    <message>
        <source>Type output_types and output_shapes, or wire a dataset with known element types</source>
        <translation>Saisissez output_types et output_shapes, ou reliez un jeu de données dont les types des éléments sont connus</translation>
    </message>
    <message>
        <source>Wire another element; the first is [0]</source>
        <translation>Reliez un autre élément&#xa0;; le premier est [0]</translation>
    </message>
    <message>
        <source>{} is one output, not a list: there is no {}</source>
        <translation>{} est une sortie simple, pas une liste&#xa0;: il n’y a pas de {}</translation>
    </message>
    <message>
        <source>Wire the output of a Variable, or of another op with a reference output</source>
        <translation>Reliez la sortie d’une Variable, ou d’une autre op qui a une sortie par référence</translation>
    </message>
    <message>
        <source>the document states {} wire, but {}.{} is {} output</source>
        <translation>le document indique un fil {}, mais {}.{} est une sortie {}</translation>
    </message>
    <message>
        <source>Remove it; wire the operations that a Session runs to run_outputs</source>
        <translation>Supprimez-le&#xa0;; reliez à run_outputs les opérations qu’exécute une Session</translation>
    </message>
    <message>
        <source>Make {} wait for {}</source>
        <translation>Faire attendre {} jusqu’à la fin de {}</translation>
    </message>
    <message>
        <source>{} is not part of this run: fetch it, or an output that depends on it</source>
        <translation>{} ne fait pas partie de cette exécution&#xa0;: récupérez-le, ou une sortie qui en dépend</translation>
    </message>
    <message>
        <source>{!r:.80} is not a condition of an output of {}</source>
        <translation>{!r:.80} n’est pas une condition sur une sortie de {}</translation>
    </message>
    <message>
        <source>{!r:.80} is not a condition: write BLOCK.PIN, one of &lt; &lt;= &gt; &gt;= == != and a number, such as LOSS &lt; 0.01, or LOSS is not finite</source>
        <translation>{!r:.80} n’est pas une condition&#xa0;: écrivez BLOC.BROCHE, l’un de &lt; &lt;= &gt; &gt;= == != et un nombre, comme LOSS &lt; 0.01, ou bien LOSS is not finite</translation>
    </message>
    <message>
        <source>only in the original model</source>
        <translation>seulement dans le modèle d’origine</translation>
    </message>
    <message>
        <source>only in the present model</source>
        <translation>seulement dans le modèle actuel</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} {1} in validation</source>
        <translation>{0} {1} en validation</translation>
    </message>
    <message>
        <source>{0} {1}, {2} in validation</source>
        <translation>{0} {1}, {2} en validation</translation>
    </message>
    <message>
        <source>the bytes are not a serialised TPUEmbeddingConfiguration</source>
        <translation>ces octets ne sont pas un TPUEmbeddingConfiguration sérialisé</translation>
    </message>
    <message>
        <source>Give each table a different name</source>
        <translation>Donnez à chaque table un nom différent</translation>
    </message>
    <message>
        <source>Number them 0 to {}, without gaps</source>
        <translation>Numérotez-les de 0 à {}, sans trous</translation>
    </message>
    <message>
        <source>the config is for {} tensor cores, the CPU reference is one of them</source>
        <translation>la config est pour {} cœurs de tenseurs, la référence CPU est l&apos;un d&apos;eux</translation>
    </message>
    <message>
        <source>Enqueue one batch for each step</source>
        <translation>Mettez un lot en file à chaque pas</translation>
    </message>
    <message>
        <source>table {}</source>
        <translation>table {}</translation>
    </message>
    <message>
        <source>{} has no optimizer</source>
        <translation>{} n&apos;a pas d&apos;optimiseur</translation>
    </message>
    <message>
        <source>Add one to its optimization_parameters, such as adagrad {}</source>
        <translation>Ajoutez-en un à ses optimization_parameters, par exemple adagrad {}</translation>
    </message>
    <message>
        <source>{} has no learning rate</source>
        <translation>{} n&apos;a pas de taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>Add learning_rate { constant: 0.1 } or learning_rate { dynamic { tag: 0 } } to its optimization_parameters</source>
        <translation>Ajoutez learning_rate { constant: 0.1 } ou learning_rate { dynamic { tag: 0 } } à ses optimization_parameters</translation>
    </message>
    <message>
        <source>{}: the exponent of adagrad_momentum is 0</source>
        <translation>{}&#xa0;: l&apos;exposant d&apos;adagrad_momentum est 0</translation>
    </message>
    <message>
        <source>Give it: exponent: 2 is that of Adagrad</source>
        <translation>Donnez-le&#xa0;: exponent: 2 est celui d&apos;Adagrad</translation>
    </message>
    <message>
        <source>{}: {} cannot be run by the CPU reference: {}</source>
        <translation>{}&#xa0;: {} ne peut pas s&apos;exécuter par la référence CPU&#xa0;: {}</translation>
    </message>
    <message>
        <source>Choose another optimizer, or run the page on a TPU</source>
        <translation>Choisissez un autre optimiseur, ou exécutez la page sur un TPU</translation>
    </message>
    <message>
        <source>{}: the CPU reference cannot run {} with {}: TensorFlow&apos;s documentation does not say what it does</source>
        <translation>{}&#xa0;: la référence CPU ne peut pas exécuter {} avec {}&#xa0;: la documentation de TensorFlow n&apos;en dit pas l&apos;effet</translation>
    </message>
    <message>
        <source>Leave {} out, or run on a TPU</source>
        <translation>Omettez {}, ou exécutez sur un TPU</translation>
    </message>
    <message>
        <source>{}: frequency_estimator takes the global step as its learning rate</source>
        <translation>{}&#xa0;: frequency_estimator prend le pas global comme taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>Make the learning rate dynamic and wire the step, as a float, to learning_rates</source>
        <translation>Rendez le taux d&apos;apprentissage dynamique et reliez le pas, en float, à learning_rates</translation>
    </message>
    <message>
        <source>{}: the CPU reference does not apply weight_exponent to the activations</source>
        <translation>{}&#xa0;: la référence CPU n&apos;applique pas weight_exponent aux activations</translation>
    </message>
    <message>
        <source>Read the activations as the estimated steps between two look-ups</source>
        <translation>Lisez les activations comme l&apos;estimation des pas entre deux lectures</translation>
    </message>
    <message>
        <source>{}: the CPU reference sums the gradients of equal ids before it updates, although gradient accumulation is disabled</source>
        <translation>{}&#xa0;: la référence CPU additionne les gradients d&apos;identifiants égaux avant la mise à jour, bien que l&apos;accumulation de gradients soit désactivée</translation>
    </message>
    <message>
        <source>A TPU may give other values</source>
        <translation>Un TPU peut donner d&apos;autres valeurs</translation>
    </message>
    <message>
        <source>{}: simulated_quantization needs num_buckets of 2 or more and both clipping_limits</source>
        <translation>{}&#xa0;: simulated_quantization demande num_buckets de 2 ou plus et les deux clipping_limits</translation>
    </message>
    <message>
        <source>Give them, or leave simulated_quantization out</source>
        <translation>Donnez-les, ou omettez simulated_quantization</translation>
    </message>
    <message>
        <source>{}: {} is {}</source>
        <translation>{}&#xa0;: {} vaut {}</translation>
    </message>
    <message>
        <source>Give a number</source>
        <translation>Donnez un nombre</translation>
    </message>
    <message>
        <source>{}: the learning rate is {}: each step goes up the slope of the loss</source>
        <translation>{}&#xa0;: le taux d&apos;apprentissage vaut {}&#xa0;: chaque pas remonte la pente de la perte</translation>
    </message>
    <message>
        <source>{}: weight_decay_factor is {}: each step makes the weights larger</source>
        <translation>{}&#xa0;: weight_decay_factor vaut {}&#xa0;: chaque pas agrandit les poids</translation>
    </message>
    <message>
        <source>{}: {} of {} is {}</source>
        <translation>{}&#xa0;: {} de {} vaut {}</translation>
    </message>
    <message>
        <source>{}: {} needs gradient accumulation, which is disabled</source>
        <translation>{}&#xa0;: {} demande l&apos;accumulation des gradients, qui est désactivée</translation>
    </message>
    <message>
        <source>Leave gradient_accumulation_status out, or {}</source>
        <translation>Omettez gradient_accumulation_status, ou {}</translation>
    </message>
    <message>
        <source>Give a lower limit that is below the upper one</source>
        <translation>Donnez une limite inférieure plus petite que la limite supérieure</translation>
    </message>
    <message>
        <source>the CPU reference does not know what num_features does here: TensorFlow does not document it</source>
        <translation>la référence CPU ne sait pas ce que fait num_features ici&#xa0;: TensorFlow ne le documente pas</translation>
    </message>
    <message>
        <source>the features of the config have the tables {}</source>
        <translation>les features de la config ont les tables {}</translation>
    </message>
    <message>
        <source>table {} has num_features: {}, but {} arrive</source>
        <translation>la table {} a num_features: {}, mais il en arrive {}</translation>
    </message>
    <message>
        <source>Wire one tensor for each feature of a table (a sequence counts as its length)</source>
        <translation>Reliez un tenseur par feature d&apos;une table (une séquence compte pour sa longueur)</translation>
    </message>
    <message>
        <source>{} tensors for {} features</source>
        <translation>{} tenseurs pour {} features</translation>
    </message>
    <message>
        <source>{} tensors for {} tables</source>
        <translation>{} tenseurs pour {} tables</translation>
    </message>
    <message>
        <source>Wire one for each</source>
        <translation>Reliez-en un pour chacune</translation>
    </message>
    <message>
        <source>this block needs a config with features</source>
        <translation>ce bloc demande une config avec des features</translation>
    </message>
    <message>
        <source>Add feature_descriptor {{ ... }} to the config of {}, or use EnqueueTPUEmbeddingSparseTensorBatch</source>
        <translation>Ajoutez feature_descriptor {{ ... }} à la config de {}, ou prenez EnqueueTPUEmbeddingSparseTensorBatch</translation>
    </message>
    <message>
        <source>the CPU reference must know its shape to tell dense, sparse and ragged features apart</source>
        <translation>la référence CPU doit connaître sa shape pour distinguer features denses, creuses et ragged</translation>
    </message>
    <message>
        <source>Give it a fixed shape</source>
        <translation>Donnez-lui une shape fixe</translation>
    </message>
    <message>
        <source>{} columns for the input_shape {}</source>
        <translation>{} colonnes pour l&apos;input_shape {}</translation>
    </message>
    <message>
        <source>Wire {}: one for each dimension and one for what is combined</source>
        <translation>Reliez-en {}&#xa0;: une par dimension et une pour ce qui est combiné</translation>
    </message>
    <message>
        <source>nothing loads the table {}: it begins with zeros</source>
        <translation>rien ne charge la table {}&#xa0;: elle commence par des zéros</translation>
    </message>
    <message>
        <source>{} of {} in the gradient</source>
        <translation>{} de {} dans le gradient</translation>
    </message>
    <message>
        <source>uint32 indices and float weights of one batch for {}</source>
        <translation>indices uint32 et poids flottants d&apos;un lot pour {}</translation>
    </message>
    <message>
        <source>Wire the output of XlaRecvTPUEmbeddingDeduplicationData</source>
        <translation>Reliez la sortie de XlaRecvTPUEmbeddingDeduplicationData</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s documentation calls it a variant of a paper&apos;s algorithm and does not say which</source>
        <translation>la documentation de TensorFlow l&apos;appelle une variante de l&apos;algorithme d&apos;un article sans dire laquelle</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s documentation does not say how it extends the algorithm of the paper that it names</source>
        <translation>la documentation de TensorFlow ne dit pas comment il étend l&apos;algorithme de l&apos;article qu&apos;elle nomme</translation>
    </message>
    <message>
        <source>the rule in TensorFlow&apos;s documentation contradicts itself: it multiplies by the gradient twice and leaves the learning rate out</source>
        <translation>la règle dans la documentation de TensorFlow se contredit&#xa0;: elle multiplie deux fois par le gradient et omet le taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>it is a program for the TPU itself</source>
        <translation>c&apos;est un programme pour le TPU lui-même</translation>
    </message>
    <message>
        <source>initvalues has the shape {}, but shape says {}</source>
        <translation>initvalues a la shape {}, mais shape dit {}</translation>
    </message>
    <message>
        <source>Initialise it now, or reset the sessions</source>
        <translation>Initialisez-la maintenant, ou réinitialisez les sessions</translation>
    </message>
    <message>
        <source>not in this run</source>
        <translation>pas dans cette exécution</translation>
    </message>
    <message>
        <source>no matrix of numbers</source>
        <translation>pas une matrice de nombres</translation>
    </message>
    <message>
        <source>no page that can run is open</source>
        <translation>aucune page exécutable n&apos;est ouverte</translation>
    </message>
    <message numerus="yes">
        <source>--map: {} value changed</source>
        <comment>--map: {} values changed</comment>
        <translation>
            <numerusform>--map&#xa0;: {} valeur changée</numerusform>
            <numerusform>--map&#xa0;: {} valeurs changées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} output</source>
        <comment>{} outputs</comment>
        <translation>
            <numerusform>{} sortie</numerusform>
            <numerusform>{} sorties</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} wire and needs at least {2}</source>
        <comment>{1} has {0} wires and needs at least {2}</comment>
        <translation>
            <numerusform>{1} a {0} fil et en demande au moins {2}</numerusform>
            <numerusform>{1} a {0} fils et en demande au moins {2}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lists {} dtype</source>
        <comment>lists {} dtypes</comment>
        <translation>
            <numerusform>énumère {} dtype</numerusform>
            <numerusform>énumère {} dtypes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} output arrives at {}, but {} {}</source>
        <comment>{} outputs arrive at {}, but {} {}</comment>
        <translation>
            <numerusform>{} sortie arrive à {}, mais {} {}</numerusform>
            <numerusform>{} sorties arrivent à {}, mais {} {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the job {1!r} has no task {2}: it has {0} task, 0</source>
        <comment>the job {1!r} has no task {2}: it has {0} tasks, 0 to {3}</comment>
        <translation>
            <numerusform>le job {1!r} n&apos;a pas de tâche {2}&#xa0;: il a {0} tâche, 0</numerusform>
            <numerusform>le job {1!r} n&apos;a pas de tâche {2}&#xa0;: il a {0} tâches, de 0 à {3}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1}: {0} line cannot be read: {2}</source>
        <comment>{1}: {0} lines cannot be read: {2}</comment>
        <translation>
            <numerusform>{1}&#xa0;: {0} ligne ne peut pas être lue&#xa0;: {2}</numerusform>
            <numerusform>{1}&#xa0;: {0} lignes ne peuvent pas être lues&#xa0;: {2}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one step of this page supplies {} gradient</source>
        <comment>one step of this page supplies {} gradients</comment>
        <translation>
            <numerusform>un pas de cette page fournit {} gradient</numerusform>
            <numerusform>un pas de cette page fournit {} gradients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} value is in {}, which needs {}: batch, height, width, channels</source>
        <comment>{} values are in {}, which needs {}: batch, height, width, channels</comment>
        <translation>
            <numerusform>{} valeur est dans {}, qui en demande {}&#xa0;: lot, hauteur, largeur, canaux</numerusform>
            <numerusform>{} valeurs sont dans {}, qui en demande {}&#xa0;: lot, hauteur, largeur, canaux</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} learning rate</source>
        <comment>{} learning rates</comment>
        <translation>
            <numerusform>{} taux d&apos;apprentissage</numerusform>
            <numerusform>{} taux d&apos;apprentissage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} tag</source>
        <comment>{} tags</comment>
        <translation>
            <numerusform>{} tag</numerusform>
            <numerusform>{} tags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} combiner</source>
        <comment>{} combiners</comment>
        <translation>
            <numerusform>{} combiner</numerusform>
            <numerusform>{} combiners</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} table id</source>
        <comment>{} table ids</comment>
        <translation>
            <numerusform>{} identifiant de table</numerusform>
            <numerusform>{} identifiants de table</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} length</source>
        <comment>{} lengths</comment>
        <translation>
            <numerusform>{} longueur</numerusform>
            <numerusform>{} longueurs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} table</source>
        <comment>{} tables</comment>
        <translation>
            <numerusform>{} table</numerusform>
            <numerusform>{} tables</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: ours {1}, theirs {2}, before {3}</source>
        <translation>{0}&#xa0;: le nôtre {1}, le leur {2}, avant {3}</translation>
    </message>
    <message>
        <source>Both sides of a merge changed it: choose one</source>
        <translation>Les deux côtés d’une fusion l’ont changé&#xa0;: choisissez-en un</translation>
    </message>
    <message>
        <source>the frozen graph cannot count up the seeds {}: it draws random ones</source>
        <translation>le graphe figé ne peut pas incrémenter les graines {}&#xa0;: il en tire au hasard</translation>
    </message>
    <message>
        <source>run with --feed {}=VALUE</source>
        <translation>exécutez avec --feed {}=VALEUR</translation>
    </message>
    <message>
        <source>Look for values that need much computation</source>
        <translation>Cherchez des valeurs qui demandent beaucoup de calcul</translation>
    </message>
    <message>
        <source>allow more time with --timeout</source>
        <translation>accordez plus de temps avec --timeout</translation>
    </message>
    <message>
        <source>Give its folder {} on this machine</source>
        <translation>Indiquez où se trouve son dossier {} sur cette machine</translation>
    </message>
    <message>
        <source>run with --map &apos;{}={}&apos;</source>
        <translation>exécutez avec --map &apos;{}={}&apos;</translation>
    </message>
    <message>
        <source>Base: {}</source>
        <translation>Base&#xa0;: {}</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Les deux</translation>
    </message>
    <message>
        <source>Add a Feed for {}: random numbers {}</source>
        <translation>Ajouter un Feed pour {}&#xa0;: des nombres aléatoires {}</translation>
    </message>
    <message>
        <source>Give {} the value {}</source>
        <translation>Donner à {} la valeur {}</translation>
    </message>
    <message>
        <source>Give {} an array: {}</source>
        <translation>Donner à {} un tableau&#xa0;: {}</translation>
    </message>
    <message>
        <source>Give {} the content of a file…</source>
        <translation>Donner à {} le contenu d’un fichier…</translation>
    </message>
    <message>
        <source>it is not a text in UTF-8</source>
        <translation>ce n’est pas un texte UTF-8</translation>
    </message>
    <message>
        <source>{}: it has no numbers</source>
        <translation>{}&#xa0;: il n’a pas de nombres</translation>
    </message>
    <message>
        <source>it has no object of names and numbers, such as {&quot;dense/MatMul&quot;: 1.5}</source>
        <translation>il n’a pas d’objet de noms et de nombres, comme {&quot;dense/MatMul&quot;: 1.5}</translation>
    </message>
    <message>
        <source>entry {}, {:.60}: the value is not a number</source>
        <translation>entrée {}, {:.60}&#xa0;: la valeur n’est pas un nombre</translation>
    </message>
    <message>
        <source>entry {}, {:.60}</source>
        <translation>entrée {}, {:.60}</translation>
    </message>
    <message>
        <source>entry {}, {:.60}: the name occurs twice</source>
        <translation>entrée {}, {:.60}&#xa0;: le nom y est deux fois</translation>
    </message>
    <message>
        <source>row 1: it has no titles of a column of names and a column of numbers</source>
        <translation>ligne 1&#xa0;: il manque les titres d’une colonne de noms et d’une colonne de nombres</translation>
    </message>
    <message>
        <source>row 1: a title occurs twice</source>
        <translation>ligne 1&#xa0;: un titre y est deux fois</translation>
    </message>
    <message>
        <source>row {}: it has {} cells, row 1 has {}</source>
        <translation>ligne {}&#xa0;: elle a {} cellules, la ligne 1 en a {}</translation>
    </message>
    <message>
        <source>row {}, {:.60}: the name occurs twice</source>
        <translation>ligne {}, {:.60}&#xa0;: le nom y est deux fois</translation>
    </message>
    <message>
        <source>row {}, {:.60}</source>
        <translation>ligne {}, {:.60}</translation>
    </message>
    <message>
        <source>row {}: it has no name</source>
        <translation>ligne {}&#xa0;: elle n’a pas de nom</translation>
    </message>
    <message>
        <source>{}: “{:.60}” is not a number</source>
        <translation>{}&#xa0;: «&#xa0;{:.60}&#xa0;» n’est pas un nombre</translation>
    </message>
    <message>
        <source>{}: the number is not finite, or too large</source>
        <translation>{}&#xa0;: le nombre n’est pas fini, ou est trop grand</translation>
    </message>
    <message>
        <source>{} was written by another program, or an older Blockloom: take one of the two files</source>
        <translation>{} a été écrit par un autre programme ou par un Blockloom plus ancien&#xa0;: prenez l’un des deux fichiers</translation>
    </message>
    <message>
        <source>the weights {} in {} have a dtype that TensorFlow does not have: {}</source>
        <translation>les poids {} de {} ont un dtype que TensorFlow n’a pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>Feed it: a Feed block wired to the Session&apos;s inputs, or the default of an Arg</source>
        <translation>Alimentez-le&#xa0;: un bloc Feed relié aux inputs de la Session, ou le défaut d’un Arg</translation>
    </message>
    <message>
        <source>Its frame places it on a task of a cluster: run it with this task as its target, grpc://HOST:PORT</source>
        <translation>Son cadre le place sur une tâche d’un cluster&#xa0;: exécutez-le avec cette tâche comme cible, grpc://HOST:PORT</translation>
    </message>
    <message>
        <source>Another page has left something else under this name on {}: name a container for this one, or give it another shared_name</source>
        <translation>Une autre page a laissé autre chose sous ce nom sur {}&#xa0;: nommez un container pour celui-ci, ou donnez-lui un autre shared_name</translation>
    </message>
    <message>
        <source>{} {} so far; the required number is unknown, since it cannot be read while the step runs</source>
        <translation>{} {} jusqu’ici&#xa0;; le nombre requis est inconnu, car il ne peut pas être lu pendant que le pas s’exécute</translation>
    </message>
    <message>
        <source>{}. The local_step {} is older than the accumulator&apos;s step, which is at least {}, so the gradient was dropped</source>
        <translation>{}. Le local_step {} est plus ancien que le pas de l’accumulateur, qui est au moins {}, le gradient a donc été écarté</translation>
    </message>
    <message>
        <source>the variable {} is of shape {}, and its value in the checkpoint, {}, of shape {}: the checkpoint belongs to another model</source>
        <translation>la variable {} est de shape {}, et sa valeur dans le checkpoint, {}, de shape {}&#xa0;: le checkpoint appartient à un autre modèle</translation>
    </message>
    <message>
        <source>it needs graph version {2} or later, and the installed TensorFlow {0} has version {1}: its results may differ here</source>
        <translation>il demande la version de graphe {2} ou une plus récente, et le TensorFlow installé {0} a la version {1}&#xa0;: ses résultats peuvent différer ici</translation>
    </message>
    <message numerus="yes">
        <source>saved run of {1}, {0:,} step</source>
        <comment>saved run of {1}, {0:,} steps</comment>
        <translation>
            <numerusform>exécution enregistrée de {1}, {0:,} pas</numerusform>
            <numerusform>exécution enregistrée de {1}, {0:,} pas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} feature</source>
        <comment>{} features</comment>
        <translation>
            <numerusform>{} feature</numerusform>
            <numerusform>{} features</numerusform>
        </translation>
    </message>
    <message>
        <source>A window slides over images and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>Une fenêtre glisse sur les images et y prend une somme pondérée de tous les canaux, une fois par filtre. Avec `groups`, les canaux sont répartis, et chaque partie donne ses propres filtres.</translation>
    </message>
    <message>
        <source>y = x KERNEL + BIAS, and the activation of that. x has any number of dimensions; the last one becomes `units` long.</source>
        <translation>y = x KERNEL + BIAS, et l&apos;activation de cela. x a un nombre quelconque de dimensions&#xa0;; la dernière devient longue de `units`.</translation>
    </message>
    <message>
        <source>The weights of a convolution in groups as those of one over all channels: 0 from the channels of a group to the filters of another.</source>
        <translation>Les poids d&apos;une convolution par groupes comme ceux d&apos;une convolution sur tous les canaux&#xa0;: 0 des canaux d&apos;un groupe aux filtres d&apos;un autre.</translation>
    </message>
    <message>
        <source>Drop stale</source>
        <translation>Gradients périmés</translation>
    </message>
    <message>
        <source>When several workers train one model, a gradient may be applied long after it was computed, when the weights have moved on. DROP wraps the optimizer SGD: it notes the global step STEP before GRADS computes, and compares when APPLY applies. After more than `staleness` updates in between, the gradients are dropped, STEP stays, and stale_counter goes up.</source>
        <translation>Quand plusieurs machines entraînent un modèle, un gradient peut s&apos;appliquer bien après son calcul, quand les poids ont bougé. DROP enveloppe l&apos;optimiseur SGD&#xa0;: il note le pas global STEP avant que GRADS calcule, et compare quand APPLY applique. S&apos;il y a eu plus de `staleness` mises à jour entre-temps, les gradients sont jetés, STEP reste, et stale_counter monte.</translation>
    </message>
    <message>
        <source>These blocks play the other workers: between GRADS and APPLY they count STEP up by 1, 2, 3, 0, 1, 2, 3, 0 ... With staleness 1, two of every four gradients are dropped: run 8 steps and DROP.stale_counter is 4.</source>
        <translation>Ces blocs jouent les autres machines&#xa0;: entre GRADS et APPLY ils font avancer STEP de 1, 2, 3, 0, 1, 2, 3, 0 ... Avec staleness 1, deux gradients sur quatre sont jetés&#xa0;: exécutez 8 pas et DROP.stale_counter vaut 4.</translation>
    </message>
    <message>
        <source>Set staleness to 0: only every fourth gradient is applied.
Set it to 3: all are. W comes down to 0 faster the more are applied.</source>
        <translation>Mettez staleness à 0&#xa0;: un gradient sur quatre s&apos;applique.
Mettez-le à 3&#xa0;: tous. W descend vers 0 d&apos;autant plus vite.</translation>
    </message>
    <message>
        <source>Image edges</source>
        <translation>Contours d&apos;image</translation>
    </message>
    <message>
        <source>Rings, and where they are steep: two Sobel kernels in one Conv2D give the slope across and down, STRENGTH is its length.
Run one step, select EDGES, press Ctrl+I and choose Image to look at its two channels.</source>
        <translation>Des anneaux, et où ils sont raides&#xa0;: deux noyaux de Sobel dans un Conv2D donnent la pente en largeur et en hauteur, STRENGTH est sa longueur.
Exécutez un pas, sélectionnez EDGES, Ctrl+I et Image montre ses deux canaux.</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>Régression linéaire</translation>
    </message>
    <message>
        <source>Fits y = W x + B to eight points that lie near y = 2 x + 1.
Run 100 steps: the loss chart falls, W goes to 2 and B to 1. Reset starts again from 0.</source>
        <translation>Ajuste y = W x + B à huit points proches de y = 2 x + 1.
Exécutez 100 pas&#xa0;: la courbe de perte descend, W va vers 2 et B vers 1. Réinitialiser repart de 0.</translation>
    </message>
    <message>
        <source>GRADS differentiates LOSS by W and by B;
the two descent blocks take a step of size alpha against it.</source>
        <translation>GRADS dérive LOSS par rapport à W et à B&#xa0;;
les deux blocs de descente font un pas alpha en sens inverse.</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>Produit de matrices</translation>
    </message>
    <message>
        <source>A is 2 x 3, B is 3 x 2: the product is 2 x 2.
Type other matrices into their value pins, or set transpose_b in the inspector.</source>
        <translation>A est 2 x 3, B est 3 x 2&#xa0;: le produit est 2 x 2.
Saisissez d&apos;autres matrices dans leurs broches, ou transpose_b dans l&apos;inspecteur.</translation>
    </message>
    <message>
        <source>Optimizers</source>
        <translation>Optimiseurs</translation>
    </message>
    <message>
        <source>Fits W so that the rows of X, multiplied by W and summed, come near Y. TRAIN computes the gradient of LOSS by every variable that LOSS depends on, here W, and lets ADAM apply it; STEP counts the updates.</source>
        <translation>Ajuste W pour que les lignes de X, multipliées par W et sommées, approchent Y. TRAIN calcule le gradient de LOSS pour chaque variable dont LOSS dépend, ici W, et ADAM l&apos;applique&#xa0;; STEP compte.</translation>
    </message>
    <message>
        <source>The results of the optimizer include its slots: m:W and v:W are Adam&apos;s averages for W, beta1_power and beta2_power its corrections. They live as long as W does, also over edits.
Put another optimizer in its place and compare how fast LOSS falls.</source>
        <translation>Ce que garde l&apos;optimiseur est dans ses résultats&#xa0;: m:W et v:W sont les moyennes d&apos;Adam pour W, beta1_power et beta2_power ses corrections. Ils vivent autant que W, même si l&apos;on modifie.
Mettez un autre optimiseur à sa place et comparez la chute de LOSS.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>File d&apos;attente</translation>
    </message>
    <message>
        <source>Each step puts three numbers into the queue and takes two out, so it grows by one a step.
In the eleventh step there is no room for three more: PUT waits, and the page shows it.</source>
        <translation>Chaque pas met trois nombres dans la file et en prend deux&#xa0;: elle grandit d&apos;un par pas.
Au onzième pas il n&apos;y a plus de place pour trois&#xa0;: PUT attend, et la page le dit.</translation>
    </message>
    <message>
        <source>The dashed control wires order the step: PUT, then TAKE, then LEFT.</source>
        <translation>Les fils de contrôle en tirets ordonnent le pas&#xa0;: PUT, puis TAKE, puis LEFT.</translation>
    </message>
    <message>
        <source>Resource accumulator</source>
        <translation>Accumulateur de ressource</translation>
    </message>
    <message>
        <source>Synchronous training on one page. APPLY_A and APPLY_B are two workers: each adds its gradient to the accumulator ACC, signed with the step at which it was computed. TAKE blocks until num_required gradients are there, gives their mean, empties ACC and counts ACC&apos;s own step up by one. TRAIN goes against the mean.</source>
        <translation>Entraînement synchrone sur une page. APPLY_A et APPLY_B sont deux machines&#xa0;: chacune ajoute son gradient à l&apos;accumulateur ACC, signé du pas où il fut calculé. TAKE bloque jusqu&apos;à num_required gradients, donne leur moyenne, vide ACC et fait avancer d&apos;un le pas d&apos;ACC. TRAIN va contre la moyenne.</translation>
    </message>
    <message>
        <source>A worker that has fallen behind: it signs with its own step BEHIND, which stays at 0. In the first step its gradient of 1000 still counts (COUNT shows 3); after that ACC&apos;s step is past 0 and it is ignored (COUNT shows 2).
Let BEHIND begin at 100, press Reset, and it counts in every step.</source>
        <translation>Une machine en retard&#xa0;: elle signe de son propre pas BEHIND, qui reste à 0. Au premier pas son gradient de 1000 compte encore (COUNT montre 3)&#xa0;; ensuite le pas d&apos;ACC dépasse 0 et il est ignoré (COUNT montre 2).
Faites partir BEHIND de 100, Réinitialiser, et elle compte à chaque pas.</translation>
    </message>
    <message>
        <source>Set num_required to 4 and press Reset: the first step supplies three gradients, so TAKE waits and says &quot;3 of 4 gradients&quot;. Stop the run: the gathered gradients stay, and the next run adds the missing one.</source>
        <translation>Mettez num_required à 4 et réinitialisez&#xa0;: le premier pas fournit trois gradients, TAKE attend donc et dit «&#xa0;3 sur 4 gradients&#xa0;». Arrêtez&#xa0;: ce qui est réuni reste, et l&apos;exécution suivante ajoute le reste.</translation>
    </message>
    <message>
        <source>Sparse accumulator</source>
        <translation>Accumulateur creux</translation>
    </message>
    <message>
        <source>Each step adds 0.1 to the variable V and applies it to the accumulator as a sparse gradient: rows 2 and 4 of a 5 x 2 tensor.</source>
        <translation>Chaque pas ajoute 0.1 à la variable V et l&apos;applique à l&apos;accumulateur en gradient creux&#xa0;: lignes 2 et 4 d&apos;un tenseur 5 x 2.</translation>
    </message>
    <message>
        <source>TAKE blocks until num_required gradients are there, then gives their mean and empties the accumulator. Try num_required 2: one step supplies only one gradient, so TAKE waits.</source>
        <translation>TAKE bloque jusqu&apos;à num_required gradients, puis donne leur moyenne et vide l&apos;accumulateur. Essayez num_required 2&#xa0;: un pas ne fournit qu&apos;un gradient, donc TAKE attend.</translation>
    </message>
    <message>
        <source>Switch counter</source>
        <translation>Compteur à Switch</translation>
    </message>
    <message>
        <source>Counts 1, 2, 3 and begins again at 0. SWITCH sends NEXT to one of its outputs; the other branch is dead in that step and shows &quot;no value&quot;. MERGE passes on the branch that is alive.</source>
        <translation>Compte 1, 2, 3 puis reprend à 0. SWITCH envoie NEXT à une de ses sorties&#xa0;; l&apos;autre branche est morte à ce pas et montre «&#xa0;pas de valeur&#xa0;». MERGE transmet la branche vivante.</translation>
    </message>
    <message>
        <source>TPU embedding</source>
        <translation>Embedding TPU</translation>
    </message>
    <message>
        <source>The tables of a TPU embedding live in the TPU; its own ops fill them, look rows up and update them. On a machine without a TPU this page runs by the CPU reference: the same blocks, lowered to ordinary ops. blockloom convert tpu_embedding.loom page.pb keeps the real TPU ops for a TPU.</source>
        <translation>Les tables d&apos;un embedding TPU sont dans le TPU&#xa0;; ses propres ops les remplissent, y lisent et les mettent à jour. Sans TPU, cette page s&apos;exécute par la référence CPU&#xa0;: les mêmes blocs, ramenés à des ops ordinaires. blockloom convert tpu_embedding.loom page.pb garde les vraies ops TPU.</translation>
    </message>
    <message>
        <source>Set-up, once when the session begins. CONFIGURE describes the tables and their optimizers as protobuf text: word (8 rows of 2) is shared by two features and trained by Adagrad, user (4 rows of 2) by gradient descent. The others say @CONFIGURE to use the same text. The Load blocks give the tables, and the slots of their optimizers, the first values.</source>
        <translation>Mise en place, une fois au début de la session. CONFIGURE décrit les tables et leurs optimiseurs en texte protobuf&#xa0;: word (8 lignes de 2), partagée par deux features et entraînée par Adagrad, user (4 lignes de 2) par descente de gradient. Les autres disent @CONFIGURE pour le même texte. Les blocs Load donnent aux tables, et aux slots, leurs premières valeurs.</translation>
    </message>
    <message>
        <source>ENQUEUE puts a batch of 3 samples into a queue: for each of three features the ids of each sample, with weights. Id 5 is looked up by both features of word, id 3 twice in one sample, and sample 1 has no id in the second feature. word takes the mean of a sample&apos;s rows, user the sum.</source>
        <translation>ENQUEUE met en file un lot de 3 échantillons&#xa0;: pour chacune des trois features leurs identifiants, avec des poids. L&apos;identifiant 5 est lu par les deux features de word, 3 deux fois dans un échantillon, et l&apos;échantillon 1 n&apos;en a pas dans la deuxième. word en prend la moyenne, user la somme.</translation>
    </message>
    <message>
        <source>DEDUP takes the next batch. RECV looks it up: outputs[0] are the rows of word, 3 samples x 2 features, outputs[1] the 3 rows of user. The empty sample gives zeros.</source>
        <translation>DEDUP prend le lot suivant. RECV le lit&#xa0;: outputs[0] sont les lignes de word, 3 échantillons x 2 features, outputs[1] les 3 lignes de user. L&apos;échantillon vide donne des zéros.</translation>
    </message>
    <message>
        <source>The loss is how far the activations are from typed-in targets. GRADS differentiates it by the activations: that is what SEND wants.</source>
        <translation>La perte est l&apos;écart des activations aux cibles saisies. GRADS la dérive par rapport aux activations&#xa0;: c&apos;est ce que veut SEND.</translation>
    </message>
    <message>
        <source>The learning rate of tag 0, that of word, comes by wire and falls as 1 / sqrt(step). That of user is a constant in the config.</source>
        <translation>Le taux d&apos;apprentissage du tag 0, celui de word, vient par fil et baisse en 1 / sqrt(step). Celui de user est une constante de la config.</translation>
    </message>
    <message>
        <source>SEND passes each gradient on to the rows that made up the activation, sums those of equal ids, and the optimizer changes each row once. user is kept between -2 and 2.</source>
        <translation>SEND transmet chaque gradient aux lignes qui ont fait l&apos;activation, additionne ceux d&apos;identifiants égaux, et l&apos;optimiseur change chaque ligne une fois. user reste entre -2 et 2.</translation>
    </message>
    <message>
        <source>WORD and USER show the tables as the step leaves them. Run 100 steps: LOSS goes to 0, and rows that no sample names stay as they were.</source>
        <translation>WORD et USER montrent les tables en fin de pas. Exécutez 100 pas&#xa0;: LOSS va vers 0, et les lignes qu&apos;aucun échantillon ne nomme restent telles quelles.</translation>
    </message>
    <message>
        <source>XOR network</source>
        <translation>Réseau XOR</translation>
    </message>
    <message>
        <source>A network of two layers learns XOR: run 200 steps. The loss falls on its chart, PREDICTED becomes LABELS.</source>
        <translation>Un réseau à deux couches apprend XOR&#xa0;: exécutez 200 pas. La perte baisse sur sa courbe, PREDICTED devient LABELS.</translation>
    </message>
    <message>
        <source>The same weights on a grid of 40 x 40 points around the four of X: MAP is the chance of a 1 at each.
Mute the blocks of this frame and the network learns without it.</source>
        <translation>Les mêmes poids sur une grille de 40 x 40 points autour des quatre de X&#xa0;: MAP y est la probabilité d&apos;un 1.
Désactivez les blocs de ce cadre&#xa0;: le réseau apprend sans lui.</translation>
    </message>
    <message>
        <source>A window slides over sequences and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>Une fenêtre glisse sur les séquences et y prend une somme pondérée de tous les canaux, une fois par filtre. Avec `groups`, les canaux sont répartis, et chaque partie donne ses propres filtres.</translation>
    </message>
    <message>
        <source>A window slides over volumes and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>Une fenêtre glisse sur les volumes et y prend une somme pondérée de tous les canaux, une fois par filtre. Avec `groups`, les canaux sont répartis, et chaque partie donne ses propres filtres.</translation>
    </message>
    <message>
        <source>A convolution the other way round: each pixel spreads over a window, `strides` apart, with a weight for each channel and filter. Images become larger.</source>
        <translation>Une convolution à l&apos;envers&#xa0;: chaque pixel s&apos;étend sur une fenêtre, à `strides` d&apos;intervalle, avec un poids par canal et par filtre. Les images deviennent plus grandes.</translation>
    </message>
    <message>
        <source>A loop over time: LSTM_cell, from the first position of a sequence to the last. The part of BIAS that decides what is kept begins with 1, the rest with 0. At positions that `mask` leaves out the state stays as it was.</source>
        <translation>Une boucle dans le temps&#xa0;: LSTM_cell, de la première position d&apos;une séquence à la dernière. La partie de BIAS qui décide ce qui est gardé commence par 1, le reste par 0. Aux positions que `mask` écarte, l&apos;état reste comme il était.</translation>
    </message>
    <message>
        <source>A loop over time: GRU_cell, from the first position of a sequence to the last. BIAS has a row for the inputs and one for the state. At positions that `mask` leaves out the state stays as it was.</source>
        <translation>Une boucle dans le temps&#xa0;: GRU_cell, de la première position d&apos;une séquence à la dernière. BIAS a une ligne pour les entrées et une pour l&apos;état. Aux positions que `mask` écarte, l&apos;état reste comme il était.</translation>
    </message>
    <message>
        <source>One step of the loop over time: LSTM_cell on the inputs of step t; its state goes into the list of outputs. Where the mask says that the position does not count, the state stays as it was.</source>
        <translation>Un pas de la boucle dans le temps&#xa0;: LSTM_cell sur les entrées du pas t&#xa0;; son état va dans la liste des sorties. Où le masque dit que la position ne compte pas, l&apos;état reste comme il était.</translation>
    </message>
    <message>
        <source>One step of the loop over time: GRU_cell on the inputs of step t; its state goes into the list of outputs. Where the mask says that the position does not count, the state stays as it was.</source>
        <translation>Un pas de la boucle dans le temps&#xa0;: GRU_cell sur les entrées du pas t&#xa0;; son état va dans la liste des sorties. Où le masque dit que la position ne compte pas, l&apos;état reste comme il était.</translation>
    </message>
    <message>
        <source>Runs the page. One step fetches every output wired to fetch_outputs and runs every operation wired to run_outputs, together, in one TensorFlow session with its own variables. Sessions of a page run one after the other, in the order of their ids. A page without a Session block gets one that fetches and runs whatever nothing else uses. An opened GraphDef or MetaGraph has a Session that fetches its outputs and runs nothing: a run trains, saves or restores only if you wire that to a Session, or ask for it with --fetch. With --fetch, such a Session fetches the named outputs instead of its own, and only the blocks that these need run.</source>
        <translation>Exécute la page. À chaque pas, récupère toutes les sorties reliées à fetch_outputs et exécute toutes les opérations reliées à run_outputs, ensemble, dans une session TensorFlow avec ses propres variables. Les sessions d’une page s’exécutent l’une après l’autre, dans l’ordre de leurs identifiants. Une page sans bloc Session en reçoit une qui récupère et exécute tout ce que rien d’autre n’utilise. Un GraphDef ou MetaGraph ouvert a une Session qui récupère ses sorties et n’exécute rien&#xa0;: une exécution n’entraîne, n’enregistre ou ne restaure que si vous reliez cela à une Session, ou le demandez avec --fetch. Avec --fetch, une telle Session récupère les sorties nommées au lieu des siennes, et seuls les blocs dont elles ont besoin s’exécutent.</translation>
    </message>
    <message>
        <source>Validates what the page&apos;s Session trains, with the variables of that: in a run of epochs it runs after each of them, to the end of its data; in other runs it does nothing. Data and metrics begin anew for it, with what its `inputs` feed: a `training` that is fed false gives the validation rows and turns off dropout. `history` tells of each epoch the numbers that it fetches: those of the last step, so fetch metrics that sum up an epoch.</source>
        <translation>Valide ce qu&apos;entraîne la Session de la page, avec les variables de celle-ci&#xa0;: dans une exécution par époques, elle s&apos;exécute après chacune, jusqu&apos;à la fin de ses données&#xa0;; dans les autres elle ne fait rien. Les données et les métriques recommencent pour elle, avec ce que ses `inputs` fournissent&#xa0;: un `training` à qui l&apos;on donne false choisit les lignes de validation et éteint le dropout. `history` dit de chaque époque les nombres qu&apos;elle lit&#xa0;: ceux du dernier pas, donc lisez des métriques qui additionnent une époque.</translation>
    </message>
    <message>
        <source>How many updates may come between: a whole number. Below 0, fresh gradients are dropped as well.</source>
        <translation>Combien de mises à jour peuvent s&apos;intercaler&#xa0;: un nombre entier. Sous 0, les gradients frais sont jetés aussi.</translation>
    </message>
    <message>
        <source>The settings were reset: {}</source>
        <translation>Les réglages repartent de zéro&#xa0;: {}</translation>
    </message>
    <message>
        <source>Pages can be drawn and checked. To run them: {}</source>
        <translation>Les pages peuvent être dessinées et vérifiées. Pour les exécuter&#xa0;: {}</translation>
    </message>
    <message>
        <source>New page…</source>
        <translation>Nouvelle page…</translation>
    </message>
    <message>
        <source>Device, such as /device:GPU:0</source>
        <translation>Périphérique, comme /device:GPU:0</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
    <message>
        <source>Unknown block type: {0}</source>
        <translation>Type de bloc inconnu&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Train on It…</source>
        <translation>Entraîner dessus…</translation>
    </message>
    <message>
        <source>Add a Block That Reads It</source>
        <translation>Ajouter un bloc qui le lit</translation>
    </message>
    <message>
        <source>Press Tab or double click here to add a block, or drag a type from the list.</source>
        <translation>Appuyez sur Tab ou double-cliquez ici pour ajouter un bloc, ou faites glisser un type depuis la liste.</translation>
    </message>
    <message>
        <source>Gradient of the loss:</source>
        <translation>Gradient de la perte&#xa0;:</translation>
    </message>
    <message>
        <source>loses a wire</source>
        <translation>perd un fil</translation>
    </message>
    <message>
        <source>loses {0} wires</source>
        <translation>perd {0} fils</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Slider of {0}</source>
        <translation>Réglette de {0}</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Step, 0 for any number</source>
        <translation>Pas, 0 pour tout nombre</translation>
    </message>
    <message>
        <source>Tables of numbers</source>
        <translation>Tableaux de nombres</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nombres</translation>
    </message>
    <message>
        <source>nothing is written, since what would be could not be loaded: {}</source>
        <translation>rien n’est écrit, car ce qui le serait n’a pas pu être chargé&#xa0;: {}</translation>
    </message>
    <message>
        <source>of step {0}</source>
        <translation>du pas {0}</translation>
    </message>
    <message>
        <source>with it the model would take more than {:,} MiB, and its file takes {:,} KiB: it is made to fill the memory, or damaged</source>
        <translation>avec lui, le modèle prendrait plus de {:,} Mio, et son fichier fait {:,} Kio&#xa0;: il est fait pour remplir la mémoire, ou endommagé</translation>
    </message>
    <message>
        <source>{}: reading it takes more than {} MiB of memory: no sound file of its size does</source>
        <translation>{}&#xa0;: sa lecture prend plus de {} Mio de mémoire&#xa0;: aucun fichier valide de cette taille n’en demande autant</translation>
    </message>
    <message>
        <source>the installed TensorFlow does not know these attributes of its ops, and they are left out: {}. What it computes here may be something else</source>
        <translation>le TensorFlow installé ne connaît pas ces attributs de ses opérations, et ils sont laissés de côté&#xa0;: {}. Ce qu&apos;il calcule ici peut être autre chose</translation>
    </message>
    <message>
        <source>What a model calls its page as a signature, where a page cannot be called so: tensorflow/serving/regress.</source>
        <translation>Le nom que donne un modèle à sa page en tant que signature, là où une page ne peut porter ce nom&#xa0;: tensorflow/serving/regress.</translation>
    </message>
    <message>
        <source>&quot;arrays&quot; must map keys to hashes</source>
        <translation>&quot;arrays&quot; doit associer des clés à des empreintes</translation>
    </message>
    <message>
        <source>another program is at work there</source>
        <translation>un autre programme y travaille</translation>
    </message>
    <message>
        <source>Take the weights that {} has now</source>
        <translation>Prendre les poids que {} contient maintenant</translation>
    </message>
    <message>
        <source>{}: weights of a document are in this file: choose another name</source>
        <translation>{}&#xa0;: les poids d&apos;un document sont dans ce fichier&#xa0;: choisissez un autre nom</translation>
    </message>
    <message>
        <source>the weights {} in {} are not those that the document was saved with</source>
        <translation>les poids {} de {} ne sont pas ceux avec lesquels le document a été enregistré</translation>
    </message>
    <message>
        <source>it does not begin with a header</source>
        <translation>il ne commence pas par un en-tête</translation>
    </message>
    <message>
        <source>what it says of {!r:.60} cannot be</source>
        <translation>ce qu&apos;il dit de {!r:.60} est impossible</translation>
    </message>
    <message>
        <source>its arrays do not lie one behind the other</source>
        <translation>ses tableaux ne se suivent pas</translation>
    </message>
    <message>
        <source>there are no values of the type {!r:.40}</source>
        <translation>il n’y a pas de valeurs du type {!r:.40}</translation>
    </message>
    <message>
        <source>not finite: first seen in step {0}</source>
        <translation>non fini&#xa0;: vu pour la première fois au pas {0}</translation>
    </message>
    <message>
        <source>an array of the shape {} cannot be had</source>
        <translation>un tableau de la forme {} est impossible</translation>
    </message>
    <message>
        <source>{}: {}. {}</source>
        <translation>{}&#xa0;: {}. {}</translation>
    </message>
    <message>
        <source>there is no file {}</source>
        <translation>il n&apos;y a pas de fichier {}</translation>
    </message>
    <message>
        <source>{} is {}, and only floating point numbers have gradients</source>
        <translation>{} est {}, et seuls les nombres à virgule flottante ont des gradients</translation>
    </message>
    <message>
        <source>greater than 0</source>
        <translation>plus grand que 0</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 ou plus</translation>
    </message>
    <message>
        <source>0 or less</source>
        <translation>0 ou moins</translation>
    </message>
    <message>
        <source>{} is {}, and has to be {}</source>
        <translation>{} est {}, et doit être {}</translation>
    </message>
    <message>
        <source>Type another number</source>
        <translation>Saisissez un autre nombre</translation>
    </message>
    <message>
        <source>Make the other inputs {}: set it where they are typed, or insert a Cast</source>
        <translation>Faites des autres entrées des {}&#xa0;: réglez-le là où elles sont saisies, ou insérez un Cast</translation>
    </message>
    <message>
        <source>{!r:.40} is not a dtype: did you mean {}?</source>
        <translation>{!r:.40} n&apos;est pas un dtype&#xa0;: vouliez-vous dire {}&#xa0;?</translation>
    </message>
    <message>
        <source>in the file, {0} is {1}</source>
        <translation>dans le fichier, {0} est {1}</translation>
    </message>
    <message>
        <source>Drag: wire it to another pin</source>
        <translation>Glisser&#xa0;: relier à une autre broche</translation>
    </message>
    <message>
        <source>Double click: type a value</source>
        <translation>Double clic&#xa0;: saisir une valeur</translation>
    </message>
    <message>
        <source>Drag: select · double click or Tab: add a block · middle button: move the page</source>
        <translation>Glisser&#xa0;: sélectionner · double clic ou Tab&#xa0;: ajouter un bloc · bouton du milieu&#xa0;: déplacer la page</translation>
    </message>
    <message>
        <source>Drag: wire · double click: its result</source>
        <translation>Glisser&#xa0;: relier · double clic&#xa0;: son résultat</translation>
    </message>
    <message>
        <source>Drag: wire</source>
        <translation>Glisser&#xa0;: relier</translation>
    </message>
    <message>
        <source>Click: find the origin of the non-finite value</source>
        <translation>Clic&#xa0;: trouver l’origine de la valeur non finie</translation>
    </message>
    <message>
        <source>Drag to another block: set which one runs first</source>
        <translation>Glisser vers un autre bloc&#xa0;: lequel s’exécute d’abord</translation>
    </message>
    <message>
        <source>Click: true or false</source>
        <translation>Clic&#xa0;: vrai ou faux</translation>
    </message>
    <message>
        <source>Drag: change the value</source>
        <translation>Glisser&#xa0;: une autre valeur</translation>
    </message>
    <message>
        <source>Drag: move · double click: rename</source>
        <translation>Glisser&#xa0;: déplacer · double clic&#xa0;: renommer</translation>
    </message>
    <message>
        <source>Drag: move · double click: results · right button: more</source>
        <translation>Glisser&#xa0;: déplacer · double clic&#xa0;: résultats · bouton droit&#xa0;: autres</translation>
    </message>
    <message>
        <source>Double click: results</source>
        <translation>Double clic&#xa0;: résultats</translation>
    </message>
    <message>
        <source>Double click: add a block in between · drag: change the route · Del: delete</source>
        <translation>Double clic&#xa0;: insérer un bloc · glisser&#xa0;: changer le tracé · Suppr&#xa0;: supprimer</translation>
    </message>
    <message>
        <source>Drag: move it with its blocks · double click: expand</source>
        <translation>Glisser&#xa0;: déplacer avec ses blocs · double clic&#xa0;: déplier</translation>
    </message>
    <message>
        <source>Drag: move it with its blocks · double click: edit the title</source>
        <translation>Glisser&#xa0;: déplacer avec ses blocs · double clic&#xa0;: modifier le titre</translation>
    </message>
    <message>
        <source>Click: collapse or expand</source>
        <translation>Clic&#xa0;: replier ou déplier</translation>
    </message>
    <message>
        <source>Click: show each pin · drag: move the frame with its blocks</source>
        <translation>Clic&#xa0;: montrer chaque broche · glisser&#xa0;: déplacer le cadre avec ses blocs</translation>
    </message>
    <message>
        <source>Drag: move · double click: edit the text</source>
        <translation>Glisser&#xa0;: déplacer · double clic&#xa0;: modifier le texte</translation>
    </message>
    <message>
        <source>Drag: change the size</source>
        <translation>Glisser&#xa0;: une autre taille</translation>
    </message>
    <message>
        <source>Click: unpin</source>
        <translation>Clic&#xa0;: détacher</translation>
    </message>
    <message>
        <source>Click: show fixes</source>
        <translation>Clic&#xa0;: montrer les corrections</translation>
    </message>
    <message>
        <source>Click: select it in the list of changes</source>
        <translation>Clic&#xa0;: le choisir dans la liste des changements</translation>
    </message>
    <message>
        <source>Drag: wire · double click: type a value</source>
        <translation>Glisser&#xa0;: relier · double clic&#xa0;: saisir une valeur</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>cadre</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>couleur</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>pause</translation>
    </message>
    <message>
        <source>page</source>
        <translation>page</translation>
    </message>
    <message>
        <source>look of wires</source>
        <translation>aspect des fils</translation>
    </message>
    <message>
        <source>title</source>
        <translation>titre</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>device</source>
        <translation>appareil</translation>
    </message>
    <message>
        <source>library</source>
        <translation>bibliothèque</translation>
    </message>
    <message>
        <source>order of pages</source>
        <translation>ordre des pages</translation>
    </message>
    <message>
        <source>size</source>
        <translation>taille</translation>
    </message>
    <message>
        <source>background</source>
        <translation>fond</translation>
    </message>
    <message>
        <source>slider</source>
        <translation>curseur</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>signet</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>supprimé</translation>
    </message>
    <message>
        <source>base {}</source>
        <translation>base {}</translation>
    </message>
    <message>
        <source>runs after</source>
        <translation>s’exécute après</translation>
    </message>
    <message>
        <source>frame {}</source>
        <translation>cadre {}</translation>
    </message>
    <message>
        <source>note {}</source>
        <translation>note {}</translation>
    </message>
    <message>
        <source>ours: {}</source>
        <translation>le nôtre&#xa0;: {}</translation>
    </message>
    <message>
        <source>theirs: {}</source>
        <translation>le leur&#xa0;: {}</translation>
    </message>
    <message>
        <source>is there</source>
        <translation>présent</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>non fini</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Structure</translation>
    </message>
    <message>
        <source>Saved runs</source>
        <translation>Exécutions enregistrées</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Différences</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Coût</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparaison</translation>
    </message>
    <message>
        <source>History of the file</source>
        <translation>Historique du fichier</translation>
    </message>
    <message>
        <source>the document as it was opened</source>
        <translation>le document tel qu’il a été ouvert</translation>
    </message>
    <message>
        <source>the file on disk</source>
        <translation>le fichier sur le disque</translation>
    </message>
    <message>
        <source>common ancestor</source>
        <translation>d’où les deux viennent</translation>
    </message>
    <message>
        <source>{0} at {1}</source>
        <translation>{0} à {1}</translation>
    </message>
    <message>
        <source>{} days ago</source>
        <translation>il y a {} jours</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Conflits</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>Fusion impossible</translation>
    </message>
    <message>
        <source>not initialised: {0}</source>
        <translation>non initialisé&#xa0;: {0}</translation>
    </message>
    <message>
        <source>step {0}: {1} has its initial value</source>
        <translation>pas {0}&#xa0;: {1} a sa valeur initiale</translation>
    </message>
    <message>
        <source>{1} initialised, at step {0}</source>
        <translation>pas {0}&#xa0;: {1} ont leurs valeurs initiales</translation>
    </message>
    <message>
        <source>step {0}: {1}</source>
        <translation>pas {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>the validation of epoch {0} failed or timed out</source>
        <translation>la validation de l&apos;époque {0} a échoué ou n&apos;a pas fini à temps</translation>
    </message>
    <message>
        <source>step {}, failed</source>
        <translation>étape {}, échouée</translation>
    </message>
    <message>
        <source>done, step {}</source>
        <translation>terminé, pas {}</translation>
    </message>
    <message>
        <source>done, step {0}: {1} is true</source>
        <translation>terminé, pas {0}&#xa0;: {1} est vrai</translation>
    </message>
    <message>
        <source>done, step {0}: {1} is false</source>
        <translation>terminé, pas {0}&#xa0;: {1} est faux</translation>
    </message>
    <message>
        <source>step {0}: end of the data of {1}</source>
        <translation>pas {0}&#xa0;: fin des données de {1}</translation>
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
        <source>{0}; {1}</source>
        <translation>{0}&#xa0;; {1}</translation>
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
        <source>starting TensorFlow</source>
        <translation>démarrage de TensorFlow</translation>
    </message>
    <message>
        <source>Another window cannot be started: {}</source>
        <translation>Une autre fenêtre ne peut pas être ouverte&#xa0;: {}</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Keep the step and continue the run (F5)</source>
        <translation>Garder le pas et continuer l’exécution (F5)</translation>
    </message>
    <message>
        <source>Step Over</source>
        <translation>Avancer d’un bloc</translation>
    </message>
    <message>
        <source>Show the values after the next block (F10)</source>
        <translation>Montrer les valeurs après le bloc suivant (F10)</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>Reculer d’un bloc</translation>
    </message>
    <message>
        <source>Show the values before the last block (Ctrl+F10)</source>
        <translation>Montrer les valeurs avant le dernier bloc (Ctrl+F10)</translation>
    </message>
    <message>
        <source>Next Call</source>
        <translation>Appel suivant</translation>
    </message>
    <message>
        <source>Continue to the next call with a hit (Shift+F10)</source>
        <translation>Continuer jusqu’à l’appel suivant qui atteint un point d’arrêt (Maj+F10)</translation>
    </message>
    <message>
        <source>Roll Back Step</source>
        <translation>Revenir avant l’étape</translation>
    </message>
    <message>
        <source>Stop the run and restore the state before the step (Shift+F5)</source>
        <translation>Arrêter l’exécution et restaurer l’état d’avant l’étape (Maj+F5)</translation>
    </message>
    <message>
        <source>Select the block that gets a breakpoint</source>
        <translation>Sélectionnez le bloc qui reçoit un point d’arrêt</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message>
        <source>The block keeps its name and values: type only the name of the new type</source>
        <translation>Un bloc d’un autre type garde son nom et ses valeurs&#xa0;: tapez seulement le nom du type</translation>
    </message>
    <message>
        <source>Insert into {0}</source>
        <translation>Vers {0}</translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>À la place de {0}</translation>
    </message>
    <message>
        <source>Wire to {0}</source>
        <translation>Prend {0}</translation>
    </message>
    <message>
        <source>Wire into {0}</source>
        <translation>Alimente {0}</translation>
    </message>
</context>
<context>
    <name>AutoLayout</name>
    <message>
        <source>There is nothing to arrange: the page has no blocks.</source>
        <translation>Rien à organiser&#xa0;: la page n&apos;a pas de blocs.</translation>
    </message>
    <message>
        <source>Not arranged: cancelled.</source>
        <translation>Non organisé&#xa0;: annulé.</translation>
    </message>
    <message>
        <source>Arranging…</source>
        <translation>Organisation…</translation>
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
        <source>The page is already arranged.</source>
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
        <source>Edits no longer run a step</source>
        <translation>Les modifications n’exécutent plus rien</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>The damaged crash journal is kept as {}.</source>
        <translation>Le journal de récupération abîmé est conservé sous {}.</translation>
    </message>
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
        <source>Edits are autosaved again.</source>
        <translation>Les modifications sont de nouveau sauvegardées automatiquement.</translation>
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
        <source>Another window of Blockloom has unsaved changes of {}.</source>
        <translation>Une autre fenêtre de Blockloom a des modifications non enregistrées de {}.</translation>
    </message>
    <message>
        <source>No unsaved edits were found.</source>
        <translation>Aucune modification non enregistrée n’a été trouvée.</translation>
    </message>
    <message>
        <source>Another program changed {} after the crash: {} of {} edits no longer apply.</source>
        <translation>Un autre programme a modifié {} après le plantage&#xa0;: {} modifications sur {} ne s’appliquent plus.</translation>
    </message>
    <message>
        <source>Edits before the first damaged line of the crash journal were recovered.</source>
        <translation>Les modifications avant la première ligne abîmée du journal de récupération ont été récupérées.</translation>
    </message>
    <message>
        <source>Looking for edits to recover…</source>
        <translation>Recherche de modifications à récupérer…</translation>
    </message>
    <message>
        <source>Recovered edit</source>
        <translation>Modification récupérée</translation>
    </message>
    <message>
        <source>Recovering {}…</source>
        <translation>Récupération de {}…</translation>
    </message>
    <message>
        <source>{} recovered. Save to keep it.</source>
        <translation>{} récupéré. Enregistrez pour le garder.</translation>
    </message>
</context>
<context>
    <name>BatchesPage</name>
    <message>
        <source>In a different &amp;order in each epoch</source>
        <translation>Dans un &amp;ordre différent à chaque époque</translation>
    </message>
    <message>
        <source>S&amp;cale inputs</source>
        <translation>Mettre les entrées à l&apos;é&amp;chelle</translation>
    </message>
    <message>
        <source>The same seed gives the same split and the same order; 0 gives another order each time</source>
        <translation>le même partage et le même ordre pour la même graine&#xa0;; avec 0 un autre ordre à chaque fois</translation>
    </message>
    <message>
        <source>&amp;Rows of a batch</source>
        <translation>&amp;Lignes d&apos;un lot</translation>
    </message>
    <message>
        <source>For &amp;validation</source>
        <translation>Pour la &amp;validation</translation>
    </message>
    <message>
        <source>of the rows, not used for training</source>
        <translation>des lignes, dont rien n&apos;est appris</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Graine</translation>
    </message>
    <message>
        <source>Of {0} rows about {1} are for training, in {2} steps an epoch, and {3} for validation.</source>
        <translation>Sur {0} lignes, environ {1} servent à l&apos;entraînement, en {2} pas par époque, et {3} à la validation.</translation>
    </message>
    <message>
        <source>Pictures get values from 0 to 1.</source>
        <translation>Les images reçoivent des valeurs de 0 à 1.</translation>
    </message>
    <message>
        <source>Each column gets the mean 0 and the deviation 1.</source>
        <translation>Chaque colonne reçoit la moyenne 0 et l&apos;écart type 1.</translation>
    </message>
</context>
<context>
    <name>BlockTimings</name>
    <message>
        <source>Runs are no longer timed</source>
        <translation>Les exécutions ne sont plus chronométrées</translation>
    </message>
    <message>
        <source>The next run measures the time of each block</source>
        <translation>La prochaine exécution mesure le temps de chaque bloc</translation>
    </message>
    <message>
        <source>{0}: a step takes {1} (mean of {2}); slowest: {3}</source>
        <translation>{0}&#xa0;: un pas prend {1} (moyenne sur {2})&#xa0;; les plus lents&#xa0;: {3}</translation>
    </message>
    <message>
        <source>Time in a step</source>
        <translation>Temps dans un pas</translation>
    </message>
</context>
<context>
    <name>BoxForm</name>
    <message>
        <source>Frame</source>
        <translation>Cadre</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
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
    <message>
        <source>Change {}</source>
        <translation>Modifier {}</translation>
    </message>
</context>
<context>
    <name>CallBox</name>
    <message>
        <source>The call whose values are shown</source>
        <translation>L&apos;appel dont les valeurs sont montrées</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Appel</translation>
    </message>
    <message>
        <source>A function: run to see the values of its calls</source>
        <translation>Une fonction&#xa0;: exécutez pour voir les valeurs de ses appels</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>sur {0}</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
</context>
<context>
    <name>ChooseOther</name>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>About</source>
        <translation>À propos</translation>
    </message>
    <message>
        <source>A file or a revision</source>
        <translation>Un fichier ou une révision</translation>
    </message>
    <message>
        <source>A file, or a revision of this one: main, HEAD~2…</source>
        <translation>Un fichier, ou une révision de celui-ci&#xa0;: main, HEAD~2…</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>&amp;Fichier…</translation>
    </message>
    <message>
        <source>Common ancestor</source>
        <translation>D’où les deux viennent</translation>
    </message>
    <message>
        <source>&amp;Common ancestor:</source>
        <translation>D’où les &amp;deux viennent&#xa0;:</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>&amp;Fusionner</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Comparer</translation>
    </message>
    <message>
        <source>{} and:</source>
        <translation>{} et&#xa0;:</translation>
    </message>
    <message>
        <source>Asking git…</source>
        <translation>Question à git…</translation>
    </message>
    <message>
        <source>git has no other branch with this file.</source>
        <translation>git n&apos;a pas d&apos;autre branche avec ce fichier.</translation>
    </message>
    <message>
        <source>git has no commit of this file.</source>
        <translation>git n’a aucun commit de ce fichier.</translation>
    </message>
    <message>
        <source>The document is not saved in a file: git has no commits of it.</source>
        <translation>Le document n’est dans aucun fichier&#xa0;: git n’en a aucun commit.</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Fusionner</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Found by git</source>
        <translation>Trouvé par git</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Tel qu’il a été ouvert</translation>
    </message>
    <message>
        <source>None: there is no common version</source>
        <translation>Rien&#xa0;: les deux ont été commencés à neuf</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Un fichier…</translation>
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
    <name>ColumnsPage</name>
    <message>
        <source>Separator</source>
        <translation>Séparateur</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>virgule</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>point-virgule</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>tabulation</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>barre</translation>
    </message>
    <message>
        <source>blanks</source>
        <translation>espaces</translation>
    </message>
    <message>
        <source>&amp;The first line has names</source>
        <translation>La première ligne &amp;contient des noms</translation>
    </message>
    <message>
        <source>Cells are separated by</source>
        <translation>Les cellules sont séparées par</translation>
    </message>
    <message>
        <source>Rows are &amp;pictures of size</source>
        <translation>Ses lignes sont des &amp;images de</translation>
    </message>
    <message>
        <source>Size of pictures</source>
        <translation>Les images deviennent</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Hauteur</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Largeur</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Canaux</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>classes</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>un nombre</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>É&amp;tiquettes</translation>
    </message>
    <message>
        <source>The target &amp;is</source>
        <translation>Ce qui est appr&amp;is</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Classes</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Classe</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>The labels are {}.</source>
        <translation>Les étiquettes&#xa0;: {}.</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>aucune encore</translation>
    </message>
    <message>
        <source>Another File…</source>
        <translation>Un autre fichier…</translation>
    </message>
    <message>
        <source>Arrays ({})</source>
        <translation>Tableaux ({})</translation>
    </message>
    <message>
        <source>Labels of the rows</source>
        <translation>Étiquettes des lignes</translation>
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
        <source>1 result</source>
        <translation>1 résultat</translation>
    </message>
    <message>
        <source>{} results</source>
        <translation>{} résultats</translation>
    </message>
    <message>
        <source>No command, block, example or help page has these words.</source>
        <translation>Aucune commande, aucun bloc, exemple ni page d&apos;aide ne contient ces mots.</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Commandes trouvées</translation>
    </message>
    <message>
        <source>That cannot be done now: {}</source>
        <translation>Impossible pour l&apos;instant&#xa0;: {}</translation>
    </message>
    <message>
        <source>That cannot be done now.</source>
        <translation>Impossible pour l&apos;instant.</translation>
    </message>
</context>
<context>
    <name>CommandRows</name>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Exemple</translation>
    </message>
</context>
<context>
    <name>CommonForm</name>
    <message>
        <source>Common inputs</source>
        <translation>Entrées communes</translation>
    </message>
    <message>
        <source>Common attributes</source>
        <translation>Attributs communs</translation>
    </message>
    <message>
        <source>(several values)</source>
        <translation>(plusieurs valeurs)</translation>
    </message>
    <message>
        <source>Set {} of {} blocks</source>
        <translation>Définir {} de {} blocs</translation>
    </message>
    <message>
        <source>Del clears several values</source>
        <translation>Suppr efface plusieurs valeurs</translation>
    </message>
</context>
<context>
    <name>ComparisonPanel</name>
    <message>
        <source>Changes</source>
        <translation>Différences</translation>
    </message>
    <message>
        <source>&amp;Take the Other&apos;s</source>
        <translation>&amp;Prendre l’autre</translation>
    </message>
    <message>
        <source>&amp;Keep What Is Here</source>
        <translation>&amp;Garder ce qui est ici</translation>
    </message>
    <message>
        <source>Take All of the &amp;Page</source>
        <translation>Prendre toute la p&amp;age</translation>
    </message>
    <message>
        <source>&amp;Ours</source>
        <translation>&amp;Le nôtre</translation>
    </message>
    <message>
        <source>T&amp;heirs</source>
        <translation>L&amp;e leur</translation>
    </message>
    <message>
        <source>&amp;Base</source>
        <translation>&amp;Base</translation>
    </message>
    <message>
        <source>Bot&amp;h</source>
        <translation>Les &amp;deux</translation>
    </message>
    <message>
        <source>&amp;Update the Page</source>
        <translation>&amp;Mettre la page à jour</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Oublier</translation>
    </message>
    <message>
        <source>Pre&amp;vious</source>
        <translation>&amp;Précédente</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Suivante</translation>
    </message>
    <message>
        <source>&amp;Include Layout</source>
        <translation>&amp;Disposition aussi</translation>
    </message>
    <message>
        <source>Also list changes that affect only position or appearance</source>
        <translation>Lister aussi ce qui n’a qu’une autre place ou un autre aspect</translation>
    </message>
    <message>
        <source>Compare N&amp;umbers</source>
        <translation>Comparer les &amp;nombres</translation>
    </message>
    <message>
        <source>Run the page in front from both documents, and list the blocks whose results differ</source>
        <translation>Exécuter la page affichée des deux documents, et lister les blocs dont les résultats diffèrent</translation>
    </message>
    <message>
        <source>Compare &amp;With…</source>
        <translation>Comparer a&amp;vec…</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>&amp;Terminer</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Ne plus comparer</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Plus</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>L’autre</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Différence</translation>
    </message>
    <message>
        <source>{} (open)</source>
        <translation>{} (ouvert)</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>Plus grand écart</translation>
    </message>
    <message>
        <source>+ here only   − there only   ~ different</source>
        <translation>+ ici seulement   − là seulement   ~ différent</translation>
    </message>
    <message>
        <source>List {:,} Kept Changes</source>
        <translation>Lister {:,} gardées</translation>
    </message>
    <message>
        <source>Choose what to compare the open document with.</source>
        <translation>Choisissez avec quoi comparer le document ouvert.</translation>
    </message>
    <message>
        <source>{}: comparing…</source>
        <translation>{}&#xa0;: comparaison…</translation>
    </message>
    <message>
        <source>{}: no differences</source>
        <translation>{}&#xa0;: les deux sont égaux</translation>
    </message>
    <message>
        <source>{}: only the layout differs</source>
        <translation>{}&#xa0;: seule la disposition diffère</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>No changes.</source>
        <translation>Il n’y a pas de différences.</translation>
    </message>
    <message>
        <source>Take the version of {} into the open document (Ctrl+Enter)</source>
        <translation>Ce que {} contient va dans le document ouvert (Ctrl+Entrée)</translation>
    </message>
    <message>
        <source>Keep the version of the open document, and remove the change from the list (Del)</source>
        <translation>Cela reste comme ici et n’est plus listé (Suppr)</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>Choose what to compare with first: File &gt; Versions &gt; Compare</source>
        <translation>Choisissez d’abord avec quoi comparer&#xa0;: Fichier &gt; Versions &gt; Comparer</translation>
    </message>
    <message>
        <source>Cannot compare</source>
        <translation>Comparaison impossible</translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation>Lecture de {}…</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{0} dans {1}</translation>
    </message>
    <message>
        <source>This page is in {} only.</source>
        <translation>Cette page n’est que dans {}.</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>Fusion impossible</translation>
    </message>
    <message>
        <source>Merging {}…</source>
        <translation>Fusion de {}…</translation>
    </message>
    <message>
        <source>{} has nothing new</source>
        <translation>{} n’a rien de nouveau</translation>
    </message>
    <message>
        <source>Merge with {}</source>
        <translation>Fusionner avec {}</translation>
    </message>
    <message>
        <source>Merged with {}</source>
        <translation>Fusionné avec {}</translation>
    </message>
    <message>
        <source>before the merge</source>
        <translation>avant la fusion</translation>
    </message>
</context>
<context>
    <name>ConditionalBreakpointDialog</name>
    <message>
        <source>Conditional Breakpoint</source>
        <translation>Point d’arrêt conditionnel</translation>
    </message>
    <message>
        <source>max(abs(BLOCK.PIN)) &gt; 10</source>
        <translation>max(abs(BLOC.BROCHE)) &gt; 10</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Condition</translation>
    </message>
    <message>
        <source>Set &amp;Breakpoint</source>
        <translation>&amp;Poser le point d’arrêt</translation>
    </message>
    <message>
        <source>Only in the instance {0}</source>
        <translation>Seulement dans l’instance {0}</translation>
    </message>
    <message>
        <source>Runs pause at a step in which an element of {0} is not finite.</source>
        <translation>Les exécutions se mettent en pause à un pas où un élément de {0} n’est pas fini.</translation>
    </message>
    <message>
        <source>Runs pause at a step in which this is true for every element of {0}.</source>
        <translation>Les exécutions se mettent en pause à un pas où ceci est vrai pour chaque élément de {0}.</translation>
    </message>
</context>
<context>
    <name>ConsentBar</name>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Afficher</translation>
    </message>
    <message>
        <source>List the blocks and their effects</source>
        <translation>Lister les blocs et leurs effets</translation>
    </message>
    <message>
        <source>Trust this content and run</source>
        <translation>Faire confiance à ce contenu et exécuter</translation>
    </message>
    <message>
        <source>Do not ask again for documents in this folder and its subfolders</source>
        <translation>Ne plus demander pour les documents de ce dossier et de ses sous-dossiers</translation>
    </message>
    <message>
        <source>Side effects of the page</source>
        <translation>Effets de bord de la page</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Exécuter</translation>
    </message>
    <message>
        <source>Trust the &amp;Folder and Run</source>
        <translation>Faire confiance au &amp;dossier et exécuter</translation>
    </message>
    <message>
        <source>Do not run</source>
        <translation>Ne pas exécuter</translation>
    </message>
    <message>
        <source>This document was not made or trusted here.</source>
        <translation>Ce document n’a pas été créé ici, et vous ne lui avez pas fait confiance.</translation>
    </message>
</context>
<context>
    <name>CostPanel</name>
    <message>
        <source>Examples: </source>
        <translation>Exemples&#xa0;: </translation>
    </message>
    <message>
        <source>&amp;Count</source>
        <translation>&amp;Compter</translation>
    </message>
    <message>
        <source>Parameters, operations and memory of the page as it is now</source>
        <translation>Paramètres, opérations et mémoire de la page telle qu&apos;elle est</translation>
    </message>
    <message>
        <source>&amp;Time a Step</source>
        <translation>C&amp;hronométrer un pas</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Taille du lot</translation>
    </message>
    <message>
        <source>Batch size for inputs whose first dimension is unknown</source>
        <translation>Taille du lot pour les entrées dont la première dimension est inconnue</translation>
    </message>
    <message>
        <source>Run one step and record the time of each op; uses more memory</source>
        <translation>Exécuter un pas et enregistrer le temps de chaque op&#xa0;; prend plus de mémoire</translation>
    </message>
    <message>
        <source>&amp;Save Trace…</source>
        <translation>&amp;Enregistrer la trace…</translation>
    </message>
    <message>
        <source>Save the start and duration of each op, for https://ui.perfetto.dev or chrome://tracing</source>
        <translation>Enregistrer le début et la durée de chaque op, pour https://ui.perfetto.dev ou chrome://tracing</translation>
    </message>
    <message>
        <source>Colours on the page</source>
        <translation>Couleurs sur la page</translation>
    </message>
    <message>
        <source>The cost that the blocks on the page show as colours</source>
        <translation>Le coût que les blocs de la page montrent en couleurs</translation>
    </message>
    <message>
        <source>No Colours</source>
        <translation>Sans couleurs</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activations</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Temps</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Alloué</translation>
    </message>
    <message>
        <source>Counting {}…</source>
        <translation>Comptage de {}…</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>Le processus de TensorFlow n&apos;a pas de réponse.</translation>
    </message>
    <message>
        <source>{0}: {1:,} parameters.</source>
        <translation>{0}&#xa0;: {1:,} paramètres.</translation>
    </message>
    <message>
        <source>Shapes of {} ops are not known.</source>
        <translation>Les formes de {} opérations sont inconnues.</translation>
    </message>
    <message>
        <source>Loops count as one iteration.</source>
        <translation>Les boucles comptent pour une itération.</translation>
    </message>
    <message>
        <source>The step has no trace: steps on a target cannot be traced.</source>
        <translation>Le pas n’a pas de trace&#xa0;: les pas sur une cible ne peuvent pas être tracés.</translation>
    </message>
    <message>
        <source>Tracing slows down short ops: compare their shares, not their times.</source>
        <translation>Le traçage ralentit les opérations courtes&#xa0;: comparez leurs parts, pas leurs temps.</translation>
    </message>
    <message>
        <source>The first step takes longer: time another step.</source>
        <translation>Le premier pas dure plus longtemps&#xa0;: chronométrez-en un autre.</translation>
    </message>
    <message>
        <source>The {:,} shortest ops are not shown.</source>
        <translation>Les {:,} opérations les plus courtes ne sont pas montrées.</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>Enregistrer la trace</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>Traces (*.json)</translation>
    </message>
    <message>
        <source>{} is saved: open it in https://ui.perfetto.dev</source>
        <translation>{} est enregistré&#xa0;: ouvrez-le dans https://ui.perfetto.dev</translation>
    </message>
    <message>
        <source>{} was removed from the page.</source>
        <translation>{} a été supprimé de la page.</translation>
    </message>
    <message>
        <source>Blocks with errors are not counted.</source>
        <translation>Les blocs avec des erreurs ne sont pas comptés.</translation>
    </message>
    <message>
        <source>Step {0}, traced: {1}, {2:,} ops.</source>
        <translation>Pas {0}, tracé&#xa0;: {1}, {2:,} opérations.</translation>
    </message>
    <message>
        <source>Count the page before a run, or time a step of it.</source>
        <translation>Comptez la page avant une exécution, ou chronométrez un de ses pas.</translation>
    </message>
    <message>
        <source>The page was edited since.</source>
        <translation>La page a été modifiée depuis.</translation>
    </message>
</context>
<context>
    <name>DataDialog</name>
    <message>
        <source>Data from…</source>
        <translation>Données de…</translation>
    </message>
    <message>
        <source>On a ne&amp;w page, with a model</source>
        <translation>Sur une &amp;nouvelle page, qui prend un modèle</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>&lt; &amp;Back</source>
        <translation>&lt; &amp;Retour</translation>
    </message>
    <message>
        <source>&amp;Next &gt;</source>
        <translation>&amp;Suivant &gt;</translation>
    </message>
    <message>
        <source>&amp;Add to the Page</source>
        <translation>&amp;Ajouter à la page</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>A &amp;File…</source>
        <translation>Un &amp;fichier…</translation>
    </message>
    <message>
        <source>A F&amp;older of Pictures…</source>
        <translation>Un d&amp;ossier d&apos;images…</translation>
    </message>
    <message>
        <source>, or </source>
        <translation>, ou </translation>
    </message>
    <message>
        <source>{}. The labels of an array may be in another array in the same folder.</source>
        <translation>{}. Les étiquettes d’un tableau peuvent être dans un autre tableau du même dossier.</translation>
    </message>
    <message>
        <source>A folder with a folder of pictures for each class: .png, .jpg, .gif, .bmp.</source>
        <translation>Un dossier qui en contient un par classe, avec ses images&#xa0;: .png, .jpg, .gif, .bmp.</translation>
    </message>
    <message>
        <source>Add a starting &amp;model after the data</source>
        <translation>Mettre un premier &amp;modèle derrière les données</translation>
    </message>
    <message>
        <source>Tables and arrays ({})</source>
        <translation>Tables et tableaux ({})</translation>
    </message>
    <message>
        <source>Data from a file</source>
        <translation>Données d&apos;un fichier</translation>
    </message>
    <message>
        <source>Data from a folder of pictures</source>
        <translation>Données d&apos;un dossier d&apos;images</translation>
    </message>
    <message>
        <source>From a file to a trained model</source>
        <translation>D&apos;un fichier à un modèle qui s&apos;entraîne</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>A table of {0} rows and {1} columns.</source>
        <translation>Une table de {0} lignes et {1} colonnes.</translation>
    </message>
    <message>
        <source>The file is larger: only this part of it was read.</source>
        <translation>Le fichier est plus grand&#xa0;: cette partie a été examinée.</translation>
    </message>
    <message>
        <source>An array of {0}, {1}.</source>
        <translation>Un tableau de {0}, {1}.</translation>
    </message>
    <message>
        <source>{0} pictures in {1} classes.</source>
        <translation>{0} images dans {1} classes.</translation>
    </message>
    <message>
        <source>They are of several sizes.</source>
        <translation>Elles sont de plusieurs tailles.</translation>
    </message>
    <message>
        <source>This page already has a Session. To add a model, use a new page.</source>
        <translation>Cette page a une Session, et ne prend pas de second modèle. Une nouvelle page en prend un.</translation>
    </message>
    <message>
        <source>Blocks read the file, and a model on this page can learn from it. You can change both later.</source>
        <translation>Des blocs lisent le fichier, et un modèle sur cette page peut en apprendre. Vous pourrez changer les deux plus tard.</translation>
    </message>
    <message>
        <source>This page already has a Session: wire the data to its blocks.</source>
        <translation>La page a une Session, et ne prend pas de second modèle&#xa0;: reliez les données à ce qui est là.</translation>
    </message>
    <message>
        <source>Two convolutions with pooling, followed by a dense layer.</source>
        <translation>Deux convolutions avec regroupement, et une couche dense derrière.</translation>
    </message>
    <message>
        <source>A dense layer of {0} units, followed by another one.</source>
        <translation>Une couche dense de {0} unités, et une autre derrière.</translation>
    </message>
    <message>
        <source>For {0} classes: the loss is their cross entropy, the metric is accuracy.</source>
        <translation>Pour {0} classes&#xa0;: la perte est leur entropie croisée, la mesure l&apos;exactitude.</translation>
    </message>
    <message>
        <source>For a number: the loss is the mean square error, the metric the mean absolute error.</source>
        <translation>Pour un nombre&#xa0;: la perte est l&apos;erreur quadratique moyenne, la mesure l&apos;erreur absolue moyenne.</translation>
    </message>
    <message>
        <source>Adam trains the model. After each epoch, it is tested on the validation rows. A chart shows both losses.</source>
        <translation>Adam l&apos;entraîne&#xa0;; après chaque époque, les lignes de validation disent ce qu&apos;il vaut sur ce qu&apos;il n&apos;a pas vu. Un graphique montre les deux.</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model… trains it.</source>
        <translation>Exécution &gt; Ajuster le modèle… l&apos;entraîne.</translation>
    </message>
</context>
<context>
    <name>DataWindow</name>
    <message>
        <source>Data of {}</source>
        <translation>Données de {}</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>&amp;Relire</translation>
    </message>
    <message>
        <source>&amp;First {}</source>
        <translation>Les {} &amp;premiers</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>Le processus de TensorFlow n&apos;a pas de réponse.</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}&#xa0;: {}</translation>
    </message>
    <message>
        <source>All {} elements: the data ends here.</source>
        <translation>Tous les éléments ({})&#xa0;: les données finissent ici.</translation>
    </message>
    <message>
        <source>The first {} elements.</source>
        <translation>Les {} premiers éléments.</translation>
    </message>
    <message>
        <source>The first {} elements: more would take too much memory.</source>
        <translation>Les {} premiers éléments&#xa0;: davantage prendrait trop de mémoire.</translation>
    </message>
    <message>
        <source>{} elements: more take too long.</source>
        <translation>Éléments&#xa0;: {}. Davantage prend trop de temps.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Float</source>
        <translation>Détacher</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>DocumentComparison</name>
    <message>
        <source>the open document</source>
        <translation>le document ouvert</translation>
    </message>
    <message>
        <source>Comparing with {}…</source>
        <translation>Comparaison avec {}…</translation>
    </message>
    <message>
        <source>Taking changes from {}…</source>
        <translation>Reprise depuis {}…</translation>
    </message>
    <message>
        <source>{:,} changes</source>
        <translation>{:,} différences</translation>
    </message>
    <message>
        <source>Take from {0}: {1}</source>
        <translation>Reprendre de {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Resolve the conflict at {}</source>
        <translation>Trancher le conflit en {}</translation>
    </message>
    <message>
        <source>Resolve {:,} conflicts</source>
        <translation>Trancher {:,} conflits</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>le document</translation>
    </message>
</context>
<context>
    <name>DocumentFile</name>
    <message>
        <source>untitled</source>
        <translation>sans titre</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Opening {}…</source>
        <translation>Ouverture de {}…</translation>
    </message>
    <message>
        <source>Import pages</source>
        <translation>Importer des pages</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Ouverture impossible</translation>
    </message>
    <message>
        <source>{0} is saved without the weights {1}, which were not found. To complete the document, copy the file that contains them into the same folder.</source>
        <translation>{0} est enregistré sans les poids {1}, qui n’ont pas été trouvés. Pour compléter le document, copiez dans le même dossier le fichier qui les contient.</translation>
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
        <source>Saved {}</source>
        <translation>{} enregistré</translation>
    </message>
    <message>
        <source>Saving {}…</source>
        <translation>Enregistrement de {}…</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>Fusion impossible</translation>
    </message>
    <message>
        <source>{} is missing: it was moved or deleted, or its drive is not connected. Saving writes it again.</source>
        <translation>{} manque&#xa0;: il a été déplacé ou supprimé, ou son lecteur n’est pas connecté. Enregistrer l’écrit de nouveau.</translation>
    </message>
    <message>
        <source>Copy the files of the model</source>
        <translation>Copier les fichiers du modèle</translation>
    </message>
    <message>
        <source>Make paths relative to the document</source>
        <translation>Rendre les chemins relatifs au document</translation>
    </message>
</context>
<context>
    <name>DocumentSaver</name>
    <message>
        <source>Saving {}…</source>
        <translation>Enregistrement de {}…</translation>
    </message>
    <message>
        <source>Not saved: cancelled.</source>
        <translation>Non enregistré&#xa0;: annulé.</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>Enregistrement impossible</translation>
    </message>
    <message>
        <source>The document stays open with all its changes.</source>
        <translation>Le document reste ouvert avec toutes ses modifications.</translation>
    </message>
    <message>
        <source>&amp;Try Again</source>
        <translation>&amp;Réessayer</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Enregistrer &amp;sous…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Enregistrement</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>FailedBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Show Step {0}, Failed</source>
        <translation>Afficher l’étape {0}, échouée</translation>
    </message>
    <message>
        <source>Show Step {0}, Incomplete</source>
        <translation>Afficher l’étape {0}, incomplète</translation>
    </message>
    <message>
        <source>Show Step {0}</source>
        <translation>Afficher l’étape {0}</translation>
    </message>
    <message>
        <source>Roll Back Step {0}</source>
        <translation>Revenir avant l’étape {0}</translation>
    </message>
    <message>
        <source>Step {0} did not complete</source>
        <translation>L’étape {0} n’est pas allée à son terme</translation>
    </message>
    <message>
        <source>Step {0}, failed: {1}</source>
        <translation>Étape {0}, échouée&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}; these values are of a replay that did not fail in the same way</source>
        <translation>{0}&#xa0;; ces valeurs viennent d&apos;une répétition qui n&apos;a pas échoué de la même façon</translation>
    </message>
    <message>
        <source>{0}, in call {1}</source>
        <translation>{0}, à l’appel {1}</translation>
    </message>
</context>
<context>
    <name>FailedSteps</name>
    <message>
        <source>No step has failed in the last run.</source>
        <translation>Aucune étape n’a échoué dans la dernière exécution.</translation>
    </message>
</context>
<context>
    <name>FileHistory</name>
    <message>
        <source>Commits of the file</source>
        <translation>Commits du fichier</translation>
    </message>
    <message>
        <source>&amp;Only Commits That Change This Page</source>
        <translation>&amp;Seulement ce qui a changé cette page</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Comparer</translation>
    </message>
    <message>
        <source>Compare the open document with this commit</source>
        <translation>Comparer le document ouvert avec ce commit</translation>
    </message>
    <message>
        <source>The document is not saved in a file: git has no commits of it.</source>
        <translation>Le document n’est dans aucun fichier&#xa0;: git n’en a aucun commit.</translation>
    </message>
    <message>
        <source>git has no commit of this file.</source>
        <translation>git n’a aucun commit de ce fichier.</translation>
    </message>
</context>
<context>
    <name>FileMerges</name>
    <message>
        <source>Merging {}…</source>
        <translation>Fusion de {}…</translation>
    </message>
    <message>
        <source>Merge {}</source>
        <translation>Fusionner {}</translation>
    </message>
    <message>
        <source>Merged with {}</source>
        <translation>Fusionné avec {}</translation>
    </message>
</context>
<context>
    <name>FindBox</name>
    <message>
        <source>Find block</source>
        <translation>Rechercher un bloc</translation>
    </message>
    <message>
        <source>Blocks found</source>
        <translation>Blocs trouvés</translation>
    </message>
    <message>
        <source>Find a block by name, type: or attr:</source>
        <translation>Chercher un bloc par nom, type: ou attr:</translation>
    </message>
    <message>
        <source>type:Conv2D, attr:padding=SAME, name:*/conv1/*, shape:[?, 7, 7, ?] and reads:*.csv narrow down the list; /conv\d/ is a regular expression. Ctrl+Enter selects all of it on this page.</source>
        <translation>type:Conv2D, attr:padding=SAME, name:*/conv1/*, shape:[?, 7, 7, ?] et reads:*.csv restreignent la liste&#xa0;; /conv\d/ est une expression régulière. Ctrl+Entrée sélectionne tout ce qui s’y trouve sur cette page.</translation>
    </message>
    <message>
        <source>blocks of a type</source>
        <translation>les blocs d’un type</translation>
    </message>
    <message>
        <source>blocks by the names of their nodes</source>
        <translation>les blocs d’après les noms de leurs nœuds</translation>
    </message>
    <message>
        <source>blocks by the value of an attribute</source>
        <translation>blocs selon la valeur d’un attribut</translation>
    </message>
    <message>
        <source>blocks with an output of a shape</source>
        <translation>les blocs avec une sortie d’une forme</translation>
    </message>
    <message>
        <source>blocks with breakpoints</source>
        <translation>les blocs où les exécutions s’arrêtent</translation>
    </message>
    <message>
        <source>blocks that read files</source>
        <translation>les blocs qui lisent des fichiers</translation>
    </message>
    <message>
        <source>blocks that write files</source>
        <translation>les blocs qui écrivent des fichiers</translation>
    </message>
    <message>
        <source>blocks that send data</source>
        <translation>les blocs qui envoient des données</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 bloc</translation>
    </message>
    <message>
        <source>{} blocks · Ctrl+Enter selects those of this page</source>
        <translation>{} blocs · Ctrl+Entrée sélectionne ceux de cette page</translation>
    </message>
    <message>
        <source>No block is named like that.</source>
        <translation>Aucun bloc ne s&apos;appelle ainsi.</translation>
    </message>
</context>
<context>
    <name>FitDialog</name>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>never</source>
        <translation>jamais</translation>
    </message>
    <message>
        <source>Restore &amp;best variables</source>
        <translation>Restaurer les &amp;meilleures variables</translation>
    </message>
    <message>
        <source>&amp;Validate After Each Epoch</source>
        <translation>&amp;Valider après chaque époque</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Exécuter</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>&amp;Époques</translation>
    </message>
    <message>
        <source>&amp;Stop after epochs without improvement</source>
        <translation>&amp;Arrêter après tant d’époques sans amélioration</translation>
    </message>
    <message>
        <source>This page has no Validation block. Each epoch runs to the end of the data.</source>
        <translation>Cette page n’a pas de bloc Validation. Chaque époque va jusqu’à la fin des données.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch, and watches {1}: higher is better.</source>
        <translation>{0} valide après chaque époque, et surveille {1}&#xa0;: plus haut est mieux.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch, and watches {1}: lower is better.</source>
        <translation>{0} valide après chaque époque, et surveille {1}&#xa0;: plus bas est mieux.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch. Wire a number to its monitor to end earlier.</source>
        <translation>{0} valide après chaque époque. Reliez un nombre à son monitor pour finir plus tôt.</translation>
    </message>
</context>
<context>
    <name>FixBox</name>
    <message>
        <source>Problems and fixes of {0}</source>
        <translation>Problèmes et corrections de {0}</translation>
    </message>
    <message>
        <source>Trying fixes…</source>
        <translation>Essai des corrections…</translation>
    </message>
    <message>
        <source>Enter: fix · ↑ ↓: choose · Esc: close</source>
        <translation>Entrée&#xa0;: corriger · ↑ ↓&#xa0;: choisir · Échap&#xa0;: fermer</translation>
    </message>
    <message>
        <source>Blockloom knows no fix for this.</source>
        <translation>Blockloom ne connaît pas de correction pour cela.</translation>
    </message>
</context>
<context>
    <name>Front</name>
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
</context>
<context>
    <name>GridView</name>
    <message>
        <source>no elements</source>
        <translation>aucun élément</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>{} of {}</source>
        <translation>{} sur {}</translation>
    </message>
    <message>
        <source>Skip the guide</source>
        <translation>Passer le guide</translation>
    </message>
    <message>
        <source>That is all</source>
        <translation>C&apos;est tout</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Page of the help</source>
        <translation>Page de l&apos;aide</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Search the help</source>
        <translation>Rechercher dans l&apos;aide</translation>
    </message>
    <message>
        <source>Pages of the help</source>
        <translation>Pages de l&apos;aide</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Retour</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Avancer</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Sommaire</translation>
    </message>
    <message>
        <source>{} - Help</source>
        <translation>{} - Aide</translation>
    </message>
    <message>
        <source>Generating the page…</source>
        <translation>En cours d&apos;écriture…</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>Aucune page ne contient ces mots.</translation>
    </message>
    <message>
        <source>1 page</source>
        <translation>1 page</translation>
    </message>
    <message>
        <source>{} pages</source>
        <translation>{} pages</translation>
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
        <source>Results of {0}</source>
        <translation>Résultats de {0}</translation>
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
        <source>Internal attributes</source>
        <translation>Attributs internes</translation>
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
        <source>Typed in: [[1, 2], [3, 4]] or {{1,2},{3,4}}; an empty tensor of any shape: [] (0, 3)</source>
        <translation>À saisir&#xa0;: [[1, 2], [3, 4]] ou {{1,2},{3,4}}&#xa0;; un tenseur vide d&apos;une shape quelconque&#xa0;: [] (0, 3)</translation>
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
        <source>required, wires only</source>
        <translation>à relier</translation>
    </message>
    <message>
        <source>Set {}.{}</source>
        <translation>Définir {}.{}</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>Problems and messages</source>
        <translation>Problèmes et messages</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problèmes</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Problems ({})</source>
        <translation>Problèmes ({})</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>What operations print is in the list Output.</source>
        <translation>Ce que les opérations affichent est dans la liste Sortie.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
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
        <source>TensorFlow&apos;s ops cannot be read: {}</source>
        <translation>Les ops de TensorFlow ne peuvent pas être lues&#xa0;: {}</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>Panneaux</translation>
    </message>
</context>
<context>
    <name>Making</name>
    <message>
        <source>Adding {}…</source>
        <translation>Ajout de {}…</translation>
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
    <message>
        <source>The map appears when the view does not show the whole page.</source>
        <translation>Le plan apparaît quand la vue ne montre pas toute la page.</translation>
    </message>
</context>
<context>
    <name>ModelComparisonDock</name>
    <message>
        <source>Differences</source>
        <translation>Différences</translation>
    </message>
    <message>
        <source>&amp;Compare Again</source>
        <translation>&amp;Comparer à nouveau</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>The TensorFlow process ended.</source>
        <translation>Le processus de TensorFlow s&apos;est arrêté.</translation>
    </message>
    <message>
        <source>Comparing {0} with {1}…</source>
        <translation>Comparaison de {0} avec {1}…</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>Le processus de TensorFlow n&apos;a pas de réponse.</translation>
    </message>
    <message>
        <source>The other document cannot run: {}</source>
        <translation>L’autre document ne peut pas s’exécuter&#xa0;: {}</translation>
    </message>
    <message>
        <source>Se&amp;lect Differing Blocks</source>
        <translation>Sé&amp;lectionner les blocs qui diffèrent</translation>
    </message>
    <message>
        <source>{1} has no page {0}.</source>
        <translation>{1} n’a pas de page {0}.</translation>
    </message>
    <message>
        <source>The opened model had no page {}.</source>
        <translation>Le modèle tel qu’ouvert n’avait pas de page {}.</translation>
    </message>
    <message>
        <source>Comparing {} with the opened model…</source>
        <translation>Comparaison de {} avec le modèle tel qu’ouvert…</translation>
    </message>
    <message>
        <source>The page {} was removed.</source>
        <translation>La page {} a été supprimée.</translation>
    </message>
    <message>
        <source>The opened model cannot run: {}</source>
        <translation>Le modèle tel qu’ouvert ne peut pas s’exécuter&#xa0;: {}</translation>
    </message>
    <message>
        <source>The page cannot run: {}</source>
        <translation>La page ne peut pas s&apos;exécuter&#xa0;: {}</translation>
    </message>
    <message>
        <source>{0}: {1:,} outputs differ, {2:,} by rounding, {3:,} are equal.</source>
        <translation>{0}&#xa0;: {1:,} sorties diffèrent, {2:,} par arrondi, {3:,} sont égales.</translation>
    </message>
    <message>
        <source>{:,} more depend on random ops without a seed.</source>
        <translation>{:,} de plus dépendent d&apos;opérations aléatoires sans graine.</translation>
    </message>
    <message>
        <source>Random numbers were fed to {}.</source>
        <translation>Des nombres aléatoires ont alimenté {}.</translation>
    </message>
    <message>
        <source>Variables have the values of the last run.</source>
        <translation>Les variables ont les valeurs de la dernière exécution.</translation>
    </message>
    <message>
        <source>The page was edited since.</source>
        <translation>La page a été modifiée depuis.</translation>
    </message>
    <message>
        <source>{} was removed from the page.</source>
        <translation>{} a été supprimé de la page.</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Différence</translation>
    </message>
</context>
<context>
    <name>NonFiniteBox</name>
    <message>
        <source>Searching for the origin of {0} in {1}…</source>
        <translation>Recherche de l&apos;origine de {0} de {1}…</translation>
    </message>
    <message>
        <source>no run is open</source>
        <translation>aucune exécution n’est ouverte</translation>
    </message>
    <message>
        <source>The origin was not found: {0}</source>
        <translation>L’origine n’a pas été trouvée&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The value is finite when the step is replayed.</source>
        <translation>La valeur est finie quand le pas est rejoué.</translation>
    </message>
    <message>
        <source>Go back to {0}</source>
        <translation>Revenir à {0}</translation>
    </message>
    <message>
        <source>Another origin: {0}</source>
        <translation>Autre origine&#xa0;: {0}</translation>
    </message>
    <message>
        <source>tried: the value becomes finite</source>
        <translation>essayé&#xa0;: la valeur devient finie</translation>
    </message>
</context>
<context>
    <name>NumberFile</name>
    <message>
        <source>Numbers from a File</source>
        <translation>Nombres d’un fichier</translation>
    </message>
    <message>
        <source>Numbers (*.json *.csv)</source>
        <translation>Nombres (*.json *.csv)</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} names are blocks of this page</source>
        <translation>{0}&#xa0;: {1} noms sur {2} sont des blocs de cette page</translation>
    </message>
    <message>
        <source>{0}: no name is a block of this page; names are those of nodes, or ids</source>
        <translation>{0}&#xa0;: aucun nom n’est un bloc de cette page&#xa0;; les noms sont ceux de nœuds, ou des identifiants</translation>
    </message>
</context>
<context>
    <name>OfferModel</name>
    <message>
        <source>command</source>
        <translation>commande</translation>
    </message>
    <message>
        <source>example</source>
        <translation>exemple</translation>
    </message>
    <message>
        <source>snippet</source>
        <translation>extrait</translation>
    </message>
    <message>
        <source>not wired</source>
        <translation>non relié</translation>
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
        <source>{} more: filter them</source>
        <translation>encore {}&#xa0;: filtrez-les</translation>
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
    <name>OverrideBox</name>
    <message>
        <source>in this call only</source>
        <translation>dans cet appel seulement</translation>
    </message>
    <message>
        <source>Continue with Override</source>
        <translation>Continuer avec le remplacement</translation>
    </message>
    <message>
        <source>Run the step with this value</source>
        <translation>Exécuter le pas avec cette valeur</translation>
    </message>
    <message>
        <source>Clear Override</source>
        <translation>Effacer le remplacement</translation>
    </message>
    <message>
        <source>Show the recorded values again</source>
        <translation>Montrer de nouveau les valeurs enregistrées</translation>
    </message>
    <message>
        <source>What if {0} =</source>
        <translation>Et si {0} =</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Close the tab</source>
        <translation>Fermer l’onglet</translation>
    </message>
    <message>
        <source>Close the tab: the page stays in the document</source>
        <translation>Fermer l’onglet&#xa0;: la page reste dans le document</translation>
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
        <source>All pages</source>
        <translation>Toutes les pages</translation>
    </message>
    <message>
        <source>Add page {}</source>
        <translation>Ajouter la page {}</translation>
    </message>
    <message>
        <source>One tab stays open.</source>
        <translation>Un onglet reste ouvert.</translation>
    </message>
    <message>
        <source>A document keeps at least one page.</source>
        <translation>Un document garde au moins une page.</translation>
    </message>
    <message>
        <source>Delete page {}</source>
        <translation>Supprimer la page {}</translation>
    </message>
    <message>
        <source>&amp;Delete Page “{}” with 1 block</source>
        <translation>&amp;Supprimer la page «&#xa0;{}&#xa0;» avec 1 bloc</translation>
    </message>
    <message>
        <source>&amp;Delete Page “{0}” with {1} blocks</source>
        <translation>&amp;Supprimer la page «&#xa0;{0}&#xa0;» avec {1} blocs</translation>
    </message>
    <message>
        <source>Restore page {}</source>
        <translation>Rétablir la page {}</translation>
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
        <source>enuSpace&apos;s symbols</source>
        <translation>Symboles d&apos;enuSpace</translation>
    </message>
    <message>
        <source>Also show the symbols of enuSpace. A search that begins with enu finds them in any case.</source>
        <translation>Montrer aussi les symboles d&apos;enuSpace. Ce qui est saisi après enu les trouve dans tous les cas.</translation>
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
        <source>Remove from favourites</source>
        <translation>Retirer des favoris</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>Ajouter aux favoris</translation>
    </message>
    <message>
        <source>Reading TensorFlow&apos;s ops…</source>
        <translation>Lecture des ops de TensorFlow…</translation>
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
    <name>PausedRun</name>
    <message>
        <source>The worker does not answer</source>
        <translation>Le processus n&apos;a pas de réponse</translation>
    </message>
    <message>
        <source>The run is not paused in a function</source>
        <translation>L’exécution n’est pas en pause dans une fonction</translation>
    </message>
    <message>
        <source>No later call of {0} hits the breakpoint</source>
        <translation>Aucun appel ultérieur de {0} n’atteint le point d’arrêt</translation>
    </message>
    <message>
        <source>Select the block to run to</source>
        <translation>Sélectionnez le bloc jusqu’auquel exécuter</translation>
    </message>
    <message>
        <source>step {0} was rolled back</source>
        <translation>revenu avant l’étape {0}</translation>
    </message>
    <message>
        <source>{0}; not restored: {1}</source>
        <translation>{0}&#xa0;; non restauré&#xa0;: {1}</translation>
    </message>
    <message>
        <source>step {0} was rolled back because the page was edited</source>
        <translation>revenu avant l’étape {0}, car la page a été modifiée</translation>
    </message>
    <message>
        <source>Step {0}, paused in call {1} of {2}, before {3}</source>
        <translation>Pas {0}, en pause dans l’appel {1} de {2}, avant {3}</translation>
    </message>
    <message>
        <source>Step {0}, paused at the end of call {1} of {2}</source>
        <translation>Pas {0}, en pause à la fin de l’appel {1} de {2}</translation>
    </message>
    <message>
        <source>Step {0}, paused in call {1} of {2}</source>
        <translation>Pas {0}, en pause dans l’appel {1} de {2}</translation>
    </message>
    <message>
        <source>Step {0}, paused before {1}</source>
        <translation>Pas {0}, en pause avant {1}</translation>
    </message>
    <message>
        <source>Step {0}, paused at its end</source>
        <translation>Pas {0}, en pause à sa fin</translation>
    </message>
    <message>
        <source>{0}, because of {1}</source>
        <translation>{0}, à cause de {1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}; Roll Back Step does not restore {1}</source>
        <translation>{0}&#xa0;; Revenir avant l’étape ne restaure pas {1}</translation>
    </message>
</context>
<context>
    <name>PinnedOutputs</name>
    <message>
        <source>Outputs inside an instance or a function cannot be pinned: pin an output of its block</source>
        <translation>Les sorties dans une instance ou une fonction ne peuvent pas être épinglées&#xa0;: épinglez une sortie de son bloc</translation>
    </message>
    <message>
        <source>{0} has no result to pin: run the page first</source>
        <translation>{0} n’a pas de résultat à épingler&#xa0;: exécutez d’abord la page</translation>
    </message>
    <message>
        <source>it has no result: run the page first</source>
        <translation>il n’a pas de résultat&#xa0;: exécutez d’abord la page</translation>
    </message>
    <message>
        <source>{0} cannot be pinned: {1}</source>
        <translation>{0} ne peut pas être épinglé&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} is pinned: from the next run on, blocks that only it depends on do not run</source>
        <translation>{0} est épinglé&#xa0;: dès la prochaine exécution, les blocs dont lui seul dépend ne s’exécutent pas</translation>
    </message>
    <message>
        <source>Pinned at its value of step {0}, which is out of date: this block or a block upstream of it was edited since. Unpin it, run, and pin it again.</source>
        <translation>Épinglé à sa valeur du pas {0}, qui n’est plus à jour&#xa0;: ce bloc ou un bloc en amont a été modifié depuis. Désépinglez-le, exécutez, et épinglez-le de nouveau.</translation>
    </message>
    <message>
        <source>Pinned at its value of step {0}: blocks that only it depends on do not run. The same command unpins it.</source>
        <translation>Épinglé à sa valeur du pas {0}&#xa0;: les blocs dont lui seul dépend ne s’exécutent pas. La même commande le désépingle.</translation>
    </message>
</context>
<context>
    <name>PrintedList</name>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
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
        <source>Name or what it does, and values: Const 3.0</source>
        <translation>Nom ou ce qu&apos;il fait, et valeurs&#xa0;: Const 3.0</translation>
    </message>
    <message>
        <source>enuSpace&apos;s symbols (Ctrl+E)</source>
        <translation>Symboles d&apos;enuSpace (Ctrl+E)</translation>
    </message>
    <message>
        <source>Also offer the symbols of enuSpace. A search that begins with enu finds them in any case.</source>
        <translation>Proposer aussi les symboles d&apos;enuSpace. Ce qui est saisi après enu les trouve dans tous les cas.</translation>
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
        <source>Enter: add with {0}</source>
        <translation>Entrée&#xa0;: ajouter avec {0}</translation>
    </message>
    <message>
        <source>Enter: add · Shift+Enter: and the next one · ↑ ↓: choose · Ctrl+B: favourite · Esc: close</source>
        <translation>Entrée&#xa0;: ajouter · Maj+Entrée&#xa0;: et le suivant · ↑ ↓&#xa0;: choisir · Ctrl+B&#xa0;: favori · Échap&#xa0;: fermer</translation>
    </message>
    <message>
        <source>Type only the name: snippets and commands have no name and values</source>
        <translation>Ce n’est pas un bloc et ne prend ni nom ni valeurs&#xa0;: tapez seulement son nom</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>Retirer des favoris</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>Ajouter aux favoris</translation>
    </message>
</context>
<context>
    <name>QuickFixes</name>
    <message>
        <source>choose at the block…</source>
        <translation>à choisir sur le bloc…</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>choisir…</translation>
    </message>
    <message>
        <source>Blockloom has no fix for this: {}</source>
        <translation>Blockloom n’a pas de correction pour cela&#xa0;: {}</translation>
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
        <source>Recover one edit of {} from {}?</source>
        <translation>Récupérer une modification de {} de {}&#xa0;?</translation>
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
        <source>Blockloom ended unexpectedly while they were open.</source>
        <translation>Blockloom s’est terminé de façon inattendue alors qu’ils étaient ouverts.</translation>
    </message>
    <message>
        <source>whole document</source>
        <translation>document entier</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>illisible</translation>
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
    <name>RemovedBar</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Page “{}” was deleted.</source>
        <translation>La page «&#xa0;{}&#xa0;» a été supprimée.</translation>
    </message>
    <message>
        <source>It is used by {}.</source>
        <translation>Elle est utilisée par {}.</translation>
    </message>
</context>
<context>
    <name>ResultLinks</name>
    <message>
        <source>no run yet</source>
        <translation>pas encore exécuté</translation>
    </message>
</context>
<context>
    <name>ResultViews</name>
    <message>
        <source>You cannot pin a result inside an instance: make it an output of its page</source>
        <translation>Un résultat à l’intérieur d’une instance ne peut pas être épinglé&#xa0;: faites-en une sortie de sa page</translation>
    </message>
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
        <source>Open in another window</source>
        <translation>Dans une fenêtre de plus</translation>
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
</context>
<context>
    <name>RunController</name>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>Une exécution est en cours&#xa0;: arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>Preparing the run…</source>
        <translation>Préparation de l&apos;exécution…</translation>
    </message>
    <message>
        <source>of the past step {0}</source>
        <translation>du pas passé {0}</translation>
    </message>
    <message>
        <source>of step {0}: step {1} did not complete</source>
        <translation>du pas {0}&#xa0;: le pas {1} n’est pas allé à son terme</translation>
    </message>
    <message>
        <source>{}. Correct the cluster file or choose another target</source>
        <translation>{}. Corrigez le fichier de cluster ou choisissez une autre cible</translation>
    </message>
    <message>
        <source>… and {} more: see the problems</source>
        <translation>… et {} de plus&#xa0;: voir les problèmes</translation>
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
        <source>rolled back step {0}</source>
        <translation>revenu avant l’étape {0}</translation>
    </message>
    <message>
        <source>step {0} was not rolled back</source>
        <translation>pas revenu avant l’étape {0}</translation>
    </message>
    <message>
        <source>{0}: rolled back step {1}. These blocks keep the state that the step left: {2}</source>
        <translation>{0}&#xa0;: revenu avant l’étape {1}. Ces blocs gardent l’état que l’étape a laissé&#xa0;: {2}</translation>
    </message>
    <message>
        <source>{0}; Run &gt; Fit the Model… runs epochs with validation</source>
        <translation>{0}&#xa0;; Exécution &gt; Ajuster le modèle… parcourt des époques avec validation</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}: step {1} did not complete and is not counted; it may have changed {2}.</source>
        <translation>{0}&#xa0;: le pas {1} n’est pas allé à son terme et n’est pas compté&#xa0;; il a pu modifier {2}.</translation>
    </message>
    <message>
        <source>of an earlier run: step {0} did not complete</source>
        <translation>d’une exécution précédente&#xa0;: le pas {0} n’est pas allé à son terme</translation>
    </message>
    <message>
        <source>reset: the next run initialises the variables</source>
        <translation>réinitialisé&#xa0;: la prochaine exécution initialise les variables</translation>
    </message>
    <message>
        <source>{0}; it may have changed {1}</source>
        <translation>{0}&#xa0;; modification possible de {1}</translation>
    </message>
    <message>
        <source>{0} The results that blocks show are {1}.</source>
        <translation>{0} Les résultats que montrent les blocs sont {1}.</translation>
    </message>
    <message>
        <source>The state of all sessions was reset.</source>
        <translation>L&apos;état de toutes les sessions a été réinitialisé.</translation>
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
        <source>of step {0}</source>
        <translation>du pas {0}</translation>
    </message>
</context>
<context>
    <name>RunStatus</name>
    <message>
        <source>idle</source>
        <translation>inactif</translation>
    </message>
    <message>
        <source>reading TensorFlow&apos;s ops…</source>
        <translation>lecture des ops de TensorFlow…</translation>
    </message>
    <message>
        <source>compiling {}…</source>
        <translation>compilation de {}…</translation>
    </message>
    <message>
        <source>starting TensorFlow…</source>
        <translation>démarrage de TensorFlow…</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>pas de processus de calcul</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>arrêt…</translation>
    </message>
    <message>
        <source>past step {0} of {1}</source>
        <translation>étape passée {0} sur {1}</translation>
    </message>
    <message>
        <source>{} waits: {}</source>
        <translation>{} attend&#xa0;: {}</translation>
    </message>
    <message>
        <source>running, step {}</source>
        <translation>en cours, pas {}</translation>
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
        <source>no limit</source>
        <translation>pas de limite</translation>
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
        <source>The run ends with the first step in which the condition is true for every element: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</source>
        <translation>L’exécution se termine au premier pas où la condition est vraie pour chaque élément&#xa0;: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</translation>
    </message>
    <message>
        <source>Tests {0} after every step.</source>
        <translation>Teste {0} après chaque pas.</translation>
    </message>
    <message>
        <source>{0}: no result yet</source>
        <translation>{0}&#xa0;: pas encore de résultat</translation>
    </message>
</context>
<context>
    <name>SavedRuns</name>
    <message>
        <source>Save Run</source>
        <translation>Enregistrer l’exécution</translation>
    </message>
    <message>
        <source>Charts show the run together with later ones. Name of the run:</source>
        <translation>Les graphiques montrent l’exécution avec les suivantes. Nom de l’exécution&#xa0;:</translation>
    </message>
    <message>
        <source>run {}</source>
        <translation>exécution {}</translation>
    </message>
    <message>
        <source>The run was not saved: {}</source>
        <translation>L’exécution n’a pas été enregistrée&#xa0;: {}</translation>
    </message>
    <message>
        <source>Saved {0}: {1} steps of {2}</source>
        <translation>{0} enregistré&#xa0;: {1} pas de {2}</translation>
    </message>
    <message>
        <source>The saved runs cannot be read: {}</source>
        <translation>Les exécutions enregistrées ne peuvent pas être lues&#xa0;: {}</translation>
    </message>
    <message>
        <source>The runs could not be saved and will be lost with this window: {}</source>
        <translation>Les exécutions n’ont pas pu être enregistrées et seront perdues avec cette fenêtre&#xa0;: {}</translation>
    </message>
</context>
<context>
    <name>SavedRunsPanel</name>
    <message>
        <source>C&amp;olour</source>
        <translation>Co&amp;uleur</translation>
    </message>
    <message>
        <source>&amp;Save .csv…</source>
        <translation>Enregistrer en .c&amp;sv…</translation>
    </message>
    <message>
        <source>Run a page with a chart, then save the run under a name: charts and plots over steps show it together with later runs.</source>
        <translation>Exécutez une page avec un graphique, puis enregistrez l’exécution sous un nom&#xa0;: les graphiques et courbes au fil des pas la montrent avec les suivantes.</translation>
    </message>
    <message>
        <source>&amp;Save Run…</source>
        <translation>&amp;Enregistrer l’exécution…</translation>
    </message>
    <message>
        <source>Save the selected runs, or all, a row for each point</source>
        <translation>Enregistrer les exécutions sélectionnées, ou toutes, une ligne par point</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>Supp&amp;rimer</translation>
    </message>
    <message>
        <source>Save the runs</source>
        <translation>Enregistrer les exécutions</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Valeurs séparées par des virgules (*.csv)</translation>
    </message>
    <message>
        <source>{0} saved</source>
        <translation>{0} enregistré</translation>
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
        <source>Select the blocks to save</source>
        <translation>Sélectionnez les blocs à garder</translation>
    </message>
    <message>
        <source>Save as snippet</source>
        <translation>Garder comme extrait</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Nom&#xa0;:</translation>
    </message>
    <message>
        <source>A name has letters, digits, spaces and . , ( ) + - only.</source>
        <translation>Un nom n’a que des lettres, chiffres, espaces et . , ( ) + -.</translation>
    </message>
    <message>
        <source>A snippet {} exists. Replace it?</source>
        <translation>Il y a déjà un extrait {}. Le remplacer&#xa0;?</translation>
    </message>
    <message>
        <source>{} is saved: Insert Snippet and the box that adds blocks offer it</source>
        <translation>{} est gardé&#xa0;: Insérer un extrait et la boîte d’ajout de blocs le proposent</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>You have no snippets yet: select blocks and choose Save as Snippet</source>
        <translation>Aucun des vôtres pour l&apos;instant&#xa0;: sélectionnez des blocs et choisissez Garder comme extrait</translation>
    </message>
    <message>
        <source>Remove snippet</source>
        <translation>Supprimer l’extrait</translation>
    </message>
    <message>
        <source>Remove the snippet {}?</source>
        <translation>Supprimer l’extrait {}&#xa0;?</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Blockloom</source>
        <translation>Blockloom</translation>
    </message>
    <message>
        <source>&amp;New Document</source>
        <translation>&amp;Nouveau document</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Ouvrir…</translation>
    </message>
    <message>
        <source>A page whose loss becomes NaN: find the origin and fix it</source>
        <translation>Une page dont la perte devient NaN&#xa0;: en trouver l’origine et la corriger</translation>
    </message>
    <message>
        <source>More lessons</source>
        <translation>Autres leçons</translation>
    </message>
    <message>
        <source>Lessons and examples</source>
        <translation>Leçons et exemples</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Leçons</translation>
    </message>
    <message>
        <source>Open a copy of {}</source>
        <translation>Ouvrir une copie de {}</translation>
    </message>
    <message>
        <source>{} is missing: it was moved or deleted, or its drive is not connected.</source>
        <translation>{} manque&#xa0;: il a été déplacé ou supprimé, ou son lecteur n’est pas connecté.</translation>
    </message>
    <message>
        <source>Five steps on an empty page: place, wire, type, run, look</source>
        <translation>Cinq étapes sur une page vide&#xa0;: placer, relier, saisir, exécuter, regarder</translation>
    </message>
    <message>
        <source>From a table, an array or pictures to a model that is trained and validated</source>
        <translation>D&apos;une table, d&apos;un tableau ou d&apos;images à un modèle entraîné et validé</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>Les modifications sont sauvegardées dans un journal en moins d&apos;une seconde&#xa0;; le fichier lui-même change quand vous enregistrez.</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>&amp;Documentation</translation>
    </message>
    <message>
        <source>Build TensorFlow graphs out of blocks, run them, and see the results of every block.</source>
        <translation>Construisez des graphes TensorFlow avec des blocs, exécutez-les, et voyez les résultats de chaque bloc.</translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation>Documents récents</translation>
    </message>
    <message>
        <source>{} (missing)</source>
        <translation>{} (absent)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Aucun pour l&apos;instant</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Effect of a click</source>
        <translation>Ce que fait un clic</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>État de l&apos;exécution</translation>
    </message>
    <message>
        <source>Autosave</source>
        <translation>Sauvegarde automatique</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>TensorFlow version</source>
        <translation>Version de TensorFlow</translation>
    </message>
</context>
<context>
    <name>StepAxis</name>
    <message>
        <source>Steps of the run</source>
        <translation>Étapes de l’exécution</translation>
    </message>
    <message>
        <source>No steps yet. Each step that a run completes can be shown again here.</source>
        <translation>Pas encore d’étapes. Chaque étape terminée par une exécution peut être revue ici.</translation>
    </message>
    <message>
        <source>The page was compiled again after step {0}: the steps that follow can be shown again here.</source>
        <translation>La page a été recompilée après l’étape {0}&#xa0;: les étapes suivantes peuvent être revues ici.</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>Étape {0}</translation>
    </message>
    <message>
        <source>loss {0}</source>
        <translation>perte {0}</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>non fini</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>instantané</translation>
    </message>
    <message>
        <source>{0} (log)</source>
        <translation>{0} (log)</translation>
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
        <source>{} when last checked</source>
        <translation>{} à la dernière vérification</translation>
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
        <source>&amp;Cluster file…</source>
        <translation>&amp;Cluster…</translation>
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
        <source>&amp;Initialise variables (the chief)</source>
        <translation>&amp;Initialiser les variables (le chef)</translation>
    </message>
    <message>
        <source>Make the selected task the target</source>
        <translation>Faire de la tâche sélectionnée la cible</translation>
    </message>
    <message>
        <source>A target without a cluster file. Press Enter to run there from now on</source>
        <translation>Une cible sans fichier de cluster. Appuyez sur Entrée pour y exécuter désormais</translation>
    </message>
    <message>
        <source>Runs initialise the variables on the cluster: the first run, and runs after Reset or the loss of a task.
Runs without this option wait until the variables are initialised.</source>
        <translation>Les exécutions initialisent les variables sur le cluster&#xa0;: la première exécution, et celles qui suivent Réinitialiser ou la perte d’une tâche.
Les exécutions sans cette option attendent que les variables soient initialisées.</translation>
    </message>
    <message>
        <source>Error of the target</source>
        <translation>Erreur de la cible</translation>
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
        <source>asking…</source>
        <translation>interrogation…</translation>
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
        <source>restarted: its state is lost</source>
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
    <message>
        <source>Picture as it is shown (*.png)</source>
        <translation>Image telle qu&apos;affichée (*.png)</translation>
    </message>
    <message>
        <source>Writing {}…</source>
        <translation>Écriture de {}…</translation>
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
    <name>TensorFlowChoice</name>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>Une exécution est en cours&#xa0;: arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>Trying it…</source>
        <translation>Essai en cours…</translation>
    </message>
    <message>
        <source>Using TensorFlow {}</source>
        <translation>TensorFlow {} utilisé</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Errors in the text</source>
        <translation>Ce qui ne va pas dans le texte</translation>
    </message>
    <message>
        <source>Position of the cursor</source>
        <translation>Position du curseur</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Entrée</translation>
    </message>
    <message>
        <source>A text of this length is checked when you press OK</source>
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
        <source>Discard your changes?</source>
        <translation>Abandonner vos modifications&#xa0;?</translation>
    </message>
</context>
<context>
    <name>TimeTravel</name>
    <message>
        <source>Step {0}, failed</source>
        <translation>Étape {0}, échouée</translation>
    </message>
    <message>
        <source>Step {0}, incomplete</source>
        <translation>Étape {0}, incomplète</translation>
    </message>
    <message>
        <source>Step {0}, paused</source>
        <translation>Étape {0}, en pause</translation>
    </message>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>Une exécution est en cours&#xa0;: arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>No past step is recorded: run the page first.</source>
        <translation>Aucune étape passée n’est enregistrée&#xa0;: exécutez d’abord la page.</translation>
    </message>
    <message>
        <source>Select a past step first: drag in the timeline below the page.</source>
        <translation>Choisissez d’abord une étape passée&#xa0;: glissez dans la frise sous la page.</translation>
    </message>
    <message>
        <source>until step {0}</source>
        <translation>jusqu&apos;à l&apos;étape {0}</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Rewind to This Step</source>
        <translation>Revenir à cette étape</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Dernière</translation>
    </message>
    <message>
        <source>Show the latest step (Esc)</source>
        <translation>Montrer la dernière étape (Échap)</translation>
    </message>
    <message>
        <source>Hide the timeline: View &gt; Timeline shows it again</source>
        <translation>Masquer la frise&#xa0;: Affichage &gt; Frise la montre à nouveau</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>Étapes de l&apos;exécution</translation>
    </message>
    <message>
        <source>Step {0} of {0}</source>
        <translation>Étape {0} sur {0}</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>Étape {0} sur {1}</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>Étape {0}</translation>
    </message>
</context>
<context>
    <name>TrailBar</name>
    <message>
        <source>Path to this page</source>
        <translation>Chemin vers cette page</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Monter</translation>
    </message>
    <message>
        <source>Up (Backspace)</source>
        <translation>Monter (Retour arrière)</translation>
    </message>
    <message>
        <source>The values are those of this instance</source>
        <translation>Les valeurs sont celles de cette instance</translation>
    </message>
</context>
<context>
    <name>ValueField</name>
    <message>
        <source>Edit…</source>
        <translation>Modifier…</translation>
    </message>
    <message>
        <source>Edit {} in a dialog</source>
        <translation>Modifier {} dans une fenêtre</translation>
    </message>
    <message>
        <source>Edit all lines of the text (Ctrl+Enter in the field)</source>
        <translation>Toutes les lignes du texte (Ctrl+Entrée dans le champ)</translation>
    </message>
    <message>
        <source>Slider of {0}</source>
        <translation>Réglette de {0}</translation>
    </message>
</context>
<context>
    <name>VariableFiles</name>
    <message>
        <source>TensorFlow checkpoints</source>
        <translation>Checkpoints TensorFlow</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Arrays of numpy</source>
        <translation>Tableaux numpy</translation>
    </message>
    <message>
        <source>the worker does not answer</source>
        <translation>le processus de calcul n&apos;a pas de réponse</translation>
    </message>
    <message>
        <source>Cannot save the state</source>
        <translation>L&apos;état ne peut pas être enregistré</translation>
    </message>
    <message>
        <source>Run a page first: its variables have no values yet.</source>
        <translation>Exécutez d’abord une page&#xa0;: ses variables n’ont pas encore de valeurs.</translation>
    </message>
    <message>
        <source>Save Variables</source>
        <translation>Enregistrer les variables</translation>
    </message>
    <message>
        <source>{0}: saved {1} in {2}</source>
        <translation>{0}&#xa0;: {1} enregistré dans {2}</translation>
    </message>
    <message>
        <source>Restore Variables</source>
        <translation>Restaurer les variables</translation>
    </message>
    <message>
        <source>{0}: {1} have no value in {2} and were not changed</source>
        <translation>{0}&#xa0;: {1} n’ont pas de valeur dans {2} et n’ont pas été modifiées</translation>
    </message>
    <message>
        <source>Open Recording</source>
        <translation>Ouvrir un enregistrement</translation>
    </message>
    <message>
        <source>{0} was edited since {1} was recorded: blocks show results of the edited page</source>
        <translation>{0} a été modifiée depuis l’enregistrement de {1}&#xa0;: les blocs montrent les résultats de la page modifiée</translation>
    </message>
    <message>
        <source>The values of the variables are now their initial values.</source>
        <translation>Les valeurs des variables sont maintenant leurs valeurs initiales.</translation>
    </message>
    <message>
        <source>The variables have their initial values already.</source>
        <translation>Les variables ont déjà leurs valeurs initiales.</translation>
    </message>
    <message>
        <source>Values of variables</source>
        <translation>Valeurs de variables</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Cannot restore the state</source>
        <translation>L&apos;état ne peut pas être restauré</translation>
    </message>
    <message>
        <source>{0}: restored {1} from {2}</source>
        <translation>{0}&#xa0;: {1} restauré depuis {2}</translation>
    </message>
    <message>
        <source>No variable has a value: run the page first.</source>
        <translation>Aucune variable n&apos;a de valeur&#xa0;: exécutez d&apos;abord la page.</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} et {1} de plus</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>View</source>
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
        <source>Values that are black and white</source>
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
        <source>&amp;Previous run</source>
        <translation>Exécution p&amp;récédente</translation>
    </message>
    <message>
        <source>Compare with the result of the previous run</source>
        <translation>Comparer avec ce qu&apos;a donné l&apos;exécution précédente</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmique</translation>
    </message>
    <message>
        <source>Use a logarithmic scale, which leaves out values of 0 or less</source>
        <translation>Des distances égales sont des rapports égaux&#xa0;; ce qui n&apos;est pas au-dessus de 0 est omis</translation>
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
        <source>Next NaN or infinity</source>
        <translation>NaN ou infini suivant</translation>
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
        <source>&amp;Save…</source>
        <translation>&amp;Enregistrer…</translation>
    </message>
    <message>
        <source>Save the whole tensor as .npy or .csv, or a plot as .png</source>
        <translation>Le tenseur entier en .npy ou .csv, un graphique en .png</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>É&amp;pingler</translation>
    </message>
    <message>
        <source>Keep the viewer in sight</source>
        <translation>Le garder en vue</translation>
    </message>
    <message>
        <source>On the &amp;Canvas, Next to Its Block</source>
        <translation>Sur le &amp;canevas, à côté de son bloc</translation>
    </message>
    <message>
        <source>In a &amp;dock of the window</source>
        <translation>Dans un panneau &amp;de la fenêtre</translation>
    </message>
    <message>
        <source>The worker no longer has this result: run again.</source>
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
        <source>the previous run has no result to compare with</source>
        <translation>l&apos;exécution précédente n&apos;a rien donné à comparer</translation>
    </message>
    <message>
        <source>the previous run has {}</source>
        <translation>l&apos;exécution précédente a donné {}</translation>
    </message>
    <message>
        <source>all numbers are finite</source>
        <translation>tous les nombres sont finis</translation>
    </message>
</context>
<context>
    <name>WeightDialog</name>
    <message>
        <source>Double click, F2 or typing edits an element; Ctrl+V pastes a table, Ctrl+Z undoes the last change</source>
        <translation>Double clic, F2 ou la saisie modifient un élément&#xa0;; Ctrl+V colle un tableau, Ctrl+Z annule la dernière modification</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importer…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exporter…</translation>
    </message>
    <message>
        <source>Element {}</source>
        <translation>Élément {}</translation>
    </message>
    <message>
        <source>enter one number</source>
        <translation>il faut un seul nombre</translation>
    </message>
</context>
<context>
    <name>WhyBox</name>
    <message>
        <source>Enter: choose · Esc: close</source>
        <translation>Entrée&#xa0;: choisir · Échap&#xa0;: fermer</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
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
        <source>Everything that fits is already wired</source>
        <translation>Rien ne convient qui ne soit déjà relié</translation>
    </message>
    <message>
        <source>Select a block to wire, or several to wire with each other</source>
        <translation>Sélectionnez le bloc à relier, ou plusieurs pour les relier entre eux</translation>
    </message>
    <message>
        <source>Wire the selected blocks</source>
        <translation>Relier les blocs sélectionnés</translation>
    </message>
</context>
<context>
    <name>WireGradientsView</name>
    <message>
        <source>The next run shows the size of the gradient of the loss on each wire</source>
        <translation>La prochaine exécution montre sur chaque fil la grandeur du gradient de la perte</translation>
    </message>
    <message>
        <source>Gradients are no longer shown on wires</source>
        <translation>Les gradients ne sont plus affichés sur les fils</translation>
    </message>
</context>
<context>
    <name>WorkerSession</name>
    <message>
        <source>The worker cannot be started: {}</source>
        <translation>Le processus de calcul ne démarre pas&#xa0;: {}</translation>
    </message>
    <message>
        <source>The document is not trusted to act outside.</source>
        <translation>Le document n’a pas votre confiance pour agir à l’extérieur.</translation>
    </message>
    <message>
        <source>the page was still being compiled, so its process was ended</source>
        <translation>la page était encore en cours de compilation, son processus a donc été terminé</translation>
    </message>
    <message>
        <source>an operation did not react to Stop, so its process was ended</source>
        <translation>une opération n&apos;a pas réagi à l&apos;arrêt, son processus a donc été terminé</translation>
    </message>
</context>
<context>
    <name>_ComparisonModel</name>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>Relative</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Maximale</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Où</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Éléments</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nœud</translation>
    </message>
    <message>
        <source>Output of a block</source>
        <translation>Sortie d’un bloc</translation>
    </message>
    <message>
        <source>Largest difference, divided by the largest value</source>
        <translation>Plus grande différence, divisée par la plus grande valeur</translation>
    </message>
    <message>
        <source>Largest difference of two elements</source>
        <translation>Plus grande différence entre deux éléments</translation>
    </message>
    <message>
        <source>Index of the largest difference</source>
        <translation>Indice de la plus grande différence</translation>
    </message>
    <message>
        <source>Number of elements that differ, of all</source>
        <translation>Nombre d’éléments qui diffèrent, sur tous</translation>
    </message>
    <message>
        <source>Name of the node in the graph</source>
        <translation>Nom du nœud dans le graphe</translation>
    </message>
</context>
<context>
    <name>_List</name>
    <message>
        <source>Run</source>
        <translation>Exécution</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pas</translation>
    </message>
    <message>
        <source>Saved runs</source>
        <translation>Exécutions enregistrées</translation>
    </message>
</context>
<context>
    <name>_Tree</name>
    <message>
        <source>Cost of the page</source>
        <translation>Coût de la page</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Bloc</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Part</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Temps</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Alloué</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activations</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Share of the time of all ops</source>
        <translation>Part du temps de toutes les opérations</translation>
    </message>
    <message>
        <source>Time of the kernels in the traced step</source>
        <translation>Temps des noyaux dans le pas tracé</translation>
    </message>
    <message>
        <source>Bytes of all outputs of ops in a step</source>
        <translation>Octets de toutes les sorties des opérations d’un pas</translation>
    </message>
    <message>
        <source>Bytes that the ops allocated</source>
        <translation>Octets alloués par les opérations</translation>
    </message>
    <message>
        <source>Elements of the variables</source>
        <translation>Éléments des variables</translation>
    </message>
    <message>
        <source>Floating point operations: a multiplication with its addition counts as 2</source>
        <translation>Opérations en virgule flottante&#xa0;: une multiplication avec son addition compte pour 2</translation>
    </message>
</context>
</TS>
