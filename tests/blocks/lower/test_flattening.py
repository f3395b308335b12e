"""Instances of pages: their types, their expansion, and their problems."""

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Block, Document, control
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, CompositeEdit, Insert, RemovePage, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.lower import page_inlining
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.page_inlining import flatten
from tests.blocks.small import SMALL
from tests.pages import page, pages


def scaled() -> Document:
    """Return a document: `main` has two instances of `twice`, which has two of `scale`."""
    return pages(
        main="C Const value=3.0 dtype=DT_FLOAT; T page:twice k=5 a=<C.output; N Exit data=<T.out; "
        "U page:twice a=1 k=1; "
        "M Exit data=<U.same",
        twice="a loom.Arg dtype=DT_FLOAT; k loom.Parameter; S page:scale gain==k x=<a.output; "
        "R page:scale gain==2*k x=<S.y; out loom.Retval input=<R.y; same loom.Retval input=<a.output",
        scale="x loom.Arg dtype=DT_FLOAT; gain loom.Parameter default=2; M AddV2 y==gain x=<x.output; "
        "y loom.Retval input=<M.z",
    )


def flat(document: Document, name: str = "main") -> dict[str, str]:
    made = flatten(document.pages[name], SMALL.with_pages(document)).page
    return {b.id: " ".join([b.type, *(f"{k}={v}" for k, v in sorted(b.values.items()))]) for b in made.blocks.values()}


def wires(document: Document, name: str = "main") -> set[str]:
    return {str(w) for w in flatten(document.pages[name], SMALL.with_pages(document)).page.wires()}


def problems(document: Document, name: str = "main") -> list[tuple[str, str, str]]:
    return [(p.severity, p.code, p.place_text) for p in check(document, SMALL, name)]


def test_the_blocks_of_a_page_stand_in_the_place_of_its_instances():
    document = scaled()
    assert flat(document) == {
        "C": "Const dtype=DT_FLOAT value=3.0",
        "N": "Exit",
        "M": "Exit",
        "T/S/M": "AddV2 y=5",
        "T/R/M": "AddV2 y=10",
        "U/S/M": "AddV2 y=1",
        "U/R/M": "AddV2 y=2",
        "U/a": "Const dtype=DT_FLOAT value=1",
    }
    assert wires(document) == {
        "C.output -> T/S/M.x",
        "T/S/M.z -> T/R/M.x",
        "T/R/M.z -> N.data",
        "U/a.output -> U/S/M.x",
        "U/S/M.z -> U/R/M.x",
        "U/a.output -> M.data",
    }
    passed = flatten(document.pages["main"], SMALL.with_pages(document)).passed
    assert passed["T", "out"] == passed["T/out", "output"] == [("T/R/M", "z")]
    assert passed["T/a", "output"] == passed["T", "same"] == [("C", "output")]


def test_a_page_that_is_run_alone_has_placeholders_for_its_args():
    document = scaled()
    assert flat(document, "scale") == {"x": "Placeholder dtype=DT_FLOAT", "M": "AddV2 y=2", "y": "Identity"}
    document.pages["scale"].blocks["x"] = Block("x", "loom.Arg", values={"dtype": "DT_FLOAT", "default": "7"})
    assert flat(document, "scale")["x/default"] == "Const dtype=DT_FLOAT value=7"


def test_an_arg_without_value_takes_its_default():
    document = scaled()
    document.pages["main"].blocks["B"] = Block("B", "page:scale")
    document.pages["scale"].blocks["x"] = Block("x", "loom.Arg", values={"dtype": "DT_FLOAT", "default": "7"})
    assert flat(document)["B/x"] == "Const dtype=DT_FLOAT value=7"
    assert not [p for p in problems(document) if p[2].startswith("main/B")]


def test_a_dtype_parameter_follows_what_is_wired():
    document = pages(
        main="C Const value=1 dtype=DT_DOUBLE; A page:same x=<C.output; B page:same dtype=DT_HALF",
        same="x loom.Arg dtype==dtype; dtype loom.Parameter type=type default=DT_FLOAT; K Const value=0 dtype==dtype; "
        "S AddV2 x=<x.output y=<K.output; y loom.Retval dtype==dtype input=<S.z",
    )
    assert flat(document)["A/K"] == "Const dtype=DT_DOUBLE value=0"
    assert flat(document)["B/K"] == "Const dtype=DT_HALF value=0"
    catalogue = SMALL.with_pages(document)
    assert catalogue["page:same"].outputs[0].type_attr == "dtype"
    assert [p.dtype for p in SMALL.with_pages(scaled())["page:twice"].outputs] == ["DT_FLOAT", "DT_FLOAT"]


def test_defaults_of_parameters_are_like_those_of_attrs():
    document = pages(
        fit="x loom.Arg dtype=DT_FLOAT; s loom.Parameter type=string default=SAME;"
        "n loom.Parameter type=list(int) default=[1,2]",
    )
    assert [attr.default for attr in SMALL.with_pages(document)["page:fit"].attrs] == [[1, 2], "SAME"]


def test_control_wires_reach_into_instances_and_out_of_them():
    document = scaled()
    document.pages["main"].put_wire(control("C", "U"))
    document.pages["main"].put_wire(control("U", "N"))
    assert {"C -> U/S/M", "U/R/M -> N"} <= wires(document)
    assert "C -> U/R/M" not in wires(document), "it waits for U/S/M, which waits"


def test_what_waits_in_an_instance_stands_in_the_order_of_its_blocks():
    """Else the graph, and the file that it is written to, would be another one in each process."""
    document, names = Document(), [f"B{number}" for number in range(30)]
    page(document, "main", "C Const value=1; U page:many")
    page(document, "many", "; ".join(f"{name} Const value=1" for name in names))
    document.pages["main"].put_wire(control("C", "U"))
    flattened = flatten(document.pages["main"], SMALL.with_pages(document)).page
    there = [name for name in flattened.blocks if name.startswith("U/")]
    assert len(there) == 30 and [wire.target for wire in flattened.out["C"]] == there


def test_who_waits_for_what_vanishes_waits_for_what_it_passes_on():
    """An Arg, and a Retval that waits for nothing itself. One that does stays."""
    document = pages(
        main="C Const value=3.0 dtype=DT_FLOAT; T page:f x=<C.output; N Exit data=<T.y",
        f="x loom.Arg dtype=DT_FLOAT; S Exit data=<x.output; A Exit data=<x.output; B Const value=1; "
        "y loom.Retval input=<S.output; z loom.Retval input=<A.output; y -> A; x -> B; B -> z; A -> x",
    )
    assert wires(document) == {
        "C.output -> T/S.data",
        "C.output -> T/A.data",
        "T/S.output -> N.data",
        "T/A.output -> T/z.input",
        "T/S -> T/A",
        "C -> T/B",
        "T/B -> T/z",
    }
    assert {"y -> A", "x -> B", "B -> z", "A -> x"} <= wires(document, "f")


def test_recursion_is_named_and_has_an_end():
    document = pages(
        main="A page:a",
        a="B page:b; y loom.Retval dtype=DT_FLOAT input=<B.y",
        b="A page:a; y loom.Retval dtype=DT_FLOAT input=<A.y",
    )
    (found,) = [p for p in check(document, SMALL, "main") if p.code == "recursion"]
    assert found.place_text == "main/A/B/A" and found.message == "the page uses itself: a -> b -> a"
    page(document, "self", "S page:self")
    assert ("error", "recursion", "self/S") in problems(document, "self")


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("page:none", ("error", "missing-page", "main/X")),
        ("page:scale", ("error", "missing-input", "main/X.x")),
        ("page:scale x=1 gone=1", ("error", "unknown-pin", "main/X.gone")),
        ("page:twice a=1", ("error", "missing-attr", "main/X.k")),
        ("page:scale x=1 gain=many", ("error", "bad-value", "main/X.gain")),
    ],
)
def test_errors_of_an_instance_are_reported_there(block: str, problem: tuple):
    document = scaled()
    type_, *values = block.split()
    document.pages["main"].blocks["X"] = Block("X", type_, values=dict(v.split("=") for v in values))
    told = [p for p in problems(document) if p[2].startswith("main/X")]
    assert problem in told and not [p for p in told if "X/" in p[2]], told


def test_what_a_faulty_instance_gives_is_not_said_to_be_missing():
    """Neither at what is wired to it, nor behind or inside of another instance that is."""
    document = scaled()
    page(document, "self", "x loom.Arg dtype=DT_FLOAT; S page:self; y loom.Retval", "x.output -> S.x", "S.y -> y.input")
    page(
        document,
        "main",
        "C Const value=3.0 dtype=DT_FLOAT; S page:self x=<C.output; T page:twice k=5 a=<S.y; N Exit data=<S.y; "
        "M Exit data=<T.out; O Exit data=<T.same; P Exit",
    )
    assert problems(document) == [("error", "missing-input", "main/P.data"), ("error", "recursion", "main/S/S")]
    assert "missing-input" not in {p[1] for p in problems(document, "self")}


def test_a_wire_of_another_dtype_into_an_instance_is_reported_at_its_pin():
    document = scaled()
    document.pages["main"].blocks["C"] = Block("C", "Const", values={"value": "1", "dtype": "DT_DOUBLE"})
    assert ("error", "dtype-clash", "main/T.a") in problems(document)


def test_errors_on_a_page_are_reported_once_for_its_instances_with_a_path():
    document = scaled()
    document.pages["scale"].blocks["BAD"] = Block("BAD", "Exit")
    assert [p[2] for p in problems(document) if p[1] == "missing-input"] == ["main/T/R/BAD.data"]
    document.pages["scale"].blocks["M"] = Block("M", "AddV2", values={"y": "=none"})
    assert [p for p in problems(document) if p[1] == "bad-value"] == [("error", "bad-value", "main/T/S/M.y")]


def test_what_stands_in_an_instance_has_no_sessions_and_no_monitors():
    document = scaled()
    document.pages["scale"].blocks |= {"SES": Block("SES", "loom.Session"), "NUM": Block("NUM", "loom.Number")}
    assert not [
        b for b in lower(document.pages["main"], SMALL.with_pages(document)).page.blocks if "SES" in b or "NUM" in b
    ]


def test_what_is_known_of_instances_follows_edits_of_their_page():
    document = scaled()
    history = UndoStack(document)
    catalogue = SMALL.with_pages(document)
    inferences = history.inferences(catalogue)
    assert inferences.inference_of("main").current().dtype("T", "out") == "DT_FLOAT"
    change = CompositeEdit((SetValue("scale", "x", "dtype", "DT_DOUBLE"), SetValue("twice", "a", "dtype", "DT_DOUBLE")))
    history.do(change)
    assert inferences.inference_of("main").current().dtype("T", "out") == "DT_DOUBLE"
    history.undo()
    assert inferences.inference_of("main").current().dtype("T", "out") == "DT_FLOAT"
    history.do(Insert("twice", (Block("more", "loom.Retval", values={"dtype": "DT_INT32"}),)))
    assert [p.name for p in catalogue["page:twice"].outputs] == ["more", "out", "same"]
    history.do(RemovePage("scale"))
    assert "page:scale" not in catalogue and inferences.inference_of("twice").current().dtype("S", "y") is None
    history.undo()
    assert inferences.inference_of("twice").current().dtype("S", "y") == "DT_FLOAT"
    history.do(AddPage("new", 0))
    assert catalogue["page:new"].inputs == ()


def test_a_document_with_instances_is_of_format_6():
    text = documents.dumps(scaled())
    assert text.startswith('{"blockloom": 6,') and documents.dumps(documents.loads(text)) == text


def nested(inner: str, *led: str, outer: str = "", values: str = "") -> Document:
    """Return a document with instances nested four deep, ten on each page: 10,000 of `p0` in all."""
    document = Document()
    page(document, "p0", inner, *led)
    for name, before in (("p1", "p0"), ("p2", "p1"), ("p3", "p2"), ("main", "p3")):
        page(document, name, "; ".join([*(f"I{i} page:{before} {values.format(i)}" for i in range(10)), outer]))
    return document


@pytest.mark.parametrize(
    "document",
    [
        nested("N Const value=1; M Const value=1"),
        nested(f"N Const value={'1' * 10_000}"),
        nested("a loom.Arg default=1; r loom.Retval; q loom.Retval", "a.output -> r.input", "a.output -> q.input"),
        nested("n loom.Parameter", outer="n loom.Parameter", values="n==10*n+{}"),
    ],
    ids=["blocks", "text", "without blocks", "parameters"],
)
def test_instances_in_instances_have_a_limit_before_memory_ends(document, monkeypatch):
    monkeypatch.setattr(page_inlining, "MOST", 5000)
    if "n" in document.pages["main"].blocks:
        document.pages["main"].blocks["n"] = Block("n", "loom.Parameter", values={"default": "1"})
    made = flatten(document.pages["main"], SMALL.with_pages(document))
    assert {p.code for p in made.problems} == {"too-large"}
    assert len(made.page.blocks) + len(made.passed) <= 2 * 5000


def test_wires_of_all_ends_to_all_beginnings_have_a_limit(monkeypatch):
    document = pages(many="; ".join(f"N{i} Const value=1" for i in range(100)))
    main = page(document, "main", "A page:many; B page:many")
    main.put_wire(control("A", "B"))
    assert len(wires(document)) == 10_000
    monkeypatch.setattr(page_inlining, "MOST", 4000)
    made = flatten(main, SMALL.with_pages(document))
    assert [(p.code, p.place_text) for p in made.problems] == [("too-large", "main/B")]
    assert not list(made.page.wires())


def test_a_value_goes_through_any_number_of_instances_that_hand_it_on():
    count = 2000
    document = pages(
        through="a loom.Arg; b loom.Arg index=1; r loom.Retval input=<a.output; s loom.Retval index=1 input=<b.output"
    )
    page(
        document,
        "main",
        "C Const value=1; M Exit; " + "; ".join(f"I{i} page:through" for i in range(count)),
        "C.output -> I0.a",
        *(f"I{i - 1}.s -> I{i}.a" for i in range(1, count)),
        *(f"I{i}.r -> I{i}.b" for i in range(count)),
        f"I{count - 1}.s -> M.data",
    )
    assert wires(document) == {"C.output -> M.data"}
    page(document, "main", "T page:through; M Exit", "T.r -> T.a", "T.r -> M.data")
    assert wires(document) == set()


def test_nothing_is_made_of_what_is_too_large_whatever_is_in_it():
    """30 pages that have the next one twice: 2 ^ 30 blocks on the first, 100,000 on one further down."""
    document = Document()
    names = [f"p{n}" for n in range(30)]
    for name, below in zip(names, names[1:]):
        page(document, name, f"A page:{below}; B page:{below}")
    page(document, names[-1], "N Const value=1")
    made = flatten(document.pages["p0"], SMALL.with_pages(document))
    assert [(p.code, p.place_text) for p in made.problems] == [("too-large", "p0/A"), ("too-large", "p0/B")]
    assert not made.page.blocks
