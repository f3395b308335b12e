"""The pages that are made of a file: sound, with room between their blocks, undone in one step."""

import itertools

import numpy as np
import pytest

from blockloom.blocks import checks
from blockloom.blocks.datasets.choices import suggested
from blockloom.blocks.datasets.data_scan import scan_file
from blockloom.blocks.datasets.dataset_blocks import add_data
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.files.documents import dumps, loads
from blockloom.blocks.guide import DATA_STEPS, ON_DATA, GuideState, current
from blockloom.blocks.operations.measures import Measures
from tests.blocks.datasets.files import picture_folder
from tests.extent import slow_after

APART = 40.0  # canvas pixels between two blocks


def table(folder, target):
    """Write a table with columns of all kinds."""
    rows = [f"{n},{n % 7},{'?' if n == 3 else n % 5 / 2},{('red', 'blue')[n % 2]},{target(n)}" for n in range(60)]
    (folder / "t.csv").write_text("id,size,width,colour,kind\n" + "\n".join(rows))
    return folder / "t.csv"


def spaced(folder):
    (folder / "t.dat").write_text("\n".join(f"  {n % 7}   {n % 5}  {'ab'[n % 2]} " for n in range(40)))
    return folder / "t.dat"


def array(folder, *shape):
    np.save(folder / "x.npy", np.arange(np.prod(shape)).reshape(shape).astype(np.float32))
    np.save(folder / "y.npy", np.arange(shape[0]) % 3)
    return folder / "x.npy"


def photos(folder):
    picture_folder(folder / "photos", {"cat": 4, "dog": 4}, (40, 60))
    return folder / "photos"


FILES = {
    "classes": lambda folder: table(folder, lambda n: "abc"[n % 3]),
    "numbers": lambda folder: table(folder, lambda n: n * n),
    "cells of several lines": lambda folder: table(folder, lambda n: ('"a\nb"', "c")[n % 2]),
    "blanks": spaced,
    "large pictures in an array": lambda folder: array(folder, 6, 80, 80),
    "series": lambda folder: array(folder, 12, 4, 3),
    "pictures": photos,
}


def add_file(catalogue, path, document, model=True):
    found = scan_file(path)
    labels = scan_file(found.labels, alone=True) if getattr(found, "labels", None) else None
    return add_data(document, catalogue, "main", found, suggested(found, labels), (100.0, 50.0), model)


@pytest.mark.parametrize("kind", slow_after(3, FILES))
def test_pages_have_no_problems_and_air(catalogue, tmp_path, kind):
    document = new_document()
    Insert("main", (Block("DATA", "Const", 0.0, 0.0), Block("LOSS", "Neg", 300.0, 0.0))).apply(document)
    before, path = dumps(document), FILES[kind](tmp_path)
    back = add_file(catalogue, path, document).edit.apply(document)
    problems = [one for one in checks.check(document, catalogue) if one.address.block not in ("DATA", "LOSS")]
    assert problems == [] and dumps(loads(dumps(document))) == dumps(document)
    for page in document.pages.values():
        if page.origin is None:
            measures = Measures(page, catalogue.with_pages(document))
            boxes = [(b.x, b.y, *measures.box(b)[:2]) for b in page.blocks.values() if b.id not in ("DATA", "LOSS")]
            boxes += [(n.x, n.y, n.width, n.height) for n in page.notes.values()]
            for (x, y, w, h), (left, top, across, down) in itertools.combinations(boxes, 2):
                assert max(left - x - w, x - left - across, top - y - h, y - top - down) >= APART, page.name
    assert "DATA_2" in document.page("main").blocks and ("PREDICTION" in document.page("main").blocks) == (
        kind == "numbers"
    )
    also = "" if kind == "numbers" else ', "accuracy", "val_accuracy"'
    assert document.page("main").blocks["EPOCHS"].values["labels"] == f'["loss", "val_loss"{also}]'
    back.apply(document)
    assert dumps(document) == before


def test_what_is_there_is_used_again(catalogue, tmp_path):
    """Pages of the library are copied once, and pages of the same file get other names."""
    document = new_document()
    for model in (True, False):
        add_file(catalogue, FILES["classes"](tmp_path), document, model).edit.apply(document)
    assert {"t", "t 2", "t_rows", "t_rows 2"} <= document.pages.keys() and "Dense_2" not in document.pages
    assert document.page("main").blocks["DATA_2"].type == "page:t 2"
    # Until the second is wired, no session runs it.
    assert {one.kind for one in checks.check(document, catalogue, "main")} == {"effect-left-out"}
    with pytest.raises(EditError, match="has a Session"):
        add_file(catalogue, FILES["classes"](tmp_path), document)


def test_files_are_named_from_the_documents_folder(catalogue, tmp_path):
    (tmp_path / "data").mkdir()
    document = new_document()
    document.folder = str(tmp_path)
    add_file(catalogue, FILES["classes"](tmp_path / "data"), document, model=False).edit.apply(document)
    assert document.page("main").blocks.keys() == {"DATA"}
    assert document.page("main").blocks["DATA"].values == {"file": '"data/t.csv"'}
    assert document.page("t").blocks["validation_share"].values["default"] == "0.2"


def test_steps_of_the_course(catalogue, tmp_path):
    document = new_document()
    page, pages = document.pages["main"], catalogue.with_pages(document)
    assert current(GuideState(page, pages), DATA_STEPS) == 0
    add_file(catalogue, FILES["classes"](tmp_path), document, model=False).edit.apply(document)
    pages = catalogue.with_pages(document)
    assert current(GuideState(page, pages), DATA_STEPS) == 1
    looked_inside = GuideState(page, pages, visited={"t"})
    assert current(looked_inside, DATA_STEPS) == 2
    assert "Train This" in str(DATA_STEPS[2].say(looked_inside))
    Insert("main", (Block("VALIDATION", "loom.Validation"),)).apply(document)
    fitted = GuideState(page, pages, {"VALIDATION"}, visited={"t"})
    assert [
        current(one, ON_DATA.steps)
        for one in (
            GuideState(page, pages, {"DATA"}, visited={"t"}),
            fitted,
            fitted._replace(opened={"VALIDATION"}),
            fitted._replace(opened={"VALIDATION"}, saved=True),
        )
    ] == [2, 3, 4, 5]
    assert DATA_STEPS[2].about(fitted).block == "VALIDATION"
