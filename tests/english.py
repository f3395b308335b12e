"""Count the sentences in code, window texts and documentation that most readers have to read twice.

`make lint` fails if a folder has more of them than its number in `tests/english_baseline.json`. A number never goes up:
reword the sentence instead, see CONTRIBUTING.md. `python -m tests.english` prints the numbers, with `--list` each hit,
and with `--update` lowers the numbers to those of today.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests import sources

BASELINE = Path(__file__).with_name("english_baseline.json")
FOLDERS = ("app", "assets", "blockloom", "blocks", "docs", "runtime", "tests")
CODE, COMMENT, TEXT, PAGE = "docstring", "comment", "window text", "documentation"
NAME = "public name"
PROSE = (CODE, COMMENT, PAGE)
ALL = (*PROSE, TEXT)
# Functions whose first arguments people read, and their arguments that people read as well.
READ_BY = {"tr", "_tr", "phrase", "plural", "translate", "add_argument", "add_parser"}
READ = {"help", "tip", "description", "epilog"}
_BE = r"(?:is|are|was|were|be|been)"


class Rule(NamedTuple):
    """A pattern to avoid in some kinds of text, and what to write instead."""

    name: str
    instead: str
    pattern: re.Pattern[str]
    kinds: tuple[str, ...]


def _rule(name: str, instead: str, pattern: str, kinds: tuple[str, ...] = PROSE, ignore_case: bool = False) -> Rule:
    return Rule(name, instead, re.compile(pattern, re.IGNORECASE if ignore_case else 0), kinds)


RULES = (
    _rule(
        "what-clause",
        'a noun: "the outputs of a block", not "what a block gives"',
        r"(?:^|[.;:(]\s+|, and |\bof |\bfor |\bby |\bto |\bin )[Ww]hat "
        r"(?!to\b|if\b|kind\b|does\b|do\b|'s\b|is new\b|happens\b|changed\b|next\b)[a-z]",
    ),
    _rule(
        "no-imperative",
        'an imperative: "Return whether ...", or a noun for a class',
        r"^(?:What|Whether|Where|How|Who|Which|That|When|Why)\b(?! to\b| many\b)(?![^.]{0,60}\?)",
        (CODE,),
    ),
    _rule(
        "where-for-if",
        '"if" for a condition, "when" for a time',
        r"(?:^|[,;.] )[Ww]here (?:it|there|one|that|none|nothing|no|nobody|they|a|an|the|somebody|several|both|two"
        r"|this) [^.,;]{0,40}\b(?:is|are|has|have|does|fits|cannot|can|was|may|fails?)\b(?!\?)",
    ),
    _rule(
        "told",
        '"prints", "shows" or "reports", with who does so',
        rf"\b{_BE} (?:yet to be |then |also |not )?(?:told|said)\b(?! to be (?:in|equal)| apart)",
        ALL,
    ),
    _rule(
        "made",
        'the verb of the field: "run a step", "build a graph"',
        rf"\b(?:step|run|graph|half|call|edit|change)s?\b(?: that| which)? {_BE} (?:yet to be )?made\b(?! of| by)",
    ),
    _rule(
        "lies",
        '"is"',
        r"(?<!re)\b(?:lies|lie) (?!flat)(?:in|on|at|beside|there|under|behind|between|over|around|below|above|elsewhere"
        r"|where|outside|inside|within)\b",
        ALL,
    ),
    _rule(
        "hangs-on",
        '"depends on"',
        r"\bhangs? on (?:what|it|the|that|a|whether|no|them|which)\b|\b(?:it|that|this) hangs on\b",
        ALL,
    ),
    _rule(
        "is-no",
        '"is not a"',
        r"\b(?<!there )(?<!there's )(?:is|are|was) no (?!longer|more\b|such|different|need|way|reason|matter|doubt"
        r"|data\b|file\b|room)[a-z]+",
        ALL,
    ),
    _rule("beside", '"next to", "in the same folder as", "besides"', r"\bbesides?\b", ALL, ignore_case=True),
    _rule("anew", '"again"', r"\b(?:anew|afresh|as it came|as they came|once more)\b", ALL),
    _rule("of-its-own", '"its own"', r"\bof (?:its|their|his|our) own\b(?! accord)", ALL),
    _rule("mend", '"fix"', r"\bmend(?:s|ed|ing)?\b", ALL, ignore_case=True),
    _rule(
        "again",
        '"replay", "snapshot"',
        r"\b(?:taken?|takes|taking|took|done|made) (?:\w+ )?again\b|\bmoments?\b(?=.*\bkept\b)",
    ),
    _rule("ends-with", '"exits with code 2"', r"\b[Ee]nds? with (?:exit )?`?\d", ALL),
    _rule(
        "who-clause",
        'a noun: "the caller", "the user"',
        r"(?:\b(?:for|by|to|of|as)|^|[.;:] )[ ]?[Ww]ho (?!(?:is|are|was|did|does)\b[^.]*\?)[a-z]+s?\b(?![^.]*\?)",
    ),
    _rule(
        "holds",
        '"is true", "contains"',
        r"\b(?:condition|it|that|what|rule|this|same) holds?\b(?! (?:a|an|the|its|up|all|no|more)\b)"
        r"|\bholds? (?:where|for|only|of)\b",
        ALL,
    ),
    _rule(
        "gives",
        '"Return", "outputs"',
        r"(?:^|\. )Gives? (?!up|back)[a-z`]|\b(?:what|that) (?:it|they|a step|a block|an op|that) (?:gives?|gave)\b",
    ),
    _rule(
        "let",
        "the verb itself, in the imperative",
        r"(?:^|[.;] )Let (?:the |a |an |all |it |them |runs |variables |what )?[a-z ]{0,25}"
        r"\b(?:be|hold|have|pause|go|do)\b|\bas (?:it was |they were )?before\b",
        ALL,
    ),
    _rule(
        "nobody",
        "the passive, or the program as the subject",
        r"\b(?:nobody|somebody) (?:looks|asks|waits|knows|wants"
        r"|takes|feeds|watches|asked|can say)\b",
    ),
    _rule(
        "came-to",
        'a noun: "the result of a step"',
        r"\b(?:came|come|comes) to (?:its|their|an?|be|it|before)\b|\bwhat (?:it|they|a step|the step|that) came to\b",
        ALL,
    ),
    _rule("so-many", '"that many", "one each"', r"\bso many\b|\bas many as there are\b|\ba thing\b|\bthat which\b"),
    _rule(
        "tells-how",
        '"shows", "states", "Return"',
        r"\b(?:tells|tell|says|say|said) (?:what|how|where|which|whether|why|who|that|so)\b",
    ),
    _rule(
        "looked-at",
        '"shown", "open", "selected"',
        r"\b(?:step|block|op|wire|value|page)s? (?:that|which) (?:are|is) "
        r"(?:looked at|looked into|tried|met|asked for|led)\b",
        ALL,
    ),
    _rule(
        "common-word",
        "a verb for a function, a noun for a value, is_ or has_ for a bool",
        r"^(?:told|one|made|found|at|kept|drawn|drew|back|gone|given|gave|taken|took|asked|held|begun|began|beside|of|into"
        r"|again|meant|wanted|looked|heard|tried|seen|put|got|said|called|named|moved|met|other|others|those|there|what"
        r"|which|then|later|after|before|mended|fits|gives|takes|says|holds|needs|left|both|same|where|once)_?$",
        (NAME,),
    ),
    _rule("ruler", "another module, or a function with that name", r"^-{3}", (COMMENT,)),
)


_COMMENT = re.compile(r"""(?:[^"'#]|"[^"]*"|'[^']*')*#(.*)""")


class Hit(NamedTuple):
    """A place where a rule's pattern matches."""

    path: str
    line: int
    kind: str
    rule: Rule
    excerpt: str


def public_names(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the public functions of a module and the methods, fields and signals of its classes, with their lines."""
    for scope in sources.nodes(path, ast.Module, ast.ClassDef):
        for node in scope.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, node.lineno
            elif (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(scope, ast.ClassDef)
            ):
                yield node.target.id, node.lineno
            elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Signal("):
                yield ast.unparse(node.targets[0]), node.lineno


def code_texts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind and text of each docstring, comment, window text and public name of a module."""
    for name, line in public_names(path):
        yield line, NAME, name
    quoted = set[int]()  # lines within strings, in which # begins no comment
    for node in sources.nodes(path, ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
        if documented := ast.get_docstring(node):
            yield getattr(node, "lineno", 1), CODE, " ".join(documented.split())
    for node in sources.nodes(path, ast.Constant, ast.JoinedStr):
        quoted.update(range(node.lineno, node.end_lineno or 0))
    for node in sources.nodes(path, ast.Call):
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in READ_BY:
            for value in (*node.args, *(word.value for word in node.keywords if word.arg in READ)):
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and " " in value.value:
                    yield value.lineno, TEXT, value.value
    first, block = 0, list[str]()
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), ""], 1):
        found = _COMMENT.match(line) if "#" in line and number not in quoted else None
        if found is None:
            if block:
                yield first, COMMENT, " ".join(block)
            block = []
        else:
            first = first if block else number
            block.append(found[1].lstrip("#: "))


def page_texts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind and text of each paragraph, item and heading of a page of Markdown, without its code."""
    fences = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
    text = fences.sub(lambda found: "\n" * found.group().count("\n"), path.read_text("utf-8"))
    line = 1
    for part in re.split(r"(\n(?:\s*\n)+|\n(?=[-*|#] ?))", text):
        if part.strip() and not part.startswith("    "):
            words = re.sub(r"`[^`]*`", "`x`", re.sub(r"\]\([^)]*\)", "]", " ".join(part.split())))
            yield line, PAGE, words.lstrip("-*|# ")
        line += part.count("\n")


def hits(root: Path = sources.ROOT) -> Iterator[Hit]:
    """Yield all hits of a checkout, by file."""
    pages = [*root.glob("*.md"), *(path for folder in FOLDERS for path in (root / folder).rglob("*.md"))]
    for path in (*sources.files(*FOLDERS, root=root), *sorted(pages)):
        if path.name in ("CHANGELOG.md", Path(__file__).name):  # texts of past versions, and the patterns
            continue
        for line, kind, text in (code_texts if path.suffix == ".py" else page_texts)(path):
            for rule in RULES:
                for found in rule.pattern.finditer(text) if kind in rule.kinds else ():
                    excerpt = text[max(found.start() - 50, 0) : found.end() + 60]
                    yield Hit(path.relative_to(root).as_posix(), line, kind, rule, excerpt)


def folder_of(path: str) -> str:
    """Return the folder that a file counts for: at most two deep, "." for the top."""
    return "/".join(path.split("/")[:-1][:2]) or "."


def counted(found: list[Hit]) -> dict[str, int]:
    """Return the number of hits by folder."""
    return dict(sorted(collections.Counter(folder_of(hit.path) for hit in found).items()))


def faults(found: list[Hit]) -> list[str]:
    """Return a line for each folder that has more hits than its baseline."""
    baseline = json.loads(BASELINE.read_text("utf-8"))
    return [
        f"{name}: {count} sentences to reword, at most {baseline.get(name, 0)}: python -m tests.english --list"
        for name, count in counted(found).items()
        if count > baseline.get(name, 0)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.english", description=__doc__)
    parser.add_argument("--list", action="store_true", help="print each hit")
    parser.add_argument("--update", action="store_true", help="lower the baseline to the present numbers")
    args = parser.parse_args()
    found = list(hits())
    for hit in found if args.list else ():
        print(f"{hit.path}:{hit.line}: {hit.kind}: ... {hit.excerpt} ... ({hit.rule.name}: write {hit.rule.instead})")
    if args.update:
        before = json.loads(BASELINE.read_text("utf-8"))
        lower = {name: min(count, before.get(name, 0)) for name, count in counted(found).items()}
        BASELINE.write_text(json.dumps(lower, indent=1) + "\n", "utf-8")
    for name, count in counted(found).items():
        print(f"{count:6} {name}")
    print(f"{len(found):6} in all")


if __name__ == "__main__":
    main()
