"""Fetches of shown steps: everything for a single step, else the visible part of a large page."""

import pytest

import blockloom
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.files import documents
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import StepResultsEvent
from tests.pages import document
from tests.waiting import until


@pytest.fixture
def own(worker):
    worker.heard = []
    worker.on_event = worker.heard.append
    return worker


def _open(worker, catalogue, count):
    """Return a page that counts its steps in V, with `count` blocks behind it that show the same."""
    chain = {f"I{number}": "Identity" for number in range(count)}
    wires = "\n".join(
        [
            "V.ref -> UP.ref",
            "UP.output_ref -> I0.input",
            *(f"I{number}.output -> I{number + 1}.input" for number in range(count - 1)),
        ]
    )
    made = document(
        catalogue,
        {"V": ("loom.Variable", {"initvalues": "0.0f"}), "UP": ("AssignAdd", {"value": "1.0f"}), **chain},
        wires,
    )
    assert not worker.call(requests.OpenRequest(document=documents.dumps(made), page="main")).problems


def _texts(reply):
    return {block: next(iter(pins.values()))["text"] for block, pins in reply.shown.results.items()}


def test_runs_of_several_steps_show_what_can_be_looked_at(catalogue, own):
    _open(own, catalogue, 250)
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[parse("I7"), parse("V"), parse("no such block")]))
    ended = own.call(requests.RunRequest(mode=RunMode(3)))
    assert _texts(ended) == {"I7": "3", "V": "3"}
    assert ended.shown.is_partial
    assert set(own.call(requests.GetResultsRequest()).results) == {"I7", "V"}
    single = own.call(requests.RunRequest(mode=RunMode(1)))
    assert _texts(single) == dict.fromkeys(["V", "UP", *(f"I{n}" for n in range(250))], "4")
    assert not single.shown.is_partial
    own.call(requests.SetVisibleResultsRequest(visible_blocks=None))
    assert set(_texts(own.call(requests.RunRequest(mode=RunMode(2)))).values()) == {"6"}


def test_all_of_a_small_page_is_shown(catalogue, own):
    _open(own, catalogue, 50)
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[parse("I7")]))
    ended = own.call(requests.RunRequest(mode=RunMode(3)))
    assert len(ended.shown.results) == 52
    assert not ended.shown.is_partial


def test_what_monitors_show_and_a_condition_is_about_is_fetched_too(catalogue, own):
    _open(own, catalogue, 250)
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[]))
    own.call(requests.SetWatchesRequest(watches=[Watch(parse("I9.output"))]))
    ended = own.call(requests.RunRequest(mode=RunMode(0, until=Condition(parse("I20.output"), (), ">=", 5.0))))
    assert ended.condition_met and _texts(ended) == {"I9": "5", "I20": "5"}
    assert ended.shown.monitors.texts == ["5"]
    own.call(requests.SetWatchesRequest(watches=[]))


def test_a_block_that_comes_into_view_has_a_result_from_the_next_step_on(catalogue, own):
    _open(own, catalogue, 250)
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[parse("I1")]))
    run = own.send(requests.RunRequest(mode=RunMode(0)))
    until(lambda: any(isinstance(m, StepResultsEvent) and set(m.shown.results) == {"I1"} for m in own.heard))
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[parse("I2")]))
    until(lambda: any(isinstance(m, StepResultsEvent) and set(m.shown.results) == {"I2"} for m in own.heard))
    own.call(requests.StopRequest())
    ended = run.result(20)
    assert _texts(ended) == {"I2": str(ended.step)}


def test_another_document_requests_its_visible_part(catalogue, own):
    _open(own, catalogue, 250)
    own.call(requests.SetVisibleResultsRequest(visible_blocks=[parse("I1")]))
    own.call(requests.SetDocumentRequest(owner=1))
    own.call(requests.SetDocumentRequest(owner=0))
    _open(own, catalogue, 250)
    assert len(own.call(requests.RunRequest(mode=RunMode(2))).shown.results) == 252


def test_a_run_of_a_large_page_gives_what_was_fetched(catalogue):
    chain = {f"I{number}": "Identity" for number in range(250)}
    made = document(
        catalogue,
        {"C": ("Const", {"value": "2.0f"}), **chain},
        "\n".join(["C.output -> I0.input", *(f"I{number}.output -> I{number + 1}.input" for number in range(249))]),
    )
    found = blockloom.run(made, fetch=["I7", "main/I9.output"]).results
    assert {block: float(pins["output"]) for block, pins in found.items()} == {"I7": 2.0, "I9": 2.0}
