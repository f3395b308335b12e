"""The box at a block that says why a value is not finite: what the block took and gave, the way, what mends it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QPushButton, QWidget

from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.dialogs.fixbox import FixBox
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import Problem
from blockloom.runtime.protocol.replies import NonFiniteOriginReply, NotFiniteValueReply


class WhyBox(FixBox):
    """As FixBox, with the values of the block; `places` are others to go to: a text, and what is `gone` to then."""

    gone = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        colours: Colours,
        title: str,
        found: NonFiniteOriginReply,
        places: Sequence[tuple[str, object]],
    ):
        super().__init__(parent, colours, title)
        self._found, self._places = found, places
        self.foot.setText(self.tr("Enter: choose · Esc: close"))

    def _say(self, column: QBoxLayout, problem: Problem) -> None:
        super()._say(column, problem)
        grid = QGridLayout(horizontalSpacing=10, verticalSpacing=2)
        grid.setColumnStretch(1, 1)
        found = self._found
        rows: list[tuple[str, NotFiniteValueReply]] = [("", one) for one in found.inputs]
        rows += [("→ ", one) for one in found.outputs]
        for row, (sign, one) in enumerate(rows):
            grid.addWidget(Label(f"{sign}{one['pin']}", objectName="dim"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._label(described(one["value"]), "error" if one["bad"] else ""), row, 1)
        column.addLayout(grid)
        for index, value, beside in found.elements:
            of = ", ".join(f"{one['pin']} = {text}" for one, text in zip(found.inputs, beside) if text)
            at = f"[{', '.join(map(str, index))}] = " if index else ""
            column.addWidget(self._label(f"{at}{value}    {of}", "dim"))
        if found.count > len(found.elements) > 0:
            column.addWidget(
                self._label(self.tr("and {0} more").format(f"{found.count - len(found.elements):,}"), "dim")
            )
        for read in found.read_from[1:]:
            column.addWidget(self._label(translated(read["said"]), "dim"))
        if found.read_count > len(found.read_from):
            more = self.tr("and {0} more").format(f"{found.read_count - len(found.read_from):,}")
            column.addWidget(self._label(more, "dim"))
        for growth in found.growth:
            column.addWidget(self._label(translated(growth["said"])))
        for text, place in self._places:
            button = QPushButton(text.replace("&", "&&"), autoDefault=True)
            button.clicked.connect(lambda _=False, place=place: self.gone.emit(place))
            self.buttons.append(button)
            column.addWidget(button)
