"""Problems of a TPUEmbeddingConfiguration that cannot be read or makes no sense.

`table` is the name of a table of the config, and `field` one of its fields. Numbers that may be infinite or NaN are
texts.
"""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase

_CONFIG_MEANT = phrase("Name a block that has a config")


def _feature(name: str, number: int) -> str:
    return name or phrase("feature {}", number)


@kind("bad-config:none")
def no_config(at: Address) -> ProblemTexts:
    """Report that the TPU blocks of a page need a config, and no block has one."""
    return (
        phrase("no block of the page says what the embedding tables are"),
        phrase("Add a ConfigureTPUEmbedding block and type its config: the TPUEmbeddingConfiguration as protobuf text"),
    )


@kind("bad-config:no-block")
def no_such_block(at: Address, text: str) -> ProblemTexts:
    """Report that a config is that of another block, `text`, which does not exist."""
    return phrase("{}: there is no such block", text), _CONFIG_MEANT


@kind("bad-config:circle")
def config_in_a_circle(at: Address, text: str) -> ProblemTexts:
    """Report that configs refer to each other in a cycle; `text` is the last reference."""
    return phrase("{}: nothing leads to a config", text), _CONFIG_MEANT


@kind("bad-config:without")
def block_without_config(at: Address, text: str) -> ProblemTexts:
    """Report that a config is that of another block, `text`, which has none."""
    return phrase("{}: that block has none", text), _CONFIG_MEANT


_AS_TEXT = phrase("Type the configuration as text, such as: mode: TRAINING")


@kind("bad-config:literal")
def bad_literal(at: Address, why: Phrase) -> ProblemTexts:
    """Report that a quoted config is neither text nor bytes."""
    return phrase("the config cannot be read: {}", why), _AS_TEXT


@kind("bad-config:bytes")
def bad_bytes(at: Address) -> ProblemTexts:
    """Report that a config is typed as bytes of something else."""
    return phrase("the bytes are not a serialised TPUEmbeddingConfiguration"), _AS_TEXT


@kind("bad-config:unreadable")
def unreadable(at: Address, why: Phrase) -> ProblemTexts:
    """Report that a config is not protobuf text; `why` is protobuf's English message."""
    return (
        phrase("the config cannot be read: {}", why),
        phrase("Write it as protobuf text: field: value, and message { ... }"),
    )


def _meant(known: tuple[str, ...], near: str) -> Phrase:
    if not known:
        return phrase("Remove it")
    has = join(", ", known)
    return phrase("Is {} meant? It has: {}", near, has) if near else phrase("It has: {}", has)


@kind("bad-config:no-field")
def no_such_field(at: Address, type: str, name: str, known: tuple[str, ...], near: str) -> ProblemTexts:
    """Report that a message has no field of that name; `near` is the most similar one of `known`, or ""."""
    return phrase("message type {} has no field named {}", type, name), _meant(known, near)


@kind("bad-config:no-value")
def no_such_value(at: Address, type: str, name: str, known: tuple[str, ...], near: str) -> ProblemTexts:
    """Report that an enum has no value of that name; `near` is the most similar one of `known`, or ""."""
    return phrase("enum type {} has no value named {}", type, name), _meant(known, near)


@kind("bad-config:no-tables")
def no_tables(at: Address) -> ProblemTexts:
    """Report that a config has no table."""
    return (
        phrase("there is no table"),
        phrase("Add table_descriptor { name: ... vocabulary_size: ... dimension: ... }"),
    )


@kind("bad-config:no-mode")
def mode_not_given(at: Address) -> ProblemTexts:
    """Report that a config does not state the mode of the tables."""
    return phrase("the mode is not given"), phrase("Add mode: TRAINING (or INFERENCE, or BACKWARD_PASS_ONLY)")


@kind("bad-config:named-twice")
def named_twice(at: Address, table: str) -> ProblemTexts:
    """Report that two tables have the same name."""
    return phrase("two tables are named {}", table), phrase("Give each table a different name")


@kind("bad-config:batch-size")
def no_batch_size(at: Address, size: int) -> ProblemTexts:
    """Report that a config has no features, and no batch size, or one below 1."""
    return (
        phrase("batch_size_per_tensor_core is {}", size) if size else phrase("batch_size_per_tensor_core is not given"),
        phrase("Add it: the number of samples in a batch"),
    )


@kind("bad-config:below-1")
def below_1(at: Address, field: str, number: int) -> ProblemTexts:
    """Report that a number is below 1."""
    return phrase("{} is {}", field, number), phrase("Give {}: 1 or more", field)


@kind("bad-config:tags")
def bad_tags(at: Address, tags: tuple[int, ...]) -> ProblemTexts:
    """Report that the tags of dynamic learning rates are not 0, 1, 2 ..."""
    return (
        phrase("the tags of dynamic learning rates are {}", str(list(tags))),
        phrase("Number them 0 to {}, without gaps", len(tags) - 1),
    )


@kind("bad-config:cores", WARNING)
def several_cores(at: Address, cores: int) -> ProblemTexts:
    """Report that a config is for more tensor cores than the CPU reference has."""
    return (
        phrase("the config is for {} tensor cores, the CPU reference is one of them", cores),
        phrase("Enqueue one batch for each step"),
    )


@kind("bad-config:table-id")
def feature_of_no_table(at: Address, feature: str, number: int, table: int, tables: int) -> ProblemTexts:
    """Report that a feature, by its name, which may be "", and its number, has no table."""
    return (
        phrase("{} has the table_id {}, but there are {} tables", _feature(feature, number), table, tables),
        phrase("Give it a table_id from 0 to {}", tables - 1),
    )


@kind("bad-config:input-shape")
def bad_input_shape(at: Address, feature: str, number: int, shape: tuple[int, ...]) -> ProblemTexts:
    """Report that a feature has no shape, or one with sizes below 1."""
    return (
        phrase("the input_shape of {} is {}", _feature(feature, number), str(list(shape))),
        phrase("Give it the shape of the input, such as input_shape: 8 for a batch of 8"),
    )


@kind("bad-config:unused-table", WARNING)
def unused_table(at: Address, table: str, number: int) -> ProblemTexts:
    """Report that no feature is looked up in a table."""
    return (
        phrase("table {}: no feature looks anything up in it", table),
        phrase("Give a feature_descriptor the table_id {}, or remove the table", number),
    )


def _of(table: str) -> Phrase:
    return phrase("table {}", table)


@kind("bad-config:below-1:table")
def table_below_1(at: Address, table: str, field: str, number: int) -> ProblemTexts:
    """Report that a number of a table is below 1."""
    return phrase("table {}: {} is {}", table, field, number), phrase("Give {}: 1 or more", field)


@kind("bad-config:no-optimizer")
def no_optimizer(at: Address, table: str) -> ProblemTexts:
    """Report that a table to be trained has no optimizer."""
    return (
        phrase("{} has no optimizer", _of(table)),
        phrase("Add one to its optimization_parameters, such as adagrad {}"),
    )


@kind("bad-config:no-rate")
def no_rate(at: Address, table: str) -> ProblemTexts:
    """Report that the optimizer of a table needs a learning rate."""
    return (
        phrase("{} has no learning rate", _of(table)),
        phrase(
            "Add learning_rate { constant: 0.1 } or learning_rate { dynamic { tag: 0 } } to its optimization_parameters"
        ),
    )


@kind("bad-config:no-exponent")
def no_exponent(at: Address, table: str) -> ProblemTexts:
    """Report that the optimizer adagrad_momentum has no exponent, by which it divides."""
    return (
        phrase("{}: the exponent of adagrad_momentum is 0", _of(table)),
        phrase("Give it: exponent: 2 is that of Adagrad"),
    )


@kind("bad-config:no-rule")
def no_rule(at: Address, table: str, optimizer: str, why: Phrase) -> ProblemTexts:
    """Report that the CPU reference does not have an optimizer."""
    return (
        phrase("{}: {} cannot be run by the CPU reference: {}", _of(table), optimizer, why),
        phrase("Choose another optimizer, or run the page on a TPU"),
    )


@kind("bad-config:undocumented")
def undocumented(at: Address, table: str, optimizer: str, field: str) -> ProblemTexts:
    """Report that the CPU reference does not have a field of an optimizer."""
    return (
        phrase(
            "{}: the CPU reference cannot run {} with {}: TensorFlow's documentation does not say what it does",
            _of(table),
            optimizer,
            field,
        ),
        phrase("Leave {} out, or run on a TPU", field),
    )


@kind("bad-config:step-as-rate")
def step_as_rate(at: Address, table: str) -> ProblemTexts:
    """Report that the learning rate of frequency_estimator is not a step counter."""
    return (
        phrase("{}: frequency_estimator takes the global step as its learning rate", _of(table)),
        phrase("Make the learning rate dynamic and wire the step, as a float, to learning_rates"),
    )


@kind("bad-config:weight-exponent", WARNING)
def weight_exponent(at: Address, table: str) -> ProblemTexts:
    """Report that the CPU reference ignores the weight_exponent of frequency_estimator."""
    return (
        phrase("{}: the CPU reference does not apply weight_exponent to the activations", _of(table)),
        phrase("Read the activations as the estimated steps between two look-ups"),
    )


@kind("bad-config:sums", WARNING)
def sums_all_the_same(at: Address, table: str) -> ProblemTexts:
    """Report that the CPU reference sums gradients although gradient accumulation is disabled."""
    return (
        phrase(
            "{}: the CPU reference sums the gradients of equal ids before it updates, although "
            "gradient accumulation is disabled",
            _of(table),
        ),
        phrase("A TPU may give other values"),
    )


@kind("bad-config:quantization")
def bad_quantization(at: Address, table: str) -> ProblemTexts:
    """Report that a quantization lacks its inputs."""
    return (
        phrase("{}: simulated_quantization needs num_buckets of 2 or more and both clipping_limits", _of(table)),
        phrase("Give them, or leave simulated_quantization out"),
    )


@kind("bad-config:no-number")
def no_number(at: Address, table: str, field: str, value: str) -> ProblemTexts:
    """Report that a field is infinite or NaN."""
    return phrase("{}: {} is {}", _of(table), field, value), phrase("Give a number")


@kind("bad-config:negative:learning_rate", WARNING)
def negative_rate(at: Address, table: str, value: str) -> ProblemTexts:
    """Report that a learning rate is below 0."""
    return (
        phrase("{}: the learning rate is {}: each step goes up the slope of the loss", _of(table), value),
        phrase("Give a learning rate above 0"),
    )


@kind("bad-config:negative:weight_decay_factor", WARNING)
def negative_decay(at: Address, table: str, value: str) -> ProblemTexts:
    """Report that a decay of weights is below 0."""
    return (
        phrase("{}: weight_decay_factor is {}: each step makes the weights larger", _of(table), value),
        phrase("Give 0 or more"),
    )


@kind("bad-config:out-of-range")
def out_of_range(
    at: Address,
    table: str,
    optimizer: str,
    field: str,
    value: str,
    least: float | None,
    most: float | None,
    below: bool,
) -> ProblemTexts:
    """Report that a field of an optimizer is not in `least` to `most`; None for an open end.

    With `below`, `most` itself is excluded.
    """
    if most is None:
        give = phrase("Give {} or more", least)
    elif least is None:
        give = phrase("Give {} or less", most)
    else:
        give = (
            phrase("Give a number from {} to below {}", least, most)
            if below
            else phrase("Give a number from {} to {}", least, most)
        )
    return phrase("{}: {} of {} is {}", _of(table), field, optimizer, value), give


@kind("bad-config:accumulation", WARNING)
def without_accumulation(at: Address, table: str, field: str) -> ProblemTexts:
    """Report that a field has no effect unless gradients are summed first."""
    return (
        phrase("{}: {} needs gradient accumulation, which is disabled", _of(table), field),
        phrase("Leave gradient_accumulation_status out, or {}", field),
    )


@kind("bad-config:limits")
def no_room(at: Address, table: str, field: str, lower: str, upper: str) -> ProblemTexts:
    """Report that the range between two limits is empty."""
    return (
        phrase("{}: no number is within {}: it begins at {} and ends at {}", _of(table), field, lower, upper),
        phrase("Give a lower limit that is below the upper one"),
    )
