"""A worker without TensorFlow that does what each request says; it starts in a fraction of a second.

`python -m tests.runtime.puppet`, the command line PUPPET, at the other end of a runtime.worker.client.Worker.
"""

import ctypes
import os
import signal
import threading
import time
from importlib.util import find_spec

import numpy as np

from blockloom.blocks.text import programs
from blockloom.runtime.protocol import messages
from blockloom.runtime.worker.service import connect

PUPPET = programs.python("tests.runtime.puppet")


class Puppet:
    def __init__(self, channel):
        self.channel, self.number = channel, 0

    def echo(self, arrays, **fields):
        return fields | {"bytes": sum(array.nbytes for array in arrays)}

    def whereabouts(self, arrays, names):
        """The files that modules of these names would be imported from."""
        return {"found": [find_spec(name).origin for name in names]}

    def silence(self, arrays):
        """No answer."""

    def read_model(self, arrays, path, signatures):
        """No answer to this one, either."""

    def hold(self, arrays, seconds):
        """Keep Python's lock, as an operation may."""
        ctypes.PyDLL(None).sleep(seconds)
        return {}

    def sleep(self, arrays, seconds):
        time.sleep(seconds)
        return {}

    def freeze(self, arrays):
        os.kill(os.getpid(), signal.SIGSTOP)
        return {}

    def garbage(self, arrays):
        """Write the bytes that came along into the channel."""
        self.channel._out.write(arrays[0].tobytes())

    def starve(self, arrays):
        """Have no memory for arrays from now on."""
        def array(*_):
            raise MemoryError
        messages._array = array
        return {}

    def answer(self, arrays):
        """An answer with an array."""
        self.channel.send({"reply": self.number}, [np.zeros(3)])

    def trickle(self, arrays, seconds):
        """An answer of 16 MB that takes so long on its way."""
        data = b"".join(messages.encode({"reply": self.number, "done": True}, [np.zeros(16 << 20, np.uint8)]))
        for at in range(0, len(data), 1 << 18):
            self.channel._out.write(data[at:at + (1 << 18)])
            time.sleep(seconds / 64)

    def lines(self, arrays, count, text="line {}\n"):
        with open(2, "w", closefd=False) as out:
            out.writelines(text.format(number) for number in range(count))
        return {}

    def babble(self, arrays):
        """Say who this is, again and again."""
        def work():
            while True:
                self.channel.send({"event": "progress", "step": os.getpid()})
        threading.Thread(target=work, daemon=True).start()
        return {}

    def open(self, arrays, document, page, careful=False, **_):
        if page == "deadly":
            for at in ("deadly/A", "deadly/B.x") if careful else ():
                self.channel.send({"event": "building", "at": at})
            os.abort()
        if page == "frozen":
            os.kill(os.getpid(), signal.SIGSTOP)
        return None if page == "slow" else {"problems": []}

    export = open


def main():
    puppet = Puppet(connect())
    puppet.channel.send({"event": "ready"})
    while True:
        message, arrays = puppet.channel.requests.get()
        puppet.number, do = message.pop("id"), message.pop("do")
        answer = getattr(puppet, do)(arrays, **message) if hasattr(puppet, do) else {}
        if answer is not None:
            puppet.channel.send({"reply": puppet.number, **answer})


if __name__ == "__main__":
    main()
