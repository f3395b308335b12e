"""State that panels share: the document, its edits and signals, without a window."""

import pytest

from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert

ADD = Insert("main", (Block("A", "NoOp"),))


@pytest.fixture
def workspace(qapp, catalogue):
    return Workspace(catalogue)


def test_followers_hear_of_an_edit_before_everybody_else_and_in_order(workspace):
    heard = []
    workspace.edited.connect(lambda edit: heard.append(("edited", edit)))
    workspace.followers = [lambda edit: heard.append(("first", edit)), lambda edit: heard.append(("second", edit))]
    workspace.replace(workspace.document)
    assert workspace.do(ADD, "Add") and [who for who, _ in heard] == ["first", "second", "edited"]
    assert {edit.ids for _, edit in heard} == {ADD.ids}


def test_nobody_hears_of_edits_to_a_document_that_was_replaced(workspace):
    heard, seen = [], []
    workspace.edited.connect(heard.append)
    workspace.replace(workspace.document)
    before, other = workspace.history, UndoStack(new_document())
    workspace.replaced.connect(lambda: seen.append(workspace.history))
    workspace.replace(other.document, other)
    before.do(ADD, "Add")
    assert seen == [other] and workspace.document is other.document and heard == []


def test_an_edit_that_does_not_fit_is_said(workspace):
    said = []
    workspace.refused.connect(said.append)
    assert workspace.do(ADD, "Add") and not workspace.do(ADD, "Add")
    assert said == ["A is already used on page main"] and workspace.history.labels() == (["Add"], [])


def test_what_is_being_typed_is_undone_too(workspace):
    workspace.replace(workspace.document)
    typed = iter([True])
    workspace.typing_ends.connect(lambda: next(typed, None) and workspace.do(ADD, "Typed"))
    shifting = []
    workspace.edited.connect(lambda _: shifting.append(workspace.shifting))
    workspace.undo()
    assert not workspace.document.pages["main"].blocks and workspace.history.labels() == ([], ["Typed"])
    assert shifting == [False, True] and not workspace.shifting
    workspace.travel(1)
    assert "A" in workspace.document.pages["main"].blocks


def test_a_message_that_must_be_seen_brings_the_messages_to_the_front(workspace):
    heard = []
    workspace.message_added.connect(lambda *told: heard.append(told))
    workspace.messages_wanted.connect(lambda: heard.append("front"))
    workspace.tell("quiet")
    workspace.tell("loud", "warning", "why", seen=True)
    assert heard == [("quiet", "", ""), ("loud", "warning", "why"), "front"]
