"""A block is stale when it was edited since the run, or depends on one that was."""

import contextlib
import random

from hypothesis import given

from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.editing.stale import StaleResults
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Insert, Move, Remove, Rename, SetField, SetValue
from blockloom.blocks.lower.structure import downstream
from tests.blocks.infer.test_incremental import random_edit
from tests.blocks.strategies import seeds
from tests.pages import page


def chain(*names):
    """Return the history of a document with a chain of blocks, and the stale blocks of its page."""
    history = UndoStack(new_document())
    history.do(
        Insert(
            "main",
            tuple(Block(name, "Neg") for name in names),
            tuple(Placed(Wire(a, "y", b, "x"), 0) for a, b in zip(names, names[1:])),
        )
    )
    return history, following(history)


def following(history):
    main = history.document.pages["main"]
    since = StaleResults(main)
    history.listeners.append(lambda edit: [since.follow(touched, main) for touched in edit.touched()])
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
    history.do(Insert("main", (Block("A", "Neg"),)))
    assert since.names == {"A"}, "one that was never run, though one of this name was"
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
    history.do(SetField("main", "mode", {"A": "mute"}))
    assert since.names == {"A", "B"}


def test_an_instance_whose_page_was_edited_stays_stale_under_another_name(catalogue):
    history = UndoStack(new_document())
    page(history.document, "inner", "A Const value=1")
    page(history.document, "outer", "T page:inner; B Neg", "T.out -> B.x")
    outer, pages = history.document.pages["outer"], catalogue.with_pages(history.document)
    since = StaleResults(outer, [history.document.pages["inner"]])

    def follow(edit):
        for touched in edit.touched():
            (since.follow_used(touched, outer, pages) if touched.page == "inner" else since.follow(touched, outer))

    history.listeners.append(follow)
    history.do(SetValue("inner", "A", "value", "2"))
    assert since.names == {"T", "B"}
    history.do(Rename("outer", "T", "U"))
    history.do(SetValue("outer", "U", "gain", "3"))
    history.undo()
    assert since.names == {"U", "B"}
    history.undo()
    history.undo()
    assert since.names == set()


def test_what_a_run_did_not_fetch_stays_stale():
    history, since = chain("A", "B")
    since.keep({"A"})
    history.do(Rename("main", "A", "Z"))
    assert since.names == {"Z"}


def whole(before, page):
    """Return the stale blocks by a comparison of whole pages. `before` is the page as it ran."""

    def seen(page, name):
        block = page.blocks[name]
        return (
            block.type,
            block.values,
            block.mode,
            {pin: [(w.source, w.source_pin, w.kind) for w in wires] for pin, wires in page.into.get(name, {}).items()},
        )

    return downstream(
        page, [name for name in page.blocks if name not in before.blocks or seen(page, name) != seen(before, name)]
    )


@given(seeds)
def test_followed_edit_by_edit_it_is_what_a_look_at_all_of_it_finds(catalogue, seed):
    chance, history = random.Random(seed), UndoStack(new_document())
    main = history.document.pages["main"]
    for _ in range(15):
        _try(history, random_edit(chance, main, catalogue))
    done = len(history.labels()[0])
    before, since = history.document.copy(), following(history)

    def rename(edit):
        """Rename the blocks of the page that ran as the edit does."""
        for old, new in (touched.renamed for touched in edit.touched() if touched.renamed):
            for one, other in ((new, "other-name"), (old, new), ("other-name", old)):
                if one in before.pages["main"].blocks:
                    Rename("main", one, other).apply(before)

    history.listeners.append(rename)
    for _ in range(25):
        edit = random_edit(chance, main, catalogue)
        if chance.random() < 0.3 and len(history.labels()[0]) > done:
            history.undo()
        elif main.blocks and chance.random() < 0.2:
            names = _free(main, before.pages["main"])
            _try(history, Rename("main", chance.choice(sorted(main.blocks)), chance.choice(names)))
        elif not isinstance(edit, Rename):  # to a name that a wire without a block may have
            _try(history, edit)
        assert since.names & main.blocks.keys() == whole(before.pages["main"], main)


def _free(page, before):
    """Names for a block: a new one, and those of blocks that are gone. None to which a wire leads without a block."""
    return [
        "NEW",
        *sorted(
            name
            for name in before.blocks
            if not any(name in has for one in (page, before) for has in (one.into, one.out))
        ),
    ]


def _try(history, edit):
    with contextlib.suppress(EditError):
        history.do(edit)
