"""Documentation and program agree: every console and Python block is run."""

import sys
from pathlib import Path

import pytest

from tests.docs import built, write
from tests.docs.page_blocks import ROOT, Block, Mismatch, Session, blocks, differ

RUN = ("console", "python")
TEXTS = {path: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))}
PAGES = [
    pytest.param(path, id=str(path.relative_to(ROOT)), marks=[] if path.name == "README.md" else [pytest.mark.slow])
    for path, text in TEXTS.items()
    if any(block.language in RUN for block in blocks(text))
]


@pytest.fixture
def session(tmp_path, monkeypatch):
    return Session(tmp_path, monkeypatch)


@pytest.mark.docs
@pytest.mark.skipif(sys.platform == "win32", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_happens(page: Path, session: Session):
    for block in blocks(TEXTS[page]):
        said = ""
        try:
            session.run(block)
        except Exception as error:
            said = str(error) or type(error).__name__
        if said:
            pytest.fail(f"{page.relative_to(ROOT)}:{block.line}: {said}", pytrace=False)


PAGE = """
Text.

```python
x = 1
print(x)
```

```text
1
```

% file: a.json
```json
{}
```

- In a list:

  % skip: it asks the network
  ```console
  $ pip install x
  ```

```text
not an output
```
"""


def test_the_blocks_of_a_page_are_found_with_their_outputs_and_comments():
    assert blocks(PAGE) == [
        Block("python", "x = 1\nprint(x)", 4, ("", ""), "1"),
        Block("json", "{}", 14, ("file", "a.json"), ""),
        Block("console", "$ pip install x", 21, ("skip", "it asks the network"), ""),
        Block("text", "not an output", 25, ("", ""), ""),
    ]


@pytest.mark.parametrize(
    "expected, got, same",
    [
        ("a\nb", "a\nb\n\n", True),
        ("a\n...\nd", "a\nb\nc\nd\n", True),
        ("a\n...\nd", "a\nd\n", True),
        ("a ... c", "a b c", True),
        ("a ... c", "a\nc", False),
        ("a\n...", "b\na", False),
        ("", "warning", False),
        ("a+", "aa", False),
    ],
)
def test_dots_stand_for_what_is_left_out_and_nothing_else(expected, got, same):
    if same:
        differ(expected, got, "")
    else:
        with pytest.raises(Mismatch):
            differ(expected, got, "")


@pytest.mark.parametrize(
    "language, text, said",
    [
        ("console", "$ blockloom --version\nblockloom 0.0", "-blockloom 0.0"),
        ("console", "$ blockloom check missing.loom\n...", "ended with 2"),
        ("console", "$ exit 3\n$ echo $?\n4", "+3"),
        ("python", "print(2)", "+2"),
    ],
)
def test_a_block_that_does_something_else_is_noticed(session, language, text, said):
    with pytest.raises(Mismatch) as error:
        session.run(Block(language, text, 1, ("", ""), ""))
    assert said in str(error.value)


def test_commands_run_in_a_shell_or_here_and_share_a_folder(session):
    text = "$ echo '{}' > a.loom && ls\na.loom\nexamples\n$ blockloom check a.loom\n...a.loom...\n$ echo $?\n2"
    session.run(Block("console", text, 1, ("", ""), ""))


def test_dead_links_of_what_was_built_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#there"><a href="#top"><a href="https://example.org"><img src="x.png">'
        '<a href="b.html#gone"><a href="http:/nowhere"><a href="c.html">'
    )
    (tmp_path / "b.html").write_text('<p id="there">')
    count, lost = built.dead(tmp_path)
    assert (count, lost) == (7, [f"a.html: {link}" for link in ("x.png", "b.html#gone", "http:/nowhere", "c.html")])


def test_what_blocks_print_can_be_written_into_a_page(tmp_path):
    page = tmp_path / "page.md"
    listed = (
        "# A page\n\n- In a list:\n\n  ```console\n  $ echo a\n{}  $ echo b; echo c\n  ...\n"
        "  $ echo \\\n  > d\n  {}\n  ```\n\n"
    )
    python = "```python\nprint(1)\n```\n{}\nText.\n\n```python\nprint(2)\n```\n\n```text\n{}\n```\n"
    page.write_text(listed.format("", "e") + python.format("", "3"))
    write.main([page])
    assert page.read_text() == listed.format("  a\n", "d") + python.format("\n```text\n1\n```\n", "2")
