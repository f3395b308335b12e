"""Open models of TensorFlow and Keras as documents; a worker reads them with TensorFlow."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import signature
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.import_layout import place
from blockloom.blocks.from_graph.import_session import put_session
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import join, phrase
from blockloom.runtime.api.model_cache import Entry
from blockloom.runtime.api.page_names import BadPage, choose_page, output_at
from blockloom.runtime.model_files import bounds
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import Event, ReadProgressEvent
from blockloom.runtime.protocol.replies import ModelReadReply
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied, WorkerError, WorkerTimeout

# Default names in TensorFlow of nodes that pass on a tensor, other than the names of their ops.
_UNNAMED = frozenset({"read", "switch_t", "switch_f", "pred_id"})


def open_model(
    path: Path,
    worker: client.Worker | None = None,
    tell: Callable[[str, float], None] | None = None,
    signatures: Iterable[str] = (),
    inference: bool = False,
) -> tuple[Document, list[str]]:
    """Return the document of a model file, from the cache if the file is unchanged.

    Args:
        path: the file or folder.
        worker: the worker to use, which keeps running with its listener; None for a new one.
        tell: gets the current phase, and its progress from 0.0 to 1.0; not called with a `worker`.
        signatures: the signatures to open; none for all.
        inference: whether to remove the parts that only training needs.

    Returns:
        The document, and a line for each part that was changed or left out.

    Raises:
        FileError: the file cannot be read, or the worker ended or took too long.
    """

    def heard(event: Event) -> None:
        if tell is not None and isinstance(event, ReadProgressEvent):
            tell(event.phase, event.fraction)

    limit, signatures = bounds.seconds(path), list(signatures)
    entry = Entry(path, signatures)
    known = entry.find()
    try:
        if known is None:
            with client.borrow_worker(worker, heard) as lent:
                answer = lent.call(requests.ReadModelRequest(str(path.absolute()), signatures), limit)
        else:
            answer = known
    except WorkerTimeout:
        raise FileError(
            phrase(
                "{}: reading was cancelled after {:.0f} s, which is too long for a file of this size",
                path,
                limit,
            )
        ) from None
    except (WorkerError, WorkerDied) as error:
        raise FileError(phrase("{}: reading failed: {}", path, error)) from None
    document = _document(answer)
    if known is None:
        entry.keep(answer, (ref.sha256 for ref in document.weights.added.values()))
    if inference:
        document.troubles += map(_changed, _without_training(document))
    return document, [trouble.message for trouble in document.troubles]


def _without_training(document: Document) -> Iterator[str]:
    """Remove the parts of all pages that only training needs; yield a line for each.

    These are gradients and the variables that they change, dropout, the loss with its labels, and summaries. An
    Identity with an explicit name, such as `logits`, stays.
    """
    catalogue = client.ensure_catalogue().with_pages(document)
    for page in document.pages.values():
        outputs = operations.model_outputs(page)
        named = {block for block, name in node_names(page).items() if _is_named(name)}
        try:
            change = operations.remove_training(WireRules(page, catalogue), {*named, *outputs})
        except EditError as error:
            yield phrase("{}: {}", page.name, error)
            continue
        change.edit.apply(document)
        if outputs and page.blocks.keys() >= {*outputs}:
            _cut(document, page, catalogue, [(name, "") for name in outputs])
        place(page, catalogue)
        yield phrase("{}: {}", page.name, change.message)


def keep_outputs(document: Document, page_name: str | None, outputs: Iterable[str]) -> None:
    """Remove everything from a page that some outputs do not need.

    Args:
        document: the document, which is changed.
        page_name: the name of the page; None for the main one.
        outputs: blocks, outputs, or names of nodes and tensors.

    Raises:
        BadPage: if there is no such page or output, or the page has Retvals: these are its outputs.
    """
    page = choose_page(document, page_name)
    if signature(page).retvals:
        raise BadPage(phrase("page {} has the outputs of a signature: use --signature instead", page.name))
    ends = [(at.block, at.end) for at in (_top_output(document, page, name) for name in outputs)]
    catalogue = client.ensure_catalogue().with_pages(document)
    _cut(document, page, catalogue, ends)
    place(page, catalogue)


def _top_output(document: Document, page: Page, name: str) -> Address:
    at = output_at(document, page, name)
    if at.path or at.page != page.name:
        raise BadPage(phrase("{!r} is not on page {} itself: only blocks there can be its outputs", name, page.name))
    return at


def _cut(document: Document, page: Page, catalogue: Catalogue, ends: list[tuple[str, str]]) -> None:
    """Remove everything that outputs, (block, pin), do not need, and add a Session that fetches these outputs."""
    sessions = {name for name, block in page.blocks.items() if block.type in SESSIONS}
    operations.remove_blocks(page, sessions).apply(document)
    with contextlib.suppress(EditError):  # all of it is needed
        operations.keep_needed(WireRules(page, catalogue), [name for name, _ in ends]).edit.apply(document)
    put_session(page, catalogue, ends)


def _is_named(node: str) -> bool:
    """Return whether a node that passes on a tensor has an explicit name."""
    stem = re.sub(r"_\d+$", "", node.rpartition("/")[2])
    return stem not in _UNNAMED and not traits_of(stem).passes_in_training


def open_function(
    path: Path, function: str, specs: Iterable[str] = (), say: Callable[[str], None] | None = None
) -> tuple[Document, list[str]]:
    """Return the document of a Python function in a file, which runs in a separate process.

    Args:
        path: the file.
        function: `NAME` or `OBJECT.NAME`.
        specs: dtype and shape of the arguments, such as `float32[None,4]`; none for a tf.function with an input
            signature.
        say: gets the output of the process.

    Returns:
        The document, and a line for each part that was left out.

    Raises:
        FileError: the file cannot be run.
    """
    try:
        with client.borrow_worker(on_output=say or (lambda text: None)) as worker:
            found = worker.call(requests.OpenFunctionRequest(str(path.absolute()), function, list(specs)))
    except (WorkerError, WorkerDied) as error:
        raise FileError(phrase("{}: running failed: {}", path, error)) from None
    document = _document(found)
    return document, [one.message for one in document.troubles]


def _document(found: ModelReadReply) -> Document:
    """Return the document that the worker read; its `troubles` report changes, omissions and missing files."""
    if found.refusal:
        raise FileError(found.refusal)
    document = documents.loads(found.document)
    document.troubles = [
        *map(_changed, found.report),
        *(make_problem("missing-file", Address(), path=path) for path in found.missing),
    ]
    return document


def _changed(text: str) -> Problem:
    return make_problem("import:model", Address(), text=join("", (text,)))
