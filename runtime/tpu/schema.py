"""Data for an editor of a TPU `config`: its messages, fields and enums, and the faults of a text."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import make_problem
from blockloom.runtime.protocol.replies import SchemaReply
from blockloom.runtime.tpu.config import ConfigError, Embedding, Proto, read

# Number of a type in descriptor.FieldDescriptor -> its name in .proto files.
_TYPES = {
    1: "double",
    2: "float",
    3: "int64",
    4: "uint64",
    5: "int32",
    6: "fixed64",
    7: "fixed32",
    8: "bool",
    9: "string",
    10: "group",
    11: "message",
    12: "bytes",
    13: "uint32",
    14: "enum",
    15: "sfixed32",
    16: "sfixed64",
    17: "sint32",
    18: "sint64",
}


def schema() -> SchemaReply:
    """Return the root message, and the fields of each message.

    A field is {"type", "of", "repeated", "oneof", "old"}; `of` is its message or enum, if it has one.
    """
    messages: dict[str, dict[str, Any]] = {}
    enums: dict[str, list[str]] = {}
    todo = [Proto.DESCRIPTOR]
    while todo:
        message = todo.pop()
        if message.full_name in messages:
            continue
        fields = messages[message.full_name] = {}
        for field in message.fields:
            of = field.message_type or field.enum_type
            if field.enum_type is not None:
                enums[of.full_name] = [value.name for value in of.values]
            elif of is not None:
                todo.append(of)
            fields[field.name] = {
                "type": _TYPES[field.type],
                "of": of.full_name if of is not None else "",
                "repeated": _repeated(field),
                "old": field.GetOptions().deprecated,
                "oneof": field.containing_oneof.name if field.containing_oneof is not None else "",
            }
    return SchemaReply(Proto.DESCRIPTOR.full_name, messages, enums)


def _repeated(field: Any) -> bool:
    return field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED


def check(text: str) -> list[tuple[str, int, int, str, str]]:
    """Return the faults of a text other than @BLOCK as (severity, line, column, message, remedy).

    Lines and columns count from 1, and are 0 for a fault of the whole text.
    """
    try:
        findings = [(f.kind, f.placed(text)) for f in Embedding(read(text), "").findings(reference=True)]
    except ConfigError as error:
        findings = [(error.kind, error.facts)]
    told = []
    for kind, facts in findings:
        line, column = facts.get("place", (0, 0))
        shown = make_problem(kind, Address(), **{name: fact for name, fact in facts.items() if name != "place"})
        told.append((shown.severity, line, column, shown.message, shown.remedy))
    return told
