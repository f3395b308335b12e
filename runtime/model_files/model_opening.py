"""Open a model's file or folder as a document, the reply of a worker to `read_model`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.document import convert_model
from blockloom.blocks.from_graph.model import Model, Sample
from blockloom.blocks.io import bounded_io
from blockloom.blocks.lower.model_signatures import exact_name, signature_page
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import plain
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.bounds import Tell
from blockloom.runtime.model_files.model_nodes import op_def
from blockloom.runtime.model_files.read import as_file_error, read, settle
from blockloom.runtime.model_files.tracing import trace_file_function
from blockloom.runtime.protocol.replies import ModelReadReply
from blockloom.runtime.run.page_opening import PageRequest, compiled
from blockloom.runtime.run.runner import Runner


@gc_paused()
def open_as_document(path: str, signatures: Collection[str], catalogue: Catalogue, tell: Tell) -> ModelReadReply:
    """Return the document of a model's file, with these signatures (empty: all)."""
    memory_limit = bounds.memory(Path(path))
    try:
        with bounds.limited(memory_limit):
            model = read(path, tell)
            _keep_signatures(model, signatures)
            tell(phrase("making pages of it"), 0.9)
            document = convert_model(model, catalogue)
            model.report += differences(model, document, catalogue)
            return _make_reply(model, document)
    except MemoryError:
        return ModelReadReply(
            refusal=phrase(
                "{}: reading it takes more than {} MiB of memory: no sound file of its size does",
                path,
                memory_limit // bounded_io.MIB,
            )
        )
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        return ModelReadReply(refusal=as_file_error(path, error).args[0])


def open_function_as_document(path: str, name: str, specs: Collection[str], catalogue: Catalogue) -> ModelReadReply:
    """Return the document of a function in a Python file, which is run: see `tracing.trace_file_function`."""
    try:
        model = trace_file_function(Path(path), name, specs)
        settle(model)
        return _make_reply(model, convert_model(model, catalogue))
    except ValueError as error:
        return ModelReadReply(refusal=str(error))


def _make_reply(model: Model, document: Document) -> ModelReadReply:
    return ModelReadReply(documents.dumps(document), model.report, model.missing)


def _keep_signatures(model: Model, signatures: Collection[str]) -> None:
    missing = [name for name in signatures if name not in model.signatures]
    if missing:
        raise FileError(
            phrase(
                "the model has no signature {}; it has: {}", missing[0], ", ".join(model.signatures) or phrase("none")
            )
        )
    if signatures:
        model.signatures = {name: one for name, one in model.signatures.items() if name in signatures}


_MOST = 2_000  # most nodes of a model that is tried: compiling the page of a larger one takes seconds
# Tolerances relative to the largest value, for 32 and 16 bits: the order of sums differs.
_ROUNDING, _OF_HALVES = 1e-3, 5e-2
_HALVES = ("DT_HALF", "DT_BFLOAT16")
_PIN = "output"  # the output pin of a Retval


def differences(model: Model, document: Document, catalogue: Catalogue) -> list[str]:
    """Return a sentence about each output of the page that differs from the sample of its model.

    Models are skipped if they have no sample, are large, draw random numbers or act outside.
    """
    sample = model.sample
    page = signature_page(document, sample.signature) if sample is not None else None
    nodes = [*model.nodes, *(node for function in model.functions.values() for node in function.nodes)]
    if sample is None or page is None or len(nodes) > _MOST or not all(_is_pure(node.op) for node in nodes):
        return []
    halves = any(node.attrs.get(attr, ("", ""))[1] in _HALVES for node in nodes for attr in ("T", "DstT", "dtype"))
    try:
        results = _run(page, sample, document, catalogue)
    except _NotRun as error:
        return [_format_difference(sample, str(error))]
    return [
        _format_difference(sample, phrase("{}: {}", name, text))
        for name, expected in sample.results.items()
        if (text := _difference(results[name], expected, _OF_HALVES if halves else _ROUNDING))
    ]


def _is_pure(op: str) -> bool:
    """Return whether an op draws no random numbers and does nothing outside the session."""
    found, traits = op_def(op), traits_of(op)
    acts = traits.counts or traits.outside or traits.in_python
    return found is not None and not acts and not {"seed", "seed2"} <= {attr.name for attr in found.attr}


class _NotRun(ValueError):
    """Raised if the page does not run; the text is the reason."""


def _run(page: Page, sample: Sample, document: Document, catalogue: Catalogue) -> dict[str, np.ndarray]:
    """Return the outputs of a page by their names.

    Raises:
        _NotRun: The page does not run.
    """
    ends = signature(page)
    feed = {address(page.name, arg.id): sample.feeds[exact_name(arg)] for arg in ends.args}
    given = {exact_name(item): address(page.name, item.id) for item in ends.retvals}
    program = compiled(PageRequest(document, page.name, list(given.values()), feed, None), catalogue, None)
    if not program.ok:
        raise _NotRun(next(one.message for one in program.problems if one.severity == "error"))
    runner = Runner(program)
    try:
        results = runner.step(False, frozenset(at.owner_on(page.name).at_pin(_PIN) for at in given.values()))
    except (tf.errors.OpError, RuntimeError) as error:
        raise _NotRun(run_problem(error, program).message) from None
    finally:
        runner.close()
    return {name: results[at.owner_on(page.name)][_PIN] for name, at in given.items()}


def _difference(result: np.ndarray, expected: np.ndarray, rounding: float) -> str:
    """Return how an array differs from the expected one; "" if it does not."""
    if result.shape != expected.shape:
        return phrase("the shape is {} and not {}", list(result.shape), list(expected.shape))
    if result.dtype.kind in "OSU" or expected.dtype.kind in "OSU":
        return "" if result.tolist() == expected.tolist() else phrase("the texts differ")
    ours, theirs = plain(result).astype(np.complex128), plain(expected).astype(np.complex128)
    with np.errstate(invalid="ignore"):
        gap = np.where((ours == theirs) | np.isnan(ours) & np.isnan(theirs), 0.0, np.abs(ours - theirs))
    largest = np.abs(theirs[np.isfinite(theirs)]).max(initial=0.0)
    most = gap.max(initial=0.0)
    return (
        "" if most <= rounding * largest else phrase("by up to {:.2g}, and the largest value is {:.2g}", most, largest)
    )


def _format_difference(sample: Sample, text: str) -> str:
    return phrase(
        "with a random input the page differs from {}: {}. What you can do: make the model with inputs of "
        "fixed sizes and save it again",
        sample.program,
        text,
    )
