"""A block is stale when it was edited since the run, or depends on one that was."""

import contextlib
import random

from hypothesis import given

from blockloom.blocks.document import Block, Placed, Wire, new_document
from blockloom.blocks.edits import EditError, Insert, Move, Remove, Rename, SetMode, SetValue
from blockloom.blocks.history import History
from blockloom.blocks.stale import SinceRun
from blockloom.blocks.structure import downstream
from tests.blocks.strategies import seeds
from tests.blocks.test_incremental import random_edit


def chain(*names):
    """A document whose blocks are wired one after the other, and its history with what is stale on its page."""
    history = History(new_document())
    history.do(Insert("main", tuple(Block(name, "Neg") for name in names),
                      tuple(Placed(Wire(a, "y", b, "x"), 0) for a, b in zip(names, names[1:]))))
    return history, following(history)


def following(history):
    page = history.document.pages["main"]
    since = SinceRun(page)
    history.listeners.append(lambda edit: [since.follow(touched, page) for touched in edit.touched()])
    return since


def test_what_depends_on_an_edited_block_is_stale_and_nothing_else():
    history, since = chain("A", "B", "C")
    history.do(SetValue("main", "B", "T", "DT_FLOAT"))
    assert since.names == {"B", "C"}
    history.undo()
    assert since.names == set()
    history.redo()
    assert since.names == {"B", "C"}


def test_places_names_and_other_blocks_make_nothing_stale():
    history, since = chain("A", "B")
    history.do(Move("main", {"A": (50.0, 60.0)}))
    history.do(Rename("main", "A", "OTHER"))
    history.do(Insert("main", (Block("A", "Const"),)))
    assert since.names == {"A"}, "one that was never run"
    history.do(SetValue("main", "OTHER", "T", "DT_FLOAT"))
    assert since.names == {"A", "OTHER", "B"}


def test_a_wire_that_is_cut_or_a_block_that_is_gone_is_missed_by_what_depends_on_it():
    history, since = chain("A", "B", "C")
    history.do(Remove("main", ("A",)))
    assert since.names == {"B", "C"}
    history.undo()
    assert since.names == set()
    history.do(Remove("main", wires=(Placed(Wire("B", "y", "C", "x"), 0),)))
    assert since.names == {"C"}


def test_a_muted_block_makes_stale_what_depends_on_it():
    history, since = chain("A", "B")
    history.do(SetMode("main", {"A": "mute"}))
    assert since.names == {"A", "B"}


def test_what_a_run_did_not_fetch_stays_stale():
    history, since = chain("A", "B")
    since.keep({"A"})
    history.do(Rename("main", "A", "Z"))
    assert since.names == {"Z"}


def whole(before, page):
    """What is stale by looking at all of it. `before` is the page as it ran."""
    def seen(page, name):
        block = page.blocks[name]
        return block.type, block.values, block.mode, {
            pin: [(w.source, w.source_pin, w.kind) for w in wires] for pin, wires in page.into.get(name, {}).items()}
    return downstream(page, [name for name in page.blocks
                             if name not in before.blocks or seen(page, name) != seen(before, name)])


@given(seeds)
def test_followed_edit_by_edit_it_is_what_a_look_at_all_of_it_finds(catalogue, seed):
    chance, history = random.Random(seed), History(new_document())
    page = history.document.pages["main"]
    for _ in range(15):
        _try(history, random_edit(chance, page, catalogue))
    done = len(history.labels()[0])
    before, since = history.document.copy().pages["main"], following(history)
    for _ in range(25):
        edit = random_edit(chance, page, catalogue)
        if chance.random() < 0.3 and len(history.labels()[0]) > done:
            history.undo()
        elif not isinstance(edit, Rename):      # names are followed above
            _try(history, edit)
        assert since.names & page.blocks.keys() == whole(before, page)


def _try(history, edit):
    with contextlib.suppress(EditError):
        history.do(edit)
