"""Problems of the TPU blocks of a page that do not fit the config of their tables, or each other."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase, plural


def _tables(number: int) -> Phrase:
    return plural("{} table", "{} tables", number) if number else phrase("no tables")


def _features(number: int) -> Phrase:
    return plural("{} feature", "{} features", number) if number else phrase("no features")


def _shape(sizes: tuple[int | None, ...] | None) -> str:
    return "?" if sizes is None else f"[{', '.join('?' if size is None else str(size) for size in sizes)}]"


@kind("tpu-embedding:another-config")
def another_config(at: Address, other: str) -> ProblemTexts:
    """Report that two blocks have different configs; `other` has the one that counts."""
    return (
        phrase("it differs from that of {}, and a TPU has one configuration", other),
        phrase("Type @{} to use the same", other),
    )


@kind("tpu-embedding:inference", WARNING)
def inference(at: Address) -> ProblemTexts:
    """Report that gradients are sent to tables that are not trained."""
    return phrase("the mode is INFERENCE: the tables are not updated"), phrase("Write mode: TRAINING")


@kind("wrong-count:activations")
def wrong_activations(at: Address, count: int, wanted: int, features: bool) -> ProblemTexts:
    """Report a wrong number of activations; the config has `wanted` tables, or features if `features`."""
    have = _features(wanted) if features else _tables(wanted)
    return (phrase("{} is {}, but the config has {}", at.end, count, have), phrase("Type {}", wanted))


@kind("wrong-count:gradients")
def wrong_gradients(at: Address, count: int, outputs: tuple[str, ...], features: bool) -> ProblemTexts:
    """Report a wrong number of gradients; `outputs` names the tables of the config, or its features if `features`."""
    wanted = _features(len(outputs)) if features else _tables(len(outputs))
    names = join(", ", outputs)
    return (
        plural(
            "{} gradient arrives, but the config has {}: {}",
            "{} gradients arrive, but the config has {}: {}",
            count,
            wanted,
            names,
        )
        if count
        else phrase("no gradients arrive, but the config has {}: {}", wanted, names),
        phrase("Wire one gradient for each of them, in this order, to {}", at.end),
    )


@kind("wrong-count:rates")
def wrong_rates(at: Address, count: int, tags: tuple[int, ...]) -> ProblemTexts:
    """Report a wrong number of learning rates; the config has one for each of `tags`."""
    have = plural("{} learning rate", "{} learning rates", count) if count else phrase("no learning rates")
    if not tags:
        return phrase("{} for no tags in the config", have), phrase("Wire none: all learning rates are constant")
    return (
        phrase("{} for {} in the config: {}", have, plural("{} tag", "{} tags", len(tags)), str(list(tags))),
        phrase("Wire one scalar for each tag, in the order of the tags"),
    )


@kind("tpu-embedding:rate", WARNING)
def rate_out_of_range(at: Address, tag: int, rate: str) -> ProblemTexts:
    """Report that a typed learning rate is below 0, or NaN."""
    return phrase("the learning rate of tag {} is {}", tag, rate), phrase("Give a learning rate above 0")


@kind("wrong-shape:gradient")
def gradient_shape(at: Address, output: str, shape: tuple[int, ...], wanted: tuple[int, ...]) -> ProblemTexts:
    """Report that a gradient does not have the shape of its activations."""
    return (
        phrase(
            "the gradient of {} has the shape {}, but its activations have {}", output, _shape(shape), _shape(wanted)
        ),
        phrase("Wire the gradient with respect to the activations, or make both agree with the config"),
    )


@kind("wrong-shape:rate")
def rate_shape(at: Address, tag: int, shape: tuple[int, ...]) -> ProblemTexts:
    """Report that a learning rate is not a scalar."""
    return phrase("the learning rate of tag {} has the shape {}", tag, _shape(shape)), phrase("Wire a scalar")


@kind("tpu-embedding:no-data")
def no_deduplication_data(at: Address, source: str) -> ProblemTexts:
    """Report that the wired deduplication data is from another op."""
    return (
        phrase("{} does not output deduplication data", source),
        phrase("Wire the output of XlaRecvTPUEmbeddingDeduplicationData"),
    )


@kind("tpu-embedding:combiner")
def no_combiner(at: Address, combiner: str) -> ProblemTexts:
    """Report that a combiner does not exist."""
    return phrase("{} is not a combiner", combiner), phrase("Use sum, mean or sqrtn")


@kind("wrong-count:combiners")
def wrong_combiners(at: Address, count: int, tables: int) -> ProblemTexts:
    """Report a wrong number of combiners."""
    return (
        phrase("{} for {}", plural("{} combiner", "{} combiners", count), _tables(tables)),
        phrase("Type one for each table, or none: they then sum"),
    )


@kind("tpu-embedding:table-id")
def no_table_id(at: Address, table: int, tables: int) -> ProblemTexts:
    """Report that the table of a feature is not in the config."""
    return phrase("there is no table {}: the config has {}", table, tables), phrase("Use 0 to {}", tables - 1)


@kind("wrong-count:table-ids")
def wrong_table_ids(at: Address, count: int, features: int) -> ProblemTexts:
    """Report a wrong number of table ids."""
    have = plural("{} table id", "{} table ids", count) if count else phrase("no table ids")
    return phrase("{} for {}", have, _features(features)), phrase("Type one for each feature")


@kind("wrong-count:lengths")
def wrong_lengths(at: Address, count: int, features: int) -> ProblemTexts:
    """Report a wrong number of sequence lengths."""
    return (
        phrase("{} for {}", plural("{} length", "{} lengths", count), _features(features)),
        phrase("Type a length for each feature (0 if it is not a sequence), or no length at all"),
    )


@kind("tpu-embedding:mode")
def no_mode(at: Address, mode: str) -> ProblemTexts:
    """Report that a mode does not exist."""
    return phrase("{} is not a mode", mode), phrase("Use unspecified, inference, training or backward_pass_only")


@kind("bad-id")
def bad_id(at: Address, table: str, rows: int, id: int) -> ProblemTexts:
    """Report that a typed id is not a row."""
    return phrase("table {} has {} rows, and no id {}", table, rows, id), phrase("Type ids from 0 to {}", rows - 1)


@kind("tpu-embedding:weights", WARNING)
def weights_of_nothing(at: Address, sample: int, combiner: str, table: str) -> ProblemTexts:
    """Report typed weights whose sum, a divisor, is 0."""
    return (
        phrase(
            "the weights of sample {} come to 0, and the combiner {} of table {} divides by that",
            sample,
            combiner,
            table,
        ),
        phrase("Type other weights, or use the combiner sum. The CPU reference gives zeros"),
    )


@kind("tpu-embedding:num-features")
def num_features(at: Address) -> ProblemTexts:
    """Report an attribute whose meaning is not documented."""
    return (
        phrase("the CPU reference does not know what num_features does here: TensorFlow does not document it"),
        phrase("Leave it out, and give each feature its own pin"),
    )


@kind("tpu-embedding:tables-of-features")
def tables_of_features(at: Address, tables: tuple[int, ...]) -> ProblemTexts:
    """Report that the typed tables of the features are not those of the config."""
    wanted = str(list(tables))
    return phrase("the features of the config have the tables {}", wanted), phrase("Type {}", wanted)


@kind("wrong-count:of-table")
def wrong_features_of_table(at: Address, table: str, wanted: int, count: int) -> ProblemTexts:
    """Report a wrong number of features for a table."""
    return (
        phrase("table {} has num_features: {}, but {} arrive", table, wanted, count),
        phrase("Wire one tensor for each feature of a table (a sequence counts as its length)"),
    )


@kind("wrong-count:tensors")
def wrong_tensors(at: Address, count: int, wanted: int, features: bool) -> ProblemTexts:
    """Report a wrong number of tensors; the config has `wanted` tables, or features if `features`."""
    return (
        phrase("{} tensors for {} features", count, wanted)
        if features
        else phrase("{} tensors for {} tables", count, wanted),
        phrase("Wire one for each"),
    )


@kind("tpu-embedding:no-features")
def config_without_features(at: Address, config: str) -> ProblemTexts:
    """Report that a block takes features, and the config, of the block `config`, describes none."""
    return (
        phrase("this block needs a config with features"),
        phrase(
            "Add feature_descriptor {{ ... }} to the config of {}, or use EnqueueTPUEmbeddingSparseTensorBatch", config
        ),
    )


@kind("tpu-embedding:shape-unknown")
def shape_unknown(at: Address) -> ProblemTexts:
    """Report that a pin whose shape determines the kind of a feature has an unknown shape."""
    return (
        phrase("the CPU reference must know its shape to tell dense, sparse and ragged features apart"),
        phrase("Give it a fixed shape"),
    )


@kind("wrong-shape:columns")
def wrong_columns(at: Address, columns: int, shape: tuple[int, ...]) -> ProblemTexts:
    """Report that the coordinates of a sparse feature do not match its input_shape, `shape`, in columns."""
    return (
        phrase("{} columns for the input_shape {}", columns, _shape(shape)),
        phrase("Wire {}: one for each dimension and one for what is combined", len(shape) + 1),
    )


@kind("wrong-count:all-tables")
def wrong_tables(at: Address, count: int, wanted: int) -> ProblemTexts:
    """Report that a block for all tables states a wrong number of tables."""
    return phrase("{} is {}, but the config has {}", at.end, count, _tables(wanted)), phrase("Make it {}", wanted)


@kind("tpu-embedding:named-twice")
def table_named_twice(at: Address, tables: tuple[str, ...]) -> ProblemTexts:
    """Report that both the name and the number of a table are given; the config has `tables`."""
    return (
        phrase("both table_name and table_id are given"),
        phrase("Give one of them. The tables are: {}", join(", ", tables)),
    )


@kind("tpu-embedding:not-named")
def table_not_named(at: Address, tables: tuple[str, ...]) -> ProblemTexts:
    """Report that no table is given; the config has `tables`."""
    return phrase("no table is named"), phrase("Give one of them. The tables are: {}", join(", ", tables))


@kind("tpu-embedding:no-table")
def no_table(at: Address, table: str | int, tables: tuple[str, ...]) -> ProblemTexts:
    """Report that the config has no table of this name or number; it has `tables`."""
    return phrase("there is no table {}", table), phrase("The tables of the config are: {}", join(", ", tables))


@kind("tpu-embedding:optimizer")
def wrong_optimizer(at: Address, table: str, optimizer: str, use: str) -> ProblemTexts:
    """Report that the optimizer of a table differs from that of the block; `use` is the right block type."""
    return (
        phrase("table {} has the optimizer {}, and this block is for another", table, optimizer),
        phrase("Use {}", use),
    )


@kind("tpu-embedding:shards")
def no_shards(at: Address, shards: int) -> ProblemTexts:
    """Report that the number of shards is below 1."""
    return phrase("num_shards is {}", shards), phrase("Type the number of hosts, 1 for one")


@kind("tpu-embedding:shard")
def no_shard(at: Address, shard: int, shards: int) -> ProblemTexts:
    """Report that a block names a shard (`shard`, from 0) of a table that has fewer (`shards`)."""
    return phrase("there is no shard {} of {}", shard, shards), phrase("Type 0 to {}", shards - 1)


@kind("wrong-shape:table")
def table_shape(at: Address, shape: tuple[int, ...], table: str, wanted: tuple[int, ...]) -> ProblemTexts:
    """Report that loaded values do not have the shape of the table, or of its shard."""
    return (
        phrase("{} has the shape {}, but table {} has {}", at.end, _shape(shape), table, _shape(wanted)),
        phrase("Load rows and columns as the config says"),
    )


@kind("tpu-embedding:not-run", WARNING)
def not_run(at: Address) -> ProblemTexts:
    """Report that no session runs a block that loads a table."""
    return (
        phrase("no session runs it: it loads here, but on a TPU it would not"),
        phrase("Wire its operation to the run_outputs of the session"),
    )


@kind("tpu-embedding:apart", WARNING)
def sessions_apart(at: Address, other: str) -> ProblemTexts:
    """Report that two sessions have TPU blocks."""
    return (
        phrase("in the CPU reference {} has its own embedding tables: {} has others", at.block, other),
        phrase("Run the TPU blocks in one session"),
    )


@kind("tpu-embedding:not-loaded", WARNING)
def not_loaded(at: Address, table: str, op: str) -> ProblemTexts:
    """Report that nothing loads a table; `op` is the block type that would."""
    return phrase("nothing loads the table {}: it begins with zeros", table), phrase("Add a {} block", op)


@kind("no-tpu")
def no_tpu(at: Address, target: str) -> ProblemTexts:
    """Report that an op that only a TPU runs is to run on a target without one."""
    return (
        phrase("only a TPU runs this op, and {} has none: the CPU reference runs on this machine alone", target),
        phrase("Run without a target, or on one with TPUs"),
    )
