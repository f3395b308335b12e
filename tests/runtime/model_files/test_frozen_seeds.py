"""Models with random layers are frozen, and a counter that the results depend on is not taken for a seed."""

import numpy as np
import pytest
import tensorflow as tf

from blockloom.app.formats import open_document
from blockloom.runtime.model_files import write


class Noisy(tf.Module):
    """A model with the random layers of Keras, switched on."""

    def __init__(self, keras):
        super().__init__()
        self.drop = keras.layers.Dropout(0.5, seed=3)
        self.noise = keras.layers.GaussianNoise(1.0, seed=4)
        self.states = [layer.seed_generator.state.value for layer in (self.drop, self.noise)]

    @tf.function(input_signature=[tf.TensorSpec([4, 100], tf.float32, name="x")])
    def call(self, x):
        twice = self.noise(self.noise(x, training=True), training=True)
        dropped = self.drop(x, training=True)
        return {"dropped": tf.negative(dropped, "dropped"), "twice": tf.negative(twice, "twice")}


class Counted(tf.Module):
    """A model whose result depends on how often it was called; `shaped`: by the shape of random numbers alone."""

    def __init__(self, shaped):
        super().__init__()
        self.count, self.shaped = tf.Variable([3, 1]), shaped

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def call(self, x):
        now = self.count.read_value()
        self.count.assign(tf.add(self.count, [0, 1]))
        if self.shaped:
            return {"y": tf.random.stateless_uniform(now, seed=[1, 2]) + x[0]}
        return {"y": x * tf.cast(now, tf.float32)}


def frozen(module, folder, worker, catalogue):
    tf.saved_model.save(module, str(folder / "model"), signatures=module.call)
    document = open_document(folder / "model", worker=worker)
    return write.export(document, ["serving_default"], folder / "frozen.pb", catalogue, frozen=True)


def steps(path, names, feed):
    graph_def = tf.compat.v1.GraphDef.FromString(path.read_bytes())
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.import_graph_def(graph_def, name="")
        return [session.run(names, feed) for _ in range(3)]


def test_seeds_of_random_layers_are_drawn(tmp_path, keras, worker, catalogue):
    written = frozen(Noisy(keras), tmp_path, worker, catalogue)
    assert not written.refusal
    assert [one.code for one in written.problems] == ["frozen-seeds"]
    nodes = {node.name: node for node in tf.compat.v1.GraphDef.FromString((tmp_path / "frozen.pb").read_bytes()).node}
    (fed,) = (name for name, node in nodes.items() if node.op == "Placeholder")
    dropped, twice = (next(f"{name}:0" for name in nodes if name.endswith(end)) for end in ("dropped", "twice"))
    found = steps(tmp_path / "frozen.pb", [dropped, twice], {f"{fed}:0": np.ones([4, 100], "f")})
    for masked, noise in found:
        assert set(masked.ravel()) == {0.0, -2.0} and 100 < np.count_nonzero(masked) < 300
        assert 1.2 < noise.std() < 1.6  # of two draws that are independent
    assert all((one[n] != other[n]).any() for one, other in zip(found, found[1:]) for n in (0, 1))
    again = steps(tmp_path / "frozen.pb", [dropped, twice], {f"{fed}:0": np.ones([4, 100], "f")})
    assert all((one[n] == other[n]).all() for one, other in zip(found, again) for n in (0, 1))


@pytest.mark.parametrize("shaped", [False, True])
def test_a_counter_is_not_a_seed(tmp_path, worker, catalogue, shaped):
    assert "changes a variable" in frozen(Counted(shaped), tmp_path, worker, catalogue).refusal
