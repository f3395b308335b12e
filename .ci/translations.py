"""Compile the translations, assets/translations/*.ts, into the .qm files that Qt reads.

`make` does so by `python .ci/translations.py`, and hatchling when it builds a source distribution or a wheel.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "translations"


def outdated() -> list[Path]:
    """Return the sources that have no .qm file, or an older one."""
    return [
        source
        for source in sorted(FOLDER.glob("*.ts"))
        if not source.with_suffix(".qm").exists() or source.with_suffix(".qm").stat().st_mtime < source.stat().st_mtime
    ]


def compile_translations() -> None:
    """Compile what is outdated. Processes that do so at the same time do not disturb each other.

    Raises:
        ImportError, OSError, subprocess.CalledProcessError: PySide6 has no lrelease, or it fails.
    """
    for source in outdated():
        from PySide6 import __path__ as folders

        lrelease = Path(folders[0]) / ("lrelease.exe" if os.name == "nt" else "lrelease")
        made = source.with_suffix(f".{os.getpid()}")
        subprocess.run([lrelease, "-silent", source, "-qm", made], check=True)
        made.replace(source.with_suffix(".qm"))


class TranslationsHook(BuildHookInterface):
    """Add the compiled translations to a distribution. A source distribution has them, so it needs no Qt to build."""

    def dependencies(self) -> list[str]:
        """Return the requirement of PySide6 if there is something to compile."""
        return [need for need in self.metadata.core.dependencies if need.lower().startswith("pyside6") and outdated()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or warn that the window stays English if Qt cannot run."""
        try:
            compile_translations()
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"The translations are not compiled, and the window will be English: {error}")


if __name__ == "__main__":
    try:
        compile_translations()
    except (ImportError, OSError, subprocess.CalledProcessError) as error:
        print(f"The translations are not compiled, and the window stays English: {error}", file=sys.stderr)
