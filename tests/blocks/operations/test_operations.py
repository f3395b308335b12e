"""Operations on pages, without a window: their results, all of which can be undone."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks import operations
from blockloom.blocks.catalogue.monitor_types import CHART, HEAT_MAP, IMAGE, LINES, TABLE, TREND
from blockloom.blocks.document.pages import BYPASS, CONTROL, MUTE, Block, Frame, Note, Wire, control, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.infer.wire_rules import WireEnd, WireRules
from blockloom.blocks.operations import LevelWire, Measures, OutputInfo
from blockloom.blocks.text.phrases import Phrase
from tests.blocks.small import SMALL, document
from tests.blocks.strategies import consistent, grow, seeds
from tests.extent import examples

CHAIN = """
A Const value=[1.,2.] dtype=DT_FLOAT
B Const value=[3.,4.] dtype=DT_FLOAT
C AddV2
D Sort order=UP window=[2,2]
A.output -> C.x
C.z -> D.x
"""


class Bench:
    """A page with its history, and operations on it."""

    def __init__(self, text=CHAIN, places=(), frames=(), notes=()):
        self.document = document(text, frames)
        self.history = UndoStack(self.document)
        self.page = self.document.page("main")
        for name, (x, y) in dict(places).items():
            self.page.blocks[name] = self.page.blocks[name]._replace(x=x, y=y)
        self.page.notes.update((n.id, n) for n in notes)
        self.label, self.chosen = "", ()

    @property
    def measures(self):
        return Measures(self.page, SMALL)

    @property
    def rules(self):
        return WireRules(self.page, SMALL)

    def do(self, change):
        """Apply a change, and check that undoing and redoing it restore the same bytes."""
        before = dumps(self.document)
        self.history.do(change.edit, change.label)
        after = dumps(self.document)
        self.history.undo()
        assert dumps(self.document) == before
        self.history.redo()
        assert dumps(self.document) == after and consistent(self.document)
        assert isinstance(change.label, Phrase)  # so that a window can translate it
        self.label, self.chosen = str(change.label), change.selection
        return self

    def wires(self):
        return sorted(map(str, self.page.wires()))

    def place(self, name):
        item = self.page.blocks.get(name) or self.page.frames.get(name) or self.page.notes[name]
        return item.x, item.y

    def covered(self):
        """Return the pairs of blocks that overlap."""
        rects = {name: self.measures.rect(name) for name in self.page.blocks}
        return [
            (a, b)
            for a, b in itertools.combinations(rects, 2)
            if all(
                rects[a][i] < rects[b][i] + rects[b][i + 2] and rects[b][i] < rects[a][i] + rects[a][i + 2]
                for i in (0, 1)
            )
        ]


def test_a_block_is_placed_on_the_grid_in_the_frame_that_is_there():
    bench = Bench(frames=(Frame("F", "f", 380, 380, 400, 400),))
    bench.do(operations.add_block(bench.page, SMALL, "AddV2", (402, 398), bench.measures))
    assert bench.page.blocks["ADD"][1:6] == ("AddV2", 400, 400, {}, "F")
    assert bench.label == "Add ADD" and bench.chosen == ("ADD",)
    bench.do(operations.add_block(bench.page, SMALL, "Unknown", (0, 0), Measures(bench.page, SMALL, 20)))
    assert bench.page.blocks["UNKNOWN"].frame == ""


def test_notes_that_are_dropped():
    bench = Bench("")
    bench.do(operations.add_note(bench.page, (11, 12), bench.measures))
    assert bench.place("NOTE") == (10, 10)


def test_a_block_comes_wired_to_an_end_and_takes_the_place_that_its_pin_has_then():
    bench = Bench()
    output = WireEnd("D", "y", "output")
    assert operations.fitting_types(bench.rules, output)["AddV2"] == "x"
    bench.do(operations.add_wired_block(bench.rules, "AddV2", (500, 100), output, bench.measures))
    assert "D.y -> ADD.x" in bench.wires() and bench.page.blocks["ADD"].x == 500
    bench.do(operations.add_wired_block(bench.rules, "Const", (0, 300), WireEnd("C", "y", "input"), bench.measures))
    assert "CONST.output -> C.y" in bench.wires()
    bench.do(
        operations.add_wired_block(bench.rules, "Const", (0, 300), WireEnd("A", "", "input", CONTROL), bench.measures)
    )
    assert "CONST_2 -> A" in bench.wires()


def test_a_block_whose_end_has_gone_comes_unwired():
    bench = Bench()
    bench.do(
        operations.add_wired_block(bench.rules, "AddV2", (500, 100), WireEnd("GONE", "y", "output"), bench.measures)
    )
    assert "ADD" in bench.page.blocks and len(bench.wires()) == 2


def test_an_element_of_a_list_is_the_next_free_one():
    bench = Bench("S Split split_dim=0 num_split=3 T=DT_FLOAT\nC AddV2\nS.output[0] -> C.x")
    bench.do(
        operations.add_wired_block(
            bench.rules, "AddV2", (0, 0), WireEnd("S", "output", "output", "list"), bench.measures
        )
    )
    assert "S.output[1] -> ADD.x" in bench.wires()


def test_a_block_is_put_into_a_wire_and_what_follows_makes_room():
    bench = Bench(places={"C": (300, 0), "D": (420, 0)})
    wire = Wire("C", "z", "D", "x")
    assert operations.fits_in_wire(bench.rules, "Sort", wire)
    assert not operations.fits_in_wire(bench.rules, "Print", wire)
    bench.do(operations.insert_into_wire(bench.rules, "Sort", wire, bench.measures))
    assert {"C.z -> SORT.x", "SORT.y -> D.x"} < set(bench.wires())
    right = bench.measures.box(bench.page.blocks["SORT"]).width
    assert bench.place("C") == (300, 0) and bench.place("D")[0] >= bench.place("SORT")[0] + right
    with pytest.raises(EditError, match="Print does not fit into"):
        operations.insert_into_wire(bench.rules, "Print", Wire("C", "z", "SORT", "x"), bench.measures)


def test_a_block_without_wires_is_moved_into_one_and_loses_the_value_that_was_typed_there():
    bench = Bench(CHAIN + "E Sort x=7", {"C": (300, 0), "D": (900, 0)})
    wire = Wire("C", "z", "D", "x")
    assert operations.pins_in_wire(bench.rules, "E", wire) == ("x", "y")
    assert operations.pins_in_wire(bench.rules, "D", wire) is None
    bench.do(operations.move_into_wire(bench.rules, "E", wire, (600, 5), bench.measures))
    assert {"C.z -> E.x", "E.y -> D.x"} < set(bench.wires()) and "x" not in bench.page.blocks["E"].values
    assert operations.move_into_wire(bench.rules, "A", wire, (0, 0), bench.measures) is None


def test_what_makes_a_refused_wire_fit(catalogue):
    bench = Bench("A Const value=1 dtype=DT_INT32\nB Const value=1.5f dtype=DT_FLOAT\nC AddV2\nB.output -> C.x")
    rules = WireRules(bench.page, catalogue)
    ways = operations.conversion_changes(
        rules, WireEnd("A", "output", "output"), WireEnd("C", "y", "input"), bench.measures
    )
    assert [str(way.label) for way in ways] == ["Insert Cast (DT_FLOAT)"]
    bench.do(ways[0])
    assert {"A.output -> CAST.x", "CAST.y -> C.y"} < set(bench.wires())
    assert bench.page.blocks["CAST"].values == {"DstT": "DT_FLOAT"}
    assert (
        operations.conversion_changes(
            rules, WireEnd("A", "output", "output"), WireEnd("A", "x", "input"), bench.measures
        )
        == []
    )


def test_a_copy_is_next_to_its_block_and_covers_nothing():
    bench = Bench(places={"B": (0, 200), "C": (300, 0), "D": (600, 0)})
    bench.do(operations.duplicate(bench.page, {"A", "C"}, bench.measures))
    assert bench.chosen == ("A_2", "C_2") and bench.covered() == []
    assert "A_2.output -> C_2.x" in bench.wires() and bench.label == "Duplicate 2 items"
    for _ in range(3):
        bench.do(operations.duplicate(bench.page, {"A"}, bench.measures))
    assert bench.covered() == []


def test_a_copy_can_be_wired_to_what_feeds_the_original():
    bench = Bench()
    bench.do(operations.duplicate(bench.page, {"C"}, bench.measures, (500, 500), wired=True))
    assert "A.output -> C_2.x" in bench.wires() and bench.place("C_2") == (500, 500)


def test_what_is_pasted_goes_into_view_under_free_names_in_its_own_frames():
    bench, other = Bench(), Bench(CHAIN, frames=(Frame("F", "f", 0, 0),), notes=(Note("N", "x", 5000, 5000),))
    other.page.blocks["A"] = other.page.blocks["A"]._replace(frame="F", x=5000, y=5000)
    kept = operations.copied_wires(other.page, {"C"})
    assert [str(p.wire) for p in kept.wires] == ["A.output -> C.x"]
    bench.do(operations.paste(bench.page, other.document, bench.measures, view=(100.0, 100.0, 400.0, 200.0)))
    assert bench.page.blocks["A_2"].frame == "F" and bench.place("B_2") == (300, 200)
    assert bench.label == "Paste 6 items"
    with pytest.raises(EditError, match="no blocks"):
        operations.paste(bench.page, new_document(), bench.measures)
    part = operations.copy_items(other.page, ["A"], other.measures.catalogue)  # without its frame
    bench = Bench()
    bench.do(operations.paste(bench.page, part, bench.measures))
    assert bench.page.blocks["A_2"].frame == ""


def test_what_is_pinned_goes_with_its_block_and_what_a_frame_held_stays():
    bench = Bench(
        CHAIN + "T loom.Table follows=true\nC.z -> T.value", frames=(Frame("OUT", "o"), Frame("IN", "i", frame="OUT"))
    )
    bench.page.blocks["A"] = bench.page.blocks["A"]._replace(frame="IN")
    bench.do(operations.delete(bench.page, {"C"}))
    assert bench.page.blocks.keys() == {"A", "B", "D"} and bench.label == "Delete 2 items"
    bench.do(operations.delete(bench.page, {"IN"}))
    assert bench.page.blocks["A"].frame == "OUT"
    assert operations.delete(bench.page, ()) is None


def test_equal_wires_into_a_list_are_deleted_one_by_one():
    bench = Bench("A Const value=1 dtype=DT_INT32\nN AddN\nA.output -> N.inputs\nA.output -> N.inputs")
    wire = Wire("A", "output", "N", "inputs")
    assert [p.index for p in operations.with_wire_indices(bench.page, [wire, wire])] == [0, 1]
    bench.do(operations.delete(bench.page, (), [wire]))
    assert bench.wires() == ["A.output -> N.inputs"]


def test_what_a_deleted_block_fed_is_fed_by_what_fed_it():
    bench = Bench()
    bench.do(operations.delete_and_reconnect(bench.page, SMALL, {"C"}))
    assert bench.wires() == ["A.output -> D.x"] and bench.label == "Delete and reconnect C"
    bench.do(operations.delete_and_reconnect(bench.page, SMALL, {"B"}))  # nothing to reconnect
    assert bench.label == "Delete B" and operations.delete_and_reconnect(bench.page, SMALL, ()) is None


def test_detached_blocks_are_led_around():
    bench = Bench()
    bench.do(operations.detach(bench.page, SMALL, {"C"}))
    assert bench.wires() == ["A.output -> D.x"] and "C" in bench.page.blocks and bench.label == "Detach C"
    with pytest.raises(EditError, match="wired to others"):
        operations.detach(bench.page, SMALL, {"C"})


def test_a_block_is_taken_from_one_wire_to_another_at_once():
    bench = Bench(CHAIN + "E Sort\nB.output -> E.x\nE.y -> C.y", {"C": (300, 0), "D": (900, 0)})
    move = operations.move_into_wire(bench.rules, "E", Wire("C", "z", "D", "x"), (600, 0), bench.measures, True)
    bench.do(operations.detach(bench.page, SMALL, {"E"}, move))
    assert bench.wires() == ["A.output -> C.x", "B.output -> C.y", "C.z -> E.x", "E.y -> D.x"]


def test_frames_are_put_around_blocks_taken_off_and_collapsed():
    bench = Bench(places={"C": (300, 0)}, frames=(Frame("OUT", "o", -500, -500, 2000, 2000),))
    for name in "AC":
        bench.page.blocks[name] = bench.page.blocks[name]._replace(frame="OUT")
    bench.do(operations.add_frame(bench.page, ["A", "C"], bench.measures))
    made = bench.page.frames["FRAME"]
    assert made.frame == "OUT" and bench.page.blocks["C"].frame == "FRAME" and bench.chosen == ("FRAME",)
    assert (made.x, made.x + made.width) == (-20, 320 + bench.measures.box(bench.page.blocks["C"]).width)
    assert operations.with_frame_members(bench.page, {"OUT"}) == {"OUT", "FRAME", "A", "C"}
    bench.do(operations.unframe(bench.page, {"A"}))
    assert bench.page.blocks["A"].frame == "OUT" and operations.unframe(bench.page, {"B"}) is None
    bench.do(operations.collapse(bench.page, {"FRAME"}, bench.measures))
    assert bench.page.frames["FRAME"].collapsed and operations.collapse(bench.page, {"FRAME"}, bench.measures) is None
    with pytest.raises(EditError, match="for the frame"):
        operations.add_frame(bench.page, ["FRAME_9"], bench.measures)


def test_a_dropped_block_belongs_to_the_frame_around_it():
    bench = Bench(frames=(Frame("F", "f", 1000, 0, 400, 400), Frame("G", "g", 1100, 20, 250, 250)))
    bench.do(operations.drop_into_frames(bench.page, {"A"}, ["A"], 1120, 40, bench.measures))
    assert bench.page.blocks["A"].frame == "G"
    bench.do(operations.drop_into_frames(bench.page, {"G"}, ["G", "A"], 1000, 0, bench.measures))
    assert bench.page.frames["G"].frame == "" and bench.page.blocks["A"].frame == "G"
    assert bench.measures.frame_at(1010, 10) == "F" and bench.measures.frame_at(0, 0) == ""


@pytest.mark.parametrize(
    ("how", "places"),
    [
        ("left", {"A": (0, 0), "N": (0, 300)}),
        ("right", {"A": (470, 0), "N": (400, 300)}),
        ("top", {"A": (0, 0), "N": (400, 0)}),
        ("middle", {"A": (0, 165), "N": (400, 150)}),
    ],
)
def test_things_are_brought_in_line(how, places):
    bench = Bench("A Abort", notes=(Note("N", "", 400, 300, 200, 100),))
    assert bench.measures.rect("A") == (0, 0, 130, 70)
    bench.do(operations.align(bench.page, {"A", "N"}, how, bench.measures))
    assert {name: bench.place(name) for name in "AN"} == places and bench.label == "Align 2 items"
    with pytest.raises(EditError, match="two or more"):
        operations.align(bench.page, {"A"}, how, bench.measures)


def test_gaps_are_made_equal_and_frames_take_along_what_is_in_them():
    bench = Bench(
        "A Abort\nB Abort\nC Abort\nD Abort",
        {"B": (170, 0), "C": (900, 7), "D": (175, 0)},
        (Frame("F", "f", 165, -50, 200, 300),),
    )
    for name in "BD":
        bench.page.blocks[name] = bench.page.blocks[name]._replace(frame="F")
    bench.do(operations.distribute(bench.page, {"A", "F", "B", "C"}, False, bench.measures))
    assert bench.place("F")[0] == 415 and bench.place("D")[0] == 425 and bench.place("C") == (900, 7)
    bench.do(operations.snap(bench.page, {"C"}, bench.measures))
    assert bench.place("C") == (900, 5) and operations.snap(bench.page, {"C"}, bench.measures) is None
    with pytest.raises(EditError, match="three or more"):
        operations.distribute(bench.page, {"A", "C"}, True, bench.measures)


def test_wires_are_made_level_where_there_is_room():
    bench = Bench(places={"A": (0, 0), "C": (300, 333), "D": (600, -50)})
    found = operations.level_wires(bench.page, {"A", "C", "D"}, bench.measures)
    assert [(run.source, run.target) for run in found] == [("A", "C"), ("C", "D")]
    bench.do(operations.straighten(bench.page, found, bench.measures))
    assert operations.level_wires(bench.page, {"A", "C", "D"}, bench.measures) == [
        LevelWire("A", "C", 0),
        LevelWire("C", "D", 0),
    ]
    assert operations.straighten(bench.page, [LevelWire("A", "C", 0)], bench.measures) is None
    bench.page.blocks["B"] = bench.page.blocks["B"]._replace(x=310, y=500)
    assert operations.straighten(bench.page, [LevelWire("A", "C", 450)], bench.measures) is None  # B is in the way
    with pytest.raises(EditError):
        operations.straighten(bench.page, [], bench.measures)


def test_a_nudge_takes_along_what_is_in_frames_and_what_is_pinned():
    bench = Bench(CHAIN + "T loom.Table follows=true\nC.z -> T.value", frames=(Frame("F", "f"),))
    bench.page.blocks["C"] = bench.page.blocks["C"]._replace(frame="F")
    bench.do(operations.nudge(bench.page, {"F"}, 10, 0))
    assert {name for name in (*bench.page.blocks, "F") if bench.place(name) == (10, 0)} == {"F", "C", "T"}
    assert operations.move(bench.page, [], 1, 1) is None


def test_frames_notes_and_monitors_are_resized():
    bench = Bench("M loom.Chart", frames=(Frame("F", "f"),), notes=(Note("N", "x"),))
    for name in "FNM":
        bench.do(operations.resize(bench.page, name, 200, 120))
        assert bench.measures.rect(name)[2:] == (200, 120) and bench.label == f"Resize {name}"
        assert operations.resize(bench.page, name, 200, 120) is None


def test_blocks_are_muted_bypassed_and_put_back_in():
    bench = Bench(frames=(Frame("F", "f"),))
    bench.page.blocks["A"] = bench.page.blocks["A"]._replace(frame="F")
    bench.do(operations.set_mode(bench.page, {"F", "B"}, MUTE))
    assert [bench.page.blocks[n].mode for n in "ABC"] == [MUTE, MUTE, ""] and bench.label == "Mute 2 blocks"
    bench.do(operations.set_mode(bench.page, {"A", "C"}, BYPASS))
    bench.do(operations.set_mode(bench.page, {"A", "C"}, BYPASS))
    assert bench.page.blocks["A"].mode == "" and bench.label == "Put 2 blocks back in"
    with pytest.raises(EditError, match="left out"):
        operations.set_mode(bench.page, (), MUTE)


def test_blocks_and_notes_get_a_colour():
    bench = Bench(notes=(Note("N", "x"),))
    bench.do(operations.set_color(bench.page, {"A", "N"}, "#e05c5c"))
    assert bench.page.blocks["A"].color == bench.page.notes["N"].fill == "#e05c5c"
    assert operations.set_color(bench.page, {"A"}, "#e05c5c") is None
    with pytest.raises(EditError):
        bench.do(operations.set_color(bench.page, {"A"}, "pink"))


def test_selections_follow_wires_and_types():
    page = Bench().page
    assert operations.connected_blocks(page, {"C"}, True, False) == {"A", "C"}
    assert operations.connected_blocks(page, {"A"}, False, True, True) == {"A", "C", "D"}
    assert operations.connected_blocks(page, {"A"}, True, True, True) == {"A", "C", "D"}
    assert operations.same_type_blocks(page, {"A"}) == {"A", "B"}
    for names in ((), {"B"}):
        with pytest.raises(EditError):
            operations.connected_blocks(page, names, True, True, True)


def test_a_wire_takes_the_place_of_the_one_that_is_there():
    bench = Bench()
    bench.do(operations.add_wire(bench.rules, Wire("B", "output", "C", "x")))
    assert bench.wires() == ["B.output -> C.x", "C.z -> D.x"] and bench.label == "Wire B.output to C.x"
    old = Wire("B", "output", "C", "x")
    assert operations.add_wire(bench.rules, old) is None
    bench.do(operations.add_wire(bench.rules, Wire("B", "output", "C", "y"), old))
    assert bench.wires() == ["B.output -> C.y", "C.z -> D.x"]
    bench.do(operations.remove_wire(bench.page, Wire("C", "z", "D", "x")))
    bench.do(operations.remove_wires(bench.page, [Wire("B", "output", "C", "y")]))
    assert bench.wires() == [] and operations.remove_wires(bench.page, []) is None


def test_another_output_takes_the_place_of_a_wire_in_a_list():
    bench = Bench("A Const\nB Const\nC Const\nN AddN\nA.output -> N.inputs\nB.output -> N.inputs")
    first = Wire("A", "output", "N", "inputs")
    bench.do(operations.add_wire(bench.rules, first._replace(source="C"), first))
    assert [w.source for w in bench.page.wires_into("N", "inputs")] == ["C", "B"]
    bench.do(operations.reorder_wire(bench.page, Wire("B", "output", "N", "inputs"), 0))
    assert [w.source for w in bench.page.wires_into("N", "inputs")] == ["B", "C"]


def test_a_wire_is_led_by_bends_and_left_to_itself_again():
    bench = Bench()
    bench.do(operations.set_bends(bench.page, Wire("A", "output", "C", "x"), [(10.0, 5.0)]))
    led = bench.page.wires_into("C", "x")[0]
    assert led.look.route == ((10.0, 5.0),)
    bench.do(operations.set_bends(bench.page, led))
    assert bench.page.wires_into("C", "x") == [Wire("A", "output", "C", "x")]
    assert operations.set_bends(bench.page, Wire("A", "output", "C", "x")) is None
    with pytest.raises(EditError, match="1,001 bends; a wire has at most 1,000"):
        operations.set_bends(bench.page, Wire("A", "output", "C", "x"), [(1.0, 2.0)] * 1001)


def test_wires_begin_at_another_output():
    bench = Bench()
    bench.do(operations.change_sources(bench.rules, bench.page.wires_from("A"), WireEnd("B", "output", "output")))
    assert bench.wires() == ["B.output -> C.x", "C.z -> D.x"]
    with pytest.raises(EditError, match="cannot feed itself"):
        operations.change_sources(bench.rules, bench.page.wires_from("C"), WireEnd("D", "y", "output"))


def test_blocks_are_wired_by_the_pins_that_fit_best():
    bench = Bench()
    assert operations.best_wire(bench.rules, "B", "C").wire == Wire("B", "output", "C", "y")
    assert operations.best_wire(bench.rules, "B", "C", {("C", "y")}) is None
    bench.do(operations.wire_blocks(bench.rules, "B", "C"))
    assert "B.output -> C.y" in bench.wires()
    with pytest.raises(EditError, match="No output of A fits a free input of C"):
        operations.wire_blocks(bench.rules, "A", "C")


def test_a_row_of_blocks_is_wired_each_to_the_nearest_on_its_right():
    bench = Bench(
        "A Const dtype=DT_FLOAT\nB Const dtype=DT_FLOAT\nC AddV2\nD Abort",
        {"B": (0, 200), "C": (300, 0), "D": (600, 0)},
    )
    change, failed = operations.wire_row(bench.rules, {"A", "B", "C", "D"}, bench.measures)
    bench.do(change)
    assert bench.wires() == ["A.output -> C.x", "B.output -> C.y"] and len(failed) == 1
    assert operations.wire_row(bench.rules, {"C", "D"}, bench.measures)[0] is None
    for names in ((), {"A"}, {"A", "B"}):  # B is below A
        with pytest.raises(EditError, match="one to the right of the other"):
            operations.wire_row(bench.rules, names, bench.measures)


def test_inputs_and_sources_change_places():
    bench = Bench()
    bench.do(operations.swap_inputs(bench.rules, "C"))
    assert bench.wires() == ["A.output -> C.y", "C.z -> D.x"]
    bench = Bench(CHAIN + "B.output -> C.y")
    bench.do(operations.swap_sources(bench.rules, *(bench.page.wires_into("C", pin)[0] for pin in "xy")))
    assert bench.wires() == ["A.output -> C.y", "B.output -> C.x", "C.z -> D.x"]
    with pytest.raises(EditError, match="two inputs of one type"):
        operations.swap_inputs(bench.rules, "D")
    with pytest.raises(EditError, match="Not swapped: a block cannot feed itself"):
        operations.swap_sources(bench.rules, Wire("A", "output", "C", "y"), Wire("C", "z", "D", "x"))


def test_possible_wires_are_listed_with_free_ones_first():
    bench = Bench()
    found = operations.find_candidates(bench.rules, ["B"], [["C"]])
    assert [str(one.text) for one in found] == [
        "B.output → C.y  ·  AddV2",
        "B.output → C.x  ·  AddV2",
        "B before C  ·  AddV2",
        "C before B  ·  AddV2",
    ]


def test_a_wire_that_closes_a_cycle_is_the_last():
    bench = Bench("A AddV2\nB AddV2\nC AddV2\nA.z -> B.x\nB.z -> C.x")
    found = operations.find_candidates(bench.rules, ["C"], [["A"]])
    wires = [one.fit.wire for one in found]
    closing = [wire.source == "C" for wire in wires]
    assert any(closing) and closing == sorted(closing)
    assert {(wire.source_pin, wire.target_pin) for wire in wires if wire.source == "A"} >= {("z", "x"), ("z", "y")}


def test_a_session_is_offered_to_run_an_op_and_not_to_wait_for_it():
    bench = Bench(CHAIN + "S loom.Session")
    found = operations.find_candidates(bench.rules, ["C"], [["S"]])
    assert [str(one.text) for one in found if one.fit.wire.source_pin == "operation"] == [
        "C.operation → S.run_outputs  ·  Session",
        "C.operation → S.start_outputs  ·  Session",
    ]
    assert not any(one.fit.wire.kind == "control" for one in found)


def test_values_become_const_blocks_and_are_taken_in_again():
    bench = Bench("A Const value=1 dtype=DT_FLOAT\nC AddV2 y=2\nA.output -> C.x", {"C": (300, 0)})
    assert operations.can_extract(bench.page, SMALL, "C", "y")
    assert not operations.can_extract(bench.page, SMALL, "C", "x")
    bench.do(operations.extract_consts(bench.rules, [("C", "y")], bench.measures))
    assert bench.page.blocks["Y"].values == {"value": "2", "dtype": "DT_FLOAT"} and "Y.output -> C.y" in bench.wires()
    assert sum(bench.measures.rect("Y")[::2]) < 300
    wires = operations.inlinable_wires(bench.page, SMALL, {"C"})
    assert {w.source for w in wires} == {"A", "Y"}
    bench.do(operations.inline_consts(bench.rules, wires[1:]))
    assert bench.page.blocks["C"].values == {"y": "2"} and "Y" not in bench.page.blocks
    with pytest.raises(EditError):
        operations.extract_consts(bench.rules, [], bench.measures)
    with pytest.raises(EditError):
        operations.inline_consts(bench.rules, [])


def test_values_are_set_and_cleared():
    bench = Bench()
    bench.do(operations.set_value(bench.page, "C", "y", "2"))
    assert operations.set_value(bench.page, "C", "y", "2") is None
    assert operations.set_value(bench.page, "GONE", "y", "2") is None
    bench.do(operations.clear_value(bench.page, "C", "y"))
    assert bench.page.blocks["C"].values == {} and bench.label == "Clear C.y"


def test_the_dtype_that_a_value_must_have():
    bench = Bench(CHAIN + "S Split")
    assert operations.required_dtype(bench.rules, "C", "y") == "DT_FLOAT"  # as its other input
    assert operations.required_dtype(bench.rules, "S", "split_dim") == "DT_INT32"
    assert operations.required_dtype(bench.rules, "S", "value") is None
    assert operations.required_dtype(bench.rules, "D", "window") is None


@pytest.mark.parametrize(
    ("pin", "text", "reason"),
    [
        ("x", "[1, 2]", ""),
        ("x", "[1, 2", "never closed"),
        ("order", "DOWN", ""),
        ("order", "SIDEWAYS", "not allowed"),
        ("window", "[1]", "at least 2"),
        ("window", "[1, 2]", ""),
    ],
)
def test_reasons_why_a_text_is_not_a_value(pin, text, reason):
    kind = SMALL["Sort"].input(pin) or SMALL["Sort"].attr(pin)
    said = operations.check_value(kind, text, None)
    assert reason in said and bool(said) == bool(reason)


def test_what_may_be_typed_where_that_is_little():
    assert operations.value_choices(SMALL["Sort"].attr("order"), []) == ["UP", "DOWN"]
    assert operations.value_choices(SMALL["Map"].attr("f"), ["other"]) == ["other"]
    assert operations.value_choices(SMALL["Sort"].input("x"), []) == []


def test_names_titles_devices_and_texts():
    bench = Bench(frames=(Frame("F", "f"),), notes=(Note("N", "x"),))
    bench.do(operations.rename(bench.page, "A", " A_1 "))
    assert "A_1.output -> C.x" in bench.wires() and operations.rename(bench.page, "B", "B") is None
    with pytest.raises(EditError, match="letters, digits"):
        operations.rename(bench.page, "B", "a b")
    bench.do(operations.set_title(bench.page, "F", " net ")).do(operations.set_device(bench.page, "F", "/device:GPU:0"))
    assert bench.page.frames["F"][1] == "net" and bench.page.frames["F"].device == "/device:GPU:0"
    bench.do(operations.set_note_text(bench.page, "N", "two\nlines"))
    assert bench.page.notes["N"].text == "two\nlines" and operations.set_note_text(bench.page, "GONE", "") is None


def test_a_block_gets_another_type_and_keeps_what_fits():
    bench = Bench("A Const value=1 dtype=DT_FLOAT\nADD AddV2 y=2\nD Sort\nA.output -> ADD.x\nADD.z -> D.x")
    lost = operations.possible_types(bench.rules, ["ADD"])
    assert lost["Sort"] == 0 and lost["Const"] == 1 and "AddV2" not in lost
    bench.do(operations.retype(bench.rules, ["ADD"], "Sort"))
    assert bench.chosen == ("SORT",) and bench.page.blocks["SORT"].values == {}
    assert bench.wires() == ["A.output -> SORT.x", "SORT.y -> D.x"]
    assert operations.retype(bench.rules, ["GONE"], "Sort") is None


@pytest.mark.parametrize(
    ("shape", "best"),
    [(None, TABLE), ((), TREND), ((5,), TABLE), ((100,), LINES), ((20, 20), HEAT_MAP), ((1, 28, 28, 3), IMAGE)],
)
def test_the_monitor_that_fits_a_result(shape, best):
    assert operations.monitor_kinds(OutputInfo("float32", shape))[0] == best
    assert operations.monitor_kinds(OutputInfo("string", shape)) == [TABLE]


def test_a_result_is_pinned_below_its_block_over_nothing_else():
    bench = Bench(places={"C": (300, 0)})
    bench.do(operations.add_pinned_monitor(bench.page, SMALL, "C", "z", bench.measures, OutputInfo("float32", (2,))))
    (name,) = bench.chosen
    assert bench.page.blocks[name].type == TABLE and f"C.z -> {name}.value" in bench.wires()
    x, y, wide, high = bench.measures.rect(name)
    assert y > 0 and all(
        x >= a + w or y >= b + h or x + wide <= a or y + high <= b
        for a, b, w, h in (bench.measures.rect(n) for n in "ABCD")
    )
    bench.do(operations.change_monitor_type(bench.page, SMALL, name, TREND, OutputInfo("float32", (2,))))
    assert bench.page.blocks[name].type == TREND and bench.page.blocks[name].values["index"] == "[0]"
    bench.do(operations.remove_monitor(bench.page, name))
    assert name not in bench.page.blocks
    with pytest.raises(EditError, match="no result"):
        operations.add_pinned_monitor(bench.page, SMALL, "C", "no", bench.measures)


def test_results_of_several_blocks_are_pinned_at_once():
    bench = Bench()
    bench.do(
        operations.add_pinned_monitors(
            bench.page, SMALL, [("A", "output", OutputInfo()), ("B", "output", OutputInfo())], bench.measures
        )
    )
    assert bench.label == "Pin 2 results" and len(bench.chosen) == 2
    places = [bench.measures.rect(name) for name in bench.chosen]
    assert places[0] != places[1]
    bench.do(operations.add_pinned_monitor(bench.page, SMALL, "A", "output", bench.measures, kind=CHART, lines=2))
    assert len(bench.page.wires_into(bench.chosen[0])) == 2
    with pytest.raises(EditError):
        operations.add_pinned_monitors(bench.page, SMALL, [], bench.measures)


def test_the_elements_of_a_list_are_pinned_each():
    page = Bench("S Split split_dim=0 num_split=3").page
    assert operations.pinnable_outputs(page, SMALL, "S", "", {"output": 3}) == ["output[0]", "output[1]", "output[2]"]
    assert operations.pinnable_outputs(page, SMALL, "S") == ["output[0]"]


def test_a_page_is_duplicated_next_to_itself():
    bench = Bench(notes=(Note("N", "x"),))
    change, name = operations.duplicate_page(bench.document, "main")
    bench.do(change)
    assert name == "main 2" and list(bench.document.pages) == ["main", "main 2"]
    copy = bench.document.pages[name]
    assert page_text(copy.replaced(name="main")) == page_text(bench.page)


def test_pages_of_another_document_come_behind_under_free_names():
    bench, other = Bench(), Bench()
    change, first = operations.import_pages(bench.document, other.document, SMALL)
    bench.do(change)
    assert first == "main 2" and bench.label == "Import page main 2"
    change, first = operations.import_pages(
        bench.document, bench.do(operations.import_pages(bench.document, other.document, SMALL)[0]).document, SMALL
    )
    assert first == "main 4" and str(change.label) == "Import 3 pages"
    empty = new_document()
    empty.pages.clear()
    with pytest.raises(EditError):
        operations.import_pages(bench.document, empty, SMALL)


def _some(chance, page):
    """Return a random operation of a user, with arguments that suit the page."""
    rules, measures = WireRules(page, SMALL), Measures(page, SMALL)
    ids, blocks, wires = sorted(page.ids()), sorted(page.blocks), sorted(page.wires())
    some = set(chance.sample(ids, chance.randrange(len(ids) + 1)))
    known = [n for n in blocks if page.blocks[n].type in SMALL]
    at = chance.uniform(-999, 999), chance.uniform(-999, 999)
    one, wire = chance.choice(blocks), chance.choice(wires) if wires else control("A", "B")
    inside = [w for w in wires if w.source in known and w.target in known]
    return chance.choice(
        [
            lambda: operations.add_block(page, SMALL, "AddV2", at, measures),
            lambda: operations.duplicate(page, some, measures, chance.choice([None, at]), wired=chance.random() < 0.5),
            lambda: operations.delete(page, some, [wire] if wires else []),
            lambda: operations.delete_and_reconnect(page, SMALL, some),
            lambda: operations.detach(page, SMALL, some),
            lambda: operations.add_frame(page, sorted(some), measures),
            lambda: operations.unframe(page, some),
            lambda: operations.collapse(page, some & page.frames.keys(), measures, chance.random() < 0.5),
            lambda: operations.drop_into_frames(
                page, some, sorted(operations.with_frame_members(page, some)), *at, measures
            ),
            lambda: operations.nudge(page, some, 10, 10),
            lambda: operations.align(page, some, chance.choice(["left", "right", "bottom", "centre"]), measures),
            lambda: operations.distribute(page, some, chance.random() < 0.5, measures),
            lambda: operations.snap(page, some, measures),
            lambda: operations.straighten(page, operations.level_wires(page, some, measures), measures),
            lambda: operations.set_mode(page, some, chance.choice([MUTE, BYPASS])),
            lambda: operations.set_color(page, some, "#4a90e0"),
            lambda: operations.wire_row(rules, some, measures)[0],
            lambda: operations.wire_blocks(rules, one, chance.choice(blocks)),
            lambda: operations.swap_inputs(rules, one),
            lambda: operations.inline_consts(rules, operations.inlinable_wires(page, SMALL, some)),
            lambda: operations.extract_consts(
                rules,
                [(n, p) for n in known for p in page.blocks[n].values if operations.can_extract(page, SMALL, n, p)],
                measures,
            ),
            lambda: operations.retype(rules, known[:1], "AddV2"),
            lambda: operations.add_pinned_monitors(
                page,
                SMALL,
                [(n, p, OutputInfo()) for n in blocks for p in operations.pinnable_outputs(page, SMALL, n)[:1]],
                measures,
            ),
            lambda: operations.insert_into_wire(rules, "Sort", inside[0], measures) if inside else None,
            lambda: operations.set_bends(page, wire, [at]) if wires else None,
            lambda: operations.remove_wires(page, wires[:2]),
        ]
    )()


@settings(deadline=None, max_examples=examples(60))
@given(seeds, st.integers(1, 8))
def test_every_operation_can_be_undone(seed, count):
    document, chance = new_document(), random.Random(seed)
    document.page("main").blocks.update({n: Block(n, "AddV2", values={"y": "1"}) for n in "XY"})
    history = grow(document, seed, 12)
    for _ in range(count):
        page = next((p for p in document.pages.values() if p.blocks), None)
        if page is None:
            return
        before, text = len(history.labels()[0]), dumps(document)
        try:
            change = _some(chance, page)
        except EditError:
            change = None
        assert dumps(document) == text  # an operation changes nothing itself
        if change is None:
            continue
        try:
            history.do(change.edit, change.label)
        except EditError:  # beyond the canvas, say
            assert dumps(document) == text
            continue
        assert consistent(document) and len(history.labels()[0]) == before + 1
        done = dumps(document)
        history.undo()
        assert dumps(document) == text
        history.redo()
        assert dumps(document) == done


def test_a_script_needs_no_more_than_this():
    made = new_document()
    history, page = UndoStack(made), made.page("main")
    change = operations.add_block(page, SMALL, "AddV2", (0, 0), Measures(page, SMALL))
    assert isinstance(change.edit, Insert)
    history.do(change.edit, change.label)
    assert history.undo_label == "Add ADD" and list(page.blocks) == ["ADD"]
