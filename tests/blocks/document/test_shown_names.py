"""Short names of blocks and frames inside a frame."""

import pytest

from blockloom.blocks.document.pages import Block, Frame, Page
from blockloom.blocks.document.scopes import shown_names


def shown(title, blocks, frames=()):
    """Return the names that the items of a frame with this title show."""
    page = Page("main")
    page.frames["F"] = Frame("F", title)
    page.frames |= {f"G{i}": Frame(f"G{i}", name, frame="F") for i, name in enumerate(frames)}
    page.blocks |= {name: Block(name, "Neg", frame="F") for name in blocks} | {"F_out": Block("F_out", "Neg")}
    short = shown_names(page)
    assert "F_out" not in short and "F" not in short, "these are in no frame"
    return [*(short.get(name, name) for name in blocks), *(short.get(f"G{i}", name) for i, name in enumerate(frames))]


@pytest.mark.parametrize(
    "title, blocks, frames, wanted",
    [
        ("conv2", ["conv2_block1_conv", "conv2_block1_relu"], [], ["conv", "relu"]),
        ("conv2", ["conv2_block1_conv", "conv2_block2_relu"], [], ["block1_conv", "block2_relu"]),
        ("conv2", ["add"], ["conv2_block1", "conv2_block2"], ["add", "block1", "block2"]),
        ("", ["F_a", "b"], [], ["a", "b"]),
        ("encoder", ["query/w", "query/b"], [], ["w", "b"]),
        ("encoder", ["query", "query_b"], [], ["query", "query_b"]),
        ("dense", ["dense_1", "dense_2"], [], ["dense_1", "dense_2"]),
        ("", ["rows_1", "rows_b"], [], ["rows_1", "rows_b"]),
        ("", ["deep_rows_1", "deep_rows_b"], [], ["rows_1", "rows_b"]),
        ("conv", ["conv_add", "add"], [], ["conv_add", "add"]),
        ("conv", ["convolution", "conv"], [], ["convolution", "conv"]),
        ("x", ["_a", "_b"], [], ["_a", "_b"]),
        ("x", ["alone_in_it"], [], ["alone_in_it"]),
        ("alone", ["alone_in_it"], [], ["in_it"]),
        ("é", ["é_à", "é_ö"], [], ["à", "ö"]),
    ],
)
def test_items_of_a_frame_drop_the_words_that_all_share_or_the_title(title, blocks, frames, wanted):
    assert shown(title, blocks, frames) == wanted


def test_frames_in_a_cycle_and_blocks_in_a_missing_frame_have_names():
    page = Page("main")
    page.frames |= {"A": Frame("A", "a", frame="B"), "B": Frame("B", "a_b", frame="A")}
    page.blocks["X"] = Block("X", "Neg", frame="nowhere")
    assert shown_names(page) == {"B": "b"}
