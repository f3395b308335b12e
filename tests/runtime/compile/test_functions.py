"""Pages as functions of While, If, Case, calls and datasets: results, variables and problems."""

import pytest
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.framework import graph_pb2

from blockloom import BadPage, RunFailed, run
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile import compiled_functions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from tests.extent import slow
from tests.pages import page, pages

INT = "dtype=DT_INT32"


def fibonacci(document: Document) -> Document:
    """`LOOP` goes from (0, 1) ten times from (a, b) to (b, a + b); `less` and `next` are its pages."""
    page(
        document,
        "main",
        f"A Const value=0 {INT}; B Const value=1 {INT}; I Const value=0 {INT}; "
        "LOOP While cond=less body=next input=<I.output,A.output,B.output",
    )
    args = f"i loom.Arg {INT}; a loom.Arg {INT} index=1; b loom.Arg {INT} index=2;"
    page(document, "less", f"{args}L Less y=10 x=<i.output; r loom.Retval input=<L.z")
    page(
        document,
        "next",
        f"{args}N AddV2 y=1 x=<i.output; M AddV2 x=<a.output y=<b.output; r0 loom.Retval input=<N.z; "
        "r1 loom.Retval index=1 input=<b.output; r2 loom.Retval index=2 input=<M.z",
    )
    return document


def pair(document: Document, name: str, op: str) -> Page:
    """Return a page that applies `op` to two numbers."""
    return page(
        document,
        name,
        f"a loom.Arg {INT}; b loom.Arg {INT} index=1; M {op} x=<a.output y=<b.output; r loom.Retval input=<M.z",
    )


@pytest.fixture
def go(worker):
    """Run a document's page `main`; gives its results."""
    return lambda made, **options: run(made, page="main", worker=worker, **options).results


def test_a_loop_runs_its_pages(go):
    assert [int(n) for n in go(fibonacci(Document()))["LOOP"]["output"]] == [10, 55, 89]


def test_a_branch_a_case_and_calls_run_their_pages(go):
    made = Document()
    wires = [
        f"{source}.output -> {block}.{pin}"
        for block, pin in (("I", "input"), ("C", "input"), ("P", "args"), ("Q", "args"))
        for source in "AB"
    ]
    page(
        made,
        "main",
        f"A Const value=7 {INT}; B Const value=5 {INT};"
        "I If cond=false then_branch=add else_branch=sub Tout=[DT_INT32];"
        "C Case branch_index=2 branches=[add,sub,mul] Tout=[DT_INT32]; P PartitionedCall f=sub Tout=[DT_INT32];"
        "Q StatefulPartitionedCall f=add Tout=[DT_INT32]",
        *wires,
    )
    for name, op in (("add", "AddV2"), ("sub", "Sub"), ("mul", "Mul")):
        pair(made, name, op)
    found = go(made)
    assert [found[block]["output"][0] for block in "ICPQ"] == [2, 35, 2, 12]


def test_pages_that_use_themselves_are_named_before_tensorflow_sees_them(go):
    made = pages(main=f"A Const value=1 {INT}; P PartitionedCall f=first Tout=[DT_INT32] args=<A.output")
    arg = f"x loom.Arg {INT}; r loom.Retval;"
    page(made, "first", f"{arg}W While cond=less body=second input=<x.output; W.output[0] -> r.input")
    page(made, "second", f"{arg}I page:third x=<x.output; I.r -> r.input")
    page(made, "third", f"{arg}P PartitionedCall f=first Tout=[DT_INT32] args=<x.output; P.output[0] -> r.input")
    page(made, "less", f"{arg}L Less y=3 x=<x.output; L.z -> r.input")
    with pytest.raises(BadPage) as caught:
        go(made)
    (told,) = [p for p in caught.value.problems if p.code == "recursion"]
    assert "first -> second -> third -> first" in str(told)


def test_errors_on_a_function_page_are_reported_once_on_that_page(go):
    made = fibonacci(Document())
    page(
        made,
        "less",
        f"i loom.Arg {INT}; a loom.Arg {INT} index=1; b loom.Arg {INT} index=2; L Less y=nine x=<i.output; "
        "r loom.Retval input=<L.z",
    )
    main = made.pages["main"]
    main.blocks["AGAIN"] = main.blocks["LOOP"]._replace(id="AGAIN")
    for wire in main.into["LOOP"]["input"]:
        main.put_wire(wire._replace(target="AGAIN"))
    with pytest.raises(BadPage) as caught:
        go(made)
    assert [p.place_text for p in caught.value.problems if p.severity == "error"] == ["less/L.y"]


def counting(document: Document, variable: str, update: str, *wires: str) -> Document:
    """`count` adds what it is given to a variable, which begins with 10, and gives the sum. `P` and then `Q` use it."""
    page(
        document,
        "main",
        "A Const value=1.0 dtype=DT_FLOAT; "
        "P If cond=true then_branch=count else_branch=count Tout=[DT_FLOAT] input=<A.output; "
        "Q PartitionedCall f=count Tout=[DT_FLOAT] args=<A.output; P -> Q",
    )
    page(
        document,
        "count",
        f"a loom.Arg dtype=DT_FLOAT; V loom.{variable} dtype=DT_FLOAT; {update}; r loom.Retval; a.output -> U.value",
        *wires,
    )
    document.pages["count"].blocks["V"].values["initvalues"] = "10.0"
    return document


RESOURCE = (
    "ResourceVariable",
    "U AssignAddVariableOp; R ReadVariableOp dtype=DT_FLOAT",
    "V.handle -> U.resource",
    "V.handle -> R.resource",
    "U -> R",
    "R.value -> r.input",
)


@pytest.mark.parametrize("made", [RESOURCE, ("Variable", "U AssignAdd", "V.ref -> U.ref", "U.output_ref -> r.input")])
def test_a_variable_of_a_function_is_one_for_all_that_use_it(go, made):
    found = go(counting(Document(), *made), steps=3)
    assert found["Q"]["output"] == [16] and found["P"]["output"][0] in (15, 16)  # a reference may be read later


@pytest.mark.parametrize("source", ["S.y", "a.output"])
def test_its_initial_value_may_be_computed_but_not_from_what_is_given(go, source):
    variable, update, *wires = RESOURCE
    made = counting(
        Document(),
        variable,
        f"{update}; C Const value=3.0 dtype=DT_FLOAT; S Square",
        *wires,
        "C.output -> S.x",
        f"{source} -> V.initvalues",
    )
    del made.pages["count"].blocks["V"].values["initvalues"]
    if source == "S.y":
        assert go(made, steps=3)["Q"]["output"] == [15]
    else:
        with pytest.raises(BadPage, match=r"count/V\.initvalues: the initial value depends on"):
            go(made)


def test_its_value_survives_an_edit(worker):
    made = counting(Document(), *RESOURCE)

    def opened():
        return worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))

    assert opened().retained == []
    assert worker.call(requests.RunRequest(mode=RunMode(2))).shown.results["Q"]["output"]["list"][0]["text"] == "14"
    made.pages["main"].blocks["A"].values["value"] = "5.0"
    assert opened().retained == ["count/V"]
    assert worker.call(requests.RunRequest(mode=RunMode(1))).shown.results["Q"]["output"]["list"][0]["text"] == "24"


def test_an_optimizer_in_a_function_is_refused(go):
    made = counting(Document(), *RESOURCE)
    page(
        made,
        "count",
        "a loom.Arg dtype=DT_FLOAT; V loom.Variable initvalues=1.0 dtype=DT_FLOAT; S Square x=<V.ref; "
        "O loom.AdamOptimizer learning_rate=0.1; M loom.Minimize loss=<S.y optimizer=<O.optimizer; "
        "r loom.Retval input=<S.y",
    )
    with pytest.raises(BadPage, match="count/O: an optimizer cannot be in a function"):
        go(made)


def test_an_arg_is_not_a_reference(go):
    made = counting(Document(), "Variable", "U AssignAdd ref=<a.output; U.output_ref -> r.input")
    with pytest.raises(BadPage, match=r"count/U\.ref: a\.output is a tensor output, and ref takes a ref"):
        go(made)


@pytest.mark.parametrize("differentiates", [False, True])
def test_calls_are_kept_in_an_exported_graph_unless_something_differentiates(worker, tmp_path, differentiates):
    made, path = Document(), tmp_path / "page.pbtxt"
    page(
        made,
        "main",
        "A Const value=3.0 dtype=DT_FLOAT; "
        "I If cond=true then_branch=slope else_branch=slope Tout=[DT_FLOAT] input=<A.output; "
        "P PartitionedCall f=square Tout=[DT_FLOAT] args=<A.output",
    )
    page(made, "square", "a loom.Arg dtype=DT_FLOAT; S Square x=<a.output; r loom.Retval input=<S.y")
    page(
        made,
        "slope",
        "a loom.Arg dtype=DT_FLOAT; P PartitionedCall f=square Tout=[DT_FLOAT]; r loom.Retval;"
        + "G loom.Gradients" * differentiates,
        "a.output -> P.args",
        *(
            ("P.output[0] -> G.ys", "a.output -> G.xs", "G.grads[0] -> r.input")
            if differentiates
            else ("P.output[0] -> r.input",)
        ),
    )
    assert not worker.call(requests.ExportRequest(document=documents.dumps(made), page="main", path=str(path))).problems
    graph = text_format.Parse(path.read_text(), graph_pb2.GraphDef())
    assert "_not_folded" not in str(graph)
    bodies = {one.signature.name: {node.op for node in one.node_def} for one in graph.library.function}
    assert ("PartitionedCall" in {node.op for node in graph.node}) is not differentiates
    assert ("PartitionedCall" in bodies["slope"]) is not differentiates
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        found = tf.import_graph_def(graph, name="", return_elements=["I:0", "P:0"])
        assert session.run(found) == [6 if differentiates else 9, 9]


def test_shapes_come_through_a_call(worker):
    made = pages(
        main="A Const value=[[1.0,2.0,3.0]] dtype=DT_FLOAT; P PartitionedCall f=turned Tout=[DT_FLOAT] args=<A.output",
        turned="a loom.Arg dtype=DT_FLOAT; T Transpose perm=[1,0] x=<a.output; r loom.Retval input=<T.y",
    )
    types = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main")).types
    assert types["P"]["output"][0][:2] == ["float32", [3, 1]]


def test_a_call_of_a_page_that_takes_something_else_says_so(go):
    made = pages(main=f"A Const value=1 {INT}; P PartitionedCall f=add Tout=[DT_INT32] args=<A.output")
    pair(made, "add", "AddV2")
    with pytest.raises(BadPage, match="main/P"):
        go(made)


def test_a_page_whose_dtype_is_a_parameter_is_a_function_for_each_dtype_that_it_is_given(go):
    made = pages(
        main="A Const value=3 dtype=DT_DOUBLE; B Const value=4 dtype=DT_FLOAT; "
        "P PartitionedCall f=half Tout=[DT_DOUBLE] args=<A.output; "
        "Q PartitionedCall f=half Tout=[DT_FLOAT] args=<B.output; W While cond=more body=halved input=<A.output",
    )
    numbers = "x loom.Arg dtype==dtype; dtype loom.Parameter type=type default=DT_FLOAT;"
    page(made, "half", f"{numbers}M Mul y=0.5 x=<x.output; y loom.Retval dtype==dtype input=<M.z")
    page(made, "halved", f"{numbers}H page:half x=<x.output; y loom.Retval dtype==dtype input=<H.y")
    page(made, "more", f"{numbers}G Greater y=1 x=<x.output; y loom.Retval input=<G.z")
    found = go(made)
    assert [(found[name]["output"][0].dtype.name, found[name]["output"][0]) for name in "PQW"] == [
        ("float64", 1.5),
        ("float32", 2),
        ("float64", 0.75),
    ]


@pytest.mark.parametrize("name", ["größe 2", "A", "P", "AddV2", "a_b"])
def test_a_page_of_any_name_is_a_function(go, name):
    made = pages(
        main=f"A Const value=5 {INT}; P PartitionedCall Tout=[DT_INT32] args=<A.output; "
        "I If cond=true Tout=[DT_INT32] input=<A.output; "
        "a_b PartitionedCall f=twice Tout=[DT_INT32] args=<A.output; twice Neg x=<A.output",
    )
    blocks = made.pages["main"].blocks
    blocks["P"].values["f"] = blocks["I"].values["then_branch"] = blocks["I"].values["else_branch"] = name
    page(made, name, f"a loom.Arg {INT}; M Mul y=3 x=<a.output; r loom.Retval input=<M.z")
    page(made, "twice", f"a loom.Arg {INT}; M Mul y=2 x=<a.output; r loom.Retval input=<M.z")
    found = go(made)
    assert (found["P"]["output"], found["I"]["output"], found["a_b"]["output"]) == ([15], [15], [10])


def chain(length: int, calls: int) -> Document:
    """Return a document in which each page calls the next one `calls` times."""
    made = pages(main=f"A Const value=1 {INT}; P PartitionedCall f=p1 Tout=[DT_INT32] args=<A.output")
    for n in range(1, length):
        page(
            made,
            f"p{n}",
            f"a loom.Arg {INT}; r loom.Retval;"
            + "".join(f"P{k} PartitionedCall f=p{n + 1} Tout=[DT_INT32];" for k in range(calls)),
            "a.output -> P0.args",
            *(f"P{k}.output[0] -> P{k + 1}.args" for k in range(calls - 1)),
            f"P{calls - 1}.output[0] -> r.input",
        )
    page(made, f"p{length}", f"a loom.Arg {INT}; N AddV2 y=1 x=<a.output; r loom.Retval input=<N.z")
    return made


def test_calls_in_calls_are_replaced_down_to_the_last_and_have_a_limit(go, catalogue, monkeypatch):
    assert go(chain(5, 2))["P"]["output"] == [17]
    with pytest.raises(BadPage, match="pages use each other more than 50 deep"):
        go(chain(200, 1))
    monkeypatch.setattr(compiled_functions, "_MOST", 100)
    problems = compile_page(chain(40, 2), "main", catalogue).problems
    assert {p.code for p in problems} == {"too-large"}


@slow
def test_functions_that_a_gradient_goes_through_have_a_limit(catalogue):
    """Each page has two Ifs, whose branches are both the next page.

    A gradient builds 4 times as many functions with each page, and too many crash the process.
    """
    made = pages(
        main="X Placeholder dtype=DT_FLOAT shape=[]; C Const value=true; "
        "P If then_branch=p0 else_branch=p0 cond=<C.output input=<C.output,X.output; "
        "G loom.Gradients ys=<P.output[0] xs=<X.output",
    )
    args = "c loom.Arg dtype=DT_BOOL shape=[]; x loom.Arg dtype=DT_FLOAT shape=[]; r loom.Retval;"
    for n in range(10):
        page(
            made,
            f"p{n}",
            args + "".join(f"P{k} If then_branch=p{n + 1} else_branch=p{n + 1};" for k in range(2)),
            "c.output -> P0.cond",
            "c.output -> P0.input",
            "x.output -> P0.input",
            "c.output -> P1.cond",
            "c.output -> P1.input",
            "P0.output[0] -> P1.input",
            "P1.output[0] -> r.input",
        )
    page(made, "p10", f"{args}N Neg x=<x.output; N.y -> r.input")
    assert {(p.kind, p.place_text) for p in compile_page(made, "main", catalogue).problems if p.severity == ERROR} == {
        ("too-large:gradients", f"p5/P{k}") for k in range(2)
    }
    made.pages["main"].blocks.pop("G")
    made.pages["main"].into.pop("G")
    assert not [p for p in compile_page(made, "main", catalogue).problems if p.severity == ERROR]


def test_functions_of_one_page_have_a_limit_together(catalogue, monkeypatch):
    made = chain(1, 1)
    page(
        made, "main", f"I Const value=0 {INT}; CASE Case branches=[p0,p1,p2,p3] branch_index=<I.output input=<I.output"
    )
    for number in range(4):
        page(made, f"p{number}", f"a loom.Arg {INT}; N AddV2 y=1 x=<a.output; r loom.Retval input=<N.z")
    assert compile_page(made, "main", catalogue).problems == []
    monkeypatch.setattr(compiled_functions, "MOST", 5)
    assert {p.code for p in compile_page(made, "main", catalogue).problems} == {"too-large"}


def test_sessions_and_feeds_of_a_page_are_not_part_of_its_function(go):
    made = pages(
        main=f"A Const value=2 {INT}; P If cond=true then_branch=f else_branch=f Tout=[DT_INT32] input=<A.output"
    )
    blocks, wires = (
        f"a loom.Arg {INT}; M Mul y=3; r loom.Retval; X Placeholder {INT}; N Mul;",
        ["a.output -> M.x", "M.z -> S.fetch_outputs", "X.output -> N.x", "M.z -> N.y"],
    )
    page(
        made,
        "f",
        blocks + "BAD MatMul; F loom.Feed value=4; S loom.Session",
        *wires,
        "X.output -> F.placeholder",
        "F.feed -> S.inputs",
        "M.z -> r.input",
    )
    assert go(made)["P"]["output"] == [6]
    page(made, "f", blocks + "S loom.Session", *wires, "N.z -> r.input")
    with pytest.raises(BadPage, match="f/X: nothing can be fed to a placeholder in a function"):
        go(made)


def test_an_error_in_a_call_in_a_branch_in_a_loop_names_them_all(go):
    arg = f"a loom.Arg {INT}; r loom.Retval;"
    made = pages(
        main=f"A Const value=7 {INT}; W While cond=less body=branch input=<A.output",
        less=f"{arg}L Less y=100 x=<a.output; L.z -> r.input",
        branch=f"{arg}E Equal y=7 x=<a.output; "
        "I If then_branch=called else_branch=called Tout=[DT_INT32] cond=<E.z input=<a.output; "
        "I.output[0] -> r.input",
        called=f"{arg}P PartitionedCall f=inner Tout=[DT_INT32] args=<a.output; P.output[0] -> r.input",
        inner=f"{arg}X page:get a=<a.output; X.r -> r.input",
        get=f"{arg}GATHER Gather params=[1,2] indices=<a.output; GATHER.output -> r.input",
    )
    with pytest.raises(RunFailed) as caught:
        go(made)
    (told,) = caught.value.problems
    assert told.place_text == "main/W -> branch/I -> called/P -> inner/X/GATHER"


def test_a_shape_that_a_page_cannot_take_is_reported_at_the_call(go):
    made = pages(
        main="A Const value=[[1.0,2.0,3.0]] dtype=DT_FLOAT; P PartitionedCall f=outer Tout=[DT_FLOAT] args=<A.output",
        outer="a loom.Arg dtype=DT_FLOAT; Q PartitionedCall f=times Tout=[DT_FLOAT] args=<a.output; "
        "r loom.Retval input=<Q.output[0]",
        times="a loom.Arg dtype=DT_FLOAT; M MatMul b=[[1.0],[2.0]] a=<a.output; r loom.Retval input=<M.product",
    )
    with pytest.raises(BadPage, match=r"main/P: times/M: Dimensions must be equal, but are 3 and 2"):
        go(made)
