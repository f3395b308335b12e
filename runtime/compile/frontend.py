"""Prepare a page of a document for the plan.

The compilation has the page without muted blocks (`blocks.lower.muting`), in native types (`blocks.lower.lowering`),
with the inferred types (`blocks.infer.inference`) and the problems found (`blocks.checks`, and the checks of
additions).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks.session_closure import needed
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.runtime.compile.added_ops import added_ops
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.expanders import expanders


def checked(
    document: Document,
    page: str,
    catalogue: Catalogue,
    target: str = "native",
    bare: bool = False,
    also: Iterable[Address] = (),
    tick: Callable[[], None] = lambda: None,
    inferences: Inferences | None = None,
    given: Mapping[str, str | None] = MappingProxyType({}),
    instead: Collection[Address] = (),
    fed: Collection[Address] = (),
) -> Compilation:
    """Begin to compile a page: mute, lower, infer and check.

    Args:
        document: The document.
        page: The name of the page.
        catalogue: The catalogue of block types.
        target: As in `compile_page`.
        bare: As in `compile_page`.
        also: Blocks that are needed in addition to those of sessions.
        tick: Called now and then; may raise.
        inferences: The inferences of the document, if any.
        given: Values of parameters.
        instead: Outputs that replace the fetches of sessions, if any.
        fed: Outputs that are fed.

    Raises:
        KeyError: The document has no page of this name.
    """
    catalogue = catalogue.with_pages(document)
    drawn = active(document.page(page), catalogue)
    lowered = lower(drawn, catalogue, given)
    tick()
    native = lowered.page
    for added in added_ops() if target == "reference" else ():
        native = added.ordered(native, catalogue)
    known = inferences.inference_of(page).whole() if inferences is not None and native is document.page(page) else None
    needed_page, ids = (lowered.page, [a.flat for a in also]) if lowered.within else (drawn, [a.block for a in also])
    need = needed(needed_page, ids, bool(instead))
    compilation = Compilation(
        drawn, lowered, native, catalogue, target, bare, need, expanders(target).keys(), known, instead, fed
    )
    tick()
    for added in added_ops():
        added.prepare(compilation)
    return compilation
