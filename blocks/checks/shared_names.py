"""Check accumulators, queues, variables ... that share a name and have different dtypes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import types_on
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.document.scopes import devices
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.lower.structure import SessionPlan
from blockloom.blocks.problems import Problem, make_problem

_TYPES = ("type", "list(type)")
_NAME, _CONTAINER = "shared_name", "container"


class _Sharer(NamedTuple):
    """A block that creates a resource.

    `key` is equal for blocks that share a resource if their devices are equal. `name` is the block's id, with its page
    if that is another one.
    """

    key: tuple[str, bytes, bytes]
    name: str
    device: str
    dtypes: dict[str, list[str]]  # attr -> dtypes


def makes_shared(page: Page, block: str) -> bool:
    """Return whether a block is on the page and makes a resource that others can share by name."""
    return block in page.blocks and bool(traits_of(page.blocks[block].type).shared_as)


def shared_name(inference: PageInference, block: str) -> tuple[bytes, bytes]:
    """Return container and name of the resource that a block makes."""
    known = inference.known.get(block)
    attrs = known.attrs if known is not None else {}
    return attrs.get(_CONTAINER) or b"", attrs.get(_NAME) or block.encode()


def check(page: Page, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return an error for each block of a session that shares a name with another block and has a different dtype."""
    if not any(makes_shared(page, name) for name in page.blocks):
        return []
    here = {sharer.name: sharer for sharer in _sharers(inference, page.blocks)}
    problems = []
    for plan in plans:
        run = plan.closure | plan.initial
        groups: dict[tuple[str, bytes, bytes], list[_Sharer]] = {}
        for sharer in (*_in_functions(page, inference, run), *(here[name] for name in sorted(run) if name in here)):
            group = groups.setdefault(sharer.key, [])
            clash = next(filter(None, (_clash(sharer, other) for other in group)), None) if sharer.name in run else None
            group.append(sharer)
            if clash is not None:
                other, attr = clash
                problems.append(
                    make_problem(
                        "shared-name",
                        address(page.name, sharer.name, _NAME if _NAME in page.blocks[sharer.name].values else ""),
                        name=sharer.key[2].decode(errors="replace"),
                        other=other.name,
                        attr=attr,
                        here=sharer.dtypes[attr],
                        there=other.dtypes[attr],
                    )
                )
    return list(dict.fromkeys(problems))


def _sharers(inference: PageInference, blocks: Iterable[str], before: str = "") -> Iterator[_Sharer]:
    """Yield the blocks that make a resource with a name, of one page. `before` is written before their ids."""
    page, device = inference.page, devices(inference.page.frames)
    for name in blocks:
        known = inference.known.get(name)
        if not makes_shared(page, name) or known is None or _NAME not in known.attrs:
            continue
        block = page.blocks[name]
        if (before or block.frame) and not known.attrs[_NAME]:
            continue  # TensorFlow then uses the name of the node, which is not the id
        found = {
            attr.name: value if isinstance(value, list) else [value]
            for attr in inference.catalogue[block.type].attrs
            if attr.type in _TYPES and (value := known.attrs.get(attr.name))
        }
        key = traits_of(block.type).shared_as, *shared_name(inference, name)
        yield _Sharer(key, before + name, device.get(block.frame, ""), found)


def _in_functions(page: Page, inference: PageInference, run: Iterable[str]) -> Iterator[_Sharer]:
    """Yield the blocks that create a named resource on the pages of functions that these blocks run."""
    catalogue = inference.catalogue
    pages = {name for block in run if block in page.blocks for name in used_pages(page.blocks[block], catalogue)}
    for name in reached(catalogue.document, sorted(pages), catalogue):
        other = catalogue.document.pages[name]
        if any(traits_of(type_).shared_as for type_ in types_on(other)):
            yield from _sharers(PageInference(other, catalogue), other.blocks, f"{name}/")


def _clash(sharer: _Sharer, other: _Sharer) -> tuple[_Sharer, str] | None:
    """Return the other block and the attr that differs; None if the blocks fit or are on different devices."""
    if sharer.device and other.device and sharer.device != other.device:
        return None
    for attr, dtypes in sharer.dtypes.items():
        if other.dtypes.get(attr, dtypes) != dtypes and None not in (*dtypes, *other.dtypes[attr]):
            return other, attr
    return None
