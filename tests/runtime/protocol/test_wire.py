"""Messages read back as written: every class of message, every field."""

import io
import types
from collections.abc import Mapping, Sequence
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np
import pytest
from msgspec import structs

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import messages, replies
from blockloom.runtime.protocol.events import EVENTS
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.requests import REQUESTS

AT = parse("main/LAYER/W.ref[1]")
VALUES = {
    str: "a text",
    bool: True,
    int: 7,
    float: 2.5,
    Any: {"any": [1, None, "JSON"]},
    np.ndarray: np.array([[1.5, np.nan]], np.float32),
    Address: AT,
    Watch: Watch(AT, (0, -1), matrix=True, rows=3),
    Problem: make_problem("missing-block", AT, wire="A.y -> B.x", source="A"),
    OutputDifference: OutputDifference("A.x", "values", largest=float("inf"), where=(1, 2)),
    Breakpoint: Breakpoint(AT, Condition(AT, (1,), "<", 0.5), "W.ref < 0.5", (AT,)),
    RunMode: RunMode(9, Condition(AT, (1,), "<", 0.5), timed=True, watch=False),
}
REPLIES = [
    kind
    for kind in vars(replies).values()
    if isinstance(kind, type) and issubclass(kind, Record) and kind.__module__ == replies.__name__
]


def make_value(kind):
    """Return a value of a type with nonempty parts."""
    if kind in VALUES:
        return VALUES[kind]
    origin, parts = get_origin(kind), [part for part in get_args(kind) if part not in (types.NoneType, ...)]
    if origin in (Union, types.UnionType):
        return make_value(parts[-1])
    if origin is tuple:
        return tuple(map(make_value, parts))
    if origin in (list, Sequence):
        return [make_value(parts[0])] * 2
    if origin in (dict, Mapping, types.MappingProxyType):
        made_one = {make_value(parts[0]): make_value(parts[1])}
        return kind(made_one) if origin is types.MappingProxyType else made_one
    if is_typeddict(kind):
        return {name: make_value(hint) for name, hint in get_type_hints(kind).items() if name != "list"}
    return kind(
        **{name: make_value(hint) for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
    )


def plain(value):
    """Return a comparable form: arrays with their dtypes as texts, tuples as lists."""
    if isinstance(value, Record):
        return type(value), plain(structs.asdict(value))
    if isinstance(value, np.ndarray):
        return str(value.dtype), str(value.tolist())
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if type(value) in (list, tuple) else value


def sent(parts):
    return messages.read_message(io.BytesIO(b"".join(parts)))


@pytest.mark.parametrize("kind", [*REQUESTS.values(), *EVENTS.values(), *REPLIES], ids=lambda kind: kind.__name__)
def test_what_is_sent_arrives(kind):
    said = make_value(kind)
    if kind in REQUESTS.values():
        number, read = messages.parse_request(*sent(messages.encode_request(3, said)))
        assert number == 3
    elif kind in EVENTS.values():
        read = messages.parse_worker_message(*sent(messages.encode_event(said)))
    else:
        answer = messages.parse_worker_message(*sent(messages.encode_reply(3, said)))
        assert (answer.number, answer.error) == (3, "")
        read = answer.read(kind)
    assert plain(read) == plain(said)


@pytest.mark.parametrize(
    "summary", [{"dtype": 3}, {"dtype": "DT_FLOAT", "shape": "no"}, {"list": [{"text": 1}]}, {"array": 1.5}, "text"]
)
def test_a_malformed_summary_is_garbage(summary):
    """An event and a reply alike."""
    shown = {"results": {"A": {"y": summary}}}
    with pytest.raises(messages.MalformedMessageError, match="does not match its header"):
        messages.parse_worker_message({"event": "step_results", "fields": {"step": 1, "shown": shown}}, [])
    with pytest.raises(messages.MalformedMessageError, match="does not match its header"):
        messages.parse_worker_message({"reply": 1, "fields": {"shown": shown}}, []).read(replies.RollBackStepReply)


@pytest.mark.parametrize(
    ("kind", "facts"), [("no-such-kind", []), ("missing-input", [["zzz", 1]]), ("unknown-dtype:no-such-case", [])]
)
def test_a_problem_without_a_text_is_garbage(kind, facts):
    problem = ["error", kind, ["main", "A", "", None, []], facts]
    with pytest.raises(messages.MalformedMessageError, match="does not match its header"):
        messages.parse_worker_message({"reply": 1, "fields": {"problems": [problem]}}, []).read(replies.OpenedReply)


def test_what_no_summary_has_does_not_arrive():
    shown = {"results": {"A": {"y": {"text": "1.5", "zzz": [1]}}}}
    event = messages.parse_worker_message({"event": "step_results", "fields": {"step": 1, "shown": shown}}, [])
    assert event.shown.results == {"A": {"y": {"text": "1.5"}}}


@pytest.mark.parametrize("value", [True, -1, 2, "2.0", None])
def test_an_array_that_did_not_come_is_refused(value):
    number, why = messages.parse_request(
        {"id": 4, "do": "open", "fields": {"document": "", "page": "", "fetch": value}}, []
    )
    assert number == 4 and why.startswith("ValidationError: Expected `array`")
    arrays = "replayable_spans", "snapshot_steps", "loss_points", "nonfinite_steps"
    fields = {"step": 1, **dict.fromkeys(arrays, value)}
    with pytest.raises(messages.MalformedMessageError):
        messages.parse_worker_message({"reply": 1, "fields": fields}, [np.zeros(2)]).read(replies.HistoryReply)
