"""What is known of ops: `assets/catalogue/op_traits.json` against the ops that there are and the traits of `Traits`."""

import inspect
import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from blockloom.blocks.catalogue.op_traits import FILE, NOTHING, Traits, ops_with, traits_of
from blockloom.blocks.values import handle_kinds

# Traits whose values are names: of pins or attrs of the op itself, and of other ops.
PINS = ("prepares", "shared_by", "file", "sizes", "begins", "embedding_pin")
OPS = ("counted_by", "supplied_by", "supplies")


def rows():
    """The pairs of the file; json.loads keeps the last of two that have one name."""
    return json.loads(FILE.read_bytes(), object_pairs_hook=list)


def conforms(value: Any, declared: Any) -> bool:
    """Whether a value of a trait is of the type that is declared."""
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
    assert {trait for _, traits in rows() for trait, _ in traits} == set(Traits._fields)
    for trait in Traits._fields:
        for op, value in ops_with(trait).items():
            assert conforms(value, declared[trait]), (op, trait, value)
            assert value != getattr(NOTHING, trait), (op, trait, value)


def test_every_trait_says_what_it_means():
    """In the comment before its line."""
    lines = [line.strip() for line in inspect.getsource(Traits).splitlines()]
    without = [name for before, line in pairwise(lines) for name in Traits._fields
               if line.startswith(f"{name}:") and not (before.startswith("# ") and before.endswith("."))]
    assert without == []


@pytest.mark.parametrize("trait", PINS)
def test_pins_and_attrs_that_are_named_are_those_of_the_op(catalogue, trait):
    for op, name in ops_with(trait).items():
        assert catalogue[op].input(name) or catalogue[op].attr(name), (op, name)


def test_handles_stand_for_things_that_have_a_name(catalogue):
    assert set(ops_with("makes").values()) == set(handle_kinds.NAMES)
    for op, takes in ops_with("takes").items():
        for pin, things in takes.items():
            assert catalogue[op].input(pin) and set(things) <= set(handle_kinds.NAMES), (op, pin)


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


def test_block_types_have_the_traits_of_their_ops(catalogue):
    assert catalogue["Identity"].traits is traits_of("Identity") and traits_of("Identity").same_value
    assert catalogue["enu.Variable"].traits is traits_of("loom.Variable")
    assert catalogue["enu.Identity"].traits is traits_of("Identity")
    assert traits_of("NoSuchOp") is NOTHING
