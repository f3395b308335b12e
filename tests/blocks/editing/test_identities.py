"""Addresses are found again after random edits, by the uids of their blocks."""

import random

from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.editing.identities import DocumentNames, FollowedValues
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, EditError, Insert, Remove, Rename, RenamePage
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.measures import Measures
from tests.pages import pages


def make_history():
    document = pages(
        main="A Const value=1.0; B Neg x=<A.output; C Neg x=<B.y; T page:sub; U page:sub",
        sub="A Const value=1.0; B Neg x=<A.output; N page:deep",
        deep="A Const value=1.0; B Neg x=<A.output",
    )
    return UndoStack(document)


def everywhere(document, catalogue, name="", path=()):
    """Yield the address of each block that the page with the uid `main` shows, also inside instances."""
    names = DocumentNames(document)
    there = document.pages[catalogue.page_at(names.page("main"), path)]
    for block in there.blocks.values():
        yield Address("", block.id, path=path), block
        if block.type.startswith("page:"):
            yield from everywhere(document, catalogue, name, (*path, block.id))


def random_edit(chance, history, catalogue):
    """Return a random edit, and whether every block is still there after it."""
    document = history.document
    there = chance.choice([*document.pages.values()])
    ids = sorted(there.blocks)
    if not ids:
        return RenamePage(there.name, f"P{chance.randrange(10**6)}"), True
    one = chance.choice(ids)
    match chance.choice(["rename", "swap", "page", "pack", "unpack", "remove", "reuse"]):
        case "rename":
            return Rename(there.name, one, f"N{chance.randrange(10**6)}"), True
        case "swap":
            steps = ((one, "Z-Z"), (other, one), ("Z-Z", other)) if (other := chance.choice(ids)) != one else ()
            return CompositeEdit(tuple(Rename(there.name, *step) for step in steps)), True
        case "page":
            return RenamePage(there.name, f"P{chance.randrange(10**6)}"), True
        case "pack":
            some = {*chance.sample(ids, chance.randint(1, len(ids)))}
            edit = operations.group_as_instance(
                document, WireRules(there, catalogue), some, Measures(there, catalogue)
            ).edit
            return edit, not any(
                there.name == block.type[5:] for p in document.pages.values() for block in p.blocks.values()
            )
        case "unpack" if there.blocks[one].type.startswith("page:"):
            return operations.unpack(document, WireRules(there, catalogue), one, Measures(there, catalogue)).edit, False
        case "reuse":
            return CompositeEdit(
                (Remove(there.name, (one,)), Insert(there.name, (there.blocks[one]._replace(uid=""),)))
            ), False
        case _:
            return Remove(there.name, (one,)), False


@given(st.integers(0, 10**9))
def test_what_is_found_is_the_same_block_and_after_undo_at_the_same_place(catalogue, seed):
    chance, history = random.Random(seed), make_history()
    types = catalogue.with_pages(history.document)
    was, before = history.names, dict(everywhere(history.document, types))
    results = FollowedValues({at: block.uid for at, block in before.items()})
    names, whole_so_far = was, True
    for _ in range(8):
        try:
            edit, whole = random_edit(chance, history, types)
            history.do(edit)
        except EditError:
            continue
        whole_so_far &= whole
        results.follow(names, history.names, "main")
        names = history.names
        there = dict(everywhere(history.document, types))
        found = {at: names.follow(at, was, "main") for at in before}
        for at, to in found.items():
            assert to is None or to in there
            if to is not None and there[to].uid != before[at].uid:
                assert at.path and not whole_so_far, "only a copy from an instance has another uid"
        known = [to for to in found.values() if to is not None]
        assert len(known) == len({*known})
        assert not whole_so_far or None not in found.values()
    while history.undo():
        results.follow(names, history.names, "main")
        names = history.names
    assert all(names.follow(at, was, "main") == at for at in before)
    assert dict(results) == {at: block.uid for at, block in before.items()}


def test_unknown_names_stay():
    names = DocumentNames(make_history().document)
    for text in ("X", "/X/Y", "other/X.y"):
        assert names.follow(parse(text), names, "main") in (parse(text), None)
