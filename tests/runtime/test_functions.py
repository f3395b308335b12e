"""Pages as functions: what While, If, Case, calls and datasets run, their variables, and what is said of them."""

import pytest

from blockloom import BadPage, run
from blockloom.blocks.document import Document, Page
from tests.pages import page

INT = "dtype=DT_INT32"


def fibonacci(document: Document) -> Document:
    """`LOOP` goes from (0, 1) ten times from (a, b) to (b, a + b); `less` and `next` are its pages."""
    page(document, "main", f"A Const value=0 {INT}; B Const value=1 {INT}; I Const value=0 {INT};"
         "LOOP While cond=less body=next", "I.output -> LOOP.input", "A.output -> LOOP.input", "B.output -> LOOP.input")
    args = f"i loom.Arg {INT}; a loom.Arg {INT} index=1; b loom.Arg {INT} index=2;"
    page(document, "less", args + "L Less y=10; r loom.Retval", "i.output -> L.x", "L.z -> r.input")
    page(document, "next", args + "N AddV2 y=1; M AddV2; "
         "r0 loom.Retval; r1 loom.Retval index=1; r2 loom.Retval index=2",
         "i.output -> N.x", "a.output -> M.x", "b.output -> M.y", "N.z -> r0.input", "b.output -> r1.input",
         "M.z -> r2.input")
    return document


def pair(document: Document, name: str, op: str) -> Page:
    """A page that gives `op` of two numbers."""
    return page(document, name, f"a loom.Arg {INT}; b loom.Arg {INT} index=1; M {op}; r loom.Retval",
                "a.output -> M.x", "b.output -> M.y", "M.z -> r.input")


@pytest.fixture
def go(worker):
    """Run a document's page `main`; gives its results."""
    return lambda made, **options: run(made, page="main", worker=worker, **options).results


def test_a_loop_runs_its_pages(go):
    assert [int(n) for n in go(fibonacci(Document()))["LOOP"]["output"]] == [10, 55, 89]


def test_a_branch_a_case_and_calls_run_their_pages(go):
    made = Document()
    wires = [f"{source}.output -> {block}.{pin}" for block, pin in (("I", "input"), ("C", "input"), ("P", "args"),
                                                                    ("Q", "args")) for source in "AB"]
    page(made, "main", f"A Const value=7 {INT}; B Const value=5 {INT};"
         "I If cond=false then_branch=add else_branch=sub Tout=[DT_INT32];"
         "C Case branch_index=2 branches=[add,sub,mul] Tout=[DT_INT32]; P PartitionedCall f=sub Tout=[DT_INT32];"
         "Q StatefulPartitionedCall f=add Tout=[DT_INT32]", *wires)
    for name, op in (("add", "AddV2"), ("sub", "Sub"), ("mul", "Mul")):
        pair(made, name, op)
    found = go(made)
    assert [found[block]["output"][0] for block in "ICPQ"] == [2, 35, 2, 12]


def test_pages_that_use_themselves_are_named_before_tensorflow_sees_them(go):
    made = Document()
    page(made, "main", f"A Const value=1 {INT}; P PartitionedCall f=first Tout=[DT_INT32]", "A.output -> P.args")
    arg = f"x loom.Arg {INT}; r loom.Retval;"
    page(made, "first", arg + "W While cond=less body=second", "x.output -> W.input", "W.output[0] -> r.input")
    page(made, "second", arg + "I page:third", "x.output -> I.x", "I.r -> r.input")
    page(made, "third", arg + "P PartitionedCall f=first Tout=[DT_INT32]", "x.output -> P.args",
         "P.output[0] -> r.input")
    page(made, "less", arg + "L Less y=3", "x.output -> L.x", "L.z -> r.input")
    with pytest.raises(BadPage) as caught:
        go(made)
    (told,) = [p for p in caught.value.problems if p.code == "recursion"]
    assert "first -> second -> third -> first" in str(told)


def test_what_is_wrong_on_a_function_page_is_told_once_and_there(go):
    made = fibonacci(Document())
    page(made, "less", f"i loom.Arg {INT}; a loom.Arg {INT} index=1; b loom.Arg {INT} index=2; L Less y=nine;"
         "r loom.Retval", "i.output -> L.x", "L.z -> r.input")
    main = made.pages["main"]
    main.blocks["AGAIN"] = main.blocks["LOOP"]._replace(id="AGAIN")
    for wire in main.into["LOOP"]["input"]:
        main.put_wire(wire._replace(target="AGAIN"))
    with pytest.raises(BadPage) as caught:
        go(made)
    assert [p.where for p in caught.value.problems if p.severity == "error"] == ["less/L.y"]
