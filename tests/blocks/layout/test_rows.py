"""A long chain in rows: where they begin."""

import numpy as np
import pytest

from blockloom.blocks.layout.flow import ROW, in_rows, packed

COUNT, PITCH = 40, 240.0
SIZE = np.array([160.0, 50.0])


def chains(count=1, wires=()):
    """Return the places of parallel chains of boxes in rows, `(chain, box, 2)`, each chain a component.

    `wires` are additional ones, as pairs of boxes.
    """
    boxes = np.arange(count * COUNT)
    places = np.stack((boxes % COUNT * PITCH, boxes // COUNT * 5000.0), 1)
    pairs = np.array([(box, box + 1) for box in boxes if box % COUNT < COUNT - 1] + list(wires))
    return in_rows(places, np.tile(SIZE, (len(boxes), 1)), boxes // COUNT, boxes % COUNT, *pairs.T, 1.5).reshape(
        count, COUNT, 2
    )


def starts(places):
    """Return the boxes of a chain that begin a row."""
    return np.flatnonzero(np.diff(places[:, 1]) > 0) + 1


def test_rows_are_about_equally_long_and_begin_below_each_other():
    (places,) = chains()
    first = starts(places)
    lengths = np.diff([0, *first, COUNT])
    wide, high = np.ptp(places, axis=0) + SIZE
    assert 1.2 < wide / high < 1.8 and lengths.max() - lengths.min() <= 1
    assert (places[first, 0] == 0).all() and (np.diff(places[:, 0])[np.diff(places[:, 1]) == 0] == PITCH).all()


@pytest.mark.parametrize("chain", (0, 1))
def test_no_row_begins_where_many_wires_would_lead_to_it(chain):
    plain = chains(2)
    first = starts(plain[chain])
    assert (starts(plain[0]) == starts(plain[1])).all()
    offset = chain * COUNT
    many = [(offset + box, offset + start) for start in first.tolist() for box in range(start - 9, start)]
    crossed = chains(2, many)
    assert (starts(crossed[1 - chain]) == first).all(), "the other chain is as it was"
    assert len(starts(crossed[chain])) and not set(starts(crossed[chain])) & set(first)
    one_output = [(offset + start - 1, offset + start + box) for start in first.tolist() for box in range(1, 4)]
    assert (starts(chains(2, one_output)[chain]) == first).all(), "those of one output are one wire"


def test_a_row_is_further_down_where_wires_turn():
    (plain,), (turned,) = chains(), chains(wires=[(0, COUNT - 1), (1, COUNT - 1)])
    apart = [set(np.diff(np.unique(places[:, 1])).tolist()) for places in (plain, turned)]
    assert apart == [{SIZE[1] + 80.0 + 8.0}, {SIZE[1] + 80.0 + 3 * 8.0}]


@pytest.mark.parametrize("more, rows", [(0.0, 2), (0.5, 2), (1.0, 3)])
def test_components_are_side_by_side_up_to_the_width_of_the_widest(more, rows):
    size = np.array([[2000.0, 12.0], [900.0, 11.0], [1100.0 - ROW + more, 10.0]])
    places = packed(np.zeros((3, 2)), size, np.arange(3), np.zeros(3, int))
    assert len(set(places[:, 1].tolist())) == rows
    assert (places[1:, 0] == [0.0, 900.0 + ROW if rows == 2 else 0.0]).all()
