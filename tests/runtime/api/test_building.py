"""Pages built in Python: wires, values, runs, and the texts of errors."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import blockloom
from blockloom.blocks import operations
from blockloom.blocks.document.uids import stated_uids
from blockloom.blocks.files import documents, file_writer
from blockloom.blocks.infer.wire_rules import WireRules
from tests.pages import document as by_hand


def wires(page):
    return {str(wire) for wire in page.data.wires()}


@pytest.fixture
def page(catalogue):
    return blockloom.Document().add_page()


def test_the_seed_example_built_in_python_runs_as_the_one_that_was_built_by_hand(worker, tmp_path):
    page = blockloom.Document().add_page("sparse")
    v = page.add("Variable", id="V", dtype="double", initvalues=[[1, 2], [3, 4]])
    assign = page.add("Assign", ref=v, value=page.add("AddV2", x=v, y=0.1))
    acc = page.add("SparseConditionalAccumulator", id="ACC", dtype="double", shape=[5, 2])
    take = page.add("SparseAccumulatorTakeGradient", id="TAKE", handle=acc, num_required=1, dtype="double")
    apply = page.add(
        "SparseAccumulatorApplyGradient",
        id="APPLY",
        handle=acc,
        local_step=100,
        gradient_indices=[2, 4],
        gradient_values=assign,
        gradient_shape=[5, 2],
        has_known_shape=False,
    )
    page.add("Session", id="S", fetch_outputs=[take.indices, take["values"], take.shape], run_outputs=apply)
    example = blockloom.open("assets/examples/sparse_accumulator.loom").pages["sparse"]
    assert wires(page) == wires(example)
    assert {b.id: (b.block_type, b._data.values) for b in page.blocks.values()} == {
        b.id: (b.block_type, b._data.values) for b in example.blocks.values()
    }
    assert blockloom.check(page, tensorflow=False) == []
    found = blockloom.run(page, steps=3, worker=worker)
    wanted = blockloom.run(example, steps=3, worker=worker)
    for pin, value in wanted.results["TAKE"].items():
        np.testing.assert_array_equal(found.results["TAKE"][pin], value)
    blockloom.save(page, tmp_path / "made.loom")
    again = blockloom.open(tmp_path / "made.loom").pages["sparse"]
    assert file_writer.page_text(again.data) == file_writer.page_text(page.data)


def test_a_block_is_placed_as_the_window_places_it(page, catalogue):
    made = page.add("MatMul", id="PRODUCT", a=[[1.0]], b=[[2.0]], position=(203.0, 98.0))
    hand = blockloom.Document().add_page()
    types = hand.document.catalogue
    change = operations.add_block(hand.data, types, "MatMul", (203.0, 98.0), operations.Measures(hand.data, types))
    hand.document._apply(change.edit)
    (placed,) = hand.data.blocks.values()
    assert (made._data.x, made._data.y) == (placed.x, placed.y)
    assert len(stated_uids(page.data)[made.id]) == 8  # new, as that of a block of the window


def test_blocks_follow_what_feeds_them_and_never_overlap(page):
    source = page.add("Const", value=1.0)
    blocks = [page.add("Neg", x=source) for _ in range(5)]
    measures = operations.Measures(page.data, page.document.catalogue)
    rects = [measures.rect(name) for name in page.blocks]
    assert all(measures.rect(block.id)[0] > rects[0][0] + rects[0][2] for block in blocks)
    for (x, y, wide, high), (x2, y2, wide2, high2) in itertools.combinations(rects, 2):
        assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y


@pytest.mark.parametrize(
    "type, pin, value, text, read",
    [
        ("Placeholder", "dtype", "float32", "DT_FLOAT", "DT_FLOAT"),
        ("Placeholder", "dtype", "DT_INT64", "DT_INT64", "DT_INT64"),
        ("Placeholder", "dtype", np.float64, "DT_DOUBLE", "DT_DOUBLE"),
        ("Placeholder", "dtype", np.dtype("int8"), "DT_INT8", "DT_INT8"),
        ("Placeholder", "dtype", float, "DT_FLOAT", "DT_FLOAT"),
        ("Placeholder", "dtype", bool, "DT_BOOL", "DT_BOOL"),
        ("Placeholder", "shape", [None, 3], "[?, 3]", [None, 3]),
        ("Placeholder", "shape", (), "[]", []),
        ("Placeholder", "shape", None, "?", None),
        ("Placeholder", "shape", 4, "[4]", [4]),
        ("Placeholder", "shape", "2;3", "2;3", [2, 3]),
        ("MatMul", "transpose_a", True, "true", True),
        ("MatMul", "transpose_a", np.False_, "false", False),
        ("Split", "num_split", 3, "3", 3),
        ("Split", "num_split", np.int64(3), "3", 3),
        ("LeakyRelu", "alpha", 0.1, "0.1", 0.1),
        ("Conv2D", "strides", (1, 2, 2, 1), "[1, 2, 2, 1]", [1, 2, 2, 1]),
        ("Conv2D", "padding", "SAME", "SAME", "SAME"),
        ("FIFOQueueV2", "component_types", ["float32", int], "[DT_FLOAT, DT_INT64]", ["DT_FLOAT", "DT_INT64"]),
        ("FIFOQueueV2", "shapes", [[2], [None]], "[[2], [?]]", [[2], [None]]),
    ],
)
def test_attributes_take_values_of_python(page, type, pin, value, text, read):
    block = page.add(type)
    block[pin] = value
    assert block._data.values[pin] == text
    assert block[pin] == read
    del block[pin]
    assert pin not in block._data.values


@pytest.mark.parametrize("seed", range(5))
def test_arrays_of_all_kinds_arrive_as_they_are(page, worker, seed):
    rng = np.random.default_rng(seed)
    arrays = [
        rng.normal(size=rng.integers(1, 4, rng.integers(0, 3))).astype(kind)
        for kind in ("float32", "float64", "int32", "int64", "uint8", "bool", "complex64")
    ]
    arrays += [np.array(["a", 'b "c"'], object), rng.normal(size=(40, 40)).astype(np.float32)]
    blocks = [page.add("Const", value=array, dtype=str if array.dtype == object else array.dtype) for array in arrays]
    found = blockloom.run(page, worker=worker).results
    for block, array in zip(blocks, arrays):
        wanted = np.array([text.encode() for text in array], object) if array.dtype == object else array
        np.testing.assert_array_equal(found[block.id]["output"], wanted)
        assert found[block.id]["output"].dtype == wanted.dtype
    assert blocks[-1]._data.values["value"].startswith("weights:")


def test_values_are_typed_in_the_dtype_that_wires_bring(page):
    x = page.add("Placeholder", dtype="float64", shape=[2])
    assert page.add("AddV2", x=x, y=np.float32([0.1, 2]))._data.values["y"] == "[0.10000000149011612, 2]"
    with pytest.raises(blockloom.EditError, match="not all of its numbers are DT_INT32"):
        page.add("Split", split_dim=0.5, value=x)


def test_an_input_takes_a_wire_or_a_value(page):
    a, b = page.add("Const", value=1.0, id="A"), page.add("Const", value=2.0, id="B")
    total = page.add("AddV2", a, b, id="SUM")
    assert wires(page) == {"A.output -> SUM.x", "B.output -> SUM.y"} and total.x == a.output
    total.y = a
    assert total.y == a.output and total.y != b.output
    total.y = 3.0
    assert total["y"] == 3.0 and wires(page) == {"A.output -> SUM.x"}
    total.y = b.output
    assert total.y == b.output and "y" not in total._data.values
    del total.y
    assert total.y is None


def test_lists_of_wires_keep_their_order_and_elements_of_lists_are_chosen(page, worker):
    parts = page.add("Split", split_dim=0, value=[1.0, 2.0, 3.0], num_split=3)
    pack = page.add("Pack", values=[parts.output[2], parts.output[0]])
    assert [str(output) for output in pack["values"]] == ["SPLIT.output[2]", "SPLIT.output[0]"]
    pack["values"] = [parts.output[1]]
    assert blockloom.run(page, fetch=pack.output, worker=worker).results[pack.id]["output"].tolist() == [[2.0]]
    with pytest.raises(blockloom.EditError, match=r"choose an element, such as SPLIT.output\[0\]"):
        page.add("Neg", x=parts)
    with pytest.raises(blockloom.EditError, match="one tensor, not a list"):
        pack.output[0]


def test_blocks_run_after_others(page, worker):
    v = page.add("Variable", initvalues=1.0)
    up = page.add("AssignAdd", ref=v, value=1.0)
    read = page.add("Identity", v, after=up)
    assert f"{up.id} -> {read.id}" in wires(page)
    assert blockloom.run(page, fetch=read.output, worker=worker).results[read.id]["output"] == 2
    with pytest.raises(blockloom.EditError, match="already waits"):
        read.run_after(up)


def test_functions_are_pages(page, worker):
    document = page.document
    double = document.add_page("double")
    x = double.add("Arg", id="x", dtype="float32")
    double.add("Retval", id="y", input=double.add("AddV2", x, x))
    instance = page.add(double, x=np.float32(3))
    assert blockloom.run(page, worker=worker).results[instance.id]["y"] == 6
    call = page.add(
        "StatefulPartitionedCall", args=[page.add("Const", value=np.float32(2))], f=double, Tout=["float32"]
    )
    assert blockloom.run(page, fetch=call.output[0], worker=worker).results[call.id]["output[0]"] == 4
    double.name = "twice"
    assert call.f == "twice" and instance.block_type == "page:twice" and document.pages["twice"] is double
    with pytest.raises(blockloom.EditError, match="used by main"):
        document.remove_page("twice")
    page.remove(call, instance)
    document.remove_page(double)
    assert [*document.pages] == ["main"]


def test_pages_for_functions_have_the_arguments_that_the_block_wants(page, worker):
    loop = page.add("StatelessWhile", input=[page.add("Const", value=0)])
    for attr in ("cond", "body"):
        made = page.add_function(loop, attr)
        assert loop[attr] == made.name
    assert [block.block_type for block in page.document.pages[loop.cond].blocks.values()] == [
        "loom.Arg",
        "Const",
        "loom.Retval",
    ]
    assert blockloom.run(page, fetch=loop.output[0], worker=worker).results[loop.id]["output[0]"] == 0


@pytest.mark.parametrize(
    "act, said",
    [
        (lambda page: page.add("MatMull"), "there is no block type 'MatMull'; did you mean MatMul"),
        (lambda page: page.add("MatMul", c=1), "(MatMul) has no pin or attribute 'c'. It has inputs: a, b;"),
        (lambda page: page.add("MatMul", tranpose_a=1), "'tranpose_a'; did you mean transpose_a?"),
        (lambda page: page.add("MatMul", 1, 2, 3), "MatMul has 2 inputs, not 3: a, b"),
        (lambda page: page.add("MatMul", 1, a=1), "the input a is given twice"),
        (lambda page: page.add("MatMul", id="A"), "A is already used on page main"),
        (lambda page: page.add("MatMul", id="A B"), "'A B' is not a name for a block"),
        (lambda page: page.add("MatMul", product=1), "MATMUL.product is an output"),
        (lambda page: page.add("MatMul", transpose_a=page.blocks["A"]), "is an attribute: give a value"),
        (lambda page: page.add("MatMul", transpose_a=2), "2 is not True or False"),
        (lambda page: page.add("AddV2", page.blocks["A"], page.blocks["I"]), "I.output gives DT_INT32"),
        (lambda page: page.add("Placeholder", dtype="flaot32"), "did you mean DT_FLOAT?"),
        (lambda page: page.add("Placeholder", shape=["x"]), "['x'] is not a shape"),
        (lambda page: page.add("Conv2D", padding="SOME"), "SOME is not allowed; choose from SAME, VALID"),
        (lambda page: page.add("Neg", x=[page.blocks["A"], 1.0]), "NEG.x takes one wire, not 2"),
        (lambda page: page.add("Pack", values=[page.blocks["A"], 1.0]), "give only outputs, or only values"),
        (lambda page: page.add("Neg", x="[1, 2"), "NEG.x: [ is never closed"),
        (lambda page: page.add("Neg", x=object()), "NEG.x: <object object"),
        (lambda page: page.add(page), "the page would use itself: main -> main"),
        (lambda page: page.add("Neg", x=page.document.add_page().add("Const", value=1)), "wires cannot cross pages"),
        (lambda page: page.add("Neg", after=page.add("Session")), "cannot run after SESSION"),
        (lambda page: page.blocks["AA"], "there is no block 'AA'; did you mean A?"),
        (lambda page: page.document.pages["mian"], "there is no page 'mian'; did you mean main?"),
        (lambda page: page.remove("B"), "there is no 'B' on page main"),
        (lambda page: page.blocks["A"].outptu, "'outptu'; did you mean output?"),
        (lambda page: setattr(page.blocks["A"], "id", "I"), "I is already used on page main"),
        (lambda page: setattr(page.blocks["A"], "page", page), "the page of a block is fixed"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(page, act, said):
    page.add("Const", value=1.0, id="A")
    page.add("Const", value=1, id="I")
    before = file_writer.page_text(page.data)
    with pytest.raises(blockloom.EditError) as error:
        act(page)
    assert said in str(error.value)
    now = file_writer.page_text(page.data)
    assert now == before or "SESSION" in page.blocks and "NEG" not in page.blocks


def test_blocks_complete_their_names_and_missing_ones_are_attribute_errors(page):
    block = page.add("MatMul")
    assert {"a", "b", "product", "transpose_a", "id", "run_after"} <= {*dir(block)}
    assert not hasattr(block, "nothing") and getattr(block, "_repr_html_", None) is None
    with pytest.raises(KeyError):
        page.blocks["nothing"]
    with pytest.raises(TypeError):
        list(block.product)


class Frame:
    """A DataFrame, as far as `add_data` uses one."""

    def to_csv(self, path, index):
        rows = [
            "size,colour,price",
            *(f"{n % 7 + 0.5},{'red' if n % 2 else 'blue'},{n % 11 * 1.5}" for n in range(200)),
        ]
        Path(path).write_text("\n".join(rows) + "\n")


def test_a_frame_becomes_data_that_a_model_learns_from(page, tmp_path, worker):
    with pytest.raises(blockloom.EditError, match="give file="):
        page.add_data(Frame())
    with pytest.raises(blockloom.EditError, match="no column 'prize'; did you mean price"):
        page.add_data(Frame(), file=tmp_path / "rows.csv", target="prize")
    data = page.add_data(Frame(), file=tmp_path / "rows.csv", target="colour", batch=16, model=True)
    assert data.block_type == "page:rows" and any(block.block_type == "loom.Session" for block in page.blocks.values())
    assert [problem for problem in blockloom.check(page, tensorflow=False) if problem.severity == "error"] == []
    found = blockloom.run(page, fetch=[data.features, data.labels], worker=worker).results[data.id]
    assert found["features"].shape == (16, 2) and found["labels"].shape[:1] == (16,)
    with pytest.raises(blockloom.EditError, match=r"none.csv: cannot be read"):
        page.add_data(tmp_path / "none.csv")


def test_an_array_is_learned_with_the_labels_of_its_other_file(page, tmp_path, worker):
    rng = np.random.default_rng(1)
    np.save(tmp_path / "x_train.npy", rng.normal(size=(100, 4)).astype(np.float32))
    np.save(tmp_path / "y_train.npy", rng.integers(0, 3, 100))
    data = page.add_data(tmp_path / "x_train.npy", batch=8)
    found = blockloom.run(page, fetch=[data.features, data.labels], worker=worker).results[data.id]
    assert found["features"].shape == (8, 4) and found["labels"].shape[0] == 8


def test_sizes_of_blocks_are_those_of_the_page_as_it_is(page):
    """The oracle: measures that keep nothing."""
    sizes = []
    for number in range(6):
        page.add("Pack", values=[page.add("Const", value=float(n)) for n in range(number + 1)], id=f"PACK{number}")
        page.blocks["PACK0"].N = 10**number
        kept, fresh = page._measures(), operations.Measures(page.data, page.document.catalogue)
        assert kept.blocks[1].tolist() == fresh.blocks[1].tolist()
        sizes.append(len(kept.blocks[0]))
    page.remove("PACK1")
    assert page._measures().blocks[0] == [*page.blocks] and len(page.blocks) == sizes[-1] - 1


def test_a_removed_block_and_page_say_so(page):
    block = page.add("Const", value=1)
    page.remove(block)
    with pytest.raises(blockloom.EditError, match="CONST was removed from page main"):
        block.value = 2
    assert page.add("Const", value=1) is not block
    other = page.document.add_page("other")
    page.document.remove_page("other")
    with pytest.raises(blockloom.EditError, match="'other' was removed"):
        other.add("Const")


def test_renamed_blocks_keep_their_wires(page):
    a = page.add("Const", value=1.0)
    page.add("Neg", a)
    a.id = "START"
    assert wires(page) == {"START.output -> NEG.x"} and page.blocks["START"] is a


def test_an_arranged_page_runs_from_left_to_right(page):
    page.add("Const", id="A", value=1.0, position=(900, 0))
    page.add("Neg", page.blocks["A"], id="N", position=(0, 500))
    page.arrange()
    a, n = page.blocks["A"]._data, page.blocks["N"]._data
    assert a.x < n.x


def test_a_random_page_is_what_the_same_operations_of_the_window_make(catalogue):
    """The oracle: each block placed and wired by `operations`, one after the other."""
    for seed in range(3):
        rng = random.Random(seed)
        page, hand = blockloom.Document().add_page(), by_hand(catalogue, {}).pages["main"]
        document = blockloom.Document(by_hand(catalogue, {}))
        hand = document.pages["main"]
        for number in range(12):
            type, at = rng.choice(["AddV2", "Mul", "Sub"]), (rng.uniform(-500, 500), rng.uniform(-500, 500))
            feeding = [rng.choice([*page.blocks]) for _ in range(2)] if page.blocks else []
            page.add(type, *(page.blocks[name] for name in feeding), position=at)
            types = document.catalogue
            change = operations.add_block(hand.data, types, type, at, operations.Measures(hand.data, types))
            document._apply(change.edit)
            (new,) = change.selection
            for pin, name in zip("xy", feeding):
                rules = WireRules(hand.data, types)
                fit = rules.fit(*_ends(name, new, pin))
                document._apply(operations.add_wire(rules, fit.wire).edit)
            assert number + 1 == len(page.blocks)
        assert wires(page) == wires(hand)
        assert [b._data[:4] for b in page.blocks.values()] == [b._data[:4] for b in hand.blocks.values()]
        assert documents.dumps(page.document.data).count('"uid"') == 13


def _ends(source, target, pin):
    from blockloom.blocks.infer.wire_rules import WireEnd

    return WireEnd(source, "z", "output"), WireEnd(target, pin, "input")
