"""About, with the versions for a bug report."""

from __future__ import annotations

import importlib.metadata
import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from blockloom.app.canvas.scene.words import tr
from blockloom.app.plain import Label


def _version(*names: str) -> str:
    for name in names:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tr("not installed as a package")


def versions() -> str:
    """The versions that a bug report needs, one per line."""
    return "\n".join((
        f"Blockloom {_version('blockloom')}",
        f"TensorFlow {_version('tensorflow', 'tensorflow-cpu', 'tf-nightly')}",
        f"PySide6 {_version('PySide6-Essentials', 'PySide6')}, Qt {qVersion()}, {QGuiApplication.platformName()}",
        f"Python {platform.python_version()}, {platform.platform()}"))


def about(parent: QWidget, picture: QIcon) -> QDialog:
    """The About dialog, open."""
    dialog = QDialog(parent, windowTitle=tr("About Blockloom"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    title = QLabel("<h2>Blockloom</h2>" + tr("Pages of blocks, compiled to TensorFlow graphs and run in sessions."),
                   textFormat=Qt.TextFormat.RichText)
    title.setWordWrap(True)
    text = Label(versions())
    flag = Qt.TextInteractionFlag
    text.setTextInteractionFlags(flag.TextSelectableByMouse | flag.TextSelectableByKeyboard)
    text.setAccessibleName(tr("Versions"))
    mark = Label()
    mark.setPixmap(picture.pixmap(64, 64))
    mark.setAccessibleName("Blockloom")
    head = QHBoxLayout()
    head.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    head.addWidget(title, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    copy = buttons.addButton(tr("Copy versions"), QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(versions()))
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.setSpacing(12)
    column.addLayout(head)
    column.addWidget(text)
    column.addWidget(buttons)
    dialog.open()
    return dialog
