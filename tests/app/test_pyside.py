"""Parts of PySide that the window imports late are there when they are used."""

import subprocess
import sys

import pytest

from tests.extent import slow

WRONG = """
from PySide6.QtCore import QPoint, QRect
try:
    QRect().moveTo("here")
except TypeError as error:
    print(error)
print(QPoint.toTuple.__doc__)
"""


def output_after(before: str) -> str:
    done = subprocess.run([sys.executable, "-c", before + WRONG], check=True, capture_output=True, text=True)
    return done.stdout


@slow
@pytest.mark.parametrize("module", ["errorhandler", "layout", "parser"])
def test_signatures_wait_until_they_are_used(module):
    start = (
        "import sys; from blockloom.app.window import main; main.start_pyside();"
        f"assert '__getattr__' in vars(sys.modules['shibokensupport.signature.{module}']);"
    )
    text = output_after(start)
    assert "moveTo(x: int, " in text
    assert text == output_after("")


def test_compile_is_as_it_was():
    subprocess.run(
        [
            sys.executable,
            "-c",
            "was = compile; from blockloom.app.window import main; main.start_pyside();assert compile is was",
        ],
        check=True,
    )
