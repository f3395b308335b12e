"""The TPU blocks of a page against their config: what TensorFlow itself does not check.

`prepare` runs before the graph is built: it reads every config, puts the serialised bytes in its place and checks
counts and names. `verify` runs on the graph and checks shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks import prototext
from blockloom.blocks.document import Block
from blockloom.blocks.phrases import Phrase, phrase, plural
from blockloom.blocks.problems import ERROR, WARNING, Problem
from blockloom.blocks.structure import session_plans
from blockloom.blocks.values import ValueSyntaxError
from blockloom.runtime.compilation import Compilation
from blockloom.runtime.emitter import Emitter
from blockloom.runtime.tpu import config as configs
from blockloom.runtime.tpu.config import ConfigError, Embedding, is_embedding
from blockloom.runtime.tpu.rules import OP_NAMES

_MODES = (b"unspecified", b"inference", b"training", b"backward_pass_only")
_COMBINERS = (b"sum", b"mean", b"sqrtn")
_GRADIENTS = {"XlaSendTPUEmbeddingGradients": "gradients", "XlaSendTPUEmbeddingGradientsV2": "gradients",
              "SendTPUEmbeddingGradients": "inputs"}
_ACTIVATIONS = {"XlaRecvTPUEmbeddingActivations": "num_tables", "XlaRecvTPUEmbeddingActivationsV2": "num_tables",
                "RecvTPUEmbeddingActivations": "num_outputs"}
SENDS, RECEIVES = frozenset(_GRADIENTS), frozenset(_ACTIVATIONS)
# What sets up a TPU, in this order; the Load ops follow.
SETUP = ("ConfigureDistributedTPU", "ExecuteTPUEmbeddingPartitioner", "ConfigureTPUEmbeddingMemory",
         "CollateTPUEmbeddingMemory", "ConfigureTPUEmbeddingHost", "ConnectTPUEmbeddingHosts", "FinalizeTPUEmbedding",
         "FinalizeTPUEmbeddingV2", "ConfigureTPUEmbedding")


def say(compilation: Compilation, block: str, pin: str, message: str, remedy: str, severity: str = ERROR,
        code: str = "tpu-embedding") -> None:
    if severity == ERROR:
        compilation.left_out.setdefault(block, block)
    compilation.problems.append(Problem.told(severity, code, compilation.page.name, block, pin, message, remedy))


def attrs_of(compilation: Compilation, block: str) -> dict[str, Any]:
    return compilation.inference.known[block].attrs


def prepare(compilation: Compilation) -> None:
    """Read and check the configs of the page. The first sound one is the page's, `compilation.tpu`: a TPU has one."""
    known = compilation.inference.known
    blocks = [b for b in compilation.page.blocks.values() if is_embedding(b.type) and b.id in known]
    if not blocks:
        return
    for block in blocks:
        if block.values.get("config", "").strip() and compilation.catalogue[block.type].attr("config"):
            _read(compilation, block)
    if compilation.tpu is None:
        # Set-up and enqueueing may stand on a page of their own where a TPU remembers the config.
        needs = [b for b in blocks if b.type.startswith(("Load", "Retrieve")) or "Enqueue" in b.type]
        told = any(p.code == "bad-config" for p in compilation.problems)
        if compilation.target == "reference" and needs and not told:
            say(compilation, needs[0].id, "config" if compilation.catalogue[needs[0].type].attr("config") else "",
                phrase("no block of the page says what the embedding tables are"),
                phrase("Add a ConfigureTPUEmbedding block and type its config: the TPUEmbeddingConfiguration as "
                       "protobuf text"), code="bad-config")
        return
    for block in blocks:
        _check(compilation, block, compilation.tpu)
    if compilation.target == "reference":
        _sessions(compilation, blocks)


def _read(compilation: Compilation, block: Block) -> None:
    text, seen = block.values["config"], [block.id]
    while text.lstrip().startswith("@"):  # @BLOCK: the same as is typed in there
        other = compilation.page.blocks.get(text.strip()[1:])
        if other is None or "config" not in other.values or other.id in seen:
            what = phrase("there is no such block") if other is None else \
                phrase("nothing leads to a config") if other.id in seen else phrase("that block has none")
            say(compilation, block.id, "config", phrase("{}: {}", text.strip(), what),
                phrase("Name the block whose config is meant"),
                code="bad-config")
            return
        seen.append(other.id)
        text = other.values["config"]
    try:
        found = configs.read(text)
    except (ConfigError, ValueSyntaxError) as error:
        if len(seen) == 1:  # the others are told by that block
            say(compilation, block.id, "config", phrase("the config cannot be read: {}", error),
                getattr(error, "remedy", ""), code="bad-config")
        return
    embedding = Embedding(found, seen[-1])
    attrs_of(compilation, block.id)["config"] = embedding.data
    if compilation.tpu is None:
        bad = False
        # What is read from another block by its name has been told there.
        told = any(p.code == "bad-config" and p.block == embedding.block for p in compilation.problems)
        for what, remedy, warning, path in embedding.findings(compilation.target == "reference"):
            start = prototext.where(text, path) if path else None
            if start is not None:
                what = phrase("line {}, column {}: {}", *prototext.line_column(text, start), what)
            if not told:
                say(compilation, embedding.block, "config", what, remedy, WARNING if warning else ERROR, "bad-config")
            bad |= not warning
        if not bad:
            compilation.tpu = embedding
    elif not _same(embedding.config, compilation.tpu.config):
        say(compilation, block.id, "config",
            phrase("it differs from that of {}, and a TPU has one configuration", compilation.tpu.block),
            phrase("Type @{} to use the same", compilation.tpu.block))


def _same(one: Any, other: Any) -> bool:
    copy = configs.Proto()
    copy.CopyFrom(one)
    copy.mode = other.mode  # a page may also look up without training
    return copy == other


def _check(compilation: Compilation, block: Block, tpu: Embedding) -> None:
    kind, attrs = block.type, attrs_of(compilation, block.id)
    count = len(tpu.outputs)
    what = phrase("{} features", count) if tpu.config.feature_descriptor else phrase("{} tables", count)
    if kind in RECEIVES:
        pin = _ACTIVATIONS[kind]
        if attrs.get(pin) not in (None, count):
            say(compilation, block.id, pin, phrase("{} is {}, but the config has {}", pin, attrs[pin], what),
                phrase("Type {}", count), code="wrong-count")
    elif kind in SENDS:
        pin = _GRADIENTS[kind]
        number = compilation.catalogue[kind].input(pin).number_attr
        if attrs.get(number) not in (None, count):
            names = ", ".join(o.name for o in tpu.outputs)
            have = _or(phrase("no gradients arrive"), attrs[number],
                       plural("{} gradient arrives", "{} gradients arrive", attrs[number]))
            say(compilation, block.id, pin, phrase("{}, but the config has {}: {}", have, what, names),
                phrase("Wire one gradient for each of them, in this order, to {}", pin), code="wrong-count")
        rates = compilation.catalogue[kind].input("learning_rates").number_attr
        if (attrs.get(rates) or 0) != len(tpu.tags):
            number = attrs.get(rates) or 0
            have = _or(phrase("no learning rates"), number, plural("{} learning rate", "{} learning rates", number))
            tags = _or(phrase("no tags"), tpu.tags, plural("{} tag", "{} tags", len(tpu.tags)))
            say(compilation, block.id, "learning_rates",
                phrase("{} for {} in the config", have, tags) + (f": {sorted(tpu.tags)}" if tpu.tags else ""),
                phrase("Wire one scalar for each tag, in the order of the tags") if tpu.tags else
                phrase("Wire none: all learning rates are constant"), code="wrong-count")
        for tag, rate in enumerate(compilation.inference.known[block.id].literals.get("learning_rates", ())):
            if rate.array.size == 1 and not 0 <= rate.array.item() < np.inf:
                say(compilation, block.id, "learning_rates",
                    phrase("the learning rate of tag {} is {}", tag, f"{rate.array.item():.6g}"),
                    phrase("Give a learning rate above 0"), WARNING)
        if tpu.config.mode == configs.Proto.INFERENCE:
            say(compilation, block.id, "config", phrase("the mode is INFERENCE: the tables are not updated"),
                phrase("Write mode: TRAINING"), WARNING)
    elif "Enqueue" in kind:
        _enqueue(compilation, block, attrs, tpu)
    elif kind.startswith(("LoadTPU", "RetrieveTPU")):
        _one_table(compilation, block, attrs, tpu)
    elif kind.startswith(("LoadAll", "RetrieveAll")):
        if attrs.get("NumTables") not in (None, len(tpu.tables)):
            say(compilation, block.id, "NumTables",
                phrase("NumTables is {}, but the config has {}", attrs["NumTables"], _tables(len(tpu.tables))),
                phrase("Make it {}", len(tpu.tables)), code="wrong-count")
        _shard(compilation, block, attrs)


def _enqueue(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    tables = range(len(tpu.tables))
    combiners, ids, number = attrs.get("combiners") or [], attrs.get("table_ids"), attrs.get("N")
    for combiner in combiners:
        if combiner not in _COMBINERS:
            say(compilation, block.id, "combiners", phrase("{} is no combiner", combiner.decode(errors="replace")),
                phrase("Use sum, mean or sqrtn"))
    if combiners and len(combiners) != len(tables):
        say(compilation, block.id, "combiners",
            phrase("{} for {}", plural("{} combiner", "{} combiners", len(combiners)), _tables(len(tables))),
            phrase("Type one for each table, or none: they then sum"), code="wrong-count")
    if isinstance(ids, list):
        for one in ids:
            if one not in tables:
                say(compilation, block.id, "table_ids",
                    phrase("there is no table {}: the config has {}", one, len(tables)),
                    phrase("Use 0 to {}", len(tables) - 1))
        if isinstance(number, int) and len(ids) != number:
            say(compilation, block.id, "table_ids",
                phrase("{} for {}", _or(phrase("no table ids"), ids, plural("{} table id", "{} table ids", len(ids))),
                       _features(number)),
                phrase("Type one for each feature"), code="wrong-count")
    lengths = attrs.get("max_sequence_lengths") or []
    if lengths and isinstance(number, int) and len(lengths) != number:
        say(compilation, block.id, "max_sequence_lengths",
            phrase("{} for {}", plural("{} length", "{} lengths", len(lengths)), _features(number)),
            phrase("Type one for each feature, 0 for one that is no sequence, or none"), code="wrong-count")
    mode = compilation.inference.known[block.id].literals.get("mode_override")
    if mode and mode[0].array.size == 1 and mode[0].array.item() not in _MODES:
        say(compilation, block.id, "mode_override",
            phrase("{} is no mode", mode[0].array.item().decode(errors="replace")),
            phrase("Use unspecified, inference, training or backward_pass_only"))
    if not any(p.severity == ERROR and p.block == block.id for p in compilation.problems):
        _typed_batch(compilation, block, attrs, tpu)


def _typed_batch(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    """Ids and weights that are typed in."""
    literals, kind = compilation.inference.known[block.id].literals, block.type
    tables = attrs.get("table_ids") if "table_ids" in attrs else [o.table for o in tpu.outputs]
    combiners, lengths = attrs.get("combiners") or [], attrs.get("max_sequence_lengths") or []
    pin = "batch" if "IntegerBatch" in kind else "embedding_indices"
    for number, (table, ids) in enumerate(zip(tables or (), literals.get(pin, ()))):
        size = tpu.tables[table].vocabulary_size
        bad = [i for i in ids.array.ravel().tolist() if not 0 <= i < size]
        if bad:
            say(compilation, block.id, f"{pin}[{number}]",
                phrase("table {} has {} rows, and no id {}", tpu.name(table), size, bad[0]),
                phrase("Type ids from 0 to {}", size - 1), code="bad-id")
    where = next((p for p in ("sample_indices", "sample_splits", "sample_indices_or_row_splits")
                  if compilation.catalogue[kind].input(p)), "")
    for number, (table, given) in enumerate(zip(tables or (), literals.get("aggregation_weights", ()))):
        combiner = combiners[table] if combiners else b"sum"
        weights = given.array.astype(np.float64).ravel()
        power = weights if combiner == b"mean" else weights * weights
        if combiner == b"sum" or not weights.size:
            continue
        alone = number < len(lengths) and lengths[number] > 0   # a sequence: each has a row of its own
        places = literals.get(where, ())
        samples = np.arange(weights.size) if alone else \
            _samples(places[number].array, weights.size, "Ragged" in kind or "Arbitrary" in kind) \
            if number < len(places) else None
        if samples is None:     # of wired samples only this much is known
            samples = np.arange(weights.size) if not power.any() else np.zeros(0, int)
        sums, sizes = (np.bincount(samples, p[:len(samples)]) if len(samples) else np.zeros(0)
                       for p in (power, np.abs(power)))
        empty = [s for s in np.unique(samples).tolist() if abs(sums[s]) <= 1e-6 * sizes[s]]
        if empty:
            say(compilation, block.id, f"aggregation_weights[{number}]",
                phrase("the weights of sample {} come to 0, and the combiner {} of table {} divides by that", empty[0],
                       combiner.decode(), tpu.name(table)),
                phrase("Type other weights, or use the combiner sum. The CPU reference gives zeros"), WARNING)


def _samples(where: np.ndarray, count: int, splits: bool) -> np.ndarray | None:
    """The sample of each of `count` look-ups, from what is typed in for them; None where that does not fit them."""
    if not where.size:
        return np.arange(count)
    if where.ndim < 2 and splits:
        return np.maximum(np.searchsorted(where, np.arange(count), side="right") - 1, 0)
    if splits:                                      # coordinates, of which the last counts what is combined
        rows = np.unique(where[:, :-1], axis=0, return_inverse=True)[1].ravel() if where.ndim == 2 else where.ravel()
    else:
        rows = where.ravel()
    return rows if len(rows) == count and rows.min() >= 0 and rows.max() < 1 << 24 else None


def table_of(attrs: dict[str, Any], tpu: Embedding) -> int | None:
    """The table that a Load or Retrieve block names; None where it names none of the config."""
    name, number = (attrs.get("table_name") or b"").decode("utf-8", "replace"), attrs.get("table_id", -1)
    if name:
        return next((i for i, t in enumerate(tpu.tables) if t.name == name), None)
    return number if number in range(len(tpu.tables)) else None


def _one_table(compilation: Compilation, block: Block, attrs: dict[str, Any], tpu: Embedding) -> None:
    name, number = (attrs.get("table_name") or b"").decode("utf-8", "replace"), attrs.get("table_id", -1)
    known = ", ".join(t.name or str(i) for i, t in enumerate(tpu.tables))
    if bool(name) == (number != -1):
        say(compilation, block.id, "table_name",
            phrase("both table_name and table_id are given") if name else phrase("no table is named"),
            phrase("Give one of them. The tables are: {}", known))
        return
    table = table_of(attrs, tpu)
    if table is None:
        say(compilation, block.id, "table_name" if name else "table_id", phrase("there is no table {}", name or number),
            phrase("The tables of the config are: {}", known))
        return
    optimizer = tpu.optimizer(table)
    verb, _, rest = block.type.partition("TPUEmbedding")
    if optimizer and rest != f"{OP_NAMES.get(optimizer)}Parameters":
        say(compilation, block.id, "table_name" if name else "table_id",
            phrase("table {} has the optimizer {}, and this block is for another", tpu.name(table), optimizer),
            phrase("Use {}TPUEmbedding{}Parameters", verb, OP_NAMES[optimizer]) if optimizer in OP_NAMES else
            phrase("Use {}AllTPUEmbeddingParameters", verb))
    _shard(compilation, block, attrs)


def _shard(compilation: Compilation, block: Block, attrs: dict[str, Any]) -> None:
    shards, shard = attrs.get("num_shards"), attrs.get("shard_id")
    if isinstance(shards, int) and shards < 1:
        say(compilation, block.id, "num_shards", phrase("num_shards is {}", shards),
            phrase("Type the number of hosts, 1 for one"))
    elif isinstance(shards, int) and isinstance(shard, int) and not 0 <= shard < shards:
        say(compilation, block.id, "shard_id", phrase("there is no shard {} of {}", shard, shards),
            phrase("Type 0 to {}", shards - 1))


def _sessions(compilation: Compilation, blocks: Iterable[Block]) -> None:
    """In the reference each session has tables of its own, on a TPU all have the same."""
    plans = session_plans(compilation.page, compilation.catalogue)
    for block in blocks:
        if block.type.startswith("Load") and not any(block.id in s.closure for s in plans):
            say(compilation, block.id, "", phrase("no session runs it: it loads here, but on a TPU it would not"),
                phrase("Wire its operation to the run_outputs of the session"), WARNING)
    used = [s.id for s in plans if any(b.id in s.closure for b in blocks)]
    for session in used[1:]:
        say(compilation, session, "",
            phrase("in the CPU reference {} has embedding tables of its own: {} has others", session, used[0]),
            phrase("Run the TPU blocks in one session"), WARNING)


def once(emitter: Emitter, targets: Iterable[str]) -> list[str]:
    """Those of the nodes to run that set up a TPU, in order: they are run when a session begins, not in each step."""
    if emitter.tpu is None or emitter.target != "native":
        return []
    kinds = {name: emitter.graph.get_operation_by_name(name).type for name in targets}
    found = [name for name, kind in kinds.items() if kind in SETUP or kind.startswith("Load") and is_embedding(kind)]
    return sorted(found, key=lambda name: SETUP.index(kinds[name]) if kinds[name] in SETUP else len(SETUP))


# --- on the graph -------------------------------------------------------------------------------------------------

def verify(emitter: Emitter) -> None:
    """Shapes of what arrives at plain TPU ops; the reference checks what it lowers by the same functions."""
    if emitter.tpu is None:
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
            count = attrs_of(emitter.compilation, block.id).get(pin.number_attr) if pin.list else 1
            pins[pin.name], inputs = inputs[:count], inputs[count:]
        shapes(emitter, block, pins)


def shapes(emitter: Emitter, block: Block, pins: dict[str, list[tf.Tensor]]) -> bool:
    """Whether the tensors at a block's pins have the shapes of the config; says where not."""
    before, tpu, attrs = len(emitter.problems), emitter.tpu, attrs_of(emitter.compilation, block.id)
    if block.type in SENDS:
        pin = _GRADIENTS[block.type]
        for gradient, output in zip(pins[pin], tpu.outputs):
            if not gradient.shape.is_compatible_with(output.shape):
                say(emitter.compilation, block.id, pin,
                    phrase("the gradient of {} has the shape {}, but its activations have {}", output.name,
                           _dims(gradient.shape), _dims(output.shape)),
                    phrase("Wire the gradient with respect to the activations, or make both agree with the config"),
                    code="wrong-shape")
        for tag, rate in enumerate(pins["learning_rates"]):
            if not rate.shape.is_compatible_with(()):
                say(emitter.compilation, block.id, "learning_rates",
                    phrase("the learning rate of tag {} has the shape {}", tag, _dims(rate.shape)),
                    phrase("Wire a scalar"), code="wrong-shape")
    elif block.type.startswith("LoadTPU") and {"num_shards", "shard_id"} <= attrs.keys():
        table = table_of(attrs, tpu)
        if table is not None:
            first, end, stride = tpu.shard(table, attrs["shard_id"], attrs["num_shards"])
            wanted = (len(range(first, end, stride)), tpu.tables[table].dimension)
            for pin, (tensor,) in pins.items():
                if not tensor.shape.is_compatible_with(wanted):
                    say(emitter.compilation, block.id, pin, phrase("{} has the shape {}, but table {} has {}", pin,
                                                     _dims(tensor.shape), tpu.name(table), _dims(wanted)),
                        phrase("Load rows and columns as the config says"), code="wrong-shape")
    return len(emitter.problems) == before


def _dims(shape: Any) -> str:
    return str(tf.TensorShape(shape)).replace("(", "[").replace(",)", "]").replace(")", "]").replace("None", "?")


def _tables(number: int) -> Phrase:
    return _or(phrase("no tables"), number, plural("{} table", "{} tables", number))


def _features(number: int) -> Phrase:
    return _or(phrase("no features"), number, plural("{} feature", "{} features", number))


def _or(none: Phrase, number: Any, some: Phrase) -> Phrase:
    return some if number else none
