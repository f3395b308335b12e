"""Values and files of other programs, pasted onto a page and dropped there."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication

from tests.app.canvaskit import CTRL, Hands


@pytest.fixture
def hands(qtbot, catalogue):
    return Hands(qtbot, catalogue)


def paste(hands, **formats):
    """Put data on the clipboard as another program does, and press the key; the blocks that came."""
    data, before = QMimeData(), set(hands.page.blocks)
    for name, text in formats.items():
        data.setData("text/" + name, text.encode())
    QApplication.clipboard().setMimeData(data)
    hands.key(Qt.Key.Key_V, CTRL)
    return [block for name, block in hands.page.blocks.items() if name not in before]


@pytest.mark.parametrize("formats, value, dtype", [
    ({"plain": "[[1, 2], [3, 4]]"}, "[[1, 2], [3, 4]]", "DT_INT32"), ({"plain": "2.5"}, "2.5", "DT_FLOAT"),
    ({"plain": '"a text"'}, '"a text"', "DT_STRING"),
    ({"plain": "1\t2.5\r\n3\t4\r\n", "csv": "1;2,5\r\n3;4"}, "[[1, 2.5], [3, 4]]", "DT_FLOAT"),
    ({"csv": "a,b\nc,d\n"}, '[["a", "b"], ["c", "d"]]', "DT_STRING")])
def test_a_value_is_pasted_as_a_block_in_view(hands, formats, value, dtype):
    before = hands.text
    new, = paste(hands, **formats)
    assert (new.type, new.values) == ("Const", {"value": value, "dtype": dtype})
    assert hands.canvas.selection() == {new.id}
    assert hands.canvas.view.area().contains(hands.canvas.scene.box(hands.canvas.scene.slot[new.id]))
    assert hands.steps()[1:] == [f"Paste {new.id}"]
    hands.history.undo()
    assert hands.text == before


def test_values_pasted_one_after_the_other_do_not_lie_on_each_other(hands):
    new = [paste(hands, plain="1")[0] for _ in range(3)]
    assert len({(b.x, b.y) for b in new}) == 3


@pytest.mark.parametrize("text, says", [("1\t2\n3\n", "row 2 has 1 cells"), ("[1, 2", "never closed"),
                                        ("[[1, 2], [3]]", "not rectangular")])
def test_what_cannot_be_a_value_says_why(hands, text, says):
    before = hands.text
    assert paste(hands, plain=text) == [] and hands.text == before
    assert says in hands.said[-1]
