"""Check the source for faults that ruff and mypy do not find: floors, rooms, cycles, bases, texts as HTML.

`python -m tests.lint [FOLDER]` prints each fault, the size of the three floors, and the number of sentences to
reword, see `tests/english.py`.

Import linters look for the modules of a package in its folder; in a checkout they are in separate folders.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import networkx as nx

from tests import english, sources

FLOORS = ("blocks", "runtime", "app")  # each imports only itself and those before it
FORBIDDEN = {"blocks": ("PySide6", "tensorflow"), "runtime": ("PySide6",), "app": ("tensorflow",)}
BASES = 2  # of the project, that a class may have
LOOSE = 12  # modules of a folder outside its rooms
# The rooms of a folder, and modules outside them: each imports only itself and those before it.
ROOMS = {
    "blocks": (
        "additions",
        "walks",
        "text",
        "io",
        "values",
        "weights",
        "document",
        "edits",
        "problems",
        "catalogue",
        "infer",
        "plots",
        "cluster",
        "lower",
        "plan",
        "results",
        "files",
        "layout",
        "routing",
        "editing",
        "find",
        "diff",
        "merge",
        "checks",
        "enuspace",
        "operations",
        "quickfixes",
        "tpu",
        "from_graph",
        "datasets",
        "guide",
    ),
    "runtime": (
        "protocol",
        "resources",
        "compile",
        "tpu",
        "run",
        "replay",
        "types",
        "model_files",
        "script",
        "worker",
        "api",
    ),
    "app.canvas": ("scene", "page", "paint", "look", "marks", "edit", "mouse", "keys", "widget"),
}
ADDED = ("blocks.enuspace", "blocks.tpu", "runtime.tpu")  # rooms of additions: see blocks/additions.py


def modules(root: Path) -> dict[str, Path]:
    """Return the project's modules, dotted name -> file."""
    found = {}
    for folder in ("blockloom", *FLOORS):
        for path in sources.files(folder, root=root):
            words = path.relative_to(root).with_suffix("").parts
            words = words if folder == "blockloom" else ("blockloom", *words)
            found[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return found


def imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the imports of a file, also those for types and within functions.

    These are modules of the project, and others by their first name.
    """
    for node in sources.nodes(path, ast.Import, ast.ImportFrom):
        before = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for name in (f"{before}{alias.name}" for alias in node.names):
            if name in known:
                yield name
            elif name.rpartition(".")[0] in known:
                yield name.rpartition(".")[0]
            else:
                yield name.partition(".")[0]


def graph(root: Path) -> nx.DiGraph:
    """Return the graph of imports."""
    known, found = modules(root), nx.DiGraph()
    for name, path in known.items():
        found.add_edges_from((name, other) for other in imports(path, known))
    return found


def _floor(module: str) -> str:
    return module.split(".")[1] if module.startswith("blockloom.") else ""


def floors(found: nx.DiGraph) -> Iterator[str]:
    """Yield imports from higher floors, and direct or indirect imports of libraries that a floor must not use."""
    for source, target in sorted(found.edges):
        here, there = _floor(source), _floor(target)
        if here in FLOORS and (target == "blockloom" or there in FLOORS and FLOORS.index(there) > FLOORS.index(here)):
            yield f"{source} imports {target}, which is above it"
    for floor, libraries in FORBIDDEN.items():
        inside = [module for module in found if _floor(module) == floor]
        for library in libraries:
            if library in found:
                paths = nx.single_target_shortest_path(found, library)
                for module in sorted(set(inside) & set(paths)):
                    if len(paths[module]) == 2 or _floor(paths[module][1]) != floor:  # it is the one that reaches out
                        yield " -> ".join(paths[module]) + f": {floor} does without {library}"


def circles(found: nx.DiGraph) -> list[list[str]]:
    """Modules that import each other, by however many steps; the largest set first."""
    sets = [
        sorted(part)
        for part in nx.strongly_connected_components(found)
        if len(part) > 1 or any(found.has_edge(m, m) for m in part)
    ]
    return sorted(sets, key=lambda part: (-len(part), part))


def rooms(found: nx.DiGraph, known: Iterable[str]) -> Iterator[str]:
    """Yield imports of later rooms, and folders of rooms with too many modules outside their rooms."""

    def place(module: str) -> tuple[str, int] | None:
        """Return the folder of rooms that contains a module, and the index of its room there."""
        for folder, names in ROOMS.items():
            if module.startswith(f"blockloom.{folder}."):
                name = module.removeprefix(f"blockloom.{folder}.").partition(".")[0]
                return folder, names.index(name) if name in names else -1
        return None

    for folder in ROOMS:
        loose = [
            name
            for name in known
            if name.rpartition(".")[0] == f"blockloom.{folder}"
            and not any(other.startswith(f"{name}.") for other in known)
        ]
        if len(loose) > LOOSE:
            yield f"{folder}: {len(loose)} modules lie beside its rooms, more than {LOOSE}"
    for module in known:
        if (at := place(module)) is not None and at[1] < 0:
            yield f"{module} lies in no room of {at[0]}"
    for module, other in sorted(found.edges):
        mine, theirs = place(module), place(other)
        if mine and theirs and mine[0] == theirs[0] and mine[1] < theirs[1]:
            yield f"{module} imports {other}, whose room stands above its own"


def additions(found: nx.DiGraph) -> Iterator[str]:
    """Yield imports of an addition's room by other rooms below the app, which have to ask `blocks.additions`."""

    def added(module: str) -> bool:
        return f"{module}.".startswith(tuple(f"blockloom.{room}." for room in ADDED))

    for module, other in sorted(found.edges):
        if added(other) and not added(module) and _floor(module) != "app":
            yield f"{module} imports {other}, a room of an addition: ask blocks.additions for it"


def bases(root: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield module, class, and the names of its bases that are classes of the project."""
    known = modules(root)
    for module, path in known.items():
        classes = sources.nodes(path, ast.ClassDef)
        ours = {node.name for node in classes}
        for node in sources.nodes(path, ast.ImportFrom):
            if (node.module or "").partition(".")[0] == "blockloom":
                ours |= {alias.asname or alias.name for alias in node.names}
        for node in classes:
            names = [ast.unparse(base) for base in node.bases]
            yield module, node.name, [name for name in names if name.partition(".")[0].partition("[")[0] in ours]


# Function that shows a text that may be HTML -> index of the text in its arguments, from the end if negative.
_SHOWS = {
    "setToolTip": -1,
    "showText": 1,
    "setLabelText": 0,
    "setInformativeText": 0,
    "QProgressDialog": 0,
    "QMessageBox": 2,
    "critical": 2,
    "warning": 2,
    "information": 2,
    "question": 2,
    "getText": 2,
    "getInt": 2,
    "getItem": 2,
    "setWhatsThis": 0,
    "named": 2,
    "button": 2,
}
# Functions whose texts are shown as intended.
_MADE = ("as_is", "tip", "tooltip", "doc_tooltip", "toolTip", "tr", "_tr", "translate")


def html(root: Path) -> Iterator[str]:
    """Yield texts that Qt might take for HTML.

    Texts that are not ours have to go through plain.as_is, use plain.Label, or set their format.
    """
    for module, path in modules(root).items():
        if not module.startswith("blockloom.app") or module == "blockloom.app.qt":
            continue
        for node in sources.nodes(path, ast.Call, ast.ClassDef, ast.If):
            texts: list[ast.expr] = []
            if isinstance(node, ast.Call):
                name = _name(node.func)
                if name == "QLabel" and not any(word.arg == "textFormat" for word in node.keywords):
                    yield f"{module}:{node.lineno}: a QLabel without a textFormat: plain.Label shows texts as they are"
                at = _SHOWS.get(name)
                texts = node.args[at:][:1] if at is not None else []
                texts += [word.value for word in node.keywords if word.arg in ("toolTip", "tip")]
            elif (
                isinstance(node, ast.ClassDef)
                and any(_name(base) == "QLabel" for base in node.bases)
                and module != "blockloom.app.plain"
            ):
                yield f"{module}:{node.lineno}: {node.name} is a QLabel: plain.Label shows texts as they are"
            elif isinstance(node, ast.If) and _is_for_tooltip(node.test):
                texts = [one.value for one in node.body if isinstance(one, ast.Return) and one.value is not None]
            for text in texts:
                if not _own(text):
                    yield f"{module}:{text.lineno}: {ast.unparse(text)} may be taken for HTML: plain.as_is(...)"


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_for_tooltip(test: ast.expr) -> bool:
    """Return whether a condition names the role of tooltips."""
    return any(isinstance(node, ast.Attribute | ast.Name) and "ToolTipRole" in _name(node) for node in ast.walk(test))


def _own(text: ast.expr) -> bool:
    """Return whether a text is in the source, or made to be shown."""
    if isinstance(text, ast.IfExp):
        return _own(text.body) and (_is_for_tooltip(text.test) or _own(text.orelse))
    return isinstance(text, ast.Constant) or isinstance(text, ast.Call) and _name(text.func) in _MADE


def faults(root: Path) -> list[str]:
    """All that does not hold, a line each."""
    found = graph(root)
    return [
        *floors(found),
        *rooms(found, list(modules(root))),
        *additions(found),
        *html(root),
        *(f"these {len(part)} import each other: {', '.join(part)}" for part in circles(found)),
        *(
            f"{module}.{name} has {len(names)} bases of the project: {', '.join(names)}"
            for module, name, names in bases(root)
            if len(names) > BASES
        ),
    ]


_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.comprehension, ast.ExceptHandler, ast.match_case)


def size(root: Path) -> str:
    """Return the lines, modules and branches per 100 lines of the three floors together.

    A branch is an `if`, loop, comprehension, `except` or `case`, a condition of a comprehension, or an operand of `and`
    or `or` after the first.
    """
    files = sources.files(*FLOORS, root=root)
    lines = sum(path.read_text("utf-8").count("\n") for path in files)
    branches = 0
    for path in files:
        branches += len(sources.nodes(path, *_BRANCHES))
        branches += sum(len(node.ifs) for node in sources.nodes(path, ast.comprehension))
        branches += sum(len(node.values) - 1 for node in sources.nodes(path, ast.BoolOp))
    return f"{lines:,} lines in {len(files)} modules, {100 * branches / max(lines, 1):.1f} branches per 100 lines"


if __name__ == "__main__":
    gc.disable()  # the trees of all files stay to the end
    checkout = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    hits = list(english.hits(checkout))
    found = [*faults(checkout), *english.faults(hits)]
    print(*found, f"{', '.join(FLOORS)}: {size(checkout)}", f"Sentences to reword: {len(hits):,}", sep="\n")
    sys.exit(bool(found))
