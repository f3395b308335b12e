"""Documents of random pages that mostly compile: of many ops, dtypes and spellings, with all that a page can hold.

A `random.Random` makes the same document each time. Wires of tensors go to where their dtype and shape fit.
"""

from __future__ import annotations

import random

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import TENSOR, Document, Frame
from tests.generated_ops import FLOATS, INTS, WORDS, PageOfOps, Ref, spelled

_OPTIMIZERS = {
    "GradientDescentOptimizer": {"learning_rate": "0.1"},
    "MomentumOptimizer": {"learning_rate": "0.1f", "momentum": "9e-1"},
    "AdagradOptimizer": {"learning_rate": "0.1"},
    "AdadeltaOptimizer": {},
    "AdamOptimizer": {"beta1": "0.8"},
    "FtrlOptimizer": {"learning_rate": "0.1"},
    "RMSPropOptimizer": {"learning_rate": "0.01", "centered": "true"},
    "ProximalGradientDescentOptimizer": {"learning_rate": "0.1"},
    "ProximalAdagradOptimizer": {"learning_rate": "0.1"},
}


class Generated(PageOfOps):
    """A page with variables, optimizers, resources, datasets, and pages that it uses."""

    def variable(self) -> None:
        """Add a variable of any kind, with ops that read and write it."""
        chance, (dtype, shape) = self.chance, self.some(FLOATS[:4] + INTS[:3])
        own = chance.random() < 0.8
        resource = chance.random() < 0.5
        size = f"[{','.join(map(str, shape))}]"
        more = {"shared_name": f"'{chance.choice(WORDS[:8])}{chance.randrange(99)}'"} if chance.random() < 0.2 else {}
        if own:
            wired = self.fitting_tensor(dtype, shape) if not self.deep else None
            values = {"dtype": dtype} | ({} if wired else {"initvalues": spelled(chance, dtype, shape)}) | more
            name = self.add_block(
                "loom.ResourceVariable" if resource else "loom.Variable",
                values,
                *([(wired, "initvalues")] if wired else []),
            )
            pin, kind = ("handle", TENSOR) if resource else ("ref", "ref")
        else:
            name = self.add_block("VarHandleOp" if resource else "VariableV2", {"dtype": dtype, "shape": size} | more)
            pin, kind = ("resource", TENSOR) if resource else ("ref", "ref")
        ref = Ref(dtype, shape, name, pin, kind)
        uses = (
            ("ReadVariableOp", "AssignVariableOp", "AssignAddVariableOp", "ResourceGather", "VarIsInitializedOp")
            if resource
            else ("Assign", "AssignAdd", "AssignSub", "Identity", "IsVariableInitialized", "ScatterUpdate")
        )
        for use in chance.sample(uses, chance.randrange(3)):
            first = (ref, "resource" if resource else "input" if use == "Identity" else "ref")
            given = self.fitting_tensor(dtype, shape)
            writes = use in ("AssignVariableOp", "AssignAddVariableOp", "Assign", "AssignAdd", "AssignSub")
            value = [(given, "value")] if writes and given else []
            values = {"value": spelled(chance, dtype, shape)} if writes and not given else {}
            if use == "ReadVariableOp":
                made = self.add_block(use, {"dtype": dtype}, first)
                self.tensors.append(Ref(dtype, shape, made, "value"))
            elif use in ("ResourceGather", "ScatterUpdate"):
                if shape in ((2,), (3,), (2, 2), (2, 3)):
                    self.add_block(
                        use,
                        {"indices": "1", "dtype": dtype}
                        if resource
                        else {"indices": "1", "updates": spelled(chance, dtype, shape[1:])},
                        first,
                    )
            else:
                made = self.add_block(use, values, first, *value)
                if use == "Identity":
                    self.tensors.append(Ref(dtype, shape, made, "output"))
        if own and resource and chance.random() < 0.7:
            self.tensors.append(Ref(dtype, shape, name, "value"))
        if not resource:
            self.tensors.append(Ref(dtype, shape, name, "ref", "ref"))
        if own and dtype in ("DT_FLOAT", "DT_DOUBLE") and shape and not self.deep:
            self.trained(ref, resource)

    def trained(self, variable: Ref, resource: bool) -> None:
        """Add an optimizer of any kind that trains a variable, used by its value or by its handle alone."""
        chance, dtype = self.chance, variable.dtype
        if chance.random() < 0.3:
            return
        if resource and chance.random() < 0.5:
            read = self.add_block("ReadVariableOp", {"dtype": dtype}, (variable, "resource"))
            value = Ref(dtype, variable.shape, read, "value")
        else:
            value = variable._replace(pin="value") if resource else variable
        loss = Ref(dtype, (), self.add_block("L2Loss", {}, (value, "t")), "output")
        if chance.random() < 0.3:
            square = Ref(dtype, variable.shape, self.add_block("Square", {}, (value, "x")), "y")
            made = self.add_block("loom.Gradients", {}, (square, "ys"), (value, "xs"))
            self.tensors.append(Ref(dtype, variable.shape, made, "grads[0]"))
            return
        kind = chance.choice(list(_OPTIMIZERS) if dtype == "DT_FLOAT" else list(_OPTIMIZERS)[:5])
        optimizer = Ref("", (), self.add_block(f"loom.{kind}", dict(_OPTIMIZERS[kind])), "optimizer", "optimizer")
        step: list[tuple[Ref, str]] = []
        if chance.random() < 0.5:
            holds = chance.random() < 0.5
            counter = self.add_block(
                "loom.ResourceVariable" if holds else "loom.Variable", {"initvalues": "0", "dtype": "DT_INT64"}
            )
            end = ("handle", TENSOR) if holds else ("ref", "ref")
            step = [(Ref("DT_INT64", (), counter, *end), "global_step")]
            wrap = chance.choice(("", "", "DropStaleGradient", "SyncReplicas"))
            if wrap:
                values = {"staleness": "1"} if wrap[0] == "D" else {"replicas_to_aggregate": "1"}
                optimizer = optimizer._replace(
                    block=self.add_block(
                        f"loom.{wrap}Optimizer", values, (optimizer, "optimizer"), *(step if wrap[0] == "D" else ())
                    )
                )
        listed = [(variable, "var_list")] if chance.random() < 0.5 else []
        if chance.random() < 0.5:
            made = self.add_block("loom.Minimize", {}, (optimizer, "optimizer"), (loss, "loss"), *listed, *step)
        else:
            pairs = self.add_block("loom.ComputeGradients", {}, (optimizer, "optimizer"), (loss, "loss"), *listed)
            grads = []
            if chance.random() < 0.5 and listed:
                clipped = self.add_block(
                    "ClipByValue",
                    {"clip_value_min": "-1.0", "clip_value_max": "1.0"},
                    (Ref(dtype, variable.shape, pairs, "grads[0]"), "t"),
                )
                grads = [(Ref(dtype, variable.shape, clipped, "output"), "grads")]
            made = self.add_block(
                "loom.ApplyGradients",
                {},
                (optimizer, "optimizer"),
                (Ref("", (), pairs, "gradients", "gradients"), "gradients"),
                *grads,
                *step,
            )
        self.operations.append((made, "operation"))

    def add_resource(self) -> None:
        """Queues, accumulators, tables, stacks, lists and stages."""
        chance, (dtype, shape) = self.chance, self.some(FLOATS[:4] + INTS[:4])
        size = f"[{','.join(map(str, shape))}]"
        kind = chance.choice(
            (
                "FIFOQueueV2",
                "FIFOQueue",
                "ConditionalAccumulator",
                "HashTableV2",
                "StackV2",
                "Stage",
                "EmptyTensorList",
                "RandomShuffleQueueV2",
                "MutableHashTableV2",
                "TensorArrayV3",
            )
        )
        if "Queue" in kind:
            old = kind == "FIFOQueue"
            queue = Ref(
                "",
                (),
                self.add_block(kind, {"component_types": f"[{dtype}]", "shapes": f"[{size}]"}),
                "handle",
                "ref" if old else TENSOR,
            )
            end = "" if old else "V2"
            given = self.fitting_tensor(dtype, shape)
            values = (
                {} if given else {"components": f"[{spelled(chance, dtype, shape, True)}]", "Tcomponents": f"[{dtype}]"}
            )
            self.add_block(f"QueueEnqueue{end}", values, (queue, "handle"), *([(given, "components")] if given else []))
            made = self.add_block(f"QueueDequeue{end}", {"component_types": f"[{dtype}]"}, (queue, "handle"))
            self.tensors.append(Ref(dtype, shape, made, "components[0]"))
        elif kind == "ConditionalAccumulator":
            dtype = dtype if dtype in FLOATS else "DT_FLOAT"
            held = Ref("", (), self.add_block(kind, {"dtype": dtype, "shape": size}), "handle", "ref")
            given = self.fitting_tensor(dtype, shape)
            self.add_block(
                "AccumulatorApplyGradient",
                {"local_step": "0"} | ({} if given else {"gradient": spelled(chance, dtype, shape), "dtype": dtype}),
                (held, "handle"),
                *([(given, "gradient")] if given else []),
            )
            made = self.add_block("AccumulatorTakeGradient", {"num_required": "1", "dtype": dtype}, (held, "handle"))
            self.tensors.append(Ref(dtype, shape, made, "average"))
        elif "Table" in kind:
            table = Ref(
                "", (), self.add_block(kind, {"key_dtype": "DT_STRING", "value_dtype": "DT_INT64"}), "table_handle"
            )
            do = "InitializeTableV2" if kind == "HashTableV2" else "LookupTableInsertV2"
            self.add_block(
                do,
                {"keys": "['a', 'é\"']", "values": "[1, 2]"}
                | (
                    {"Tin": "DT_STRING", "Tout": "DT_INT64"}
                    if do[0] == "L"
                    else {"Tkey": "DT_STRING", "Tval": "DT_INT64"}
                ),
                (table, "table_handle"),
            )
            self.op("Identity", [("input", "DT_STRING", ())], [("output", "DT_STRING", ())], {}, "T")
            made = self.add_block(
                "LookupTableFindV2",
                {"keys": "['a', 'x']", "default_value": "-1", "Tin": "DT_STRING", "Tout": "DT_INT64"},
                (table, "table_handle"),
            )
            self.tensors.append(Ref("DT_INT64", (2,), made, "values"))
        elif kind == "StackV2":
            stack = Ref("", (), self.add_block(kind, {"max_size": "2", "elem_type": dtype}), "handle")
            self.op_on(stack, "StackPushV2", "elem", dtype, shape, "T")
        elif kind == "Stage":
            given = self.fitting_tensor(dtype, shape)
            typed = {} if given else {"values": f"[{spelled(chance, dtype, shape, True)}]", "dtypes": f"[{dtype}]"}
            self.add_block(kind, {"shared_name": "'s'"} | typed, *([(given, "values")] if given else []))
        elif kind == "TensorArrayV3":
            made = self.add_block(kind, {"size": "2", "dtype": dtype})
            flow = Ref("DT_FLOAT", (), made, "flow")
            self.add_block(
                "TensorArrayWriteV3",
                {"index": "0", "value": spelled(chance, dtype, shape), "T": dtype},
                (Ref("", (), made, "handle"), "handle"),
                (flow, "flow_in"),
            )
        else:
            held = Ref(
                "",
                (),
                self.add_block(kind, {"element_shape": "-1", "max_num_elements": "4", "element_dtype": dtype}),
                "handle",
            )
            self.op_on(held, "TensorListPushBack", "tensor", dtype, shape, "element_dtype", "input_handle")

    def op_on(self, held: Ref, kind: str, pin: str, dtype: str, shape: tuple, attr: str, first: str = "handle") -> None:
        given = self.fitting_tensor(dtype, shape)
        self.add_block(
            kind,
            {attr: dtype} | ({} if given else {pin: spelled(self.chance, dtype, shape)}),
            (held, first),
            *([(given, pin)] if given else []),
        )

    def dataset(self) -> None:
        """Add a chain of datasets with an iterator."""
        chance, dtype = self.chance, self.chance.choice(("DT_INT64", "DT_FLOAT", "DT_INT32", "DT_STRING", "DT_DOUBLE"))
        if chance.random() < 0.4 or dtype == "DT_INT64":
            dtype = "DT_INT64"
            made = self.add_block(
                "RangeDataset",
                {"start": "0", "stop": "10", "step": "1", "output_types": "[DT_INT64]", "output_shapes": "[[]]"},
            )
        else:
            made = self.add_block(
                "TensorSliceDataset",
                {
                    "components": f"[{spelled(chance, dtype, (3,), True)}]",
                    "Toutput_types": f"[{dtype}]",
                    "output_shapes": "[[]]",
                },
            )
        stream, shape = Ref("", (), made, "handle"), ""

        def then(kind: str, values: dict[str, str], types: str = "output_types") -> None:
            nonlocal stream
            about = {types: f"[{dtype}]"} if types else {}
            stream = stream._replace(
                block=self.add_block(
                    kind, {**about, "output_shapes": f"[[{shape}]]", **values}, (stream, "input_dataset")
                )
            )

        kinds = "shuffle", "take", "repeat", "map", "padded", "batch", "filter", "prefetch"
        for kind in chance.sample(kinds, chance.randrange(4)):
            if kind == "shuffle":
                then("ShuffleDataset", {"buffer_size": "3", "seed": "1", "seed2": "2"})
            elif kind in ("take", "repeat", "prefetch"):
                then(
                    {"take": "TakeDataset", "repeat": "RepeatDataset", "prefetch": "PrefetchDataset"}[kind],
                    {"buffer_size" if kind == "prefetch" else "count": "2"},
                )
            elif kind == "map" and self.deep < 2 and not shape:
                then("MapDataset", {"f": self.function([(dtype, ())], [(dtype, ())])})
            elif kind == "filter" and self.deep < 2 and not shape:
                then("FilterDataset", {"predicate": self.function([(dtype, ())], [("DT_BOOL", ())])})
            elif kind == "padded" and not shape:
                shape = "?"
                then(
                    "PaddedBatchDatasetV2",
                    {
                        "batch_size": "2",
                        "padded_shapes": "[[]]",
                        "drop_remainder": "false",
                        "padding_values": f"[{spelled(chance, dtype, ())}]",
                    },
                    "Toutput_types",
                )
            elif kind == "batch" and not shape:
                shape = "?"
                then("BatchDatasetV2", {"batch_size": "2", "drop_remainder": "false"})
        iterator = self.add_block(
            "IteratorV2",
            {"shared_name": "''", "container": "''", "output_types": f"[{dtype}]", "output_shapes": f"[[{shape}]]"},
        )
        started = self.add_block("MakeIterator", {}, (stream, "dataset"), (Ref("", (), iterator, "handle"), "iterator"))
        made = self.add_block(
            "IteratorGetNext",
            {"output_types": f"[{dtype}]", "output_shapes": f"[[{shape}]]"},
            (Ref("", (), iterator, "handle"), "iterator"),
        )
        if not shape:
            self.tensors.append(Ref(dtype, (), made, "components[0]"))
        self.starts.append(started)

    def function(self, takes: list[tuple[str, tuple]], gives: list[tuple[str, tuple]], instance: bool = False) -> str:
        """Add a page with these inputs and outputs, and return its name."""
        chance, taken = self.chance, self.document.pages
        name = chance.choice(("fn", "Body", "cond page", "é", "class", "next", "Add", "main2", "변수"))
        while name in taken:
            name = f"{name}{chance.randrange(100)}"
        inner = Generated(self.document, name, chance, self.catalogue, self.deep + 1)
        for number, (dtype, shape) in enumerate(takes):
            values = {"dtype": dtype, "index": str(number)}
            if chance.random() < 0.7 or shape:
                values["shape"] = f"[{','.join(map(str, shape))}]"
            inner.tensors.append(Ref(dtype, shape, inner.add_block("loom.Arg", values), "output"))
        if instance and chance.random() < 0.6:
            inner.add_block("loom.Parameter", {"type": "float", "default": "0.5"}, id_="gain")
            made = inner.add_block("AddV2", {"x": "1.0f", "y": "=gain", "T": "DT_FLOAT"})
            inner.tensors.append(Ref("DT_FLOAT", (), made, "z"))
        inner.grow(chance.randrange(1, 6))
        for number, (dtype, shape) in enumerate(gives):
            ref = inner.fitting_tensor(dtype, shape)
            if ref is None or ref.kind != TENSOR:
                typed = {"value": spelled(chance, dtype, shape), "dtype": dtype}
                ref = Ref(dtype, shape, inner.add_block("Const", typed), "output")
            inner.add_block("loom.Retval", {"index": str(number)}, (ref, "input"))
        return name

    def add_call(self) -> None:
        """Add a loop, branch, call or instance of a page."""
        if self.deep > 1:
            return
        chance = self.chance
        kind = chance.choice(
            (
                "While",
                "StatelessWhile",
                "If",
                "StatelessIf",
                "PartitionedCall",
                "StatefulPartitionedCall",
                "Case",
                "instance",
                "instance",
            )
        )
        ends = [self.some((*FLOATS[:4], *INTS[:4])) for _ in range(chance.randrange(1, 3))]
        wires = [
            Ref(*end, self.add_block("Const", {"value": spelled(chance, *end), "dtype": end[0]}), "output")
            if (ref := self.fitting_tensor(*end)) is None or ref.kind != TENSOR
            else ref
            for end in ends
        ]
        if kind == "instance":
            page = self.function(ends, ends, True)
            inner = self.document.pages[page].blocks.values()
            takes = any(one.type == "loom.Parameter" for one in inner)
            values = {"gain": "2.5"} if takes and chance.random() < 0.7 else {}
            args, retvals = ([one.id for one in inner if one.type == f"loom.{what}"] for what in ("Arg", "Retval"))
            for _ in range(chance.choice((1, 1, 2))):
                made = self.add_block(f"page:{page}", values, *zip(wires, args))
                self.tensors += [Ref(*end, made, pin) for end, pin in zip(ends, retvals)]
            return
        values = {}
        if "While" in kind:
            wires.insert(0, Ref("DT_INT32", (), self.add_block("Const", {"value": "0"}), "output"))
            ends.insert(0, ("DT_INT32", ()))
            values = {"cond": self.function(ends, [("DT_BOOL", ())]), "body": self.function(ends, ends)}
        elif "If" in kind:
            values = {
                "cond": chance.choice(("true", "1")),
                "then_branch": self.function(ends, ends),
                "else_branch": self.function(ends, ends),
            }
            values |= {"Tcond": "DT_BOOL"} if values["cond"] == "true" else {}
        elif kind == "Case":
            pages = ", ".join(repr(self.function(ends, ends)) for _ in range(2))
            values = {"branch_index": "0", "branches": f"[{pages}]"}
        else:
            values = {"f": self.function(ends, ends)}
        pin = "args" if "Call" in kind else "input"
        made = self.add_block(kind, values, *((ref, pin) for ref in wires))
        self.tensors += [Ref(*end, made, f"output[{number}]") for number, end in enumerate(ends)]

    def grow(self, count: int) -> None:
        """Add `count` parts."""
        kinds = {
            self.const: 3,
            self.placeholder: 0 if self.deep else 1,
            self.unary: 4,
            self.binary: 5,
            self.shaped: 4,
            self.reduced: 3,
            self.listed: 4,
            self.randoms: 1,
            self.variable: 3 if not self.deep else 1,
            self.add_resource: 2 if not self.deep else 1,
            self.dataset: 1 if not self.deep else 0,
            self.add_call: 2,
        }
        for part in self.chance.choices(list(kinds), list(kinds.values()), k=count):
            part()

    def framed(self) -> None:
        """Add frames for later blocks, some nested and some on a device."""
        for number in range(self.chance.randrange(3)):
            name = f"F{number}"
            self.page.frames[name] = Frame(
                name,
                self.chance.choice(("layer", "Layer", "é scope", "class", "x", "")),
                device=self.chance.choice(("", "", "/cpu:0", "/device:CPU:0")),
                frame=self.chance.choice([*self.frames, ""]),
            )
            self.frames.append(name)

    def ended(self) -> None:
        """Mute some blocks, and add sessions that fetch, feed and run."""
        chance, page = self.chance, self.page
        for name in list(page.blocks):
            if chance.random() < 0.03 and page.blocks[name].type in self.catalogue:
                page.blocks[name] = page.blocks[name]._replace(mode=chance.choice(("mute", "bypass")))
        fed: list[tuple[Ref, str]] = []
        for ref in self.tensors:
            if page.blocks[ref.block].type == "Placeholder":
                made = self.add_block(
                    "loom.Feed", {"value": spelled(chance, ref.dtype, ref.shape)}, (ref, "placeholder")
                )
                fed.append((Ref("", (), made, "feed", "feed"), "inputs"))
        for number in range(chance.choice((0, 1, 1, 1, 2))):
            some = chance.sample(self.tensors, min(len(self.tensors), chance.randrange(1, 8)))
            self.add_block(
                "loom.Session",
                {},
                *((ref, "fetch_outputs") for ref in some),
                *fed,
                *((Ref("", (), *one, "operation"), "run_outputs") for one in self.operations),
                *((Ref("", (), one, "operation", "operation"), "start_outputs") for one in self.starts),
                id_=f"S{number}",
            )
        if chance.random() < 0.4 and self.tensors:
            for number in range(2):
                self.add_block("loom.Retval", {"index": str(number)}, (chance.choice(self.tensors), "input"))


def generated(chance: random.Random, catalogue: Catalogue) -> Document:
    """Return a document whose page `main` uses all others."""
    document = Document()
    made = Generated(document, "main", chance, catalogue)
    made.framed()
    made.grow(chance.randrange(3, 16))
    made.ended()
    return document
