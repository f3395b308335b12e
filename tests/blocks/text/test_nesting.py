"""The limit for nesting in files does not depend on the version of Python."""

import json
import random
import threading

import pytest

from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import DEEPEST, too_deep, too_deep_proto
from tests.extent import examples

TEXTS = ('"', "\\", "[", "]", "{", "}", "a", '\\"', "'", "#", "<", "日本", "\n")


def deep(value):
    return (
        1 + max(map(deep, value.values() if isinstance(value, dict) else value), default=0)
        if isinstance(value, dict | list)
        else 0
    )


def some(chance, levels):
    """Return a value nested to a depth, with texts that contain brackets and quotes."""
    text = "".join(chance.choices(TEXTS, k=chance.randrange(6)))
    if not levels:
        return text
    inner = [some(chance, chance.randrange(min(levels, 3))) for _ in range(chance.randrange(3))]
    inner.insert(chance.randrange(len(inner) + 1), some(chance, levels - 1))
    return inner if chance.random() < 0.5 else {f"{number}{text}": one for number, one in enumerate(inner)}


def test_the_depth_of_json_is_found_without_parsing_it(monkeypatch):
    monkeypatch.setattr(bounded_io, "DEEPEST", 9)
    for seed in range(examples(400)):
        chance = random.Random(seed)
        made = some(chance, chance.randrange(7, 13))
        text = json.dumps(made, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.5)
        assert too_deep(text) == too_deep(text.encode()) == (deep(made) > 9)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 9000,
        '{"a":' * 9000,
        "[[]," * 9000,
        '["\\"]", ' * 9000,
        "[" * 9000 + "]" * 9000,
        "[[" * 100 + '"' + "]" * 9000,
    ],
)
def test_what_is_nested_too_deeply_reaches_no_reader(monkeypatch, text):
    read, here = json.loads, threading.current_thread()  # other threads read messages of workers

    def refuse(*text, **hooks):  # later versions of Python read deeper texts
        return pytest.fail("it was read") if threading.current_thread() is here else read(*text, **hooks)

    monkeypatch.setattr(json, "loads", refuse)
    with pytest.raises(ValueError, match="nested too deeply"):
        bounded_io.parsed(text)


def test_the_deepest_that_is_read(monkeypatch):
    assert deep(bounded_io.parsed("[" * DEEPEST + "]" * DEEPEST)) == DEEPEST
    assert bounded_io.parsed('["%s"]' % ("[" * 5000)) == ["[" * 5000]
    assert len(bounded_io.parsed("[" + ", ".join(["[]"] * 5000) + "]")) == 5000


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("node { name: 'a' } " * 5000, False),
        ("a { " * DEEPEST + "}" * DEEPEST, False),
        ("a { " * (DEEPEST + 1), True),
        ("a < " * (DEEPEST + 1), True),
        ("a: '" + "{" * 5000 + "'", False),
        ("# don't " + "{" * 5000 + "\nnode {}", False),
        ("# don't\n" + "a { " * 5000, True),
        ("a: 'it\\'s' " + "b { " * 5000, True),
    ],
)
def test_the_depth_of_a_text_of_a_proto(text, refused):
    assert too_deep_proto(text.encode()) == refused
