"""TPUEmbeddingConfiguration: written as protobuf text, checked, serialised."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from google.protobuf import message, text_format
from tensorflow.core.protobuf.tpu import optimization_parameters_pb2, tpu_embedding_configuration_pb2

from blockloom.blocks import values
from blockloom.blocks.phrases import join, phrase
from blockloom.blocks.prototext import Path
from blockloom.runtime.tpu.rules import RULES, WITHOUT_RULE, Rule

Proto = tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration
_ACCUMULATION = optimization_parameters_pb2.GradientAccumulationStatus
_PLACE = re.compile(r"(?:(\d+):(\d+) : )?(.*)", re.S)
_TYPE = re.compile(r'"(?:tensorflow\.tpu\.)?(?:\w+\.)*(\w+)"')


class ConfigError(ValueError):
    """A text or bytes that are no TPUEmbeddingConfiguration; `remedy` says what to do. `line` and `column` count from
    1; they are 0 where no place is known."""

    def __init__(self, text: str, remedy: str, line: int = 0, column: int = 0):
        super().__init__(phrase("line {}, column {}: {}", line, column, text) if line else text)
        self.what, self.remedy, self.line, self.column = text, remedy, line, column


class Finding(NamedTuple):
    """Something wrong with a config: an error, or a warning. `at` is the field, where it is one."""

    text: str
    remedy: str
    warning: bool = False
    at: Path = ()


class Range(NamedTuple):
    """Which numbers a field takes, and how to say so."""

    holds: Callable[[float], bool]
    remedy: str


_BELOW_1 = Range(lambda v: 0 <= v < 1, phrase("Give a number from 0 to below 1"))
_TO_1 = Range(lambda v: 0 <= v <= 1, phrase("Give a number from 0 to 1"))
_FROM_0 = Range(lambda v: 0 <= v < math.inf, phrase("Give 0 or more"))
_TO_0 = Range(lambda v: -math.inf < v <= 0, phrase("Give 0 or less"))
# By the field of an optimizer's message: what TensorFlow's own optimizers of that name and their kernels take.
_RANGES = {"beta1": _BELOW_1, "beta2": _BELOW_1, "rho": _TO_1, "momentum": _TO_1, "tau": _TO_1,
           "epsilon": _FROM_0, "exponent": _FROM_0, "beta": _FROM_0, "l1": _FROM_0, "l2": _FROM_0,
           "max_accumulator": _FROM_0, "max_var_update": _FROM_0, "max_delta": _FROM_0, "outlier_threshold": _FROM_0}
_OTHER_RANGES = {("adagrad_momentum", "beta2"): _TO_1, ("ftrl", "lr_power"): _TO_0}


class Output(NamedTuple):
    """One tensor of activations: that of a feature where the config describes features, else that of a table."""

    name: str
    table: int
    shape: tuple[int, ...]

    @property
    def rows(self) -> int:
        return math.prod(self.shape[:-1])


def is_embedding(op: str) -> bool:
    """Whether an op is one of those that carry such a config, or load, fill and read the tables of one."""
    return ("TPUEmbedding" in op or "DedupData" in op) and op != "TPUEmbeddingActivations"


def read(text: str) -> Any:
    """The config that a typed-in value means: protobuf text format, in quotes or not, or a bytes literal with a
    serialised one. Raises ConfigError, ValueSyntaxError."""
    stripped = text.strip()
    config = Proto()
    if re.match(r"b['\"]", stripped, re.I):
        data = values.tensor(stripped, "DT_STRING")[0].item()
        try:
            config.ParseFromString(data)
        except message.DecodeError:
            raise ConfigError(phrase("the bytes are no serialised TPUEmbeddingConfiguration"),
                              phrase("Type the configuration as text, such as: mode: TRAINING")) from None
        return config
    if stripped[:1] in ("'", '"'):
        text = values.attr(text, "string").decode("utf-8", "replace")
    try:
        return text_format.Parse(text, config)
    except text_format.ParseError as error:
        line, column, what = _PLACE.fullmatch(str(error)).groups()
        what = re.sub(r"^'.*?': ", "", what).rstrip(".")
        raise ConfigError(what[:1].lower() + _TYPE.sub(r"\1", what[1:]), _near(what), int(line or 0),
                          int(column or 0)) from None


def _near(what: str) -> str:
    """What is known in place of an unknown name."""
    match = re.search(r'type "tensorflow\.tpu\.([\w.]+)" has no (field|value) named "?(\w+)', what)
    if match is None:
        return phrase("Write it as protobuf text: field: value, and message { ... }")
    place, _, name = match.groups()
    kinds = {**tpu_embedding_configuration_pb2.DESCRIPTOR.message_types_by_name,
             **optimization_parameters_pb2.DESCRIPTOR.message_types_by_name}
    first, *inner = place.split(".")
    kind = kinds.get(first)
    for part in inner:
        kind = kind and (kind.nested_types_by_name.get(part) or kind.enum_types_by_name.get(part))
    known = list(getattr(kind, "fields_by_name", None) or getattr(kind, "values_by_name", ()))
    near = difflib.get_close_matches(name, known, 1, 0.5)
    if not known:
        return phrase("Remove it")
    has = join(", ", known)
    return phrase("Is {} meant? It has: {}", near[0], has) if near else phrase("It has: {}", has)


class Embedding:
    """A config and what follows from it. `block` is where it is typed in."""

    def __init__(self, config: Any, block: str):
        self.config = config
        self.block = block
        self.data: bytes = config.SerializeToString(deterministic=True)
        self.tables = config.table_descriptor

    @cached_property
    def outputs(self) -> list[Output]:
        """The activations, in the order of XlaRecvTPUEmbeddingActivations. Only for a config without errors."""
        sharding = self.config.spmd_sharding
        cores = sharding.num_cores_per_replica if sharding.enabled and not sharding.use_manual_partitioning else 1
        if self.config.feature_descriptor:
            return [Output(f.name or f"feature {i}", f.table_id, (
                cores * f.input_shape[0], *f.input_shape[1:], self.tables[f.table_id].dimension))
                for i, f in enumerate(self.config.feature_descriptor)]
        batch = cores * self.config.batch_size_per_tensor_core
        return [Output(self.name(i), i, (batch * t.num_features, t.dimension)) for i, t in enumerate(self.tables)]

    @cached_property
    def tags(self) -> set[int]:
        """The tags of the scalars that SendTPUEmbeddingGradients brings: learning rates and step counters."""
        found = set()
        for table in self.tables:
            parameters = table.optimization_parameters
            if parameters.learning_rate.WhichOneof("learning_rate") == "dynamic":
                found.add(parameters.learning_rate.dynamic.tag)
            if parameters.WhichOneof("parameters") == "frequency_aware_adagrad":
                found.add(parameters.frequency_aware_adagrad.step_counter.tag)
        return found

    def name(self, table: int) -> str:
        return self.tables[table].name or f"table_{table}"

    def optimizer(self, table: int) -> str:
        """The field of OptimizationParameters that is set, such as `adagrad`."""
        return self.tables[table].optimization_parameters.WhichOneof("parameters") or ""

    def rule(self, table: int) -> Rule:
        return RULES[self.optimizer(table)]

    def shard(self, table: int, shard: int, shards: int) -> tuple[int, int, int]:
        """The rows of a table that one host holds: (first, end, stride)."""
        rows = self.tables[table].vocabulary_size
        if self.config.sharding_strategy == Proto.MOD:
            return shard, rows, shards
        each, more = divmod(rows, shards)
        first = shard * each + min(shard, more)
        return first, first + each + (shard < more), 1

    def findings(self, reference: bool) -> Iterator[Finding]:
        """What is wrong with the config; with `reference` also what the CPU reference cannot do or does otherwise."""
        config = self.config
        if not config.table_descriptor:
            yield Finding(phrase("there is no table"),
                          phrase("Add table_descriptor { name: ... vocabulary_size: ... dimension: ... }"))
            return
        if config.mode not in (Proto.INFERENCE, Proto.TRAINING, Proto.BACKWARD_PASS_ONLY):
            yield Finding(phrase("the mode is not given"),
                          phrase("Add mode: TRAINING (or INFERENCE, or BACKWARD_PASS_ONLY)"))
        names = [t.name for t in self.tables if t.name]
        for name in sorted({n for n in names if names.count(n) > 1}):
            yield Finding(phrase("two tables are named {}", name), phrase("Give each table a name of its own"))
        features = config.feature_descriptor
        if not features and config.batch_size_per_tensor_core < 1:
            yield Finding(phrase("batch_size_per_tensor_core is {}", config.batch_size_per_tensor_core)
                          if config.batch_size_per_tensor_core else phrase("batch_size_per_tensor_core is not given"),
                          phrase("Add it: the number of samples in a batch"))
        for field in ("num_hosts", "num_tensor_cores"):
            if getattr(config, field) < 0:
                yield Finding(phrase("{} is {}", field, getattr(config, field)), phrase("Give {}: 1 or more", field),
                              at=((field, 0),))
        if config.spmd_sharding.enabled and config.spmd_sharding.num_cores_per_replica < 1:
            yield Finding(phrase("{} is {}", "num_cores_per_replica", config.spmd_sharding.num_cores_per_replica),
                          phrase("Give {}: 1 or more", "num_cores_per_replica"),
                          at=(("spmd_sharding", 0), ("num_cores_per_replica", 0)))
        for i, feature in enumerate(features):
            name = feature.name or phrase("feature {}", i)
            if not 0 <= feature.table_id < len(self.tables):
                yield Finding(phrase("{} has the table_id {}, but there are {} tables", name, feature.table_id,
                                     len(self.tables)), phrase("Give it a table_id from 0 to {}", len(self.tables) - 1))
            if not feature.input_shape or min(feature.input_shape) < 1:
                yield Finding(phrase("the input_shape of {} is {}", name, list(feature.input_shape)),
                              phrase("Give it the shape of the input, such as input_shape: 8 for a batch of 8"))
        for i, table in enumerate(self.tables):
            for field in ("vocabulary_size", "dimension", *(() if features else ("num_features",))):
                if getattr(table, field) < 1:
                    yield Finding(phrase("table {}: {} is {}", self.name(i), field, getattr(table, field)),
                                  phrase("Give {}: 1 or more", field))
            if features and all(f.table_id != i for f in features):
                yield Finding(phrase("table {}: no feature looks anything up in it", self.name(i)),
                              phrase("Give a feature_descriptor the table_id {}, or remove the table", i), True)
            if config.mode != Proto.INFERENCE:
                yield from self._training(i, reference)
                yield from self._numbers(i)
        if self.tags and self.tags != set(range(len(self.tags))):
            yield Finding(phrase("the tags of dynamic learning rates are {}", sorted(self.tags)),
                          phrase("Number them 0 to {}, without gaps", len(self.tags) - 1))
        if reference and config.num_tensor_cores > 1:
            yield Finding(phrase("the config is for {} tensor cores, the CPU reference is one of them",
                                 config.num_tensor_cores), phrase("Enqueue one batch for each step"), True)

    def _training(self, table: int, reference: bool) -> Iterator[Finding]:
        name, parameters = phrase("table {}", self.name(table)), self.tables[table].optimization_parameters
        optimizer = self.optimizer(table)
        if not optimizer:
            yield Finding(phrase("{} has no optimizer", name),
                          phrase("Add one to its optimization_parameters, such as adagrad {}"))
            return
        if parameters.learning_rate.WhichOneof("learning_rate") is None and optimizer != "assign":
            yield Finding(phrase("{} has no learning rate", name),
                          phrase("Add learning_rate { constant: 0.1 } or learning_rate { dynamic { tag: 0 } } to "
                                 "its optimization_parameters"))
        own = getattr(parameters, optimizer)
        if optimizer == "adagrad_momentum" and not own.exponent:
            yield Finding(phrase("{}: the exponent of adagrad_momentum is 0", name),
                          phrase("Give it: exponent: 2 is that of Adagrad"))
        if not reference:
            return
        if optimizer in WITHOUT_RULE:
            yield Finding(phrase("{}: {} cannot be run by the CPU reference: {}", name, optimizer,
                                 WITHOUT_RULE[optimizer]), phrase("Choose another optimizer, or run the page on a TPU"))
            return
        for field in RULES[optimizer].undocumented:
            if getattr(own, field):
                yield Finding(phrase("{}: the CPU reference cannot run {} with {}: TensorFlow's documentation does not "
                                     "say what it does", name, optimizer, field),
                              phrase("Leave {} out, or run on a TPU", field))
        if optimizer == "frequency_estimator" and not parameters.learning_rate.HasField("dynamic"):
            yield Finding(phrase("{}: frequency_estimator takes the global step as its learning rate", name),
                          phrase("Make the learning rate dynamic and wire the step, as a float, to learning_rates"))
        if optimizer == "frequency_estimator" and own.weight_exponent:
            yield Finding(phrase("{}: the CPU reference does not apply weight_exponent to the activations", name),
                          phrase("Read the activations as the estimated steps between two look-ups"), True)
        if parameters.gradient_accumulation_status == _ACCUMULATION.DISABLED:
            yield Finding(phrase("{}: the CPU reference sums the gradients of equal ids before it updates, although "
                                 "gradient accumulation is disabled", name), phrase("A TPU may give other values"),
                          True)
        quantized = parameters.simulated_quantization
        if quantized.enabled and (quantized.num_buckets < 2 or not quantized.clipping_limits.HasField("lower")
                                  or not quantized.clipping_limits.HasField("upper")):
            yield Finding(phrase("{}: simulated_quantization needs num_buckets of 2 or more and both clipping_limits",
                                 name), phrase("Give them, or leave simulated_quantization out"))

    def _numbers(self, table: int) -> Iterator[Finding]:
        """Numbers of a table's optimization_parameters that are out of range."""
        name, parameters = phrase("table {}", self.name(table)), self.tables[table].optimization_parameters
        here: Path = (("table_descriptor", table), ("optimization_parameters", 0))
        rate, decay = parameters.learning_rate.constant, parameters.weight_decay_factor
        for field, value, at in (("learning_rate", rate, (("learning_rate", 0), ("constant", 0))),
                                 ("weight_decay_factor", decay, (("weight_decay_factor", 0),))):
            if not math.isfinite(value):
                yield Finding(phrase("{}: {} is {}", name, field, value), phrase("Give a number"), at=(*here, *at))
        if rate < 0:
            yield Finding(phrase("{}: the learning rate is {}: each step goes up the slope of the loss", name,
                                 _short(rate)), phrase("Give a learning rate above 0"), True,
                          (*here, ("learning_rate", 0), ("constant", 0)))
        if decay < 0:
            yield Finding(phrase("{}: weight_decay_factor is {}: each step makes the weights larger", name,
                                 _short(decay)), phrase("Give 0 or more"), True, (*here, ("weight_decay_factor", 0)))
        for field in ("clipping_limits", "gradient_clipping_limits"):
            yield from self._limits(name, field, getattr(parameters, field), (*here, (field, 0)))
        quantized = parameters.simulated_quantization
        if quantized.enabled:
            yield from self._limits(name, "clipping_limits", quantized.clipping_limits,
                                    (*here, ("simulated_quantization", 0), ("clipping_limits", 0)), apart=True)
        optimizer = self.optimizer(table)
        own = getattr(parameters, optimizer) if optimizer else None
        for field, value in own.ListFields() if own is not None else ():
            allowed = _OTHER_RANGES.get((optimizer, field.name)) or _RANGES.get(field.name)
            if allowed is not None and not allowed.holds(value):
                yield Finding(phrase("{}: {} of {} is {}", name, field.name, optimizer, _short(value)), allowed.remedy,
                              at=(*here, (optimizer, 0), (field.name, 0)))
        if parameters.gradient_accumulation_status == _ACCUMULATION.DISABLED:
            for there, what in ((parameters.HasField("gradient_clipping_limits"), "gradient_clipping_limits"),
                                (optimizer == "adam" and own.use_non_lazy_adam, "use_non_lazy_adam")):
                if there:
                    yield Finding(phrase("{}: {} needs gradient accumulation, which is disabled", name, what),
                                  phrase("Leave gradient_accumulation_status out, or {}", what), True,
                                  (*here, ("gradient_accumulation_status", 0)))

    def _limits(self, name: str, field: str, limits: Any, at: Path, apart: bool = False) -> Iterator[Finding]:
        """Limits between which no number lies; with `apart`, also those between which there is just one."""
        lower = limits.lower.value if limits.HasField("lower") else -math.inf
        upper = limits.upper.value if limits.HasField("upper") else math.inf
        if not (lower < upper if apart else lower <= upper):
            yield Finding(phrase("{}: no number lies within {}: it begins at {} and ends at {}", name, field,
                                 _short(lower), _short(upper)),
                          phrase("Give a lower limit that is below the upper one"), at=at)


def _short(value: float) -> str:
    """A float32 as it was typed."""
    return f"{value:.6g}"
