"""An initial value edited after the sessions began: the message about it, and initialising a variable now."""

import itertools

import pytest

from blockloom import run
from blockloom.blocks import operations
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Remove, Rename, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import Measures
from blockloom.blocks.problems import KEPT_VALUE
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker.errors import WorkerError
from tests.pages import document

COUNT = {"V": ("loom.Variable", {"initvalues": "0.0f"}), "UP": ("AssignAdd", {"value": "1.0f"})}
WIRE = "V.ref -> UP.ref"
HANDLE = {"V": ("loom.ResourceVariable", {"initvalues": "0.0f"}), "UP": ("AssignAddVariableOp", {"value": "1.0f"})}
ENU = {"V": ("enu.Variable", {"initvalues": "0.0f", "dtype": "DT_FLOAT"}), "UP": ("enu.AssignAdd", {"value": "1.0f"})}
WIRED = {"C": ("Const", {"value": "0.0f"}), "NEG": "Neg", "V": "loom.Variable", "UP": ("AssignAdd", {"value": "1.0f"})}
WIRED_WIRES = "C.output -> NEG.x\nNEG.y -> V.initvalues\nV.ref -> UP.ref"
_owners = itertools.count(100)


@pytest.fixture
def page(worker):
    """Open a page as a separate document; return functions that open it again and that run a step."""
    owner = next(_owners)

    def opened(made, page="main"):
        reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page=page, owner=owner))
        assert not [p for p in reply.problems if p.severity == "error"]
        return [(p.block, p.pin) for p in reply.problems if p.code == KEPT_VALUE]

    def step(steps=1):
        ended = worker.call(requests.RunRequest(mode=RunMode(steps)))
        assert ended.outcome == "done"
        return {
            b: float(next(r["text"] for r in pins.values() if r and "text" in r))
            for b, pins in ended.shown.results.items()
            if b in "VW"
        }

    yield opened, step
    worker.call(requests.SetDocumentRequest(owner=0))


@pytest.mark.parametrize(
    ("blocks", "wires", "edit"),
    [
        (COUNT, WIRE, ("V", "initvalues", "50.0f")),
        (HANDLE, "V.handle -> UP.resource", ("V", "initvalues", "50.0f")),
        (ENU, "V.ref -> UP.ref", ("V", "initvalues", "50.0f")),
        (WIRED, WIRED_WIRES, ("C", "value", "-50.0f")),
    ],
)
def test_the_variable_says_that_it_keeps_its_value_until_it_is_initialised(
    catalogue, worker, page, blocks, wires, edit
):
    opened, step = page
    made = document(catalogue, blocks, wires)
    assert opened(made) == [] and step(10) == {"V": 10}
    back = SetValue("main", *edit).apply(made)
    assert opened(made) == [("V", "initvalues")] and step() == {"V": 11}
    assert opened(made) == [("V", "initvalues")]  # nothing was compiled, and it still is so
    edit_again = back.apply(made)
    assert opened(made) == []  # that is what it began with
    edit_again.apply(made)
    assert opened(made) == [("V", "initvalues")]
    ended = worker.call(requests.InitialiseRequest(blocks=["V"]))
    assert (ended.outcome, ended.step, ended.problems) == ("done", 11, [])
    assert 50 in [float(r["text"]) for r in ended.shown.results["V"].values() if "text" in r]
    assert opened(made) == [] and step() == {"V": 51}


def test_another_spelling_of_the_same_value_and_another_id_are_nothing_new(catalogue, page):
    opened, step = page
    made = document(
        catalogue, WIRED | {"T": ("loom.Variable", {"initvalues": "[1, 2]", "dtype": "DT_FLOAT"})}, WIRED_WIRES
    )
    opened(made)
    step()
    SetValue("main", "C", "value", "0f").apply(made)
    SetValue("main", "T", "initvalues", "{1.0f, 2.0f}").apply(made)
    Rename("main", "C", "ZERO").apply(made)
    assert opened(made) == []
    SetValue("main", "T", "initvalues", "[1, 2.5]").apply(made)
    assert opened(made) == [("T", "initvalues")]
    SetValue("main", "T", "initvalues", "[1, 2, 3]").apply(made)
    assert opened(made) == []  # of another shape: it is initialised anyway


def test_one_variable_is_initialised_and_all_else_stays(catalogue, worker, page):
    opened, step = page
    made = document(
        catalogue,
        COUNT | {"W": ("loom.Variable", {"initvalues": "5.0f"}), "DOWN": ("AssignSub", {"value": "1.0f"})},
        WIRE + "\nW.ref -> DOWN.ref",
    )
    opened(made)
    assert step(3) == {"V": 3, "W": 2}
    worker.call(requests.InitialiseRequest(blocks=["W"]))
    assert step() == {"V": 4, "W": 4}
    with pytest.raises(WorkerError, match="UP is not a variable"):
        worker.call(requests.InitialiseRequest(blocks=["W", "UP"]))
    assert step() == {"V": 5, "W": 3}
    worker.call(requests.ResetRequest())
    SetValue("main", "V", "initvalues", "7.0f").apply(made)
    assert opened(made) == []
    assert worker.call(requests.InitialiseRequest(blocks=["V"])).step == 0  # before the first step, too
    assert step() == {"V": 8, "W": 4}


def test_a_variable_of_several_sessions_is_reported_once(catalogue, page):
    opened, step = page
    made = document(
        catalogue,
        COUNT | {"S1": "loom.Session", "S2": "loom.Session"},
        f"""{WIRE}
                    UP.output_ref -> S1.fetch_outputs
                    UP.output_ref -> S2.fetch_outputs""",
    )
    opened(made)
    step()
    SetValue("main", "V", "initvalues", "50.0f").apply(made)
    assert opened(made) == [("V", "initvalues")]


def test_while_the_page_is_edited_the_live_types_tell_it(catalogue, worker, page):
    opened, step = page
    made = document(catalogue, ENU, "V.ref -> UP.ref")
    opened(made)
    step()

    def told(**change):
        reply = worker.call(requests.GetTypesRequest(page="main", **change))
        return [(p.severity, p.block, p.pin) for p in reply.problems]

    assert told(document=documents.dumps(made)) == []
    SetValue("main", "V", "initvalues", "50.0f").apply(made)
    assert told(document=documents.dumps(made)) == [("warning", "V", "initvalues")]
    worker.call(requests.SetDocumentRequest(owner=next(_owners)))
    assert told(document=documents.dumps(made)) == []


def test_a_run_from_the_command_line_begins_with_the_initial_value_and_has_nothing_to_say(catalogue, worker):
    made = document(catalogue, COUNT, WIRE)
    run(made, steps=3, worker=worker)
    found = run(made, values={"V.initvalues": "50.0f"}, worker=worker)
    assert found.results["V"]["ref"] == 51 and found.warnings == []


@pytest.mark.parametrize("blocks, wires", [(COUNT, WIRE), (WIRED, WIRED_WIRES)])
def test_variables_that_are_made_one_block_keep_their_values_and_when_it_is_unpacked(
    catalogue, worker, page, blocks, wires
):
    opened, _ = page
    blocks = {**blocks, "OUT": ("AddV2", {"y": "0.0f"}), "W": ("loom.Variable", {"initvalues": "7.0f"})}
    made = document(catalogue, blocks, f"{wires}\nUP.output_ref -> OUT.x")

    def given():
        shown = worker.call(requests.RunRequest(mode=RunMode(1))).shown.results
        return next(float(r["text"]) for r in shown["OUT"].values() if r)

    opened(made)
    worker.call(requests.RunRequest(mode=RunMode(9)))
    assert given() == 10
    history = UndoStack(made)
    main, pages = made.pages["main"], catalogue.with_pages(made)
    names = {"V", "UP", *({"C", "NEG"} & set(blocks))}
    history.do(operations.group_as_instance(made, WireRules(main, pages), names, Measures(main, pages)).edit, "Make")
    assert "V" not in main.blocks
    opened(made)
    assert given() == 11
    history.undo()
    opened(made)
    assert given() == 12
    history.redo()
    opened(made)
    (instance,) = (b.id for b in main.blocks.values() if b.type.startswith("page:"))
    pages = catalogue.with_pages(made)
    change = operations.unpack(made, WireRules(main, pages), instance, Measures(main, pages))
    history.do(change.edit, "Unpack")
    opened(made)
    assert given() == 13


def test_nothing_is_reported_as_both_kept_and_reset(catalogue, worker):
    made = document(
        catalogue,
        "V loom.Variable initvalues=[1f,2f]; R loom.ResourceVariable initvalues=3f; "
        "LOSS AddV2 x=<V.ref y=<R.value; ADAM loom.AdamOptimizer learning_rate=0.1; "
        "M loom.Minimize loss=<LOSS.z optimizer=<ADAM.optimizer; N Neg x=<V.ref; "
        "S loom.Session run_outputs=<M.operation; T loom.Session fetch_outputs=<N.y",
    )

    def after(*edits):
        for edit in edits:
            edit.apply(made)
        reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
        worker.call(requests.RunRequest(mode=RunMode(1)))
        return reply.retained, reply.reset

    assert after() == ([], [])
    assert after(SetValue("main", "V", "initvalues", "[[1f, 2f]]")) == (["R"], ["ADAM", "V"])  # ADAM keeps that of R
    gone = tuple(made.pages["main"].placed(wire) for wire in made.pages["main"].wires_into("T"))
    assert after(Remove("main", ("T",), gone)) == (["ADAM", "R", "V"], [])
    assert after(SetValue("main", "V", "initvalues", "[4f]")) == (["R"], ["ADAM", "V"])
    assert after(SetValue("main", "ADAM", "learning_rate", "0.2")) == (["ADAM", "R", "V"], [])  # whatever T had
