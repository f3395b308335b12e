"""An edit between two steps: queues, tables and iterators continue as without it, and losses are named."""

import pytest

from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert, Remove, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.extent import slow_after
from tests.handover import EXAMPLES, STATEFUL, rows
from tests.pages import document


def zoo(catalogue):
    """Return a page with a queue of each kind, tables that grow or are filled at the start, and an iterator.

    The iterator has shuffled batches. Each step puts two elements into each queue and takes one out.
    """
    text = (
        "COUNT loom.Variable dtype=DT_FLOAT initvalues=0.0; UP AssignAdd ref=<COUNT.ref value=1.0; "
        "N AddV2 x=<UP.output_ref y=0.0; "  # a queue would hold the memory of the variable
        "NEXT_N AddV2 x=<N.z y=0.5; LONG Cast x=<N.z SrcT=DT_FLOAT DstT=DT_INT64; LAST Neg x=<LONG.y; "
        "ONE Cast x=<N.z SrcT=DT_FLOAT DstT=DT_INT32; SIZE ExpandDims input=<ONE.y dim=0; "
        "ROW Fill dims=<SIZE.output value=7.0f; S loom.Session; "
    )
    for name, kind, shapes, first, second in (
        ("FIFO", "FIFOQueueV2", "shapes=[[]]", "N.z", "NEXT_N.z"),
        ("LOOSE", "FIFOQueueV2", "", "ROW.output", "NEXT_N.z"),
        ("PADDING", "PaddingFIFOQueueV2", "shapes=[[?]]", "ROW.output", "ROW.output"),
        ("PRIORITY", "PriorityQueueV2", "shapes=[[]]", "LONG.y,N.z", "LAST.y,NEXT_N.z"),
    ):
        has_key = name == "PRIORITY"
        text += (
            f"{name} {kind} component_types=DT_FLOAT {shapes}; "
            f"PUT_{name} QueueEnqueueV2 handle=<{name}.handle components=<{first}; "
            f"MORE_{name} QueueEnqueueV2 handle=<{name}.handle components=<{second}; "
            f"GET_{name} QueueDequeueV2 handle=<{name}.handle "
            f"component_types={'[DT_INT64,DT_FLOAT]' if has_key else 'DT_FLOAT'}; "
            f"LEFT_{name} QueueSizeV2 handle=<{name}.handle; GET_{name}.components[{int(has_key)}] -> S.fetch_outputs; "
            f"LEFT_{name}.size -> S.fetch_outputs; "
            f"PUT_{name} -> MORE_{name}; MORE_{name} -> GET_{name}; GET_{name} -> LEFT_{name}; "
        )
    for name, kind in (
        ("CHANGING", "MutableHashTableV2"),
        ("DENSE", "MutableDenseHashTableV2 empty_key=-1 deleted_key=-2"),
        ("FIXED", "HashTableV2"),
    ):
        text += (
            f"{name} {kind} key_dtype=DT_INT64 value_dtype=DT_FLOAT; "
            f"FIND_{name} LookupTableFindV2 table_handle=<{name}.table_handle default_value=-1.0 keys=[1,2,3,4]; "
            f"FIND_{name}.values -> S.fetch_outputs; "
        )
        if name == "FIXED":
            text += "FILL InitializeTableV2 table_handle=<FIXED.table_handle keys=[1,4] values=[10.0,40.0]; "
        else:
            learn = f"LEARN_{name} LookupTableInsertV2 table_handle=<{name}.table_handle keys=<LONG.y values=<NEXT_N.z"
            text += f"{learn}; LEARN_{name} -> FIND_{name}; "
    typed = "output_types=DT_INT64 output_shapes="
    text += (
        f"RANGE RangeDataset start=0 stop=7 step=1 {typed}[[]]; "
        f"MIXED ShuffleDataset input_dataset=<RANGE.handle buffer_size=5 seed=1 seed2=2 {typed}[[]]; "
        f"BATCHES BatchDatasetV2 input_dataset=<MIXED.handle batch_size=2 drop_remainder=false {typed}[[?]]; "
        f"ITER IteratorV2 {typed}[[?]]; MAKE MakeIterator dataset=<BATCHES.handle iterator=<ITER.handle; "
        f"NEXT IteratorGetNext iterator=<ITER.handle {typed}[[?]]; FILL.operation -> S.start_outputs; "
        "MAKE.operation -> S.start_outputs; NEXT.components[0] -> S.fetch_outputs"
    )
    return document(catalogue, text)


def test_edits_between_steps_change_no_row(catalogue, worker):
    text = documents.dumps(zoo(catalogue))
    wanted = rows(worker, documents.loads(text), 6, ())
    assert wanted[0] != wanted[1] and rows(worker, documents.loads(text), 6, (1, 2, 4)) == wanted


@pytest.mark.parametrize("example", ["queue", "sparse_accumulator"])
def test_edits_between_steps_change_no_row_of_examples(worker, example):
    text, steps = (EXAMPLES / f"{example}.loom").read_text(), STATEFUL[example]
    wanted = rows(worker, documents.loads(text), steps, (), folder=str(EXAMPLES))
    assert rows(worker, documents.loads(text), steps, (1, 2, steps - 1), folder=str(EXAMPLES)) == wanted


@pytest.mark.parametrize(
    ("header", "at_once"), slow_after(1, [("true", "20"), ("false", "20"), ("true", "10000"), ("false", "10000")])
)
def test_rows_of_a_table_go_on(worker, tmp_path, header, at_once):
    head, _, lines = (EXAMPLES / "flats.csv").read_text().partition("\n")
    (tmp_path / "flats.csv").write_text(f"{head}\n{lines}" if header == "true" else lines)
    made = documents.load(EXAMPLES / "rents_by_epochs.loom")
    SetValue("rents", "FLATS", "header", header).apply(made)
    SetValue("rents", "FLATS", "buffer_size", at_once).apply(made)
    SetValue("rents", "MIXED", "buffer_size", "3").apply(made)  # or all of it is read before the first step
    wanted = rows(worker, documents.loads(documents.dumps(made)), 9, (), folder=str(tmp_path))
    assert {} in wanted and len(set(map(str, wanted))) == 9
    assert rows(worker, made, 9, (1, 4, 8), folder=str(tmp_path)) == wanted


def test_rows_of_a_table_that_is_gone_through_again_are_named(worker):
    """Each pass begins with the header, which is not reported when reading continues."""
    made = documents.load(EXAMPLES / "rents_by_epochs.loom")
    old = next(wire for wire in made.pages["rents"].wires() if wire.source == "FLATS")
    Remove("rents", (), (Placed(old, 0),)).apply(made)
    wires = (Wire("FLATS", "handle", "TWICE", "input_dataset"), Wire("TWICE", "handle", "SCALED", "input_dataset"))
    blocks = (Block("TWICE", "RepeatDataset", values={"count": "2"}),)
    Insert("rents", blocks, tuple(Placed(wire, 0) for wire in wires)).apply(made)
    asked = {"page": "rents", "folder": str(EXAMPLES), "owner": 7500}
    worker.call(requests.OpenRequest(document=documents.dumps(made), **asked))
    assert worker.call(requests.RunRequest(mode=RunMode(2))).outcome == "done"
    SetValue("rents", "SGD", "learning_rate", "0.123f").apply(made)
    assert worker.call(requests.OpenRequest(document=documents.dumps(made), **asked)).reset == ["ITER"]
    worker.call(requests.SetDocumentRequest(owner=0))


@pytest.fixture
def opened(worker):
    """Return a function that opens a page, and runs a step of it."""

    def opened(made, runs=True):
        reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
        assert not [p for p in reply.problems if p.severity == "error"], reply.problems
        if runs:
            ended = worker.call(requests.RunRequest(mode=RunMode(1)))
            assert ended.outcome == "done", ended
        return reply

    yield opened
    worker.call(requests.ResetRequest())


def test_what_cannot_be_handed_over_is_named_and_nothing_else(catalogue, worker, opened):
    made = document(
        catalogue,
        "MIXED RandomShuffleQueueV2 component_types=DT_FLOAT shapes=[[]]; "
        "EMPTY RandomShuffleQueueV2 component_types=DT_FLOAT shapes=[[]]; "
        "TIED PriorityQueueV2 component_types=DT_FLOAT shapes=[[]]; "
        "FIFO FIFOQueueV2 component_types=DT_FLOAT shapes=[[]]; "
        "PUT QueueEnqueueManyV2 handle=<MIXED.handle components=<TWO.output; "
        "PUT_TIED QueueEnqueueManyV2 components=<SAME.output,TWO.output handle=<TIED.handle; "
        "PUT_FIFO QueueEnqueueManyV2 components=<TWO.output handle=<FIFO.handle; "
        "TWO Const dtype=DT_FLOAT value=[1.0,2.0]; SAME Const dtype=DT_INT64 value=[5,5]; "
        "LEFT QueueSizeV2 handle=<FIFO.handle; LEFT_EMPTY QueueSizeV2 handle=<EMPTY.handle; "
        "TABLE HashTableV2 key_dtype=DT_INT64 value_dtype=DT_FLOAT; "
        "FILL InitializeTableV2 keys=[1,4] values=[10.0,40.0] table_handle=<TABLE.table_handle; "
        "FIND LookupTableFindV2 default_value=-1.0 keys=[1,2,4] table_handle=<TABLE.table_handle; "
        "RANGE RangeDataset start=0 stop=7 step=1; "
        "DRAWN MapDataset f=draw input_dataset=<RANGE.handle; "
        "ITER IteratorV2 output_types=DT_INT64 output_shapes=[[]]; "
        "MAKE MakeIterator dataset=<DRAWN.handle iterator=<ITER.handle; "
        "NEXT IteratorGetNext output_types=DT_INT64 output_shapes=[[]] iterator=<ITER.handle; "
        "S loom.Session run_outputs=<PUT.operation,PUT_TIED.operation "
        "fetch_outputs=<LEFT.size,LEFT_EMPTY.size,FIND.values,NEXT.components[0] "
        "start_outputs=<FILL.operation,MAKE.operation; PUT_FIFO -> LEFT",
        draw="x loom.Arg dtype=DT_INT64 shape=[]; "
        "R RandomUniformInt minval=0 maxval=9 shape=[] T=DT_INT32 seed=3 Tout=DT_INT64; "
        "SUM AddV2 x=<x.output y=<R.output; y loom.Retval input=<SUM.z",
    )

    def value(block, pin):
        whole = worker.call(requests.GetResultsRequest())
        told = whole.results[block][pin]
        return whole.arrays[told["list"][0]["array"] if "list" in told else told["array"]].tolist()

    opened(made)
    SetValue("main", "FIND", "keys", "[1, 2, 3]").apply(made)
    assert opened(made).reset == ["ITER", "MIXED", "TIED"]
    assert (value("LEFT", "size"), value("FIND", "values")) == (4, [10, -1, -1])
    made.pages["draw"].blocks["R"].values["seed"] = "0"  # random anyway: where the data is goes over from now on
    assert opened(made).reset == ["ITER", "MIXED", "TIED"]
    assert 0 <= value("NEXT", "components") < 9
    SetValue("main", "FILL", "values", "[11.0, 44.0]").apply(made)
    assert opened(made).reset == ["MIXED", "TABLE", "TIED"]
    assert value("FIND", "values") == [11, -1, -1]
    SetValue("main", "FIFO", "component_types", "DT_DOUBLE").apply(made)
    SetValue("main", "TWO", "dtype", "DT_DOUBLE").apply(made)
    for block in ("MIXED", "TIED"):
        SetValue("main", block, "component_types", "DT_DOUBLE").apply(made)
    SetValue("main", "RANGE", "stop", "8").apply(made)
    assert opened(made).reset == ["FIFO", "ITER", "MIXED", "TIED"]
    assert value("LEFT", "size") == 2


def test_a_closed_queue_gives_the_elements_that_it_has_and_stays_closed(catalogue, opened, worker):
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=DT_FLOAT shapes=[[]]; "
        "PUT QueueEnqueueManyV2 handle=<Q.handle components=<THREE.output; "
        "THREE Const dtype=DT_FLOAT value=[1.0,2.0,3.0]; CLOSE QueueCloseV2 handle=<Q.handle; "
        "GET QueueDequeueV2 component_types=DT_FLOAT handle=<Q.handle; "
        "S loom.Session start_outputs=<CLOSE.operation fetch_outputs=<GET.components[0]; "
        "OTHER Const value=0; PUT -> CLOSE",
    )
    for step in range(3):
        SetValue("main", "OTHER", "value", str(step)).apply(made)
        assert opened(made).reset == []
        (found,) = worker.call(requests.GetResultsRequest()).results["GET"]["components"]["list"]
        assert worker.call(requests.GetResultsRequest()).arrays[found["array"]] == step + 1
    SetValue("main", "OTHER", "value", "9").apply(made)
    assert opened(made, runs=False).reset == []
    assert worker.call(requests.RunRequest(mode=RunMode(1))).outcome == "error"


@pytest.mark.parametrize("reduction", ["MEAN", "SUM"])
def test_the_mean_of_gradients_is_the_same_to_the_bit(catalogue, worker, reduction):
    """Of seven: that number times their mean is not always their sum."""
    made = document(
        catalogue,
        {
            "COUNT": ("loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "0.0"}),
            "UP": ("AssignAdd", {"value": "0.3"}),
            "N": ("Mul", {"y": "[1.0, 0.1, -0.7, 1e-3, 3e5, -0.0]"}),
            "ACC": ("ConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": "[6]", "reduction_type": reduction}),
            "A": ("AccumulatorApplyGradient", {"local_step": "9"}),
            "TAKE": ("AccumulatorTakeGradient", {"num_required": "1"}),
            "LEFT": "AccumulatorNumAccumulated",
            "S": "loom.Session",
        },
        """COUNT.ref -> UP.ref
           UP.output_ref -> N.x
           N.z -> A.gradient
           ACC.handle -> A.handle
           ACC.handle -> TAKE.handle
           ACC.handle -> LEFT.handle
           A -> LEFT
           LEFT -> TAKE
           LEFT.num_accumulated -> S.fetch_outputs""",
    )
    text, taken = documents.dumps(made), []
    for edits in (), (1, 4, 6):
        made = documents.loads(text)
        rows(worker, made, 6, edits)
        Insert("main", wires=(Placed(Wire("TAKE", "average", "S", "fetch_outputs"), 9),)).apply(made)
        worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
        assert worker.call(requests.RunRequest(mode=RunMode(1))).outcome == "done"
        whole = worker.call(requests.GetResultsRequest())
        taken.append(whole.arrays[whole.results["TAKE"]["average"]["array"]].tobytes())
    assert taken[0] == taken[1]


def test_what_a_session_holds_is_put_back_into_it(catalogue):
    """Between two steps: looking changes nothing, and putting back what was there is going back."""
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.resources import resource_transfer
    from blockloom.runtime.run.runner import Runner  # imports TensorFlow

    runner = Runner(compile_page(zoo(catalogue), "main", catalogue))

    def steps(count):
        return [
            {
                str(at): str(pins)
                for at, pins in runner.step(True).items()
                if at.block.startswith(("GET", "FIND", "NEXT"))
            }
            for _ in range(count)
        ]

    steps(1)
    (live,) = runner._live
    variables = dict(runner.snapshot()["S"])
    held = resource_transfer.peek_resources(live.calls, live.own.resources)
    assert len(held) == 8 and not any(taken.key is None for taken in held.values())
    first = steps(2)
    live.take_out()
    live.put_back(held)
    live.restore(variables)
    assert first[0] != first[1] and steps(2) == first
    runner.close()
