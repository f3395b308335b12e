"""Examples in the window: a copy of one reads the files that lie beside it, and takes them along where it is saved."""

import pytest
from PySide6.QtWidgets import QFileDialog

from blockloom.blocks import beside, examples, files


def reads():
    """The examples that read files, and the names of those."""
    found = ((name, beside.named(files.load(examples.path_of(name)))) for name in examples.names())
    return {name: read for name, read in found if read}


def test_every_file_beside_the_examples_is_read_by_one():
    data = {path.name for path in examples.FOLDER.iterdir() if path.suffix in (".npy", ".csv")}
    assert {name for names in reads().values() for name in names} == data


@pytest.mark.parametrize("name", reads())
def test_a_copy_runs_from_where_the_example_lies_and_takes_its_files_along(window, tmp_path, monkeypatch, name):
    source, place = examples.path_of(name), tmp_path / "mine"
    place.mkdir()
    first, *more = reads()[name]
    (place / first).write_bytes(b"my own")
    window.file.open_path(str(source), copy=True)
    window.runs.run(1)
    assert dict(window.worker._worker.asked)["open"]["folder"] == str(source.parent)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(place / "mine.loom"), ""))
    assert window.file.save()
    assert (place / first).read_bytes() == b"my own"    # nothing that is there is written over
    assert [(place / other).read_bytes() for other in more] == [(source.parent / n).read_bytes() for n in more]
    assert window.workspace.document.folder == str(place)
