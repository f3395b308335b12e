"""The last results of a block in the inspector."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.window.adding import describe
from blockloom.app.window.docks.form_fields import LinkLabel
from blockloom.app.window.results.summaries import rows_of
from blockloom.runtime.protocol.steps import Summary


class ResultLinks(QWidget):
    """A line for each value. `chosen` emits the output pin of the one that is pressed."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = qt.column(of=self, margins=0, space=2)
        self.links: list[LinkLabel] = []

    def fill(self, results: Mapping[str, Summary | None]) -> None:
        """Show what the outputs of a block gave."""
        rows = [(pin, row) for pin, summary in results.items() for row in rows_of(pin, summary)]
        while len(self.links) > max(1, len(rows)):
            link = self.links.pop()
            self._column.removeWidget(link)
            link.deleteLater()
        while len(self.links) < max(1, len(rows)):
            link = LinkLabel()
            self.links.append(link)
            link.clicked.connect(lambda _=False, b=link: self.chosen.emit(b.property("pin")))
            self._column.addWidget(link)
        for link, (pin, row) in zip(self.links, rows, strict=False):
            text = f"{row.name} = {row.value}"
            link.setProperty("pin", pin)
            link.show_text(text)
            link.setToolTip(describe.tooltip(f"{row.type} {text}"))
            link.setEnabled(True)
        if not rows:
            link = self.links[0]
            link.show_text(self.tr("no run yet"))
            link.setEnabled(False)
