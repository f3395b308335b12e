"""Edits and their inverses: undo everything, redo everything, equal bytes."""

import gc
import json
import random
import weakref
from collections import Counter

import pytest
from hypothesis import given

from blockloom.blocks import edits
from blockloom.blocks.document.pages import Block, Frame, Note, Placed, Wire, control, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, edit_json
from blockloom.blocks.files import documents
from tests.blocks.strategies import consistent, example_text, grow, random_edit, seeds
from tests.pages import insert


def small():
    document = new_document()
    insert(
        "A Const; B Const; SUM AddN @at=300,0 N=2 inputs=<A.output,B.output",
        frames=(Frame("F"),),
        notes=(Note("N", "text"),),
    ).apply(document)
    return document, document.page("main")


@given(seeds)
def test_undo_all_and_redo_all_give_equal_bytes(seed):
    document = documents.loads(example_text())
    texts = [documents.dumps(document)]
    history = grow(document, seed, 0)
    chance = random.Random(seed)
    for _ in range(25):
        before = documents.dumps(document)
        try:
            history.do(random_edit(chance, document))
        except EditError:
            assert documents.dumps(document) == before, "an edit that does not fit changes nothing"
            continue
        assert consistent(document)
        texts.append(documents.dumps(document))
    for text in reversed(texts[:-1]):
        assert history.undo() and consistent(document)
        assert documents.dumps(document) == text
    assert not history.undo()
    for text in texts[1:]:
        assert history.redo() and consistent(document)
        assert documents.dumps(document) == text
    assert not history.redo()


@given(seeds)
def test_a_copy_stays_as_it_is_whatever_edits_do(seed):
    document = documents.loads(example_text())
    grow(document, seed, 10)
    text, copy = documents.dumps(document), document.copy()
    history = grow(document, seed + 1, 20)
    assert documents.dumps(copy) == text
    while history.undo():
        pass
    assert documents.dumps(document) == documents.dumps(copy) == text


@given(seeds)
def test_a_journal_of_edits_builds_the_same_document(seed):
    journal, document = [], documents.loads(example_text())
    history = UndoStack(document)
    history.listeners.append(journal.append)
    chance = random.Random(seed)
    for _ in range(20):
        try:
            history.do(random_edit(chance, document))
        except EditError:
            continue
        if chance.random() < 0.3:
            history.undo()
    again = documents.loads(example_text())
    for edit in journal:  # an edit does not change any more, whatever was done since: the journal is written later
        edit_json.from_json(json.loads(json.dumps(edit_json.to_json(edit)))).apply(again)
    assert documents.dumps(again) == documents.dumps(document)


@given(seeds)
def test_a_saved_random_document_reads_back_the_same(seed):
    document = documents.loads(example_text())
    grow(document, seed, 30)
    text = documents.dumps(document)
    assert documents.dumps(documents.loads(text)) == text


@pytest.mark.parametrize(
    "edit, says",
    [
        (edits.Insert("other", (Block("X", "Const"),)), "no page 'other'"),
        (edits.Insert("main", (Block("A", "Const"),)), "A is already used"),
        (edits.RemovePage("main"), "'main' is the only page"),
        (edits.AddPage("x\ud800"), "not a name for a page"),
        (edits.Insert("main", (Block("F", "Const"),)), "F is already used"),
        (edits.Insert("main", (Block("X", "Const"), Block("X", "Const"))), "already used"),
        (edits.Insert("main", (Block("a.b", "Const"),)), "not a name"),
        (edits.Insert("main", (Block("", "Const"),)), "not a name"),
        (edits.Insert("main", (Block("X", "Const", float("nan")),)), "beyond the canvas"),
        (edits.Insert("main", frames=(Frame("X", width=2e7),)), "beyond the canvas"),
        (edits.Insert("main", wires=(Placed(Wire("A", "output", "B", "x", "magic"), 0),)), "'magic' is not a kind"),
        (edits.Insert("main", wires=(Placed(Wire("A", "", "B", "x"), 0),)), "pin to pin"),
        (edits.Insert("main", wires=(Placed(Wire("A", "output", "B", "x", "control"), 0),)), "block to block"),
        (edits.Insert("main", wires=(Placed(Wire("A/B", "output", "B", "x"), 0),)), "not a name"),
        (edits.Remove("main", ("Z",)), "no Z"),
        (edits.Remove("main", ("A", "A")), "not an edit"),
        (
            edits.Remove("main", wires=(Placed(Wire("A", "output", "SUM", "inputs"), 1),)),
            "no wire A.output -> SUM.inputs",
        ),
        (edits.Remove("main", frames=("A",)), "no A"),
        (edits.Move("main", {"A": (0, 0), "Z": (0, 0)}), "no Z"),
        (edits.Move("main", {"B": (1, 1), "A": (float("inf"), 0)}), "beyond"),
        (edits.SetValue("main", "N", "value", "1"), "no N"),
        (edits.Rename("main", "A", "B"), "B is already used"),
        (edits.Rename("main", "Z", "Y"), "no Z"),
        (edits.Rename("main", "A", "x y"), "not a name"),
        (edits.Replace("main", Note("F")), "no F"),
        (edits.Replace("main", Note("N", height=float("nan"))), "beyond"),
        (edits.AddPage("main"), "already a page"),
        (edits.AddPage("a/b"), "not a name"),
        (edits.RemovePage("other"), "no page"),
        (edits.RenamePage("main", "_x"), "not a name"),
        (edits.MovePage("other", 0), "no page"),
        (
            edits.CompositeEdit(
                (
                    edits.SetValue("main", "A", "value", "7"),
                    edits.Rename("main", "A", "C"),
                    edits.AddPage("two"),
                    edits.Remove("main", ("A",)),
                )
            ),
            "no A",
        ),
    ],
)
def test_an_edit_that_does_not_fit_says_so_and_changes_nothing(edit, says):
    document, _ = small()
    before = documents.dumps(document)
    with pytest.raises(EditError, match=says):
        edit.apply(document)
    assert documents.dumps(document) == before and consistent(document)


def test_removing_a_block_takes_its_wires_and_undo_puts_them_back_in_place():
    document, page = small()
    history = UndoStack(document)
    history.do(
        edits.Insert("main", wires=(Placed(Wire("B", "output", "SUM", "inputs"), 0), Placed(control("B", "A"), 0)))
    )
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["B", "A", "B"]
    history.do(edits.Remove("main", ("B",)))
    assert [w.source for w in page.wires_into("SUM")] == ["A"] and page.wires_into("A") == []
    history.undo()
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["B", "A", "B"]
    assert control("B", "A") in page.wires_from("B")


def test_connect_replaces_the_wire_of_a_single_pin_and_adds_to_a_list():
    document, page = small()
    edits.connect(page, Wire("B", "output", "A", "x")).apply(document)
    back = edits.connect(page, Wire("SUM", "sum", "A", "x")).apply(document)
    assert [w.source for w in page.wires_into("A", "x")] == ["SUM"]
    back.apply(document)
    assert [w.source for w in page.wires_into("A", "x")] == ["B"]
    edits.connect(page, Wire("SUM", "sum", "SUM", "inputs"), single=False).apply(document)
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["A", "B", "SUM"]


def test_renaming_takes_wires_and_frame_members_along():
    document, page = small()
    edits.Insert("main", (Block("M", "Const", frame="F"),), (Placed(Wire("A", "output", "A", "x"), 0),)).apply(document)
    edits.Rename("main", "A", "ALPHA").apply(document)
    edits.Rename("main", "F", "BOX").apply(document)
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["ALPHA", "B"]
    assert page.wires_into("ALPHA", "x") == [Wire("ALPHA", "output", "ALPHA", "x")]
    assert page.blocks["M"].frame == "BOX"
    assert consistent(document)


def test_pages_keep_their_order_through_remove_rename_move_and_undo():
    document, _ = small()
    history = UndoStack(document)
    for edit in (edits.AddPage("b"), edits.AddPage("a", 0), edits.RenamePage("main", "m"), edits.MovePage("b", 0)):
        history.do(edit)
    assert list(document.pages) == ["b", "a", "m"]
    before = documents.dumps(document)
    history.do(edits.RemovePage("m"))
    assert list(document.pages) == ["b", "a"]
    history.undo()
    assert documents.dumps(document) == before


def test_history_tells_listeners_labels_and_what_is_unsaved():
    document, _ = small()
    history, heard = UndoStack(document), []
    history.listeners.append(heard.append)
    assert not history.dirty and history.undo_label == "" and not history.undo() and not history.redo()
    history.do(edits.SetValue("main", "A", "value", "1"), "Type 1")
    history.do(edits.SetValue("main", "A", "value", "2"), "Type 2")
    assert history.dirty and history.undo_label == "Type 2"
    history.mark_saved()
    assert not history.dirty
    history.undo()
    assert history.dirty and (history.undo_label, history.redo_label) == ("Type 1", "Type 2")
    history.redo()
    assert not history.dirty
    history.undo()
    history.do(edits.SetValue("main", "A", "value", "3"))
    assert history.dirty and history.redo_label == ""
    history.undo()
    assert history.dirty, "the saved state cannot be reached any more"
    assert [e.text for e in heard] == ["1", "2", "1", "2", "1", "3", "1"]


def test_what_is_done_while_a_save_runs_is_not_saved():
    document, _ = small()
    history = UndoStack(document)

    def type_(text):
        history.do(edits.SetValue("main", "A", "value", text))

    type_("1")
    history.begin_save()
    type_("2")
    history.end_save()
    assert history.dirty
    history.undo()
    assert not history.dirty
    history.begin_save()
    history.undo()
    type_("3")  # the state that is being saved cannot be reached any more
    history.end_save()
    assert history.dirty and history.undo() and history.dirty


def test_a_failed_edit_leaves_no_trace_in_the_history():
    document, _ = small()
    history = UndoStack(document)
    with pytest.raises(EditError):
        history.do(edits.Remove("main", ("Z",)))
    assert not history.dirty and not history.undo()


@pytest.mark.parametrize(
    "data",
    [
        [],
        ["Nonsense"],
        ["Move", "main"],
        ["Many", 5],
        ["Insert", "main", [[1]], 2, 3, 4],
        ["Replace", "main", "Block", ["A"]],
        {"a": 1},
        None,
        "Move",
        ["Remove"],
    ],
)
def test_an_invalid_edit_is_refused(data):
    with pytest.raises(EditError):
        edit_json.from_json(data)


def test_a_journal_of_an_older_version_names_several_edits_many():
    edit = edits.CompositeEdit((edits.SetValue("main", "A", "x", "1"), edits.SetValue("main", "B", "x", "2")))
    written = edit_json.to_json(edit)
    assert edit_json.from_json({"Many": written["CompositeEdit"]}) == edit


@pytest.mark.parametrize("text", ["plain", "\xe9\u6f22\U0001f600", "half \ud83d a character"])
def test_a_text_is_read_as_a_saved_document_has_it(text):
    document, _ = small()
    edit_json.from_json(json.loads(json.dumps(["SetValue", "main", "A", "value", text]))).apply(document)
    value = document.page("main").blocks["A"].values["value"]
    assert value == text.replace("\ud83d", "?")
    assert documents.loads(documents.dumps(document)).page("main").blocks["A"].values["value"] == value


def test_free_id_counts_up_and_keeps_to_the_grammar():
    _, page = small()
    assert page.free_id("MUL") == "MUL"
    assert page.free_id("A") == "A_2"
    assert page.free_id("A", {"A_2"}) == "A_3"
    assert page.free_ids(["A", "MUL", "A", "A_3", "MUL"], {"A_2"}) == ["A_3", "MUL", "A_4", "A_5", "MUL_2"]
    assert page.free_id("-x y.z") == "x_y_z"
    assert page.free_id("") == "BLOCK"
    assert len(page.free_id("L" * 500)) <= 200


def test_enclose_puts_blocks_and_frames_into_frames_and_back():
    document, page = small()
    edits.Insert("main", frames=(Frame("F1"), Frame("G1", frame="F1"))).apply(document)
    history, before = UndoStack(document), documents.dumps(document)
    history.do(edits.Enclose("main", {"A": "G1", "B": "F1", "G1": ""}))
    assert (page.blocks["A"].frame, page.blocks["B"].frame, page.frames["G1"].frame) == ("G1", "F1", "")
    history.undo()
    assert documents.dumps(document) == before
    with pytest.raises(EditError):
        edits.Enclose("main", {"A": "G1", "NOBODY": "F1"}).apply(document)
    assert documents.dumps(document) == before


@pytest.mark.parametrize(
    "edit",
    [edits.Insert("main", (Block("NOWHERE", "AddV2"),)), edits.Rename("main", "B", "NOWHERE")],
    ids=["insert", "rename"],
)
def test_a_block_takes_up_dangling_wires_of_its_name_and_undo_leaves_them_dangling(edit):
    document, page = small()
    dangling = (
        Placed(Wire("A", "output", "NOWHERE", "x"), 0),
        Placed(Wire("NOWHERE", "z", "SUM", "inputs"), 1),
        Placed(Wire("NOWHERE", "z", "B", "x"), 0),
    )
    edits.Insert("main", wires=dangling).apply(document)
    assert page.free_id("NOWHERE") == "NOWHERE_2"
    history, before = UndoStack(document), documents.dumps(document)
    history.do(edit)
    assert Wire("A", "output", "NOWHERE", "x") in page.wires_into("NOWHERE", "x")
    after = documents.dumps(document)
    history.undo()
    assert documents.dumps(document) == before
    history.redo()
    assert documents.dumps(document) == after and consistent(document)


def test_a_frame_takes_up_what_names_it_already_and_undo_leaves_that_dangling():
    document, page = small()
    edits.Enclose("main", {"A": "BOX", "B": "F", "F": "BOX"}).apply(document)  # BOX, whose name F gets, contains F
    history, before = UndoStack(document), documents.dumps(document)
    history.do(edits.Rename("main", "F", "BOX"))
    assert {page.blocks["A"].frame, page.blocks["B"].frame, page.frames["BOX"].frame} == {"BOX"}
    after = documents.dumps(document)
    history.undo()
    assert documents.dumps(document) == before
    history.redo()
    assert documents.dumps(document) == after


def facts(document):
    """All that is on the pages of a document: (page, what) -> how it is."""
    found = {}
    for name, page in document.pages.items():
        found[name, "page"] = (page.size, page.background, tuple(page.bookmarks.items()))
        found[name, "origin"] = page.origin
        found |= {(name, item.id): item for have in (page.blocks, page.frames, page.notes) for item in have.values()}
        found |= {(name, wire): count for wire, count in Counter(page.wires()).items()}
    return found


@given(seeds)
def test_an_edit_says_all_that_it_touches(seed):
    document, chance = documents.loads(example_text()), random.Random(seed)
    for _ in range(15):
        before, order = facts(document), list(document.pages)
        edit = random_edit(chance, document)
        try:
            back = edit.apply(document)
        except EditError:
            continue
        after, said = facts(document), [*edit.touched(), *back.touched()]
        assert list(document.pages) == order or any(t.tabs for t in said)
        ends = {end for t in said for end in (*t.removed, *(b.id for b in t.added), *(t.renamed or ()))}
        wires = {p.wire for t in said for p in t.wires}
        for page, what in [key for key in before | after if before.get(key) != after.get(key)]:
            mine = [t for t in said if t.on(page)]
            assert mine
            if any(t.tabs for t in mine):
                continue
            if isinstance(what, Wire):
                assert {what.source, what.target} & ends or what in wires
                continue
            old, new = before.get((page, what)), after.get((page, what))
            if isinstance(old, Block) and isinstance(new, Block) and what not in ends:
                for fields, names in (
                    ("values", "valued"),
                    ("mode", "muted"),
                    ("color", "painted"),
                    ("x", "placed"),
                    ("y", "placed"),
                ):
                    assert getattr(old, fields) == getattr(new, fields) or any(what in getattr(t, names) for t in mine)
                assert old.frame == new.frame or any(what in t.placed for t in mine) or any(t.renamed for t in mine)
            elif what == "origin":
                assert any(t.origin for t in mine)
            elif not isinstance(old or new, Block):
                assert any(t.boxes or t.renamed or what in t.placed for t in mine)
            else:
                assert what in ends


def test_the_history_drops_its_oldest_steps_beyond_a_number_of_bytes_and_knows_what_is_saved():
    document, page = small()
    history, text = UndoStack(document, most=50_000), "x" * 9_000
    history.mark_saved()
    for number in range(20):
        history.do(edits.SetValue("main", "A", "value", f"{number}{text}"), f"step {number}")
        if number == 12:
            history.mark_saved()
    undone, _ = history.labels()
    assert undone == [f"step {number}" for number in range(15, 20)] and history.dirty
    while history.undo():
        assert history.dirty, "the saved state is further back than any step that is left"
    assert page.blocks["A"].values["value"] == f"14{text}"
    history.mark_saved()
    while history.redo():
        assert history.dirty
    assert history.labels()[0] == undone
    while history.undo():
        pass
    assert not history.dirty


@pytest.mark.parametrize("item", [Note("N"), Frame("N", "")])
def test_texts_of_notes_and_frames_that_are_edited_count_as_bytes_of_the_history(item):
    document = new_document("main")
    history, field = UndoStack(document, most=50_000), "text" if isinstance(item, Note) else "title"
    history.do(edits.Insert("main", **{"notes" if isinstance(item, Note) else "frames": (item,)}))
    for number in range(20):
        history.do(edits.Replace("main", item._replace(**{field: f"{number}{'x' * 9_000}"})), f"step {number}")
    assert history.labels()[0] == [f"step {number}" for number in range(15, 20)]


def test_a_step_larger_than_the_history_may_be_can_be_undone():
    document, page = small()
    history = UndoStack(document, most=1_000)
    history.do(edits.Move("main", {"A": (5, 5)}))
    page.blocks["A"] = page.blocks["A"]._replace(values={"value": "x" * 5_000})
    history.do(edits.Remove("main", ("A",)))
    assert len(history.labels()[0]) == 1 and history.undo() and "A" in page.blocks
    assert not history.undo()


def test_weights_that_a_damaged_journal_removes_twice_are_gone_once_and_come_back():
    document = new_document()
    edits.AddWeights("a" * 64, {"k": "x"}).apply(document)
    back = edits.RemoveWeights(("k", "k")).apply(document)
    assert not document.weights.added
    back.apply(document)
    assert [*document.weights.added] == ["k"]


def test_nothing_of_a_large_edit_stays_when_its_document_is_closed():
    class Text(str):
        """As a value is, and tells when it is gone."""

    document, page = small()
    history, text, heard = UndoStack(document), Text("1"), []
    history.listeners.append(lambda edit: heard.extend((*edit.touched(), *edit.touched())))
    gone = weakref.ref(text)
    history.do(edits.CompositeEdit(tuple(edits.SetValue("main", "A", f"value{n}", text) for n in range(200))))
    assert history.undo() and history.redo() and len(heard) == 6 and page.blocks["A"].values["value7"] == "1"
    assert [sorted(one.valued) for one in heard] == [["A"] * 200] * 6
    del document, page, history, text
    gc.collect()
    assert gone() is None
