"""Compile pages as functions for the While, If, Case, calls and datasets of a page.

The blocks of a plan name pages as values of their attrs. Each of these pages, and each page that they name in turn, is
compiled like any page, in a separate graph in which its Args are Placeholders and its Retvals Identities. The result is
a `CompiledFunction`: a FunctionDef for the library of the graph, and the nodes of the body for calls
(`function_calls`).

A function contains the blocks that its Retvals need and those with a side effect, which are in its `control_ret`; the
rest of its page is left out. Its variables are created and initialised in the graph that uses it, outside of all
functions; a body finds them by their `shared_name`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import tensorflow as tf
from msgspec import structs
from tensorflow.core.framework import function_pb2
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.client import pywrap_tf_session as c_api
from tensorflow.python.framework import c_api_util, function, op_def_registry

from blockloom.blocks import walks
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import DEEPEST, signature
from blockloom.blocks.checks import instances
from blockloom.blocks.checks.session_closure import weighed
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import OPERATION, REF, Document
from blockloom.blocks.infer.function_contracts import dtypes_given
from blockloom.blocks.lower.page_inlining import APART, MOST
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.plan.node_names import ascii_name
from blockloom.blocks.plan.plan_nodes import PagePlan, Variable
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.compilation import Compilation, CompileOptions
from blockloom.runtime.compile.constant_folding import unmarked
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.frontend import checked, expanders, raise_program, telling
from blockloom.runtime.compile.function_calls import differentiates, keeps_calls
from blockloom.runtime.compile.program import CompiledFunction, Program, SessionProgram
from blockloom.runtime.compile.taps import Tap, tap
from blockloom.runtime.resources.op_effects import acts_or_reads

_MOST = 100_000  # most nodes that inlining may add
_DIFFERENTIATED = 500  # most nested functions: gradients build each again for every use, which takes 0.05 s


class FunctionPages:
    """The pages that a compilation uses as functions.

    Args:
        taken: Node names of the page that is compiled.
        options: The options of the compilation. Pages in `tapped_pages` get `taps`; pages only in `breakpoint_pages`
            keep just the calls that meet a breakpoint.

    Attributes:
        problems: The problems of function pages.
    """

    def __init__(
        self,
        document: Document,
        page: str,
        catalogue: Catalogue,
        taken: Iterable[str],
        options: CompileOptions,
    ):
        self.document, self.catalogue = document, catalogue
        self._options = structs.replace(options, runs=False)  # only the calling page runs, not the page of the function
        self._keeps_calls = keeps_calls(document, options)
        self.taps: list[Tap] = []
        self._uses: dict[str, set[str]] = {}  # page -> pages that it uses as functions
        self._streams: set[str] = set()  # pages that datasets use as functions
        self.problems: list[Problem] = []
        self._taken = {name.partition("/")[0].lower() for name in taken}
        # Use of a function -> its page, and the values of its parameters.
        self._given: dict[str, tuple[str, dict[str, str]]] = {}
        self._found: dict[str, CompiledFunction | None] = {}  # compiled functions by use; None if compiling failed
        self._copies = 0  # number of nodes that inlining has added
        self._size = 0  # number of blocks of all functions
        self._stack = [page]  # the pages being compiled, the outermost first
        self._differentiates = options.differentiable or differentiates(document)
        self._within: dict[str, int] = {}  # use -> the number of functions in it, counting each use, and itself
        self._total = 0  # number of functions in the last page, counting each use

    def compile_functions(self, compilation: Compilation, plan: PagePlan) -> dict[str, CompiledFunction]:
        """Return the functions that a plan uses, by page.

        Blocks whose functions have errors are left out; if no session needs these blocks, the errors become warnings.
        """
        calls = [block for block in plan.order if block in plan.calls] if plan.calls else []
        named = {block: uses for block in calls if (uses := self._named(compilation, plan, block))}
        for block, uses in named.items():
            pages = {self._given[use][0] for use in uses}
            self._uses.setdefault(plan.page.name, set()).update(pages)
            if any(pin.dtype == "DT_VARIANT" for pin in plan.catalogue[plan.page.blocks[block].type].outputs):
                self._streams.update(pages)
        need = compilation.need
        functions: dict[str, CompiledFunction] = {}
        total = 0
        for block in sorted(named, key=lambda block: need is not None and block not in need):
            before = len(self.problems)
            for use in named[block]:
                function = self._function(use, inside(plan.page.name, block))
                if function is None or not self._has_room(plan, block, function):
                    compilation.leave_out({block})
                else:
                    functions[use] = function
                    total += self._within[use]
            if self._differentiates and total > _DIFFERENTIATED:
                self.problems.append(
                    make_problem("too-large:gradients", inside(plan.page.name, block), most=_DIFFERENTIATED)
                )
                compilation.leave_out({block})
            if need is not None and block not in need:
                self.problems[before:] = [
                    fault.as_idle() if fault.severity == ERROR else fault for fault in self.problems[before:]
                ]
        self._total = total
        return functions

    def all_taps(self) -> list[Tap]:
        """Return the taps, once all functions are compiled."""
        self._streams.update(walks.reached(self._streams, lambda name: self._uses.get(name, ())))
        for one in self.taps:
            one.flows = one.page in self._streams
        return self.taps

    def _named(self, compilation: Compilation, plan: PagePlan, block: str) -> list[str]:
        """Return the functions that a block names.

        A page with dtypes as parameters is one function for each combination of dtypes; the nodes then name that
        function.
        """
        names: list[str] = []
        for node in plan.nodes[block]:
            for attr, (type_, value) in list(node.attrs.items()):
                if type_ in ("func", "list(func)"):
                    uses = [
                        self._use(compilation, block, attr, page)
                        for page in ([value] if isinstance(value, str) else value)
                    ]
                    node.attrs = node.attrs | {attr: (type_, uses[0] if isinstance(value, str) else uses)}
                    names += uses
        return names

    def _use(self, compilation: Compilation, block: str, attr: str, page: str) -> str:
        given = dtypes_given(compilation.inference, block, attr, page)
        use = " ".join([page, *(f"{name}={dtype}" for name, dtype in sorted(given.items()))])
        self._given.setdefault(use, (page, given))
        return use

    def _function(self, use: str, at: Address) -> CompiledFunction | None:
        page, given = self._given[use]
        if page in self._stack:
            self.problems.append(make_problem("recursion", at, pages=[*self._stack[self._stack.index(page) :], page]))
            return None
        if len(self._stack) > DEEPEST:
            self.problems.append(make_problem("too-deep", at, most=DEEPEST))
            return None
        if use not in self._found:
            if self._size > MOST:
                self.problems.append(make_problem("too-large", at, most=MOST))
                return None
            self._stack.append(page)
            self._found[use] = self._compiled(use, page, given)
            self._stack.pop()
        return self._found[use]

    def _has_room(self, plan: PagePlan, block: str, called: CompiledFunction) -> bool:
        """Return whether the nodes of a function may replace a call: nested calls could add too many nodes."""
        if self._keeps_calls or not any(traits_of(node.op).functional == "call" for node in plan.nodes[block]):
            return True
        self._copies += len(called.nodes)
        if self._copies > _MOST:
            self.problems.append(make_problem("too-large", inside(plan.page.name, block), most=_MOST))
        return self._copies <= _MOST

    def _name(self, page: str) -> str:
        """Return a name for a function that is neither an op nor a scope of the compiled page."""
        name = ascii_name(page)
        while name.lower() in self._taken or op_def_registry.get(name) is not None:
            name += "_"
        self._taken.add(name.lower())
        return name

    def _compiled(self, use: str, page: str, given: dict[str, str]) -> CompiledFunction | None:
        compilation = checked(self.document, page, self.catalogue, self._options.target, bare=True, given=given)
        self._size += len(compilation.page.blocks)
        scope = self._name(page)
        emitter = self._emitted(compilation, scope, _ends(compilation))
        self._within[use] = 1 + self._total
        program = Program(page, tf.Graph(), compilation.problems)
        result = None
        if emitter is not None and program.ok:
            variables, state = self._state(compilation, scope, given)
            if page in self._options.tapped_pages or page in self._options.breakpoint_pages:
                program.sessions = [SessionProgram(page)]
                self.taps.append(tap(emitter, program.sessions[0], page in self._options.tapped_pages))
            result = _function(emitter, scope, variables, state) if program.ok else None
            program.places = dict(emitter.places)
        raise_program(program, compilation.lowered, compilation.source_page, compilation.catalogue)
        for session in program.sessions:
            self.taps[-1].sources = {at._replace(page=page): pins for at, pins in session.sources.items()}
            self.taps[-1].reads = {at._replace(page=page): pins for at, pins in session.reads.items()}
        need = {inside(page, name).top for name in compilation.need or ()}
        told = instances.without_repeats([*program.problems, *compilation.of_instances], compilation.catalogue)
        self.problems += [
            problem
            for problem in (
                *(p for p in self.document.troubles if p.page == page),
                *weighed(compilation.source_page, told, need),
            )
            if problem not in self.problems and problem.code != "not-fed"
        ]
        if result is not None and emitter is not None:
            result.places.update({node: at for node, at in program.places.items() if node not in emitter.inner})
        return result

    def _emitted(self, compilation: Compilation, scope: str, ends: Iterable[str]) -> Emitter | None:
        """Return the emitter with the graph that these blocks of a page need; None if there are errors."""
        compilation.scope, compilation.need = scope, upstream(compilation.page, ends)
        compilation.weigh()
        compilation.leave_out(compilation.page.blocks.keys() - compilation.need)
        if (
            any(problem.severity == ERROR for problem in compilation.problems)
            or instances.spoilt(compilation.page, compilation.of_instances) & compilation.need
        ):
            return None
        plan = compilation.plan()
        compilation.problems += _misplaced(compilation)
        used = self.compile_functions(compilation, plan)
        if compilation.left_out.keys() & compilation.need or any(
            problem.severity == ERROR for problem in compilation.problems
        ):
            return None
        emitter = Emitter(
            compilation,
            plan,
            expanders(self._options.target),
            telling(self._options.tell, compilation.lowered),
            used,
            self._options,
        )
        emitter.run()
        compilation.weigh()
        return emitter

    def _state(
        self, body: Compilation, scope: str, given: dict[str, str]
    ) -> tuple[list[Variable], list[tf.compat.v1.NodeDef]]:
        """Return the variables of a page, and the nodes that create, initialise and restore them."""
        page = body.page
        variables = [name for name in body.need or () if traits_of(page.blocks[name].type).variable]
        if not variables:
            return [], []
        args = {block.id for block in signature(body.source_page).args}
        for name in variables:
            for arg in sorted(args & upstream(page, [name])):
                body.problems.append(
                    make_problem(
                        "refused",
                        inside(page.name, name, "initvalues"),
                        text=phrase(
                            "the initial value depends on the Arg {}, which has no value before the first call", arg
                        ),
                        remedy=phrase("Take the initial value from what is on this page, or type it"),
                    )
                )
                return [], []
        options = self._options
        again = checked(self.document, page.name, self.catalogue, options.target, options.bare, given=given)
        emitter = self._emitted(again, scope, variables)
        if emitter is None:
            return [], []
        return list(emitter.variables.values()), list(unmarked(emitter.graph.as_graph_def()).node)


def _ends(compilation: Compilation) -> list[str]:
    """Return the blocks that a function of a page computes: its Args, its Retvals, and blocks with a side effect."""
    blocks, catalogue = compilation.page.blocks, compilation.catalogue
    args, retvals, _ = signature(compilation.source_page)
    ends = [block.id for block in (*args, *retvals)]
    for block in blocks.values():
        type_ = catalogue.get(block.type)
        if type_ is None or block.type in APART or type_.traits.variable or type_.op == "ReadVariableOp":
            continue
        if (
            type_.stateful
            or any(pin.kind == OPERATION for pin in type_.outputs)
            or any(pin.kind == REF or pin.ref for pin in type_.inputs)
        ):
            ends.append(block.id)
    return ends


def _misplaced(compilation: Compilation) -> Iterator[Problem]:
    """Yield problems for blocks that are not allowed in functions."""
    page = compilation.page
    args = {block.id for block in signature(compilation.source_page).args}
    for name in sorted(compilation.need or ()):
        if traits_of(page.blocks[name].type).step == "optimizer":
            yield make_problem(
                "refused",
                inside(page.name, name),
                text=phrase(
                    "an optimizer cannot be in a function: its slots for each variable are outside of functions"
                ),
                remedy=phrase("Use the page as a block, or take the optimizer to the page that uses the function"),
            )
        elif traits_of(page.blocks[name].type).fed == "must" and name not in args:
            yield make_problem(
                "refused",
                inside(page.name, name),
                text=phrase("nothing can be fed to a placeholder in a function"),
                remedy=phrase("Make it an Arg of the page"),
            )


def _function(emitter: Emitter, name: str, variables: list[Variable], state: list[NodeDef]) -> CompiledFunction:
    """Return the function of a body that is in a graph."""
    args, retvals, _ = signature(emitter.compilation.source_page)
    graph = emitter.graph
    inputs = [graph.get_tensor_by_name(f"{emitter.name(arg.id)}:0") for arg in args]
    outputs = [graph.get_tensor_by_name(f"{emitter.name(retval.id)}:0") for retval in retvals]
    initialisers = {part.init for part in emitter.variables.values()}
    effects = [
        op
        for op in graph.get_operations()
        if op.name not in initialisers and op.type != "ReadVariableOp" and (acts_or_reads(op.op_def) or not op.outputs)
    ]
    body = _reached([*(t.op for t in outputs), *effects], {t.op for t in inputs})
    definition = _definition(graph, name, body, inputs, outputs, [retval.id for retval in retvals], effects)
    names = {op.name for op in body}
    nodes = [node for node in unmarked(graph.as_graph_def()).node if node.name in names]
    definitions = {part.name: part for part in graph._functions.values()} | {name: definition}
    deeper = [part for used in emitter.functions.values() for part in used.variables]
    below = {node.name: node for used in emitter.functions.values() for node in used.state}
    return CompiledFunction(
        name,
        [t.op.name for t in inputs],
        [t.name for t in outputs],
        [op.name for op in effects],
        nodes,
        definitions,
        places(emitter.functions) | emitter.places | emitter.inner,
        list(dict.fromkeys([*variables, *deeper])),
        list((below | {node.name: node for node in state}).values()),
        [t.shape for t in inputs],
        [t.shape for t in outputs],
    )


def _reached(ends: Iterable[tf.Operation], inputs: set[tf.Operation]) -> list[tf.Operation]:
    """Return the ops that these ops need, in the order of their creation, without the inputs."""

    def sources(op: tf.Operation) -> list[tf.Operation]:
        before = (*(t.op for t in op.inputs), *op.control_inputs)
        return [] if op in inputs else [source for source in before if source not in inputs]

    return sorted(walks.reached(ends, sources).keys() - inputs, key=lambda op: op._id)


def _definition(
    graph: tf.Graph,
    name: str,
    body: list[tf.Operation],
    inputs: list[tf.Tensor],
    outputs: list[tf.Tensor],
    names: list[str],
    effects: list[tf.Operation],
) -> function._DefinedFunction:
    """Return a FunctionDef as TensorFlow's Python stores it, where gradients look it up."""
    with graph._c_graph.get() as c_graph:
        c_function = c_api.TF_GraphToFunction_wrapper(
            c_graph,
            name,
            False,
            [op._c_op for op in body],
            [t._as_tf_output() for t in inputs],
            [t._as_tf_output() for t in outputs],
            _arg_names(names),
            [op._c_op for op in effects],
            [],
            None,
            "",
        )
    with c_api_util.tf_buffer() as buffer:
        c_api.TF_FunctionToFunctionDef(c_function, buffer)
        definition = function_pb2.FunctionDef.FromString(c_api.TF_GetBuffer(buffer))
    c_api.TF_DeleteFunction(c_function)
    for number, tensor in enumerate(inputs):  # add the shapes of handles, which TensorFlow leaves out
        if tensor.shape.rank is not None and "_output_shapes" not in definition.arg_attr[number].attr:
            definition.arg_attr[number].attr["_output_shapes"].list.shape.add().CopyFrom(tensor.shape.as_proto())
    return function._from_definition(definition)


def _arg_names(names: Iterable[str]) -> list[bytes]:
    """Return names of outputs that are valid in an OpDef: lower case, digits and underscores, each once."""
    found: dict[str, None] = {}
    for name in names:
        text = "".join(c if c.isalnum() else "_" for c in ascii_name(name).lower())
        text = text if text[0].isalpha() else f"r{text}"
        while text in found:
            text += "_"
        found[text] = None
    return [text.encode() for text in found]


def places(functions: Mapping[str, CompiledFunction]) -> dict[str, Address]:
    """Return the addresses of the nodes of function bodies."""
    return {node: at for function in functions.values() for node, at in function.places.items()}
