"""The help: pages, links, generated parts, and search. tests/docs runs the examples of its pages."""

import re
import subprocess
import sys

import pytest

import blockloom
from blockloom.app import cli, command_table
from blockloom.app.help import help_pages
from blockloom.app.help.help_search import find
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.problems.kinds import KINDS
from tests.docs import built
from tests.docs.page_blocks import ROOT
from tests.extent import slow

MOST = 3_000_000  # bytes of the help, with its pictures
READMES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/index.md", "docs/about.md")


def titles(name: str, level: int = 2) -> set[str]:
    return {one.title for one in help_pages.page(name, whole=True).headings if one.level == level}


def test_the_reference_has_all_that_there_is(catalogue):
    commands = help_pages.filled(help_pages.source("reference/commands"))
    assert titles("reference/commands") == {f"blockloom {name}" for name in cli.COMMANDS} and set(cli.COMMANDS) == set(
        cli.EXIT_CODES
    )
    assert "`--until CONDITION`" in commands and "`--format table` or `json` or `npz`" in commands
    keys = help_pages.filled(help_pages.source("reference/keys"))
    assert all(f"| {command_table.plain(one.text)} |" in keys for one in command_table.commands())
    assert titles("reference/problems") == {kind.partition(":")[0] for kind in KINDS}
    assert titles("reference/blocks") == {entry["name"].removeprefix("loom.") for entry in own_entries()}
    assert {f"blockloom.{name}" for name in dir(blockloom) if name != "__version__"} <= titles("reference/python")
    for name, page in (("MatMul", "ops"), ("enu.MatMul", "enuspace")):
        count = help_pages.filled(help_pages.source(f"reference/{page}")).count("\n| **")
        assert count == sum(one.startswith("enu.") if "." in name else "." not in one for one in catalogue)
    assert '"conflicts"' not in help_pages.filled(help_pages.source("reference/file-format")).partition("```text")[0]


def test_problems_are_reported_with_what_to_do():
    problems = help_pages.filled(help_pages.source("reference/problems"))
    about = problems.partition("## missing-input\n")[2].partition("\n## ")[0]
    assert "An input has no wire and no value." in about
    assert "- … has no wire and no value\n" in about
    assert "- *To do:* Wire an output to …, or type a value\n" in about
    assert problems.count("\n- *To do:*") > len(KINDS) and problems.count("\n- …") > 20


@pytest.mark.parametrize("name", [*help_pages.names(), *READMES])
def test_links_lead_to_pages_headings_and_pictures_that_are_there(name):
    path = ROOT / name if name in READMES else ROOT / "docs" / f"{name}.md"
    text = help_pages.filled(path.read_text("utf-8"))
    plain = re.sub(r"(?ms)^ *(`{3,}).*?^ *\1$|`[^`\n]*`|^    .*?$", "", text)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", plain):
        target, _, slug = link.partition("#")
        if re.match(r"https?://[\w.-]+\.\w+(/|$)", link):
            continue
        there = (path.parent / target).resolve() if target else path
        found = there.is_file() and there.is_relative_to(ROOT)
        if found and slug:
            found = slug in {one.slug for one in help_pages.headings(help_pages.filled(there.read_text("utf-8")))}
        if found and name in help_pages.names() and there.suffix == ".md":
            found = help_pages.followed(name, link) is not None or there.parent == ROOT / "docs"
        if not found:
            dead.append(link)
    assert dead == []


def test_the_help_is_small():
    assert built.help_size() <= MOST


def test_pages_are_markdown_that_qt_shows():
    index = help_pages.markdown("how-to/index")
    assert "- [Run a page without the window](run-a-page-without-the-window.md)" in index and "toctree" not in index
    rest = re.findall(r"(?m)^- .*\((\S+)\.md\)$", help_pages.markdown("concepts/index"))
    assert sorted(rest) == sorted(
        path.stem for path in (ROOT / "docs" / "concepts").glob("*.md") if path.stem != "index"
    )
    assert "% generated" not in help_pages.markdown("reference/exit-codes") and "| 130 |" in help_pages.markdown(
        "reference/exit-codes"
    )
    assert help_pages.followed("how-to/index", "run-a-page-without-the-window.md#x") == (
        "how-to/run-a-page-without-the-window",
        "x",
    )
    assert help_pages.followed("how-to/index", "../reference/index.md") == ("reference/index", "")
    assert help_pages.followed("reference/problems", "#missing-input") == ("reference/problems", "missing-input")
    assert help_pages.followed("how-to/index", "https://example.org/x.md") is None
    assert help_pages.followed("how-to/index", "../../../x.md") is None


def test_notes_comments_and_pictures_become_what_qt_knows(tmp_path, monkeypatch):
    (tmp_path / "how-to").mkdir()
    (tmp_path / "index.md").write_text("# All\n")
    (tmp_path / "how-to" / "a.md").write_text(
        "% about: dialog:x problem:never-supplied\n% called: something else\n# A `b` *c*\n\n:::{note}\nRead.\n:::\n\n"
        "```python\n# no heading\n% kept\n```\n\n## A b c\n% about: dialog:z\n\n"
        "![A window](../../assets/pictures/window.png)\n"
        "![Gone](../../assets/pictures/gone.png)\n"
    )
    monkeypatch.setattr(help_pages, "FOLDER", tmp_path)
    for cached in (help_pages.names, help_pages.source, help_pages.page, help_pages.answers):
        monkeypatch.setattr(help_pages, cached.__name__, cached.__wrapped__)
    assert help_pages.markdown("how-to/a") == (
        "# A `b` *c*\n\n> **Note**\n>\n> Read.\n\n```python\n# no heading\n% kept\n```\n\n## A b c\n\n"
        f"![A window]({(ROOT / 'assets/pictures/window.png').as_uri()})\n*Gone*\n"
    )
    page = help_pages.page("how-to/a")
    assert (page.title, page.keywords, page.section) == ("A b c", "something else", "how-to")
    assert [(one.level, one.slug) for one in page.headings] == [(1, "a-b-c"), (2, "a-b-c-1")]
    assert help_pages.about("dialog", "x") == help_pages.about("problem", "never-supplied") == ("how-to/a", "")
    assert help_pages.about("dialog", "z") == ("how-to/a", "a-b-c-1") and help_pages.about("dialog", "y") is None
    with pytest.raises(KeyError):
        help_pages.source("how-to/b")


def test_what_has_no_page_of_its_own_is_in_the_reference():
    assert help_pages.about("problem", "missing-input") == ("reference/problems", "missing-input")
    assert help_pages.about("type", "loom.Variable") == ("reference/blocks", "variable")
    assert help_pages.about("problem", "no-such-code") is None and help_pages.about("type", "NoSuchOp") is None


def test_pages_are_found_by_what_they_say():
    assert find("") == [] and find("the of") == [] and find("xyzzy") == []
    for words, name in (
        ("exit code of a command", "reference/exit-codes"),
        ("execute from the terminal", "how-to/run-a-page-without-the-window"),
        ("keyboard", "reference/keys"),
    ):
        assert name in [hit.page for hit in find(words)][:3]


@slow
def test_no_page_needs_tensorflow_in_this_process():
    code = "import sys; from blockloom.app.help import help_pages\n"
    code += "for name in help_pages.names(): help_pages.page(name, whole=True)\nassert 'tensorflow' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_questions_in_other_words_than_the_title_find_the_page():
    """A page says in a comment how somebody may ask who does not know its title; the search does not see that."""
    asked = [
        (name, question)
        for name in help_pages.names()
        for question in re.findall(r"(?m)^% asked: (.+)$", help_pages.source(name))
    ]
    lost = [f"{name}: {question}" for name, question in asked if name not in [hit.page for hit in find(question)][:3]]
    assert asked and len(lost) <= len(asked) / 5, lost


def test_what_pages_are_about_is_there(catalogue):
    known = {
        "command": {one.key for one in command_table.commands()},
        "problem": {kind.partition(":")[0] for kind in KINDS},
        "type": catalogue,
    }
    about = [word.partition(":")[::2] for word in help_pages.answers()]
    assert about and [(kind, name) for kind, name in about if kind in known and name not in known[kind]] == []


def test_sections_list_their_pages_in_the_order_of_their_index():
    assert help_pages.names()[0] == "tutorials/index" and help_pages.names()[-1].startswith("reference/")
    listed = [line for line in help_pages.markdown("reference/index").splitlines() if line.startswith("- ")]
    assert listed[0] == "- [The window](window.md)" and "- [Ops of TensorFlow](ops.md)" in listed[8:]
