"""The attrs of blocks, typed only if they do not follow from the wires.

`PageInference` itself infers the attrs, block by block: if an inferred value differs from that of the node, the node's
is typed, and the block is inferred again before the blocks that it is wired to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.from_graph.value_texts import attr_text
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.plan.plan_nodes import Node


class Fitted(PageInference):
    """Inference of a page whose blocks are made from nodes; it types attrs that a block would not infer.

    `tensor` returns the text of a tensor attr; `lost` are attrs that no block can have.
    """

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        nodes: Mapping[str, Node[str]],
        tensor: Callable[[str, Value], str | None],
    ):
        self.nodes, self.tensor = nodes, tensor
        self.lost: set[tuple[str, str]] = set()  # (op, attr) of attrs that are left out
        for name, node in nodes.items():
            block = page.blocks[name]
            values = self._own(block, node, catalogue.get(block.type))
            if values:
                page.blocks[name] = block._replace(values={**block.values, **values})
        super().__init__(page, catalogue, whole=False)
        for _ in self.walk():
            pass

    def visit(self, block: Block) -> None:
        """Infer a block, and type those attrs of its node that differ."""
        super().visit(block)
        node = self.nodes.get(block.id)
        if node is None:
            return
        typed = self._other(block, node)
        if typed:
            self.page.blocks[block.id] = block = block._replace(values={**block.values, **typed})
            self.forget(block.id)
            super().visit(block)

    def _own(self, block: Block, node: Node[str], type_: BlockType | None) -> dict[str, str]:
        """Return the attrs that follow from no wire: tensors, and all attrs of an unknown op."""
        texts = {}
        for name, (kind, value) in node.attrs.items():
            attr = type_.attr(name) if type_ is not None else None
            if name.startswith("_"):
                continue
            if type_ is not None and attr is None:
                text = None
            elif kind == "tensor":
                text = self.tensor(block.id, value) if isinstance(value, Value) else None
            elif type_ is None:
                text = attr_text(kind, value)
            else:
                continue
            if text is not None:
                texts[name] = text
            else:
                self.lost.add((node.op, name))
        return texts

    def _other(self, block: Block, node: Node[str]) -> dict[str, str]:
        """Return the attrs of the node that differ from those inferred for the block."""
        attrs, texts = self.known[block.id].attrs, {}
        for attr in self.catalogue[block.type].attrs:
            wanted = node.attrs.get(attr.name)
            if wanted is None:
                if attr.required or attr.name not in attrs:
                    continue
                wanted = attr.type, attr.default
            if (
                attr.type != "tensor"
                and attr.name not in block.values
                and not (attr.name in attrs and _same(attrs[attr.name], wanted[1]))
            ):
                text = attr_text(attr.type, wanted[1]) if wanted[1] is not None or attr.type == "shape" else None
                if text is not None:
                    texts[attr.name] = text
        return texts


def _same(found: Any, wanted: Any) -> bool:
    if found is wanted:
        return True
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(found) == len(wanted) and all(map(_same_value, found, wanted))
    return _same_value(found, wanted)


def _same_value(found: Any, wanted: Any) -> bool:
    if isinstance(found, float) or isinstance(wanted, float):
        return (
            isinstance(found, int | float)
            and isinstance(wanted, int | float)
            and np.float32(found).tobytes() == np.float32(wanted).tobytes()
        )
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return list(found) == list(wanted)
    return _bytes(found) == _bytes(wanted) and (found is None) == (wanted is None)


def _bytes(value: Any) -> Any:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
