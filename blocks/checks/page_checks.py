"""Checks of a document: errors (a page cannot run) and warnings (it runs, but not as expected).

The checks of this module need only the page and the catalogue. `infer` finds problems of dtypes and attrs along wires,
`starvation` blocks that a run never supplies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, names_in, parameter_values, signature
from blockloom.blocks.checks import instances, races, session_closure, starvation, value_checks, wire_checks
from blockloom.blocks.checks.checked import CheckedPage
from blockloom.blocks.checks.session_closure import needed, weighed
from blockloom.blocks.checks.value_checks import check_block
from blockloom.blocks.document.addresses import Address, address, address_of
from blockloom.blocks.document.pages import MOST_CONFLICTS, Conflict, Document, Page
from blockloom.blocks.files.library import drifted
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import uses
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.structure import SessionPlan, session_plans
from blockloom.blocks.merge.conflict_resolution import is_gone
from blockloom.blocks.problems import Problem, make_problem, problem_sort_key


def check(document: Document, catalogue: Catalogue, page: str | None = None) -> list[Problem]:
    """Return the problems of a document, or of one of its pages: first those of its file, then by page.

    Raises:
        KeyError: The document has no such page.
    """
    names = list(document.pages) if page is None else [page]
    catalogue = catalogue.with_pages(document)
    found = of_file(document, page) + [p for name in names for p in check_page(document, name, catalogue)]
    return instances.at_home(found, catalogue)


def of_file(document: Document, page: str | None = None) -> list[Problem]:
    """Return the problems of a document's file, or of one page in it.

    These are unresolved conflicts, corrections of the file reader, and library pages that have changed.
    """
    mended = [p for p in document.troubles if page is None or p.page == page]
    pages = document.pages if page is None else [page]
    return conflicts(document, None if page is None else [page]) + mended + drifted(document, pages)


def check_page(document: Document, page_name: str, catalogue: Catalogue) -> list[Problem]:
    """Return the problems of a page, errors first, then by block and pin.

    Muted and bypassed blocks have none. Errors in blocks that no session needs are warnings (see `session_closure`).

    Raises:
        KeyError: The document has no such page.
    """
    catalogue = catalogue.with_pages(document)
    page = active(document.pages[page_name], catalogue)
    return weighed(page, as_part(page, faults(page, catalogue)), needed(page))


def faults(page: Page, catalogue: Catalogue) -> list[Problem]:
    """Return the problems of a page without muted blocks, in all blocks, even if no session needs them."""
    lowered = lower(page, catalogue)
    plans = session_plans(lowered.page, catalogue)
    problems = Faults(lowered.page, catalogue, PageInference(lowered.page, catalogue), plans).all()
    if lowered.page is not page:
        at_instances = [*check_interface(page, catalogue), *instances.check(lowered, catalogue)]
        at_instances += session_closure.apart(page, catalogue)
        told = instances.apart(
            page,
            [*problems, *instances.effects(lowered, catalogue, plans)],
            at_instances,
        )
        gone = {(p.address.flat, p.pin) for p in lowered.problems if p.kind == "bad-value:expression"}
        told = [p for p in told if (p.block, p.pin) not in gone]  # the bad expression explains the missing value
        of_page = () if lowered.within else lowered.problems
        return instances.without_repeats([*map(lowered.problem, told), *of_page, *at_instances], catalogue)
    return problems


class Faults:
    """The problems of a page of native types during editing: by block, and of the page as a whole.

    Only the first few unknown types get suggestions of similar names, so these can differ from a check of the whole
    page.
    """

    def __init__(self, page: Page, catalogue: Catalogue, inference: PageInference, plans: list[SessionPlan]):
        self.page, self._checked = page, CheckedPage(page, catalogue, inference)
        self._of: dict[str, list[Problem]] = {}  # block -> its problems, only for blocks with problems
        self.update(page.blocks, plans)

    def update(self, blocks: Iterable[str], plans: list[SessionPlan] | None = None) -> None:
        """Check blocks again that were edited, removed or inferred again.

        Args:
            blocks: The ids of the blocks.
            plans: The page's sessions, if blocks, wires or frames changed: then the page as a whole is checked, too.
        """
        page, checked, of = self.page, self._checked, self._of
        for name in blocks:
            of.pop(name, None)
            if name in page.blocks:
                checked.problems, checked.missing, checked.handles = [], set(), set()
                check_block(checked, page.blocks[name])
                problems = checked.problems + checked.inferred(name)
                if problems:
                    of[name] = problems
        if plans is not None:
            self._plans, checked.problems = plans, []
            wire_checks.loose(checked)
            value_checks.frames(checked)
            session_closure.cycles(checked)
            session_closure.sessions(checked, plans)
            session_closure.feeds(checked, plans)
            self._whole, self._concerned = checked.problems, starvation.concerned(page)
        if plans is not None or any(races.has_races(page, name) for name in blocks):
            self._races = races.check(page, checked.catalogue, checked.inference, self._plans)
        if plans is not None or any(races.makes_shared(page, name) for name in blocks):
            self._shared = races.check_shared_names(page, checked.inference, self._plans)

    def all(self) -> list[Problem]:
        """Return all problems, errors first, then by block and pin."""
        page, plans = self.page, self._plans
        if not page.blocks:
            return [make_problem("empty-page", Address(page.name))]
        problems = [*chain.from_iterable(self._of.values()), *self._whole]
        if not problems and any(not (plan.id or plan.fetches or plan.targets) for plan in plans):
            problems = [make_problem("empty-page:nothing-to-fetch", Address(page.name))]
        if self._concerned:
            problems += starvation.check(page, self._checked.inference, plans)
        problems += self._races + self._shared
        return sorted(dict.fromkeys(problems), key=problem_sort_key)


def conflicts(document: Document, pages: Collection[str] | None = None) -> list[Problem]:
    """Return the conflicts of a document as problems, in their order.

    Args:
        pages: If set, only conflicts of these pages. A conflict of a missing page belongs to the document.
    """
    mine = (one for one in document.conflicts if pages is None or address_of(one.at).page in pages)
    return [problem_of(document, one) for one in mine]


def problem_of(document: Document, one: Conflict) -> Problem:
    """Return the problem of a conflict."""
    return _problem(one, is_gone(document, one), address_of(one.at).page in document.pages)


@lru_cache(2 * MOST_CONFLICTS)
def _problem(one: Conflict, gone: bool, on_page: bool) -> Problem:
    """Return the problem of a conflict from a cache, since it is the same after most edits."""
    at, facts = address_of(one.at), {"what": one.what, "base": one.base, "ours": one.ours, "theirs": one.theirs}
    if gone:
        return make_problem("conflict:gone", at if on_page else Address(), was_at=at.display_text, **facts)
    return make_problem("conflict", at, **facts)


# The instances of a page supply values of parameters without a default, the shapes of Args, and elements of datasets.
# Without them, the page cannot run by itself, but is not faulty.


_MISSING = ("missing-attr", "missing-input")
_OF_ARGS = ("refused:no-static-shape", "missing-attr:elements")
_WORDS = ("label", "unit")  # fields of a Parameter with plain text, in quotes or not


def check_interface(page: Page, catalogue: Catalogue) -> list[Problem]:
    """Return problems of Parameters, and warnings for unused Args and Parameters, and for equal indices.

    On a page that is a function, unused Args have no warning: its op may require them.
    """
    args, retvals, parameters = signature(page)
    alone = Page(page.name)
    for parameter in parameters:
        values = {name: text for name, text in parameter.values.items() if name not in _WORDS}
        alone.blocks[parameter.id] = parameter._replace(values=values)
    problems = [*PageInference(alone, catalogue).problems] if parameters else []
    for several in (args, retvals, parameters):
        places: dict[str, list[str]] = {}
        for block in several:
            if "index" in block.values:
                places.setdefault(block.values["index"].strip(), []).append(block.id)
        problems += [
            make_problem("same-index", address(page.name, names[-1], "index"), index=index, others=names[:-1])
            for index, names in places.items()
            if len(names) > 1
        ]
    unused = [arg for arg in args if arg.id not in page.out]
    if unused and not any(at.pin for at in uses(catalogue.document, page.name, catalogue)):
        problems += [make_problem("unused:arg", address(page.name, arg.id)) for arg in unused]
    if parameters:
        named = frozenset().union(*(names_in(text) for block in page.blocks.values() for text in block.values.values()))
        problems += [
            make_problem("unused:parameter", address(page.name, parameter.id))
            for parameter in parameters
            if parameter.id not in named
        ]
    return problems


def as_part(page: Page, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of a page, except for missing values of its Args and Parameters."""
    problems = list(problems)
    if not any(problem.kind in _OF_ARGS or problem.code in _MISSING for problem in problems):
        return problems
    lacking = {name for name, text in parameter_values(page).items() if text is None}
    shapeless = any(block.type == ARG for block in page.blocks.values())

    def is_given(problem: Problem) -> bool:
        if problem.kind in _OF_ARGS:
            return shapeless
        block = page.blocks.get(problem.block) if problem.code in _MISSING and not problem.address.path else None
        return block is not None and bool(names_in(block.values.get(problem.pin, "")) & lacking)

    return [problem for problem in problems if not is_given(problem)] if lacking or shapeless else problems
