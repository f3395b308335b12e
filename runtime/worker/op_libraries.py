"""Libraries of custom ops in a worker. One that nobody has loaded yet is loaded in a process of its own first, which it
may end.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.worker.errors import BadEnvironment

_PATIENCE = 100  # seconds: TensorFlow is imported meanwhile
# The path that is printed last is that of the library that ended the process, or did not load. It may keep Python from
# hearing anything, and print lines of its own.
_TRIAL = f"""
import json, signal, sys
if hasattr(signal, "alarm"):
    signal.alarm({_PATIENCE})
import tensorflow as tf
for path in sys.argv[1:]:
    print(json.dumps(path), flush=True)
    tf.load_op_library(path)
"""


class LibraryTrial:
    """A process that loads libraries, begun at once."""

    def __init__(self, paths: Sequence[str]):
        self._paths = paths
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _TRIAL, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def wait(self) -> None:
        """Raise BadEnvironment where a library was not loaded."""
        said, errors = (text.decode("utf-8", "replace") for text in self._process.communicate())
        code = self._process.returncode
        if not code:
            return
        if code > 0:
            why = (errors.strip().splitlines() or [""])[-1].rpartition("Error: ")[2]
        elif -code == getattr(signal, "SIGALRM", None):
            why = phrase("it does not come to an end")
        else:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            why = phrase("it ends the process with {}", name)
        lines = said.split("\n")
        begun = [path for path in self._paths if json.dumps(path) in lines]
        if not begun:  # TensorFlow itself
            raise not_imported(why)
        raise refused(begun[-1], why)


def not_imported(why: str) -> BadEnvironment:
    """What is said where TensorFlow cannot be imported: of what that says, the line that names the error."""
    lines = why.strip().splitlines() or [""]
    named = next((line for line in reversed(lines) if re.match(r"\w+Error: ", line)), lines[0])
    return BadEnvironment(phrase("{}: TensorFlow cannot be imported: {}", sys.executable, named))


def refused(path: str, why: str) -> BadEnvironment:
    """What is said of a library that cannot be loaded."""
    told = why if isinstance(why, Phrase) else why.removeprefix(f"{path}: ")
    if "undefined symbol" in told:
        told = phrase("most likely it was built for another TensorFlow ({})", told)
    return BadEnvironment(phrase("the ops of {} cannot be loaded: {}", path, told))


def load(paths: Iterable[str], known: bool) -> None:
    """Load libraries into this process, once, and tell registry.LIBRARIES. Raises BadEnvironment where one cannot be
    loaded and, unless they are `known`, where it has no ops, or one that is there already: TensorFlow would say
    nothing, and take either.
    """
    import tensorflow as tf

    from blockloom.runtime.compile import op_registry

    def kernels() -> Counter[str]:
        return Counter(kernel.op for kernel in (() if known else op_registry.registered_kernels()))

    ops = {op.name for op in op_registry.registered_ops()}
    for path in paths:
        before, there = kernels(), ops
        try:
            tf.load_op_library(path)
        except Exception as error:
            raise refused(path, str(error).splitlines()[0] if str(error) else type(error).__name__) from None
        after, ops = kernels(), {op.name for op in op_registry.registered_ops()}
        if taken := sorted(op for op in there if after[op] > before[op]):
            raise refused(path, phrase("there is an op {} already: give this one another name", taken[0]))
        if not known and ops == there:
            raise refused(path, phrase("it has no ops"))
        op_registry.LIBRARIES.update(dict.fromkeys(ops - there, path))
