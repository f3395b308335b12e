"""A block type as a text: what `blockloom ops TYPE` prints."""

from msgspec.structs import replace

from blockloom.app.commands.ops_command import full_text
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin

KIND = BlockType(
    "Blend",
    "Blend",
    "Blend",
    "Math",
    (
        Pin("x", "tensor", type_attr="T", doc="What is blended."),
        Pin("weights", "tensor", dtype="DT_FLOAT", default="1.0"),
        Pin("more", "list", type_attr="T", number_attr="N", list=True),
        Pin("rest", "list", type_list_attr="Ts", list=True),
        Pin("any", "list", list=True),
        Pin("either", "tensor"),
        Pin("handle", "ref", dtype="DT_FLOAT"),
    ),
    (),
    (
        Attr("T", "type", allowed=("DT_FLOAT", "DT_HALF"), required=True),
        Attr("N", "int", minimum=1, required=True),
        Attr("mode", "string", "fast", ("fast", "exact"), doc="How."),
        Attr("size", "int", 0, minimum=0),
        Attr("name", "string"),
    ),
    ("CPU", "GPU"),
    "Blends.\n\nAll of them.",
    "use Mix",
    False,
)
TEXT = """\
Blend
  category: Math
  devices:  CPU, GPU
  deprecated: use Mix

  inputs:
    x: T
        What is blended.
    weights: DT_FLOAT = 1.0
    more: list of T (N of them)
    rest: list of Ts
    any: list of outputs
    either: tensor
    handle: ref DT_FLOAT

  outputs: none

  attributes:
    T: type, required, one of DT_FLOAT, DT_HALF
    N: int, required, at least 1
    mode: string = "fast", one of fast, exact
        How.
    size: int = 0, at least 0
    name: string

  Blends.

  All of them."""


def test_a_type_in_full():
    assert full_text(KIND) == TEXT


def test_what_there_is_none_of():
    bare = BlockType("Bare", "Bare", "Bare", "Math", (), (Pin("y", "list", list=True),), (), (), "", "", False)
    text = """\
Bare
  category: Math
  devices:  {}

  inputs: none

  outputs:
    y: list of outputs

  attributes: none"""
    assert full_text(bare) == text.format("no kernel is registered in this build of TensorFlow")
    assert full_text(replace(bare, reference=True)) == text.format("CPU reference if there is no TPU")
