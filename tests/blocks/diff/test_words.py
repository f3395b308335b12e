"""Differences between two documents as lines of text."""

import numpy as np
import pytest

from blockloom.blocks.diff.array_differences import array_changes, compare_arrays
from blockloom.blocks.diff.differences import diff_documents
from blockloom.blocks.diff.text_report import report_sections
from blockloom.blocks.document.pages import Block, Conflict, Frame, Note, Page, Wire, control, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.weights.document_weights import StateFolderArray, write_state_file


def page_of(*items, wires=(), name="main"):
    page = Page(name)
    for item in items:
        home = page.blocks if isinstance(item, Block) else page.frames if isinstance(item, Frame) else page.notes
        home[item.id] = item
    page.put_all(wires)
    return page


def document_of(*pages):
    document = new_document()
    document.pages = {page.name: page for page in pages}
    return document


def report_lines(a, b, arrays=None, **options):
    """Return the lines of all sections, with their titles and the number of omitted ones."""
    found = diff_documents(a, b)
    return [
        text
        for section in report_sections(found, arrays=arrays and arrays(found), **options)
        for text in (
            section.title,
            *"\n".join(map(str, section.lines)).splitlines(),
            *[section.unsaid] * (section.unsaid > 0),
        )
    ]


NET = page_of(
    Block("IN", "Placeholder"),
    Block("RELU", "Relu", 100, values={"T": "DT_FLOAT"}),
    Block("DENSE", "MatMul", 200),
    Block("OPT", "loom.Adam", 0, 100, {"learning_rate": "0.1", "beta1": "0.9", "name": "adam"}),
    wires=[Wire("IN", "output", "RELU", "features"), Wire("RELU", "activations", "DENSE", "a")],
)


def test_what_weighs_most_stands_first():
    now = page_of(
        Block("IN", "Placeholder"),
        Block("RELU", "Relu", 140, values={"T": "DT_FLOAT"}),
        Block("DROP", "Dropout", 150, values={"rate": "0.5"}),
        Block("DENSE", "MatMul", 200),
        Block("OPT", "loom.SGD", 0, 100, {"learning_rate": "0.2", "beta1": "0.91", "name": "sgd"}, mode="mute"),
        Note("N", "why"),
        wires=[
            Wire("IN", "output", "RELU", "features"),
            Wire("RELU", "activations", "DROP", "x"),
            Wire("DROP", "y", "DENSE", "a"),
            control("IN", "OPT"),
        ],
    )
    assert report_lines(document_of(NET), document_of(now)) == [
        "page main",
        "+ DROP (Dropout) rate=0.5",
        "    + RELU.activations -> DROP.x",
        "+ N (note why)",
        "~ OPT type loom.Adam -> loom.SGD",
        "x RELU.activations -> DENSE.a",
        "+ DROP.y -> DENSE.a",
        "+ IN -> OPT",
        "~ OPT.name adam -> sgd",
        "~ OPT.learning_rate 0.1 -> 0.2",
        "~ OPT.beta1 0.9 -> 0.91",
        "~ OPT mode none -> mute",
        1,
    ]
    looks = report_lines(document_of(NET), document_of(now), layout=True)[-1:]
    assert looks == [". RELU moved (100, 0) -> (140, 0)"]
    assert report_lines(document_of(NET), document_of(NET)) == []


def test_pages_that_come_or_go_whole_are_a_line_each():
    other = page_of(Block("A", "Const"), Block("B", "Neg"), wires=[Wire("A", "output", "B", "x")], name="other")
    assert report_lines(document_of(NET), document_of(NET, other)) == ["pages", "+ page other (2 blocks, 1 wire)"]
    assert report_lines(document_of(NET, other), document_of(NET)) == ["pages", "- page other (2 blocks, 1 wire)"]
    assert report_lines(document_of(), document_of(Page("empty"))) == ["pages", "+ page empty (empty)"]


def test_of_long_values_the_difference_is_shown():
    numbers = [str(n) for n in range(1000)]
    was = page_of(Block("A", "Const", values={"value": f"[{', '.join(numbers)}]"}))
    numbers[500] = "-1"
    now = page_of(Block("A", "Const", values={"value": f"[{', '.join(numbers)}]"}))
    _, line = report_lines(document_of(was), document_of(now))
    assert (
        line.startswith("~ A.value ...") and ", 499, 500, 501" in line and ", 499, -1, 501" in line and len(line) < 150
    )


def test_conflicts_that_a_merge_left_are_named():
    merged = document_of(NET)
    merged.conflicts = (Conflict("main/OPT.beta1", "value", "0.9", "0.8", "0.7"),)
    line = "conflict main/OPT.beta1: ours 0.8, theirs 0.7, before 0.9"
    assert report_lines(document_of(NET), merged) == ["the document", f"+ {line}"]
    assert report_lines(merged, document_of(NET)) == ["the document", f"- {line}"]


def test_names_are_those_that_each_side_has():
    renamed = page_of(
        Block("IN", "Placeholder"),
        Block("ACT", "Relu", 100, values={"T": "DT_FLOAT"}),
        Block("DENSE", "MatMul", 200),
        NET.blocks["OPT"],
        wires=[Wire("IN", "output", "ACT", "features"), Wire("ACT", "activations", "DENSE", "a")],
        name="net",
    )
    assert report_lines(document_of(NET), document_of(renamed)) == [
        "page main, now net",
        "~ page main renamed to net",
        "~ RELU renamed to ACT",
    ]


def test_a_block_that_moved_into_a_page_is_followed():
    a = page_of(Block("A", "Const"), Block("C", "Exp", 100), wires=[Wire("A", "output", "C", "x")])
    inner = page_of(Block("x", "loom.Arg"), Block("C", "Exp", 100), wires=[Wire("x", "output", "C", "x")], name="inner")
    b = page_of(Block("A", "Const"), Block("I", "page:inner", 100), wires=[Wire("A", "output", "I", "x")])
    assert report_lines(document_of(a), document_of(b, inner)) == [
        "pages",
        "+ page inner (2 blocks, 1 wire)",
        "page main",
        "+ I (page:inner)",
        "    + A.output -> I.x",
        "~ C moved to page inner",
        "x A.output -> C.x",
        "+ inner/x.output -> inner/C.x",
    ]


def test_many_that_are_alike_are_one_line_unless_all_are_wanted():
    def net(dtype, more=0):
        return page_of(*(Block(f"B{n}", "Neg", values={"T": dtype}) for n in range(20 + more)))

    a, b = document_of(net("DT_FLOAT")), document_of(net("DT_HALF", 9))
    names = ", ".join(f"B{n}" for n in range(12))
    assert report_lines(a, b) == [
        "page main",
        "+ 9 blocks of type Neg: B20, B21, B22, B23, B24, B25, B26, B27, B28",
        f"~ T DT_FLOAT -> DT_HALF of 20 blocks: {names} and 8 more",
    ]
    assert len(report_lines(a, b, whole=True)) == 30
    # Different values are cut after forty characters.
    other = page_of(*(Block(f"B{n}", "Neg", values={"T": str(n)}) for n in range(100)))
    lines = report_lines(document_of(net("DT_FLOAT", 80)), document_of(other))
    assert len(lines) == 42 and lines[-1] == "~ and 60 more like these (60 ~)"


def test_wires_of_a_list_that_changed_their_order():
    def net(*names):
        ends = [Wire(name, "output", "PACK", "values") for name in names]
        return page_of(Block("A", "Const"), Block("B", "Const"), Block("PACK", "Pack"), wires=ends)

    assert report_lines(document_of(net("A", "B")), document_of(net("B", "A"))) == [
        "page main",
        "~ PACK.values order [A.output, B.output] -> [B.output, A.output]",
    ]


@pytest.fixture
def trained(tmp_path):
    """Return a document and one with the same layers after training, both on disk."""
    made = []
    for number in range(2):
        rng, blocks, arrays = np.random.default_rng(3), [], {}
        for layer in range(15):
            for name in ("kernel", "bias"):
                array = rng.normal(size=(2, 3)).astype(np.float32)
                key, id = f"layer{layer}/{name}", f"{name}_{layer}"
                arrays[key] = array * (1 + number * (layer + 1) / 100) if layer else array
                blocks.append(Block(id, "loom.ResourceVariable", values={"initvalues": f"weights:{key}"}))
        arrays["layer3/bias"] = np.zeros(4 + number, np.float32)
        document = document_of(page_of(*blocks))
        sha256 = write_state_file(arrays)
        document.weights.add({key: StateFolderArray(sha256, key) for key in arrays})
        (tmp_path / str(number)).mkdir()
        documents.save(document, tmp_path / str(number) / "net.loom")
        made.append(document)
    return [documents.load(tmp_path / str(number) / "net.loom") for number in range(2)], made


def test_weights_are_said_by_layer_and_block(trained):
    (a, b), _ = trained
    found = diff_documents(a, b)
    arrays = compare_arrays(found, array_changes(found))
    lines = report_lines(a, b, lambda found: arrays)
    assert lines[:3] == [
        "page main",
        "~ weights of layer3: bias (bias_3) DT_FLOAT[4] -> DT_FLOAT[5], kernel (kernel_3) differ by up to 4 %",
        "~ weights of layer14: kernel (kernel_14) differ by up to 15 %, bias (bias_14) differ by up to 15 %",
    ]
    assert lines[-1].startswith("~ weights of 8 more layers, by up to 10 %: layer9, layer8, layer7,")
    assert not any("layer0" in line for line in lines)
    assert len(report_lines(a, b, whole=True)) == 15


def test_arrays_that_are_in_no_file_yet_are_compared_by_what_they_are(trained):
    (a, b), (opened_a, opened_b) = trained
    assert report_lines(a, opened_a) == [] and report_lines(opened_a, a) == []
    assert report_lines(opened_a, opened_b) == report_lines(a, b)
