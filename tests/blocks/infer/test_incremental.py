"""An inference that follows edits equals a new one at any time."""

import random
import time

import pytest
from hypothesis import given

from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import (
    AddPage,
    CompositeEdit,
    Insert,
    Move,
    Remove,
    RemovePage,
    Rename,
    RenamePage,
    SetValue,
)
from blockloom.blocks.infer.inference import PageInference
from tests.blocks.strategies import seeds
from tests.pages import document

TYPES = (
    "Const",
    "AddV2",
    "Neg",
    "Cast",
    "AddN",
    "Merge",
    "NextIteration",
    "NoSuchType",
    "IdentityN",
    "Unpack",
    "Identity",
    "MutableHashTableV2",
    "LookupTableFindV2",
)
VALUES = {
    "value": ("1", "2.0f", "[1.5]"),
    "DstT": ("DT_INT64", "DT_FLOAT"),
    "T": ("DT_HALF",),
    "x": ("3", "1.0"),
    "num": ("2", "3"),
    "N": ("2",),
    "key_dtype": ("DT_INT64", "DT_STRING"),
    "value_dtype": ("DT_FLOAT",),
    "keys": ("1",),
    "default_value": ("0",),
}


def check_equals_fresh(inference, page, catalogue):
    now, fresh = inference.whole(), PageInference(page, catalogue)
    assert now.order == fresh.order and sorted(now.problems, key=str) == sorted(fresh.problems, key=str)
    assert (now.acyclic, now.looped) == (fresh.acyclic, fresh.looped)
    assert attrs_and_dtypes(now) == attrs_and_dtypes(fresh)


def random_edit(chance, page, catalogue):
    names = sorted(page.blocks)
    pick = chance.random()
    if pick < 0.3 or len(names) < 3:
        kind = chance.choice(TYPES)
        wanted = chance.choice(names) if names and chance.random() < 0.1 else f"B{chance.randrange(60)}"
        return Insert("main", (Block(page.free_id(wanted), kind, values=_values(chance)),))
    if pick < 0.6:
        source, target = chance.choice([*names, "B7"]), chance.choice([*names, "B7"])
        kinds = [catalogue.get(page.blocks[n].type) if n in page.blocks else None for n in (source, target)]
        out = chance.choice([p.name for p in kinds[0].outputs] or ["z"]) if kinds[0] else "y"
        pin = chance.choice([p.name for p in kinds[1].inputs] or ["x"]) if kinds[1] else "x"
        return Insert("main", wires=(Placed(Wire(source, out, target, pin), chance.randrange(3)),))
    if pick < 0.75:
        pin = chance.choice(sorted(VALUES))
        return SetValue("main", chance.choice(names), pin, chance.choice([None, *VALUES[pin]]))
    if pick < 0.82:
        return Rename(
            "main",
            chance.choice(names),
            chance.choice([page.free_id(f"R{chance.randrange(99)}"), *{"B7"} - page.blocks.keys()]),
        )
    if pick < 0.87:
        return Move("main", {chance.choice(names): (1.0, 2.0)})
    wires = [Placed(w, i) for pins in page.into.values() for ws in pins.values() for i, w in enumerate(ws)]
    if pick < 0.93 and wires:
        return Remove("main", wires=(chance.choice(wires),))
    return Remove("main", (chance.choice(names),))


def _values(chance):
    return {pin: chance.choice(VALUES[pin]) for pin in sorted(VALUES) if chance.random() < 0.3}


def attrs_and_dtypes(inference):
    return {
        name: (known.attrs, {pin: [v.dtype for v in found] for pin, found in known.literals.items()})
        for name, known in inference.known.items()
    }


@given(seeds)
def test_the_order_of_blocks_decides_nothing(seed):
    """Not even where circles, random ones most of them, have to be entered somewhere."""
    from blockloom.runtime.worker.client import ensure_catalogue

    chance, catalogue = random.Random(seed), ensure_catalogue()
    made, other = document(catalogue, {"A": ("Const", {"value": "1.0f"}), "D": "Merge"}), document(catalogue, {})
    page = made.pages["main"]
    for _ in range(chance.randrange(5, 40)):
        random_edit(chance, page, catalogue).apply(made)
    wires = [Placed(w, i) for pins in page.into.values() for ws in pins.values() for i, w in enumerate(ws)]
    Insert("main", tuple(chance.sample(list(page.blocks.values()), len(page.blocks))), tuple(wires)).apply(other)
    assert attrs_and_dtypes(PageInference(other.pages["main"], catalogue)) == attrs_and_dtypes(
        PageInference(page, catalogue)
    )


@given(seeds)
def test_it_knows_what_a_new_one_does(seed):
    from blockloom.runtime.worker.client import ensure_catalogue

    chance, catalogue = random.Random(seed), ensure_catalogue()
    made = document(catalogue, "A Const value=1.0f; B AddV2 x=<A.output; C Neg x=<B.z; D Merge inputs=<C.y")
    page, history = made.pages["main"], UndoStack(made)
    inference = history.inferences(catalogue).inference_of("main")
    for _ in range(25):
        if chance.random() < 0.15:
            history.undo()
        else:
            edit = random_edit(chance, page, catalogue)
            history.do(CompositeEdit((edit,)) if chance.random() < 0.1 else edit)
        if chance.random() < 0.3:
            inference.go_on(time.monotonic() + chance.choice((0, 0.0001)))  # not to its end
        if chance.random() < 0.5:
            check_equals_fresh(inference, page, catalogue)
    check_equals_fresh(inference, page, catalogue)


def test_a_block_that_gets_the_name_of_a_dangling_wire_may_close_a_circle(catalogue):
    made = document(catalogue, {"A": "Neg", "B": "Neg"})
    page, history = made.pages["main"], UndoStack(made)
    for wire in (Wire("A", "y", "LOST", "x"), Wire("LOST", "y", "A", "x")):
        page.put_wire(wire)
    inference = history.inferences(catalogue).inference_of("main")
    inference.current()
    for edit in (Rename("main", "B", "LOST"), SetValue("main", "A", "T", "DT_INT32"), SetValue("main", "A", "T", None)):
        history.do(edit)
        check_equals_fresh(inference, page, catalogue)


def test_a_page_without_blocks_of_known_types_is_searched_again_for_cycles(catalogue):
    made = document(catalogue, {"A": "Neg"})
    page, history = made.pages["main"], UndoStack(made)
    inference = history.inferences(catalogue).inference_of("main")
    assert inference.whole().acyclic
    history.do(Remove("main", ("A",)))
    check_equals_fresh(inference, page, catalogue)
    history.do(Insert("main", (Block("B", "NoSuchType"),), (Placed(Wire("B", "y", "B", "x"), 0),)))
    check_equals_fresh(inference, page, catalogue)
    assert not inference.whole().acyclic


def test_one_edit_visits_only_what_it_changes(catalogue):
    blocks = {"A": ("Const", {"value": "1.0f"}), **{f"N{i}": "Neg" for i in range(300)}}
    made = document(catalogue, blocks, "A.output -> N0.x\n" + "\n".join(f"N{i}.y -> N{i + 1}.x" for i in range(299)))
    history = UndoStack(made)
    inference = history.inferences(catalogue).inference_of("main")
    visits, early = inference.visits(), inference.visits()
    inference.current()
    assert visits.take() is None
    history.do(SetValue("main", "A", "value", "2.0f"))
    assert not inference.go_on(0)  # no time was given
    inference.current()
    assert list(visits.take()) == ["A"]
    history.do(SetValue("main", "A", "value", "2"))
    inference.current()
    assert len(visits.take()) == 301
    history.do(Move("main", {"A": (5.0, 5.0)}))
    assert inference.go_on(time.monotonic() + 1) and list(visits.take()) == []
    assert early.take() is None, "each reader has its own list"


def test_an_edit_of_very_many_parts_takes_no_longer_than_to_start_again(catalogue):
    blocks = {f"C{i}": ("Const", {"value": "1.0f"}) for i in range(600)}
    history = UndoStack(document(catalogue, blocks, ""))
    inference = history.inferences(catalogue).inference_of("main")
    visits = inference.visits()
    for count, known in ((20, 20), (600, None)):
        inference.current()
        visits.take()
        history.do(CompositeEdit(tuple(SetValue("main", f"C{i}", "value", f"{count}") for i in range(count))))
        inference.current()
        seen = visits.take()
        assert (seen if seen is None else len(seen)) == known
        check_equals_fresh(inference, history.document.pages["main"], catalogue)


def test_what_takes_a_handle_follows_who_made_it_through_blocks_that_hand_it_on(catalogue):
    made = document(
        catalogue,
        "TABLE MutableHashTableV2 key_dtype=DT_INT64 value_dtype=DT_FLOAT; "
        "SAME Identity input=<TABLE.table_handle; "
        "FIND LookupTableFindV2 keys=1 default_value=0 table_handle=<SAME.output",
    )
    history = UndoStack(made)
    inference = history.inferences(catalogue).inference_of("main")
    assert inference.current().dtype("FIND", "values") == "DT_FLOAT"
    history.do(SetValue("main", "TABLE", "value_dtype", "DT_DOUBLE"))
    assert inference.current().dtype("FIND", "values") == "DT_DOUBLE"


def test_inferences_follow_their_pages(catalogue):
    made = document(catalogue, {"A": ("Const", {"value": "1.0f"}), "B": ("Neg", {"T": "nonsense"})}, "A.output -> B.x")
    history = UndoStack(made)
    inferences = history.inferences(catalogue)
    assert inferences is history.inferences(catalogue)
    first = inferences.inference_of("main")
    assert [p.page for p in first.whole().problems] == ["main"]
    history.do(CompositeEdit((AddPage("other"), RenamePage("main", "first"))))
    assert inferences.inference_of("first") is first
    assert [p.page for p in first.whole().problems] == ["first"]
    history.do(RemovePage("first"))
    with pytest.raises(KeyError):
        inferences.inference_of("first")
    history.undo()
    assert inferences.inference_of("first").current().known["A"].attrs["dtype"] == "DT_FLOAT"


def test_a_page_whose_dataset_names_it_as_its_function_is_inferred(catalogue):
    blocks = {"ROWS": "RangeDataset", "EACH": ("MapDataset", {"f": "main"}), "y": ("loom.Retval", {"index": "0"})}
    history = UndoStack(document(catalogue, blocks, "ROWS.handle -> EACH.input_dataset\nEACH.handle -> y.input"))
    types = catalogue.with_pages(history.document)
    inferences = history.inferences(types)
    assert inferences.inference_of("main").current().dtype("EACH", "handle") == "DT_VARIANT"
    history.do(SetValue("main", "EACH", "f", None))
    assert inferences.inference_of("main").current().dtype("EACH", "handle") == "DT_VARIANT"
