"""What is to be run, as one value; and another run mode, which only the table and the rule know."""

import json

import pytest

from blockloom import BadPage, RunFailed, run
from blockloom.app.command_table import commands
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results import run_modes
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.results.run_modes import RUN_MODES, RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import from_json, to_json
from tests.pages import document
from tests.runtime.alive import ALIVE, Alive
from tests.workers import Real


@pytest.fixture
def counting(catalogue):
    """A page whose SWITCH gives output_true from the fourth step on."""
    return document(
        catalogue,
        {
            "V": ("loom.Variable", {"initvalues": "0"}),
            "UP": ("AssignAdd", {"value": "1"}),
            "MORE": ("Greater", {"y": "3"}),
            "SWITCH": "Switch",
            "S": "loom.Session",
        },
        """
        V.ref -> UP.ref
        UP.output_ref -> MORE.x
        UP.output_ref -> SWITCH.data
        MORE.z -> SWITCH.pred
        SWITCH.output_true -> S.fetch_outputs
        SWITCH.output_false -> S.fetch_outputs""",
    )


def test_a_run_mode_of_the_table_and_the_rule_alone_runs(counting, monkeypatch):
    monkeypatch.setitem(run_modes.ENDS, "alive", Alive)
    worker = Real(keep_state=False, command=ALIVE)
    try:
        done = run(counting, until="SWITCH.output_true is alive", worker=worker)
        assert done.steps == 4 and done.results["SWITCH"]["output_true"] == 4
        with pytest.raises(RunFailed, match="ran 3 steps"):
            run(counting, until="SWITCH.output_true is alive", steps=3, worker=worker)
        assert run(counting, until="UP >= 2", worker=worker).steps == 2
        with pytest.raises(BadPage, match="until: 'SWITCH' is no condition"):
            run(counting, until="SWITCH", worker=worker)
    finally:
        worker.close()


@pytest.mark.parametrize(
    "mode",
    [
        RunMode(),
        RunMode(0),
        RunMode(7, timed=True),
        RunMode(3, watch=False),
        RunMode(9, Condition(Address("main", "A", "output"), (1,), "<", 0.5), "A[1] < 0.5", True, False),
    ],
)
def test_a_mode_is_the_same_in_the_worker(mode):
    arrays = []
    sent = json.loads(json.dumps(to_json(requests.Run(mode=mode), arrays)))
    assert from_json(requests.Run, sent, arrays).mode == mode._replace(text="")


def test_modes_that_need_no_question_are_commands():
    assert RUN_MODES.keys() <= {command.key for command in commands()}
