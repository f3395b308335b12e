"""TPUEmbeddingConfiguration: read from protobuf text, checked, serialised."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from google.protobuf import message, text_format
from tensorflow.core.protobuf.tpu import optimization_parameters_pb2, tpu_embedding_configuration_pb2

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.io.bounded_io import too_deep_proto
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.blocks.text.similar_names import similar_names
from blockloom.blocks.values import literals, prototext
from blockloom.blocks.values.prototext import Path
from blockloom.runtime.tpu.optimizer_rules import RULES, WITHOUT_RULE, Rule

Proto = tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration
_ACCUMULATION = optimization_parameters_pb2.GradientAccumulationStatus
_PLACE = re.compile(r"(?:(\d+):(\d+) : )?(.*)", re.S)
_TYPE = re.compile(r'"(?:tensorflow\.tpu\.)?(?:\w+\.)*(\w+)"')


class ConfigError(ValueError):
    """A text that is not a TPUEmbeddingConfiguration: a kind of problem, and its facts."""

    def __init__(self, case: str, **facts: Any):
        super().__init__(case)
        self.kind, self.facts = f"bad-config:{case}", facts


class ConfigFault(NamedTuple):
    """A fault of a config: a kind of problem with its facts; `at` is the path of the faulty field or message."""

    kind: str
    facts: dict[str, Any]
    path: Path = ()

    def placed(self, text: str) -> dict[str, Any]:
        """Return the facts, with the `place` in the config's text if known."""
        start = prototext.field_position(text, self.path) if self.path else None
        return self.facts if start is None else self.facts | {"place": prototext.line_column(text, start)}


def _finding(case: str, at: Path = (), /, **facts: Any) -> ConfigFault:
    return ConfigFault(f"bad-config:{case}", facts, at)


class Range(NamedTuple):
    """The numbers that a field accepts, None for no limit; `below`: less than `most`."""

    least: float | None
    most: float | None
    below: bool = False

    def contains(self, value: float) -> bool:
        """Return whether a finite number is in the range."""
        return (
            math.isfinite(value)
            and (self.least is None or self.least <= value)
            and (self.most is None or (value < self.most if self.below else value <= self.most))
        )


_BELOW_1, _TO_1, _FROM_0, _TO_0 = Range(0, 1, below=True), Range(0, 1), Range(0, None), Range(None, 0)
# Field of an optimizer's message -> range that TensorFlow's optimizers and kernels accept.
_RANGES = {
    "beta1": _BELOW_1,
    "beta2": _BELOW_1,
    "rho": _TO_1,
    "momentum": _TO_1,
    "tau": _TO_1,
    "epsilon": _FROM_0,
    "exponent": _FROM_0,
    "beta": _FROM_0,
    "l1": _FROM_0,
    "l2": _FROM_0,
    "max_accumulator": _FROM_0,
    "max_var_update": _FROM_0,
    "max_delta": _FROM_0,
    "outlier_threshold": _FROM_0,
}
_OTHER_RANGES = {("adagrad_momentum", "beta2"): _TO_1, ("ftrl", "lr_power"): _TO_0}


class ActivationOutput(NamedTuple):
    """A tensor of activations: of a feature, or of a table if the config has no features."""

    name: str
    table: int
    shape: tuple[int, ...]

    @property
    def rows(self) -> int:
        """The number of rows of activations: the product of all dimensions but the last."""
        return math.prod(self.shape[:-1])


def is_embedding(op: str) -> bool:
    """Return whether an op has such a config, or loads, feeds or reads its tables."""
    return bool(traits_of(op).embedding)


def read(text: str) -> Any:
    """Return the config of a typed value: protobuf text, quoted or not, or a bytes literal of a serialised one.

    Raises:
        ConfigError: The text is invalid.
    """
    stripped, config = text.strip(), Proto()
    try:
        if re.match(r"b['\"]", stripped, re.I):
            config.ParseFromString(literals.tensor(stripped, "DT_STRING")[0].item())
            return config
        if stripped[:1] in ("'", '"'):
            text = literals.attr(stripped, "string").decode("utf-8", "replace")
        if too_deep_proto(text.encode("utf-8", "surrogatepass")):
            raise ConfigError("unreadable", why=phrase("it is nested too deeply"))
        return text_format.Parse(text, config)
    except literals.ValueSyntaxError as error:
        start = text.index(stripped) + error.position
        raise ConfigError("literal", why=str(error), place=prototext.line_column(text, start)) from None
    except message.DecodeError:
        raise ConfigError("bytes") from None
    except text_format.ParseError as error:
        placed = _PLACE.fullmatch(str(error))
        assert placed is not None  # the pattern matches any text
        line, column, what = placed.groups()
        place = {"place": (int(line), int(column))} if line else {}
        raise _unread(re.sub(r"^'.*?': ", "", what).rstrip("."), place) from None


def _unread(what: str, place: dict[str, Any]) -> ConfigError:
    """Return the parser's message as an error, with facts if a name does not exist."""
    match = re.search(r'type "tensorflow\.tpu\.([\w.]+)" has no (field|value) named "?(\w+)', what)
    if match is None:
        return ConfigError("unreadable", why=Phrase(what[:1].lower() + _TYPE.sub(r"\1", what[1:])), **place)
    within, thing, name = match.groups()
    kinds = {
        **tpu_embedding_configuration_pb2.DESCRIPTOR.message_types_by_name,
        **optimization_parameters_pb2.DESCRIPTOR.message_types_by_name,
    }
    first, *inner = within.split(".")
    kind = kinds.get(first)
    for part in inner:
        kind = kind and (kind.nested_types_by_name.get(part) or kind.enum_types_by_name.get(part))
    known = list(getattr(kind, "fields_by_name", None) or getattr(kind, "values_by_name", None) or ())
    near = similar_names(name, known)
    return ConfigError(f"no-{thing}", type=(inner or [first])[-1], name=name, known=known, near="".join(near), **place)


class Embedding:
    """A config and derived facts; `block` is the block with the typed config."""

    def __init__(self, config: Any, block: str):
        self.config = config
        self.block = block
        self.data: bytes = config.SerializeToString(deterministic=True)
        self.tables = config.table_descriptor

    @cached_property
    def outputs(self) -> list[ActivationOutput]:
        """The activations, in the order of XlaRecvTPUEmbeddingActivations; only for a config without errors."""
        sharding = self.config.spmd_sharding
        cores = sharding.num_cores_per_replica if sharding.enabled and not sharding.use_manual_partitioning else 1
        if self.config.feature_descriptor:
            return [
                ActivationOutput(
                    f.name or f"feature {i}",
                    f.table_id,
                    (cores * f.input_shape[0], *f.input_shape[1:], self.tables[f.table_id].dimension),
                )
                for i, f in enumerate(self.config.feature_descriptor)
            ]
        batch = cores * self.config.batch_size_per_tensor_core
        return [
            ActivationOutput(self.name(i), i, (batch * t.num_features, t.dimension)) for i, t in enumerate(self.tables)
        ]

    @cached_property
    def tags(self) -> set[int]:
        """The tags of the scalar inputs of SendTPUEmbeddingGradients: learning rates and step counters."""
        found = set()
        for table in self.tables:
            parameters = table.optimization_parameters
            if parameters.learning_rate.WhichOneof("learning_rate") == "dynamic":
                found.add(parameters.learning_rate.dynamic.tag)
            if parameters.WhichOneof("parameters") == "frequency_aware_adagrad":
                found.add(parameters.frequency_aware_adagrad.step_counter.tag)
        return found

    def name(self, table: int) -> str:
        """Return the name of a table, `table_N` for one without."""
        return self.tables[table].name or f"table_{table}"

    def optimizer(self, table: int) -> str:
        """Return the field of OptimizationParameters that is set, such as `adagrad`."""
        return self.tables[table].optimization_parameters.WhichOneof("parameters") or ""

    def rule(self, table: int) -> Rule:
        """Return the update rule of a table's optimizer."""
        return RULES[self.optimizer(table)]

    def shard(self, table: int, shard: int, shards: int) -> tuple[int, int, int]:
        """Return the rows of a table on one host: (first, end, stride)."""
        rows = self.tables[table].vocabulary_size
        if self.config.sharding_strategy == Proto.MOD:
            return shard, rows, shards
        each, more = divmod(rows, shards)
        first = shard * each + min(shard, more)
        return first, first + each + (shard < more), 1

    def findings(self, reference: bool) -> Iterator[ConfigFault]:
        """Yield the faults of the config; with `reference` also limitations of the CPU reference."""
        config = self.config
        if not config.table_descriptor:
            yield _finding("no-tables")
            return
        if config.mode not in (Proto.INFERENCE, Proto.TRAINING, Proto.BACKWARD_PASS_ONLY):
            yield _finding("no-mode", (("mode", 0),))
        names = [t.name for t in self.tables if t.name]
        for name in sorted({n for n in names if names.count(n) > 1}):
            yield _finding("named-twice", table=name)
        features = config.feature_descriptor
        if not features and config.batch_size_per_tensor_core < 1:
            yield _finding("batch-size", (("batch_size_per_tensor_core", 0),), size=config.batch_size_per_tensor_core)
        for field in ("num_hosts", "num_tensor_cores"):
            if getattr(config, field) < 0:
                yield _finding("below-1", ((field, 0),), field=field, number=getattr(config, field))
        sharding, field = config.spmd_sharding, "num_cores_per_replica"
        if sharding.enabled and sharding.num_cores_per_replica < 1:
            yield _finding(
                "below-1", (("spmd_sharding", 0), (field, 0)), field=field, number=sharding.num_cores_per_replica
            )
        for i, feature in enumerate(features):
            facts: dict[str, Any] = {"feature": feature.name, "number": i}
            if not 0 <= feature.table_id < len(self.tables):
                yield _finding(
                    "table-id",
                    (("feature_descriptor", i), ("table_id", 0)),
                    **facts,
                    table=feature.table_id,
                    tables=len(self.tables),
                )
            if not feature.input_shape or min(feature.input_shape) < 1:
                yield _finding(
                    "input-shape",
                    (("feature_descriptor", i), ("input_shape", 0)),
                    **facts,
                    shape=list(feature.input_shape),
                )
        for i, table in enumerate(self.tables):
            here = (("table_descriptor", i),)
            for field in ("vocabulary_size", "dimension", *(() if features else ("num_features",))):
                if getattr(table, field) < 1:
                    yield _finding(
                        "below-1:table",
                        (*here, (field, 0)),
                        table=self.name(i),
                        field=field,
                        number=getattr(table, field),
                    )
            if features and all(f.table_id != i for f in features):
                yield _finding("unused-table", here, table=self.name(i), number=i)
            if config.mode != Proto.INFERENCE:
                yield from self._training(i, reference)
                yield from self._numbers(i)
        if self.tags and self.tags != set(range(len(self.tags))):
            yield _finding("tags", tags=sorted(self.tags))
        if reference and config.num_tensor_cores > 1:
            yield _finding("cores", (("num_tensor_cores", 0),), cores=config.num_tensor_cores)

    def _training(self, table: int, reference: bool) -> Iterator[ConfigFault]:
        parameters, optimizer = self.tables[table].optimization_parameters, self.optimizer(table)
        name, here = {"table": self.name(table)}, (("table_descriptor", table), ("optimization_parameters", 0))
        if not optimizer:
            yield _finding("no-optimizer", here, **name)
            return
        if parameters.learning_rate.WhichOneof("learning_rate") is None and optimizer != "assign":
            yield _finding("no-rate", here, **name)
        fields, place = getattr(parameters, optimizer), (*here, (optimizer, 0))
        if optimizer == "adagrad_momentum" and not fields.exponent:
            yield _finding("no-exponent", place, **name)
        if not reference:
            return
        if optimizer in WITHOUT_RULE:
            yield _finding("no-rule", place, **name, optimizer=optimizer, why=WITHOUT_RULE[optimizer])
            return
        for field in RULES[optimizer].undocumented:
            if getattr(fields, field):
                yield _finding("undocumented", (*place, (field, 0)), **name, optimizer=optimizer, field=field)
        if optimizer == "frequency_estimator" and not parameters.learning_rate.HasField("dynamic"):
            yield _finding("step-as-rate", (*here, ("learning_rate", 0)), **name)
        if optimizer == "frequency_estimator" and fields.weight_exponent:
            yield _finding("weight-exponent", (*place, ("weight_exponent", 0)), **name)
        if parameters.gradient_accumulation_status == _ACCUMULATION.DISABLED:
            yield _finding("sums", (*here, ("gradient_accumulation_status", 0)), **name)
        quantized = parameters.simulated_quantization
        if quantized.enabled and (
            quantized.num_buckets < 2
            or not quantized.clipping_limits.HasField("lower")
            or not quantized.clipping_limits.HasField("upper")
        ):
            yield _finding("quantization", (*here, ("simulated_quantization", 0)), **name)

    def _numbers(self, table: int) -> Iterator[ConfigFault]:
        """Yield faults for numbers of a table's optimization_parameters that are out of range."""
        parameters, name = self.tables[table].optimization_parameters, self.name(table)
        here: Path = (("table_descriptor", table), ("optimization_parameters", 0))
        for field, value, at in (
            ("learning_rate", parameters.learning_rate.constant, (("learning_rate", 0), ("constant", 0))),
            ("weight_decay_factor", parameters.weight_decay_factor, (("weight_decay_factor", 0),)),
        ):
            if not math.isfinite(value):
                yield _finding("no-number", (*here, *at), table=name, field=field, value=_short(value))
            if value < 0:
                yield _finding(f"negative:{field}", (*here, *at), table=name, value=_short(value))
        for field in ("clipping_limits", "gradient_clipping_limits"):
            yield from self._limits(name, field, getattr(parameters, field), (*here, (field, 0)))
        quantized = parameters.simulated_quantization
        if quantized.enabled:
            yield from self._limits(
                name,
                "clipping_limits",
                quantized.clipping_limits,
                (*here, ("simulated_quantization", 0), ("clipping_limits", 0)),
                apart=True,
            )
        optimizer = self.optimizer(table)
        fields = getattr(parameters, optimizer) if optimizer else None
        for field, value in fields.ListFields() if fields is not None else ():
            allowed = _OTHER_RANGES.get((optimizer, field.name)) or _RANGES.get(field.name)
            if allowed is not None and not allowed.contains(value):
                yield _finding(
                    "out-of-range",
                    (*here, (optimizer, 0), (field.name, 0)),
                    table=name,
                    optimizer=optimizer,
                    field=field.name,
                    value=_short(value),
                    **allowed._asdict(),
                )
        if parameters.gradient_accumulation_status == _ACCUMULATION.DISABLED:
            for is_set, what in (
                (parameters.HasField("gradient_clipping_limits"), "gradient_clipping_limits"),
                (fields is not None and optimizer == "adam" and fields.use_non_lazy_adam, "use_non_lazy_adam"),
            ):
                if is_set:
                    yield _finding("accumulation", (*here, ("gradient_accumulation_status", 0)), table=name, field=what)

    def _limits(self, table: str, field: str, limits: Any, at: Path, apart: bool = False) -> Iterator[ConfigFault]:
        """Yield a fault for limits that exclude all numbers; with `apart`, also for limits that allow just one."""
        lower = limits.lower.value if limits.HasField("lower") else -math.inf
        upper = limits.upper.value if limits.HasField("upper") else math.inf
        if not (lower < upper if apart else lower <= upper):
            yield _finding("limits", at, table=table, field=field, lower=_short(lower), upper=_short(upper))


def _short(value: float) -> str:
    """Return a float32 as it was typed."""
    return f"{value:.6g}"
