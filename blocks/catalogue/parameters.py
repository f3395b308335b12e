"""The interface of a page that others use as a block or a function, and expressions of its parameters.

Values that begin with `=` are expressions.

`=gain` is the text that was typed for `gain`; anything else is computed: whole and other numbers, `+ - * / // %`,
lists, and `min`, `max`. Only pages with Parameter blocks have such values; elsewhere `=` is a text like any other.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.text.phrases import phrase

_MOST = 1e18  # largest absolute value of a computed number
_LONGEST = 300  # most characters of an expression
_MOST_TEXT = 10_000  # most characters of an operand or a result: nested lists could grow without end
_OPERATORS: Mapping[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_NUMBER = r"\s*[-+]?[\d.]+\s*"
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {"min": min, "max": max}


class ParameterError(ValueError):
    """Raised for an expression that cannot be computed; `str()` of it is the reason."""


def parameter_values(page: Page, typed: Mapping[str, str | None] = MappingProxyType({})) -> dict[str, str | None]:
    """Return the value of each parameter of a page, by id; None if it is missing or cannot be computed.

    Args:
        typed: Values typed for the parameters of an instance. Other parameters have their defaults, in which
            expressions of other parameters are computed.
    """
    texts = {
        block.id: block.values.get("default") if typed.get(block.id) is None else typed[block.id]
        for block in page.blocks.values()
        if block.type == PARAMETER
    }
    for name, text in texts.items():  # an attr that is a list also accepts 3 for [3]
        if page.blocks[name].values.get("type", "").startswith("list(") and re.fullmatch(_NUMBER, text or ""):
            texts[name] = f"[{(text or '').strip()}]"
    todo = {name for name, text in texts.items() if typed.get(name) is None and text is not None and text[:1] == "="}
    while todo:
        ready = [name for name in todo if names_in(texts[name] or "").isdisjoint(todo)]
        for name in ready or todo:  # without a ready one, the rest refers to itself in a cycle
            try:
                texts[name] = evaluate(texts[name] or "", texts) if ready else None
            except ParameterError:
                texts[name] = None
        todo = todo.difference(ready) if ready else set()
    return texts


def substituted(block: Block, given: Mapping[str, str | None]) -> Block:
    """Return a block with its expressions of parameters computed.

    An expression of a parameter whose value is None is omitted.

    Raises:
        ParameterError: An expression is invalid. Its second argument is the name of the pin or attr.
    """
    if block.type == PARAMETER or not any(text.startswith("=") for text in block.values.values()):
        return block
    values = {}
    for name, text in block.values.items():
        if text.startswith("="):
            try:
                computed = evaluate(text, given)
            except ParameterError as error:
                raise ParameterError(error.args[0], name) from None
            if computed is None:
                continue
            text = computed
        values[name] = text
    return block._replace(values=values)


def names_in(text: str) -> frozenset[str]:
    """Return the parameters in an expression (`=N*2`); none for any other text."""
    if not text.startswith("="):
        return frozenset()
    try:
        return frozenset(
            node.id
            for node in ast.walk(_parsed(text[1:].strip()))
            if isinstance(node, ast.Name) and node.id not in _FUNCTIONS
        )
    except ParameterError:
        return frozenset()


def evaluate(text: str, given: Mapping[str, str | None]) -> str | None:
    """Return the value of an expression (`=N*2`) as text; None if a parameter in it has no value.

    If a parameter's value is an expression, the result is an expression, too.

    Raises:
        ParameterError: The expression is invalid.
    """
    expression = text[1:].strip()
    if expression in given:
        return given[expression]
    tree = _parsed(expression)
    if any((given.get(name) or "").startswith("=") for name in names_in(text)):
        return "=" + ast.unparse(_Composed(given).visit(ast.parse(expression, mode="eval")))
    if any(isinstance(node, ast.Name) and node.id in given and given[node.id] is None for node in ast.walk(tree)):
        return None
    return _text(_value(tree, given))


class _Composed(ast.NodeTransformer):
    """Transformer that replaces names by their values."""

    def __init__(self, given: Mapping[str, str | None]):
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        text = self._given.get(node.id)
        return node if text is None or node.id in _FUNCTIONS else _parsed(text.removeprefix("=").strip())


@lru_cache(maxsize=1024)
def _parsed(expression: str) -> ast.expr:
    if len(expression) > _LONGEST:
        raise ParameterError(phrase("the expression is longer than {} characters", _LONGEST))
    try:
        return ast.parse(expression, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ParameterError(
            phrase("{!r:.60} is not an expression of parameters, such as =gain or =[4*units]", f"={expression}")
        ) from None


def _value(node: ast.expr, given: Mapping[str, str | None]) -> object:
    """Return the value of an expression: a number, or a list."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.Name):
        if node.id not in given:
            raise ParameterError(phrase("the page has no parameter {}", node.id))
        return _typed(node.id, given[node.id] or "")
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(item, given) for item in node.elts]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_number(_value(node.operand, given))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, given), _value(node.right, given)
        if isinstance(node.op, ast.Add) and isinstance(left, list) and isinstance(right, list):
            return left + right
        try:
            number = _OPERATORS[type(node.op)](_number(left), _number(right))
        except (ZeroDivisionError, OverflowError):
            raise ParameterError(phrase("it divides by 0, or is too large")) from None
        if not abs(number) <= _MOST:
            raise ParameterError(phrase("it is too large"))
        return number
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and node.args:
        return _FUNCTIONS[node.func.id]([_number(_value(item, given)) for item in node.args])
    raise ParameterError(
        phrase("{!r:.60} is not an expression of parameters, such as =gain or =[4*units]", ast.unparse(node))
    )


def _typed(name: str, text: str) -> object:
    """Return the value of a parameter in an expression."""
    try:
        found = ast.literal_eval(text.strip()) if len(text) <= _MOST_TEXT else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        found = None
    if type(found) is not bool and _is_number(found):
        return found
    raise ParameterError(phrase("{} is {!r:.40}, with which nothing can be computed", name, text))


def _is_number(value: object) -> bool:
    """Return whether a value is a number or flag, or a nested list of these."""
    return all(map(_is_number, value)) if type(value) is list else type(value) in (int, float, bool)


def _number(value: object) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise ParameterError(phrase("a number is wanted, not a list"))


def _text(value: object) -> str:
    if not isinstance(value, list):
        return repr(value)
    items, length = [], 0
    for item in value:
        items.append(_text(item))
        length += len(items[-1])
        if length > _MOST_TEXT:
            raise ParameterError(phrase("it is too large"))
    return f"[{', '.join(items)}]"


# The Arg and Retval blocks of a page are its inputs and outputs, named by their ids, in the order of their
# `index`; its Parameter blocks are the attrs of each instance.


PREFIX = "page:"  # prefix of types of blocks that are instances of a page
IN_LIBRARY = "library:"  # prefix of types for a library page that is not copied yet
_TYPE = itemgetter(Block._fields.index("type"))
DEEPEST = 50  # deepest nesting of pages, as blocks or as functions
ARG, RETVAL, PARAMETER = SIGNATURE = "loom.Arg", "loom.Retval", "loom.Parameter"


class Signature(NamedTuple):
    """The Arg, Retval and Parameter blocks of a page, each in the order of its pins."""

    args: tuple[Block, ...]
    retvals: tuple[Block, ...]
    parameters: tuple[Block, ...]


def signature(page: Page) -> Signature:
    """Return the Args, Retvals and Parameters of a page."""
    by_type: dict[str, list[Block]] = {ARG: [], RETVAL: [], PARAMETER: []}
    for block in page.blocks.values():
        if block.type in by_type:
            by_type[block.type].append(block)
    return Signature(*(tuple(sorted(blocks, key=_place)) for blocks in by_type.values()))


def _place(block: Block) -> tuple[float, str]:
    try:
        return int(block.values.get("index", "0")), block.id
    except ValueError:
        return 0, block.id


def page_of_type(block_type: str) -> str:
    """Return the name of the page of an instance's type; "" for any other type."""
    return block_type[len(PREFIX) :] if block_type.startswith(PREFIX) else ""


def is_instance(block_type: str) -> bool:
    """Return whether blocks of a type are instances of a page, or will be of one of a library."""
    return block_type.startswith((PREFIX, IN_LIBRARY))


def instances(blocks: Iterable[Block]) -> list[Block]:
    """Return the blocks that are instances of pages."""
    return [block for block in blocks if block.type.startswith(PREFIX)]


def types_on(page: Page) -> set[str]:
    """Return the types of the blocks of a page."""
    return set(map(_TYPE, page.blocks.values()))


def about(page: Page) -> str:
    """Return the description of a page: the text of its topmost note, "" without a note."""
    texts = [note for note in page.notes.values() if note.text.strip()]
    return min(texts, key=lambda note: (note.y, note.x, note.id)).text.strip() if texts else ""
