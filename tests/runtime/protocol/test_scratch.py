"""Temporary folders: removed with their process, and after a kill at the next start."""

import os
import subprocess
import sys
import tempfile

import pytest

from blockloom.runtime.protocol import scratch

HOLDS = """
import sys
from blockloom.runtime.protocol import scratch
print(scratch.make_temporary_folder(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def holder():
    process = subprocess.Popen([sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def test_only_what_a_killed_process_left_is_removed(temporary):
    killed, left = holder()
    alive, kept = holder()
    mine = scratch.make_temporary_folder()
    (mine / "state").write_text("values")
    (temporary / "blockloom-old").mkdir()  # without a lock its owner is unknown
    (temporary / "blockloom-new").mkdir()
    (temporary / "blockloom-new" / "lock").touch()  # about to be locked
    (temporary / "else").mkdir()
    if sys.platform != "win32":
        (temporary / "else" / "lock").write_text("locked")
        os.symlink(temporary / "else", temporary / "blockloom-link")
    before = set(os.listdir(temporary))
    killed.kill()
    killed.wait()
    scratch.remove_abandoned_folders()
    assert before - set(os.listdir(temporary)) == {os.path.basename(left)}
    assert (mine / "state").read_text() == "values" and os.path.exists(kept)
    alive.stdin.close()
    assert alive.wait(20) == 0 and not os.path.exists(kept)  # one that ends takes its folder along
    scratch.remove_temporary_folder(mine)
    assert not mine.exists()


def test_a_file_system_without_locks_keeps_everything(temporary, monkeypatch):
    folder = temporary / "blockloom-x"
    folder.mkdir()
    (folder / "lock").write_text("locked")
    monkeypatch.setattr(scratch, "lock", lambda file: None)
    scratch.remove_abandoned_folders()
    assert folder.exists()
    monkeypatch.undo()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    scratch.remove_abandoned_folders()
    assert not folder.exists()
