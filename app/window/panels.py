"""The registry of parts of the window that are built at their first use: docks, boxes, dialogs, commands.

To add a panel, write its class and a row of `PARTS`; for a dock a row of `docks` as well. The commands that open it are
rows of `COMMANDS`. The module of a row is imported when the part is built, so that the window opens quickly.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from blockloom.app.canvas.scene.translation import tr

# Attribute of the window -> (module, class, attributes of the window that the constructor takes).
PARTS = {
    "adding": ("adding.addblock", "Adding", "workspace tabs theming commands snippets"),
    "arranging": ("document.auto_layout", "AutoLayout", "workspace tabs"),
    "command_box": ("commands.commandbox", "CommandBox", "tabs command_rows"),
    "command_rows": ("commands.commandbox", "CommandRows", "workspace tabs file commands docks help.open"),
    "comparisons": ("comparison.comparisons", "Comparisons", "workspace tabs file keeping theming docks"),
    "cost": ("measure.costpanel", "CostPanel", "workspace tabs runs"),
    "courses": ("document.guide_bubble", "Courses", "file guide ask"),
    "differences": ("measure.comparison_dock", "ModelComparisonDock", "workspace tabs runs"),
    "exporter": ("document.exporting", "Exporter", "workspace tabs file theming consent.may_run"),
    "find_box": ("dialogs.findbox", "FindBox", "workspace tabs live_types"),
    "guide": (
        "document.guide_bubble",
        "Guide",
        "workspace tabs runs views docks commands why looking_back theming file focus_line",
    ),
    "kept": ("run.saved_runs_panel", "SavedRunsPanel", "keeping"),
    "long_values": ("dialogs.longvalues", "LongValues", "workspace worker theming window"),
    "new_window": ("commands.newwindow", "NewWindow", "workspace"),
    "number_file": ("measure.number_files", "NumberFile", "workspace tabs commands"),
    "outline": ("docks.outline", "Outline", "workspace tabs"),
    "quick_fixes": ("document.quickfixes", "QuickFixes", "workspace tabs problem_list live_types theming runs"),
    "snippets": ("adding.snippets", "Snippets", "workspace tabs"),
    "start_page": ("document.startpage", "StartPage", "theming"),
    "state_files": ("run.variable_files", "VariableFiles", "workspace tabs file runs"),
    "target": ("run.targetpanel", "TargetPanel", "targets theming file"),
    "views": ("results.resultviews", "ResultViews", "window workspace tabs runs commands"),
    "whose_tensorflow": ("dialogs.preferences", "TensorFlowChoice", "worker"),
    "why": ("document.nonfinite_box", "NonFiniteBox", "workspace tabs worker live_types theming"),
    "wire_box": ("dialogs.findbox", "WireBox", "tabs"),
}
# Dialog -> (module, function, attributes of the window that are the first arguments).
DIALOGS = {
    "about": ("dialogs.help_dialogs", "about", "window"),
    "data_from": ("data.datadialog", "ask", "workspace tabs file"),
    "fit": ("run.run_dialogs", "ask_epochs", "workspace tabs runs"),
    "legend": ("dialogs.help_dialogs", "legend", "window theming"),
    "mouse_help": ("dialogs.help_dialogs", "mouse_help", "window"),
    "pause_when": ("run.run_dialogs", "ask_breakpoint", "workspace tabs"),
    "preferences": ("dialogs.preferences", "show", "theming tabs canvas_settings whose_tensorflow commands"),
    "run_until": ("run.run_dialogs", "ask_condition", "workspace tabs runs"),
    "shortcuts": ("commands.shortcuts", "show", "window commands"),
}
# Command -> dialog, or method of a part with its arguments.
COMMANDS: dict[str, tuple[Any, ...]] = {
    "about": ("about",),
    "arrange": ("arranging.start",),
    "commands": ("command_box.show_all",),
    "compare_with": ("comparisons.ask",),
    "copy_picture": ("exporter.copy",),
    "data_course": ("courses.on_data",),
    "data_from": ("data_from",),
    "export": ("exporter.export",),
    "export_model": ("exporter.export_model",),
    "export_script": ("exporter.export_model", ".py"),
    "find": ("find_box.ask",),
    "find_next": ("find_box.step", 1),
    "find_previous": ("find_box.step", -1),
    "first_graph": ("courses.first_graph",),
    "fit_model": ("fit",),
    "handling": ("mouse_help",),
    "insert_snippet": ("snippets.ask",),
    "keep_snippet": ("snippets.keep",),
    "keep_trained": ("state_files.keep_trained",),
    "legend": ("legend",),
    "look_at_data": ("views.look_at_data",),
    "merge_with": ("comparisons.ask_merge",),
    "new_window": ("new_window.open",),
    "next_change": ("comparisons.step", 1),
    "number_file": ("number_file.toggle",),
    "open_history": ("state_files.open_history",),
    "pause_when": ("pause_when",),
    "pauses": ("find_box.ask", "pause:"),
    "preferences": ("preferences",),
    "previous_change": ("comparisons.step", -1),
    "print": ("exporter.print",),
    "restore_state": ("state_files.restore",),
    "run_until": ("run_until",),
    "save_state": ("state_files.save",),
    "shortcuts": ("shortcuts",),
    "view_result": ("views.open_selected",),
    "why_course": ("courses.find_wrong",),
    "wire": ("wire_box.offer",),
}


class DockRow(Struct, frozen=True):
    """A dock that is built when it is first shown: a tab next to another, or of a height in pixels.

    `source` is the part that it shows, or the method of one that returns its widget; "" is the part named `key`. A dock
    that is open at the end is open in the next window if it `comes_back`.
    """

    key: str
    title: str
    area: Qt.DockWidgetArea
    tab_of: str = ""
    height: int = 0
    source: str = ""
    comes_back: bool = True


def docks() -> tuple[DockRow, ...]:
    """Return the rows of the docks, with titles in the user's language."""
    area = Qt.DockWidgetArea
    left, right, bottom = area.LeftDockWidgetArea, area.RightDockWidgetArea, area.BottomDockWidgetArea
    return (
        DockRow("outline", tr("Outline"), left, "palette"),
        DockRow("kept", tr("Saved runs"), right, height=220),
        DockRow("differences", tr("Differences"), bottom, "lists", comes_back=False),
        DockRow("cost", tr("Cost"), bottom, "lists"),
        DockRow("target", tr("Target"), right, height=260),
        DockRow("comparison", tr("Comparison"), bottom, "lists", 300, "comparisons.panel", comes_back=False),
        DockRow("file_history", tr("History of the file"), right, "inspector", source="comparisons.history"),
    )


def build(window: QMainWindow, key: str) -> Any:
    """Build a part of a window."""
    return _call(window, PARTS[key])


def ask(window: QMainWindow, key: str, *args: Any) -> Any:
    """Open a dialog of a window."""
    return _call(window, DIALOGS[key], *args)


def call(window: QMainWindow, place: str, *args: Any) -> Any:
    """Open a dialog, or call a method of a part."""
    return ask(window, place, *args) if place in DIALOGS else attrgetter(place)(window)(*args)


def commands(window: QMainWindow) -> dict[str, Callable[[], object]]:
    """Return what a window does for the commands of the registry."""
    return {key: partial(call, window, *row) for key, row in COMMANDS.items()}


def _call(window: QMainWindow, row: tuple[str, str, str], *args: Any) -> Any:
    module, name, needs = row
    called = getattr(importlib.import_module(f"blockloom.app.window.{module}"), name)
    given = (window if need == "window" else attrgetter(need)(window) for need in needs.split())
    return called(*given, *args)
