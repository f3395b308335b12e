"""Check the TPU blocks of a page against their config, which TensorFlow itself does not do.

`prepare` runs before the graph is built: it reads every config, replaces it by the serialised bytes and checks counts
and names. `verify` runs on the graph and checks shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Block
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.problems import ERROR
from blockloom.blocks.problems.kinds import KINDS
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.tpu import config as configs
from blockloom.runtime.tpu.config import ConfigError, Embedding, is_embedding
from blockloom.runtime.tpu.optimizer_rules import OP_NAMES

_MODES = (b"unspecified", b"inference", b"training", b"backward_pass_only")
_COMBINERS = (b"sum", b"mean", b"sqrtn")


TPU = "tpu"  # key of a page's Embedding in `added`, once its config is read


def embedding_of(compilation: Compilation) -> Embedding:
    """Return the embedding of a page that has one."""
    return compilation.added[TPU]


def attrs_of(compilation: Compilation, block: str) -> dict[str, Any]:
    """Return the attrs of a block, as inferred."""
    return compilation.inference.known[block].attrs


def prepare(compilation: Compilation) -> None:
    """Read and check the configs of a page; the first valid one becomes its embedding."""
    known = compilation.inference.known
    blocks = [b for b in compilation.page.blocks.values() if is_embedding(b.type) and b.id in known]
    if not blocks:
        return
    for block in blocks:
        if block.values.get("config", "").strip() and compilation.catalogue[block.type].attr("config"):
            _read(compilation, block)
    if TPU not in compilation.added:
        # Blocks that set up and that enqueue may be on another page if a TPU stores the config.
        needs = [b for b in blocks if traits_of(b.type).embedding in ("load", "retrieve", "enqueue")]
        told = any(p.code == "bad-config" for p in compilation.problems)
        if compilation.target == "reference" and needs and not told:
            compilation.say(
                "bad-config:none", needs[0].id, "config" if compilation.catalogue[needs[0].type].attr("config") else ""
            )
        return
    for block in blocks:
        _check(compilation, block, embedding_of(compilation))
    if compilation.target == "reference":
        _sessions(compilation, blocks)


def _read(compilation: Compilation, block: Block) -> None:
    text, seen = block.values["config"], [block.id]
    while text.lstrip().startswith("@"):  # @BLOCK refers to the config of that block
        other = compilation.page.blocks.get(text.strip()[1:])
        if other is None or "config" not in other.values or other.id in seen:
            if other is None:
                compilation.say("bad-config:no-block", block.id, "config", text=text.strip())
            elif other.id in seen:
                compilation.say("bad-config:circle", block.id, "config", text=text.strip())
            else:
                compilation.say("bad-config:without", block.id, "config", text=text.strip())
            return
        seen.append(other.id)
        text = other.values["config"]
    try:
        config = configs.read(text)
    except ConfigError as error:
        if len(seen) == 1:  # another block's config is reported at that block
            compilation.say(error.kind, block.id, "config", **error.facts)
        return
    embedding = Embedding(config, seen[-1])
    attrs_of(compilation, block.id)["config"] = embedding.data
    if TPU not in compilation.added:
        # Problems of a config are reported at the block that contains it.
        told = any(p.code == "bad-config" and p.block == embedding.block for p in compilation.problems)
        bad = False
        for finding in embedding.findings(compilation.target == "reference"):
            if not told:
                compilation.say(finding.kind, embedding.block, "config", **finding.placed(text))
            bad |= KINDS[finding.kind].severity == ERROR
        if not bad:
            compilation.added[TPU] = embedding
    elif not _same(embedding.config, embedding_of(compilation).config):
        compilation.say("tpu-embedding:another-config", block.id, "config", other=embedding_of(compilation).block)


def _same(one: Any, other: Any) -> bool:
    copy = configs.Proto()
    copy.CopyFrom(one)
    copy.mode = other.mode  # the mode may differ: a page may only look up
    return copy == other


def _number_attr(compilation: Compilation, kind: str, pin: str) -> str:
    """Return the attr with the number of tensors of a pin."""
    found = compilation.catalogue[kind].input(pin)
    return found.number_attr or "" if found is not None else ""


def _check(compilation: Compilation, block: Block, tpu: Embedding) -> None:
    kind, attrs = block.type, attrs_of(compilation, block.id)
    count = len(tpu.outputs)
    features = bool(tpu.config.feature_descriptor)
    traits = traits_of(kind)
    pin = traits.embedding_pin
    if traits.embedding == "receive":
        if attrs.get(pin) not in (None, count):
            compilation.say("wrong-count:activations", block.id, pin, count=attrs[pin], wanted=count, features=features)
    elif traits.embedding == "send":
        number = _number_attr(compilation, kind, pin)
        if attrs.get(number) not in (None, count):
            compilation.say(
                "wrong-count:gradients",
                block.id,
                pin,
                count=attrs[number],
                outputs=[o.name for o in tpu.outputs],
                features=features,
            )
        rates = _number_attr(compilation, kind, "learning_rates")
        if (attrs.get(rates) or 0) != len(tpu.tags):
            compilation.say(
                "wrong-count:rates", block.id, "learning_rates", count=attrs.get(rates) or 0, tags=sorted(tpu.tags)
            )
        for tag, rate in enumerate(compilation.inference.known[block.id].literals.get("learning_rates", ())):
            if rate.array.size == 1 and not 0 <= rate.array.item() < np.inf:
                compilation.say(
                    "tpu-embedding:rate", block.id, "learning_rates", tag=tag, rate=f"{rate.array.item():.6g}"
                )
        if tpu.config.mode == configs.Proto.INFERENCE:
            compilation.say("tpu-embedding:inference", block.id, "config")
    elif traits.embedding == "enqueue":
        _enqueue(compilation, block, attrs, tpu)
    elif traits.reference in ("load", "retrieve"):
        _one_table(compilation, block, attrs, tpu)
    elif traits.reference in ("load_all", "retrieve_all"):
        if attrs.get("NumTables") not in (None, len(tpu.tables)):
            compilation.say(
                "wrong-count:all-tables", block.id, "NumTables", count=attrs["NumTables"], wanted=len(tpu.tables)
            )
        _shard(compilation, block, attrs)


def _enqueue(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    tables = range(len(tpu.tables))
    combiners, ids, number = attrs.get("combiners") or [], attrs.get("table_ids"), attrs.get("N")
    for combiner in combiners:
        if combiner not in _COMBINERS:
            compilation.say("tpu-embedding:combiner", block.id, "combiners", combiner=combiner.decode(errors="replace"))
    if combiners and len(combiners) != len(tables):
        compilation.say("wrong-count:combiners", block.id, "combiners", count=len(combiners), tables=len(tables))
    if isinstance(ids, list):
        for table in ids:
            if table not in tables:
                compilation.say("tpu-embedding:table-id", block.id, "table_ids", table=table, tables=len(tables))
        if isinstance(number, int) and len(ids) != number:
            compilation.say("wrong-count:table-ids", block.id, "table_ids", count=len(ids), features=number)
    lengths = attrs.get("max_sequence_lengths") or []
    if lengths and isinstance(number, int) and len(lengths) != number:
        compilation.say("wrong-count:lengths", block.id, "max_sequence_lengths", count=len(lengths), features=number)
    mode = compilation.inference.known[block.id].literals.get("mode_override")
    if mode and mode[0].array.size == 1 and mode[0].array.item() not in _MODES:
        compilation.say(
            "tpu-embedding:mode", block.id, "mode_override", mode=mode[0].array.item().decode(errors="replace")
        )
    if not any(p.severity == ERROR and p.block == block.id for p in compilation.problems):
        _typed_batch(compilation, block, attrs, tpu)


def _typed_batch(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    """Check typed ids and weights."""
    literals, kind = compilation.inference.known[block.id].literals, block.type
    tables = attrs.get("table_ids") if "table_ids" in attrs else [o.table for o in tpu.outputs]
    combiners, lengths = attrs.get("combiners") or [], attrs.get("max_sequence_lengths") or []
    pin = "batch" if compilation.catalogue[kind].input("batch") else "embedding_indices"
    for number, (table, ids) in enumerate(zip(tables or (), literals.get(pin, ()))):
        size = tpu.tables[table].vocabulary_size
        bad = [i for i in ids.array.ravel().tolist() if not 0 <= i < size]
        if bad:
            compilation.say("bad-id", block.id, f"{pin}[{number}]", table=tpu.name(table), rows=size, id=bad[0])
    where = next(
        (
            p
            for p in ("sample_indices", "sample_splits", "sample_indices_or_row_splits")
            if compilation.catalogue[kind].input(p)
        ),
        "",
    )
    for number, (table, given) in enumerate(zip(tables or (), literals.get("aggregation_weights", ()))):
        combiner = combiners[table] if combiners else b"sum"
        weights = given.array.astype(np.float64).ravel()
        power = weights if combiner == b"mean" else weights * weights
        if combiner == b"sum" or not weights.size:
            continue
        alone = number < len(lengths) and lengths[number] > 0  # in a sequence, each sample has a separate row
        places = literals.get(where, ())
        samples = (
            np.arange(weights.size)
            if alone
            else _samples(np.asarray(places[number].array), weights.size, where != "sample_indices")
            if number < len(places)
            else None
        )
        if samples is None:  # the samples are wired, so only this is known
            samples = np.arange(weights.size) if not power.any() else np.zeros(0, int)
        sums, sizes = (
            np.bincount(samples, p[: len(samples)]) if len(samples) else np.zeros(0) for p in (power, np.abs(power))
        )
        empty = [s for s in np.unique(samples).tolist() if abs(sums[s]) <= 1e-6 * sizes[s]]
        if empty:
            compilation.say(
                "tpu-embedding:weights",
                block.id,
                f"aggregation_weights[{number}]",
                sample=empty[0],
                combiner=combiner.decode(),
                table=tpu.name(table),
            )


def _samples(where: np.ndarray, count: int, splits: bool) -> np.ndarray | None:
    """Return the sample of each of `count` lookups, from the typed values; None if these do not fit."""
    if not where.size:
        return np.arange(count)
    if where.ndim < 2 and splits:
        return np.maximum(np.searchsorted(where, np.arange(count), side="right") - 1, 0)
    if splits:  # coordinates, whose last column numbers the combined elements
        rows = np.unique(where[:, :-1], axis=0, return_inverse=True)[1].ravel() if where.ndim == 2 else where.ravel()
    else:
        rows = where.ravel()
    return rows if len(rows) == count and rows.min() >= 0 and rows.max() < 1 << 24 else None


def table_of(attrs: dict[str, Any], tpu: Embedding) -> int | None:
    """Return the number of the table that a Load or Retrieve block names; None for none."""
    name, number = (attrs.get("table_name") or b"").decode("utf-8", "replace"), attrs.get("table_id", -1)
    if name:
        return next((i for i, t in enumerate(tpu.tables) if t.name == name), None)
    return number if number in range(len(tpu.tables)) else None


def _one_table(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    name, number = (attrs.get("table_name") or b"").decode("utf-8", "replace"), attrs.get("table_id", -1)
    known = [t.name or str(i) for i, t in enumerate(tpu.tables)]
    if name and number != -1:
        compilation.say("tpu-embedding:named-twice", block.id, "table_name", tables=known)
        return
    if not name and number == -1:
        compilation.say("tpu-embedding:not-named", block.id, "table_name", tables=known)
        return
    table = table_of(attrs, tpu)
    if table is None:
        compilation.say(
            "tpu-embedding:no-table", block.id, "table_name" if name else "table_id", table=name or number, tables=known
        )
        return
    optimizer = tpu.optimizer(table)
    verb, _, rest = block.type.partition("TPUEmbedding")
    if optimizer and rest != f"{OP_NAMES.get(optimizer)}Parameters":
        use = (
            f"{verb}TPUEmbedding{OP_NAMES[optimizer]}Parameters"
            if optimizer in OP_NAMES
            else f"{verb}AllTPUEmbeddingParameters"
        )
        compilation.say(
            "tpu-embedding:optimizer",
            block.id,
            "table_name" if name else "table_id",
            table=tpu.name(table),
            optimizer=optimizer,
            use=use,
        )
    _shard(compilation, block, attrs)


def _shard(compilation: Compilation, block: Block, attrs: dict[str, Any]) -> None:
    shards, shard = attrs.get("num_shards"), attrs.get("shard_id")
    if isinstance(shards, int) and shards < 1:
        compilation.say("tpu-embedding:shards", block.id, "num_shards", shards=shards)
    elif isinstance(shards, int) and isinstance(shard, int) and not 0 <= shard < shards:
        compilation.say("tpu-embedding:shard", block.id, "shard_id", shard=shard, shards=shards)


def _sessions(compilation: Compilation, blocks: Iterable[Block]) -> None:
    """Warn that in the reference each session has separate tables, while on a TPU all share them."""
    plans = session_plans(compilation.page, compilation.catalogue)
    for block in blocks:
        if traits_of(block.type).embedding == "load" and not any(block.id in s.closure for s in plans):
            compilation.say("tpu-embedding:not-run", block.id)
    used = [s.id for s in plans if any(b.id in s.closure for b in blocks)]
    for session in used[1:]:
        compilation.say("tpu-embedding:apart", session, other=used[0])


def setup_nodes(emitter: Emitter, targets: Iterable[str]) -> list[str]:
    """Return the nodes that set up a TPU, in order; they run when a session begins."""
    if TPU not in emitter.compilation.added or emitter.target != "native":
        return []
    places = {name: traits_of(emitter.graph.get_operation_by_name(name).type).setup_order for name in targets}
    return sorted((name for name, place in places.items() if place), key=lambda name: places[name])


def verify(emitter: Emitter) -> None:
    """Check the shapes at TPU ops, except for ops that the reference lowers, which checks them itself."""
    if TPU not in emitter.compilation.added:
        return
    for block in emitter.page.blocks.values():
        if not is_embedding(block.type) or block.id in emitter.outputs or block.id in emitter.left_out:
            continue
        try:
            inputs = list(emitter.graph.get_operation_by_name(emitter.name(block.id)).inputs)
        except KeyError:
            continue
        pins: dict[str, list[tf.Tensor]] = {}
        for pin in emitter.catalogue[block.type].inputs:
            count = attrs_of(emitter.compilation, block.id).get(pin.number_attr or "") if pin.list else 1
            pins[pin.name], inputs = inputs[:count], inputs[count:]
        shapes(emitter, block, pins)


def shapes(emitter: Emitter, block: Block, pins: dict[str, list[tf.Tensor]]) -> bool:
    """Add problems for tensors whose shapes do not fit the config, and return whether all fit."""
    before, tpu, attrs = (
        len(emitter.problems),
        embedding_of(emitter.compilation),
        attrs_of(emitter.compilation, block.id),
    )
    traits = traits_of(block.type)
    if traits.embedding == "send":
        pin = traits.embedding_pin
        for gradient, output in zip(pins[pin], tpu.outputs):
            if not gradient.shape.is_compatible_with(output.shape):
                emitter.compilation.say(
                    "wrong-shape:gradient",
                    block.id,
                    pin,
                    output=output.name,
                    shape=_sizes(gradient.shape),
                    wanted=output.shape,
                )
        for tag, rate in enumerate(pins["learning_rates"]):
            if not rate.shape.is_compatible_with(()):
                emitter.compilation.say(
                    "wrong-shape:rate", block.id, "learning_rates", tag=tag, shape=_sizes(rate.shape)
                )
    elif traits.reference == "load" and {"num_shards", "shard_id"} <= attrs.keys():
        table = table_of(attrs, tpu)
        if table is not None:
            first, end, stride = tpu.shard(table, attrs["shard_id"], attrs["num_shards"])
            wanted = (len(range(first, end, stride)), tpu.tables[table].dimension)
            for pin, (tensor,) in pins.items():
                if not tensor.shape.is_compatible_with(wanted):
                    emitter.compilation.say(
                        "wrong-shape:table",
                        block.id,
                        pin,
                        shape=_sizes(tensor.shape),
                        table=tpu.name(table),
                        wanted=wanted,
                    )
    return len(emitter.problems) == before


def _sizes(shape: tf.TensorShape) -> list[int | None] | None:
    return None if shape.rank is None else shape.as_list()
