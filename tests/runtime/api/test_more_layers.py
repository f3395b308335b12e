"""Library layers compared with those of Keras, on random shapes and weights, before and after a step."""

import numpy as np
import pytest

from blockloom import BadPage, run
from tests.extent import slow
from tests.runtime.api.test_layers import ours, page

RANDOM = np.random.default_rng(11)
RATE = 0.25
ACTIVATIONS = (
    *(
        "linear",
        "relu",
        "relu6",
        "leaky_relu",
        "elu",
        "selu",
        "gelu",
        "silu",
        "mish",
        "sigmoid",
        "hard_sigmoid",
        "tanh",
    ),
    *("softplus", "softsign", "exponential", "softmax", "log_softmax"),
)


def size(least, most):
    return int(RANDOM.integers(least, most + 1))


# block -> its type and values, the shape of its input, and the constructor of the Keras layer
LAYERS = {
    "DENSE": (
        "Dense units=3 activation=gelu",
        (size(2, 5), size(2, 6)),
        lambda layers: layers.Dense(3, "gelu"),
    ),
    "LINE": (
        "Conv1D filters=6 kernel_size=3 strides=2 padding=SAME groups=2 activation=relu",
        (2, size(5, 8), 4),
        lambda layers: layers.Conv1D(6, 3, 2, "same", groups=2, activation="relu"),
    ),
    "FAR_LINE": (
        "Conv1D filters=2 kernel_size=2 dilations=3 use_bias=false",
        (2, size(5, 8), 3),
        lambda layers: layers.Conv1D(2, 2, dilation_rate=3, use_bias=False),
    ),
    "IMAGE": (
        "Conv2D filters=6 kernel_size=[2, 3] strides=[2, 2] groups=3 activation=tanh",
        (2, size(5, 7), size(5, 7), 6),
        lambda layers: layers.Conv2D(6, (2, 3), 2, groups=3, activation="tanh"),
    ),
    "DEEP_IMAGE": (
        "DepthwiseConv2D padding=SAME activation=silu",
        (2, size(4, 6), size(4, 6), 3),
        lambda layers: layers.DepthwiseConv2D(3, padding="same", activation="silu"),
    ),
    "FAR_IMAGE": (
        "DepthwiseConv2D dilations=[2, 3] depth_multiplier=2",
        (2, size(7, 9), size(7, 9), 2),
        lambda layers: layers.DepthwiseConv2D(3, depth_multiplier=2, dilation_rate=(2, 3)),
    ),
    "FAR_STEPS": (
        "DepthwiseConv2D kernel_size=[2, 3] dilations=[2, 2] strides=[2, 2] padding=SAME",
        (2, size(5, 9), size(5, 9), 3),
        lambda layers: layers.DepthwiseConv2D((2, 3), 2, "same", dilation_rate=2),
    ),
    "VOLUME": (
        "Conv3D filters=4 kernel_size=[2, 3, 2] strides=[1, 2, 1] padding=SAME groups=2",
        (2, 3, size(4, 6), size(3, 4), 4),
        lambda layers: layers.Conv3D(4, (2, 3, 2), (1, 2, 1), "same", groups=2),
    ),
    "LARGER": (
        "Conv2DTranspose filters=3 kernel_size=[4, 2] strides=[2, 3] activation=relu",
        (2, size(2, 4), size(2, 4), 5),
        lambda layers: layers.Conv2DTranspose(3, (4, 2), (2, 3), activation="relu"),
    ),
    "LARGER_CUT": (
        "Conv2DTranspose filters=2 strides=[2, 2] padding=SAME use_bias=false",
        (2, size(2, 4), size(2, 4), 3),
        lambda layers: layers.Conv2DTranspose(2, 3, 2, "same", use_bias=False),
    ),
    **{
        f"{kind}{way}": (
            f"{kind} units=3 go_backwards={str(bool(way)).lower()}",
            (4, 6, size(2, 4)),
            lambda layers, kind=kind, way=way: getattr(layers, kind)(3, return_sequences=True, go_backwards=bool(way)),
        )
        for kind in ("LSTM", "GRU")
        for way in ("", "_BACK")
    },
}
MASK = RANDOM.random((4, 6)) < 0.6
UNTRAINED = ["FAR_LINE"]  # TensorFlow has no gradient of it on a CPU
MASKED = [name for name in LAYERS if name.startswith(("LSTM", "GRU"))]


def described(inputs):
    """Return the page: each layer with a separate loss, and a session that trains all."""
    blocks = [f"MASK Const dtype=DT_BOOL value={str(MASK.tolist()).lower()}"]
    for number, (name, (type_, _, _)) in enumerate(LAYERS.items()):
        out, mask = ("sequence", " mask=<MASK.output") if name in MASKED else ("y", "")
        blocks += [
            f"X_{name} Const dtype=DT_FLOAT value={inputs[name].tolist()}",
            f"{name} page:{type_} seed={number + 1} x=<X_{name}.output{mask}",
            f"SQUARES_{name} Square x=<{name}.{out}",
            f"FLAT_{name} Reshape shape=[-1] tensor=<SQUARES_{name}.y",
            f"LOSS_{name} Sum reduction_indices=0 input=<FLAT_{name}.output",
            f"LOSS_{name}.output -> {'A.fetch_outputs' if name in UNTRAINED else 'LOSS.inputs'}",
        ]
    blocks += [f"ACT_{name} loom.Activation function={name} x=<X_DENSE.output" for name in ACTIVATIONS]
    blocks += [
        f"LOSS AddN; OPT loom.GradientDescentOptimizer learning_rate={RATE}",
        "TRAIN loom.Minimize loss=<LOSS.sum optimizer=<OPT.optimizer",
        "A loom.Session fetch_outputs=<LOSS.sum; T loom.Session run_outputs=<TRAIN.operation",
    ]
    return "\n".join(blocks)


@slow
def test_layers_give_and_learn_what_those_of_keras_do(keras, catalogue, worker):
    import tensorflow as tf

    inputs = {name: RANDOM.normal(size=shape).astype("float32").round(3) for name, (_, shape, _) in LAYERS.items()}
    theirs = {name: make(keras.layers) for name, (_, _, make) in LAYERS.items()}
    for name, layer in theirs.items():
        layer.name = name
        layer.build(inputs[name].shape)
    weights = {name: {f"/{name}/{ours(v).split('/')[-1]}": v for v in layer.weights} for name, layer in theirs.items()}
    outs = {name: "sequence" if name in MASKED else "y" for name in LAYERS}
    fetch = [f"{name}.{out}" for name, out in outs.items()]
    fetch += [f"ACT_{name}" for name in ACTIVATIONS]
    fetch += [f"{at}.value" for found in weights.values() for at in found]
    found = run(page(catalogue, described(inputs)), page="main", fetch=fetch, worker=worker)
    for name in ACTIVATIONS:
        close(found.results[f"ACT_{name}"]["y"], np.asarray(keras.activations.get(name)(inputs["DENSE"])), name)
    for name, layer in theirs.items():
        for at, variable in weights[name].items():
            variable.assign(found.sessions["A"][at]["value"])
        given = {"mask": tf.constant(MASK)} if name in MASKED else {}
        with tf.GradientTape() as tape:
            y = layer(tf.constant(inputs[name]), **given)
            loss = tf.reduce_sum(tf.square(y))
        gradients = tape.gradient(loss, layer.trainable_variables)
        close(found.sessions["A"][name][outs[name]], y.numpy(), name)
        if name in UNTRAINED:
            continue
        for variable, gradient in zip(layer.trainable_variables, gradients):
            at = next(at for at, one in weights[name].items() if one is variable)
            close(found.sessions["T"][at]["value"], (variable - RATE * gradient).numpy(), at)


def close(ours, theirs, name):
    np.testing.assert_allclose(ours, theirs, 0, 1e-5 * max(1, np.abs(theirs).max()), err_msg=name)


def test_an_activation_that_there_is_not_is_named_with_those_that_there_are(catalogue):
    text = "X Const dtype=DT_FLOAT value=[[1.0]]; L page:Dense units=2 activation=relux x=<X.output"
    with pytest.raises(BadPage, match=r"main/L.*relux.*relu"):
        run(page(catalogue, text), page="main")
