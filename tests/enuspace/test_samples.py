"""Pages and a project drawn in enuSpace itself, and the examples of its documentation."""

import json
import shutil
import struct
import time

import numpy as np
import pytest

from blockloom.blocks import checks
from blockloom.blocks.enuspace import enuspace_literals, symbols
from blockloom.blocks.enuspace.draft import CHANGED, FAULT, LEFT_OUT
from blockloom.blocks.enuspace.reader import read
from blockloom.blocks.files import documents, windows_paths
from blockloom.blocks.values.literals import shape
from blockloom.runtime.api import running
from blockloom.runtime.api.results import as_data

# Blocks and wires, as FORMAT.md counts them, and the monitors that are not blocks there.
PAGES = {
    "1.5/basic.svg": (4, 3, 0),
    "2.0/picture/basic.svg": (4, 3, 0),
    "1.5/gradient_descent_xw_sub.svg": (13, 16, 0),
    "1.5/gradient_descent_xw_apply.svg": (12, 14, 0),
    "2.0/picture/gradient_descent_xnwn_b.svg": (16, 21, 0),
    "1.5/Xor.svg": (46, 68, 2),
    "1.5/queueenqueue_mnist_reader.svg": (24, 27, 10),
    "1.5/mnistEval.svg": (54, 63, 17),
}
EXAMPLES = [
    "Barrier",
    "BatchMatMul",
    "ConditionalAccumulator",
    "Cross",
    "DynamicPartition_FIFOQueue",
    "EncodeBase64",
    "FeedType_Placeholder",
    "Igamma",
    "PaddingFIFOQueue",
    "SegmentSum",
    "SoftmaxCrossEntropyWithLogits",
    "SparseAdd",
    "SparseConcat",
    "SparseConditionalAccumulator",
    "SparseReshape",
    "SparseToDense",
    "TensorArrayGather",
    "TopK",
    "UniqueWithCounts",
    "UnsortedSegmentSum",
]


def only(found):
    return next(iter(found.document.pages.values()))


def close(got, stored, tolerance=2e-6):
    """Return whether a result equals that of the page: enuSpace keeps six decimals and flattens some shapes."""
    return (
        got is not None
        and np.size(got) == np.size(stored)
        and np.allclose(np.ravel(got).astype(float), np.ravel(stored).astype(float), atol=tolerance, rtol=tolerance)
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_with_all_its_blocks_and_wires(shared, catalogue, name):
    found = read(shared / "samples" / name)
    page = only(found)
    monitors = [b for b in page.blocks.values() if b.type.startswith("loom.")]
    assert (len(page.blocks) - len(monitors), len(found.drawn_wires[page.name]), len(monitors)) == PAGES[name]
    assert [i for i in found.report if i.kind in (FAULT, LEFT_OUT)] == []
    assert all(b.type in catalogue for b in page.blocks.values())
    text = documents.dumps(found.document)
    assert documents.dumps(documents.loads(text)) == text
    assert [str(p) for p in checks.check_page(found.document, page.name, catalogue) if p.severity == "error"] == []
    assert page.size and page.background == ("" if "queue" in name else "#2a2a2a")


def test_every_wire_begins_and_ends_at_its_pins(shared, capsys):
    ends, farthest = 0, 0.0
    for path in (*(shared / "samples").rglob("*.svg"), *(shared / "examples").glob("*.svg")):
        if path.name == "global.svg":
            continue
        found = read(path)
        page = only(found)
        for wire, source_pin, target_pin, first, last in found.drawn_wires[page.name]:
            for name, pin, point in ((wire.source, source_pin, first), (wire.target, target_pin, last)):
                block = page.blocks[name]
                x, y = symbols.of_type(block.type).places[pin.partition("[")[0]]
                off = max(abs(block.x + x - point[0]), abs(block.y + y - point[1]))
                assert off <= 1.01, f"{path.name}: {wire} at {name}.{pin}"
                ends, farthest = ends + 1, max(farthest, off)
    with capsys.disabled():
        print(f"\n{ends} ends of wires lie within {farthest:.2f} px of their pins")
    assert ends == 682


def test_the_project_opens_with_the_pages_that_it_lists(shared):
    found = read(shared / "samples/2.0/tensorflow.enup")
    assert list(found.document.pages) == ["gradient_descent_xnwn_b", "basic"]
    assert [len(p.blocks) for p in found.document.pages.values()] == [16, 4]
    assert [i.kind for i in found.report if i.kind in (FAULT, LEFT_OUT, CHANGED)] == []


def test_the_global_page_is_not_opened_as_a_page(shared):
    with pytest.raises(documents.FileError, match="not a page but a global"):
        read(shared / "samples/2.0/global/global.svg")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_worked_example_gives_what_its_documentation_shows(shared, worker, name):
    expected = json.loads((shared / f"examples/{name}.expect.json").read_text())
    done = running.run(
        read(shared / f"examples/{name}.svg").document, steps=expected["steps"], timeout=30, worker=worker
    )
    shown = json.loads(json.dumps(as_data(done)))["results"]
    for place, wanted in expected["results"].items():
        block, pin = place.split(".result_")
        got = shown[block][pin]
        tensors = [t["value"] for t in got["list"]] if "list" in got else [got["value"]]
        lists = wanted if "list" in got and isinstance(wanted[0], list) else [wanted]
        assert len(tensors) == len(lists), place
        for tensor, numbers in zip(tensors, lists):
            flat, numbers = np.ravel(np.array(tensor, object)).tolist(), np.ravel(np.array(numbers, object)).tolist()
            if got.get("dtype") == "string":
                assert flat == numbers, place
            else:
                assert np.allclose(np.array(flat, float), np.array(numbers, float), atol=2e-6, equal_nan=True), place


def test_all_the_examples_are_here(shared):
    assert sorted(p.stem for p in (shared / "examples").glob("*.svg")) == sorted(EXAMPLES)


@pytest.mark.parametrize(
    "name, block, pin, value",
    [
        ("1.5/basic.svg", "ID_MUL", "product", [[19], [-3]]),
        ("2.0/picture/basic.svg", "ID_1hvgdT0", "z", [[2, 4], [6, 8]]),
    ],
)
def test_basic_pages_give_the_results_stored_in_them(shared, worker, name, block, pin, value):
    found = read(shared / "samples" / name)
    done = running.run(found.document, worker=worker)
    assert done.results[block][pin].tolist() == value
    assert close(found.stored["basic"][block][pin], value)


def test_gradient_descent_by_subtract_and_assign(shared, worker):
    done = running.run(read(shared / "samples/1.5/gradient_descent_xw_sub.svg").document, steps=27, worker=worker)
    assert close(done.results["ID_W"]["ref"], 1.000004)


def test_gradient_descent_by_apply_runs_whole_in_seconds(shared, worker, capsys):
    found = read(shared / "samples/1.5/gradient_descent_xw_apply.svg")
    begin = time.monotonic()
    done = running.run(found.document, steps=22311, timeout=60, worker=worker)
    with capsys.disabled():
        print(f"\n22311 steps in {time.monotonic() - begin:.1f} s")
    assert close(done.results["ID_W"]["ref"], 1.002970)
    # enuSpace stored the next step, with the values of variables before their update.
    done = running.run(found.document, steps=22312, timeout=60, worker=worker)
    stored = found.stored["gradient_descent_xw_apply"]
    wrong = [(b, p) for b, pins in stored.items() for p, value in pins.items() if not close(done.results[b][p], value)]
    assert len(stored) == 11 and wrong == []


def test_linear_regression_of_the_4_0_page_runs(shared, worker):
    found = read(shared / "samples/2.0/tensorflow.enup")
    document, page = found.document, "gradient_descent_xnwn_b"
    first = running.run(document, page=page, steps=1, worker=worker).results
    later = running.run(document, page=page, steps=2000, worker=worker).results
    assert float(later["ID_COST"]["output"].reshape(-1)[0]) < float(first["ID_COST"]["output"].reshape(-1)[0])


def test_xor_from_its_stored_variables(shared, worker):
    found = read(shared / "samples/1.5/Xor.svg")
    stored, page = found.stored["Xor"], only(found)
    variables = [b.id for b in page.blocks.values() if b.type == "enu.Variable"]
    start = {
        f"{name}.initvalues": enuspace_literals.typed(
            stored[name]["ref"].reshape(shape(page.blocks[name].values["shape"]))
        )
        for name in variables
    }
    done = running.run(found.document, values=start, worker=worker).results
    same = {b for b, pins in stored.items() if all(close(done[b][p], value) for p, value in pins.items())}
    assert len(stored) == 45 and len(same) == 41
    assert stored.keys() - same == set(variables), "variables are read after the step, enuSpace shows those before it"


def test_xor_learns(shared, worker):
    found = read(shared / "samples/1.5/Xor.svg")
    monitors = {b.type for b in only(found).blocks.values()} & {"loom.Chart"}
    assert monitors == {"loom.Chart"}
    done = running.run(found.document, steps=50, worker=worker).results
    assert np.all(np.isfinite(done["ID_HY_SIGMOID"]["y"]))


def idx_images(path, images):
    """Write images as the MNIST pages read them: a header of 16 bytes, then 784 bytes each."""
    path.write_bytes(struct.pack(">IIII", 2051, len(images), 28, 28) + np.asarray(images, np.uint8).tobytes())


def test_the_queue_page_reads_images_and_labels(shared, worker, tmp_path):
    found = read(shared / "samples/1.5/queueenqueue_mnist_reader.svg")
    page, stored = only(found), found.stored["queueenqueue_mnist_reader"]
    folder = windows_paths.windows_folders(found.document)
    assert folder == [r"C:\Users\jwlee\Desktop\lesson5_x64\picture\dataset"]
    shutil.copy(shared / "samples/1.5/dataset/train-labels.idx1-ubyte", tmp_path)
    images = np.round(stored["ID_IMAGE"]["ref"] * 255)
    assert images.shape == (10, 784) and images.max() > 200, "ten real images lie in the .dat"
    path = next(b.values["val"] for b in page.blocks.values() if "images" in b.values.get("val", ""))
    idx_images(tmp_path / path.rpartition("\\")[2], images)
    local = windows_paths.Mapping(f"c:/users/JWLEE/Desktop//lesson5_x64/picture/dataset={tmp_path}")
    assert windows_paths.map_paths(found.document, [local]) == 2
    done = running.run(found.document, steps=1, timeout=30, worker=worker).results
    again = running.run(found.document, steps=3, timeout=30, worker=worker)
    assert again.steps == 3
    reads = {b: pins for b, pins in done.items() if page.blocks[b].type == "enu.ReaderReadUpTo"}
    assert sorted(len(pins["values"]) for pins in reads.values()) == [10, 10]
    scaled = next(pins["z"] for b, pins in done.items() if page.blocks[b].type == "enu.Div")
    assert close(scaled, images / 255), "the images come through the queue, the reader, the decoder and the division"
    labels = done["ID_IND"]["y"].reshape(-1).tolist()
    assert labels == list((shared / "samples/1.5/dataset/train-labels.idx1-ubyte").read_bytes()[8:18])
    assert [int(text, 16) for text in stored["ID_1eXIeg587"]["values"]] == [3, 6, 5, 8, 9, 5, 4, 7, 4, 2]


def test_the_stored_product_of_the_evaluation_page(shared):
    stored = read(shared / "samples/1.5/mnistEval.svg").stored["mnistEval"]
    product = stored["ID_IMAGE"]["ref"].astype(np.float64) @ stored["ID_TRAIN_W"]["ref"].astype(np.float64).T
    assert close(product, stored["ID_1eJCtM2072"]["product"], 2e-6)


def test_the_evaluation_page_restores_its_variables_and_recognises_digits(shared, worker, tmp_path):
    found = read(shared / "samples/1.5/mnistEval.svg")
    stored = found.stored["mnistEval"]
    (tmp_path / "dataset").mkdir()
    (tmp_path / "train_result").mkdir()
    image = np.round(stored["ID_IMAGE"]["ref"] * 255)
    idx_images(tmp_path / "dataset/t10k-images.idx3-ubyte", np.repeat(image, 4, 0))
    (tmp_path / "dataset/t10k-labels.idx1-ubyte").write_bytes(struct.pack(">II", 2049, 4) + bytes([6, 6, 6, 6]))
    for letter in "WB":
        shutil.copy(shared / f"samples/1.5/train_result/train{letter}", tmp_path / f"train_result/train{letter}.t")
    local = windows_paths.Mapping(rf"C:\\Users\\jwlee\\Desktop\\lesson5_x64\\picture={tmp_path}")
    assert windows_paths.map_paths(found.document, [local]) == 4
    done = running.run(found.document, steps=2, timeout=30, worker=worker).results
    restored = next(pins["tensor"] for b, pins in done.items() if pins.get("tensor") is not None and b == "ID_1eJDNj57")
    assert restored.shape == (1, 10)
    assert done["ID_ANALSYS"]["output"].tolist() == [6] and done["ID_ANALSYS"]["output"].dtype == np.int64
    assert done["ID_1eK1Yi35"]["output_false"] is None, "a dead branch of a Switch is no value"
    assert done["ID_1eK1Yi35"]["output_true"] is not None


def test_checking_with_tensorflow_keeps_what_the_import_said(shared):
    from blockloom import check
    from blockloom.app.formats import open_document

    path = shared / "samples/1.5/mnistEval.svg"
    fast = [p for p in check(open_document(path), tensorflow=False) if p.code == "windows-path"]
    assert len(fast) == 4
    assert [p for p in check(open_document(path)) if p.code == "windows-path"] == fast
