"""`blockloom new`, and what `blockloom` says of itself."""

import pytest

from blockloom.app.cli import COMMANDS, main
from blockloom.app.formats import open_document
from blockloom.blocks.files import examples


def test_the_help_fits_on_a_screen_with_every_command(capsys):
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines[1:] if line.strip()} == {*COMMANDS, "blockloom"}


def test_an_option_that_there_is_not_is_bad_usage(capsys):
    assert main(["--frm"]) == 2 and "--frm" in capsys.readouterr().err


def test_templates_are_listed(capsys):
    assert main(["new"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in (*examples.names(), "dense_layer"))


@pytest.mark.parametrize("name", ["matrix_product", "rents_by_epochs", "dense_layer"])
def test_a_template_becomes_a_document_with_the_files_that_it_reads(name, tmp_path, capsys):
    path = tmp_path / "own.loom"
    assert main(["new", "--from", name, str(path)]) == 0
    assert open_document(path).pages
    beside = {one.name for one in tmp_path.iterdir()} - {"own.loom"}
    assert beside == ({"flats.csv"} if name == "rents_by_epochs" else set())
    assert all((tmp_path / one).read_bytes() == (examples.FOLDER / one).read_bytes() for one in beside)


def test_the_examples_of_the_documentation_are_written_where_it_reads_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["text", "examples/queue.loom"]) == 2
    assert "examples/queue.loom: there is no such file; blockloom new --examples" in capsys.readouterr().err
    assert main(["new", "--examples"]) == 0 and main(["text", "examples/queue.loom"]) == 0
    assert (tmp_path / "examples" / "flats.csv").read_bytes() == (examples.FOLDER / "flats.csv").read_bytes()
    (tmp_path / "examples" / "waves.loom").write_text("mine")
    (tmp_path / "examples" / "beats.loom").unlink()
    assert main(["new", "--examples"]) == 2 and "waves.loom" in capsys.readouterr().err
    assert not (tmp_path / "examples" / "beats.loom").exists()


def test_without_a_template_the_document_is_an_empty_page(tmp_path):
    assert main(["new", str(tmp_path / "a.loom")]) == 0
    (page,) = open_document(tmp_path / "a.loom").pages.values()
    assert not page.blocks


@pytest.mark.parametrize("taken", ["own.loom", "flats.csv"])
@pytest.mark.parametrize("words", [["--from", "rents_by_epochs"], []])
def test_no_file_is_replaced(taken, words, tmp_path, capsys):
    (tmp_path / taken).write_text("mine")
    code = main(["new", *words, str(tmp_path / "own.loom")])
    assert (tmp_path / taken).read_text() == "mine"
    if words or taken == "own.loom":
        assert code == 2 and taken in capsys.readouterr().err
        assert [one.name for one in tmp_path.iterdir()] == [taken]
    else:
        assert code == 0


@pytest.mark.parametrize(
    "words, said",
    [
        (["--from", "matrix_produkt", "a.loom"], "; did you mean matrix_product?"),
        (["--from", "none_such_at_all", "a.loom"], "blockloom new lists them"),
        (["a.txt"], "ends in .loom"),
        (["--examples", "there", "a.loom"], "neither FILE nor --from"),
        (["nowhere/a.loom"], "nowhere"),
        (["--from", "matrix_product", "nowhere/a.loom"], "nowhere"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_written(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", *words]) == 2
    assert said in capsys.readouterr().err and not [*tmp_path.iterdir()]
