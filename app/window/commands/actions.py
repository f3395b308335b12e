"""The window's commands: one table, from which menus, tool bar and the list of shortcuts are made."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QSpinBox, QToolBar

from blockloom.app.canvas.words import tr as _tr
from blockloom.app.window.commands import keyboard, mnemonics
from blockloom.app.window.settings import settings, texts
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.document import BYPASS, MUTE

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow


class Command(NamedTuple):
    """`canvas` commands listen for their keys on the canvas only: elsewhere the same keys edit text, or find NaN."""

    key: str
    menu: str
    text: str
    do: Callable[[], object]
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    canvas: bool = False
    line: bool = False  # a separator before it


def plain(text: str) -> str:
    """A menu's text as it is read: without the marks of keys."""
    text = re.sub(r"\(&\w\)", "", text)      # as in Korean: a key that is no letter of the text
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip(" .")


def commands(w: MainWindow) -> list[Command]:
    """Every command of the window, in menu order."""
    file, edit, view = _tr("&File"), _tr("&Edit"), _tr("&View")
    page, run, help_, arrange, wires = _tr("&Page"), _tr("&Run"), _tr("&Help"), _tr("&Arrange"), _tr("&Wires")

    def on(name: str, *args: object) -> Callable[[], object]:
        return lambda: getattr(w.canvas(), name)(*args)
    return [
        Command("new", file, _tr("&New"), w.file.new, ("Ctrl+N",), "new"),
        Command("open", file, _tr("&Open ..."), w.file.open, ("Ctrl+O",), "open"),
        Command("new_window", file, _tr("New &Window"), w.panels.new_window, ("Ctrl+Shift+N",),
                tip=_tr("Another window beside this one, for another document")),
        Command("import_pages", file, _tr("&Import Pages ..."), w.file.import_pages,
                tip=_tr("Add the pages of another file to this document")),
        Command("start", file, _tr("Start Pa&ge"), lambda: w.file.may_leave() and w.panels.start_again(),
                tip=_tr("Recent documents and examples")),
        Command("save", file, _tr("&Save"), w.file.save, ("Ctrl+S",), "save", line=True),
        Command("save_as", file, _tr("Save &As ..."), w.file.save_as, ("Ctrl+Shift+S",)),
        Command("export", file, _tr("&Export Page ..."), lambda: w.panels.exporter.export(), ("Ctrl+E",), line=True,
                tip=_tr("The page in front as a PNG, SVG or PDF picture")),
        Command("copy_picture", file, _tr("Cop&y as Picture"), lambda: w.panels.exporter.copy(), ("Ctrl+Shift+C",),
                tip=_tr("The selected blocks, or the page in front, onto the clipboard")),
        Command("print", file, _tr("&Print ..."), lambda: w.panels.exporter.print(), ("Ctrl+P",)),
        Command("recover", file, _tr("&Recover Edits ..."), w.autosave.offer, tip=_tr(
            "What was not saved when Blockloom ended unexpectedly")),
        Command("map_folders", file, _tr("Map &Windows Folders ..."), w.file.map_folders, tip=_tr(
            "Say where the Windows folders that an enuSpace page names lie on this machine")),
        Command("quit", file, _tr("&Quit"), w.close, ("Ctrl+Q",), line=True),
        Command("undo", edit, _tr("&Undo"), w.undo, ("Ctrl+Z",), "undo"),
        Command("redo", edit, _tr("&Redo"), w.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        Command("history", edit, _tr("Undo &History ..."), w.panels.show_history, ("Ctrl+Alt+Z",),
                tip=_tr("What was done, to go back to any of it")),
        Command("cut", edit, _tr("Cu&t"), on("cut"), ("Ctrl+X",), canvas=True, line=True),
        Command("copy", edit, _tr("&Copy"), on("copy"), ("Ctrl+C",), canvas=True),
        Command("paste", edit, _tr("&Paste"), on("paste_clipboard"), ("Ctrl+V",), canvas=True),
        Command("paste_wired", edit, _tr("Paste with &Incoming Wires"), on("paste_wired"),
                ("Ctrl+Shift+V",), canvas=True, tip=_tr(
                    "Wired to what the originals were wired to, as far as that is on the page")),
        Command("duplicate", edit, _tr("D&uplicate"), on("duplicate"), ("Ctrl+D",), canvas=True),
        Command("duplicate_wired", edit, _tr("Duplicate &with Incoming Wires"), on("duplicate_wired"),
                ("Ctrl+Shift+D",), canvas=True),
        Command("add_after", edit, _tr("Add &Block after the Selected ..."), on("want_after"), ("Shift+A",),
                canvas=True, tip=_tr("To its right, wired to its first output")),
        Command("keep_snippet", edit, _tr("Sa&ve as Snippet ..."), lambda: w.panels.snippets.keep(),
                tip=_tr("Keep the selected blocks under a name, for any page")),
        Command("insert_snippet", edit, _tr("Insert Snippet ..."), lambda: w.panels.snippets.ask(), ("Ctrl+K",),
                tip=_tr("Blocks that were kept under a name")),
        Command("delete", edit, _tr("&Delete"), on("delete_selection"), ("Del", "Backspace"), canvas=True),
        Command("mute", edit, _tr("&Mute or Unmute"), on("set_mode", MUTE), ("Ctrl+M",), canvas=True, line=True,
                tip=_tr("The page runs without the selected blocks, and without those that cannot be without them")),
        Command("bypass", edit, _tr("B&ypass or Not"), on("set_mode", BYPASS), ("Ctrl+Shift+B", "Ctrl+B"), canvas=True,
                tip=_tr("In the place of the selected blocks' outputs stand their inputs of the same type")),
        Command("select_all", edit, _tr("Select &All"), on("select_all"), ("Ctrl+A",), canvas=True),
        Command("grow_up", edit, _tr("&Select What Feeds It"), on("grow", True, False), ("L",), canvas=True,
                tip=_tr("Add the blocks that the selected ones are wired from")),
        Command("grow_down", edit, _tr("Se&lect What It Feeds"), on("grow", False, True), ("Shift+L",), canvas=True,
                tip=_tr("Add the blocks that the selected ones are wired to")),
        Command("grow_all_up", edit, _tr("Select All That It &Needs"), on("grow", True, False, True)),
        Command("grow_all_down", edit, _tr("Select All T&hat Needs It"), on("grow", False, True, True)),
        Command("grow_linked", edit, _tr("Select All Lin&ked"), on("grow", True, True, True)),
        Command("select_alike", edit, _tr("Select All &of the Same Type"), on("select_alike"), ("Shift+G",),
                canvas=True),
        Command("add_block", edit, _tr("Add &Block ..."), w.focus_palette, ("Ctrl+Space",), line=True,
                tip=_tr("Choose a block type in the palette")),
        Command("fix", edit, _tr("Fi&x Problem ..."), lambda: w.quick_fixes.open_selected(), ("Ctrl+.",), canvas=True,
                tip=_tr("What is wrong with the selected block, or the next one with a problem, and what mends it")),
        Command("find", edit, _tr("&Find Block ..."), w.panels.find, ("Ctrl+F",)),
        Command("find_next", edit, _tr("Find Ne&xt"), lambda: w.panels.find_next(1), ("F3",), canvas=True),
        Command("find_previous", edit, _tr("Find Previous"), lambda: w.panels.find_next(-1), ("Shift+F3",),
                canvas=True),
        Command("preferences", edit, _tr("Prefere&nces ..."), w.panels.show_preferences, ("Ctrl+,",), line=True,
                tip=_tr("Theme, text size, language, keys")),
        Command("fit", view, _tr("&Fit"), on("fit"), ("Ctrl+9",), "fit", _tr("Show the whole page")),
        Command("fit_selection", view, _tr("Fit the &Selection"), on("fit_selection"), (".",), canvas=True,
                tip=_tr("Show the selection as large as it fits")),
        Command("zoom_in", view, _tr("Zoom &In"), on("zoom_in"), ("Ctrl++", "Ctrl+="), "zoom_in"),
        Command("zoom_out", view, _tr("Zoom &Out"), on("zoom_out"), ("Ctrl+-",), "zoom_out"),
        Command("zoom_100", view, _tr("100 %"), on("zoom_to", 1.0), ("Ctrl+0",)),
        Command("minimap", view, _tr("&Map of the Page"), on("toggle_map"), ("M",), canvas=True),
        Command("bookmark", view, _tr("Bookmark This &View"), on("add_bookmark"), ("B",), canvas=True, tip=_tr(
            "Keep what is in view: a digit key, or View > Bookmarks, comes back to it")),
        Command("next_part", view, _tr("Ne&xt Part of the Window"), lambda: keyboard.turn(w, 1), ("F6",), line=True,
                tip=_tr("Give the keyboard to the page, the inspector, the lists, the block types ... in turn")),
        Command("previous_part", view, _tr("Pre&vious Part of the Window"), lambda: keyboard.turn(w, -1),
                ("Shift+F6",)),
        Command("only_page", view, _tr("&Only the Page"), w.panels.only_page, ("Ctrl+F11",),
                tip=_tr("Hide all panels, or bring them back")),
        Command("full_screen", view, _tr("&Full Screen"), w.panels.full_screen, ("F11",)),
        Command("to_page", view, _tr("Go to &Page"), lambda: w.canvas().setFocus(), ("Ctrl+1",)),
        Command("to_inspector", view, _tr("Go to In&spector"), lambda: w.show_dock("inspector"), ("Ctrl+2",)),
        Command("to_problems", view, _tr("Go to P&roblems"), w.show_problems, ("Ctrl+3",)),
        Command("next_problem", view, _tr("Next Pro&blem"), lambda: w.problem_list.step(1), ("F8",)),
        Command("previous_problem", view, _tr("Pre&vious Problem"), lambda: w.problem_list.step(-1), ("Shift+F8",)),
        Command("to_outline", view, _tr("Go to &Outline"), w.panels.show_outline, ("Ctrl+5",),
                tip=_tr("Pages, blocks, pins and wires as a tree")),
        Command("to_messages", view, _tr("Go to &Messages"), w.show_messages, ("Ctrl+4",)),
        Command("view_result", view, _tr("&View Result ..."), lambda: w.views.open_selected(), ("Ctrl+I",), tip=_tr(
            "The selected block's result as a table, plots or an image"), line=True),
        Command("pin_result", view, _tr("Pi&n Result to the Canvas"), on("pin_selection"), ("Ctrl+Shift+I",), tip=_tr(
            "Pin the selected block's result beside it: a table, lines or an image that each run updates")),
        Command("theme", view, _tr("&Light Theme"), w.theming.toggle, ("Ctrl+Shift+L",), line=True),
        Command("arrange", arrange, _tr("&Arrange"), w.arranging.start, ("Ctrl+L",), tip=_tr(
            "Lay out the selected blocks, or the page, so that wires run to the right and few cross")),
        Command("frame", arrange, _tr("&Frame around the Selection"), on("frame_selection"), ("Ctrl+G",), canvas=True),
        Command("fold", arrange, _tr("&Collapse or Expand Frame"), on("fold_selection"), ("C",), canvas=True),
        Command("take_out", arrange, _tr("Take &out of Its Frame"), on("take_out"), ("Ctrl+Shift+G",), canvas=True),
        Command("colour", arrange, _tr("&Colour ..."), on("choose_colour"),
                tip=_tr("The colour of the selected blocks and notes")),
        Command("align_left", arrange, _tr("Align &Left"), on("align", "left"), ("Ctrl+Shift+Left",), canvas=True,
                line=True),
        Command("align_right", arrange, _tr("Align &Right"), on("align", "right"), ("Ctrl+Shift+Right",), canvas=True),
        Command("align_top", arrange, _tr("Align &Top"), on("align", "top"), ("Ctrl+Shift+Up",), canvas=True),
        Command("align_bottom", arrange, _tr("Align &Bottom"), on("align", "bottom"), ("Ctrl+Shift+Down",),
                canvas=True),
        Command("align_centre", arrange, _tr("Align Cent&res"), on("align", "centre"),
                tip=_tr("One below the other, their middles in line")),
        Command("align_middle", arrange, _tr("Align &Middles"), on("align", "middle"),
                tip=_tr("In a row, their middles in line")),
        Command("space_across", arrange, _tr("Space Evenly &Across"), on("distribute", False), line=True),
        Command("space_down", arrange, _tr("Space Evenly &Down"), on("distribute", True)),
        Command("straighten", arrange, _tr("Stra&ighten Wires"), on("straighten"), ("Q",), canvas=True,
                tip=_tr("Move the selected blocks up or down so that wires between them run level")),
        Command("snap", arrange, _tr("&Snap to the Grid"), on("snap")),
        Command("wire", wires, _tr("W&ire ..."), w.panels.show_wires, ("W",), canvas=True,
                tip=_tr("Choose among the wires that the selected blocks could get")),
        Command("wire_up", wires, _tr("&Wire the Selected Blocks"), on("wire_selection"), ("J",), canvas=True,
                tip=_tr("Each to the nearest on its right, by the pins that fit best")),
        Command("swap_inputs", wires, _tr("&Swap Inputs"), on("swap_inputs"), ("S",), canvas=True, tip=_tr(
            "Wires and values of the inputs of one type change places; the sources of two selected wires do")),
        Command("retype", wires, _tr("&Change Type ..."), on("want_retype"), ("Shift+S",), canvas=True, tip=_tr(
            "Another type in the place of the selected blocks: wires and values stay, as far as they fit")),
        Command("detach", wires, _tr("&Detach"), on("detach"), ("D",), canvas=True, line=True,
                tip=_tr("Take the selected blocks off their wires, which then lead around them")),
        Command("delete_healed", wires, _tr("Delete and &Reconnect"), on("delete_healed"),
                ("Ctrl+Del", "Ctrl+Backspace"), canvas=True,
                tip=_tr("What the deleted blocks fed is fed by what fed them, where the types fit")),
        Command("extract", wires, _tr("Make &Blocks of Typed Values"), on("extract_selected"), line=True, tip=_tr(
            "Each value typed into an input of the selected blocks becomes a Const block, wired to it")),
        Command("take_in", wires, _tr("&Type In the Values of Const Blocks"), on("take_in_selected"), tip=_tr(
            "Values of Const blocks that feed the selected blocks are typed into their inputs")),
        Command("add_page", page, _tr("&New Page"), w.tabs.add_page, ("Ctrl+T",)),
        Command("duplicate_page", page, _tr("D&uplicate Page"), w.tabs.duplicate_page),
        Command("rename_page", page, _tr("&Rename Page"), w.tabs.rename_page, ("Shift+F2",)),
        Command("remove_page", page, _tr("Re&move Page"), lambda: w.tabs.remove_page(), ("Ctrl+Shift+W",)),
        Command("page_left", page, _tr("Move Page &Left"), lambda: w.tabs.move_page(-1), ("Ctrl+Shift+PgUp",),
                line=True),
        Command("page_right", page, _tr("Move Page R&ight"), lambda: w.tabs.move_page(1), ("Ctrl+Shift+PgDown",)),
        Command("previous", page, _tr("&Previous Page"), lambda: w.turn_page(-1), ("Ctrl+PgUp",), line=True),
        Command("next", page, _tr("Ne&xt Page"), lambda: w.turn_page(1), ("Ctrl+PgDown",)),
        Command("run_n", run, _tr("&Run N Steps"), w.run_n, ("Ctrl+R",), "run_n",
                _tr("Run as many steps as the field says")),
        Command("step", run, _tr("&Step"), lambda: w.runs.run(1), ("F10",), "step", _tr("Run one step")),
        Command("run", run, _tr("Run &Continuously"), lambda: w.runs.run(0), ("F5",), "run",
                _tr("Run until stopped")),
        Command("run_until", run, _tr("Run &Until ..."), w.panels.run_until, ("Ctrl+U",),
                tip=_tr("Run until a condition holds, such as LOSS < 0.01")),
        Command("stop", run, _tr("S&top"), w.runs.stop, ("Shift+F5",), "stop", line=True),
        Command("auto_run", run, _tr("Run after &Each Edit"), lambda: w.runs.auto.toggle(), ("Ctrl+F5",), tip=_tr(
            "One step after each edit that leaves the page without errors")),
        Command("times", run, _tr("Show T&imes of Blocks"), lambda: w.runs.times.toggle(), ("Ctrl+Shift+T",), tip=_tr(
            "Each run tells how long each block takes in a step: above the blocks, and the slowest in the messages")),
        Command("reset", run, _tr("R&eset"), w.runs.reset, ("Ctrl+Shift+R",), "reset",
                _tr("Forget all state: variables start from their initial values")),
        Command("to_target", run, _tr("Tar&get ..."), w.panels.show_target, ("Ctrl+6", "F9"), line=True, tip=_tr(
            "Run on this machine or on a task of a cluster, and see which tasks can be reached")),
        Command("commands", help_, _tr("&Commands ..."), w.panels.show_commands, ("Ctrl+Shift+P",),
                tip=_tr("Find a command by its name")),
        Command("shortcuts", help_, _tr("&Keyboard Shortcuts"), w.panels.show_shortcuts, ("F1",)),
        Command("type_help", help_, _tr("&Help on the Block"), w.show_type_help, ("Shift+F1",),
                tip=_tr("What the selected block does, its pins and attributes")),
        Command("handling", help_, _tr("&Mouse and Keys on the Page"), w.show_handling),
        Command("legend", help_, _tr("&Colours of Pins and Wires"), w.show_legend),
        Command("about", help_, _tr("&About Blockloom"), w.show_about),
    ]


class Actions:
    """The actions by key, with their menus and the tool bar."""

    def __init__(self, window: MainWindow):
        self.window = window
        self.table = commands(window)
        self.menus: dict[str, QMenu] = {}
        self.by_key: dict[str, QAction] = {}
        self._store = settings()
        self._own = set(texts("keys/changed"))      # commands whose keys the user chose
        for command in self.table:
            menu = self.menus.get(command.menu)
            if menu is None:
                menu = self.menus[command.menu] = window.menuBar().addMenu(command.menu)
                menu.setToolTipsVisible(True)
                menu.aboutToShow.connect(lambda m=menu: mnemonics.tidy(m))
            if command.line:
                menu.addSeparator()
            action = QAction(command.text, window, objectName=command.key)
            self._give(action, command, self._stored(command.key, command.keys))
            if command.canvas:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                window.tabs.addAction(action)
            action.triggered.connect(lambda _=False, do=command.do: do())
            menu.addAction(action)
            self.by_key[command.key] = action
        for key in ("theme", "times", "auto_run"):
            self.by_key[key].setCheckable(True)
        self.by_key["times"].setChecked(window.runs.times.on)
        self.steps = QSpinBox(minimum=1, maximum=1_000_000_000, value=10, accelerated=True)
        self.steps.setSuffix(_tr(" steps"))
        self.steps.setMaximumWidth(self.steps.fontMetrics().horizontalAdvance("0000000000 steps"))
        self.steps.setAccessibleName(_tr("Number of steps"))
        self.steps.setToolTip(_tr("How many steps Run N Steps runs"))
        self.bar = QToolBar(_tr("Tools"), window, objectName="tools", movable=False)
        self.bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        for key in ("new", "open", "save", "|", "undo", "redo", "|", "fit", "zoom_out", "zoom_in", "|",
                    "run_n", "steps", "step", "run", "stop", "reset"):
            if key == "|":
                self.bar.addSeparator()
            elif key == "steps":
                self.bar.addWidget(self.steps)
            else:
                self.bar.addAction(self.by_key[key])
        window.addToolBar(self.bar)

    # --- keys -----------------------------------------------------------------------------------------------------

    def _stored(self, key: str, default: tuple[str, ...]) -> list[QKeySequence]:
        return [QKeySequence(k) for k in (texts(f"keys/{key}") if key in self._own else default)]

    @staticmethod
    def _give(action: QAction, command: Command, keys: list[QKeySequence]) -> None:
        action.setShortcuts(keys)
        shown = f" ({keys[0].toString(QKeySequence.SequenceFormat.NativeText)})" if keys else ""
        action.setToolTip((command.tip or plain(command.text)) + shown)

    def changed(self, key: str) -> bool:
        """Whether the user chose other keys for a command."""
        return key in self._own

    def owner(self, keys: QKeySequence) -> str:
        """The command that has these keys, "" where none has."""
        return next((c.key for c in self.table if keys in self.by_key[c.key].shortcuts()), "")

    def set_keys(self, key: str, keys: list[QKeySequence] | None) -> list[str]:
        """Give a command other keys, None: its default. Gives the commands that lost theirs to it."""
        command = next(c for c in self.table if c.key == key)
        wanted = [QKeySequence(k) for k in command.keys] if keys is None else keys
        lost = [c for c in self.table if c.key != key and any(k in wanted for k in self.by_key[c.key].shortcuts())]
        for other in lost:
            left = [k for k in self.by_key[other.key].shortcuts() if k not in wanted]
            self._keep(other, left)
        self._keep(command, wanted)
        return [c.key for c in lost]

    def default_keys(self) -> None:
        """Give every command its default keys."""
        for command in self.table:
            self._keep(command, [QKeySequence(k) for k in command.keys])

    def _keep(self, command: Command, keys: list[QKeySequence]) -> None:
        portable = [k.toString(QKeySequence.SequenceFormat.PortableText) for k in keys]
        if keys == [QKeySequence(k) for k in command.keys]:
            self._own.discard(command.key)
            self._store.remove(f"keys/{command.key}")
        else:
            self._own.add(command.key)
            self._store.setValue(f"keys/{command.key}", portable)
        self._store.setValue("keys/changed", sorted(self._own))
        self._give(self.by_key[command.key], command, keys)

    def __getitem__(self, key: str) -> QAction:
        return self.by_key[key]

    def menu_of(self, key: str) -> QMenu:
        """The menu that holds a command."""
        return self.menus[next(c.menu for c in self.table if c.key == key)]

    def set_colours(self, colours: Colours) -> None:
        """Draw the icons in the colours of a theme."""
        for command in self.table:
            if command.icon:
                self.by_key[command.key].setIcon(icon(command.icon, colours))
