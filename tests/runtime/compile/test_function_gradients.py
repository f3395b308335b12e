"""Gradients through loops, branches, calls and instances are those that a tape finds for the same in Python."""

import numpy as np
import pytest
import tensorflow as tf

from blockloom import BadPage, run
from blockloom.blocks.document.pages import Block, Document, Wire, split_index
from blockloom.blocks.files.examples import path_of
from tests.extent import slow_after
from tests.pages import page

DOUBLE, INT = "dtype=DT_DOUBLE", "dtype=DT_INT32"
STEPS = 4


def gradient_document(document: Document, blocks: str, *wires: str) -> Document:
    """Add `x` = 0.7, `w` = 0.9, these blocks, of which `Y` outputs y.output[0], and dy/dx, dy/dw as `G` to `main`."""
    page(
        document,
        "main",
        f"x Const value=0.7 {DOUBLE}; w Const value=0.9 {DOUBLE}; i Const value=0 {INT}; {blocks};G loom.Gradients",
        *wires,
        "x.output -> G.xs",
        "w.output -> G.xs",
    )
    return document


def args(*names: str) -> str:
    """Args of doubles, but for `i`, in this order."""
    return "".join(
        f"{name} loom.Arg index={number} {INT if name == 'i' else DOUBLE};" for number, name in enumerate(names)
    )


def retvals(count: int) -> str:
    return "".join(f"r{number} loom.Retval index={number};" for number in range(count))


def less(document: Document, steps: int = STEPS) -> None:
    """Add the page `less`: i < steps, of the tensors i, x, w."""
    page(document, "less", f"{args('i', 'x', 'w')} L Less y={steps} x=<i.output; {retvals(1)}; L.z -> r0.input")


def body(document: Document, name: str, blocks: str, *wires: str) -> None:
    """Add a page for the body of a loop over i, x, w, whose blocks return the next x by a wire to `r1`."""
    page(
        document,
        name,
        f"{args('i', 'x', 'w')} {retvals(3)} ADD AddV2 y=1; {blocks}; i.output -> ADD.x; ADD.z -> r0.input; "
        "w.output -> r2.input",
        *wires,
    )


def function(document: Document, name: str, blocks: str, *wires: str) -> None:
    """Add a page of x and w that returns `r0`."""
    page(document, name, f"{args('x', 'w')} {retvals(1)} {blocks}", *wires)


SINE = "M Mul; S Sin", "x.output -> M.x", "w.output -> M.y", "M.z -> S.x", "S.y -> r0.input"
SQUARE = "M Mul; Q Square", "x.output -> M.x", "w.output -> M.y", "M.z -> Q.x", "Q.y -> r0.input"
NEXT_SINE = *SINE[:-1], "S.y -> r1.input"
LOOP_WIRES = "i.output -> Y.input", "x.output -> Y.input", "w.output -> Y.input", "Y.output[1] -> G.ys"


def loop(kind: str, steps: int = STEPS) -> Document:
    document = gradient_document(Document(), f"Y {kind} cond=less body=next", *LOOP_WIRES)
    less(document, steps)
    body(document, "next", *NEXT_SINE)
    return document


def sines(x: tf.Tensor, w: tf.Tensor, steps: int = STEPS) -> tf.Tensor:
    for _ in range(steps):
        x = tf.sin(x * w)
    return x


def branch(kind: str, choice: str) -> Document:
    """`Y` is a sine or a square."""
    names = "branches=[sine,square]" if "Case" in kind else "then_branch=sine else_branch=square"
    pin = "branch_index" if "Case" in kind else "cond"
    document = gradient_document(
        Document(), f"Y {kind} {pin}={choice} {names} input=<x.output,w.output; Y.output[0] -> G.ys"
    )
    function(document, "sine", *SINE)
    function(document, "square", *SQUARE)
    return document


def calling_document(kind: str) -> Document:
    """`Y` calls or is an instance of a page, in which a loop calls a page, in which an If has one of two."""
    if kind == "page:outer":
        wires = "x.output -> Y.x", "w.output -> Y.w", "Y.r0 -> G.ys"
        document = gradient_document(Document(), "Y page:outer", *wires)
    else:
        wires = "x.output -> Y.args", "w.output -> Y.args", "Y.output[0] -> G.ys"
        document = gradient_document(Document(), f"Y {kind} f=outer", *wires)
    page(
        document,
        "outer",
        f"{args('x', 'w')} {retvals(1)} i Const value=0 {INT}; Y While cond=less body=next",
        *LOOP_WIRES[:3],
        "Y.output[1] -> r0.input",
    )
    less(document)
    body(document, "next", "P PartitionedCall f=either args=<i.output,x.output,w.output; P.output[0] -> r1.input")
    page(
        document,
        "either",
        f"{args('i', 'x', 'w')} {retvals(1)} L Less y=2; "
        "I StatelessIf then_branch=sine else_branch=square cond=<L.z input=<x.output,w.output; i.output -> L.x; "
        "I.output[0] -> r0.input",
    )
    function(document, "sine", *SINE)
    function(document, "square", *SQUARE)
    return document


def nested() -> Document:
    """Return a page with a loop in the body of a loop."""
    document = gradient_document(Document(), "Y While cond=less body=outer", *LOOP_WIRES)
    less(document)
    body(
        document,
        "outer",
        f"zero Const value=0 {INT}; Y StatelessWhile cond=less body=next input=<zero.output,x.output,w.output; "
        "Y.output[1] -> r1.input",
    )
    body(document, "next", *NEXT_SINE)
    return document


def twice() -> Document:
    """Two loops of the same pages, and in their body a gradient: x - d sin(x w) / dx."""
    document = gradient_document(
        Document(),
        "X While cond=less body=next; Y AddV2; Z While cond=less body=next",
        *(f"{source}.output -> {target}.input" for target in "XZ" for source in "ixw"),
        "X.output[1] -> Y.x",
        "Z.output[1] -> Y.y",
        "Y.z -> G.ys",
    )
    less(document)
    body(
        document,
        "next",
        f"{SINE[0]}; D loom.Gradients; U Sub",
        *SINE[1:-1],
        "S.y -> D.ys",
        "x.output -> D.xs",
        "x.output -> U.x",
        "D.grads[0] -> U.y",
        "U.z -> r1.input",
    )
    return document


def growing() -> Document:
    """Return a page with a loop over a vector that grows by a sine in each iteration."""
    document = gradient_document(
        Document(),
        "X While cond=less body=next input=<i.output,E.output,w.output; "
        "E ExpandDims dim=0 input=<x.output; Y Sum reduction_indices=0 input=<X.output[1]; "
        "Y.output -> G.ys",
    )
    less(document)
    body(
        document,
        "next",
        "L StridedSlice begin=[-1] end=[0] strides=[1] end_mask=1 input=<x.output; M Mul x=<L.output y=<w.output; "
        "S Sin x=<M.z; C ConcatV2 axis=0 values=<x.output,S.y; C.output -> r1.input",
    )
    return document


def twice_in_python(x, w):
    for _ in range(STEPS):
        x = x - w * tf.cos(x * w)
    return 2 * x


def grown(x, w):
    found = x
    for _ in range(STEPS):
        x = tf.sin(x * w)
        found = found + x
    return found


def either(x, w):
    for number in range(STEPS):
        x = tf.sin(x * w) if number < 2 else tf.square(x * w)
    return x


PAGES = {
    "While": (loop("While"), sines),
    "StatelessWhile": (loop("StatelessWhile"), sines),
    "no iteration": (loop("While", 0), lambda x, w: x + 0 * w),
    **{
        f"{kind} {choice}": (branch(kind, choice), lambda x, w, f=f: f(x * w))
        for kind, choice, f in (
            ("If", "true", tf.sin),
            ("If", "false", tf.square),
            ("StatelessIf", "true", tf.sin),
            ("Case", "0", tf.sin),
            ("Case", "1", tf.square),
            ("StatelessCase", "1", tf.square),
        )
    },
    **{kind: (calling_document(kind), either) for kind in ("PartitionedCall", "StatefulPartitionedCall", "page:outer")},
    "gradients in two loops": (twice(), twice_in_python),
    "a shape that grows": (growing(), grown),
    "a loop in a loop": (nested(), lambda x, w: sines(x, w, STEPS * STEPS)),
}


# Of each pair, the other one takes the same way through the compiler.
PAIRED = ("StatelessWhile", "If false", "Case 1", "StatefulPartitionedCall")
CASES = [name for name in PAGES if name not in PAIRED]


@pytest.mark.parametrize("case", slow_after(len(CASES), [*CASES, *PAIRED]))
def test_values_and_gradients_are_those_of_a_tape(case, worker):
    document, same = PAGES[case]
    (ys,) = document.pages["main"].into["G"]["ys"]
    pin, element = split_index(ys.source_pin)
    found = run(document, page="main", worker=worker).results
    x, w = tf.constant(0.7, tf.float64), tf.constant(0.9, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = same(x, w)
    value = found[ys.source][pin]
    np.testing.assert_allclose(value if element is None else value[element], y, rtol=1e-12)
    np.testing.assert_allclose(found["G"]["grads"], tape.gradient(y, [x, w]), rtol=1e-12)


def test_second_derivatives_through_a_loop(worker):
    document = loop("While")
    main = document.pages["main"]
    main.blocks["AGAIN"] = Block("AGAIN", "loom.Gradients")
    for source, pin, target in (("G", "grads[0]", "ys"), ("x", "output", "xs"), ("w", "output", "xs")):
        main.put_wire(Wire(source, pin, "AGAIN", target))
    found = run(document, page="main", worker=worker).results["AGAIN"]["grads"]
    x, w = tf.constant(0.7, tf.float64), tf.constant(0.9, tf.float64)
    with tf.GradientTape() as outer:
        outer.watch([x, w])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = sines(x, w)
        first = tape.gradient(y, x)
    np.testing.assert_allclose(found, outer.gradient(first, [x, w]), rtol=1e-12)


@pytest.mark.parametrize("kind", ["While", "PartitionedCall"])
def test_an_op_without_a_gradient_is_named_with_its_block(kind, worker):
    if kind == "While":
        document = loop(kind)
        body(document, "next", "F RemoteCall f=square target='/cpu:0' args=<x.output,w.output; F.output[0] -> r1.input")
        function(document, "square", *SQUARE)
        place = "next/F"
    else:
        document = calling_document(kind)
        function(
            document, "sine", "F RemoteCall f=square target='/cpu:0' args=<x.output,w.output; F.output[0] -> r0.input"
        )
        place = "sine/F"
    with pytest.raises(BadPage, match=f"main/G.ys: TensorFlow has no gradient for RemoteCall, the op of {place}, on"):
        run(document, page="main", worker=worker)


def trained(kind: str, variable: str = "loom.ResourceVariable") -> Document:
    """`Y` depends on variables of the pages of its functions, which `T` trains."""
    loops = kind in ("While", "a loop with calls")
    pin, value = ("Y.output[1]" if loops else "Y.output[0]"), f"V {variable} initvalues=0.9 {DOUBLE};"
    attrs = {
        "If": "If cond=true then_branch=sine else_branch=square",
        "PartitionedCall": "PartitionedCall f=sine",
        "Case": "Case branch_index=1 branches=[square,sine]",
    }.get(kind, "While cond=less body=next")
    document = Document()
    into = "args" if "Call" in kind else "input"
    page(
        document,
        "main",
        f"x Const value=0.7 {DOUBLE}; i Const value=0 {INT}; Y {attrs}; T loom.ComputeGradients;O loom.AdamOptimizer",
        *(["i.output -> Y.input"] if loops else []),
        f"x.output -> Y.{into}",
        f"x.output -> Y.{into}",
        f"{pin} -> T.loss",
        "O.optimizer -> T.optimizer",
    )
    own = "V.handle -> R.resource", "R.value -> M.y"
    value += f"R ReadVariableOp {DOUBLE};"
    sine = f"{value} {SINE[0]}", "x.output -> M.x", *own, *SINE[3:]
    if variable == "loom.Variable":
        sine = f"V {variable} initvalues=0.9 {DOUBLE}; {SINE[0]}", "x.output -> M.x", "V.ref -> M.y", *SINE[3:]
    function(document, "sine", *sine)
    function(document, "square", *SQUARE)
    if loops:
        less(document)
    if kind == "While":
        body(document, "next", *sine[:-1], "S.y -> r1.input")
    elif loops:
        body(
            document,
            "next",
            "P PartitionedCall f=sine args=<x.output,w.output; "
            "I If cond=true then_branch=sine else_branch=square input=<P.output[0],w.output; "
            "I.output[0] -> r1.input",
        )
    return document


@pytest.mark.parametrize(
    ("kind", "steps"), [("While", 4), ("If", 1), ("Case", 1), ("PartitionedCall", 1), ("a loop with calls", 8)]
)
def test_variables_on_function_pages_get_their_gradients(kind, steps, worker):
    found = run(trained(kind), page="main", worker=worker).results["T"]["grads"]
    w = tf.constant(0.9, tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(w)
        y = sines(tf.constant(0.7, tf.float64), w, steps)
    np.testing.assert_allclose(found, [tape.gradient(y, w)], rtol=1e-12)


def test_a_variable_with_a_ref_on_a_function_page_is_refused_and_not_passed_over(worker):
    with pytest.raises(BadPage, match="sine/V, in a function of Y, has no gradient"):
        run(trained("If", "loom.Variable"), page="main", worker=worker)


def test_the_example_of_a_recurrent_loop_learns(worker):
    first, last = (run(path_of("recurrent_loop"), steps=steps, worker=worker).results for steps in (1, 60))
    assert last["LOSS"]["output"] < 0.01 < 0.3 < first["LOSS"]["output"]
    assert len(first["TRAIN"]["grads"]) == 3  # of the readout, and of two in the cell in the body of the loop


def test_what_a_variable_of_a_loops_body_holds_is_fetched_as_its_slots_are(worker):
    document = gradient_document(
        Document(),
        "Y While cond=less body=next; OPT loom.MomentumOptimizer learning_rate=0.5 "
        "momentum=0.0; MIN loom.Minimize; S loom.Session",
        *LOOP_WIRES,
        "Y.output[1] -> MIN.loss",
        "OPT.optimizer -> MIN.optimizer",
        "MIN.operation -> S.run_outputs",
    )
    less(document)
    body(
        document,
        "next",
        f"V loom.ResourceVariable initvalues=0.9 {DOUBLE}; M Mul x=<V.value y=<x.output; Q Sin x=<M.z; Q.y -> r1.input",
    )
    found = run(document, page="main", fetch=["next/V.value", "OPT", "next/M"], worker=worker).results
    np.testing.assert_allclose(found["next/V"]["value"], 0.9 - 0.5 * found["OPT"]["momentum:/next/V"])
    assert len(found["next/M"]["z"]) == STEPS
