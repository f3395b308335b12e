"""Block types: their pins, and how a search ranks them."""

import json

import pytest
from msgspec.structs import replace

from blockloom.blocks.catalogue.block_types import id_stem, wire_error
from blockloom.blocks.catalogue.catalogue import Catalogue, make_catalogue, stored_catalogue
from blockloom.blocks.catalogue.entries import ASSETS, own_entries
from blockloom.blocks.catalogue.type_search import piece
from blockloom.blocks.document.pages import ID, WIRE_KINDS, Block, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.weights.document_weights import WeightsError
from tests.blocks.small import SMALL, op
from tests.extent import slow


def test_types_are_made_from_their_entries_with_pins_and_attrs():
    split = SMALL["Split"]
    assert [p.name for p in split.inputs] == ["split_dim", "value"]
    assert split.input("value").type_attr == "T" and split.input("nothing") is None
    assert split.output("output").list and split.output("output[3]") == replace(
        split.output("output"), name="output[3]", kind="tensor", list=False
    )
    assert split.output("output[x]") is None and split.output("value[0]") is None
    assert split.attr("num_split").minimum == 1 and split.attr("num_split").required
    assert split.inferred == {"T"} and SMALL["AddN"].inferred == {"T", "N"}
    assert SMALL["Sort"].attr("order").allowed == ("UP", "DOWN")
    assert SMALL["Split"] is split, "made once"
    assert SMALL.get("Nothing") is None and "Nothing" not in SMALL and len(SMALL) == len(list(SMALL))
    with pytest.raises(KeyError):
        SMALL["Nothing"]


def test_a_stored_type_is_parsed_when_it_is_asked_for():
    rows = [("Sound", "Math", json.dumps(op("Sound")).encode()), ("Broken", "Array", b"no JSON")]
    found = stored_catalogue(rows, PageInference, "9.9")
    assert found.entries["Sound"] == make_catalogue([op("Sound")], PageInference, "9.9").entries["Sound"]
    assert found.entries["Sound"] is found.entries["Sound"] and found["Sound"].name == "Sound"
    assert "Broken" in found and found.entries.categories["Broken"] == "Array", "known without its text"
    with pytest.raises(ValueError):
        found["Broken"]


def test_a_catalogue_without_a_document_has_no_pages():
    assert SMALL.page_of("page:main") is None and "page:main" not in SMALL and SMALL.get("page:main") is None
    assert (SMALL.page_at("main", ["A"]), SMALL.retval_types("main"), SMALL.usable()) == ("", [], [])
    assert SMALL.reaching(["main"]) == set() and not SMALL.refresh("main") and SMALL.base is SMALL
    with pytest.raises(WeightsError, match="no weights W"):
        SMALL.weight("W")


def test_a_catalogue_with_pages_is_that_of_one_document():
    document, other = new_document(), new_document("other")
    document.pages["main"].blocks["X"] = Block("X", "loom.Arg", 0, 0)
    found = SMALL.with_pages(document)
    assert found.with_pages(document) is found and found.base is SMALL and found["AddV2"] is SMALL["AddV2"]
    assert found.usable() == ["page:main"] == list(found)[:1]
    assert [pin.name for pin in found["page:main"].inputs] == ["X"]
    assert found.with_pages(other).usable() == [] and "page:main" not in SMALL


def test_an_index_does_not_apply_to_one_output():
    assert SMALL["AddV2"].output("z[0]") is None


def test_what_fits_what():
    def one(name):
        return SMALL[name].outputs[0]

    assert wire_error(one("Const"), SMALL["AddV2"].input("x")) == ""
    assert "tensor output does not fit a ref pin" in wire_error(one("Const"), SMALL["Assign"].input("ref"))
    assert wire_error(one("Assign"), SMALL["AddV2"].input("x")) == "", "a reference serves as its value"
    assert "DT_FLOAT does not fit DT_INT32" in wire_error(one("OnTpu"), SMALL["ConcatV2"].input("axis"))
    assert wire_error(one("Split"), SMALL["AddN"].input("inputs")) == ""
    assert all(kind.accepts <= WIRE_KINDS.keys() for kind in WIRE_KINDS.values())


def test_search_ranks_the_name_its_beginning_its_words_its_middle_and_the_text():
    found = Catalogue(
        [
            op(name, **more)
            for name, more in {
                "Grad": {},
                "GradientOf": {},
                "TakeGrad": {},
                "Upgrade": {},
                "Note": {},
                "Other": {},
                "GradTpu": {"devices": ["TPU"]},
                "UpgradeOld": {"deprecated": "Use Upgrade"},
            }.items()
        ],
        PageInference,
    )
    found.entries["Note"]["doc"] = "About grad and more."
    assert found.search("grad") == ["Grad", "GradientOf", "GradTpu", "TakeGrad", "Upgrade", "Note", "UpgradeOld"]
    assert found.search("GRAD more") == ["Note"]
    assert found.search("nothing like it") == []
    assert found.search("  ")[:2] == ["Grad", "GradientOf"] and len(found.search("")) == len(found)


def test_words_of_a_query_may_stand_apart_and_in_any_order():
    assert SMALL.search("take accum")[0] == "AccumulatorTakeGradient"
    assert SMALL.search("add v2")[0] == "AddV2"
    assert SMALL.search("session")[0] == "loom.Session"


@pytest.mark.parametrize(
    "query, first",
    [
        ("MatMul", "MatMul"),
        ("sparseaccumulatortakegradient", "SparseAccumulatorTakeGradient"),
        ("Add", "Add"),
        ("Conv", "Conv"),
        ("add", "AddV2"),
        ("conv", "Conv2D"),
        ("relu", "Relu"),
        ("adam", "loom.AdamOptimizer"),
        ("const", "Const"),
        ("sum", "Sum"),
        ("matmul", "MatMul"),
        ("queue", "FIFOQueueV2"),
        ("image", "loom.Image"),
        ("var", "loom.Variable"),
        ("grad", "loom.Gradients"),
        ("take", "TakeDataset"),
        ("print", "PrintV2"),
        ("pool", "MaxPool"),
        ("soft", "Softmax"),
        ("exp", "Exp"),
        ("floor", "Floor"),
        ("while", "While"),
        ("variable", "loom.Variable"),
        ("XlaSendTPU", "XlaSendTPUEmbeddingGradientsV2"),
        ("take grad", None),
    ],
)
def test_search_in_the_real_catalogue(catalogue, query, first):
    found = catalogue.search(query)
    assert found[0] == first if first else "AccumulatorTakeGradient" in found[:3]


@pytest.mark.parametrize(
    "query, wanted",
    [
        ("sgd", ["loom.GradientDescentOptimizer"]),
        ("Plot", ["loom.Trend", "loom.Chart"]),
        ("+", ["AddV2"]),
        ("squared  error", ["SquaredDifference"]),
        ("constant", ["Const"]),
        ("deriv", ["loom.Gradients"]),
        ("add", ["AddV2", "Add"]),
        ("average", ["Mean", "AvgPool"]),
        ("conv", ["Conv2D", "Conv"]),
        ("@", ["MatMul"]),
    ],
)
def test_types_are_found_by_what_people_call_them(catalogue, query, wanted):
    assert catalogue.search(query)[: len(wanted)] == wanted


@slow
def test_every_word_leads_to_types_snippets_and_examples_that_there_are(catalogue):
    words = json.loads((ASSETS / "catalogue" / "words.json").read_text("utf-8"))
    pieces = {
        f"{kind}:{path.stem}"
        for kind, folder in (("shipped", "snippets"), ("example", "examples"))
        for path in (ASSETS / folder).glob("*.loom")
    } | {
        f"library:blockloom:{path.name}#{page}"
        for path in (ASSETS / "library").glob("*.loom")
        for page in documents.load(path).pages
    }
    for word, names in words.items():
        types = [name for name in names if ":" not in name]
        assert set(names) - set(types) <= pieces and set(types) <= set(catalogue), word
        found = catalogue.search(word, more=[piece(name, "?") for name in pieces])
        assert set(names) <= set(found[: len(names) + 1]), word
        assert [n for n in found if n in names] == names or catalogue.entries.get(found[0], {}).get(
            "title", found[0]
        ).casefold() == word, word


def test_the_real_catalogue_is_whole(catalogue):
    assert len(catalogue) > 1900 and catalogue.version
    for name in catalogue:
        type_ = catalogue[name]
        attrs = {a.name for a in type_.attrs}
        assert type_.outputs or type_.op is None
        for p in (*type_.inputs, *type_.outputs):
            assert p.kind in WIRE_KINDS and p.list == (p.kind in ("list", "operation", "feed") and p.list)
            assert {n for n in (p.type_attr, p.type_list_attr, p.number_attr) if n} <= attrs, (name, p)
    accumulator = catalogue["SparseAccumulatorTakeGradient"]
    assert [p.name for p in accumulator.inputs] == ["handle", "num_required"]
    assert [p.name for p in accumulator.outputs] == ["indices", "values", "shape"]
    assert accumulator.devices == ("CPU",)


def test_own_types_are_in_every_catalogue(catalogue):
    assert {e["name"] for e in own_entries()} <= set(catalogue)
    assert all("." in name for name in catalogue if catalogue[name].op is None), "ops keep plain names to themselves"


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("AddV2", "ADD"),
        ("MatMul", "MATMUL"),
        ("SparseAccumulatorTakeGradient", "TAKE_GRADIENT"),
        ("Conv2D", "CONV2D"),
        ("QueueDequeueManyV2", "DEQUEUE_MANY"),
        ("L2Loss", "L2LOSS"),
        ("_Arg", "ARG"),
        ("Session", "SESSION"),
    ],
)
def test_new_blocks_have_short_names(title, stem):
    assert id_stem(title) == stem


def test_every_type_gives_a_name_that_a_block_may_have(catalogue):
    assert all(ID.fullmatch(id_stem(entry.get("title") or name)) for name, entry in catalogue.entries.items())
