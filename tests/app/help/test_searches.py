"""Searches as people type them find the right page and the right command among the first three."""

from blockloom.app.command_table import plain
from blockloom.app.help.help_search import find
from tests.searches import COMMANDS, PAGES

FIRST = 3


def test_the_help_finds_the_page():
    found = {search: [hit.page for hit in find(search)][:FIRST] for search in PAGES}
    assert {search: pages for search, pages in found.items() if not {*pages} & {*PAGES[search]}} == {}


def test_the_command_box_finds_the_command(window):
    texts = {
        command.key: ": ".join(plain(text) for text in (*command.menu[:1], command.text))
        for command in window.commands.table
    }
    window.commands["commands"].trigger()
    box, lost = window.command_box, {}
    for search, wanted in COMMANDS.items():
        box.edit.setText(search)
        rows = [box.list.topLevelItem(row).text(0) for row in range(min(FIRST, box.list.topLevelItemCount()))]
        if not {texts[key] for key in wanted} & {*rows}:
            lost[search] = rows
    assert lost == {}
