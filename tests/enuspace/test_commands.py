"""The command line on enuSpace files: run, check, convert, --map."""

import json
import os
from pathlib import Path

import pytest

from blockloom.app.cli import main
from blockloom.app.formats import open_document, open_with_report
from blockloom.blocks.files import documents, windows_paths
from tests.enuspace.pages import page, pin, project, use, wire, words, write
from tests.gitkit import Repository, alone

SUM = (
    use("A", "Const", pin("val", "1;2", "double", "[2]")),
    use("B", "Add", pin("y", "2.5")),
    use("S", "ClientSession"),
    wire("A.output", "B.x"),
    wire("B.z", "S.fetch_outputs"),
)
READ = (
    use("F", "ReadFile", pin("filename", "C:\\\\Users\\\\me\\\\data set\\\\a.txt")),
    use("S", "ClientSession"),
    wire("F.contents", "S.fetch_outputs"),
)


def test_run_takes_a_page_and_a_page_of_a_project(tmp_path, capfd):
    path = write(tmp_path, page(*SUM), "p/one.svg")
    write(tmp_path, page(SUM[0]), "p/two.svg")
    assert main(["run", str(path), "--format", "json"]) == 0
    out = json.loads(capfd.readouterr().out)
    assert out["page"] == "one"
    assert out["results"]["B"] == {"z": {"dtype": "float64", "shape": [2], "value": [3.5, 4.5]}}
    listed = str(write(tmp_path, project("p\\one.svg", "p\\two.svg"), "all.enup"))
    assert main(["run", listed]) == 2
    assert "one, two" in capfd.readouterr().err


def test_check_says_what_was_left_out(tmp_path, capfd):
    path = write(tmp_path, page(*SUM, wire("GONE.z", "B.y"), "<image id='I'/>"))
    assert main(["check", "--fast", str(path)]) == 0
    out = capfd.readouterr().out
    assert "no GONE" in out and "I: an image" in out and "no errors, 2 warnings" in out


def blocks_of(document, page):
    """Return the blocks of a page without uids, which are derived from names when a file is read."""
    return {name: block._replace(uid="") for name, block in document.pages[page].blocks.items()}


def test_convert_writes_the_document_and_prints_the_report(tmp_path, capfd):
    path = write(tmp_path, page(*SUM, '<text id="T">hello</text>', "<image/>"))
    assert main(["convert", str(path), str(tmp_path / "page.loom")]) == 0
    done = capfd.readouterr()
    assert done.out == "" and "kept as a note: page/T: a text" in done.err and "left out: page: an image" in done.err
    assert blocks_of(open_document(tmp_path / "page.loom"), "page") == blocks_of(open_document(path), "page")


@pytest.mark.parametrize("name, text", [("page.svg", "nothing"), ("all.enup", project("gone.svg")), ("x.txt", "")])
def test_what_cannot_be_read_exits_2_with_one_line(tmp_path, capfd, name, text):
    path = write(tmp_path, text, name)
    assert main(["convert", str(path), str(tmp_path / "out.loom")]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1 and str(path) in err and not (tmp_path / "out.loom").exists()


@pytest.mark.skipif(os.name == "nt", reason="paths are mapped elsewhere")
def test_run_maps_windows_folders_to_local_ones(tmp_path, capfd):
    path = write(tmp_path, page(*READ))
    (tmp_path / "data set").mkdir()
    (tmp_path / "data set" / "a.txt").write_text("found")
    assert main(["run", str(path), "--format", "json", "--map", f"c:/users/ME={tmp_path}"]) == 0
    assert json.loads(capfd.readouterr().out)["results"]["F"]["contents"]["value"] == "found"
    assert main(["check", "--fast", str(path)]) == 0
    out = capfd.readouterr().out
    assert rf"--map 'C:\Users\me\data set={tmp_path / 'data set'}'" in out, "the folder beside the page is offered"
    with pytest.raises(documents.FileError, match="FROM=TO"):
        open_document(path, ["nothing"])


@pytest.mark.parametrize(
    "old, new, text, mapped",
    [
        (r"C:\a\b", "./x", r"C:\a\b\c.txt", "./x/c.txt"),
        (r"C:\\a\\b", "x", r"c:/A\b/c d\e.txt", "x/c d/e.txt"),
        (r"C:\a", "/mnt/", r"C:\a\b", "/mnt/b"),
        (r"C:\a", "/", r"C:\a\b", "/b"),
        (r"C:\a", "x", r"C:\ab\c", r"C:\ab\c"),
        (r"\\host\share", "/s", r"\\\\host\\share\\f", "/s/f"),
        (r"C:\a", "x", r"['C:\a\b', 'C:\a\c']", "['x/b', 'x/c']"),
        (r"C:\a", "x", r"{C:\a\b,C:\a\c}", "{x/b,x/c}"),
        (r"C:\a", "x", r"D:\C:\a", r"D:\C:\a"),
        (r"C:\a", r"D:\n", r"C:\a\b", "D:/n/b"),
        (r"C:\a (1)", "x", r"C:\a (1)\b", "x/b"),
        ("C:", "/c", r"C:\a", "/c/a"),
    ],
)
def test_paths_are_mapped(old, new, text, mapped):
    assert windows_paths.Mapping(f"{old}={new}").apply(text) == mapped


@pytest.mark.parametrize("text", ["", "x", "=y", r"\=x"])
def test_mappings_that_are_none(text):
    with pytest.raises(ValueError, match="FROM=TO"):
        windows_paths.Mapping(text)


def test_mapping_a_converted_document_and_what_a_dialog_offers(tmp_path, catalogue):
    document = words(
        catalogue,
        r"A enu.ReadFile filename=C:\x\DATA\f | B enu.ReadFile filename=D:/y/g "
        "| C enu.Const val=1:2",
    )
    assert windows_paths.windows_folders(document) == [r"C:\x\DATA", r"D:\y"]
    (tmp_path / "data").mkdir()
    (tmp_path / "page").mkdir()
    assert windows_paths.found_beside(document, tmp_path / "page") == [(r"C:\x\DATA", tmp_path / "data")]
    documents.save(document, tmp_path / "a.loom")
    opened, report = open_with_report(tmp_path / "a.loom", [r"C:\x=here"])
    # Names in a document are meant from its folder, those in a command from the current one.
    assert opened.page("main").blocks["A"].values["filename"] == Path("here/DATA/f").absolute().as_posix()
    assert report == ["--map: 1 value changed"]
    assert blocks_of(open_document(tmp_path / "a.loom"), "main") == blocks_of(document, "main")


def test_diff_takes_pages_and_projects_of_files_and_revisions(tmp_path, capfd, monkeypatch):
    alone(tmp_path / "home", monkeypatch)
    repository = Repository(tmp_path / "repository")
    monkeypatch.chdir(repository.root)
    write(repository.root, page(*SUM), "p/one.svg")
    write(repository.root, project("p\\one.svg"), "all.enup")
    repository.commit()
    write(repository.root, page(SUM[0]), "p/one.svg")
    for sides in (["p/one.svg"], ["HEAD:all.enup", "all.enup"], ["HEAD:p/one.svg", "p/one.svg"]):
        capfd.readouterr()
        assert main(["diff", *sides, "--exit-code"]) == 1
        out, err = capfd.readouterr()
        assert err == "" and "- B (" in out and "page one" in out
