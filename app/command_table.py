"""Every command of the window and of its canvases: one table, that menus, tool bar, the box of commands, the list of
shortcuts and the keys of a canvas are made from.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.blocks import operations
from blockloom.blocks.document.pages import BYPASS, MUTE

# What there must be for a command.
BLOCKS, SELECTION, UNDO, REDO = "blocks selected", "blocks or wires selected", "something done", "something undone"
PAGES, IDLE, BUSY = "several pages", "no run under way", "a run under way"
PAUSED = "a run that is paused"


class Command(NamedTuple):
    """`on` is the method of the canvas, or of a part of it, that does it, and its arguments; what the window does has
    none.

    A `canvas` command listens for its keys on the canvas only: elsewhere the same keys edit text, or find NaN. So do
    `page_keys`, which a command has besides `keys` until the user gives it others. It can be given `when` there is what
    it needs; "": always.
    """

    key: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    on: tuple = ()
    icon: str = ""
    tip: str = ""
    canvas: bool = False
    when: str = ""
    toggles: bool = False  # it is on or off
    line: bool = False  # a separator before it
    page_keys: tuple[str, ...] = ()


def missing(when: str) -> str:
    """Why a command that needs this cannot be done, to somebody who wants to; "" where it always can."""
    return {
        BLOCKS: _tr("select a block first"),
        SELECTION: _tr("select a block or a wire first"),
        UNDO: _tr("nothing was done yet"),
        REDO: _tr("nothing was undone"),
        PAGES: _tr("the document has one page only"),
        IDLE: _tr("a run is under way: stop it first"),
        BUSY: _tr("nothing is running"),
        PAUSED: _tr("no run is paused"),
    }.get(when, "")


def plain(text: str) -> str:
    """A menu's text as it is read: without the marks of keys."""
    text = re.sub(r"\(&\w\)", "", text)  # as in Korean: a key that is no letter of the text
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip(" .")


def commands() -> list[Command]:
    """All of them, in menu order, in the user's language."""
    file, edit, view = _tr("&File"), _tr("&Edit"), _tr("&View")
    page, run, help_, arrange, wires = _tr("&Page"), _tr("&Run"), _tr("&Help"), _tr("&Arrange"), _tr("&Wires")
    select, model = _tr("&Select"), _tr("&Model")
    # fmt: off
    return [        # a row a command
        Command("new", file, _tr("&New"), ("Ctrl+N",), icon="new"),
        Command("open", file, _tr("&Open ..."), ("Ctrl+O",), icon="open"),
        Command("new_window", file, _tr("New &Window"), ("Ctrl+Shift+N",),
                tip=_tr("Another window beside this one, for another document")),
        Command("import_pages", file, _tr("&Import Pages ..."),
                tip=_tr("Add the pages of another file to this document")),
        Command("data_from", file, _tr("&Data from ..."), tip=_tr(
                "A table (.csv), an array (.npy) or a folder of pictures as a block that gives batches, and a model "
                "that learns from them")),
        Command("start", file, _tr("Start Pa&ge"), tip=_tr("Recent documents and examples")),
        Command("save", file, _tr("&Save"), ("Ctrl+S",), icon="save", line=True),
        Command("save_as", file, _tr("Save &As ..."), ("Ctrl+Shift+S",)),
        Command("export", file, _tr("&Export Page ..."), ("Ctrl+E",),
                tip=_tr("The page in front as a PNG, SVG or PDF picture"), line=True),
        Command("export_model", file, _tr("Export &Model ..."),
                tip=_tr("The signatures of the document as a SavedModel, their variables as a checkpoint or weights, "
                        "or the graph or a script of the page in front")),
        Command("export_script", file, _tr("Export P&ython Script ..."),
                tip=_tr("The page in front as a Python script that uses TensorFlow and nothing of Blockloom")),
        Command("save_state", file, _tr("Save State of Run ..."), when=IDLE,
                tip=_tr("What the variables of the page that ran hold, as a checkpoint, safetensors or .npz")),
        Command("restore_state", file, _tr("Restore State of Run ..."), when=IDLE,
                tip=_tr("Give the variables of the page in front the values in such a file")),
        Command("open_history", file, _tr("Open History of Run ..."), when=IDLE,
                tip=_tr("The steps of a run that blockloom run --history kept, to look at beside the page in front")),
        Command("compare_with", file, _tr("&Compare With ..."), tip=_tr(
                "What differs between the open document and a file, a commit of it, or what it was: to look at, and to "
                "take over"), line=True),
        Command("merge_with", file, _tr("Merge Wi&th ..."), tip=_tr(
                "Take what another version of the document has into this one; what both changed is to be decided")),
        Command("file_history", file, _tr("&History of This File ..."), tip=_tr(
                "The commits of the document that git has, with their pictures")),
        Command("copy_picture", file, _tr("Cop&y as Picture"), ("Ctrl+Shift+C",),
                tip=_tr("The selected blocks, or the page in front, onto the clipboard"), line=True),
        Command("print", file, _tr("&Print ..."), ("Ctrl+P",)),
        Command("recover", file, _tr("&Recover Edits ..."),
                tip=_tr("What was not saved when Blockloom ended unexpectedly")),
        Command("map_folders", file, _tr("Map &Windows Folders ..."),
                tip=_tr("Say where the Windows folders that an enuSpace page names lie on this machine")),
        Command("quit", file, _tr("&Quit"), ("Ctrl+Q",), line=True),
        Command("undo", edit, _tr("&Undo"), ("Ctrl+Z",), icon="undo", when=UNDO),
        Command("redo", edit, _tr("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), icon="redo", when=REDO),
        Command("history", edit, _tr("Undo &History ..."), ("Ctrl+Alt+Z",),
                tip=_tr("What was done, to go back to any of it")),
        Command("cut", edit, _tr("Cu&t"), ("Ctrl+X",), on=("clipboard.cut",), canvas=True, when=BLOCKS, line=True,
                page_keys=("Shift+Del",)),
        Command("copy", edit, _tr("&Copy"), ("Ctrl+C",), on=("clipboard.copy",), canvas=True, when=BLOCKS,
                page_keys=("Ctrl+Ins",)),
        Command("paste", edit, _tr("&Paste"), ("Ctrl+V",), on=("clipboard.paste_clipboard",), canvas=True,
                page_keys=("Shift+Ins",)),
        Command("paste_wired", edit, _tr("Paste with &Incoming Wires"), ("Ctrl+Shift+V",),
                on=("clipboard.paste_wired",),
                tip=_tr("Wired to what the originals were wired to, as far as that is on the page"), canvas=True),
        Command("duplicate", edit, _tr("D&uplicate"), ("Ctrl+D",), on=("clipboard.duplicate",), canvas=True,
                when=BLOCKS),
        Command("duplicate_wired", edit, _tr("Duplicate &with Incoming Wires"), ("Ctrl+Shift+D",),
                on=("clipboard.duplicate_wired",), canvas=True, when=BLOCKS),
        Command("add_after", edit, _tr("Add &Block after the Selected ..."), ("Shift+A",), on=("placing.want_after",),
                tip=_tr("To its right, wired to its first output"), canvas=True, when=BLOCKS),
        Command("keep_snippet", edit, _tr("Sa&ve as Snippet ..."),
                tip=_tr("Keep the selected blocks under a name, for any page"), when=BLOCKS),
        Command("insert_snippet", edit, _tr("Insert Snippet ..."), ("Ctrl+K",),
                tip=_tr("Blocks that were kept under a name")),
        Command("delete", edit, _tr("&Delete"), ("Del", "Backspace"), on=("editing.delete_selection",), canvas=True,
                when=SELECTION),
        Command("mute", edit, _tr("&Mute or Unmute"), ("Ctrl+M",), on=("editing.set_mode", MUTE), tip=_tr(
            "The page runs without the selected blocks, and without those that cannot be without them"), canvas=True,
                line=True, when=BLOCKS),
        Command("bypass", edit, _tr("B&ypass or Not"), ("Ctrl+Shift+B", "Ctrl+B"), on=("editing.set_mode", BYPASS),
                tip=_tr("In the place of the selected blocks' outputs stand their inputs of the same type"),
                canvas=True, when=BLOCKS),
        Command("add_block", edit, _tr("Add &Block ..."), ("Ctrl+Space",),
                tip=_tr("Choose a block type in the palette"), line=True),
        Command("add_note", edit, _tr("Add &Note"), on=("placing.note",),
                tip=_tr("A text on the page: a comment, a heading")),
        Command("fix", edit, _tr("Fi&x Problem ..."), ("Ctrl+.",), tip=_tr(
            "What is wrong with the selected block, or the next one with a problem, and what mends it; "
            "why it is not finite"), canvas=True),
        Command("find", edit, _tr("&Find Block ..."), ("Ctrl+F",)),
        Command("find_next", edit, _tr("Find Ne&xt"), ("F3",), canvas=True),
        Command("find_previous", edit, _tr("Find Previous"), ("Shift+F3",), canvas=True),
        Command("preferences", edit, _tr("Prefere&nces ..."), ("Ctrl+,",), tip=_tr("Theme, text size, language, keys"),
                line=True),
        Command("select_all", select, _tr("Select &All"), ("Ctrl+A",), on=("selection.all",), canvas=True),
        Command("grow_up", select, _tr("&Select What Feeds It"), ("L",), on=("editing.grow", True, False),
                tip=_tr("Add the blocks that the selected ones are wired from"), canvas=True, when=BLOCKS),
        Command("grow_down", select, _tr("Se&lect What It Feeds"), ("Shift+L",), on=("editing.grow", False, True),
                tip=_tr("Add the blocks that the selected ones are wired to"), canvas=True, when=BLOCKS),
        Command("grow_all_up", select, _tr("Select All That It &Needs"), on=("editing.grow", True, False, True),
                when=BLOCKS),
        Command("grow_all_down", select, _tr("Select All T&hat Needs It"), on=("editing.grow", False, True, True),
                when=BLOCKS),
        Command("grow_linked", select, _tr("Select All Lin&ked"), on=("editing.grow", True, True, True), when=BLOCKS),
        Command("select_alike", select, _tr("Select All &of the Same Type"), ("Shift+G",), on=(
            "editing.select", operations.alike), canvas=True, when=BLOCKS),
        Command("select_between", select, _tr("Select What Lies &Between"), on=("editing.select", operations.between),
                tip=_tr("All blocks on the ways along the wires from one selected block to another"), when=BLOCKS),
        Command("select_scope", select, _tr("Select the S&cope"), on=("editing.select", operations.in_scope), tip=_tr(
            "All blocks of the scope that the selected ones are in; once more: of the scope around it"), when=BLOCKS),
        Command("fit", view, _tr("&Fit"), ("Ctrl+9",), on=("fit",), icon="fit", tip=_tr("Show the whole page"),
                page_keys=("F", "Home")),
        Command("fit_selection", view, _tr("Fit the &Selection"), (".",), on=("navigation.fit_selection",),
                tip=_tr("Show the selection as large as it fits"), canvas=True),
        Command("zoom_in", view, _tr("Zoom &In"), ("Ctrl++", "Ctrl+="), on=("view.zoom_in",), icon="zoom_in"),
        Command("zoom_out", view, _tr("Zoom &Out"), ("Ctrl+-",), on=("view.zoom_out",), icon="zoom_out"),
        Command("zoom_100", view, _tr("100 %"), ("Ctrl+0",), on=("view.zoom_to", 1.0)),
        Command("minimap", view, _tr("&Map of the Page"), ("M",), on=("toggle_map",), canvas=True),
        Command("bookmark", view, _tr("Bookmark This &View"), ("B",), on=("bookmarks.add",),
                tip=_tr("Keep what is in view: a digit key, or View > Bookmarks, comes back to it"), canvas=True),
        Command("next_part", view, _tr("Ne&xt Part of the Window"), ("F6",), tip=_tr(
            "Give the keyboard to the page, the inspector, the lists, the block types ... in turn"), line=True),
        Command("previous_part", view, _tr("Pre&vious Part of the Window"), ("Shift+F6",)),
        Command("only_page", view, _tr("&Only the Page"), ("Ctrl+F11",),
                tip=_tr("Hide all panels, or bring them back")),
        Command("full_screen", view, _tr("&Full Screen"), ("F11",)),
        Command("to_page", view, _tr("Go to &Page"), ("Ctrl+1",)),
        Command("to_inspector", view, _tr("Go to In&spector"), ("Ctrl+2",)),
        Command("to_problems", view, _tr("Go to P&roblems"), ("Ctrl+3",)),
        Command("next_problem", view, _tr("Next Pro&blem"), ("F8",)),
        Command("previous_problem", view, _tr("Pre&vious Problem"), ("Shift+F8",)),
        Command("to_changes", view, _tr("Go to &Changes"), ("Ctrl+8",),
                tip=_tr("The list of what differs from the document that this one is compared with")),
        Command("next_change", view, _tr("Next Chan&ge"), ("F7",)),
        Command("previous_change", view, _tr("Previous Change"), ("Shift+F7",)),
        Command("to_outline", view, _tr("Go to &Outline"), ("Ctrl+5",),
                tip=_tr("Pages, blocks, pins and wires as a tree")),
        Command("to_messages", view, _tr("Go to &Messages"), ("Ctrl+4",)),
        Command("view_result", view, _tr("&View Result ..."), ("Ctrl+I",),
                tip=_tr("The selected block's result as a table, plots or an image"), when=BLOCKS, line=True),
        Command("look_at_data", view, _tr("Look at &Data ..."), when=BLOCKS, tip=_tr(
             "The first elements of the selected dataset, or of what an iterator gives: read now, without a run")),
        Command("pin_result", view, _tr("Pi&n Result to the Canvas"), ("Ctrl+Shift+I",), on=("pinning.pin_selection",),
                tip=_tr("Pin the selected block's result beside it: a table, lines or an image that each run updates"),
                when=BLOCKS),
        Command("timeline", view, _tr("&Timeline of Steps"), toggles=True, tip=_tr(
             "The steps of the run under the page: drag there to see what every block gave in a step of before")),
        Command("theme", view, _tr("&Light Theme"), ("Ctrl+Shift+L",), toggles=True, line=True),
        Command("arrange", arrange, _tr("&Arrange"), ("Ctrl+L",), tip=_tr(
             "Lay out the selected blocks, or the page, so that wires run to the right and few cross")),
        Command("frame", arrange, _tr("&Frame around the Selection"), ("Ctrl+G",), on=("placing.frame",),
                canvas=True, when=BLOCKS),
        Command("fold", arrange, _tr("&Collapse or Expand Frame"), ("C",), on=("frames.toggle_selection",),
                canvas=True, when=BLOCKS),
        Command("expand_level", arrange, _tr("Expand One &Level"), ("Shift+C",), on=("frames.expand_level",),
                tip=_tr("Expand all collapsed frames; those in them stay as they are"), canvas=True),
        Command("collapse_level", arrange, _tr("Collap&se One Level"), on=("frames.collapse_level",),
                tip=_tr("Collapse the expanded frames that lie deepest"), canvas=True),
        Command("take_out", arrange, _tr("Take &out of Its Frame"), ("Ctrl+Shift+G",), on=("frames.take_out",),
                canvas=True, when=BLOCKS),
        Command("make_block", arrange, _tr("Make a &Block of the Selection ..."), ("Ctrl+Alt+G",),
                on=("menus.make_block",), tip=_tr(
                    "The selected blocks go to a page of their own; a block made of that page takes their place"),
                canvas=True, when=BLOCKS, line=True),
        Command("unpack", arrange, _tr("&Unpack the Block"), ("Ctrl+Alt+U",), on=("editing.unpack",),
                tip=_tr("In the place of a block that is made of a page: the blocks of that page"), canvas=True,
                when=BLOCKS),
        Command("own_copy", arrange, _tr("Give It a &Page of Its Own"), on=("editing.own_copy",), tip=_tr(
            "A copy of the page that the selected block is made of, which can be edited without changing others"),
                when=BLOCKS),
        Command("colour", arrange, _tr("&Colour ..."), on=("menus.choose_colour",),
                tip=_tr("The colour of the selected blocks and notes"), when=BLOCKS),
        Command("align_left", arrange, _tr("Align &Left"), ("Ctrl+Shift+Left",), on=("editing.align", "left"),
                canvas=True, when=BLOCKS, line=True),
        Command("align_right", arrange, _tr("Align &Right"), ("Ctrl+Shift+Right",), on=("editing.align", "right"),
                canvas=True, when=BLOCKS),
        Command("align_top", arrange, _tr("Align &Top"), ("Ctrl+Shift+Up",), on=("editing.align", "top"), canvas=True,
                when=BLOCKS),
        Command("align_bottom", arrange, _tr("Align &Bottom"), ("Ctrl+Shift+Down",), on=("editing.align", "bottom"),
                canvas=True, when=BLOCKS),
        Command("align_centre", arrange, _tr("Align Cent&res"), on=("editing.align", "centre"),
                tip=_tr("One below the other, their middles in line"), when=BLOCKS),
        Command("align_middle", arrange, _tr("Align &Middles"), on=("editing.align", "middle"),
                tip=_tr("In a row, their middles in line"), when=BLOCKS),
        Command("space_across", arrange, _tr("Space Evenly &Across"), on=("editing.distribute", False),
                when=BLOCKS, line=True),
        Command("space_down", arrange, _tr("Space Evenly &Down"), on=("editing.distribute", True), when=BLOCKS),
        Command("straighten", arrange, _tr("Stra&ighten Wires"), ("Q",), on=("editing.straighten",),
                tip=_tr("Move the selected blocks up or down so that wires between them run level"), canvas=True,
                when=SELECTION),
        Command("snap", arrange, _tr("&Snap to the Grid"), on=("editing.snap",), when=BLOCKS),
        Command("wire", wires, _tr("W&ire ..."), ("W",),
                tip=_tr("Choose among the wires that the selected blocks could get"), canvas=True, when=BLOCKS),
        Command("wire_up", wires, _tr("&Wire the Selected Blocks"), ("J",), on=("editing.wire_selection",),
                tip=_tr("Each to the nearest on its right, by the pins that fit best"), canvas=True, when=BLOCKS),
        Command("swap_inputs", wires, _tr("&Swap Inputs"), ("S",), on=("editing.swap_inputs",), tip=_tr(
             "Wires and values of the inputs of one type change places; the sources of two selected wires do"),
                canvas=True, when=SELECTION),
        Command("retype", wires, _tr("&Change Type ..."), ("Shift+S",), on=("placing.want_retype",), tip=_tr(
             "Another type in the place of the selected blocks: wires and values stay, as far as they fit"),
                canvas=True, when=BLOCKS),
        Command("retype_all", wires, _tr("Change Type on All &Pages ..."), on=("placing.want_retype", True), tip=_tr(
             "Another type for all blocks of the document that are of the type of the selected ones"), when=BLOCKS),
        Command("detach", wires, _tr("&Detach"), ("D",), on=("editing.detach",),
                tip=_tr("Take the selected blocks off their wires, which then lead around them"), canvas=True,
                line=True, when=BLOCKS),
        Command("delete_healed", wires, _tr("Delete and &Reconnect"), ("Ctrl+Del", "Ctrl+Backspace"),
                on=("editing.delete_healed",),
                tip=_tr("What the deleted blocks fed is fed by what fed them, where the types fit"), canvas=True,
                when=SELECTION),
        Command("extract", wires, _tr("Make &Blocks of Typed Values"), on=("editing.extract_selected",), tip=_tr(
             "Each value typed into an input of the selected blocks becomes a Const block, wired to it"),
                when=BLOCKS, line=True),
        Command("take_in", wires, _tr("&Type In the Values of Const Blocks"), on=("editing.take_in_selected",),
                tip=_tr("Values of Const blocks that feed the selected blocks are typed into their inputs"),
                when=BLOCKS),
        Command("keep_needed", model, _tr("&Keep What It Needs"), on=("editing.operate", operations.keep_needed),
                tip=_tr("Remove all blocks that the selected ones do not need"), when=BLOCKS),
        Command("feed_here", model, _tr("Make a &Feed Here"), on=("placing.feed_here",), tip=_tr(
            "A feed of the same dtype and shape in the place of what the selected wires bring, or of what is computed "
            "before the selected blocks"), when=SELECTION),
        Command("output_here", model, _tr("Make an &Output Here"), on=("placing.output_here",),
                tip=_tr("An output of the page for what the selected blocks give"), when=BLOCKS),
        Command("change_batch", model, _tr("Change &Batch Size ..."), on=("menus.change_batch",), tip=_tr(
            "Another first size of what is fed, and of typed sizes that follow from it"), line=True),
        Command("remove_training", model, _tr("Remove &Dropout and Training"), on=("editing.remove_training",), tip=_tr(
            "Remove dropout, gradients and what applies them, assertions, and blocks that pass on what they take")),
        Command("train_this", model, _tr("&Train This"), on=("placing.train_this",), tip=_tr(
            "A loss behind the selected block, an optimizer that minimises it, labels to be fed, and a session"),
                when=BLOCKS, line=True),
        Command("validate_epochs", model, _tr("&Validate After Each Epoch"), on=("placing.validate_epochs",), tip=_tr(
            "Metrics, a Validation and a chart for what the Session of the page trains")),
        Command("freeze", model, _tr("F&reeze or Train Again"), on=("editing.operate", operations.freeze), tip=_tr(
            "Training leaves the selected variables, and those in selected frames, as they are"), when=BLOCKS),
        Command("constants", model, _tr("Make &Constants of Variables, or Back"), on=(
            "editing.operate", operations.constants), tip=_tr(
            "Const blocks of the same names and values in the place of the selected variables; or variables, of Const "
            "blocks"),
                when=BLOCKS),
        Command("add_page", page, _tr("&New Page"), ("Ctrl+T",)),
        Command("duplicate_page", page, _tr("D&uplicate Page")),
        Command("rename_page", page, _tr("&Rename Page"), ("Shift+F2",)),
        Command("close_tab", page, _tr("&Close Tab"), ("Ctrl+W",), tip=_tr("The page stays in the document")),
        Command("remove_page", page, _tr("&Delete Page"), ("Ctrl+Shift+W",), when=PAGES),
        Command("page_left", page, _tr("Move Page &Left"), ("Ctrl+Shift+PgUp",), when=PAGES, line=True),
        Command("page_right", page, _tr("Move Page R&ight"), ("Ctrl+Shift+PgDown",), when=PAGES),
        Command("enter", page, _tr("&Open What Is Inside"), ("Ctrl+Down",), on=("menus.enter_selected",), tip=_tr(
            "The page of the selected instance, with its values there; or the page that a block has as its function"),
                canvas=True, line=True, when=BLOCKS),
        Command("leave", page, _tr("&Back Up"), ("Ctrl+Up",), on=("menus.leave",),
                tip=_tr("To the block through which this page was opened"), canvas=True),
        Command("previous", page, _tr("&Previous Page"), ("Ctrl+PgUp",), when=PAGES, line=True),
        Command("next", page, _tr("Ne&xt Page"), ("Ctrl+PgDown",), when=PAGES),
        Command("run_n", run, _tr("&Run N Steps"), ("Ctrl+R",), icon="run_n",
                tip=_tr("Run as many steps as the field says"), when=IDLE),
        Command("step", run, _tr("&Step"), ("F10",), icon="step", when=IDLE,
                tip=_tr("Run one step; if the run is paused, step over the next block")),
        Command("run", run, _tr("Run &Continuously"), ("F5",), icon="run", when=IDLE,
                tip=_tr("Run until stopped; if the run is paused, continue it")),
        Command("run_until", run, _tr("Run &Until ..."), ("Ctrl+U",),
                tip=_tr("Run until a condition is true, such as LOSS < 0.01")),
        Command("fit_model", run, _tr("&Fit the Model ..."), ("Ctrl+Shift+F",), when=IDLE, tip=_tr(
            "Run epochs, validate after each, end when it gets no better, and keep the best variables")),
        Command("epoch", run, _tr("Run an &Epoch"), when=IDLE,
                tip=_tr("Run to the end of the data that iterators give")),
        Command("stop", run, _tr("S&top"), ("Shift+F5",), icon="stop", when=BUSY, line=True),
        Command("undo_step", run, _tr("Roll &Back Failed Step"), ("Ctrl+Shift+F5",), when=IDLE, tip=_tr(
            "Restore the state before the step that failed, and name what cannot be restored")),
        Command("failed_step", run, _tr("S&how the Failed or the Last Complete Step"), ("Alt+F10",), when=IDLE,
                tip=_tr("The values of the step that failed, or of the last complete step")),
        Command("step_back", run, _tr("Step Bac&k"), ("Ctrl+F10",), when=PAUSED,
                tip=_tr("Show the values before the block that ran last, if the run is paused")),
        Command("next_call", run, _tr("Continue to Ne&xt Call"), ("Shift+F10",), when=PAUSED,
                tip=_tr("Show the next call in which the breakpoint was hit, if the run is paused inside a function")),
        Command("pause_before", run, _tr("Toggle &Breakpoint"), ("F9",), when=BLOCKS, line=True,
                tip=_tr("Pause runs before the selected block")),
        Command("pause_here", run, _tr("Toggle Breakpoint in This &Instance Only"), ("Shift+F9",), when=BLOCKS,
                tip=_tr("Pause runs before the selected block in the instance through which you opened its page")),
        Command("pause_when", run, _tr("C&onditional Breakpoint ..."), ("Ctrl+F9",), when=BLOCKS,
                tip=_tr("Pause runs if a condition on the selected block is true, such as max(abs(LOG.y)) > 10")),
        Command("pauses", run, _tr("Breakpoin&ts ..."),
                tip=_tr("List the breakpoints of all pages")),
        Command("no_pauses", run, _tr("Remove &All Breakpoints"), tip=_tr("Remove the breakpoints of all pages")),
        Command("auto_run", run, _tr("Run after &Each Edit"), ("Ctrl+F5",),
                tip=_tr("One step after each edit that leaves the page without errors"), toggles=True),
        Command("pin_output", run, _tr("P&in Output or Unpin"), ("P",), canvas=True, when=BLOCKS, tip=_tr(
             "The last value of the selected block stands in for it in runs: what is only upstream does not run")),
        Command("times", run, _tr("Show T&imes of Blocks"), ("Ctrl+Shift+T",), tip=_tr(
             "Each run tells how long each block takes in a step: above the blocks, and the slowest in the messages"),
                toggles=True),
        Command("gradients", run, _tr("Show &Gradients on Wires"), tip=_tr(
             "Each run tells how large the gradient of the loss is on each wire, from the gradients that train"),
                toggles=True),
        Command("step_before", run, _tr("Look at the Step &Before"), ("Alt+,",), when=IDLE, line=True, tip=_tr(
             "What every block gave in the step before the one that is shown")),
        Command("step_after", run, _tr("Look at the Step After"), ("Alt+.",), when=IDLE, tip=_tr(
             "What every block gave in the step after the one that is shown")),
        Command("continue_here", run, _tr("Continue from This Step"), when=IDLE, tip=_tr(
             "The variables get what they held after the step that is looked at, and steps are counted from there. The "
             "run until now is kept to compare with")),
        Command("compare", run, _tr("Co&mpare with the Model as It Came"), tip=_tr(
             "The same feed through the page in front and through it as it was opened: what differs, largest first"),
                when=IDLE),
        Command("cost", run, _tr("C&ost of the Page"), tip=_tr(
             "Parameters, operations and memory by block, frame and instance; times and shares of a step")),
        Command("keep_run", run, _tr("&Keep This Run ..."), ("Ctrl+Shift+K",), tip=_tr(
             "Keep what charts and plots over steps recorded under a name, to compare later runs with it"), line=True),
        Command("to_kept", run, _tr("Kept R&uns ..."), ("Ctrl+7",),
                tip=_tr("The runs that are kept: show, hide, rename, save as .csv")),
        Command("keep_trained", run, _tr("Keep Trained &Values"), tip=_tr(
            "What the variables hold becomes what they begin with, as weights of the document"), when=IDLE),
        Command("reset", run, _tr("R&eset"), ("Ctrl+Shift+R",), icon="reset",
                tip=_tr("Forget all state: variables start from their initial values"), when=IDLE),
        Command("to_target", run, _tr("Tar&get ..."), ("Ctrl+6",),
                tip=_tr("Run on this machine or on a task of a cluster, and see which tasks can be reached"),
                line=True),
        Command("first_graph", help_, _tr("Your &First Graph"),
                tip=_tr("Five steps on an empty page: place, wire, type, run, look")),
        Command("data_course", help_, _tr("&Train on Your Data"),
                tip=_tr("From a table, an array or pictures to a model that is trained and validated")),
        Command("why_course", help_, _tr("Find What Went Wron&g"),
                tip=_tr("A page whose loss becomes nan: where that began, and what mends it")),
        Command("commands", help_, _tr("&Commands ..."), ("Ctrl+Shift+P",), tip=_tr("Find a command by its name")),
        Command("help", help_, _tr("&Documentation"), ("F1",), tip=_tr(
            "The page about the selected block, the chosen problem or the dialog in front; else all pages")),
        Command("shortcuts", help_, _tr("&Keyboard Shortcuts"), ("Ctrl+F1",)),
        Command("type_help", help_, _tr("&Help on the Block"), ("Shift+F1",),
                tip=_tr("What the selected block does, its pins and attributes"), when=BLOCKS),
        Command("handling", help_, _tr("&Mouse and Keys on the Page")),
        Command("legend", help_, _tr("&Colours of Blocks, Pins and Wires")),
        Command("about", help_, _tr("&About Blockloom")),
    ]
    # fmt: on
