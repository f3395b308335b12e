"""Pages of libraries in documents: copied with what they use, noticed when they drift, updated or kept."""

import os

import pytest

from blockloom.blocks import operations
from blockloom.blocks.checks import check, of_file
from blockloom.blocks.document.pages import Document, Origin
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, RemovePage, SetOrigin, SetValue
from blockloom.blocks.files import documents, library
from blockloom.blocks.quickfixes import fix, fixes
from tests.blocks.lower.test_flattening import flat, page
from tests.blocks.small import SMALL


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Create a folder with a library `maths.loom`, and no other libraries of the user or Blockloom."""
    monkeypatch.setattr(library, "FOLDER", tmp_path / "shipped")
    monkeypatch.setattr(library, "user_folder", lambda: tmp_path / "user")
    write(tmp_path)
    return tmp_path


def write(folder, by="2", name="maths.loom"):
    """`twice` has an instance of `times`, and a function `times`, too."""
    made = Document()
    page(
        made, "times", f"x loom.Arg dtype=DT_FLOAT; M AddV2 y={by}; y loom.Retval", "x.output -> M.x", "M.z -> y.input"
    )
    page(
        made,
        "twice",
        "x loom.Arg dtype=DT_FLOAT; T page:times; F Map f=times; y loom.Retval",
        "x.output -> T.x",
        "T.y -> F.x",
        "F.y -> y.input",
    )
    page(made, "notes only", "A Const value=1.0")
    documents.save(made, folder / name)
    os.utime(folder / name, ns=(int(by), int(by)))  # however fast the test is, another time


def opened(folder) -> Document:
    document = Document()
    document.folder = str(folder)
    page(document, "main", "")
    page(document, "times", "K Const value=5.0")  # another page of a name that the library has
    return document


def maths(folder) -> library.BlockLibrary:
    return next(one for one in library.libraries(str(folder)) if one.title == "maths")


def used(folder) -> tuple[Document, UndoStack]:
    """Return a document with an instance of `twice`, and its history."""
    document = opened(folder)
    history = UndoStack(document)
    change, type_ = operations.use_library_page(document, SMALL, maths(folder), "twice")
    history.do(change.edit, change.label)
    page(document, "main", f"C Const value=1.0; A {type_}; E Exit", "C.output -> A.x", "A.y -> E.data")
    return document, history


def test_the_libraries_are_those_of_all_folders_with_pages_that_are_blocks(folder):
    (folder / "shipped").mkdir()
    (folder / "user").mkdir()
    write(folder / "shipped", name="layers.loom")
    write(folder / "user")
    (folder / "broken.loom").write_text("{")
    documents.save(opened(folder), folder / "plain.loom")
    assert [one.file for one in library.libraries(str(folder))] == [
        "blockloom:layers.loom",
        "user:maths.loom",
        "maths.loom",
    ]
    assert [one.file for one in library.libraries(str(folder), str(folder / "maths.loom"))] == [
        "blockloom:layers.loom",
        "user:maths.loom",
    ]
    (_, twice) = pages = list(maths(folder).pages())
    assert [one.name for one in pages] == ["times", "twice"]
    assert [arg.id for arg in twice.signature.args] == ["x"]


def test_a_page_comes_with_those_that_it_uses_under_names_that_are_free(folder):
    document, history = used(folder)
    assert list(document.pages) == ["main", "times", "twice", "times 2"]
    twice = document.pages["twice"].blocks
    assert (twice["T"].type, twice["F"].values) == ("page:times 2", {"f": "times 2"})
    assert document.pages["times 2"].origin[:2] == ("maths.loom", "times")
    assert "A/T/M" in flat(document)
    assert operations.use_library_page(document, SMALL, maths(folder), "twice") == (None, "page:twice")
    history.undo()
    assert list(document.pages) == ["main", "times"]


def test_the_file_says_where_a_page_came_from(folder):
    document, _ = used(folder)
    text = documents.dumps(document)
    assert text.startswith('{"blockloom": 11')
    again = documents.loads(text)
    assert [p.origin for p in again.pages.values()] == [p.origin for p in document.pages.values()]
    assert documents.dumps(again) == text


@pytest.mark.parametrize(
    "file",
    [
        "/etc/x.loom",
        "//host/x.loom",
        "\\\\host\\x.loom",
        "C:/x.loom",
        "~/x.loom",
        "x.txt",
        "user:../x.loom",
        "../x.loom",
        "a/../../../net/host/x.loom",
        "http://host/x.loom",
        "",
    ],
)
def test_a_file_that_is_elsewhere_is_not_a_library(folder, file):
    document, _ = used(folder)
    with pytest.raises(EditError):
        SetOrigin("main", Origin(file, "times", "0" * 64)).apply(document)
    with pytest.raises(documents.FileError):
        documents.loads(
            documents.dumps(document).replace('"file": "maths.loom"', f'"file": {documents.json.dumps(file)}')
        )
    assert library.library(file, str(folder)) is None


def drifts(document) -> list:
    return [(p.kind, p.page) for p in of_file(document)]


def test_nothing_is_said_while_the_library_is_as_it_was_or_away(folder):
    document, _ = used(folder)
    assert drifts(document) == []
    document.pages["twice"].blocks.pop("F")  # the copy is the document's: it may be changed
    assert drifts(document) == []
    (folder / "maths.loom").unlink()
    assert drifts(document) == []
    assert flat(document)


def test_a_page_is_updated_with_those_that_it_uses_in_one_step(folder):
    document, history = used(folder)
    before = documents.dumps(document)
    write(folder, "7")
    assert drifts(document) == [("library-drift", "times 2")]
    assert ("warning", "times 2") in [(p.severity, p.place_text) for p in check(document, SMALL)]
    mend = fix(document, SMALL, of_file(document)[0])
    history.do(mend.edit, mend.label)
    assert drifts(document) == []
    assert flat(document)["A/T/M"] == "AddV2 y=7"
    after = documents.dumps(document)
    history.undo()
    assert documents.dumps(document) == before
    history.redo()
    assert documents.dumps(document) == after


def test_the_page_above_brings_what_is_below_it_up_to_date(folder):
    document, _ = used(folder)
    write(folder, "7")
    operations.update_library_page(document, SMALL, "twice").edit.apply(document)
    assert drifts(document) == []
    assert flat(document)["A/T/M"] == "AddV2 y=7"


def test_a_copy_is_kept(folder):
    document, history = used(folder)
    write(folder, "7")
    mend = fixes(document, SMALL, of_file(document)[0])[1]
    history.do(mend.edit, mend.label)
    assert drifts(document) == []
    assert document.pages["times 2"].origin is None
    assert flat(document)["A/T/M"] == "AddV2 y=2"


def test_a_page_that_the_library_has_no_longer_can_be_kept_only(folder):
    document, _ = used(folder)
    made = documents.load(folder / "maths.loom")
    del made.pages["twice"]
    documents.save(made, folder / "maths.loom")
    (told,) = of_file(document)
    assert (told.kind, told.page) == ("library-drift:gone", "twice")
    assert [str(mend.label) for mend in fixes(document, SMALL, told)] == ["Keep twice as an independent copy"]


def test_the_type_of_a_copy_follows_its_update(folder):
    document, _ = used(folder)
    catalogue = SMALL.with_pages(document)
    made = documents.load(folder / "maths.loom")
    SetValue("times", "x", "label", "what is doubled").apply(made)
    documents.save(made, folder / "maths.loom")
    change = operations.update_library_page(document, catalogue, "times 2")
    change.edit.apply(document)
    catalogue.forget(["times 2"])
    assert catalogue["page:times 2"].inputs[0].doc == "what is doubled"


def test_removing_a_copy_and_undoing_that_keeps_where_it_came_from(folder):
    document, history = used(folder)
    before = documents.dumps(document)
    history.do(RemovePage("twice"), "Remove")
    history.undo()
    assert documents.dumps(document) == before
