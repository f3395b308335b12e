"""Pages of blocks that compile to TensorFlow graphs, run in a session and show what they gave.

For scripts and notebooks:

    import blockloom

    document = blockloom.open("page.loom")
    print(blockloom.check(document))
    result = blockloom.run(document, steps=4, values={"TAKE.num_required": "1"})
    result.results["TAKE"]["values"]        # an array
    blockloom.save(document, "copy.loom")

Pages run in a process of their own. A page is a program: `run`, `preview`, `why` and `compare` do what it says, also
outside of its folder, and do not ask; `open` and `check` run nothing. Nothing here imports Qt, and only
`DropStaleGradientOptimizer` and `page`, which are for scripts that use TensorFlow themselves, import TensorFlow.
"""

from __future__ import annotations

import os

# Type checkers take it for true. The programs import this before they leave the current folder, which may hold a
# `typing.py`: nothing is imported that is not loaded already.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import Any, Literal

    from blockloom.blocks.catalogue.catalogue import Catalogue
    from blockloom.blocks.cluster import Cluster, ClusterError
    from blockloom.blocks.document.pages import Document
    from blockloom.blocks.files.documents import FileError
    from blockloom.blocks.problems import Problem
    from blockloom.runtime.api.comparison import OutputComparison
    from blockloom.runtime.api.page_cost import PageCost
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.api.run_errors import RunFailed, TimedOut
    from blockloom.runtime.api.running import Result
    from blockloom.runtime.compile.drop_stale import DropStaleGradientOptimizer
    from blockloom.runtime.protocol.replies import NonFiniteOriginReply
    from blockloom.runtime.worker.client import Worker
    from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied, WorkerError

__all__ = [
    "BadEnvironment",
    "BadPage",
    "ClusterError",
    "Document",
    "DropStaleGradientOptimizer",
    "FileError",
    "Problem",
    "Result",
    "RunFailed",
    "TimedOut",
    "Worker",
    "WorkerDied",
    "WorkerError",
    "catalogue",
    "check",
    "compare",
    "cost",
    "open",
    "preview",
    "run",
    "save",
    "use",
    "why",
]

# Where the classes are, which are imported when they are asked for.
_CLASSES = {
    "blockloom.blocks.cluster": ("ClusterError",),
    "blockloom.blocks.document.pages": ("Document",),
    "blockloom.blocks.files.documents": ("FileError",),
    "blockloom.blocks.problems": ("Problem",),
    "blockloom.runtime.api.page_names": ("BadPage",),
    "blockloom.runtime.api.run_errors": ("RunFailed", "TimedOut"),
    "blockloom.runtime.api.running": ("Result",),
    "blockloom.runtime.worker.client": ("Worker",),
    "blockloom.runtime.worker.errors": ("BadEnvironment", "WorkerDied", "WorkerError"),
    "blockloom.runtime.compile.drop_stale": ("DropStaleGradientOptimizer",),
}

# An installation has the floors (app, blocks, runtime) and the assets in this folder, a checkout has them beside it.
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
    """Read a document: a .loom file, a page (.svg) or project (.enup) of enuSpace, or a model of TensorFlow or Keras (a
    folder of a SavedModel, .pb, .pbtxt, .meta, .keras, .h5), whose signatures are its pages. What it holds decides,
    not its name. Nothing of it runs.

    A notebook shows it as a picture. What an import left out is in the document's `troubles`, a list of Problem. `maps`
    are `FROM=TO` texts: a typed-in path below the folder FROM is changed to one below TO. A model is read by a process
    of TensorFlow's: `worker` where that is given; of its `signatures` these are opened, without any all, and for
    `inference` without what is there for training alone. Raises FileError where the file cannot be read.
    """
    from blockloom.app.formats import open_document
    from blockloom.app.notebook import shown

    return shown(open_document(path, _names(maps), signatures=_names(signatures), inference=inference, worker=worker))


def save(
    document: Document,
    path: str | Path,
    page: str | None = None,
    *,
    frozen: bool = False,
    checkpoint: str | Path | None = None,
    map_variables: str | Path | None = None,
    worker: Worker | None = None,
) -> None:
    """Write a document as .loom, or what becomes of its pages.

    .pb, .pbtxt     the graph of a page, `frozen`: with the values of variables as constants
    .savedmodel, or a name that ends with /, or an empty folder: a SavedModel with all signatures of the document, which
                    are its pages with Retvals that no other page uses
    .safetensors, .npz, .ckpt   the values of its variables, by their shared_name

    `page` names the page that becomes a graph, or is the only signature; `checkpoint` is a checkpoint of TensorFlow's,
    a .safetensors or an .npz file that holds the values of variables, which are the initial ones without.
    `map_variables` and `worker` are as of `run`. What is there is replaced wholly or not at all; a folder has to be
    empty. Raises FileError where that fails, and for another extension; where pages are compiled BadPage, WorkerDied
    and WorkerError as well.
    """
    from blockloom.app.formats import save_document

    save_document(
        document, path, page, frozen=frozen, checkpoint=checkpoint, map_variables=map_variables, worker=worker
    )


def page(function: Callable[..., Any], *specs: Any) -> Document:
    """The document that a function of TensorFlow's is: what it does with tensors, with the variables and arrays that it
    uses and their values. A notebook shows it as a picture.

    `specs` are a `tf.TensorSpec` for each tensor that it takes; a tf.function with an input signature needs none. It is
    traced here, in this process, whose TensorFlow it belongs to: the only call here that needs that. The page has the
    function's name, Args the names of its parameters, Retvals `output_0` ..., or the keys of a dict that it gives.
    Raises ValueError for what cannot be on a page, and what the function raises.
    """
    from blockloom.app.notebook import shown
    from blockloom.blocks.from_graph.document import document_of
    from blockloom.runtime.model_files.read import settle
    from blockloom.runtime.model_files.tracing import traced

    model = traced(function, specs)
    settle(model)
    return shown(document_of(model, catalogue()))


def run(
    source: str | Path | Document,
    *,
    page: str | None = None,
    steps: int | None = None,
    until: str | None = None,
    fetch: str | Iterable[str] = (),
    feed: Mapping[str, Any] | None = None,
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
    """Run a page for some steps, one unless told, and give the results of the last.

    source  a document, or the path of one that `open` reads.
    page    its name; may be left out where there is only one without Args and Retvals, which others use.
    steps   how many; with `until`, at most so many.
    until   a condition such as `LOSS < 0.01`: the run ends with the first step for which it holds. RunFailed is raised
            where it does for none of `steps` steps; without `steps` the run goes on until it does.
    epochs  how often to the end of the data that the page takes from its iterators, each time after `steps` steps
            at the latest. Results are those of what sessions fetch, of `fetch`, and of variables: which step is the
            last is not known before. Without, RunFailed is raised where the data ends before the run does. A
            Validation on the page validates each: `Result.results["VALIDATION"]["history"]` has a row for each,
            `columns` what they hold, and `Result.best` is the best one, from 1.
    fetch   names `BLOCK` or `BLOCK.PIN` to fetch besides what the page fetches; `Result.results` then holds these only.
            Without any it holds of a model, a page with Retvals or of a graph, these and what its sessions fetch, of
            others every block; `*` is every block.
            `/INSTANCE/BLOCK.PIN` is inside of an instance of another page. Of a page that is run by itself, Args are
            fed. `PAGE/BLOCK.PIN` is inside of a function of the page, a loop's body say: a list with an array for each
            call in the last step, of a function of a dataset for each call since the data began. Of more than 4096
            calls, or 64 MB, every second one is in the list, then every fourth, and so on.
    feed    `BLOCK` or `BLOCK.PIN` -> a value: an array of numbers or texts, what numpy makes one of (a number, a list),
            or a text as it is typed into a pin.
    values  `BLOCK.PIN` -> a value that is typed in for this run: a text as it is typed into a pin, or numbers and
            arrays as of `feed`; the document stays as it is.
    timeout in seconds, for all steps; opening the page may take as long, and 5 s in any case, once TensorFlow is
            imported.
    tell    gets every warning before the run starts.
    worker  is used, started if need be, and left running: it saves the seconds that TensorFlow takes to start. Each run
            begins with initial values. One that did not answer in time is ended, and so is one whose run Ctrl-C
            interrupted: the next run starts it again.
    target  `grpc://HOST:PORT`, a task of a cluster. There variables are shared, and only a run with `init` initialises
            them; the others wait for that.
    cluster a file, or job -> addresses: where the other tasks are, so that each is watched.
    container   what the page keeps on the target is apart from all that does not name the same: letters and digits.
    signature   the page that is run is this signature of a model: `feed` takes the names of its inputs, and
            `Result.outputs` has what it gives by name.
    checkpoint  a file with the values that variables begin with, by their shared_name: a checkpoint of TensorFlow's
            (its name without .index), a .safetensors or an .npz file. On a target, with `init` alone.
    map_variables   a file with two columns, the shared_name of a variable and its name in `checkpoint`, for names that
            differ. Tabs, spaces or a comma separate them; # begins a comment.
    save    a file for the values that they have after the run: .safetensors, .npz, else a checkpoint.
    trace   a file for what TensorFlow traced of the last step, as JSON for chrome://tracing and Perfetto: when each op
            ran, how long, and what it allocated. Tracing makes steps of small ops many times slower; with
            `until` or `epochs` every step is traced. Not on a target.
    history a file for what is kept of the steps, however the run ends: what variables held before some of them, and
            what each drew. The window opens it beside the page, and `why` asks about it. Not on a target.
    on_error    with "values" the RunFailed or TimedOut of a step that did not come to its end has as `failed` what it
            came to, and what the op took that failed. Not on a target.
    gradients   also gives the gradient of the loss by each output, `Result.results["BLOCK"]["gradient:PIN"]`: of the
            block that trains or gives gradients; a text where the loss does not depend on it
    breaks  conditions as for `until`, also `max(abs(W.value)) > 10`, or ids of blocks: the run ends before the first
            step for which one holds, or that runs the block. `Result.results` are what the step would give,
            `Result.paused` says where that is. Without `steps` the run goes on until then. Not on a target.

    Raises FileError; BadPage for a page with errors, or names that it does not have; RunFailed; TimedOut; ClusterError
    for what is wrong with `target` or `cluster`; WorkerDied where TensorFlow's process ends; WorkerError where a
    `worker` runs something else.
    """
    from blockloom.runtime.api import running

    return running.run(
        _document(source),
        page=page,
        steps=steps,
        until=until,
        fetch=_names(fetch),
        feed=feed,
        values=values,
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
    source: str | Path | Document,
    page: str | None = None,
    *,
    tensorflow: bool = True,
    timeout: float = 60.0,
    worker: Worker | None = None,
) -> list[Problem]:
    """Every problem of a document's pages, or of one, without running them.

    `source` is a document, or the path of one that `open` reads. With `tensorflow`, pages that are sound so far are
    also given to TensorFlow, which checks shapes: one that takes more than `timeout` seconds has a problem. `worker` is
    as of `run`. Raises FileError, BadPage where there is no such page, WorkerDied.
    """
    from blockloom.runtime.api import checking

    return checking.check(_document(source), page, tensorflow=tensorflow, timeout=timeout, worker=worker)


def preview(
    source: str | Path | Document,
    name: str,
    page: str | None = None,
    *,
    count: int = 10,
    timeout: float = 10.0,
    worker: Worker | None = None,
) -> list[list[Any]]:
    """The first elements of the dataset that `BLOCK` or `BLOCK.PIN` gives, or goes through, each a list of arrays.

    Nothing of the page runs but what leads to it; what that reads is read. There are `count` at most, and less where
    the data ends before or they take more than 64 MB. `worker` is as of `run`. Raises FileError, BadPage for a page
    with errors there and names that it does not have, RunFailed for data that cannot be read, TimedOut after `timeout`
    seconds, WorkerDied.
    """
    from blockloom.runtime.api import running

    return running.preview(_document(source), name, page, count, timeout, worker)


def cost(
    source: str | Path | Document, page: str | None = None, *, batch: int = 1, worker: Worker | None = None
) -> PageCost:
    """Parameters, floating point operations and the memory of what a step of a page gives, without running it.

    They are by block, frame and instance, with what composite blocks become: `page.costs` are those of all that its
    sessions need, `page.parts` what is in it. A first size that is not known of what the page takes counts as `batch`;
    where shapes are not known, it is said of how many ops. A multiplication with its addition counts as two operations;
    of a loop one turn is counted. `worker` is as of `run`. Raises FileError, BadPage for names that it does not have,
    WorkerDied.
    """
    from blockloom.runtime.api import page_cost

    return page_cost.cost(_document(source), page, batch, worker)


def why(
    source: str | Path | Document,
    output: str | None = None,
    *,
    page: str | None = None,
    steps: int = 1,
    feed: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    worker: Worker | None = None,
    history: str | Path | None = None,
) -> NonFiniteOriginReply | None:
    """Where a value that is not finite began: run a page for some steps, and go back from the value.

    `output` is a block or one of its pins, as of `run`; None for the first that is not finite of what the page fetches,
    then of the rest. Gives the block, the step, in functions the call, what the op took and gave, and the blocks on the
    way to the value; None where all is finite. A step that fails for what is not finite, in a CheckNumerics or an
    Assert, is asked about that. With a `history` that `run` wrote, the page is not run, and asked about what it came to
    there. The other options are as of `run`. Raises what `run` raises.
    """
    from blockloom.runtime.api import nonfinite_query

    return nonfinite_query.why(
        _document(source),
        output,
        page=page,
        steps=steps,
        feed=feed,
        values=values,
        timeout=timeout,
        worker=worker,
        history=history,
    )


def compare(
    was: str | Path | Document,
    now: str | Path | Document,
    *,
    page: str | None = None,
    was_page: str | None = None,
    feed: Mapping[str, Any] | None = None,
    tolerance: float = 1e-6,
    worker: Worker | None = None,
) -> OutputComparison:
    """The same feed through two models: what their blocks compute differently in a step, largest first.

    `page` names the page of both, `was_page` that of `was` where it has another name there. Blocks are found by their
    address, else by the name of their node. `feed` is as of `run`; what nothing feeds gets random numbers, the same in
    both. `tolerance` is what counts as rounding, relative to the largest value of an output. Raises FileError, BadPage
    where a page cannot run, WorkerDied.
    """
    from blockloom.runtime.api import comparison

    return comparison.compare(
        _document(was), _document(now), page=page, was_page=was_page, feed=feed, tolerance=tolerance, worker=worker
    )


def use(python: str | Path | None = None, ops: str | Path | Iterable[str | Path] = ()) -> None:
    """Have pages run by another TensorFlow from now on: that of an environment, of which `python` is the interpreter or
    the folder (None: of this one), with libraries of custom `ops` loaded into it. Processes that run already stay what
    they are. Raises BadEnvironment, and changes nothing, where `python` is no Python, is too old or has no TensorFlow,
    and where a library is not there; one that cannot be loaded is told when the first process starts.
    """
    from blockloom.runtime.worker import environment

    environment.use(python, _names(ops))


def catalogue() -> Catalogue:
    """All block types of the TensorFlow that runs pages, by name. Raises WorkerDied or WorkerError where it cannot be
    read, which is done once, in some seconds, and kept on disk.
    """
    from blockloom.runtime.api import page_names

    return page_names.catalogue()


def _document(source: str | Path | Document) -> Document:
    from blockloom.blocks.document.pages import Document

    return source if isinstance(source, Document) else open(source)


def _names(given: Any) -> list[Any]:
    """Return the names or paths of an iterable, or the only one that a text or a path is."""
    return [given] if isinstance(given, str | os.PathLike) else [*given]


def __getattr__(name: str) -> Any:
    import importlib

    for module, names in _CLASSES.items():
        if name in names:
            return getattr(importlib.import_module(module), name)
    raise AttributeError(f"module 'blockloom' has no attribute {name!r}")


def __dir__() -> list[str]:
    # Consoles that complete names, and help(blockloom), look up all that is listed here: TensorFlow stays out of it.
    return [name for name in __all__ if name != "DropStaleGradientOptimizer"]
