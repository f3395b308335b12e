"""Inputs and outputs of the functions of ops."""

import pytest

from blockloom.blocks.catalogue.function_signatures import lines
from blockloom.blocks.catalogue.op_traits import ops_with
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.infer.function_contracts import function_contract
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.operations import add_function_page, add_function_pages
from tests.pages import page, pages

FUNCTIONS = ("func", "list(func)")
INT = "dtype=DT_INT32"


def test_every_function_of_every_op_has_its_line(catalogue):
    functions = {
        (name, attr.name)
        for name in catalogue
        for attr in catalogue[name].attrs
        if attr.type in FUNCTIONS and catalogue[name].op == name
    }
    rows = [row for trait in ("functions", "differentiated") for row in ops_with(trait).items()]
    assert functions == {(op, attr) for op, attrs in rows for attr in attrs}
    for op in ops_with("functions"):
        type_ = catalogue[op]
        for line in lines(op).values():
            for part in (*line.args, *line.results):
                if part.kind in ("attr", "of"):
                    assert type_.attr(part.name), (op, part)
                elif part.kind in ("pin", "rows", "element", "scalar", "pairs"):
                    assert type_.input(part.name), (op, part)


@pytest.fixture
def branches():
    """`t` gives a float and an int, `e` an int."""
    return pages(
        main=f"A Const value=1 {INT}; I If cond=true then_branch=t else_branch=e input=<A.output; "
        "C Case branches=[e,t] input=<A.output; P PartitionedCall f=t args=<A.output; X Exit data=<I.output[1]",
        t=f"x loom.Arg {INT}; C Cast DstT=DT_FLOAT x=<x.output; a loom.Retval input=<C.y; "
        "b loom.Retval index=1 input=<x.output",
        e=f"x loom.Arg {INT}; a loom.Retval input=<x.output",
    )


def test_what_an_op_gives_is_what_the_page_of_its_function_gives(branches, catalogue):
    found = PageInference(branches.pages["main"], catalogue.with_pages(branches))
    assert found.problems == []
    assert [found.dtype(block, "output") for block in "IPC"] == [
        ["DT_FLOAT", "DT_INT32"],
        ["DT_FLOAT", "DT_INT32"],
        ["DT_INT32"],
    ]
    assert found.dtype("X", "output") == "DT_INT32"


def test_it_follows_an_edit_of_that_page(branches, catalogue):
    inferences = Inferences(branches, catalogue.with_pages(branches))
    assert inferences.inference_of("main").current().dtype("C", "output") == ["DT_INT32"]
    edit = SetValue("e", "x", "dtype", "DT_HALF")
    inferences.follow(edit, edit.apply(branches))
    assert inferences.inference_of("main").current().dtype("C", "output") == ["DT_HALF"]


def test_of_a_page_that_is_missing_nothing_else_is_said(branches, catalogue):
    del branches.pages["t"]
    found = PageInference(branches.pages["main"], catalogue.with_pages(branches))
    assert [problem for problem in found.problems if problem.address.block in "IP"] == []


LOOP = (
    f"I Const value=0 {INT}; V Const value=[1,2] dtype=DT_FLOAT; L While; K If cond=true; F FilterDataset;"
    "R RangeDataset output_types=[DT_INT64] output_shapes=[[]]; M MapDataset; Z ScanDataset"
)
LOOP_WIRES = (
    "I.output -> L.input",
    "V.output -> L.input",
    "V.output -> K.input",
    "R.handle -> F.input_dataset",
    "R.handle -> M.input_dataset",
    "V.output -> M.other_arguments",
    "R.handle -> Z.input_dataset",
    "V.output -> Z.initial_state",
)


@pytest.fixture
def loop(catalogue):
    """Return a document with ops that need functions, its catalogue, and the inference of its page."""
    made = Document()
    page(made, "main", LOOP, *LOOP_WIRES)
    return made, PageInference(made.pages["main"], catalogue.with_pages(made))


def slots(found):
    return [(slot.name, slot.dtype, slot.shape and list(slot.shape), slot.passes) for slot in found]


def test_a_loop_wants_its_tensors_and_whether_to_go_on(loop):
    _, inference = loop
    args = [("i", "DT_INT32", (), None), ("v", "DT_FLOAT", [2], None)]
    cond, body = (function_contract(inference, "L", attr) for attr in ("cond", "body"))
    assert slots(cond.args) == slots(body.args) == args
    assert slots(cond.results) == [("go_on", "DT_BOOL", [], None)]
    assert [slot.passes for slot in body.results] == [0, 1]
    assert function_contract(inference, "L", "parallel_iterations") is None


def test_a_branch_may_give_anything_until_it_is_typed_or_another_gives_it(loop):
    document, inference = loop
    assert function_contract(inference, "K", "then_branch").results_open
    change, _ = add_function_page(document, inference, "K", "then_branch")
    change.edit.apply(document)
    again = PageInference(inference.page, inference.catalogue)
    assert slots(function_contract(again, "K", "else_branch").results) == [("result", "DT_FLOAT", None, None)]


def test_functions_of_datasets_want_elements_and_what_is_captured(loop):
    _, inference = loop
    assert slots(function_contract(inference, "M", "f").args) == [
        ("element", "DT_INT64", [], None),
        ("v", "DT_FLOAT", [2], None),
    ]
    assert slots(function_contract(inference, "F", "predicate").results) == [("keep", "DT_BOOL", [], None)]
    scan = function_contract(inference, "Z", "f")
    assert [slot.name for slot in scan.args] == ["v", "element"]
    assert slots(scan.results) == [("v", "DT_FLOAT", [2], 0)] and scan.results_open


def test_pages_are_made_with_what_goes_in_wired_to_what_comes_out(loop, catalogue):
    document, inference = loop
    history = UndoStack(document)
    before = documents.dumps(document)
    change = add_function_pages(document, inference, "L")
    history.do(change.edit, change.label)
    assert inference.page.blocks["L"].values == {"cond": "L cond", "body": "L body"}
    assert {str(wire) for wire in document.pages["L body"].wires()} == {
        "i.output -> next_i.input",
        "v.output -> next_v.input",
    }
    assert document.pages["L body"].blocks["v"].values == {"dtype": "DT_FLOAT", "shape": "[2]", "index": "1"}
    assert document.pages["L cond"].blocks["CONST"].values["value"] == "false"
    assert not PageInference(inference.page, catalogue.with_pages(document)).problems_of("L")
    with pytest.raises(EditError, match="all functions of L"):
        add_function_pages(document, inference, "L")
    history.undo()
    assert documents.dumps(document) == before


def test_a_list_of_functions_gets_one_more(branches, catalogue):
    inference = PageInference(branches.pages["main"], catalogue.with_pages(branches))
    change, name = add_function_page(branches, inference, "C", "branches")
    change.edit.apply(branches)
    found = PageInference(branches.pages["main"], catalogue.with_pages(branches))
    assert found.known["C"].attrs["branches"] == ["e", "t", name] and not found.problems_of("C")
