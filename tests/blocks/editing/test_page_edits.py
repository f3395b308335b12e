"""Any edits across pages, done by operations: all that uses a page follows, and undo and redo give the same bytes."""

from hypothesis import given, settings

from blockloom.blocks import operations
from blockloom.blocks.catalogue.parameters import instances, page_of_type
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from tests import human_edits as people
from tests.bases import bases
from tests.blocks.strategies import seeds
from tests.extent import examples


def import_pages(who: people.Person) -> people.Made:
    return operations.import_pages(who.document, bases()["waves"], who.catalogue)[0]


PAGES = dict.fromkeys(
    (
        people.make_block,
        people.unpack,
        people.own_copy,
        people.add_block,
        people.add_instance,
        people.wire,
        people.add_pin,
        people.make_parameter,
        people.pin,
        people.remove,
        people.pages,
        people.copy_between,
        import_pages,
    ),
    1.0,
)
DOCUMENTS = ("waves", "square_wave", "recurrent_loop")  # with instances, Parameters and functions


def dangling(document: Document, catalogue) -> list[str]:
    """Return the values and wires of instances for pins that their page lacks."""
    types, found = catalogue.with_pages(document), list[str]()
    for page in document.pages.values():
        for block in instances(page.blocks.values()):
            if page_of_type(block.type) in document.pages:
                inputs = {pin.name for pin in types[block.type].inputs} | {
                    attr.name for attr in types[block.type].attrs
                }
                outputs = {pin.name for pin in types[block.type].outputs}
                found += [f"{block.id}.{pin}" for pin in block.values.keys() - inputs]
                found += [str(wire) for wire in page.wires_into(block.id) if wire.target_pin not in {"", *inputs}]
                found += [str(wire) for wire in page.wires_from(block.id) if wire.source_pin not in {"", *outputs}]
    return found


def check_follows(who: people.Person, catalogue) -> None:
    """Check that instances have only pins that are there, and that the inferences are as new ones."""
    fresh = catalogue.with_pages(who.document)
    assert not dangling(who.document, catalogue), who.done
    for page in who.document.pages.values():
        known = who.history.inferences(who.catalogue).inference_of(page.name).current().known
        assert known == PageInference(page, fresh).known, (page.name, who.done)


@given(seeds)
@settings(max_examples=examples(40), deadline=None)
def test_edits_across_pages_are_taken_back_and_done_again(catalogue, seed):
    name = DOCUMENTS[seed % len(DOCUMENTS)]
    who = people.Person(bases()[name], "who", seed, catalogue, kinds=PAGES)
    begin = documents.dumps(who.document)
    for _ in range(1 + seed % 8):
        who.work(1)
        check_follows(who, catalogue)
    end = documents.dumps(who.document)
    assert documents.dumps(documents.loads(end)) == end
    steps = 0
    while who.history.undo():
        steps += 1
    assert documents.dumps(who.document) == begin
    check_follows(who, catalogue)
    while who.history.redo():
        steps -= 1
    assert documents.dumps(who.document) == end and not steps
    check_follows(who, catalogue)


def test_each_of_these_edits_can_be_done(catalogue):
    """Otherwise the random edits above might all be refused."""
    for kind in PAGES:
        done = [people.Person(bases()[name], "who", 1, catalogue, kinds={kind: 1.0}).work(1).done for name in DOCUMENTS]
        assert any(done), kind.__name__
