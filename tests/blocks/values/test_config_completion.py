"""Completion of configs, of a schema and a text alone."""

import pytest

from blockloom.blocks.values.prototext import Completion, ConfigSchema, references


def field(type_, of="", repeated=False, oneof="", old=False):
    return {"type": type_, "of": of, "repeated": repeated, "oneof": oneof, "old": old}


SCHEMA = ConfigSchema(
    {
        "root": "Config",
        "messages": {
            "Config": {
                "mode": field("enum", "Mode"),
                "table": field("message", "Table", repeated=True),
                "fast": field("bool"),
                "older": field("string", old=True),
            },
            "Table": {
                "name": field("string"),
                "adam": field("message", "Adam", oneof="optimizer"),
                "sgd": field("message", "Adam", oneof="optimizer"),
            },
            "Adam": {"beta": field("float")},
        },
        "enums": {"Mode": ["TRAINING", "INFERENCE"]},
    }
)


@pytest.mark.parametrize(
    "text, word, names",
    [
        ("", "", ["mode", "table", "fast", "older"]),  # old ones last
        ("mo", "mo", ["mode"]),
        ("mode: TR", "TR", ["TRAINING"]),
        ("mode: i", "i", ["INFERENCE", "TRAINING"]),  # those that begin with the word first
        ("fast: ", "", ["true", "false"]),
        ("mode: TRAINING ", "", ["table", "fast", "older"]),  # once is enough
        ("table { ", "", ["name", "adam", "sgd"]),
        ("table { sgd { } ", "", ["name"]),  # one of a group
        ("table { adam { ", "", ["beta"]),
        ("nothing { ", "", []),
        ("# mo", "", []),
    ],
)
def test_what_may_stand_at_the_end_of_a_text(text, word, names):
    found, offered = SCHEMA.completions(text, len(text))
    assert (found, [c.name for c in offered]) == (word, names)


def test_what_is_typed_around_the_cursor():
    assert [c for c in SCHEMA.completions("table { ", 8)[1] if c.name != "sgd"] == [
        Completion("name", 'name: "', '"'),
        Completion("adam", "adam {\n  ", "\n}"),
    ]
    assert references("@R", ["RECV", "SEND"]) == [Completion("@RECV", "@RECV")]
