"""Problems of pages that are used as blocks and as functions."""

import pytest
from msgspec.structs import replace

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Block, Document, control
from tests.blocks.lower.test_flattening import page, scaled, wires
from tests.blocks.small import SMALL


def problems_with_code(document, code: str, name: str | None = None) -> list:
    return [p for p in check(document, SMALL, name) if p.code == code]


def test_recursion_by_way_of_functions_is_named_on_every_page_that_leads_to_it():
    document = Document()
    page(document, "main", "A page:a x=1")
    page(document, "a", "x loom.Arg dtype=DT_FLOAT; F Map f=b; y loom.Retval", "x.output -> F.x", "F.y -> y.input")
    page(document, "b", "x loom.Arg dtype=DT_FLOAT; A page:a; y loom.Retval", "x.output -> A.x", "A.y -> y.input")
    for name, where in ("main", "main/A/F.f"), ("a", "a/F.f"), ("b", "b/A/F.f"):
        (found,) = problems_with_code(document, "recursion", name)
        assert (found.place_text, found.message) == (where, "the page uses itself: a -> b -> a")
    document.pages["b"].blocks.pop("A")
    assert not problems_with_code(document, "recursion")


def test_what_a_page_that_is_not_there_would_give_is_not_said_to_be_missing():
    document = Document()
    page(document, "main", "A page:none; N Exit; M Exit", "A.y -> N.data")
    assert [p.place_text for p in check(document, SMALL) if p.severity == "error"] == ["main/A", "main/M.data"]


def test_an_arg_that_nothing_takes_is_reported_unless_an_op_asks_for_it():
    document = scaled()
    document.pages["scale"].blocks["z"] = Block("z", "loom.Arg", values={"dtype": "DT_FLOAT", "default": "1"})
    (found,) = problems_with_code(document, "unused")
    assert (found.place_text, found.severity) == ("scale/z", "warning")
    document.pages["main"].blocks["F"] = Block("F", "Map", values={"x": "1", "f": "scale"})
    assert not problems_with_code(document, "unused")


def test_a_parameter_of_an_unknown_type_is_reported_where_it_is():
    for type_ in ("nothing", "list(nothing)", "tensors", "", "list("):
        document = scaled()
        document.pages["scale"].blocks["gain"] = Block("gain", "loom.Parameter", values={"type": type_, "default": "1"})
        document.pages["main"].blocks["A"] = Block("A", "page:scale", values={"gain": "2"})
        assert "scale/gain.type" in [p.place_text for p in problems_with_code(document, "not-allowed", "scale")]
        assert check(document, SMALL)


def test_of_an_expression_that_cannot_be_computed_is_not_said_that_nothing_is_given():
    document = Document()
    page(document, "main", "A page:a")
    page(document, "a", "size loom.Parameter type=int default=0; P Placeholder dtype==[1/size]")
    for name, where in ("main", "main/A/P.dtype"), ("a", "a/P.dtype"):
        assert [p.place_text for p in check(document, SMALL, name) if p.severity == "error"] == [where]


def test_a_parameter_that_no_value_is_an_expression_of_is_reported():
    document = scaled()
    document.pages["scale"].blocks["slope"] = Block("slope", "loom.Parameter", values={"default": "1"})
    assert [p.place_text for p in problems_with_code(document, "unused")] == ["scale/slope"]
    document.pages["scale"].blocks["y2"] = Block("y2", "AddV2", values={"x": "=[gain, 2*slope]", "y": "1"})
    assert not problems_with_code(document, "unused")


def test_duplicate_indices_are_reported():
    document = scaled()
    blocks = document.pages["twice"].blocks
    for name in ("out", "same"):
        blocks[name] = blocks[name]._replace(values={"index": "1"})
    (found,) = problems_with_code(document, "same-index")
    assert (found.place_text, found.fact("others")) == ("twice/same.index", ("out",))
    blocks["same"] = blocks["same"]._replace(values={"index": "2"})
    assert not problems_with_code(document, "same-index")


def effect(*session: str) -> Document:
    """`PRINT` on a page that `main` has an instance of, whose result a session fetches."""
    document = Document()
    page(document, "main", "T page:told x=1; S loom.Session", "T.y -> S.fetch_outputs", *session)
    page(
        document,
        "told",
        "x loom.Arg dtype=DT_FLOAT; M AddV2 y=2; PRINT Print text=a; y loom.Retval",
        "x.output -> M.x",
        "M.z -> y.input",
    )
    return document


@pytest.fixture(autouse=True)
def stateful(monkeypatch):
    """Mark the op Print of the catalogue as stateful, as in TensorFlow."""
    monkeypatch.setitem(SMALL._types, "Print", replace(SMALL["Print"], stateful=True))


def test_unneeded_blocks_inside_an_instance_are_reported_with_a_path():
    document = effect()
    (found,) = problems_with_code(document, "effect-left-out", "main")
    assert (found.place_text, found.severity) == ("main/T/PRINT", "warning")
    assert not problems_with_code(document, "effect-left-out", "told")
    document.pages["main"].blocks.pop("S")
    document.pages["main"].into.pop("S")
    assert not problems_with_code(document, "effect-left-out", "main"), "all of a page without sessions is run"


@pytest.mark.parametrize("version", ["", "V2"])
def test_a_write_behind_a_reference_is_reported_as_one_behind_a_handle(catalogue, version):
    """TensorFlow calls QueueEnqueueV2 stateful, and QueueEnqueue, which takes a reference, not."""
    document = effect()
    page(
        document,
        "told",
        f"""x loom.Arg dtype=DT_FLOAT; Q FIFOQueue{version} component_types=DT_FLOAT shapes=[[]];
            PUT QueueEnqueue{version}; y loom.Retval""",
        "Q.handle -> PUT.handle",
        "x.output -> PUT.components",
        "x.output -> y.input",
    )
    (found,) = (one for one in check(document, catalogue, "main") if one.kind == "effect-left-out")
    assert found.place_text == "main/T/PUT"


def test_it_is_run_where_a_retval_waits_for_it():
    document = effect()
    document.pages["told"].put_wire(control("PRINT", "y"))
    assert not problems_with_code(document, "effect-left-out", "main")
    assert {"T/PRINT -> T/y", "T/M.z -> T/y.input", "T/y.output -> S.fetch_outputs"} <= wires(document)


def test_nobody_is_asked_to_feed_an_arg():
    document = scaled()
    assert not problems_with_code(document, "not-fed")
    page(document, "fed", "A Placeholder dtype=DT_FLOAT")
    assert [p.place_text for p in problems_with_code(document, "not-fed")] == ["fed/A"]


def test_errors_on_an_unused_page_are_reported_only_there():
    document = scaled()
    document.pages["scale"].blocks["BAD"] = Block("BAD", "Exit")
    assert [p.place_text for p in problems_with_code(document, "missing-input")] == ["scale/BAD.data"]
    assert [p.place_text for p in problems_with_code(document, "missing-input", "twice")] == ["twice/R/BAD.data"]
