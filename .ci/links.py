"""Puts a package of links to the folders of this checkout into the environment that runs this: `python .ci/links.py`.

pip installs a checkout as a path to its root, where `blockloom/__init__.py` looks for the floors. Static tools (mypy,
pyright, editors) do not run that, and follow links. Where links cannot be made, as on Windows without the right to, the
path stays.
"""

import contextlib
import sysconfig
from pathlib import Path

root, site = Path(__file__).resolve().parents[1], Path(sysconfig.get_path("purelib"))
package = site / "blockloom"
with contextlib.suppress(OSError):
    package.mkdir(exist_ok=True)
    for old in package.iterdir():
        if old.is_symlink():
            old.unlink()
    for there in (
        *(root / name for name in ("app", "assets", "blocks", "docs", "runtime")),
        *(root / "blockloom").glob("*.*"),
    ):
        (package / there.name).symlink_to(there)
    for finder in (*site.glob("__editable__*blockloom*"), site / "_blockloom.pth"):
        finder.unlink(missing_ok=True)
