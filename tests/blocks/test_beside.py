"""Files beside a document."""

from blockloom.blocks import beside, files
from blockloom.blocks.document import Block, new_document


def test_names_of_files_beside_a_document_become_whole_paths(tmp_path):
    (tmp_path / "rows.csv").write_text("1")
    document = new_document()
    page = next(iter(document.pages.values()))
    page.blocks["F"] = Block("F", "ReadFile", values={"filename": '"rows.csv"', "other": '"gone.csv"'})
    files.save(document, tmp_path / "page.loom")
    document = files.load(tmp_path / "page.loom")
    beside.whole_paths(document)
    assert document.pages[page.name].blocks["F"].values == {
        "filename": f'"{tmp_path / "rows.csv"}"', "other": '"gone.csv"'}
