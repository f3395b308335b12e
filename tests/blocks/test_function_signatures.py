"""What ops give to the pages that are their functions, and take from them."""

import pytest

from blockloom.blocks.document import Document
from blockloom.blocks.edits import SetValue
from blockloom.blocks.function_signatures import LINES
from blockloom.blocks.incremental import Inferences
from blockloom.blocks.infer import Inference
from blockloom.blocks.page_blocks import with_pages
from tests.pages import page

FUNCTIONS = ("func", "list(func)")
INT = "dtype=DT_INT32"


def test_every_function_of_every_op_has_its_line(catalogue):
    functions = {(name, attr.name) for name in catalogue for attr in catalogue[name].attrs
                 if attr.type in FUNCTIONS and catalogue[name].op == name}
    assert functions == {(op, attr) for op, lines in LINES.items() for attr in lines}
    for op, lines in LINES.items():
        type_ = catalogue[op]
        for line in lines.values():
            for part in (*line.args, *line.results):
                if part.kind in ("attr", "of"):
                    assert type_.attr(part.name), (op, part)
                elif part.kind in ("pin", "rows", "element", "scalar", "pairs"):
                    assert type_.input(part.name), (op, part)


@pytest.fixture
def branches():
    """`t` gives a float and an int, `e` an int."""
    made = Document()
    page(made, "main", f"A Const value=1 {INT}; I If cond=true then_branch=t else_branch=e; C Case branches=[e,t];"
         "P PartitionedCall f=t; X Exit", "A.output -> I.input", "A.output -> C.input", "A.output -> P.args",
         "I.output[1] -> X.data")
    page(made, "t", f"x loom.Arg {INT}; C Cast DstT=DT_FLOAT; a loom.Retval; b loom.Retval index=1", "x.output -> C.x",
         "C.y -> a.input", "x.output -> b.input")
    page(made, "e", f"x loom.Arg {INT}; a loom.Retval", "x.output -> a.input")
    return made


def test_what_an_op_gives_is_what_the_page_of_its_function_gives(branches, catalogue):
    found = Inference(branches.pages["main"], with_pages(catalogue, branches))
    assert found.problems == []
    assert [found.dtype(block, "output") for block in "IPC"] == [
        ["DT_FLOAT", "DT_INT32"], ["DT_FLOAT", "DT_INT32"], ["DT_INT32"]]
    assert found.dtype("X", "output") == "DT_INT32"


def test_it_follows_an_edit_of_that_page(branches, catalogue):
    inferences = Inferences(branches, with_pages(catalogue, branches))
    assert inferences.of("main").now().dtype("C", "output") == ["DT_INT32"]
    edit = SetValue("e", "x", "dtype", "DT_HALF")
    inferences.follow(edit, edit.apply(branches))
    assert inferences.of("main").now().dtype("C", "output") == ["DT_HALF"]


def test_of_a_page_that_is_missing_nothing_else_is_said(branches, catalogue):
    del branches.pages["t"]
    found = Inference(branches.pages["main"], with_pages(catalogue, branches))
    assert [problem for problem in found.problems if problem.address.block in "IP"] == []
