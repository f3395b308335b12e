"""The CPU reference: each TPU embedding op lowered to ordinary ops, as `REFERENCE`: op -> expand(emitter, block).

Ops that set up a TPU do nothing here. Ops that load parameters set the initial values of the tables: they run once,
when a session begins, as the set-up of a TPU does. All other ops run in each step.
"""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import ops_with, traits_of
from blockloom.blocks.document.pages import Block, Page, control
from blockloom.blocks.lower.structure import session_plans, upstream
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.frontend import Expander
from blockloom.runtime.compile.program import Expansion, Probe
from blockloom.runtime.tpu.checks import attrs_of, embedding_of, shapes, table_of
from blockloom.runtime.tpu.engine import DequeuedBatch, Engine
from blockloom.runtime.tpu.enqueue import Pins, lookups
from blockloom.runtime.tpu.optimizer_rules import OP_NAMES

_ENGINE = "tpu engine"  # key of a graph's Engine in `added`


def _engine(emitter: Emitter) -> Engine:
    added = emitter.compilation.added
    if _ENGINE not in added:
        added[_ENGINE] = engine = Engine(emitter, embedding_of(emitter.compilation))
        emitter.add_finisher(lambda: _finish(emitter, engine))
    return added[_ENGINE]


def _finish(emitter: Emitter, engine: Engine) -> None:
    for table in engine.finish():
        name = OP_NAMES.get(engine.tpu.optimizer(table), "...")
        emitter.compilation.say(
            "tpu-embedding:not-loaded",
            engine.tpu.block,
            table=engine.tpu.name(table),
            op=f"LoadTPUEmbedding{name}Parameters",
        )


def _pins(emitter: Emitter, block: Block) -> Pins:
    """Return the wired or typed values of each input pin, as tensors."""
    literals = emitter.inference.known[block.id].literals
    found: Pins = {}
    for pin in emitter.catalogue[block.type].inputs:
        found[pin.name] = emitter.tensors(block.id, pin.name) or [
            tf.constant(v.array, DTYPES[v.dtype].number, name=pin.name) for v in literals.get(pin.name, ())
        ]
    return found


def _expansion(emitter: Emitter, after: Iterable[tf.Operation] = (), **outputs: list[tf.Tensor]) -> Expansion:
    """Return the expansion of a block with these outputs, which control wires wait for, else for ops `after`."""
    made = Expansion({pin: [t.name for t in tensors] for pin, tensors in outputs.items()})
    operations = [t.op for tensors in outputs.values() for t in tensors]
    with tf.control_dependencies(list(after)):
        made.ends = [op.name for op in operations] or [tf.no_op("done").name]
    if _ENGINE in emitter.compilation.added:
        made.extra_variables = _engine(emitter).variables
    return made


def _setup(emitter: Emitter, block: Block) -> Expansion:
    values = {"DT_STRING": tf.constant(b""), "DT_BOOL": tf.constant(True)}
    return _expansion(
        emitter,
        **{
            pin.name: [tf.identity(values[pin.dtype], pin.name)]
            for pin in emitter.catalogue[block.type].outputs
            if pin.dtype
        },
    )


def _load(emitter: Emitter, block: Block) -> Expansion | None:
    engine, attrs, pins = _engine(emitter), attrs_of(emitter.compilation, block.id), _pins(emitter, block)
    if not shapes(emitter, block, pins):
        return None
    table = table_of(attrs, embedding_of(emitter.compilation))
    assert table is not None  # the checks report a block without a table
    rows = range(*embedding_of(emitter.compilation).shard(table, attrs["shard_id"], attrs["num_shards"]))
    for slot, (value,) in pins.items():
        engine.load(table, slot, rows, value)
    return _expansion(emitter)


def _load_all(emitter: Emitter, block: Block) -> Expansion:
    engine, attrs, pins = _engine(emitter), attrs_of(emitter.compilation, block.id), _pins(emitter, block)
    for table in range(len(embedding_of(emitter.compilation).tables)):
        rows = range(*embedding_of(emitter.compilation).shard(table, attrs["shard_id"], attrs["num_shards"]))
        for slot, pin in zip(engine.slots(table), pins):
            engine.load(table, slot, rows, pins[pin][table])
    return _expansion(emitter)


def _retrieve(emitter: Emitter, block: Block) -> Expansion:
    engine, attrs = _engine(emitter), attrs_of(emitter.compilation, block.id)
    table = table_of(attrs, embedding_of(emitter.compilation))
    assert table is not None  # the checks report a block without a table
    rows = range(*embedding_of(emitter.compilation).shard(table, attrs["shard_id"], attrs["num_shards"]))
    return _expansion(
        emitter,
        **{pin.name: [engine.read(table, pin.name, rows, pin.name)] for pin in emitter.catalogue[block.type].outputs},
    )


def _retrieve_all(emitter: Emitter, block: Block) -> Expansion:
    engine, attrs = _engine(emitter), attrs_of(emitter.compilation, block.id)
    outputs: dict[str, list[tf.Tensor]] = {}
    for number, pin in enumerate(emitter.catalogue[block.type].outputs):
        for table in range(len(embedding_of(emitter.compilation).tables)):
            rows = range(*embedding_of(emitter.compilation).shard(table, attrs["shard_id"], attrs["num_shards"]))
            slots = engine.slots(table)
            outputs.setdefault(pin.name, []).append(
                engine.read(table, slots[number], rows, pin.name)
                if number < len(slots)
                else tf.zeros([0, 0], name=pin.name)
            )
    return _expansion(emitter, **outputs)


def _enqueue(emitter: Emitter, block: Block) -> Expansion | None:
    engine = _engine(emitter)
    found = lookups(emitter, block, _pins(emitter, block))
    if found is None:
        return None
    probe = engine.probe(block.id, room=True)
    made = _expansion(emitter, [engine.enqueue(found)])
    made.probe, made.has_state = probe, True
    return made


def _deduplication(emitter: Emitter, block: Block) -> Expansion:
    engine = _engine(emitter)
    batch = engine.dequeue()
    # The wire carries only a placeholder, because the batch is known when the page is compiled.
    with tf.control_dependencies(batch.activations):
        token = tf.raw_ops.EmptyTensorList(
            element_shape=tf.constant([], tf.int32), max_num_elements=0, element_dtype=tf.float32, name="output"
        )
    engine.batches[token.op.name] = batch
    text = phrase(
        "uint32 indices and float weights of one batch for {}",
        join(", ", (o.name for o in embedding_of(emitter.compilation).outputs)),
    )
    probe = engine.probe(block.id)
    made = _expansion(emitter, output=[token])
    made.descriptions, made.probe = {token.name: text}, probe
    return made


def _batch(emitter: Emitter, block: Block) -> tuple[DequeuedBatch | None, Probe | None]:
    """Return the batch that a block receives or updates by, and the probe of a block that waits for it.

    It is the batch of the block's deduplication data, else the one of the step.
    """
    engine = _engine(emitter)
    if emitter.catalogue[block.type].input("deduplication_data") is None:
        probe = engine.probe(block.id)
        return engine.unnamed, probe
    tensor = emitter.tensors(block.id, "deduplication_data")[0]
    while traits_of(tensor.op.type).same_value:
        tensor = tensor.op.inputs[0]
    batch = engine.batches.get(tensor.op.name)
    if batch is None:
        emitter.compilation.say(
            "tpu-embedding:no-data", block.id, "deduplication_data", source=emitter.place(tensor.op.name).local
        )
    return batch, None


def _receive(emitter: Emitter, block: Block) -> Expansion | None:
    batch, probe = _batch(emitter, block)
    if batch is None:
        return None
    outputs = [
        tf.identity(a, o.name if o.name.isidentifier() and o.name.isascii() else "output")
        for a, o in zip(batch.activations, embedding_of(emitter.compilation).outputs)
    ]
    made = _expansion(emitter, outputs=outputs)
    made.probe = probe
    return made


def _send(emitter: Emitter, block: Block) -> Expansion | None:
    (batch, probe), pins = _batch(emitter, block), _pins(emitter, block)
    if batch is None or not shapes(emitter, block, pins):
        return None
    gradients, rates = pins.get("gradients") or pins["inputs"], pins["learning_rates"]
    inference = embedding_of(emitter.compilation).config.mode == embedding_of(emitter.compilation).config.INFERENCE
    made = _expansion(emitter, [] if inference else _engine(emitter).update(batch, gradients, rates))
    made.probe = probe
    return made


def ordered(page: Page, catalogue: Catalogue) -> Page:
    """Return the page with control wires so that Retrieve blocks read tables after the step's update.

    Pairs of blocks that wires order already are left out.
    """
    sends = [b.id for b in page.blocks.values() if traits_of(b.type).embedding == "send"]
    retrieves = [b.id for b in page.blocks.values() if traits_of(b.type).embedding == "retrieve"]
    if not sends or not retrieves:
        return page
    copy = page.replaced(into=dict(page.into), out=dict(page.out))
    plans = session_plans(page, catalogue)
    for retrieve in retrieves:
        for send in sends:
            if retrieve not in upstream(page, [send]) and all(
                send in p.closure for p in plans if retrieve in p.closure
            ):
                copy.put_wire(control(send, retrieve))
    return copy


_EXPANDS: dict[str, Expander] = {
    "setup": _setup,
    "load": _load,
    "load_all": _load_all,
    "retrieve": _retrieve,
    "retrieve_all": _retrieve_all,
    "enqueue": _enqueue,
    "deduplicate": _deduplication,
    "receive": _receive,
    "send": _send,
}
REFERENCE = {op: _EXPANDS[role] for op, role in ops_with("reference").items()}
