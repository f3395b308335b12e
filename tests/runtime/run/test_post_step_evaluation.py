"""Watched values that no session needs: computed with the session's steps, if that has no side effect."""

import pytest

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import AddPage, Insert
from blockloom.blocks.files import documents
from blockloom.blocks.results.monitors import watches
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api import running
from blockloom.runtime.protocol import requests
from tests.pages import document, insert

BLOCKS = (
    "A Const value=2.0; N Neg x=<A.output; S loom.Session fetch_outputs=<N.y inputs=<FEED.feed; "
    "SQUARE Square x=<N.y; "  # computed by the session
    "CUBE Mul x=<SQUARE.y y=<N.y; "
    "V loom.Variable initvalues=5.0; "  # that no session needs
    "MINUS Neg x=<V.ref; C loom.Variable initvalues=1.0; "
    "BUMP AssignAdd value=1.0 ref=<C.ref; "  # has an effect
    "AFTER Neg x=<BUMP.output_ref; "
    "P Placeholder dtype=DT_FLOAT shape=[]; "  # that nothing feeds
    "UNFED Neg x=<P.output; F Placeholder dtype=DT_FLOAT shape=[]; FEED loom.Feed value=3.0 placeholder=<F.output; "
    "FED Neg x=<F.output; "
    "Q FIFOQueueV2 component_types=[DT_FLOAT]; "  # that nobody fills
    "WAITS QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle"
)
WATCHED = ("SQUARE.y", "MINUS.y", "BUMP.output_ref", "AFTER.y", "UNFED.y", "FED.y", "WAITS.components[0]")


@pytest.fixture
def watched(catalogue):
    """Return the page, with a Number for each watched output."""
    made = document(catalogue, BLOCKS)
    for number, output in enumerate(WATCHED):
        block, _, pin = output.partition(".")
        wire = Wire(block, pin, f"M{number}", "value", "ref" if pin == "output_ref" else "tensor")
        Insert("main", (Block(f"M{number}", "loom.Number"),), (Placed(wire, 0),)).apply(made)
    return made


def texts(ended):
    return {block: next(iter(pins.values()))["text"] for block, pins in ended.shown.results.items()}


def test_a_step_gives_what_monitors_and_viewers_show_and_nothing_with_an_effect(catalogue, worker, watched):
    opened = worker.call(requests.OpenRequest(document=documents.dumps(watched), page="main", watched=True))
    assert {p.severity for p in opened.problems} <= {"warning"}
    assert {"SQUARE", "CUBE", "MINUS", "FED"} <= set(opened.blocks)
    assert not {"BUMP", "AFTER", "UNFED", "WAITS", "C"} & set(opened.blocks)
    needed = {"A": "2", "N": "-2", "V": "5"}
    assert texts(worker.call(requests.RunRequest(mode=RunMode(1)))) == needed
    worker.call(requests.SetWatchesRequest(watches=watches(watched.pages["main"])))
    ended = worker.call(requests.RunRequest(mode=RunMode(3)))
    seen = {"SQUARE": "4", "MINUS": "-5", "FED": "-3"}
    assert texts(ended) == needed | seen
    numbers = {
        str(watch.address): column
        for watch, column in zip(ended.shown.monitors.numbers, ended.shown.monitors.points.T[2:])
    }
    assert set(numbers["SQUARE.y"]) == {4.0} and set(numbers["MINUS.y"]) == {-5.0}
    worker.call(requests.SetVisibleResultsRequest(visible_blocks=None, side_outputs=[parse("CUBE")]))
    assert texts(worker.call(requests.RunRequest(mode=RunMode(1)))) == needed | seen | {"CUBE": "-8"}
    worker.call(requests.SetVisibleResultsRequest(visible_blocks=None))
    worker.call(requests.SetWatchesRequest(watches=[]))
    assert texts(worker.call(requests.RunRequest(mode=RunMode(2)))) == needed


def test_without_a_window_monitors_fetch_nothing(watched, worker):
    assert set(running.run(watched, worker=worker, steps=2).results) == {"A", "N"}


def test_a_monitor_of_a_variable_that_nothing_else_needs_opens_the_page_again(catalogue, worker):
    made = document(catalogue, BLOCKS)
    worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", watched=True))
    assert set(texts(worker.call(requests.RunRequest(mode=RunMode(1))))) == {"A", "N"}
    Insert("main", (Block("M", "loom.Number"),), (Placed(Wire("MINUS", "y", "M", "value"), 0),)).apply(made)
    worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", watched=True))
    worker.call(requests.SetWatchesRequest(watches=watches(made.pages["main"])))
    assert texts(worker.call(requests.RunRequest(mode=RunMode(1))))["MINUS"] == "-5"
    worker.call(requests.SetWatchesRequest(watches=[]))


def test_what_is_inside_of_pages_is_watched_as_any_block(catalogue, worker):
    made = document(catalogue, "A Const value=2.0f; N Neg x=<A.output; S loom.Session fetch_outputs=<N.y")
    AddPage("double").apply(made)
    insert(
        "x loom.Arg dtype=DT_FLOAT; W loom.ResourceVariable initvalues=10.0f; PRODUCT Mul x=<x.output y=<W.value; "
        "y loom.Retval input=<PRODUCT.z",
        "double",
    ).apply(made)
    insert("LAYER page:double x=<N.y; M loom.Number value=<LAYER.y").apply(made)
    opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", watched=True))
    assert {p.severity for p in opened.problems} <= {"warning"}
    worker.call(requests.SetWatchesRequest(watches=watches(made.pages["main"])))
    shown = worker.call(requests.RunRequest(mode=RunMode(1))).shown.results
    assert shown["LAYER"]["y"]["text"] == "-20"
    worker.call(requests.SetWatchesRequest(watches=[]))


def test_what_is_watched_takes_nothing_from_the_steps_and_fails_none(catalogue, worker):
    given = []
    for owner, watched in (735, []), (736, ["DRAWN.ref", "BUMPED.ref", "FOUND.values", "READ.y"]):
        made = document(
            catalogue,
            """
            R RandomUniform shape=[2] dtype=DT_FLOAT seed=1; C loom.Variable initvalues=1.0
            BUMP AssignAdd value=1.0 ref=<C.ref; ONE Const value=1.0 dtype=DT_FLOAT
            LATE VariableV2 shape=[] dtype=DT_FLOAT; ASSIGN Assign value=<ONE.output ref=<LATE.ref
            READ Neg x=<LATE.ref; S loom.Session fetch_outputs=<R.output,BUMP.output_ref,ASSIGN.output_ref
            DRAWN loom.Variable initvalues=<R.output; BUMPED loom.Variable initvalues=<BUMP.output_ref
            TABLE HashTableV2 key_dtype=DT_INT64 value_dtype=DT_INT64
            FOUND LookupTableFindV2 keys=[1] default_value=0 Tin=DT_INT64 Tout=DT_INT64 \
                table_handle=<TABLE.table_handle""",
        )
        for number, output in enumerate(watched):
            block, _, pin = output.partition(".")
            wire = Wire(block, pin, f"M{number}", "value", "ref" if pin == "ref" else "tensor")
            Insert("main", (Block(f"M{number}", "loom.Number"),), (Placed(wire, 0),)).apply(made)
        opened = worker.call(
            requests.OpenRequest(document=documents.dumps(made), page="main", watched=True, owner=owner)
        )
        assert [p for p in opened.problems if p.severity == "error"] == []
        worker.call(requests.SetWatchesRequest(watches=watches(made.pages["main"])))
        ended = worker.call(requests.RunRequest(mode=RunMode(3)))
        assert ended.outcome == "done"
        given.append({block: text for block, text in texts(ended).items() if block in ("R", "BUMP")})
        worker.call(requests.SetDocumentRequest(owner=0))
    worker.call(requests.SetWatchesRequest(watches=[]))
    assert given[0] == given[1] and given[0]["BUMP"] == "4"


def test_a_failing_watched_value_does_not_fail_the_step_and_names_place_and_cause(catalogue, worker):
    made = document(
        catalogue,
        """
        A Const value=[1.0,2.0] dtype=DT_FLOAT; N Neg x=<A.output; C loom.Variable initvalues=1.0
        BUMP AssignAdd value=1.0 ref=<C.ref
        S loom.Session fetch_outputs=<N.y,BUMP.output_ref,MERGE.output,TEXT.output,HALF.y,Q.output
        READ ReadFile filename="there/is/none"; LENGTH StringLength input=<READ.contents
        ROW GatherV2 indices=7 axis=0 Tindices=DT_INT32 Taxis=DT_INT32 params=<N.y; FINE Square x=<N.y
        TEXT ReduceJoin reduction_indices=0 inputs=<TEXTS.output; TEXTS AsString input=<N.y
        LETTERS StringLength input=<TEXT.output; HALF Cast DstT=DT_BFLOAT16 x=<N.y
        WHOLE Cast DstT=DT_FLOAT x=<HALF.y
        Q QuantizeV2 min_range=-4.0 max_range=4.0 T=DT_QINT8 mode=SCALED input=<N.y
        BACK Dequantize mode=SCALED input=<Q.output min_range=<Q.output_min max_range=<Q.output_max
        COUNTED Neg x=<C.ref; AFTER Square x=<N.y; YES Const value=true
        SWITCH Switch data=<A.output pred=<YES.output; DEAD Neg x=<SWITCH.output_false
        ALIVE Square x=<SWITCH.output_true; MERGE Merge inputs=<SWITCH.output_false,SWITCH.output_true
        BYTES DecodeRaw out_type=DT_FLOAT bytes=<READ.contents; HELD loom.Variable initvalues=<BYTES.output
        OF_HELD Neg x=<HELD.ref; BUMP -> AFTER""",
    )
    looked = [
        "LENGTH.output",
        "ROW.output",
        "FINE.y",
        "COUNTED.y",
        "AFTER.y",
        "DEAD.y",
        "ALIVE.y",
        "HELD.ref",
        "OF_HELD.y",
        "LETTERS.output",
        "WHOLE.y",
        "BACK.output",
    ]
    for number, output in enumerate(looked):
        block, _, pin = output.partition(".")
        wire = Wire(block, pin, f"M{number}", "value", "ref" if pin == "ref" else "tensor")
        Insert("main", (Block(f"M{number}", "loom.Number"),), (Placed(wire, 0),)).apply(made)
    opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", watched=True, owner=737))
    assert [p for p in opened.problems if p.severity == "error"] == []
    worker.call(requests.SetWatchesRequest(watches=watches(made.pages["main"])))
    ended = worker.call(requests.RunRequest(mode=RunMode(3)))
    shown = {block: next(iter(pins.values())) for block, pins in ended.shown.results.items()}
    worker.call(requests.SetDocumentRequest(owner=0))
    worker.call(requests.SetWatchesRequest(watches=[]))
    assert (ended.outcome, ended.shown.step) == ("done", 3)
    assert shown["BUMP"]["text"] == "4" and shown["N"]["text"] == "[-1 -2]"
    assert shown["FINE"]["text"] == shown["AFTER"]["text"] == shown["ALIVE"]["text"] == "[1 4]"
    assert (shown["LETTERS"]["text"], shown["WHOLE"]["text"]) == ("18", "[-1 -2]")
    assert shown["BACK"].get("text", "").startswith("[-"), shown["BACK"]
    assert shown["COUNTED"]["text"] == "-4", "what C holds after the step"
    assert shown["DEAD"] is None
    assert "main/READ" in shown["LENGTH"]["about"] and "there/is/none" in shown["LENGTH"]["about"]
    assert "main/ROW" in shown["ROW"]["about"] and "7" in shown["ROW"]["about"]
    assert "main/READ" in shown["HELD"]["about"] and "main/HELD" in shown["OF_HELD"]["about"]
    assert shown["LENGTH"]["about"] in ended.shown.monitors.texts
