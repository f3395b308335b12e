"""System libraries that Qt needs and no wheel brings: which of them are missing, and the packages that have them.

Without one, importing Qt raises ImportError, or Qt ends the process by a core dump when it opens the first window.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

_NOT_THERE = r"([^\s/]+\.so[.\d]*): cannot open shared object file"
# Library -> package of Debian, if it is not named after the library.
_PACKAGES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
    "libGLdispatch.so.0": "libglvnd0",
    "libbrotlidec.so.1": "libbrotli1",
}


def package(library: str) -> str:
    """Return Debian's package of a library such as libEGL.so.1."""
    stem, _, version = library.partition(".so.")
    return _PACKAGES.get(library) or f"{stem}{'-' if stem[-1].isdigit() else ''}{version}".lower()


def why_not_imported(error: ImportError) -> str:
    """Return advice for an import that failed because a library is missing; "" for other reasons."""
    return _said(error, error.path or "")


def why_no_window() -> str:
    """Return the reason why Qt would end the process when it opens a window; "" if there is none. Imports Qt."""
    if not sys.platform.startswith("linux"):
        return ""
    from PySide6.QtCore import QLibraryInfo

    folder = Path(
        os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH")
        or Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    )
    found = [_why_not_loaded(folder / f"libq{name}.so") for name in _platforms()]
    return "" if "" in found else next(iter(found), "")


def _platforms() -> list[str]:
    """Return the platform plugins that Qt tries, in order."""
    if asked := os.environ.get("QT_QPA_PLATFORM"):
        # `wayland-egl:options` names the plugin wayland.
        return [re.split("[:-]", name)[0] for name in asked.split(";")]
    return [name for name, variable in (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")) if os.environ.get(variable)]


def _why_not_loaded(plugin: Path) -> str:
    import ctypes

    if not plugin.exists():  # Qt may have its plugins elsewhere
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return _said(error, str(plugin)) or f"Qt's platform plugin cannot be loaded: {error}"
    return ""


def _said(error: Exception, file: str) -> str:
    found = re.search(_NOT_THERE, str(error))
    if found is None:
        return ""
    names = _missing(file) or [found[1]]  # the error names only the first missing library
    return (
        f"Qt needs {', '.join(names)}, which this system lacks. On Debian and Ubuntu: "
        f"sudo apt-get install {' '.join(dict.fromkeys(map(package, names)))}"
    )


def _missing(file: str) -> list[str]:
    """Return the libraries that a file needs and the system lacks; none if `ldd` does not run."""
    import subprocess

    try:
        told = subprocess.run(["ldd", file], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    return sorted({line.split()[0] for line in told.splitlines() if line.endswith("not found")})
