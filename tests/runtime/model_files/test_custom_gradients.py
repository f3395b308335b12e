"""Stored gradients of a model differentiate its page, its script and the model that is written."""

import re
import runpy

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.framework import ops

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.problems import ERROR
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.model_files import write
from blockloom.runtime.script import writer
from tests import extent
from tests.custom_gradients import Gradients, differentiated, of_model, of_tape, saved
from tests.pages import pages

X = np.array([0.3, -1.2, 2.1], np.float32)


class Fresh:
    """TensorFlow's gradients as in a new process, without those of the pages that were compiled in this one."""

    def __init__(self):
        self.found, self.all = {}, ops.gradient_registry

    def register(self, gradient, name):
        self.found[name] = gradient

    def lookup(self, name):
        name = name.decode() if isinstance(name, bytes) else name
        return self.found[name] if name in self.found or name.startswith("Gradient-") else self.all.lookup(name)


def of_page(folder, worker):
    document = open_document(folder, worker=worker)
    changed = document.copy()
    page = differentiated(changed)
    found = blockloom.run(changed, page=page, feed={"x": X}, fetch="GRADS", worker=worker)
    return document, changed, found.results["GRADS"]["grads"]


def of_script(document, path, catalogue, monkeypatch):
    made = writer.write(document, "serving_default", catalogue, path.name)
    path.write_text(made.text, "utf-8")
    script = runpy.run_path(str(path))
    with monkeypatch.context() as patched, tf.Graph().as_default(), tf.compat.v1.Session() as session:
        patched.setattr(ops, "gradient_registry", Fresh())
        script["build"]()
        session.run(["w/init", "gain/init"])
        return session.run(made.bare.emitter.outputs["GRADS"]["grads"], {f"{made.bare.names['x']}:0": X})


def assert_same(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("seed", extent.slow_after(1, range(extent.SEED, extent.SEED + 30)))
def test_a_page_and_what_is_written_of_it_are_differentiated_as_the_model(
    tmp_path, worker, catalogue, seed, monkeypatch
):
    loadable = seed % 2 == 1
    model = Gradients(seed, 4, loadable)
    wanted = of_model(model, X)
    assert np.abs(wanted[0]).sum() > 0
    folder = saved(model, tmp_path / "model")
    document, changed, found = of_page(folder, worker)
    assert_same(found, wanted)
    assert_same(of_script(changed, tmp_path / "page.py", catalogue, monkeypatch), wanted)
    written = write.export(document, ["serving_default"], tmp_path / "out", catalogue)
    assert not written.refusal and not written.problems
    assert_same(of_page(tmp_path / "out", worker)[2], wanted)
    if loadable:
        loaded = tf.saved_model.load(str(tmp_path / "out"))
        call = loaded.signatures["serving_default"]
        variables = {one.name.partition(":")[0]: one for one in call.variables}
        assert_same(of_tape(call, X, [variables["w"], variables["gain"]]), wanted)


def custom(values, source="I.output[0]"):
    """Return a page that differentiates an IdentityN of x, and the page of a gradient, dy * x."""
    return pages(
        main=f"x Const value=[0.5,-2] dtype=DT_FLOAT; I IdentityN {values} input=<x.output,x.output; "
        f"G loom.Gradients xs=<x.output; {source} -> G.ys",
        times="dy loom.Arg dtype=DT_FLOAT; x loom.Arg index=1 dtype=DT_FLOAT; M Mul x=<dy.output y=<x.output; "
        "R loom.Retval input=<M.z",
    )


def test_a_page_is_the_gradient_of_a_block(worker):
    made = custom("_gradient=times _gradient_of=[0]")
    found = blockloom.run(made, page="main", fetch="G", worker=worker).results["G"]["grads"]
    assert found[0].tolist() == [0.5, -2.0]


@pytest.mark.parametrize(
    ("values", "source", "said"),
    [
        ("_gradient_op_type=CustomGradient-1", "I.output[0]", "I has a custom gradient, which is not stored"),
        ("_gradient= _gradient_of=[0]", "I.output[0]", "the name of a page is missing"),
        ("_gradient=times _gradient_of=[1]", "I.output[0]", r"_gradient_of is \[1\]"),
        ("_gradient=times _gradient_of=[0]", "I.output[1]", r"output\[1\] is wired to G"),
    ],
)
def test_a_gradient_that_cannot_be_is_an_error(catalogue, monkeypatch, values, source, said):
    monkeypatch.setattr(ops, "gradient_registry", known := Fresh())
    known.register(lambda op, *grads: grads, "CustomGradient-1")  # the same name, by chance
    found = compile_page(custom(values, source), "main", catalogue).problems
    assert re.search(said, "\n".join(f"{one.message}" for one in found if one.severity == ERROR))
