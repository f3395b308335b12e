"""Dialogs for values of many lines: TPU configs, weights and texts; from files and to files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec import structs
from PySide6.QtGui import QColor, QImage, QImageReader, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.window.dialogs.textdialog import LARGE, TextDialog
from blockloom.app.window.dialogs.waiting import WaitCancelled, troubles_told, wait_for
from blockloom.app.window.docks.form_fields import is_config
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.app.window.widgets.codeedit import Finding
from blockloom.app.window.widgets.style import Colours, Theming
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Page
from blockloom.blocks.edits import CompositeEdit, SetValue
from blockloom.blocks.files.atomic_replace import may_replace, replacing
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import array_files
from blockloom.blocks.operations.array_files import array_text
from blockloom.blocks.plots.pixels import rgb, span_of
from blockloom.blocks.problems import ERROR
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values import prototext
from blockloom.blocks.values.dtypes import plain
from blockloom.blocks.values.prototext import Completion, ConfigSchema, references
from blockloom.blocks.weights import weight_files
from blockloom.blocks.weights.document_weights import WeightsError, key_of, value_of
from blockloom.blocks.weights.weight_files import StoredArray
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import SchemaReply
from blockloom.runtime.run import slices

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp")


def offered(saving: bool) -> str:
    """Return the filter of file types for a file dialog."""
    pictures = _PICTURES[:1] if saving else _PICTURES
    every = " ".join(f"*{end}" for end in (*array_files.SUFFIXES, *pictures))
    one = [
        "NumPy (*.npy)",
        tr("Tables of numbers") + (" (*.csv)" if saving else " (*.csv *.tsv)"),
        "safetensors (*.safetensors)",
        tr("Pictures") + f" ({' '.join(f'*{end}' for end in pictures)})",
    ]
    return ";;".join(one if saving else [tr("Numbers") + f" ({every})", *one])


def read(path: str, key: str, dtype: str | None, shape: Sequence[int] | None) -> np.ndarray:
    """Return the array in a file, converted to a dtype and shape if given.

    A picture has the bytes of its pixels, or floats from 0 to 1.

    Raises:
        FileError: the file cannot be read, or does not fit.
    """
    picture = Path(path).suffix.lower() in _PICTURES
    array = _pixels(path, shape) if picture else array_files.read_array(Path(path), key, shape)
    if picture and dtype in ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16"):
        array = (array / 255).astype(np.float32)
    try:
        return array_files.convert_array(array, dtype, shape)
    except ValueError as error:
        raise FileError(phrase("{}: {}", path, error)) from None


def _pixels(path: str, shape: Sequence[int] | None) -> np.ndarray:
    reader = QImageReader(path)
    image = reader.read()
    if image.isNull():
        raise FileError(phrase("{}: cannot be read: {}", path, reader.errorString()))
    pixels = image.width() * image.height()
    count = next((n for n in (1, 3, 4) if shape is not None and pixels * n == np.prod(shape)), 3)
    kind = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888, 4: QImage.Format.Format_RGBA8888}[count]
    image = image.convertToFormat(kind)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * count].reshape(image.height(), image.width(), count).copy()


def write(array: np.ndarray | StoredArray, path: str, key: str = "value") -> None:
    """Write an array to a file of the type of its extension.

    Args:
        array: for a picture (rows, columns) or (rows, columns, channels).
        key: the name of the array in a .safetensors file.

    Raises:
        FileError: the array does not fit the type, or the file cannot be written.
    """
    suffix = Path(path).suffix.lower()
    try:
        if suffix == weight_files.SUFFIX:
            with replacing(path) as beside:
                weight_files.write({key: array}, beside)
        elif suffix in _PICTURES:
            _write_picture(plain(np.asarray(array)), path)
        else:
            slices.save(np.asarray(array), path, lambda part: None)
    except FileError:
        raise
    except (OSError, ValueError, MemoryError) as error:
        raise FileError(phrase("{}: cannot be saved: {}", path, file_error_reason(error, as_is=True))) from None


def _write_picture(array: np.ndarray, path: str) -> None:
    while array.ndim > 2 and array.shape[0] == 1 and (array.ndim > 3 or array.shape[-1] > 4):
        array = array[0]
    array = array[..., None] if array.ndim == 2 else array
    if array.ndim != 3 or not 1 <= array.shape[2] <= 4 or not array.size:
        raise ValueError(phrase("a picture has rows, columns and 1 to 4 channels, not the shape {}", list(array.shape)))
    write_atomic(path, qt.png(qt.image(rgb(array, span_of([array])))))


class LongValues:
    """Opens long values over a window."""

    def __init__(self, workspace: Workspace, worker: WorkerSession, theming: Theming, parent: QWidget):
        self.workspace, self.worker, self.theming, self.parent = workspace, worker, theming, parent
        self.schema: ConfigSchema | None = None  # None until the worker has answered

    def open(self, page: Page, block: str, pin: str, draft: str | None = None) -> QDialog | None:
        """Open the value typed into a pin or attr in a dialog; weights open as a table.

        Returns:
            The dialog; None if there is nothing to open. `draft` is a refused text to start with.
        """
        have, colours = page.blocks.get(block), self.theming.colours
        if have is None:
            return None

        def keep(text: str) -> None:
            self.workspace.do(
                SetValue(page.name, block, pin, text if text.strip() else None), _tr("Set {}").format(f"{block}.{pin}")
            )

        text, title = have.values.get(pin, ""), f"{block}.{pin}"
        value = self._value(page, block, pin)
        if draft is None and key_of(text) is not None and value is not None:
            return self._open_weights(page, block, pin, value)
        if is_config(have, pin):
            dialog = TextDialog(
                self.parent,
                title,
                text,
                colours,
                lambda t, done: self._check_config(page, block, t, done),
                keep,
                strict=False,
                offers=lambda t, at: self.offers(page, block, t, at),
                draft=draft,
                help_=_tr(
                    "A TPUEmbeddingConfiguration as protobuf text, or @BLOCK for that of another block. Ctrl+Space "
                    "completes."
                ),
            )
            ConfigHighlighter(dialog.edit.document(), colours)
            self._fetch_schema()
        else:
            kind = self.workspace.catalogue.get(have.type)
            known = self.workspace.types_of(page.name, block)
            attrs = known.attrs if known is not None else {}

            def trouble(text: str) -> tuple[str, int]:
                what, at = operations.value_error(page, have, kind, attrs, pin, text) if text.strip() else ("", 0)
                return translated(what), at

            def check(text: str, done: Callable[..., None]) -> None:
                try:
                    what, at = (
                        trouble(text)
                        if len(text) < LARGE
                        else wait_for(lambda: trouble(text), _tr("Checking {}…").format(title), dialog)
                    )
                except WaitCancelled:
                    done(None, _tr("Not checked"))
                    return
                done([Finding(ERROR, *prototext.line_column(text, at), what)] if what else [], "")

            dialog = TextDialog(self.parent, title, text, colours, check, keep, draft=draft)
        dialog.open()
        return dialog

    def _value(self, page: Page, block: str, pin: str) -> Value | None:
        known = self.workspace.types_of(page.name, block)
        return known.value(pin) if known is not None else None

    def _open_weights(self, page: Page, block: str, pin: str, value: Value) -> QDialog | None:
        # Late, because it is needed only for the first dialog.
        from blockloom.app.window.dialogs.textdialog import WeightDialog

        def imported(dialog: WeightDialog) -> None:
            array = self._read(dialog, value.key, value.dtype, dialog.array.shape)
            if array is not None:
                dialog.replace(array)

        title = f"{block}.{pin}"
        with troubles_told(self.parent, title, WeightsError):
            array = wait_for(lambda: np.asarray(value.array), _tr("Reading {}…").format(title), self.parent)
            dialog = WeightDialog(
                self.parent,
                Address(page.name, block, pin),
                array,
                value.dtype,
                lambda array: self._keep(page, block, pin, array),
                imported,
                lambda array: self._write(dialog, f"{block}_{pin}", value.key, array),
            )
            dialog.open()
            return dialog
        return None

    def import_value(self, page: Page, block: str, pin: str) -> None:
        """Ask for a file, and make its array the value of a pin or attr, in the shape of the present value."""
        value, rules = self._value(page, block, pin), WireRules(page, self.workspace.catalogue)
        shape = value.array.shape if value is not None and value.array.size > 1 else None
        dtype = value.dtype if value is not None else operations.required_dtype(rules, block, pin)
        array = self._read(self.parent, value.key if value is not None else block, dtype, shape)
        if array is not None:
            self._keep(page, block, pin, array)

    def export_value(self, page: Page, block: str, pin: str) -> None:
        """Ask for a file, and write the value of a pin or attr to it."""
        value, key = self._value(page, block, pin), key_of(page.blocks[block].values.get(pin, ""))
        if value is not None:
            self._write(self.parent, f"{block}_{pin}", value.key, value.array)
        elif key is not None:
            with troubles_told(self.parent, _tr("Cannot save"), WeightsError):
                self.workspace.catalogue.weight(key)

    def _read(self, over: QWidget, key: str, dtype: str | None, shape: tuple[int, ...] | None) -> np.ndarray | None:

        path, _ = QFileDialog.getOpenFileName(
            over, _tr("Import a value"), self.workspace.document.folder, offered(saving=False)
        )
        with troubles_told(over, _tr("Cannot import"), FileError):
            return (
                wait_for(lambda: read(path, key, dtype, shape), _tr("Reading {}…").format(path), over) if path else None
            )
        return None

    def _write(self, over: QWidget, name: str, key: str, array: np.ndarray | StoredArray) -> None:

        path, chosen = QFileDialog.getSaveFileName(
            over,
            _tr("Export the value"),
            os.path.join(self.workspace.document.folder, f"{name}.npy"),
            offered(saving=True),
        )
        if not path:
            return
        if not os.path.splitext(path)[1]:
            path += next((end for end in (".csv", ".safetensors", ".png") if end in chosen), ".npy")
        with troubles_told(over, _tr("Cannot save"), FileError):
            may_replace(self.workspace.document, path)
            wait_for(lambda: write(array, path, key or "value"), _tr("Writing {}…").format(path), over)
            self.workspace.say(_tr("Saved {}").format(path))

    def _keep(self, page: Page, block: str, pin: str, array: np.ndarray) -> bool:
        """Set the value of a pin or attr to an array: a small one as text, unless it was an array of weights before."""
        old, label = page.blocks[block].values.get(pin, ""), _tr("Set {}").format(f"{block}.{pin}")
        text = array_text(array) if key_of(old) is None else None
        if text is not None:
            return self.workspace.do(SetValue(page.name, block, pin, text), label)
        name = key_of(old) or f"{block}/{pin}"
        document = self.workspace.document
        with troubles_told(self.parent, _tr("Cannot store the value"), WeightsError):
            edit, keys = wait_for(
                lambda: operations.add_weights(document, {name: array}),
                _tr("Storing {}…").format(f"{block}.{pin}"),
                self.parent,
            )
            return self.workspace.do(
                CompositeEdit((edit, SetValue(page.name, block, pin, value_of(keys[name])))), label
            )
        return False

    def _fetch_schema(self) -> None:
        def take(reply: SchemaReply | None) -> None:
            self.schema = ConfigSchema(structs.asdict(reply)) if reply is not None else self.schema

        if self.schema is None and self.worker.start():
            self.worker.ask(requests.ConfigSchemaRequest(), take)

    def _check_config(self, page: Page, block: str, text: str, done: Callable[..., None]) -> None:
        stripped = text.strip()
        if not stripped:
            done([], "")
        elif stripped.startswith("@"):
            other = page.blocks.get(stripped[1:])
            good = other is not None and other.id != block and "config" in other.values
            why = _tr("This page has no other block {} with a config").format(stripped)
            done([] if good else [Finding(ERROR, 1, 1, why, _tr("Name a block that has a config"))], "")
        elif not self.worker.start():
            done(None, _tr("Not checked: the worker cannot be started"))
        else:
            if not self.worker.ready:
                done(None, _tr("TensorFlow is starting: the check follows…"))
            self.worker.ask(
                requests.CheckConfigRequest(text),
                lambda reply: done(
                    None if reply is None else [Finding(*row[:3], *map(translated, row[3:])) for row in reply.findings],
                    _tr("Not checked: the worker ended") if reply is None else "",
                ),
            )

    def offers(self, page: Page, block: str, text: str, at: int) -> tuple[str, list[Completion]]:
        """Return the word before the cursor of a config, and its completions."""
        before = text[:at].lstrip()
        if before.startswith("@"):
            names = [
                b.id
                for b in page.blocks.values()
                if b.id != block and is_config(b, "config") and not b.values.get("config", "@").lstrip().startswith("@")
            ]
            return before, references(before, names)
        return self.schema.completions(text, at) if self.schema is not None else ("", [])


class ConfigHighlighter(QSyntaxHighlighter):
    """Colours of protobuf text: fields, values, comments, and errors."""

    def __init__(self, document: QTextDocument, colours: Colours):
        super().__init__(document)
        self._of = {}
        for kind, colour in (
            ("field", colours.blue),
            ("name", colours.gold),
            ("number", colours.gold),
            ("string", colours.good),
            ("comment", colours.dim),
            ("other", colours.error),
        ):
            self._of[kind] = QTextCharFormat()
            self._of[kind].setForeground(QColor(colour))

    def highlightBlock(self, text: str) -> None:
        """Colour a line."""
        found = list(prototext.tokens(text))
        for token, then in zip(found, [*found[1:], None]):
            field = token.kind == "name" and then is not None and then.text in (":", "{", "<")
            form = self._of.get("field" if field else token.kind)
            if form is not None and not (token.kind == "other" and token.start == 0 and token.text == "@"):
                self.setFormat(token.start, len(token.text), form)
