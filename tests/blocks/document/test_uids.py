"""Uids: which operations keep them, which make new ones, and how a file has them."""

import json
import re

import pytest

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.document.uids import items_of
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, EditError, Insert, Remove, Rename, RenamePage, SetUids
from blockloom.blocks.edits.edit_json import from_json, to_json
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.operations import Measures
from tests.blocks.small import SMALL, document

CHAIN = """
X Const value=1.5f dtype=DT_FLOAT
A Exit
B Exit
C Exit
X.output -> A.data
A.output -> B.data
B.output -> C.data
"""


def opened() -> UndoStack:
    return UndoStack(documents.loads(documents.dumps(document(CHAIN))))


def uids(of: Document) -> dict[str, str]:
    return {f"{page}/{name}": item.uid for page, name, item in items_of(of)}


def parts(of: Document, page: str = "main") -> tuple[WireRules, Measures]:
    rules = WireRules(of.pages[page], SMALL.with_pages(of))
    return rules, Measures(rules.page, rules.catalogue)


def packed(names: str = "AB", name: str = "inner") -> UndoStack:
    made = opened()
    rules, measures = parts(made.document)
    made.do(operations.group_as_instance(made.document, rules, set(names), measures, name).edit)
    return made


def unpack(made: UndoStack, name: str = "INNER") -> None:
    rules, measures = parts(made.document)
    made.do(operations.unpack(made.document, rules, name, measures).edit)


def test_other_names_and_places_keep_the_uid_and_undo_restores_the_file():
    made = opened()
    text = documents.dumps(made.document)
    assert '"uid"' not in text and uids(made.document)["main/A"] == "main/A"
    made.do(Rename("main", "A", "FIRST"))
    made.do(RenamePage("main", "net"))
    made.do(operations.nudge(made.document.pages["net"], ["FIRST"], 40, 0).edit)
    assert uids(made.document)["net/FIRST"] == "main/A" and uids(made.document)["net/B"] == "main/B"
    saved = documents.dumps(made.document)
    assert saved.startswith('{"blockloom": 11,') and saved.count('"uid"') == 2  # the page, and FIRST
    assert uids(documents.loads(saved)) == uids(made.document)
    while made.undo():
        pass
    assert documents.dumps(made.document) == text


def test_a_new_item_has_a_random_uid_that_redo_and_the_journal_restore():
    made, heard = opened(), []
    made.listeners.append(heard.append)
    made.do(Insert("main", (Block("NEW", "Exit", 900),)))
    made.do(AddPage("more"))
    new, page = uids(made.document)["main/NEW"], made.document.pages["more"].uid
    assert re.fullmatch("[a-z2-7]{8}", new) and re.fullmatch("[a-z2-7]{8}", page) and new != page
    made.undo()
    made.undo()
    made.redo()
    made.redo()
    assert uids(made.document)["main/NEW"] == new and made.document.pages["more"].uid == page
    again = opened().document
    for edit in heard[:2]:
        from_json(json.loads(json.dumps(to_json(edit)))).apply(again)
    assert documents.dumps(again) == documents.dumps(made.document)


def test_another_block_under_a_name_that_is_free_again_is_another_one():
    made = opened()
    made.do(Rename("main", "A", "OLD"))
    Insert("main", (Block("A", "Exit", 900),)).apply(made.document)  # as scripts do
    assert uids(made.document)["main/OLD"] == "main/A" and uids(made.document)["main/A"] == "main/A~2"
    made.do(Remove("main", ("B",)))
    made.do(Insert("main", (Block("B", "Exit", 900),)))
    assert uids(made.document)["main/B"] != "main/B"
    assert uids(documents.loads(documents.dumps(made.document))) == uids(made.document)


def test_copies_are_new():
    made = opened()
    rules, measures = parts(made.document)
    made.do(operations.duplicate(rules.page, {"A", "B"}, measures).edit)
    made.do(operations.duplicate_page(made.document, "main")[0].edit)
    found = list(uids(made.document).values())
    assert len(found) == 12 == len({*found}) and len({page.uid for page in made.document.pages.values()}) == 2


def test_two_people_who_make_a_block_of_the_same_items_get_the_same_uids_and_one_page():
    ours, theirs = packed(), packed(name="part")
    mine, other = uids(ours.document), uids(theirs.document)
    assert mine["inner/A"] == other["part/A"] == "main/A" and mine["main/INNER"] == other["main/PART"]
    assert {*mine.values()} == {*other.values()} and ours.document.pages["inner"].uid != "inner"
    found = merge_documents(opened().document, ours.document, theirs.document, SMALL).document
    assert [*found.pages] == ["main", "inner"] and [one.what for one in found.conflicts] == ["page-name"]


def test_blocks_within_blocks_have_uids_of_their_own():
    made = packed()
    rules, measures = parts(made.document, "inner")
    made.do(operations.group_as_instance(made.document, rules, {"A", "B"}, measures, "deeper").edit)
    found = list(uids(made.document).values())
    assert len({*found}) == len(found) and len({page.uid for page in made.document.pages.values()}) == 3


def test_the_blocks_of_the_only_instance_keep_their_uids_when_it_is_unpacked():
    made = packed()
    unpack(made)
    found = uids(made.document)
    assert (found["main/A"], found["main/B"]) == ("main/A", "main/B") and found["inner/A"] != "main/A"
    again = packed()
    unpack(again)
    assert uids(again.document) == found  # so two people who do so have one set of blocks
    made.undo()
    assert uids(made.document) == uids(packed().document)


def test_the_blocks_of_one_instance_of_several_are_copies_when_it_is_unpacked():
    made = packed()
    made.do(Insert("main", (Block("MORE", "page:inner", 900),)))
    unpack(made)
    found = uids(made.document)
    assert found["inner/A"] == "main/A" and found["main/A"] != "main/A"


def test_a_document_imported_by_two_people_is_one_and_twice_by_one_is_two():
    other = documents.loads(documents.dumps(document("K Const value=1f")))
    sides = [opened(), opened()]
    for side in sides:
        side.do(operations.import_pages(side.document, other, SMALL)[0].edit)
    assert uids(sides[0].document) == uids(sides[1].document)
    sides[0].do(operations.import_pages(sides[0].document, other, SMALL)[0].edit)
    found = list(uids(sides[0].document).values())
    assert len({*found}) == len(found) == 6


def page_of(*blocks: str) -> str:
    return f'{{"blockloom": 11, "pages": [{{"name": "main", "blocks": [{", ".join(blocks)}]}}]}}'


def test_a_line_copied_in_a_text_editor_is_a_new_block_and_the_user_hears_of_it():
    row = '{{"id": "{}", "type": "Exit", "at": [0, 0], "uid": "{}"}}'
    read = documents.loads(page_of(row.format("A", "abcdefgh"), row.format("B", "abcdefgh"), row.format("C", "main/D")))
    assert uids(read) == {"main/A": "abcdefgh", "main/B": "main/B", "main/C": "main/D"}
    assert [(one.code, one.address.page) for one in read.troubles] == [("duplicate-uid", "main")]
    read = documents.loads(page_of(row.format("A", "main/B"), '{"id": "B", "type": "Exit", "at": [0, 0]}'))
    assert uids(read) == {"main/A": "main/A", "main/B": "main/B"} and len(read.troubles) == 1


def test_a_block_from_a_graph_is_known_by_its_node_if_no_other_has_that():
    row = '{{"id": "{}", "type": "Exit", "at": [0, 0], "names": {{"": "{}"}}}}'
    read = documents.loads(page_of(row.format("A", "net/a"), row.format("B", "net/b"), row.format("C", "net/b")))
    assert uids(read) == {"main/A": "main/=net/a", "main/B": "main/B", "main/C": "main/C"}
    assert '"uid"' not in documents.dumps(read)


def test_other_uids_are_an_edit_with_an_inverse():
    made = opened()
    before = uids(made.document)
    made.do(SetUids("main", {"": "page", "A": "another", "B": ""}))
    now = uids(made.document)
    assert made.document.pages["main"].uid == "page" and now["main/A"] == "another"
    assert re.fullmatch("[a-z2-7]{8}", now["main/B"]) and now["main/C"] == "main/C"
    made.undo()
    assert uids(made.document) == before and made.document.pages["main"].uid == "main"


def test_a_file_with_the_longest_uids_is_read_again_after_its_blocks_are_renamed():
    text = page_of(*(f'{{"id": "{letter * 200}", "type": "Exit", "at": [0, 0]}}' for letter in "AB"))
    made = UndoStack(documents.loads(text.replace('"name"', f'"uid": "{"u" * 200}", "name"')))
    for letter in "AB":
        made.do(Rename("main", letter * 200, letter))
    assert uids(documents.loads(documents.dumps(made.document))) == uids(made.document)
    for edit in (SetUids("main", {"": "u" * 201}), AddPage("more", uid="u" * 201)):
        with pytest.raises(EditError, match="200 characters at most"):
            made.do(edit)
    with pytest.raises(documents.FileError, match="longer than 200 characters"):
        documents.loads(text.replace('"name"', f'"uid": "{"u" * 201}", "name"'))
