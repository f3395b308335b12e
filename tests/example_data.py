"""The files that examples read: `python -m tests.example_data` writes them into assets/examples.

All of it is made here, from a fixed seed, by numpy's RandomState, whose numbers stay the same in all versions.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np

from blockloom.blocks.catalogue.entries import ASSETS

_DIGITS = """
.###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... #.... ....# #...# #...#
#...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
#...# ..#.. ..##. ..##. #..#. ....# ####. ..#.. .###. .####
#...# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....#
#...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ....#
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .###.
"""


def digits(count: int = 500) -> np.ndarray:
    """Return pictures of the ten digits as uint8, `(count, 65)`: the digit, then 8 x 8 pixels from 0 to 255.

    Position, brightness, blur and noise differ.
    """
    rows = [line.split() for line in _DIGITS.split("\n") if line]
    drawn = [np.array([[c == "#" for c in row[digit]] for row in rows], float) for digit in range(10)]
    chance, found = np.random.RandomState(8), np.zeros((count, 65), np.uint8)
    for row in found:
        digit, y, x = chance.randint(10), chance.randint(2), chance.randint(1, 3)
        sheet = np.zeros((8, 8))
        sheet[y : y + 7, x : x + 5] = drawn[digit]
        spread = chance.uniform(0, 0.3)
        sheet = (1 - spread) * sheet + spread * np.roll(sheet, chance.choice((-1, 1)), chance.randint(2))
        sheet = chance.uniform(0.6, 1) * sheet + 0.2 * chance.standard_normal((8, 8))
        row[0], row[1:] = digit, (sheet.clip(0, 1) * 255).astype(np.uint8).reshape(64)
    return found


def flats(count: int = 60) -> str:
    """Return a table of flats with a heading: area in m², rooms, age in years, and rent.

    The rent is about 9 a m², 40 a room and 2 less for each year, and 150.
    """
    chance = np.random.RandomState(3)
    lines = ["area,rooms,age,rent"]
    for _ in range(count):
        area, age = chance.randint(25, 130), chance.randint(0, 60)
        rooms = max(1, round(area / 27 + chance.uniform(-0.7, 0.7)))
        rent = 9 * area + 40 * rooms - 2 * age + 150 + 35 * chance.standard_normal()
        lines.append(f"{area},{rooms},{age},{rent:.0f}")
    return "\n".join(lines) + "\n"


def hills(rows: int = 48, columns: int = 64) -> np.ndarray:
    """Heights of a landscape as float32, (rows, columns)."""
    chance, found = np.random.RandomState(5), np.zeros((rows, columns))
    y, x = np.mgrid[0:rows, 0:columns] / rows
    for _ in range(14):
        top, wide = chance.uniform(0, 1, 2) * (1, columns / rows), chance.uniform(0.06, 0.3)
        found += wide * chance.uniform(0.3, 1) * np.exp(-((y - top[0]) ** 2 + (x - top[1]) ** 2) / (2 * wide**2))
    return (1000 * found).astype(np.float32)


def _npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


FILES: dict[str, Callable[[], bytes]] = {
    "digits.npy": lambda: _npy(digits()),
    "flats.csv": lambda: flats().encode(),
    "hills.npy": lambda: _npy(hills()),
}


if __name__ == "__main__":
    for name, make in FILES.items():
        (ASSETS / "examples" / name).write_bytes(make())
