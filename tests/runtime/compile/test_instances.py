"""Results of blocks inside an instance of another page are told apart by address on their way out of the worker."""

import numpy as np
import pytest
from msgspec.structs import replace

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Block
from blockloom.blocks.results.conditions import parse as condition
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.api import running
from blockloom.runtime.api.results import as_data
from blockloom.runtime.run import result_summaries, slices
from blockloom.runtime.run.monitor_recorder import MonitorRecorder
from blockloom.runtime.run.run_thread import is_true
from tests.blocks.lower.test_flattening import scaled
from tests.pages import pages

OUTER, INNER = Address("", "A"), Address("", "A", path=("LAYER",))
FOUND = {OUTER: {"output": np.full((), 1.0)}, INNER: {"output": np.full((), 2.0)}}


@pytest.mark.parametrize(("at", "value"), [(OUTER, 1), (INNER, 2)])
def test_each_is_found_by_its_own_address(at, value):
    output = at.at_pin("output")
    assert slices.find(FOUND, output) == value
    assert slices.find(FOUND, parse(str(output))) == value
    assert MonitorRecorder([Watch(output)]).take(FOUND).texts == [str(value)]
    assert is_true(replace(condition("A.output == 0"), address=output, value=value), FOUND)


def test_messages_and_programs_get_them_by_the_texts_of_addresses():
    told = result_summaries.summaries(FOUND)
    assert {at: pins["output"]["text"] for at, pins in told.items()} == {"A": "1", "/LAYER/A": "2"}
    whole = {str(at): pins for at, pins in FOUND.items()}
    assert as_data(running.Result("main", 1, whole))["results"]["/LAYER/A"]["output"]["value"] == 2


def test_a_run_tells_what_is_inside_each_instance(worker):
    made = pages(
        main="T page:scale gain=2; U page:scale gain=5; M Const value=1.0 dtype=DT_FLOAT",
        scale="gain loom.Parameter; C Const value=3.0 dtype=DT_FLOAT; M Mul y==gain x=<C.output",
    )
    found = running.run(made, page="main", worker=worker).results
    assert (found["/T/M"]["z"], found["/U/M"]["z"], found["M"]["output"]) == (6, 15, 1)


def test_results_of_what_vanished_are_those_of_what_it_passes_on(worker):
    made = scaled()
    made.pages["scale"].blocks["M"] = Block("M", "Mul", values={"y": "=gain"})
    for name in "NM":
        made.pages["main"].blocks[name] = Block(name, "Neg")
        (wire,) = made.pages["main"].into.pop(name)["data"]
        made.pages["main"].into[name] = {"x": (wire._replace(target_pin="x"),)}
    found = running.run(made, page="main", worker=worker).results
    assert found["N"]["y"] == -150 and found["T"] == {"out": 150, "same": 3} and found["M"]["y"] == -1
    assert found["/T/a"]["output"] == 3 == found["/T/S/x"]["output"] and found["/T/S"]["y"] == 15
    assert found["/U/a"]["output"] == 1 and found["/U/R/M"]["z"] == 2
    alone = running.run(made, page="scale", feed={"x": "4"}, worker=worker).results
    assert alone["y"]["output"] == 8
