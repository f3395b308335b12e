"""Epochs with validation: as Keras' fit, whose losses, metrics and weights they give, stopped early or not."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from blockloom import RunFailed, run
from blockloom.app import cli
from blockloom.blocks import checks
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import AddPage, Insert, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.breakpoints import Breakpoint
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import events, requests
from blockloom.runtime.worker.errors import WorkerError
from tests.extent import slow, slow_after
from tests.runtime.api.test_layers import page

RANDOM = np.random.default_rng(3)
COUNT, CUT, BATCH = 46, 34, 8
X = RANDOM.normal(size=(COUNT, 3)).round(2)
CLASSES = (X @ RANDOM.normal(size=(3, 3)) + RANDOM.normal(size=(COUNT, 3))).argmax(1)
# One flag chooses the rows: all that a Validation needs is to feed it.
DATA = """
TRAINING PlaceholderWithDefault input=true dtype=DT_BOOL shape=[]
FEED loom.Feed value=false placeholder=<TRAINING.output; X Const dtype=DT_FLOAT value={x}
LABELS Const dtype={dtype} value={y}; SKIPPED SelectV2 t=0 e={cut} T=DT_INT64 condition=<TRAINING.output
TAKEN SelectV2 t={cut} e=-1 T=DT_INT64 condition=<TRAINING.output
ALL TensorSliceDataset components=<X.output,LABELS.output
LATER SkipDataset input_dataset=<ALL.handle count=<SKIPPED.output
ROWS TakeDataset input_dataset=<LATER.handle count=<TAKEN.output
BATCHES BatchDatasetV2 batch_size={batch} drop_remainder=false input_dataset=<ROWS.handle; ITER IteratorV2
MAKE MakeIterator dataset=<BATCHES.handle iterator=<ITER.handle; NEXT IteratorGetNext iterator=<ITER.handle
"""
HIDDEN = """
HIDDEN page:Dense units=5 seed=1 x=<NEXT.components[0]; TANH Tanh x=<HIDDEN.y
NORM page:BatchNorm momentum=0.8 x=<TANH.y training=<TRAINING.output; NORM.y -> OUT.x
"""
MODEL = """
OUT page:Dense units={units} seed=2; TRAIN loom.Minimize optimizer=<OPT.optimizer
S loom.Session run_outputs=<TRAIN.operation; V loom.Validation {settings} inputs=<FEED.feed
"""
CLASSIFIER = """
ERRORS SparseSoftmaxCrossEntropyWithLogits features=<OUT.y labels=<NEXT.components[1]
BATCH_LOSS Mean reduction_indices=0 input=<ERRORS.loss; LOSS page:EpochMean values=<ERRORS.loss
RIGHT page:EpochAccuracy predictions=<OUT.y labels=<NEXT.components[1]; BATCH_LOSS.output -> TRAIN.loss
LOSS.mean -> S.fetch_outputs; LOSS.mean -> V.fetch_outputs; LOSS.mean -> V.monitor
RIGHT.accuracy -> S.fetch_outputs; RIGHT.accuracy -> V.fetch_outputs
"""
BINARY = """
CHANCES Sigmoid x=<OUT.y; ERRORS SquaredDifference x=<CHANCES.y y=<NEXT.components[1]
BATCH_LOSS Mean reduction_indices=[0, 1] input=<ERRORS.z; LOSS page:EpochMean values=<ERRORS.z
RIGHT page:EpochBinaryAccuracy predictions=<CHANCES.y labels=<NEXT.components[1]
PRECISE page:Precision predictions=<CHANCES.y labels=<NEXT.components[1]
FOUND page:Recall threshold=0.4 predictions=<CHANCES.y labels=<NEXT.components[1]
AREA page:AUC predictions=<CHANCES.y labels=<NEXT.components[1]
OFF page:MeanAbsoluteError predictions=<CHANCES.y labels=<NEXT.components[1]; BATCH_LOSS.output -> TRAIN.loss
LOSS.mean -> S.fetch_outputs; LOSS.mean -> V.fetch_outputs; RIGHT.accuracy -> S.fetch_outputs
RIGHT.accuracy -> V.fetch_outputs; PRECISE.precision -> S.fetch_outputs; PRECISE.precision -> V.fetch_outputs
FOUND.recall -> S.fetch_outputs; FOUND.recall -> V.fetch_outputs; AREA.auc -> S.fetch_outputs
AREA.auc -> V.fetch_outputs; AREA.auc -> V.monitor; OFF.error -> S.fetch_outputs; OFF.error -> V.fetch_outputs
"""


def fit_document(catalogue, y, dtype, model, units, optimizer, settings="patience=0", hidden=HIDDEN):
    text = DATA.format(x=X.tolist(), y=y.tolist(), dtype=dtype, cut=CUT, batch=BATCH)
    text += MODEL.format(units=units, settings=settings) + hidden + model + optimizer
    return page(catalogue, text)


WEIGHTS = {
    f"/{layer}/{name}": (layer, number)
    for layer, names in {
        "HIDDEN": ["KERNEL", "BIAS"],
        "NORM": ["GAMMA", "BETA", "MOVING_MEAN", "MOVING_VARIANCE"],
        "OUT": ["KERNEL", "BIAS"],
    }.items()
    for number, name in enumerate(names)
}
SGD, ADAM = "GradientDescentOptimizer learning_rate={0}", "AdamOptimizer learning_rate={0} epsilon=1e-7"
# model, optimizer, its rate, how Keras has it, what is asked of the Validation, and of EarlyStopping
FITS = {
    "SGD": (CLASSIFIER, SGD, 0.125, "SGD", "patience=0", None),
    "Adam": (BINARY, ADAM, 0.0625, "Adam", "keep_best=false better=higher", None),
    "stopped": (CLASSIFIER, SGD, 0.25, "SGD", "patience=2", {"monitor": "val_loss", "patience": 2}),
    "stopped by a metric": (
        BINARY,
        SGD,
        2.0,
        "SGD",
        "patience=3 better=higher",
        {"monitor": "val_auc", "patience": 3, "mode": "max"},
    ),
}


def theirs(keras, binary, began, rate, optimizer, labels, stopping, epochs):
    """Keras' history of the numbers in the order in which ours come, and its weights by our names."""
    layers, metrics = keras.layers, keras.metrics
    model = keras.Sequential(
        [
            layers.Input((3,)),
            layers.Dense(5, "tanh", name="HIDDEN"),
            layers.BatchNormalization(momentum=0.8, name="NORM"),
            layers.Dense(1, "sigmoid", name="OUT") if binary else layers.Dense(3, name="OUT"),
        ]
    )
    for at, (layer, number) in WEIGHTS.items():
        model.get_layer(layer).weights[number].assign(began[at])
    model.compile(
        getattr(keras.optimizers, optimizer)(rate),
        "mse" if binary else keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[
            metrics.BinaryAccuracy(name="accuracy"),
            metrics.Precision(name="precision"),
            metrics.Recall(thresholds=0.4, name="recall"),
            metrics.AUC(name="auc"),
            metrics.MeanAbsoluteError(name="mae"),
        ]
        if binary
        else [metrics.SparseCategoricalAccuracy(name="accuracy")],
    )
    told = model.fit(
        X,
        labels,
        batch_size=BATCH,
        epochs=epochs,
        shuffle=False,
        validation_split=1 - CUT / COUNT,
        callbacks=[keras.callbacks.EarlyStopping(restore_best_weights=True, **stopping)] if stopping else [],
        verbose=0,
    ).history
    names = ["loss", "accuracy", "precision", "recall", "auc", "mae"][: 6 if binary else 2]
    rows = np.transpose([told[when + name] for name in names for when in ("", "val_")])
    return rows, {at: model.get_layer(layer).weights[number].numpy() for at, (layer, number) in WEIGHTS.items()}


@pytest.mark.parametrize("name", slow_after(1, FITS))
def test_epochs_give_what_those_of_keras_give(name, keras, catalogue, worker):
    model, optimizer, rate, kind, settings, stopping = FITS[name]
    binary, epochs = model is BINARY, 30 if stopping else 4
    labels = (CLASSES == 0).astype("float32")[:, None] if binary else CLASSES
    document = fit_document(
        catalogue,
        labels,
        "DT_FLOAT" if binary else "DT_INT32",
        model,
        1 if binary else 3,
        f"OPT loom.{optimizer.format(rate)}\n",
        settings,
    )
    fetch = [f"{at}.value" for at in WEIGHTS]
    still = {"NORM.momentum": "1.0", "OPT.learning_rate": "0.0"}
    began = run(document, page="main", steps=1, values=still, fetch=fetch, worker=worker).results
    found = run(document, page="main", epochs=epochs, fetch=[*fetch, "V"], worker=worker)
    began, ended = ({at: of[at]["value"] for at in WEIGHTS} for of in (began, found.results))
    history, weights = theirs(keras, binary, began, rate, kind, labels, stopping, epochs)
    assert (found.epochs, found.results["V"]["history"].shape) == (len(history), history.shape)
    np.testing.assert_allclose(found.results["V"]["history"], history, 0, 1e-5)
    for at, value in weights.items():
        np.testing.assert_allclose(ended[at], value, 0, 1e-5 * max(1, np.abs(value).max()), err_msg=at)
    if stopping:
        assert 0 < found.best_epoch == found.epochs - stopping["patience"] < epochs - stopping["patience"]


def small(catalogue, model=CLASSIFIER):
    """Return a classifier of one layer, whose loss changes in leaps."""
    optimizer, hidden = "OPT loom.GradientDescentOptimizer learning_rate=4.0\n", "NEXT.components[0] -> OUT.x\n"
    return fit_document(catalogue, CLASSES, "DT_INT32", model, 3, optimizer, hidden=hidden)


def test_steps_do_not_validate_and_a_reset_clears_the_history(catalogue, worker):
    document = small(catalogue)
    steps = run(document, page="main", steps=3, worker=worker)
    assert (steps.steps, list(steps.sessions), "V" in steps.results) == (3, ["S"], False)
    epochs = [run(document, page="main", epochs=n, worker=worker) for n in (1, 2)]
    assert [found.steps for found in epochs] == [5, 10]  # validation counts as no step
    one, two = (found.results["V"]["history"] for found in epochs)
    np.testing.assert_array_equal(one, two[:1])
    assert two.shape == (2, 4)
    assert epochs[0].sessions["V"]["LOSS"]["mean"] == np.float32(one[0, 1])
    assert epochs[0].sessions["S"]["LOSS"]["mean"] == np.float32(one[0, 0])
    Insert("main", (Block("y", "loom.Retval"),), (Placed(Wire("LOSS", "mean", "y", "input"), 0),)).apply(document)
    given = run(document, page="main", epochs=1, worker=worker).results
    assert given.keys() == {"y", "LOSS", "RIGHT", "V"}, "what the page gives, and the history"
    np.testing.assert_array_equal(given["V"]["history"], one)


def test_a_run_that_is_stopped_keeps_the_best_variables_and_goes_on_from_there(catalogue, worker):
    document, heard = small(catalogue), []

    def hear(event):
        if isinstance(event, events.ProgressEvent) and event.epoch > 8:
            heard.append(event)
            worker.send(requests.StopRequest())

    opening = requests.OpenRequest(document=documents.dumps(document), page="main", owner=733)
    asked = requests.RunRequest(mode=RunMode(0, epochs=1_000_000, watch=False))
    worker.on_event = hear
    assert not [p for p in worker.call(opening).problems if p.severity == "error"]
    ended = worker.call(asked)
    assert (ended.outcome, 0 < ended.best_epoch < ended.epochs, ended.stopped_early) == ("stopped", True, False)
    assert heard[0].epochs == 1_000_000 and heard[0].seconds_left > 0
    rows = worker.call(requests.GetResultsRequest())
    history = rows.arrays[rows.results["V"]["history"]["array"]]
    assert history[:, 1].argmin() + 1 == ended.best_epoch  # losses of validation
    assert ended.final_metrics[0][1:] == tuple(history[ended.best_epoch - 1, :2]) and ended.validation == "V"
    worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=733))
    again = worker.call(requests.RunRequest(mode=RunMode(0, epochs=1, watch=False)))
    # The current epoch is finished; the stop may have come right after its last step.
    assert (again.outcome, again.step % 5) == ("done", 0) and 0 <= again.step - ended.step <= 5
    worker.call(requests.SetDocumentRequest(owner=0))


def test_what_goes_wrong_in_a_validation_is_said_of_it(catalogue, worker):
    document = small(catalogue)
    SetValue("main", "SKIPPED", "e", str(COUNT)).apply(document)
    with pytest.raises(RunFailed, match=r"failed in the validation of epoch 1(?s:.*)there is no data"):
        run(document, page="main", epochs=2, worker=worker)
    monitored = CLASSIFIER.replace("LOSS.mean -> V.monitor", "ERRORS.loss -> V.monitor")
    document = small(catalogue, monitored)
    with pytest.raises(RunFailed, match="failed in the validation of epoch 1") as failed:
        run(document, page="main", epochs=2, worker=worker)
    assert [str(p.address) for p in failed.value.problems] == ["main/V.monitor"]
    assert "has the shape [4]" in failed.value.problems[0].message
    dataless = re.sub(r"\S+ -> V\.\w+", "", CLASSIFIER)  # it would never end
    with pytest.raises(WorkerError, match="the validation V never ends"):
        run(small(catalogue, dataless), page="main", epochs=2, worker=worker, timeout=20)


def test_a_validation_belongs_to_one_session_and_its_history_to_monitors(catalogue):
    document = small(catalogue)
    main = document.pages["main"]
    main.blocks["L"] = main.blocks["S"]._replace(id="L", type="loom.Lines")
    main.put_wire(Wire("V", "history", "L", "value", "list"))
    assert checks.check(document, catalogue) == []
    main.put_wire(Wire("V", "history", "S", "fetch_outputs", "list"))
    (problem,) = checks.check(document, catalogue)
    assert "for monitors only" in problem.message and str(problem.address) == "main/S.fetch_outputs"
    AddPage("outer").apply(document)
    Insert("outer", (Block("I", "page:main"), Block("S", "loom.Session"), Block("CALL", "PartitionedCall")), ()).apply(
        document
    )
    SetValue("outer", "CALL", "f", "main").apply(document)
    told = {str(p.address): p for p in checks.check(document, catalogue, "outer") if p.code == "validation-apart"}
    assert told.keys() == {"outer/I", "outer/CALL"} and told["outer/I"].severity == "warning"
    assert "Validation of page main does not run here" in told["outer/I"].message
    for missing, more in ("S", []), ("", ["V2"]):
        main = (document := small(catalogue)).pages["main"]
        main.blocks.pop(missing, None)
        main.blocks.update((name, main.blocks["V"]._replace(id=name)) for name in more)
        assert "bad-validation" in {p.code for p in checks.check(document, catalogue) if p.severity == "error"}


def test_the_terminal_shows_each_epoch_including_nan(catalogue, tmp_path, capsys):
    path = tmp_path / "fit.loom"
    path.write_text(documents.dumps(small(catalogue)))
    assert (
        cli.main(["run", str(path), "--page", "main", "--epochs", "3", "--fetch", "V.history", "--format", "json"]) == 0
    )
    found = capsys.readouterr()
    rows = json.loads(found.out)["results"]["V"]["history"]["value"]
    told = [line for line in found.err.splitlines() if line.startswith("epoch ") and ":" in line]
    assert [line.split(":")[0] for line in told] == ["epoch 1 of 3", "epoch 2 of 3", "epoch 3 of 3"]
    assert f"LOSS validation {rows[1][1]:.4g}" in told[1]
    wild = ["--set", "OPT.learning_rate=3e38", "--epochs", "2"]
    assert cli.main(["run", str(path), "--page", "main", *wild, "--fetch", "V", "--format", "json"]) == 0
    assert "LOSS validation nan" in capsys.readouterr().err


def test_what_is_of_an_epoch_is_neither_kept_nor_restored(catalogue, worker, tmp_path):
    document, owner = small(catalogue), 734
    document.pages["main"].blocks["OPT"] = (
        document.pages["main"].blocks["OPT"]._replace(values={"learning_rate": "0.0"})
    )

    def opened():
        return worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=owner))

    def losses():
        assert worker.call(requests.RunRequest(mode=RunMode(0, epochs=1, watch=False))).outcome == "done"
        found = worker.call(requests.GetResultsRequest())
        return found.arrays[found.results["V"]["history"]["array"]][-1, ::2]

    opened()
    first = losses()
    assert worker.call(requests.RunRequest(mode=RunMode(2, watch=False))).outcome == "done"  # in the middle of an epoch
    stored = worker.call(requests.SaveVariablesRequest(str(tmp_path / "kept.npz"))).saved
    assert not [name for name in stored if name.endswith("/SUM")] and any(n.endswith("OUT/KERNEL") for n in stored)
    assert not [at for at in worker.call(requests.GetTrainedValuesRequest()).values if at.endswith("/SUM")]
    SetValue("main", "V", "patience", "3").apply(document)  # the data goes on, and so does what is of its epoch
    again = opened()
    assert not [at for at in again.retained if at.endswith("/SUM")]
    assert "ITER" in again.retained and again.reset == []
    np.testing.assert_allclose(losses()[0], first[0], 0, 1e-6)
    restored = worker.call(requests.RestoreVariablesRequest(str(tmp_path / "kept.npz")))
    assert (restored.refusal, restored.missing) == ("", [])
    SetValue("main", "V", "patience", "2").apply(document)
    assert opened().reset == [], "its data had come to the end"
    worker.call(requests.SetDocumentRequest(owner=0))


@slow
def test_a_run_that_pauses_goes_on_with_its_patience(catalogue, worker):
    document = fit_document(
        catalogue, CLASSES, "DT_INT32", CLASSIFIER, 3, f"OPT loom.{SGD.format(0.25)}\n", "patience=2"
    )
    straight = run(document, page="main", epochs=30, fetch=["V"], worker=worker)
    assert 2 < straight.epochs < 30
    worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=735))
    asked = requests.RunRequest(
        mode=RunMode(0, epochs=30, watch=False), breakpoints=[Breakpoint(Address("main", "TANH"))]
    )
    ended, pauses = worker.call(asked), 0
    while ended.outcome == "paused":
        ended, pauses = worker.call(replace(asked, continue_with="plain")), pauses + 1
    assert pauses > straight.epochs, "before each step"
    assert (ended.outcome, ended.stopped_early, ended.epochs, ended.best_epoch) == (
        "done",
        True,
        straight.epochs,
        straight.best_epoch,
    )
    found = worker.call(requests.GetResultsRequest())
    history = found.arrays[found.results["V"]["history"]["array"]]
    np.testing.assert_allclose(history, straight.results["V"]["history"], 0, 1e-6)
    worker.call(requests.SetDocumentRequest(owner=0))


def test_a_time_out_at_the_end_of_an_epoch_is_one():
    from blockloom.runtime.run.run_thread import RunThread
    from blockloom.runtime.run.runner import EndOfDataError  # imports TensorFlow

    def step(*_):
        run_.ended = "timeout"  # as the watchdog does, in another thread
        run_.stop.set()
        raise EndOfDataError(Address(), False)

    runner = SimpleNamespace(
        program=SimpleNamespace(validation=None),
        planned_fetches=frozenset(),
        step=step,
        finish=lambda: None,
        remote=None,
        failure=None,
    )
    run_ = RunThread(runner, RunMode(0, epochs=5), None, None, lambda: None, instead=lambda: None)
    run_.thread.join()
    run_.instead, run_.ended = None, ""
    run_._steps()
    assert run_.ended == "timeout"
