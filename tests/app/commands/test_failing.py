"""Errors of commands name the page of the documentation that is about them, on stderr and in one line."""

import ast
import builtins
import json

import pytest

from blockloom.app import cli
from blockloom.app.commands.failing import fail
from blockloom.app.help import help_pages
from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem
from blockloom.runtime.api.run_errors import RunFailed, TimedOut
from tests import sources
from tests.extent import slow


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Return a function that runs a command in an empty folder: its exit code, stdout, and lines of stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, list[str]]:
        code = cli.main(list(words))
        out, err = capsys.readouterr()
        return code, out, err.splitlines()

    return run


def saved(name, *blocks):
    document = Document()
    document.pages["main"] = page = Page("main")
    page.blocks |= {block.id: block for block in blocks}
    documents.save(document, name)


def help_hint(page):
    return f"blockloom help {page} says more"


def test_a_check_names_the_page_about_the_first_error_that_has_one(command):
    saved("a.loom", Block("A", "Square"), Block("B", "page:none"))
    code, out, err = command("check", "--fast", "a.loom")
    assert code == 1 and "none" in out and err == [help_hint("concepts/functions-and-instances")]
    code, out, err = command("check", "--fast", "--format", "json", "a.loom")
    assert code == 1 and json.loads(out) and len(err) == 1
    saved("a.loom", Block("A", "Square"))
    assert command("check", "--fast", "a.loom")[::2] == (1, []), "its text says what to do"


def test_conflicts_and_what_git_does_not_have(command):
    for name, text in (("base", "1"), ("ours", "2"), ("theirs", "3")):
        saved(f"{name}.loom", Block("A", "Const", values={"value": text}))
    code, _, err = command("merge", "base.loom", "ours.loom", "theirs.loom", "-o", "out.loom")
    assert code == 1 and err[-1] == help_hint("how-to/merge-pages-with-git") and "conflict: main/A.value" in err[-2]
    code, _, err = command("diff", "HEAD:ours.loom", "ours.loom")
    assert code == 2 and err[-1] == help_hint("how-to/see-what-changed-since-a-commit")


def test_clusters_and_environments(command):
    code, _, err = command("serve", "--cluster", "none.json", "--job", "worker", "--expose")
    assert code == 2 and err[-1] == help_hint("how-to/run-a-page-on-a-cluster")
    code, _, err = command("ops", "--python", "none", "MatMul")
    assert code == 2 and err[-1] == help_hint("how-to/use-another-tensorflow-or-custom-ops")


def test_what_no_page_is_about_and_bad_usage_name_none(command):
    for words in (
        ("check", "none.loom"),
        ("run", "none.loom", "--init"),
        ("new", "--from", "none", "a.loom"),
        ("--frm",),
    ):
        code, _, err = command(*words)
        assert code == 2 and not [line for line in err if "says more" in line]


def test_a_run_that_failed_or_waited(capsys):
    waits = TimedOut("timed out", {})
    failed = RunFailed("failed", [Problem.from_texts("error", "bad-feed", "main", "A", "", "It does not fit.")])
    assert (fail(waits, 3, "a.loom: "), fail(failed, 1)) == (3, 1)
    err = capsys.readouterr().err.splitlines()
    assert err[0] == "blockloom: a.loom: timed out" and err[1] == help_hint("how-to/why-a-step-blocks")
    assert err[-1] == help_hint("how-to/feed-a-page-from-a-script")


@slow
def test_errors_that_pages_are_about_are_there():
    classes = {
        node.name for path in sources.files("app", "blocks", "runtime") for node in sources.nodes(path, ast.ClassDef)
    }
    named = {word.partition(":")[2] for word in help_pages.answers() if word.startswith("error:")}
    assert len(named) > 8 and named <= classes | set(dir(builtins))
