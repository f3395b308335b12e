"""Blocks of code in a page of the documentation, and how they run: docs/about.md has the rules."""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from blockloom.app import cli
from blockloom.runtime.worker.catalogue_cache import cache_folder
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "assets" / "examples"
_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|:{3,})(?P<info>.*)")
_COMMENT = re.compile(r"(?:%|<!--)\s*(?P<word>\w+):\s*(?P<text>.*?)\s*(?:-->)?$")
_SHELL = re.compile(r"[|<>;&`$*?(){}~]")  # outside of quotes: more than one program with its words


class Block(NamedTuple):
    """A block of code, with the comment before it as (word, text), and the text block right after it."""

    language: str
    text: str
    line: int
    comment: tuple[str, str]
    output: str


def blocks(page: str) -> list[Block]:
    """All of a page, in order."""
    found: list[Block] = []
    lines = enumerate(page.splitlines(), 1)
    comment, adjacent = ("", ""), False
    for number, line in lines:
        opened = _FENCE.fullmatch(line)
        if opened and opened["fence"][0] == "`":
            text = "\n".join(_until(lines, opened["fence"], len(opened["indent"])))
            language = opened["info"].strip()
            if language == "text" and adjacent:
                found[-1] = found[-1]._replace(output=text)
            else:
                found.append(Block(language, text, number, comment, ""))
            comment, adjacent = ("", ""), language == "python"
        elif told := _COMMENT.match(line.strip()):
            comment = told["word"], told["text"]
        elif line.strip():
            comment, adjacent = ("", ""), False
    return found


def _until(lines: Iterator[tuple[int, str]], fence: str, indent: int) -> Iterator[str]:
    for _, line in lines:
        if line.strip() == fence:
            return
        yield line[indent:] if not line[:indent].strip() else line


class Mismatch(AssertionError):
    """A block does not do what its page says."""


class Session:
    """A shell and a Python in which the blocks of a page run, in a folder that has the examples.

    The folder and the environment, with an empty home, become those of this process; pytest's monkeypatch `patch`
    restores them. `compare` compares the printed output.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, compare: Callable[[str, str, str], None] | None = None):
        programs, work = folder / "bin", folder / "work"
        programs.mkdir()
        for name, words in {"python": "", "blockloom": " -m blockloom"}.items():
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n')
            (programs / name).chmod(0o755)
        shutil.copytree(EXAMPLES, work / "examples", ignore=shutil.ignore_patterns("__*"))
        (folder / ".gitconfig").write_text(
            "[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n"
        )
        patch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        patch.setenv("BLOCKLOOM_CACHE", str(cache_folder()))  # not one that a worker of another page lacks
        patch.setenv("HOME", str(folder))
        patch.setenv("GIT_CONFIG_GLOBAL", str(folder / ".gitconfig"))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("COLUMNS", "120")
        patch.chdir(work)
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.code = 0
        self.compare = compare or differ

    def run(self, block: Block) -> None:
        """Run a block and compare. Raises Mismatch."""
        word, text = block.comment
        if word == "file":
            Path(text).write_text(block.text + "\n", "utf-8")
        elif word == "skip":
            assert text, "say why it is skipped"
        elif block.language == "console":
            self._console(block)
        elif block.language == "python":
            self.compare(block.output, self._python(block.text), block.text)

    def _python(self, text: str) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(text, "a block of Python", "exec"), self.names)
        return said.getvalue()

    def _console(self, block: Block) -> None:
        commands = list(_commands(block.text))
        for at, (command, expected) in enumerate(commands):
            if command == "echo $?":
                said = f"{self.code}\n"
            else:
                self.code, said = self._command(command)
            self.compare(expected, said, f"$ {command}")
            if self.code and "echo $?" not in {command, *(other for other, _ in commands[at + 1 : at + 2])}:
                raise Mismatch(f"$ {command}\nended with {self.code}:\n{said}")

    def _command(self, command: str) -> tuple[int, str]:
        """Return the exit code and the output of a command."""
        words = [] if _SHELL.search(re.sub(r"'[^']*'|\"[^\"]*\"", "", command)) else shlex.split(command)
        if words[:1] == ["blockloom"]:
            if len(words) > 1 and (words[1].startswith("-") or words[1] in cli.COMMANDS and words[1] != "edit"):
                return _in_this_process(words[1:])
            done = _run([sys.executable, "-m", "blockloom", *words[1:]], BLOCKLOOM_STARTUP_PROBE="1")
            return done.returncode, "" if done.returncode == 0 else done.stdout
        done = _run(["bash", "-c", command])
        return done.returncode, done.stdout


def _run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )


def _in_this_process(words: list[str]) -> tuple[int, str]:
    """`blockloom` with the process of TensorFlow that all tests share."""
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = cli.main(words)
    said.seek(0)
    return code, said.read()


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, with the output of each."""
    command, output = "", list[str]()
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            if command:
                yield command, "\n".join(output)
            command, output = line[2:].strip(), []
            while command.endswith("\\"):
                command = command[:-1].rstrip() + " " + next(lines).removeprefix(">").strip()
        elif command:
            output.append(line)
        else:
            raise Mismatch(f"a console block begins with a command: {line}")
    if command:
        yield command, "\n".join(output)


def differ(expected: str, got: str, what: str) -> None:
    """Raise Mismatch where `got` is not as expected: `...` stands for any lines, within a line for anything."""
    wanted, lines = _lines(expected), _lines(got)
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in wanted
    )
    if not re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)):
        shown = "\n".join(difflib.unified_diff(wanted, lines, "the page says", "it printed", lineterm="", n=100))
        raise Mismatch(f"{what}\n{shown}")


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    while lines and not lines[0]:
        del lines[0]
    return lines
