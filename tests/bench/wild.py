"""Many pages of one op with extreme values: a run never exceeds its deadlines.

BLOCKLOOM_COUNT is the number of pages (default 3,000), BLOCKLOOM_SEED the seed (default random, printed).
"""

from __future__ import annotations

import collections
import os
import random
import resource
import tempfile
import time

from blockloom.runtime.protocol import requests
from blockloom.runtime.worker.errors import WorkerDied, WorkerError

_TIMEOUT = 3.0  # seconds for the steps of a page; opening it has 5 at least
_HANG = 30.0  # opening 5 s, steps 3, their end 3; 5 in a new worker where one died in opening, and its start
_LONGEST = 1800.0  # seconds for all pages
_MEMORY = 12 << 30  # bytes of address space for the worker: it is wild values that it is given
_INTS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-2",
    "7",
    "100",
    "10000",
    "1000000",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
]
_FLOATS = ["0.0", "1.0", "-1.5", "nan", "inf", "-inf", "1e30", "-1e300"]
_STRINGS = ["''", "'a'", "'file'", "'./file'", "b'\\\\xff\\\\x00'", "'NHWC'", "'SAME'", "'%s{}[]('", f"'{'x' * 300}'"]
_SHAPES = ["", "0", "1", "2", "3", "2, 2", "1, 3", "0, 2", "2, 2, 2", "1, 2, 2, 1", "1, 1, 2, 2, 1"]
_OF_TYPE = {"int": _INTS, "float": _FLOATS, "string": _STRINGS, "bool": ["true", "false"]}


# Blocks that output a handle: type, values, output, kind of wire.
_HANDLES = {
    "DT_RESOURCE": [
        ("VarHandleOp", {"dtype": "{}", "shape": "[2]"}, "resource", "tensor"),
        ("FIFOQueueV2", {"component_types": "[{}]"}, "handle", "tensor"),
        ("HashTableV2", {"key_dtype": "DT_INT64", "value_dtype": "DT_INT64"}, "table_handle", "tensor"),
        ("StackV2", {"max_size": "2", "elem_type": "{}"}, "handle", "tensor"),
    ],
    "DT_VARIANT": [
        (
            "RangeDataset",
            {"start": "0", "stop": "3", "step": "1", "output_types": "[DT_INT64]", "output_shapes": "[[]]"},
            "handle",
            "tensor",
        ),
        (
            "EmptyTensorList",
            {"element_shape": "[2]", "max_num_elements": "3", "element_dtype": "{}", "shape_type": "DT_INT32"},
            "handle",
            "tensor",
        ),
    ],
    "DT_STRING": [
        ("FIFOQueue", {"component_types": "[{}]"}, "handle", "ref"),
        ("ConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": "[2]"}, "handle", "ref"),
    ],
    "": [("VariableV2", {"dtype": "{}", "shape": "[2]"}, "ref", "ref")],
}


def _value(chance: random.Random, dtype: str, sizes: list[int]) -> str:
    """Return a tensor of a dtype as a typed value."""
    if dtype == "DT_STRING":
        words = _STRINGS
    elif dtype == "DT_BOOL":
        words = ["true", "false"]
    elif "FLOAT" in dtype or dtype in ("DT_DOUBLE", "DT_HALF", "DT_COMPLEX64", "DT_COMPLEX128"):
        words = (
            _FLOATS
            if dtype in ("DT_DOUBLE", "DT_COMPLEX128")
            else _FLOATS[:7]
            if dtype in ("DT_FLOAT", "DT_COMPLEX64")
            else _FLOATS[:3]
        )
    else:
        words = (
            _INTS[:3]
            if dtype[3:4] in "UQ" or "INT8" in dtype or "INT4" in dtype or "INT2" in dtype
            else _INTS[:9]
            if "16" in dtype
            else _INTS[:12]
            if "32" in dtype
            else _INTS
        )
    if chance.random() < 0.6:
        words = words[:4]

    def nested(left: list[int]) -> str:
        return f"[{', '.join(nested(left[1:]) for _ in range(left[0]))}]" if left else chance.choice(words)

    return nested(sizes)


def wild_page(chance: random.Random, catalogue, names: list[str]):
    """Return a document with one block of a random op, whose inputs and attrs have values that a user might type."""
    from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
    from blockloom.blocks.edits import Insert
    from blockloom.blocks.values.dtypes import DTYPES

    kind = catalogue[chance.choice(names)]
    values: dict[str, str] = {}
    dtypes = ["DT_FLOAT", "DT_INT32", "DT_INT64", "DT_STRING", "DT_DOUBLE", "DT_BOOL"]
    types: dict[str, str] = {}
    for attr in kind.attrs:
        if attr.type == "type":
            types[attr.name] = str(chance.choice([d for d in attr.allowed or dtypes if d in DTYPES] or dtypes))
            values[attr.name] = types[attr.name]
        elif not attr.required and chance.random() < 0.6 or attr.type in ("func", "list(func)", "tensor"):
            continue
        elif attr.allowed and chance.random() < 0.8:
            values[attr.name] = str(chance.choice(attr.allowed))
        elif attr.type == "shape":
            values[attr.name] = f"[{chance.choice(_SHAPES)}]"
        elif (
            attr.type.startswith("list(")
            and chance.random() < 0.3
            and any(attr.name == p.type_list_attr for p in kind.inputs)
        ):
            continue  # it follows from the wires
        elif attr.type.startswith("list("):
            one = attr.type[5:-1]
            words = {"type": dtypes, "shape": [f"[{s}]" for s in _SHAPES]}.get(one) or _OF_TYPE.get(one, ["1"])
            values[attr.name] = f"[{', '.join(chance.choice(words) for _ in range(chance.choice((0, 1, 2, 2, 4))))}]"
        else:
            counted = any(attr.name in (p.number_attr, p.type_list_attr) for p in (*kind.inputs, *kind.outputs))
            if not counted or chance.random() < 0.3:
                values[attr.name] = chance.choice(_OF_TYPE.get(attr.type, ["1"]))
    blocks, wires = [], []
    for pin in kind.inputs:
        dtype = pin.dtype or types.get(pin.type_attr or "", "DT_INT32")
        sizes = [int(n) for n in chance.choice(_SHAPES).split(",") if n]
        if dtype in ("DT_RESOURCE", "DT_VARIANT") or pin.kind == "ref":
            name, about, output, how = chance.choice(_HANDLES[pin.dtype if pin.dtype in _HANDLES else ""])
            held = types.get(pin.type_attr or "", types.get("T", types.get("dtype", "DT_FLOAT")))
            blocks.append(Block(f"H{len(blocks)}", name, values={k: v.format(held) for k, v in about.items()}))
            wires.append(Placed(Wire(blocks[-1].id, output, "OP", pin.name, how), 0))
        elif pin.list:
            few = chance.choice((1, 1, 2, 3))
            values[pin.name] = f"[{', '.join(_value(chance, dtype, sizes) for _ in range(few))}]"
        elif chance.random() < 0.15:  # its shape and value are known in a run alone
            blocks.append(
                Block(
                    f"P{len(blocks)}",
                    "PlaceholderWithDefault",
                    values={"input": _value(chance, dtype, sizes), "dtype": dtype, "shape": "?"},
                )
            )
            wires.append(Placed(Wire(blocks[-1].id, "output", "OP", pin.name), 0))
        else:
            values[pin.name] = _value(chance, dtype, sizes)
    out = kind.outputs[0] if kind.outputs else None
    if out is not None and out.kind == "tensor" and out.dtype not in (*_HANDLES, "DT_STRING") and chance.random() < 0.4:
        # The output is a shape, which TensorFlow needs to know when the page is opened.
        blocks += [
            Block("INT", "Cast", values={"DstT": "DT_INT32"}),
            Block("SHAPE", "Reshape", values={"shape": "[-1]"}),
            Block("SHAPED", "Reshape", values={"tensor": "[1.0, 2.0, 3.0, 4.0]"}),
        ]
        wires += [
            Placed(Wire(*ends, "tensor"), 0)
            for ends in (
                ("OP", out.name, "INT", "x"),
                ("INT", "y", "SHAPE", "tensor"),
                ("SHAPE", "output", "SHAPED", "shape"),
            )
        ]
    found = new_document("main")
    Insert("main", (*blocks, Block("OP", kind.name, values=values)), tuple(wires)).apply(found)
    return found


def bench_wild() -> bool:
    """3,000 pages of wild values through run(timeout=3)."""
    from blockloom.blocks.files.documents import FileError
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.api.run_errors import RunFailed, TimedOut
    from blockloom.runtime.api.running import run
    from blockloom.runtime.worker import client

    count = int(os.environ.get("BLOCKLOOM_COUNT", 3000))
    seed = int(os.environ.get("BLOCKLOOM_SEED", random.randrange(2**32)))
    catalogue = client.ensure_catalogue()
    names = sorted(
        name
        for name, kind in catalogue.items()
        if "." not in name
        and not name.startswith("_")
        and not kind.deprecated
        and not any(a.required and "func" in a.type for a in kind.attrs)
    )
    outcomes: collections.Counter[str] = collections.Counter()
    slowest: list[tuple[float, str, int]] = []
    deaths: collections.Counter[str] = collections.Counter()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    worker, begun, done = client.Worker(keep_state=False), time.monotonic(), 0
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # where ops write their files
        try:
            while done < count and time.monotonic() - begun < _LONGEST:
                made = wild_page(random.Random(seed + done), catalogue, names)
                worker.start()
                worker.call(requests.ConfigSchemaRequest())  # TensorFlow is there
                start = time.monotonic()
                try:
                    run(made, timeout=_TIMEOUT, worker=worker)
                    how = "done"
                except (BadPage, FileError):
                    how = "refused"
                except TimedOut as error:
                    how = "timed out in opening" if "opened" in str(error) else "timed out"
                except RunFailed:
                    how = "failed"
                except (WorkerDied, WorkerError) as error:
                    how = type(error).__name__
                    deaths[f"{made.pages['main'].blocks['OP'].type}: {error}"[:150]] += 1
                outcomes[how] += 1
                slowest.append(
                    (time.monotonic() - start, f"{made.pages['main'].blocks['OP'].type}, {how}", seed + done)
                )
                slowest = sorted(slowest, reverse=True)[:5]
                done += 1
        finally:
            os.chdir(here)
            worker.close()
    print(
        f"{done:,} pages of wild values, seed {seed}, {time.monotonic() - begun:.0f} s: "
        + ", ".join(f"{how} {number}" for how, number in outcomes.most_common())
    )
    for took, what, one in slowest:
        print(f"  {took:.1f} s: {what} (BLOCKLOOM_COUNT=1 BLOCKLOOM_SEED={one})")
    for what, number in deaths.most_common() if os.environ.get("BLOCKLOOM_DEATHS") else ():
        print(f"  {number} x {what}")
    hangs = sum(took > _HANG for took, _, _ in slowest)
    print(f"  longest {slowest[0][0]:.1f} s, hangs {hangs}")
    return not hangs and done == count
