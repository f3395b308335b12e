"""A model's file becomes no more than its size allows, and a Keras config names nothing but what models are made of."""

import json
import subprocess
import sys
import threading
import zipfile

import h5py
import numpy as np
import pytest

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text import programs
from blockloom.runtime.api.models import open_model
from blockloom.runtime.model_files import bounds
from tests.extent import slow, slow_after

_CONST = (
    'node {{ name: "x{}" op: "Const" attr {{ key: "dtype" value {{ type: {} }} }} attr {{ key: "value" value {{ '
    "tensor {{ dtype: {} tensor_shape {{ dim {{ size: {} }} }} {} }} }} }} }}"
)


def _consts(folder, count, dtype, size, value):
    path = folder / "a.pbtxt"
    path.write_text("\n".join(_CONST.format(number, dtype, dtype, size, value) for number in range(count)))
    return path


def _keras(folder, layer, version="3.9.0", **outer):
    """Write a model of one layer, saved by a version of Keras, with more entries in its config."""
    first = {
        "module": "keras.layers",
        "class_name": "InputLayer",
        "registered_name": None,
        "config": {"batch_shape": [None, 4], "name": "x"},
    }
    path = folder / "a.keras"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("metadata.json", json.dumps({"keras_version": version}))
        file.writestr(
            "config.json",
            json.dumps(
                {
                    "module": "keras",
                    "class_name": "Sequential",
                    "registered_name": None,
                    "config": {"name": "model", "layers": [first, layer]},
                    **outer,
                }
            ),
        )
    return path


def _hdf5(folder, layer, version="3.9.0"):
    path, first = folder / "a.h5", {"class_name": "InputLayer", "config": {"batch_input_shape": [None, 4], "name": "x"}}
    with h5py.File(path, "w") as file:
        file.attrs["model_config"] = json.dumps(
            {"class_name": "Sequential", "config": {"name": "model", "layers": [first, layer]}}
        )
        file.attrs["keras_version"] = version
        file.create_group("model_weights")
    return path


def _layer(kind, module="keras.layers", **config):
    return {"module": module, "class_name": kind, "registered_name": None, "config": {"name": "layer", **config}}


def _chunks(folder):
    """Chunks that were never written take no room, and are read as zeros."""
    path = _hdf5(folder, _layer("Dense", units=2))
    with h5py.File(path, "a") as file:
        file.create_dataset("large", (1 << 30,), "f4", chunks=(1 << 20,))
    return path


def _names(folder):
    """Write a call of a long name, which prefixes the names of all its nodes."""
    float_ = 'attr { key: "T" value { type: DT_FLOAT } }'
    nodes = "".join(
        f'node_def {{ name: "n{number}" op: "Neg" input: "{f"n{number - 1}:y:0" if number else "x"}" {float_} }} '
        for number in range(3000)
    )
    path = folder / "a.pbtxt"
    ends = 'input_arg { name: "x" type: DT_FLOAT } output_arg { name: "y" type: DT_FLOAT }'
    placeholder = 'node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }'
    path.write_text(
        f'library {{ function {{ signature {{ name: "f" {ends} }} {nodes} ret {{ key: "y" value: '
        f'"n2999:y:0" }} }} }} {placeholder} node {{ name: "{"n" * 200_000}" op: "f" input: "p" }}'
    )
    return path


LARGE = {
    "strings": lambda folder: _consts(folder, 1, "DT_STRING", 2**28, 'string_val: "a"'),
    "long strings": lambda folder: _consts(folder, 1, "DT_STRING", 2**16, f'string_val: "{"a" * 9000}"'),
    "halves": lambda folder: _consts(folder, 6, "DT_HALF", 2**29, "half_val: 1"),
    "a sum": lambda folder: _consts(folder, 9, "DT_BFLOAT16", 2**23, "half_val: 1 half_val: 2"),
    "a layer": lambda folder: _keras(folder, _layer("Dense", units=200_000_000)),
    "layers": lambda folder: _keras(
        folder,
        _layer(
            "Sequential",
            "keras",
            layers=[
                _layer("InputLayer", batch_shape=[None, 4]),
                *(_layer("Dense", units=5_000, kernel_initializer="zeros", name=f"l{n}") for n in range(6)),
            ],
        ),
    ),
    "no chunks": _chunks,
    "names": _names,
    "a layer of Keras 2": lambda folder: _hdf5(folder, _layer("Dense", units=200_000_000), "2.15.0"),
}


@pytest.mark.parametrize("kind", slow_after(4, LARGE))
def test_a_file_becomes_no_more_than_its_size_allows(tmp_path, kind):
    path = LARGE[kind](tmp_path)
    with pytest.raises(blockloom.FileError, match=r"more than [\d,]+ MiB") as told:
        open_document(path)
    assert str(path) in str(told.value)


@pytest.mark.parametrize("name", ["two\\nlines", "\\033[31mred", "long" * 9000])
def test_names_make_no_message_of_several_lines(tmp_path, name):
    (tmp_path / "a.pbtxt").write_text(f'node {{ name: "{name}" op: "Identity" input: "b" }}')
    with pytest.raises(blockloom.FileError, match=r"a\.pbtxt: the node .{3,1000}$") as told:
        open_document(tmp_path / "a.pbtxt")
    assert str(told.value).isprintable()


def test_one_value_for_many_is_what_sound_files_have(tmp_path):
    document = open_document(_consts(tmp_path, 2, "DT_FLOAT", 2**20, "float_val: 0.5"))
    found = blockloom.run(document, fetch=["x1"]).results["x1"]["output"]
    np.testing.assert_array_equal(found, np.full(2**20, 0.5, np.float32))


def test_holes_of_a_file_do_not_count(tmp_path):
    with open(tmp_path / "a.pb", "wb") as file:
        file.truncate(1 << 30)
        file.write(b"end")
    assert bounds.size_of(tmp_path / "a.pb") < 1 << 20
    assert bounds.memory(tmp_path / "a.pb") < 2 << 30


def test_other_files_of_a_folder_are_not_read(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "variables").mkdir()
    for name in ("saved_model.pb", "variables/x", "a/b/other"):
        (tmp_path / name).write_bytes(bytes(1 << 20))
    assert 2 << 20 <= bounds.of_model(tmp_path) < 3 << 20
    assert 2 << 20 <= bounds.of_model(tmp_path / "saved_model.pb") < 3 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread looks")
def test_the_limit_of_a_process_goes_with_the_last_who_reads():
    import resource

    before, inside, go_on = resource.getrlimit(resource.RLIMIT_DATA), threading.Event(), threading.Event()

    def read(first):
        with bounds.limited(1 << 30):
            if first:
                inside.set()
                go_on.wait(60)

    threads = [threading.Thread(target=read, args=(True,)), threading.Thread(target=read, args=(False,))]
    threads[0].start()
    assert inside.wait(60)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


@slow
@pytest.mark.parametrize("way", ["limited", "watched"])
def test_a_process_that_takes_more_is_held(way):
    code = (
        f"from blockloom.runtime.model_files.bounds import {way}\nimport time\n"
        f"with {way}(300 << 20):\n    bytes(100 << 20)\n    print('some', flush=True)\n    try:\n"
        "        found = [bytes([number % 7]) * (1 << 20) for number in range(9000)]\n        time.sleep(60)\n"
        "    except MemoryError:\n        print('MemoryError')\nprint('more:', len(bytes(600 << 20)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=100,
        env={"PYTHONPATH": programs.python_path()},
    )
    if way == "limited" and sys.platform == "linux":
        assert done.stdout.split() == ["some", "MemoryError", "more:", str(600 << 20)], done.stderr
    else:
        assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (
            1,
            "some",
            "it takes more than 300 MiB of memory",
        )


def test_what_takes_too_long_is_given_up(tmp_path, monkeypatch):
    from blockloom.runtime.worker import client
    from tests.runtime.puppet import PUPPET
    from tests.workers import Real

    monkeypatch.setattr(client, "Worker", lambda *args, **kwargs: Real(*args, **kwargs | {"command": PUPPET}))
    monkeypatch.setattr(bounds, "_SECONDS", 0.5)
    path = _consts(tmp_path, 1, "DT_FLOAT", 1, "float_val: 1")
    with pytest.raises(blockloom.FileError, match=r"cancelled after .* too long"):
        open_document(path)


def test_what_is_read_takes_no_more_memory_than_it_has(tmp_path):
    (tmp_path / "a").write_bytes(b"text")
    with bounds.limited(-bounds._THREAD * (bounds.os.cpu_count() or 1) + (64 << 20)):
        assert bounded_io.read(tmp_path / "a", "model") == b"text"


def _function(module, name, registered=None):
    return {"module": module, "class_name": "function", "config": name, "registered_name": registered or name}


_LOADS = _function("keras.datasets.california_housing", "load_data")
NAMED = {
    "an activation": _layer("Activation", activation=_LOADS),
    "an activation of a layer": _layer("Dense", units=2, activation=_LOADS),
    "an initializer": _layer("Dense", units=2, kernel_initializer=_LOADS),
    "a regularizer": _layer("Dense", units=2, bias_regularizer=_LOADS),
    "a constraint": _layer("Dense", units=2, kernel_constraint=_LOADS),
    "a dtype": _layer("Dense", units=2, dtype=_LOADS),
    "a wrapped layer": _layer("TimeDistributed", layer=_layer("Activation", activation=_LOADS)),
    "a function of a layer": _layer("TextVectorization", standardize=_LOADS),
    "what fetches a file": _layer("Activation", activation=_function("keras.utils", "get_file")),
    "what downloads weights": _layer("ResNet50", "keras.applications"),
    "a model of applications": _layer("Activation", activation=_function("keras.applications.resnet", "ResNet50")),
    "a setting": _layer("Activation", activation=_function("keras.config", "set_floatx")),
    "what makes objects": _layer("deserialize", config=_LOADS),
    "what makes activations": _layer("Activation", activation=_function("keras.activations", "deserialize")),
    "a callback": _layer("RemoteMonitor", "keras.callbacks", root="http://127.0.0.1:9"),
    "a module inside": _layer("get_file", "keras.src.utils.file_utils", fname="a", origin="http://127.0.0.1:9"),
    "a type of its own": {
        "class_name": "__typespec__",
        "spec_name": "get_file",
        "module": "keras.utils",
        "registered_name": None,
        "config": ["a", "http://127.0.0.1:9"],
    },
    "code inside": _layer("Lambda", "keras.src.layers.core.lambda_layer", function="x"),
    "code as a function": _layer("Activation", activation={"class_name": "__lambda__", "config": {"value": "4wE="}}),
    "a model elsewhere": _layer("TFSMLayer", filepath="http://127.0.0.1:9/model"),
    "words elsewhere": _layer("TextVectorization", vocabulary="http://127.0.0.1:9/words"),
    "weights of words elsewhere": _layer("TextVectorization", vocabulary=["a"], idf_weights="/etc/passwd"),
    "os": _layer("Activation", activation=_function("os", "system")),
    "no name": _layer(["Dense"]),
    "no module": _layer("Dense", {"keras": 1}),
}


@pytest.mark.parametrize("version", ["2.15.0", "3.9.0"])
@pytest.mark.parametrize("write", [_keras, _hdf5])
def test_a_config_names_only_what_models_are_made_of(tmp_path, worker, write, version):
    for what, layer in NAMED.items():
        with pytest.raises(blockloom.FileError) as told:
            open_document(write(tmp_path, layer, version), worker=worker)
        text = str(told.value)
        assert "What you can do: save the model as a SavedModel" in text and "cannot make" not in text, (what, text)


@pytest.mark.parametrize("version", ["2.15.0", "3.9.0"])
def test_so_does_what_a_part_is_compiled_and_built_with(tmp_path, worker, version):
    for key in ("compile_config", "build_config"):
        inner = _layer("Sequential", "keras", layers=[_layer("InputLayer", batch_input_shape=[None, 4])])
        path = _keras(tmp_path, inner | {key: {"loss": _LOADS, "input_shape": [None, 4]}}, version)
        with pytest.raises(
            blockloom.FileError, match=r"'keras\.datasets.california_housing\.load_data' is not a layer"
        ):
            open_document(path, worker=worker)


def test_what_a_model_is_compiled_with_is_not_looked_for(models, tmp_path, worker):
    """Its loss may be in no file: it is opened as it computes, and not as it was trained."""
    with zipfile.ZipFile(models / "dense.keras") as given, zipfile.ZipFile(tmp_path / "a.keras", "w") as file:
        for name in given.namelist():
            part = given.read(name)
            if name == "config.json":
                part = json.dumps(json.loads(part) | {"compile_config": {"loss": _function("builtins", "mine")}})
            file.writestr(name, part)
    assert open_model(tmp_path / "a.keras", worker)[0].pages
