"""Types of dataset elements along variant wires."""

import pytest

from blockloom.blocks.catalogue.dataset_types import DatasetElement, element
from blockloom.blocks.document.pages import Placed, Wire
from blockloom.blocks.edits import Insert, Remove, SetValue
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.infer.inference import PageInference
from blockloom.runtime.run.dataset_preview_run import dataset_at
from tests.pages import document

SLICES = ("TensorSliceDataset", {"components": "[[[1, 2], [3, 4], [5, 6.0]], [1, 0, 1]]"})
F, INT, S, V = "DT_DOUBLE", "DT_INT32", "DT_STRING", "DT_VARIANT"


def last(catalogue, blocks, wires="", pages=()):
    """Return the element of the last block's first output."""
    made = document(catalogue, blocks, wires)
    for name, other in pages:
        made.pages[name] = other.pages["main"]
    catalogue = catalogue.with_pages(made)
    block = list(blocks)[-1]
    return element(
        PageInference(made.pages["main"], catalogue),
        block,
        catalogue[made.pages["main"].blocks[block].type].outputs[0].name,
    )


@pytest.mark.parametrize(
    ("kind", "values", "types", "shapes"),
    [
        ("BatchDatasetV2", {"batch_size": "4", "drop_remainder": "false"}, [F, INT], [[-1, 2], [-1]]),
        ("BatchDatasetV2", {"batch_size": "4", "drop_remainder": "true"}, [F, INT], [[4, 2], [4]]),
        ("PaddedBatchDatasetV2", {"batch_size": "4", "padded_shapes": "[[7], []]"}, [F, INT], [[-1, 7], [-1]]),
        ("ShuffleDataset", {"buffer_size": "9"}, [F, INT], [[2], []]),
        ("ExperimentalIgnoreErrorsDataset", {}, [F, INT], [[2], []]),
        ("WindowDataset", {"size": "2"}, [V, V], [[], []]),
        ("UnbatchDataset", {}, [F, INT], [[], []]),
        ("SlidingWindowDataset", {"window_size": "3"}, [F, INT], [[3, 2], [3]]),
        ("RebatchDataset", {}, [F, INT], [[-1], []]),
        ("TakeDataset", {"output_types": "[DT_HALF]", "output_shapes": "[?]"}, ["DT_HALF"], [None]),
    ],
)
def test_elements_of_what_takes_a_dataset(catalogue, kind, values, types, shapes):
    found = last(catalogue, {"DATA": SLICES, "NEXT": (kind, values)}, "DATA.handle -> NEXT.input_dataset")
    assert found == DatasetElement(types, shapes)


@pytest.mark.parametrize(
    ("kind", "values", "types", "shapes"),
    [
        ("TextLineDataset", {}, [S], [[]]),
        ("TFRecordDatasetV2", {}, [S], [[]]),
        ("RangeDataset", {}, ["DT_INT64"], [[]]),
        ("RangeDataset", {"output_types": "[DT_INT32]"}, [INT], [[]]),
        ("CSVDataset", {"record_defaults": '[1.0, ""]'}, [F, S], [[], []]),
        ("TensorDataset", {"components": "[[1, 2]]"}, [INT], [[2]]),
        ("LoadDataset", {"output_types": "[DT_FLOAT, DT_INT64]"}, ["DT_FLOAT", "DT_INT64"], [None, None]),
    ],
)
def test_elements_of_sources(catalogue, kind, values, types, shapes):
    assert last(catalogue, {"DATA": (kind, values)}) == DatasetElement(types, shapes)


def test_several_datasets(catalogue):
    blocks = {"A": SLICES, "B": ("RangeDataset", {}), "NEXT": "ZipDataset"}
    assert last(
        catalogue, blocks, "A.handle -> NEXT.input_datasets\nB.handle -> NEXT.input_datasets"
    ) == DatasetElement([F, INT, "DT_INT64"], [[2], [], []])
    blocks = {
        "A": ("TensorSliceDataset", {"components": "[[[1, 2]]]"}),
        "B": ("TensorSliceDataset", {"components": "[[[1, 2, 3]]]"}),
        "NEXT": "ConcatenateDataset",
    }
    assert last(
        catalogue, blocks, "A.handle -> NEXT.input_dataset\nB.handle -> NEXT.another_dataset"
    ) == DatasetElement([INT], [[-1]])
    blocks = {"A": ("LoadDataset", {"output_types": "[DT_FLOAT]"}), "NEXT": "ConcatenateDataset"}  # of any shape
    assert last(
        catalogue, blocks, "A.handle -> NEXT.input_dataset\nA.handle -> NEXT.another_dataset"
    ) == DatasetElement(["DT_FLOAT"], [None])


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("MapDataset", {"f": "body"}, DatasetElement(["DT_FLOAT"], [[2]])),
        ("ParallelMapDatasetV2", {"f": "body"}, DatasetElement(["DT_FLOAT"], [[2]])),
        (
            "MapAndBatchDataset",
            {"f": "body", "batch_size": "3", "drop_remainder": "true"},
            DatasetElement(["DT_FLOAT"], [[3, 2]]),
        ),
        ("FilterDataset", {"predicate": "body"}, DatasetElement([F, INT], [[2], []])),
        ("FlatMapDataset", {"f": "lines"}, DatasetElement([S], [[-1]])),
        ("InterleaveDataset", {"f": "lines"}, DatasetElement([S], [[-1]])),
        ("MapDataset", {"f": "lines"}, DatasetElement([V], [None])),
        ("MapDataset", {"f": "nowhere"}, None),
    ],
)
def test_elements_of_what_a_function_gives(catalogue, kind, values, expected):
    body = document(
        catalogue,
        "x loom.Arg dtype=DT_DOUBLE shape=[2]; y loom.Arg dtype=DT_INT32 index=1; "
        "CAST Cast DstT=DT_FLOAT x=<x.output; out loom.Retval input=<CAST.y",
    )
    lines = document(
        catalogue,
        "x loom.Arg dtype=DT_STRING; LINES TextLineDataset filenames=<x.output; "
        "BATCH BatchDatasetV2 batch_size=2 input_dataset=<LINES.handle; out loom.Retval input=<BATCH.handle",
    )
    assert (
        last(
            catalogue,
            {"DATA": SLICES, "NEXT": (kind, values)},
            "DATA.handle -> NEXT.input_dataset",
            [("body", body), ("lines", lines)],
        )
        == expected
    )


ITERATOR = {
    "DATA": SLICES,
    "BATCH": ("BatchDatasetV2", {"batch_size": "4", "drop_remainder": "false"}),
    "MAKE": "MakeIterator",
    "ITER": "IteratorV2",
    "NEXT": "IteratorGetNext",
    "NEG": "Neg",
}
ITERATOR_WIRES = """DATA.handle -> BATCH.input_dataset
                    BATCH.handle -> MAKE.dataset
                    ITER.handle -> MAKE.iterator
                    ITER.handle -> NEXT.iterator"""


def test_an_iterator_has_the_elements_of_what_makes_it(catalogue):
    made = document(catalogue, ITERATOR, ITERATOR_WIRES)
    found = PageInference(made.pages["main"], catalogue)
    assert found.dtype("NEXT", "components") == [F, INT]
    assert found.known["NEXT"].attrs["output_shapes"] == [[-1, 2], [-1]]
    assert found.known["ITER"].attrs["shared_name"] == ""
    assert not [p for p in found.problems if p.block != "NEG"]
    assert found.order.index("BATCH") < found.order.index("ITER")


def test_edits_reach_iterators(catalogue):
    made = document(catalogue, ITERATOR, ITERATOR_WIRES + "\nNEXT.components[0] -> NEG.x")
    inferences = Inferences(made, catalogue)
    assert inferences.inference_of("main").current().dtype("NEG", "y") == F

    def do(edit):
        inferences.follow(edit, edit.apply(made))
        now, whole = inferences.inference_of("main").current(), PageInference(made.pages["main"], catalogue)
        assert {name: known.attrs for name, known in now.known.items()} == {
            name: known.attrs for name, known in whole.known.items()
        }
        return now.dtype("NEG", "y")

    assert do(SetValue("main", "DATA", "components", "[[1, 2]]")) == INT
    wire = Wire("BATCH", "handle", "MAKE", "dataset", "tensor")
    assert do(Remove("main", wires=(Placed(wire, 0),))) is None
    assert do(Insert("main", wires=(Placed(wire._replace(source="DATA"), 0),))) == INT
    assert inferences.inference_of("main").current().known["ITER"].attrs["output_shapes"] == [[]]


@pytest.mark.parametrize(
    ("op", "follows"),
    [
        ("BatchDatasetV2", True),
        ("IteratorGetNext", True),
        ("MapDataset", True),
        ("SnapshotDatasetV2", True),
        ("SqlDataset", False),
        ("LoadDataset", False),
        ("DataServiceDatasetV4", False),
    ],
)
def test_which_attrs_follow_from_elements(catalogue, op, follows):
    assert (catalogue[op].inferred >= {"output_types", "output_shapes"}) == follows


def test_wires_that_lead_to_one_block_many_times_are_not_followed_one_by_one(catalogue):
    """Each block takes what the one before gives twice: 2**40 ways, and tensors."""
    count = 40
    found = last(
        catalogue,
        {"B0": ("RangeDataset", {"start": "0", "stop": "5", "step": "1"})}
        | {f"B{i}": "ZipDataset" for i in range(1, count)},
        "\n".join(f"B{i - 1}.handle -> B{i}.input_datasets" for i in range(1, count) for _ in range(2)),
    )
    assert found is None
    shape = last(
        catalogue,
        {"S0": ("Const", {"value": "[1.0, 2.0]"})}
        | {f"S{i}": "Pack" for i in range(1, 20)}
        | {"DATA": "TensorDataset"},
        "\n".join(
            [
                *(f"S{i - 1}.output -> S{i}.values" for i in range(1, 20) for _ in range(9)),
                "S19.output -> DATA.components",
            ]
        ),
    )
    assert shape == DatasetElement([F], [[9] * 19 + [2]])


def test_a_ring_of_iterators_goes_through_no_dataset(catalogue):
    kind = "IteratorGetNextAsOptional"
    made = document(catalogue, {"A": kind, "B": kind}, "A.optional -> B.iterator\nB.optional -> A.iterator")
    assert dataset_at(PageInference(made.pages["main"], catalogue.with_pages(made)), "A") is None
