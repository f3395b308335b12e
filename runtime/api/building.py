"""Documents that Python programs build and change, by the operations that the window uses."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin, is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import TARGET, Choices, likely_classes, roles_of, suggested
from blockloom.blocks.datasets.data_scan import Found, scan_file
from blockloom.blocks.datasets.dataset_blocks import add_data
from blockloom.blocks.document import fields
from blockloom.blocks.document.pages import CONTROL, OPERATION, Block, Document, Page, Placed, Wire, free_page_name
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, Edit, EditError, Insert, RenamePage, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules
from blockloom.blocks.layout.arrange import LayoutTooLarge, arrange
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.problems import Problem
from blockloom.blocks.text import programs
from blockloom.blocks.text.similar_names import did_you_mean
from blockloom.blocks.values.dtypes import dtype_name
from blockloom.blocks.weights import document_weights
from blockloom.runtime.api.page_names import catalogue
from blockloom.runtime.api.python_values import python_value, value_text

T = TypeVar("T")
_GAP = 60.0  # canvas pixels between a new block and the blocks that feed it, or above it


class MissingNameError(EditError, KeyError, AttributeError):
    """Raised for a page, block, pin or block type that does not exist."""

    __str__ = Exception.__str__


class ByName(Mapping[str, T], Generic[T]):
    """The pages of a document, or the blocks of a page, by name."""

    def __init__(self, what: str, names: Callable[[], Iterable[str]], make: Callable[[str], T]):
        self._what, self._names, self._make = what, names, make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        names = self._names()
        if name not in names:
            raise MissingNameError(f"there is no {self._what} {name!r}{did_you_mean(name, names)}")
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len([*self._names()])

    def __repr__(self) -> str:
        return repr([*self])

    def _ipython_key_completions_(self) -> list[str]:
        return [*self]

    def rename(self, old: str, new: str) -> None:
        """Keep the object of a name under its new name."""
        if old in self._made:
            self._made[new] = self._made.pop(old)

    def forget(self) -> None:
        """Forget the objects whose names are gone."""
        for name in self._made.keys() - {*self._names()}:
            del self._made[name]


class EditableDocument:
    """A document: pages of blocks. All functions of `blockloom` take it.

    Read one with `blockloom.open`, or begin with an empty one:

        document = blockloom.Document()
        page = document.add_page("main")

    A notebook displays it as the picture of its first page.
    """

    def __init__(self, data: Document | None = None):
        self.data = Document() if data is None else data
        self._history: UndoStack | None = None
        self._pages = ByName("page", lambda: self.data.pages, lambda name: EditablePage(self, name))

    @property
    def pages(self) -> Mapping[str, EditablePage]:
        """The pages by name, in the order of their tabs."""
        return self._pages

    @property
    def troubles(self) -> list[Problem]:
        """Warnings about things that `open` changed or left out."""
        return self.data.troubles

    def add_page(self, name: str = "main") -> EditablePage:
        """Add an empty page as the last one; a number is appended if the name is taken."""
        name = free_page_name(name, self.data.pages)
        self._apply(AddPage(name))
        return self.pages[name]

    def remove_page(self, page: str | EditablePage) -> None:
        """Remove a page. Raises EditError if the document does not have it, or other pages use it."""
        name = self.pages[page].name if isinstance(page, str) else page.name
        self._apply(operations.remove_page(self.data, self.catalogue, name).edit)
        self._pages.forget()

    @property
    def catalogue(self) -> Catalogue:
        """All block types, with the pages of this document."""
        found = self._edits().catalogue
        assert found is not None
        return found

    def _rules(self, page: Page) -> WireRules:
        """Return what can be wired on a page in its present state."""
        history = self._edits()
        return WireRules(page, self.catalogue, lambda: history.inferences(self.catalogue).current(page))

    def _apply(self, *edits: Edit) -> None:
        """Apply edits, all or none, with what follows from them elsewhere in the document. Raises EditError."""
        history, done = self._edits(), 0
        try:
            for edit in edits:
                history.do(edit)
                done += 1
        except EditError:
            self._take_back(done)
            raise

    def _take_back(self, count: int) -> None:
        """Undo the last edits."""
        for _ in range(count):
            self._edits().undo()

    def _edits(self) -> UndoStack:
        if self._history is None:
            self._history = UndoStack(self.data)
            self._history.inferences(catalogue().with_pages(self.data))
        return self._history

    def __repr__(self) -> str:
        return f"<Document with the pages {', '.join(self.data.pages) or 'none'}>"

    def _repr_svg_(self) -> str | None:
        found = draw_page(self.data, next(iter(self.data.pages), None), "svg")
        return None if found is None else found.decode()

    def _repr_png_(self) -> bytes | None:
        return draw_page(self.data, next(iter(self.data.pages), None), "png")


class EditablePage:
    """A page of a document. `blockloom.run`, `check` and others take it instead of a document and the page's name.

    A notebook displays it as a picture.
    """

    def __init__(self, document: EditableDocument, name: str):
        self.document, self._name = document, name
        self._sizes: dict[str, tuple[object, object, object, Box]] = {}
        self._blocks = ByName("block", lambda: self.data.blocks, lambda block: EditableBlock(self, block))

    @property
    def data(self) -> Page:
        """The page as the document stores it; not to be changed. Raises EditError if it was removed."""
        page = self.document.data.pages.get(self._name)
        if page is None:
            raise EditError(f"the page {self._name!r} was removed from its document")
        return page

    @property
    def name(self) -> str:
        """The name of the page. A new name is also set wherever pages use this page."""
        return self._name

    @name.setter
    def name(self, new: str) -> None:
        old, document = self._name, self.document
        if new != old:
            document._apply(RenamePage(old, new))
            document._pages.rename(old, new)
            self._name = new

    @property
    def blocks(self) -> Mapping[str, EditableBlock]:
        """The blocks by id."""
        return self._blocks

    def add(
        self,
        type: str | EditablePage,
        *values: Any,
        id: str = "",
        position: tuple[float, float] | None = None,
        after: Any = (),
        **pins: Any,
    ) -> EditableBlock:
        """Add a block.

            product = page.add("MatMul", a=x, b=w, id="PRODUCT")
            page.add("Relu", product.product)

        Args:
            type: The name of a block type, as the window shows it (`MatMul`, `Variable`) or as the catalogue has it
                (`loom.Variable`); or a page, of which the block becomes an instance.
            values: Values of the inputs, in their order.
            id: The id of the block; without it, one is made of the type.
            position: Where its upper left corner is to be, as (x, y) in canvas pixels; the nearest free place is taken.
                Without it, the block is to the right of the blocks that feed it, or below the others.
            after: A block, or several, after which this block runs: control wires.
            pins: Values of inputs and attributes by name; see `EditableBlock`. Write `**{"in": x}` if a name is a word
                of Python.

        Raises:
            EditError: A type, pin or value does not fit. The page stays as it was.
        """
        document, page = self.document, self.data
        name = self._type(type)
        measures = self._measures()
        if id and id in page.ids():
            raise EditError(f"{id} is already used on page {self._name}: choose another id")
        inputs = [pin.name for pin in document.catalogue[name].inputs]
        if len(values) > len(inputs):
            raise EditError(f"{name} has {len(inputs)} inputs, not {len(values)}: {', '.join(inputs) or 'none'}")
        given = dict(zip(inputs, values))
        if twice := next((pin for pin in given if pin in pins), None):
            raise EditError(f"{name}: the input {twice} is given twice, by position and by name")
        given |= pins
        at = position or self._place(measures, [*given.values(), after])
        change = operations.add_block(page, document.catalogue, name, at, measures)
        edit = change.edit
        if id and isinstance(edit, Insert):
            edit = edit._replace(blocks=(edit.blocks[0]._replace(id=id),))
        document._apply(edit)
        block = self.blocks[id or (change.selection or ("",))[0]]
        done = 1
        try:
            # Wires and dtypes come first, because the spelling of values depends on them.
            for pin in sorted(given, key=lambda pin: (not _wired(given[pin]), not block._is_dtype(pin))):
                done += block._set(pin, given[pin])
            done += block._run_after(after)
        except Exception:
            document._take_back(done)
            self._blocks.forget()
            raise
        return block

    def add_data(
        self,
        source: Any,
        *,
        target: str | None = None,
        batch: int = 32,
        validation: float = 0.2,
        model: bool = False,
        file: str | Path | None = None,
    ) -> EditableBlock:
        """Add a block that outputs batches of rows, as *Data from* in the menu File does.

        Args:
            source: A file that *Data from* reads, such as .csv or .npy, a folder of pictures, or a DataFrame.
            target: The column to predict; by default the most likely one.
            batch: How many rows a batch has.
            validation: The share of the rows for validation.
            model: Also add a model that learns from the rows, with a Session.
            file: The .csv file to write a DataFrame to: pages read files.

        Raises:
            EditError: The source cannot be read, or does not fit.
        """
        if hasattr(source, "to_csv"):
            if file is None:
                raise EditError("a page reads data from files: give file='rows.csv' to write the rows to")
            source.to_csv(file, index=False)
            source = file
        document = self.document
        try:
            found = scan_file(Path(source).absolute())
            labels = isinstance(found, Array) and found.labels and scan_file(found.labels, alone=True)
        except ValueError as error:
            raise EditError(str(error)) from None
        choices = suggested(found, labels if isinstance(labels, Array) else None)
        if target is not None:
            choices = _with_target(found, choices, target)
        choices = choices._replace(batch=batch, share=validation)
        at = self._place(self._measures(), [])
        change = add_data(document.data, document.catalogue, self._name, found, choices, at, model)
        document._apply(change.edit)
        return self.blocks[(change.selection or ("",))[0]]

    def add_note(self, text: str, position: tuple[float, float] = (0.0, 0.0)) -> str:
        """Add a note at the free place nearest to a position, and return its id."""
        change = operations.add_note(self.data, position, self._measures())
        (name,) = change.selection or ()
        written = change.edit
        if isinstance(written, Insert):
            written = written._replace(notes=(written.notes[0]._replace(text=text),))
        self.document._apply(written)
        return name

    def add_function(self, block: EditableBlock, attr: str) -> EditablePage:
        """Add a page for a function that a block calls, such as the `body` of a `While`, and set the attribute.

        The page has the Args and Retvals that the block needs.
        """
        document = self.document
        inference = document._rules(self.data).inference
        change, name = operations.add_function_page(document.data, inference, block.id, attr)
        document._apply(change.edit)
        return document.pages[name]

    def remove(self, *items: str | EditableBlock) -> None:
        """Remove blocks (with their wires), frames (their content stays) and notes, given as blocks or ids."""
        names = [item.id if isinstance(item, EditableBlock) else item for item in items]
        for name in names:
            if self.data.item(name) is None:
                raise MissingNameError(
                    f"there is no {name!r} on page {self._name}{did_you_mean(name, self.data.items())}"
                )
        change = operations.delete(self.data, names)
        if change is not None:
            self.document._apply(change.edit)
            self._blocks.forget()

    def arrange(self, *items: str | EditableBlock) -> None:
        """Arrange the page, or only these blocks, so that wires run from left to right and few of them cross."""
        page, measures = self.data, self._measures()
        only = [item.id if isinstance(item, EditableBlock) else item for item in items]
        try:
            found = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()}, only or None)
        except LayoutTooLarge as error:
            raise EditError(str(error)) from None
        edit = found.edit(page)
        if edit is not None:
            self.document._apply(edit)

    def _measures(self) -> operations.Measures:
        """Return the sizes of blocks on the page in its present state."""
        self._sizes = {name: kept for name, kept in self._sizes.items() if name in self.data.blocks}
        return _KeptMeasures(self.data, self.document.catalogue, self._sizes)

    def _type(self, wanted: str | EditablePage) -> str:
        """Return the name of a block type. Raises EditError if there is none."""
        types = self.document.catalogue
        if isinstance(wanted, EditablePage):
            return PREFIX + wanted.name
        if not isinstance(wanted, str):
            raise TypeError(f"the type of a block is a name, such as 'MatMul', or a page, not {wanted!r}")
        for name in (fields.PREFIX + wanted, wanted, PREFIX + wanted, types.op_of(wanted)):
            if name in types:
                return str(name)
        common = [name for name in types if not (name.startswith("_") or is_symbol(name))]
        hint = did_you_mean(wanted, common, 3, types.search(wanted, symbols=False)[:3])
        raise MissingNameError(f"there is no block type {wanted!r}{hint}")

    def _place(self, measures: operations.Measures, given: list[Any]) -> tuple[float, float]:
        """Return where a new block is to be: right of the blocks that feed it, or below all."""
        rects = [measures.rect(source.id) for source in _sources(given) if source.page is self]
        if rects:
            return max(x + width for x, _, width, _ in rects) + _GAP, min(y for _, y, _, _ in rects)
        all_rects = [measures.rect(name) for name in self.data.blocks]
        if not all_rects:
            return 0.0, 0.0
        return min(rect[0] for rect in all_rects), max(rect[1] + rect[3] for rect in all_rects) + _GAP

    def __repr__(self) -> str:
        return f"<Page {self._name} with {len(self.data.blocks)} blocks>"

    def _repr_svg_(self) -> str | None:
        found = draw_page(self.document.data, self._name, "svg")
        return None if found is None else found.decode()


class _KeptMeasures(operations.Measures):
    """Sizes of blocks, each computed once until the block, its wires or its type change."""

    def __init__(self, page: Page, catalogue: Catalogue, kept: dict[str, tuple[object, object, object, Box]]):
        super().__init__(page, catalogue)
        self._kept = kept

    def box(self, block: Block, wired: Collection[str] = ()) -> Box:
        """Return the size of a block, and where its pins are."""
        state = block, self.page.into.get(block.id), self.catalogue.get(block.type)
        known = self._kept.get(block.id)
        if known is not None and not wired and all(now is then for now, then in zip(state, known)):
            return known[-1]
        box = super().box(block, wired)
        if block.id in self.page.blocks and not wired:
            self._kept[block.id] = (*state, box)
        return box


class EditableBlock:
    """A block of a page. Its inputs and attributes are set, and its outputs are read, as attributes or by name.

        block.num_required = 2
        block.x = other.z           # a wire; it replaces the value or wire that the input had
        del block.x                 # without wire and value
        block["in"]                 # names that Python keeps to itself

    A value is a number, a text, a list or an array; a text is read as in the window. A dtype is `"float32"`,
    `"DT_FLOAT"`, `tf.float32` or `numpy.float32`; a shape is a list, in which None is an unknown size. The value of a
    function is a page. A wire begins at an output; a block stands for its first output that fits. An input that takes
    several wires gets a list of outputs.
    """

    page: EditablePage
    _id: str
    __iter__ = None  # a block has items, but is not a sequence: iteration raises TypeError

    def __init__(self, page: EditablePage, id: str):
        object.__setattr__(self, "page", page)
        object.__setattr__(self, "_id", id)

    @property
    def id(self) -> str:
        """The name of the block on its page. It can be set."""
        return self._id

    @property
    def block_type(self) -> str:
        """The name of its type, such as `MatMul` or `loom.Variable`."""
        return self._data.type

    def run_after(self, *blocks: str | EditableBlock | BuiltOutput) -> None:
        """Have this block run after others, blocks or ids: control wires."""
        self._run_after(blocks)

    @property
    def _data(self) -> Block:
        block = self.page.data.blocks.get(self.id)
        if block is None:
            raise EditError(f"the block {self.id} was removed from page {self.page.name}")
        return block

    @property
    def _kind(self) -> BlockType:
        found = self.page.document.catalogue.get(self._data.type)
        if found is None:
            raise EditError(f"{self.id}: the block type {self._data.type} is unknown")
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_repr_", "_ipython_")):  # names that notebooks and `copy` look up
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "id":
            self._rename(value)
        elif name in ("page", "block_type"):
            raise EditError(f"the {name} of a block is fixed; to set a pin of this name, write block[{name!r}] = ...")
        else:
            self[name] = value

    def __delattr__(self, name: str) -> None:
        del self[name]

    def __getitem__(self, name: str) -> Any:
        """Return an output; or what an input or attribute has: the outputs wired to it, or its value."""
        kind, page = self._kind, self.page
        if kind.output(name) is not None:
            return BuiltOutput(self, name)
        pin = kind.input(name) or kind.attr(name)
        if pin is None:
            raise self._no_pin(name)
        wires = page.data.wires_into(self.id, name)
        if wires:
            outputs = [BuiltOutput(page.blocks[wire.source], wire.source_pin) for wire in wires]
            return outputs if isinstance(pin, Pin) and pin.list else outputs[0]
        return python_value(pin, self._data.values.get(name), page.document.catalogue.weight)

    def __setitem__(self, name: str, value: Any) -> None:
        self._set(name, value)

    def __delitem__(self, name: str) -> None:
        if self._kind.input(name) is None and self._kind.attr(name) is None:
            raise self._no_pin(name)
        self.page.document._apply(*self._cleared(name))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in self._ipython_key_completions_() if name.isidentifier())]

    def _ipython_key_completions_(self) -> list[str]:
        kind = self._kind
        return [pin.name for pin in (*kind.outputs, *kind.inputs)] + [attr.name for attr in kind.attrs]

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"<Block {self.id}: {self._data.type} on page {self.page.name}>"

    def _rename(self, new: str) -> None:
        page, old = self.page, self.id
        change = operations.rename(page.data, old, new)
        if change is not None:
            page.document._apply(change.edit)
            page._blocks.rename(old, new)
            object.__setattr__(self, "_id", new)

    def _no_pin(self, name: str) -> EditError:
        kind = self._kind
        inputs, outputs = [pin.name for pin in kind.inputs], [pin.name for pin in kind.outputs]
        attrs = [attr.name for attr in kind.attrs]
        known = "; ".join(
            f"{what}: {', '.join(names)}"
            for what, names in (("inputs", inputs), ("outputs", outputs), ("attributes", attrs))
            if names
        )
        hint = did_you_mean(name, [*inputs, *outputs, *attrs]) or f". It has {known}" * bool(known)
        return MissingNameError(f"{self.id} ({kind.title}) has no pin or attribute {name!r}{hint}")

    def _is_dtype(self, name: str) -> bool:
        attr = self._kind.attr(name)
        return attr is not None and attr.type == "type"

    def _cleared(self, name: str) -> list[Edit]:
        """Return the edits that leave an input or attribute without wires and value."""
        page = self.page.data
        unwired = operations.remove_wires(page, page.wires_into(self.id, name))
        typed = name in self._data.values
        return [
            *([unwired.edit] if unwired is not None else []),
            *([operations.clear_value(page, self.id, name).edit] if typed else []),
        ]

    def _set(self, name: str, value: Any) -> int:
        """Wire an input, or set the value of an input or attribute. Return how many edits this took."""
        kind, document = self._kind, self.page.document
        pin = kind.input(name) or kind.attr(name)
        if pin is None:
            if kind.output(name) is not None:
                raise EditError(f"{self.id}.{name} is an output: set an input of the block that uses it")
            raise self._no_pin(name)
        wires = operations.remove_wires(self.page.data, self.page.data.wires_into(self.id, name))
        done = 0
        if wires is not None:
            document._apply(wires.edit)
            done += 1
        try:
            if _wired(value):
                done += self._take(pin, value)
            else:
                edits = self._typed(pin, value)
                document._apply(*edits)
                done += len(edits)
        except Exception:
            document._take_back(done)
            raise
        return done

    def _typed(self, pin: Pin | Attr, value: Any) -> list[Edit]:
        """Return the edits that set a value. Raises EditError if it does not fit."""
        page, document, edits = self.page.data, self.page.document, list[Edit]()
        dtype = self._dtype_of(pin)
        try:
            text = value_text(pin, value, dtype)
        except ValueError as error:
            raise EditError(f"{self.id}.{pin.name}: {error}") from None
        if not isinstance(text, str):
            key = f"{self.id}_{pin.name}"
            edit, keys = operations.add_weights(document.data, {key: text})
            edits.append(edit)
            text = document_weights.value_of(keys[key])
        if reason := operations.check_value(pin, text, dtype):
            raise EditError(f"{self.id}.{pin.name}: {reason}")
        change = operations.set_value(page, self.id, pin.name, text)
        return [*edits, *([change.edit] if change is not None else [])]

    def _dtype_of(self, pin: Pin | Attr) -> str | None:
        """Return the dtype that a value has to have; None if the value decides it."""
        if isinstance(pin, Attr):
            return dtype_name(self._data.values.get("dtype", "")) if pin.type == "tensor" else None
        return operations.required_dtype(self.page.document._rules(self.page.data), self.id, pin.name)

    def _take(self, pin: Pin | Attr, value: Any) -> int:
        """Wire outputs to an input. Return how many edits this took. Raises EditError if one does not fit."""
        sources = value if isinstance(value, list | tuple) else [value]
        if isinstance(pin, Attr):
            raise EditError(f"{self.id}.{pin.name} is an attribute: give a value, not the output {sources[0]}")
        if len(sources) > 1 and not pin.list:
            raise EditError(f"{self.id}.{pin.name} takes one wire, not {len(sources)}")
        if not all(isinstance(source, EditableBlock | BuiltOutput) for source in sources):
            raise EditError(
                f"{self.id}.{pin.name}: give only outputs, or only values; a Const block has a value's output"
            )
        wires = [self._fitting(pin, source) for source in sources]
        typed = [SetValue(self.page.name, self.id, pin.name, None)] if pin.name in self._data.values else []
        self.page.document._apply(
            *typed,
            *(Insert(self.page.name, wires=(Placed(wire, number),)) for number, wire in enumerate(wires)),
        )
        return len(typed) + len(wires)

    def _fitting(self, pin: Pin, source: EditableBlock | BuiltOutput) -> Wire:
        """Return the wire from an output, or from the first output of a block that fits. Raises EditError."""
        block, rules = _block_of(source), self.page.document._rules(self.page.data)
        self._same_page(block)
        if isinstance(source, BuiltOutput):
            names = [source.pin]
        elif pin.kind == OPERATION and block._kind.output(OPERATION) is not None:
            names = [OPERATION]
        else:
            names = [output.name for output in block._kind.outputs]
        reasons = [] if names else [f"{block.id} has no outputs"]
        for name in names:
            output = block._kind.known_output(name)
            end = WireEnd(block.id, name, "output", output.kind)
            fit = rules.fit(end, WireEnd(self.id, pin.name, "input", pin.kind))
            if fit.wire is not None and not fit.reason and fit.element:
                if rules.elements(end)[0] == 1:
                    return fit.wire._replace(source_pin=f"{name}[0]")
                reasons.append(f"{block.id}.{name} is a list: choose an element, such as {block.id}.{name}[0]")
            elif fit.wire is not None and not fit.reason:
                return fit.wire
            else:
                reasons.append(fit.reason)
        raise EditError(f"{source} cannot be wired to {self.id}.{pin.name}: {reasons[0]}")

    def _run_after(self, blocks: Any) -> int:
        """Add control wires from blocks. Return how many edits this took."""
        sources = [*blocks] if isinstance(blocks, list | tuple) else [blocks]
        edits: list[Edit] = []
        for source in sources:
            block = self.page.blocks[source] if isinstance(source, str) else _block_of(source)
            self._same_page(block)
            rules = self.page.document._rules(self.page.data)
            fit = rules.fit(WireEnd(block.id, "", "output", CONTROL), WireEnd(self.id, "", "input", CONTROL))
            if fit.reason or fit.wire is None:
                raise EditError(f"{self.id} cannot run after {block.id}: {fit.reason}")
            change = operations.add_wire(rules, fit.wire)
            edits += [change.edit] if change is not None else []
        self.page.document._apply(*edits)
        return len(edits)

    def _same_page(self, block: EditableBlock) -> None:
        if block.page is not self.page:
            raise EditError(
                f"{block.id} is on page {block.page.name}, and {self.id} on page {self.page.name}: "
                "wires cannot cross pages. Use an Arg to pass a value into a page, a Retval to return one"
            )


class BuiltOutput:
    """An output of a block, to be given to inputs of others. `output[1]` is an element of an output that is a list."""

    __iter__ = None  # an output has elements, but is not a sequence: iteration raises TypeError

    def __init__(self, block: EditableBlock, pin: str):
        self.block, self.pin = block, pin

    @property
    def dtype(self) -> Any:
        """The dtype, such as "DT_FLOAT", or a list of dtypes of elements; None if unknown before a run."""
        page = self.block.page
        return page.document._rules(page.data).inference.dtype(self.block.id, self.pin)

    def __getitem__(self, element: int) -> BuiltOutput:
        pin = self.block._kind.output(self.pin)
        if pin is None or not pin.list:
            raise EditError(f"{self} is one tensor, not a list: slice it with a StridedSlice block")
        return BuiltOutput(self.block, f"{self.pin}[{element}]")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BuiltOutput) and (self.block, self.pin) == (other.block, other.pin)

    def __hash__(self) -> int:
        return hash((self.block, self.pin))

    def __str__(self) -> str:
        return f"{self.block.id}.{self.pin}"

    def __repr__(self) -> str:
        return f"<Output {self}>"


def _with_target(found: Found, choices: Choices, target: str) -> Choices:
    """Return choices in which this column is the one to predict. Raises EditError if there is none."""
    names = [column.name for column in found.columns]
    if target not in names:
        raise EditError(f"{found.path.name} has no column {target!r}{did_you_mean(target, names)}")
    place = names.index(target)
    roles = [*roles_of(found.columns, found.rows, with_target=False)]
    roles[place] = TARGET
    return choices._replace(roles=tuple(roles), classes=likely_classes(found.columns[place], found.rows))


def _block_of(source: EditableBlock | BuiltOutput) -> EditableBlock:
    return source.block if isinstance(source, BuiltOutput) else source


def _wired(value: Any) -> bool:
    """Return whether a value is an output or a block, or a list that has one."""
    if isinstance(value, list | tuple):
        return any(isinstance(item, EditableBlock | BuiltOutput) for item in value)
    return isinstance(value, EditableBlock | BuiltOutput)


def _sources(given: Iterable[Any]) -> Iterator[EditableBlock]:
    """Yield the blocks among values."""
    for value in given:
        if isinstance(value, list | tuple):
            yield from _sources(value)
        elif isinstance(value, EditableBlock | BuiltOutput):
            yield _block_of(value)


def draw_page(document: Document, page: str | None, suffix: str) -> bytes | None:
    """Return a picture of a page in a format such as "svg"; None if there is no page, or Qt cannot draw it."""
    if page is None:
        return None
    with tempfile.TemporaryDirectory(prefix="blockloom-") as folder:
        source, target = Path(folder, "page.loom"), Path(folder, f"page.{suffix}")
        source.write_text(documents.dumps(document), "utf-8", "surrogatepass")
        environment = os.environ | {"PYTHONPATH": programs.python_path()}
        subprocess.run(
            programs.python("blockloom", "render", str(source), str(target), "--page", page, "--theme", "light"),
            env=environment,
            capture_output=True,
            check=False,
        )
        return target.read_bytes() if target.exists() else None
