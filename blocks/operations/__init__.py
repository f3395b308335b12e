"""What can be done to a page, as functions without a window.

Each takes a page, or the `WireRules` of one where catalogue and dtypes matter, ids, and `Measures` where it has to know
how large things are. It gives a `Change`: an edit, its label, what is selected afterwards; it changes nothing itself.

    page = document.page("main")
    change = operations.place(page, catalogue, "AddV2", (0, 0), operations.Measures(page, catalogue))
    history.do(change.edit, change.label)

Canvas, command line and scripts call the same ones. They raise EditError with the reason where something cannot be
done, and give None where there is nothing to do.
"""

from blockloom.blocks.operations.adding import (
    ROOM,
    fits_in_wire,
    fitting,
    insert_into_wire,
    made_for,
    move_into_wire,
    note,
    pins_in_wire,
    place,
    place_wired,
    ways_to_fit,
    where_free,
)
from blockloom.blocks.operations.arranging import (
    Run,
    align,
    distribute,
    drop,
    move,
    nudge,
    resize,
    runs,
    snap,
    straighten,
)
from blockloom.blocks.operations.batch_size import batch_size, change_batch
from blockloom.blocks.operations.change import Change, several
from blockloom.blocks.operations.copies import copied_wires, duplicate, excerpt, incoming, paste
from blockloom.blocks.operations.cutting import feed_here, keep_needed, output_here
from blockloom.blocks.operations.files_read import READERS, read_files
from blockloom.blocks.operations.frames import collapse, crowded, frame, members, unframe
from blockloom.blocks.operations.freezing import constants, freeze
from blockloom.blocks.operations.function_pages import page_for, pages_for
from blockloom.blocks.operations.interface import (
    add_pin,
    can_be_parameter,
    make_parameter,
    move_pin,
    remove_page,
    remove_pin,
    rename_page,
    rename_pin,
    used_at,
)
from blockloom.blocks.operations.library_pages import (
    keep_copy,
    update_library_page,
    use_library_page,
    with_libraries,
)
from blockloom.blocks.operations.looks import paint, paintable, set_mode
from blockloom.blocks.operations.measures import GRID, Measures
from blockloom.blocks.operations.packing import make_block, name_for
from blockloom.blocks.operations.pages import duplicate_page, import_pages
from blockloom.blocks.operations.pasted import const, typed
from blockloom.blocks.operations.pinned import (
    Shown,
    kinds,
    name_of,
    pin,
    pin_several,
    pinnable,
    show_as,
    unpin,
)
from blockloom.blocks.operations.removing import (
    delete,
    delete_and_reconnect,
    detach,
    detached,
    outer_wires,
    placed,
    reconnected,
)
from blockloom.blocks.operations.retyping import retype, retype_everywhere, retypings
from blockloom.blocks.operations.selections import alike, between, connected, in_scope
from blockloom.blocks.operations.sliders import (
    can_slide,
    is_whole,
    number,
    place_of,
    places,
    set_slider,
    slid,
    slide,
    suiting,
    typed_slider,
)
from blockloom.blocks.operations.texts import rename, set_device, set_title, write
from blockloom.blocks.operations.training import train_this
from blockloom.blocks.operations.training_parts import remove_training
from blockloom.blocks.operations.typed_blocks import Line, as_typed, read_line
from blockloom.blocks.operations.typed_values import (
    can_extract,
    can_take_in,
    check_value,
    choices,
    clear_value,
    dtype_wanted,
    extract,
    narrowed,
    set_value,
    spelled,
    take_in,
    taken_in,
    toggle,
    truth,
    value_trouble,
)
from blockloom.blocks.operations.unpacking import own_copy, unpack
from blockloom.blocks.operations.weights import add_weights, keep_trained, take_weights
from blockloom.blocks.operations.wiring import (
    Candidate,
    begin_elsewhere,
    best_wire,
    candidates,
    cut,
    reorder,
    replace_wire,
    route,
    swap_inputs,
    swap_sources,
    unwire,
    wire,
    wire_blocks,
    wire_row,
)

__all__ = ["GRID", "READERS", "ROOM", "Candidate", "Change", "Line", "Measures", "Run", "Shown", "add_pin",
           "add_weights", "align", "alike", "as_typed", "batch_size", "begin_elsewhere", "best_wire", "between",
           "can_be_parameter", "can_extract", "can_slide", "can_take_in", "candidates", "change_batch", "check_value",
           "choices", "clear_value", "collapse", "connected", "const", "constants", "copied_wires", "crowded", "cut",
           "delete", "delete_and_reconnect", "detach", "detached", "distribute", "drop", "dtype_wanted", "duplicate",
           "duplicate_page", "excerpt", "extract", "feed_here", "fits_in_wire", "fitting", "frame", "freeze",
           "import_pages", "in_scope", "incoming", "insert_into_wire", "is_whole", "keep_copy", "keep_needed",
           "keep_trained", "kinds",
           "made_for", "make_block", "make_parameter", "members", "move", "move_into_wire", "move_pin", "name_for",
           "name_of", "narrowed", "note", "nudge", "number", "outer_wires", "output_here", "own_copy", "page_for",
           "pages_for", "paint", "paintable", "paste", "pin", "pin_several", "pinnable", "pins_in_wire", "place",
           "place_of", "place_wired", "placed", "places", "read_files", "read_line", "reconnected", "remove_page",
           "remove_pin", "remove_training", "rename", "rename_page", "rename_pin", "reorder", "replace_wire", "resize",
           "retype", "retype_everywhere", "retypings", "route", "runs", "set_device", "set_mode", "set_slider",
           "set_title", "set_value", "several", "show_as", "slid", "slide", "snap", "spelled", "straighten", "suiting",
           "swap_inputs", "swap_sources", "take_in", "take_weights",
           "taken_in", "toggle", "train_this", "truth", "typed",
           "typed_slider", "unframe", "unpack", "unpin", "unwire", "update_library_page", "use_library_page", "used_at",
           "value_trouble", "ways_to_fit", "where_free", "wire", "wire_blocks", "wire_row", "with_libraries", "write"]
