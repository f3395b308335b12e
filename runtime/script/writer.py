"""The text of a script, and a script as a file, once it is Python and builds the graph of its page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import STATIC_SHAPE
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.plan.node_names import ascii_name
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached
from blockloom.blocks.weights import weight_files
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import Folding, unmarked
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.frontend import target_of
from blockloom.runtime.compile.graph_compare import NodeDifference, differences
from blockloom.runtime.compile.op_registry import LIBRARIES
from blockloom.runtime.compile.optimizers import PLAIN
from blockloom.runtime.compile.program import Program
from blockloom.runtime.model_files.signature_graphs import unscoped
from blockloom.runtime.model_files.write import CHEAP
from blockloom.runtime.protocol.replies import ExportReply
from blockloom.runtime.script import script_functions, template, tensors
from blockloom.runtime.script.script_main import MainWriter, changes_folder
from blockloom.runtime.script.script_nodes import Context, NodeWriter, ScriptLine, ScriptVariable
from blockloom.runtime.script.script_ops import NotWritten, stem
from blockloom.runtime.script.script_steps import StepWriter
from blockloom.runtime.script.tensors import (
    Pieces,
    PythonNames,
    assigned,
    bracketed,
    call,
    comment,
    lines,
    listed,
    quoted,
)

_INDENT = 4
_FEW = 32  # most elements of a value in the text if there is a file of arrays anyway


@dataclass
class ScriptSource:
    """The source of a script.

    Attributes:
        text: the Python code; "" if the page has errors.
        bare: the program whose graph the script builds.
        problems: the problems of the page.
        arrays: the arrays of the script's file, by key.
    """

    text: str
    bare: Program
    problems: list[Problem]
    arrays: dict[str, np.ndarray] = field(default_factory=dict)


def write(
    document: Document,
    page: str,
    catalogue: Catalogue,
    name: str,
    folder_path: str = "",
    tell: Callable[[Address], None] | None = None,
) -> ScriptSource:
    """Write a page as a script.

    Args:
        page: name of the page.
        catalogue: block types.
        name: name of the script's file.
        folder_path: path from the script to the folder of relative file names on the page; "" for the current folder.
        tell: as in `compile_page`.

    Raises:
        NotWritten: a script cannot express the page.
    """
    target = target_of(document.pages[page])
    bare = compile_page(document, page, catalogue, CompileOptions(target=target, bare=True, tell=tell))
    whole = compile_page(document, page, catalogue, CompileOptions(target=target)) if bare.ok else bare
    if not whole.ok:
        return ScriptSource("", bare, whole.problems)
    writer = _Writer(document, page, bare, whole, name, folder_path)
    return ScriptSource(writer.text(), bare, whole.problems, writer.arrays)


class _Writer:
    def __init__(self, document: Document, page: str, bare: Program, whole: Program, name: str, folder_path: str):
        self.document, self.page, self.bare, self.name, self.folder_path = document, page, bare, name, folder_path
        self.arrays: dict[str, np.ndarray] = {}
        self.emitter: Emitter = bare.emitter
        self.graph = graph_of(bare)
        shown = {node: block for block, node in self.emitter.plan.names.items()}
        for variable in self.emitter.variables.values():
            shown.setdefault(variable.read.partition(":")[0], f"{variable.block}_value")
        self.names = PythonNames(template.TAKEN)
        self.functions = [
            script_functions.PythonFunction(function, self.names.new(function.signature.name))
            for function in script_functions.used_functions(self.graph, self.graph.node)
        ]
        self.gradients = script_functions.gradients(self.graph)
        most = _FEW if document.weights else tensors.MOST
        self.writer = NodeWriter(self.names, self._outside, self._large, shown, most)
        self._build()
        self._look(whole)

    def _look(self, whole: Program) -> None:
        """Write `main`, and the nodes that it needs in addition to the graph of the page."""
        taken = [function.variable for function in self.functions]
        self.main = MainWriter(whole, changes_folder(self.graph) and bool(self.folder_path), taken)
        self.main.write()
        beside = [node for node in unmarked(whole.graph.as_graph_def()).node if node.name not in self.nodes]
        self.look = NodeWriter(
            PythonNames(template.TAKEN), lambda name: ScriptVariable(name, "graph", ()) if name in self.nodes else None
        )
        self.look.prepare(_needed(beside, self.main.needed))
        self.look.write(self.look.nodes)
        for name, takers in self.main.waits.items():
            for taker in takers:
                waits = ScriptVariable(name, "graph", ()).op, ScriptVariable(taker, "graph", ()).op
                self.look.say(call(f"{waits[0]}._add_control_input", [waits[1]]))
        self.arrays |= self.main.arrays

    def _large(self, array: np.ndarray, node: str) -> None:
        self.arrays[node] = array

    def _outside(self, node: str) -> ScriptVariable | None:
        """Write the call that makes a node, if there is one, and return the node as a variable looked up by name."""
        if node not in self.called:
            return None
        block, plan = self.called[node], self.emitter.plan
        self._call(block)
        if plan.steps[block].kind in PLAIN:  # the users of the optimizer create its slots
            for user in plan.users(block):
                if user in self.steps.calls:
                    self._call(user)
        return ScriptVariable(node, "graph", ())

    def _call(self, block: str) -> None:
        """Write a step that is a call, and those whose objects it takes before it."""
        if block not in self.steps.written:
            for source in self.emitter.plan.sources(block):
                if source in self.steps.calls:
                    self._call(source)
            self.steps.write(block)

    def _build(self) -> None:
        """Write the nodes of the graph, block by block."""
        emitter = self.emitter
        steps = self.steps = StepWriter(emitter, self.writer)
        self.nodes = {node.name: node for node in self.graph.node}
        by_block: dict[str, list[str]] = {}
        for name in self.nodes:
            at = emitter.place(name)  # the address of a node of an inlined call is on the called page
            by_block.setdefault(at.flat if at.page in ("", self.page) else str(at.owner), []).append(name)
        # Nodes that wait for a step, and nodes for which an optimizer step waits, are not written as calls.
        waits = emitter.anchors | {
            end
            for block in steps.calls
            if emitter.plan.steps[block].kind in PLAIN
            for end in emitter.expansion(block).ends
        }
        self.called = {name: block for block in steps.calls for name in by_block.pop(block, ()) if name not in waits}
        self.writer.beside = {
            entry.decode().removeprefix("loc:@")
            for name in self.called
            for entry in self.nodes[name].attr["_class"].list.s
        }
        needed = {name for block in steps.calls for name in steps.needed_nodes(block)}
        self.writer.prepare((node for name, node in self.nodes.items() if name not in self.called), needed)
        for block in self._order({*by_block, *steps.calls}):
            if block in steps.calls:
                self._call(block)
            else:
                step = emitter.plan.steps.get(block)
                # A variable or a StaticShape needs no remark, since it is only one node or two.
                if step is not None and step.kind != STATIC_SHAPE and not traits_of(step.kind).with_value:
                    self.writer.remark(f"{block}: what {emitter.catalogue[step.kind].title} becomes")
                self.writer.scope = emitter.name(block).rpartition("/")[0] if block in emitter.plan.names else ""
                self._write(block, by_block[block])
        self.writer.write(sorted(waits))

    def _write(self, block: str, names: list[str]) -> None:
        """Write the nodes of a block; a variable with its initial value is a line."""
        found = self.emitter.page.blocks.get(block)
        if found is not None and traits_of(found.type).with_value:
            self.writer.variable(self.emitter.name(block), names)
        self.writer.write(names)

    def _order(self, blocks: set[str]) -> Iterable[str]:
        """Yield the blocks, each after those that it depends on, and blocks of the same scope and device together."""
        plan, emitter = self.emitter.plan, self.emitter
        place = {block: index for index, block in enumerate(plan.order)}
        yield from sorted(blocks - place.keys())
        devices = {
            block: plan.steps[block].device
            if block in plan.steps
            else next((node.device for node in plan.nodes.get(block, ())), "")
            for block in place
        }
        scopes = {block: (emitter.name(block).rpartition("/")[0], devices[block]) for block in place}
        waits = {
            block: {source for source in plan.sources(block) if place.get(source, len(place)) < place[block]}
            for block in place
        }
        users: dict[str, list[str]] = {}
        for block, sources in waits.items():
            for source in sources:
                users.setdefault(source, []).append(block)
        ready: dict[tuple[str, str], list[str]] = {}
        for block in place:
            if not waits[block]:
                ready.setdefault(scopes[block], []).append(block)
        scope: tuple[str, str] | None = None
        while ready:
            if scope is None or scope not in ready:
                scope = min(ready, key=lambda name: place[ready[name][0]])
            block = ready[scope].pop(0)
            if not ready[scope]:
                del ready[scope]
            if block in blocks:
                yield block
            for user in users.get(block, ()):
                waits[user].discard(block)
                if not waits[user]:
                    ready.setdefault(scopes[user], []).append(user)

    def text(self) -> str:
        helpers = {*self.writer.helpers, *self.look.helpers, *self.main.helpers}
        helpers |= {helper for function in self.functions for helper in function.writer.helpers}
        if self.functions:
            helpers |= {"function", *(["custom_gradient"] if self.gradients else [])}
        parts = ["\n".join([*self._functions(), *self._builder()])]
        if self.look.lines:
            parts.append(
                "\n".join(_function("look", "Add the nodes that main needs beyond the page.", self.look.lines))
            )
        if self.main.constants:
            parts.append("\n".join(self.main.constants))
        parts += ["\n".join(self.main.lines(looks=bool(self.look.lines))), 'if __name__ == "__main__":\n    main()']
        body = "\n".join(parts)
        helpers |= {name for name in ("tensor", "operation") if re.search(rf"(?<![.\w]){name}\(", body)}
        helpers |= {"tensor"} if "give" in helpers else set()
        used = [text.strip("\n") for name, text in template.HELPERS.items() if name in helpers]
        return "\n\n\n".join([self._head(helpers, "\n".join([*used, body])), *used, *parts]) + "\n"

    def _libraries(self) -> list[str]:
        """Return the files of the libraries whose ops the page uses."""
        nodes = (*self.graph.node, *(node for function in self.graph.library.function for node in function.node_def))
        return sorted({LIBRARIES[node.op] for node in nodes if node.op in LIBRARIES})

    def _head(self, helpers: set[str], body: str) -> str:
        """Return the imports and constants of a script with this body."""
        folder = "FOLDER" in body
        calls = {"contextlib": "suppress", "os": "chdir"}
        modules = [name for name, function in calls.items() if f"{name}.{function}(" in body]
        imports = [f"import {name}" for name in sorted([*modules, *(["json"] if self.arrays else [])])]
        if self.arrays or folder:
            imports.append("from pathlib import Path")
        if self.arrays or "np." in body:
            imports += ["", "import numpy as np"] if imports else ["import numpy as np"]
        elif imports:
            imports.append("")
        head = [
            '"""A page of blocks as a TensorFlow script. It needs TensorFlow and numpy, and nothing else."""',
            "",
            *imports,
            "import tensorflow as tf",
            *sorted({template.IMPORTS[name] for name in helpers if name in template.IMPORTS}),
        ]
        libraries = [line for path in self._libraries() for line in lines(call("tf.load_op_library", quoted(path)))]
        head += ["", *libraries] if libraries else []
        if folder:  # relative file names of the page start at its folder
            here = "Path(__file__).resolve().parent"
            head += [
                "",
                *lines(
                    assigned(
                        "FOLDER",
                        [here] if self.folder_path == "." else call(f"{here}.joinpath", quoted(self.folder_path)),
                    )
                ),
            ]
        if self.arrays:
            head += [
                "",
                "",
                template.HELPERS["arrays"].strip("\n"),
                "",
                "",
                *lines(
                    assigned(
                        "ARRAYS",
                        call("arrays", call("Path(__file__).resolve().with_name", quoted(arrays_file(self.name)))),
                    )
                ),
            ]
        return "\n".join(head)

    def _functions(self) -> list[str]:
        found: list[str] = []
        pages = {ascii_name(name): page for name, page in self.document.pages.items()}
        for one in self.functions:
            page = pages.get(one.name.partition(".")[0])
            notes = _notes(page) if page is not None else []
            found += [
                *_function(one.variable, "Build the nodes of this function.", one.lines, one.parameters, notes),
                "",
                "",
            ]
        return found

    def _builder(self) -> list[str]:
        adds = [ScriptLine(one.adds, Context()) for one in self.functions]
        known = {one.name: one for one in self.functions}
        adds += [
            ScriptLine(known[name].differentiates(type_, of), Context()) for type_, (name, of) in self.gradients.items()
        ]
        return _function(
            "build",
            "Build the graph of the page in the default graph.",
            [*adds, *self.writer.lines],
            notes=_notes(self.document.pages[self.page]),
        )


def graph_of(program: Program) -> GraphDef:
    """Return the graph of a program as exported, without marks and scopes of functions."""
    return unscoped(unmarked(program.graph.as_graph_def()))


def arrays_file(script: str) -> str:
    """Return the name of the file with a script's large arrays, which no weights file of a document has."""
    return f"{script}.safetensors"


def _needed(nodes: Iterable[NodeDef], names: Iterable[str]) -> list[NodeDef]:
    """Return the nodes that have these names, and the nodes that these depend on."""
    by_name = {node.name: node for node in nodes}
    found = reached(
        (name for name in names if name in by_name),
        lambda name: [one for one in map(stem, by_name[name].input) if one in by_name],
    )
    return [node for name, node in by_name.items() if name in found]


def _notes(page: Page) -> list[str]:
    """Return the notes of a page as comments, from top to bottom."""
    notes = sorted(
        (note for note in page.notes.values() if note.text.strip() and note.shape in ("", "rect")),
        key=lambda note: (note.y, note.x),
    )
    found: list[str] = []
    for note in notes:
        found += [*([" " * _INDENT + "#"] if found else []), *comment(note.text, _INDENT)]
    return found


def _function(
    name: str, summary: str, body: Iterable[ScriptLine], parameters: Iterable[str] = (), notes: Iterable[str] = ()
) -> list[str]:
    """Return a Python function as lines."""
    head = lines([*(pieces := call(f"def {name}", *([name_of] for name_of in parameters)))[:-1], f"{pieces[-1]}:"])
    body_lines = [*head, f'    """{summary}"""', *notes]
    for context, grouped in groupby(body, key=lambda line: line.context):
        group = list(grouped)
        for some in [[line] for line in group] if context.control_inputs else [group]:
            opened = _opened(context)
            indent = _INDENT
            if opened:
                body_lines += lines(opened, _INDENT)
                indent += _INDENT
            for line in some:
                body_lines += comment(line.pieces[0], indent) if line.is_comment else lines(line.pieces, indent)
    if not list(body_lines[len(head) + 1 :]):
        body_lines.append("    return")
    return body_lines


def _opened(context: Context) -> Pieces:
    """Return the `with` of a context."""
    items: list[Pieces] = []
    if context.scope:
        items.append(call("tf.name_scope", quoted(context.scope)))
    if context.control_inputs:
        items.append(call("tf.control_dependencies", listed([node] for node in context.control_inputs)))
    if context.device:
        items.append(call("tf.device", quoted(context.device)))
    if not items:
        return []
    bare = [f"with {(pieces := bracketed('', items, ':'))[1]}", *pieces[2:]]
    return bare if len(lines(bare)) == 1 else bracketed("with (", items, "):")


_TOLD = 5  # most differences that an error lists


def export(
    document: Document,
    page: str,
    path: Path,
    catalogue: Catalogue,
    arrays_path: Path,
    name: str,
    folder_path: str = "",
    check: bool = False,
    tell: Callable[[Address], None] | None = None,
) -> ExportReply:
    """Write a page as the script `path`, with large arrays in the file `arrays_path`.

    The graph of the script is built and compared with the graph of the page if that is cheap, or with `check`; nothing
    is written if the graphs differ.

    Args:
        page: name of the page.
        path: the script to write.
        catalogue: block types.
        arrays_path: the file for large arrays.
        name: the final name of the script.
        folder_path: path from the script to the folder of relative file names on the page.
        check: whether to compare graphs of any size, and return the differences.
        tell: as in `compile_page`.
    """
    try:
        script = write(document, page, catalogue, name, folder_path, tell)
        differences: list[str] = []
        if script.text:
            if script.arrays:
                weight_files.write(script.arrays, arrays_path)
            differences = _check_script(script, str(arrays_path.with_name(name)), check)
            if differences and not check:
                raise NotWritten(
                    phrase(
                        "the script was not written, since its graph differs from that of the page: {}",
                        "\n".join(differences[:_TOLD]),
                    )
                )
            if not differences:
                path.write_text(script.text, "utf-8")
        return ExportReply(script.problems, differing=differences)
    except NotWritten as error:
        return ExportReply(refusal=str(error))


def _check_script(script: ScriptSource, path: str, check: bool) -> list[str]:
    """Return the differences between the graphs of a script and of its page; [] for a large graph unless `check`.

    Raises:
        NotWritten: the script is not valid Python, or does not build a graph.
    """
    try:
        compile(script.text, path, "exec")
        if check or script.bare.graph.version <= CHEAP:
            return list(map(str, find_differing_nodes(script, path)))
        return []
    except Exception as error:
        raise NotWritten(phrase("the script was not written, since it does not run: {}", error)) from None


def find_differing_nodes(script: ScriptSource, path: str) -> list[NodeDifference]:
    """Build the graph of a script as if the script had this path, and compare it with the graph of the page.

    Nothing of the graph runs.
    """
    scope: dict[str, Any] = {"__name__": "script", "__file__": path}
    exec(compile(script.text, path, "exec"), scope)
    graph = tf.Graph()
    Folding(graph)
    with graph.as_default():
        scope["build"]()
    return differences(unmarked(graph.as_graph_def()), graph_of(script.bare))
