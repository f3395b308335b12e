"""Mistakes of learners: each is reported in words of the page, and the offered fix removes it."""

import pytest

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.edits import SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR, make_problem
from blockloom.blocks.quickfixes import fixes
from blockloom.runtime.api.run_errors import RunFailed
from blockloom.runtime.api.running import run
from blockloom.runtime.protocol import requests
from blockloom.runtime.types.types_service import around
from tests.pages import document

F32 = {"dtype": "DT_FLOAT"}


def const(value, dtype="DT_FLOAT"):
    return "Const", {"value": value, "dtype": dtype}


def fed(shape, dtype="DT_FLOAT"):
    return "Placeholder", {"dtype": dtype, "shape": shape}


def ask(worker, made, **more):
    return worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main", **more))


def errors(reply):
    return [one for one in reply.problems if one.severity == ERROR]


def offered(worker, catalogue, made, problem, types):
    """Return the fixes of a problem that leave no error, as the window would offer them."""
    found = fixes(made, catalogue, problem, types)
    results = worker.call(
        requests.TryFixesRequest(
            "main",
            block=problem.block,
            pin=problem.pin,
            code=problem.code,
            fixes=[to_json(mend.edit) for mend in found],
        )
    ).tries
    return [
        mend
        for mend, result in zip(found, results, strict=True)
        if result and not result.remaining_problems and result.is_valid
    ]


CONV = {"strides": "[1, 1, 1, 1]", "padding": "VALID"}
CASES = {
    "rows of another length": (
        "A Const value=[[1,2,3]] dtype=DT_FLOAT; M MatMul a=<A.output b=<A.output",
        "each row of a has 3 values, each column of b has 1; they must be equal",
        ["Set transpose_b of M to true", "Set transpose_a of M to true"],
    ),
    "a list for a matrix": (
        "A Const value=[1,2,3] dtype=DT_FLOAT; B Placeholder dtype=DT_FLOAT shape=[3,2]; "
        "M MatMul a=<A.output b=<B.output",
        "a is [3], rank 1, and must be a matrix (rank 2)",
        ["Insert an ExpandDims before a: [3] becomes [1, 3]"],
    ),
    "a picture for a matrix": (
        "A Placeholder dtype=DT_FLOAT shape=[8,7,7,4]; "
        "B Placeholder dtype=DT_FLOAT shape=[196,10]; M MatMul a=<A.output b=<B.output",
        "a is [8, 7, 7, 4], rank 4, and must be a matrix (rank 2)",
        ["Insert a Reshape before a: [8, 7, 7, 4] becomes [8, 196], in the same order"],
    ),
    "a token for each of another batch": (
        "X Placeholder dtype=DT_FLOAT shape=[3,14]; "
        "T Tile input=[[1f]] multiples=[8,1]; "
        "C ConcatV2 axis=1 values=<X.output,T.output",
        "all sizes but the one along the axis",
        ["Set T.multiples to [3, 1]", "Set X.shape to [8, 14]"],
    ),
    "weights of another layer": (
        "X Placeholder dtype=DT_FLOAT shape=[8,196]; "
        "INIT TruncatedNormal shape=[100,10] dtype=DT_FLOAT; "
        "W loom.Variable initvalues=<INIT.output; M MatMul a=<X.output b=<W.ref",
        "each row of a has 196 values, each column of b has 100",
        ["Set INIT.shape to [196, 10]"],
    ),
    "one picture for many": (
        "A Placeholder dtype=DT_FLOAT shape=[28,28,1]; "
        "F Placeholder dtype=DT_FLOAT shape=[3,3,1,8]; "
        "M Conv2D strides=[1,1,1,1] padding=VALID input=<A.output filter=<F.output",
        "must have rank 4: batch, height, width, channels",
        ["Insert an ExpandDims before input: [28, 28, 1] becomes [1, 28, 28, 1]"],
    ),
    "another number of channels": (
        "A Placeholder dtype=DT_FLOAT shape=[4,8,8,3]; "
        "F Placeholder dtype=DT_FLOAT shape=[3,3,1,8]; "
        "M Conv2D strides=[1,1,1,1] padding=VALID input=<A.output "
        "filter=<F.output",
        "input has 3 channels (its last size), but filter has 1",
        ["Set F.shape to [3, 3, 3, 8]"],
    ),
    "a window too large": (
        "A Placeholder dtype=DT_FLOAT shape=[4,2,2,1]; "
        "F Placeholder dtype=DT_FLOAT shape=[3,3,1,8]; "
        "M Conv2D strides=[1,1,1,1] padding=VALID input=<A.output filter=<F.output",
        "a window of 3 does not fit into a size of 2",
        ["Set padding of M to SAME"],
    ),
    "two strides": (
        "A Placeholder dtype=DT_FLOAT shape=[4,8,8,1]; "
        "F Placeholder dtype=DT_FLOAT shape=[3,3,1,8]; "
        "M Conv2D strides=[2,2] padding=VALID input=<A.output filter=<F.output",
        "2 values are in strides, which needs 4",
        ["Set strides of M to [1, 2, 2, 1]"],
    ),
    "a bias too long": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M BiasAdd bias=[5,5,5,5] value=<A.output",
        "bias needs one value for each of the 3 channels of value",
        ["Set M.bias to [5, 5, 5]"],
    ),
    "another axis": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; B Placeholder dtype=DT_FLOAT shape=[2,4]; "
        "M ConcatV2 axis=0 values=<A.output,B.output",
        "all sizes but the one along the axis must be equal",
        ["Set M.axis to 1"],
    ),
    "one of a lower rank": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; B Placeholder dtype=DT_FLOAT shape=[3]; "
        "M ConcatV2 axis=0 values=<A.output,B.output",
        "all must have the same number of dimensions",
        ["Insert an ExpandDims before values[1]: [3] becomes [1, 3]"],
    ),
    "an axis that is not there": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M Mean reduction_indices=2 input=<A.output",
        "axis 2 does not exist: input is [2, 3]",
        ["Set M.reduction_indices to 0", "Set M.reduction_indices to 1"],
    ),
    "sizes that do not come out": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; "
        "S Const value=[4,2] dtype=DT_INT32; "
        "M Reshape tensor=<A.output shape=<S.output",
        "tensor is [2, 3] with 6 elements, but [4, 2] has 8",
        ["Set S.value to [-1, 2]"],
    ),
    "shapes that do not broadcast": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; "
        "B Placeholder dtype=DT_FLOAT shape=[2]; M AddV2 x=<A.output y=<B.output",
        "x is [2, 3], y is [2]: sizes, compared from the last to the first, must be equal or 1; 3 and 2 are not",
        ["Insert an ExpandDims before y: [2] becomes [2, 1]"],
    ),
    "a slice with too few numbers": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M Slice begin=[0] size=[1] input=<A.output",
        "begin needs one number for each of the 2 axes of input",
        ["Set begin [0, 0], size [1, -1] of M"],
    ),
    "one-hot labels": (
        "A Placeholder dtype=DT_FLOAT shape=[5,3]; L Placeholder dtype=DT_FLOAT shape=[5,3]; "
        "M SparseSoftmaxCrossEntropyWithLogits features=<A.output labels=<L.output",
        "Tlabels is DT_FLOAT",
        ["Insert an ArgMax before labels: one-hot rows become class numbers"],
    ),
    "labels that are no rows": (
        "A Placeholder dtype=DT_FLOAT shape=[5,3]; "
        "L Placeholder dtype=DT_FLOAT shape=[5]; "
        "M SoftmaxCrossEntropyWithLogits features=<A.output labels=<L.output",
        "each row of labels must have as many values",
        ["Insert a OneHot before labels: class numbers become one-hot rows"],
    ),
    "a list as learning rate": (
        "V loom.ResourceVariable initvalues=[1.0f,2.0f]; "
        "D Placeholder dtype=DT_FLOAT shape=[2]; "
        "M ResourceApplyGradientDescent alpha=[0.1] var=<V.handle delta=<D.output",
        "alpha is [1], rank 1, and must be a single number",
        ["Set M.alpha to 0.1"],
    ),
    "a variable of another dtype": (
        "V loom.ResourceVariable initvalues=[1.0f,2.0f]; "
        "D Placeholder dtype=DT_DOUBLE shape=[2]; "
        "M ResourceApplyGradientDescent alpha=0.1 var=<V.handle delta=<D.output",
        "the variable V holds DT_FLOAT, but T of this block is DT_DOUBLE",
        ["Insert Cast to DT_FLOAT"],
    ),
    "a gradient of another shape": (
        "V loom.ResourceVariable initvalues=[1.0f,2.0f]; "
        "D Placeholder dtype=DT_FLOAT shape=[3]; "
        "M ResourceApplyGradientDescent alpha=0.1 var=<V.handle delta=<D.output",
        "size 0 of the variable is 2, but that of the value is 3",
        ["Set D.shape to [2]"],
    ),
    "no variable": (
        "D Placeholder dtype=DT_FLOAT shape=[3]; M ApplyGradientDescent alpha=0.1 delta=<D.output",
        "var has no wire and no value",
        ["Insert a Variable for var"],
    ),
    "an accumulator of another dtype": (
        "A ConditionalAccumulator dtype=DT_FLOAT shape=[2]; "
        "G Placeholder dtype=DT_DOUBLE shape=[2]; "
        "M AccumulatorApplyGradient local_step=0 handle=<A.handle "
        "gradient=<G.output; "
        "T AccumulatorTakeGradient num_required=1 handle=<A.handle",
        "the accumulator A holds DT_FLOAT, but dtype of this block is DT_DOUBLE",
        ["Insert Cast to DT_FLOAT", "Set dtype of A to DT_DOUBLE"],
    ),
    "an accumulator of another shape": (
        "A ConditionalAccumulator dtype=DT_FLOAT shape=[2]; "
        "G Placeholder dtype=DT_FLOAT shape=[3]; "
        "M AccumulatorApplyGradient local_step=0 handle=<A.handle "
        "gradient=<G.output; "
        "T AccumulatorTakeGradient num_required=1 handle=<A.handle",
        "gradient is [3], and the accumulator A holds [2]",
        ["Set G.shape to [2]", "Set A.shape to [3]"],
    ),
    "repeats for one axis only": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M Tile multiples=[2] input=<A.output",
        "multiples needs one number for each of the 2 axes of input",
        ["Set M.multiples to [2, 1]", "Set M.multiples to [1, 2]"],
    ),
    "margins for one axis only": (
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M Pad paddings=[[1,1]] input=<A.output",
        "paddings needs a row of two numbers for each of the 2 axes of input",
        ["Set M.paddings to [[1, 1], [0, 0]]"],
    ),
    "a number for a list": (
        "M Fill dims=3 value=1.0",
        "dims is [], rank 0, and must be a list",
        ["Set M.dims to [3]"],
    ),
    "no learning rate": (
        "V loom.Variable initvalues=[1.0f]; L L2Loss t=<V.ref; "
        "O loom.GradientDescentOptimizer; "
        "M loom.Minimize loss=<L.output optimizer=<O.optimizer",
        "learning_rate has no wire and no value",
        ["Type 0.01f into O.learning_rate"],
    ),
    "no optimizer": (
        "V loom.Variable initvalues=[1.0f]; L L2Loss t=<V.ref; M loom.Minimize loss=<L.output",
        "optimizer has no wire and no value",
        ["Insert a GradientDescentOptimizer for optimizer"],
    ),
    "no weights": (
        "A Placeholder dtype=DT_FLOAT shape=[4,2]; M MatMul a=<A.output",
        "b has no wire and no value",
        ["Type [[0.0], [0.0]] into M.b", "Insert a Const for b: [[0.0], [0.0]]"],
    ),
    "whole numbers for a softmax": (
        "A Const value=[[1,2]] dtype=DT_INT32; M Softmax logits=<A.output",
        "T is DT_INT32, which Softmax does not accept",
        ["Insert Cast to DT_FLOAT"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_reported_plainly_and_the_fix_removes_it(worker, catalogue, name):
    blocks, message, labels = CASES[name]
    made = document(catalogue, blocks)
    reply = ask(worker, made)
    (problem,) = errors(reply)
    assert message in problem.message
    found = offered(worker, catalogue, made, problem, reply.types)
    assert [m.label for m in found][: len(labels)] == labels
    for mend in found[:3]:
        back = mend.edit.apply(made)
        assert errors(ask(worker, made)) == []
        back.apply(made)


def test_scalars_are_not_asked_for_an_axis_and_batch_sizes_are_compared(worker, catalogue):
    scalar = document(catalogue, "A Placeholder dtype=DT_FLOAT shape=[]; M Mean reduction_indices=0 input=<A.output")
    (problem,) = errors(ask(worker, scalar))
    assert (problem.message, problem.remedy) == ("axis 0 does not exist: input is []", "Wire another output")
    stacks = document(
        catalogue,
        "A Placeholder dtype=DT_FLOAT shape=[2,3,4]; B Placeholder dtype=DT_FLOAT shape=[3,4,5]; "
        "M BatchMatMulV2 x=<A.output y=<B.output",
    )
    (problem,) = errors(ask(worker, stacks))
    assert problem.message == "x is [2, 3, 4], y is [3, 4, 5]: 2 and 3 must be equal"


def test_a_fix_that_brings_another_error_is_not_offered(worker, catalogue):
    made = document(
        catalogue,
        "A Const value=[[1,2,3]] dtype=DT_FLOAT; M MatMul a=<A.output b=<A.output; "
        "B BiasAdd bias=[0,0,0] value=<M.product",
    )
    reply = ask(worker, made)
    (problem,) = errors(reply)
    assert [m.label for m in offered(worker, catalogue, made, problem, reply.types)] == [
        "Set transpose_a of M to true"
    ]  # transposed b gives one channel, and B has three


def test_trying_leaves_the_document_and_large_pages_are_tried_in_part(worker, catalogue):
    blocks = {"A": const("[[1, 2, 3]]"), "M": "MatMul", **{f"N{i}": "Neg" for i in range(400)}}
    wires = "A.output -> M.a\nA.output -> M.b\nM.product -> N0.x\n" + "\n".join(
        f"N{i}.y -> N{i + 1}.x" for i in range(399)
    )
    made = document(catalogue, blocks, wires)
    reply = ask(worker, made)
    (problem,) = errors(reply)
    assert len(offered(worker, catalogue, made, problem, reply.types)) == 2
    assert worker.call(requests.GetTypesRequest(page="main", edits=[])).types == reply.types


def test_a_large_page_is_cut_where_its_types_are_known(worker, catalogue):
    blocks = {
        "A": const("[[1, 2, 3]]"),
        **{f"N{i}": "Neg" for i in range(400)},
        "M": "MatMul",
        "V": ("loom.Variable", {"initvalues": "[[1.0f, 2.0f, 3.0f]]"}),
        "UP": "AssignAdd",
    }
    wires = (
        "A.output -> N0.x\n"
        + "\n".join(f"N{i}.y -> N{i + 1}.x" for i in range(399))
        + ("\nN399.y -> M.a\nUP.output_ref -> M.b\nV.ref -> UP.ref\nN200.y -> UP.value")
    )
    made = document(catalogue, blocks, wires)
    reply = ask(worker, made)
    (problem,) = errors(reply)
    assert [m.label for m in offered(worker, catalogue, made, problem, reply.types)] == [
        "Set transpose_b of M to true",
        "Set transpose_a of M to true",
    ]
    part = around(made, "main", "M", reply.types).pages["main"]
    assert len(part.blocks) < 330 and {"M", "UP", "V", "N399"} <= part.blocks.keys() and "A" not in part.blocks
    assert {tuple(b.values.values()) for b in part.blocks.values() if b.type == "Placeholder"} == {
        ("DT_FLOAT", "[1, 3]")
    }


def test_an_edit_that_does_not_fit_and_a_document_that_is_not_there(worker, catalogue):
    ask(worker, document(catalogue, "M MatMul"))
    tried = {"block": "M", "pin": "a", "code": "missing-input", "fixes": [to_json(SetValue("main", "GONE", "a", "1"))]}
    assert worker.call(requests.TryFixesRequest(page="main", **tried)).tries == [None]
    assert worker.call(requests.TryFixesRequest(page="other", **tried)).stale


def test_a_typed_value_that_was_refused_comes_back(worker, catalogue):
    made = document(
        catalogue,
        "A Placeholder dtype=DT_FLOAT shape=[2,3]; M BiasAdd bias=[0,0,0,0] value=<A.output; N Neg x=<M.output",
    )
    (refused,) = errors(ask(worker, made))
    again = worker.call(requests.GetTypesRequest(page="main", edits=[]))
    assert errors(again) == [refused]  # also where it is imported apart from the rest
    reply = worker.call(
        requests.GetTypesRequest(page="main", edits=[to_json(SetValue("main", "M", "bias", "[0, 0, 0]"))])
    )
    assert errors(reply) == [] and reply.types["N"] == {"y": ["float32", [2, 3], ""]}


RAN = {
    "rows": (
        "A Placeholder dtype=DT_FLOAT shape=?; B Placeholder dtype=DT_FLOAT shape=?; M MatMul a=<A.output b=<B.output",
        {"A": "[[1, 2, 3]]", "B": "[[1, 2, 3]]"},
        "",
        "each row of a has 3 values, each column of b has 1",
    ),
    "turned": (
        "A Placeholder dtype=DT_FLOAT shape=?; B Placeholder dtype=DT_FLOAT shape=?; "
        "M MatMul transpose_a=true a=<A.output b=<B.output",
        {"A": "[[1, 2], [3, 4]]", "B": "[[1, 2, 3]]"},
        "",
        "each column of a has 2 values, each column of b has 1",
    ),
    "sizes": (
        "A Placeholder dtype=DT_FLOAT shape=?; B Placeholder dtype=DT_FLOAT shape=?; M AddV2 x=<A.output y=<B.output",
        {"A": "[[1, 2, 3]]", "B": "[1, 2]"},
        "",
        "must be equal or 1; 3 and 2 are not",
    ),
    "bias": (
        "A Placeholder dtype=DT_FLOAT shape=?; B Placeholder dtype=DT_FLOAT shape=?; "
        "M BiasAdd value=<A.output bias=<B.output",
        {"A": "[[1, 2, 3]]", "B": "[1, 2]"},
        "bias",
        "one value for each of the 3 channels of value",
    ),
    "elements": (
        "A Placeholder dtype=DT_FLOAT shape=?; M Reshape shape=[2,2] tensor=<A.output",
        {"A": "[[1, 2, 3]]"},
        "shape",
        "tensor has 3 elements, but the requested shape has 4",
    ),
    "label": (
        "A Placeholder dtype=DT_FLOAT shape=?; B Placeholder dtype=DT_INT32 shape=?; "
        "M SparseSoftmaxCrossEntropyWithLogits features=<A.output labels=<B.output",
        {"A": "[[1, 2, 3]]", "B": "[5]"},
        "labels",
        "a label is 5, and there are 3 classes: labels go from 0 to 2",
    ),
    "applied": (
        "V loom.ResourceVariable initvalues=[1.0f,2.0f]; D Placeholder dtype=DT_FLOAT shape=?; "
        "M ResourceApplyGradientDescent alpha=0.1 var=<V.handle delta=<D.output",
        {"D": "[1, 2, 3]"},
        "delta",
        "the shape of the update is [3], but that of its target is [2]",
    ),
    "gathered": (
        "A ConditionalAccumulator dtype=DT_FLOAT shape=[2]; G Placeholder dtype=DT_FLOAT shape=?; "
        "M AccumulatorApplyGradient local_step=0 handle=<A.handle gradient=<G.output; "
        "T AccumulatorTakeGradient num_required=1 handle=<A.handle",
        {"G": "[1, 2, 3]"},
        "gradient",
        "the shape of the update is [3], but that of its target is [2]",
    ),
}


@pytest.mark.parametrize("name", RAN)
def test_what_only_a_run_sees_is_said_plainly_too(worker, catalogue, name):
    blocks, feed, pin, message = RAN[name]
    with pytest.raises(RunFailed) as caught:
        run(document(catalogue, blocks), feed=feed, worker=worker)
    (problem,) = caught.value.problems
    assert (problem.block, problem.pin) == ("M", pin)
    assert message in problem.message and problem.remedy


def test_a_fix_is_tried_with_the_weights_that_it_brings(worker, catalogue):
    made = document(catalogue, "X loom.Arg dtype=DT_FLOAT shape=[?,3]; N Neg x=<X.output")
    types = ask(worker, made).types
    mend, *_ = offered(worker, catalogue, made, make_problem("failed:not-fed", Address("main", "X"), remedy=""), types)
    assert mend.label == "Give X random numbers: [1, 3]"
