"""The three floors: allowed imports, and modules that a start must not load."""

import ast
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from blockloom.blocks import additions
from tests import lint, sources
from tests.extent import slow_after

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("tensorflow", "PySide6", "networkx")
# Modules that a window does not need before it is painted.
SLOW = ("email", "importlib.metadata", "multiprocessing", "secrets", "hmac", "ssl", "asyncio", "subprocess")
# Of our own, and of Qt's classes: a class is made when it is first asked for, all its enums with it.
LATER = ("blockloom.app.canvas.mouse.table", "blockloom.app.canvas.marks.tooltips")
QT_LATER = ("QStyle", "QAccessible")
MOST_MODULES = 270  # modules of Blockloom that are imported before the first window is painted


@pytest.mark.parametrize(
    "module, line, said",
    [
        ("blocks/guide", "import blockloom.runtime", "blockloom.blocks.guide imports blockloom.runtime, which is"),
        ("blocks/guide", "from blockloom.app import cli", "blockloom.blocks.guide imports blockloom.app.cli, which is"),
        ("blocks/guide", "import tensorflow as tf", "blockloom.blocks.guide -> tensorflow: blocks does without"),
        ("blocks/guide", "import blockloom", "blockloom.blocks.guide imports blockloom, which is above it"),
        ("runtime/api", "def f():\n    from PySide6 import QtCore", "blockloom.runtime.api -> PySide6: runtime does"),
        (
            "app/upward",
            "import blockloom.runtime.worker.worker",
            "blockloom.app.upward -> blockloom.runtime.worker.worker -> tensorflow: app does without tensorflow",
        ),
    ],
)
def test_the_lint_notices_a_floor_that_looks_up(tmp_path, module, line, said):
    for floor in ("blockloom", "app", "runtime", "blocks"):
        (tmp_path / floor).mkdir()
        (tmp_path / floor / "__init__.py").touch()
    (tmp_path / "runtime/worker").mkdir()
    (tmp_path / "runtime/worker/__init__.py").touch()
    (tmp_path / "runtime/worker/worker.py").write_text("def start():\n    import tensorflow\n")
    (tmp_path / "app/cli.py").touch()
    assert lint.faults(tmp_path) == []
    (tmp_path / f"{module}.py").write_text(f"{line}\n")
    assert [fault.startswith(said) for fault in lint.faults(tmp_path)] == [True]


def test_the_lint_notices_circles_and_classes_of_many_bases(tmp_path):
    (tmp_path / "app").mkdir()
    ours = "from blockloom.app.b import B\n"
    for name, code in {
        "a": ours + "class A(B): pass",
        "b": "if TYPE_CHECKING:\n    from blockloom.app import c\nclass B: pass",
        "c": "def f():\n    import blockloom.app.a",
        "d": "import blockloom.app.d",
        "e": ours + "from os import PathLike\nclass X: pass\nclass Y(B, X, PathLike): pass",
        "f": ours + "from blockloom.app.e import X, Y\nclass Z(B, X, Y): pass",
    }.items():
        (tmp_path / f"app/{name}.py").write_text(code)
    assert lint.faults(tmp_path) == [
        "these 3 import each other: blockloom.app.a, blockloom.app.b, blockloom.app.c",
        "these 1 import each other: blockloom.app.d",
        "blockloom.app.f.Z has 3 bases of the project: B, X, Y",
    ]


def test_the_lint_notices_a_room_that_looks_up_and_modules_in_none(tmp_path):
    for name, code in {
        "text/a": "from blockloom.blocks.files import b",
        "files/b": "from blockloom.blocks.text import c",
        "text/c": "",
        "attic/d": "",
    }.items():
        (tmp_path / f"blocks/{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"blocks/{name}.py").write_text(code)
    assert lint.faults(tmp_path) == [
        "blockloom.blocks.attic.d lies in no room of blocks",
        "blockloom.blocks.text.a imports blockloom.blocks.files.b, whose room stands above its own",
    ]
    (tmp_path / "blocks/attic/d.py").unlink()
    (tmp_path / "blocks/text/a.py").unlink()
    assert lint.faults(tmp_path) == []
    for number in range(lint.LOOSE + 1):
        (tmp_path / f"blocks/loose_{number}.py").touch()
    assert lint.faults(tmp_path)[0] == "blocks: 13 modules lie beside its rooms, more than 12"


def test_the_lint_notices_a_core_that_names_an_addition(tmp_path):
    for name, code in {
        "checks/a": "def f():\n    from blockloom.blocks.enuspace import symbols",
        "enuspace/b": "from blockloom.blocks.enuspace import symbols",
        "enuspace/symbols": "",
        "from_graph/c": "import blockloom.blocks.tpu.fixes",
        "tpu/fixes": "",
    }.items():
        (tmp_path / f"blocks/{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"blocks/{name}.py").write_text(code)
    said = "a room of an addition: ask blocks.additions for it"
    assert [fault for fault in lint.faults(tmp_path) if "addition" in fault] == [
        f"blockloom.blocks.checks.a imports blockloom.blocks.enuspace.symbols, {said}",
        f"blockloom.blocks.from_graph.c imports blockloom.blocks.tpu.fixes, {said}",
    ]


def test_the_parts_of_additions_exist_in_their_rooms():
    rooms = tuple(f"blockloom.{room}." for room in lint.ADDED)
    for kind in additions.Addition.__struct_fields__[1:]:
        assert all(additions.load_parts(kind)), kind
        assert all(where.startswith(rooms) for one in additions.ADDITIONS for where in getattr(one, kind))


def test_each_room_says_in_a_sentence_what_it_is():
    for folder in (ROOT / "blocks", ROOT / "runtime", ROOT / "app/canvas"):
        for room in folder.glob("*/__init__.py"):
            assert ast.get_docstring(*sources.nodes(room, ast.Module)), room


def test_the_files_that_the_architecture_names_are_there():
    there = [
        str(path)
        for folder in ("blockloom", "assets", "docs", "tests", *lint.FLOORS)
        for kind in ("*.py", "*.json")
        for path in (ROOT / folder).rglob(kind)
    ]
    named = re.findall(r"`([\w/*]+\.(?:py|json))`", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(named) > 50
    assert [name for name in named if not any(fnmatch(path, f"*/{name}") for path in there)] == []


def test_the_five_ways_through_the_code_can_be_followed():
    """Each module that they name exists, and defines the names that follow it."""
    ways = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("### Run a step\n")[2].partition("\n## ")[0]
    defined, missing = set(), []
    for name in re.findall(r"`(\S+?)`", ways):
        if name.endswith(".py"):
            path = ROOT / name
            defined = {node.name for node in sources.nodes(path, ast.FunctionDef, ast.ClassDef)} | {
                target.id
                for node in sources.nodes(path, ast.Assign, ast.AnnAssign)
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                if isinstance(target, ast.Name)
            }
        elif name not in defined:
            missing.append(name)
    assert defined and not missing


@pytest.mark.parametrize(
    "free_of, modules",
    [
        (
            HEAVY,
            "blocks.catalogue.block_types blocks.files.documents blocks.checks runtime runtime.worker.client "
            "runtime.api.running app.cli app.commands.run app.commands.check app.commands.ops_command "
            "app.commands.serve app.commands.convert",
        ),
        ((*HEAVY, *SLOW), "runtime.worker.catalogue_cache"),
        (("tensorflow", "networkx"), "app.commands.render app.window.main"),
        (("tensorflow", "networkx", *SLOW, *LATER), "app.window.mainwindow"),
    ],
)
def test_importing_modules_loads_nothing_heavy(free_of, modules):
    code = f"""
import importlib, sys
for name in {modules.split()}:
    importlib.import_module("blockloom." + name)
    print(*(f"{{name}} loads {{heavy}}" for heavy in {free_of} if heavy in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.mark.parametrize("file", slow_after(1, [str(ROOT / "assets/examples/sparse_accumulator.loom"), ""]))
def test_a_window_is_painted_without_what_only_its_use_needs(file):
    words = ["edit", *filter(None, [file])]
    code = (
        f"import enum, sys\nfrom blockloom.__main__ import main\nsys.argv[1:] = {words}\ncode = main()\n"
        "classes = *enum.Enum.__subclasses__(), enum.IntEnum, enum.IntFlag\n"
        "enums = {made.__qualname__ for one in classes for made in (one, *one.__subclasses__())}\n"
        "print(*sorted(enums | {name.rpartition('.')[0] for name in enums}), *sys.modules)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"BLOCKLOOM_STARTUP_PROBE": "1", "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    painted, there = done.stdout.splitlines()
    assert painted.startswith("painted ") and "QWidget" in there.split() and "Qt.Key" in there.split()
    assert set(there.split()) & {*SLOW, *LATER, *QT_LATER} == set()
    assert len([name for name in there.split() if name.startswith("blockloom")]) <= MOST_MODULES
