"""Blocks of random ops on a page, of many dtypes and spellings, wired where dtype and shape fit."""

from __future__ import annotations

import random
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import ID, TENSOR, Block, Document, Wire, control
from blockloom.blocks.document.pages import Page as _Page

FLOATS = ("DT_FLOAT", "DT_FLOAT", "DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16")
INTS = ("DT_INT32", "DT_INT32", "DT_INT64", "DT_INT8", "DT_UINT8", "DT_INT16", "DT_UINT16", "DT_UINT32", "DT_UINT64")
OTHERS = ("DT_BOOL", "DT_STRING", "DT_COMPLEX64", "DT_COMPLEX128")
SHAPES = ((), (), (2,), (2,), (2, 2), (3,), (0,), (2, 3))
_UNARY = ("Neg", "Square", "Abs", "Exp", "Tanh", "Sin", "Sqrt", "Sigmoid", "Relu", "Softplus", "Reciprocal", "Floor")
_BINARY = ("AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference", "Add", "RealDiv", "FloorDiv")
_COMPARED = ("Less", "Greater", "Equal", "NotEqual", "LessEqual")
_ANY = ("Identity", "ZerosLike", "StopGradient", "Snapshot", "DeepCopy", "PreventGradient", "OnesLike")
WORDS = (
    "x",
    "A",
    "loss",
    "W1",
    "class",
    "lambda",
    "print",
    "None",
    "tf",
    "np",
    "build",
    "SESSIONS",
    "value",
    "init",
    "read",
    "tensor",
    "list",
    "name",
    "gradients",
    "add",
    "Const",
    "Mul",
    "self",
    "match",
    "_x",
    "a-b",
    "2nd",
    "ｘ",
    "é",
    "변수",
    "β1",
    "ŉ",
    "ª",
    "__init__",
    "日本",
    "l",
    "O0",
    "if",
    "a_rather_long_name_of_a_block_that_nobody_would_want_to_type_again_and_again",
    "train",
    "main",
    "cond",
    "body",
)


class Ref(NamedTuple):
    """An output: `pin` with its number where it is one of a list."""

    dtype: str
    shape: tuple[int, ...]
    block: str
    pin: str
    kind: str = TENSOR


def spelled(chance: random.Random, dtype: str, shape: tuple[int, ...], listed: bool = False) -> str:
    """Return a tensor as a user might type it, by itself or in a list."""
    if dtype == "DT_STRING":
        words = ["'a'", "''", '"it\'s"', "'\\n'", "'é변'", "b'\\xff\\x00'", f"'{'long ' * 30}'", '\'"""\'', "'\\\\'"]
    elif dtype == "DT_BOOL":
        words = ["true", "false"]
    elif "COMPLEX" in dtype:
        words = ["1+2j", "-1j", "0.5", "1e3"]
    elif dtype in FLOATS:
        words = ["1.0", "0.5", "-2.5", "3", "1e-3", "0.1", "-0.0", "1.", ".25"]
        if dtype in ("DT_FLOAT", "DT_DOUBLE") and chance.random() < 0.3:
            words += ["1e30", "1e-30", "nan", "inf", "-inf"]
        if dtype == "DT_FLOAT" and chance.random() < 0.4:
            words = [f"{word}f" for word in ("1.0", "2", "0.1", "-3.25", "1e-7")]
    else:
        words = ["0", "1", "2", "3", "7", "100"] + ["-1", "-2"] * (dtype[3] != "U")
    opened, closed = chance.choice(("[]", "[]", "{}"))
    if len(shape) == 1 and shape[0] > 1 and not listed and dtype != "DT_STRING" and chance.random() < 0.1:
        return ";".join(chance.choice(words) for _ in range(shape[0]))

    def nested(left: tuple[int, ...]) -> str:
        rows = (nested(left[1:]) for _ in range(left[0] if left else 0))
        return f"{opened}{', '.join(rows)}{closed}" if left else chance.choice(words)

    return nested(shape)


class PageOfOps:
    """The page `name` of a document, to which blocks are added; as a function it lies `deep`."""

    def __init__(self, document: Document, name: str, chance: random.Random, catalogue: Catalogue, deep: int = 0):
        self.document, self.chance, self.catalogue, self.deep = document, chance, catalogue, deep
        self.page = document.pages[name] = _Page(name)
        self.tensors: list[Ref] = []
        self.order: list[str] = []
        self.operations: list[tuple[str, str]] = []
        self.frames: list[str] = []
        self.starts: list[str] = []  # operations that run once

    def id(self) -> str:
        """Return a new id: a word, one that differs only in case from another, or one with a number."""
        chance, taken = self.chance, self.page.blocks
        found = chance.choice(WORDS)
        if taken and chance.random() < 0.2 and ID.fullmatch(twin := chance.choice(list(taken)).swapcase()):
            found = twin
        number = 0
        while found in taken:
            number += 1
            found = f"{found.rstrip('0123456789')}{chance.randrange(1000)}"
        return found

    def add_block(
        self,
        type_: str,
        values: dict[str, str] | None = None,
        *wires: tuple[Ref | str, str],
        id_: str = "",
        mode: str = "",
    ) -> str:
        """Add a block, with wires from tensors to its pins, and return its id."""
        name = id_ or self.id()
        frame = self.chance.choice(self.frames) if self.frames and self.chance.random() < 0.5 else ""
        self.page.blocks[name] = Block(name, type_, values=values or {}, frame=frame, mode=mode)
        for ref, pin in wires:
            self.page.put_wire(Wire(ref.block, ref.pin, name, pin, ref.kind))
        if self.order and self.chance.random() < 0.06 and type_ not in ("loom.Session", "loom.Feed"):
            self.page.put_wire(control(self.chance.choice(self.order), name))
        self.order.append(name)
        return name

    def fitting_tensor(self, dtype: str, shape: tuple[int, ...]) -> Ref | None:
        """Return a tensor of the page that fits, or None."""
        found = [one for one in self.tensors if (one.dtype, one.shape) == (dtype, shape)]
        return self.chance.choice(found) if found and self.chance.random() < 0.7 else None

    def op(
        self,
        type_: str,
        inputs: list[tuple[str, str, tuple[int, ...]]],
        gives: list[tuple[str, str, tuple]],
        values: dict[str, str] | None = None,
        attr: str = "",
    ) -> str:
        """Add an op, with typed values for inputs without wires.

        `attr` is the attr of their dtype, which is set explicitly if no wire determines it.
        """
        values, wires = dict(values or {}), []
        for pin, dtype, shape in inputs:
            ref = self.fitting_tensor(dtype, shape)
            if ref is None:
                values[pin] = spelled(self.chance, dtype, shape)
            else:
                wires.append((ref, pin))
        if attr and (not wires or self.chance.random() < 0.3):
            values[attr] = inputs[0][1]
        name = self.add_block(type_, values, *wires)
        self.tensors += [Ref(dtype, shape, name, pin) for pin, dtype, shape in gives]
        return name

    def some(self, dtypes: tuple[str, ...] = (*FLOATS, *INTS, *OTHERS)) -> tuple[str, tuple[int, ...]]:
        return self.chance.choice(dtypes), self.chance.choice(SHAPES)

    def const(self) -> None:
        dtype, shape = self.some()
        self.op("Const", [], [("output", dtype, shape)], {"value": spelled(self.chance, dtype, shape), "dtype": dtype})

    def placeholder(self) -> None:
        dtype, shape = self.some()
        size = f"[{','.join(map(str, shape))}]"
        if self.chance.random() < 0.5:
            self.op(
                "PlaceholderWithDefault",
                [("input", dtype, shape)],
                [("output", dtype, shape)],
                {"shape": size},
                "dtype",
            )
        else:
            self.op("Placeholder", [], [("output", dtype, shape)], {"dtype": dtype, "shape": size})

    def unary(self) -> None:
        kind = self.chance.choice(_UNARY + _ANY)
        dtype, shape = self.some((*FLOATS, *INTS, *OTHERS) if kind in _ANY[:1] else FLOATS)
        type_ = self.catalogue[kind]
        self.op(kind, [(type_.inputs[0].name, dtype, shape)], [(type_.outputs[0].name, dtype, shape)], attr="T")

    def binary(self) -> None:
        compared = self.chance.random() < 0.3
        kind, dtype = self.chance.choice(_COMPARED if compared else _BINARY), self.chance.choice(FLOATS + INTS[:4])
        shape = self.chance.choice(SHAPES)
        first, second = self.chance.sample([shape, self.chance.choice([shape, ()])], 2)
        self.op(
            kind,
            [("x", dtype, first), ("y", dtype, second)],
            [("z", "DT_BOOL" if compared else dtype, shape)],
            attr="T",
        )

    def shaped(self) -> None:
        dtype, _ = self.some()
        index = self.chance.choice(("DT_INT32", "DT_INT64"))
        many = {
            "Reshape": ([("tensor", dtype, (2, 3)), ("shape", index, (2,))], (3, 2), {"shape": "[3, 2]"}, "T"),
            "Transpose": ([("x", dtype, (2, 3))], (3, 2), {"perm": "[1,0]"}, "T"),
            "ExpandDims": ([("input", dtype, (2,))], (2, 1), {"dim": "1"}, "T"),
            "Tile": ([("input", dtype, (2,))], (4,), {"multiples": "[2]"}, "T"),
            "Slice": ([("input", dtype, (2, 3))], (1, 2), {"begin": "[0,1]", "size": "{1, 2}"}, "T"),
            "Squeeze": ([("input", dtype, (2, 2))], (2, 2), {}, "T"),
            "BroadcastTo": ([("input", dtype, ())], (2,), {"shape": "[2]"}, "T"),
            "GatherV2": ([("params", dtype, (3,))], (2,), {"indices": "[0,2]", "axis": "0"}, "Tparams"),
            "Fill": ([("value", dtype, ())], (2, 2), {"dims": "[2,2]"}, "T"),
            "StridedSlice": ([("input", dtype, (3,))], (2,), {"begin": "[0]", "end": "[2]", "strides": "[1]"}, "T"),
            "Shape": ([("input", dtype, (2, 3))], (2,), {"out_type": index}, "T"),
            "OneHot": (
                [("on_value", dtype, ()), ("off_value", dtype, ())],
                (2, 3),
                {"indices": "[0,1]", "depth": "3"},
                "T",
            ),
            "Where": ([("input", "DT_BOOL", (2,))], (), {}, "T"),
            "Size": ([("input", dtype, (2,))], (), {}, "T"),
        }
        kind = self.chance.choice(list(many))
        inputs, shape, values, attr = many[kind]
        inputs = [one for one in inputs if one[0] not in values]
        made = {"Shape": index, "Size": "DT_INT32"}.get(kind, dtype)
        output = self.catalogue[kind].outputs[0].name
        self.op(kind, inputs, [] if kind == "Where" else [(output, made, shape)], values, attr)

    def reduced(self) -> None:
        kind = self.chance.choice(("Sum", "Mean", "Max", "Prod", "ArgMax", "MatMul", "Softmax", "L2Loss"))
        dtype = self.chance.choice(FLOATS[:4])
        if kind == "MatMul":
            self.op(kind, [("a", dtype, (2, 2)), ("b", dtype, (2, 2))], [("product", dtype, (2, 2))], attr="T")
        elif kind == "Softmax":
            self.op(kind, [("logits", dtype, (2, 2))], [("softmax", dtype, (2, 2))], attr="T")
        elif kind == "L2Loss":
            self.op(kind, [("t", dtype, (2,))], [("output", dtype, ())], attr="T")
        elif kind == "ArgMax":
            self.op(kind, [("input", dtype, (2, 3))], [("output", "DT_INT64", (2,))], {"dimension": "1"}, "T")
        else:
            keep = self.chance.random() < 0.3
            self.op(
                kind,
                [("input", dtype, (2, 3))],
                [("output", dtype, (2, 1) if keep else (2,))],
                {"reduction_indices": "[1]", **({"keep_dims": "true"} if keep else {})},
                "T",
            )

    def listed(self) -> None:
        """Ops with lists of inputs or outputs, wired and typed in side by side."""
        dtype, shape = self.some((*FLOATS, *INTS))
        kind = self.chance.choice(
            (
                "Pack",
                "ConcatV2",
                "Unpack",
                "Split",
                "IdentityN",
                "AddN",
                "Switch",
                "Print",
                "Assert",
                "StringJoin",
                "SelectV2",
                "Cast",
                "Bitcast",
                "MergeSummary",
                "DynamicStitch",
            )
        )
        if kind in ("Pack", "AddN", "ConcatV2", "IdentityN"):
            pin = {"Pack": "values", "ConcatV2": "values", "AddN": "inputs", "IdentityN": "input"}[kind]
            shape = shape if kind != "ConcatV2" else (2,)
            wired = [ref for _ in range(2) if (ref := self.fitting_tensor(dtype, shape)) is not None]
            values = {"axis": "0"} if kind == "ConcatV2" else {}
            if not wired:
                values[pin] = f"[{', '.join(spelled(self.chance, dtype, shape, True) for _ in range(2))}]"
                values |= {"T": f"[{dtype}, {dtype}]" if kind == "IdentityN" else dtype}
            name = self.add_block(kind, values, *((ref, pin) for ref in wired))
            if kind == "AddN":
                self.tensors.append(Ref(dtype, shape, name, "sum"))
        elif kind == "Unpack":
            name = self.op(kind, [("value", dtype, (2, 2))], [], {"num": "2"}, "T")
            self.tensors += [Ref(dtype, (2,), name, f"output[{n}]") for n in range(2)]
        elif kind == "Split":
            name = self.op(kind, [("value", dtype, (2, 3))], [], {"num_split": "3", "split_dim": "1"}, "T")
            self.tensors += [Ref(dtype, (2, 1), name, f"output[{n}]") for n in range(3)]
        elif kind == "Switch":
            name = self.op(kind, [("data", dtype, shape), ("pred", "DT_BOOL", ())], [], {}, "T")
            merged = self.add_block(
                "Merge",
                {},
                (Ref(dtype, shape, name, "output_false"), "inputs"),
                (Ref(dtype, shape, name, "output_true"), "inputs"),
            )
            self.tensors.append(Ref(dtype, shape, merged, "output"))
        elif kind in ("Print", "Assert"):
            known = [one for one in self.tensors if one.dtype in (*INTS[:3], "DT_FLOAT", "DT_STRING", "DT_BOOL")][:3]
            if known:
                values = {"condition": "true"} if kind == "Assert" else {"message": "'m\"'"}
                first = [] if kind == "Assert" else [(known[0], "input")]
                self.add_block(kind, values, *first, *((ref, "data") for ref in known))
        elif kind == "StringJoin":
            self.add_block(kind, {"inputs": "['a', 'b\"', 'c']", "separator": "', '"})
        elif kind == "SelectV2":
            self.op(
                kind,
                [("t", dtype, shape), ("e", dtype, shape), ("condition", "DT_BOOL", ())],
                [("output", dtype, shape)],
                {},
                "T",
            )
        elif kind == "Cast":
            other = self.chance.choice((*FLOATS, *INTS, "DT_BOOL"))
            self.op(kind, [("x", dtype, shape)], [("y", other, shape)], {"DstT": other}, "SrcT")
        elif kind == "Bitcast":
            self.op(kind, [("input", "DT_FLOAT", shape)], [("output", "DT_INT32", shape)], {"type": "DT_INT32"}, "T")
        elif kind == "DynamicStitch":
            self.add_block(
                kind,
                {
                    "indices": "[[0], [1]]",
                    "data": f"[{spelled(self.chance, dtype, (1,))}, {spelled(self.chance, dtype, (1,))}]",
                    "T": dtype,
                },
            )
        else:
            made = self.op("ScalarSummary", [("tags", "DT_STRING", ()), ("values", "DT_FLOAT", ())], [], {}, "")
            self.page.blocks[made].values.pop("T", None)
            self.add_block(kind, {}, (Ref("DT_STRING", (), made, "summary"), "inputs"))

    def randoms(self) -> None:
        kind = self.chance.choice(
            ("RandomStandardNormal", "RandomUniform", "TruncatedNormal", "StatelessRandomNormalV2")
        )
        seeds = (
            {"seed": str(self.chance.randrange(9)), "seed2": "7"}
            if "Stateless" not in kind
            else {"key": "[1]", "counter": "[0, 1]", "alg": "1"}
        )
        self.op(kind, [], [("output", "DT_FLOAT", (2,))], {"shape": "[2]", "dtype": "DT_FLOAT"} | seeds)
