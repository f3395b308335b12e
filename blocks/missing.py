"""What could be given to a block that lacks something: values, blocks, dtypes, wires to what is there already."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from itertools import chain, islice

from blockloom.blocks import handles, kernels, offers
from blockloom.blocks.catalogue import ACCEPTS, Attr, BlockType, Catalogue, Pin
from blockloom.blocks.document import (
    CONTROL,
    FEED,
    GRADIENTS,
    LIST,
    OPERATION,
    OPTIMIZER,
    REF,
    TENSOR,
    Block,
    Page,
    Placed,
    Wire,
)
from blockloom.blocks.dtypes import DTYPES
from blockloom.blocks.edits import Edit, Insert, Many, Remove, SetValue
from blockloom.blocks.phrases import phrase
from blockloom.blocks.structure import FEED_BLOCK, SESSION, Structure
from blockloom.blocks.workbench import Mend, Types, Workbench, nested

_PREFERRED = ("DT_FLOAT", "DT_INT32", "DT_DOUBLE", "DT_INT64", "DT_BOOL", "DT_STRING")
_ZEROS = {"DT_BOOL": "false", "DT_STRING": '""', "DT_DOUBLE": "0.0", "DT_FLOAT": "0.0", "DT_HALF": "0.0"}
# A handle is of the kind that the op's name holds: QueueEnqueueV2 takes that of a queue.
_HANDLES = ("Accumulator", "Queue", "Barrier", "Stack", "TensorArray", "Table", "Reader", "Iterator", "Mutex", "Stage")
# Pins that take one number, and what is usual there.
_USUAL = {**dict.fromkeys(("axis", "dim", "concat_dim", "split_dim", "dimension", "reduction_indices"), "0"),
          "local_step": "0",
          **dict.fromkeys(("num_required", "num_elements", "depth", "k", "n"), "1"),
          **dict.fromkeys(("alpha", "lr", "learning_rate"), "0.01"),
          **dict.fromkeys(("momentum", "beta1", "beta1_power", "decay"), "0.9"), "rho": "0.95",
          **dict.fromkeys(("beta2", "beta2_power"), "0.999"), "epsilon": "1e-7"}
_SHARED = frozenset({"var", "ref", "resource", "handle", "input"})
_LONGEST = 64       # elements of a value that is made up
_FEW = 3            # choices of one kind that are offered


def inputs(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """For an input without wire and value: what is there and fits, a value, a block that gives one."""
    if pin.kind in (REF, OPTIMIZER, GRADIENTS) or pin.dtype == "DT_RESOURCE":
        # A slot wants a variable of its own.
        ways = [islice(_there(bench, pin), _FEW), _source(bench, pin)]
        yield from chain(*(ways if pin.kind == OPTIMIZER or pin.name in _SHARED else ways[::-1]))
    elif pin.kind == TENSOR and pin.dtype != "DT_VARIANT":
        yield from _values(bench, pin)


def usual(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """For a value that cannot be read: what is usual there."""
    if pin.name in _USUAL:
        yield from islice(_values(bench, pin), 1)


def _there(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """Wires from blocks of the page that give such a thing."""
    page, catalogue, own = bench.page, bench.catalogue, bench.block
    handle = next((word for word in _HANDLES if word in own.type), "")
    wanted = set(handles.taken(handles.op_of(bench.type), pin.name))
    for block in page.blocks.values():
        kind = catalogue.get(block.type)
        if block.id == own.id or kind is None:
            continue
        for out in kind.outputs:
            ref = out.kind == REF or out.dtype == "DT_RESOURCE"
            if out.kind in ACCEPTS[pin.kind] and (pin.dtype in (None, out.dtype) or out.kind == REF) and (
                    out.kind in (OPTIMIZER, GRADIENTS) or ref and (
                        not wanted.isdisjoint(handles.made(handles.op_of(kind))) if wanted else
                        handle in block.type and not kind.inputs if handle else _makes(block.type))):
                wire = Wire(block.id, out.name, own.id, pin.name, out.kind)
                yield Mend(phrase("Wire {} to {}", f"{block.id}.{out.name}", f"{own.id}.{pin.name}"),
                           Insert(page.name, wires=(Placed(wire, 0),)))
                break


def _makes(type_name: str) -> bool:
    return "Variable" in type_name or type_name.endswith("Optimizer") or "VarHandle" in type_name


def _source(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """A new block that gives a reference, a handle or an optimizer."""
    dtype = bench.attrs.get(pin.type_attr) or bench.attrs.get("dtype") or _dtype_of_others(bench) or "DT_FLOAT"
    if pin.kind == OPTIMIZER:
        kind, out, typed = "loom.GradientDescentOptimizer", "optimizer", {"learning_rate": "0.1"}
    elif "Accumulator" in bench.block.type:
        kind = bench.block.type.partition("Accumulator")[0] + "ConditionalAccumulator"  # Sparse, Resource or neither
        out, typed = "handle", {"dtype": dtype, "shape": "?"}
    elif pin.kind == GRADIENTS or any(word in bench.block.type for word in _HANDLES):
        return
    else:
        kind, out = ("loom.Variable", "ref") if pin.kind == REF else ("loom.ResourceVariable", "handle")
        dims = next((i.dims for i in bench.inputs() if i.dims and i.pin.name in ("delta", "grad", "value")), ())
        typed = {"initvalues": _zeros(dtype, dims) or _zeros(dtype, ()), "dtype": dtype}
    if kind in bench.catalogue:
        yield Mend(phrase("Insert a {} for {}", bench.catalogue[kind].title, pin.name),
                   bench.feed(pin.name, kind, out, typed, bench.catalogue[kind].output(out).kind))


def _dtype_of_others(bench: Workbench) -> str | None:
    return next((i.dtype for i in bench.inputs() if i.dtype and i.dtype != "DT_RESOURCE"), None)


def _zeros(dtype: str | None, dims: tuple) -> str:
    count = 1
    for size in dims:
        count *= 1 if size is None else size
    if not 0 < count <= _LONGEST:
        return ""
    return nested([_ZEROS.get(dtype, "0")] * count, [1 if d is None else d for d in dims])


def _values(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """A number, or zeros in the shape of what arrives elsewhere; typed in, or in a block of its own."""
    dtype = pin.dtype or bench.attrs.get(pin.type_attr)
    attr = bench.type.attr(pin.type_attr) if pin.type_attr else None
    free = dtype is None
    if dtype is None:
        dtype = (attr.default if attr else None) or "DT_FLOAT"
        if attr and attr.allowed and dtype not in attr.allowed:
            dtype = next((d for d in _PREFERRED if d in attr.allowed), None)
    if dtype is None:
        return
    sure = pin.name in _USUAL
    if sure:
        whole = DTYPES[dtype].family not in "fc"
        texts = [_USUAL[pin.name] if not whole or _USUAL[pin.name].isdecimal() else "1"]
    elif pin.name == "shape":
        texts = ["[-1]"]
    else:
        dims = [i.dims for i in bench.inputs() if i.dims]
        shapes = [(), *(shape for d in dims for shape in (d, d[-1:], (*d[-1:], 1)))]
        texts = [_zeros(dtype, shape) for shape in shapes if None not in shape]
    if free and dtype == "DT_FLOAT":
        texts = [re.sub(r"(?<=\d)(?=[,\]]|$)", "f", text) for text in texts]     # else the spelling makes it a double
    for text in dict.fromkeys(filter(None, texts)):
        yield Mend(phrase("Type {} into {}.{}", text, bench.block.id, pin.name), bench.set(pin.name, text), sure)
    for text in dict.fromkeys(filter(None, texts)):
        yield Mend(phrase("Insert a Const for {}: {}", pin.name, text),
                   bench.feed(pin.name, "Const", "output", {"value": text, "dtype": dtype}), sure)
    if any(b.type == SESSION for b in bench.page.blocks.values()):
        yield Mend(phrase("Insert a Placeholder for {}, to be fed", pin.name),
                   bench.feed(pin.name, "Placeholder", "output", {"dtype": dtype}), False)


def attrs(bench: Workbench, attr: Attr) -> Iterator[Mend]:
    """Values for an attribute that has to be given, or has a wrong one."""
    old = bench.block.values.get(attr.name, "").strip("'\" ")
    choices = [str(a) for a in attr.allowed or () if a != "EXPLICIT"]
    if attr.type == "type":
        choices = [d for d in _PREFERRED if d in choices or not attr.allowed][:_FEW]
    elif attr.name in ("strides", "ksize") and attr.type == "list(int)":
        choices = ["[1, 1, 1, 1]", "[1, 2, 2, 1]"] if attr.name == "strides" else ["[1, 2, 2, 1]"]
    elif attr.type == "shape":
        choices = ["?"]
    elif attr.type == "tensor":
        dtype = bench.attrs.get("dtype")
        choices = [_zeros(dtype, ()) if dtype else "0.0f"]
    elif attr.type == "int" and not choices:
        choices = [str(max(1, attr.minimum or 1))]
    near = difflib.get_close_matches(old.upper(), choices, 1) if old else []
    for choice in dict.fromkeys((*near, *choices[:4])):
        yield Mend(phrase("Set {} of {} to {}", attr.name, bench.block.id, choice), bench.set(attr.name, choice))


def dtypes(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """For an input of a dtype that the block does not take: conversions to those that it does, or the attr set."""
    name = pin.type_attr or pin.type_list_attr
    attr = bench.type.attr(name) if name else None
    if attr is None or not attr.allowed:
        return
    arriving = [i for i in bench.inputs() if i.pin.type_attr == name]
    wired = [(i.wire, i.index) for i in arriving if i.wire is not None and i.dtype not in attr.allowed]
    wanted = [d for d in _PREFERRED if d in attr.allowed]
    source = next((i.dtype for i in arriving if i.wire is not None), None)
    for dtype in wanted[:2]:
        if not wired and name not in bench.block.values:
            yield Mend(phrase("Set {} of {} to {}", name, bench.block.id, dtype), bench.set(name, dtype), False)
            continue
        fix = next(iter(offers.conversions(source, dtype)), None)
        edit = bench.through(wired, [fix]) if fix and wired else None
        if edit is not None:
            label = phrase("Insert {} to {}", fix.type, dtype) if len(wired) == 1 else phrase(
                "Insert {} to {} into {} wires", fix.type, dtype, len(wired))
            yield Mend(label, edit)


def with_kernel(bench: Workbench) -> Iterator[Mend]:
    """Dtypes for which there is a kernel, in the place of one for which there is none."""
    found = kernels.misfit(bench.type, bench.attrs)
    if found is None:
        return
    bench.type = bench.type._replace(attrs=tuple(
        a._replace(allowed=tuple(found.takes)) if a.name == found.attr else a for a in bench.type.attrs))
    pin = next((i.pin for i in bench.inputs() if found.attr in (i.pin.type_attr, i.pin.type_list_attr)
                and i.wire is not None), None)
    attr = bench.type.attr(found.attr)
    if attr is not None and (pin is None or found.attr in bench.block.values):
        yield from attrs(bench, attr)
    elif pin is not None:
        yield from dtypes(bench, pin)


def of_maker(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """An accumulator or variable of one dtype, and what is applied to it of another."""
    wire = next(iter(bench.page.wires_into(bench.block.id, pin.name)), None)
    maker = bench.page.blocks.get(wire.source) if wire else None
    known = bench.inference.known.get(maker.id) if maker else None
    theirs = known.attrs.get("dtype") if known else None
    attr = next((a.name for a in bench.type.attrs if a.name in ("dtype", "T") and a.type == "type"), "")
    own = bench.attrs.get(attr)
    if not isinstance(theirs, str) or not isinstance(own, str):
        return
    wires = [(i.wire, i.index) for i in bench.inputs() if i.pin.type_attr == attr and i.wire and i.dtype == own]
    fix = next(iter(offers.conversions(own, theirs)), None)
    edit = bench.through(wires, [fix]) if fix and wires else None
    if edit is not None:
        yield Mend(phrase("Insert {} to {}", fix.type, theirs), edit, False)
    if attr in bench.block.values:
        yield Mend(phrase("Set {} of {} to {}", attr, bench.block.id, theirs), bench.set(attr, theirs), False)
    yield Mend(phrase("Set {} of {} to {}", "dtype", maker.id, own), SetValue(bench.page.name, maker.id, "dtype", own),
               False)


def of_kind(bench: Workbench, pin: Pin) -> Iterator[Mend]:
    """Another type for one of the ends of a wire, where a handle is of another thing than the pin takes: for the maker
    of the handle first, where all that use it want that."""
    page, catalogue = bench.page, bench.catalogue
    wire = next(iter(page.wires_into(bench.block.id, pin.name)), None)
    maker = page.blocks.get(wire.source) if wire else None
    if maker is None or maker.type not in catalogue:
        return
    have, want = handles.made(handles.op_of(catalogue[maker.type])), handles.taken(handles.op_of(bench.type), pin.name)
    users = [handles.taken(handles.op_of(catalogue[page.blocks[w.target].type]), w.target_pin)
             for w in page.out.get(maker.id, ()) if w.target in page.blocks and page.blocks[w.target].type in catalogue]
    ways = [(maker, handles.counterpart(maker.type, thing)) for thing in want] + [
        (bench.block, handles.counterpart(bench.block.type, thing)) for thing in have]
    if not all(set(want) & set(user) for user in users if user):
        ways.reverse()
    for block, name in ways:
        if name in catalogue and name != block.type:
            yield Mend(phrase("Make {} a {}", block.id, catalogue[name].title),
                       _made(page, block, catalogue[name]), False)


# The pins of ops for dense gradients, and those for sparse ones that hold the same.
_ALIKE = {"gradient": "gradient_values", "average": "values"}


def _made(page: Page, block: Block, new: BlockType) -> Edit:
    """A block of another type, with the wires that the type has pins for."""
    alike = _ALIKE | {there: here for here, there in _ALIKE.items()}

    def pin_of(pins: tuple[Pin, ...], name: str) -> Pin | None:
        return next((p for wanted in (name, alike.get(name)) for p in pins if p.name == wanted), None)

    values, wires = {}, []
    for name, text in block.values.items():
        pin = new.attr(name) or pin_of(new.inputs, name)
        if pin is not None:
            values[pin.name] = text
    if new.attr("has_known_shape"):
        values.setdefault("has_known_shape", "false")
    for name, there in page.into.get(block.id, {}).items():
        pin = pin_of(new.inputs, name)
        wires += [Placed(w._replace(target_pin=pin.name if pin else ""), i) for i, w in enumerate(there)
                  if pin or w.kind == CONTROL]
    for target, name in dict.fromkeys((w.target, w.target_pin) for w in page.out.get(block.id, ())):
        for i, w in enumerate(page.into[target][name]):
            out = pin_of(new.outputs, w.source_pin)
            if w.source == block.id != target and (out or w.kind == CONTROL):
                wires.append(Placed(w if w.kind == CONTROL else w._replace(source_pin=out.name, kind=out.kind), i))
    return Many((Remove(page.name, (block.id,)),
                 Insert(page.name, (block._replace(type=new.name, values=values),), tuple(wires))))


def feeds(bench: Workbench, types: Types) -> Iterator[Mend]:
    """A Feed for a placeholder, wired to the page's sessions."""
    page, block = bench.page, bench.block
    sessions = [b for b in page.blocks.values() if b.type == SESSION]
    out = bench.type.outputs[0] if bench.type.outputs else None
    if not sessions or out is None:
        return
    found = types.get(block.id, {}).get(out.name)
    dims = found[1] if found and found[1] is not None else bench.attrs.get("shape") or ()
    text = _zeros(bench.attrs.get("dtype"), tuple(None if size == -1 else size for size in dims))
    name = page.free_id("FEED")
    made = Block(name, FEED_BLOCK, block.x, block.y + 140, {"value": text}, block.frame)
    wires = [Placed(Wire(block.id, out.name, name, "placeholder", TENSOR), 0)]
    wires += [Placed(Wire(name, "feed", s.id, "inputs", FEED), len(page.wires_into(s.id, "inputs")))
              for s in sessions]
    if text:
        yield Mend(phrase("Insert a Feed of {} for {}", text, block.id), Insert(page.name, (made,), tuple(wires)))


def fetches(page: Page, catalogue: Catalogue, session: Block) -> Iterator[Mend]:
    """The ends of the page, to be fetched or run by a session."""
    ends = [b for b in page.blocks.values() if b.id not in page.out and b.type not in (SESSION, FEED_BLOCK)]
    for block in ends[:_FEW]:
        kind = catalogue.get(block.type)
        out = next((p for p in kind.outputs if p.kind in (TENSOR, REF, LIST, OPERATION)), None) if kind else None
        if out is not None:
            pin = "run_outputs" if out.kind == OPERATION else "fetch_outputs"
            wire = Wire(block.id, out.name, session.id, pin, out.kind)
            yield Mend(phrase("Wire {} to {}", f"{block.id}.{out.name}", f"{session.id}.{pin}"),
                       Insert(page.name, wires=(Placed(wire, len(page.wires_into(session.id, pin))),)))


def sessions(page: Page, feed: Block) -> Iterator[Mend]:
    """The sessions that a Feed could feed."""
    for session in [b.id for b in page.blocks.values() if b.type == SESSION][:_FEW]:
        wire = Wire(feed.id, "feed", session, "inputs", FEED)
        yield Mend(phrase("Wire {} to {}", f"{feed.id}.feed", f"{session}.inputs"),
                   Insert(page.name, wires=(Placed(wire, len(page.wires_into(session, "inputs"))),)))


def types_like(page: Page, catalogue: Catalogue, block: Block, text: str = "") -> Iterator[Mend]:
    """The block made one of a type that is called nearly so, or that a text names."""
    near = [w for w in re.findall(r"\b[A-Z]\w+", text) if w in catalogue and w != block.type] or \
        difflib.get_close_matches(block.type, catalogue, _FEW)
    back = [Placed(w, i) for ws in page.into.get(block.id, {}).values() for i, w in enumerate(ws)]
    for target, pin in dict.fromkeys((w.target, w.target_pin) for w in page.out.get(block.id, ())):
        if target != block.id:
            back += [Placed(w, i) for i, w in enumerate(page.into[target][pin]) if w.source == block.id]
    for name in near:
        yield Mend(phrase("Make {} a {}", block.id, name), Many((
            Remove(page.name, (block.id,)), Insert(page.name, (block._replace(type=name),), tuple(back)))))


def cycle(page: Page, block: str) -> Iterator[Mend]:
    """The wires of a circle, each to be removed."""
    ring = next((r for r in Structure(page).cycles if block in r), [])
    for one, two in zip(ring, [*ring[1:], ring[0]] if ring else (), strict=True):
        wires = [w for w in page.out.get(one, ()) if w.target == two]
        if len(wires) == 1:
            there = page.into[two][wires[0].target_pin]
            yield Mend(phrase("Remove the wire {}", wires[0]),
                       Remove(page.name, wires=(Placed(wires[0], there.index(wires[0])),)))
