"""Helper functions for scripts; each is copied unchanged into the scripts that need it."""

# Helper functions of scripts, by name.
HELPERS = {
    "arrays": '''
def arrays(path):
    """Return the arrays of a safetensors file by their names; none is read before it is used."""
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
    """Return a tensor of the graph."""
    return tf.compat.v1.get_default_graph().get_tensor_by_name(name)
''',
    "operation": '''
def operation(name):
    """Return an operation of the graph."""
    return tf.compat.v1.get_default_graph().get_operation_by_name(name)
''',
    "constant": '''
def constant(proto, name):
    """Add a Const of the bytes of a TensorProto, for values without a Python literal."""
    value = AttrValue()
    value.tensor.ParseFromString(proto)
    dtype = tf.as_dtype(value.tensor.dtype)
    attrs = {"value": value, "dtype": AttrValue(type=value.tensor.dtype)}
    return tf.compat.v1.get_default_graph().create_op("Const", [], [dtype], name=name, attrs=attrs).outputs[0]
''',
    "tensor_proto": '''
def tensor_proto(data):
    """Parse a TensorProto."""
    return AttrValue.FromString(b"").tensor.FromString(data)
''',
    "variable_of": '''
def variable_of(handle, initializer, initial, read, scope, trainable):
    """Return the variable of these nodes for an optimizer, which names slots after the scope."""
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
    """Make an optimizer name its non-slot variables after the variables with which they are colocated."""
    create = optimizer._create_non_slot_variable

    def create_beside(initial_value, name, colocate_with):
        with tf.name_scope(f"{colocate_with._shared_name}/{optimizer.get_name()}/"):
            return create(initial_value, name, colocate_with)

    optimizer._create_non_slot_variable = create_beside
    return optimizer
''',
    "variable": '''
def variable(name, initial, shared_name=None):
    """Add a variable; its operation NAME/init assigns the initial value."""
    made = tf.raw_ops.VariableV2(
        shape=initial.shape, dtype=initial.dtype, shared_name=shared_name or name, name=name
    )
    tf.raw_ops.Assign(ref=made, value=initial, name=f"{name}/init")
    return made
''',
    "resource_variable": '''
def resource_variable(name, initial, shared_name=None, debug_name=""):
    """Add a variable and return its handle; its operation NAME/init assigns the initial value."""
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
    "give": '''
def give(session, name, value):
    """Assign a value to a variable by a feed, because a graph cannot contain large values."""
    with session.graph.as_default():
        variable, fed = tensor(name), tf.compat.v1.placeholder(value.dtype, value.shape)
        if variable.dtype == tf.resource:
            assign = tf.raw_ops.AssignVariableOp(resource=variable, value=fed)
        else:
            assign = tf.raw_ops.Assign(ref=variable, value=fed).op
    session.run(assign, {fed: value})
''',
    "fill": '''
def fill(session, queue, enqueue, close, cancel):
    """Fill a queue in threads, until the data ends or the session is closed."""
    about = {"queue_name": queue, "enqueue_op_name": enqueue, "close_op_name": close, "cancel_op_name": cancel}
    runner = tf.compat.v1.train.QueueRunner(queue_runner_def=QueueRunnerDef(**about))
    runner.create_threads(session, tf.compat.v1.train.Coordinator(), daemon=True, start=True)
''',
    "function": '''
def add_function(name, body, args, results):
    """Add a function to the graph, with the nodes that the Python function `body` builds.

    `body` takes tensors of the dtypes and shapes `args`, and returns the result tensors and the operations that the
    function runs as well.
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
    "custom_gradient": '''
def custom_gradient(name, body, args, of):
    """Register a gradient for nodes with the _gradient_op_type `name`: the nodes that `body` builds.

    `body` takes the gradients of as many outputs as `of` lists, and the other inputs, of the dtypes and shapes `args`.
    `of` lists for each input the number of the result that is its gradient, or -1.
    """
    with tf.Graph().as_default() as graph:
        inputs = [tf.compat.v1.placeholder(dtype, shape, arg) for arg, dtype, shape in args]
        results, effects = body(*inputs)
    built = graph.as_graph_def()
    names = {tensor.op.name for tensor in inputs}
    nodes = [node for node in built.node if node.name not in names]
    del built.node[:]
    built.node.extend(nodes)
    used = {one.partition(":")[0] for node in nodes for one in node.input}

    def gradients(op, *grads):
        given = [tf.zeros_like(one) if grad is None else grad for grad, one in zip(grads[: len(of)], op.outputs)]
        given = [tf.identity(tf.convert_to_tensor(one)) for one in (*given, *op.inputs[len(of) :])]
        taken = {one.name: tensor for one, tensor in zip(inputs, given) if one.op.name in used}
        found = {one.name: tensor for one, tensor in zip(inputs, given)}
        wanted = [one.name for one in (*results, *effects) if one.name not in found]
        found |= zip(wanted, tf.import_graph_def(built, taken, wanted, name="custom_gradient"))
        with tf.control_dependencies([found[one.name] for one in effects]):
            outputs = [tf.identity(found[one.name]) for one in results]
        return [*(None if number < 0 else outputs[number] for number in of), *[None] * (len(grads) - len(of))]

    try:
        tf.RegisterGradient(name)(gradients)
    except KeyError:
        pass  # this was built before
''',
}

# Names at the top of a script, which variables of blocks must not use.
TAKEN = (
    "ARRAYS",
    "AttrValue",
    "FEED",
    "FOLDER",
    "FunctionDef",
    "Path",
    "VariableDef",
    "add_function",
    "build",
    "contextlib",
    "json",
    "look",
    "main",
    "np",
    "op_def_library",
    "os",
    "ref_variable",
    "resource_variable_ops",
    "tf",
    *HELPERS,
)

# Imports that helpers need.
IMPORTS = {
    "constant": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "tensor_proto": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "AttrValue": "from tensorflow.core.framework.attr_value_pb2 import AttrValue",
    "function": "from tensorflow.core.framework.function_pb2 import FunctionDef",
    "variable_of": "from tensorflow.core.framework.variable_pb2 import VariableDef",
    "fill": "from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef",
    "wrappers": "from tensorflow.python.ops import ref_variable, resource_variable_ops",
    "op_def_library": "from tensorflow.python.framework import op_def_library",
}
