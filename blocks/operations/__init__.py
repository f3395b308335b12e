"""Operations on pages, as functions without a window.

Each takes a page, or the `WireRules` of one if catalogue and dtypes matter, ids, and `Measures` if sizes matter. It
returns a `PageChange` (an edit, its label, the selection afterwards) and changes nothing.

    page = document.page("main")
    change = operations.add_block(page, catalogue, "AddV2", (0, 0), operations.Measures(page, catalogue))
    history.do(change.edit, change.label)

Canvas, command line and scripts call the same functions. They raise EditError with the reason if an operation is
impossible, and return None if there is nothing to do.

A module of the package is imported when one of its functions is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# Module -> its names that this package re-exports.
_NAMES = {
    "add_training": "train_this",
    "array_files": "add_weights take_weights",
    "adding": (
        "ROOM fits_in_wire fitting_types insert_into_wire types_for_handle move_into_wire add_note pins_in_wire "
        "add_block add_wired_block conversion_changes move_to_free_places"
    ),
    "alignment_edits": "LevelWire align distribute drop_into_frames move nudge resize level_wires snap straighten",
    "batch_edits": "current_batch_size change_batch",
    "block_appearance": (
        "has_mode rename set_color colorable_items set_device set_mode set_note_text set_title "
        "set_conditional_breakpoint toggle_breakpoint remove_all_breakpoints"
    ),
    "change": "PageChange count_label",
    "copies": "PASTED copied_wires duplicate copy_items incoming_wires paste duplicate_page import_pages",
    "frame_edits": "collapse frames_overlap add_frame with_frame_members unframe",
    "freeze_variables": "variables_to_constants freeze is_trainable constants_to_variables keep_trained",
    "group_into_page": "group_as_instance default_page_name",
    "library_pages": "keep_copy update_library_page use_library_page with_libraries",
    "measures": "GRID Measures",
    "page_interface": (
        "add_function_page add_function_pages add_pin can_be_parameter make_parameter move_pin remove_page users_text"
    ),
    "paste_text": "const_document parse_pasted_text",
    "pinned_monitors": (
        "OutputInfo monitor_kinds monitor_name add_pinned_monitor add_pinned_monitors pinnable_outputs "
        "change_monitor_type remove_monitor"
    ),
    "removing": "delete delete_and_reconnect detach detachable_blocks outer_wires with_wire_indices bypass_wires",
    "retyping": "retype retype_everywhere possible_types",
    "selections": "same_type_blocks blocks_between connected_blocks blocks_in_scope",
    "sliders": (
        "can_slide is_whole parse_number place_of slider_steps set_slider slider_text slide default_slider typed_slider"
    ),
    "subgraph_extraction": "model_outputs replace_with_feed keep_needed add_output remove_blocks",
    "training_parts": "remove_training",
    "typed_blocks": "TypedLine complete_from_line inputs_of_change parse_line",
    "typed_values": (
        "can_extract can_inline_const check_value value_choices clear_value required_dtype extract_consts "
        "filter_choices set_value normalize_value inline_consts inlinable_wires toggle_bool parse_bool value_error"
    ),
    "unpacking": "copy_page_for_instances unpack",
    "validation": "FitSettings read_fit_settings change_fit_settings validate_epochs",
    "wire_edits": (
        "Candidate change_sources best_wire find_candidates remove_wires reorder_wire set_bends "
        "swap_inputs swap_sources remove_wire add_wire wire_blocks wire_row"
    ),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

if TYPE_CHECKING:
    from blockloom.blocks.operations.add_training import *  # noqa: F403
    from blockloom.blocks.operations.adding import *  # noqa: F403
    from blockloom.blocks.operations.alignment_edits import *  # noqa: F403
    from blockloom.blocks.operations.array_files import *  # noqa: F403
    from blockloom.blocks.operations.batch_edits import *  # noqa: F403
    from blockloom.blocks.operations.block_appearance import *  # noqa: F403
    from blockloom.blocks.operations.change import *  # noqa: F403
    from blockloom.blocks.operations.copies import *  # noqa: F403
    from blockloom.blocks.operations.frame_edits import *  # noqa: F403
    from blockloom.blocks.operations.freeze_variables import *  # noqa: F403
    from blockloom.blocks.operations.group_into_page import *  # noqa: F403
    from blockloom.blocks.operations.library_pages import *  # noqa: F403
    from blockloom.blocks.operations.measures import *  # noqa: F403
    from blockloom.blocks.operations.page_interface import *  # noqa: F403
    from blockloom.blocks.operations.paste_text import *  # noqa: F403
    from blockloom.blocks.operations.pinned_monitors import *  # noqa: F403
    from blockloom.blocks.operations.removing import *  # noqa: F403
    from blockloom.blocks.operations.retyping import *  # noqa: F403
    from blockloom.blocks.operations.selections import *  # noqa: F403
    from blockloom.blocks.operations.sliders import *  # noqa: F403
    from blockloom.blocks.operations.subgraph_extraction import *  # noqa: F403
    from blockloom.blocks.operations.training_parts import *  # noqa: F403
    from blockloom.blocks.operations.typed_blocks import *  # noqa: F403
    from blockloom.blocks.operations.typed_values import *  # noqa: F403
    from blockloom.blocks.operations.unpacking import *  # noqa: F403
    from blockloom.blocks.operations.validation import *  # noqa: F403
    from blockloom.blocks.operations.wire_edits import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Import the module that defines a name."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
        return found
