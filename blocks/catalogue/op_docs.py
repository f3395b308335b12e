"""TensorFlow's documentation of ops, which is nearly Markdown, as HTML and as plain text.

HTML in a text is escaped or removed, so that neither images nor anything else is loaded. A link leads to another op
(`op:NAME`) or to an address that a browser can open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

LONGEST = 40_000  # most characters of a text that are shown
Resolve = Callable[[str], str | None]
_TAG = re.compile(
    r"</?(?:div|img|br|p|span|sub|sup|b|i|em|strong|a|ul|ol|li|center|table|tr|td|th|font|script|style)"
    r"\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_ITEM = re.compile(r"( *)([-*+]|\d{1,3}[.)]|\([a-z0-9]\)) +(?=\S)")
_INLINE = re.compile(
    r"""
    (?P<ticks>`{1,2})(?P<code>[^`]{1,300})(?P=ticks)
  | \\\\?\((?P<formula>.{1,600}?)\\\\?\) | \$\$?(?P<dollars>[^$\n]{0,600}[\\^_][^$\n]{0,600})\$\$?
  | \[(?P<label>[^][]{1,300})\]\((?P<target>[^()\s]{1,500}(?:\([^()\s]{0,100}\))?)\)(?:\{[.:][^{}]{0,50}\})?
  | @\{\$?(?P<reference>[^{}]{1,200})\}
  | (?<![\w*])\*\*(?=\S)(?P<strong>[^*]{1,300})\*\*(?!\w)
  | (?<![\w*])\*(?=[^\s*])(?P<weak>[^*\n]{1,300})(?<=\S)\*(?![\w*])
  | (?P<url>https?://[^\s<>()"']{3,500}[\w/])
  | (?P<name>\btf(?:\.\w+){1,6}|\b[A-Z][a-z0-9]+[A-Z]\w{1,80}\b)
""",
    re.VERBOSE,
)


def as_html(text: str, resolve: Resolve = lambda name: None) -> str:
    """Return a documentation text of several paragraphs as HTML.

    Args:
        resolve: Returns the op of a name such as `tf.gather_nd`, which becomes a link; None if there is none.
    """
    parts = []
    for kind, lines, depth in _blocks(text[:LONGEST]):
        if kind == "code":
            parts.append(f"<pre>{_in_code(lines)}</pre>")
        elif kind == "head":
            parts.append(f"<p><b>{inline(' '.join(lines), resolve)}</b></p>")
        elif kind == "item":
            parts.append(
                f'<p style="margin-left:{14 * depth + 14}px; text-indent:-12px; margin-top:2px; '
                f'margin-bottom:2px">{inline(" ".join(lines), resolve)}</p>'
            )
        else:
            parts.append(f"<p>{inline(' '.join(lines), resolve)}</p>")
    return "".join(parts)


def as_text(text: str) -> str:
    """Return a documentation text without its markup, one line for each paragraph."""
    found = []
    for kind, lines, _ in _blocks(text[:LONGEST]):
        if kind == "code":
            found += lines
        else:
            found.append(unescape(re.sub(r"<[^<>]*>", "", inline(" ".join(lines), lambda name: None, plain=True))))
    return "\n".join(found)


def inline(text: str, resolve: Resolve = lambda name: None, plain: bool = False) -> str:
    """Return the text of a paragraph as HTML. With `plain`, formulas consist of characters only."""
    parts, at = [], 0
    text = _TAG.sub("", text)
    for found in _INLINE.finditer(text):
        parts.append(_escaped(text[at : found.start()]))
        parts.append(_marked(found, resolve, plain))
        at = found.end()
    return "".join([*parts, _escaped(text[at:])])


def _marked(match: re.Match[str], resolve: Resolve, plain: bool) -> str:
    kind = match.lastgroup or ""
    inner = match[kind]
    if kind == "code":
        return _link(f"<code>{_in_code([inner])}</code>", resolve(inner.strip().removesuffix("()")))
    if kind in ("formula", "dollars"):
        return _escaped(formula_text(inner)) if plain else f"<i>{formula_html(inner)}</i>"
    if kind == "target":
        label = inline(match["label"].strip("`"), plain=plain)
        op = resolve(match["label"].strip("`"))
        return (
            _link(label, op)
            if op or not inner.startswith(("http://", "https://"))
            else f'<a href="{escape(inner)}">{label}</a>'
        )
    if kind == "reference":
        name = inner.split("$")[-1]
        return _link(f"<code>{_escaped(name)}</code>", resolve(name))
    if kind in ("strong", "weak"):
        tag = "b" if kind == "strong" else "i"
        return f"<{tag}>{inline(inner, resolve, plain)}</{tag}>"
    if kind == "url":
        return f'<a href="{escape(inner)}">{_escaped(inner)}</a>'
    return _link(_escaped(inner), resolve(inner))


def _link(html: str, op: str | None) -> str:
    return f'<a href="op:{escape(op)}">{html}</a>' if op else html


def _escaped(text: str) -> str:
    return escape(text, quote=False)


def _in_code(lines: list[str]) -> str:
    code = "\n".join(lines).strip("\n")
    return re.sub(r"\\\\\((.{1,300}?)\\\\\)", lambda found: formula_text(found[1]), _escaped(code))


def _blocks(text: str) -> list[tuple[str, list[str], int]]:
    """Return the paragraphs, list items, headings and code of a text: kind, lines, depth."""
    blocks: list[tuple[str, list[str], int]] = []
    fence, after_blank, indents = "", True, list[int]()

    def code(line: str) -> None:
        if blocks and blocks[-1][0] == "code" and not (after_blank and line.startswith(">>>")):
            blocks[-1][1].append(line)
        else:
            blocks.append(("code", [line], 0))

    for line in text.expandtabs(4).splitlines():
        bare = line.strip()
        if bare.startswith("```"):
            fence = "" if fence else "```"
            if fence:
                blocks.append(("code", [], 0))
            after_blank = True
            continue
        if fence:
            blocks[-1][1].append(line)
            continue
        if bare.startswith(("@compatibility", "@end_compatibility")):
            name = re.match(r"@compatibility\((\w{1,40})\)", bare)
            if name:
                blocks.append(("head", [f"Compatibility with {name[1]}"], 0))
            after_blank = True
            continue
        if not bare or not _TAG.sub("", bare).strip():
            if blocks and blocks[-1][0] == "code" and blocks[-1][1]:
                blocks[-1][1].append("")
            after_blank = True
            continue
        item, indent = _ITEM.match(line), len(line) - len(line.lstrip())
        in_item = blocks and blocks[-1][0] == "item"
        base = indents[-1] if in_item else 0
        if bare.startswith("#") and re.match(r"#{1,6} ", bare):
            blocks.append(("head", [bare.lstrip("# ")], 0))
        elif bare.startswith((">>>", "|")) or not item and blocks and blocks[-1][0] == "code" and not after_blank:
            code(line)
        elif item and (after_blank or in_item or not blocks or indent < 4):
            while indents and indents[-1] >= indent:
                indents.pop()
            indents.append(indent)
            marker = "•" if item[2] in "-*+" else item[2]
            blocks.append(("item", [f"{marker} {line[item.end() :]}"], len(indents) - 1))
            after_blank = False
            continue
        elif indent >= base + 4 and (not in_item or after_blank):
            code(line)
        elif (
            not after_blank
            and blocks
            and blocks[-1][0] in ("text", "item")
            and not (bare.startswith("$$") or blocks[-1][1][-1].endswith("$$"))
        ):  # a formula on its own line
            blocks[-1][1].append(bare)
        elif in_item and indent > base:  # a further paragraph of the list item
            blocks.append(("item", [bare], len(indents) - 1))
        else:
            indents.clear()
            blocks.append(("text", [bare], 0))
        if blocks[-1][0] not in ("item", "code"):
            indents.clear()
        after_blank = False
    return [
        (kind, _dedented(lines) if kind == "code" else lines, depth)
        for kind, lines, depth in blocks
        if any(map(str.strip, lines))
    ]


def _dedented(lines: list[str]) -> list[str]:
    least = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [line[least:] for line in lines]


# LaTeX formulas as HTML or plain text, with Unicode characters for Greek letters and operators. Private-use characters
# mark subscripts and superscripts until the last step.


_SUB, _SUP, _END = "\ue000", "\ue001", "\ue002"  # private-use characters, which are removed from texts first
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_&]|\s+|[^\\{}^_&\s]+|\\")
_DEEPEST = 40
_GREEK = dict(
    word.split(":")
    for word in re.split(
        r"\s+",
        """alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε
zeta:ζ eta:η theta:θ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ pi:π rho:ρ sigma:σ tau:τ upsilon:υ phi:φ varphi:φ chi:χ
psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω""",
    )
)
_SIGNS = _GREEK | {
    "cdot": "·",
    "times": "×",
    "div": "÷",
    "pm": "±",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
    "approx": "≈",
    "equiv": "≡",
    "sim": "∼",
    "to": "→",
    "rightarrow": "→",
    "leftarrow": "←",
    "infty": "∞",
    "partial": "∂",
    "nabla": "∇",
    "sum": "∑",
    "prod": "∏",
    "int": "∫",
    "in": "∈",
    "notin": "∉",
    "subset": "⊂",
    "forall": "∀",
    "exists": "∃",
    "ldots": "…",
    "dots": "…",
    "cdots": "⋯",
    "circ": "∘",
    "ast": "∗",
    "star": "⋆",
    "langle": "⟨",
    "rangle": "⟩",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
    "mid": "|",
    "vert": "|",
    "Vert": "‖",
    "|": "‖",
    "quad": "  ",
    "qquad": "    ",
    ",": " ",
    ";": " ",
    ":": " ",
    " ": " ",
    "!": "",
    "left": "",
    "right": "",
    "big": "",
    "Big": "",
    "displaystyle": "",
    "limits": "",
    "odot": "⊙",
    "oplus": "⊕",
    "ell": "ℓ",
    "top": "⊤",
    "Re": "Re",
    "Im": "Im",
    "prime": "′",
    "\\": "; ",
    "wedge": "∧",
    "vee": "∨",
    "neg": "¬",
}
_PLAIN = {"text", "mathrm", "mathbf", "mathit", "mathcal", "mathbb", "operatorname", "textbf", "textit", "rm"}
_UPPER = dict(zip("0123456789+-=()niTt", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵗ", strict=True))
_LOWER = dict(zip("0123456789+-=()aeoxhklmnpstij", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼ", strict=True))


def formula_html(formula: str) -> str:
    """Return a TeX formula as HTML with <sub> and <sup>; everything else is escaped."""
    text = escape(_read(formula), quote=False)
    return _balanced(text.replace(_SUB, "<sub>").replace(_SUP, "<sup>"))


def formula_text(formula: str) -> str:
    """Return a TeX formula as plain text: x², βᵢ, and x^(a·b) if Unicode has no such characters."""
    return re.sub(rf"([{_SUB}{_SUP}])([^{_SUB}{_SUP}{_END}]*){_END}", _script, _read(formula)).translate(
        {ord(_SUB): "_", ord(_SUP): "^", ord(_END): None}
    )


def _script(found: re.Match[str]) -> str:
    letters, inner = (_LOWER if found[1] == _SUB else _UPPER), found[2]
    if all(letter in letters for letter in inner):
        return "".join(letters[letter] for letter in inner)
    return ("_" if found[1] == _SUB else "^") + (inner if len(inner) == 1 else f"({inner})")


def _balanced(text: str) -> str:
    """Return HTML with end tags of <sub> and <sup> in place of their marks."""
    open_: list[str] = []
    parts: list[str] = []
    for part in re.split(rf"(<su[bp]>|{_END})", text):
        if part == _END:
            part = f"</{open_.pop()[1:]}"
        elif part in ("<sub>", "<sup>"):
            open_.append(part)
        parts.append(part)
    return "".join(parts)


def _read(formula: str) -> str:
    tokens = _TOKEN.findall(re.sub(f"[{_SUB}-{_END}]", "", formula))
    tokens.reverse()  # the last token is popped first
    parts = []
    while tokens:
        parts.append(_one(tokens, 0) if tokens[-1] != "}" else tokens.pop()[1:])
    return re.sub(r"(; )+", "; ", re.sub(r"\s+", " ", "".join(parts))).strip()


def _group(tokens: list[str], depth: int) -> str:
    """Return the text up to the closing brace."""
    parts = []
    while tokens and tokens[-1] != "}":
        parts.append(_one(tokens, depth))
    if tokens:
        tokens.pop()
    return "".join(parts)


def _one(tokens: list[str], depth: int) -> str:
    """Return the text of one token and its arguments."""
    token = tokens.pop()
    if token == "{":
        return _group(tokens, depth + 1) if depth < _DEEPEST else ""
    if token in "^_":
        inner = _argument(tokens, depth, 1)
        return f"{_SUB if token == '_' else _SUP}{inner}{_END}" if inner else ""
    if token == "&" or token.isspace():
        return " "
    if not token.startswith("\\"):
        return token
    name = token[1:]
    if name == "frac":
        return f"{_whole(_argument(tokens, depth))}/{_whole(_argument(tokens, depth))}"
    if name == "sqrt":
        return "√" + _whole(_argument(tokens, depth))
    if name in _PLAIN:
        return _raw(tokens)
    if name in ("begin", "end"):
        return "{ " if _raw(tokens) == "cases" and name == "begin" else ""
    return _SIGNS.get(name, name)


def _argument(tokens: list[str], depth: int, letters: int = 0) -> str:
    """Return the next group, or the next token; only the first `letters` of a word, as in `x^2y`."""
    while tokens and tokens[-1].isspace():
        tokens.pop()
    if not tokens or tokens[-1] == "}" or depth >= _DEEPEST:
        return ""
    if letters and tokens[-1][0] not in "{\\^_":
        word = tokens.pop()
        if word[letters:]:
            tokens.append(word[letters:])
        return word[:letters]
    return _one(tokens, depth + 1)


def _raw(tokens: list[str]) -> str:
    """Return the next group unchanged."""
    parts, depth = [], 0
    while tokens:
        token = tokens.pop()
        depth += (token == "{") - (token == "}")
        if token not in "{}":
            parts.append(token)
        if depth <= 0:
            break
    return "".join(parts)


def _whole(text: str) -> str:
    """Return an operand of a fraction or root, in parentheses if it has several parts."""
    return text if re.fullmatch(rf"√?[\w.{_SUB}{_SUP}{_END}]*(\([^()]*\))?", text) else f"({text})"
