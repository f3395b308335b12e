"""Live types: what TensorFlow infers of a page that is being edited, complete or not."""

import random
import threading

from hypothesis import given, settings
from msgspec.structs import replace

from blockloom.blocks.document.pages import Block, Placed, Wire, control
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Insert, Remove, Rename, SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.blocks.infer.test_incremental import random_edit
from tests.blocks.strategies import grow, seeds
from tests.extent import examples
from tests.pages import WHILE, document

F32 = {"dtype": "DT_FLOAT"}
MATRIX = ("Const", {"value": "[[1.0, 2.0, 3.0]]", **F32})
FED = ("Placeholder", {**F32})


def ask(worker, made, page="main"):
    return worker.call(requests.GetTypesRequest(document=documents.dumps(made), page=page))


def types(worker, catalogue, blocks, wires=""):
    return ask(worker, document(catalogue, blocks, wires)).types


def error_messages(reply):
    return {(p.block, p.pin): p.message for p in reply.problems if p.severity == "error"}


def test_every_output_has_its_dtype_and_shape(worker, catalogue):
    found = types(
        worker,
        catalogue,
        {
            "A": MATRIX,
            "T": ("Transpose", {"perm": "[1, 0]"}),
            "M": "MatMul",
            "N": ("Split", {"split_dim": "1", "num_split": "3"}),
            "V": ("loom.Variable", {"initvalues": "[1, 2]"}),
            "Q": ("FIFOQueueV2", {"component_types": "[DT_INT32]"}),
            "G": "NoOp",
        },
        """A.output -> T.x
           A.output -> M.a
           T.y -> M.b
           A.output -> N.value""",
    )
    assert found == {
        "A": {"output": ["float32", [1, 3], ""]},
        "T": {"y": ["float32", [3, 1], ""]},
        "M": {"product": ["float32", [1, 1], ""]},
        "N": {"output": [["float32", [1, 1], ""]] * 3},
        "V": {"ref": ["int32", [2], ""]},
        "Q": {"handle": ["resource", [], ""]},
    }


def test_what_is_wrong_is_left_out_and_the_rest_is_inferred(worker, catalogue):
    reply = ask(
        worker,
        document(
            catalogue,
            {"A": MATRIX, "B": "AddV2", "C": "Neg", "D": "Neg", "ODD": "NoSuchType", "E": "Neg"},
            """A.output -> B.x
           B.z -> C.x
           A.output -> D.x""",
        ),
    )
    assert error_messages(reply).keys() == {("B", "y"), ("ODD", ""), ("E", "x")}
    assert reply.types["D"] == {"y": ["float32", [1, 3], ""]}
    # Dependent on B: its dtype is known from the page, its shape is not, because of B.
    assert reply.types["B"] == {"z": ["float32", None, "B"]}
    assert reply.types["C"] == {"y": ["float32", None, "B"]}
    assert "ODD" not in reply.types and reply.types["E"] == {"y": [None, None, "E"]}


def test_every_block_that_tensorflow_refuses_is_reported(worker, catalogue):
    blocks = {"A": MATRIX, "ONE": ("Const", {"value": "[1.0, 2.0]", **F32})}
    wires = []
    for n in range(5):
        blocks |= {f"M{n}": "MatMul", f"N{n}": "Neg", f"P{n}": "Neg"}
        wires += [f"A.output -> M{n}.a", f"A.output -> M{n}.b", f"M{n}.product -> N{n}.x", f"ONE.output -> P{n}.x"]
    made = document(catalogue, blocks, "\n".join(wires))
    for _ in range(2):  # the second time it is known which ones
        reply = ask(worker, made)
        assert error_messages(reply).keys() == {(f"M{n}", "") for n in range(5)}
        assert all("they must be equal" in text for text in error_messages(reply).values())
        for n in range(5):
            assert reply.types[f"P{n}"] == {"y": ["float32", [2], ""]}
            assert reply.types[f"N{n}"] == {"y": ["float32", None, f"M{n}"]}


def test_edits_may_come_with_the_document(worker, catalogue):
    made = document(catalogue, {"A": MATRIX, "N": "Neg"}, "A.output -> N.x")
    edit = to_json(SetValue("main", "A", "value", "[1.0, 2.0]"))
    reply = worker.call(requests.GetTypesRequest(page="main", document=documents.dumps(made), edits=[edit]))
    assert reply.types["N"] == {"y": ["float32", [2], ""]}


def test_a_block_that_was_refused_comes_back(worker, catalogue):
    made = document(
        catalogue, {"A": MATRIX, "M": "MatMul", "N": "Neg"}, "A.output -> M.a\nA.output -> M.b\nM.product -> N.x"
    )
    assert error_messages(ask(worker, made)).keys() == {("M", "")}
    reply = worker.call(
        requests.GetTypesRequest(edits=[to_json(SetValue("main", "M", "transpose_b", "true"))], page="main")
    )
    assert not reply.problems and reply.types["N"] == {"y": ["float32", [1, 1], ""]}


def test_an_undone_mistake_leaves_no_error_on_this_page_or_the_next(worker, catalogue):
    """A node of the page is called `out`, and one that OUT takes, `out/bias`."""
    made = document(
        catalogue,
        {
            "A": MATRIX,
            "B": ("loom.ResourceVariable", {"initvalues": "[1., 2., 3.]", **F32}),
            "SUM": "AddV2",
            "OUT": "Identity",
            "SHOWN": "loom.Number",
        },
        "A.output -> SUM.x\nB.value -> SUM.y\nSUM.z -> OUT.input\nOUT.output -> SHOWN.value",
    )
    blocks = made.page("main").blocks
    blocks["B"] = blocks["B"]._replace(names={"": "out/bias"})
    blocks["OUT"] = blocks["OUT"]._replace(names={"": "out"})
    reply = ask(worker, made)
    assert not reply.problems and reply.types["OUT"] == {"output": ["float32", [1, 3], ""]}
    mistake = SetValue("main", "A", "value", "[[1., 2.]]")
    undone = mistake.apply(made)
    wrong = worker.call(requests.GetTypesRequest(edits=[to_json(mistake)], page="main"))
    assert error_messages(wrong).keys() == {("SUM", "")}
    undone.apply(made)
    after = worker.call(requests.GetTypesRequest(edits=[to_json(undone)], page="main"))
    assert not after.problems and after.types == reply.types
    worker.call(requests.GetTypesRequest(edits=[to_json(mistake)], page="main"))
    other = ask(worker, made)
    assert not other.problems and other.types == reply.types


def test_the_block_that_made_a_shape_unknown_is_named(worker, catalogue):
    found = types(
        worker,
        catalogue,
        {
            "A": MATRIX,
            "X": FED,
            "S": ("Placeholder", {"dtype": "DT_INT32", "shape": "[2]"}),
            "R": "Reshape",
            "N": "Neg",
            "W": ("Where", {}),
            "D": ("Placeholder", {**F32, "shape": "[-1, 3]"}),
            "SUM": "AddV2",
            "KNOWN": ("Shape", {}),
            "BACK": ("Reshape", {"shape": "[3]"}),
        },
        """A.output -> R.tensor
           S.output -> R.shape
           R.output -> N.x
           A.output -> W.input
           D.output -> SUM.x
           A.output -> SUM.y
           D.output -> KNOWN.input
           R.output -> BACK.tensor""",
    )
    assert found["X"]["output"] == ["float32", None, "X"]
    assert found["R"]["output"] == ["float32", [None, None], "R"]  # its input is known: it is Reshape itself
    assert found["N"]["y"] == ["float32", [None, None], "R"]
    assert found["W"]["index"] == ["int64", [None, 2], "W"]
    assert found["SUM"]["z"] == ["float32", [None, 3], "D"]
    assert found["KNOWN"]["output"] == ["int32", [2], ""]
    assert found["BACK"]["output"] == ["float32", [3], ""]


LOOP = f"""
    {WHILE} ZERO Const value=0 dtype=DT_INT32; ENTER Enter frame_name=f data=<ZERO.output
    LESS Less y=10 x=<MERGE.output; NEXT NextIteration data=<ADD.z"""


def test_loops_whole_and_broken(worker, catalogue):
    made = document(catalogue, LOOP)
    reply = ask(worker, made)
    assert not error_messages(reply) and reply.types["COND"]["output"] == ["bool", [], ""]
    assert reply.types["EXIT"]["output"] == ["int32", None, "ENTER"]  # a loop's first shape need not be its last
    worker.call(requests.GetTypesRequest(edits=[to_json(SetValue("main", "ADD", "y", None))], page="main"))
    reply = worker.call(requests.GetTypesRequest(edits=[], page="main"))
    assert error_messages(reply).keys() == {("ADD", "y")}
    assert reply.types["ZERO"]["output"] == ["int32", [], ""]
    assert reply.types["MERGE"]["output"] == ["int32", None, "ADD"]


def test_a_cycle_takes_only_itself_out(worker, catalogue):
    reply = ask(
        worker,
        document(
            catalogue,
            {"A": MATRIX, "N": "Neg", "B": ("AddV2", {"y": "1"}), "C": "Neg"},
            "A.output -> N.x\nC.y -> B.x\nB.z -> C.x",
        ),
    )
    assert reply.types["N"]["y"] == ["float32", [1, 3], ""]
    assert any(p.code == "cycle" or "cycle" in p.message for p in reply.problems)


def test_gradients_and_their_dependents(worker, catalogue):
    blocks = {
        "X": ("loom.Variable", {"initvalues": "[1.0f, 2.0f]"}),
        "Y": "Square",
        "L": ("Sum", {"reduction_indices": "0"}),
        "G": "loom.Gradients",
        "STEP": ("Mul", {"y": "0.1"}),
        "A": MATRIX,
        "N": "Neg",
    }
    wires = """X.ref -> Y.x
               Y.y -> L.input
               L.output -> G.ys
               X.ref -> G.xs
               G.grads[0] -> STEP.x
               A.output -> N.x"""
    made = document(catalogue, blocks)
    for line in wires.splitlines():
        (a, a_pin), (b, b_pin) = (end.strip().split(".") for end in line.split("->"))
        Insert("main", wires=(Placed(Wire(a, a_pin, b, b_pin, "ref" if a == "X" else "tensor"), 9),)).apply(made)
    found = ask(worker, made).types
    assert found["G"]["grads"] == [["float32", [2], ""]] and found["STEP"]["z"] == ["float32", [2], ""]
    # Not differentiable: the composite reports that, and only its dependents are unknown.
    Remove("main", wires=(made.pages["main"].placed(Wire("X", "ref", "Y", "x", "ref")),)).apply(made)
    Insert("main", wires=(Placed(Wire("A", "output", "Y", "x"), 0),)).apply(made)
    reply = ask(worker, made)
    assert "does not depend" in error_messages(reply)["G", "ys"] and reply.types["N"]["y"] == ["float32", [1, 3], ""]
    assert reply.types["STEP"]["z"][1:] == [None, "G"]


def test_a_control_wire_from_a_broken_block(worker, catalogue):
    made = document(catalogue, {"E": "Neg", "A": MATRIX})
    Insert("main", wires=(Placed(control("E", "A"), 0),)).apply(made)
    assert ask(worker, made).types["A"]["output"] == ["float32", None, "E"]


def test_symbols_of_enuspace(worker, catalogue):
    made = document(catalogue, "C enu.Const val=[[1.0f,2.0f]]; N enu.Multiply y=2.0f")
    Insert("main", wires=(Placed(Wire("C", "output", "N", "x"), 0),)).apply(made)
    found = ask(worker, made).types
    assert [t[:2] for b in ("C", "N") for t in found[b].values()] == [["float32", [1, 2]]] * 2


def test_edits_keep_the_worker_up_to_date(worker, catalogue):
    made = document(catalogue, {"A": MATRIX, "N": "Neg"}, "A.output -> N.x")
    ask(worker, made)
    edits = [
        Insert("main", (Block("T", "Transpose", values={"perm": "[1, 0]"}),), (Placed(Wire("N", "y", "T", "x"), 0),)),
        Rename("main", "A", "FIRST"),
        CompositeEdit((SetValue("main", "FIRST", "value", "[[1.0, 2.0]]"),)),
    ]
    for edit in edits:
        reply = worker.call(requests.GetTypesRequest(edits=[to_json(edit)], page="main"))
        edit.apply(made)
    assert reply.types["T"] == {"y": ["float32", [2, 1], ""]}
    assert reply == replace(ask(worker, made), version=reply.version)
    # What does not fit: the whole document is asked for, and taken.
    assert worker.call(requests.GetTypesRequest(edits=[to_json(Rename("main", "GONE", "A"))], page="main")).stale
    assert worker.call(requests.GetTypesRequest(edits=[], page="main")).stale
    assert ask(worker, made).types == reply.types
    assert worker.call(requests.GetTypesRequest(edits=[], page="no such page")).stale


def test_the_latest_request_supersedes_those_before(worker, catalogue):
    made = document(
        catalogue,
        {"A": MATRIX} | {f"N{i}": "Neg" for i in range(1500)},
        "\n".join(f"A.output -> N{i}.x" for i in range(1500)),
    )
    first = worker.send(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
    more = [
        worker.send(requests.GetTypesRequest("main", edits=[to_json(SetValue("main", "A", "value", f"[{i}.0, 1.0]"))]))
        for i in range(4)
    ]
    first.result(60)
    *old, last = (answer.result(60) for answer in more)
    assert all(reply.superseded for reply in old)
    assert last.types["N7"] == {"y": ["float32", [2], ""]}


def test_while_a_run_goes_on(worker, catalogue):
    made = document(catalogue, "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref")
    worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
    worker.call(requests.ResetRequest())  # steps go on from those of a page of the same name
    ended = []
    running = threading.Thread(
        target=lambda: ended.append(worker.call(requests.RunRequest(mode=RunMode(0, watch=False))))
    )
    running.start()
    try:
        found = [types(worker, catalogue, {"A": MATRIX, "N": "Neg"}, "A.output -> N.x") for _ in range(5)]
        assert not ended and all(f["N"] == {"y": ["float32", [1, 3], ""]} for f in found)
    finally:
        worker.call(requests.StopRequest())
        running.join(20)
    assert ended[0].outcome == "stopped" and not ended[0].problems
    # The session goes on where it was.
    again = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert again.step == ended[0].step + 1 and again.shown.results["V"]["ref"]["text"] == str(again.step)


def test_a_wire_to_nowhere_takes_no_types_away(worker, catalogue):
    made = document(catalogue, {"A": MATRIX, "N": "Neg"}, "A.output -> N.x")
    made.pages["main"].put_wire(Wire("A", "output", "GONE", "x"))
    made.pages["main"].put_wire(Wire("GONE", "y", "N", "y"))
    made.pages["main"].blocks["M"] = Block("M", "Neg")
    made.pages["main"].put_wire(Wire("A", "nothing", "M", "x"))
    reply = ask(worker, made, "main")
    found = reply.problems
    ends = [[p.block, p.pin] for p in found if p.code in ("missing-target", "missing-block")]
    assert ends == [["A", "output"], ["N", "y"]]
    assert reply.types == {
        "A": {"output": ["float32", [1, 3], ""]},
        "N": {"y": ["float32", None, "N"]},
        "M": {"y": [None, None, "M"]},
    }


@settings(max_examples=examples(40))
@given(seeds)
def test_no_page_is_too_broken(worker, catalogue, seed):
    made = grow(documents.loads(documents.dumps(document(catalogue, {"A": MATRIX}))), seed, 25).document
    for page in made.pages:
        reply = ask(worker, made, page)  # raises if the worker reports a failure
        assert reply.types.keys() <= made.pages[page].blocks.keys()
        assert all(p.page == page for p in reply.problems)
        if (
            "A" in made.pages[page].blocks
            and made.pages[page].blocks["A"] == Block("A", *MATRIX[:1], 0, 0, MATRIX[1])
            and not made.pages[page].into.get("A")
        ):
            assert reply.types["A"] == {"output": ["float32", [1, 3], ""]}


@settings(max_examples=examples(8))
@given(seed=seeds)
def test_types_after_edits_are_those_of_the_document_made_whole(worker, catalogue, seed):
    """Cached facts about wires are updated by edits."""
    chance = random.Random(seed)
    made = document(catalogue, "A Const value=1.0f; B AddV2 x=<A.output y=<A.output; C Neg x=<B.z; D Cast x=<C.y")
    history, done = UndoStack(made), []
    history.listeners.append(lambda edit: done.append(to_json(edit)))
    worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
    for _ in range(4):
        for _ in range(3):
            if chance.random() < 0.2:
                history.undo()
            else:
                history.do(random_edit(chance, made.pages["main"], catalogue))
        after = worker.call(requests.GetTypesRequest(edits=done, page="main"))
        done.clear()
        whole = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
        if not PageInference(made.pages["main"], catalogue).looped:  # else the order of blocks matters as well
            assert after.types == whole.types
            assert sorted(map(str, after.problems)) == sorted(map(str, whole.problems))
