"""Models that are opened, edited, saved, and loaded by TensorFlow: each edit has its effect, and no other."""

from collections import Counter

import numpy as np
import pytest

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Page, Placed, Wire
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, Insert, SetValue
from blockloom.blocks.files.library import libraries
from blockloom.blocks.find.page_search import PageSearch
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import Measures
from tests.models import case

PAGE = "serving_default"
RANDOM = np.random.default_rng(4)
X = RANDOM.normal(size=(8, 2, 6)).astype(np.float32)
HIDDEN, SCORES = RANDOM.normal(size=(12, 4)).astype(np.float32), RANDOM.normal(size=(5, 3)).astype(np.float32)


class Opened:
    """An opened model, with operations on the page of its signature."""

    def __init__(self, path, catalogue, page=PAGE):
        self.document = open_document(path)
        self.history, self.catalogue = UndoStack(self.document), catalogue
        self.page = self.document.page(page)

    @property
    def rules(self):
        return WireRules(self.page, self.catalogue.with_pages(self.document))

    @property
    def measures(self):
        return Measures(self.page, self.rules.catalogue)

    def do(self, change):
        self.history.do(change.edit, change.label)
        return change

    def block_of_node(self, name):
        """Return the block of a node whose name contains a text."""
        (found,) = PageSearch(self.document, self.catalogue).find(f"name:{name}", PAGE)[:1]
        return found.block

    def use(self, name):
        """Use a page of the library of layers."""
        source = next(one for one in libraries() if name in one.document.pages)
        self.do(operations.use_library_page(self.document, self.rules.catalogue, source, name)[0])

    def run(self, page=PAGE, **given):
        return blockloom.run(self.document, signature=page, **given).outputs

    def served(self, folder, page=PAGE, checkpoint=None, **feed):
        """Return TensorFlow's results of the saved model for a feed."""
        import tensorflow as tf

        blockloom.save(self.document, f"{folder}/out/", checkpoint=checkpoint)
        signature = tf.saved_model.load(f"{folder}/out").signatures[page]
        return {name: one.numpy() for name, one in signature(**{k: tf.constant(v) for k, v in feed.items()}).items()}


@pytest.fixture(scope="module")
def fixed(tmp_path_factory):
    """Return a SavedModel with dropout and a batch of 8, written by Python."""
    import tensorflow as tf

    class Model(tf.Module):
        def __init__(self):
            self.hidden, self.scores = tf.Variable(HIDDEN, name="hidden"), tf.Variable(SCORES, name="scores")

        @tf.function(input_signature=[tf.TensorSpec((8, 2, 6), name="x")])
        def __call__(self, x):
            rows = tf.nn.relu(tf.reshape(x, (8, 12)) @ self.hidden)
            rows = tf.concat([tf.nn.dropout(rows, 0.3), tf.tile([[1.0]], (8, 1))], 1)
            return {"scores": rows @ self.scores}

    folder, model = tmp_path_factory.mktemp("fixed"), Model()
    tf.saved_model.save(model, str(folder), signatures=model.__call__)
    return folder


def scored(x):
    """Return the output of the model without its dropout."""
    rows = np.maximum(x.reshape(len(x), 12) @ HIDDEN, 0)
    return np.concatenate([rows, np.ones((len(x), 1), np.float32)], 1) @ SCORES


def test_a_last_layer_for_ten_classes_learns_and_is_served(models, catalogue, tmp_path):
    made = Opened(models / "dense", catalogue)
    page, hidden = made.page, made.block_of_node("hidden_1/Relu")
    made.do(operations.delete(page, operations.blocks_in_scope(page, {made.block_of_node("classes_1/MatMul")})))
    made.use("Dense")
    (result,) = (block.id for block in page.blocks.values() if block.type == "loom.Retval")
    made.history.do(
        Insert(
            PAGE,
            (Block("LAST", "page:Dense", values={"units": "10", "seed": "1"}),),
            (Placed(Wire(hidden, "activations", "LAST", "x"), 0), Placed(Wire("LAST", "y", result, "input"), 0)),
        )
    )
    kept = {made.block_of_node(name) for name in ("hidden/kernel", "hidden/bias")}
    made.do(operations.freeze(made.rules, kept))
    told = made.do(operations.train_this(made.rules, {"LAST"}, made.measures, lambda *end: [None, 10])).message
    assert told == "Feed LABELS and what the page takes, then run: the loss is LOSS"
    made.history.do(SetValue(PAGE, "ADAM", "learning_rate", "0.05"))
    x, y = RANDOM.normal(size=(30, 8)).astype(np.float32), np.arange(30, dtype=np.int32) % 10
    trained, losses, weights = tmp_path / "trained.npz", [], []
    for steps in (1, 60):
        done = blockloom.run(
            made.document,
            page=PAGE,
            steps=steps,
            feed={"features": x, "LABELS": y},
            fetch=["LOSS", *kept],
            save=trained,
        )
        losses.append(float(done.results["LOSS"]["output"]))
        weights.append([done.results[name]["value"] for name in sorted(kept)])
    assert losses[1] < losses[0] / 2 and all(map(np.array_equal, *weights))
    made.do(operations.keep_needed(made.rules, {result}))
    served = made.served(tmp_path, checkpoint=trained, features=x)["output_0"]
    np.testing.assert_allclose(served, made.run(feed={"features": x}, checkpoint=trained)["output_0"], rtol=1e-6)
    chances = np.exp(served) / np.exp(served).sum(1, keepdims=True)
    assert -np.log(chances[np.arange(30), y]).mean() < losses[0] / 2


def test_a_layer_is_cut_out(models, catalogue, tmp_path):
    made, (feeds, results, *_) = Opened(models / "conv", catalogue), case(models, "conv")
    page, relu = made.page, made.block_of_node("relu_1/Relu")
    before = made.block_of_node("conv_1/BiasAdd")
    was = blockloom.run(made.document, page=PAGE, feed=feeds, fetch=[before]).results[before]["output"]
    layer = operations.with_frame_members(page, {page.blocks[made.block_of_node("norm_1/batchnorm/add_1")].frame})
    made.do(operations.delete_and_reconnect(page, made.rules.catalogue, layer))
    assert not [block.id for block in page.blocks.values() if "norm" in block.values.get("shared_name", "")]
    now = blockloom.run(made.document, page=PAGE, feed=feeds, fetch=[relu]).results[relu]["activations"]
    np.testing.assert_array_equal(now, np.maximum(was, 0))
    served = made.served(tmp_path, **feeds)["output_0"]
    np.testing.assert_allclose(served, made.run(feed=feeds)["output_0"], rtol=1e-5, atol=1e-5)
    assert not np.allclose(served, results["output_0"], atol=0.01)


def test_dropout_is_removed_and_the_batch_gets_another_size(fixed, catalogue, tmp_path):
    made = Opened(fixed, catalogue)
    assert not np.allclose(made.run(feed={"x": X})["scores"], scored(X))
    assert "dropouts 1" in made.do(operations.remove_training(made.rules)).message
    assert not [block.id for block in made.page.blocks.values() if "Random" in block.type]
    np.testing.assert_allclose(made.run(feed={"x": X})["scores"], scored(X), rtol=1e-5)
    shapes = of_page(made)
    told = made.do(operations.change_batch(made.rules, (), 3, lambda *end: shapes.get(end))).message
    assert "stays" not in told and not [p for p in blockloom.check(made.document) if p.severity == "error"]
    x = X[:3]
    np.testing.assert_allclose(made.served(tmp_path, x=x)["scores"], scored(x), rtol=1e-5)


def test_what_trained_a_model_of_tensorflow_1_goes_and_its_output_is_served(models, catalogue, tmp_path):
    made, (feeds, results, *_) = Opened(models / "metagraph.meta", catalogue, "main"), case(models, "metagraph")
    made.do(operations.remove_training(made.rules))
    types = Counter(block.type for block in made.page.blocks.values())
    assert types["loom.Variable"] + types["loom.ResourceVariable"] == 3  # the slots of Adam are gone, and its steps
    assert not [name for name in types if "Apply" in name or "Assign" in name or name.endswith("Grad")]
    done = blockloom.run(made.document, feed=feeds)
    np.testing.assert_allclose(done.results["loss"]["output"], results["loss"], rtol=1e-6)
    (result,) = made.do(operations.add_output(made.rules, {"output"}, made.measures)).selection
    made.do(operations.keep_needed(made.rules, {result}))
    served = made.served(tmp_path, "main", x=feeds["x"])
    np.testing.assert_allclose(served[result], results["output/output"], rtol=1e-5)


def of_page(made):
    """Return the shapes of a page's outputs."""
    results = blockloom.run(
        made.document,
        page=PAGE,
        feed={"x": X},
        fetch=[name for name in made.page.blocks if made.page.blocks[name].type != "loom.Retval"],
    )
    return {
        (block, pin): list(value.shape)
        for block, pins in results.results.items()
        for pin, value in pins.items()
        if isinstance(value, np.ndarray)
    }


def test_two_models_become_one_page(models, fixed, catalogue, tmp_path):
    made, other = Opened(fixed, catalogue), Opened(models / "dense", catalogue)
    made.do(operations.remove_training(made.rules))
    change, second = operations.import_pages(made.document, other.document, made.catalogue)
    made.do(change)
    both = Page("both")
    both.blocks = {
        b.id: b
        for b in (
            Block("x", "loom.Arg", values={"dtype": "DT_FLOAT", "shape": "[8, 2, 6]"}),
            Block("A", f"page:{PAGE}"),
            Block("PAD", "Pad", values={"paddings": "[[0, 0], [0, 5]]"}),
            Block("B", f"page:{second}"),
            Block("y", "loom.Retval"),
        )
    }
    both.put_all(
        [
            Wire("x", "output", "A", "x"),
            Wire("A", "scores", "PAD", "input"),
            Wire("PAD", "output", "B", "features"),
            Wire("B", "output_0", "y", "input"),
        ]
    )
    made.history.do(AddPage("both"))
    made.history.do(Insert("both", tuple(both.blocks.values()), tuple(Placed(w, 0) for w in both.wires())))
    features = np.pad(scored(X), ((0, 0), (0, 5)))
    wanted = other.run(feed={"features": features})["output_0"]
    np.testing.assert_allclose(made.served(tmp_path, "both", x=X)["y"], wanted, rtol=1e-5)
