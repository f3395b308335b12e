"""The parts of a script that are the same for all pages: helpers that build, and what runs the sessions.

They are put into a script as they stand here, those that it needs.
"""

# Helpers that build the graph, by what they are called.
HELPERS = {
    "arrays": '''
def arrays(path):
    """The arrays of a safetensors file, by their names; none is read before it is used."""
    data = np.memmap(path, np.uint8, "r")
    start = 8 + int.from_bytes(data[:8].tobytes(), "little")
    words = {"BOOL": "bool", "BF16": "bfloat16", "C64": "complex64", "F8_E4M3": "float8_e4m3fn"}
    words |= {f"{kind[0].upper()}{bits}": f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
    words |= {f"F{bits}": f"float{bits}" for bits in (16, 32, 64)}
    words |= {f"F8_{kind.upper()}": f"float8_{kind}" for kind in ("e5m2", "e4m3fnuz", "e5m2fnuz")}
    header = json.loads(data[8:start].tobytes())
    odd = json.loads(header.pop("__metadata__", {}).get("tensorflow", "{}"))  # what safetensors has no dtype for
    found = {}
    for name, about in header.items():
        first, last = about["data_offsets"]
        dtype = tf.as_dtype(odd[name][3:].lower() if name in odd else words[about["dtype"]]).as_numpy_dtype
        array = data[start + first : start + last].view(dtype)
        found[name] = array.reshape(about["shape"][:-1] if dtype == np.complex128 else about["shape"])
    return found
''',
    "tensor": '''
def tensor(name):
    """A tensor of the graph."""
    return tf.compat.v1.get_default_graph().get_tensor_by_name(name)
''',
    "operation": '''
def operation(name):
    """An operation of the graph."""
    return tf.compat.v1.get_default_graph().get_operation_by_name(name)
''',
    "constant": '''
def constant(proto, name):
    """A Const of the bytes of a TensorProto, for values that Python cannot spell."""
    value = AttrValue()
    value.tensor.ParseFromString(proto)
    dtype = tf.as_dtype(value.tensor.dtype)
    attrs = {"value": value, "dtype": AttrValue(type=value.tensor.dtype)}
    return tf.compat.v1.get_default_graph().create_op("Const", [], [dtype], name=name, attrs=attrs).outputs[0]
''',
    "tensor_proto": '''
def tensor_proto(data):
    """A TensorProto of its bytes."""
    return AttrValue.FromString(b"").tensor.FromString(data)
''',
    "variable_of": '''
def variable_of(handle, initializer, initial, read, scope, trainable):
    """The variable of these nodes as an object for optimizers, which name what they create after its scope."""
    node = handle.op.name
    with tf.name_scope(f"{node}/"), tf.control_dependencies(None), tf.device(handle.op.device or None):
        initializer = initializer or tf.no_op("no_initializer").name
        snapshot = read or tf.identity(handle, "read").name
    proto = VariableDef(
        variable_name=f"{node}:0",
        initializer_name=initializer,
        initial_value_name=initial,
        snapshot_name=snapshot,
        is_resource=bool(read),
        trainable=trainable,
    )
    kind = resource_variable_ops.ResourceVariable if read else ref_variable.RefVariable
    made = kind(variable_def=proto)
    setattr(made, "_handle_name" if read else "_name", f"{scope}:0")
    return made
''',
    "beside": '''
def beside(optimizer):
    """An optimizer that names what it keeps for all variables after the one beside which it lies."""
    create = optimizer._create_non_slot_variable

    def create_beside(initial_value, name, colocate_with):
        with tf.name_scope(f"{colocate_with._shared_name}/{optimizer.get_name()}/"):
            return create(initial_value, name, colocate_with)

    optimizer._create_non_slot_variable = create_beside
    return optimizer
''',
    "variable": '''
def variable(name, initial, shared_name=None):
    """A variable; its operation NAME/init gives it the initial value."""
    made = tf.raw_ops.VariableV2(
        shape=initial.shape, dtype=initial.dtype, shared_name=shared_name or name, name=name
    )
    tf.raw_ops.Assign(ref=made, value=initial, name=f"{name}/init")
    return made
''',
    "resource_variable": '''
def resource_variable(name, initial, shared_name=None, debug_name=""):
    """The handle of a variable; its operation NAME/init gives it the initial value."""
    handle = tf.raw_ops.VarHandleOp(
        dtype=initial.dtype,
        shape=initial.shape,
        shared_name=shared_name or name,
        debug_name=debug_name,
        name=name,
    )
    tf.raw_ops.AssignVariableOp(resource=handle, value=initial, name=f"{name}/init")
    return handle
''',
    "function": '''
def add_function(name, body, args, results):
    """Add a function to the graph that does what the Python function `body` builds: it takes tensors of the dtypes and
    shapes `args`, and gives the tensors of its results and the operations that are run beside them.
    """
    with tf.Graph().as_default() as graph:
        inputs = [tf.compat.v1.placeholder(dtype, shape, arg) for arg, dtype, shape in args]
        outputs, effects = body(*inputs)
    made = FunctionDef()
    made.signature.name = name
    names = {}
    for tensor in inputs:
        made.signature.input_arg.add(name=tensor.op.name, type=tensor.dtype.as_datatype_enum)
        names[tensor.name] = tensor.op.name
    for op in graph.get_operations():
        if op in {tensor.op for tensor in inputs}:
            continue
        numbers = iter(op.outputs)
        for arg in op.op_def.output_arg:
            count = op.get_attr(arg.number_attr) if arg.number_attr else 1
            count = len(op.get_attr(arg.type_list_attr)) if arg.type_list_attr else count
            names.update((next(numbers).name, f"{op.name}:{arg.name}:{number}") for number in range(count))
        node = made.node_def.add()
        node.CopyFrom(op.node_def)
        made.signature.is_stateful |= op.op_def.is_stateful
    for node in made.node_def:
        node.input[:] = [one if one[0] == "^" else names[one if ":" in one else f"{one}:0"] for one in node.input]
    for result, tensor in zip(results, outputs):
        made.signature.output_arg.add(name=result, type=tensor.dtype.base_dtype.as_datatype_enum)
        made.ret[result] = names[tensor.name]
    for number, effect in enumerate(effects):
        made.signature.control_output.append(f"effect_{number}")
        made.control_ret[f"effect_{number}"] = effect.name
    tf.import_graph_def(tf.compat.v1.GraphDef(library={"function": [made]}), name="")
''',
}

# What a script has at its top; no name of a block becomes one of these.
TAKEN = (
    "ARRAYS",
    "AttrValue",
    "FOLDER",
    "Fit",
    "FunctionDef",
    "PAGE",
    "Path",
    "SESSIONS",
    "Session",
    "VariableDef",
    "add_function",
    "argparse",
    "ast",
    "base64",
    "build",
    "chosen",
    "contextlib",
    "each",
    "fed",
    "json",
    "look",
    "main",
    "named",
    "nested",
    "np",
    "op_def_library",
    "os",
    "ref_variable",
    "resource_variable_ops",
    "run",
    "sys",
    "tensors",
    "tf",
    "threading",
    "value",
    *HELPERS,
)

# Imports that helpers need.
IMPORTS = {
    "constant": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "tensor_proto": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "AttrValue": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "function": "from tensorflow.core.framework.function_pb2 import FunctionDef",
    "variable_of": "from tensorflow.core.framework.variable_pb2 import VariableDef",
    "wrappers": "from tensorflow.python.ops import ref_variable, resource_variable_ops",
    "op_def_library": "from tensorflow.python.framework import op_def_library",
}

# What runs the sessions; `#?WORD` at the end of a line: only in scripts to which that applies.
RUN = '''
class Session:
    """One of SESSIONS, which begins with the initial values of its variables."""

    def __init__(self, graph, about, feed@WITHIN@):
        config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=(os.cpu_count() or 1) + @THREADS@)
        config.graph_options.rewrite_options.disable_meta_optimizer = True  # results are the same to the last bit
        self.about, self.session = about, @SESSION@
        # In the thread that calls: of two ops that may go first always the same one does.  #?inline
        self.options = tf.compat.v1.RunOptions(inter_op_thread_pool=-1)  #?inline
        self.feed = about.get("feed", {}) | feed
        self.targets = [name for name in about.get("targets", []) if f"{name}:0" not in self.feed]
        for name, value in about.get("given", {}).items():  #?given
            self.give(graph.get_tensor_by_name(name), value)  #?given
        for names in about["initializers"]:
            self.session.run(names, self.feed)
        for name in about.get("starts", []):
            self.session.run(name, self.feed)
        for name in about.get("threads", []):  #?threads
            threading.Thread(target=self.repeat, args=(name,), daemon=True).start()  #?threads

    def give(self, variable, value):  #?given
        """Give a variable an initial value that lies in a file."""  #?given
        with variable.graph.as_default():  #?given
            fed = tf.compat.v1.placeholder(value.dtype, value.shape)  #?given
            if variable.dtype == tf.resource:  #?given
                assign = tf.raw_ops.AssignVariableOp(resource=variable, value=fed)  #?given
            else:  #?given
                assign = tf.raw_ops.Assign(ref=variable, value=fed).op  #?given
        self.session.run(assign, {fed: value})  #?given
  #?given
    def repeat(self, name):  #?threads
        """Run an operation over and over, until the script ends."""  #?threads
        with contextlib.suppress(tf.errors.OpError, RuntimeError):  #?threads
            while True:  #?threads
                self.session.run(name, self.feed)  #?threads
  #?threads
    def step(self, wanted@ASKED@):
        """One step. Gives what is wanted of it, by block and output: None is nothing."""
        if wanted is None:
            self.session.run(self.targets, self.feed@OPTIONS@)
            return {}
        shown, read = chosen(self.about["shown"], wanted), chosen(self.about.get("read", {}), wanted)
        if asked:  #?renews
            shown = {block: {pin: source for pin, source in pins.items() if source in self.about["asked"]}  #?renews
                     for block, pins in shown.items()}  #?renews
        names = tensors(shown)
        alive = self.about.get("alive", {})  #?alive
        names += [alive[name] for name in names if name in alive]  #?alive
        found = dict(zip(names, self.session.run([names, self.targets], self.feed@OPTIONS@)[0]))
        found.update((name, None) for name in names if name in alive and found[alive[name]] != 0)  #?alive
        names = tensors(read)
        unsure = {name: has for name, has in self.about.get("initialized", {}).items() if name in names}  #?unsure
        has = self.session.run(unsure)  #?unsure
        found.update((name, {"about": "not initialised"}) for name in unsure if not has[name])  #?unsure
        names = [name for name in names if has.get(name, True)]  #?unsure
        found.update(zip(names, self.session.run(names)))
        results = {}
        for block, pins in (*shown.items(), *read.items()):
            if pins:
                results.setdefault(block, {}).update((pin, value(source, found)) for pin, source in pins.items())
        return results

    def held(self, read):  #?validates
        """What variables hold, by block and output."""  #?validates
        names = tensors(read)  #?validates
        found = dict(zip(names, self.session.run(names)))  #?validates
        return {block: {pin: value(source, found) for pin, source in pins.items()}  #?validates
                for block, pins in read.items()}  #?validates
  #?validates
    def renew(self):  #?renews
        """Begin anew with the data."""  #?renews
        for name in self.about.get("renews", []):  #?renews
            self.session.run(name, self.feed)  #?renews
        for name in self.about.get("anew", []):  #?anew
            self.session.run(name, self.feed)  #?anew
  #?renews
    def end(self):
        """What was written to files is in them."""
        self.session.run(self.about.get("ends", []))


def chosen(table, wanted):
    """What is wanted of a table: these outputs of blocks, or, of an empty list, all that lie on the page itself."""
    if not wanted:
        return {block: pins for block, pins in table.items() if not block.startswith("/")}
    blocks = dict.fromkeys(block for block in table for name in wanted if name in (block, *named(block, table[block])))
    return {block: {pin: source for pin, source in table[block].items() if {block, f"{block}.{pin}"} & set(wanted)}
            for block in blocks}


def named(block, pins):
    """The names of a block's outputs."""
    return [f"{block}.{pin}" for pin in pins]


def tensors(table):
    """The tensors that a table names."""
    sources = [source for pins in table.values() for source in pins.values()]
    return [one for source in sources for one in (source if isinstance(source, list) else [source])
            if isinstance(one, str)]


def value(source, found):
    """A result, ready for JSON: an array, a list of them, None where nothing was computed, or a description."""
    if isinstance(source, list):
        return {"list": [value(one, found) for one in source]}
    if not isinstance(source, str) or found[source] is None or isinstance(found[source], dict):
        return source if isinstance(source, dict) else found[source]
    array = np.array(found[source], object) if isinstance(found[source], bytes) else np.asarray(found[source])
    dtype = "string" if array.dtype.kind in "OSU" else array.dtype.name
    if array.dtype.names:  #?odd
        dtype = array.dtype.names[0]  #?odd
        array = array[dtype]  #?odd
    elif array.dtype.kind == "V":  #?odd
        array = array.astype(np.int8 if "int" in dtype else np.float32)  #?odd
    return {"dtype": dtype, "shape": list(array.shape), "value": nested(array)}


def nested(array):
    """An array as lists of what JSON has: each number by the shortest text that means the same."""
    if array.dtype.kind == "c":
        return nested(np.stack((array.real, array.imag), -1))
    if array.dtype.kind == "f" and array.dtype != np.float64:
        array = array.astype("U").astype(np.float64)
    return each(array.tolist())


def each(item):
    """Numbers that JSON lacks, and bytes, as texts."""
    if isinstance(item, list):
        return [each(one) for one in item]
    if isinstance(item, float) and not np.isfinite(item):
        return str(item)
    if isinstance(item, bytes):
        try:
            return item.decode()
        except UnicodeDecodeError:
            return {"base64": base64.b64encode(item).decode()}
    return item


@RUN@


def fed(text):
    """A BLOCK=VALUE of --feed: the tensor and its value."""
    name, _, given = text.partition("=")
    pins = {f"{block}.{pin}": source for about in SESSIONS for block, all_pins in about["shown"].items()
            for pin, source in all_pins.items()}
    source = pins.get(name) or next((pins[one] for one in pins if one.rpartition(".")[0] == name), None)
    if not isinstance(source, str):
        raise SystemExit(f"--feed: there is no output {name}")
    if given.startswith("@"):
        return source, np.load(given[1:])
    try:
        return source, ast.literal_eval(given)
    except (SyntaxError, ValueError):
        return source, given


def main():
    """Run the page as the arguments say, and print what the last step gave."""
    parser = argparse.ArgumentParser(description=f"Run the page {PAGE}.")
    parser.add_argument("--steps", type=int, default=@STEPS@, help="how many steps (default 1@OF_EPOCH@)")
    parser.add_argument("--epochs", type=int, default=0, help="run to the end of the data so many times")  #?renews
    parser.add_argument("--fetch", action="append", default=[], metavar="BLOCK[.OUTPUT]", help="show only this")
    parser.add_argument("--feed", action="append", default=[], metavar="BLOCK=VALUE|@file.npy", help="feed an output")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    args = parser.parse_args()
    feed = dict(map(fed, args.feed))
    os.chdir(FOLDER)  #?folder
    found, steps = run(@ARGUMENTS@, args.fetch, feed)
    results = {}
    for name in sorted(found):
        results |= found[name]
    if args.format == "table":
        for block, pins in sorted(results.items()):
            for pin, one in pins.items():
                print(f"{block}.{pin}", *(one.values() if isinstance(one, dict) else ["no value"]))
        return
    data = {"page": PAGE, "steps": steps, "results": results}
    if len(found) > 1:
        data["sessions"] = found
    text = json.dumps(data, ensure_ascii=False, allow_nan=False) + "\\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


if __name__ == "__main__":
    main()
'''
