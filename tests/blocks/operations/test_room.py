"""Room for frames that expand: neighbours move, and come back when the frame collapses."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Frame, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.operations import Measures


class Fixed(Measures):
    """All blocks have one size."""

    def box(self, block, wired=()):
        return Box(200.0, 100.0, {}, {})


def grid(columns, rows, frame=""):
    """Return collapsed frames of a block each, in a grid as narrow as it can be, and the edges of the outer frame."""
    made = new_document()
    names = [f"{chr(65 + column)}{row}" for row in range(rows) for column in range(columns)]
    places = {name: (300.0 * (ord(name[0]) - 65), 200.0 * int(name[1])) for name in names}
    around = (Frame(frame, frame, -50.0, -50.0, 300.0 * columns, 200.0 * rows),) if frame else ()
    Insert(
        "main",
        tuple(Block(f"in{name}", "Neg", x + 400, y + 300, {}, name) for name, (x, y) in places.items()),
        frames=around
        + tuple(Frame(name, name, x, y, 700.0, 500.0, frame=frame, collapsed=True) for name, (x, y) in places.items()),
    ).apply(made)
    return made


def collapse(made, names, collapsed=True):
    page = made.pages["main"]
    operations.collapse(page, names, Fixed(page, None), collapsed).edit.apply(made)
    return {name: tuple(item[2:4]) for name, item in page.items().items()}, {
        name: (item.width, item.height) for name, item in page.frames.items()
    }


@pytest.mark.parametrize("frame", ("", "OUT"))
@pytest.mark.parametrize("names", (("A0", "B0"), ("A0", "A1"), ("A0", "B1"), ("A0", "B0", "A1", "B1"), ("B1", "C2")))
def test_frames_that_expand_together_are_placed_as_if_one_by_one(names, frame):
    at_once, each = grid(3, 3, frame), grid(3, 3, frame)
    found = collapse(at_once, names, False)
    for name in names:
        places = collapse(each, [name], False)
    assert found == places and documents.dumps(at_once) == documents.dumps(each)


@pytest.mark.parametrize("frame", ("", "OUT"))
@pytest.mark.parametrize("name", ("A0", "B1", "C2"))
def test_what_made_room_comes_back(name, frame):
    made = grid(3, 3, frame)
    before, (places, sizes) = documents.dumps(made), collapse(made, [name], False)
    assert sizes[name] == (700.0, 500.0) and places[name] == (300.0 * (ord(name[0]) - 65), 200.0 * int(name[1]))
    for other in sizes.keys() - {name, "OUT"}:
        right, below = other[0] > name[0] and other[1] == name[1], other[1] > name[1]
        assert places[other] == (300.0 * (ord(other[0]) - 65) + 490.0 * right, 200.0 * int(other[1]) + 450.0 * below)
        assert places[f"in{other}"] == (places[other][0] + 400, places[other][1] + 300), "with what is in it"
    collapse(made, [name])
    assert documents.dumps(made) == before
