"""Finding blocks by the values of attributes, and by regular expressions."""

import time

import pytest

from blockloom.blocks.find.page_search import PageSearch, PatternError
from tests.pages import document


@pytest.fixture(scope="module")
def search(catalogue):
    made = document(
        catalogue,
        'conv1 Conv2D padding="SAME" strides=[1, 2, 2, 1]; conv2 Conv2D padding=VALID; '
        "pool MaxPool padding=SAME ksize=[1,2,2,1]; A Const value=1; MUL MatMul a=[[1]] transpose_a=true; "
        "MUL_2 MatMul",
    )
    return PageSearch(made, catalogue)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("attr:padding=SAME", ["conv1", "pool"]),
        ("attr:padding=same type:conv2d", ["conv1"]),
        ("attr:padding=S*", ["conv1", "pool"]),
        ("attr:padding=/^(same|valid)$/", ["conv1", "conv2", "pool"]),
        ("attr:padding", ["conv1", "conv2", "pool"]),
        ("attr:pad", []),
        ("padding=SAME", ["conv1", "pool"]),
        ("padding = valid", ["conv2"]),
        ("padding=SAME type:conv2d", ["conv1"]),
        ("pad=SAME", []),
        ("SAME", ["conv1", "pool"]),
        ("valid type:conv2d", ["conv2"]),
        ("NHWC", ["conv1", "conv2", "pool"]),  # by default
        ("[1, 2, 2, 1]", ["conv1", "pool"]),
        ("a", ["A", "MUL", "MUL_2", "pool"]),  # names, not the value of an attr
        ("attr:*=[1,2,2,1]", ["conv1", "pool"]),
        ("attr:strides=[1,2,*", ["conv1"]),
        ("attr:transpose_a=false", ["MUL_2"]),  # by default
        ("attr:transpose_a=true", ["MUL"]),
        ("attr:transpose_a", ["MUL"]),
        (r"/^conv\d$/", ["conv1", "conv2"]),
        ("type:/pool$/", ["pool"]),
        ("name:/^mul/", ["MUL", "MUL_2"]),
        ("/^mul$/ attr:a=/1/", ["MUL"]),
    ],
)
def test_blocks_are_found_by_attribute_and_regular_expression(search, query, expected):
    assert sorted(found.block for found in search.find(query, "main")) == sorted(expected)


def test_a_block_of_a_value_comes_once_and_before_those_whose_names_have_its_letters(catalogue):
    padding = {"valve_idle_1": "SAME", "valve_idle_2": "VALID", "valve_idle_3": "VALID"}
    made = document(catalogue, {name: ("Conv2D", {"padding": value}) for name, value in padding.items()})
    found = [match.block for match in PageSearch(made, catalogue).find("valid", "main")]
    assert found == ["valve_idle_2", "valve_idle_3", "valve_idle_1"]


@pytest.mark.parametrize("query", ["/conv(/", "attr:padding=/[/", "type:/*/", "/(a+)+$/", "name:/((a|b)*)*c/"])
def test_a_wrong_or_endless_expression_is_refused_at_once(search, query):
    began = time.monotonic()
    with pytest.raises(PatternError, match="regular expression"):
        search.find(query, "main")
    assert time.monotonic() - began < 5
