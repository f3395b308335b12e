"""A worker without TensorFlow that does what each request says; it starts in a fraction of a second.

`python -m tests.runtime.puppet`, the command line PUPPET, at the other end of a runtime.worker.client.Worker.
"""

import ctypes
import os
import signal
import threading
import time
from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from blockloom.blocks.text import programs
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.events import BuildProgressEvent, ProgressEvent, ReadyEvent
from blockloom.runtime.protocol.records import JsonValue, Record
from blockloom.runtime.protocol.replies import CheckPageReply, DoneReply, ExportReply, OpenedReply
from blockloom.runtime.protocol.requests import Request
from blockloom.runtime.worker.service import connect

PUPPET = programs.python("tests.runtime.puppet")


class Echoed(Record):
    word: str = ""
    number: int = 0
    bytes: int = 0


class Echo(Request[Echoed]):
    word: JsonValue = ""
    number: int = 0
    arrays: Sequence[np.ndarray] = ()


class ModuleOrigins(Record):
    origins: Sequence[str]


class Whereabouts(Request[ModuleOrigins]):
    """The files that modules of these names would be imported from."""

    names: Sequence[str]


class Silence(Request[DoneReply]):
    """No answer."""


class Hold(Request[DoneReply]):
    """Keep Python's lock, as an operation may."""

    seconds: float


class Sleep(Request[DoneReply]):
    seconds: float


class Freeze(Request[DoneReply]):
    """Be stopped by a signal."""


class Write(Request[DoneReply]):
    """Write these bytes into the channel."""

    data: np.ndarray


class Starve(Request[DoneReply]):
    """Have no memory for arrays from now on."""


class Bytes(Record):
    array: np.ndarray


class AnswerArray(Request[Bytes]):
    """An answer with an array."""


class Trickle(Request[Bytes]):
    """An answer of 16 MB that takes so long on its way."""

    seconds: float


class Lines(Request[DoneReply]):
    count: int
    text: str = "line {}\n"


class Babble(Request[DoneReply]):
    """Say who this is, again and again."""


class Puppet:
    def __init__(self, channel):
        self.channel, self.number = channel, 0

    def do(self, asked):
        """Return the reply to a request; None for none."""
        match asked:
            case Echo():
                return Echoed(asked.word, asked.number, sum(array.nbytes for array in asked.arrays))
            case Whereabouts():
                return ModuleOrigins([find_spec(name).origin for name in asked.names])
            case Silence() | requests.ReadModelRequest():
                return None
            case Hold():
                ctypes.PyDLL(None).sleep(int(asked.seconds))
            case Sleep():
                time.sleep(asked.seconds)
            case Freeze():
                os.kill(os.getpid(), signal.SIGSTOP)
            case Write():
                self.channel._out.write(asked.data.tobytes())
                return None
            case Starve():

                def array(*_):
                    raise MemoryError

                messages._array = array
            case AnswerArray():
                return Bytes(np.zeros(3))
            case Trickle():
                data = b"".join(messages.encode_reply(self.number, Bytes(np.zeros(16 << 20, np.uint8))))
                for at in range(0, len(data), 1 << 18):
                    self.channel._out.write(data[at : at + (1 << 18)])
                    time.sleep(asked.seconds / 64)
                return None
            case Lines():
                with open(2, "w", closefd=False) as out:
                    out.writelines(asked.text.format(number) for number in range(asked.count))
            case Babble():
                threading.Thread(target=self.babble, daemon=True).start()
            case requests.OpenRequest() | requests.CheckPageRequest() | requests.ExportRequest():
                return self.open(asked)
        return DoneReply()

    def babble(self):
        while True:
            self.channel.tell(ProgressEvent(os.getpid()))

    def open(self, asked):
        if asked.page == "deadly":
            for at in ("deadly/A", "deadly/B.x") if asked.careful else ():
                self.channel.tell(BuildProgressEvent(at))
            os.abort()
        if asked.page == "frozen":
            os.kill(os.getpid(), signal.SIGSTOP)
        answers = {
            requests.OpenRequest: OpenedReply(),
            requests.CheckPageRequest: CheckPageReply([]),
            requests.ExportRequest: ExportReply(),
        }
        return None if asked.page == "slow" else answers[type(asked)]


def main():
    puppet = Puppet(connect())
    puppet.channel.tell(ReadyEvent())
    while True:
        puppet.number, asked = puppet.channel.requests.get()
        answer = puppet.do(asked)
        if answer is not None:
            puppet.channel.answer(puppet.number, answer)


if __name__ == "__main__":
    main()
