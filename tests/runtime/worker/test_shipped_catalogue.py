"""The shipped catalogue, and the functions that work without TensorFlow."""

import importlib.metadata
import subprocess
import sys

import pytest

from blockloom.app.cli import main
from blockloom.blocks.files import examples
from blockloom.runtime.worker import catalogue_cache


def test_it_is_that_of_the_tensorflow_it_was_tested_with(catalogue):
    shipped = catalogue_cache.shipped_catalogue()
    if shipped.version != importlib.metadata.version("tensorflow"):
        pytest.skip("another TensorFlow is installed")
    assert shipped.entries.keys() == catalogue.entries.keys()
    assert all(shipped.entries[name] == catalogue.entries[name] for name in shipped.entries)


@pytest.fixture
def without_tensorflow(monkeypatch, tmp_path):
    """As in an environment that has none."""
    monkeypatch.setenv("BLOCKLOOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(catalogue_cache, "is_installed", lambda: False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "words", [["ops", "AddV2"], ["render", "FILE", "x.svg"], ["diff", "FILE", "FILE"], ["convert", "FILE", "x.loom"]]
)
def test_what_only_draws_and_compares_works_without_tensorflow(without_tensorflow, words, example, qapp):
    assert main([str(example) if word == "FILE" else word for word in words]) == 0


def test_what_needs_tensorflow_says_how_to_get_it(example):
    program = (
        "import sys; from blockloom.app.cli import main; "
        "from blockloom.runtime.worker import catalogue_cache as cache; "
        "cache.is_installed = lambda: False; sys.exit(main(sys.argv[1:]))"
    )
    ended = subprocess.run([sys.executable, "-c", program, "run", str(example)], capture_output=True, text=True)
    assert ended.returncode == 2 and "pip install" in ended.stderr and len(ended.stderr.splitlines()) == 2


def test_check_says_that_it_is_of_the_structure(without_tensorflow, example, capsys):
    assert main(["check", str(example)]) == 0
    assert "not installed" in capsys.readouterr().err


@pytest.fixture
def example():
    """Return the file of an example."""
    return examples.path_of("xor_network")
