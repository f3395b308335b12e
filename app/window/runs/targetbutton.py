"""The button in the status bar that says where pages run."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from blockloom.app.plain import as_is
from blockloom.app.window.runs.targets import Targets
from blockloom.app.window.widgets.style import Colours


class TargetButton(QToolButton):
    """Says in the status bar where the page runs, with the state of that task; pressed it opens the panel."""

    def __init__(self, targets: Targets, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.targets, self.colours = targets, colours
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        targets.changed.connect(self.show_target)
        targets.looked.connect(self.show_target)
        self.show_target()

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.colours = colours
        self.show_target()

    def show_target(self) -> None:
        """Show where pages run."""
        task, colour, state = self.targets.task(), "", self.tr("Sessions run in a process of this machine")
        text = self.tr("This machine")
        if task is not None:
            text = f"{task.name.strip('/')} ({task.address})" if task.job else task.address
            text += self.tr(", chief") if self.targets.init else ""
            state, colour = self.targets.state(task)
            if not self.targets.fresh:
                colour, state = "", self.tr("{} when it was last asked").format(state)
        self.setText(text)
        self.setStyleSheet(f"QToolButton {{ color: {getattr(self.colours, colour)} }}" if colour else "")
        self.setToolTip(as_is(self.tr("Runs on {}: {}").format(text, state)))
        self.setAccessibleName(self.tr("Target: {}").format(text))
        self.setAccessibleDescription(state)
