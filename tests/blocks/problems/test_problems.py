"""Problems are facts: one table says them, and they come through a message as they are."""

import ast
import functools
import json
import re
from pathlib import Path

import pytest

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import ERROR, WARNING, Problem, make_problem
from blockloom.blocks.problems.kinds import KINDS, about_shapes
from blockloom.blocks.text.phrases import Phrase, phrase, unpacked
from blockloom.runtime.protocol.records import from_json, to_json
from tests import sources

ROOT = Path(__file__).resolve().parents[3]
CLASH = make_problem(
    "dtype-clash",
    Address("main", "B", "x"),
    source="A.output",
    got="DT_FLOAT",
    wanted="DT_INT32",
    attr="T",
    castable=True,
)
SHAPES = {kind for kind, about in KINDS.items() if about.say.__module__ == about_shapes.__name__}

# Constructors of problems with a fixed code, by their cases.
_OF_CODE = {"ExpansionError": "refused", "ConfigError": "bad-config", "_finding": "bad-config"}


@functools.cache
def made_problems() -> list[tuple[str, str, set[str]]]:
    """(place, kind, names of the facts) of every problem that the code makes of the table."""
    found = []
    for path in sources.files("app", "blockloom", "blocks", "runtime"):
        for node in sources.nodes(path, ast.Call):
            if node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place, facts = f"{path.relative_to(ROOT)}:{node.lineno}", {keyword.arg for keyword in node.keywords}
                if name in _OF_CODE:
                    found.append((place, f"{_OF_CODE[name]}:{node.args[0].value}", facts))
                elif name == "make_problem" or name in ("say", "_say") and node.args[0].value in KINDS:
                    found.append((place, node.args[0].value, facts))
    return found


def test_every_problem_of_the_code_is_in_the_table_with_its_facts():
    for place, kind, facts in made_problems():
        optional = len(KINDS[kind].say.__defaults__ or ())
        fields = KINDS[kind].fields
        given = facts - {"severity", "place"}
        assert None in facts or set(fields[: len(fields) - optional]) <= given <= set(fields), place


def test_nothing_in_the_table_is_left_over_and_each_says_when_it_is_there():
    assert len(SHAPES) > 40
    by_a_variable = {
        "kept-value",
        "no-tpu",
        "failed:not-fed",
        "failed:no-value",
        "bad-config:no-field",
        "bad-config:no-value",
        "bad-config:negative:learning_rate",
        "bad-config:negative:weight_decay_factor",
    }
    assert KINDS.keys() - SHAPES - {kind for _, kind, _ in made_problems()} == by_a_variable
    assert all(kind.about.endswith(".") for kind in KINDS.values())


def test_options_of_commands_are_only_in_the_remedy_that_the_window_does_not_show():
    made = [
        (path, node)
        for path in sorted((ROOT / "blocks" / "problems").glob("about_*.py"))
        for node in sources.nodes(path, ast.Return)
        if isinstance(node.value, ast.Tuple)
    ]
    assert len(made) > 100
    for path, node in made:
        shown = [ast.unparse(text) for text in node.value.elts[:2]]
        assert not [text for text in shown if re.search(r"[ (]--[a-z]", text)], f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    "folder", ["blocks/quickfixes", "blocks/checks/session_closure.py", "app/window/document/quickfixes.py"]
)
def test_remedies_read_the_facts_of_a_problem(folder):
    """Texts are shown, never searched."""
    path = ROOT / folder
    for file in path.rglob("*.py") if path.is_dir() else [path]:
        for node in sources.nodes(file, ast.Call, ast.Compare):
            by_regex = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            searched = node.args if by_regex else compared
            assert not any(
                isinstance(n, ast.Attribute) and n.attr in ("message", "remedy")
                for one in searched
                for n in ast.walk(one)
            ), f"{file}:{node.lineno}"


@pytest.mark.parametrize(
    "made",
    [
        CLASH,
        CLASH.as_idle(),
        make_problem("empty-page", Address("main")),
        make_problem("cycle", Address("a.page", "A"), ring=["A", "B"]),
        Problem.from_texts(WARNING, "odd", "main", "", "", "odd"),
        make_problem(
            "missing-output",
            Address("main", "A", "a/b", 3),
            wire="A.a/b[3] -> B.x",
            target="B",
            target_pin="x",
            type="Neg",
            outputs=[],
        ),
        make_problem("import", Address("main"), what=phrase("left out"), text=phrase("a {} of the wire", "d")),
    ],
)
def test_a_problem_comes_through_a_message_as_it_is(made):
    got = from_json(Problem, json.loads(json.dumps(to_json(made, [])), object_hook=unpacked), [])
    assert got == made and hash(got) == hash(made)
    assert (got.message, got.remedy, got.place_text) == (made.message, made.remedy, made.place_text)
    assert isinstance(got.message, Phrase) == isinstance(made.message, Phrase)


def test_it_is_said_by_a_phrase_that_can_be_translated():
    assert CLASH.message == "A.output gives DT_FLOAT, but T of this block is DT_INT32"
    assert CLASH.message.template == "{}.{} gives {}, but {} is {}"
    assert str(CLASH) == f"error: main/B.x: {CLASH.message}. Insert a Cast to DT_INT32"
    assert CLASH.fact("wanted") == "DT_INT32" and CLASH.fact("nothing") is None


def test_of_a_block_that_no_session_needs_it_is_a_warning():
    idle = CLASH.as_idle()
    assert (idle.severity, idle.code, idle.address, idle.is_idle) == (WARNING, CLASH.code, CLASH.address, True)
    assert idle.message == f"{CLASH.message} (no session needs this block: the rest of the page runs without it)"
    assert idle.remedy == CLASH.remedy and not CLASH.is_idle


def test_under_other_names_it_is_said_so_in_every_part():
    why = phrase("{} is {}", "T", "odd")
    made = make_problem("bad-value", Address("main", "B", "x"), why=why, dtype="T")
    other = made.translate(Address("main", "B", "y"), lambda text: "S" if text == "T" else text)
    assert (other.place_text, other.message, other.remedy) == (
        "main/B.y",
        "S is odd",
        "Type a value of dtype S, or wire the pin",
    )
    assert other.message.template == "{} is {}" and made.severity == ERROR


def test_for_other_programs_it_is_texts():
    assert CLASH.as_json() == {
        "severity": "error",
        "code": "dtype-clash",
        "page": "main",
        "block": "B",
        "pin": "x",
        "message": "A.output gives DT_FLOAT, but T of this block is DT_INT32",
        "remedy": "Insert a Cast to DT_INT32",
    }


@pytest.mark.parametrize(
    "task, named, start",
    [
        (("ps", 2, "host:1"), "the task /job:ps/task:2 (host:1)", "--job ps --index 2"),
        (("ps", 0, ""), "the task /job:ps/task:0", "--job ps --index 0"),
        (("", 0, "host:1"), "the target grpc://host:1", "--job NAME --index N"),
    ],
)
def test_a_task_is_named_as_far_as_it_is_known(task, named, start):
    gone = make_problem("task-unreachable", Address("main"), task=task, why=phrase("gone"))
    lost = make_problem("task-lost", Address("main"), tasks=((task, phrase("gone")),), restarted=False)
    assert gone.message == f"{named} cannot be reached: gone" and lost.message == (
        f"{named} was lost during the run: gone"
    )
    assert f"serve --cluster FILE {start} --expose" in gone.command_text and start in lost.command_text
    assert "--" not in gone.remedy + lost.remedy, "the window has no command line"


@pytest.mark.parametrize(
    ("page", "remedy", "said"),
    [
        ("main", "wire it", "main/A.x: it is empty. wire it"),
        ("main", "", "main/A.x: it is empty"),
        ("", "wire it", "it is empty. wire it"),
        ("", "", "it is empty"),
    ],
)
def test_as_text_it_says_where_and_what_to_do_as_far_as_that_is_known(page, remedy, said):
    block, pin = ("A", "x") if page else ("", "")
    assert str(Problem.from_texts(ERROR, "empty", page, block, pin, "it is empty", remedy)).endswith(f": {said}")
