"""Types after edits are those of a fresh inference, though training steps that did not change are not built again."""

import random
import re
from pathlib import Path

import pytest
import tensorflow as tf

from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert, Remove, SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.runtime.protocol.requests import GetTypesRequest
from blockloom.runtime.types.types_service import DocumentTypes
from tests.extent import ALL, SEED, slow_after

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"
TRAINING = ["optimizers", "xor_network", "recurrent_loop", "digit_classifier", "overfitting", "rents_by_epochs"]
NAMES = [*TRAINING, *sorted({path.stem for path in EXAMPLES.glob("*.loom")} - {*TRAINING})]
NUMBERS = ["1.5", "[1.0, 2.0]", "3"]


class Editor:
    """A document that a test edits, its types, and the types of a fresh inference."""

    def __init__(self, name, catalogue):
        self.catalogue, self.folder = catalogue, str(EXAMPLES)
        self.document = documents.loads((EXAMPLES / f"{name}.loom").read_text("utf-8"), self.folder)
        self.page = next(iter(self.document.pages))
        self.types = DocumentTypes()
        self.types.take(self._whole())

    def do(self, edit):
        """Make an edit, and return the one that takes it back."""
        self.types.take(GetTypesRequest(page=self.page, edits=[to_json(edit)]))
        return edit.apply(self.document)

    def inferred(self):
        return _told(self.types.types(self.page, self.catalogue))

    def fresh(self):
        types = DocumentTypes()
        types.take(self._whole())
        return _told(types.types(self.page, self.catalogue))

    def _whole(self):
        return GetTypesRequest(page=self.page, document=documents.dumps(self.document), folder=self.folder)


def _told(reply):
    return reply.types, sorted(map(str, reply.problems))


def edit(chance, page):
    one = page.blocks[chance.choice(sorted(page.blocks))]
    wires = [Placed(wire, at) for pins in page.into.values() for some in pins.values() for at, wire in enumerate(some)]
    match chance.randrange(5):
        case 0 if wires:
            return Remove(page.name, wires=(chance.choice(wires),))
        case 1:
            return Insert(page.name, (Block(page.free_id("Z"), "Const", values={"value": chance.choice(NUMBERS)}),))
        case 2 if wires:
            cut = chance.choice(wires).wire
            made = Block(page.free_id("Z"), "Identity")
            pin = "input" if cut.source_pin else ""  # a control wire has no pins
            return Insert(page.name, (made,), (Placed(Wire(cut.source, cut.source_pin, made.id, pin, cut.kind), 0),))
        case _:
            pin = chance.choice(sorted(one.values) or ["x"])
            # Of the same rank: TensorFlow aborts over some values of another.
            text = re.sub(r"\d+", lambda _: str(chance.randint(1, 9)), one.values.get(pin, "1"), count=1)
            return SetValue(page.name, one.id, pin, chance.choice([None, text, text]))


@pytest.mark.parametrize("name", slow_after(1, NAMES))
def test_types_after_edits_are_those_of_a_fresh_inference(name, catalogue):
    chance, editor = random.Random(f"{SEED} {name}"), Editor(name, catalogue)
    assert editor.inferred() == editor.fresh()
    for _ in range(12 if ALL else 2):
        back = editor.do(edit(chance, editor.document.pages[editor.page]))
        assert editor.inferred() == editor.fresh()
        if chance.random() < 0.7:
            editor.do(back)
            assert editor.inferred() == editor.fresh()


def test_gradients_are_built_again_where_the_loss_is_another(catalogue, monkeypatch):
    built = []
    compute = tf.compat.v1.train.Optimizer.compute_gradients
    monkeypatch.setattr(
        tf.compat.v1.train.Optimizer,
        "compute_gradients",
        lambda *given, **named: built.append(given) or compute(*given, **named),
    )
    editor = Editor("xor_network", catalogue)
    types = editor.inferred()
    first = len(built)
    editor.do(Insert(editor.page, (Block("ASIDE", "Const", values={"value": "1.0"}),)))
    assert editor.inferred()[0].keys() == types[0].keys() | {"ASIDE"} and len(built) == first == 1
    for block, pin, value in ("INIT2", "shape", "[8, 3]"), ("B2", "initvalues", "[0.0, 0.0, 0.0]"):
        editor.do(SetValue(editor.page, block, pin, value))
    types = editor.inferred()
    assert len(built) > first and types[0]["TRAIN"]["grads"][-1][1] == [8, 3]
    assert types == editor.fresh()
