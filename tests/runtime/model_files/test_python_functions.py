"""Python functions as pages."""

import numpy as np
import pytest
import tensorflow as tf

import blockloom
from blockloom.app import cli

MODULE = """
import tensorflow as tf

W = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="W")
CALLS = tf.Variable(0, name="CALLS", trainable=False)

def scaled(x, factor):
    return {"sum": tf.matmul(x, W) + factor * tf.constant([10.0, 20.0]), "half": x / 2.0}

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def counted(x):
    CALLS.assign_add(1)
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x - 1.0

def broken(x):
    raise RuntimeError("no such luck")
"""


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "functions_of_a_user.py"
    path.write_text(MODULE)
    return path


def test_a_function_of_a_file_becomes_a_page_with_the_values_of_its_variables(module, tmp_path):
    target = tmp_path / "page.loom"
    assert cli.main(["convert", f"{module}:scaled", str(target), "--spec", "float32[None,2]", "--spec", "float32"]) == 0
    found = blockloom.run(target, feed={"x": "[[1.0, 1.0]]", "factor": "2.0"}).results
    np.testing.assert_array_equal(found["sum"]["output"], [[24.0, 46.0]])
    np.testing.assert_array_equal(found["half"]["output"], [[0.5, 0.5]])


def test_a_function_that_branches_and_counts_does_so_on_its_page(module, tmp_path):
    target = tmp_path / "page.loom"
    assert cli.main(["convert", f"{module}:counted", str(target)]) == 0
    for fed, given in ("[1.0, 2.0]", [2.0, 4.0]), ("[-1.0, 0.0]", [-2.0, -1.0]):
        found = blockloom.run(target, feed={"x": fed}, steps=3, fetch="*").results
        np.testing.assert_array_equal(found["output_0"]["output"], given)
        assert found["CALLS"]["value"] == 3


@pytest.mark.parametrize(
    "arguments,said",
    [
        (["broken", "float32"], "broken cannot be traced: RuntimeError: no such luck"),
        (["scaled"], "dtypes and shapes of the arguments of scaled are unknown"),
        (["absent"], "there is no absent"),
        (["scaled", "float32[", "float32"], "is not a dtype and shape"),
    ],
)
def test_what_cannot_be_traced_is_said(module, tmp_path, capsys, arguments, said):
    name, *specs = arguments
    words = ["convert", f"{module}:{name}", str(tmp_path / "page.loom"), *(f"--spec={one}" for one in specs)]
    assert cli.main(words) == 2 and not (tmp_path / "page.loom").exists()
    assert said in capsys.readouterr().err


def test_what_is_for_documents_alone_is_refused(module, tmp_path, capsys):
    words = ["convert", f"{module}:counted", str(tmp_path / "page.loom")]
    for more in ["--map", "a=b"], ["--signature", "serve"]:
        assert cli.main(words + more) == 2 and "not for a function" in capsys.readouterr().err


def test_a_function_of_this_process_becomes_a_document_that_shows_itself():
    def wave(time):
        return tf.sin(time) * np.float32(2.0)

    document = blockloom.page(wave, tf.TensorSpec([None], tf.float32))
    assert list(document.pages) == ["wave"] and blockloom.check(document, tensorflow=False) == []
    found = blockloom.run(document, feed={"time": np.array([0.5], np.float32)}).results
    np.testing.assert_allclose(found["output_0"]["output"], 2 * np.sin([0.5]), rtol=1e-6)
    assert "<svg" in document._repr_svg_()
