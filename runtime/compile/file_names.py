"""Names of files on a target, whose processes run in folders of their own.

A name without a folder is looked for beside the document. So what an op there takes as the name of a file, however it
is computed, is led to the folder of the document first, unless it begins with / or names a file system.
"""

from __future__ import annotations

from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.runtime.compile.protos import node_def

# What ops call the names of files that they take. (`pattern` is one of them in MatchingFiles alone.)
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
    """The nodes that put an absolute folder before file names which a node takes; the node's inputs are changed to
    them.
    """
    op, new = op_def_registry.get(node.op), list[NodeDef]()
    for number, arg in enumerate(op.input_arg if op is not None else ()):
        if arg.number_attr or arg.type_list_attr or number >= len(node.input):
            break  # from here on, inputs are not args
        if arg.name in _NAMES or (node.op, arg.name) == ("MatchingFiles", "pattern"):
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
