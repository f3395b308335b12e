"""Graphs of constants and lists come out of a page as they went in: TensorFlow builds and compares them."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.from_graph.document import convert_model
from blockloom.blocks.problems import ERROR
from blockloom.runtime.model_files import write
from blockloom.runtime.model_files.read import read
from tests.extent import SEED, slow_after

tf1, ops = tf.compat.v1, tf.raw_ops
GRAPHS, BATCH = 5000, 497
FAST = 30
_VALUES = {
    tf.float32: [0.0, -0.0, 1.0, 0.1, -2.5, 1e30, float("nan"), float("inf")],
    tf.float64: [0.0, 1.0, 0.1, -1e300],
    tf.float16: [0.0, 1.5, -2.0],
    tf.bfloat16: [0.0, 1.5, -2.0],
    tf.int32: [0, 1, -1, 7, 2**31 - 1],
    tf.int64: [0, 1, -1, 2**40],
    tf.uint8: [0, 1, 255],
    tf.bool: [True, False],
    tf.complex64: [0j, 1 + 2j],
    tf.string: [b"", b"a", b"two words", b'"', b"\xff\n", b"a, b"],
}
_ADDED = (tf.float32, tf.float64, tf.float16, tf.bfloat16, tf.int32, tf.int64, tf.uint8, tf.complex64)
_SHAPES = ([], [0], [0], [1], [1], [2], [3], [0, 2], [2, 0], [1, 1], [2, 3], [1, 0, 2], [70])


class _Builder:
    """Adds random nodes to the default graph; the inputs of a list are constants, placeholders or other outputs."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.made: list[tf.Tensor] = []
        self.lists: list[tf.Tensor] = []
        self.acts: list[tf.Operation] = []

    def array(self, dtype: tf.DType, shape: list[int]) -> np.ndarray:
        values = [self.chance.choice(_VALUES[dtype]) for _ in range(int(np.prod(shape)))]
        return np.array(values, dtype.as_numpy_dtype).reshape(shape)

    def dtype(self) -> tf.DType:
        return self.chance.choice(list(_VALUES))

    def shape(self) -> list[int]:
        return self.chance.choice(_SHAPES)

    def tensor(self, dtype: tf.DType, shape: list[int]) -> tf.Tensor:
        """Return a tensor of a dtype and shape: one that is there, or a new one."""
        there = [one for one in self.made if one.dtype == dtype and one.shape.as_list() == shape]
        draw = self.chance.random()
        if there and draw < 0.35:
            return self.chance.choice(there)
        if draw < 0.45:
            new = tf1.placeholder(dtype, shape)
        else:
            after = [self.chance.choice(self.acts)] if self.acts and draw > 0.97 else []
            scope = self.chance.choice(["", "", "scope", "Pack/values_0"])
            with tf1.control_dependencies(after), tf1.name_scope(scope or None):
                new = tf1.constant(self.array(dtype, shape), dtype, shape, name=self.chance.choice(["Const", "axis"]))
        if self.chance.random() < 0.5:
            self.made.append(new)
        return new

    def several(self, dtype: tf.DType, shape: list[int]) -> list[tf.Tensor]:
        return [self.tensor(dtype, shape) for _ in range(self.chance.choice((1, 2, 2, 3, 4)))]

    def of_one_row(self, dtype: tf.DType) -> list[tf.Tensor]:
        """Return vectors of several lengths, among them none."""
        return [self.tensor(dtype, [self.chance.choice((0, 0, 1, 2))]) for _ in range(self.chance.choice((2, 2, 3, 4)))]

    def parts(self) -> tuple[list[tf.Tensor], list[tf.Tensor]]:
        """Return the indices and the data of a stitch."""
        dtype, row, indices, data = self.dtype(), self.chance.choice(([], [2], [0])), [], []
        for _ in range(self.chance.choice((1, 2, 3))):
            many = self.chance.choice((0, 1, 2))
            place = [self.chance.randrange(3) for _ in range(many)]
            indices.append(tf1.constant(place, tf.int32, [many]))
            data.append(self.tensor(dtype, [many, *row]))
        return indices, data

    def list_of(self) -> tf.Tensor:
        return self.chance.choice(self.lists) if self.lists and self.chance.random() < 0.5 else self.listed()

    def listed(self) -> tf.Tensor:
        rows, row = self.chance.choice((0, 1, 2)), self.chance.choice(([], [2]))
        shape = self.tensor(tf.int32, [1]) if self.chance.random() < 0.1 else tf1.constant(row, tf.int32, [len(row)])
        new = ops.TensorListFromTensor(tensor=self.tensor(tf.float32, [rows, *row]), element_shape=shape)
        self.lists.append(new)
        return new

    def reserved(self) -> tf.Tensor:
        new = ops.TensorListReserve(
            element_shape=self.tensor(tf.int32, self.chance.choice(([0], [1], []))),
            num_elements=self.tensor(tf.int32, []),
            element_dtype=self.dtype(),
        )
        self.lists.append(new)
        return new

    def grow(self) -> None:
        """Add a random op."""
        made = self.chance.choice(_OPS)(self)
        for one in made if isinstance(made, list | tuple) else [made]:
            if isinstance(one, tf.Operation):
                self.acts.append(one)
            elif one is not None and one.dtype in _VALUES and one.shape.rank is not None:
                self.made.append(one)
                self.acts.append(one.op)


def _stitched(make: Callable[..., tf.Tensor]) -> Callable[[_Builder], tf.Tensor]:
    def stitch(own: _Builder) -> tf.Tensor:
        indices, data = own.parts()
        return make(indices=indices, data=data)

    return stitch


_OPS: list[Callable[[_Builder], object]] = [
    lambda own: ops.Pack(values=own.several(own.dtype(), own.shape()), axis=own.chance.choice((0, 0, -1))),
    lambda own: ops.ConcatV2(values=own.of_one_row(own.dtype()), axis=own.chance.choice((0, -1, np.int64(0)))),
    lambda own: ops.ConcatV2(values=own.of_one_row(own.dtype()), axis=own.tensor(tf.int64, [])),
    lambda own: ops.Concat(concat_dim=0, values=own.of_one_row(own.dtype())),
    lambda own: ops.ParallelConcat(values=(many := own.several(own.dtype(), [1, 2])), shape=[len(many), 2]),
    lambda own: ops.AddN(inputs=own.several(own.chance.choice(_ADDED), own.shape())),
    lambda own: ops.IdentityN(input=[own.tensor(own.dtype(), own.shape()) for _ in range(own.chance.randint(1, 4))]),
    lambda own: ops.ShapeN(
        input=own.several(own.dtype(), own.shape()), out_type=own.chance.choice((tf.int32, tf.int64))
    ),
    lambda own: ops.ConcatOffset(concat_dim=0, shape=[*own.several(tf.int32, [2]), own.tensor(tf.int32, [2])]),
    lambda own: ops.StringJoin(inputs=own.several(tf.string, own.shape()), separator=own.chance.choice(("", ", "))),
    lambda own: ops.StringFormat(
        inputs=[own.tensor(own.dtype(), own.shape()) for _ in range(own.chance.randint(0, 3))], template="{}"
    ),
    lambda own: ops.Assert(
        condition=own.tensor(tf.bool, []),
        data=[own.tensor(own.dtype(), own.shape()) for _ in range(own.chance.randint(1, 3))],
    ),
    lambda own: ops.Print(
        input=own.tensor(own.dtype(), own.shape()),
        data=[own.tensor(own.dtype(), own.shape()) for _ in range(own.chance.randint(0, 3))],
    ),
    lambda own: ops.Split(axis=0, value=own.tensor(own.dtype(), [2]), num_split=2),
    lambda own: ops.TensorListConcatLists(input_a=own.listed(), input_b=own.listed(), element_dtype=tf.float32),
    lambda own: ops.TensorListStack(
        input_handle=own.list_of(),
        element_shape=own.tensor(tf.int32, [0]),
        element_dtype=tf.float32,
        num_elements=own.chance.choice((-1, 2)),
    ),
    lambda own: ops.TensorListLength(input_handle=own.list_of()),
    _Builder.listed,
    _Builder.reserved,
    _stitched(ops.DynamicStitch),
    _stitched(ops.ParallelDynamicStitch),
]


def build(seed: int) -> tf1.GraphDef:
    """Return a random graph; what TensorFlow refuses to build is not in it."""
    own = _Builder(random.Random(seed))
    with tf.Graph().as_default() as graph:
        for _ in range(own.chance.randint(1, 10)):
            try:
                own.grow()
            except ValueError:
                continue
        return graph.as_graph_def()


def _assert_comes_out(wanted: tf1.GraphDef, folder: Path, catalogue: Catalogue, seed: int | None = None) -> None:
    path, out = folder / "in.pb", folder / "out.pb"
    path.write_bytes(wanted.SerializeToString())
    model = read(path)
    told = write.export(convert_model(model, catalogue), ["main"], out, catalogue)
    errors = [problem for problem in told.problems if problem.severity == ERROR]
    assert (model.report, told.refusal, errors) == ([], "", []), seed
    with tf.Graph().as_default() as graph:  # with the defaults of attrs, as it is in `wanted`
        tf.import_graph_def(tf1.GraphDef.FromString(out.read_bytes()), name="")
    try:
        tf1.test.assert_equal_graph_def(wanted, graph.as_graph_def())
    except (AssertionError, UnicodeDecodeError) as error:  # its text may hold the bytes of a string
        pytest.fail(f"{seed}: {error}")


@pytest.mark.parametrize("first", slow_after(1, [0, *range(FAST, GRAPHS, BATCH)]))
def test_a_graph_of_constants_and_lists_comes_out_as_it_went_in(first, tmp_path, catalogue):
    for seed in range(first, min(first + BATCH, GRAPHS) if first else FAST):
        _assert_comes_out(build(SEED * GRAPHS + seed), tmp_path, catalogue, SEED * GRAPHS + seed)


def test_strings_that_stand_twice_in_a_list_stay_one_constant(tmp_path, catalogue):
    with tf.Graph().as_default() as graph:
        text, other = tf1.constant([b"two words", b"a, b"]), tf1.constant([b"a", b"b"])
        ops.StringJoin(inputs=[text, other, text])
    _assert_comes_out(graph.as_graph_def(), tmp_path, catalogue)
