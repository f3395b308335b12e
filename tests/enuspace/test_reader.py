"""Reading enuSpace files: both generations, what is kept as a note, and files that are broken or mean harm."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import checks
from blockloom.blocks.document.pages import Look, Note
from blockloom.blocks.enuspace import xml
from blockloom.blocks.enuspace.draft import CHANGED, FAULT, LEFT_OUT, NOTE, PLAIN
from blockloom.blocks.enuspace.reader import read
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from tests.enuspace.pages import page, pin, project, use, wire, write

SUM = (
    use("A", "Const", pin("val", "1;2", "double", "[2]")),
    use("B", "Add", pin("y", "2.5")),
    use("S", "ClientSession"),
    wire("A.output", "B.x"),
    wire("B.z", "S.fetch_outputs"),
)


def only(found):
    return next(iter(found.document.pages.values()))


def report_messages(found, what):
    return [f"{i.element}: {i.message}" for i in found.report if i.kind == what]


@pytest.mark.parametrize(
    "symbol, pins, values",
    [
        (
            "Const",
            [pin("val", "1.5;2;3;-4", "double", "[2][2]")],
            {"val": "[[1.5, 2.0], [3.0, -4.0]]", "dtype": "DT_DOUBLE"},
        ),
        (
            "Const",
            [pin("val", "{1,2,3,4}", "double", "[2][2]", new=True)],
            {"val": "[[1.0, 2.0], [3.0, 4.0]]", "dtype": "DT_DOUBLE"},
        ),
        ("Const", [pin("val", "0.1;1e-3", "float", "[2]")], {"val": "[0.1, 0.001]", "dtype": "DT_FLOAT"}),
        ("Const", [pin("val", "-1.#IND00;1.#INF00", "double", "[2]")], {"val": "[nan, inf]", "dtype": "DT_DOUBLE"}),
        ("Const", [pin("val", "7", "int")], {"val": "7", "dtype": "DT_INT32"}),
        ("Const", [pin("val", "TRUE;FALSE", "bool", "[2]")], {"val": "[true, false]", "dtype": "DT_BOOL"}),
        ("Const", [pin("val", "hello, world")], {"val": "hello, world", "dtype": "DT_STRING"}),
        ("Const", [pin("val", "[x]")], {"val": '"[x]"', "dtype": "DT_STRING"}),
        ("Const", [pin("val", "a b;c", "string", "[2]")], {"val": '["a b", "c"]', "dtype": "DT_STRING"}),
        (
            "Const_ex",
            [pin("dtype", "DT_STRING"), pin("val", "C:\\\\Users\\\\me\\\\x.bin")],
            {"val": "C:\\Users\\me\\x.bin", "dtype": "DT_STRING"},
        ),
        (
            "Const_ex",
            [pin("val", "2;4", "string", "[2]"), pin("dtype", "DT_INT64")],
            {"val": "[2, 4]", "dtype": "DT_INT64"},
        ),
        (
            "Const_ex",
            [pin("val", "2.9;-4.9", "double", "[2]"), pin("dtype", "DT_INT32")],
            {"val": "[2, -4]", "dtype": "DT_INT32"},
        ),
        ("Const_ex", [pin("val", "{1,,2,}"), pin("dtype", "DT_INT32")], {"val": "{1,2}", "dtype": "DT_INT32"}),
        (
            "Variable",
            [pin("dtype", ""), pin("shape", "{9}"), pin("initvalues", "1;2", "float", "[2]")],
            {"dtype": "DT_FLOAT", "shape": "[2]", "initvalues": "[1.0, 2.0]"},
        ),
        (
            "Variable",
            [
                pin("dtype", "DT_DOUBLE"),
                pin("shape", "{2}"),
                pin("initvalues", "{1.0f,2}"),
                pin("attrs", "container_ =;SharedName_ = w;"),
            ],
            {"dtype": "DT_DOUBLE", "shape": "{2}", "initvalues": "{1.0f,2}", "shared_name": "w"},
        ),
        (
            "MatMul",
            [pin("attrs", "transpose_a_ = false;\ntranspose_b_=true")],
            {"transpose_a": "false", "transpose_b": "true"},
        ),
        (
            "FIFOQueue",
            [pin("attrs", "shapes_ = {2,2},{3};capacity_ = -1;container_ = ;")],
            {"shapes": "{2,2},{3}", "capacity": "-1"},
        ),
        ("TextLineReader", [pin("attrs", "kip_header_lines_ = 2")], {"skip_header_lines": "2"}),
        ("WholeFileReader", [pin("attrs_343", "shared_name_ = r;")], {"shared_name": "r"}),
        ("OneHot", [pin("attrs", "")], {"axis": "-1"}),
        ("OneHot", [pin("attrs", "axis_=1")], {"axis": "1"}),
        (
            "SparseConcat",
            [pin("indices", "{{0,2},{1,0}};{{0,1}}", "string", "[2]")],
            {"indices": "[{{0,2},{1,0}}, {{0,1}}]"},
        ),
        ("SparseConcat", [pin("values", "{1,2}")], {"values": "[{1,2}]"}),
        ("RandomNormal", [pin("shape", "[2][3]")], {"shape": "[2, 3]"}),
        ("Add", [pin("y", "1;2", "float", "[2]")], {"y": "[1.0f, 2.0f]"}),
        ("ClientSession", [pin("INFINITE_LOOP", "TRUE", "bool"), pin("scope", "scope")], {"INFINITE_LOOP": "true"}),
    ],
)
def test_what_a_pin_holds(tmp_path, symbol, pins, values):
    found = read(write(tmp_path, page(use("X", symbol, *pins))))
    assert only(found).blocks["X"].values == values
    assert not report_messages(found, FAULT)


def test_arrays_come_from_the_dat_file(tmp_path):
    numbers = np.arange(6, dtype="<f4").reshape(2, 3) / 4
    (tmp_path / "page.dat").write_bytes(b"\0\0\0\0" + numbers.tobytes() + np.array([True, False]).tobytes())
    text = page(
        use(
            "A",
            "Const",
            pin("val", "", "float", "[2][3]", save_type="binary", binary_pos="4"),
            pin("result_output", "", "bool", "[2]", save_type="binary", binary_pos="28"),
        )
    )
    found = read(write(tmp_path, text))
    assert only(found).blocks["A"].values["val"] == "[[0.0, 0.25, 0.5], [0.75, 1.0, 1.25]]"
    assert found.stored["page"]["A"]["output"].tolist() == [True, False]


@pytest.mark.parametrize(
    "shape, position, data, message",
    [
        ("[2][3]", "4", b"12345678", "the .dat file ends before it: 8 bytes, 28 needed"),
        ("[2][3]", "0", None, "the .dat file in the folder of the page is missing"),
        ("[2][3]", "-1", b"", "is none"),
        ("[99999999][99999999]", "0", b"", "more than a page holds"),
    ],
)
def test_arrays_that_are_not_in_the_dat_file(tmp_path, shape, position, data, message):
    if data is not None:
        (tmp_path / "page.dat").write_bytes(data)
    broken = use("A", "Const", pin("val", "", "float", shape, save_type="binary", binary_pos=position))
    found = read(write(tmp_path, page(broken, *SUM[1:])))
    assert message in report_messages(found, FAULT)[-1] and report_messages(found, FAULT)[-1].startswith(
        "A: the value of val"
    )
    assert only(found).wire_count() == 2


def test_stored_results_and_values_of_the_wrong_length_are_reported(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                use("A", "Const", pin("val", "1;2;3", "double", "[2]"), pin("result_output", "5", "int", "[1]")),
                use("B", "Const", pin("val", "x", "int")),
            ),
        )
    )
    assert report_messages(found, FAULT) == [
        "A: the value of val: 3 elements are stored where its shape says 2",
        "B: the value of val: 'x' is not a number",
    ]
    assert found.stored["page"] == {"A": {"output": np.array([5])}}


def test_wires_keep_their_order_colours_routes_and_kinds(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                use("S", "ClientSession"),
                use("V", "Variable"),
                use("G", "AddSymbolicGradients"),
                use("N", "NoOp"),
                use("D", "DynamicPartition"),
                wire("D.outputs", "S.fetch_outputs"),
                wire("V.ref", "S.fetch_outputs", "rgb(0,174,238)", "1,0 54,0 54,9 80,9"),
                wire("G.grad_outputs[3]", "S.fetch_outputs", link='hidden="true"'),
                wire("N.operation", "S.run_outputs", line='visibility="hidden"'),
            ),
        )
    )
    wires = only(found).wires_into("S", "fetch_outputs")
    assert [(w.source, w.source_pin, w.kind) for w in wires] == [
        ("D", "outputs", "list"),
        ("V", "ref", "ref"),
        ("G", "grad_outputs[3]", "tensor"),
    ]
    assert wires[1].look == Look("#00aeee", ((53.0, 0.0), (53.0, 9.0)))
    straight = ((0.0, 0.0),)  # of two points
    assert wires[0].look == Look("", straight) and wires[2].look == Look("", straight, True)
    (run,) = only(found).wires_into("S", "run_outputs")
    assert run.kind == "operation" and run.look.hidden


def test_visible_wires_of_another_width_are_reported(tmp_path):
    def found(*wires):
        return [
            text for text in report_messages(read(write(tmp_path, page(*SUM[:3], *wires))), PLAIN) if "width" in text
        ]

    wide, dashes = 'stroke-width="7"', 'stroke-dasharray="1,1,1"'
    assert found(wire("A.output", "B.x", line='stroke-width="3"')) == []
    assert found(wire("A.output", "B.x", line=wide), wire("B.z", "S.fetch_outputs", line=wide)) == [
        ": 2 wires with another width: drawn like others"
    ]
    assert found(wire("A.output", "B.x", line=f'{wide} visibility="hidden"')) == []
    assert found(wire("A.output", "B.x", line=wide, link='hidden="true"')) == []
    assert found(wire("A.output", "B.x", line=f"{wide} {dashes}", link='hidden="true"')) == [
        ": 1 wires with another width: drawn like others"
    ]


def test_wires_that_are_drawn_dashed_stay_so(tmp_path):
    dashes = 'stroke-dasharray="1,1,1"'
    found = read(
        write(
            tmp_path,
            page(
                *SUM,
                wire("A.output", "B.x", "rgb(125,125,125)", link='hidden="true"', line=dashes),
                wire("A.output", "B.y", line=dashes),
                wire("B.z", "S.fetch_outputs", line=f'{dashes} visibility="hidden"'),
            ),
        )
    )
    looks = {w.target_pin: w.look for w in only(found).wires() if w.look.dashed or w.look.hidden}
    assert (looks["x"].color, looks["x"].dashed, looks["x"].hidden) == ("#7d7d7d", True, False)
    assert (looks["y"].color, looks["y"].dashed, looks["y"].hidden) == ("", True, False)
    assert all(not w.look.dashed for w in only(found).wires_into("S", "fetch_outputs"))
    text = documents.dumps(found.document)
    assert text.startswith('{"blockloom": 4') and documents.loads(text).page("page").into == only(found).into


def test_wires_to_nowhere_are_left_out_and_reported(tmp_path):
    found = read(write(tmp_path, page(*SUM, wire("GONE.z", "B.x"), wire("A.output", "NONE.x"), wire("A.", "B.x"))))
    assert only(found).wire_count() == 2
    assert len(report_messages(found, LEFT_OUT)) == 3 and "there is no GONE" in report_messages(found, LEFT_OUT)[0]


def test_wires_of_both_names_of_a_pin_and_into_pins_that_no_op_has(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                *SUM,
                use("O", "Output"),
                use("M", "MapClear"),
                wire("A.output", "O.output"),
                wire("A.output", "M.handle"),
                wire("A.output", "B.scope"),
            ),
        )
    )
    assert [w.target_pin for w in only(found).wires_into("O")] == ["output_op"] and not only(found).wires_into("M")
    assert [line.rpartition(": ")[2] for line in report_messages(found, LEFT_OUT)] == ["no input is there"] * 2


def test_a_label_in_a_wired_pin_goes_and_a_value_stays(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                SUM[0],
                use("B", "Add", pin("y", "2.5"), pin("x", "features")),
                wire("A.output", "B.y"),
                wire("A.output", "B.x"),
            ),
        )
    )
    assert only(found).blocks["B"].values == {"y": "2.5"}
    assert report_messages(found, LEFT_OUT) == ["B: x = 'features': it is wired, and this is not a value"]


def test_texts_rectangles_and_paths_become_notes(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                '<text id="T" stroke="rgb(0,175,84)" transform="translate(100,50)" font-size="20" font-weight="bold" '
                'baseline-height="-23" pg-oneline-height="23">\na &lt; b\nsecond\n</text>',
                '<rect id="R" x="5" y="6" width="30" height="40" transform="translate(10,20) rotate(90)" '
                'stroke="#FF0000" fill="rgb(1,2,3)" fill-opacity="0.5"/>',
                '<path id="Q" d="M 0,0 L 10,5e1 z" stroke="rgb(1,1,1)" transform="translate(7,8)"/>',
                '<g transform="translate(100,0)"><line id="I" x1="0" y1="0" x2="10" y2="20"/>'
                '<circle id="C" r="5"/></g>',
                '<polygon id="Z" points="0,0 4,0 4,4"/>',
                '<image id="P"/>',
            ),
        )
    )
    notes = only(found).notes
    assert notes["T"][1:] == ("a < b\nsecond", 100, 27, notes["T"].width, 50, "#00af54", "", 20, True, "", "")
    assert notes["R"] == Note("R", "", -36, 25, 40, 30, "#ff0000", "#01020380", shape="rect")
    assert (notes["Q"].x, notes["Q"].y, notes["Q"].shape) == (7, 8, "M 0,0 L 10,5e1 z")
    assert (notes["I"].x, notes["I"].shape) == (100, "M0 0L10 20") and notes["C"].x == 95
    assert notes["Z"].shape == "M0 0L4 0L4 4z"
    assert len(report_messages(found, NOTE)) == 6 and report_messages(found, LEFT_OUT) == [
        "P: an image: there is nothing like it"
    ]


def test_scripts_are_kept_as_text_and_reported(tmp_path):
    script = "function _ontask()\n  os.execute('rm -rf /')\nend"
    found = read(
        write(
            tmp_path,
            page(
                f'<script id="Z" type="text/lua"><![CDATA[{script}]]></script>',
                *SUM[:1],
                use("B", "Add", inside=f"<script><![CDATA[{script}]]></script>"),
            ),
        )
    )
    notes = [n for n in only(found).notes.values() if n.shape == "script"]
    assert [n.id for n in notes] == ["PAGE_script", "B_script"] and notes[0].text == script
    assert report_messages(found, NOTE)[0] == "PAGE_script: a Lua script of the page: kept as text, never run"


def test_widgets_become_monitors(tmp_path, catalogue):
    found = read(
        write(
            tmp_path,
            page(
                *SUM,
                use("T", "SENSOR_TREND", pin("m_labelname", "loss"), pin("m_max", "5.000000", "double"), task="logic"),
                use("L", "SENSOR_LCD", pin("m_unit", "%"), task="logic"),
                use("P", "ARAAY_3_OUT", task="logic"),
                wire("B.result_z", "P.INPUT"),
                wire("P.OUTPUT_2", "L.INPUT"),
                wire("B.result_z[0][1]", "T.IN", link='hidden="true"'),
                '<pg-trend id="C" x="1" y="2" width="300" height="200" yview-min="0" yview-max="2" duration="500">'
                '<pg-trendtitle title="both"/><pg-trendseries id="one" variable="B.result_z[0]" stroke="rgb(255,0,0)"/>'
                '<pg-trendseries id="two" variable="B.result_z[1]" stroke="rgb(0,255,0)"/>'
                '<pg-trendseries id="bad" variable="NONE.result_z[1]"/></pg-trend>',
                '<pg-trend-contour id="H" width="90" height="90" subdivision="28,28" minElevation="0" maxElevation="1" '
                'colorElevation="rgb(0,0,0);rgb(255,255,255)"><script><![CDATA[function _ontaskview()\n'
                "for i=0,27 do for "
                "j=0,27 do\ndata[i][j] = B.result_z[0][i*28+j]\nend end end]]></script></pg-trend-contour>",
                '<text id="N" font-size="12"><script><![CDATA[function _ontaskview()\n'
                '--here\ntext = string.format("%.2f", '
                "B.result_z[1])\nend]]></script>0</text>",
            ),
        )
    )
    blocks, into = only(found).blocks, only(found).into
    assert {n: b.type for n, b in blocks.items() if b.type.startswith("loom.")} == {
        "T": "loom.Trend",
        "L": "loom.Number",
        "P": "loom.Pick",
        "C": "loom.Chart",
        "H": "loom.HeatMap",
        "N": "loom.Number",
    }
    assert blocks["T"].values == {"label": "loss", "maximum": "5", "index": "[0, 1]"}
    assert blocks["L"].values == {"unit": "%", "width": "80", "height": "80"}
    assert [w.source_pin for w in into["L"]["value"]] == ["elements[1]"]
    assert [w.source for w in into["C"]["series"]] == ["B", "B"] and all(w.look.hidden for w in into["C"]["series"])
    assert json.loads(blocks["C"].values["indices"]) == ["[0]", "[1]"]
    assert json.loads(blocks["C"].values["colors"]) == ["#ff0000", "#00ff00"]
    assert blocks["C"].values["duration"] == "500"
    assert blocks["H"].values["index"] == "[0]" and blocks["H"].values["rows"] == "28"
    assert blocks["N"].values["index"] == "[1]" and blocks["N"].values["format"] == "%.2f"
    assert report_messages(found, LEFT_OUT) == ["C: its variable 'NONE.result_z[1]' is not a result of a block"]
    assert [p for p in checks.check_page(found.document, "page", catalogue) if p.severity == "error"] == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8-sig"])
def test_every_encoding_is_read_whatever_the_declaration_says(tmp_path, encoding):
    text = page(*SUM, '<text id="T">Größe 日本</text>').replace('encoding="UTF-16"', 'encoding="UTF-8"')
    found = read(write(tmp_path, text, encoding=encoding))
    assert len(only(found).blocks) == 3 and only(found).notes["T"].text == "Größe 日本"
    assert not report_messages(found, FAULT), "nothing is lost"


def test_a_stray_ampersand_and_unknown_entities_are_text(tmp_path):
    text = page(
        use("A", "Const", pin("val", "a & b")),
        "<text id='T'>x &nbsp; & y &lt; &#65;</text>",
        "<script><![CDATA[a & b &amp; c]]></script>",
    ).replace("&amp; b", "& b")
    found = read(write(tmp_path, text))
    assert only(found).blocks["A"].values["val"] == "a & b" and only(found).notes["T"].text == "x &nbsp; & y < A"
    assert only(found).notes["PAGE_script"].text == "a & b &amp; c"


def test_blocks_keep_the_colour_that_somebody_chose(tmp_path):
    found = read(write(tmp_path, page(use("A", "Const"), use("B", "Const").replace("rgb(0,119,189)", "rgb(1,2,3)"))))
    assert [b.color for b in only(found).blocks.values()] == ["", "#010203"]


def test_unknown_symbols_become_placeholders(tmp_path, catalogue):
    found = read(
        write(
            tmp_path,
            page(
                *SUM,
                use("W", "SENSOR_GAUGE", task="logic"),
                wire("B.result_z", "W.INPUT"),
                use("U", "NoSuchThing", pin("x", "1")),
                wire("A.output", "U.x"),
                wire("U.y", "S.fetch_outputs"),
            ),
        )
    )
    assert only(found).blocks["U"].type == "enu.NoSuchThing" and only(found).blocks["U"].values == {"x": "1"}
    assert len(report_messages(found, CHANGED)) == 2
    problems = checks.check_page(found.document, "page", catalogue)
    assert [(p.severity, p.block) for p in problems if "symbol" in p.code or "type" in p.code] == [
        ("error", "U"),
        ("warning", "W"),
    ], "a widget that feeds nothing does not stop the page"


def test_ids_that_are_none_and_ids_used_twice(tmp_path):
    found = read(
        write(
            tmp_path,
            page(use("a b.c", "Const"), use("A", "Const"), use("A", "Add"), use("", "Add"), wire("A.output", "A.x")),
        )
    )
    assert list(only(found).blocks) == ["a_b_c", "A", "A_2", "ADD"]
    assert len(report_messages(found, CHANGED)) == 3


def test_places_beyond_the_canvas_and_numbers_that_are_none(tmp_path):
    found = read(
        write(
            tmp_path,
            page(
                use("A", "Const", at=("1e300", "nan")),
                use("B", "Const", at=(9e6, 2)),
                '<g transform="translate(9000000,0)">',
                use("C", "Const", at=(9e6, 3)),
                "</g>",
                '<rect id="R" x="zz" width="-5" height=""/>',
            ),
        )
    )
    assert (only(found).blocks["B"].x, only(found).blocks["C"].x) == (9e6, 0)
    documents.loads(documents.dumps(found.document))


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "no XML"),
        ("plain text", "no XML"),
        ("<", "no element found|unclosed token"),
        ("<svg", "unclosed token"),
        ("<html/>", "not a page but a html"),
        ('<svg pg-libraryname="x"/>', "symbol library"),
        ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>', "document type"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><svg/>', "document type"),
        ("<g>" * 5000, "deeper"),
    ],
)
def test_files_without_a_page_are_refused(tmp_path, text, message):
    with pytest.raises(FileError, match=message):
        read(write(tmp_path, text))


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read(tmp_path / "gone.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(FileError, match="directory"):
        read(tmp_path / "folder.svg")


def test_a_page_that_breaks_off_gives_what_stands_before(tmp_path):
    text = page(*SUM)
    cut = text[: text.index("<polyline") + 40]
    found = read(write(tmp_path, cut))
    assert sorted(only(found).blocks) == ["A", "B", "S"] and only(found).wire_count() == 0
    assert "the file is damaged at" in report_messages(found, FAULT)[0]
    assert [p.severity for p in found.document.troubles] == ["warning"] * len(found.document.troubles)


SOUND = page(
    *SUM,
    use("V", "Variable", pin("initvalues", "1;2", "float", "[2]")),
    use("Q", "InputList"),
    '<text id="T">x</text><rect id="R" width="5" height="5"/>',
    wire("V.ref", "Q.outputlist"),
    wire("Q.output", "S.fetch_outputs"),
    wire("B.z", "S.run_outputs"),
    '<pg-trend id="C"><pg-trendseries variable="B.result_z[0]"/></pg-trend>',
)

PIECES = ["<g>", "</use>", "&amp;", "#", "[9]", "1e999", "\0", "{{", ";;"]


@given(st.integers(0, 2**32))
def test_mutated_pages_are_read_or_refused_and_never_anything_else(tmp_path, catalogue, seed):
    chance = random.Random(seed)
    data = bytearray(SOUND.encode(chance.choice(["utf-16", "utf-8"])))
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(data))
        what = chance.randrange(4)
        if what == 0:
            data[at] = chance.randrange(256)
        elif what == 1:
            del data[at : at + chance.choice((1, 2, 40, 400))]
        elif what == 2:
            data[at:at] = data[(b := chance.randrange(len(data))) : b + chance.choice((2, 20, 200))]
        else:
            data[at:at] = chance.choice(PIECES).encode("utf-16-le")
    path = tmp_path / "page.svg"
    path.write_bytes(data)
    try:
        found = read(path)
    except FileError:
        return
    text = documents.dumps(found.document)
    assert documents.dumps(documents.loads(text)) == text
    checks.check(found.document, catalogue)


WORDS = [
    "1",
    "{1,2}",
    "{{1,2},{3}}",
    "DT_FLOAT",
    "features",
    "",
    "x_ = 1;",
    "[2][3]",
    "-1",
    "0.5f",
    '"a"',
    "1e400",
    "{",
    "true",
]
CORE = [
    "ClientSession",
    "InputList",
    "Operation",
    "Output",
    "Tensor",
    "Input",
    "FeedType",
    "Input_Initializer",
    "Variable",
    "Const_ex",
    "AddSymbolicGradients",
]


@given(st.integers(0, 2**32))
def test_random_pages_of_random_symbols_open_and_are_checked(tmp_path, catalogue, seed):
    from blockloom.blocks.enuspace import symbols

    chance = random.Random(seed)
    names = [f"N{n}" for n in range(chance.randrange(1, 9))]
    kinds = {name: chance.choice([*symbols.rows(), "NoSuch"] if chance.random() < 0.6 else CORE) for name in names}

    def pins(name, side):
        symbol = symbols.symbol(kinds[name])
        have = list((symbol.pins if side else symbol.outputs) if symbol else ()) or ["x"]
        return chance.choice([*have, *have, f"{have[0]}[1]", "nothing"])

    parts = [
        use(
            n,
            k,
            *(
                pin(
                    pins(n, True),
                    chance.choice(WORDS),
                    chance.choice(["string", "double", "int", "odd"]),
                    chance.choice(["", "", "[1]", "[2][1]"]),
                )
                for _ in range(chance.randrange(4))
            ),
        )
        for n, k in kinds.items()
    ]
    parts += [
        wire(f"{(a := chance.choice(names))}.{pins(a, False)}", f"{(b := chance.choice(names))}.{pins(b, True)}")
        for _ in range(chance.randrange(12))
    ]
    found = read(write(tmp_path, page(*parts)))
    assert len(only(found).blocks) == len(names)
    text = documents.dumps(found.document)
    assert documents.dumps(documents.loads(text)) == text
    checks.check(found.document, catalogue)


def test_a_project_reads_its_pages_only(tmp_path):
    for name in ("one", "two", "loose"):
        write(tmp_path, page(*SUM), f"Picture/{name}.svg")
    pictures = ("picture\\one.svg", "picture/two.svg", "picture\\gone.svg", "picture\\one.svg")
    path = write(
        tmp_path,
        project(
            *pictures,
            more=(
                '<pg-logic xlink:href="library\\IOT.svg"/><activate-view xlink:href="picture\\one.svg"/>'
                '<pg-global xlink:href="global\\global.svg"/>'
            ),
        ),
        "p.enup",
    )
    found = read(path)
    assert list(found.document.pages) == ["one", "two"]
    assert report_messages(found, LEFT_OUT) == [
        "picture\\gone.svg: there is no such file",
        "picture\\one.svg: the page is listed twice",
        "library\\IOT.svg: a pg-logic of the project: only its pages are read",
        "global\\global.svg: the global page is missing or outside the project's folder",
        "loose.svg: a page that the project does not list: open it separately",
    ]


@pytest.mark.parametrize(
    "href",
    [
        "..\\secret.svg",
        "picture\\..\\..\\secret.svg",
        "/SECRET",
        "C:\\secret.svg",
        "\\\\host\\secret.svg",
        "file:///SECRET",
        "link.svg",
        "folder\\secret.svg",
        "",
    ],
)
def test_a_project_reaches_no_file_outside_its_folder(tmp_path, href):
    secret = write(tmp_path, page(use("SECRET", "Const")), "secret.svg")
    home = tmp_path / "home"
    write(home, page(*SUM), "picture/one.svg")
    (home / "link.svg").symlink_to(secret)
    (home / "folder").symlink_to(tmp_path)
    href = href.replace("/SECRET", str(secret))
    found = read(write(home, project("picture\\one.svg", href), "p.enup"))
    assert list(found.document.pages) == ["one"]
    assert len(report_messages(found, LEFT_OUT)) == 1
    assert "SECRET" not in documents.dumps(found.document)


def test_the_arrays_of_a_page_come_from_its_own_folder(tmp_path):
    (tmp_path / "secret.dat").write_bytes(b"\x07" * 8)
    home = tmp_path / "home"
    path = write(home, page(use("A", "Const", pin("val", "", "double", "[1]", save_type="binary", binary_pos="0"))))
    (home / "page.dat").symlink_to(tmp_path / "secret.dat")
    assert "missing" in report_messages(read(path), FAULT)[0]


def test_a_missing_file_of_arrays_is_the_first_thing_said(tmp_path):
    binary = {"save_type": "binary", "binary_pos": "0"}
    path = write(
        tmp_path,
        page(
            use("ODD", "Const", pin("val", "x", "int")),
            use("A", "Const", *(pin(name, "", "double", "[2]", **binary) for name in ("val", "result_output"))),
        ),
    )
    found = read(path)
    first = found.document.troubles[0]
    assert (first.block, first.pin) == (
        "",
        "",
    ) and "page.dat is missing in the folder of the page: 2 arrays" in first.message
    assert [p.block for p in found.document.troubles[1:]] == ["ODD", "A"], "of results nothing needs to be said"
    (tmp_path / "page.dat").write_bytes(b"\0" * 16)
    assert [p.block for p in read(path).document.troubles] == ["ODD"]


@pytest.mark.parametrize(
    "text, message",
    [
        (project("gone.svg"), "has no page that can be read: gone.svg: there is no such file$"),
        (
            project("gone.svg", more='<pg-global xlink:href="g.svg"/><pg-logic xlink:href="l.svg"/>')
            .replace('<pg-picture xlink:href="gone.svg"/>', "")
            .replace("</svg>", '<pg-picture xlink:href="../x.svg"/></svg>'),
            "no page that can be read: ../x.svg: the page is outside the project's folder",
        ),
        (project(), "lists no page$"),
        ('<svg pg-classname="task"/>', "not a page but a task"),
        ("", "no XML"),
    ],
)
def test_projects_that_are_none(tmp_path, text, message):
    with pytest.raises(FileError, match=message):
        read(write(tmp_path, text, "p.enup"))


def test_a_broken_page_of_a_project_is_reported_and_the_others_open(tmp_path):
    write(tmp_path, page(*SUM), "a/x.svg")
    write(tmp_path, page(*SUM), "b/x.svg")
    write(tmp_path, "nothing", "c.svg")
    found = read(write(tmp_path, project("a\\x.svg", "c.svg", "b\\x.svg"), "p.enup"))
    assert list(found.document.pages) == ["x", "x 2"]
    assert report_messages(found, LEFT_OUT) == ["c.svg: the page cannot be read: there is no XML in it"]


def test_a_text_of_many_lines_is_put_together_once():
    root, fault = xml.parse("<svg><text>" + "a line\n" * 200_000 + "<b>inside</b>behind</text><text>one\ntwo<c>")
    assert fault and [e.text for e in root.children] == ["a line\n" * 200_000 + "behind", "one\ntwo"]
