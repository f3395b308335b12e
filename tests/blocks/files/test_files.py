"""Documents on disk: round trips, broken files that are refused with one message, and saves that lose nothing."""

import errno
import functools
import io
import json
import os
import random
import re
import select
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks.document.pages import Block, Bookmark, Conflict, Document, Look, Note, Wire, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import Columns, FileError
from blockloom.blocks.io import bounded_io
from blockloom.blocks.weights.document_weights import Weights
from tests.blocks.mutation import opens, random_document
from tests.blocks.strategies import consistent, example_text, seeds
from tests.extent import examples, slow

TEXT = example_text()


def one_page(**lists) -> str:
    return json.dumps({"blockloom": 2, "pages": [{"name": "main", **lists}]})


def test_the_format_is_stable_and_one_line_for_each_thing():
    document = documents.loads(TEXT)
    text = documents.dumps(document)
    assert text == TEXT.replace("-1e3", "-1000")
    wires = document.page("main").wires_into("SUM", "inputs")
    assert [w.source for w in wires] == ["A", "B", "A"], "wires into a list pin keep their order"
    for name in ("A", "SUM", "N", "INNER"):
        assert len([line for line in text.splitlines() if f'"id": "{name}"' in line]) == 1


def test_the_text_does_not_depend_on_the_order_in_which_things_were_made():
    raw = json.loads(TEXT)
    for page in raw["pages"]:
        page["blocks"].reverse()
        page["frames"].reverse()
        wires = page["wires"]
        page["wires"] = [w for w in wires if w["to"] != "SUM.inputs"] + [w for w in wires if w["to"] == "SUM.inputs"]
    assert documents.dumps(documents.loads(json.dumps(raw))) == documents.dumps(documents.loads(TEXT))


def test_a_byte_order_mark_is_read():
    assert documents.dumps(documents.loads(b"\xef\xbb\xbf" + TEXT.encode())) == documents.dumps(documents.loads(TEXT))


def test_half_a_character_is_saved_as_a_question_mark():
    document = new_document()
    document.page("main").blocks["A"] = Block("A", "Const", values={"value": "x\ud800y"})
    assert documents.loads(documents.dumps(document).encode()).page("main").blocks["A"].values["value"] == "x?y"


def test_an_id_used_twice_is_fixed_and_reported():
    document = documents.loads(
        one_page(
            blocks=[{"id": "A", "type": "Const", "at": [0, 0]}, {"id": "A", "type": "AddV2", "at": [9, 9]}],
            notes=[{"id": "A", "text": "", "at": [0, 0], "size": [1, 1]}],
            wires=[{"from": "A.output", "to": "B.x", "kind": "tensor"}],
        )
    )
    page = document.page("main")
    assert [(b.id, b.type) for b in page.blocks.values()] == [("A", "Const"), ("A_2", "AddV2")]
    assert list(page.notes) == ["A_3"] and page.wires_into("B", "x")[0].source == "A"
    assert [(p.severity, p.code, p.block) for p in document.troubles] == [("error", "duplicate-id", "A")] * 2
    assert "A_2" in document.troubles[0].remedy


def test_a_page_name_used_twice_is_fixed_and_reported():
    document = documents.loads('{"blockloom": 1, "pages": [{"name": "p"}, {"name": "p"}, {"name": "p"}]}')
    assert list(document.pages) == ["p", "p 2", "p 3"]
    assert len(document.troubles) == 2 and "used twice" in document.troubles[0].message


@pytest.mark.parametrize("name", ["p" * 100, "é" * 99, "p" * 98 + " 2"])
def test_pages_of_one_long_name_are_fixed_to_names_that_are_read_again(name):
    text = documents.dumps(documents.loads(json.dumps({"blockloom": 1, "pages": [{"name": name}] * 12})))
    document = documents.loads(text)
    assert len(document.pages) == 12 and documents.dumps(document) == text and not document.troubles
    assert next(iter(document.pages)) == name and all(page.startswith(name[:90]) for page in document.pages)


@settings(max_examples=examples(100))
@given(seeds)
def test_repaired_files_are_readable(tmp_path, seed):
    assert opens(tmp_path / "x.loom", random_document(random.Random(seed))) == ""


def test_the_clipboard_holds_what_was_picked_and_the_wires_among_it():
    page = documents.loads(TEXT).page("main")
    part = documents.loads(documents.fragment(page, ["A", "SUM", "N", "nothing"])).page("main")
    assert sorted(part.ids()) == ["A", "N", "SUM"]
    assert [str(w) for w in part.wires_into("SUM")] == ["A -> SUM", "A.output -> SUM.inputs", "A.output -> SUM.inputs"]


BLOCK = {"id": "A", "type": "Const", "at": [0, 0]}


@pytest.mark.parametrize(
    "data, says",
    [
        (b"", "line 1, column 1"),
        (b"\x80\x02PK", "byte 0 is not UTF-8"),
        (TEXT[: len(TEXT) // 2], r"line \d+, column \d+"),
        ("<<<<<<< HEAD\n" + TEXT, "line 1 has conflict marks"),
        (TEXT.replace("\n", "\r\n") + ">>>>>>> other\r\n", "blockloom merge :1:FILE :2:FILE :3:FILE -o FILE"),
        ("[]", "does not begin with"),
        ("{}", "does not begin with"),
        ("5", "does not begin"),
        ('{"blockloom": "1"}', "'1' is not a version"),
        ('{"blockloom": true}', "True is not a version"),
        ('{"blockloom": 0}', "0 is not a version"),
        ('{"blockloom": 99, "pages": []}', "newer Blockloom .*format 99.* update"),
        ('{"blockloom": 1}', "no page"),
        ('{"blockloom": 1, "pages": {}}', '"pages" is not a list'),
        ('{"blockloom": 1, "pages": [7]}', "page 1 is not a JSON object"),
        ('{"blockloom": 1, "pages": [{}]}', '"name" is missing'),
        ('{"blockloom": 1, "pages": [{"name": "a/b"}]}', "'a/b' is not a name"),
        ('{"blockloom": NaN}', "NaN is not a number"),
        ('{"blockloom": 1, "results": 5}', "unknown key 'results'"),
        ("[" * 100_000, "not a Blockloom document"),
        ('{"blockloom": ' + "[" * 950 + "]" * 950 + "}", "not a version|nested too deeply"),
        ('{"blockloom": ' + "9" * 5000 + "}", "not a Blockloom document"),
        (one_page(blocks=[5]), "a block of page main is not a JSON object"),
        (one_page(blocks=[{**BLOCK, "id": "a.b"}]), "'a.b' is not a name for a block"),
        (one_page(blocks=[{**BLOCK, "type": 5}]), 'page main, block A: "type" is not a text'),
        (one_page(blocks=[{**BLOCK, "colour": 5}]), "unknown key 'colour'"),
        (one_page(blocks=[{**BLOCK, "at": [0]}]), 'block A: "at" is not a pair'),
        (one_page(blocks=[{**BLOCK, "at": [0, 1e9]}]), "beyond the canvas"),
        (one_page(blocks=[{**BLOCK, "at": [0, True]}]), "not a pair"),
        (one_page(blocks=[{**BLOCK, "values": {"x": 5}}]), '"values" must map'),
        (one_page(blocks=[{**BLOCK, "values": {"x": "\ud800"}}]), "lone surrogate"),
        (one_page(wires=[{"from": "A.x", "to": "B.y", "kind": "magic"}]), "A.x to B.y has the unknown kind 'magic'"),
        (
            one_page(wires=[{"from": "A", "to": "B.y", "kind": "tensor"}]),
            "BLOCK.PIN to BLOCK.PIN, not from 'A' to 'B.y'",
        ),
        (one_page(wires=[{"from": "A.x", "to": "B", "kind": "control"}]), "BLOCK to BLOCK"),
        (one_page(wires=[{"from": "A.x", "kind": "tensor"}]), '"to" is missing'),
        (one_page(frames=[{"id": "F", "title": "t", "at": [0, 0]}]), 'frame F: "size" is not a pair'),
        (one_page(notes=[{"id": "N", "at": [0, 0], "size": [1, 1]}]), 'note N: "text" is missing'),
    ],
)
def test_what_is_broken_is_refused_with_its_place(data, says):
    with pytest.raises(FileError, match=says):
        documents.loads(data)


def test_a_message_names_the_file(tmp_path):
    path = tmp_path / "broken.loom"
    path.write_bytes(b"\x00\x01")
    with pytest.raises(FileError, match=r"broken\.loom: not a Blockloom document"):
        documents.load(path)
    with pytest.raises(FileError, match=r"none\.loom: cannot be read: no such file"):
        documents.load(tmp_path / "none.loom")
    with pytest.raises(FileError, match="cannot be read"):
        documents.load(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        documents.load("a\0b")


def test_a_file_without_permission(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    (tmp_path / "secret.loom").touch()
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError, match="cannot be read: permission denied"):
        documents.load(tmp_path / "secret.loom")


def sound(data) -> None:
    """Bytes are a document, which can be written and read again, or a FileError of one line: nothing else."""
    try:
        document = documents.loads(data)
    except FileError as error:
        assert str(error) and "\n" not in str(error) and "Traceback" not in str(error)
    else:
        assert consistent(document)
        text = documents.dumps(document)
        assert documents.dumps(documents.loads(text)) == text


@given(st.integers(0, len(TEXT.encode())), st.integers(0, 40), st.binary(max_size=12))
def test_a_file_with_mutated_bytes_is_a_document_or_a_file_error(at, gone, new):
    data = TEXT.encode()
    sound(data[:at] + new + data[at + gone :])


@given(st.binary(max_size=60))
def test_any_bytes_are_a_document_or_a_file_error(data):
    sound(data)


def _spots(value, found):
    """Every (container, key) of a JSON value."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        found.append((value, key))
        _spots(value[key], found)
    return found


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "SUM", "A.output", "SUM.inputs", "control", "ref", "main", 1e308]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "at", "name", "from", "to", "kind", "values", "x"]), inner, max_size=3)
    ),
)


@given(seeds, st.lists(json_values, min_size=1, max_size=3), st.sampled_from(["set", "remove", "copy"]))
def test_a_file_with_mutated_json_is_a_document_or_a_file_error(seed, new, how):
    raw, chance = json.loads(TEXT), random.Random(seed)
    for value in new:
        spots = _spots(raw, [])
        if not spots:
            break
        container, key = chance.choice(spots)
        if how == "set":
            container[key] = value
        elif how == "remove":
            del container[key]
        else:
            container[key] = json.loads(json.dumps(chance.choice(spots)[0]))
    sound(json.dumps(raw))


@pytest.mark.parametrize("number", range(1, documents.FORMAT))
def test_a_file_of_an_old_format_opens_as_it_was(number):
    old = (Path(__file__).parents[1] / f"everything_{number}.loom").read_text("utf-8")
    text = documents.dumps(documents.loads(old))
    assert text == old.replace('"blockloom": 1,', '"blockloom": 2,').replace("-1e3", "-1000")


def test_a_document_is_of_the_oldest_format_that_holds_it():
    document = documents.loads(TEXT)
    page = document.page("main")
    document.conflicts = (Conflict("main/V.initvalues", "value", "1", "2", "3"),)
    assert documents.dumps(document).startswith('{"blockloom": 11,')
    for name in document.pages:
        document.pages[name].uid = name
    page.blocks["SUM"] = page.blocks["SUM"]._replace(uid="main/SUM")
    page.frames["INNER"] = page.frames["INNER"]._replace(uid="main/INNER")
    assert documents.dumps(document).startswith('{"blockloom": 10,') and '"uid"' not in documents.dumps(document)
    document.conflicts = ()
    document.weights = Weights("net.safetensors", arrays={"W": "0" * 64})
    page.blocks["V"] = page.blocks["V"]._replace(pause="before")
    assert documents.dumps(document).startswith('{"blockloom": 9,')
    page.blocks["V"] = page.blocks["V"]._replace(pause="")
    assert documents.dumps(document).startswith('{"blockloom": 8,')
    document.weights = Weights("net.safetensors", sha256="0" * 64)
    assert documents.dumps(document).startswith('{"blockloom": 7,') and '"arrays"' not in documents.dumps(document)
    document.weights = Weights()
    page.blocks["V"] = page.blocks["V"]._replace(names={}, uid="")
    assert documents.dumps(document).startswith('{"blockloom": 6,') and '"names"' not in documents.dumps(document)
    page.origin = None
    assert documents.dumps(document).startswith('{"blockloom": 5,') and "sha256" not in documents.dumps(document)
    page.blocks["V"] = page.blocks["V"]._replace(sliders={})
    assert documents.dumps(document).startswith('{"blockloom": 4,') and "sliders" not in documents.dumps(document)
    wires = page.into["SUM"]["inputs"]
    page.into["SUM"]["inputs"] = tuple(w._replace(look=w.look._replace(dashed=False)) for w in wires)
    page.bookmarks.clear()
    assert documents.dumps(document).startswith('{"blockloom": 3,') and '"bookmarks"' not in documents.dumps(document)
    page.frames["INNER"] = page.frames["INNER"]._replace(collapsed=False)
    assert documents.dumps(document).startswith('{"blockloom": 2,') and "collapsed" not in documents.dumps(document)
    page.bookmarks[4] = Bookmark(1.0, 2.0)
    assert documents.dumps(document).startswith('{"blockloom": 3,')


def test_a_bookmark_that_is_there_twice_gets_a_free_digit():
    mark = {"digit": 1, "at": [0, 0], "scale": 1}
    document = documents.loads(one_page(bookmarks=[mark, mark, {**mark, "digit": 3, "name": "third"}]))
    marks = document.page("main").bookmarks
    assert sorted(marks) == [1, 2, 3] and marks[3].name == "third"
    assert [(p.severity, p.code) for p in document.troubles] == [("warning", "duplicate-bookmark")]


@pytest.mark.parametrize(
    "lists, message",
    [
        ({"size": [1]}, "not a pair"),
        ({"size": [1, 1e9]}, "beyond the canvas"),
        ({"background": "red"}, "not a colour"),
        ({"library": {"file": "/a.loom", "page": "p", "sha256": "0" * 64}}, "not the name of a library"),
        ({"library": {"file": "a.loom", "page": "p"}}, '"sha256" is missing'),
        ({"library": []}, "not a JSON object"),
        ({"blocks": [{"id": "A", "type": "T", "at": [0, 0], "color": 7}]}, "not a colour"),
        ({"notes": [{"id": "A", "text": "", "at": [0, 0], "size": [1, 1], "font": "x"}]}, "not a size in pixels"),
        ({"notes": [{"id": "A", "text": "", "at": [0, 0], "size": [1, 1], "shape": "<x>"}]}, "not rect"),
        ({"notes": [{"id": "A", "text": "", "at": [0, 0], "size": [1, 1], "bold": 1}]}, "neither true nor false"),
        (
            {"frames": [{"id": "A", "title": "", "at": [0, 0], "size": [1, 1], "collapsed": 1}]},
            "neither true nor false",
        ),
        ({"bookmarks": [{"digit": 0, "at": [0, 0], "scale": 1}]}, "a digit from 1 to 9, not 0"),
        ({"bookmarks": [{"digit": 1, "at": [0, 0], "scale": 0}]}, 'bookmark 1: "scale" is not a number from'),
        ({"bookmarks": [{"digit": 1, "at": [0], "scale": 1}]}, 'bookmark 1: "at" is not a pair'),
        ({"wires": [{"from": "A.x", "to": "B.y", "kind": "tensor", "route": [[1]]}]}, "not a pair"),
        (
            {"wires": [{"from": "A.x", "to": "B.y", "kind": "tensor", "route": [[1, 2]] * 1001}]},
            "wire A.x -> B.y: it has 1,001 bends; a wire has at most 1,000",
        ),
        ({"wires": [{"from": "A.x", "to": "B.y", "kind": "tensor", "hidden": "yes"}]}, "neither true nor false"),
    ],
)
def test_looks_and_views_that_are_none_are_refused(lists, message):
    with pytest.raises(FileError, match=message):
        documents.loads(one_page(**lists))


@pytest.mark.parametrize(
    "conflicts, message",
    [
        ({}, "is not a list"),
        ([7], "conflict 1 is not a JSON object"),
        ([{"at": "main/A"}], 'conflict 1: "what" is missing'),
        ([{"at": "main/A", "what": "type"}, {"at": "/", "what": "type"}], "conflict 2: '/' is not an address"),
        ([{"at": "main/A", "what": "<b>"}], "'<b>' is not a cell on which two sides can differ"),
        ([{"at": "main/A", "what": "type", "other": ""}], "conflict 1 has the unknown key 'other'"),
        ([{"at": "main/A", "what": "type", "ours": {"a": 1}}], "conflict 1: a side must be"),
        ([{"at": "main/A", "what": "wires", "ours": [["A.x"]]}], "conflict 1: a side must be"),
        ([{"at": "main/A", "what": "slider", "ours": [0, 1e300]}], "conflict 1: a side must be"),
        ([{"at": "main/A", "what": "slider", "ours": [0, True]}], "conflict 1: a side must be"),
        ([{"at": "main/A", "what": "value", "ours": "\ud800"}], "conflict 1: a text contains a lone surrogate"),
        ([{"at": "", "what": "x"}] * 10_001, "there are 10,001 conflicts; a document keeps 10,000 at most"),
    ],
)
def test_conflicts_that_are_none_are_refused(conflicts, message):
    with pytest.raises(FileError, match=message):
        documents.loads(json.dumps({**json.loads(one_page()), "conflicts": conflicts}))


def test_conflicts_are_kept_whatever_they_are_at_and_with_the_weights_that_they_name(tmp_path):
    document = documents.loads(one_page())
    document.conflicts = (
        Conflict("gone/NOBODY.x", "weights", ours="weights:W", theirs="weights:W.theirs"),
        Conflict("gone/NOBODY.x", "wires", (), ("A.x",), None),
    )
    text = documents.dumps(document)
    assert documents.loads(text).conflicts == document.conflicts == document.copy().conflicts
    assert '{"at": "gone/NOBODY.x", "what": "wires", "base": [], "ours": ["A.x"]}\n]' in text
    assert document.keys() == {"W", "W.theirs"}


def test_looks_are_kept_and_those_of_the_theme_are_not_written():
    document = new_document()
    page = document.page("main")
    looks = {"color": "#00ff00", "fill": "#2a2a2a80", "font": 13.5, "bold": True, "shape": "M0,0 L5 -5.5e1z"}
    page.notes["N"] = Note("N", "x", **looks, uid="main/N")
    page.put_wire(Wire("A", "x", "B", "y", look=Look("#8c4002", ((71.0, 0.0), (71.0, 78.25)), True)))
    page.put_wire(Wire("A", "x", "B", "z", look=Look()))
    read = documents.loads(documents.dumps(document)).page("main")
    assert read.notes == page.notes
    assert read.into["B"] == {"y": page.into["B"]["y"], "z": (Wire("A", "x", "B", "z"),)}
    page.notes["N"] = Note("N")
    assert documents.dumps(document).count("color") == 1


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "page.loom"
    documents.save(documents.loads(TEXT), path)
    return path


def changed() -> Document:
    document = documents.loads(TEXT)
    document.page("main").put_wire(Wire("V", "ref", "SUM", "inputs", "ref"))
    return document


def test_saving_and_loading(saved):
    assert documents.dumps(documents.load(saved)) == documents.dumps(documents.loads(TEXT))
    documents.save(changed(), saved)
    assert documents.dumps(documents.load(saved)) == documents.dumps(changed())
    assert os.listdir(saved.parent) == ["page.loom"]


@pytest.mark.parametrize(
    "broken, error",
    [
        ("os.fsync", errno.ENOSPC),
        ("os.replace", errno.EROFS),
        ("os.chmod", errno.EPERM),
        ("write", errno.ENOSPC),
        ("open", errno.EROFS),
        ("open", errno.EACCES),
        ("os.fsync", errno.EDQUOT),
        ("os.fsync", errno.EIO),
    ],
)
def test_a_save_that_fails_leaves_the_old_file_and_no_other(saved, monkeypatch, broken, error):
    before, listing = saved.read_bytes(), os.listdir(saved.parent)

    def fail(*_, **__):
        raise OSError(error, os.strerror(error))

    class Full(io.FileIO):
        write = fail

    if broken == "write":
        monkeypatch.setattr(documents, "open", lambda name, _: Full(name, "x"), raising=False)
    else:
        monkeypatch.setattr(documents if broken == "open" else os, broken.removeprefix("os."), fail, raising=False)
    with pytest.raises(FileError) as caught:
        documents.save(changed(), saved)
    monkeypatch.undo()
    says = os.strerror(error)
    assert f"cannot be saved: {says[0].lower()}{says[1:]}: the file on disk is unchanged" in str(caught.value)
    assert "page.loom" in str(caught.value)
    assert saved.read_bytes() == before and os.listdir(saved.parent) == listing


def test_a_new_file_that_cannot_be_written_says_nothing_of_an_old_one(tmp_path):
    with pytest.raises(FileError, match="no such file") as caught:
        documents.save(changed(), tmp_path / "missing" / "page.loom")
    assert "unchanged" not in str(caught.value)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_device(saved):
    before = os.stat("/dev/full").st_rdev
    with pytest.raises(FileError, match="/dev/full: cannot be saved: no space left on device"):
        documents.save(changed(), "/dev/full")
    assert os.stat("/dev/full").st_rdev == before, "a device is written to, not replaced"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_to_where_somebody_reads(tmp_path):
    pipe, out = tmp_path / "pipe.loom", []
    os.mkfifo(pipe)

    def write():
        try:
            out.append(documents.write_atomic(pipe, b"x" * 200_000))  # more than a pipe holds
        except FileError as error:
            out.append(str(error))

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    thread.join(10)
    assert out == [f"{pipe}: cannot be saved: no program reads from the pipe"]
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    select.select([reader], [], [], 30)
    os.set_blocking(reader, True)
    with open(reader, "rb") as file:
        assert file.read() == b"x" * 200_000
    thread.join(10)
    assert out[1:] == [True] and pipe.is_fifo()


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no /dev/stdout here")
def test_the_output_may_be_a_pipe():
    code = (
        "from blockloom.blocks.files import documents; documents.may_write('/dev/stdout');"
        "documents.write_atomic('/dev/stdout', b'here')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, cwd=Path(documents.__file__).parents[2]
    )
    assert (done.stdout, done.stderr) == (b"here", b"")


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root"
)
def test_a_folder_without_permission(saved):
    saved.parent.chmod(0o500)
    try:
        with pytest.raises(FileError, match="permission denied: the file on disk is unchanged"):
            documents.save(changed(), saved)
    finally:
        saved.parent.chmod(0o700)


def test_a_write_protected_file_is_not_replaced(saved, monkeypatch):
    saved.chmod(0o444)
    before = saved.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)  # root would not get this answer
    with pytest.raises(FileError, match="write-protected: the file on disk is unchanged"):
        documents.save(changed(), saved)
    assert saved.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links are those of POSIX")
def test_permissions_and_links_are_kept(saved, tmp_path):
    saved.chmod(0o640)
    link = tmp_path / "link.loom"
    link.symlink_to("page.loom")
    documents.save(changed(), link)
    assert link.is_symlink() and stat.S_IMODE(saved.stat().st_mode) == 0o640
    assert documents.dumps(documents.load(saved)) == documents.dumps(changed())


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    documents.save(changed(), tmp_path / "a.loom")
    (tmp_path / "b").touch()
    assert (tmp_path / "a.loom").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_long_names_leave_room_for_the_temporary_file(tmp_path):
    path = tmp_path / ("長" * 83 + ".loom")  # 254 bytes of the 255 that a name may have
    documents.save(changed(), path)
    assert documents.dumps(documents.load(path)) == documents.dumps(changed())


def plain_items(count):
    """Blocks and wires of a file that has nothing unusual."""
    blocks = [
        {"id": f"B{i}", "type": "Neg", "at": [i, 2.5], **({"values": {"T": "DT_FLOAT"}} if i % 3 else {})}
        for i in range(count)
    ]
    wires = [{"from": f"B{i}.y", "to": f"B{(i * 7 + 1) % count}.x", "kind": "tensor"} for i in range(count)]
    waits = [{"from": f"B{i}", "to": f"B{(i * 7 + 2) % count}", "kind": "control"} for i in range(0, count, 5)]
    return blocks, wires + waits


ODD = [
    ("id", "a.b"),
    ("id", "B1\nB2"),
    ("id", 3),
    ("id", "x" * 201),
    ("id", "\ud800"),
    ("type", None),
    ("at", [1]),
    ("at", [1, "2"]),
    ("at", [1, 1e9]),
    ("at", [True, 1]),
    ("values", []),
    ("values", {"x": 1}),
    ("values", {"x": "\udfff"}),
    ("color", "#ff0000"),
    ("mode", "mute"),
    ("nonsense", 1),
    ("id", "B0"),
    ("from", "B1"),
    ("from", ".y"),
    ("from", "B1.y\nB2.y"),
    ("to", "B 1.x"),
    ("to", "B1.\ud800"),
    ("kind", "rope"),
    ("kind", "control"),
    ("kind", ["tensor"]),
    ("hidden", True),
    ("route", [[1, 2]]),
]


def lines_of(blocks, wires):
    """Return the text of a saved document with one page."""
    rows = {
        name: ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items)
        for name, items in (("blocks", blocks), ("wires", wires))
    }
    return (
        f'{{"blockloom": {documents.FORMAT},\n"pages": [\n{{"name": "main",\n "blocks": [\n{rows["blocks"]}\n ],\n'
        f' "wires": [\n{rows["wires"]}\n ]}}\n]}}\n'
    )


@pytest.mark.parametrize("key, value", ODD)
def test_odd_parts_of_large_files_are_handled_as_in_small_ones(key, value, monkeypatch):
    blocks, wires = plain_items(150)
    of = wires if key in ("from", "to", "kind", "hidden", "route") else blocks
    of[140] = {**of[140], key: value}
    text = lines_of(blocks, wires)

    def read(text):
        try:
            document = documents.loads(text)
        except documents.FileError as error:
            return str(error)
        return documents.dumps(document), document.troubles

    monkeypatch.setattr(bounded_io, "_LARGE", len(text) + 1)
    one_by_one = read(text)
    monkeypatch.setattr(bounded_io, "_LARGE", 0)
    assert read(text) == one_by_one
    assert read(json.dumps(json.loads(text))) == one_by_one
    monkeypatch.setattr(bounded_io, "_PIECE", 2000)  # some pieces are read by columns, the odd one is not
    assert read(text) == one_by_one


def test_a_large_plain_file_is_read_by_columns_as_one_after_the_other(monkeypatch):
    text = lines_of(*plain_items(500))
    blocks, wires = re.findall(r"s\": \[\n(  .+?)\n \]", text, re.DOTALL)
    assert (len(Columns().blocks(blocks)), len(Columns().wires(wires))) == (500, 600)
    for by_columns in (documents.loads(text), documents.loads(text.replace("\n", "\r\n"))):
        with monkeypatch.context() as patch:
            patch.setattr(bounded_io, "_LARGE", len(text) + 1)
            one_by_one = documents.loads(text)
        assert vars(by_columns.pages["main"]) == vars(one_by_one.pages["main"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("},\n", "}\n", 1),
        lambda text: text.replace("[0, 2.5]", "[00, 2.5]"),
        lambda text: text.replace("[0, 2.5]", "[0, 2.5, 1]"),
        lambda text: text.replace("[0, 2.5]", "[0, 1e300]"),
        lambda text: text.replace("[0, 2.5]", "[\u0663, 2.5]"),
        lambda text: text.replace("B1.x", "B1.\t"),
        lambda text: text.replace('"DT_FLOAT"}', '"DT_FLOAT"}, {"T": "DT_FLOAT"}', 1),
        lambda text: text.replace('"DT_FLOAT"}', '"DT_FLOAT", }', 1),
        lambda text: text.replace("}\n ]", "},\n ]", 1),
    ],
)
def test_invalid_json_is_reported_for_large_files_as_for_small_ones(spoil, monkeypatch):
    text = spoil(lines_of(*plain_items(500)))
    told = []
    for large in (0, 10**9):
        monkeypatch.setattr(bounded_io, "_LARGE", large)
        with pytest.raises(FileError) as error:
            documents.loads(text)
        told.append(str(error.value))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "texts, known",
    [
        (("B1.a.b", "B2"), False),  # two dots and none: as many as two good ends have
        (("B1.a.b", "B2.c"), True),
        (("B1.a\nB2.b", "B3.c"), True),
        (("B1\nB2.b", "B3.c"), False),
        ((".a", "B1.b"), False),
        (("B1.", "B2.b"), False),
        (("-B1.a", "B2.b"), False),
        ((f"{'B' * 200}.a", "B2.b"), True),
        ((f"{'B' * 201}.a", "B2.b"), False),
    ],
)
@pytest.mark.parametrize("keys", [("to", "to"), ("from", "from"), ("to", "from")])
def test_odd_ends_of_wires_are_reported_or_read_in_a_large_file_as_in_a_small_one(texts, known, keys, monkeypatch):
    (blocks, plain), odd = plain_items(300), plain_items(2)[1]
    for item, key, text in zip(odd, keys, texts, strict=False):
        item[key] = text
    small, large = (lines_of(blocks, wires) for wires in (odd, [*odd, *plain]))
    monkeypatch.setattr(bounded_io, "_LARGE", len(small) + 1)
    if known:
        found = documents.loads(large).pages["main"]
        assert {*documents.loads(small).pages["main"].wires()} <= {*found.wires()}
    else:
        for text in (small, large):
            with pytest.raises(FileError, match="goes from BLOCK"):
                documents.loads(text)


@functools.cache
def large_text():
    """Return the text of a document with two pages, large enough to be parsed in pieces."""
    blocks, wires = plain_items(6000)
    pages = [{"name": name, "blocks": blocks, "wires": wires} for name in ("one", "two")]
    text = documents.dumps(documents.loads(json.dumps({"blockloom": documents.FORMAT, "pages": pages})))
    assert len(text) > 1_000_000
    return text


def test_a_document_parsed_in_pieces_is_the_same(monkeypatch):
    text, asked = large_text(), []
    parsed = bounded_io.parsed
    monkeypatch.setattr(bounded_io, "parsed", lambda text, **hooks: asked.append(len(text)) or parsed(text, **hooks))
    assert bounded_io.parsed_by_lines(text) == json.loads(text)
    assert len(asked) > 5 and max(asked) < 300_000


@slow
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: json.dumps(json.loads(text), indent=1),
        lambda text: json.dumps(json.loads(text)),
        lambda text: text[:-20],
        lambda text: text.replace('{"id": "B77",', '{"id": B77,', 1),
        lambda text: text.replace('"blocks": [', '"blocks": [0],\n "blocks": [', 1),
        lambda text: text.replace('{"id": "B77"', '{"at": [\n1\n ], "id": "B77"', 1),
        lambda text: text.replace(' "wires": [\n', ' "wires": [\n  3,\n', 1),
    ],
)
def test_unusual_layout_is_parsed_in_one_piece_or_reported(spoil):
    text = spoil(large_text())

    def outcome(read):
        try:
            return read(text)
        except ValueError as error:
            return str(error)

    assert outcome(bounded_io.parsed_by_lines) == outcome(json.loads)


def test_numbers_of_a_large_file_that_are_too_long_are_reported():
    text = large_text().replace('"at": [77,', f'"at": [{"7" * 401},', 1)
    with pytest.raises(FileError, match="a number of 401 digits"):
        documents.loads(text)
