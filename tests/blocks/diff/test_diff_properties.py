"""Properties of a diff, over edits as people make them, and over documents that have nothing to do with each other."""

import random

import pytest

from blockloom.blocks.diff.changes import array_hashes
from blockloom.blocks.diff.differences import Diff, diff_documents
from blockloom.blocks.document.pages import Block, Document, Page, Wire
from blockloom.blocks.edits import Rename
from blockloom.blocks.files import documents
from blockloom.blocks.weights.document_weights import Weights
from tests.bases import bases, some
from tests.blocks.mutation import reopens
from tests.blocks.strategies import grow
from tests.human_edits import Person


def text(document: Document) -> str:
    """Return the file of a document, without the name of its weight file, which edits do not change."""
    return documents.dumps(document, Weights(arrays={key: name[:64] for key, name in array_hashes(document).items()}))


def _leads(a: Document, b: Document, chance: random.Random, catalogue) -> Diff:
    """Return the diff of two documents, after checking that it and random parts of it apply and revert."""
    found, before, after = diff_documents(a, b, catalogue.with_pages(a)), text(a), text(b)
    assert bool(found.changes) == (before != after)
    for part in (None, chance.sample(found.changes, chance.randrange(len(found.changes) + 1))):
        made = a.copy()
        back = found.edit(part).apply(made)
        if part is None:
            assert text(made) == after
        else:
            assert not reopens(made)
            troubles = documents.loads(documents.dumps(made)).troubles
            assert len(troubles) <= sum(len(documents.loads(documents.dumps(side)).troubles) for side in (a, b))
        back.apply(made)
        assert text(made) == before
    assert (text(a), text(b)) == (before, after)  # nothing changes them
    assert not diff_documents(b, b.copy(), catalogue.with_pages(b)).changes
    return found


@pytest.mark.parametrize("count", [1, 8])
def test_a_diff_leads_there_and_back_as_a_whole_and_in_parts(catalogue, count):
    for number, (name, base) in enumerate(some(count)):
        before = Person(base, "a", number, catalogue).work(count).document
        after = Person(before, "b", number + 100, catalogue).work(count)
        try:
            _leads(before, after.document, random.Random(number), catalogue)
        except Exception as error:
            raise AssertionError(f"{name}, {count} edits: {after.done}") from error


def test_changes_one_by_one_in_any_order_lead_there(catalogue):
    for number, (name, base) in enumerate(some(0)):
        after = Person(base, "b", number, catalogue).work(3)
        chance, made, stuck = random.Random(number), base.copy(), set()
        while left := [
            c for c in diff_documents(made, after.document, catalogue.with_pages(made)).changes if repr(c) not in stuck
        ]:
            before, one = text(made), chance.choice(left)
            diff_documents(made, after.document, catalogue.with_pages(made)).edit([one]).apply(made)
            # A change to a name that is still in use has to wait.
            stuck = stuck | {repr(one)} if text(made) == before else set()
        assert text(made) == text(after.document), (name, after.done)


def test_documents_that_have_nothing_to_do_with_each_other(catalogue):
    found = [base for _, base in some(1)]
    for number, (a, b) in enumerate(zip(found, found[3:] + found[:3], strict=True)):
        _leads(a, b, random.Random(number), catalogue)


def test_documents_that_no_person_would_make(catalogue):
    base = bases()["everything"]
    for seed in range(12):
        a = grow(base.copy(), seed, 5).document
        b = grow(a.copy(), seed + 1000, 8).document
        _leads(*(documents.loads(documents.dumps(document)) for document in (a, b)), random.Random(seed), catalogue)


def test_ids_that_changed_places(catalogue):
    for number, (_, base) in enumerate(some(2)):
        chance, made = random.Random(number), base.copy()
        for page in made.pages.values():
            ids = chance.sample(sorted(page.blocks), min(len(page.blocks), 3))
            for old in ids:
                Rename(page.name, old, f"WAITS__{old}").apply(made)
            for old, new in zip(ids, ids[1:] + ids[:1], strict=True):
                Rename(page.name, f"WAITS__{old}", new).apply(made)
        _leads(base, documents.loads(documents.dumps(made)), chance, catalogue)


def test_the_name_of_a_blocks_node_is_not_that_of_the_page():
    a, b = Document(), Document()
    for document, name in ((a, "net/a"), (b, "net/b")):
        page = document.pages["main"] = Page("main")
        page.blocks = {"A": Block("A", "Const", names={"": name}), "B": Block("B", "Neg")}
        page.put_wire(Wire("A", "output", "B", "x"))
    found = diff_documents(a, b)
    made = a.copy()
    found.edit(found.changes).apply(made)
    assert text(made) == text(b)
