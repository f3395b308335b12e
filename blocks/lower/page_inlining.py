"""Inlining: replace instances by the content of their pages.

An instance is a block of the type `page:NAME`. The blocks of that page replace it, as `INSTANCE/BLOCK`, without its
Args and Retvals: wires into the instance go to the targets of the Arg, and wires from it start at the source of the
Retval. Values typed into an instance become constants, `INSTANCE/ARG`, and values of parameters replace their
expressions. If a page runs by itself, its Args become placeholders.

The body of a page is read once for all instances with the same parameters; it may contain instances itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from blockloom.blocks.catalogue import parameters
from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS, SESSIONS
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.parameters import ARG, DEEPEST, PARAMETER, PREFIX, RETVAL, instances, page_of_type
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.fields import FEED_BLOCK, SESSION
from blockloom.blocks.document.pages import CONTROL, Block, Page, Wire, control
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.source_map import EACH, InlinedInstance, InlinedPage, LoweredPage, Sources, WireSource
from blockloom.blocks.problems import make_problem

MOST = 100_000  # most blocks of a page: TensorFlow takes about a minute to open as many
_MADE = 20  # each further build of a body, for other parameters, counts as this many blocks
# Types that are left out when another page uses the page.
APART = {SESSION, FEED_BLOCK, PARAMETER, *SESSIONS, *MONITORS}


def flatten(page: Page, catalogue: Catalogue, given: Mapping[str, str | None] = MappingProxyType({})) -> LoweredPage:
    """Return the page without Args, Retvals and Parameters, with the content of pages in place of their instances.

    The result has the page itself if there are none of these, and `problems` for faulty instances.

    Args:
        catalogue: the block types.
        given: values of its parameters in place of their defaults.
    """
    if not catalogue.document.pages or not any(
        block.type in (ARG, RETVAL, PARAMETER) or block.type.startswith(PREFIX) for block in page.blocks.values()
    ):
        return LoweredPage(page)
    return Flattening(catalogue).run(page, given)


class Flattening:
    """Replacement of instances by their pages, for one document."""

    def __init__(self, catalogue: Catalogue):
        self.catalogue = catalogue
        self._bodies: dict[tuple[object, ...], InlinedPage] = {}
        self._stack: list[str] = []  # pages that are being inlined, the outermost first
        self._size = 0
        self._least: dict[str, int] = {}

    def run(self, page: Page, given: Mapping[str, str | None]) -> LoweredPage:
        """Flatten a page that is run by itself."""
        self._stack.append(page.name)
        body = _Flat(self, page, dict(given), alone=True).body()
        flat = Page(page.name)
        flat.size, flat.background, flat.notes = page.size, page.background, page.notes
        flat.frames = {frame.id: frame for frame in body.frames}
        flat.blocks = {block.id: block for block in body.blocks}
        flat.put_all(body.wires)
        return LoweredPage(
            flat,
            passed=body.passed,
            problems=tuple(dict.fromkeys(body.problems)),
            typed=body.typed,
            within=tuple({id(within.page): within for within in reversed(body.within)}.values())[::-1],
        )

    def body(self, name: str, given: Mapping[str, str | None]) -> InlinedPage | None:
        """Return the body of a page with these parameter values, cached; None if the flattened page would be too large.

        The page must not be one of those that are being replaced (`is_under_way`).
        """
        if self._least_size(name) > MOST:  # avoids building a body that would be discarded
            return None
        page = self.catalogue.document.pages[name]
        key = name, *sorted(given.items())
        body = self._bodies.get(key)
        if body is None and self._size <= MOST:
            self._stack.append(name)
            self.grow(_MADE)
            body = self._bodies[key] = _Flat(self, active(page, self.catalogue), dict(given), alone=False).body()
            self._stack.pop()
        return body

    def _least_size(self, name: str) -> int:
        """Return the least number of blocks of an instance of a page, without pages that use themselves."""
        if name not in self._least:
            self._least[name] = 0
            page = self.catalogue.document.pages[name]
            self._least[name] = 1 + sum(
                self._least_size(used)
                for block in instances(active(page, self.catalogue).blocks.values())
                if (used := page_of_type(block.type)) in self.catalogue.document.pages
            )
        return self._least[name]

    def grow(self, count: int) -> bool:
        """Count this many more blocks. Whether the flattened page is still small enough."""
        self._size += count
        return self._size <= MOST

    def find_cycle(self, name: str) -> list[str]:
        """Return the pages from `name`, which is being replaced, down to itself again."""
        return [*self._stack[self._stack.index(name) :], name]

    def is_under_way(self, name: str) -> bool:
        """Return whether the page, or one that it contains, is being replaced just now."""
        return name in self._stack

    def is_deepest(self) -> bool:
        """Return whether instances are nested as deeply as allowed."""
        return len(self._stack) >= DEEPEST


class _Flat:
    """One page under way. `alone`: it is run by itself, not as an instance."""

    def __init__(self, whole: Flattening, page: Page, given: dict[str, str | None], alone: bool):
        self.whole, self.catalogue, self.alone = whole, whole.catalogue, alone
        self.made = InlinedPage(page.name)
        self.given = parameters.parameter_values(page, given)
        self.page = self._with_values(page)
        self.bodies: dict[str, InlinedPage] = {}
        self.sources = Sources(self.page, self.bodies, alone)
        self._inference: PageInference | None = None

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        self.made.problems.append(make_problem(kind, inside(self.made.page, block, pin), **facts))

    def _with_values(self, page: Page) -> Page:
        if not self.given:
            return page
        computed = page.replaced(blocks={})
        for name, block in page.blocks.items():
            while name not in computed.blocks:
                try:
                    computed.blocks[name] = parameters.substituted(block, self.given)
                except parameters.ParameterError as error:
                    self.say("bad-value:expression", name, error.args[1], why=error.args[0])
                    block = block._replace(
                        values={pin: text for pin, text in block.values.items() if pin != error.args[1]}
                    )
        return computed

    def body(self) -> InlinedPage:
        page, body = self.page, self.made
        body.frames = list(page.frames.values())
        for block in instances(page.blocks.values()):
            self.bodies[block.id] = self._expanded(block) or InlinedPage(page_of_type(block.type))
        if self.bodies:
            body.within.append(InlinedInstance((), page, self.inference()))
        for block in page.blocks.values():
            if block.id in self.bodies:
                self._place(block, self.bodies[block.id])
            elif block.type == ARG:
                self._arg(block)
            elif block.type == RETVAL:
                self._retval(block)
            elif block.type != PARAMETER and (self.alone or block.type not in APART):
                body.blocks.append(block)
        self._wires()
        # A dict, because it is in order: the graph must be the same each time.
        ids = dict.fromkeys(block.id for block in body.blocks)
        if not self.alone:
            ending = {wire.source for wire in body.wires if wire.source in ids}
            begun = {wire.target for wire in body.wires if wire.source in ids}
            body.first = [name for name in ids if name not in begun]
            body.last = [name for name in ids if name not in ending]
        return body

    def _expanded(self, block: Block) -> InlinedPage | None:
        """Return the body of an instance, reporting its faults; None if an empty one replaces it."""
        name = page_of_type(block.type)
        if self.whole.is_under_way(name):
            self.say("recursion", block.id, pages=self.whole.find_cycle(name))
            return None
        if name not in self.catalogue.document.pages:
            return None  # the checks report this
        if self.whole.is_deepest():
            self.say("too-deep", block.id, most=DEEPEST)
            return None
        body = self.whole.body(name, self._given_to(block, name))
        if body is None or not self.whole.grow(body.size):
            self.say("too-large", block.id, most=MOST)
            return None
        return body

    def _given_to(self, block: Block, name: str) -> dict[str, str | None]:
        """Return the values of the parameters of an instance, None for the default.

        These are the typed values, else the dtypes wired to Args of that parameter.
        """
        given: dict[str, str | None] = {}
        inputs = self.catalogue[block.type].inputs
        for parameter in self.catalogue.signature(name).parameters:
            text = block.values.get(parameter.id)
            if (
                text is None
                and parameter.values.get("type") == "type"
                and any(
                    pin.type_attr == parameter.id and pin.name in self.page.into.get(block.id, ()) for pin in inputs
                )
            ):
                known = self.inference().known.get(block.id)
                text = known.attrs.get(parameter.id) if known is not None else None
            given[parameter.id] = text
        return given

    def inference(self) -> PageInference:
        """Return the inference of the page being flattened, with its instances as blocks."""
        if self._inference is None:
            self._inference = PageInference(self.page, self.catalogue)
        return self._inference

    def _place(self, block: Block, body: InlinedPage) -> None:
        """Put the body of an instance in its place, without the wires from outside."""
        outer, before = self.made, f"{block.id}/"
        for frame in body.frames:
            outer.frames.append(
                frame._replace(id=before + frame.id, frame=before + frame.frame if frame.frame else block.frame)
            )
        for inner in body.blocks:
            outer.blocks.append(
                Block(
                    before + inner.id,
                    inner.type,
                    inner.x,
                    inner.y,
                    inner.values,
                    before + inner.frame if inner.frame else block.frame,
                    inner.color,
                    names={pin: before + name for pin, name in inner.names.items()},
                )
            )
        for (name, pin), ends in body.passed.items():
            outer.passed[before + name, pin] = [
                start[:2]
                for end in ends
                for start in [self.sources.outward(block.id, WireSource(*end, ""))]
                if start is not None
            ]
        outer.problems += [
            p._replace(address=p.address._replace(page=outer.page, path=(block.id, *p.address.path)))
            for p in body.problems
        ]
        outer.typed |= {before + block_id: (before + name, pin) for block_id, (name, pin) in body.typed.items()}
        outer.within += [within._replace(path=(block.id, *within.path)) for within in body.within]
        wired = self.page.into.get(block.id, {})
        for name, arg in body.args.items():
            text = None if name in wired else block.values.get(name, arg.values.get("default"))
            if text is not None:
                dtype = {"dtype": arg.values["dtype"]} if "dtype" in arg.values else {}
                outer.blocks.append(
                    Block(before + name, "Const", block.x, block.y, {"value": text} | dtype, block.frame)
                )
                outer.typed[before + name] = block.id, name
            else:
                start = self.sources.outward(block.id, WireSource(name, "output", ""))
                outer.passed[before + name, "output"] = [start[:2]] if start is not None else []
        for name in body.retvals:
            start = self.sources.source(block.id, name)
            outer.passed[block.id, name] = [start[:2]] if start is not None else []
            outer.passed[before + name, "output"] = outer.passed[block.id, name]

    def _arg(self, block: Block) -> None:
        if not self.alone:
            self.made.args[block.id] = block
            return
        values = {
            name: text for name, text in block.values.items() if name in ("dtype", "shape") or name in INTERNAL_ATTRS
        }
        if "default" in block.values:
            dtype = {"dtype": values.pop("dtype")} if "dtype" in values else {}
            names = {"": block.names["default"]} if "default" in block.names else {}
            const = block._replace(
                id=f"{block.id}/default", type="Const", names=names, values={"value": block.values["default"]} | dtype
            )
            names = {pin: name for pin, name in block.names.items() if not pin}
            self.made.blocks += [
                const,
                block._replace(type="PlaceholderWithDefault", names=names, values={"shape": "?"} | values),
            ]
            self.made.wires.append(Wire(const.id, "output", block.id, "input"))
            self.made.typed[const.id] = block.id, "default"
        else:
            self.made.blocks.append(block._replace(type="Placeholder", values=values))

    def _retval(self, block: Block) -> None:
        if not self.alone:
            self.made.retvals[block.id] = self.sources.source(block.id, "output", "")
        if not self.sources.passes(block.id):
            values = {name: text for name, text in block.values.items() if name in INTERNAL_ATTRS}
            if "dtype" in block.values:
                values["T"] = block.values["dtype"]
            self.made.blocks.append(block._replace(type="Identity", values=values))

    def _wires(self) -> None:
        bodies = self.bodies
        gone = (
            set()
            if self.alone
            else {
                b.id for b in self.page.blocks.values() if b.type in APART or b.type == ARG or self.sources.passes(b.id)
            }
        )
        for target, pins in self.page.into.items():
            if target in bodies:
                self._controls(pins.get("", ()), bodies[target].first, target)
            elif target not in gone:
                for wires in pins.values():
                    for wire in wires:
                        self._wire(wire)
        for name, body in bodies.items():
            self._inner(name, body)

    def _wire(self, wire: Wire) -> None:
        """Add the wires for a wire to a block that stays."""
        if wire.source not in self.bodies and not self.sources.passes(wire.source):
            self.made.wires.append(wire)
        elif wire.kind == CONTROL:
            self._controls((wire,), (wire.target,), "")
        else:
            source = self.sources.source(wire.source, wire.source_pin, wire.kind)
            if source is not None:
                self.made.wires.append(
                    Wire(source.block, source.pin, wire.target, wire.target_pin, source.kind or wire.kind)
                )

    def _inner(self, name: str, body: InlinedPage) -> None:
        """Add the wires within an instance, and those into it."""
        before, outer = f"{name}/", self.made
        for wire in body.wires:
            if wire.source in body.args:
                source = self.sources.outward(name, WireSource(wire.source, wire.source_pin or "output", ""))
                if source is not None:
                    outer.wires.append(
                        control(source.block, before + wire.target)
                        if wire.kind == CONTROL
                        else Wire(
                            source.block, source.pin, before + wire.target, wire.target_pin, source.kind or wire.kind
                        )
                    )
            else:
                outer.wires.append(
                    Wire(before + wire.source, wire.source_pin, before + wire.target, wire.target_pin, wire.kind)
                )

    def _controls(self, wires: Any, targets: Any, instance: str) -> None:
        """Add control wires between blocks that may be instances, within `instance` if given.

        A block that waits for a replaced Retval waits for the block whose output the Retval passes on.
        """
        before = f"{instance}/" if instance else ""
        for wire in wires:
            body = self.bodies.get(wire.source)
            passed = (
                self.sources.source(wire.source, "output")
                if self.sources.passes(wire.source)
                else WireSource(wire.source, "", "")
            )
            sources = (
                [f"{wire.source}/{name}" for name in body.last]
                if body is not None
                else [passed.block]
                if passed is not None
                else []
            )
            if not self.whole.grow(len(sources) * len(targets) // EACH):
                self.say("too-large", instance or wire.source, most=MOST)
                return
            self.made.wires += [control(source, before + target) for source in sources for target in targets]
