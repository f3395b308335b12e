"""Every op with function attrs compiles from a page.

If it has a CPU kernel, its results equal those of `tf.raw_ops` with the same functions written in Python.
"""

from __future__ import annotations

import ast
import functools
import inspect
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.framework import op_def_library

from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block, Document, Wire
from blockloom.blocks.problems import ERROR
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.run.runner import Runner
from tests.extent import slow_after
from tests.pages import page

I32, I64, F32, BOOL, VARIANT = "DT_INT32", "DT_INT64", "DT_FLOAT", "DT_BOOL", "DT_VARIANT"


class Given(NamedTuple):
    """A function: dtypes of its Args x, y, z; its blocks and wires as a page; its Python version.

    The Retvals are r0, r1 ...
    """

    args: list[str]
    blocks: str
    wires: list[str]
    works: Callable


def _range(stop):
    return tf.raw_ops.RangeDataset(
        start=np.int64(0), stop=stop, step=np.int64(1), output_types=[tf.int64], output_shapes=[[]]
    )


def _batch(dataset, size=100):
    return tf.raw_ops.BatchDatasetV2(
        input_dataset=dataset,
        batch_size=np.int64(size),
        drop_remainder=False,
        output_types=[tf.int64],
        output_shapes=[[None]],
    )


KINDS = "output_types=[DT_INT64] output_shapes=[[]]"
ROWS = "output_types=[DT_INT64] output_shapes=[[-1]]"
FUNCTIONS = {
    "same": Given([I64], "", ["x.output -> r0.input"], lambda x: x),
    "double": Given([I64], "M Mul y=2", ["x.output -> M.x", "M.z -> r0.input"], lambda x: x * 2),
    "less": Given([I64], "L Less y=3", ["x.output -> L.x", "L.z -> r0.input"], lambda x: x < 3),
    "odd": Given([I64], "M FloorMod y=2", ["x.output -> M.x", "M.z -> r0.input"], lambda x: x % 2),
    "zero": Given(
        [I64], "C Const value=0 dtype=DT_INT64", ["C.output -> r0.input"], lambda x: tf.constant(0, tf.int64)
    ),
    "three": Given(
        [I64], "C Const value=3 dtype=DT_INT64", ["C.output -> r0.input"], lambda x: tf.constant(3, tf.int64)
    ),
    "add": Given([I64, I64], "M AddV2", ["x.output -> M.x", "y.output -> M.y", "M.z -> r0.input"], lambda x, y: x + y),
    "sub": Given([I64, I64], "M Sub", ["x.output -> M.x", "y.output -> M.y", "M.z -> r0.input"], lambda x, y: x - y),
    "running": Given(
        [I64, I64],
        "M AddV2",
        ["x.output -> M.x", "y.output -> M.y", "M.z -> r0.input", "x.output -> r1.input"],
        lambda x, y: (x + y, x),
    ),
    "rows": Given(
        [I64], f"D RangeDataset start=0 step=1 {KINDS}", ["x.output -> D.stop", "D.handle -> r0.input"], _range
    ),
    "six": Given(
        [], f"D RangeDataset start=0 stop=6 step=1 {KINDS}", ["D.handle -> r0.input"], lambda: _range(np.int64(6))
    ),
    "window": Given(
        [I64, VARIANT],
        f"B BatchDatasetV2 batch_size=3 drop_remainder=false {ROWS}",
        ["y.output -> B.input_dataset", "B.handle -> r0.input"],
        lambda x, y: _batch(y, 3),
    ),
    "as_is": Given([VARIANT], "", ["x.output -> r0.input"], lambda x: x),
    "flat": Given(
        [VARIANT],
        f"F FlatMapDataset f=as_is Targuments=[] {KINDS}",
        ["x.output -> F.input_dataset", "F.handle -> r0.input"],
        lambda x: tf.raw_ops.FlatMapDataset(
            input_dataset=x, other_arguments=[], f=_python("as_is"), output_types=[tf.int64], output_shapes=[[]]
        ),
    ),
    "doubled": Given(
        [VARIANT],
        f"F MapDataset f=double Targuments=[] {KINDS}",
        ["x.output -> F.input_dataset", "F.handle -> r0.input"],
        lambda x: tf.raw_ops.MapDataset(
            input_dataset=x, other_arguments=[], f=_python("double"), output_types=[tf.int64], output_shapes=[[]]
        ),
    ),
    "halves": Given(
        [I64],
        "D FloorDiv y=2; M FloorMod y=2",
        ["x.output -> D.x", "x.output -> M.x", "D.z -> r0.input", "M.z -> r1.input"],
        lambda x: (x // 2, x % 2),
    ),
    "pair": Given(
        [I64],
        "M Mul y=10; S Pack",
        ["x.output -> M.x", "x.output -> S.values", "M.z -> S.values", "S.output -> r0.input"],
        lambda x: tf.stack([x, x * 10]),
    ),
    "times": Given(
        [I32, F32],
        "C Cast DstT=DT_FLOAT; M Mul",
        ["x.output -> C.x", "y.output -> M.x", "C.y -> M.y", "M.z -> r0.input"],
        lambda x, y: y * tf.cast(x, tf.float32),
    ),
    "square": Given([F32], "M Square", ["x.output -> M.x", "M.y -> r0.input"], tf.square),
    "below": Given([F32], "L Less y=50", ["x.output -> L.x", "L.z -> r0.input"], lambda x: x < 50),
    "twice": Given([F32], "M Mul y=2", ["x.output -> M.x", "M.z -> r0.input"], lambda x: x * 2),
    "sum": Given([F32, F32], "M AddV2", ["x.output -> M.x", "y.output -> M.y", "M.z -> r0.input"], lambda x, y: x + y),
    "most": Given(
        [F32, F32], "M GreaterEqual", ["x.output -> M.x", "y.output -> M.y", "M.z -> r0.input"], lambda x, y: x >= y
    ),
}


class Case(NamedTuple):
    """An op with its typed values on a page; "D" is the dataset 0 to 5.

    `output` names the output that is compared; of a dataset, the first `most` elements in one batch.
    """

    op: str
    values: dict[str, str]
    output: str = "handle"
    most: int = 100


def case(op: str, text: str, output: str = "handle", most: int = 100) -> Case:
    return Case(op, dict(word.split("=", 1) for word in text.split()), output, most)


def dataset(op: str, text: str) -> Case:
    return case(op, f"input_dataset=D output_types=[DT_INT64] output_shapes=[[]] {text}")


ALSO = "other_arguments=[] Targuments=[]"
TUNED = "cycle_length=2 block_length=1"
BUFFERS = "buffer_output_elements=2 prefetch_input_elements=1"
CALLED = "num_parallel_calls=2"
BATCHED = f"batch_size=2 drop_remainder=false output_shapes=[[-1]] {CALLED}"
REDUCED = "key_func=odd init_func=zero reduce_func=add finalize_func=double " + " ".join(
    f"{one}_func_other_arguments=[] T{one}_func_other_arguments=[]" for one in ("key", "init", "reduce", "finalize")
)
WINDOWED = "key_func=odd reduce_func=window window_size_func=three output_shapes=[[-1]] " + " ".join(
    f"{one}_func_other_arguments=[] T{one}_func_other_arguments=[]" for one in ("key", "reduce", "window_size")
)
CASES = [
    case("PartitionedCall", f"args=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] f=sub", "output"),
    case("StatefulPartitionedCall", f"args=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] f=sub", "output"),
    case(
        "RemoteCall",
        f"target='/job:localhost/replica:0/task:0/device:CPU:0' args=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] f=sub",
        "output",
    ),
    *(
        case(
            op,
            f"cond=false Tcond={BOOL} input=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] then_branch=add else_branch=sub",
            "output",
        )
        for op in ("If", "StatelessIf", "_If")
    ),
    *(
        case(op, f"branch_index=1 input=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] branches=[add,sub]", "output")
        for op in ("Case", "StatelessCase")
    ),
    *(
        case(op, f"input=[1.5] T=[{F32}] cond=below body=twice", "output")
        for op in ("While", "StatelessWhile", "_While")
    ),
    case("For", f"start=1 limit=5 delta=1 input=[1.5] T=[{F32}] body=times", "output"),
    case("SymbolicGradient", f"input=[3.0,1.0] Tin=[{F32},{F32}] Tout=[{F32}] f=square", "output"),
    case(
        "MapDefun",
        f"arguments=[[1,2,3]] captured_inputs=[] Targuments=[{I64}] Tcaptured=[] output_types=[{I64}] "
        "output_shapes=[[]] f=double",
        "output",
    ),
    case(
        "BatchFunction",
        f"in_tensors=[[1.0,2.0]] captured_tensors=[] Tin=[{F32}] Tcaptured=[] Tout=[{F32}] "
        "num_batch_threads=1 max_batch_size=4 batch_timeout_micros=0 f=twice",
        "out_tensors",
    ),
    case("OneShotIterator", "dataset_factory=six output_types=[DT_INT64] output_shapes=[[]]"),
    dataset("MapDataset", f"f=double {ALSO}"),
    dataset("ParallelMapDataset", f"f=double {ALSO} {CALLED}"),
    dataset("ParallelMapDatasetV2", f"f=double {ALSO} {CALLED}"),
    dataset("MapAndBatchDataset", f"f=double {ALSO} {BATCHED}"),
    dataset("ExperimentalMapAndBatchDataset", f"f=double {ALSO} {BATCHED}"),
    dataset("FilterDataset", f"predicate=less {ALSO}"),
    dataset("ParallelFilterDataset", f"predicate=less {ALSO} {CALLED}"),
    dataset("TakeWhileDataset", f"predicate=less {ALSO}"),
    dataset("ExperimentalTakeWhileDataset", f"predicate=less {ALSO}"),
    dataset("FlatMapDataset", f"f=rows {ALSO}"),
    dataset("InterleaveDataset", f"f=rows {ALSO} {TUNED}"),
    dataset("ParallelInterleaveDataset", f"f=rows sloppy=false {ALSO} {TUNED} {BUFFERS}"),
    dataset("ExperimentalParallelInterleaveDataset", f"f=rows sloppy=false {ALSO} {TUNED} {BUFFERS}"),
    dataset("LegacyParallelInterleaveDatasetV2", f"f=rows {ALSO} {TUNED} {BUFFERS}"),
    dataset("ParallelInterleaveDatasetV2", f"f=rows {ALSO} {TUNED} {CALLED}"),
    dataset("ParallelInterleaveDatasetV3", f"f=rows {ALSO} {TUNED} {CALLED}"),
    dataset("ParallelInterleaveDatasetV4", f"f=rows {ALSO} {TUNED} {BUFFERS} {CALLED}"),
    dataset("ScanDataset", f"f=running initial_state=[0] Tstate=[{I64}] {ALSO}"),
    dataset("ExperimentalScanDataset", f"f=running initial_state=[0] Tstate=[{I64}] {ALSO}"),
    dataset("ReduceDataset", f"f=add initial_state=[0] Tstate=[{I64}] {ALSO}")._replace(output="components"),
    dataset("GroupByReducerDataset", REDUCED),
    dataset("ExperimentalGroupByReducerDataset", REDUCED),
    dataset("GroupByWindowDataset", WINDOWED),
    dataset("ExperimentalGroupByWindowDataset", WINDOWED),
    dataset(
        "ChooseFastestBranchDataset",
        "ratio_numerator=1 ratio_denominator=1 num_elements_per_branch=1 branches=[doubled,doubled] "
        f"other_arguments_lengths=[0,0] {ALSO}",
    ),
    case(
        "GeneratorDataset",
        "init_func_other_args=[7] next_func_other_args=[] finalize_func_other_args=[] "
        f"Tinit_func_args=[{I64}] Tnext_func_args=[] Tfinalize_func_args=[] init_func=double next_func=double "
        "finalize_func=zero output_types=[DT_INT64] output_shapes=[[]]",
        most=3,
    ),
    dataset(
        "IndexFlatMapDataset",
        "map_func=pair index_map_func=halves map_func_other_args=[] index_map_func_other_args=[] "
        "Tmap_func_args=[] Tindex_map_func_args=[] output_cardinality=12",
    ),
    dataset("SaveDatasetV2", "path='{folder}/saved' shard_func_other_args=[] shard_func=zero Tshard_func_args=[]"),
    dataset(
        "SnapshotDatasetV2",
        "path='{folder}/snapshot' reader_func_other_args=[] shard_func_other_args=[] reader_func=flat "
        "shard_func=zero Treader_func_args=[] Tshard_func_args=[]",
    ),
    case("XlaWhile", f"input=[1.5] T=[{F32}] cond=below body=twice", "output"),
    case("XlaReduce", f"input=[1.0,2.0,3.0] init_value=0.5 T={F32} dimensions_to_reduce=[0] reducer=sum", "output"),
    case(
        "XlaReduceWindow",
        f"input=[1.0,2.0,3.0] init_value=0.5 T={F32} Tindices={I32} window_strides=[1] base_dilations=[1] "
        "window_dilations=[1] window_dimensions=[2] padding=[[0,0]] computation=sum",
        "output",
    ),
    case(
        "XlaScatter",
        f"operand=[1.0,2.0,3.0] scatter_indices=[[1]] updates=[5.0] T={F32} Tindices={I32} "
        "dimension_numbers='\\x12\\x01\\x00\\x1a\\x01\\x00\\x20\\x01' indices_are_sorted=true update_computation=sum",
        "output",
    ),
    case(
        "XlaSelectAndScatter",
        "operand=[1.0,3.0,4.0,2.0] window_dimensions=[2] window_strides=[2] padding=[[0,0]] "
        f"source=[10.0,20.0] init_value=0.0 T={F32} Tindices={I32} select=most scatter=sum",
        "output",
    ),
    case(
        "XlaVariadicReduce",
        f"input=[[1.0,2.0,3.0]] init_value=[0.5] N=1 T={F32} dimensions_to_reduce=[0] reducer=sum",
        "output",
    ),
    case(
        "XlaVariadicReduceV2",
        f"inputs=[[1.0,2.0,3.0]] init_values=[0.5] T=[{F32}] dimensions_to_reduce=[0] reducer=sum",
        "outputs",
    ),
    case("XlaVariadicSort", f"inputs=[[1.0,3.0,2.0]] dimension=0 T=[{F32}] is_stable=true comparator=most", "outputs"),
    case(
        "XlaLaunch",
        f"constants=[] args=[3.5] resources=[] Tconstants=[] Targs=[{F32}] Nresources=0 Tresults=[{F32}] "
        "function=twice",
        "results",
    ),
    case(
        "XlaLaunchV2", f"args=[3.5] Targs=[{F32}] Tresults=[{F32}] constants=[] resources=[] function=twice", "results"
    ),
    case(
        "_XlaCompile",
        f"constants=[] args=[3.5] resources=[] Tconstants=[] must_compile=true Targs=[{F32}] Nresources=0 "
        "function=twice",
        "compilation_successful",
    ),
]


@functools.cache
def _python(name: str) -> Any:
    """Return a function as Python has it, traced once for all graphs."""
    given = FUNCTIONS[name]
    with tf.init_scope():
        return tf.function(given.works).get_concrete_function(
            *(tf.TensorSpec([] if dtype == VARIANT else None, _dtype(dtype)) for dtype in given.args)
        )


def _dtype(name: str) -> tf.DType:
    return tf.as_dtype(name[3:].lower())


def function_pages(document: Document) -> Document:
    for name, given in FUNCTIONS.items():
        args = "".join(
            f"{arg} loom.Arg dtype={dtype} index={n};" for n, (arg, dtype) in enumerate(zip("xyz", given.args))
        )
        count = sum(".input" in wire and "-> r" in wire for wire in given.wires)
        page(
            document,
            name,
            args + given.blocks + ";" + "".join(f"r{n} loom.Retval index={n};" for n in range(count)),
            *given.wires,
        )
    return document


def case_page(case: Case) -> Document:
    document = function_pages(Document())
    main = page(document, "main", f"D RangeDataset start=0 stop=6 step=1 {KINDS}")
    main.blocks["X"] = Block("X", case.op, values={pin: text for pin, text in case.values.items() if text != "D"})
    for pin in (pin for pin, text in case.values.items() if text == "D"):
        main.put_wire(Wire("D", "handle", "X", pin))
    shapes = case.values.get("output_shapes", "")
    if case.op == "OneShotIterator":
        main.blocks["G"] = Block(
            "G", "IteratorGetNext", values={k: case.values[k] for k in ("output_types", "output_shapes")}
        )
        main.put_wire(Wire("X", "handle", "G", "iterator"))
    elif case.output == "handle":
        batched = {"output_types": "[DT_INT64]", "output_shapes": "[?]"}
        main.blocks |= {
            "T": Block(
                "T",
                "TakeDataset",
                values={"count": str(case.most), "output_types": "[DT_INT64]", "output_shapes": shapes},
            ),
            "B": Block("B", "BatchDatasetV2", values=batched | {"batch_size": "100", "drop_remainder": "false"}),
            "G": Block("G", "DatasetToSingleElement", values=batched),
        }
        for ends in (
            ("X", "handle", "T", "input_dataset"),
            ("T", "handle", "B", "input_dataset"),
            ("B", "handle", "G", "dataset"),
        ):
            main.put_wire(Wire(*ends))
    return document


def run(document: Document, catalogue: Any) -> dict[str, dict[str, Any]]:
    """Return the results of a step of the page `main`, by block."""
    program = compile_page(document, "main", catalogue)
    assert program.ok, [str(p) for p in program.problems]
    runner = Runner(program)
    try:
        runner.step(True)
        return {at.block: pins for at, pins in runner.latest().items()}
    finally:
        runner.close()


def ours(case: Case, catalogue: Any) -> Any:
    found = run(case_page(case), catalogue)
    return found["G"]["components"] if case.output == "handle" else found["X"][case.output]


def _value(text: str, dtype: str | list[str] | None) -> Any:
    """Return a typed input as arrays."""
    value = ast.literal_eval(text.replace("false", "False").replace("true", "True"))
    if isinstance(dtype, list):
        return [np.array(one, _dtype(kind).as_numpy_dtype) for one, kind in zip(value, dtype, strict=True)]
    return np.array(value, _dtype(dtype).as_numpy_dtype)


def _attr(type_: str, text: str) -> Any:
    value = read_attr(text, type_)
    if type_ == "func":
        return _python(value)
    if type_ == "list(func)":
        return [_python(one) for one in value]
    if type_ == "type":
        return _dtype(value)
    if type_ == "list(type)":
        return [_dtype(one) for one in value]
    if type_ == "list(shape)":
        return [None if one is None else [None if size < 0 else size for size in one] for one in value]
    return value


def raw(case: Case, catalogue: Any) -> Any:
    kind = catalogue[case.op]
    attrs = {attr.name: read_attr(case.values[attr.name], attr.type) for attr in kind.attrs if attr.name in case.values}
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        given = {attr.name: _attr(attr.type, case.values[attr.name]) for attr in kind.attrs if attr.name in attrs}
        for pin in kind.inputs:
            text = case.values[pin.name]
            dtype = pin.dtype or attrs.get(pin.type_attr or pin.type_list_attr)
            if pin.list and not isinstance(dtype, list):
                dtype = [dtype] * len(ast.literal_eval(text))
            given[pin.name] = _range(np.int64(6)) if text == "D" else _value(text, dtype)
        own = getattr(tf.raw_ops, case.op, None)
        if own is not None:
            found = own(**{name: value for name, value in given.items() if name in inspect.signature(own).parameters})
        else:
            follow = {attr for pin in kind.inputs for attr in (pin.type_attr, pin.type_list_attr, pin.number_attr)}
            found = op_def_library.apply_op(case.op, name="X", **{k: v for k, v in given.items() if k not in follow})
        if case.op == "OneShotIterator":
            found = tf.raw_ops.IteratorGetNext(iterator=found, output_types=[tf.int64], output_shapes=[[]])
        elif case.output == "handle":
            taken = tf.raw_ops.TakeDataset(
                input_dataset=found,
                count=np.int64(case.most),
                output_types=[tf.int64],
                output_shapes=given["output_shapes"],
            )
            batch = tf.raw_ops.BatchDatasetV2(
                input_dataset=taken,
                batch_size=np.int64(100),
                drop_remainder=False,
                output_types=[tf.int64],
                output_shapes=[None],
            )
            found = tf.raw_ops.DatasetToSingleElement(dataset=batch, output_types=[tf.int64], output_shapes=[None])
        names = [pin.name for pin in kind.outputs]
        return session.run(found[names.index(case.output)] if len(names) > 1 else found)


def _placed(case: Case, folder: Path) -> Case:
    return case._replace(values={pin: text.replace("{folder}", str(folder)) for pin, text in case.values.items()})


@pytest.mark.parametrize("case", slow_after(12, CASES), ids=lambda case: case.op)
def test_it_gives_what_the_raw_op_gives(case, catalogue, tmp_path):
    np.testing.assert_equal(
        ours(_placed(case, tmp_path / "ours"), catalogue), raw(_placed(case, tmp_path / "raw"), catalogue)
    )


def test_a_dataset_that_was_saved_is_loaded(catalogue, tmp_path):
    """SaveDataset gives nothing, and LoadDataset needs what was saved."""
    values = {
        "input_dataset": "D",
        "path": f"'{tmp_path}/saved'",
        "shard_func_other_args": "[]",
        "Tshard_func_args": "[]",
        "shard_func": "zero",
    }
    document = case_page(Case("SaveDataset", values, ""))
    run(document, catalogue)
    load = case(
        "LoadDataset",
        f"path='{tmp_path}/saved' reader_func_other_args=[] reader_func=flat Treader_func_args=[] "
        "output_types=[DT_INT64] output_shapes=[[]]",
    )
    np.testing.assert_equal(ours(load, catalogue), raw(load, catalogue))
    np.testing.assert_equal(ours(load, catalogue), [np.arange(6)])


def test_an_xla_branch_is_refused_as_the_raw_op_is(catalogue):
    """TensorFlow's kernel of XlaIf wants an attr that its op does not have."""
    called = case(
        "XlaIf",
        f"cond=false Tcond={BOOL} inputs=[5,2] Tin=[{I64},{I64}] Tout=[{I64}] then_branch=add else_branch=sub",
        "output",
    )
    for one in ours, raw:
        with pytest.raises(tf.errors.NotFoundError, match="No attr named 'output_shapes'"):
            one(called, catalogue)


def test_a_module_calls_a_page(catalogue):
    stablehlo = pytest.importorskip("tensorflow.compiler.mlir.stablehlo.stablehlo")
    module = stablehlo.serialize_portable_artifact_str(
        """
        module @jit_f.0 { func.func public @main(%arg0: tensor<f32>) -> tensor<f32> {
            %0 = stablehlo.custom_call @tf.call_tf_function(%arg0) {tf.backend_config = {called_index = 0}}
                : (tensor<f32>) -> tensor<f32>
            return %0 : tensor<f32> } }""",
        stablehlo.get_current_version(),
    )
    text = "".join(f"\\x{byte:02x}" for byte in module)
    called = case(
        "XlaCallModule",
        f"args=[3.5] Tin=[{F32}] Tout=[{F32}] Sout=[[]] version=9 module=b'{text}' platforms=['CPU'] "
        "dim_args_spec=[] function_list=[twice] has_token_input_output=false disabled_checks=[] "
        "use_shardy_partitioner=false",
        "output",
    )
    np.testing.assert_equal(ours(called, catalogue), raw(called, catalogue))


@pytest.mark.parametrize("version", ["V3", "V4"])
def test_a_service_gives_what_a_page_unpacks(catalogue, version):
    service = tf.data.experimental.service
    dispatcher = service.DispatchServer()
    address = dispatcher.target.partition("://")[2]
    worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=address))
    old = version == "V3"
    document = function_pages(Document())
    page(
        document,
        "pack",
        "x loom.Arg dtype=DT_INT64; C CompressElement components=<x.output; r loom.Retval input=<C.compressed",
    )
    page(
        document,
        "unpack",
        f"x loom.Arg dtype=DT_VARIANT; U UncompressElement {KINDS} compressed=<x.output; "
        "r loom.Retval input=<U.components[0]",
    )
    snappy = r"metadata='\x10\x02'"
    served = f"address='{address}' protocol='grpc'"
    page(
        document,
        "main",
        f"D RangeDataset start=0 stop=6 step=1 {KINDS}; C DummyIterationCounter; "
        "P MapDataset f=pack Targuments=[] other_arguments=[] output_types=[DT_VARIANT] output_shapes=[[]] "
        "input_dataset=<D.handle; "
        f"R RegisterDataset{'' if old else 'V2'} {served} external_state_policy=0 {snappy} dataset=<P.handle; "
        f"S DataServiceDataset{version} processing_mode='' {served} job_name='' consumer_index=-1 "
        f"num_consumers=-1 max_outstanding_requests=-1 {KINDS} uncompress_fn=unpack uncompress=true "
        "dataset_id=<R.dataset_id iteration_counter=<C.handle; "
        "B BatchDatasetV2 batch_size=100 drop_remainder=false output_types=[DT_INT64] output_shapes=[?] "
        "input_dataset=<S.handle; "
        "G DatasetToSingleElement output_types=[DT_INT64] output_shapes=[?] dataset=<B.handle",
    )
    np.testing.assert_equal(run(document, catalogue)["G"]["components"], [np.arange(6)])
    worker._stop()
    dispatcher._stop()


def test_a_server_answers_with_a_page(catalogue):
    with socket.socket() as one:
        one.bind(("localhost", 0))
        address = f"localhost:{one.getsockname()[1]}"
    document = function_pages(Document())
    page(
        document,
        "main",
        f"S RpcServer server_address='{address}'; "
        "R RpcServerRegister method_name='double' f=double captured_inputs=[] Tin=[] input_specs='' "
        "output_specs='' server=<S.server; B RpcServerStart server=<S.server; "
        f"C RpcClient server_address='{address}' timeout_in_ms=5000 shared_name=c; "
        "K RpcCall method_name='double' args=[21] Tin=[DT_INT64] timeout_in_ms=5000 client=<C.client; "
        "O RpcCheckStatus status_or=<K.future; G RpcGetValue Tout=[DT_INT64] status_or=<K.future; "
        "E DeleteRpcFutureResource handle=<K.future deleter=<K.deleter; R -> B; B -> C; O -> G; G -> E",
    )
    assert run(document, catalogue)["G"]["output"] == [42]


# What TensorFlow has no CPU kernel of, with the attrs that do not follow from wires.
NO_KERNEL = {
    "FuncAttr": {},
    "FuncListAttr": {},
    "RiscCondition": {"DstT": F32},
    "RiscWhile": {"cond": "below"},
    "ExperimentalMapDataset": {"output_types": f"[{F32}]", "output_shapes": "[[]]"},
    "TPUCompile": {"num_computations": "1", "metadata": "''"},
    "TPUPartitionedCall": {"Tout": f"[{F32}]"},
    "XlaHostCompute": {"Toutputs": f"[{F32}]", "ancestors": "[]", "shapes": "[[]]", "key": "k"},
    "_TPUReplicate": {"num_replicas": "1", "output_types": f"[{F32}]"},
} | {
    f"XlaSparseDenseMatmul{name}CsrInput": {"table_name": "t"} | dict.fromkeys(given.split(), "1")
    for name, given in {
        "CustomCombinerOnTcWith": "input_size max_valency num_weights quantization_config_low quantization_config_high"
        " quantization_config_num_buckets",
        "GradWith": "",
        **{
            f"CustomCombinerOnTcGradWith{name}": f"max_valency num_weights {given}"
            for name, given in {
                "": "",
                "AdagradAnd": "",
                "SgdAnd": "",
                "AdagradMomentumAnd": "exponent beta1 beta2 epsilon",
                "AdamAnd": "beta1 beta2 epsilon",
                "FtrlAnd": "beta learning_rate_power l1_regularization_strength l2_regularization_strength",
            }.items()
        },
    }.items()
}
FLAGS = {"use_nesterov", "use_sum_inside_sqrt", "multiply_linear_by_learning_rate"}


@pytest.mark.parametrize("op", NO_KERNEL)
def test_it_compiles_where_nothing_runs_it(op, catalogue):
    kind, document = catalogue[op], function_pages(Document())
    functions = {
        attr.name: "twice" if attr.type == "func" else "[twice, twice]"
        for attr in kind.attrs
        if attr.type in ("func", "list(func)")
    }
    flags = {attr.name: "true" for attr in kind.attrs if attr.name in FLAGS}
    main = page(document, "main", "")
    main.blocks["X"] = Block("X", op, values=functions | flags | NO_KERNEL[op])
    for pin in kind.inputs:
        main.blocks[pin.name] = Block(pin.name, "Placeholder", values={"dtype": pin.dtype or F32})
        main.put_wire(Wire(pin.name, "output", "X", pin.name))
    program = compile_page(document, "main", catalogue)
    assert not [str(p) for p in program.problems if p.severity == ERROR]
    node = program.graph.get_operation_by_name("X").node_def
    named = [one.name for attr in functions for one in (node.attr[attr].list.func or [node.attr[attr].func])]
    assert node.op == op and named and all(program.graph._is_function(name) for name in named)


def test_no_op_with_functions_is_left_out(catalogue):
    tried = (
        {case.op for case in CASES}
        | NO_KERNEL.keys()
        | {
            "IdentityN",  # of its gradient: see test_custom_gradients
            "SaveDataset",
            "LoadDataset",
            "XlaIf",
            "XlaCallModule",
            "DataServiceDatasetV3",
            "DataServiceDatasetV4",
            "RpcServerRegister",
        }
    )
    assert tried == {
        name for name in catalogue.entries if any(attr.type in ("func", "list(func)") for attr in catalogue[name].attrs)
    }
    assert not {op for op in NO_KERNEL if "CPU" in catalogue[op].devices}
