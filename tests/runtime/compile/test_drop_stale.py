"""The optimizer that drops stale gradients, in plain scripts."""

import threading

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.ops import control_flow_util

from blockloom import DropStaleGradientOptimizer
from tests.extent import slow_after

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


@pytest.fixture(params=["v1", "v2"])
def flow(request, monkeypatch):
    monkeypatch.setattr(control_flow_util, "ENABLE_CONTROL_FLOW_V2", request.param == "v2")
    return request.param


def variable(value, name, resource=False, dtype=tf.float32):
    return v1.get_variable(name, initializer=tf.constant(value, dtype), use_resource=resource)


def step_variable(name="global_step", resource=False):
    return v1.get_variable(name, initializer=tf.constant(0, tf.int64), trainable=False, use_resource=resource)


def race(workers, staleness, resource=False):
    """TensorFlow's own scenario: worker 0 computes after all others have computed, and applies before they apply.

    One session, a thread and an optimizer for each worker; gives global step, sum of the stale counters, v0, v1.
    """
    v0, v1_ = variable(0.0, "v0", resource), variable(1.0, "v1", resource)
    step = step_variable(resource=resource)
    computed, applied = (v1.FIFOQueue(max(workers, 1), [tf.bool], [[]]) for _ in range(2))
    trains = []
    opts = []
    for worker in range(workers):
        opt = DropStaleGradientOptimizer(
            v1.train.GradientDescentOptimizer(1.0), staleness, name="drop", global_step=step
        )
        opts.append(opt)
        first = [computed.dequeue_many(workers - 1)] if worker == 0 and workers > 1 else []
        with tf.control_dependencies(first):
            loss = 0 - v0 - v1_
            pairs = opt.compute_gradients(loss, [v0, v1_])
        gradients = [g for g, _ in pairs]
        with tf.control_dependencies(gradients):
            if worker == 0:
                train = opt.apply_gradients(pairs, step)
                with tf.control_dependencies([train]):
                    train = applied.enqueue_many([[True] * (workers - 1)]) if workers > 1 else tf.no_op()
            else:
                with tf.control_dependencies([computed.enqueue(True)]), tf.control_dependencies([applied.dequeue()]):
                    turn = [(tf.identity(g), v) for g, v in pairs]
                    train = opt.apply_gradients(turn, step)
        trains.append(train)
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    threads = [threading.Thread(target=session.run, args=(train,)) for train in trains]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    end = session.run([step, [opt.stale_counter(step) for opt in opts], v0, v1_])
    return [end[0], sum(end[1]), *end[2:]]


@pytest.mark.parametrize("resource", slow_after(1, [False, True]))
@pytest.mark.parametrize(
    ("workers", "staleness", "expected"),
    slow_after(
        3,
        [
            (1, -1, [0, 1, 0, 1]),
            (2, 0, [1, 1, 1, 2]),
            (2, 1, [2, 0, 2, 3]),
            (1, 0, [1, 0, 1, 2]),
            (3, -2, [0, 3, 0, 1]),
            (4, 0, [1, 3, 1, 2]),
            (3, 5, [3, 0, 3, 4]),
        ],
    ),
)
def test_the_race_of_tensorflows_own_scenario(flow, workers, staleness, expected, resource):
    assert race(workers, staleness, resource) == expected


def late_training(opt, resource, updates):
    """Compute the loss, run `updates` steps, then apply its gradients."""
    w = variable([1.0, 2.0], "w", resource)
    step = step_variable(resource=resource)
    pairs = opt.compute_gradients(tf.reduce_sum(w * w))
    with tf.control_dependencies([g for g, _ in pairs]):
        bump = v1.assign_add(step, updates)
    with tf.control_dependencies([bump]):
        pairs = [(tf.identity(g), v) for g, v in pairs]
    train = opt.apply_gradients(pairs)
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    session.run(train)
    return session.run([w, step, opt.stale_counter()]), session


@pytest.mark.parametrize(
    ("resource", "late", "kept"),
    slow_after(2, [(False, 2, True), (True, 3, False), (False, 3, False), (True, 2, True)]),
)
def test_staleness_is_the_number_of_updates_in_between(flow, resource, late, kept):
    opt = DropStaleGradientOptimizer(v1.train.MomentumOptimizer(0.5, 0.9), 2)
    (w, step, stale), session = late_training(opt, resource, late)
    assert w.tolist() == ([0, 0] if kept else [1, 2])
    assert (step, stale) == ((late + 1, 0) if kept else (late, 1))
    assert opt.get_slot_names() == ["momentum"]
    slot = session.run(opt.get_slot(v1.trainable_variables()[0], "momentum"))
    assert slot.tolist() == ([2, 4] if kept else [0, 0])


@pytest.mark.parametrize(("staleness", "kept"), [(1, False), (2, True)])
def test_gradients_of_two_computations_are_as_old_as_the_older_ones(staleness, kept):
    u, w, step = variable(3.0, "u"), variable(5.0, "w"), step_variable()
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(0.5), staleness)
    old = opt.compute_gradients(w * w, [w])
    with tf.control_dependencies([old[0][0]]), tf.control_dependencies([v1.assign_add(step, 2)]):
        fresh = opt.compute_gradients(u * u, [u])
    train = opt.apply_gradients([*fresh, *old])
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    session.run(train)
    assert session.run([u, w, step, opt.stale_counter()]) == ([0, 0, 3, 0] if kept else [3, 5, 2, 1])


@pytest.mark.parametrize("resource", slow_after(1, [True, False]))
def test_never_stale_it_trains_as_the_wrapped_optimizer_does(flow, resource):
    def train(wrap):
        with tf.Graph().as_default():
            w = variable([1.0, 2.0, 3.0], "w", resource)
            step = step_variable(resource=resource)
            opt = v1.train.AdamOptimizer(0.1)
            opt = DropStaleGradientOptimizer(opt, 0) if wrap else opt
            rows = tf.gather(w, [0, 2, 0])  # its gradient comes as slices
            op = opt.minimize(tf.reduce_sum(rows * rows), step, gate_gradients=opt.GATE_GRAPH)
            assert isinstance(op, tf.Operation)
            assert control_flow_util.ENABLE_CONTROL_FLOW_V2 is (flow == "v2")  # unchanged
            session = v1.Session()
            session.run(v1.global_variables_initializer())
            for _ in range(5):
                session.run(op)
            return [*session.run([w, step])]

    for got, wanted in zip(train(True), train(False)):
        np.testing.assert_array_equal(got, wanted)


def test_targets_that_are_not_variables_are_named_before_the_graph_changes(graph):
    w = variable(1.0, "w")
    step_variable()
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(1.0), 0)
    loss = w * w
    constant = tf.constant(1.0, name="fixed")
    before = graph.as_graph_def()
    with pytest.raises(ValueError, match=r"var_list\[1\], fixed:0; var_list\[2\], 'w'; var_list\[3\], None are none"):
        opt.minimize(loss, var_list=[w, constant, "w", None])
    with pytest.raises(ValueError, match="var_list is empty"):
        opt.compute_gradients(loss, [])
    with pytest.raises(ValueError, match="global_step, fixed:0, is no Variable"):
        opt.minimize(loss, global_step=constant)
    assert graph.as_graph_def() == before


def test_without_a_global_step(graph):
    w = variable(1.0, "w")
    loss = w * w
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(1.0), 0)
    before = graph.as_graph_def()
    for call in (opt.minimize, opt.compute_gradients):
        with pytest.raises(ValueError, match="there is no global step"):
            call(loss)
    assert graph.as_graph_def() == before


def test_gradients_of_another_step_or_of_nothing_known():
    w, one, two = variable(1.0, "w"), step_variable("one"), step_variable("two")
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(1.0), 0, global_step=one)
    with pytest.raises(ValueError, match="no global step was recorded"):
        opt.apply_gradients([(tf.constant(1.0), w)], one)
    pairs = opt.compute_gradients(w * w)
    with pytest.raises(ValueError, match="computed at the global step one:0, but apply_gradients was given two:0"):
        opt.apply_gradients(pairs, two)
    with pytest.raises(ValueError, match="no gradients are given: w:0"):
        opt.apply_gradients([(None, w)], one)


def test_two_with_different_steps_share_a_graph():
    w, one, two = variable(1.0, "w"), step_variable("one"), step_variable("two")
    made = [DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(0.25), 0) for _ in range(2)]
    with tf.name_scope("training"):
        trains = [opt.minimize(w * w, step) for opt, step in zip(made, (one, two))]
    counters = [opt.stale_counter(step) for opt, step in zip(made, (one, two))]
    assert [c.name for c in counters] == ["stale_counter:0", "stale_counter_1:0"]
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    session.run(trains[0])
    session.run(trains[1])
    session.run(trains[0])
    assert session.run([one, two, *counters, w]) == [2, 1, 0, 0, 0.125]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (lambda sgd: ("sgd", 0), "opt is 'sgd'"),
        (lambda sgd: (sgd, float("inf")), "staleness is inf"),
        (lambda sgd: (sgd, 0.5), "staleness is 0.5"),
        (lambda sgd: (sgd, True), "staleness is True"),
        (lambda sgd: (v1.train.SyncReplicasOptimizer(sgd, 1), 0), "SyncReplicasOptimizer"),
    ],
)
def test_bad_arguments(bad, said):
    with pytest.raises(ValueError, match=said):
        DropStaleGradientOptimizer(*bad(v1.train.GradientDescentOptimizer(1.0)))


def test_the_face_of_an_optimizer():
    opt = DropStaleGradientOptimizer(v1.train.AdamOptimizer(), 3, name="mine")
    assert isinstance(opt, v1.train.Optimizer)
    assert opt.get_name() == "mine"
    assert (opt.GATE_NONE, opt.GATE_OP, opt.GATE_GRAPH) == (0, 1, 2)
    assert opt.get_slot_names() == []
    with context.eager_mode(), pytest.raises(RuntimeError, match="works on graphs"):
        opt.compute_gradients(lambda: 1.0)


@pytest.mark.parametrize("resource", [False, True])
def test_gradients_are_computed_after_the_step_was_recorded(resource):
    w = variable(3.0, "w", resource)
    step = step_variable(resource=resource)
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(1.0), 0)
    ((gradient, _),) = opt.compute_gradients(w * w)
    session = v1.Session()
    session.run(w.initializer)
    with pytest.raises(tf.errors.FailedPreconditionError, match="global_step"):
        session.run(gradient)  # there is no step to record yet
    session.run(step.initializer)
    assert session.run(gradient) == 6


@pytest.mark.parametrize("resource", [False, True])
def test_the_stale_counter_is_found_by_its_name(graph, resource):
    """As a script finds that of tf.contrib.opt, whichever kind the other variables are."""
    w = variable(1.0, "w", resource)
    opt = DropStaleGradientOptimizer(v1.train.GradientDescentOptimizer(1.0), -1)
    with tf.name_scope("training"):
        train = opt.minimize(w * w, step_variable(resource=resource))
    found = graph.get_tensor_by_name("stale_counter:0")
    assert (found.dtype.base_dtype, found.shape) == (tf.float32, ())
    assert [v.name for v in v1.global_variables() if "stale" in v.name] == ["stale_counter:0"]
    assert not [v for v in v1.trainable_variables() if "stale" in v.name]
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    assert session.run(found) == 0
    session.run([train])
    session.run([train])
    assert session.run(["stale_counter:0", w]) == [2, 1]
    (told,) = v1.Summary.FromString(session.run(v1.summary.merge_all())).value
    assert (told.tag, told.simple_value) == ("training/Gradient_staleness_percentage", 2)


def test_the_stale_counter_is_in_the_variable_scope():
    w, step = variable(1.0, "w"), step_variable()
    sgd = v1.train.GradientDescentOptimizer(1.0)
    with v1.variable_scope("model"):
        scoped = DropStaleGradientOptimizer(sgd, -1)
        trains = [scoped.minimize(w * w, step)]
    with v1.variable_scope("model", reuse=True):
        shared = DropStaleGradientOptimizer(sgd, -1)
        trains.append(shared.minimize(w * w, step))
    assert scoped.stale_counter().name == shared.stale_counter().name == "model/stale_counter:0"
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    for train in trains:
        session.run(train)
    assert session.run(scoped.stale_counter()) == 2
