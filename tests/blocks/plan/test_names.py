"""Names of nodes that blocks keep, and their internal attrs."""

from __future__ import annotations

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Document, new_document
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.plan.planner import make_plan
from tests.pages import page, pages


def _document() -> Document:
    made = pages(
        main="W loom.ResourceVariable initvalues=[1.5,2.0] dtype=DT_FLOAT; X Const value=1.0f; "
        "A Mul x=<X.output y=<W.value; B Mul x=<X.output y=<W.value; C AddV2 y=3.0f x=<A.z; D AddV2 y=3.0f x=<B.z; "
        "E AddV2 y=4.0f x=<B.z",
    )
    blocks = made.pages["main"].blocks
    for block, names in {
        "A": {"": "m/mul", "y": "m/read"},
        "B": {"y": "m/read"},
        "C": {"y": "m/three"},
        "D": {"y": "m/three"},
        "E": {"y": "m/three"},
        "X": {"": "E/y"},
    }.items():
        blocks[block] = blocks[block]._replace(names=names)
    blocks["A"] = blocks["A"]._replace(values={"_device": "/cpu:0", "_class": '["loc:@E/y"]'})
    return made


def _nodes(document: Document, catalogue, **how) -> dict[str, Node]:
    made = document.pages["main"]
    plan = make_plan(made, catalogue, PageInference(made, catalogue), **how)
    assert not plan.problems
    nodes = [node for block in plan.order for node in plan.nodes[block]]
    assert len({node.name for node in nodes}) == len(nodes)
    return {node.name: node for node in nodes}


def test_nodes_have_the_names_that_blocks_keep_and_equal_ones_are_one(catalogue):
    nodes = _nodes(_document(), catalogue, bare=True)
    assert [name for name, node in nodes.items() if node.op == "ReadVariableOp"] == ["m/read"]
    assert nodes["m/mul"].inputs == ["E/y", "m/read"] and nodes["B"].inputs == ["E/y", "m/read"]
    assert nodes["C"].inputs[1] == nodes["D"].inputs[1] == "m/three"
    assert nodes["E"].inputs[1] == "m/three_"  # another value


def test_internal_attrs_and_the_device_are_those_of_the_node(catalogue):
    made = _nodes(_document(), catalogue, bare=True)["m/mul"]
    assert made.device == "/cpu:0" and made.attrs["_class"] == ("list(string)", [b"loc:@E/y"])
    document = _document()
    block = document.pages["main"].blocks["A"]
    document.pages["main"].blocks["A"] = block._replace(values={"_device": "nowhere!", "_kernel": "[", "_other": "1"})
    assert [(p.code, p.pin) for p in check(document, catalogue)] == [
        ("bad-device", "_device"),
        ("unknown-pin", "_other"),
    ]


def test_an_instance_puts_its_id_before_them(catalogue):
    from blockloom.blocks.lower.page_inlining import flatten

    document = _document()
    page(document, "two", "P page:main; Q page:main")
    flat = flatten(document.pages["two"], catalogue.with_pages(document)).page
    assert flat.blocks["P/A"].names == {"": "P/m/mul", "y": "P/m/read"}
    assert len(make_plan(flat, catalogue, PageInference(flat, catalogue), bare=True).order) == 14


def test_a_file_holds_them(catalogue):
    text = documents.dumps(_document())
    assert text.startswith('{"blockloom": 7,') and documents.dumps(documents.loads(text)) == text
    for name in ("", "/x", "a b", "^x", "x:0"):
        with pytest.raises(documents.FileError, match="is not a name of a node"):
            documents.loads(text.replace('"m/three"', f'"{name}"', 1))
        block = _document().pages["main"].blocks["A"]._replace(id="NEW", names={"": name})
        with pytest.raises(EditError, match="is not a name of a node"):
            Insert("main", (block,)).apply(new_document())
