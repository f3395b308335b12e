"""Another window, in a separate process."""

from __future__ import annotations

import os
import subprocess

from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.text import programs


class NewWindow:
    """The processes of the windows that were opened from this one."""

    def __init__(self, workspace: Workspace):
        self._workspace = workspace
        self._processes: list[subprocess.Popen[bytes]] = []

    def open(self) -> None:
        """Open another window."""
        self._processes = [one for one in self._processes if one.poll() is None]
        try:
            self._processes.append(
                subprocess.Popen(
                    programs.python("blockloom", "edit"),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": programs.python_path()},
                )
            )
        except OSError as error:
            self._workspace.say(tr("Another window cannot be started: {}").format(error.strerror or error))
