"""Pages of blocks that compile to TensorFlow graphs, and run in a session.

For scripts and notebooks:

    import blockloom

    document = blockloom.open("page.loom")
    print(blockloom.check(document))
    result = blockloom.run(document, steps=4, set={"TAKE.num_required": 1})
    result.results["TAKE"]["values"]        # an array
    document.pages["sparse"].blocks["TAKE"].num_required = 2
    blockloom.save(document, "copy.loom")

Pages run in a separate process. A page is a program: `run`, `preview`, `why` and `compare` do what it says, also
outside of its folder, and do not ask; `open` and `check` run nothing. Nothing here imports Qt, and only
`DropStaleGradientOptimizer` and `page`, which are for scripts that use TensorFlow themselves, import TensorFlow.
"""

from __future__ import annotations

import os

# Type checkers assume that it is true. It is not imported from `typing`: programs import this module before they leave
# the current folder, which may contain a `typing.py`. So this module imports only what Python has loaded already.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import Any, Literal

    from blockloom.blocks.catalogue.catalogue import Catalogue
    from blockloom.blocks.cluster import Cluster, ClusterError
    from blockloom.blocks.document.pages import Document as PlainDocument
    from blockloom.blocks.edits import EditError
    from blockloom.blocks.files.documents import FileError
    from blockloom.blocks.problems import Problem
    from blockloom.runtime.api.building import BuiltOutput as Output
    from blockloom.runtime.api.building import EditableBlock as Block
    from blockloom.runtime.api.building import EditableDocument as Document
    from blockloom.runtime.api.building import EditablePage as Page
    from blockloom.runtime.api.checking import PageCost
    from blockloom.runtime.api.comparison import OutputComparison as Comparison
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.api.results import Result
    from blockloom.runtime.api.run_errors import RunFailed, TimedOut
    from blockloom.runtime.compile.drop_stale import DropStaleGradientOptimizer
    from blockloom.runtime.protocol.replies import NonFiniteOriginReply as NonFiniteOrigin
    from blockloom.runtime.worker.client import Worker
    from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied, WorkerError

    Source = str | Path | Document | Page | PlainDocument

__all__ = [
    "BadEnvironment",
    "BadPage",
    "Block",
    "Catalogue",
    "ClusterError",
    "Comparison",
    "Document",
    "DropStaleGradientOptimizer",
    "EditError",
    "FileError",
    "NonFiniteOrigin",
    "Output",
    "Page",
    "PageCost",
    "Problem",
    "Result",
    "RunFailed",
    "TimedOut",
    "Worker",
    "WorkerDied",
    "WorkerError",
    "__version__",
    "catalogue",
    "check",
    "compare",
    "cost",
    "open",
    "page",
    "preview",
    "run",
    "save",
    "use",
    "why",
]

# Class -> (module, name there). The module is imported when the class is first used.
_CLASSES = {
    "BadEnvironment": ("blockloom.runtime.worker.errors", "BadEnvironment"),
    "BadPage": ("blockloom.runtime.api.page_names", "BadPage"),
    "Block": ("blockloom.runtime.api.building", "EditableBlock"),
    "Catalogue": ("blockloom.blocks.catalogue.catalogue", "Catalogue"),
    "ClusterError": ("blockloom.blocks.cluster", "ClusterError"),
    "Comparison": ("blockloom.runtime.api.comparison", "OutputComparison"),
    "Document": ("blockloom.runtime.api.building", "EditableDocument"),
    "DropStaleGradientOptimizer": ("blockloom.runtime.compile.drop_stale", "DropStaleGradientOptimizer"),
    "EditError": ("blockloom.blocks.edits", "EditError"),
    "FileError": ("blockloom.blocks.files.documents", "FileError"),
    "NonFiniteOrigin": ("blockloom.runtime.protocol.replies", "NonFiniteOriginReply"),
    "Output": ("blockloom.runtime.api.building", "BuiltOutput"),
    "Page": ("blockloom.runtime.api.building", "EditablePage"),
    "PageCost": ("blockloom.runtime.api.checking", "PageCost"),
    "Problem": ("blockloom.blocks.problems", "Problem"),
    "Result": ("blockloom.runtime.api.results", "Result"),
    "RunFailed": ("blockloom.runtime.api.run_errors", "RunFailed"),
    "TimedOut": ("blockloom.runtime.api.run_errors", "TimedOut"),
    "Worker": ("blockloom.runtime.worker.client", "Worker"),
    "WorkerDied": ("blockloom.runtime.worker.errors", "WorkerDied"),
    "WorkerError": ("blockloom.runtime.worker.errors", "WorkerError"),
}

# In an installation, the floors (app, blocks, runtime) and the assets are in this folder. In a checkout, they are next
# to it.
if not os.path.isdir(os.path.join(__path__[0], "app")):
    __path__.append(os.path.dirname(__path__[0]))


def open(
    path: str | Path,
    maps: str | Iterable[str] = (),
    *,
    signatures: str | Iterable[str] = (),
    inference: bool = False,
    worker: Worker | None = None,
) -> Document:
    """Read a document. Nothing of it runs.

    The content of a file decides what it is, not its name: a .loom file, a page (.svg) or project (.enup) of enuSpace,
    or a model of TensorFlow or Keras (the folder of a SavedModel, .pb, .pbtxt, .meta, .keras, .h5), whose signatures
    become pages. A notebook displays a document as the picture of its first page. `troubles` of the document lists what
    an import left out.

    Args:
        path: The file or folder.
        maps: `FROM=TO` texts: a typed path below the folder FROM becomes one below TO.
        signatures: Of a model, the signatures to open; all of them by default.
        inference: Of a model, leave out what is there for training only.
        worker: A running process that reads a model.

    Raises:
        FileError: The file cannot be read.
    """
    from blockloom.app.formats import open_document
    from blockloom.runtime.api.building import EditableDocument

    return EditableDocument(
        open_document(path, _names(maps), signatures=_names(signatures), inference=inference, worker=worker)
    )


def save(
    document: Document | Page | PlainDocument,
    path: str | Path,
    page: str | Page | None = None,
    *,
    frozen: bool = False,
    checkpoint: str | Path | None = None,
    map_variables: str | Path | None = None,
    worker: Worker | None = None,
) -> None:
    """Write a document as .loom, or convert its pages, by the extension of the path.

    .loom           the document
    .pb, .pbtxt     the graph of a page
    .savedmodel, a name that ends with /, or an empty folder    a SavedModel with all signatures of the document: its
                    pages with Retvals that no other page uses
    .safetensors, .npz, .ckpt   the values of its variables, by their shared_name
    .py             a script that uses only TensorFlow and numpy

    A file that is there is replaced as a whole, or not at all; a folder has to be empty.

    Args:
        document: The document, or one of its pages, which is also `page` then.
        path: The file or folder to write.
        page: The page that becomes a graph, or the only signature.
        frozen: Write the values of variables as constants of the graph.
        checkpoint: A checkpoint of TensorFlow, a .safetensors or an .npz file with the values of variables; without it,
            they have their initial values.
        map_variables: As in `run`.
        worker: As in `run`.

    Raises:
        FileError: The file cannot be written, or the extension is unknown.
        BadPage: The page has errors and cannot be compiled.
        WorkerDied, WorkerError: The process that compiles failed.
    """
    from blockloom.app.formats import save_document

    plain, chosen = _source(document, page)
    save_document(plain, path, chosen, frozen=frozen, checkpoint=checkpoint, map_variables=map_variables, worker=worker)


def page(function: Callable[..., Any], *specs: Any) -> Document:
    """Convert a function that uses TensorFlow to a document: its operations, variables and arrays with their values.

    The function is traced in this process, with the TensorFlow of this process. The page has the name of the function;
    its Args have the names of the parameters, its Retvals are `output_0` ..., or the keys of a dict that the function
    returns. A notebook displays it as a picture.

    Args:
        function: The function. One with an input signature (`tf.function`) needs no specs.
        specs: A `tf.TensorSpec` for each tensor that it takes.

    Raises:
        ValueError: The function has an operation that no page can contain. Exceptions of the function pass through.
    """
    from blockloom.blocks.from_graph.document import convert_model
    from blockloom.runtime.api.building import EditableDocument
    from blockloom.runtime.model_files.read import settle
    from blockloom.runtime.model_files.tracing import traced

    model = traced(function, specs)
    settle(model)
    return EditableDocument(convert_model(model, catalogue()))


def run(
    source: Source,
    *,
    page: str | Page | None = None,
    steps: int | None = None,
    until: str | None = None,
    fetch: str | Output | Iterable[str | Output] = (),
    feed: Mapping[Any, Any] | None = None,
    set: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    tell: Callable[[Problem], None] | None = None,
    worker: Worker | None = None,
    target: str | None = None,
    init: bool = False,
    cluster: Cluster | str | Path | None = None,
    epochs: int | None = None,
    signature: str | None = None,
    checkpoint: str | Path | None = None,
    map_variables: str | Path | None = None,
    save: str | Path | None = None,
    container: str = "",
    trace: str | Path | None = None,
    history: str | Path | None = None,
    on_error: Literal["", "values"] = "",
    breaks: str | Iterable[str] = (),
    gradients: bool = False,
) -> Result:
    """Run a page for some steps, one by default, and return the results of the last step.

    Args:
        source: A page, a document, or a path that `open` reads.
        page: The page to run. You can leave it out if there is only one page without Args and Retvals that others use.
        steps: How many steps to run; with `until`, the maximum.
        until: A condition such as `LOSS < 0.01`. The run ends with the first step after which it is true. RunFailed is
            raised if it is true after none of `steps` steps; without `steps`, the run goes on until it is.
        epochs: How often to read the data of the page to its end, each time for `steps` steps at most. The results are
            then the fetches of sessions, those of `fetch`, and variables. Without `epochs`, RunFailed is raised if the
            data ends before the run. If the page has a Validation, it runs after each epoch:
            `Result.results["VALIDATION"]["history"]` has a row for each epoch, `columns` names its columns, and
            `Result.best` is the best epoch, from 1.
        fetch: Outputs, or their names `BLOCK` or `BLOCK.PIN`, to fetch in addition to the fetches of the page;
            `Result.results` then contains only these. Without `fetch`, it contains the outputs of a model, of a page
            with Retvals or of a graph, and the fetches of its sessions; for other pages, every block. `*` is every
            block. `/INSTANCE/BLOCK.PIN` is inside an instance of another page. `PAGE/BLOCK.PIN` is inside a function of
            the page, such as the body of a loop: a list with an array for each call in the last step; in a function of
            a dataset, for each call since the data began. If there are more than 4,096 calls, or 64 MB, the list has
            every second one, then every fourth, and so on.
        feed: `BLOCK` or `BLOCK.PIN`, or an output, to a value: an array, a number, a list, a DataFrame, or a text as
            you type it into a pin. A DataFrame in the place of the mapping feeds each of its columns.
        set: `BLOCK.PIN` to a value for this run, as in `feed`. The document stays as it is.
        values: The former name of `set`.
        timeout: Seconds that all steps may take. Opening the page may take as long, and at least 5 s, after TensorFlow
            has been imported.
        tell: Called with every warning before the run starts.
        worker: A process for this run and later ones, which saves the seconds that TensorFlow takes to start. It is
            started if necessary, and left running. Each run begins with initial values. If a worker does not answer in
            time, or Ctrl-C interrupts its run, it is ended, and the next run starts it again.
        target: `grpc://HOST:PORT`, a task of a cluster. Variables are shared there, and only a run with `init`
            initialises them; others wait for that.
        init: Initialise the variables on the target.
        cluster: A file, or job to addresses: the other tasks, so that each is watched.
        container: A name that keeps the state of the page on the target apart from that of other names.
        signature: Run the page that is this signature of a model. `feed` then takes the names of its inputs, and
            `Result.outputs` has its outputs by name.
        checkpoint: A file with the values that variables begin with, by their shared_name: a checkpoint of TensorFlow
            (its name without .index), a .safetensors or an .npz file. With a target, only with `init`.
        map_variables: A file with two columns, the shared_name of a variable and its name in `checkpoint`, if they
            differ. Tabs, spaces or a comma separate the columns; # begins a comment.
        save: A file for the values of variables after the run: .safetensors, .npz, otherwise a checkpoint.
        trace: A file for the trace of the last step, as JSON for chrome://tracing and Perfetto: the start, the duration
            and the allocations of each op. Tracing makes steps of small ops many times slower; with `until` or `epochs`
            every step is traced. Not with a target.
        history: A file for the recorded steps, written however the run ends. The window opens it with the page, and
            `why` reads it. Not with a target.
        on_error: With "values", `failed` of a RunFailed or TimedOut has what the failed step computed, and the inputs
            of the op that failed. Not with a target.
        breaks: Breakpoints: conditions as in `until`, such as `max(abs(W.value)) > 10`, or ids of blocks. The run ends
            before the first step in which one is true, or that runs the block; `Result.results` are those of that step,
            and `Result.paused` is the place where it stopped. Without `steps`, the run goes on until then. Not with a
            target.
        gradients: Also return the gradient of the loss with respect to each output, as
            `Result.results["BLOCK"]["gradient:PIN"]`: for the block that trains or computes gradients; a text if the
            loss does not depend on it.

    Raises:
        FileError: A file cannot be read or written.
        BadPage: The page has errors, or lacks something that an argument names.
        RunFailed, TimedOut: A step failed, or took too long.
        ClusterError: `target` or `cluster` is wrong.
        WorkerDied, WorkerError: The process that runs the page ended, or `worker` runs something else.
    """
    from blockloom.runtime.api import running

    document, chosen = _source(source, page)
    return running.run(
        document,
        page=chosen,
        steps=steps,
        until=until,
        fetch=[str(name) for name in _names(fetch)],
        feed=_feeds(feed),
        values={**(values or {}), **(set or {})},
        timeout=timeout,
        tell=tell,
        worker=worker,
        target=target,
        init=init,
        cluster=cluster,
        epochs=epochs,
        signature=signature,
        checkpoint=checkpoint,
        map_variables=map_variables,
        save=save,
        container=container,
        trace=trace,
        history=history,
        on_error=on_error,
        gradients=gradients,
        breaks=_names(breaks),
    )


def check(
    source: Source,
    page: str | Page | None = None,
    *,
    tensorflow: bool = True,
    timeout: float = 60.0,
    worker: Worker | None = None,
) -> list[Problem]:
    """Return the problems of all pages of a document, or of one page, without running them.

    Args:
        source: A page, a document, or a path that `open` reads.
        page: The page; all pages by default.
        tensorflow: Also have TensorFlow check the shapes on pages that have no errors so far.
        timeout: Seconds that TensorFlow may take for a page.
        worker: As in `run`.

    Raises:
        FileError: The file cannot be read.
        BadPage: There is no such page.
        WorkerDied: The process of TensorFlow ended.
    """
    from blockloom.runtime.api import checking

    document, chosen = _source(source, page)
    return checking.check(document, chosen, tensorflow=tensorflow, timeout=timeout, worker=worker)


def preview(
    source: Source,
    name: str | Output,
    page: str | Page | None = None,
    *,
    count: int = 10,
    timeout: float = 10.0,
    worker: Worker | None = None,
) -> list[list[Any]]:
    """Return the first elements of a dataset, each as a list of arrays.

    Only the blocks that lead to the dataset run, and the files that they name are read. There are fewer elements if the
    data ends before, or they take more than 64 MB.

    Args:
        source: A page, a document, or a path that `open` reads.
        name: An output, or `BLOCK` or `BLOCK.PIN`: a dataset, or what a dataset goes through.
        page: The page, if there are several.
        count: How many elements to return at most.
        timeout: Seconds that they may take.
        worker: As in `run`.

    Raises:
        FileError: The file cannot be read.
        BadPage: The page has errors there, or there is no such block.
        RunFailed: The data cannot be read.
        TimedOut: The elements took longer than `timeout`.
        WorkerDied, WorkerError: The process that reads them failed.
    """
    from blockloom.runtime.api import running

    document, chosen = _source(source, page)
    return running.preview(document, str(name), chosen, count, timeout, worker)


def cost(source: Source, page: str | Page | None = None, *, batch: int = 1, worker: Worker | None = None) -> PageCost:
    """Return the parameters, the floating point operations and the memory of a step of a page, without running it.

    In the result, `page.costs` are the costs of all nodes that the sessions need, including the nodes of composite
    blocks, and `page.parts` are those of each block, frame and instance. A multiplication with its addition counts as
    two operations; one iteration of a loop is counted. If shapes are unknown, the result says for how many ops.

    Args:
        source: A page, a document, or a path that `open` reads.
        page: The page, if there are several.
        batch: The first size of inputs whose first size is unknown.
        worker: As in `run`.

    Raises:
        FileError: The file cannot be read.
        BadPage: There is no such page.
        WorkerDied: The process of TensorFlow ended.
    """
    from blockloom.runtime.api import checking

    document, chosen = _source(source, page)
    return checking.cost(document, chosen, batch, worker)


def why(
    source: Source,
    output: str | Output | None = None,
    *,
    page: str | Page | None = None,
    steps: int = 1,
    feed: Mapping[Any, Any] | None = None,
    set: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    worker: Worker | None = None,
    history: str | Path | None = None,
) -> NonFiniteOrigin | None:
    """Find the origin of a non-finite value (NaN or Inf): run a page, and follow the value back.

    Return the block, the step, in functions the call, the inputs and outputs of the op, and the blocks on the way to
    the value; None if all values are finite. If a step fails because of a non-finite value, in a CheckNumerics or an
    Assert, the origin of that value is found.

    Args:
        source: A page, a document, or a path that `open` reads.
        output: An output, or `BLOCK` or `BLOCK.PIN` as in `run`; by default the first non-finite output among those
            that the page fetches, then among all others.
        page: The page, if there are several.
        steps: How many steps to run.
        feed: As in `run`.
        set: As in `run`.
        values: The former name of `set`.
        timeout: As in `run`.
        worker: As in `run`.
        history: A file that `run` wrote: the page does not run, and the end of that run is examined.

    Raises:
        FileError, BadPage, RunFailed, TimedOut, WorkerDied, WorkerError: As in `run`.
    """
    from blockloom.runtime.api import nonfinite_query

    document, chosen = _source(source, page)
    return nonfinite_query.run_and_find_origin(
        document,
        None if output is None else str(output),
        page=chosen,
        steps=steps,
        feed=_feeds(feed),
        values={**(values or {}), **(set or {})},
        timeout=timeout,
        worker=worker,
        history=history,
    )


def compare(
    was: Source,
    now: Source,
    *,
    page: str | Page | None = None,
    was_page: str | None = None,
    feed: Mapping[Any, Any] | None = None,
    tolerance: float = 1e-6,
    worker: Worker | None = None,
) -> Comparison:
    """Compare the values that two models compute from the same feed in a step; largest differences first.

    Blocks are matched by their address, otherwise by the name of their node. Inputs that nothing feeds get random
    numbers, the same in both.

    Args:
        was: The model before: a document, or a path that `open` reads.
        now: The model now.
        page: The page of both.
        was_page: The page of `was`, if it has another name there.
        feed: As in `run`.
        tolerance: The limit for rounding errors, relative to the largest value of an output.
        worker: As in `run`.

    Raises:
        FileError: A file cannot be read.
        BadPage: A page cannot run.
        WorkerDied: The process that runs them ended.
    """
    from blockloom.runtime.api import comparison

    before, before_page = _source(was, was_page)
    document, chosen = _source(now, page)
    return comparison.compare(
        before,
        document,
        page=chosen,
        was_page=before_page,
        feed=_feeds(feed),
        tolerance=tolerance,
        worker=worker,
    )


def use(python: str | Path | None = None, ops: str | Path | Iterable[str | Path] = ()) -> None:
    """Have pages run with another TensorFlow from now on. Workers that run already stay as they are.

    Args:
        python: The environment that has it: its interpreter or its folder; None is the environment of this process.
        ops: Libraries of custom ops to load. If one cannot be loaded, the first worker that starts reports it.

    Raises:
        BadEnvironment: `python` is not a Python, is too old or has no TensorFlow, or a library is not there. Nothing is
            changed then.
    """
    from blockloom.runtime.worker import environment

    environment.use_environment(python, _names(ops))


def catalogue() -> Catalogue:
    """Return all block types of the TensorFlow that runs pages, by name.

    They are read once, which takes some seconds, and kept on disk.

    Raises:
        WorkerDied, WorkerError: They cannot be read.
    """
    from blockloom.runtime.api import page_names

    return page_names.catalogue()


def _source(source: Source, page: str | Page | None = None) -> tuple[PlainDocument, str | None]:
    """Return the document of a source, and the name of the page that is meant."""
    from blockloom.blocks.document.pages import Document
    from blockloom.runtime.api.building import EditableDocument, EditablePage

    if isinstance(source, EditablePage):
        page, source = page or source, source.document
    name = page.name if isinstance(page, EditablePage) else page
    if isinstance(source, Document):
        return source, name
    return (source if isinstance(source, EditableDocument) else open(source)).data, name


def _feeds(feed: Mapping[Any, Any] | None) -> dict[str, Any]:
    """Return what is fed, by name; of a DataFrame, its columns."""
    return {} if feed is None else {str(name): value for name, value in feed.items()}


def _names(given: Any) -> list[Any]:
    """Return the names, paths or outputs of an iterable, or a single one as a list."""
    single = isinstance(given, str | os.PathLike) or getattr(type(given), "__iter__", None) is None
    return [given] if single else [*given]


def __getattr__(name: str) -> Any:
    import importlib

    if name == "__version__":
        from importlib.metadata import version

        return version("blockloom")
    if name in _CLASSES:
        module, attribute = _CLASSES[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module 'blockloom' has no attribute {name!r}")


def __dir__() -> list[str]:
    # Consoles with completion, and help(blockloom), look up all listed names. The class that needs TensorFlow is left
    # out.
    return [name for name in __all__ if name != "DropStaleGradientOptimizer"]
