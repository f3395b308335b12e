"""What is asked where another program changed the file of what is open: to merge is offered first."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import as_is

MERGE, RELOAD, KEEP, OVERWRITE, ELSEWHERE = "merge", "reload", "keep", "overwrite", "elsewhere"
_Role = QMessageBox.ButtonRole


def changed(over: QWidget, name: str, dirty: bool, merges: bool) -> str:
    """The file was changed: MERGE, RELOAD or KEEP. `dirty`: what is open was edited, too; only then there is something
    to merge, where that can be (`merges`).
    """
    reload = tr("Reloading it loses the changes that you made here since you saved it.")
    if not dirty:
        about = tr("You made no changes here since you saved it.")
    elif merges:
        about = " ".join((tr("Merging puts those changes into what is open, as a step that can be undone."), reload))
    else:
        about = reload
    buttons = [(RELOAD, tr("&Reload"), _Role.AcceptRole), (KEEP, tr("&Keep What Is Open"), _Role.RejectRole)]
    if dirty and merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    elif dirty:
        buttons.reverse()
    return _asked(over, tr("{} was changed by another program.").format(name), about, buttons, KEEP)


def overwritten(over: QWidget, name: str, merges: bool) -> str:
    """The file was changed, and saving would write over that: MERGE, OVERWRITE, ELSEWHERE, or "" to do nothing."""
    buttons = [
        ("", tr("Cancel"), _Role.RejectRole),
        (OVERWRITE, tr("Overwrite"), _Role.DestructiveRole),
        (ELSEWHERE, tr("Save As ..."), _Role.AcceptRole),
    ]
    if merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    text = tr("{} was changed by another program since it was opened here.").format(name)
    return _asked(over, text, tr("Overwriting it loses those changes."), buttons, "")


def _asked(over: QWidget, text: str, about: str, buttons: list[tuple[str, str, _Role]], escape: str) -> str:
    """What is chosen; Enter takes the first."""
    box = QMessageBox(
        QMessageBox.Icon.Warning, tr("Changed on disk"), as_is(text), QMessageBox.StandardButton.NoButton, over
    )
    box.setInformativeText(as_is(about))
    made = {name: box.addButton(label, role) for name, label, role in buttons}
    box.setDefaultButton(next(iter(made.values())))
    box.setEscapeButton(made[escape])
    box.exec()
    chosen = box.clickedButton()
    box.deleteLater()
    return next((name for name, button in made.items() if button is chosen), escape)
