"""A model that did not change is opened from the cache, and any other is read."""

import os
import shutil
from pathlib import Path

import pytest

from blockloom.app.formats import open_document
from blockloom.blocks.files import documents
from blockloom.blocks.weights import store
from blockloom.runtime.worker import catalogue_cache, client
from tests.extent import slow_after

MODELS = ("dense.keras", "frozen.pb", "module", "metagraph.meta")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Return the folder of a cache of models that is empty."""
    catalogue = catalogue_cache.cache_path()
    (tmp_path / "cache").mkdir()
    if catalogue.exists():
        shutil.copy(catalogue, tmp_path / "cache")
    monkeypatch.setenv("BLOCKLOOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BLOCKLOOM_KEEP_MODELS", "1")
    return tmp_path / "cache" / "models"


def _copied(models, tmp_path, name):
    """Return a copy of a model, with the files that its name begins."""
    for path in models.glob(f"{name.removesuffix('.meta')}*"):
        (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    return tmp_path / name


def _text(document):
    """Return a document with the numbers of all its weights, as text."""
    numbers = {key: document.weights.find(key, "")[0].read().tolist() for key in document.weights.added}
    return f"{documents.dumps(document)}{numbers}{[str(trouble) for trouble in document.troubles]}"


def _forget():
    """Remove the weights of documents, as the end of the process does that opened them."""
    for file in store.state_folder().glob("*.safetensors"):
        file.unlink()


def _opened(path, monkeypatch, **options):
    """Return the document of a model that no process reads; None if one would have to."""
    with monkeypatch.context() as patched:
        patched.setattr(client, "Worker", None)
        try:
            return _text(open_document(path, **options))
        except TypeError:  # "None" cannot be called
            return None


@pytest.mark.parametrize("name", slow_after(2, MODELS))
def test_the_second_opening_reads_no_model(models, tmp_path, worker, cache, monkeypatch, name):
    path = _copied(models, tmp_path, name)
    assert _opened(path, monkeypatch) is None
    first = _text(open_document(path, worker=worker))
    _forget()
    assert _opened(path, monkeypatch) == first
    assert _opened(path, monkeypatch, inference=True) == _text(open_document(path, worker=worker, inference=True))
    monkeypatch.setenv("BLOCKLOOM_KEEP_MODELS", "0")
    assert _opened(path, monkeypatch) is None


def test_what_changed_is_read_again(models, tmp_path, worker, cache, monkeypatch):
    path = _copied(models, tmp_path, "metagraph.meta")
    open_document(path, worker=worker)
    values = tmp_path / "metagraph.data-00000-of-00001"
    state, data = values.stat(), values.read_bytes()
    values.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    os.utime(values, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert _opened(path, monkeypatch) is None
    values.write_bytes(data)
    assert _opened(path, monkeypatch)
    monkeypatch.setenv("KERAS_BACKEND", "other")
    assert _opened(path, monkeypatch) is None


DAMAGES = {
    "cut": lambda data: data[:-7],
    "changed": lambda data: data[:-1] + b"?",
    "empty": lambda data: b"",
    "missing": None,
}


@pytest.mark.parametrize("suffix", slow_after(1, [".entry", ".safetensors"]))
def test_a_damaged_entry_is_none(models, tmp_path, worker, cache, monkeypatch, suffix):
    path = _copied(models, tmp_path, "dense.keras")
    first = _text(open_document(path, worker=worker))
    for damage in DAMAGES:
        _forget()
        (file,) = cache.glob(f"*{suffix}")
        data = file.read_bytes()
        file.unlink()
        if DAMAGES[damage] is not None:
            file.write_bytes(DAMAGES[damage](data))
        assert _opened(path, monkeypatch) is None, damage
        assert _text(open_document(path, worker=worker)) == first, damage
        assert _opened(path, monkeypatch) == first, damage


def test_the_cache_has_an_end(models, tmp_path, worker, cache, monkeypatch):
    monkeypatch.setattr("blockloom.runtime.api.models.ENTRIES", 2)
    paths = [_copied(models, tmp_path, name) for name in ("dense.keras", "frozen.pb", "conv.keras")]
    for path in paths:
        open_document(path, worker=worker)
        for file in cache.glob("*.entry"):
            os.utime(file, ns=(0, file.stat().st_mtime_ns - 10**9))  # each is older than the next
    assert [_opened(path, monkeypatch) is None for path in paths] == [True, False, False]
    assert len({file.stem for file in cache.iterdir()}) == 2


def test_a_model_next_to_a_large_folder_is_opened_without_a_look_at_all_of_it(
    models, tmp_path, worker, cache, monkeypatch
):
    path = _copied(models, tmp_path, "frozen.pb")
    folder = tmp_path / "assets"
    for _ in range(20):
        folder = folder / "deeper"
        for number in range(20):
            (folder / str(number)).mkdir(parents=True)
    looked = []
    is_file = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda self: looked.append(self) or is_file(self))
    assert open_document(path, worker=worker)
    assert not list(cache.glob("*")) and sum("deeper" in one.parts for one in looked) < 300
