"""Paint of pins."""

import re

from blockloom.app import diff_pictures
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.scene.theme import DARK
from tests.app.canvaskit import page_of_four


def test_a_pin_without_a_value_says_the_dtype_that_wires_tell(qapp, catalogue):
    page = page_of_four().document.pages["main"]
    texts = re.findall(">([^<>]*)</text>", diff_pictures.svg(Picture(page, catalogue, DARK), 1.0).decode())
    assert texts.count("DT_FLOAT") == 3  # typed values of A and B, and the missing value of C
