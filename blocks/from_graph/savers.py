"""The Savers of a TensorFlow 1 graph, found by the nodes that they are made of.

A Saver writes tensors to a file (SaveV2), reads them back (RestoreV2), and assigns the values to variables and
tables. Further nodes of a Saver serve only these: names of files and tensors, reads of variables, groups.
"""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.from_graph.graph import Graph, GraphPart
from blockloom.blocks.from_graph.import_frames import Scope, scope_of

_TITLE = "Saver"


def savers(graph: Graph) -> list[set[str]]:
    """Return the keys of the parts of each Saver, in the order of the graph."""
    parts = graph.parts
    seeds = [key for key, part in parts.items() if traits_of(part.type).checkpoint in ("saves", "restores")]
    found: list[tuple[set[str], set[str]]] = []  # (nodes with names of files, nodes that use them) of each Saver
    for seed in seeds:
        names, group = _file_names(graph, seed), {seed}
        for other in [other for other in found if not other[0].isdisjoint(names)]:
            found.remove(other)
            names, group = names | other[0], group | other[1]
        found.append((names, group))
    groups = [whole for names, group in found if _is_saver(graph, whole := _whole(graph, group, names))]
    _add_shared(graph, groups)
    return groups


def scopes_of(graph: Graph, groups: list[set[str]]) -> dict[str, Scope]:
    """Return a scope for each part of some Savers: no two Savers have the same."""
    taken = {scope_of(key)[:depth] for key in graph.parts.keys() - set().union(*groups) for depth in range(9)}
    scopes: dict[str, Scope] = {}
    for group in groups:
        around = _common([scope_of(key) for key in group if traits_of(graph.parts[key].type).checkpoint])
        scope, number = around, 1
        while not scope or scope in taken:
            scope = (*around, _TITLE if number == 1 else f"{_TITLE} {number}")
            number += 1
        taken.add(scope)
        scopes |= dict.fromkeys(group, scope)
    return scopes


def _common(scopes: list[Scope]) -> Scope:
    first, last = min(scopes), max(scopes)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


def _file_names(graph: Graph, key: str) -> set[str]:
    """Return the parts that make the name of the file that a node writes or reads."""
    first = graph.parts[key].inputs[:1]
    todo = [end.part for end in first if end is not None]
    found = set(todo)
    while todo:
        for source in _sources(graph.parts[todo.pop()]):
            if source not in found:
                found.add(source)
                todo.append(source)
    return found


def _sources(part: GraphPart) -> list[str]:
    return [*(end.part for end in part.ends), *part.control_inputs]


def _users(graph: Graph, key: str) -> Iterator[str]:
    yield from (user for user, _ in graph.users.get(key, ()))
    yield from graph.waiters.get(key, ())


def _whole(graph: Graph, seeds: set[str], names: set[str]) -> set[str]:
    """Return some nodes, the nodes that only they use, and the nodes that use only them, variables and names."""
    parts, group = graph.parts, set(seeds)
    before = -1
    while before != len(group):
        before = len(group)
        todo = list(group)
        while todo:  # add assignments of restored values, and nodes that wait for these
            for user in _users(graph, todo.pop()):
                if user not in group and all(
                    source in group or source in names or _holds(parts[source]) or _only_for(graph, source, user)
                    for source in _sources(parts[user])
                ):
                    group.add(user)
                    todo.append(user)
        # Add upstream nodes that no other node uses.
        above, todo = set(group), list(group)
        while todo:
            for source in _sources(parts[todo.pop()]):
                if source not in above and not _holds(parts[source]):
                    above.add(source)
                    todo.append(source)
        while odd := {key for key in above - group if not above.issuperset(_users(graph, key))}:
            above -= odd
        group = above
    return group


def _add_shared(graph: Graph, groups: list[set[str]]) -> None:
    """Add parts that only Savers use to one of these, and unused reads to the Saver that reads the variable."""
    of = {key: group for group in groups[::-1] for key in group}
    read = {(scope_of(key), end): group for key, group in of.items() for end in graph.parts[key].ends}
    for key, part in reversed(graph.parts.items()):
        users = list(_users(graph, key))
        if key in of or _holds(part):
            continue
        if not users:
            alone = len(part.ends) == 1 and traits_of(part.type).inert and not part.control_inputs
            group = read.get((scope_of(key), part.ends[0])) if alone else None
        else:
            used = all(user in of for user in users)
            group = next(one for one in groups if not one.isdisjoint(users)) if used else None
        if group is not None:
            of[key] = group
            group.add(key)


def _only_for(graph: Graph, key: str, user: str) -> bool:
    """Return whether a part is a Const that only this user takes."""
    return graph.parts[key].type == "Const" and {*_users(graph, key)} == {user}


def _holds(part: GraphPart) -> bool:
    """Return whether a part is a variable, a table, or another thing that keeps its content between steps."""
    traits = traits_of(part.type)
    return bool(traits.variable or traits.makes or traits.family)


def _is_saver(graph: Graph, group: set[str]) -> bool:
    """Return whether nodes restore values, and also save them or restore all of them at once."""
    parts = [graph.parts[key] for key in group]
    does = {traits_of(part.type).checkpoint for part in parts}
    assigns = any(traits_of(part.type).assigns or traits_of(part.type).refills for part in parts)
    return "restores" in does and assigns and ("saves" in does or any(part.type == "NoOp" for part in parts))
