"""File names on a target whose processes have other working folders.

A file name without a folder is relative to the document. So the file names that an op takes, however they are computed,
are first prefixed with the folder of the document, unless they begin with / or name a file system.
"""

from __future__ import annotations

from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.protos import node_def

# Names of op inputs that are file names in every op. (`pattern` is one only in the ops with the trait `read_once`.)
_NAMES = frozenset(
    {
        "filename",
        "filenames",
        "patterns",
        "file_pattern",
        "path",
        "prefix",
        "logdir",
        "directory",
        "ckpt_path",
        "checkpoint_prefixes",
        "destination_prefix",
        "new_vocab_file",
        "old_vocab_file",
    }
)


def led_to(folder: str, node: NodeDef) -> list[NodeDef]:
    """Return nodes that prefix the file names of a node with an absolute folder, and connect the node to them."""
    op, new = op_def_registry.get(node.op), list[NodeDef]()
    traits = traits_of(node.op)
    read = traits.outside.get("reads") if traits.read_once else None
    for number, arg in enumerate(op.input_arg if op is not None else ()):
        if arg.number_attr or arg.type_list_attr or number >= len(node.input):
            break  # a list has an unknown length: later inputs cannot be matched with args
        if arg.name in _NAMES or arg.name == read:
            into = f"{folder.rstrip('/')}/".replace("\\", "\\\\") + "\\1"
            new.append(
                node_def(
                    f"{node.name}/{arg.name}_led",
                    "StaticRegexReplace",
                    [node.input[number]],
                    node.device,
                    {"pattern": ("string", "^([^/:][^:]*)$"), "rewrite": ("string", into)},
                )
            )
            node.input[number] = new[-1].name
    return new
