"""Random edits of people, and the oracle of merges, which agree with each other."""

from blockloom.blocks.document.uids import items_of
from blockloom.blocks.files.file_writer import page_text
from tests.bases import some
from tests.blocks.mutation import reopens
from tests.human_edits import Person, two
from tests.merge_oracle import Judge


def test_what_people_do_can_be_done_again_and_nobody_has_the_uid_of_another(catalogue):
    for name, base in some(0):
        for who, again in zip(two(base, 7, 6, catalogue), two(base, 7, 6, catalogue), strict=True):
            assert len(who.done) == 6, (name, who.done)
            for page, made in zip(who.document.pages.values(), again.document.pages.values(), strict=True):
                assert page_text(page) == page_text(made), (name, who.done)
            assert not reopens(who.document), (name, who.done)
            uids = [item.uid for _, _, item in items_of(who.document)]
            assert all(uids) and len({*uids}) == len(uids), (name, who.done)


def test_the_oracle_misses_what_a_result_lacks_and_nothing_that_it_has(catalogue):
    for name, base in some(1):
        nobody, who = Person(base, "nobody", 0, catalogue), two(base, 3, 4, catalogue)[0]
        for sides in ((who, nobody), (nobody, who)):
            judge = Judge(base, *sides)
            assert not judge.look(who.document).lost, (name, who.done)
            assert any(judge.changed) == bool(judge.look(base).lost), (name, who.done)
