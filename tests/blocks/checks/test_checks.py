"""Every finding: its text, its place, and its remedy."""

import random
import re

import pytest
from hypothesis import given

from blockloom.blocks.checks import check, check_page
from blockloom.blocks.document.pages import CONTROL, WIRE_KINDS, Block, Frame, Note, Wire, new_document
from blockloom.blocks.problems import ERROR, WARNING, Problem
from tests.blocks.small import SMALL, SOUND, document
from tests.blocks.strategies import seeds


def problems_of(text: str, code: str = "", frames=()) -> list[Problem]:
    problems = check(document(text, frames), SMALL)
    for problem in problems:
        assert problem.page == "main" and problem.message and problem.remedy, problem
    return [p for p in problems if p.code == code] if code else problems


def only(text: str, code: str = "", frames=()) -> Problem:
    problems = problems_of(text, code, frames)
    assert len(problems) == 1, problems
    return problems[0]


def test_a_sound_page_has_no_problems():
    assert problems_of(SOUND) == []


# one row: the page, the code with the block and pin, words of the message, words of the remedy
ERRORS = {
    "unknown type": ("A AddV3", "unknown-type A", "no block type AddV3", "Did you mean AddV2"),
    "nothing near": ("A Qqqqqq", "unknown-type A", "Qqqqqq", "TensorFlow 2.21.0 has no op of this name"),
    "own type": ("A loom.Zzzzzzzzzzzzzz", "unknown-type A", "loom.Zzz", "Update Blockloom"),
    "deprecated": ("A OldAdd x=1", "deprecated-type A", "OldAdd is deprecated", "Use AddV2 instead"),
    "missing input": ("A AddV2 x=1", "missing-input A.y", "y has no wire and no value", "or type a value"),
    "missing ref": ("A Assign value=1", "missing-input A.ref", "ref has no wire", "Wire a variable to ref"),
    "missing handle": (
        "A QueueDequeue component_types=DT_FLOAT",
        "missing-input A.handle",
        "no wire",
        "Wire the handle to handle",
    ),
    "missing list": ("A AddN", "missing-input A.inputs", "no wire and no value", "Wire outputs to inputs"),
    "too few wires": (
        "A Const value=1; B ConcatV2 axis=0 values=<A.output",
        "too-few B.values",
        "values has 1 wire and needs at least 2",
        "Wire more outputs",
    ),
    "too small": (
        "A Const value=1; B Split split_dim=0 value=[1,2] num_split=0",
        "too-few B.num_split",
        "num_split is 0; the minimum is 1",
        "Give 1 or more",
    ),
    "too short": ("A Sort x=1 window=[3]", "too-few A.window", "window has 1 element; the minimum is 2", "Give 2"),
    "too large": (
        "B Split split_dim=0 value=[1,2] num_split=2147483647",
        "too-many B.num_split",
        "num_split is 2147483647; the maximum is 10000",
        "Give 10000 or less",
    ),
    "several wires": (
        "A Const value=1; B AddV2 y=1 x=<A.output,A.output",
        "too-many-wires B.x",
        "x takes one wire and has 2",
        "Keep one of A.output, A.output",
    ),
    "tensor into ref": (
        "A Const value=1; B Assign value=1 ref=<A.output",
        "wrong-kind B.ref",
        "A.output is a tensor output, and ref takes a ref",
        "Wire the output of a Variable",
    ),
    "list into tensor": (
        "A Split split_dim=0 value=[1,2] num_split=2; B AddV2 y=1 x=<A.output",
        "wrong-kind B.x",
        "A.output is a list output",
        "Wire one element of it: A.output[0]",
    ),
    "operation into tensor": (
        "A Print text=a; B AddV2 y=1 x=<A.operation",
        "wrong-kind B.x",
        "is an operation output, and x takes a tensor",
        "Wire an output that is a tensor",
    ),
    "wire of another kind": (
        "A Const value=1; B AddV2 y=1; A.output -> B.x list",
        "wrong-kind B.x",
        "states a list wire, but A.output is a tensor output",
        "Draw the wire again",
    ),
    "control into session": (
        "A Print text=a; S loom.Session run_outputs=<A.operation; A -> S",
        "wrong-kind S",
        "the control wire A -> S touches S",
        "run_outputs",
    ),
    "wire from nowhere": ("B AddV2 y=1 x=<GONE.z", "missing-block B.x", "begins at the block GONE", "add the block"),
    "wire to nowhere": (
        "B AddV2 y=1 x=1; B.z -> GONE.x",
        "missing-target B.z",
        "ends at the block GONE",
        "add the block",
    ),
    "wire between nothing": ("B AddV2 y=1 x=1; FAR.z -> GONE.x", "missing-target .z", "FAR.z -> GONE.x", "Remove"),
    "wire to no pin": (
        "A Const value=1; B AddV2 x=1 y=1 w=<A.output",
        "missing-pin B.w",
        "AddV2 has no input w, where the wire from A.output ends",
        "Its inputs are x, y",
    ),
    "wire to an attr": (
        "A Const value=1; B AddV2 x=1 y=1 T=<A.output",
        "missing-pin B.T",
        "no input T",
        "type T: it is an attribute",
    ),
    "wire from no pin": (
        "A Const value=1; B AddV2 y=1 x=<A.nothing",
        "missing-output A.nothing",
        "Const has no output nothing, where the wire to B.x begins",
        "Its outputs are output",
    ),
    "index of one output": (
        "A Const value=1; B AddV2 y=1 x=<A.output[0]",
        "bad-index A.output",
        "output is one output, not a list",
        "Wire A.output to B.x",
    ),
    "index too large": (
        "A Split split_dim=0 value=[1,2] num_split=2; B AddV2 y=1 x=<A.output[2]",
        "bad-index A.output",
        "output has 2 outputs, so there is no output[2]",
        "the first is [0]",
    ),
    "value without a pin": (
        "A AddV2 x=1 y=1 w=1",
        "unknown-pin A.w",
        "AddV2 has no input or attribute w",
        "its pins are x, y, T",
    ),
    "value in a ref pin": (
        "A Assign ref=1 value=1",
        "not-typeable A.ref",
        "a ref pin takes no typed-in value",
        "wire a variable to ref",
    ),
    "value that does not parse": ("A AddV2 x=[1,[2]] y=1", "bad-value A.x", "not rectangular", "Type a value"),
    "value of another dtype": (
        "A ConcatV2 values=[1,2] axis=1.5",
        "bad-value A.axis",
        "not a whole number",
        "DT_INT32",
    ),
    "attr that does not parse": (
        "A Split split_dim=0 value=1 num_split=two",
        "bad-value A.num_split",
        "two",
        "Type an int",
    ),
    "attr not allowed": ("A Sort x=1 window=[1,2] order=SIDEWAYS", "not-allowed A.order", "SIDEWAYS", "UP, DOWN"),
    "dtype not allowed": ('A AddV2 x="a" y="b"', "not-allowed A.x", "DT_STRING", "DT_FLOAT"),
    "attr missing": ("A Split split_dim=0 value=1", "missing-attr A.num_split", "has no value", "Type a value"),
    "dtypes clash": (
        "A Const value=1.5f; B ConcatV2 values=[1,2] axis=<A.output",
        "dtype-clash B.axis",
        "A.output gives DT_FLOAT, but axis is DT_INT32",
        "Insert a Cast to DT_INT32",
    ),
    "wrong number": (
        "A Const value=1; B AddN N=3 inputs=<A.output,A.output",
        "wrong-count B.inputs",
        "2 outputs arrive at inputs, but N is 3",
        "Wire the number of outputs to inputs that N states, or clear N",
    ),
    "wrong list": (
        "A Const value=1; B Tee Ts=[DT_INT32,DT_INT32] data=<A.output",
        "wrong-count B.data",
        "1 output arrives at data, but Ts lists 2 dtypes",
        "or clear Ts",
    ),
    "list clash": (
        "A Const value=1; B Tee Ts=[DT_INT32,DT_FLOAT] data=<A.output,A.output",
        "dtype-clash B.data",
        "A.output gives DT_INT32, but Ts says DT_FLOAT",
        "Cast to DT_FLOAT",
    ),
    "function": ("A Map x=1 f=none", "missing-page A.f", "the document has no page none", "Add a page of this name"),
    "function like another": (
        "A Map x=1 f=mian",
        "missing-page A.f",
        "the document has no page mian",
        "Did you mean main?",
    ),
    "function missing": ("A Map x=1", "missing-attr A.f", "f (func) has no value", "Type a value for f"),
    "optional function": ("A MaybeMap x=1 fs=[main,none]", "missing-page A.fs", "no page none", "Add a page"),
    "circle": (
        "A AddV2 y=1 x=<C.z; B AddV2 y=1 x=<A.z; C AddV2 y=1 x=<B.z",
        "cycle A",
        "the wires form a cycle: A -> B -> C -> A",
        "NextIteration wired to a Merge",
    ),
    "itself": ("A AddV2 y=1 T=DT_INT32 x=<A.z", "cycle A", "A -> A", "Remove one"),
    "circle of control": ("A Print text=a; B Print text=b; A -> B; B -> A", "cycle A", "A -> B -> A", "Remove one"),
    "fed twice": (
        "P Placeholder dtype=DT_FLOAT; F loom.Feed value=1 placeholder=<P.output; "
        "G loom.Feed value=1 placeholder=<P.output",
        "fed-twice G.placeholder",
        "P.output is fed by F already",
        "Remove one",
    ),
    "feed of nothing": ("A Const value=1; F loom.Feed value=1", "missing-input F.placeholder", "no wire", "Wire"),
    "feed without value": (
        "P Placeholder dtype=DT_FLOAT; F loom.Feed placeholder=<P.output",
        "missing-input F.value",
        "no wire and no value",
        "type a value",
    ),
    "wired feed": (
        "P Placeholder dtype=DT_FLOAT; A Const value=1.5f; F loom.Feed placeholder=<P.output value=<A.output",
        "wired-feed F.value",
        "typed in, not wired",
        "type the value",
    ),
    "fed initial value": (
        "P Placeholder dtype=DT_FLOAT; V loom.Variable initvalues=<P.output",
        "fed-initial-value V.initvalues",
        "depends on P",
        "Take a constant",
    ),
}


@pytest.mark.parametrize("text, at, says, remedy", ERRORS.values(), ids=ERRORS.keys())
def test_errors(text, at, says, remedy):
    code, block, pin = re.fullmatch(r"(\S+) (\w*)\.?(\w*)", at).groups()
    problem = only(text, code)
    assert (problem.severity, problem.block, problem.pin) == (ERROR, block, pin)
    assert says in problem.message and remedy in problem.remedy, problem
    assert str(problem).startswith(f"error: {problem.place_text}: ")


@pytest.mark.parametrize(
    "text",
    [
        "A Const value=[1",
        "A Const value=flase",
        "A AddV2 x=[1 y=2",
        "A AddN inputs=[1",
        "A Const value=[1\nB AddV2 y=2\nA.output -> B.x",
        "A Placeholder dtype=DT_FLAOT",
    ],
)
def test_a_literal_that_does_not_parse_is_one_error(text):
    assert [(one.code, one.block) for one in problems_of(text) if one.severity == ERROR] == [("bad-value", "A")]


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("DT_FLAOT", "DT_FLOAT"),
        ("flaot", "DT_FLOAT"),
        ("float23", "DT_FLOAT"),
        ("tf.dobule", "DT_DOUBLE"),
        ("DT_COMPLX64", "DT_COMPLEX64"),
    ],
)
def test_a_misspelt_dtype_gets_a_suggestion(typed, meant):
    assert f"is not a dtype: did you mean {meant}?" in only(f"A Placeholder dtype={typed}", "bad-value").message
    assert "such as DT_FLOAT" in only("A Placeholder dtype=nonsense", "bad-value").message


ACCUMULATOR = """
ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]
APPLY AccumulatorApplyGradient local_step=100 gradient=1
TAKE AccumulatorTakeGradient num_required={needs} dtype=DT_FLOAT
S loom.Session
ACC.handle -> APPLY.handle
ACC.handle -> TAKE.handle
APPLY.operation -> S.run_outputs
TAKE.average -> S.fetch_outputs
"""
STAGE = """
U Unstage dtypes=DT_FLOAT shared_name={a}
T Stage values=1.5f shared_name={b}
"""
QUEUE = "Q FIFOQueue component_types=DT_FLOAT\nD QueueDequeue component_types=DT_FLOAT\nQ.handle -> D.handle\n"
WARNINGS = {
    "too few gradients": (
        ACCUMULATOR.format(needs=2),
        "never-supplied TAKE.num_required",
        "num_required is 2, but one step of this page supplies 1 gradient",
        "Lower num_required",
    ),
    "an apply not run": (
        ACCUMULATOR.format(needs=1).replace("APPLY.operation -> S.run_outputs\n", ""),
        "never-supplied TAKE.num_required",
        "num_required is 1, but one step of this page supplies 0 gradients",
        "AccumulatorApplyGradient",
    ),
    "a wired number": (
        ACCUMULATOR.format(needs=1).replace("num_required=1 ", "") + "N Const value=3\nN.output -> TAKE.num_required",
        "never-supplied TAKE.num_required",
        "num_required is 3",
        "shared_name",
    ),
    "a step that stays": (
        ACCUMULATOR.format(needs=1).replace("local_step=100", "local_step=3"),
        "stale-step APPLY.local_step",
        "from step 5 on",
        "a variable that counts",
    ),
    "unstage alone": ("U Unstage dtypes=DT_FLOAT", "never-supplied U", "waits for ever", "Add a Stage"),
    "another stage": (STAGE.format(a="left", b="right"), "never-supplied U", "waits for ever", "shared_name"),
    "dequeue alone": (QUEUE, "never-supplied D", "no block that this session runs enqueues", "Add a QueueEnqueue"),
    "idle session": (
        "A Const value=1; S loom.Session",
        "idle-session S",
        "fetches and runs nothing",
        "Wire outputs to fetch_outputs",
    ),
    "not fed": ("P Placeholder dtype=DT_FLOAT", "not-fed P", "nothing feeds it", "Wire a Feed block"),
    "idle feed": (
        "P Placeholder dtype=DT_FLOAT; F loom.Feed value=1 placeholder=<P.output; "
        "S loom.Session fetch_outputs=<P.output",
        "idle-feed F.feed",
        "no session uses it",
        "inputs of a Session",
    ),
    "only a TPU": (
        "A OnTpu",
        "no-kernel A",
        "OnTpu does not run on a CPU: it has kernels for TPU_SYSTEM only",
        "Run it on a machine with such a device",
    ),
    "no kernel": ("A Nowhere", "no-kernel A", "this TensorFlow has no kernel for it", "Replace it"),
    "frame gone": ("A Const value=1 @frame=GONE", "missing-frame A", "in the frame GONE", "frame"),
}


@pytest.mark.parametrize("text, at, says, remedy", WARNINGS.values(), ids=WARNINGS.keys())
def test_warnings(text, at, says, remedy):
    code, block, pin = re.fullmatch(r"(\S+) (\w*)\.?(\w*)", at).groups()
    problem = only(text, code)
    assert (problem.severity, problem.block, problem.pin) == (WARNING, block, pin)
    assert says in problem.message and remedy in problem.remedy, problem
    assert not [p for p in problems_of(text) if p.severity == ERROR]


FED = """
P Placeholder dtype=DT_FLOAT
F loom.Feed value=1
S loom.Session
P.output -> F.placeholder
F.feed -> S.inputs
P.output -> S.fetch_outputs
"""
LOOP = """
START Const value=1.5f
IN Enter
M Merge
STEP AddV2 y=1
BACK NextIteration
OUT Exit
START.output -> IN.data
IN.output -> M.inputs
M.output -> STEP.x
STEP.z -> BACK.data
STEP.z -> OUT.data
BACK.output -> M.inputs
"""


SOUND_PAGES = {
    "gradients": ACCUMULATOR.format(needs=1),
    "two gradients": ACCUMULATOR.format(needs=2) + "MORE AccumulatorApplyGradient local_step=100 gradient=1\n"
    "ACC.handle -> MORE.handle\nMORE.operation -> S.run_outputs",
    "wired number": ACCUMULATOR.format(needs=1).replace("num_required=1 ", "") + "N Const value=1\n"
    "N.output -> TAKE.num_required",
    "stage": STAGE.format(a="one", b="one"),
    "queue": QUEUE + "E QueueEnqueue components=1.5f\nQ.handle -> E.handle",
    "queue by name": QUEUE.replace("DT_FLOAT", "DT_FLOAT shared_name=q", 1) + "E QueueEnqueue components=1.5f\n"
    "O FIFOQueue component_types=DT_FLOAT shared_name=q\nO.handle -> E.handle",
    "feed": FED,
    "loop": LOOP,
    "empty list": "A Tee",
    "no function": "A MaybeMap x=1",
    "abort": "A Abort",
    "TPU op outside": "A OnTpu\nB Const value=1\nS loom.Session\nB.output -> S.fetch_outputs",
    "control wire": "A AddV2 x=1.5 y=2\nB Print text=done\nA -> B",
    "list into list": "A Split split_dim=0 value=[1,2] num_split=2\nB AddN\nA.output -> B.inputs",
    "element of a list": "A Split split_dim=0 value=[1,2] num_split=2\nB AddV2 y=1\nA.output[1] -> B.x",
}


@pytest.mark.parametrize("text", SOUND_PAGES.values(), ids=SOUND_PAGES.keys())
def test_no_false_alarm(text):
    assert problems_of(text) == []


def test_an_accumulator_shared_by_name_counts_the_gradients_of_all_its_blocks():
    text = ACCUMULATOR.format(needs=1).replace("shape=[]", "shape=[] shared_name=acc").replace(
        "ACC.handle -> APPLY", "TWIN.handle -> APPLY"
    ) + ("TWIN ConditionalAccumulator dtype=DT_FLOAT shape=[] shared_name=")
    assert problems_of(text + "acc") == []
    assert only(text + "other", "never-supplied").block == "TAKE"


def test_takes_from_one_accumulator_add_up():
    text = ACCUMULATOR.format(needs=1) + (
        "MORE AccumulatorTakeGradient num_required=1 dtype=DT_FLOAT\n"
        "ACC.handle -> MORE.handle\nMORE.average -> S.fetch_outputs"
    )
    problems = problems_of(text, "never-supplied")
    assert [p.block for p in problems] == ["MORE", "TAKE"]
    assert "2 with all blocks that take from this accumulator" in problems[0].message


def test_sessions_do_not_share_gradients():
    text = (
        ACCUMULATOR.format(needs=1).replace("APPLY.operation -> S.run_outputs", "APPLY.operation -> S2.run_outputs")
        + "S2 loom.Session"
    )
    assert only(text, "never-supplied").block == "TAKE"


def test_gradients_applied_in_a_loop_are_not_counted():
    text = ACCUMULATOR.format(needs=9) + LOOP + "STEP -> APPLY\n"
    assert problems_of(text, "never-supplied") == []


def test_an_empty_page_and_a_page_with_nothing_to_run():
    made = new_document()
    assert [(p.code, p.severity) for p in check(made, SMALL)] == [("empty-page", ERROR)]
    made.page("main").notes["N"] = Note("N")
    assert "no blocks" in check(made, SMALL)[0].message
    assert only("S loom.Session", "idle-session").severity == WARNING
    assert [
        p.code for p in check(document(LOOP.replace("STEP.z -> OUT.data\n", "").replace("OUT Exit\n", "")), SMALL)
    ] == ["empty-page"]


def test_an_id_used_twice_is_reported_with_its_page():
    made = document(SOUND)
    made.pages["other"] = document("A Const value=1").page("main")
    made.pages["other"].name = "other"
    made.troubles = [Problem.from_texts(ERROR, "duplicate-id", "other", "A", "", "the id A is used twice", "Rename it")]
    assert [p.code for p in check(made, SMALL)] == ["duplicate-id"]
    assert [p.code for p in check(made, SMALL, "other")] == ["duplicate-id"]
    assert check(made, SMALL, "main") == []


def test_only_the_page_that_is_asked_for_is_checked():
    made = document("A AddV3")
    made.pages["two"] = document(SOUND).page("main")
    made.pages["two"].name = "two"
    assert [p.code for p in check(made, SMALL)] == ["unknown-type"]
    assert check_page(made, "two", SMALL) == []
    with pytest.raises(KeyError):
        check_page(made, "three", SMALL)


def test_what_follows_from_one_mistake_is_said_once():
    assert [(p.code, p.pin) for p in problems_of("A Exit data=[1")] == [("bad-value", "data")]
    assert [(p.code, p.pin) for p in problems_of("A AddV2")] == [("missing-input", "x"), ("missing-input", "y")]
    assert [(p.code, p.block) for p in problems_of("A AddV3\nB AddV2 y=1\nC AddV2 y=1\nA.z -> B.x\nB.z -> C.x")] == [
        ("unknown-type", "A")
    ]


def test_every_bad_block_is_reported_and_errors_come_first():
    text = "\n".join(f"B{i} Type{i}" for i in range(12)) + "\nP Placeholder dtype=DT_FLOAT"
    problems = problems_of(text)
    assert [p.code for p in problems] == ["unknown-type"] * 12 + ["not-fed"]


def test_frames_that_contain_themselves():
    frames = (Frame("F", frame="G"), Frame("G", frame="F"), Frame("H", frame="F"), Frame("I", frame="I"), Frame("J"))
    assert [p.block for p in problems_of("A Const value=1 @frame=J", "frame-cycle", frames)] == ["F", "G", "I"]


def test_a_long_circle_is_shortened():
    made = document("A Const value=1")
    page = made.page("main")
    for i in range(50):
        page.blocks[f"B{i:02}"] = Block(f"B{i:02}", "AddV2", values={"y": "1", "T": "DT_FLOAT"})
        page.put_wire(Wire(f"B{i:02}", "z", f"B{(i + 1) % 50:02}", "x"))
    (problem,) = check(made, SMALL)
    assert problem.message.endswith("B00 -> B01 -> B02 -> B03 -> ... -> B47 -> B48 -> B49 -> B00")


def test_the_answer_depends_on_the_content_only():
    text = "A AddV2\nB AddV3\nC Map\nA.z -> B.x\nB.z -> A.y\nA.z -> C.q\nGONE.x -> A.x\nA.z -> FAR.x\nA.z -> NEAR.x"
    lines = text.splitlines()
    assert check(document(text), SMALL) == check(document("\n".join(reversed(lines))), SMALL)


@given(seeds)
def test_any_page_gets_problems_and_never_an_exception(seed):
    chance, made = random.Random(seed), new_document()
    page, types = made.page("main"), [*SMALL, "NoSuchType"]
    texts = [
        "1",
        "[1, 2]",
        "1.5f",
        "x",
        "",
        "DT_FLOAT",
        "[DT_INT32,DT_FLOAT]",
        "[3",
        "-1",
        "?",
        "main",
        "99999",
        '"a"',
        "{}",
    ]

    def names(block, side):
        type_ = SMALL.get(block.type)
        return [*(p.name for p in getattr(type_, side, ())), "odd", "output[1]"]

    for i in range(chance.randrange(12)):
        block = Block(f"B{i}", chance.choice(types), frame=chance.choice(["", "", "F"]))
        known = [*names(block, "inputs"), *names(block, "attrs")]
        page.blocks[block.id] = block._replace(values={chance.choice(known): chance.choice(texts) for _ in range(4)})
    ids = [*page.blocks, "GONE"]
    for _ in range(chance.randrange(25)):
        a, b = (page.blocks.get(chance.choice(ids), Block("GONE", "?")) for _ in "ab")
        kind = chance.choice([*WIRE_KINDS])
        page.put_wire(
            Wire(a.id, "", b.id, "", kind)
            if kind == CONTROL
            else Wire(a.id, chance.choice(names(a, "outputs")), b.id, chance.choice(names(b, "inputs")), kind)
        )
    problems = check(made, SMALL)
    assert all(p.page == "main" and p.message and p.remedy for p in problems)
    assert {p.block for p in problems} <= {*page.blocks, ""}
    assert len(set(problems)) == len(problems)


def test_real_ops(catalogue):
    made = new_document()
    page = made.page("main")
    page.blocks["OLD"] = Block("OLD", "BatchCholesky", values={"input": "[[1.0]]"})
    page.blocks["TPU"] = Block("TPU", "InfeedDequeue", values={"dtype": "DT_FLOAT", "shape": "[]"})
    page.blocks["NEW"] = Block("NEW", "MatMull")
    codes = {p.block: (p.code, p.remedy) for p in check(made, catalogue)}
    assert codes["OLD"][0] == "deprecated-type" and "Cholesky" in codes["OLD"][1]
    assert codes["TPU"][0] == "no-kernel"
    assert "MatMul" in codes["NEW"][1]
