"""Files of Keras 2 open as Keras 2 means them, and no file makes it do more than models need."""

import json
import shutil
import sys
import types
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pytest

import blockloom
from blockloom.blocks.files.documents import FileError
from blockloom.runtime.api.models import open_model
from blockloom.runtime.model_files import keras_libraries
from blockloom.runtime.model_files.model_opening import _difference
from blockloom.runtime.model_files.read import as_file_error
from tests.extent import slow, slow_after
from tests.models import case

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "models"


def _compare(path, feeds, wanted, worker):
    document, _ = open_model(path, worker)
    found = blockloom.run(document, signature="serving_default", feed=feeds, worker=worker).outputs
    for array, given in zip(wanted, found.values(), strict=True):
        np.testing.assert_allclose(given, array, rtol=0, atol=1e-6 * np.abs(array).max())
    return document


_QUICK = ("image.h5", "ops.keras", "attention.keras", "words.h5")
_SLOW = ("words.keras", "series.h5", "image.keras", "series.keras", "ops.h5", "attention.h5", "lstm.h5", "lstm.keras")


@pytest.mark.parametrize("file", slow_after(len(_QUICK), _QUICK + _SLOW))
def test_a_model_gives_what_keras_2_gives(models, worker, file):
    feeds, wanted, _ = case(models, f"k2_{file.partition('.')[0]}")
    _compare(models / f"k2_{file}", feeds, wanted.values(), worker)


def test_its_layers_keep_their_names(models, worker):
    document, _ = open_model(models / "k2_image.h5", worker)
    page = document.pages["serving_default"]
    titles = {frame.title for frame in page.frames.values() if not frame.frame}
    assert titles >= {"grouped", "norm", "depthwise", "classes"}


@pytest.mark.skipif(not CASES.is_dir(), reason="the small inputs are not there")
@pytest.mark.parametrize(
    "file", ["h5_depthwise.h5", "v3_functional.keras", "v3_mha.keras", pytest.param("h5_lstm.h5", marks=slow)]
)
def test_a_model_of_tensorflow_2_15_gives_what_that_gives(worker, file):
    path = CASES / f"k215_{file}"
    with np.load(path.with_suffix(".npz")) as arrays:
        _compare(path, {"x": arrays["x"]}, [arrays["y"]], worker)


def test_what_the_file_says_decides_who_reads_it(models, tmp_path, worker):
    """Keras 3 has no `groups` there: that is the reason, behind a config that is longer than a message."""
    path = shutil.copy(models / "k2_image.h5", tmp_path / "new.h5")
    with h5py.File(path, "a") as file:
        file.attrs["keras_version"] = "3.1.0"
    with pytest.raises(blockloom.FileError) as error:
        open_model(path, worker)
    text = str(error.value)
    assert "of Keras 3.1.0: Unrecognized keyword arguments passed to DepthwiseConv2D: {'groups': 1}" in text
    assert "What you can do: save the model as a SavedModel, by model.export(FOLDER)" in text
    with h5py.File(path, "a") as file:
        del file.attrs["keras_version"]  # as those before Keras 2
    assert open_model(path, worker)[0].pages
    assert open_model(models / "dense.keras", worker)[0].pages


def test_who_has_no_keras_for_a_file_learns_how_to_get_it(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(keras_libraries.importlib.util, "find_spec", lambda name: None)
        with pytest.raises(FileError, match=r"saved by Keras 2\.4\.0.* -m pip install \"tf_keras ~= 2\.\d+\.0\""):
            keras_libraries.library_of(2, "2.4.0")
    monkeypatch.setitem(sys.modules, "keras", types.SimpleNamespace(__version__="2.15.0"))
    with pytest.raises(
        FileError, match=r"saved by Keras 3\.9\.1, .* has Keras 2\.15\.0\. .* TensorFlow 2\.16 or later"
    ):
        keras_libraries.library_of(3, "3.9.1")


def test_an_error_outside_the_reader_is_not_reported_as_damage():
    text = str(as_file_error("a.keras", AttributeError("module 'keras' has no attribute 'Operation'")))
    assert "damaged" not in text and "has no attribute 'Operation'" in text and "What you can do" in text


def _functional(path, kind, calls, shape=(None, 4), **config):
    """Write a model of an input and a layer that is called with these nodes."""
    layers = [
        {"class_name": "InputLayer", "config": {"batch_input_shape": shape, "name": "x"}, "name": "x"},
        {"class_name": kind, "config": {"name": "layer", **config}, "name": "layer"},
    ]
    ends = {"input_layers": [["x", 0, 0]], "output_layers": [["layer", 0, 0]]}
    layers[0]["inbound_nodes"], layers[1]["inbound_nodes"] = [], calls
    with h5py.File(path, "w") as file:
        file.attrs["keras_version"] = "2.15.0"
        file.attrs["model_config"] = json.dumps(
            {"class_name": "Functional", "config": {"name": "model", "layers": layers, **ends}}
        )
        file.create_group("model_weights").attrs["layer_names"] = []
    return path


CALLS = {
    "what removes files": ("TFOpLambda", {"function": "io.gfile.rmtree"}),
    "what writes files": ("TFOpLambda", {"function": "io.write_file"}),
    "the same of TensorFlow 1": ("TFOpLambda", {"function": "compat.v1.write_file"}),
    "an op": ("TFOpLambda", {"function": "raw_ops.WriteFile"}),
    "what fetches files": ("TFOpLambda", {"function": "keras.utils.get_file"}),
    "what calls Python": ("TFOpLambda", {"function": "py_function"}),
    "what prints": ("TFOpLambda", {"function": "print"}),
    "a class": ("TFOpLambda", {"function": "Variable"}),
    "what sets variables": ("TFOpLambda", {"function": "keras.backend.batch_set_value"}),
    "no text": ("TFOpLambda", {"function": ["nn.relu"]}),
    "a slice that writes files": ("SlicingOpLambda", {"function": "io.write_file"}),
    "a method of a class": ("ClassMethod", {"cls_symbol": "io.gfile.GFile", "method_name": "write"}),
    "a method inside": ("InstanceMethod", {"attr_name": "__class__"}),
    "a node that writes files": ("TensorFlowOpLayer", {"node_def": {"name": "a", "op": "WriteFile"}}),
    "a node that calls Python": ("TensorFlowOpLayer", {"node_def": {"name": "a", "op": "EagerPyFunc"}}),
    "a node as bytes": ("TensorFlowOpLayer", {"node_def": "\n\x01a\x12\tWriteFile"}),
    "code of a wrapper": ("RNN", {"cell": {"class_name": "DropoutWrapper", "config": {"dropout_fn_type": "lambda"}}}),
    "a module": ("ModuleWrapper", {"module": "text", "method_name": "upper"}),
    "what makes objects": ("Dense", {"units": 2, "kernel_constraint": {"class_name": "deserialize", "config": {}}}),
    "a class of its own": ("Mine", {}),
}


def test_keras_2_calls_nothing_but_what_computes_tensors(tmp_path, worker):
    for what, (kind, config) in CALLS.items():
        path = _functional(tmp_path / "a.h5", kind, [[["x", 0, 0, {}]]], **config)
        with pytest.raises(blockloom.FileError) as error:
            open_model(path, worker)
        text = str(error.value)
        assert "What you can do: save the model as a SavedModel" in text and "cannot make" not in text, (what, text)


STUCK = {
    "a layer that nothing calls": [[["layer", 1, 0, {}]]],
    "a layer that waits for itself": [[["layer", 0, 0, {}]]],
    "an argument that nothing gives": [[["x", 0, 0, {"mask": ["layer", 3, 0]}]]],
}


@pytest.mark.parametrize("what", STUCK)
def test_a_call_that_is_missing_is_an_error_at_once(tmp_path, worker, what):
    """Keras 2 itself waits for it without an end."""
    path = _functional(tmp_path / "a.h5", "Dense", STUCK[what], units=2)
    with pytest.raises(
        blockloom.FileError, match="its layer 'layer' takes the output of a call that the file does not"
    ):
        open_model(path, worker)


def test_layers_may_be_called_in_any_order(tmp_path, worker, keras):
    """A(B(A(x))), as Keras 2 saves it."""
    import tf_keras

    a, b = (tf_keras.layers.Dense(4, name=name) for name in "ab")
    x = tf_keras.Input((4,))
    inner = tf_keras.Sequential([tf_keras.layers.Dense(4, input_shape=(4,))], name="inner")
    model = tf_keras.Model(x, inner(a(b(inner(a(x))))))
    model.save(tmp_path / "a.h5")
    assert open_model(tmp_path / "a.h5", worker)[0].pages


def test_what_is_called_with_constants_is_not_run(tmp_path, worker):
    """Keras 2 calls a function at once whose arguments are all in the file."""
    target = tmp_path / "written"
    call = ["_CONSTANT_VALUE", -1, str(target), {"contents": "text"}]
    with pytest.raises(blockloom.FileError, match=r"'io\.write_file', which is not a function that computes tensors"):
        open_model(_functional(tmp_path / "a.h5", "TFOpLambda", [call], function="io.write_file"), worker)
    assert not target.exists()


def test_a_node_that_computes_is_read(tmp_path, worker):
    """As TensorFlow 2.0 to 2.3 keep functions of TensorFlow."""
    node = {"name": "twice", "op": "AddV2", "input": ["x", "twice/y"], "attr": {"T": {"type": "DT_FLOAT"}}}
    path = _functional(
        tmp_path / "a.h5", "TensorFlowOpLayer", [[["x", 0, 0, {}]]], name="twice", node_def=node, constants={"1": 2.0}
    )
    with h5py.File(path, "a") as file:  # Keras 2 puts its prefix before the name
        config = file.attrs["model_config"].replace('"name": "layer"', '"name": "tf_op_layer_twice"')
        file.attrs["model_config"] = config.replace('["layer", 0, 0]', '["tf_op_layer_twice", 0, 0]')
    _compare(path, {"x": np.ones((2, 4), np.float32)}, [np.full((2, 4), 3, np.float32)], worker)


_FLAT = {"class_name": "Flatten", "config": {"name": "flat"}}


def _by_time(path):
    """Write a model of Keras 3 that flattens each element of a series of any length."""
    inner = {"module": "keras.layers", "registered_name": None}
    layers = [
        {"class_name": "InputLayer", "config": {"name": "x", "batch_shape": [None, None, 4, 3]}} | inner,
        {"class_name": "TimeDistributed", "config": {"name": "each", "layer": _FLAT | inner}} | inner,
    ]
    model = {"class_name": "Sequential", "config": {"name": "model", "layers": layers}, "module": "keras"}
    with h5py.File(path.with_suffix(".h5"), "w") as weights:
        weights.create_group("layers")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("metadata.json", json.dumps({"keras_version": "3.15.0"}))
        file.writestr("config.json", json.dumps(model | {"registered_name": None}))
        file.write(path.with_suffix(".h5"), "model.weights.h5")
    return path


def test_a_page_that_differs_from_its_model_is_reported(models, tmp_path, worker):
    """Keras 3 traces TimeDistributed as if a series of unknown length were as long as the batch."""
    document, report = open_model(_by_time(tmp_path / "a.keras"), worker)
    assert len(report) == 1 and "each: the shape is [2, 2, 12] and not [2, 5, 12]. What you can do" in report[0]
    assert [one.kind for one in document.troubles] == ["import:model"]


@slow
def test_a_page_that_gives_what_its_model_gives_is_not(models, tmp_path, worker):
    path = _functional(tmp_path / "b.h5", "TimeDistributed", [[["x", 0, 0, {}]]], (None, None, 4, 3), layer=_FLAT)
    assert open_model(path, worker)[1] == []
    call = [[["x", 0, 0, {"level": 0.5}]]]
    path = _functional(tmp_path / "c.h5", "TFOpLambda", call, function="keras.backend.dropout")
    assert open_model(path, worker)[1] == []  # no two calls give the same
    assert open_model(models / "stateful.keras", worker)[1] == []  # tried at its first step


def test_a_difference_is_one_of_shape_text_or_number():
    numbers = np.array([1.0, -2.0, np.nan, np.inf])
    assert _difference(numbers, numbers.copy(), 1e-3) == ""
    assert _difference(numbers * np.float64(1.0001), numbers, 1e-3) == ""
    assert "by up to 0.02, and the largest value is 2" in _difference(numbers * 1.01, numbers, 1e-3)
    assert _difference(np.array([1.0, np.nan]), np.array([1.0, 2.0]), 1e-3)
    assert _difference(np.array([3]), np.array([4]), 1e-3) and _difference(np.array(True), np.array(False), 1e-3)
    assert "texts" in _difference(np.array([b"a"], object), np.array([b"b"], object), 1e-3)
    assert _difference(np.zeros((2, 1)), np.zeros((1, 2)), 1e-3) == "the shape is [2, 1] and not [1, 2]"
