"""Models of TensorFlow and Keras as documents: the parent's side. No TensorFlow here, it lies in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from blockloom.blocks import files
from blockloom.blocks.document import Document
from blockloom.blocks.files import FileError
from blockloom.blocks.phrases import phrase
from blockloom.runtime import client


def open_model(path: Path, worker: client.Worker | None = None, tell: Callable[[str, float], None] | None = None,
               signatures: Iterable[str] = ()) -> tuple[Document, list[str]]:
    """The document that a model is, with these of its signatures (none: all), and a line for each thing that was
    changed or left out.

    `tell` hears what is done, and how much of that is done, 0.0 to 1.0. A `worker` that is given tells its own
    listeners, by {"event": "reading", "what", "done"}, and is left running. Raises FileError, also where the
    worker ends meanwhile.
    """
    def heard(message: dict, arrays: list) -> None:
        if tell is not None and message.get("event") == "reading":
            tell(message["what"], message["done"])
    try:
        with client.lent(worker, heard) as worker:
            found, _ = worker.call("read_model", path=str(path.absolute()), signatures=list(signatures))
    except (client.WorkerError, client.WorkerDied) as error:
        raise FileError(phrase("{}: reading it failed: {}", path, error)) from None
    if "refused" in found:
        raise FileError(found["refused"])
    return files.loads(found["document"]), found["report"]


def open_function(path: Path, function: str, specs: Iterable[str] = (),
                  say: Callable[[str], None] | None = None) -> tuple[Document, list[str]]:
    """The document that a function of a Python file is, `NAME` or `OBJECT.NAME`, and a line for each thing that was
    left out. `specs` are dtype and shape of each tensor that it takes, such as `float32[None,4]`; a tf.function with an
    input signature needs none. The file runs, in a process of its own; `say` gets what it prints. Raises FileError."""
    try:
        with client.lent(on_output=say) as worker:
            found, _ = worker.call("trace", path=str(path.absolute()), function=function, specs=list(specs))
    except (client.WorkerError, client.WorkerDied) as error:
        raise FileError(phrase("{}: running it failed: {}", path, error)) from None
    if "refused" in found:
        raise FileError(found["refused"])
    return files.loads(found["document"]), found["report"]
