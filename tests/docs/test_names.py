"""Commands that the documentation names are in the menu that it says, with the keys that it says."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from blockloom.app.command_table import commands, plain
from blockloom.blocks.files import examples
from tests import sources

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
MENU = re.compile(r"\*([A-Z][a-z]+(?: > [A-Z][A-Za-z ]+)?) > ([^*>]+?)(…?)\*")
KEYS = re.compile(r"((?:(?:Ctrl|Shift|Alt)\+)+[A-Za-z0-9.,]+|\bF\d+)\*{0,2} \(\*(?:[A-Z][A-Za-z ]+ > )*([^*>]+?)(…?)\*")
SUBMENUS = ("Examples", "Open Recent", "Bookmarks", "Panels")  # filled as they open
BUTTONS = ("Continue", "Step Over", "Roll Back Step", "Next Call")  # of the bar of a paused run


def wrong(text: str) -> list[str]:
    """Return the phrases of a text that do not match the names of commands."""
    menus = {(" > ".join(map(plain, command.menu)), plain(command.text)) for command in commands()}
    keys = {plain(command.text): {*command.keys, *command.page_keys} for command in commands()}
    text = re.sub(r"\s+", " ", text)
    return [
        *(
            found[0]
            for found in MENU.finditer(text)
            if not f"{found[1]} > {found[2]}".partition(" > ")[2].startswith(SUBMENUS)
            and found.groups()[:2] not in menus
        ),
        *(
            found[0]
            for found in KEYS.finditer(text)
            if found[2] not in BUTTONS and found[1] not in keys.get(found[2], ())
        ),
    ]


@cache
def texts() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the texts of the program in small letters, and a pattern of those that are completed by values."""
    constants = (node.value for path in sources.files("app", "blocks") for node in sources.nodes(path, ast.Constant))
    known = {plain(text).lower() for text in constants if isinstance(text, str)}
    known |= {str(examples.titled(name)).lower() for name in examples.names()}
    forms = (".+".join(map(re.escape, re.split(r"\{[^}]*\}", text))) for text in known if re.search(r"\w\w.*\{", text))
    return frozenset(known), re.compile("|".join(forms))


def unknown(text: str) -> list[str]:
    """Return the texts in italics that begin with a capital letter and are not in the program."""
    text = re.sub(r"\s+", " ", re.sub(r"(?ms)^```.*?^```|`[^`]*`", "", text)).replace("**", "")
    named = (found[1].split(" > ")[-1] for found in re.finditer(r"(?<![\w*])\*([A-Z][^*]{2,60})\*(?!\*)", text))
    known, forms = texts()
    return [name for name in named if (said := plain(name).lower()) not in known and not forms.fullmatch(said)]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_texts_of_the_window_that_a_page_names_are_there(page):
    assert unknown(page.read_text("utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_menus_and_keys_that_a_page_names_are_there(page):
    assert not wrong(page.read_text("utf-8"))


def test_other_menus_and_keys_are_reported():
    assert wrong("*File > Save All* and Ctrl+9 (*Run > Step*)") == ["*File > Save All*", "Ctrl+9 (*Run > Step*"]
