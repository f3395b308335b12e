"""The three floors: what may import what, and what a start must not load."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("tensorflow", "PySide6", "networkx")


def lint(folder: Path) -> subprocess.CompletedProcess:
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run([sys.executable, "-c", code, "--no-cache"], cwd=folder, capture_output=True, text=True,
                          check=False)


def test_the_import_contracts_hold():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module, line", [
    ("blocks/upward.py", "import runtime"), ("blocks/upward.py", "import tensorflow"),
    ("runtime/upward.py", "from PySide6 import QtCore"), ("app/upward.py", "import runtime.worker"),
    ("runtime/upward.py", "import app.cli")])
def test_the_import_contracts_notice_a_floor_that_looks_up(tmp_path, module, line):
    for floor in ("app", "runtime", "blocks"):
        (tmp_path / floor).mkdir()
        (tmp_path / floor / "__init__.py").touch()
    (tmp_path / "runtime/worker.py").write_text("def start():\n    import tensorflow\n")
    (tmp_path / "app/cli.py").touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    assert lint(tmp_path).returncode == 0
    (tmp_path / module).write_text(f"{line}\n")
    done = lint(tmp_path)
    assert done.returncode != 0 and "1 broken" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("module, free_of", [
    ("app.cli", HEAVY), ("app.commands.run", HEAVY), ("app.commands.check", HEAVY), ("app.commands.ops", HEAVY),
    ("app.commands.serve", HEAVY),
    ("app.commands.convert", HEAVY), ("runtime", HEAVY), ("runtime.client", HEAVY), ("runtime.api", HEAVY),
    ("runtime.worker", ("PySide6",)), ("blocks.checks", HEAVY), ("blocks.files", HEAVY), ("blocks.catalogue", HEAVY),
    ("app.window.main", ("tensorflow", "networkx")), ("app.commands.render", ("tensorflow", "networkx"))])
def test_importing_a_module_loads_nothing_heavy(module, free_of):
    code = f"import sys, {module}; print(*(name for name in {free_of} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
