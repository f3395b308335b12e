"""Batch size of a page: changed at feeds and in typed values that depend on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import instances, page_of_type
from blockloom.blocks.catalogue.tensor_shapes import Shape, shape_text
from blockloom.blocks.document.literal_cache import read_tensor
from blockloom.blocks.document.pages import CONTROL, Block, Wire
from blockloom.blocks.edits import EditError, SetValue
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values import literals


def change_batch(
    rules: WireRules, names: Iterable[str], size: int, shape_of: Callable[[str, str], Shape]
) -> PageChange:
    """Change the batch size: the first size (-1: any) of these Args and Placeholders.

    If other blocks are among `names`, all feeds of the page change. Typed shapes that have the old size because of the
    batch change too, as in a Reshape. The message of the change lists other places with the old size.

    Args:
        shape_of: Returns the present shape of an output, by block and pin.

    Raises:
        EditError: No feed has a shape, or the old sizes differ.
    """
    batch = _Batch(rules, names, size, shape_of)
    edits = batch.edits()
    if not edits:
        raise EditError(phrase("The batch has this size already"))
    return PageChange(
        combine_edits(edits), phrase("Change the batch size to {0}", "?" if size < 0 else size), None, batch.report()
    )


def current_batch_size(rules: WireRules, names: Iterable[str]) -> int:
    """Return the size that `change_batch` would replace, -1 for any.

    Raises:
        EditError: As in `change_batch`.
    """
    return _fed(rules, names)[1]


def _fed(rules: WireRules, names: Iterable[str]) -> tuple[dict[str, list[int]], int]:
    """Return the feeds among these, or all of the page if there are others, with their shapes and first size."""
    inside = {n for n in with_frame_members(rules.page, names) if n in rules.page.blocks}
    feeds = {b.id: shape for b in rules.page.blocks.values() if traits_of(b.type).fed and (shape := _shape(b))}
    if inside and inside <= feeds.keys():
        feeds = {name: feeds[name] for name in inside}
    if not feeds:
        raise EditError(phrase("Nothing is fed to the page with a shape that has a first size"))
    known = sorted({shape[0] for shape in feeds.values() if shape[0] >= 0})
    if len(known) > 1:
        raise EditError(
            phrase("Select the feeds whose first size is that of the batch: there are {0}", ", ".join(map(str, known)))
        )
    return feeds, known[0] if known else -1


class _Batch:
    """Changes for another batch size, and places where the old size stays."""

    def __init__(self, rules: WireRules, names: Iterable[str], size: int, shape_of: Callable[[str, str], Shape]):
        self.rules, self.page, self.size, self.shape_of = rules, rules.page, size, shape_of
        self.feeds, self.old = _fed(rules, names)
        self.outer = dict(self._outer())  # (page, block) -> feed on another page
        self.carried: set[tuple[str, str]] = set()  # outputs whose first axis is the batch
        self.typed: dict[tuple[str, str], str] = {}  # (block, pin) -> new text
        self.left: list[str] = []  # places where the old size stays
        if self.old >= 0:
            self._follow()

    def edits(self) -> list[SetValue]:
        """Return the edits of feeds and dependent values."""
        shapes = {(self.page.name, name): shape for name, shape in self.feeds.items()} | self.outer
        texts = {
            (*at, "shape"): shape_text([None if n < 0 else n for n in (self.size, *shape[1:])])
            for at, shape in shapes.items()
            if shape[0] != self.size
        }
        texts |= {(self.page.name, *end): text for end, text in self.typed.items()}
        return [SetValue(*end, text) for end, text in texts.items()]

    def report(self) -> str:
        """Return a report of the changes, and of places that keep the old size."""
        parts = [
            phrase(
                "Batch size {0}: at feeds {1}, at typed values {2}",
                "?" if self.size < 0 else self.size,
                len(self.feeds) + len(self.outer),
                len(self.typed),
            )
        ]
        if self.left:
            parts.append(
                phrase(
                    "{0} also occurs here and is unchanged: {1}",
                    self.old,
                    ", ".join(sorted(self.left)[:8]) + (" ..." if len(self.left) > 8 else ""),
                )
            )
        return join(". ", parts)

    def _outer(self) -> Iterator[tuple[tuple[str, str], list[int]]]:
        """Yield the feeds of other pages that only pass on to this one, with their shapes."""
        catalogue = self.rules.catalogue
        for page in catalogue.document.pages.values():
            for block in instances(page.blocks.values()):
                for wire in page.wires_into(block.id) if page_of_type(block.type) == self.page.name else ():
                    feed = page.blocks.get(wire.source)
                    if (
                        wire.target_pin in self.feeds
                        and feed is not None
                        and traits_of(feed.type).fed
                        and _shape(feed) == self.feeds[wire.target_pin]
                    ):
                        yield (page.name, feed.id), _shape(feed)

    def _follow(self) -> None:
        page, waiting = self.page, []
        for name in Structure(page).order:
            block = page.blocks[name]
            if name in self.feeds:
                self._carry(block)
                continue
            into = [w for w in page.wires_into(name) if w.kind != CONTROL]
            mine = [w for w in into if (w.source, w.source_pin) in self.carried]
            if mine and self._keeps_first(block, mine):
                self._carry(block)
            if traits_of(block.type).sizes:
                if mine or not self._sizes(block):
                    self._decide(block, bool(mine))
                else:
                    waiting.append(block)
            if mine:
                self.left += self._pages(block)
        for block in waiting:
            self._decide(block, self._meets(block))

    def _carry(self, block: Block) -> None:
        type_ = self.rules.catalogue.get(block.type)
        for pin in type_.outputs if type_ is not None else ():
            shape = self.shape_of(block.id, pin.name)
            if shape and shape[0] == self.old:
                self.carried.add((block.id, pin.name))

    def _keeps_first(self, block: Block, mine: list[Wire]) -> bool:
        """Return whether the first axis of the outputs of a block is that of its inputs."""
        first = traits_of(block.type).first_axis
        if first == "reduces":
            axes = self._numbers(
                block,
                next(
                    (
                        p
                        for p in ("reduction_indices", "axis", "dimension")
                        if p in block.values or self.page.wires_into(block.id, p)
                    ),
                    "",
                ),
            )
            shape = self.shape_of(mine[0].source, mine[0].source_pin)
            return bool(axes) and shape is not None and not {0, -len(shape)} & set(axes)
        if block.type == "MatMul":
            return block.values.get("transpose_a") != "true" and any(w.target_pin == "a" for w in mine)
        return first != "moves"

    def _where(self, block: Block) -> tuple[str, str] | None:
        """Return the block and pin of the typed sizes: the block itself, or a Const with no other user."""
        pin = traits_of(block.type).sizes
        for wire in self.page.wires_into(block.id, pin):
            source = self.page.blocks.get(wire.source)
            return (
                (source.id, "value")
                if source is not None
                and source.type == "Const"
                and len([w for w in self.page.wires_from(source.id) if w.kind != CONTROL]) == 1
                else None
            )
        return (block.id, pin) if pin in block.values else None

    def _sizes(self, block: Block) -> list[int]:
        """Return the typed sizes, [] if there are none or they are not a list of numbers."""
        where = self._where(block)
        return self._numbers(self.page.blocks[where[0]], where[1]) if where is not None else []

    def _numbers(self, block: Block, pin: str) -> list[int]:
        text = block.values.get(pin, "")
        for wire in self.page.wires_into(block.id, pin):
            source = self.page.blocks.get(wire.source)
            text = source.values.get("value", "") if source is not None and source.type == "Const" else ""
        try:
            if "?" in text:
                return literals.shape(text) or []
            return [int(n) for n in read_tensor(text, None).array.reshape(-1)]
        except (ValueError, TypeError):
            return []

    def _decide(self, block: Block, follows: bool) -> None:
        """Change the typed sizes of a block if they depend on the batch; note them if that is unsure."""
        sizes, where = self._sizes(block), self._where(block)
        if where is None or self.old not in sizes and block.type != "Reshape":
            return
        place = self._place(block, sizes) if follows else None
        if place is not None and (self.size >= 0 or traits_of(block.type).any_size and -1 not in sizes):
            sizes[place] = sizes[place] // self.old * self.size if self.size >= 0 else -1
            self.typed[where] = str(sizes)
        elif self.old > 1 and self.old in sizes:
            self.left.append(f"{where[0]}.{where[1]}")

    def _place(self, block: Block, sizes: list[int]) -> int | None:
        """Return the index of the size that contains the batch, None if unsure."""
        if begins := traits_of(block.type).begins:
            whole = sizes[0] == self.old and self._numbers(block, begins)[:1] == [0]
            return 0 if whole and self._takes(block) else None
        if sizes[:1] == [self.old]:
            return 0
        if block.type == "Reshape" and -1 not in sizes and self.old > 1:
            places = [i for i, size in enumerate(sizes) if size == self.old]
            places = places or [i for i, size in enumerate(sizes) if size and size % self.old == 0]
            return places[0] if len(places) == 1 or places[:1] == [0] else None
        return None

    def _takes(self, block: Block) -> bool:
        """Return whether the first axis of the input of a slice is the batch."""
        return any((w.source, w.source_pin) in self.carried for w in self.page.wires_into(block.id, "input"))

    def _meets(self, block: Block) -> bool:
        """Return whether outputs of a block meet tensors of the batch at an op that needs equal first sizes."""
        todo, seen = [block.id], {block.id}
        while todo and self.old > 1:
            for wire in self.page.wires_from(todo.pop()):
                target = self.page.blocks.get(wire.target)
                shape = self.shape_of(wire.source, wire.source_pin) if wire.kind != CONTROL else None
                if target is None or not shape or shape[0] != self.old:
                    continue
                others = [
                    self.shape_of(w.source, w.source_pin)
                    for w in self.page.wires_into(target.id)
                    if (w.source, w.source_pin) in self.carried and w.source not in seen
                ]
                if traits_of(target.type).first_axis == "alike" and any(
                    o is not None and len(o) == len(shape) for o in others
                ):
                    return target.type != "ConcatV2" or self._numbers(target, "axis") not in ([], [0], [-len(shape)])
                if target.id not in seen and len(self.page.wires_into(target.id)) == 1:
                    seen.add(target.id)
                    todo.append(target.id)
        return False

    def _pages(self, block: Block) -> Iterator[str]:
        """Yield the Args with the old size on pages of an instance or call; others may use these as well."""
        catalogue = self.rules.catalogue
        for page in reached(catalogue.document, used_pages(block, catalogue), catalogue):
            yield from (f"{page}/{arg.id}" for arg in catalogue.signature(page).args if _shape(arg)[:1] == [self.old])


def _shape(block: Block) -> list[int]:
    """Return the typed-in shape of a feed, [] for an unknown rank or a scalar."""
    try:
        return literals.shape(block.values.get("shape", "")) or []
    except ValueError:
        return []
