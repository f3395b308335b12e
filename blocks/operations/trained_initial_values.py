"""Trained values of variables, stored as initial values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import page_of_type
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.literal_cache import read_attr, read_tensor
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import AddWeights, Edit, Remove, SetValue
from blockloom.blocks.infer.page_uses import uses
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.unpacking import copy_page_for_instances
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.values.grammar import ValueSyntaxError
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import key_of

_INITIAL = "initvalues"
_Values = dict[tuple[str, str], dict[Address, str | None]]  # (page, block) -> address of an instance -> text


def keep_trained(
    document: Document, catalogue: Catalogue, page: str, sha256: str, values: Mapping[str, str]
) -> PageChange | None:
    """Make values of a run the initial values of the page's variables.

    Wired initial values are replaced. Instances of one page with different values get separate pages. None if nothing
    changes.

    Args:
        values: Address as text -> text of weights in the file of `sha256`.
    """
    there = {parse(name, page): text for name, text in values.items()}
    of_pages, apart, moved = document, list[Edit](), list[str]()  # document after the edits that separate pages
    if any(len(set(held.values())) > 1 for held in _values_of(document, catalogue, there).values()):
        of_pages = document.copy()
        apart, moved = _part(of_pages, catalogue, there)
    parts: list[Edit] = []
    for (where, block), held in _values_of(of_pages, catalogue.with_pages(of_pages), there).items():
        text, page_of_variable = next(iter(held.values())), of_pages.pages[where]
        if text is not None and not _means(page_of_variable.blocks[block].values, text):
            wires = tuple(page_of_variable.placed(wire) for wire in page_of_variable.wires_into(block, _INITIAL))
            parts += [Remove(where, wires=wires)] if wires else []
            parts.append(SetValue(where, block, _INITIAL, text))
    if not parts:
        return None
    named = document_weights.keys_in(part.text or "" for part in parts if isinstance(part, SetValue))
    new = {key: key for key in sorted(named) if not document.weights.has(key, document.folder)}
    edits = [*([AddWeights(sha256, new)] if new else []), *apart, *parts]
    told = phrase("Instances of one page had different values, and now have separate pages: {}", join(", ", moved))
    return PageChange(combine_edits(edits), phrase("Store Trained Values"), message=told if moved else "")


def _values_of(document: Document, types: Catalogue, there: Mapping[Address, str]) -> _Values:
    """Return the initial value of each variable in each instance of its page.

    None, first, stands for instances with the present initial value.
    """
    found: _Values = defaultdict(dict)
    for at, text in there.items():
        where = types.page_at(at.page, at.path)
        if where in document.pages and at.block in document.pages[where].blocks:
            found[where, at.block][at] = text
    counts = sum((_instances(document, page) for page in {at.page: None for at in there}), Counter[str]())
    for (where, block), held in found.items():
        if len(held) < counts[where]:
            found[where, block] = {Address(): None, **held}
    return found


def _instances(document: Document, page: str) -> Counter[str]:
    """Return the number of instances of each page in a page, including itself as one.

    Instances are counted, not visited: thirty pages, each with two instances of the next one, have a billion.
    """
    inner = {
        name: [its for block in one.blocks.values() if (its := page_of_type(block.type)) in document.pages]
        for name, one in document.pages.items()
    }
    order, todo, seen = list[str](), [(page, False)], set[str]()  # order: each page after the pages that it uses
    while todo:
        name, done = todo.pop()
        if done:
            order.append(name)
        elif name not in seen:
            seen.add(name)
            todo += [(name, True), *((one, False) for one in inner.get(name, ()))]
    found = Counter({page: 1})
    for name in reversed(order):
        for one in inner.get(name, ()):
            found[one] += found[name]
    return found


def _part(document: Document, catalogue: Catalogue, there: Mapping[Address, str]) -> tuple[list[Edit], list[str]]:
    """Copy pages for instances whose values differ from those of other instances of their page.

    Changes the document.

    Returns:
        The edits, and the instances.
    """
    edits, moved = list[Edit](), list[str]()
    for held in _values_of(document, catalogue.with_pages(document), there).values():
        first = None if None in held.values() else next(iter(held.values()))
        for at in (at for at, text in held.items() if text != first):
            where = at.page
            for name in at.path:
                type_ = document.pages[where].blocks[name].type
                if len(uses(document, page_of_type(type_), catalogue.with_pages(document))) > 1:
                    change = copy_page_for_instances(document, document.pages[where], (name,))
                    change.edit.apply(document)
                    edits.append(change.edit)
                    moved.append(name)
                where = page_of_type(document.pages[where].blocks[name].type)
    return edits, moved


def _means(values: Mapping[str, str], text: str) -> bool:
    """Return whether the initial value among these equals a text, in any notation."""
    old = values.get(_INITIAL, "")
    if old == text or key_of(old) is not None or key_of(text) is not None:
        return old == text
    try:
        dtype = read_attr(values["dtype"], "type") if values.get("dtype") else None
        before, after = read_tensor(old, dtype), read_tensor(text, dtype)
    except ValueSyntaxError:
        return False
    return (
        before.dtype == after.dtype
        and before.array.shape == after.array.shape
        and before.array.tobytes() == after.array.tobytes()
    )
