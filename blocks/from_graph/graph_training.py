"""Find the parts of a TensorFlow 1 graph that train the model: gradients, updates of variables, and summaries.

TensorFlow names the gradient of a node after it: in a scope such as `gradients`, the gradient of `dense/MatMul` is in
`dense/MatMul_grad`. These names show which scopes hold gradients, whatever the scopes are called, and which nodes the
loss needs. The rest follows from what the nodes take and give.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.from_graph.graph import Graph, GraphPart
from blockloom.blocks.from_graph.import_frames import Scope, scope_of
from blockloom.blocks.walks import reached

_TRAINING, _GRADIENTS, _UPDATES, _SUMMARIES = "training", "gradients", "updates", "summaries"
_GRAD = "_grad"  # suffix of the scope of a node's gradient
_TAPE = "gradient_tape"  # the scope of gradients in TensorFlow 2
_OF_GRADIENTS = re.compile(r"Grad(V\d)?$|Backprop(Filter|Input)")  # types of gradient ops
_SUMMARY = re.compile(r"Summary(V2)?$")


def is_summary(block_type: str) -> bool:
    """Return whether a block of this type reports on the training."""
    return bool(_SUMMARY.search(block_type))


def training_scopes(graph: Graph, outputs: Collection[str], of_savers: Collection[str] = ()) -> dict[str, Scope]:
    """Return new scopes for the parts of a graph that only train the model or report on it.

    Args:
        graph: the graph, with constants and reads of variables folded.
        outputs: the parts that the page gives, with all that these need: they keep their scopes.
        of_savers: the parts of Savers, which keep their scopes.
    """
    parts = graph.parts
    summaries = {key for key, part in parts.items() if is_summary(part.type)}
    gradients, differentiated = _gradients(graph)
    trains = {key for key, part in parts.items() if traits_of(part.type).trains}
    scopes: dict[str, Scope] = {}
    if gradients or trains:
        model = {
            *reached([*(differentiated or _ends(graph, trains | summaries | {*of_savers})), *outputs], graph.sources)
        }
        before = reached(trains, graph.sources).keys() - trains
        after = {*reached({*trains, *gradients} - model, graph.followers)}
        apart = gradients.keys() | {key for key in before | after if not _stays(parts[key])}
        apart -= model | summaries | {*of_savers}
        apart |= _slots(graph, apart, of_savers) | {key for key in parts if _does_nothing(graph, key)}
        root = _free(graph, apart, _TRAINING)
        for key in apart:
            if key in gradients:
                scopes[key] = (root, _GRADIENTS, *gradients[key])
            elif gradients or key not in before:
                scopes[key] = (root, _UPDATES, *scope_of(key))
            else:
                scopes[key] = (root, _GRADIENTS, *scope_of(key))
    return scopes | dict.fromkeys(summaries - scopes.keys() - {*outputs}, (_free(graph, summaries, _SUMMARIES),))


def _gradients(graph: Graph) -> tuple[dict[str, Scope], set[str]]:
    """Return the nodes in scopes of gradients, each with its scopes in there, and the differentiated nodes."""
    found: dict[str, Scope] = {}  # node of a gradient -> its scope within the scope of gradients
    of: set[str] = set()
    for key in graph.parts:
        for scope, name in _differentiated(key):
            if name in graph.parts:
                found[key] = scope
                of.add(name)
                break
    shown = Counter(found.values())
    members = Counter(scope for key in graph.parts for scope in _around(key) if scope in shown)
    sure = {scope for scope, count in shown.items() if 2 * count >= members[scope]}
    inner = {
        key: scope_of(key)[len(around) :]
        for key in graph.parts
        if (around := next((scope for scope in _around(key) if scope in sure), None))
    }
    return inner, {name for name in of if inner}


def _differentiated(key: str) -> Iterator[tuple[Scope, str]]:
    """Yield each scope that may be one of gradients, with the node of which this one is the gradient then."""
    words = scope_of(key)
    for end, word in enumerate(words):
        if word.endswith(_GRAD):
            for begin in range(1, end + 1):
                yield words[:begin], "/".join((*words[begin:end], word.removesuffix(_GRAD)))
        elif word == _TAPE:
            yield words[: end + 1], "/".join(words[end + 1 :])


def _around(key: str) -> Iterator[Scope]:
    """Yield the scopes around a node, the outermost first."""
    words = scope_of(key)
    return (words[: depth + 1] for depth in range(len(words)))


def _ends(graph: Graph, apart: Collection[str]) -> list[str]:
    """Return what nothing uses but parts that are `apart`, if no gradient is needed for it."""
    ends = []
    for key, part in graph.parts.items():
        if key not in apart and part.inputs and {*graph.followers(key)} <= {*apart}:
            before = reached([key], graph.sources)
            if not any(one in apart or _OF_GRADIENTS.search(graph.parts[one].type) for one in before):
                ends.append(key)
    return ends


def _slots(graph: Graph, apart: Collection[str], of_savers: Collection[str]) -> set[str]:
    """Return the variables that only these parts use, such as those of an optimizer, with unused reads of them."""
    found = set()
    for key, part in graph.parts.items():
        if traits_of(part.type).variable:
            users = {*graph.followers(key)} - {*of_savers}
            idle = {user for user in users - {*apart} if not graph.followers(user) and len(graph.parts[user].ends) == 1}
            if idle != users and users <= {*apart, *idle}:
                found |= {key, *idle}
    return found


def _does_nothing(graph: Graph, key: str) -> bool:
    """Return whether a part is a group of which nothing is left, such as that of initial values."""
    return graph.parts[key].type == "NoOp" and not graph.sources(key) and not graph.followers(key)


def _stays(part: GraphPart) -> bool:
    """Return whether a part is fed, keeps its content between steps, or lies with those that use it."""
    traits = traits_of(part.type)
    return bool(traits.variable or traits.makes or traits.family or traits.fed or part.type == "Const")


def _free(graph: Graph, members: Collection[str], title: str) -> str:
    """Return a title that is not yet the outermost scope of another part."""
    taken = {scope[0] for key in graph.parts if key not in members and (scope := scope_of(key))}
    numbered = (f"{title} {number}" for number in range(2, len(taken) + 3))
    return next(name for name in (title, *numbered) if name not in taken)
