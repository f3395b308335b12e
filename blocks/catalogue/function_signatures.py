"""What each op with functions gives to them and takes from them: one table, in the words of its own pins and attrs.

Of each attribute that is a function, a line says what the Args of its page are and, behind `->`, its Retvals:

    PIN         what is given to this input, tensor by tensor
    PIN:        the same, without its first dimension
    element PIN  the components of an element of the dataset that is given to this input
    scalar PIN  as many numbers of the dtypes of what is given to this input
    pairs PIN   the same, each twice
    =ATTR       what this attribute lists: dtypes, of which the op gives as many
    of ATTR     what the page gives that is the value of this attribute
    DT_X NAME   a scalar
    any         whatever it may be, any number of it

The sources are the kernels of TensorFlow and tf.data's Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.values.literals import ValueSyntaxError


class Part(NamedTuple):
    """A part of a line: `kind` is `pin`, `rows`, `element`, `scalar`, `pairs`, `attr`, `of`, `any` or a dtype; `name`
    that of the pin or attr, or what a scalar is."""

    kind: str
    name: str = ""


class Line(NamedTuple):
    """What a function takes and gives."""

    args: tuple[Part, ...]
    results: tuple[Part, ...]


def named(block: Block, block_type: BlockType) -> Iterator[tuple[str, str]]:
    """The pages that a block names as functions, each with the attr. What cannot be read is passed over."""
    for attr in LINES.get(block_type.op or "", ()):
        text, of = block.values.get(attr), block_type.attr(attr)
        try:
            value = read_attr(text, of.type) if text and of is not None else ()
        except ValueSyntaxError:
            continue
        yield from ((attr, page) for page in ([value] if isinstance(value, str) else value))


def line(op: str | None, attr: str) -> Line | None:
    """What the function that is an attr of an op takes and gives; None for any other attr."""
    return LINES.get(op or "", {}).get(attr)


def attrs_given(op: str | None, attrs: Mapping[str, Any], gives: Mapping[str, list[str | None]]) -> dict[str, Any]:
    """The attrs of an op, such as Tout, that follow from what the pages of its functions give: dtypes by attr, those of
    the first page where there are several. `attrs` are those that are known."""
    found: dict[str, Any] = {}
    for attr, (_, results) in LINES.get(op or "", {}).items():
        given = gives.get(attr)
        follows = [part for part in results if part.kind == "attr" and part.name not in attrs | found]
        if given is None or len(follows) != 1:
            continue
        at = results.index(follows[0])
        before = sum(len(attrs.get(_LISTS.get(part.name, ""), ())) for part in results[:at])
        rest = given[before:]
        if None not in rest and at == len(results) - 1:
            if follows[0].name in _SINGLE:
                found |= {follows[0].name: rest[0]} if len(rest) == 1 else {}
            else:
                found[follows[0].name] = rest
    return found


def follows(op: str | None) -> Mapping[str, list[str]]:
    """The attrs of an op that follow from pages, each with the attrs whose pages these are."""
    found: dict[str, list[str]] = {}
    for attr, (_, results) in LINES.get(op or "", {}).items():
        for part in results:
            if part.kind == "attr":
                found.setdefault(part.name, []).append(attr)
    return found


_SINGLE = {"DstT"}                          # attrs that are one dtype
_LISTS = {"initial_state": "Tstate"}        # what counts a list that stands before one that follows

_KEY, _SIZE, _KEEP = "DT_INT64 key", "DT_INT64 size", "DT_BOOL keep"
_SET, _DONE = "DT_VARIANT dataset", "DT_BOOL go_on"
_ELEMENT = "element input_dataset, other_arguments"
_MAP, _FLAT, _FILTER = ({name: f"{_ELEMENT} -> {gives}"} for name, gives in (
    ("f", "=output_types"), ("f", _SET), ("predicate", _KEEP)))
_LOOP = {"cond": f"input -> {_DONE}", "body": "input -> input"}
_BRANCHES = {"then_branch": "input -> =Tout", "else_branch": "input -> =Tout"}
_CASE = {"branches": "input -> =Tout"}
_CALL = {"f": "args -> =Tout"}
_LAUNCH = {"function": "constants, args, resources -> =Tresults"}
_SCAN = {"f": f"initial_state, {_ELEMENT} -> initial_state, =output_types"}
_BY_WINDOW = {"key_func": f"element input_dataset, key_func_other_arguments -> {_KEY}",
              "reduce_func": f"{_KEY}, {_SET}, reduce_func_other_arguments -> {_SET}",
              "window_size_func": f"{_KEY}, window_size_func_other_arguments -> {_SIZE}"}
_BY_REDUCER = {"key_func": f"element input_dataset, key_func_other_arguments -> {_KEY}",
               "init_func": f"{_KEY}, init_func_other_arguments -> any",
               "reduce_func": "of init_func, element input_dataset, reduce_func_other_arguments -> of init_func",
               "finalize_func": "of init_func, finalize_func_other_arguments -> =output_types"}
_SAVE = {"shard_func": "element input_dataset, shard_func_other_args -> DT_INT64 shard"}
_LOAD = {"reader_func": f"{_SET}, reader_func_other_args -> {_SET}"}
_UNCOMPRESS = {"uncompress_fn": "DT_VARIANT compressed -> =output_types"}
_ANY = "any -> any"
_COMBINER = {"combiner_table_vjp_computation": _ANY, "combiner_weights_vjp_computation": _ANY}
_COMBINED = "XlaSparseDenseMatmulCustomCombinerOnTcGradWith"

_TABLE: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("While", "StatelessWhile", "_While", "XlaWhile", "RiscWhile"), _LOOP),
    "For": {"body": "DT_INT32 i, input -> input"},
    **dict.fromkeys(("If", "StatelessIf", "_If"), _BRANCHES),
    "XlaIf": {name: text.replace("input", "inputs") for name, text in _BRANCHES.items()},
    "Case": _CASE, "StatelessCase": _CASE,
    "RiscCondition": {"func_true": "input_true -> =DstT", "func_false": "input_false -> =DstT"},
    **dict.fromkeys(("PartitionedCall", "StatefulPartitionedCall", "RemoteCall", "TPUPartitionedCall"), _CALL),
    "SymbolicGradient": {"f": _ANY},
    "BatchFunction": {"f": "in_tensors, captured_tensors -> =Tout"},
    "MapDefun": {"f": "arguments:, captured_inputs -> =output_types"},
    **dict.fromkeys(("MapDataset", "ExperimentalMapDataset", "ParallelMapDataset", "ParallelMapDatasetV2",
                     "MapAndBatchDataset", "ExperimentalMapAndBatchDataset"), _MAP),
    **dict.fromkeys(("FlatMapDataset", "InterleaveDataset", "ParallelInterleaveDataset",
                     "ExperimentalParallelInterleaveDataset", "ParallelInterleaveDatasetV2",
                     "ParallelInterleaveDatasetV3", "ParallelInterleaveDatasetV4",
                     "LegacyParallelInterleaveDatasetV2"), _FLAT),
    **dict.fromkeys(("FilterDataset", "ParallelFilterDataset", "TakeWhileDataset", "ExperimentalTakeWhileDataset"),
                    _FILTER),
    "ReduceDataset": {"f": f"initial_state, {_ELEMENT} -> initial_state"},
    **dict.fromkeys(("ScanDataset", "ExperimentalScanDataset"), _SCAN),
    **dict.fromkeys(("GroupByWindowDataset", "ExperimentalGroupByWindowDataset"), _BY_WINDOW),
    **dict.fromkeys(("GroupByReducerDataset", "ExperimentalGroupByReducerDataset"), _BY_REDUCER),
    "GeneratorDataset": {"init_func": "init_func_other_args -> any",
                         "next_func": "of init_func, next_func_other_args -> =output_types",
                         "finalize_func": "of init_func, finalize_func_other_args -> any"},
    "IndexFlatMapDataset": {"map_func": "element input_dataset, map_func_other_args -> any",
                            "index_map_func": "DT_INT64 index, index_map_func_other_args -> "
                                              "DT_INT64 element, DT_INT64 within"},
    "OneShotIterator": {"dataset_factory": f" -> {_SET}"},
    "ChooseFastestBranchDataset": {"branches": f"{_SET}, any -> {_SET}"},
    **dict.fromkeys(("SaveDataset", "SaveDatasetV2"), _SAVE), "LoadDataset": _LOAD, "SnapshotDatasetV2": _SAVE | _LOAD,
    **dict.fromkeys(("DataServiceDatasetV3", "DataServiceDatasetV4"), _UNCOMPRESS),
    "RpcServerRegister": {"f": "any -> any"},
    "XlaLaunch": _LAUNCH, "XlaLaunchV2": {"function": "args -> =Tresults"},
    "_XlaCompile": {"function": "constants, args, resources -> any"},
    "XlaReduce": {"reducer": "scalar input, scalar init_value -> scalar input"},
    "XlaReduceWindow": {"computation": "scalar input, scalar init_value -> scalar input"},
    "XlaScatter": {"update_computation": "scalar operand, scalar updates -> scalar operand"},
    "XlaSelectAndScatter": {"select": "pairs operand -> DT_BOOL select",
                            "scatter": "scalar source, scalar init_value -> scalar operand"},
    "XlaVariadicReduce": {"reducer": "scalar input, scalar init_value -> scalar input"},
    "XlaVariadicReduceV2": {"reducer": "scalar inputs, scalar init_values -> scalar inputs"},
    "XlaVariadicSort": {"comparator": "pairs inputs -> DT_BOOL before"},
    "XlaCallModule": {"function_list": _ANY}, "XlaHostCompute": {"shape_inference_graph": _ANY},
    "TPUCompile": {"function": _ANY}, "_TPUReplicate": {"computation": _ANY},
    "FuncAttr": {"f": _ANY}, "FuncListAttr": {"f": _ANY},
    **{f"{_COMBINED}{name}CsrInput": _COMBINER for name in ("AdagradAnd", "AdagradMomentumAnd", "AdamAnd", "FtrlAnd",
                                                            "SgdAnd")},
    f"{_COMBINED}CsrInput": _COMBINER | {"optimizer_custom_computation": _ANY},
    "XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput": {"combiner_computation": _ANY},
    "XlaSparseDenseMatmulGradWithCsrInput": {"custom_computation": _ANY}}


def _parts(text: str) -> tuple[Part, ...]:
    found = []
    for item in filter(None, map(str.strip, text.split(","))):
        kind, _, name = item.rpartition(" ")
        if not kind and name != "any":
            kind = "attr" if name[0] == "=" else "rows" if name[-1] == ":" else "pin"
            name = name.strip("=:")
        found.append(Part(kind or "any", name if kind else ""))
    return tuple(found)


LINES: Mapping[str, Mapping[str, Line]] = {
    op: {attr: Line(*map(_parts, text.split("->"))) for attr, text in attrs.items()} for op, attrs in _TABLE.items()}
