"""What can be done to a page, as functions without a window.

Each takes a page, or the `WireRules` of one where catalogue and dtypes matter, ids, and `Measures` where it has to know
how large things are. It returns a `PageChange` (an edit, its label, the selection afterwards) and changes nothing.

    page = document.page("main")
    change = operations.place(page, catalogue, "AddV2", (0, 0), operations.Measures(page, catalogue))
    history.do(change.edit, change.label)

Canvas, command line and scripts call the same ones. They raise EditError with the reason where something cannot be
done, and give None where there is nothing to do.

A module of the package is imported when one of its functions is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# Module -> its names that are attributes of the package.
_NAMES = {
    "add_training": "train_this",
    "weight_edits": "add_weights take_weights",
    "adding": (
        "ROOM fits_in_wire fitting insert_into_wire made_for move_into_wire note pins_in_wire place place_wired "
        "ways_to_fit where_free"
    ),
    "alignment_edits": "LevelWire align distribute drop move nudge resize runs snap straighten",
    "batch_edits": "batch_size change_batch",
    "block_appearance": "has_mode paint paintable set_mode",
    "breakpoint_edits": "pause_when toggle_pause without_pauses",
    "change": "PageChange several",
    "copies": "PASTED copied_wires duplicate excerpt incoming paste",
    "files_read": "READERS read_files",
    "frame_edits": "collapse crowded frame members unframe",
    "freeze_variables": "constants freeze is_trainable variables",
    "function_pages": "page_for pages_for",
    "group_into_page": "make_block name_for",
    "library_pages": "keep_copy update_library_page use_library_page with_libraries",
    "measures": "GRID Measures",
    "inference_outputs": "model_outputs",
    "page_copies": "duplicate_page import_pages",
    "page_interface": (
        "add_pin can_be_parameter make_parameter move_pin remove_page remove_pin rename_page rename_pin used_at"
    ),
    "paste_text": "const typed",
    "pinned_monitors": "OutputInfo kinds name_of pin pin_several pinnable show_as unpin",
    "removing": "delete delete_and_reconnect detach detached outer_wires placed reconnected",
    "retyping": "retype retype_everywhere retypings",
    "selections": "alike between connected in_scope",
    "sliders": "can_slide is_whole number place_of places set_slider slid slide suiting typed_slider",
    "subgraph_extraction": "feed_here keep_needed output_here without",
    "text_edits": "rename set_device set_title write",
    "trained_initial_values": "keep_trained",
    "training_parts": "remove_training",
    "typed_blocks": "TypedLine as_typed given_to read_line",
    "typed_values": (
        "can_extract can_take_in check_value choices clear_value dtype_wanted extract narrowed set_value spelled "
        "take_in taken_in toggle truth value_trouble"
    ),
    "unpacking": "own_copy unpack",
    "validation": "FitSettings fit_of set_fit validate_epochs",
    "wire_edits": (
        "Candidate begin_elsewhere best_wire candidates cut reorder replace_wire route swap_inputs swap_sources "
        "unwire wire wire_blocks wire_row"
    ),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

if TYPE_CHECKING:
    from blockloom.blocks.operations.add_training import *  # noqa: F403
    from blockloom.blocks.operations.adding import *  # noqa: F403
    from blockloom.blocks.operations.alignment_edits import *  # noqa: F403
    from blockloom.blocks.operations.batch_edits import *  # noqa: F403
    from blockloom.blocks.operations.block_appearance import *  # noqa: F403
    from blockloom.blocks.operations.breakpoint_edits import *  # noqa: F403
    from blockloom.blocks.operations.change import *  # noqa: F403
    from blockloom.blocks.operations.copies import *  # noqa: F403
    from blockloom.blocks.operations.files_read import *  # noqa: F403
    from blockloom.blocks.operations.frame_edits import *  # noqa: F403
    from blockloom.blocks.operations.freeze_variables import *  # noqa: F403
    from blockloom.blocks.operations.function_pages import *  # noqa: F403
    from blockloom.blocks.operations.group_into_page import *  # noqa: F403
    from blockloom.blocks.operations.inference_outputs import *  # noqa: F403
    from blockloom.blocks.operations.library_pages import *  # noqa: F403
    from blockloom.blocks.operations.measures import *  # noqa: F403
    from blockloom.blocks.operations.page_copies import *  # noqa: F403
    from blockloom.blocks.operations.page_interface import *  # noqa: F403
    from blockloom.blocks.operations.paste_text import *  # noqa: F403
    from blockloom.blocks.operations.pinned_monitors import *  # noqa: F403
    from blockloom.blocks.operations.removing import *  # noqa: F403
    from blockloom.blocks.operations.retyping import *  # noqa: F403
    from blockloom.blocks.operations.selections import *  # noqa: F403
    from blockloom.blocks.operations.sliders import *  # noqa: F403
    from blockloom.blocks.operations.subgraph_extraction import *  # noqa: F403
    from blockloom.blocks.operations.text_edits import *  # noqa: F403
    from blockloom.blocks.operations.trained_initial_values import *  # noqa: F403
    from blockloom.blocks.operations.training_parts import *  # noqa: F403
    from blockloom.blocks.operations.typed_blocks import *  # noqa: F403
    from blockloom.blocks.operations.typed_values import *  # noqa: F403
    from blockloom.blocks.operations.unpacking import *  # noqa: F403
    from blockloom.blocks.operations.validation import *  # noqa: F403
    from blockloom.blocks.operations.weight_edits import *  # noqa: F403
    from blockloom.blocks.operations.wire_edits import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Import the module that defines a name."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
        return found
