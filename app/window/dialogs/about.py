"""The About dialog, with the versions for a bug report."""

from __future__ import annotations

import importlib.metadata
import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label


def _version(*names: str) -> str:
    for name in names:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tr("not installed as a package")


def versions() -> str:
    """Return the versions that a bug report needs, one per line."""
    return "\n".join(
        (
            f"Blockloom {_version('blockloom')}",
            f"TensorFlow {_version('tensorflow', 'tensorflow-cpu', 'tf-nightly')}",
            f"PySide6 {_version('PySide6-Essentials', 'PySide6')}, Qt {qVersion()}, {QGuiApplication.platformName()}",
            f"Python {platform.python_version()}, {platform.platform()}",
        )
    )


def about(parent: QWidget) -> QDialog:
    """Open the About dialog."""
    dialog = QDialog(parent, windowTitle=tr("About Blockloom"), objectName="about")
    title = QLabel(
        "<h2>Blockloom</h2>" + tr("Pages of blocks, compiled to TensorFlow graphs and run in sessions."),
        textFormat=Qt.TextFormat.RichText,
    )
    title.setWordWrap(True)
    text = qt.with_name(Label(versions()), tr("Versions"))
    flag = Qt.TextInteractionFlag
    text.setTextInteractionFlags(flag.TextSelectableByMouse | flag.TextSelectableByKeyboard)
    mark = qt.with_name(Label(), "Blockloom")
    mark.setPixmap(parent.windowIcon().pixmap(64, 64))
    mark.setAlignment(Qt.AlignmentFlag.AlignTop)
    box = qt.close_with(dialog, qt.line(mark, (title, 1)), text, space=12)
    copy = box.addButton(tr("Copy versions"), QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(versions()))
    dialog.open()
    return dialog
