"""Uses of a page follow its edits: names of pins and pages, and removed ones."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL, signature
from blockloom.blocks.document.pages import Block, Document, Slider
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, EditError, Remove, Rename, RenamePage
from blockloom.blocks.files import documents
from blockloom.blocks.infer.page_uses import find_cycle, reached, uses
from blockloom.blocks.lower.page_inlining import flatten
from tests.blocks.lower.test_flattening import page
from tests.blocks.small import SMALL


def layers() -> Document:
    """Return a document: `main` has two instances of `layer`, `other` has one and names it in attrs."""
    document = Document()
    page(
        document,
        "main",
        "A Const value=1f; L page:layer gain=5 d=2; N AddN; M page:layer",
        "A.output -> L.x",
        "L.y -> N.inputs",
        "A.output -> N.inputs",
        "L.z -> N.inputs",
        "N.sum -> M.x",
        "A -> L",
    )
    page(
        document,
        "layer",
        "x loom.Arg dtype=DT_FLOAT; d loom.Arg default=1; gain loom.Parameter default=2;"
        "S AddV2 y==[gain*3+min(gain,2)]; R AddV2 y==gain; y loom.Retval; z loom.Retval",
        "x.output -> S.x",
        "S.z -> R.x",
        "R.z -> y.input",
        "d.output -> z.input",
    )
    page(
        document,
        "other",
        "L page:layer x=3; F Map f=layer x=1f; G MaybeMap fs=[main,layer] x=1f;"
        "P loom.Parameter type=func default=layer",
    )
    return document


def done(document: Document, edit) -> UndoStack:
    """Do an edit, take it back and do it again; listeners get it with its consequences."""
    history = UndoStack(document)
    history.inferences(SMALL.with_pages(document))
    heard = []
    history.listeners.append(heard.append)
    before = documents.dumps(document)
    history.do(edit)
    after = documents.dumps(document)
    history.undo()
    assert documents.dumps(document) == before
    copy = document.copy()
    heard[0].apply(copy)
    assert documents.dumps(copy) == after
    history.redo()
    assert documents.dumps(document) == after
    return history


def wires(document: Document, name: str = "main") -> dict[tuple[str, str], list[str]]:
    return {
        (target, pin): [f"{w.source}.{w.source_pin}" for w in found]
        for target, pins in document.pages[name].into.items()
        for pin, found in pins.items()
    }


def test_pins_of_instances_get_the_names_of_args_and_retvals():
    document = layers()
    history = done(document, Rename("layer", "x", "input"))
    history.do(Rename("layer", "y", "result"))
    assert wires(document) == {
        ("L", "input"): ["A.output"],
        ("N", "inputs"): ["L.result", "A.output", "L.z"],
        ("M", "input"): ["N.sum"],
        ("L", ""): ["A."],
    }
    assert document.pages["other"].blocks["L"].values == {"input": "3"}


def test_a_parameter_is_renamed_in_expressions_and_in_what_is_typed():
    document = layers()
    done(document, Rename("layer", "gain", "factor"))
    blocks = document.pages["layer"].blocks
    assert (blocks["S"].values["y"], blocks["R"].values["y"]) == ("=[factor*3+min(factor,2)]", "=factor")
    assert document.pages["main"].blocks["L"].values == {"factor": "5", "d": "2"}
    with pytest.raises(EditError, match=r"S\.y computes with factor"):
        UndoStack(document).do(Rename("layer", "factor", "the-factor"))


def test_an_expression_follows_all_parameters_that_one_edit_renames():
    document = Document()
    page(document, "main", "a loom.Parameter default=1; b loom.Parameter default=2; S AddV2 y==a+b*a")
    done(document, CompositeEdit((Rename("main", "a", "first"), Rename("main", "b", "second"))))
    assert document.pages["main"].blocks["S"].values == {"y": "=first+second*first"}


def swapped(kind, first: str, second: str, *page: str) -> CompositeEdit:
    """Return the edit that swaps two names."""
    renames = ((first, "for_now"), (second, first), ("for_now", second))
    return CompositeEdit(tuple(kind(*page, old, new) for old, new in renames))


def test_instances_follow_args_retvals_and_parameters_that_swap_their_names_in_one_edit():
    document = layers()
    history = done(document, swapped(Rename, "x", "d", "layer"))
    assert wires(document)["L", "d"] == ["A.output"] and ("L", "x") not in wires(document)
    assert document.pages["main"].blocks["L"].values == {"gain": "5", "x": "2"}
    history.do(swapped(Rename, "y", "z", "layer"))
    assert wires(document)["N", "inputs"] == ["L.z", "A.output", "L.y"]
    history.do(swapped(Rename, "gain", "x", "layer"))
    assert document.pages["main"].blocks["L"].values == {"x": "5", "gain": "2"}
    assert document.pages["layer"].blocks["S"].values == {"y": "=[x*3+min(x,2)]"}


def test_a_pin_takes_the_name_that_another_one_gives_up_in_the_same_edit():
    document = layers()
    done(document, CompositeEdit((Rename("layer", "x", "old"), Rename("layer", "d", "x"))))
    assert wires(document)["L", "old"] == ["A.output"] and ("L", "x") not in wires(document)
    assert document.pages["main"].blocks["L"].values == {"gain": "5", "x": "2"}


def test_pins_of_a_page_that_the_same_edit_renames_are_followed():
    document = layers()
    done(document, CompositeEdit((RenamePage("layer", "dense"), Rename("dense", "x", "input"))))
    assert wires(document)["L", "input"] == ["A.output"]
    assert document.pages["other"].blocks["L"].values == {"input": "3"}


def test_uses_follow_pages_that_swap_their_names_in_one_edit():
    document = layers()
    done(document, swapped(RenamePage, "layer", "other"))
    assert [document.pages["main"].blocks[name].type for name in "LM"] == ["page:other"] * 2
    values = document.pages["layer"].blocks["F"].values, document.pages["layer"].blocks["G"].values
    assert (values[0]["f"], values[1]["fs"]) == ("other", "[main, other]")


def test_what_is_gone_of_a_page_is_gone_at_its_instances():
    document = layers()
    done(document, Remove("layer", ("gain", "y", "d")))
    assert document.pages["main"].blocks["L"].values == {}
    assert wires(document) == {
        ("L", "x"): ["A.output"],
        ("N", "inputs"): ["A.output", "L.z"],
        ("M", "x"): ["N.sum"],
        ("L", ""): ["A."],
    }


def test_a_page_is_renamed_in_types_and_in_attrs():
    document = layers()
    before = wires(document)
    done(document, RenamePage("layer", "dense"))
    assert wires(document) == before and list(document.pages) == ["main", "dense", "other"]
    assert {b.type for b in document.pages["main"].blocks.values()} >= {"page:dense"}
    values = {name: dict(b.values) for name, b in document.pages["other"].blocks.items()}
    assert (values["F"]["f"], values["P"]["default"]) == ("dense", "dense")
    assert values["G"]["fs"] == "[main, dense]"
    assert not uses(document, "layer", SMALL) and len(uses(document, "dense", SMALL)) == 6


def test_a_page_that_is_used_is_removed_only_when_that_is_meant():
    document = layers()
    used = r"the page layer is used by main/L, main/M, other/L, other/F\.f, other/G\.fs \.\.\."
    with pytest.raises(EditError, match=used):
        operations.remove_page(document, SMALL, "layer")
    done(document, operations.remove_page(document, SMALL, "layer", used=True).edit)
    assert list(document.pages) == ["main", "other"]


def test_pins_are_added_at_the_end_and_moved():
    document = layers()
    layer = document.pages["layer"]
    history = UndoStack(document)
    for type_, name in (ARG, "a"), (RETVAL, ""), (PARAMETER, "units"):
        history.do(operations.add_pin(layer, SMALL.with_pages(document), type_, name).edit)
    assert [[b.id for b in row] for row in signature(layer)] == [
        ["d", "x", "a"],
        ["y", "z", "retval"],
        ["gain", "units"],
    ]
    history.do(operations.move_pin(layer, "a", 0).edit)
    history.do(operations.move_pin(layer, "y", 9).edit)
    assert [[b.id for b in row] for row in signature(layer)] == [
        ["a", "d", "x"],
        ["z", "retval", "y"],
        ["gain", "units"],
    ]
    assert operations.move_pin(layer, "a", 0) is None
    with pytest.raises(EditError, match="already used"):
        operations.add_pin(layer, SMALL, ARG, "S")
    with pytest.raises(EditError, match="there is no S"):
        operations.move_pin(layer, "S", 0)


def test_what_pages_use_is_found_to_any_depth():
    document = layers()
    page(document, "top", "O page:other; F Map f=main")
    assert reached(document, ["other"], SMALL) == ["other", "layer", "main"]
    assert find_cycle(document, "layer", "top", SMALL) == ["layer", "top", "main", "layer"]
    assert find_cycle(document, "top", "layer", SMALL) == []
    assert find_cycle(document, "top", "top", SMALL) == ["top", "top"]


def test_a_page_is_not_placed_where_it_would_use_itself():
    document = layers()
    catalogue = SMALL.with_pages(document)
    for name, type_ in ("layer", "page:main"), ("layer", "page:layer"):
        with pytest.raises(EditError, match=f"the page would use itself: layer -> .*{name}"):
            operations.add_block(
                document.pages[name], catalogue, type_, (0, 0), operations.Measures(document.pages[name], catalogue)
            )
    change = operations.add_block(
        document.pages["other"], catalogue, "page:main", (0, 0), operations.Measures(document.pages["other"], catalogue)
    )
    assert change.selection == ("MAIN",)


def pasted(document: Document, text: str, name: str) -> None:
    """Paste what is copied on a page of another document, by its text."""
    here = document.pages[name]
    change = operations.paste(here, documents.loads(text), operations.Measures(here, SMALL.with_pages(document)))
    done(document, change.edit)


def test_copies_bring_the_pages_that_they_use():
    source, document = layers(), Document()
    page(source, "inner", "x loom.Arg dtype=DT_FLOAT; y loom.Retval", "x.output -> y.input")
    source.pages["layer"].blocks["I"] = source.pages["main"].blocks["L"]._replace(id="I", type="page:inner", values={})
    text = documents.dumps(operations.copy_items(source.pages["other"], {"L", "F"}, SMALL.with_pages(source)))
    page(document, "start", "A Const value=1f")
    pasted(document, text, "start")
    assert sorted(document.pages) == ["inner", "layer", "start"]
    pasted(document, text, "start")
    assert sorted(document.pages) == ["inner", "layer", "start"], "what is there already is taken"
    document.pages["inner"].blocks["x"] = document.pages["inner"].blocks["x"]._replace(values={"dtype": "DT_HALF"})
    pasted(document, text, "start")
    assert sorted(document.pages) == ["inner", "inner 2", "layer", "layer 2", "start"]
    assert document.pages["layer 2"].blocks["I"].type == "page:inner 2"
    blocks = document.pages["start"].blocks
    assert [blocks[n].type for n in ("L", "L_2", "L_3")] == ["page:layer", "page:layer", "page:layer 2"]
    assert [blocks[n].values["f"] for n in ("F", "F_2", "F_3")] == ["layer", "layer", "layer 2"]


def test_a_page_is_not_pasted_into_what_it_uses():
    document = layers()
    text = documents.dumps(operations.copy_items(document.pages["main"], {"L"}, SMALL.with_pages(document)))
    with pytest.raises(EditError, match="the page would use itself: layer -> layer"):
        pasted(document, text, "layer")


def test_imported_pages_use_each_other_under_their_new_names():
    document, other = layers(), layers()
    change, first = operations.import_pages(document, other, SMALL)
    done(document, change.edit)
    assert first == "main 2" and list(document.pages)[3:] == ["main 2", "layer 2", "other 2"]
    blocks = document.pages["other 2"].blocks
    assert blocks["L"].type == "page:layer 2" and blocks["G"].values["fs"].replace('"', "") == "[main 2, layer 2]"


def test_a_typed_value_becomes_a_parameter():
    document = layers()
    layer, catalogue = document.pages["layer"], SMALL.with_pages(document)
    layer.blocks["C"] = Block(
        "C", "Const", values={"value": "[1f]", "dtype": "DT_FLOAT"}, sliders={"value": Slider(0, 1)}
    )
    before = flatten(document.pages["main"], SMALL.with_pages(document)).page.blocks
    for pin, type_ in ("value", "tensor"), ("dtype", "type"):
        done(document, operations.make_parameter(layer, catalogue, "C", pin).edit)
        assert layer.blocks["C"].values[pin] == f"={pin}" and layer.blocks[pin].values["type"] == type_
    assert not layer.blocks["C"].sliders
    assert flatten(document.pages["main"], SMALL.with_pages(document)).page.blocks["L/C"].values == before["L/C"].values
    for block, pin in ("R", "y"), ("x", "dtype"), ("S", "x"):
        with pytest.raises(EditError, match=f"{block}.{pin} has no value that could be"):
            operations.make_parameter(layer, catalogue, block, pin)
