"""The dock of the changes between the open document and another one, and of the conflicts of a merge.

It is a list by page, with buttons for decisions. The selection in the list and on the page are the same. While the list
is visible, the pages show the changes in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QTreeView,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.page.view import MIDDLE
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.command_table import plain
from blockloom.app.plain import Label, as_is
from blockloom.app.window.commands import actions
from blockloom.app.window.comparison.change_model import (
    CHANGE,
    HERE,
    NUMBER,
    THERE,
    ChangeGroup,
    ChangeModel,
    Numbers,
    groups,
)
from blockloom.app.window.comparison.change_overlay import ChangeOverlay
from blockloom.app.window.comparison.document_comparison import DocumentComparison
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks.diff.changes import ADDED, CellChange
from blockloom.blocks.document.addresses import address_of
from blockloom.blocks.document.pages import Conflict
from blockloom.blocks.merge.conflict_resolution import BASE, BOTH, OURS, THEIRS
from blockloom.blocks.quickfixes.conflict_fixes import FORGET, UPDATE
from blockloom.blocks.text.phrases import plural

_EXPANDED = 2000  # most rows for which all pages are expanded
_BUTTONS = 200  # most conflicts with buttons in their rows
_SIDE = 0.28  # width of each of the two value columns, as a share of the list
BLOCK = 180.0, 110.0  # approximate size of a block, in canvas pixels
_LINES = 3  # most lines of the text of a conflict
_HIGH, _WIDE = 300, 560  # lower panels show one line of a conflict; narrower lists have no buttons (pixels)
_NARROW = 420  # pixels: narrower lists have no columns of values; those of the selected change are above the list
_CURRENT = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class ComparisonPanel(QWidget):
    """The list of changes. Enter or a click shows the item of a row. `own_name` returns the document's name."""

    other_wanted = Signal()  # emitted to choose the document to compare with
    numbers_wanted = Signal()  # emitted to compare the outputs of blocks of the current page
    page_wanted = Signal(str)  # emitted to open a page that only the other document has, by its name there

    def __init__(self, comparison: DocumentComparison, tabs: PageTabs, theming: Theming, own_name: Callable[[], str]):
        super().__init__()
        self.comparison, self._tabs, self._theming, self._own_name = comparison, tabs, theming, own_name
        self.overlay = ChangeOverlay(comparison, tabs)
        self._outputs: Numbers = {}
        self.rows = ChangeModel(theming.canvas, self)
        self.list = qt.with_name(QTreeView(uniformRowHeights=True, allColumnsShowFocus=True), self.tr("Changes"))
        self.list.setModel(self.rows)
        self.list.setIndentation(12)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # long names often differ at their ends
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.head, self.legend = Label(objectName="name"), Label(objectName="dim")
        self.head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Describes the selected conflict, and in a narrow list the values of the selected change.
        self.about = Label(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop)
        self.about.hide()
        self._decided = False  # whether a row is being removed because the user decided its change
        self.take = qt.button(self.tr("&Take the Other's"), self._take)
        self.keep = qt.button(self.tr("&Keep What Is Here"), self._keep)
        self.take_page = qt.button(self.tr("Take All of the &Page"), self._take_page)
        self.sides = {
            side: qt.button(text, qt.call(self._solve, side))
            for side, text in (
                (OURS, self.tr("&Ours")),
                (THEIRS, self.tr("T&heirs")),
                (BASE, self.tr("&Base")),
                (BOTH, self.tr("Bot&h")),
                (UPDATE, self.tr("&Update the Page")),
                (FORGET, self.tr("&Dismiss")),
            )
        }
        self.previous = qt.button(self.tr("Pre&vious"), lambda: self.step(-1))
        self.next = qt.button(self.tr("&Next"), lambda: self.step(1))
        self.layout_too = QCheckBox(self.tr("&Include Layout"))
        self.layout_too.setToolTip(self.tr("Also list changes that affect only position or appearance"))
        self.relist = qt.button("", self._list_kept)
        self.numbers = qt.button(
            self.tr("Compare N&umbers"),
            self.numbers_wanted.emit,
            self.tr("Run the page in front from both documents, and list the blocks whose results differ"),
        )
        self.compare_button = qt.button(self.tr("Compare &With…"), self.other_wanted.emit)
        self.close_ = qt.button(self.tr("&End"), self._end, self.tr("Stop comparing"))
        self.more = qt.button(self.tr("&More"), self._show_more)  # menu of the buttons that do not fit
        self._others = self.layout_too, self.relist, self.numbers, self.compare_button, self.close_
        self._parts = self.take, self.keep, self.take_page, *self.sides.values(), self.previous, self.next
        buttons = Flow()
        for part in (*self._parts, self.more, *self._others):
            buttons.addWidget(part)
        qt.column(qt.line((self.head, 1), self.legend), self.about, buttons, (self.list, 1), of=self, margins=6)
        self.setFocusProxy(self.list)
        actions.keep_apart(self)
        qt.stretch(self.list.header(), CHANGE, QHeaderView.ResizeMode.Fixed)
        self.layout_too.toggled.connect(lambda _: self.fill())
        self.list.clicked.connect(lambda index: self._go(index, True))
        self.list.activated.connect(lambda index: self._go(index, True, True))
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._enable())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._point())
        self.overlay.chosen.connect(self._choose)
        qt.action(self.list, "", self._take, "Ctrl+Return")
        qt.action(self.list, "", self._keep, "Del")
        comparison.changed.connect(self.fill)
        comparison.measured.connect(self._measured)
        theming.changed.connect(lambda: self.rows.set_theme(theming.canvas))
        self.fill()

    def fill(self) -> None:
        """Show the current differences; select the same row again, or the row in its place."""
        comparison, other, place = self.comparison, self.comparison.other, self._place()
        shut = {group.title for at, group in enumerate(self.rows.groups) if not self.list.isExpanded(self._top(at))}
        there, here = (other.name if other else self.tr("Theirs")), self._own_name()
        found = groups(comparison.listed, comparison.conflicts, self.layout_too.isChecked(), comparison.kept)
        self.rows.show(
            found,
            (self.tr("Change"), there, self.tr("{} (open)").format(here), self.tr("Largest difference")),
        )
        few = sum(len(group.rows) for group in found) <= _EXPANDED
        for at, group in enumerate(found):
            if group.title not in shut and (few or not group.changes) and (group.itself is None):
                self.list.expand(self._top(at))
        self._offer_sides()
        self._restore(*place)
        self.legend.setText(self.tr("+ here only   − there only   ~ different") if other else "")
        self.relist.setText(self.tr("List {:,} Kept Changes").format(len(comparison.kept)))
        self._enable()
        self._show_on_pages()

    def _headline(self) -> str:
        other, conflicts = self.comparison.other, len(self.comparison.conflicts)
        if other is None:
            left = plural(
                "{0:,} conflict of a merge is unresolved.", "{0:,} conflicts of a merge are unresolved.", conflicts
            )
            return translated(left) if conflicts else self.tr("Choose what to compare the open document with.")
        about = f" ({other.about})" if other.about else ""
        said = f"{self._own_name()} \N{LEFT RIGHT ARROW} {other.name}{about}"
        if self.comparison.diff is None:
            return self.tr("{}: comparing…").format(said)
        if not self.comparison.listed and not conflicts:
            return self.tr("{}: no differences").format(said)
        if not self.rows.groups and self.comparison.changes:
            return self.tr("{}: only the layout differs").format(said)
        return said

    def _top(self, at: int) -> QModelIndex:
        return self.rows.index(at, 0)

    def _place(self) -> tuple[object, int, int]:
        """Return the identity of the current row, and its position."""
        index = self.list.currentIndex()
        what = self.rows.entry(index)
        key: object = (
            what.key if isinstance(what, CellChange) else what.title if isinstance(what, ChangeGroup) else what
        )
        return key, index.parent().row() if index.parent().isValid() else index.row(), index.row()

    def _restore(self, key: object, group: int, row: int) -> None:
        def fits(one: object) -> bool:
            return key == (
                one.key if isinstance(one, CellChange) else one.title if isinstance(one, ChangeGroup) else one
            )

        index = self.rows.find(fits) if key is not None else QModelIndex()
        if key is not None and not index.isValid() and self.rows.groups:
            at = min(max(group, 0), len(self.rows.groups) - 1)
            index = self.rows.row(at, min(row, len(self.rows.groups[at].rows) - 1))
            index = index if index.isValid() else self._top(at)
            if self._decided:  # later, since an edit is in progress: show the item that the next key would decide
                QTimer.singleShot(0, self, lambda: self._go(self.list.currentIndex()))
        self._decided = False
        if index.isValid():
            self.list.selectionModel().setCurrentIndex(index, _CURRENT)
            self.list.scrollTo(index)

    def _offer_sides(self) -> None:
        """Add buttons for the sides to the rows of conflicts."""
        if not self.rows.groups or not self.comparison.conflicts:
            return
        above = self._top(0)
        for row, conflict in enumerate(self.comparison.conflicts[:_BUTTONS]):
            buttons = QWidget()
            line = QHBoxLayout(buttons)
            line.setContentsMargins(0, 0, 3, 0)
            line.setSpacing(2)
            for side in self.comparison.choices(conflict):
                text = plain(self.sides[side].text())
                button = qt.button(text, qt.call(self._solve, side, [conflict]))
                button.setObjectName("small")
                button.setAccessibleName(f"{conflict.at}: {text}")
                line.addWidget(button)
            line.addStretch(1)
            self.list.setIndexWidget(self.rows.index(row, NUMBER, above), buttons)

    def set_numbers(self, numbers: Numbers) -> None:
        """Show by how much outputs of blocks differ, by page and block."""
        self._outputs = numbers
        self._measured()

    def _measured(self) -> None:
        self.rows.set_numbers({**self._outputs, **self.comparison.numbers})
        self._fit()

    def _show_on_pages(self) -> None:
        self.overlay.show(self.isVisible(), self.layout_too.isChecked())

    def _choose(self, page: str, item: str, field: str) -> None:
        """Select the row of an item that was clicked on a page, if it has one."""

        def fits(what: object) -> bool:
            return _place(what) == (page, item) and (not field or isinstance(what, CellChange) and what.field == field)

        if not fits(self.rows.entry(self.list.currentIndex())):
            index = self.rows.find(fits)
            if index.isValid():
                self.list.selectionModel().setCurrentIndex(index, _CURRENT)
                self.list.scrollTo(index)

    def _point(self) -> None:
        """Point at the selected change on the page, and describe it above the list."""
        what = self.rows.entry(self.list.currentIndex())
        self.overlay.point(*(what.key if isinstance(what, CellChange) else ("", "", "")))
        self._describe()

    def _describe(self) -> None:
        """Show all texts of a selected conflict, and the values of a selected change that have no columns."""
        index, text = self.list.currentIndex(), ""
        what = self.rows.entry(index)
        if isinstance(what, Conflict):
            place = what.at or self.tr("Document")
            text = f"{place}: {translated(self.comparison.text_of(what))}"
        elif self.list.isColumnHidden(HERE):
            text = self.rows.values_text(index)
        self.about.setVisible(bool(text))
        self.about.setText(text)
        self.about.setToolTip(as_is(text))

    def _go(self, index: QModelIndex, opens: bool = False, edits: bool = False) -> None:
        """Show the item of a row on its page; `opens` a picture of a page that only the other document has.

        A collapsed frame around the item is expanded, and only if `edits`, which is an edit, others make room for it.
        """
        what = self.rows.entry(index)
        if isinstance(what, Conflict):
            has_focus = self.list.hasFocus()
            self._tabs.goto_address(address_of(what.at)) if what.at else None
            if has_focus:  # the list keeps the focus for the next key
                self.list.setFocus()
        elif isinstance(what, ChangeGroup) and what.itself is not None and what.itself.kind == ADDED:
            self._look_at(what.page) if opens else None
        elif isinstance(what, ChangeGroup) and what.page:
            self._tabs.show_page(what.page)
        elif isinstance(what, CellChange) and what.page:
            if not self._tabs.show_page(what.page):
                self._look_at(what.page) if opens else None
                return
            canvas = self._tabs.canvas()
            if canvas.page.item(what.item) is not None:
                canvas.navigation.reveal(what.item, edits)
            elif what.new is not None and not what.field:  # a removed item is shown at its old position
                if canvas.view.scale < MIDDLE:
                    canvas.view.zoom_to(1.0)
                canvas.selection.choose(set())
                box = getattr(what.new, "width", BLOCK[0]), getattr(what.new, "height", BLOCK[1])
                canvas.view.center_on(QPointF(what.new.x + box[0] / 2, what.new.y + box[1] / 2))
            self._point()

    def _look_at(self, page: str) -> None:
        found = self.comparison.diff
        place = found.in_b(page) if found is not None else None
        if place is not None:
            self.page_wanted.emit(place[0])

    def step(self, by: int) -> None:
        """Go to the next change, or to the previous one; the first follows the last."""
        sizes = [1 if group.itself is not None else len(group.rows) for group in self.rows.groups]
        if not sum(sizes):
            self.comparison.workspace.say(self.tr("No changes."))
            return
        index = self.list.currentIndex()
        above = index.parent()
        at, row = (above.row(), index.row()) if above.isValid() else (index.row(), -1 if by > 0 else 0)
        if at >= 0 and self.rows.groups[at].itself is not None:
            row = 0
        place = (sum(sizes[:at]) + row + by if at >= 0 else 0 if by > 0 else -1) % sum(sizes)
        at = next(at for at in range(len(sizes)) if place < sum(sizes[: at + 1]))
        index = self._top(at)
        if self.rows.groups[at].itself is None:
            index = self.rows.row(at, place - sum(sizes[:at]))
        self.list.selectionModel().setCurrentIndex(index, _CURRENT)
        self.list.scrollTo(index)
        self._go(index)

    def chosen(self) -> list[CellChange]:
        """Return the selected changes: all of a page if its title is selected."""
        found: dict[object, CellChange] = {}
        for index in self.list.selectionModel().selectedRows(CHANGE):
            what = self.rows.entry(index)
            mine = what.changes if isinstance(what, ChangeGroup) else [what] if isinstance(what, CellChange) else []
            found.update((change.key, change) for change in mine)
        return list(found.values())

    def chosen_conflicts(self) -> list[Conflict]:
        """Return the selected conflicts: all if their title is selected."""
        selected = [self.rows.entry(index) for index in self.list.selectionModel().selectedRows(CHANGE)]
        rows = (row for what in selected for row in (what.rows if isinstance(what, ChangeGroup) else [what]))
        return list(dict.fromkeys(row for row in rows if isinstance(row, Conflict)))

    def _take(self) -> None:
        if self.chosen_conflicts():
            self._solve(THEIRS)
            return
        self._decided = True
        self.comparison.take(self.chosen())

    def _keep(self) -> None:
        if self.chosen_conflicts():
            self._solve(OURS)
            return
        self._decided = True
        self.comparison.keep(self.chosen())

    def is_about(self) -> tuple[str, str]:
        """Return the topic for F1."""
        return ("problem", "conflict") if self.chosen_conflicts() else ("command", "compare_with")

    def _list_kept(self) -> None:
        self.comparison.list_kept()

    def _take_page(self) -> None:
        self._decided = True
        pages = {change.page for change in self.chosen()}
        self.comparison.take([change for change in self.comparison.changes if change.page in pages])

    def _solve(self, side: str, found: list[Conflict] | None = None) -> None:
        self._decided = True
        self.list.setFocus()  # the button that had the focus is removed with its row
        self.comparison.solve(self.chosen_conflicts() if found is None else found, side)

    def _end(self) -> None:
        self.comparison.end()

    def _enable(self) -> None:
        changes, conflicts, other = self.chosen(), self.chosen_conflicts(), self.comparison.other
        name = other.name if other is not None else ""
        decides = bool(conflicts or other is None and self.comparison.conflicts)
        for button in (self.take, self.keep, self.take_page):
            button.setEnabled(bool(changes))
            button.setVisible(not decides)
        self.take.setToolTip(as_is(self.tr("Take the version of {} into the open document (Ctrl+Enter)").format(name)))
        self.keep.setToolTip(
            self.tr("Keep the version of the open document, and remove the change from the list (Del)")
        )
        fit = set.intersection(*(set(self.comparison.choices(one)) for one in conflicts)) if conflicts else set[str]()
        for side, button in self.sides.items():
            button.setVisible(side in fit or decides and side in (OURS, THEIRS, BASE))
            button.setEnabled(side in fit)
        some = any(group.rows for group in self.rows.groups)
        self.previous.setEnabled(some)
        self.next.setEnabled(some)
        self._fit()

    def _fit(self) -> None:
        """Show at most two rows of buttons, with the others in a menu, one line above them, and no empty column."""
        wide, others = self.width() - 12, self._those()
        shown: list[QWidget] = [part for part in self._parts if not part.isHidden()]
        shown += others
        few = sum(part.sizeHint().width() + 6 for part in shown) > 2 * wide
        self.more.setVisible(few)
        for part in self._others:
            part.setVisible(not few and part in others)
        text, beside, metrics = self._headline(), self.legend.sizeHint().width() + 12, self.head.fontMetrics()
        self.legend.setVisible(metrics.horizontalAdvance(text) + beside < wide)
        room = wide - beside if self.legend.isVisibleTo(self) else wide
        self.head.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        self.head.setToolTip(as_is(f"{text}\n{self.legend.text()}"))
        self.list.setColumnHidden(NUMBER, not (self.rows.numbers or self.comparison.conflicts and wide > _WIDE))
        header = self.list.header()  # in a narrow dock, the title of this column shrinks
        title = header.sectionSizeHint(NUMBER) if wide > _WIDE else 0
        number = max(title, self.list.sizeHintForColumn(NUMBER), header.minimumSectionSize())
        header.resizeSection(NUMBER, number)
        for column in (THERE, HERE):  # the title of a change gets more space than its old value
            self.list.setColumnHidden(column, wide < _NARROW)
            header.resizeSection(column, int(_SIDE * (wide - number * (not self.list.isColumnHidden(NUMBER)))))
        lines = _LINES if self.height() > _HIGH else 1
        self.about.setMaximumHeight(lines * self.about.fontMetrics().lineSpacing())
        self._describe()

    def _those(self) -> list[QAbstractButton]:
        """Return the other buttons that have an effect now."""
        if self.comparison.other is None:
            return [self.compare_button]
        return [part for part in self._others if part is not self.relist or self.comparison.kept]

    def _show_more(self) -> None:
        self._offer(self._those(), self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _menu(self, at: QPoint) -> None:
        buttons = self.take, self.keep, self.take_page, *self.sides.values()
        self._offer((one for one in buttons if not one.isHidden()), self.list.viewport().mapToGlobal(at))

    def _offer(self, buttons: Iterable[QAbstractButton], at: QPoint) -> None:
        """Show a menu of the actions of buttons."""
        menu = QMenu(self)
        for button in buttons:
            action = menu.addAction(button.text(), button.click)
            action.setEnabled(button.isEnabled())
            action.setCheckable(button.isCheckable())
            action.setChecked(button.isChecked())
        qt.popup(menu, at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_on_pages()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_on_pages()


def _place(what: object) -> tuple[str, str]:
    """Return the page and item of a row."""
    if isinstance(what, Conflict):
        at = address_of(what.at)
        return at.page, at.block
    return (what.page, what.item) if isinstance(what, CellChange) else ("", "")
