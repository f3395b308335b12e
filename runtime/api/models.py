"""Models of TensorFlow and Keras as documents: the parent's side. No TensorFlow here, it lies in a worker."""

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

# What TensorFlow calls nodes that pass on where nobody names them, if not by their ops.
_UNNAMED = frozenset({"read", "switch_t", "switch_f", "pred_id"})


def open_model(
    path: Path,
    worker: client.Worker | None = None,
    tell: Callable[[str, float], None] | None = None,
    signatures: Iterable[str] = (),
    inference: bool = False,
) -> tuple[Document, list[str]]:
    """The document of a model file, from the cache if the file is unchanged, with these of its signatures (none: all),
    and a line for each thing that was changed or left out. `inference` removes what only training needs. `tell` gets
    what is being done, and its progress from 0.0 to 1.0; a `worker` that is passed in tells its own listener instead,
    and stays running. Raises FileError, also where the worker dies or takes too long.
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
                "{}: reading it took longer than {:.0f} s, which no sound file of its size needs: it was given up",
                path,
                limit,
            )
        ) from None
    except (WorkerError, WorkerDied) as error:
        raise FileError(phrase("{}: reading it failed: {}", path, error)) from None
    document = _document(answer)
    if known is None:
        entry.keep(answer, (ref.sha256 for ref in document.weights.added.values()))
    if inference:
        document.troubles += map(_changed, _without_training(document))
    return document, [trouble.message for trouble in document.troubles]


def _without_training(document: Document) -> Iterator[str]:
    """Remove the parts of all pages that are for training alone: gradients and the variables that they change, dropout,
    the loss with its labels, and summaries. Tells it for each. An Identity stays if somebody gave it a name, such as
    `logits`.
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
        yield phrase("{}: {}", page.name, change.told)


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
        raise BadPage(phrase("page {} has the outputs of a signature: name that instead (--signature)", page.name))
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
    """Remove all that these outputs, (block, pin), do not need, and let a Session fetch them."""
    sessions = {name for name, block in page.blocks.items() if block.type in SESSIONS}
    operations.remove_blocks(page, sessions).apply(document)
    with contextlib.suppress(EditError):  # all of it is needed
        operations.keep_needed(WireRules(page, catalogue), [name for name, _ in ends]).edit.apply(document)
    put_session(page, catalogue, ends)


def _is_named(node: str) -> bool:
    """Whether somebody gave a node that passes on its name."""
    stem = re.sub(r"_\d+$", "", node.rpartition("/")[2])
    return stem not in _UNNAMED and not traits_of(stem).passes_in_training


def open_function(
    path: Path, function: str, specs: Iterable[str] = (), say: Callable[[str], None] | None = None
) -> tuple[Document, list[str]]:
    """The document of a Python function in a file, `NAME` or `OBJECT.NAME`, and a line for each thing that was left
    out. `specs` are dtype and shape of its tensors, such as `float32[None,4]`; a tf.function with an input signature
    needs none. The file is run in a process of its own, whose output `say` gets. Raises FileError.
    """
    try:
        with client.borrow_worker(on_output=say or (lambda text: None)) as worker:
            found = worker.call(requests.OpenFunctionRequest(str(path.absolute()), function, list(specs)))
    except (WorkerError, WorkerDied) as error:
        raise FileError(phrase("{}: running it failed: {}", path, error)) from None
    document = _document(found)
    return document, [one.message for one in document.troubles]


def _document(found: ModelReadReply) -> Document:
    """What the worker made of a model. What was changed or left out, and what is missing, are its `troubles`."""
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
