"""Any edits across pages, done by operations: all that uses a page follows, and undo and redo give the same bytes."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks import operations
from blockloom.blocks.catalogue.page_signature import ARG, PARAMETER, RETVAL, instances, page_of_type, signature
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Remove, RenamePage
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import Measures, PageChange
from tests.blocks.editing.test_following import layers
from tests.blocks.small import SMALL
from tests.extent import examples


class Bench:
    """A document under random edits, with inferences that follow."""

    def __init__(self, draw: Callable):
        self.draw, self.document = draw, layers()
        self.history = UndoStack(self.document)
        self.catalogue = SMALL.with_pages(self.document)
        self.history.inferences(self.catalogue)
        self.begin = documents.dumps(self.document)

    def choose_one(self, of) -> str:
        """Return one of these; "" if there is none."""
        of = sorted(of)
        return self.draw(st.sampled_from(of)) if of else ""

    def some(self, of) -> set[str]:
        return self.draw(st.sets(st.sampled_from(sorted(of)), max_size=4)) if of else set()

    def page(self) -> Page:
        return self.document.pages[self.choose_one(self.document.pages)]

    def rules(self, page: Page) -> WireRules:
        return WireRules(
            page, self.catalogue, lambda: self.history.inferences(self.catalogue).inference_of(page.name).current()
        )

    def measures(self, page: Page) -> Measures:
        return Measures(page, self.catalogue)

    # --- what may be done ---------------------------------------------------------------------------------------------

    def make_block(self) -> PageChange:
        page = self.page()
        return operations.group_as_instance(
            self.document, self.rules(page), self.some(page.blocks), self.measures(page)
        )

    def unpack(self) -> PageChange:
        page = self.page()
        name = self.choose_one(b.id for b in instances(page.blocks.values()))
        return operations.unpack(self.document, self.rules(page), name, self.measures(page))

    def own_copy(self) -> PageChange:
        page = self.page()
        return operations.copy_page_for_instances(
            self.document, page, self.some([b.id for b in instances(page.blocks.values())])
        )

    def place(self) -> PageChange:
        page = self.page()
        type_ = self.choose_one([*self.catalogue.usable(), "AddV2"])
        return operations.add_block(page, self.catalogue, type_, (0, 0), self.measures(page))

    def wire(self) -> PageChange | None:
        page = self.page()
        rules, names = self.rules(page), self.some(page.blocks)
        found = operations.find_candidates(rules, [min(names)], [sorted(names - {min(names)})]) if names else []
        return operations.add_wire(rules, self.draw(st.sampled_from(found)).fit.wire) if found else None

    def add_pin(self) -> PageChange:
        return operations.add_pin(self.page(), self.catalogue, self.draw(st.sampled_from((ARG, RETVAL, PARAMETER))))

    def make_parameter(self) -> PageChange | None:
        page = self.page()
        at = self.choose_one(f"{b.id} {pin}" for b in page.blocks.values() for pin in b.values)
        return operations.make_parameter(page, self.catalogue, *at.split()) if at else None

    def pin(self, page: Page) -> str:
        return self.choose_one(b.id for row in signature(page) for b in row)

    def move_pin(self) -> PageChange | None:
        page = self.page()
        return operations.move_pin(page, self.pin(page), self.draw(st.integers(0, 3)))

    def rename_pin(self) -> PageChange | None:
        page = self.page()
        return operations.rename(page, self.pin(page), self.draw(st.sampled_from(("p", "q", "r-1"))))

    def remove_pin(self) -> PageChange:
        page = self.page()
        return PageChange(Remove(page.name, (self.pin(page),)), "Delete pin")

    def delete(self) -> PageChange | None:
        page = self.page()
        return operations.delete(page, self.some(page.blocks))

    def rename_page(self) -> PageChange:
        edit = RenamePage(self.page().name, self.draw(st.sampled_from(("u", "v w"))))
        return PageChange(edit, "Rename page")

    def remove_page(self) -> PageChange:
        return operations.remove_page(self.document, self.catalogue, self.page().name)

    def duplicate_page(self) -> PageChange:
        return operations.duplicate_page(self.document, self.page().name)[0]

    def paste(self) -> PageChange:
        page, here = self.page(), self.page()
        names = self.some(page.blocks)
        text = documents.dumps(operations.copy_items(page, names, self.catalogue))
        return operations.paste(here, documents.loads(text), self.measures(here))

    def import_pages(self) -> PageChange:
        return operations.import_pages(self.document, layers(), self.catalogue)[0]

    # --- what holds ---------------------------------------------------------------------------------------------------

    def do(self, what: str) -> None:
        try:
            change = getattr(self, what)()
            if change is not None:
                self.history.do(change.edit, change.label)
        except EditError as error:
            assert str(error)
        self.sound()

    def sound(self) -> None:
        fresh = SMALL.with_pages(self.document)
        for page in self.document.pages.values():
            for block in instances(page.blocks.values()):
                type_ = fresh[block.type]
                assert page_of_type(block.type) in self.document.pages
                assert not {w.target_pin for w in page.wires_into(block.id)} - {"", *(p.name for p in type_.inputs)}
                assert not {w.source_pin for w in page.wires_from(block.id)} - {"", *(p.name for p in type_.outputs)}
                assert not block.values.keys() - {p.name for p in (*type_.inputs, *type_.attrs)}
            known = self.history.inferences(self.catalogue).inference_of(page.name).current().known
            assert known == PageInference(page, fresh).known, page.name


DONE = (
    "make_block",
    "unpack",
    "own_copy",
    "place",
    "wire",
    "add_pin",
    "make_parameter",
    "move_pin",
    "rename_pin",
    "remove_pin",
    "delete",
    "rename_page",
    "remove_page",
    "duplicate_page",
    "paste",
    "import_pages",
)


@given(st.data())
@settings(max_examples=examples(40), deadline=None)
def test_edits_across_pages_are_taken_back_and_done_again(data: st.DataObject):
    bench = Bench(data.draw)
    for what in data.draw(st.lists(st.sampled_from(DONE), min_size=1, max_size=12)):
        bench.do(what)
    end = documents.dumps(bench.document)
    assert documents.dumps(documents.loads(end)) == end
    steps = 0
    while bench.history.undo():
        steps += 1
    assert documents.dumps(bench.document) == bench.begin
    bench.sound()
    while bench.history.redo():
        steps -= 1
    assert documents.dumps(bench.document) == end and not steps
    bench.sound()


def test_each_of_these_edits_can_be_done():
    """Otherwise the random edits above might all be refused."""
    done = set()

    @given(st.data())
    @settings(max_examples=6, deadline=None, database=None, derandomize=True)
    def run(data: st.DataObject) -> None:
        bench = Bench(data.draw)
        for what in DONE:
            before: Document = bench.document.copy()
            bench.do(what)
            if documents.dumps(before) != documents.dumps(bench.document):
                done.add(what)

    run()
    assert done == set(DONE)
