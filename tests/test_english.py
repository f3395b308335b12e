"""The count of sentences that have to be read twice."""

import json

from tests import english

MODULE = '''"""What a page is."""


def told():
    """Return a number."""
    text = """
    # Beside a string: no comment.
    """
    label = tr("The file lies beside the page")  # it hangs on what is first
    return text, label


# --- the rest
'''
PAGE = """# A page

The result is told by the block.

```text
is told
```
"""


def test_each_kind_of_text_is_looked_through(tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app/page.py").write_text(MODULE)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/page.md").write_text(PAGE)
    (tmp_path / "CHANGELOG.md").write_text("What is told.")
    assert [(hit.path, hit.line, hit.kind, hit.rule.name) for hit in english.hits(tmp_path)] == [
        ("app/page.py", 4, "public name", "common-word"),
        ("app/page.py", 1, "docstring", "what-clause"),
        ("app/page.py", 1, "docstring", "no-imperative"),
        ("app/page.py", 9, "window text", "lies"),
        ("app/page.py", 9, "window text", "beside"),
        ("app/page.py", 9, "comment", "hangs-on"),
        ("app/page.py", 13, "comment", "ruler"),
        ("docs/page.md", 3, "documentation", "told"),
    ]


def test_a_number_goes_down_and_never_up(tmp_path, monkeypatch):
    baseline = tmp_path / "baseline.json"
    monkeypatch.setattr(english, "BASELINE", baseline)
    found = [english.Hit("app/page.py", 1, "docstring", english.RULES[0], "")] * 3
    baseline.write_text(json.dumps({"app": 3}))
    assert english.faults(found) == []
    baseline.write_text(json.dumps({"app": 2}))
    assert [fault.partition(":")[0] for fault in english.faults(found)] == ["app"]
    monkeypatch.setattr(english, "hits", lambda: found)
    for before, after in ((5, 3), (2, 2)):
        baseline.write_text(json.dumps({"app": before}))
        monkeypatch.setattr("sys.argv", ["english", "--update"])
        english.main()
        assert json.loads(baseline.read_text()) == {"app": after}
