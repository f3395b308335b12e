"""Optimizers as blocks: the weights of a plain script, slots as results, state, and refused values."""

import re
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.core.framework.summary_pb2 import Summary

from blockloom import BadPage, RunFailed, run
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.runner import Runner
from tests.extent import slow
from tests.pages import document
from tests.waiting import until

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"

v1 = tf.compat.v1
X = [[0.0, 1.0], [1.0, -1.0], [2.0, 0.5], [3.0, 2.0]]
Y = [1.0, -2.5, 1.0, 3.0]
W = [0.3, -0.2]
PAGE = {
    "X": ("Const", {"value": str(X)}),
    "Y": ("Const", {"value": str(Y)}),
    "STEP": ("loom.Variable", {"initvalues": "0", "dtype": "DT_INT64"}),
    "WX": "Mul",
    "SUM": ("Sum", {"reduction_indices": "1"}),
    "P": "AddV2",
    "ERROR": "SquaredDifference",
    "LOSS": ("Mean", {"reduction_indices": "0"}),
    "MIN": "loom.Minimize",
}
WIRES = """X.output -> WX.x
           W.{0} -> WX.y
           WX.z -> SUM.input
           SUM.output -> P.x
           B.{0} -> P.y
           P.z -> ERROR.x
           Y.output -> ERROR.y
           ERROR.z -> LOSS.input
           LOSS.output -> MIN.loss
           OPT.optimizer -> MIN.optimizer
           STEP.ref -> MIN.global_step"""


def page(catalogue, optimizer, resource=False, dtype="DT_FLOAT", more=None, wires="", without="", **options):
    kind, out = ("loom.ResourceVariable", "value") if resource else ("loom.Variable", "ref")
    blocks = {
        name: ((made[0], made[1] | {"dtype": dtype}) if made[0] == "Const" else made)
        for name, made in PAGE.items()
        if name not in without.split()
    }
    blocks |= {
        "W": (kind, {"initvalues": str(W), "dtype": dtype}),
        "B": (kind, {"initvalues": "0.1", "dtype": dtype}),
        "OPT": optimizer,
        **(more or {}),
    }
    kept = [
        line for line in WIRES.format(out).splitlines() if not set(without.split()) & set(re.findall(r"(\w+)\.", line))
    ]
    return document(catalogue, blocks, "\n".join(kept) + "\n" + wires, **options)


def script(make, resource=False, steps=20, dtype=tf.float32):
    """Train the same regression in a plain script; `make(global_step)` returns the optimizer."""
    with tf.Graph().as_default():
        w = v1.get_variable("w", initializer=tf.constant(W, dtype), use_resource=resource)
        b = v1.get_variable("b", initializer=tf.constant(0.1, dtype), use_resource=resource)
        step = v1.get_variable("step", initializer=tf.constant(0, tf.int64), trainable=False)
        loss = tf.reduce_mean((tf.reduce_sum(tf.constant(X, dtype) * w, 1) + b - tf.constant(Y, dtype)) ** 2)
        op = make(step).minimize(loss, step)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(steps):
                session.run(op)
            return session.run([w, b, step])


OPTIMIZERS = [
    ("GradientDescent", {"learning_rate": "0.05"}, lambda s: v1.train.GradientDescentOptimizer(0.05)),
    ("Momentum", {"learning_rate": "0.02", "momentum": "0.9"}, lambda s: v1.train.MomentumOptimizer(0.02, 0.9)),
    (
        "Momentum",
        {"learning_rate": "0.02", "momentum": "0.8", "use_nesterov": "true", "use_locking": "true"},
        lambda s: v1.train.MomentumOptimizer(0.02, 0.8, use_nesterov=True),
    ),
    (
        "Adagrad",
        {"learning_rate": "0.3", "initial_accumulator_value": "0.2"},
        lambda s: v1.train.AdagradOptimizer(0.3, 0.2),
    ),
    (
        "AdagradDA",
        {"learning_rate": "0.3", "l1_regularization_strength": "0.01"},
        lambda s: v1.train.AdagradDAOptimizer(0.3, s, l1_regularization_strength=0.01),
    ),
    ("Adadelta", {"learning_rate": "1"}, lambda s: v1.train.AdadeltaOptimizer(1.0)),
    ("Adam", {}, lambda s: v1.train.AdamOptimizer()),
    (
        "Adam",
        {"learning_rate": "0.1", "beta1": "0.8", "beta2": "0.99", "epsilon": "1e-4"},
        lambda s: v1.train.AdamOptimizer(0.1, 0.8, 0.99, 1e-4),
    ),
    (
        "Ftrl",
        {
            "learning_rate": "0.3",
            "l1_regularization_strength": "0.01",
            "l2_shrinkage_regularization_strength": "0.02",
            "beta": "0.1",
            "accum_name": "sums",
        },
        lambda s: v1.train.FtrlOptimizer(
            0.3, l1_regularization_strength=0.01, l2_shrinkage_regularization_strength=0.02, beta=0.1
        ),
    ),
    ("RMSProp", {"learning_rate": "0.05", "momentum": "0.5"}, lambda s: v1.train.RMSPropOptimizer(0.05, momentum=0.5)),
    (
        "RMSProp",
        {"learning_rate": "0.05", "decay": "0.8", "centered": "true"},
        lambda s: v1.train.RMSPropOptimizer(0.05, 0.8, centered=True),
    ),
    (
        "ProximalGradientDescent",
        {"learning_rate": "0.05", "l1_regularization_strength": "0.05"},
        lambda s: v1.train.ProximalGradientDescentOptimizer(0.05, 0.05),
    ),
    (
        "ProximalAdagrad",
        {"learning_rate": "0.3", "l2_regularization_strength": "0.05"},
        lambda s: v1.train.ProximalAdagradOptimizer(0.3, l2_regularization_strength=0.05),
    ),
]


CASES = [  # each optimizer once, with variables of one kind; those with other options and the other kind are slow
    pytest.param(
        *case,
        resource,
        id=f"{case[0]}{number}-{resource}",
        marks=slow if number % 2 == resource or case[0] in [other for other, *_ in OPTIMIZERS[:number]] else (),
    )
    for number, case in enumerate(OPTIMIZERS)
    for resource in (False, True)
]


@pytest.mark.parametrize(("name", "values", "make", "resource"), CASES)
def test_twenty_steps_are_those_of_a_plain_script(catalogue, worker, name, values, make, resource):
    wires = "STEP.ref -> OPT.global_step" if name == "AdagradDA" else ""
    made = page(catalogue, (f"loom.{name}Optimizer", values), resource, wires=wires)
    got = run(made, steps=20, worker=worker).results
    out = "value" if resource else "ref"
    w, b, step = script(make, resource)
    np.testing.assert_allclose(got["W"][out], w, rtol=2e-6)
    np.testing.assert_allclose(got["B"][out], b, rtol=2e-6)
    assert got["STEP"]["ref"] == step == 20
    assert abs(w - W).max() > 1e-3  # they have moved


@pytest.mark.parametrize("resource", [False, True])
def test_hyperparameters_may_be_wired_and_doubles_are_trained_as_doubles(catalogue, worker, resource):
    more = {"RATE": ("Const", {"value": "0.05"}), "HALF": ("Mul", {"y": "0.5"})}
    made = page(
        catalogue,
        ("loom.MomentumOptimizer", {"momentum": "0.9"}),
        resource,
        "DT_DOUBLE",
        more,
        "RATE.output -> HALF.x\nHALF.z -> OPT.learning_rate",
    )
    got = run(made, steps=20, worker=worker).results
    w, *_ = script(lambda s: v1.train.MomentumOptimizer(np.float64(0.025), 0.9), resource, dtype=tf.float64)
    np.testing.assert_allclose(got["W"]["value" if resource else "ref"], w, rtol=1e-12)


SYNC = {"SGD": ("loom.GradientDescentOptimizer", {"learning_rate": "0.05"})}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of TensorFlow's queue runner
@pytest.mark.parametrize("tokens", [0, -1])
def test_sync_replicas_does_what_its_hook_does(catalogue, worker, tokens):
    with tf.Graph().as_default():
        w = v1.get_variable("w", initializer=tf.constant(W))
        step = v1.train.get_or_create_global_step()
        loss = tf.reduce_mean((tf.reduce_sum(tf.constant(X) * w, 1) - tf.constant(Y)) ** 2)
        opt = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.05), 1)
        op = opt.minimize(loss, step)
        hook = opt.make_session_run_hook(True, tokens)
        with v1.train.MonitoredTrainingSession(hooks=[hook], stop_grace_period_secs=0.1) as session:
            for _ in range(20):
                session.run(op)
            wanted = session.run([w, step])
    optimizer = ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "1", "num_tokens": str(tokens)})
    made = page(
        catalogue, optimizer, without="B P", more=SYNC, wires="SUM.output -> ERROR.x\nSGD.optimizer -> OPT.optimizer"
    )
    got = run(made, steps=20, timeout=20, worker=worker).results
    np.testing.assert_allclose(got["W"]["ref"], wanted[0], rtol=1e-6)
    assert got["STEP"]["ref"] == wanted[1] == (20 if tokens == 0 else 19)  # with a token ahead, one gradient is late


def test_a_worker_that_is_not_a_chief_says_what_it_waits_for(catalogue, worker):
    from blockloom import TimedOut

    optimizer = ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "2", "is_chief": "false"})
    made = page(catalogue, optimizer, more=SYNC, wires="SGD.optimizer -> OPT.optimizer")
    with pytest.raises(TimedOut) as caught:
        run(made, timeout=0.5, worker=worker)
    assert caught.value.waiting == {"MIN": "0 of 1 tokens of the chief"}


def test_slots_are_results_and_can_be_fetched(catalogue, worker):
    made = page(catalogue, "loom.AdamOptimizer", resource=True)
    got = run(made, steps=2, worker=worker).results["OPT"]
    assert got["optimizer"] == {"dtype": "optimizer", "about": "the Adam optimizer"}
    assert set(got) == {"optimizer", "m:W", "m:B", "v:W", "v:B", "beta1_power", "beta2_power"}
    assert got["m:W"].shape == (2,)
    assert got["beta1_power"] == pytest.approx(0.9**3)
    one = run(made, steps=2, fetch=["OPT.m:W"], worker=worker).results
    assert list(one) == ["OPT"]
    np.testing.assert_array_equal(one["OPT"].pop("m:W"), got["m:W"])
    assert not one["OPT"]
    with pytest.raises(BadPage, match=r"OPT has no result 'm:V'; it has: .*m:W"):
        run(made, fetch=["OPT.m:V"], worker=worker)


def test_what_an_optimizer_creates_is_named_after_the_variable_and_not_after_the_page(catalogue, worker, tmp_path):
    made = page(
        catalogue,
        "loom.AdamOptimizer",
        resource=True,
        frames=(Frame("F", "here"),),
        framed={"MIN": "F", "OPT": "F", "W": "F"},
    )
    SetValue("main", "W", "shared_name", "ps weights").apply(made)
    path = tmp_path / "graph.pbtxt"
    assert not worker.call(requests.ExportRequest(document=documents.dumps(made), page="main", path=str(path))).problems
    text = path.read_text()
    for name in ("ps_weights/Adam", "ps_weights/Adam_1", "B/Adam", "B/Adam_1", "B/Adam/beta1_power"):
        assert f'shared_name"\n    value {{\n      s: "{name}"' in text
    assert "restore" not in text


def test_slots_survive_edits_and_restarts(catalogue, worker):
    def open_(made):
        return worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))

    def steps(count):
        return worker.call(requests.RunRequest(mode=RunMode(count))).shown.results

    made = page(catalogue, ("loom.MomentumOptimizer", {"learning_rate": "0.02", "momentum": "0.9"}))
    straight = run(made, steps=5, worker=worker).results
    worker.call(requests.ResetRequest())
    open_(made)
    first = steps(2)["OPT"]["momentum:W"]["text"]
    SetValue("main", "OPT", "learning_rate", "0.020").apply(made)
    reply = open_(made)
    assert reply.retained == ["B", "OPT", "STEP", "W"]
    assert reply.reset == []
    assert steps(1)["OPT"]["momentum:W"]["text"] != first
    worker.kill()
    until(lambda: not worker.alive)
    worker.start()
    assert open_(made).retained == ["B", "OPT", "STEP", "W"]
    steps(2)
    got = worker.call(requests.GetResultsRequest())
    for block, pin in (("OPT", "momentum:W"), ("W", "ref")):
        np.testing.assert_array_equal(got.arrays[got.results[block][pin]["array"]], straight[block][pin])


def test_sessions_that_share_an_optimizer_have_their_own_slots(catalogue, worker):
    made = page(
        catalogue,
        ("loom.MomentumOptimizer", {"learning_rate": "0.1", "momentum": "0.5"}),
        more={"AGAIN": "loom.Minimize", "S1": "loom.Session", "S2": "loom.Session"},
        wires="""OPT.optimizer -> AGAIN.optimizer
                         LOSS.output -> AGAIN.loss
                         MIN.operation -> S1.run_outputs
                         AGAIN.operation -> S2.run_outputs""",
    )
    result = run(made, steps=2, worker=worker)
    one, two = (result.sessions[s]["OPT"]["momentum:W"] for s in ("S1", "S2"))
    np.testing.assert_array_equal(one, two)  # as each trained its own variables from the start


HALVES = {"GRADS": "loom.ComputeGradients", "APPLY": "loom.ApplyGradients"}
HALF_WIRES = """OPT.optimizer -> GRADS.optimizer
                OPT.optimizer -> APPLY.optimizer
                LOSS.output -> GRADS.loss
                GRADS.gradients -> APPLY.gradients
                STEP.ref -> APPLY.global_step"""


@pytest.mark.parametrize("gate", ["GATE_NONE", "GATE_OP", "GATE_GRAPH"])
def test_compute_and_apply_are_minimize(catalogue, worker, gate):
    more = {**HALVES, "GRADS": ("loom.ComputeGradients", {"gate_gradients": gate, "aggregation_method": "ADD_N"})}
    made = page(catalogue, "loom.AdamOptimizer", more=more, wires=HALF_WIRES, without="MIN")
    got = run(made, steps=3, worker=worker).results
    wanted = run(page(catalogue, "loom.AdamOptimizer"), steps=3, worker=worker).results
    assert got["GRADS"]["gradients"] == {"dtype": "gradients", "about": "the gradients by B, W"}
    for block, pin in (("W", "ref"), ("B", "ref"), ("STEP", "ref"), ("OPT", "m:W")):
        np.testing.assert_array_equal(got[block][pin], wanted[block][pin])


def test_gradients_may_be_changed_before_they_are_applied(catalogue, worker):
    more = {**HALVES, "CLIP": ("ClipByValue", {"clip_value_min": "-0.5f", "clip_value_max": "0.5f"})}
    made = page(
        catalogue,
        ("loom.GradientDescentOptimizer", {"learning_rate": "1"}),
        more=more,
        without="MIN",
        wires=HALF_WIRES + "\nW.ref -> GRADS.var_list\nGRADS.grads[0] -> CLIP.t\nCLIP.output -> APPLY.grads",
    )
    got = run(made, worker=worker).results
    gradient = got["GRADS"]["grads"][0]
    assert abs(gradient).max() > 0.5
    np.testing.assert_allclose(got["W"]["ref"], np.float32(W) - np.clip(gradient, -0.5, 0.5), rtol=1e-6)
    assert got["B"]["ref"] == np.float32(0.1)  # not in var_list


def test_grad_loss_sparse_gradients_and_variables_that_are_not_trained(catalogue, worker):
    got = run(
        document(
            catalogue,
            "W loom.ResourceVariable initvalues=[1.0,2.0,3.0]; "
            "FIX loom.ResourceVariable initvalues=2.0 trainable=false; "
            "ROWS ResourceGather indices=[0,2,0] dtype=DT_DOUBLE resource=<W.handle; "
            "LOSS Mul x=<ROWS.output y=<FIX.value; OPT loom.GradientDescentOptimizer learning_rate=0.5; "
            "MIN loom.Minimize grad_loss=[1,1,10] loss=<LOSS.z optimizer=<OPT.optimizer",
        ),
        worker=worker,
    ).results
    assert got["W"]["value"].tolist() == [1 - 11, 2, 3 - 1]
    assert got["FIX"]["value"] == 2
    assert got["MIN"]["grads"][0].tolist() == [22, 0, 2]


def test_control_wires_around_training(catalogue, worker):
    more = {
        "V": ("loom.Variable", {"initvalues": "0"}),
        "UP": ("AssignAdd", {"value": "1"}),
        "NOP": "NoOp",
        "AFTER": "NoOp",
        "SEE": "Identity",
    }
    made = page(
        catalogue,
        ("loom.MomentumOptimizer", {"learning_rate": "0.1", "momentum": "0.5"}),
        more=more,
        wires="V.ref -> UP.ref\nUP -> NOP\nNOP -> MIN\nMIN -> AFTER\nAFTER -> SEE\nSTEP.ref -> SEE.input",
    )
    got = run(made, steps=3, worker=worker).results
    assert (got["V"]["ref"], got["SEE"]["output"]) == (3, 3)


@pytest.mark.parametrize("kind", ["loom.Variable", "loom.ResourceVariable"])
def test_variables_whose_shape_is_known_late(catalogue, worker, kind):
    def late(optimizer):
        blocks = {
            "U": ("Unique", {"x": "[1.0f, 2.0f, 1.0f]"}),
            "W": kind,
            "LOSS": "Square",
            "MIN": "loom.Minimize",
            "OPT": (f"loom.{optimizer}Optimizer", {"learning_rate": "0.1"}),
        }
        out = "ref" if kind == "loom.Variable" else "value"
        return document(
            catalogue,
            blocks,
            f"""U.y -> W.initvalues
                                               W.{out} -> LOSS.x
                                               LOSS.y -> MIN.loss
                                               OPT.optimizer -> MIN.optimizer""",
        )

    got = run(late("Adagrad"), worker=worker).results
    np.testing.assert_allclose(got["OPT"]["accumulator:W"], [4.1, 16.1], rtol=1e-6)
    with pytest.raises(BadPage, match=r"the shape of W is not known before it runs.*Type shape of W"):
        run(late("Ftrl"), worker=worker)


def checked_rate(catalogue, rate):
    """SGD behind a SyncReplicasOptimizer, whose thread fails over a rate that is not finite."""
    more = {"RATE": rate, "CHECK": ("CheckNumerics", {"message": "rate"}), "SGD": "loom.GradientDescentOptimizer"}
    return page(
        catalogue,
        ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "1", "num_tokens": "0"}),
        more=more,
        wires="""RATE.output -> CHECK.tensor
                 CHECK.output -> SGD.learning_rate
                 SGD.optimizer -> OPT.optimizer""",
    )


def test_an_error_of_the_chiefs_thread_is_reported_at_its_block(catalogue, worker):
    made = checked_rate(catalogue, ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[]"}))
    assert run(made, feed={"RATE": "0.1"}, steps=2, worker=worker).results["STEP"]["ref"] == 2
    with pytest.raises(RunFailed, match="Tensor had NaN values") as caught:
        run(made, feed={"RATE": "nan"}, worker=worker)
    assert caught.value.problems[0].block == "CHECK"


def test_an_error_of_the_chiefs_thread_before_the_first_step_is_reported(catalogue, monkeypatch):
    runner = Runner(
        compile_page(checked_rate(catalogue, ("Const", {"value": "nan", "dtype": "DT_FLOAT"})), "main", catalogue)
    )
    renew = OpenSession.renew
    monkeypatch.setattr(OpenSession, "renew", lambda self: (until(lambda: self.failed is not None), renew(self)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tensor had NaN values"):
        runner.step(True)


SGD = ("loom.GradientDescentOptimizer", {"learning_rate": "0.1"})


@pytest.mark.parametrize(
    ("optimizer", "options", "place", "said"),
    [
        (
            SGD,
            {"wires": "X.output -> MIN.var_list\nW.ref -> MIN.var_list\nY.output -> MIN.var_list"},
            ("MIN", "var_list"),
            "var_list[0] (X.output) and var_list[2] (Y.output) are not variables",
        ),
        (
            SGD,
            {"more": {"V": ("loom.Variable", {"initvalues": "1.0"})}, "wires": "V.ref -> MIN.var_list"},
            ("MIN", "var_list"),
            "loss does not depend on V",
        ),
        (
            SGD,
            {"without": "LOSS", "more": {"C": ("Const", {"value": "1.0"})}, "wires": "C.output -> MIN.loss"},
            ("MIN", "loss"),
            "depends on no variable that can be trained",
        ),
        (
            SGD,
            {"without": "STEP", "wires": "Y.output -> MIN.global_step"},
            ("MIN", "global_step"),
            "Y.output is not a variable",
        ),
        (SGD, {"without": "STEP", "wires": "B.ref -> MIN.global_step"}, ("MIN", "global_step"), "B is DT_FLOAT"),
        (("loom.GradientDescentOptimizer", {"learning_rate": "[1, 2]"}), {}, ("OPT", "learning_rate"), "one number"),
        (("loom.GradientDescentOptimizer", {}), {}, ("OPT", "learning_rate"), "no wire and no value"),
        (
            ("loom.AdagradOptimizer", {"learning_rate": "1", "initial_accumulator_value": "0"}),
            {},
            ("OPT", "initial_accumulator_value"),
            "greater than 0",
        ),
        (
            ("loom.FtrlOptimizer", {"learning_rate": "1", "learning_rate_power": "0.5"}),
            {},
            ("OPT", "learning_rate_power"),
            "0 or less",
        ),
        (
            ("loom.ProximalAdagradOptimizer", {"learning_rate": "1"}),
            {"dtype": "DT_DOUBLE"},
            ("MIN", "var_list"),
            "is DT_DOUBLE, but ProximalAdagradOptimizer (OPT) trains DT_FLOAT variables only",
        ),
        (
            ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "1"}),
            {"without": "STEP", "more": SYNC, "wires": "SGD.optimizer -> OPT.optimizer"},
            ("MIN", "global_step"),
            "none is wired",
        ),
        (
            ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "0"}),
            {"more": SYNC, "wires": "SGD.optimizer -> OPT.optimizer"},
            ("OPT", "replicas_to_aggregate"),
            "the minimum is 1",
        ),
        (
            SGD,
            {"without": "MIN", "more": HALVES, "wires": HALF_WIRES + "\nX.output -> APPLY.grads"},
            ("APPLY", "grads"),
            "1 gradients are wired to grads, but gradients has 2",
        ),
    ],
)
def test_errors_name_page_block_pin_and_remedy(catalogue, worker, optimizer, options, place, said):
    with pytest.raises(BadPage) as caught:
        run(page(catalogue, optimizer, **options), worker=worker)
    problem = next(p for p in caught.value.problems if p.severity == "error")
    assert (problem.page, problem.block, problem.pin) == ("main", *place)
    assert said in problem.message
    assert problem.remedy


def test_two_that_drop_stale_gradients_share_a_page(catalogue, worker):
    """ONE counts an update between its gradients and their application, TWO does not."""
    blocks = {
        "W": ("loom.Variable", {"initvalues": "8.0"}),
        "LOSS": "Square",
        "SGD": SGD,
        "A": ("loom.ResourceVariable", {"initvalues": "0", "dtype": "DT_INT64"}),
        "B": ("loom.Variable", {"initvalues": "0", "dtype": "DT_INT64"}),
        "ONE": ("loom.DropStaleGradientOptimizer", {"staleness": "0"}),
        "TWO": ("loom.DropStaleGradientOptimizer", {"staleness": "0", "name": "Drop"}),
        "GRADS": "loom.ComputeGradients",
        "OTHER": ("AssignAddVariableOp", {"value": "1"}),
        "APPLY": "loom.ApplyGradients",
        "MIN": "loom.Minimize",
    }
    made = document(
        catalogue,
        blocks,
        """W.ref -> LOSS.x
        SGD.optimizer -> ONE.optimizer
        SGD.optimizer -> TWO.optimizer
        A.handle -> ONE.global_step
        B.ref -> TWO.global_step
        LOSS.y -> GRADS.loss
        ONE.optimizer -> GRADS.optimizer
        ONE.optimizer -> APPLY.optimizer
        GRADS.gradients -> APPLY.gradients
        A.handle -> OTHER.resource
        GRADS -> OTHER
        OTHER -> APPLY
        LOSS.y -> MIN.loss
        APPLY -> MIN
        TWO.optimizer -> MIN.optimizer""",
    )
    got = run(made, steps=3, worker=worker).results
    assert (got["ONE"]["stale_counter"], got["A"]["value"]) == (3, 3)  # OTHER counted, nothing was applied
    assert (got["TWO"]["stale_counter"], got["B"]["ref"]) == (0, 3)
    assert got["TWO"]["optimizer"]["about"] == "the Drop optimizer around GradientDescent optimizer"
    assert got["W"]["ref"] == pytest.approx(8 * 0.8**3)
    assert run(made, values={"ONE.staleness": "1"}, worker=worker).results["ONE"]["stale_counter"] == 0


def test_dropping_needs_a_global_step(catalogue, worker):
    optimizer = ("loom.DropStaleGradientOptimizer", {"staleness": "0"})
    for wires, said in (("", "has no wire"), ("\nX.output -> OPT.global_step", "X.output is not a variable")):
        with pytest.raises(BadPage) as caught:
            run(page(catalogue, optimizer, more=SYNC, wires="SGD.optimizer -> OPT.optimizer" + wires), worker=worker)
        problem = next(p for p in caught.value.problems if p.severity == "error")
        assert (problem.block, problem.pin) == ("OPT", "global_step")
        assert said in problem.message


@pytest.mark.parametrize(
    ("staleness", "dtype", "said"),
    [
        ("1.5", "DT_INT64", "staleness is 1.5"),
        ("3000000000", "DT_INT32", "3000000000, which does not fit DT_INT32, the dtype of COUNT"),
    ],
)
def test_a_staleness_that_no_step_counts_is_named(catalogue, worker, staleness, dtype, said):
    with pytest.raises(BadPage) as caught:
        run(dropping(catalogue, staleness, dtype), worker=worker)
    (problem,) = (p for p in caught.value.problems if p.severity == "error")
    assert (problem.page, problem.block, problem.pin) == ("main", "OPT", "staleness")
    assert said in problem.message and problem.remedy


def test_a_staleness_above_int32_is_one_of_a_step_of_int64(catalogue, worker):
    assert run(dropping(catalogue, "3000000000", "DT_INT64"), worker=worker).results["OPT"]["stale_counter"] == 0


def test_stale_gradients_are_dropped_by_one_optimizer(catalogue, worker):
    sync = ("loom.SyncReplicasOptimizer", {"replicas_to_aggregate": "1"})
    made = dropping(catalogue, "1", "DT_INT64", {"SYNC": sync}, "SGD.optimizer -> SYNC.optimizer", "SYNC")
    with pytest.raises(BadPage) as caught:
        run(made, worker=worker)
    (problem,) = (p for p in caught.value.problems if p.severity == "error")
    assert (problem.block, problem.pin) == ("OPT", "optimizer")
    assert "SYNC is a SyncReplicasOptimizer, which drops stale gradients by itself" in problem.message


def dropping(catalogue, staleness, dtype, more=None, wires="", wrapped="SGD"):
    """Return a page with a DropStaleGradientOptimizer and a global step COUNT of this dtype."""
    count = ("loom.ResourceVariable", {"initvalues": "0", "dtype": dtype, "trainable": "false"})
    optimizer = ("loom.DropStaleGradientOptimizer", {"staleness": staleness})
    wires += f"\n{wrapped}.optimizer -> OPT.optimizer\nCOUNT.handle -> OPT.global_step\nCOUNT.handle -> MIN.global_step"
    return page(catalogue, optimizer, without="STEP", more=SYNC | {"COUNT": count} | (more or {}), wires=wires)


@pytest.mark.parametrize(("staleness", "dropped"), [(-1, 8), (0, 6), (1, 4), (2, 2), (3, 0)])
def test_the_example_of_dropping(worker, staleness, dropped):
    got = run(EXAMPLES / "drop_stale.loom", steps=8, values={"DROP.staleness": str(staleness)}, worker=worker).results
    assert got["DROP"]["stale_counter"] == dropped and got["DROP"]["stale_counter"].dtype == np.float32
    (told,) = Summary.FromString(got["DROP"]["summary"].item()).value
    assert told.tag == "DROP/Gradient_staleness_percentage" and told.simple_value >= 0
    assert got["STEP"]["ref"] == 2 * (1 + 2 + 3) + 8 - dropped
    np.testing.assert_allclose(got["W"]["ref"], 8 * 0.8 ** (8 - dropped), rtol=1e-5)


def test_the_example_of_optimizers_learns(worker):
    first = run(EXAMPLES / "optimizers.loom", worker=worker).results
    last = run(EXAMPLES / "optimizers.loom", steps=60, worker=worker).results
    assert last["LOSS"]["output"] < first["LOSS"]["output"] / 5
    assert {"m:W", "v:W"} < set(last["ADAM"])
