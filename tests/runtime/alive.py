"""Another way to end a run: with the first step in which an output is alive, `BLOCK.PIN is alive`.

`python -m tests.runtime.alive`, the command line ALIVE, is a worker that has it.
"""

from typing import NamedTuple

from blockloom.blocks.document import addresses
from blockloom.blocks.results import run_modes
from blockloom.blocks.text import programs
from blockloom.runtime.worker.service import connect

ALIVE = programs.python("tests.runtime.alive")


class Alive(NamedTuple):
    address: addresses.Address

    @property
    def blocks(self):
        return frozenset({self.owner})

    @property
    def owner(self):
        return self.address.told_on(self.address.page)

    def row(self):
        return [str(self.address)]

    @classmethod
    def read(cls, row):
        return cls(addresses.parse(*row))

    @classmethod
    def typed(cls, text, page, catalogue):
        name, found, _ = text.partition(" is alive")
        return cls(addresses.parse(name, page.name)) if found else None


def main():
    channel = connect()
    from blockloom.runtime.run.stepping import RULES
    from blockloom.runtime.worker.catalogue_cache import cache_path
    from blockloom.runtime.worker.worker import RequestHandler, prepare

    run_modes.ENDS["alive"] = Alive
    RULES[Alive] = lambda alive, runner: runner.latest()[alive.owner][alive.address.end] is not None
    prepare()
    RequestHandler(channel, None, str(cache_path())).serve()


if __name__ == "__main__":
    main()
