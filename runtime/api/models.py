"""Open models of TensorFlow and Keras as documents; a worker reads them with TensorFlow."""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.from_graph.document import place, put_session
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import MIB
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.weights import store
from blockloom.blocks.weights.weight_files import SUFFIX
from blockloom.blocks.weights.weight_format import WeightsError
from blockloom.runtime.api.page_names import BadPage, choose_page, output_at
from blockloom.runtime.model_files import bounds
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import Event, ReadProgressEvent
from blockloom.runtime.protocol.records import from_json, to_json
from blockloom.runtime.protocol.replies import ModelReadReply
from blockloom.runtime.worker import catalogue_cache, client, environment
from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied, WorkerError, WorkerTimeout

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

    def on_event(event: Event) -> None:
        if tell is not None and isinstance(event, ReadProgressEvent):
            tell(event.phase, event.fraction)

    limit, signatures = bounds.seconds(path), list(signatures)
    entry = Entry(path, signatures)
    cached_reply = entry.find()
    try:
        if cached_reply is None:
            with client.borrow_worker(worker, on_event) as running_worker:
                reply = running_worker.call(requests.ReadModelRequest(str(path.absolute()), signatures), limit)
        else:
            reply = cached_reply
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
    document = _load_document(reply)
    if cached_reply is None:
        entry.keep(reply, (ref.sha256 for ref in document.weights.added.values()))
    if inference:
        document.troubles += map(_make_import_problem, _without_training(document))
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
            _remove_unneeded(document, page, catalogue, [(name, "") for name in outputs])
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
    _remove_unneeded(document, page, catalogue, ends)
    place(page, catalogue)


def _top_output(document: Document, page: Page, name: str) -> Address:
    at = output_at(document, page, name)
    if at.path or at.page != page.name:
        raise BadPage(phrase("{!r} is not on page {} itself: only blocks there can be its outputs", name, page.name))
    return at


def _remove_unneeded(document: Document, page: Page, catalogue: Catalogue, ends: list[tuple[str, str]]) -> None:
    """Remove everything that outputs, (block, pin), do not need, and add a Session that fetches these outputs."""
    sessions = {name for name, block in page.blocks.items() if block.type in SESSIONS}
    operations.remove_blocks(page, sessions).apply(document)
    with contextlib.suppress(EditError):  # raised if all blocks are needed
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
    document = _load_document(found)
    return document, [one.message for one in document.troubles]


def _load_document(reply: ModelReadReply) -> Document:
    """Return the document that the worker read; its `troubles` report changes, omissions and missing files."""
    if reply.refusal:
        raise FileError(reply.refusal)
    document = documents.loads(reply.document)
    document.troubles = [
        *map(_make_import_problem, reply.report),
        *(make_problem("missing-file", Address(), path=path) for path in reply.missing),
    ]
    return document


def _make_import_problem(text: str) -> Problem:
    return make_problem("import:model", Address(), text=join("", (text,)))


# The documents of opened models, in the user's cache: a model file that did not change is not imported again.
#
# The entry of a model has a name made of all that decides the document: the bytes of its files, their path, the
# signatures, and the versions of Blockloom, TensorFlow and Keras. Its weights are links to the files in the state
# folder, so that they take no more room while a document has them. A damaged entry is read like a missing one.
# BLOCKLOOM_KEEP_MODELS=0 turns the cache off.


_OFF = "BLOCKLOOM_KEEP_MODELS"
_MOST, _LARGEST = 1024 * MIB, 512 * MIB  # most bytes of all weights in the cache, and of the files of a model
ENTRIES, _FILES = 32, 256  # most entries of the cache, and most files of a model
_ENTRY = ".entry"
_WHOLE = (".keras", ".h5", ".hdf5")  # extensions of files that contain a whole model
_BESIDE = ("*.pb*", "checkpoint", "*.index", "*.data-?????-of-?????", "variables/*", "assets/**/*")


class Entry:
    """The place of a model in the cache, whether there is something or not. A model that is too large has none."""

    def __init__(self, path: Path, signatures: Iterable[str]):
        self._path, self._name = path, ""
        if os.environ.get(_OFF) == "0":
            return
        with contextlib.suppress(OSError):
            self._stamps = self._stamped()
            if sum(size for _, size, _ in self._stamps) <= _LARGEST:
                contents = [(str(file), _digest(file)) for file in _files(path)]
                about = [os.path.abspath(path), sorted(signatures), contents, _reader()]
                self._name = hashlib.sha256(json.dumps(about).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def find(self) -> ModelReadReply | None:
        """Return the stored document of the model, with its weights in the state folder; None if there is none."""
        if not self._name:
            return None
        try:
            data = catalogue_cache.read_sealed(self._file(_ENTRY))
            sha256, reply_data = json.loads(data)
            stored_reply = from_json(ModelReadReply, reply_data, [])
            if sha256:
                store.take_in(self._file(SUFFIX), sha256, _LARGEST)
        except (OSError, ValueError, TypeError, RecursionError, WeightsError):
            return None
        with contextlib.suppress(OSError):
            os.utime(self._file(_ENTRY))
        return stored_reply

    def keep(self, reply: ModelReadReply, weights: Iterable[str]) -> None:
        """Store the document of a model, and its weights in the state folder as a file named by its SHA-256.

        Nothing is stored if the disk is full, or if files changed meanwhile or are missing.
        """
        names = [*{*weights}]
        if not self._name or reply.missing or len(names) > 1:
            return
        with contextlib.suppress(OSError):
            if self._stamps != self._stamped():
                return
            _folder().mkdir(parents=True, exist_ok=True)
            if names:
                store.lend(names[0], self._file(SUFFIX), _LARGEST)
            data = json.dumps([names[0] if names else "", to_json(reply, [])]).encode()
            catalogue_cache.write_sealed(self._file(_ENTRY), data)
            _clean()

    def _file(self, suffix: str) -> Path:
        return _folder() / f"{self._name}{suffix}"

    def _stamped(self) -> list[tuple[str, int, int]]:
        return [(str(file), (found := file.stat()).st_size, found.st_mtime_ns) for file in _files(self._path)]


def _files(path: Path) -> list[Path]:
    """Return the files from which a model may be read: with a graph those of its checkpoint, tables and variables.

    Raises OSError if these are too many: a folder named `assets` may be any, and large.
    """
    found = {path}
    if not path.is_file() or kind_of(path) not in _WHOLE:
        folder = path if path.is_dir() else path.parent
        found.add(folder / path.name.removesuffix(".meta"))
        found.update(itertools.islice(itertools.chain.from_iterable(map(folder.glob, _BESIDE)), _FILES + 1))
        if len(found) > _FILES:
            raise OSError(errno.E2BIG, os.strerror(errno.E2BIG), str(folder))
    return sorted(file for file in found if file.is_file())


def _digest(file: Path) -> str:
    with bounded_io.open_bounded(file, "weights") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@functools.cache
def _program() -> str:
    """Return a value that changes with the files of Blockloom that make a document of a model."""
    root = Path(__file__).parents[2]
    files = [*root.glob("blocks/**/*.py"), *root.glob("runtime/**/*.py"), *root.glob("assets/catalogue/*")]
    stamps = sorted((str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files)
    return hashlib.sha256(repr(stamps).encode("utf-8", "surrogatepass")).hexdigest()


def _reader() -> list[str]:
    """Return the versions of the programs that read models. Raises OSError."""
    try:
        keras = {
            path.name
            for folder in environment.tensorflow_folders()
            for path in folder.parent.glob("*keras-*.dist-info")
        }
        return [_program(), catalogue_cache.cache_path().name, *sorted(keras), os.environ.get("KERAS_BACKEND", "")]
    except BadEnvironment as error:
        raise OSError(str(error)) from None


def _folder() -> Path:
    return catalogue_cache.cache_folder() / "models"


def _clean() -> None:
    """Remove the least recently used entries, and files without an entry. Raises OSError."""
    files = [(file, file.stat()) for file in _folder().iterdir()]
    sizes = {file.stem: state.st_size for file, state in files if file.suffix == SUFFIX}
    entries = sorted((state.st_mtime, file.stem) for file, state in files if file.suffix == _ENTRY)
    left, kept = _MOST, set[str]()
    for _, name in entries[::-1][:ENTRIES]:
        left -= sizes.get(name, 0)
        if left < 0:
            break
        kept.add(name)
    for file, _ in files:
        if file.stem.partition(".")[0] not in kept:
            file.unlink()
