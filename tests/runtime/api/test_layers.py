"""The layers that come with Blockloom train as those of Keras do, and losses and metrics are what they say."""

import numpy as np
import pytest

from blockloom import BadPage, check, run
from blockloom.blocks import checks
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.files.library import libraries
from blockloom.blocks.operations import use_library_page
from blockloom.blocks.problems import KEPT_VALUE
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.extent import slow_after
from tests.pages import pages

RANDOM = np.random.default_rng(5)
IMAGES, WORDS = RANDOM.normal(size=(6, 8, 8, 3)).round(2), RANDOM.integers(0, 7, (6, 5))
CLASSES = RANDOM.integers(0, 4, 6)
STEPS, RATE = 20, 0.125  # TensorFlow's optimizer has its rate as a float32
TOLERANCE = {"float32": 1e-5, "float64": 1e-10}
DTYPES = {"float32": "DT_FLOAT", "float64": "DT_DOUBLE"}
# A training page whose loss falls: session T trains, and A shows the initial values of the variables.
TRAINING = f"""
Y Const value={CLASSES.tolist()} dtype=DT_INT32; LOSS page:SparseSoftmaxCrossEntropy labels=<Y.output
OPT loom.GradientDescentOptimizer learning_rate={RATE}
TRAIN loom.Minimize loss=<LOSS.loss optimizer=<OPT.optimizer; A loom.Session fetch_outputs=<LOSS.loss
T loom.Session fetch_outputs=<LOSS.loss run_outputs=<TRAIN.operation
"""
MOBILE = f"""
X Const value={IMAGES.tolist()} dtype=DTYPE
C1 page:Conv2D filters=4 strides=[2, 2] padding=SAME use_bias=false seed=1 x=<X.output
B1 page:BatchNorm x=<C1.y; R1 Relu6 features=<B1.y
D2 page:DepthwiseConv2D padding=SAME use_bias=false seed=2 x=<R1.activations
B2 page:BatchNorm momentum=0.9 scale=false x=<D2.y; R2 Relu6 features=<B2.y
P2 page:Conv2D filters=4 kernel_size=[1, 1] seed=3 x=<R2.activations; A2 AddV2 x=<R1.activations y=<P2.y
M2 page:MaxPooling2D x=<A2.z; V2 page:AveragePooling2D pool_size=[1, 1] x=<M2.y
G page:GlobalAveragePooling2D x=<V2.y; L page:Dense units=4 seed=4 x=<G.y; L.y -> LOSS.logits
"""
TRANSFORMER = f"""
X Const value={WORDS.tolist()} dtype=DT_INT32
E page:Embedding input_dim=7 output_dim=6 dtype=DTYPE seed=1 x=<X.output
MHA page:MultiHeadAttention num_heads=2 key_dim=4 ahead=0 seed=2 query=<E.y key=<E.y value=<E.y
A1 AddV2 x=<E.y y=<MHA.y; N1 page:LayerNorm x=<A1.z; F1 page:Dense units=8 seed=3 x=<N1.y
R1 Relu features=<F1.y; F2 page:Dense units=6 seed=4 x=<R1.activations; A2 AddV2 x=<N1.y y=<F2.y
N2 page:LayerNorm epsilon=0.01 x=<A2.z; MEAN Mean reduction_indices=1 input=<N2.y
L page:Dense units=4 seed=5 x=<MEAN.output; L.y -> LOSS.logits
"""
RECURRENT = f"""
X Const value={WORDS.tolist()} dtype=DT_INT32
E page:Embedding input_dim=7 output_dim=3 dtype=DTYPE seed=1 x=<X.output; R page:LSTM units=4 seed=2 x=<E.y
S page:LSTM units=3 seed=3 x=<R.sequence; L page:Dense units=4 seed=4 x=<S.y; L.y -> LOSS.logits
"""


def mobile(layers):
    images = layers.Input((8, 8, 3))
    x = layers.Conv2D(4, 3, 2, padding="same", use_bias=False, name="C1")(images)
    a = layers.ReLU(6.0)(layers.BatchNormalization(name="B1")(x))
    x = layers.DepthwiseConv2D(3, padding="same", use_bias=False, name="D2")(a)
    x = layers.ReLU(6.0)(layers.BatchNormalization(momentum=0.9, scale=False, name="B2")(x))
    x = layers.Add()([a, layers.Conv2D(4, 1, name="P2")(x)])
    x = layers.AveragePooling2D(1)(layers.MaxPooling2D()(x))
    return images, layers.Dense(4, name="L")(layers.GlobalAveragePooling2D()(x))


def transformer(layers):
    words = layers.Input((5,), dtype="int32")
    x = layers.Embedding(7, 6, name="E")(words)
    attention = layers.MultiHeadAttention(2, 4, name="MHA")(  # that without scores is in float32 at all times
        x, x, use_causal_mask=True, return_attention_scores=True
    )
    x = layers.Add()([x, attention[0]])
    x = layers.LayerNormalization(name="N1")(x)
    x = layers.Add()([x, layers.Dense(6, name="F2")(layers.Dense(8, "relu", name="F1")(x))])
    x = layers.LayerNormalization(epsilon=0.01, name="N2")(x)
    return words, layers.Dense(4, name="L")(layers.GlobalAveragePooling1D()(x))


def recurrent(kind):
    def made(layers):
        words = layers.Input((5,), dtype="int32")
        x = layers.Embedding(7, 3, name="E")(words)
        layer = getattr(layers, kind)
        return words, layers.Dense(4, name="L")(layer(3, name="S")(layer(4, return_sequences=True, name="R")(x)))

    return made


MODELS = {
    "mobile": (MOBILE, IMAGES, mobile),
    "transformer": (TRANSFORMER, WORDS, transformer),
    "LSTM": (RECURRENT, WORDS, recurrent("LSTM")),
    "GRU": (RECURRENT.replace("LSTM", "GRU"), WORDS, recurrent("GRU")),
}


def ours(variable):
    """Return the address of the page's variable for one of Keras."""
    layer, *path = variable.path.split("/")
    names = [
        {"embeddings": "TABLE"}.get(name, name.upper())
        for name in path
        if not name.endswith(("_cell", "attention_output"))
    ]
    return "/".join(["", layer, *names])


def train(model, x, keras):
    """Run STEPS steps of Keras."""
    import tensorflow as tf

    optimizer, loss = keras.optimizers.SGD(RATE), keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    given, weights = tf.constant(x, model.inputs[0].dtype), model.trainable_variables
    optimizer.build(weights)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            found = loss(CLASSES, model(given, training=True))
        optimizer.apply(tape.gradient(found, weights), weights)

    for _ in range(STEPS):
        step()


def page(catalogue, text):
    """Return a document with a page as in `tests.pages`, and the library pages that it uses."""
    made = pages(main=text)
    for name in sorted({page_of_type(block.type) for block in made.pages["main"].blocks.values()} - {""}):
        source = next(one for one in libraries() if name in one.document.pages)
        change, _ = use_library_page(made, catalogue, source, name)
        if change is not None:
            change.edit.apply(made)
    return made


def values(results):
    """Return the variables of a run, by the texts of their addresses."""
    return {at: pins["value"] for at, pins in results.items() if "value" in pins}


@pytest.mark.parametrize("dtype", slow_after(1, TOLERANCE))
@pytest.mark.parametrize("model", slow_after(1, MODELS))
def test_weights_after_twenty_steps_are_those_of_keras(model, dtype, keras, catalogue, worker):
    text, x, make = MODELS[model]
    keras.config.set_floatx(dtype)
    keras.config.set_dtype_policy(dtype)
    theirs = keras.Model(*make(keras.layers))
    pairs = {ours(variable): variable for variable in theirs.weights}
    made = page(catalogue, (text + TRAINING).replace("DTYPE", DTYPES[dtype]))
    found = run(made, page="main", steps=STEPS, fetch=[f"{at}.value" for at in pairs], worker=worker)
    began, ended = values(found.sessions["A"]), values(found.sessions["T"])
    for variable in theirs.trainable_variables:
        variable.assign(began[ours(variable)])
    train(theirs, x, keras)
    for at, variable in pairs.items():
        largest = np.abs(ended[at]).max()
        if at.endswith("KEY/BIAS"):  # it adds the same to all scores of a query, which changes no weight
            assert largest < TOLERANCE[dtype] / 10
        else:
            np.testing.assert_allclose(ended[at], variable.numpy(), 0, TOLERANCE[dtype] * largest, err_msg=at)


def test_each_page_of_the_library_is_sound_and_says_what_it_is(catalogue):
    pages = [(one.document, found) for one in libraries() if one.file.startswith("blockloom:") for found in one.pages()]
    assert len(pages) > 20
    assert [found.name for _, found in pages if not found.doc] == []
    assert [
        p
        for document in {id(d): d for d, _ in pages}.values()
        for p in checks.check(document, catalogue)
        if p.severity == "error"
    ] == []


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_wrong_with_a_model_in_another_dtype(model, catalogue):
    made = page(catalogue, (MODELS[model][0] + TRAINING).replace("DTYPE", "DT_DOUBLE"))
    assert checks.check(made, catalogue) == []


LAYER = """
X Placeholder dtype=DT_FLOAT shape={}; L page:Dense units=2 seed=1 x=<X.output
"""


def test_a_layer_has_the_shape_of_what_is_wired_and_says_what_it_misses(catalogue, worker):
    made = page(catalogue, LAYER.format("[?, 3]"))
    found = run(made, page="main", feed={"X": np.ones((4, 3))}, fetch=["/L/KERNEL", "L"], worker=worker).results
    kernel = found["/L/KERNEL"]["value"]
    assert kernel.shape == (3, 2) and np.abs(kernel).max() <= np.sqrt(6 / 5)
    np.testing.assert_allclose(found["L"]["y"], np.tile(kernel.sum(0), (4, 1)), 1e-6)
    with pytest.raises(BadPage, match=r"main/L/INPUTS.input: the dimension -1 .* is not known before the page runs"):
        run(page(catalogue, LAYER.format("[3, ?]")), page="main", feed={"X": np.ones((3, 3))}, worker=worker)


def test_a_value_that_each_instance_gives_is_not_missed_on_the_page_itself(catalogue):
    found = check(page(catalogue, LAYER.format("[?, 3]")))
    assert [p for p in found if p.severity == "error"] == []
    without = page(catalogue, LAYER.format("[?, 3]").replace("units=2 ", ""))
    assert [p.place_text for p in checks.check(without, catalogue) if p.severity == "error"] == ["main/L.units"]


BAG = f"""
X Const value={WORDS.tolist()} dtype=DT_INT32
E page:Embedding input_dim=7 output_dim=3 dtype=DT_FLOAT seed=1 x=<X.output
MEAN Mean reduction_indices=1 input=<E.y; L page:Dense units=4 seed=2 x=<MEAN.output; L.y -> LOSS.logits
"""


def test_what_was_learned_stays_when_what_feeds_the_layer_is_edited(catalogue, worker):
    made = page(catalogue, BAG + TRAINING)
    owner = hash("layers") % 1000 + 1000

    def step(steps):
        reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", owner=owner))
        assert not [row for row in reply.problems if row[0] == "error" or row[1] == KEPT_VALUE]
        return worker.call(requests.RunRequest(mode=RunMode(steps))).shown.results["/L/KERNEL"]["value"][
            "text"
        ], reply.retained

    first, _ = step(3)
    for block, pin, value in (("OPT", "learning_rate", "0.0"), ("X", "value", str((6 - WORDS).tolist()))):
        SetValue("main", block, pin, value).apply(made)
        later, kept = step(1)
        assert later == first and "/L/KERNEL" in kept
    worker.call(requests.SetDocumentRequest(owner=0))


LABELS, LOGITS = RANDOM.integers(0, 3, (2, 4)), RANDOM.normal(size=(2, 4, 3)).round(2)
LABELS[0] = LOGITS[0].argmax(-1)  # half of them are right
ONE_HOT, CHOSEN = np.eye(3)[LABELS], LOGITS.argmax(-1)
LIKELY = np.take_along_axis(LOGITS - np.log(np.exp(LOGITS).sum(-1, keepdims=True)), LABELS[..., None], -1)
MATRIX = np.zeros((3, 3), int)
np.add.at(MATRIX, (LABELS.ravel(), CHOSEN.ravel()), 1)
SCORES = f"""
LABELS Const value={LABELS.tolist()} dtype=DT_INT64; ONE_HOT Const value={ONE_HOT.tolist()} dtype=DT_DOUBLE
LOGITS Const value={LOGITS.tolist()} dtype=DT_DOUBLE
SPARSE page:SparseSoftmaxCrossEntropy labels=<LABELS.output logits=<LOGITS.output
DENSE page:SoftmaxCrossEntropy labels=<ONE_HOT.output logits=<LOGITS.output
BINARY page:BinaryCrossEntropy labels=<ONE_HOT.output logits=<LOGITS.output
SQUARES page:MeanSquaredError labels=<ONE_HOT.output predictions=<LOGITS.output
RIGHT page:Accuracy labels=<LABELS.output predictions=<LOGITS.output
HALF page:BinaryAccuracy threshold=0.0 labels=<ONE_HOT.output predictions=<LOGITS.output
MATRIX page:ConfusionMatrix classes=3 labels=<LABELS.output predictions=<LOGITS.output
"""


@pytest.mark.parametrize(
    ("block", "pin", "value"),
    [
        ("SPARSE", "loss", -LIKELY.mean()),
        ("DENSE", "loss", -LIKELY.mean()),
        ("BINARY", "loss", np.mean(np.log1p(np.exp(LOGITS)) - LOGITS * ONE_HOT)),
        ("SQUARES", "loss", np.mean((LOGITS - ONE_HOT) ** 2)),
        ("RIGHT", "accuracy", np.mean(LABELS == CHOSEN)),
        ("HALF", "accuracy", np.mean((LOGITS > 0) == ONE_HOT)),
        ("MATRIX", "matrix", MATRIX),
    ],
)
def test_losses_and_metrics_are_what_they_say(block, pin, value, scores):
    np.testing.assert_allclose(scores[block][pin], value, 1e-6 if pin == "accuracy" else 1e-12)


@pytest.fixture
def scores(catalogue, worker):
    return run(page(catalogue, SCORES), page="main", worker=worker).results


SWITCHED = """
X Const value=[[1.0, 2.0], [3.0, 6.0]] dtype=DT_FLOAT; ONES Const value=1.0 dtype=DT_FLOAT
MANY Fill dims=[100, 100] value=<ONES.output; TRAINING PlaceholderWithDefault input=true shape=[]
NORM page:BatchNorm momentum=0.5 epsilon=0.0 x=<X.output training=<TRAINING.output
DROP page:Dropout rate=0.25 x=<MANY.output training=<TRAINING.output
"""


def test_training_is_switched_by_what_is_fed(catalogue, worker):
    made = page(catalogue, SWITCHED)
    found = run(
        made, page="main", fetch=["NORM", "DROP", "/NORM/MOVING_MEAN", "/NORM/MOVING_VARIANCE"], worker=worker
    ).results
    np.testing.assert_allclose(found["NORM"]["y"], [[-1, -1], [1, 1]], 1e-6)
    np.testing.assert_allclose(found["/NORM/MOVING_MEAN"]["value"], [1, 2])
    np.testing.assert_allclose(found["/NORM/MOVING_VARIANCE"]["value"], [1, 2.5])
    dropped, kept = np.unique(found["DROP"]["y"])
    assert dropped == 0 and abs(kept - 4 / 3) < 1e-6 and abs(np.mean(found["DROP"]["y"] == 0) - 0.25) < 0.03
    found = run(
        made,
        page="main",
        feed={"TRAINING": np.array(False)},
        fetch=["NORM", "DROP", "/NORM/MOVING_MEAN"],
        worker=worker,
    ).results
    np.testing.assert_array_equal(found["NORM"]["y"], [[1, 2], [3, 6]])  # by the mean 0 and the variance 1
    assert np.all(found["DROP"]["y"] == 1) and np.all(found["/NORM/MOVING_MEAN"]["value"] == 0)


STARTS = """
SHAPE Const value=[3, 5] dtype=DT_INT32; TALL Const value=[2, 3, 2] dtype=DT_INT32
O page:orthogonal dtype=DT_DOUBLE shape=<SHAPE.output; P page:orthogonal dtype=DT_DOUBLE shape=<TALL.output
G page:glorot_uniform dtype=DT_DOUBLE shape=<TALL.output
"""


def test_what_weights_begin_with(catalogue, worker):
    found = run(page(catalogue, STARTS), page="main", worker=worker).results
    wide, tall, uniform = (found[name]["value"] for name in "OPG")
    np.testing.assert_allclose(wide @ wide.T, np.eye(3), atol=1e-12)
    tall = tall.reshape(6, 2)
    np.testing.assert_allclose(tall.T @ tall, np.eye(2), atol=1e-12)
    assert uniform.shape == (2, 3, 2) and 0.3 < np.abs(uniform).max() <= np.sqrt(6 / ((3 + 2) * 2))


ATTENTION = f"""
Q Const value={RANDOM.normal(size=(1, 2, 3)).round(2).tolist()} dtype=DT_DOUBLE
V Const value={RANDOM.normal(size=(1, 3, 4)).round(2).tolist()} dtype=DT_DOUBLE
MASK Const value=[[true, false, true], [false, true, false]] dtype=DT_BOOL
ALL page:MultiHeadAttention num_heads=2 key_dim=2 query=<Q.output key=<V.output value=<V.output
SOME page:MultiHeadAttention num_heads=2 key_dim=2 query=<Q.output key=<V.output value=<V.output mask=<MASK.output
NEAR page:MultiHeadAttention key_dim=2 ahead=1 query=<Q.output key=<V.output value=<V.output
"""


def test_attention_looks_where_it_may(catalogue, worker):
    found = run(page(catalogue, ATTENTION), page="main", worker=worker).results
    weights = {name: found[name]["weights"] for name in ("ALL", "SOME", "NEAR")}
    assert found["ALL"]["y"].shape == (1, 2, 3) and np.all(weights["ALL"] > 0)
    for found in weights.values():
        np.testing.assert_allclose(found.sum(-1), np.ones(found.shape[:3]))
    assert np.array_equal(weights["SOME"] > 0, np.tile([[True, False, True], [False, True, False]], (1, 2, 1, 1)))
    assert np.array_equal(weights["NEAR"] > 0, [[[[True, True, False], [True, True, True]]]])
