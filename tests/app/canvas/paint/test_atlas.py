"""The pictures of blocks that are kept: each is painted once, and again when it is out of date."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from blockloom.app.canvas.paint.painting import PAD, SHEET, SHEETS, Atlas

SIZE = 20.0


class Drawer:
    """Draws numbered squares in the colour of their number, side by side in rows of 20."""

    def __init__(self):
        self.painted: list[int] = []
        self.plus = 0x100000  # added to a number for its colour
        self.atlas = Atlas(lambda p, number: (self.painted.append(number), self.paint(p, number)))

    def paint(self, p, number):
        p.fillRect(QRectF(0, 0, *self.size(number)), QColor.fromRgb(number + self.plus))

    def size(self, number):
        return SIZE, SIZE

    def draw(self, *numbers, scale=1.0, ratio=1.0):
        """Return the colours in the middle of the squares, without `plus`, and the numbers that had to be painted."""
        self.painted.clear()
        wanted = np.array(numbers)
        each, rows = scale * ratio * 50, len(numbers) // 20 + 1
        corner = np.stack((np.arange(len(numbers)) % 20, np.arange(len(numbers)) // 20), 1) * each + 20
        image = QImage(int(20 * each + 40), int(rows * each + 40), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(0)
        p = QPainter(image)
        self.atlas.draw(p, wanted, corner, np.array([self.size(n) for n in numbers]), scale, ratio)
        p.end()
        middle = corner + SIZE * scale * ratio / 2
        return [(image.pixel(int(x), int(y)) & 0xFFFFFF) - self.plus for x, y in middle], sorted(self.painted)


@pytest.fixture
def drawer(qapp):
    return Drawer()


@pytest.mark.parametrize("numbers", (range(257), (256,), (255, 1000), range(600)), ids=len)
def test_pictures_of_any_numbers_are_painted_once_and_drawn_where_they_belong(drawer, numbers):
    assert drawer.draw(*numbers) == (list(numbers), list(numbers))
    assert drawer.draw(*numbers) == (list(numbers), [])
    assert drawer.draw(*reversed(numbers)) == (list(reversed(numbers)), [])


def test_a_number_that_is_drawn_several_times_is_painted_once(drawer):
    assert drawer.draw(3, 5, 3, 3) == ([3, 5, 3, 3], [3, 5])


@pytest.mark.parametrize("scale, ratio", ((2.0, 1.0), (1.0, 2.0), (0.5, 1.0)))
def test_at_another_scale_all_are_painted_again(drawer, scale, ratio):
    drawer.draw(1, 2)
    assert drawer.draw(1, 2, scale=scale, ratio=ratio) == ([1, 2], [1, 2])
    assert drawer.draw(1, 2, scale=scale, ratio=ratio) == ([1, 2], [])


def test_what_was_dropped_is_painted_again_in_its_place(drawer):
    drawer.draw(*range(10))
    drawer.atlas.drop([3, 7, 100, 256, 5000])
    drawer.plus = 0x200000
    _, painted = drawer.draw(*range(10))
    assert painted == [3, 7], "those beyond were never drawn"
    assert drawer.draw(3, 7) == ([3, 7], [])
    drawer.atlas.drop([3])
    drawer.atlas.drop([3])
    drawer.plus = 0x300000
    assert drawer.draw(3) == ([3], [3]), "also where it is dropped twice"
    assert len(drawer.atlas.sheets) == 1


def test_a_picture_reaches_into_no_other_and_nothing_stays_of_the_one_before(drawer):
    drawer.paint = lambda p, number: p.fillRect(QRectF(-500, 0, 500 + SIZE, SIZE), QColor.fromRgb(number + drawer.plus))
    assert drawer.draw(1, 2, 3)[0] == [1, 2, 3]
    drawer.paint = lambda p, number: None
    drawer.atlas.drop([2])
    drawer.plus = 0
    assert drawer.draw(2)[0] == [0], "the ground is seen"


def test_what_was_dropped_and_is_larger_now_is_painted_elsewhere(drawer):
    drawer.draw(*range(5))
    drawer.size = lambda number: (SIZE + 100, SIZE) if number == 2 else (SIZE, SIZE)
    drawer.atlas.drop([2])
    assert drawer.draw(*range(5)) == (list(range(5)), [2])


def test_pictures_go_on_on_further_sheets_and_the_atlas_starts_again_when_these_are_too_many(drawer):
    drawer.size = lambda number: (SIZE, SHEET[1] - 2 * PAD - 2)  # as high as a sheet
    each = int(SHEET[0] // (SIZE + 2 * PAD + 2))
    for sheet in range(SHEETS + 1):
        numbers = range(sheet * each, (sheet + 1) * each)
        assert drawer.draw(*numbers)[1] == list(numbers)
        assert len(drawer.atlas.sheets) == sheet + 1
    assert drawer.draw(0, 1) == ([0, 1], [0, 1]) and len(drawer.atlas.sheets) == 1


def test_a_picture_larger_than_a_sheet_gets_one_of_its_size(drawer):
    drawer.size = lambda number: (SHEET[0] + 1.0, SIZE)
    assert drawer.draw(0) == ([0], [0])
    assert drawer.draw(1) == ([1], [1])
    assert drawer.draw(0) == ([0], [])
