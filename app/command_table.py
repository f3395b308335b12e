"""The table of all commands of the window and of its canvases.

Menus, tool bar, command box, the list of shortcuts, and the keys of a canvas are made from it.
"""

from __future__ import annotations

import re

from msgspec import Struct

from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.blocks.document.pages import BYPASS, MUTE

# Requirements of commands: a command is enabled only if its requirement is met.
BLOCKS, SELECTION, UNDO, REDO = "blocks selected", "blocks or wires selected", "something done", "something undone"
PAGES, IDLE, BUSY = "several pages", "no run under way", "a run under way"
PAUSED, PAST = "a run that is paused", "a past step is shown"


class Command(Struct, frozen=True):
    """A command.

    Attributes:
        menu: the titles of its menu and submenu. A command without a menu is in the command box only.
        on: the method of the canvas, or of a part of the canvas, that runs the command, and its arguments. The window
            runs commands without one.
        canvas: the keys work on the canvas only, since they edit text elsewhere. So do `page_keys`, which the command
            has in addition to `keys` until the user chooses others.
        when: the requirement, one of the constants above; "" for none.
        toggles: the command is checkable.
        line: a separator precedes the entry in the menu.
    """

    key: str
    menu: tuple[str, ...]
    text: str
    keys: tuple[str, ...] = ()
    on: tuple[object, ...] = ()
    icon: str = ""
    tip: str = ""
    canvas: bool = False
    when: str = ""
    toggles: bool = False
    line: bool = False
    page_keys: tuple[str, ...] = ()


def missing(when: str) -> str:
    """Return an instruction for a command that is disabled by a requirement; "" if there is none."""
    return {
        BLOCKS: _tr("select a block first"),
        SELECTION: _tr("select a block or a wire first"),
        UNDO: _tr("there is nothing to undo"),
        REDO: _tr("there is nothing to redo"),
        PAGES: _tr("the document has only one page"),
        IDLE: _tr("a run is in progress: stop it first"),
        BUSY: _tr("nothing is running"),
        PAUSED: _tr("no run is paused"),
        PAST: _tr("the latest step is shown"),
    }.get(when, "")


def plain(text: str) -> str:
    """Return the text of a menu entry without mnemonics and ellipsis."""
    text = re.sub(r"\(&\w\)", "", text)  # Korean texts have the mnemonic in brackets at the end
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip(" .…")


def commands() -> list[Command]:
    """Return all commands in the order of the menus, in the user's language."""
    file, edit, view, select = (_tr("&File"),), (_tr("&Edit"),), (_tr("&View"),), (_tr("&Select"),)
    arrange, wires, model, page = (_tr("&Arrange"),), (_tr("&Wires"),), (_tr("&Model"),), (_tr("&Page"),)
    run, debug, help_, unlisted = (_tr("&Run"),), (_tr("&Debug"),), (_tr("&Help"),), ()
    exports, versions = (*file, _tr("&Export")), (*file, _tr("&Versions"))
    add, find = (*edit, _tr("&Add")), (*edit, _tr("&Find"))
    zoom, go, align = (*view, _tr("&Zoom")), (*view, _tr("&Go To")), (*arrange, _tr("A&lign"))
    state, runs = (*run, _tr("Run Sta&te")), (*run, _tr("Sa&ved Runs"))
    overlays = (*run, _tr("&Overlays"))
    # fmt: off
    return [  # one row per command
        Command("new", file, _tr("&New"), ("Ctrl+N",), icon="new"),
        Command("open", file, _tr("&Open…"), ("Ctrl+O",), icon="open"),
        Command("new_window", file, _tr("New &Window"), ("Ctrl+Shift+N",),
                tip=_tr("Open another window, for another document")),
        Command("start", file, _tr("Start Pa&ge"), tip=_tr("Recent documents and examples")),
        Command("save", file, _tr("&Save"), ("Ctrl+S",), icon="save", line=True),
        Command("save_as", file, _tr("Save &As…"), ("Ctrl+Shift+S",)),
        Command("import_pages", file, _tr("&Import Pages…"),
                tip=_tr("Add the pages of another file to this document")),
        Command("data_from", file, _tr("&Data from…"),
                tip=_tr("Add blocks that read batches from a table (.csv), an array (.npy) or a folder of pictures, "
                        "and a model to train")),
        Command("export", exports, _tr("Export P&icture…"), ("Ctrl+E",),
                tip=_tr("Export the current page as a PNG, SVG or PDF picture")),
        Command("export_model", exports, _tr("Export &Model…"),
                tip=_tr("Export the signatures of the document as a SavedModel, variables as a checkpoint or "
                        "weights, or the graph")),
        Command("export_script", exports, _tr("Export P&ython Script…"),
                tip=_tr("Export the current page as a Python script that uses only TensorFlow")),
        Command("copy_picture", exports, _tr("Cop&y as Picture"), ("Ctrl+Shift+C",),
                tip=_tr("Copy a picture of the selected blocks, or of the current page, to the clipboard")),
        Command("compare_with", versions, _tr("&Compare…"),
                tip=_tr("Compare the document with a file, a commit or its saved version, and take over changes")),
        Command("merge_with", versions, _tr("&Merge…"),
                tip=_tr("Merge another version of the document into this one")),
        Command("file_history", versions, _tr("&History of This File…"),
                tip=_tr("List the commits of the document in git")),
        Command("print", file, _tr("&Print…"), ("Ctrl+P",)),
        Command("recover", file, _tr("&Recover Unsaved Changes…"), line=True,
                tip=_tr("Recover changes from the journal of a window that ended unexpectedly")),
        Command("quit", file, _tr("&Quit"), ("Ctrl+Q",), line=True),
        Command("undo", edit, _tr("&Undo"), ("Ctrl+Z",), icon="undo", when=UNDO),
        Command("redo", edit, _tr("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), icon="redo", when=REDO),
        Command("history", edit, _tr("Undo &History…"), ("Ctrl+Alt+Z",),
                tip=_tr("List the undo entries and go back to any of them")),
        Command("cut", edit, _tr("Cu&t"), ("Ctrl+X",), on=("clipboard.cut",), canvas=True, when=BLOCKS,
                page_keys=("Shift+Del",), line=True),
        Command("copy", edit, _tr("&Copy"), ("Ctrl+C",), on=("clipboard.copy",), canvas=True, when=BLOCKS,
                page_keys=("Ctrl+Ins",)),
        Command("paste", edit, _tr("&Paste"), ("Ctrl+V",), on=("clipboard.paste_clipboard",), canvas=True,
                page_keys=("Shift+Ins",)),
        Command("paste_wired", edit, _tr("Paste with &Incoming Wires"), ("Ctrl+Shift+V",),
                on=("clipboard.paste_wired",), canvas=True,
                tip=_tr("Paste, and wire the copies to the sources of the originals")),
        Command("duplicate", edit, _tr("D&uplicate"), ("Ctrl+D",), on=("clipboard.duplicate",), canvas=True,
                when=BLOCKS),
        Command("duplicate_wired", edit, _tr("Duplicate &with Incoming Wires"), ("Ctrl+Shift+D",),
                on=("clipboard.duplicate_wired",), canvas=True, when=BLOCKS),
        Command("delete", edit, _tr("&Delete"), ("Del", "Backspace"), on=("editing.delete_selection",), canvas=True,
                when=SELECTION),
        Command("add_block", add, _tr("Add &Block…"), ("Ctrl+Space",),
                tip=_tr("Choose a block type in the palette")),
        Command("add_after", add, _tr("Add Block &after the Selected…"), ("Shift+A",), on=("placing.want_after",),
                canvas=True, when=BLOCKS, tip=_tr("Add a block to the right of the selected one, wired to its first "
                                                  "output")),
        Command("add_note", add, _tr("Add &Note"), on=("placing.note",),
                tip=_tr("Add a text to the page, such as a comment or a heading")),
        Command("insert_snippet", add, _tr("&Insert Snippet…"), ("Ctrl+K",),
                tip=_tr("Insert blocks that were saved as a snippet")),
        Command("keep_snippet", add, _tr("Sa&ve as Snippet…"), when=BLOCKS,
                tip=_tr("Save the selected blocks under a name, for use on any page")),
        Command("mute", edit, _tr("&Mute"), ("Ctrl+M",), on=("editing.set_mode", MUTE), canvas=True, when=BLOCKS,
                toggles=True, line=True,
                tip=_tr("Run the page without the selected blocks, and without the blocks that need them")),
        Command("bypass", edit, _tr("B&ypass"), ("Ctrl+Shift+B", "Ctrl+B"), on=("editing.set_mode", BYPASS),
                canvas=True, when=BLOCKS, toggles=True,
                tip=_tr("Pass inputs of the selected blocks on to their outputs of the same type")),
        Command("find", find, _tr("&Find Block…"), ("Ctrl+F",)),
        Command("find_next", find, _tr("Find Ne&xt"), ("F3",), canvas=True),
        Command("find_previous", find, _tr("Find Previous"), ("Shift+F3",), canvas=True),
        Command("fix", find, _tr("&Quick Fix…"), ("Ctrl+.",),
                tip=_tr("Show the problem of the selected block, or the next problem, and how to fix it")),
        Command("preferences", edit, _tr("Prefere&nces…"), ("Ctrl+,",), line=True,
                tip=_tr("Theme, text size, language, keys")),
        Command("select_all", select, _tr("Select &All"), ("Ctrl+A",), on=("selection.all",), canvas=True),
        Command("grow_up", select, _tr("Select &Inputs"), ("L",), on=("editing.grow", True, False), canvas=True,
                when=BLOCKS, tip=_tr("Add the blocks that feed the selected blocks")),
        Command("grow_down", select, _tr("Select &Consumers"), ("Shift+L",), on=("editing.grow", False, True),
                canvas=True, when=BLOCKS, tip=_tr("Add the blocks that the selected blocks feed")),
        Command("grow_all_up", select, _tr("Select All &Upstream"), on=("editing.grow", True, False, True),
                when=BLOCKS),
        Command("grow_all_down", select, _tr("Select All &Downstream"), on=("editing.grow", False, True, True),
                when=BLOCKS),
        Command("grow_linked", select, _tr("Select All &Connected"), on=("editing.grow", True, True, True),
                when=BLOCKS),
        Command("select_alike", select, _tr("Select All &of the Same Type"), ("Shift+G",),
                on=(
            "editing.select", "same_type_blocks"), canvas=True, when=BLOCKS),
        Command("select_between", select, _tr("Select &Paths Between"), on=(
            "editing.select", "blocks_between"),
                when=BLOCKS, tip=_tr("Select all blocks on the paths from one selected block to another")),
        Command("select_scope", select, _tr("Select S&cope"), on=(
            "editing.select", "blocks_in_scope"), when=BLOCKS,
                tip=_tr("Select the blocks of the same scope; again for the scope around it")),
        Command("fit", zoom, _tr("&Fit Page"), ("Ctrl+9",), on=("fit",), icon="fit", page_keys=("F", "Home"),
                tip=_tr("Show the whole page")),
        Command("fit_selection", zoom, _tr("Fit &Selection"), (".",), on=("navigation.fit_selection",), canvas=True,
                tip=_tr("Show the selection as large as it fits")),
        Command("zoom_in", zoom, _tr("Zoom &In"), ("Ctrl++", "Ctrl+="), on=("view.zoom_in",), icon="zoom_in"),
        Command("zoom_out", zoom, _tr("Zoom &Out"), ("Ctrl+-",), on=("view.zoom_out",), icon="zoom_out"),
        Command("zoom_100", zoom, _tr("100 %"), ("Ctrl+0",), on=("view.zoom_to", 1.0)),
        Command("bookmark", view, _tr("Bookmark This &View"), ("B",), on=("bookmarks.add",), canvas=True,
                tip=_tr("Bookmark the visible part of the page; press its digit to come back")),
        Command("to_page", go, _tr("Go to &Page"), ("Ctrl+1",)),
        Command("to_inspector", go, _tr("Go to &Inspector"), ("Ctrl+2",)),
        Command("to_outline", go, _tr("Go to &Outline"), ("Ctrl+5",),
                tip=_tr("Show pages, blocks, pins and wires as a tree")),
        Command("to_problems", go, _tr("Go to P&roblems"), ("Ctrl+3",)),
        Command("to_messages", go, _tr("Go to &Messages"), ("Ctrl+4",)),
        Command("to_changes", go, _tr("Go to &Changes"), ("Ctrl+8",),
                tip=_tr("Show the differences from the document that this one is compared with")),
        Command("next_problem", go, _tr("Next Pro&blem"), ("F8",), line=True),
        Command("previous_problem", go, _tr("Pre&vious Problem"), ("Shift+F8",)),
        Command("next_change", go, _tr("Next Chan&ge"), ("F7",)),
        Command("previous_change", go, _tr("Previous Change"), ("Shift+F7",)),
        Command("next_part", go, _tr("Ne&xt Panel"), ("F6",), tip=_tr("Move the focus to the next panel")),
        Command("previous_part", go, _tr("Pre&vious Panel"), ("Shift+F6",)),
        Command("view_result", view, _tr("&View Result…"), ("Ctrl+I",), when=BLOCKS, line=True,
                tip=_tr("Show the result of the selected block as a table, plots or an image")),
        Command("look_at_data", view, _tr("Preview &Data…"), when=BLOCKS,
                tip=_tr("Preview the first elements of the selected dataset or iterator, without a run")),
        Command("pin_result", view, _tr("Pi&n Result to the Canvas"), ("Ctrl+Shift+I",), on=("pinning.pin_selection",),
                when=BLOCKS, tip=_tr("Show the result of the selected block on the page: a table, a plot or an image")),
        Command("minimap", view, _tr("&Map"), ("M",), on=("minimap.toggle",), canvas=True, toggles=True,
                line=True),
        Command("timeline", view, _tr("&Timeline"), toggles=True,
                tip=_tr("Show the steps of the run under the page; drag to see values of past steps")),
        Command("theme", view, _tr("&Light Theme"), ("Ctrl+Shift+L",), toggles=True),
        Command("only_page", view, _tr("&Page Only"), ("Ctrl+F11",), line=True,
                tip=_tr("Hide all panels, or bring them back")),
        Command("full_screen", view, _tr("&Full Screen"), ("F11",)),
        Command("arrange", arrange, _tr("&Arrange"), ("Ctrl+L",),
                tip=_tr("Lay out the selected blocks, or the page, so that wires run to the right and few cross")),
        Command("frame", arrange, _tr("&Frame Selection"), ("Ctrl+G",), on=("placing.frame",), canvas=True, when=BLOCKS,
                line=True),
        Command("fold", arrange, _tr("&Collapse or Expand Frame"), ("C",), on=("frames.toggle_selection",), canvas=True,
                when=BLOCKS),
        Command("expand_level", arrange, _tr("Expand One &Level"), ("Shift+C",), on=("frames.expand_level",),
                canvas=True, tip=_tr("Expand all collapsed frames, but not the frames inside them")),
        Command("collapse_level", arrange, _tr("Collap&se One Level"), on=("frames.collapse_level",), canvas=True,
                tip=_tr("Collapse the innermost expanded frames")),
        Command("take_out", arrange, _tr("Take &out of Frame"), ("Ctrl+Shift+G",), on=("frames.take_out",), canvas=True,
                when=BLOCKS),
        Command("make_block", arrange, _tr("&Group into Page…"), ("Ctrl+Alt+G",), on=("menus.make_block",),
                canvas=True, when=BLOCKS, line=True,
                tip=_tr("Move the selected blocks to a new page, and put an instance in their place")),
        Command("unpack", arrange, _tr("&Ungroup"), ("Ctrl+Alt+U",), on=("editing.unpack",), canvas=True, when=BLOCKS,
                tip=_tr("Replace an instance by the blocks of its page")),
        Command("own_copy", arrange, _tr("Copy to Separate &Page"), on=("editing.own_copy",), when=BLOCKS,
                tip=_tr("Copy the page of the selected instance, so that you can edit it without changing other "
                        "instances")),
        Command("colour", arrange, _tr("&Colour…"), on=("menus.choose_colour",), when=BLOCKS, line=True,
                tip=_tr("Set the colour of the selected blocks and notes")),
        Command("align_left", align, _tr("Align &Left"), ("Ctrl+Shift+Left",), on=("editing.align", "left"),
                canvas=True, when=BLOCKS),
        Command("align_right", align, _tr("Align &Right"), ("Ctrl+Shift+Right",), on=("editing.align", "right"),
                canvas=True, when=BLOCKS),
        Command("align_top", align, _tr("Align &Top"), ("Ctrl+Shift+Up",), on=("editing.align", "top"), canvas=True,
                when=BLOCKS),
        Command("align_bottom", align, _tr("Align &Bottom"), ("Ctrl+Shift+Down",), on=("editing.align", "bottom"),
                canvas=True, when=BLOCKS),
        Command("align_centre", align, _tr("Align Cent&res"), on=("editing.align", "centre"), when=BLOCKS,
                tip=_tr("Move the selected blocks so that their centres form a column")),
        Command("align_middle", align, _tr("Align &Middles"), on=("editing.align", "middle"), when=BLOCKS,
                tip=_tr("Move the selected blocks so that their centres form a row")),
        Command("space_across", align, _tr("Space Evenly &Across"), on=("editing.distribute", False), when=BLOCKS,
                line=True),
        Command("space_down", align, _tr("Space Evenly &Down"), on=("editing.distribute", True), when=BLOCKS),
        Command("straighten", align, _tr("Stra&ighten Wires"), ("Q",), on=("editing.straighten",), canvas=True,
                when=SELECTION, tip=_tr("Move the selected blocks up or down so that wires between them run level")),
        Command("snap", align, _tr("&Snap to Grid"), on=("editing.snap",), when=BLOCKS),
        Command("wire", wires, _tr("W&ire…"), ("W",), canvas=True, when=BLOCKS,
                tip=_tr("Choose a wire that fits the selected blocks")),
        Command("wire_up", wires, _tr("&Wire the Selected Blocks"), ("J",), on=("editing.wire_selection",), canvas=True,
                when=BLOCKS, tip=_tr("Wire each selected block to the nearest one on its right, by the pins that fit "
                                     "best")),
        Command("swap_inputs", wires, _tr("&Swap Inputs"), ("S",), on=("editing.swap_inputs",), canvas=True,
                when=SELECTION,
                tip=_tr("Swap wires and values of inputs of the same type, or the sources of two selected wires")),
        Command("retype", wires, _tr("&Change Type…"), ("Shift+S",), on=("placing.want_retype",), canvas=True,
                when=BLOCKS,
                tip=_tr("Replace the selected blocks by another type, and keep the wires and values that fit")),
        Command("retype_all", wires, _tr("Change Type on All &Pages…"), on=("placing.want_retype", True),
                when=BLOCKS,
                tip=_tr("Change the type of all blocks of the document that have the type of the selected ones")),
        Command("detach", wires, _tr("&Detach"), ("D",), on=("editing.detach",), canvas=True, when=BLOCKS, line=True,
                tip=_tr("Disconnect the selected blocks, and wire their sources to their targets")),
        Command("delete_healed", wires, _tr("Delete and &Reconnect"), ("Ctrl+Del", "Ctrl+Backspace"),
                on=("editing.delete_healed",), canvas=True, when=SELECTION,
                tip=_tr("Delete the selected blocks, and wire their sources to their targets if the types fit")),
        Command("extract", wires, _tr("&Extract Values to Const Blocks"), on=("editing.extract_selected",), when=BLOCKS,
                line=True,
                tip=_tr("Replace each typed value of the selected blocks by a Const block that is wired to the input")),
        Command("take_in", wires, _tr("&Inline Values of Const Blocks"), on=("editing.take_in_selected",), when=BLOCKS,
                tip=_tr("Type the values of Const blocks into the inputs that they feed, and remove the blocks")),
        Command("train_this", model, _tr("&Train This"), on=("placing.train_this",), when=BLOCKS,
                tip=_tr("Add a loss, an optimizer, labels and a session after the selected block")),
        Command("validate_epochs", model, _tr("&Validate After Each Epoch"), on=("placing.validate_epochs",),
                tip=_tr("Add metrics, a Validation block and a chart for the session of the page")),
        Command("freeze", model, _tr("T&rainable"), on=("editing.operate", "freeze"), when=BLOCKS,
                toggles=True, tip=_tr("Let training change the selected variables, and those in selected frames")),
        Command("keep_trained", model, _tr("Store Trained &Values as Initial Values"), when=IDLE,
                tip=_tr("Store the values of variables as initial values, in the weights of the document")),
        Command("constants", model, _tr("Freeze &Variables"), on=(
            "editing.operate", "variables_to_constants"), when=BLOCKS,
                line=True, tip=_tr("Replace the selected variables by Const blocks of the same names and values")),
        Command("unfreeze", model, _tr("&Unfreeze"), on=(
            "editing.operate", "constants_to_variables"), when=BLOCKS,
                tip=_tr("Replace the selected Const blocks by variables of the same names and values")),
        Command("keep_needed", model, _tr("&Extract Subgraph"), on=("editing.operate", "keep_needed"),
                when=BLOCKS, line=True, tip=_tr("Remove all blocks that the selected blocks do not depend on")),
        Command("feed_here", model, _tr("Replace with &Feed"), on=("placing.feed_here",), when=SELECTION,
                tip=_tr("Replace the source of the selected wires, or what the selected blocks depend on, by a feed")),
        Command("output_here", model, _tr("Add &Output"), on=("placing.output_here",), when=BLOCKS,
                tip=_tr("Add an output of the page for the selected blocks")),
        Command("change_batch", model, _tr("Change &Batch Size…"), on=("menus.change_batch",),
                tip=_tr("Change the first dimension of feeds, and the typed sizes that follow from it")),
        Command("remove_training", model, _tr("Remove &Dropout and Training"), on=("editing.remove_training",),
                tip=_tr("Remove dropout, gradients, optimizers, assertions and Identity blocks")),
        Command("compare", model, _tr("&Compare Values with Opened Model"), when=IDLE, line=True,
                tip=_tr("Run the current page and the model as it was opened with the same feeds, and list "
                        "differences, largest first")),
        Command("cost", model, _tr("C&ost of Page"),
                tip=_tr("Show parameters, operations and memory by block, frame and instance, and times of a step")),
        Command("add_page", page, _tr("&New Page"), ("Ctrl+T",)),
        Command("duplicate_page", page, _tr("D&uplicate Page")),
        Command("rename_page", page, _tr("&Rename Page"), ("Shift+F2",)),
        Command("close_tab", page, _tr("&Close Tab"), ("Ctrl+W",), tip=_tr("The page stays in the document")),
        Command("remove_page", page, _tr("&Delete Page"), ("Ctrl+Shift+W",), when=PAGES),
        Command("page_left", page, _tr("Move Page &Left"), ("Ctrl+Shift+PgUp",), when=PAGES, line=True),
        Command("page_right", page, _tr("Move Page R&ight"), ("Ctrl+Shift+PgDown",), when=PAGES),
        Command("enter", page, _tr("&Open Function or Instance"), ("Ctrl+Down",), on=("menus.enter_selected",),
                canvas=True, when=BLOCKS, line=True,
                tip=_tr("Open the page of the selected instance, or the function of the selected block")),
        Command("leave", page, _tr("&Back Up"), ("Ctrl+Up",), on=("menus.leave",), canvas=True,
                tip=_tr("Return to the block through which you opened this page")),
        Command("previous", page, _tr("&Previous Page"), ("Ctrl+PgUp",), when=PAGES, line=True),
        Command("next", page, _tr("Ne&xt Page"), ("Ctrl+PgDown",), when=PAGES),
        Command("run_n", run, _tr("&Run N Steps"), ("Ctrl+R",), icon="run_n", when=IDLE,
                tip=_tr("Run the number of steps in the field of the tool bar")),
        Command("step", run, _tr("&Step"), ("F10",), icon="step", when=IDLE,
                tip=_tr("Run one step; if the run is paused, step over the next block")),
        Command("run", run, _tr("Run &Continuously"), ("F5",), icon="run", when=IDLE,
                tip=_tr("Run until stopped; if the run is paused, continue it")),
        Command("run_until", run, _tr("Run &Until…"), ("Ctrl+U",),
                tip=_tr("Run until a condition is true, such as LOSS < 0.01")),
        Command("fit_model", run, _tr("&Fit the Model…"), ("Ctrl+Shift+F",), when=IDLE,
                tip=_tr("Run epochs with validation, stop early, and restore the best variables")),
        Command("epoch", run, _tr("Run an &Epoch"), when=IDLE,
                tip=_tr("Run to the end of the data of iterators")),
        Command("stop", run, _tr("S&top"), ("Shift+F5",), icon="stop", when=BUSY, line=True),
        Command("auto_run", run, _tr("Run after &Each Edit"), ("Ctrl+F5",), toggles=True, line=True,
                tip=_tr("Run a step after each edit that leaves the page without errors")),
        Command("pin_output", run, _tr("P&in Output"), ("P",), canvas=True, when=BLOCKS, toggles=True,
                tip=_tr("Use the last value of the selected block instead of computing it")),
        Command("times", overlays, _tr("Show E&xecution Times"), ("Ctrl+Shift+T",), toggles=True,
                tip=_tr("Measure how long each block takes in a step")),
        Command("gradients", overlays, _tr("Show &Gradients on Wires"), toggles=True,
                tip=_tr("Show how large the gradient of the loss is on each wire")),
        Command("number_file", overlays, _tr("Show &Numbers from File…"), toggles=True,
                tip=_tr("Colour blocks by the numbers of a JSON or CSV file, which has a number for each node name")),
        Command("save_state", state, _tr("&Save Variables…"), when=IDLE,
                tip=_tr("Save the variables of the page that ran as a checkpoint, safetensors or .npz")),
        Command("restore_state", state, _tr("&Restore Variables…"), when=IDLE,
                tip=_tr("Restore the variables of the current page from a checkpoint, safetensors or .npz")),
        Command("open_history", state, _tr("&Open Recording…"), when=IDLE,
                tip=_tr("Open the recorded steps of a run that blockloom run --history wrote")),
        Command("keep_run", runs, _tr("&Save Run…"), ("Ctrl+Shift+K",),
                tip=_tr("Save the charts of this run under a name, to compare later runs with it")),
        Command("to_kept", runs, _tr("Saved R&uns…"), ("Ctrl+7",),
                tip=_tr("Show, hide, rename or export saved runs")),
        Command("reset", run, _tr("R&eset"), ("Ctrl+Shift+R",), icon="reset", when=IDLE,
                tip=_tr("Forget all state: variables start from their initial values")),
        Command("pause_before", debug, _tr("Toggle &Breakpoint"), ("F9",), when=BLOCKS,
                tip=_tr("Pause runs before the selected block")),
        Command("pause_here", debug, _tr("Toggle Breakpoint in This &Instance Only"), ("Shift+F9",), when=BLOCKS,
                tip=_tr("Pause runs before the selected block in the instance through which you opened its page")),
        Command("pause_when", debug, _tr("C&onditional Breakpoint…"), ("Ctrl+F9",), when=BLOCKS,
                tip=_tr("Pause runs if a condition on the selected block is true, such as max(abs(LOG.y)) > 10")),
        Command("pauses", debug, _tr("Breakpoin&ts…"), tip=_tr("List the breakpoints of all pages")),
        Command("no_pauses", debug, _tr("Remove &All Breakpoints"), tip=_tr("Remove the breakpoints of all pages")),
        Command("step_back", debug, _tr("Step Bac&k"), ("Ctrl+F10",), when=PAUSED, line=True,
                tip=_tr("Show the values before the block that ran last, if the run is paused")),
        Command("run_to_block", debug, _tr("Run to Selecte&d Block"), when=PAUSED,
                tip=_tr("Show the values before the selected block, if the run is paused")),
        Command("next_call", debug, _tr("Continue to Ne&xt Call"), ("Shift+F10",), when=PAUSED,
                tip=_tr("Show the next call in which the breakpoint was hit, if the run is paused inside a function")),
        Command("undo_step", debug, _tr("Roll &Back Failed Step"), ("Ctrl+Shift+F5",), when=IDLE, line=True,
                tip=_tr("Restore the state before the failed step, and list what cannot be restored")),
        Command("failed_step", debug, _tr("S&how Failed Step"), ("Alt+F10",), when=IDLE,
                tip=_tr("Show the values of the failed step, or of the last complete step")),
        Command("step_before", debug, _tr("&Previous Step"), ("Alt+,",), when=IDLE, line=True,
                tip=_tr("Show the values of the previous step")),
        Command("step_after", debug, _tr("&Next Step"), ("Alt+.",), when=IDLE,
                tip=_tr("Show the values of the next step")),
        Command("latest_step", debug, _tr("&Latest Step"), when=PAST,
                tip=_tr("Show the values of the latest step; on the page, Escape does so too")),
        Command("continue_here", debug, _tr("Re&wind to This Step"), when=IDLE,
                tip=_tr("Restore the variables after the shown step, and continue from there. Saves the run so far.")),
        Command("first_graph", help_, _tr("Your &First Graph"),
                tip=_tr("Five steps on an empty page: place, wire, type, run, look")),
        Command("data_course", help_, _tr("&Train on Your Data"),
                tip=_tr("From a table, an array or pictures to a model that is trained and validated")),
        Command("why_course", help_, _tr("Find What Went Wron&g"),
                tip=_tr("A page whose loss becomes NaN: find the origin and fix it")),
        Command("commands", help_, _tr("&Commands…"), ("Ctrl+Shift+P",), tip=_tr("Find a command by its name")),
        Command("help", help_, _tr("&Documentation"), ("F1",),
                tip=_tr("Show the page about the selected block, the selected problem or the open dialog; otherwise "
                        "all pages")),
        Command("shortcuts", help_, _tr("&Keyboard Shortcuts"), ("Ctrl+F1",)),
        Command("type_help", help_, _tr("&Help on the Block"), ("Shift+F1",), when=BLOCKS,
                tip=_tr("Describe the selected block, its pins and attributes")),
        Command("handling", help_, _tr("&Mouse and Keys on the Page")),
        Command("legend", help_, _tr("&Colours of Blocks, Pins and Wires")),
        Command("about", help_, _tr("&About Blockloom")),
        Command("to_target", unlisted, _tr("Tar&get…"), ("Ctrl+6",),
                tip=_tr("Run on this machine or on a task of a cluster, and see which tasks can be reached")),
        Command("map_folders", unlisted, _tr("Map &Windows Folders…"),
                tip=_tr("Choose the folders on this machine for the Windows folders that enuSpace pages name")),
    ]
    # fmt: on
