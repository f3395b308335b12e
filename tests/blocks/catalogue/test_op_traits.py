"""Traits of ops: `assets/catalogue/op_traits.json` against the existing ops and the fields of `Traits`."""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from blockloom.blocks.catalogue import dataset_types
from blockloom.blocks.catalogue.op_traits import FILE, NOTHING, Traits, ops_with, traits_of
from blockloom.blocks.values import dtypes
from tests import sources

# Traits whose values are names: of pins or attrs of the op itself, and of other ops.
PINS = ("prepares", "shared_by", "file", "sizes", "begins", "embedding_pin")
OPS = ("counted_by", "supplied_by", "supplies")


def rows():
    """Return the pairs of the file, since json.loads keeps only the last of two with the same key."""
    return json.loads(FILE.read_bytes(), object_pairs_hook=list)


def conforms(value: Any, declared: Any) -> bool:
    """Return whether a value of a trait has the declared type."""
    if get_origin(declared) is Literal:
        return value in get_args(declared)
    if get_origin(declared) is tuple:
        return isinstance(value, tuple) and all(conforms(one, get_args(declared)[0]) for one in value)
    if get_origin(declared) is Mapping:
        _, of = get_args(declared)
        return isinstance(value, Mapping) and all(isinstance(k, str) and conforms(v, of) for k, v in value.items())
    return declared is Any or type(value) is declared


def test_every_op_is_one_of_tensorflow_or_our_own_and_stands_once(catalogue):
    names = [name for name, _ in rows()]
    assert names == sorted(set(names))
    assert [name for name in names if name not in catalogue or name.startswith("enu.")] == []
    for name, traits in rows():
        assert len(traits) == len(dict(traits)), name


def test_every_trait_is_declared_and_has_a_value_of_its_type_that_says_something():
    declared = get_type_hints(Traits)
    assert {trait for _, traits in rows() for trait, _ in traits} == set(Traits.__struct_fields__)
    for trait in Traits.__struct_fields__:
        for op, value in ops_with(trait).items():
            assert conforms(value, declared[trait]), (op, trait, value)
            assert value != getattr(NOTHING, trait), (op, trait, value)


def test_every_trait_says_what_it_means():
    """In the comment before its line."""
    lines = [line.strip() for line in inspect.getsource(Traits).splitlines()]
    without = [
        name
        for before, line in pairwise(lines)
        for name in Traits.__struct_fields__
        if line.startswith(f"{name}:") and not (before.startswith("# ") and before.endswith("."))
    ]
    assert without == []


@pytest.mark.parametrize("trait", PINS)
def test_pins_and_attrs_that_are_named_are_those_of_the_op(catalogue, trait):
    for op, name in ops_with(trait).items():
        assert catalogue[op].input(name) or catalogue[op].attr(name), (op, name)


def test_hyperparameters_are_inputs_of_what_trains(catalogue):
    for op, names in ops_with("hyperparameters").items():
        assert traits_of(op).trains or traits_of(op).step == "optimizer", op
        assert all(catalogue[op].input(name) for name in names), op


def test_handles_stand_for_things_that_have_a_name(catalogue):
    assert set(ops_with("makes").values()) == set(dtypes.NAMES)
    for op, takes in ops_with("handle_inputs").items():
        for pin, things in takes.items():
            assert catalogue[op].input(pin) and set(things) <= set(dtypes.NAMES), (op, pin)


def test_ops_that_are_named_are_there(catalogue):
    named = {name for trait in OPS for name in ops_with(trait).values()}
    named |= {reads["op"] for reads in ops_with("of_value").values()}
    assert [name for name in named if name not in catalogue] == []
    assert set(ops_with("supplied_by").values()) == set(ops_with("supplies").values())


def test_what_reads_a_variable_becomes_what_does_so_with_its_value(catalogue):
    for op, reads in ops_with("of_value").items():
        plain = catalogue[reads["op"]]
        assert all(plain.attr(name) for name in (reads["dtype"], *reads["attrs"])), op
        for own, other in reads.get("pins", {}).items():
            assert catalogue[op].input(own) and plain.input(other) or catalogue[op].output(own) and plain.output(other)


def test_types_of_elements_follow_a_rule():
    for op, rule in ops_with("elements").items():
        found = [dataset_types._rule(op, typed) for typed in (False, True)]
        assert found.count(None) == 1, (op, rule)


def test_block_types_have_the_traits_of_their_ops(catalogue):
    assert catalogue["Identity"].traits is traits_of("Identity") and traits_of("Identity").same_value
    assert catalogue["enu.Variable"].traits is traits_of("loom.Variable")
    assert catalogue["enu.Identity"].traits is traits_of("Identity")
    assert traits_of("NoSuchOp") is NOTHING


FOLDERS = ("app", "blocks", "runtime")
BY_WORDS = ("runtime/compile/op_registry.py",)  # recognises categories of ops by words in their names
OWN = 5  # modules that may name the project's block types


def outside(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes of some classes in the source outside of the room of the catalogue, each with its module."""
    for path in sources.files(*FOLDERS):
        module = str(path.relative_to(sources.ROOT))
        if not module.startswith("blocks/catalogue/") and module not in BY_WORDS:
            yield from ((module, node) for node in sources.nodes(path, *kinds))


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the words of a collection literal: elements, keys and values, split texts, alternatives of a pattern."""
    parts: list[ast.expr | None] = []
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        parts = [*node.elts]
    elif isinstance(node, ast.Dict):
        parts = [*node.keys, *node.values]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        yield from str(node.func.value.value).split() if isinstance(node.func.value, ast.Constant) else ()
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from node.value.split("|")
    yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def test_no_other_room_has_a_table_of_ops(catalogue):
    """A collection with two or more names of ops is a trait: see op_traits.py."""
    tables = [
        f"{module}:{node.lineno}: {', '.join(sorted(names))}"
        for module, node in outside(ast.Set, ast.Tuple, ast.List, ast.Dict, ast.Call, ast.Constant)
        if len(names := {text for text in texts(node) if text in catalogue}) > 1
    ]
    assert not tables, "\n".join(tables)


def test_block_types_of_our_own_are_named_in_one_place():
    named = {
        path
        for path in sources.files(*FOLDERS)
        for node in sources.nodes(path, ast.Constant)
        if isinstance(node.value, str) and node.value.startswith("loom.")
    }
    assert len(named) <= OWN, named


def test_no_op_is_recognised_by_a_part_of_its_name():
    """`type.startswith("Apply")` and `"Apply" in type` mean a trait."""

    def told(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
        """Return the substring and the text of a test such as `"x" in text` or `text.startswith("x")`."""
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.args
            and node.func.attr in ("startswith", "endswith")
        ):
            return node.args[0], node.func.value
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            return node.left, node.comparators[0]
        return None

    found = [
        f"{module}:{node.lineno}: {ast.unparse(node)}"
        for module, node in outside(ast.Call, ast.Compare)
        if (parts := told(node))
        and isinstance(parts[1], ast.Attribute)
        and parts[1].attr in ("type", "op")
        and any(isinstance(one, ast.Constant) and str(one.value)[:1].isupper() for one in ast.walk(parts[0]))
    ]
    assert found == []
