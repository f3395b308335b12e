"""LaTeX formulas as HTML or plain text, with Unicode characters for Greek letters and operators.

Private characters mark subscripts and superscripts until the last step.
"""

from __future__ import annotations

import re
from html import escape

_SUB, _SUP, _END = "\ue000", "\ue001", "\ue002"  # private characters: none of a text's own is left when they are put
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


def as_html(formula: str) -> str:
    """Return a TeX formula as HTML with <sub> and <sup>; everything else is escaped."""
    text = escape(_read(formula), quote=False)
    return _balanced(text.replace(_SUB, "<sub>").replace(_SUP, "<sup>"))


def as_text(formula: str) -> str:
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
    tokens.reverse()  # the next one is popped
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
