"""`blockloom diff --html`: one file, with pictures, that asks nothing and runs nothing."""

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, Frame, Note, Page, Wire, new_document
from blockloom.blocks.files import documents

EVIL = "</style></title><script>alert(1)</script>\"'><img src=http://evil.example/x onerror=alert(2)>"


TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "h1",
    "h2",
    "p",
    "span",
    "b",
    "i",
    "main",
    "section",
}
TAGS |= {"div", "ul", "li", "a", "input", "label", "details", "summary", "figure", "figcaption", "svg", "polyline"}


class Parsed(HTMLParser):
    """The elements of a page with their attributes, and its texts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "br", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != "polyline":
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.append(data)

    def spots(self):
        """Return the titles of the marked spots, by kind of mark."""
        found = {}
        for _, attrs in self.elements:
            if attrs.get("class", "").startswith("spot "):
                found.setdefault(attrs["class"].removeprefix("spot "), []).append(attrs["title"])
        return found


def net(*blocks, wires=(), name="main", more=()):
    document = new_document(name)
    page = document.pages[name]
    page.blocks.update((block.id, block) for block in blocks)
    for item in more:
        (page.frames if isinstance(item, Frame) else page.notes)[item.id] = item
    page.put_all(wires)
    return document


@pytest.fixture
def compare_page(tmp_path, monkeypatch, catalogue, qapp, capfd):
    """Return a function that writes the comparison of two documents as an HTML page and parses it."""
    monkeypatch.chdir(tmp_path)

    def do(a, b, *words, names=("a.loom", "b.loom")):
        for name, document in zip(names, (a, b)):
            documents.save(document, name)
        assert main(["diff", *names, "--html", "out.html", *words]) == 0
        text = Path("out.html").read_text("utf-8")
        parsed = Parsed(text)
        assert parsed.open == []
        return text, parsed

    return do


A, B = Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300)


def test_places_in_the_picture_say_what_differs(compare_page):
    a = net(A, B, Block("OLD", "Exp", 0, 400), wires=[Wire("A", "output", "B", "x"), Wire("A", "output", "OLD", "x")])
    changed = A._replace(values={"value": "2.0"})
    b = net(changed, B, Block("NEW", "Log", 300, 400), wires=[Wire("A", "output", "NEW", "x")])
    b.pages["other"] = Page("other")
    text, parsed = compare_page(a, b)
    assert parsed.spots() == {
        "gone": ["- OLD (Exp)"],
        "added": ["+ NEW (Log)\n    + A.output -> NEW.x"],
        "changed": ["x A.output -> B.x", "~ A.value 1.0 -> 2.0"],
    }
    ids = {attrs["id"] for _, attrs in parsed.elements if "id" in attrs}
    links = [attrs["href"] for tag, attrs in parsed.elements if tag == "a"]
    assert len(links) == 5 and {link.removeprefix("#") for link in links} <= ids
    kinds = [attrs["class"] for tag, attrs in parsed.elements if tag == "polyline"]
    assert sorted(kinds) == ["added", "gone", "gone"]
    pictures = re.findall(r'url\("data:image/svg\+xml;base64,([^"]*)"\)', text)
    shown = [base64.b64decode(data).decode("utf-8") for data in pictures]
    assert len(shown) == 4, "A, B, what is gone, and the new page"
    assert sum(">OLD<" in one for one in shown) == 2 and sum(">NEW<" in one for one in shown) == 1
    assert "+ page other (empty)".removeprefix("+ ") in "".join(parsed.texts)


def test_what_a_collapsed_frame_hides_is_marked_on_the_frame(compare_page):
    frame = Frame("F", "layer", 0, 0, 900, 400, collapsed=True)
    inside = [block._replace(frame="F", y=100.0) for block in (A, B)]
    a = net(*inside, more=[frame])
    b = net(inside[0]._replace(values={"value": "2.0"}), more=[frame])
    _, parsed = compare_page(a, b)
    assert parsed.spots() == {"changed": ["- B (Neg)\n~ A.value 1.0 -> 2.0"]}


def test_layout_is_drawn_where_it_is_asked_for_and_notes_always(compare_page):
    a, b = net(A, B), net(A, B._replace(x=340.0), more=[Note("N", "why", 0, 300)])
    _, parsed = compare_page(a, b)
    assert set(parsed.spots()) == {"added"} and "+ N (note why)" in "".join(parsed.spots()["added"])
    assert "1 more of layout and looks" in "".join(parsed.texts)
    _, parsed = compare_page(a, b, "--layout")
    assert set(parsed.spots()) == {"moved", "added"}


def test_nothing_of_a_document_is_markup_and_nothing_is_asked_from_elsewhere(compare_page):
    page = "p" + EVIL.replace("/", "").replace("\\", "")
    a = net(A._replace(type=EVIL), B._replace(values={"x": EVIL, EVIL: "1"}), name=page, more=[Note("N", EVIL)])
    b = net(Block("C", EVIL, values={"value": EVIL + "\x1b[31m"}), name=page, more=[Frame("F", EVIL, device=EVIL)])
    b.pages[page + "2"] = Page(page + "2")
    b.pages[page + "2"].blocks["X"] = Block("X", EVIL)
    text, parsed = compare_page(a, b, "--layout", names=("a<script>&.loom", "b'onload=\".loom"))
    tags = {tag for tag, _ in parsed.elements}
    assert tags <= TAGS
    attributes = {(tag, name) for tag, attrs in parsed.elements for name in attrs}
    assert not any(name.startswith("on") or name in ("src", "srcset", "data", "action") for _, name in attributes)
    assert all(attrs["href"].startswith("#") for tag, attrs in parsed.elements if tag == "a")
    assert set(re.findall(r"url\(.{6}", text)) == {'url("data:'} and "@import" not in text
    (policy,) = [attrs["content"] for _, attrs in parsed.elements if attrs.get("http-equiv")]
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    assert "\x1b" not in text and "alert(1)" in "".join(parsed.texts)
    for data in re.findall(r'url\("data:image/svg\+xml;base64,([^"]*)"\)', text):
        assert b"<script" not in base64.b64decode(data).lower()


def test_a_page_that_is_too_large_to_be_drawn_has_its_list(compare_page, monkeypatch):
    monkeypatch.setattr("blockloom.app.diff_page._MOST", 1)
    text, parsed = compare_page(net(A, B), net(A))
    assert "data:" not in text.partition("<style>")[2].partition("</style>")[0]
    assert "B (Neg)" in "".join(parsed.texts)


def test_many_blocks_are_pixels(compare_page, monkeypatch):
    monkeypatch.setattr("blockloom.app.diff_pictures._VECTORS", 1)
    text, _ = compare_page(net(A, B), net(A._replace(values={}), B))
    (was, now) = re.findall(r'url\("data:image/png;base64,([^"]*)"\)', text)
    assert base64.b64decode(was).startswith(b"\x89PNG") and was != now


def test_nothing_differs_and_nothing_is_written_where_it_cannot(compare_page, capfd):
    _, parsed = compare_page(net(A), net(A))
    assert "Nothing differs." in "".join(parsed.texts)
    assert main(["diff", "a.loom", "b.loom", "--html", "no/such/folder.html"]) == 2
    assert "cannot be saved" in capfd.readouterr().err


def test_a_document_is_not_replaced_by_a_web_page(compare_page, capfd):
    compare_page(net(A), net(B))
    before = Path("a.loom").read_bytes()
    assert main(["diff", "--html", "a.loom", "b.loom"]) == 2
    assert "a.loom" in capfd.readouterr().err and Path("a.loom").read_bytes() == before
