"""Install the files of `make dist` into clean environments, as users do, and use them: `make smoke`.

    python -m tests.smoke [--ways wheel,sdist,pipx,uvx] [--pythons python3.11,python3.13] [--dist FOLDER]

Dependencies come from the configured indexes of pip and uv. All files are in a scratch folder, which is removed.
The exit code is 1 if a step fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "assets" / "examples" / "sparse_accumulator.loom"
PYTHONS = ("python3.11", "python3.12", "python3.13")
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
_NOT_OURS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")  # missing in users' environments
Program = Callable[[str], list[str]]  # a program of the package -> the command that starts it


class Failed(Exception):
    """A command ended otherwise than it should, or did not do what it is for."""


def done(command: list[str | Path], folder: Path, **more: str) -> str:
    """Return the stdout of a command, run in `folder` with separate settings and state.

    Raises: Failed if its exit code is not 0.
    """
    own = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("STATE", "DATA", "CONFIG", "CACHE")}
    left = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    ended = subprocess.run([*map(str, command)], cwd=folder, env=left | own | more, capture_output=True, text=True)
    if ended.returncode:
        said = "\n".join((ended.stdout + ended.stderr).splitlines()[-20:])
        raise Failed(f"{' '.join(map(str, command))}\nended with {ended.returncode}:\n{said}")
    return ended.stdout


def with_pip(python: str, file: Path, folder: Path) -> Program:
    """Create a virtual environment with the file and the dependencies that pip finds."""
    done([python, "-m", "venv", folder / "env"], folder)
    done([folder / "env" / BIN / f"python{EXE}", "-m", "pip", "install", "--quiet", file], folder)
    return lambda program: [str(folder / "env" / BIN / f"{program}{EXE}")]


def with_pipx(python: str, file: Path, folder: Path) -> Program:
    """`pipx install`: an environment of pipx's, and links to its programs."""
    places = {"PIPX_HOME": str(folder / "env"), "PIPX_BIN_DIR": str(folder / "bin")}
    done([sys.executable, "-m", "pipx", "install", "--python", python, file], folder, **places)
    return lambda program: [str(folder / "bin" / f"{program}{EXE}")]


def with_uvx(python: str, file: Path, folder: Path) -> Program:
    """`uvx`: an environment in uv's cache, made when a program is asked for."""
    cache = folder / "env"
    uvx = [shutil.which("uvx", path=str(Path(sys.executable).parent)) or "uvx", "--cache-dir", str(cache)]
    command = [*uvx, "--quiet", "--python", python, "--from", str(file)]
    done([*command, "blockloom", "--version"], folder)
    return lambda program: [*command, program]


WAYS = {
    "wheel": (with_pip, "*.whl"),
    "sdist": (with_pip, "*.tar.gz"),
    "pipx": (with_pipx, "*.whl"),
    "uvx": (with_uvx, "*.whl"),
}


def used(program: Program, version: str, folder: Path) -> None:
    """Run, check and draw an example, and open the window on it. Raises Failed."""
    page = shutil.copy(EXAMPLE, folder / "page.loom")
    told = done([*program("blockloom"), "--version"], folder)
    if told != f"blockloom {version}\n":
        raise Failed(f"the version is {version}, and it says {told}")
    if "no errors" not in (told := done([*program("blockloom"), "check", page], folder)):
        raise Failed(f"check says {told}")
    if "[[1.4 2.4] [3.4 4.4]]" not in (told := done([*program("blockloom"), "run", page, "--steps", "4"], folder)):
        raise Failed(f"run gives {told}")
    done([*program("blockloom"), "render", page, "page.png"], folder)
    if not (folder / "page.png").read_bytes().startswith(b"\x89PNG"):
        raise Failed("render writes no PNG")
    told = done([*program("blockloom-gui"), page], folder, QT_QPA_PLATFORM="offscreen", BLOCKLOOM_STARTUP_PROBE="1")
    if not told.startswith("painted "):
        raise Failed(f"the window says {told}")


def smoke(way: str, python: str, dist: Path) -> str:
    """Install and use the package in one way, and return a line about it.

    Raises: Failed if a step fails.
    """
    install, kind = WAYS[way]
    (file,) = dist.glob(kind)
    with tempfile.TemporaryDirectory(prefix="blockloom-smoke-") as place:
        folder, begun = Path(place), time.monotonic()
        program = install(python, file, folder)
        ready = time.monotonic()
        used(program, file.name.split("-")[1].removesuffix(".tar.gz"), folder)
        files = {(s := path.stat()).st_ino: s.st_size for path in (folder / "env").rglob("*") if path.is_file()}
        size = sum(files.values()) // 1_000_000
        return f"installed in {ready - begun:.0f} s, {size:,} MB; used in {time.monotonic() - ready:.0f} s"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.smoke", description=__doc__.splitlines()[0])
    parser.add_argument("--ways", default=",".join(WAYS), help="default: all")
    parser.add_argument("--pythons", default=",".join(PYTHONS), help="default: those of these that there are")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where sdist and wheel are")
    args = parser.parse_args()
    failed = 0
    for python in args.pythons.split(","):
        try:
            version = done([python, "--version"], ROOT).strip()
        except (Failed, OSError):
            print(f"{python}: there is none", flush=True)
            failed += args.pythons != ",".join(PYTHONS)
            continue
        for way in args.ways.split(","):
            try:
                print(
                    f"{version}, {way}: {smoke(way, shutil.which(python) or python, args.dist.resolve())}", flush=True
                )
            except Failed as error:
                print(f"{version}, {way}: FAILED: {error}", flush=True)
                failed += 1
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
