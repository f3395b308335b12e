"""A page from elsewhere acts outside of its folder only if the user trusts it."""

import json
import os
import pty
import sys

import pytest

from blockloom.app.cli import main
from blockloom.blocks.files import documents
from tests import fork_server
from tests.extent import slow_after
from tests.pages import document


@pytest.fixture
def writes(catalogue, tmp_path):
    """Create a page that appends a line to a file of another folder; return the paths of both."""
    (tmp_path / "own").mkdir()
    log = tmp_path / "log"
    made = document(catalogue, {"LOG": ("PrintV2", {"input": "line", "output_stream": f"file://{log}"})})
    documents.save(made, tmp_path / "own/page.loom")
    return tmp_path / "own/page.loom", log


def test_without_a_terminal_a_page_that_acts_outside_needs_trust(writes, capfd):
    page, log = writes
    assert main(["run", str(page)]) == 2
    said = capfd.readouterr().err
    assert f"this page writes {log}: main/LOG" in said and "--trust" in said and not log.exists()
    assert main(["run", str(page), "--trust"]) == 0
    assert log.read_text() == "line\n" and f"writes {log}" in capfd.readouterr().err


def test_files_of_its_own_folder_need_none(catalogue, tmp_path, capfd):
    made = document(catalogue, {"W": ("WriteFile", {"filename": "out.txt", "contents": "x"})})
    documents.save(made, tmp_path / "page.loom")
    assert main(["run", str(tmp_path / "page.loom")]) == 0
    assert capfd.readouterr().err == "" and (tmp_path / "out.txt").read_text() == "x"


@pytest.mark.parametrize(
    ("answer", "code", "later"), slow_after(2, [("f", 0, 0), ("", 2, 2), ("y", 0, 0), ("n", 2, 2)])
)
def test_on_a_terminal_it_asks_and_remembers_a_yes(writes, answer, code, later, capfd, monkeypatch):
    page, log = writes
    monkeypatch.setenv("XDG_STATE_HOME", str(page.parent.parent / "state"))
    ours, theirs = pty.openpty()
    run = fork_server.Popen(
        [sys.executable, "-m", "blockloom", "run", str(page)], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    said = b""
    while b"[y/N]" not in said:
        said += os.read(ours, 1000)
    os.write(ours, f"{answer}\n".encode())
    assert run.wait(60) == code and log.exists() is (code == 0)
    os.close(ours)
    assert main(["run", str(page)]) == later
    page.write_text(page.read_text().replace('"line"', '"other"'))  # by another person
    assert main(["run", str(page)]) == (0 if answer == "f" else 2)


def test_check_lists_it_as_a_note(writes, capfd):
    page, log = writes
    assert main(["check", "--fast", str(page)]) == 0
    out = capfd.readouterr().out
    assert f"note: writes {log}: main/LOG\n" in out and "no errors, no warnings" in out
    main(["check", "--fast", "--format", "json", str(page)])
    (note,) = json.loads(capfd.readouterr().out)
    assert (note["severity"], note["code"], note["page"], note["block"]) == ("note", "outside:writes", "main", "LOG")


def test_a_preview_asks_too(catalogue, tmp_path, capfd):
    (tmp_path / "own").mkdir()
    (tmp_path / "x.txt").write_text("a\n")
    values = {"filenames": f'["{tmp_path / "x.txt"}"]', "compression_type": "", "buffer_size": "0"}
    made = document(catalogue, {"D": ("TextLineDataset", values)})
    documents.save(made, tmp_path / "own/page.loom")
    assert main(["preview", str(tmp_path / "own/page.loom"), "D"]) == 2
    assert "this page reads" in capfd.readouterr().err
    assert main(["preview", str(tmp_path / "own/page.loom"), "D", "--trust"]) == 0


def test_a_preview_of_a_damaged_file_fails_as_its_help_says(catalogue, tmp_path, capfd):
    (tmp_path / "x.tfrecord").write_bytes(b"no record of TensorFlow, by its checksum")
    values = {"filenames": f'["{tmp_path / "x.tfrecord"}"]', "compression_type": "", "buffer_size": "0"}
    documents.save(document(catalogue, {"D": ("TFRecordDataset", values)}), tmp_path / "page.loom")
    assert main(["preview", str(tmp_path / "page.loom"), "D", "--trust"]) == 1
    assert "D: " in (said := capfd.readouterr().err) and "corrupted record" in said


def test_every_command_that_runs_ops_of_a_page_needs_trust(catalogue, tmp_path, capfd):
    """`why`, `compare`, and `convert` where it computes initial values."""
    (tmp_path / "own").mkdir()
    (tmp_path / "x.txt").write_text("7")
    blocks = {
        "R": ("ReadFile", {"filename": str(tmp_path / "x.txt")}),
        "N": ("StringToNumber", {}),
        "V": ("loom.Variable", {"dtype": "DT_FLOAT", "shape": "[]"}),
        "OUT": ("loom.Retval", {}),
    }
    wires = "R.contents -> N.string_tensor\nN.output -> V.initvalues\nV.ref -> OUT.input"
    page = tmp_path / "own/page.loom"
    documents.save(document(catalogue, blocks, wires), page)
    values = tmp_path / "values.npz"
    for words, code in (
        (["why", page], 4),
        (["compare", page, page], 0),
        (["convert", page, values], 0),
    ):
        words = list(map(str, words))
        assert main(words) == 2, words
        assert f"this page reads {tmp_path / 'x.txt'}: main/R" in capfd.readouterr().err
        assert not values.exists()
        assert main([*words, "--trust"]) == code, capfd.readouterr().err
    assert values.exists()
    assert main(["convert", str(page), str(tmp_path / "graph.pb")]) == 0  # the graph alone: nothing runs
    assert main(["convert", str(page), str(tmp_path / "script.py")]) == 0
