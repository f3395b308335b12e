"""TensorFlow's documentation as HTML and as text."""

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.catalogue import op_docs

TWENTY = (
    "Conv2D",
    "MatMul",
    "SparseAccumulatorTakeGradient",
    "ScatterNd",
    "Einsum",
    "StridedSlice",
    "SparseAccumulatorApplyGradient",
    "BatchMatMulV2",
    "Softmax",
    "SparseTensorDenseMatMul",
    "DecodeCSV",
    "ExtractImagePatches",
    "CTCLoss",
    "FusedBatchNormV3",
    "ApplyAdam",
    "ResourceApplyAdam",
    "Bucketize",
    "GatherNd",
    "SpaceToBatchND",
    "Betainc",
    "UnsortedSegmentSum",
    "MatrixInverse",
)
ALLOWED = {"p", "b", "i", "code", "pre", "a", "sub", "sup"}


class Parts(HTMLParser):
    """The tags, their attributes and the text of HTML; ends have to fit."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attrs, self.open, self.text = set(), [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attrs += attrs
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def harmless(text):
    parts = Parts(text)
    assert parts.tags <= ALLOWED
    assert all(
        key == "href"
        and value.startswith(("op:", "http://", "https://"))
        or key == "style"
        and re.fullmatch(r"margin-left:\d+px; text-indent:-12px; margin-top:2px; margin-bottom:2px", value)
        for key, value in parts.attrs
    )
    return "".join(parts.text)


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            [
                "`",
                "``",
                "```",
                "*",
                "**",
                "\n",
                "\n\n",
                "    ",
                "- ",
                "1. ",
                "[a](",
                "javascript:x)",
                "http://a.b/c)",
                "<img src=x>",
                "<script>",
                "</p>",
                "<b",
                "&lt;",
                "\\\\(",
                "\\\\)",
                "$",
                "$$",
                "^",
                "_",
                "{",
                "}",
                "\\frac",
                "\\text",
                "x",
                " ",
                '"',
                "@{",
                "tf.x",
                ">>> ",
                "|",
                "\ue000",
                "\ue002",
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_any_text_gives_html_that_loads_nothing_and_fits_together(text):
    harmless(op_docs.as_html(text, lambda name: name))
    assert not re.search("[\ue000-\ue002]", op_docs.formula_text(text))
    op_docs.as_text(text)


def test_every_op_s_text_is_shown_without_marks_that_are_left(catalogue):
    for name, entry in catalogue.entries.items():
        shown = harmless(op_docs.as_html(entry.get("doc", ""), catalogue.op_of))
        prose = re.sub(r"<(pre|code)>.*?</\1>", "", op_docs.as_html(entry.get("doc", "")), flags=re.S)
        assert "\\\\(" not in shown and "```" not in shown and "<div" not in shown and "<img" not in shown, name
        assert "\\frac" not in shown and "@{" not in prose and "](http" not in prose, name


@pytest.mark.parametrize("name", TWENTY)
def test_no_word_is_lost(catalogue, name):
    text = catalogue.entries[name]["doc"]
    if "$" in text or "\\(" in text or "<" in text:
        return  # formulas and pictures say it otherwise
    shown = html.unescape(re.sub(r"<[^>]*>", " ", op_docs.as_html(text)))
    assert (
        re.findall(
            r"[A-Za-z0-9]+",
            re.sub(r"@\w+\((\w+)\)|@end_\w+|\]\(\S*?\)", r" Compatibility with \1 ", text) if "@" in text else text,
        )[:40]
        == re.findall(r"[A-Za-z0-9]+", shown)[:40]
    )


def test_paragraphs_lists_code_and_headings():
    found = op_docs.as_html("""First `x < 1` and
*more*.

1. One
   goes on.
2. Two:

       code <b>

- **Outer**
  - inner

## Head

```python
  a = 1
    b
```
>>> tf.x()
""")
    item = '<p style="margin-left:{}px; text-indent:-12px; margin-top:2px; margin-bottom:2px">'
    assert found == (
        "<p>First <code>x &lt; 1</code> and <i>more</i>.</p>"
        + item.format(14)
        + "1. One goes on.</p>"
        + item.format(14)
        + "2. Two:</p><pre>code &lt;b&gt;</pre>"
        + item.format(14)
        + "• <b>Outer</b></p>"
        + item.format(28)
        + "• inner</p><p><b>Head</b></p><pre>a = 1\n  b</pre><pre>&gt;&gt;&gt; tf.x()</pre>"
    )


def test_html_in_a_text_is_left_out_and_what_is_between_its_tags_stays():
    text = """First.<BR>
<div style="width:70%">
<IMG src="https://a.b/c.png">
</div>
Then <a href="javascript:x">here</a>, x < 3 and y > 2.
<p>

    code <b>"""
    assert op_docs.as_html(text) == "<p>First.</p><p>Then here, x &lt; 3 and y &gt; 2.</p><pre>code &lt;b&gt;</pre>"
    assert op_docs.as_text(text) == "First.\nThen here, x < 3 and y > 2.\ncode <b>"


def test_ops_become_links_and_addresses_stay_what_they_are(catalogue):
    found = op_docs.as_html(
        "As `tf.gather_nd`, tf.nn.conv2d, @{tf.matmul}, SparseReorder or `GatherV2`; see "
        '[rules](https://a.b/c?d="e&f), [bad](javascript:x) and `shape`.',
        catalogue.op_of,
    )
    for op, shown in (
        ("GatherNd", "<code>tf.gather_nd</code>"),
        ("Conv2D", "tf.nn.conv2d"),
        ("MatMul", "<code>tf.matmul</code>"),
        ("SparseReorder", "SparseReorder"),
        ("GatherV2", "<code>GatherV2</code>"),
    ):
        assert f'<a href="op:{op}">{shown}</a>' in found
    assert '<a href="https://a.b/c?d=&quot;e&amp;f">rules</a>' in found
    assert "bad and <code>shape</code>" in found and "javascript" not in found
    assert catalogue.op_of("tf.gather") == "GatherV2" and catalogue.op_of("tf.no_such_thing") is None


@pytest.mark.parametrize(
    "latex, text, marked",
    [
        (r"x^2 + \beta_1^t", "x² + β₁ᵗ", "x<sup>2</sup> + β<sub>1</sub><sup>t</sup>"),
        (r"\frac{a+b}{\sqrt{v_t} + \epsilon}", "(a+b)/(√vₜ + ε)", "(a+b)/(√v<sub>t</sub> + ε)"),
        (r"\frac{B(x; a)}{\sqrt{1 - x}}", "B(x; a)/√(1 - x)", "B(x; a)/√(1 - x)"),
        (r"\sum_{i=0}^{n} x_{i,j}", "∑ᵢ₌₀ⁿ x_(i,j)", "∑<sub>i=0</sub><sup>n</sup> x<sub>i,j</sub>"),
        (r"\text{if use_nesterov} \le \infty", "if use_nesterov ≤ ∞", "if use_nesterov ≤ ∞"),
        (r"\begin{cases} a, &\text{if } b \\ c \end{cases}", "{ a, if b ; c", "{ a, if b ; c"),
        ("a < b_{", "a < b", "a &lt; b"),
        ("{" * 500 + "x", "x", "x"),
    ],
)
def test_formulas_are_legible(latex, text, marked):
    assert op_docs.formula_text(latex) == text and op_docs.formula_html(latex) == marked
