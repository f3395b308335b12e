"""Tables whose content is in the checkpoint of a model: mutable ones, and dense ones."""

import numpy as np
import pytest
import tensorflow as tf

import blockloom
from blockloom.app.formats import open_document
from blockloom.runtime.model_files import write
from tests.pages import document

KEYS = {"words": np.array([b"a", b"none"], object), "numbers": np.array([3, 9])}


class Tables(tf.Module):
    """A module that looks up rows, and one that adds some."""

    def __init__(self):
        table = tf.lookup.experimental
        self.words = table.MutableHashTable(tf.string, tf.int64, -1)
        self.dense = table.DenseHashTable(
            tf.int64, tf.float32, 0.5, empty_key=-1, deleted_key=-2, initial_num_buckets=8
        )
        self.rows = table.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0])
        self.empty = table.MutableHashTable(tf.string, tf.int64, -3)
        self.words.insert(tf.constant(["a", "b"]), tf.constant([7, 8], tf.int64))
        self.dense.insert(tf.constant([3, 4, 5], tf.int64), tf.constant([1.5, 2.5, 3.5]))
        self.dense.erase(tf.constant([5], tf.int64))
        self.rows.insert(tf.constant([3], tf.int64), tf.constant([[1.0, 2.0]]))

    def look_up(self, words, numbers):
        return {
            "words": self.words.lookup(words),
            "dense": self.dense.lookup(numbers),
            "rows": self.rows.lookup(numbers),
            "empty": self.empty.lookup(words),
            "sizes": tf.stack([self.words.size(), self.dense.size()]),
        }

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string), tf.TensorSpec([None], tf.int64)])
    def look(self, words, numbers):
        return self.look_up(words, numbers)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string), tf.TensorSpec([None], tf.int64)])
    def add(self, words, numbers):
        self.words.insert(words, numbers)
        return self.look_up(words, numbers)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Return the folder of a SavedModel with tables, and the results of TensorFlow's signatures."""
    path, module = tmp_path_factory.mktemp("tables") / "model", Tables()
    tf.saved_model.save(module, str(path), {"serving_default": module.look, "add": module.add})
    return path, _results(path)


def _results(path):
    """Return the results of each signature, called once, of a model that is loaded for it."""
    fed = {name: tf.constant(array) for name, array in KEYS.items()}
    return {
        name: {key: value.numpy() for key, value in tf.saved_model.load(str(path)).signatures[name](**fed).items()}
        for name in ("serving_default", "add")
    }


def _same(found, wanted):
    assert found.keys() == wanted.keys()
    for key, value in wanted.items():
        np.testing.assert_array_equal(found[key], value, key)


def test_tables_begin_with_the_rows_of_the_checkpoint(saved, worker):
    path, wanted = saved
    assert wanted["serving_default"]["words"].tolist() == [7, -1]
    assert wanted["serving_default"]["sizes"].tolist() == [2, 2]
    document = open_document(path, worker=worker)
    assert document.troubles == []
    for name, steps in ("serving_default", 2), ("add", 1):
        result = blockloom.run(document, signature=name, feed=KEYS, steps=steps, worker=worker)
        _same(result.outputs, wanted[name])


def test_rows_are_in_the_saved_model_that_is_written(saved, tmp_path):
    path, wanted = saved
    blockloom.save(open_document(path), f"{tmp_path / 'out'}/")
    found = _results(tmp_path / "out")
    _same(found["serving_default"], wanted["serving_default"])
    _same(found["add"], wanted["add"])


def test_rows_are_in_the_checkpoint_that_is_written(saved, tmp_path, catalogue, worker):
    path, wanted = saved
    document = open_document(path, worker=worker)
    assert not write.export(document, ["serving_default"], tmp_path / "rows.ckpt", catalogue).refusal
    rows = tf.train.load_checkpoint(str(tmp_path / "rows.ckpt"))
    held = {key: rows.get_tensor(key) for key in rows.get_variable_to_shape_map()}
    names = sorted({key.rpartition("-")[0] for key in held})
    assert len(names) == 4
    (words,) = (name for name in names if b"a" in held[f"{name}-keys"])
    (dense,) = (name for name in names if -1 in held[f"{name}-keys"].ravel().tolist())
    # As TensorFlow restores them, each under its name.
    v1, table = tf.compat.v1, tf.lookup.experimental
    with tf.Graph().as_default(), v1.Session() as session:
        tables = (
            table.MutableHashTable(tf.string, tf.int64, -1, name=words),
            table.DenseHashTable(
                tf.int64, tf.float32, 0.5, empty_key=-1, deleted_key=-2, initial_num_buckets=8, name=dense
            ),
        )
        v1.train.Saver().restore(session, str(tmp_path / "rows.ckpt"))
        found = session.run([one.lookup(KEYS[name]) for one, name in zip(tables, ("words", "numbers"))])
    for one, key in zip(found, ("words", "dense")):
        np.testing.assert_array_equal(one, wanted["serving_default"][key])


def test_a_saver_of_tensorflow_1_restores_tables(tmp_path, worker):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1, name="table")
        words = v1.placeholder(tf.string, [None], "words")
        found = tf.identity(table.lookup(words), "found")
        weight = v1.get_variable("weight", [], initializer=v1.ones_initializer())
        later = table.insert(tf.constant(["later"]), tf.constant([5], tf.int64))  # nothing runs it but a request
        session.run([weight.initializer, table.insert(tf.constant(["a", "b"]), tf.constant([7, 8], tf.int64))])
        v1.train.Saver().save(session, str(tmp_path / "model"))
        fed = ["a", "later", "b"]
        wanted = session.run(found, {words: fed})
        assert later.type == "LookupTableInsertV2" and wanted.tolist() == [7, -1, 8]
    document = open_document(tmp_path / "model.meta", worker=worker)
    result = blockloom.run(document, feed={"words": fed}, fetch="found", worker=worker)
    assert result.results["found"]["output"].tolist() == wanted.tolist()


def test_a_block_that_prepares_a_table_fills_it_once(catalogue, worker):
    page = document(
        catalogue,
        "TABLE MutableHashTableV2 key_dtype=DT_STRING value_dtype=DT_INT64; "
        'FILL LookupTableImportV2 keys=["a"] values=[7] _prepares=true table_handle=<TABLE.table_handle; '
        'REMOVE LookupTableRemoveV2 keys=["a"] table_handle=<TABLE.table_handle; '
        "SIZE LookupTableSizeV2 table_handle=<TABLE.table_handle; SIZE -> REMOVE",
    )
    sizes = [blockloom.run(page, steps=steps, worker=worker).results["SIZE"]["size"].item() for steps in (1, 2)]
    assert sizes == [1, 0]
