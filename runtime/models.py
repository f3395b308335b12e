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
    own = worker is None
    worker = worker or client.Worker(heard, keep_state=False)
    worker.start()
    try:
        found, _ = worker.call("read_model", path=str(path.absolute()), signatures=list(signatures))
    except (client.WorkerError, client.WorkerDied) as error:
        raise FileError(phrase("{}: reading it failed: {}", path, error)) from None
    except (KeyboardInterrupt, SystemExit):
        worker.kill()
        raise
    finally:
        if own:
            worker.close()
    if "refused" in found:
        raise FileError(found["refused"])
    return files.loads(found["document"]), found["report"]
