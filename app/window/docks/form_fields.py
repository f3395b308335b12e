"""Parts of the inspector's forms: editors of values with their choices, and links to results."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene import lineedit
from blockloom.app.canvas.scene.lineedit import LONGEST, choose, cut
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label
from blockloom.app.window.adding import describe
from blockloom.app.window.results.summaries import rows_of
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import native
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import ID, Block, Page, Slider
from blockloom.blocks.edits import Edit, rename
from blockloom.blocks.weights.document_weights import key_of
from blockloom.runtime.protocol.records import Summary

_LONG = 40  # longer texts get a button for a dialog


def is_config(block: Block, pin: str) -> bool:
    """Return whether the value of a pin is a TPUEmbeddingConfiguration."""
    return pin == "config" and bool(traits_of(native(block.type)).embedding)


class LinkLabel(QPushButton):
    """A line of text that can be pressed, cut to its width."""

    def __init__(self, text: str = "", parent: QWidget | None = None):
        super().__init__(parent, objectName="link")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoDefault(True)  # makes Enter press the button
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show this text."""
        self._whole = text
        self.setAccessibleName(text)
        self.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(40, self.width() - 8)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_text(self._whole)


class ValueField(QWidget):
    """A field for one value.

    `committed` emits the new text, None to clear the value. A text that `check` refuses stays, with the reason below
    it. A number may have a slider.
    """

    committed = Signal(object)
    slid = Signal(float, bool)  # position of the slider from 0 to 1, whether this is the first of a drag
    text_wanted = Signal()  # emitted to edit the text in a dialog
    drafted = Signal(object)  # refused text, or None once it is corrected; the owner keeps it, so that it is not lost

    def __init__(
        self,
        name: str,
        options: list[str],
        placeholder: str,
        tip: str,
        check: Callable[[str], str] = lambda text: "",
        truth: Callable[[str], bool | None] | None = None,
        parent: QWidget | None = None,
    ):
        """Create a field; `truth`, for a text that may be true or false, parses it, and adds a check box.

        If there are `options` as well, there is no other value: the text is shown only if it is neither of them. Del
        in the check box clears the value.
        """
        super().__init__(parent)
        self.check, self._truth, self._is_truth = check, truth, truth is not None and bool(options)
        self.text = ""
        self._is_several = False  # whether the field is empty because there are several values
        self.combo: QComboBox | None = None
        # Whether the next click in the combo box selects its text, so that typing replaces it.
        self._focused_by_mouse = False
        if options and truth is None:
            self.combo = QComboBox(editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
            self.combo.addItems(options)
            self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.combo.setMinimumContentsLength(8)
            self.combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.combo.installEventFilter(self)
            self.edit = qt.edit_of(self.combo)
            completer = choose(self.edit, options)
            completer.activated.connect(lambda _: self.commit(), Qt.ConnectionType.QueuedConnection)
            self.combo.activated.connect(lambda _: self.commit())
        else:
            self.edit = QLineEdit()
        self.edit.setMaxLength(10_000_000)  # by default, Qt cuts pasted texts at 32,767 characters
        editor = self.combo or self.edit
        qt.with_name(self.edit, name)
        qt.with_name(editor, name, describe.tooltip(tip))
        self.edit.setPlaceholderText(placeholder)
        self.edit.installEventFilter(self)
        self.edit.editingFinished.connect(self._finished)
        self.message = Label(objectName="error", wordWrap=True)
        self.message.hide()
        self.more = qt.with_name(
            qt.button(
                self.tr("Edit…"),
                lambda: self.text_wanted.emit(),
                self.tr("Edit all lines of the text (Ctrl+Enter in the field)"),
            ),
            self.tr("Edit {} in a dialog").format(name),
        )
        self.more.hide()
        self.always_more = False  # whether short texts have a button for the dialog, too
        self.has_dialog = True  # whether texts can be edited in a dialog
        self.slider: QSlider | None = None  # created when a value has a slider
        self._name = name
        self._column = qt.column(
            editor if truth is None else self._with_box(name, editor),
            self.more,
            self.message,
            of=self,
            margins=0,
            space=1,
        )
        self.setFocusProxy(editor)
        self._show_box()

    def _with_box(self, name: str, editor: QWidget) -> QWidget:
        both = QWidget()
        self.box = qt.with_name(QCheckBox(), name, editor.toolTip())
        self.box.clicked.connect(self._ticked)
        qt.action(self.box, "", self._clear, "Del")
        # No wider than its text, so that all of it takes clicks.
        qt.line(self.box, (editor, 1), of=both, margins=0).setAlignment(self.box, Qt.AlignmentFlag.AlignLeft)
        return both

    def _show_box(self) -> None:
        """Show the check box of a value that can only be true or false, or a text that is neither."""
        if not self._is_truth or self._truth is None:
            return
        shown = self.edit.text()
        is_truth = not shown or self._truth(shown) is not None
        self.edit.setVisible(not is_truth)
        self.box.setVisible(is_truth)
        self.box.setText(shown or self.edit.placeholderText())
        self.setFocusProxy(self.box if is_truth else self.edit)

    def _clear(self) -> None:
        """Clear the value that the check box shows."""
        self.edit.setText("")
        self.edit.setModified(True)
        self.commit()

    def _ticked(self, on: bool) -> None:
        self.edit.setText("true" if on else "false")
        self.commit()

    def set_text(self, text: str, draft: str | None = None) -> None:
        """Show the document's value, or a refused draft with the reason; not while the field is being typed in."""
        if self.edit.hasFocus() and self.edit.isModified() and text == self.text:
            return
        self.text, self._is_several = text, False
        shown = draft if draft is not None else text
        is_long = self.always_more or "\n" in shown or len(shown) > _LONG or key_of(shown) is not None
        self.more.setVisible(self.has_dialog and is_long)
        self.edit.setReadOnly(len(shown) > LONGEST)
        self.edit.setText(cut(shown))
        self.edit.setCursorPosition(0)
        if self._truth is not None:
            self.box.setTristate(False)
            self.box.setChecked(bool(self._truth(text)))
            self._show_box()
        self._say(self.check(draft) if draft else "")

    def set_several(self) -> None:
        """Show that there are several values, until another one is typed, or they are cleared."""
        self.set_text("")
        self._is_several = True
        if self._truth is not None:
            self.box.setCheckState(Qt.CheckState.PartiallyChecked)

    def set_slider(self, slider: Slider | None) -> None:
        """Show the number's place on its slider, unless that is being dragged."""
        if slider is None or operations.parse_number(self.text) is None:
            if self.slider is not None:
                self.slider.hide()
            return
        if self.slider is None:
            self.slider = self._make_slider()
        self.slider.show()
        if not self.slider.isSliderDown():
            with QSignalBlocker(self.slider):
                self.slider.setMaximum(operations.slider_steps(slider))
                self.slider.setValue(round(operations.place_of(slider, self.text) * self.slider.maximum()))

    def _make_slider(self) -> QSlider:
        slider, moved = QSlider(Qt.Orientation.Horizontal), False
        slider.setAccessibleName(self.tr("Slider of {0}").format(self._name))

        def begin() -> None:
            nonlocal moved
            moved = False

        def move(at: int) -> None:
            nonlocal moved
            begins, moved = not (moved and slider.isSliderDown()), slider.isSliderDown()
            self.slid.emit(at / slider.maximum(), begins)

        slider.sliderPressed.connect(begin)
        slider.valueChanged.connect(move)
        slider.installEventFilter(self)
        self._column.insertWidget(1, slider)
        return slider

    def set_placeholder(self, text: str) -> None:
        """Show this text while the field is empty."""
        self.edit.setPlaceholderText(text)
        self._show_box()

    def _finished(self) -> None:
        """Commit the text after Enter or when the focus leaves, unless Enter takes a choice of the list first."""
        completer = self.edit.completer()
        popup = completer.popup() if completer is not None else None
        if popup is None or not popup.isVisible() or not popup.currentIndex().isValid():
            self.commit()

    def commit(self) -> None:
        """Check the typed text and emit it."""
        text = self.edit.text()
        if self.edit.isReadOnly():
            return
        if text == self.text and not (self._is_several and self.edit.isModified()):
            if self.message.isVisible():
                self._say("")
                self.drafted.emit(None)
            return
        problem = self.check(text) if text else ""
        self._say(problem)
        self.drafted.emit(text if problem else None)
        if not problem:
            self.edit.setModified(False)
            self.text, self._is_several = text, False
            self.committed.emit(text or None)

    def _say(self, problem: str) -> None:
        self.message.setText(problem)
        self.message.setVisible(bool(problem))
        self.edit.setAccessibleDescription(problem)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        key = (
            event
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.edit
            else None
        )
        if (
            key is not None
            and self._is_several
            and key.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
            and not self.edit.text()
        ):  # there is no text to delete, but there are values to clear
            self.edit.setModified(True)
            self.commit()
            return True
        if key is not None and self.combo is None and lineedit.pressed(self.edit, key):
            return True
        if isinstance(event, QFocusEvent) and watched is self.combo:
            self._focused_by_mouse = event.gotFocus() and event.reason() == Qt.FocusReason.MouseFocusReason
        if event.type() == QEvent.Type.MouseButtonRelease and watched is self.edit and self._focused_by_mouse:
            self._focused_by_mouse = False
            if not self.edit.hasSelectedText():
                self.edit.selectAll()
        if event.type() == QEvent.Type.Wheel and (watched is self.combo or watched is self.slider):
            event.ignore()  # scrolling the inspector must not change values under the pointer
            return True
        if event.type() == QEvent.Type.MouseButtonDblClick and watched is self.edit and self.edit.isReadOnly():
            self.text_wanted.emit()
            return True
        if (
            key is not None
            and key.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and (key.modifiers() & Qt.KeyboardModifier.ControlModifier or self.edit.isReadOnly())
        ):
            self.text_wanted.emit()
            return True
        if (
            key is not None
            and key.key() == Qt.Key.Key_Escape
            and not self.edit.isReadOnly()
            and (self.edit.text() != self.text or self.edit.isModified())
        ):
            self.edit.setText(self.text)
            self._say("")
            self.drafted.emit(None)
            return True
        return super().eventFilter(watched, event)


class FieldForm(QFormLayout):
    """Rows at the end of a column, under an optional title.

    All captions are as wide as most names, so that the editors of all forms are aligned. `metrics` are those of the
    texts.
    """

    def __init__(self, column: QBoxLayout, metrics: QFontMetrics, title: str = ""):
        super().__init__()
        if title:
            column.addWidget(Label(title, objectName="section", indent=0))
        self._metrics = metrics
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(4)
        self.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(self)

    def row(self, text: str, widget: QWidget, tip: str = "", buddy: QWidget | None = None) -> None:
        """Add a row with a caption, whose `buddy` is the editor of the widget."""
        metrics = self._metrics
        caption = Label(metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, metrics.horizontalAdvance("n" * 18)))
        caption.setMinimumWidth(metrics.horizontalAdvance("n" * 11))
        caption.setToolTip(describe.tooltip(tip or text))
        if buddy is not None:
            caption.setBuddy(buddy)
        self.addRow(caption, widget)

    def field(
        self,
        label: str,
        options: list[str],
        tip: str,
        check: Callable[[str], str],
        commit: Callable[[str | None], None],
        truth: Callable[[str], bool | None] | None = None,
    ) -> ValueField:
        """Add an editor: see Field."""
        field = ValueField(label, options, "", tip, check, truth)
        field.committed.connect(commit)
        self.row(label, field, tip, field)
        return field

    def id_field(self, name: str, page: Callable[[], Page], edited: Callable[[Edit, str], object]) -> ValueField:
        """Add an editor of the id of an item of a page; `edited` gets the edit and its label."""

        def check(text: str) -> str:
            if not ID.fullmatch(text):
                return tr("Use letters, digits, _ and -.")
            return tr("{} is already used on this page.").format(text) if text in page().ids() else ""

        def commit(text: str | None) -> None:
            if text is None:
                field.set_text(name)
            else:
                edited(rename(page(), name, text), tr("Rename {}").format(name))

        field = self.field(tr("id"), [], tr("The block's name on its page."), check, commit)
        return field


class ResultLinks(QWidget):
    """A line for each value. `chosen` emits the output pin of the one that is pressed."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = qt.column(of=self, margins=0, space=2)
        self.links: list[LinkLabel] = []

    def fill(self, results: Mapping[str, Summary | None]) -> None:
        """Show the results of a block's outputs."""
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
