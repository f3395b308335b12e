"""Files in the folder of a document."""

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.files import documents, sidecar_files


def test_names_of_files_in_the_folder_of_a_document_become_absolute_paths(tmp_path):
    (tmp_path / "rows.csv").write_text("1")
    document = new_document()
    page = next(iter(document.pages.values()))
    page.blocks["F"] = Block("F", "ReadFile", values={"filename": '"rows.csv"', "other": '"gone.csv"'})
    documents.save(document, tmp_path / "page.loom")
    document = documents.load(tmp_path / "page.loom")
    sidecar_files.whole_paths(document)
    assert document.pages[page.name].blocks["F"].values == {
        "filename": f'"{tmp_path / "rows.csv"}"',
        "other": '"gone.csv"',
    }
