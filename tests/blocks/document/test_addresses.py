"""An address has one text form, which is parsed as the same address."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blockloom.blocks.document.addresses import Address, AddressError, address, inside, parse

NAMES = st.one_of(
    st.sampled_from(["A", "main", "a.b", "a/b", "x[1]", "m:W", "\\", "[", "A\\[0]", ".", "é"]),
    st.text(min_size=1, max_size=6),
)


@st.composite
def addresses(draw):
    page, block = draw(NAMES), draw(st.one_of(st.just(""), NAMES))
    pin = draw(st.one_of(st.just(""), NAMES)) if block else ""
    element = draw(st.one_of(st.none(), st.integers(0, 999_999))) if pin else None
    return Address(page, block, pin, element, tuple(draw(st.lists(NAMES, max_size=3))))


@given(addresses())
@example(Address("main", "", "x"))
def test_what_is_written_is_read_as_the_same(at):
    assert parse(str(at)) == at
    assert parse(str(at), "another page") == at


@given(NAMES, st.one_of(st.just(""), NAMES), NAMES, st.lists(NAMES, max_size=3).map(tuple))
def test_without_a_page_it_is_on_the_one_that_is_meant(block, pin, page, path):
    assert parse(str(Address("", block, pin, None, path)), page) == Address(page, block, pin, None, path)


@given(addresses(), addresses())
def test_two_places_are_written_differently(one, other):
    assert (str(one) == str(other)) == (one == other)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("TAKE", Address("main", "TAKE")),
        ("TAKE.values", Address("main", "TAKE", "values")),
        ("other/TAKE.values", Address("other", "TAKE", "values")),
        ("SPLIT.output[1]", Address("main", "SPLIT", "output", 1)),
        ("OPT.m:W", Address("main", "OPT", "m:W")),
        ("a.page 2/A", Address("a.page 2", "A")),
        ("main/", Address("main")),
        ("main/LAYER/W.ref", Address("main", "W", "ref", None, ("LAYER",))),
        ("main/LAYER/", Address("main", path=("LAYER",))),
        ("/LAYER/W.ref", Address("main", "W", "ref", None, ("LAYER",))),
        ("A.b.c", Address("main", "A", "b.c")),
        ("A.x[1][2]", Address("main", "A", "x[1]", 2)),
        ("A.x[", Address("main", "A", "x[")),
    ],
)
def test_forms(text, at):
    assert parse(text, "main") == at


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an address is missing"),
        ("A.", "'A.' is not an address"),
        (".x", "'.x' is not an address"),
        ("/A", "no name before a /"),
        ("main//A", "no name before a /"),
        ("A\\", "nothing follows the backslash"),
    ],
)
def test_an_invalid_address_is_reported(text, says):
    with pytest.raises(AddressError, match=says.replace("\\", "\\\\")):
        parse(text, "main")


def test_an_element_is_distinguished_from_the_pin():
    assert address("main", "A", "output[1]") == Address("main", "A", "output", 1)
    assert address("main", "A", "output[1]").end == "output[1]"
    assert address("main", "A").display_text == "main/A" and address("main").display_text == "main"
    assert Address("main", "A", "a/b", 2).display_text == "main/A.a/b[2]"


@pytest.mark.parametrize(
    ("block", "at"),
    [
        ("A", Address("main", "A", "y")),
        ("LAYER/A", Address("main", "A", "y", None, ("LAYER",))),
        ("/BODY/A", Address("BODY", "A", "y")),
        ("/BODY/OUTER/INNER/A", Address("BODY", "A", "y", None, ("OUTER", "INNER"))),
    ],
)
def test_a_block_of_a_flattened_page_is_named_by_its_page_and_instances(block, at):
    assert inside("main", block, "y") == at
