"""Dialogs for values of many lines: TPU configs with completion and checks, and any other long value."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QWidget

from blockloom.app.canvas.words import tr as _tr
from blockloom.app.canvas.words import translated
from blockloom.app.window.dialogs.textdialog import LARGE, TextDialog
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.docks.fields import is_config, value_trouble
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.session import WorkerSession
from blockloom.app.window.widgets.codeedit import Finding
from blockloom.app.window.widgets.style import Colours
from blockloom.app.window.widgets.theming import Theming
from blockloom.blocks import prototext
from blockloom.blocks.config_completion import Completion, ConfigSchema, references
from blockloom.blocks.document import Page
from blockloom.blocks.edits import SetValue
from blockloom.blocks.problems import ERROR


class LongValues:
    """Opens them over a window."""

    def __init__(self, workspace: Workspace, worker: WorkerSession, theming: Theming, parent: QWidget):
        self.workspace, self.worker, self.theming, self.parent = workspace, worker, theming, parent
        self.schema: ConfigSchema | None = None     # once the worker has given it

    def open(self, page: Page, block: str, pin: str, draft: str | None = None) -> TextDialog | None:
        """Edit the value typed into a pin or attr; `draft` is what was refused elsewhere."""
        have, colours = page.blocks.get(block), self.theming.colours
        if have is None:
            return None

        def keep(text: str) -> None:
            self.workspace.do(SetValue(page.name, block, pin, text if text.strip() else None),
                              _tr("Set {}").format(f"{block}.{pin}"))
        text, title = have.values.get(pin, ""), f"{block}.{pin}"
        if is_config(have, pin):
            dialog = TextDialog(
                self.parent, title, text, colours, lambda t, done: self._check_config(page, block, t, done), keep,
                strict=False, offers=lambda t, at: self.offers(page, block, t, at), draft=draft, help_=_tr(
                    "A TPUEmbeddingConfiguration as protobuf text, or @BLOCK for that of another block. Ctrl+Space "
                    "completes."))
            ConfigHighlighter(dialog.edit.document(), colours)
            self._fetch_schema()
        else:
            kind = self.workspace.catalogue.get(have.type)
            known = self.workspace.known(page.name, block)
            attrs = known.attrs if known is not None else {}

            def trouble(text: str) -> tuple[str, int]:
                return value_trouble(kind, pin, text, attrs) if kind is not None and text.strip() else ("", 0)

            def check(text: str, done: Callable) -> None:
                try:
                    what, at = trouble(text) if len(text) < LARGE else wait_for(
                        lambda: trouble(text), _tr("Checking {} ...").format(title), dialog)
                except WaitCancelled:
                    done(None, _tr("Not checked"))
                    return
                done([Finding(ERROR, *prototext.line_column(text, at), what)] if what else [], "")
            dialog = TextDialog(self.parent, title, text, colours, check, keep, draft=draft)
        dialog.open()
        return dialog

    # --- configs --------------------------------------------------------------------------------------------------

    def _fetch_schema(self) -> None:
        def take(reply: dict | None) -> None:
            self.schema = ConfigSchema(reply) if reply and "messages" in reply else self.schema
        if self.schema is None and self.worker.start():
            self.worker.ask("config_schema", take)

    def _check_config(self, page: Page, block: str, text: str, done: Callable) -> None:
        stripped = text.strip()
        if not stripped:
            done([], "")
        elif stripped.startswith("@"):
            other = page.blocks.get(stripped[1:])
            good = other is not None and other.id != block and "config" in other.values
            why = _tr("{} is no other block of this page that has a config").format(stripped)
            done([] if good else [Finding(ERROR, 1, 1, why, _tr("Name the block whose config is meant"))], "")
        elif not self.worker.start():
            done(None, _tr("Not checked: the worker cannot be started"))
        else:
            if not self.worker.ready:
                done(None, _tr("TensorFlow is starting: the check follows ..."))
            self.worker.ask("check_config", lambda reply: done(
                None if reply is None else [Finding(*row[:3], *map(translated, row[3:])) for row in reply["findings"]],
                _tr("Not checked: the worker ended") if reply is None else ""), text=text)

    def offers(self, page: Page, block: str, text: str, at: int) -> tuple[str, list[Completion]]:
        """The word before the cursor and what may stand there."""
        before = text[:at].lstrip()
        if before.startswith("@"):
            names = [b.id for b in page.blocks.values() if b.id != block and is_config(b, "config")
                     and not b.values.get("config", "@").lstrip().startswith("@")]
            return before, references(before, names)
        return self.schema.completions(text, at) if self.schema is not None else ("", [])


class ConfigHighlighter(QSyntaxHighlighter):
    """Colours of protobuf text: fields, values, comments, and what can be none of them."""

    def __init__(self, document: QTextDocument, colours: Colours):
        super().__init__(document)
        self._of = {}
        for kind, colour in (("field", colours.blue), ("name", colours.gold), ("number", colours.gold),
                             ("string", colours.good), ("comment", colours.dim), ("other", colours.error)):
            self._of[kind] = QTextCharFormat()
            self._of[kind].setForeground(QColor(colour))

    def highlightBlock(self, text: str) -> None:
        """One line of it."""
        found = list(prototext.tokens(text))
        for token, then in zip(found, [*found[1:], None]):
            field = token.kind == "name" and then is not None and then.text in (":", "{", "<")
            form = self._of.get("field" if field else token.kind)
            if form is not None and not (token.kind == "other" and token.start == 0 and token.text == "@"):
                self.setFormat(token.start, len(token.text), form)
