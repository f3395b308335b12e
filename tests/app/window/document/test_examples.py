"""Examples in the window: a copy reads the files in the example's folder, and saving copies them as well."""

from itertools import combinations

import pytest
from PySide6.QtWidgets import QFileDialog

from blockloom.app.canvas.scene.scene import scene_of
from blockloom.blocks.document.pages import Block
from blockloom.blocks.editing import recovery
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, examples, sidecar_files
from tests.extent import slow_after


def reads():
    """Return the names of the files that each example reads, without examples that read none."""
    found = ((name, sidecar_files.named_files(documents.load(examples.path_of(name)))) for name in examples.names())
    return {name: read for name, read in found if read}


@pytest.mark.parametrize("name", examples.names())
def test_nothing_overlaps_on_the_page_of_an_example(catalogue, qapp, name):
    document = documents.load(examples.path_of(name))
    for page in document.pages.values():
        scene = scene_of(page, catalogue.with_pages(document))
        found = [(b, *scene.pos[slot].tolist(), *scene.size[slot].tolist()) for b, slot in scene.slot.items()]
        found += [(n.id, n.x, n.y, n.width, n.height) for n in page.notes.values()]
        assert not [
            (a[0], b[0])
            for a, b in combinations(found, 2)
            if a[1] < b[1] + b[3] and b[1] < a[1] + a[3] and a[2] < b[2] + b[4] and b[2] < a[2] + a[4]
        ]


def test_every_file_in_the_folder_of_the_examples_is_read_by_one():
    data = {path.name for path in examples.FOLDER.iterdir() if path.stem not in examples.names()}
    assert {name for names in reads().values() for name in names} == data


def test_a_copy_that_a_crash_interrupts_still_finds_its_files(window):
    window.file.open_path(str(examples.path_of("csv_and_npy")), copy=True)
    window.do(Insert(window.page().name, (Block("MORE", "Const"),)), "Add")
    window.autosave.journal.close()  # as a crash would leave it
    found = recovery.read(window.autosave.journal.file)
    history, _, misfits = recovery.recover(found, "Recovered")
    assert history.document.folder == str(examples.FOLDER) and "MORE" in history.document.page("files").blocks
    assert not misfits


@pytest.mark.parametrize("name", slow_after(3, reads()))
def test_a_copy_runs_from_where_the_example_is_and_takes_its_files_along(window, tmp_path, monkeypatch, name):
    source, place = examples.path_of(name), tmp_path / "mine"
    place.mkdir()
    first, *more = reads()[name]
    (place / first).write_bytes(b"my own")
    window.file.open_path(str(source), copy=True)
    window.runs.run(1)
    assert dict(window.worker.process.asked)["open"]["folder"] == str(source.parent)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(place / "mine.loom"), ""))
    assert window.file.save()
    assert (place / first).read_bytes() == b"my own"  # nothing that is there is written over
    assert [(place / other).read_bytes() for other in more] == [(source.parent / n).read_bytes() for n in more]
    assert window.workspace.document.folder == str(place)
