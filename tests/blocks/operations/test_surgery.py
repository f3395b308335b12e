"""Models cut, fed and frozen by operations; undo restores the same bytes."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.files.library import libraries
from blockloom.blocks.find.page_search import PageSearch
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import Measures
from tests.pages import document, insert, page

# Two layers, as models of Keras have them.
NET = """
x loom.Arg dtype=DT_FLOAT shape=[8, 4]
W loom.ResourceVariable initvalues=[[1., 2.], [3., 4.], [5., 6.], [7., 8.]] dtype=DT_FLOAT
MUL MatMul a=<x.output b=<W.value; RELU Relu features=<MUL.product
V loom.ResourceVariable initvalues=[[1f, 2f, 3f], [4f, 5f, 6f]]; OUT MatMul a=<RELU.activations b=<V.value
y loom.Retval input=<OUT.product; SIZE Size input=<MUL.product"""
FRAMES = (Frame("A", "net"), Frame("B", "first", frame="A"), Frame("C", "second", frame="A"), Frame("D", "first"))
FRAMED = {"W": "B", "MUL": "B", "RELU": "A", "V": "C", "OUT": "C", "SIZE": "D"}


class Bench:
    """A page with the whole catalogue, and operations on it."""

    def __init__(self, catalogue, blocks, wires="", **more):
        self.history = UndoStack(document(catalogue, blocks, wires, **more))
        self.document = self.history.document
        self.page, self.catalogue, self.said = self.document.page("main"), catalogue, ""

    @property
    def rules(self):
        return WireRules(self.page, self.catalogue.with_pages(self.document))

    @property
    def measures(self):
        return Measures(self.page, self.catalogue)

    def do(self, change):
        before = dumps(self.document)
        self.history.do(change.edit, change.label)
        after = dumps(self.document)
        self.history.undo()
        assert dumps(self.document) == before
        self.history.redo()
        assert dumps(self.document) == after
        self.said = str(change.label)
        return change.selection

    def wires(self):
        return {str(wire) for wire in self.page.wires()}


@pytest.fixture
def net(catalogue):
    return Bench(catalogue, NET, frames=FRAMES, framed=FRAMED)


def test_blocks_between_two_blocks_are_selected(net):
    assert operations.blocks_between(net.page, {"x", "OUT"}) == {"x", "MUL", "RELU", "OUT"}
    with pytest.raises(EditError, match="No blocks are between"):
        operations.blocks_between(net.page, {"W", "V"})


def test_a_scope_is_selected_then_the_one_around_it(net):
    first = operations.blocks_in_scope(net.page, {"MUL"})
    assert first == {"W", "MUL"}  # the other scope of this title is not in net
    assert operations.blocks_in_scope(net.page, first) == {"W", "MUL", "RELU", "V", "OUT"}
    with pytest.raises(EditError, match="No scope"):
        operations.blocks_in_scope(net.page, {"x"})


def test_the_scope_of_a_node_is_that_of_its_name(net):
    for name in ("SIZE", "OUT", "RELU"):
        net.page.blocks[name] = net.page.blocks[name]._replace(names={"": f"net/last/{name}"})
    assert operations.blocks_in_scope(net.page, {"OUT"}) == {"V", "OUT"}  # its frame's scope is smaller
    assert operations.blocks_in_scope(net.page, {"SIZE"}) == {"SIZE", "OUT", "RELU"}


def test_what_an_output_does_not_need_goes_with_its_frames(net):
    net.do(operations.keep_needed(net.rules, {"RELU"}))
    assert net.page.blocks.keys() == {"x", "W", "MUL", "RELU"} and net.page.frames.keys() == {"A", "B"}
    with pytest.raises(EditError, match="need all others"):
        operations.keep_needed(net.rules, {"RELU"})


def test_a_feed_takes_the_place_of_what_is_computed_before_a_block(net):
    shape = {("RELU", "activations"): [8, None], ("MUL", "product"): [8, 2]}
    change = operations.replace_with_feed(net.rules, {"OUT"}, (), net.measures, lambda *end: shape[end])
    made = net.do(change)
    assert change.message.startswith("Nothing uses RELU now")
    assert made == ("input",) and net.page.blocks["input"].type == "loom.Arg"
    assert net.page.blocks["input"].values == {"dtype": "DT_FLOAT", "shape": "[8, ?]", "index": "1"}
    assert {"input.output -> OUT.a", "V.value -> OUT.b"} <= net.wires() and not net.page.wires_from("RELU")
    # Wires that are selected are fed alone.
    wires = [w for w in net.page.wires_from("MUL") if w.target == "SIZE"]
    assert net.do(operations.replace_with_feed(net.rules, (), wires, net.measures, lambda *end: shape[end])) == (
        "input_2",
    )
    assert {"MUL.product -> RELU.features", "input_2.output -> SIZE.input"} <= net.wires()


def test_a_page_without_args_is_fed_by_placeholders(catalogue):
    bench = Bench(catalogue, "X Const value=[1, 2]; A Neg x=<X.output; B AddV2 x=<A.y y=<A.y")
    bench.do(operations.replace_with_feed(bench.rules, {"B"}, (), bench.measures, lambda *end: None))
    assert bench.page.blocks["INPUT"].type == "Placeholder"
    assert bench.page.blocks["INPUT"].values == {"dtype": "DT_INT32"}
    assert bench.wires() == {"X.output -> A.x", "INPUT.output -> B.x", "INPUT.output -> B.y"}


def test_blocks_get_outputs_of_the_page(net):
    assert net.do(operations.add_output(net.rules, {"RELU", "MUL"}, net.measures)) == ("output", "output_2")
    assert {"MUL.product -> output.input", "RELU.activations -> output_2.input"} <= net.wires()
    assert [net.page.blocks[n].values for n in ("output", "output_2")] == [{"index": "1"}, {"index": "2"}]


def found_blocks(net, query, **types):
    return [row.block for row in PageSearch(net.document, net.catalogue, {"main": types}).find(query, "main")]


def test_blocks_are_found_by_type_by_the_names_of_their_nodes_and_by_shape(net):
    net.page.blocks["MUL"] = net.page.blocks["MUL"]._replace(names={"": "net/dense_1/MatMul", "b": "net/dense_1/read"})
    assert found_blocks(net, "type:matmul") == ["MUL", "OUT"] and found_blocks(net, "type:mat*") == ["MUL", "OUT"]
    assert found_blocks(net, "type:variable") == ["V", "W"]  # no type has this name: types that contain it
    assert found_blocks(net, "dense_1") == ["MUL"] and found_blocks(net, "name:net/*/read") == ["MUL"]
    types = {
        "RELU": {"activations": ["DT_FLOAT", [8, None], False]},
        "x": {"output": ["DT_FLOAT", None, False]},
        "SIZE": {"output": [["DT_INT32", [8, 7], False]]},
    }
    assert found_blocks(net, "shape:[8,?]", **types) == ["RELU", "SIZE", "x"]  # of x as it is typed
    assert found_blocks(net, "shape:[?, 7] type:size", **types) == ["SIZE"]
    assert (
        found_blocks(net, "shape:[2, 3]") == ["V"]
        and not found_blocks(net, "shape:[2,")
        and not found_blocks(net, "v type:Relu")
    )


def test_variables_of_a_frame_are_frozen_and_trained_again(net):
    net.do(operations.freeze(net.rules, {"B"}))
    assert net.page.blocks["W"].values["trainable"] == "false" and net.said == "Freeze W"
    net.do(operations.freeze(net.rules, {"A"}))
    assert net.page.blocks["V"].values["trainable"] == "false"
    net.do(operations.freeze(net.rules, {"A"}))
    assert "trainable" not in {**net.page.blocks["V"].values, **net.page.blocks["W"].values}


def test_variables_become_constants_and_come_back(net):
    before, wires = dict(net.page.blocks), net.wires()
    net.do(operations.variables_to_constants(net.rules, {"A"}))
    assert net.page.blocks["V"].values == {"value": "[[1f, 2f, 3f], [4f, 5f, 6f]]", "dtype": "DT_FLOAT"}
    assert {"W.output -> MUL.b", "V.output -> OUT.b"} <= net.wires() and net.page.blocks["W"].frame == "B"
    net.do(operations.constants_to_variables(net.rules, {"W", "V"}))
    assert net.wires() == wires and net.page.blocks["W"] == before["W"]


def test_a_constant_that_was_a_variable_of_a_model_is_that_variable_again(net):
    old = net.page.blocks["V"]
    net.page.blocks["V"] = old._replace(
        names={"": "v", "initvalues": "v/init"}, values=old.values | {"dtype": "DT_FLOAT", "shared_name": "v"}
    )
    had = net.page.blocks["V"]
    net.do(operations.variables_to_constants(net.rules, {"V"}))
    assert net.page.blocks["V"].names == {"": "v"}
    net.do(operations.constants_to_variables(net.rules, {"V"}))
    assert net.page.blocks["V"] == had._replace(names={"": "v"})


def test_what_reads_a_variable_by_its_handle_reads_the_constant(catalogue):
    bench = Bench(
        catalogue,
        "TABLE loom.ResourceVariable initvalues=[[1., 2.], [3., 4.]]; READ ReadVariableOp resource=<TABLE.handle; "
        "ROWS ResourceGather indices=[1, 0] dtype=DT_FLOAT resource=<TABLE.handle; "
        "SUM AddV2 x=<READ.value y=<ROWS.output",
    )
    bench.do(operations.variables_to_constants(bench.rules, {"TABLE"}))
    assert {b.id: b.type for b in bench.page.blocks.values()} == {
        "TABLE": "Const",
        "READ": "Identity",
        "ROWS": "GatherV2",
        "SUM": "AddV2",
    }
    assert bench.wires() == {
        "TABLE.output -> READ.input",
        "TABLE.output -> ROWS.params",
        "READ.output -> SUM.x",
        "ROWS.output -> SUM.y",
    }
    assert bench.page.blocks["ROWS"].values == {"indices": "[1, 0]", "axis": "0"}


def test_a_variable_that_something_changes_stays_one(catalogue):
    bench = Bench(
        catalogue,
        "V loom.ResourceVariable initvalues=1.; SET AssignVariableOp value=2. resource=<V.handle; "
        "W loom.ResourceVariable dtype=DT_FLOAT initvalues=<C.output; C Const",
    )
    with pytest.raises(EditError, match="SET takes the variable V"):
        operations.variables_to_constants(bench.rules, {"V"})
    with pytest.raises(EditError, match="initial value of W is computed"):
        operations.variables_to_constants(bench.rules, {"W"})


def test_a_model_that_is_imported_keeps_variables_of_its_own(catalogue):
    def model(value):
        return Bench(
            catalogue,
            {
                "V": ("loom.ResourceVariable", {"initvalues": value, "shared_name": "net/kernel"}),
                "W": ("loom.ResourceVariable", {"initvalues": "0f", "shared_name": "net/bias"}),
            },
        )

    bench = model("1f")
    bench.do(operations.import_pages(bench.document, model("2f").document, catalogue)[0])
    bench.do(operations.import_pages(bench.document, model("3f").document, catalogue)[0])
    assert [
        (page.blocks["V"].values["shared_name"], page.blocks["W"].values["shared_name"])
        for page in bench.document.pages.values()
    ] == [("net/kernel", "net/bias"), ("net/kernel_2", "net/bias"), ("net/kernel_3", "net/bias")]


# As tf.nn.dropout writes it, of TensorFlow 2 and of TensorFlow 1.
DROPOUT = """
x loom.Arg dtype=DT_FLOAT; HIDDEN Relu features=<x.output; SHAPE Shape input=<HIDDEN.activations
RANDOM RandomUniform shape=<SHAPE.output; FACTOR Const value=1.4285715f
SCALED Mul x=<HIDDEN.activations y=<FACTOR.output; KEEP GreaterEqual y=0.3 x=<RANDOM.output
DROPPED SelectV2 e=0 condition=<KEEP.z t=<SCALED.z; STOP StopGradient input=<DROPPED.output
OUT Neg x=<STOP.output; y loom.Retval input=<OUT.y"""
FLOOR = """
x Placeholder dtype=DT_FLOAT; RANDOM RandomUniform shape=[8, 2]; SPREAD Mul y=1 x=<RANDOM.output
SUM AddV2 x=0.7 y=<SPREAD.z; FLOOR Floor x=<SUM.z; KEPT RealDiv y=0.7 x=<x.output
DROPPED Mul x=<KEPT.z y=<FLOOR.y; OUT Neg x=<DROPPED.z"""


def test_dropout_goes_with_all_that_only_it_needs(catalogue):
    bench = Bench(catalogue, DROPOUT)
    change = operations.remove_training(bench.rules)
    bench.do(change)
    assert bench.wires() == {"x.output -> HIDDEN.features", "HIDDEN.activations -> OUT.x", "OUT.y -> y.input"}
    assert len(bench.page.blocks) == 4
    assert change.message == "Removed: dropouts 1, blocks that pass on 1, other blocks 5"
    bench = Bench(catalogue, FLOOR)
    bench.do(operations.remove_training(bench.rules))
    assert bench.wires() == {"x.output -> OUT.x"}


def test_the_dropout_of_the_library_goes(catalogue):
    bench = Bench(catalogue, {"X": ("Const", {"value": "[1f, 2f]"}), "OUT": "Neg"})
    source = next(one for one in libraries() if "Dropout" in one.document.pages)
    bench.do(operations.use_library_page(bench.document, catalogue, source, "Dropout")[0])
    insert("D page:Dropout x=<X.output; D.y -> OUT.x").apply(bench.document)
    change = operations.remove_training(bench.rules)
    bench.do(change)
    assert bench.wires() == {"X.output -> OUT.x"} and change.message.startswith("Removed: dropouts 1")


def test_uncertain_dropouts_stay_and_are_named(catalogue):
    text = DROPOUT.replace("1.4285715f", "2f")  # drops 0.3, and doubles
    text = text.replace("STOP StopGradient input", "STOP Neg x").replace("STOP.output", "STOP.y")
    bench = Bench(catalogue, text)
    with pytest.raises(EditError, match="Random numbers stay: RANDOM"):
        operations.remove_training(bench.rules)


def test_training_goes_and_what_the_page_gives_stays(catalogue):
    bench = Bench(
        catalogue,
        """
        x Placeholder dtype=DT_FLOAT; W loom.ResourceVariable initvalues=2f; OUT Mul x=<x.output y=<W.value
        COUNT loom.ResourceVariable initvalues=0f; UP AssignAddVariableOp value=1f resource=<COUNT.handle
        SEED loom.ResourceVariable initvalues=0f; NEXT AssignAddVariableOp value=1f resource=<SEED.handle
        OFF Sub x=<OUT.z y=<COUNT.value; LOSS Square x=<OFF.z; GRAD Mul x=<LOSS.y y=<OFF.z
        STEP ResourceApplyGradientDescent alpha=0.1f delta=<GRAD.z var=<W.handle; ALL NoOp
        T loom.Session run_outputs=<STEP.operation; CHECK Assert condition=true data=<OFF.z
        SAME Identity input=<OFF.z; E loom.Session fetch_outputs=<SAME.output; STEP -> ALL; NEXT -> ALL
        CHECK -> SAME""",
    )
    bench.do(operations.remove_training(bench.rules))
    assert bench.page.blocks.keys() == {"x", "W", "OUT", "COUNT", "UP", "OFF", "E"}  # counters are used
    assert {"OFF.z -> E.fetch_outputs", "COUNT.handle -> UP.resource"} <= bench.wires()


# A picture is made a row, a class token of each is put before it, noise is added; the batch is typed in everywhere.
BATCHED = """
x loom.Arg dtype=DT_FLOAT shape=[8, 2, 6]; ROW Reshape shape=[8, 12] tensor=<x.output; TIMES Const value=[8, 1]
TOKEN Tile input=[[0f, 0f]] multiples=<TIMES.output; JOIN ConcatV2 axis=1 values=<ROW.output,TOKEN.output
NOISE RandomUniform shape=[8, 14] dtype=DT_FLOAT; SUM AddV2 x=<JOIN.output y=<NOISE.output
FLAT Reshape shape=[112] tensor=<SUM.z; CUT Slice begin=[0, 0] size=[8, 1] input=<SUM.z
LATE Slice begin=[0, 8] size=[-1, 6] input=<SUM.z; ANY Reshape shape=[-1, 14] tensor=<SUM.z
TABLE Fill dims=[8, 3] value=0f; y loom.Retval input=<CUT.output"""
SHAPES = {
    "x": [8, 2, 6],
    "ROW": [8, 12],
    "TOKEN": [8, 2],
    "JOIN": [8, 14],
    "NOISE": [8, 14],
    "SUM": [8, 14],
    "FLAT": [112],
    "CUT": [8, 1],
    "LATE": [8, 6],
    "ANY": [8, 14],
    "TABLE": [8, 3],
    "TIMES": [2],
}


def changed(catalogue, size, names=()):
    bench = Bench(catalogue, BATCHED)
    before = dict(bench.page.blocks)
    change = operations.change_batch(bench.rules, names, size, lambda block, _: SHAPES.get(block))
    bench.do(change)
    return change.message, {
        f"{b.id}.{pin}": text
        for b in bench.page.blocks.values()
        for pin, text in b.values.items()
        if before[b.id].values[pin] != text
    }


def test_sizes_that_follow_from_the_batch_change_with_it(catalogue):
    told, new = changed(catalogue, 4)
    assert new == {
        "x.shape": "[4, 2, 6]",
        "ROW.shape": "[4, 12]",
        "TIMES.value": "[4, 1]",
        "NOISE.shape": "[4, 14]",
        "FLAT.shape": "[56]",
        "CUT.size": "[4, 1]",
    }
    assert told == "Batch size 4: at feeds 1, at typed values 5. 8 also occurs here and is unchanged: TABLE.dims"


def test_a_page_that_hands_on_what_it_is_fed_follows(net):
    page(
        net.document,
        "serve",
        "x loom.Arg dtype=DT_FLOAT shape=[8,4]; z loom.Arg dtype=DT_FLOAT shape=[8,5]; NET page:main x=<x.output; "
        "y loom.Retval input=<NET.y",
    )
    net.do(operations.change_batch(net.rules, (), 2, lambda *end: None))
    shapes = [
        block.values["shape"]
        for one in net.document.pages.values()
        for block in one.blocks.values()
        if block.type == "loom.Arg"
    ]
    assert shapes == ["[2, 4]", "[2, 4]", "[8,5]"]


def test_where_the_batch_may_have_any_size_what_needs_a_number_stays_and_is_named(catalogue):
    told, new = changed(catalogue, -1)
    assert new == {"x.shape": "[?, 2, 6]", "ROW.shape": "[-1, 12]", "FLAT.shape": "[-1]", "CUT.size": "[-1, 1]"}
    assert told.endswith("8 also occurs here and is unchanged: NOISE.shape, TABLE.dims, TIMES.value")


def test_what_is_fed_with_other_sizes_is_selected_first(catalogue):
    bench = Bench(catalogue, "A Placeholder dtype=DT_FLOAT shape=[8, 2]; B Placeholder dtype=DT_FLOAT shape=[3]")
    with pytest.raises(EditError, match="there are 3, 8"):
        operations.change_batch(bench.rules, (), 4, lambda *end: None)
    bench.do(operations.change_batch(bench.rules, {"B"}, 4, lambda *end: None))
    assert bench.page.blocks["B"].values["shape"] == "[4]" and bench.page.blocks["A"].values["shape"] == "[8, 2]"
