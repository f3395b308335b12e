"""Exit codes of all commands, in the checkout; tests/test_wheel.py has those of an installation."""

import pytest

from blockloom.app.cli import COMMANDS, main
from tests import command_table
from tests.command_table import LONG, SHORT, TABLE, faults
from tests.extent import slow_after


@pytest.mark.parametrize("rows", slow_after(1, [SHORT, LONG]), ids=["short", "long"])
def test_commands_end_with_the_codes_of_the_table(rows, qapp, catalogue, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    command_table.write_files(tmp_path)
    found = []
    for row in rows:
        capfd.readouterr()
        found += faults(row, (main(row.words.split()), *capfd.readouterr()))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_table_has_each_command_and_a_failure_of_it(command):
    codes = {row.code for row in TABLE if row.words.split()[0] == command}
    assert codes - {0} and (0 in codes or command in ("serve", "integrate", "edit"))
