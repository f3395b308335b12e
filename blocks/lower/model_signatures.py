"""The pages of a document that are signatures of a model, and the main page.

A signature of a model is a page: its Args are the inputs, its Retvals the outputs. Their names are their ids, or their
labels if these are the same names with characters that an id cannot have. Signatures are named by their pages, or by
the `signature` of a Retval.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, RETVAL, page_of_type, signature
from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.infer.page_uses import uses_of
from blockloom.blocks.text.phrases import phrase

_NUMBER = re.compile(r"[_ ]\d+$")  # suffix that makes an id or page name unique
DEFAULT = "serving_default"  # signature that TensorFlow's programs use by default


class ForwardingPage(NamedTuple):
    """A page that only passes its Args and Retvals to an instance of the page `page`.

    `args` and `retvals` map each id to that of the other page to which it is wired.
    """

    page: str
    args: dict[str, str]
    retvals: dict[str, str]


def exact_name(block: Block) -> str:
    """Return the name of a signature's input or output.

    That is its label if it differs from the id of the Arg or Retval only in characters that ids cannot have, else the
    id.
    """
    label = block.values.get("label", "")
    return label if label and _letters(label) in (_letters(block.id), _letters(_NUMBER.sub("", block.id))) else block.id


def signature_name(page: Page) -> str:
    """Return the name of the signature of a page.

    That is the `signature` of its Retvals if it is the page's name with other characters, else the page's name.
    """
    names = (block.values.get("signature", "") for block in signature(page).retvals)
    letters = _letters(page.name), _letters(_NUMBER.sub("", page.name))
    return next((name for name in names if name and any(one.endswith(_letters(name)) for one in letters)), page.name)


def signature_page(document: Document, name: str) -> Page | None:
    """Return the page of a signature with this name, or the page with this name, or None."""
    found = (page for page in document.pages.values() if signature_name(page) == name)
    return document.pages.get(name) or next(found, None)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name)


def passing(page: Page) -> ForwardingPage | None:
    """Return the Args and Retvals that a page passes to another one; None if it does anything else."""
    args, retvals, parameters = signature(page)
    others = [b for b in page.blocks.values() if b.type not in (ARG, RETVAL)]
    if len(others) != 1 or parameters or not page_of_type(others[0].type) or others[0].values:
        return None
    instance = others[0]
    into = page.into.get(instance.id, {})
    given = {wire.source: pin for pin, wires in into.items() for wire in wires}
    gives = {
        r.id: wire.source_pin
        for r in retvals
        for wire in page.into.get(r.id, {}).get("input", ())
        if wire.source == instance.id
    }
    if given.keys() != {arg.id for arg in args} or len(given) != len(into) or "" in into or len(gives) != len(retvals):
        return None
    return ForwardingPage(page_of_type(instance.type), given, gives)


def served(document: Document, catalogue: Mapping[str, BlockType]) -> list[str]:
    """Return the names of the pages that are signatures of a document.

    These are the pages with Retvals that no other page uses, except to pass on their Args and Retvals.
    """
    used = {name for page in document.pages.values() if passing(page) is None for name in uses_of(page, catalogue)}
    return [name for name, page in document.pages.items() if name not in used and signature(page).retvals]


def main_page(document: Document, types: Callable[[], Mapping[str, BlockType]]) -> Page | None:
    """Return the default page: the only one, or the only one without Args and Retvals, or the signature of a model.

    A model's signature is its default one, or its only one. The result is None if there are several candidates. `types`
    returns the block types, and is called only if needed.
    """
    found = list(document.pages.values())
    if len(found) > 1:
        found = [page for page in found if not (signature(page).args or signature(page).retvals)]
    if not found and DEFAULT in document.pages:
        found = [document.pages[DEFAULT]]
    if not found and document.pages:
        found = [document.pages[name] for name in served(document, types())]
    return found[0] if len(found) == 1 else None


class DocumentSignature(NamedTuple):
    """A signature of a document: its page, and its Args and Retvals by the names of the signature."""

    page: Page
    inputs: dict[str, Block]
    outputs: dict[str, Block]

    def fed(self, given: Collection[str]) -> dict[str, str]:
        """Return the ids of the blocks fed under these names.

        Raises:
            ValueError: for names that are not inputs, and for missing inputs without a default.
        """
        known = self.inputs | {b.id: b for b in self.page.blocks.values() if traits_of(b.type).fed in ("must", "may")}
        wrong = [name for name in given if name not in known]
        if wrong:
            raise ValueError(
                phrase(
                    "signature {} has no input {}; it has: {}",
                    self.page.name,
                    ", ".join(wrong),
                    ", ".join(map(_told, known.items())),
                )
            )
        missing = [
            (name, arg) for name, arg in self.inputs.items() if name not in given and "default" not in arg.values
        ]
        if missing:
            raise ValueError(phrase("signature {} has to be fed: {}", self.page.name, ", ".join(map(_told, missing))))
        return {name: known[name].id for name in given}


def _told(named: tuple[str, Block]) -> str:
    """Return an input by its name, dtype and shape."""
    name, block = named
    about = " ".join(filter(None, (block.values.get("dtype", ""), block.values.get("shape", ""))))
    return f"{name} ({about})" if about else name


def ends(document: Document, name: str, types: Mapping[str, BlockType]) -> DocumentSignature:
    """Return the signature of this name.

    Raises:
        ValueError: if there is none; the error lists the signatures.
    """
    page = signature_page(document, name)
    args, retvals, _ = signature(page) if page is not None else ((), (), ())
    if page is None or not retvals:
        known = [signature_name(document.pages[one]) for one in served(document, types)]
        raise ValueError(
            phrase(
                "there is no signature {!r}; the signatures are: {}",
                name,
                ", ".join(known) or phrase("none: a signature is a page with Retvals"),
            )
        )
    return DocumentSignature(page, {exact_name(one): one for one in args}, {exact_name(one): one for one in retvals})
