"""Random edits as people make them, and the oracle of merges: what they say of themselves holds."""

from blockloom.blocks.files.documents import dumps
from tests.bases import some
from tests.blocks.mutation import reopens
from tests.human_edits import Person, two
from tests.merge_oracle import Judge


def test_what_people_do_can_be_done_again_and_who_is_who_is_known(catalogue):
    for name, base in some(0):
        for who, again in zip(two(base, 7, 6, catalogue), two(base, 7, 6, catalogue), strict=True):
            assert len(who.done) == 6, (name, who.done)
            assert dumps(again.document) == dumps(who.document), (name, who.done)
            assert not reopens(who.document), (name, who.done)
            assert set(who.pages) == set(who.document.pages), (name, who.done)
            here = {(page.name, item) for page in who.document.pages.values() for item in page.ids()}
            assert set(who.trail) == here and len(set(who.trail.values())) == len(here), (name, who.done)


def test_the_oracle_misses_what_a_result_lacks_and_nothing_that_it_has(catalogue):
    for name, base in some(1):
        nobody, who = Person(base, "nobody", 0, catalogue), two(base, 3, 4, catalogue)[0]
        for sides in ((who, nobody), (nobody, who)):
            judge = Judge(base, *sides)
            assert not judge.look(who.document).lost, (name, who.done)
            assert any(judge.changed) == bool(judge.look(base).lost), (name, who.done)
