"""The modes of a run as one value."""

import json

import pytest

from blockloom.app.command_table import commands
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.results.run_modes import RUN_MODES, RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import from_json, to_json


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
    sent = json.loads(json.dumps(to_json(requests.RunRequest(mode=mode), [])))
    assert from_json(requests.RunRequest, sent, []).mode == mode


def test_modes_that_need_no_question_are_commands():
    assert RUN_MODES.keys() <= {command.key for command in commands()}
