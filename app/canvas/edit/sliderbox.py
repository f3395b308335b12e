"""Asks for the ends of a slider."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label
from blockloom.blocks import operations
from blockloom.blocks.edits import EditError


class SliderBox(QDialog):
    """Asks for the three numbers of a slider, with those that the value has or that suit it; shows what is wrong with
    them.
    """

    def __init__(self, parent: QWidget, editing: Editing, block: str, pin: str):
        super().__init__(parent)
        self.setObjectName("slider")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Slider of {0}").format(f"{block}.{pin}"))
        self._editing, self._at = editing, (block, pin)
        have = editing.page.blocks[block]
        self._whole = operations.is_whole(editing.open_page.rules(), block, pin)
        slider = have.sliders.get(pin) or operations.suiting(have.values.get(pin, ""), self._whole)
        form = QFormLayout(self)
        self.edits = [QLineEdit(f"{number:.15g}") for number in slider]
        for edit, name in zip(self.edits, (tr("Least"), tr("Most"), tr("Step, 0 for any number")), strict=True):
            form.addRow(name, edit)
        self.message = Label(wordWrap=True)
        form.addRow(self.message)
        self.message.hide()
        form.addRow(qt.buttons(self, *qt.OK))
        self.edits[0].selectAll()

    def accept(self) -> None:
        """Set the slider, or say why the numbers make none."""
        try:
            least, most, step = (edit.text() for edit in self.edits)
            slider = operations.typed_slider(least, most, step, self._whole)
        except EditError as error:
            self.message.setText(translated(error))
            self.message.show()
            return
        self._editing.set_slider(*self._at, slider)
        super().accept()
