"""From the mark of a non-finite value to its origin in two gestures, with a fix that was tried."""

import pytest
from PySide6.QtCore import QPointF, Qt, QTranslator

from blockloom.app.window import user_settings
from blockloom.blocks.edits import Move
from tests.app.canvaskit import CTRL, LEFT, NONE
from tests.app.windowkit import at_work
from tests.pages import page, pages


@pytest.fixture
def looped(qtbot, catalogue):
    """Return a window after a run of a loop, whose iteration 3 takes the logarithm of a negative number."""
    document = pages(
        main="I Const value=0 dtype=DT_INT32; X Const value=[2.5f,9.0f]; "
        "LOOP While cond=less body=body input=<I.output,X.output; LOSS Square x=<LOOP.output[1]; "
        "ASIDE Neg x=<X.output; RUN loom.Session fetch_outputs=<LOSS.y,ASIDE.y",
    )
    args = "i loom.Arg dtype=DT_INT32; x loom.Arg dtype=DT_FLOAT index=1;"
    page(document, "less", args + "L Less y=5; r loom.Retval", "i.output -> L.x", "L.z -> r.input")
    page(
        document,
        "body",
        args + "N AddV2 y=1; LOWER Sub y=1.0f; LOG Log; BACK Exp; r0 loom.Retval; r1 loom.Retval index=1",
        "i.output -> N.x",
        "N.z -> r0.input",
        "x.output -> LOWER.x",
        "LOWER.z -> LOG.x",
        "LOG.y -> BACK.x",
        "BACK.y -> r1.input",
    )
    for made in document.pages.values():
        for number, block in enumerate(list(made.blocks.values())):
            made.blocks[block.id] = block._replace(x=number % 4 * 260.0, y=number // 4 * 180.0)
    with at_work(catalogue, document) as window:
        window.resize(1400, 900)  # room for the box next to the path, whatever size earlier windows left
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: bool(window.canvas().marks.not_finite("LOSS")), timeout=30_000)
        yield window


def pin_of(canvas, block, name):
    """Return the position of an output in the widget."""
    slot = canvas.scene.slot[block]
    spot = canvas.scene.layouts[slot].spot(name, "output")
    return canvas.view.to_widget(QPointF(*canvas.scene.pos[slot]) + QPointF(spot.x, spot.y)).toPoint()


def test_two_gestures_from_the_mark_to_the_culprit(qtbot, qapp, looped, translations):
    window, main = looped, looped.canvas()
    main.fit()
    qtbot.mouseClick(main, LEFT, NONE, pin_of(main, "LOSS", "y"))
    qtbot.waitUntil(lambda: window.why.box is not None, timeout=30_000)
    body = window.canvas()
    assert body.open_page.name == "body" and body.selection() == {"LOG"}
    box = window.why.box
    texts = " ".join(label.text() for label in box.findChildren(type(box.head)))
    assert "main/LOOP" in texts and "body/LOG makes nan" in texts and "call 3 of 5" in texts and "x = -0.5" in texts
    assert body.marks.dims("N") and not body.marks.dims("LOG") and not body.marks.dims("BACK")
    assert main.marks.dims("ASIDE") and not main.marks.dims("LOOP")
    qtbot.waitUntil(lambda: not box.busy.isVisible(), timeout=30_000)
    lit = [body.navigation.place_of(name) for name in body.marks.way]
    assert len(lit) >= 2 and not any(box.geometry().intersects(one) for one in lit), "the way is not hidden"
    assert "LOG makes nan" in window.status.currentMessage()
    labels = [button.accessibleName() for button in box.buttons if button.accessibleName()]
    assert labels == ["Let x be 1e-7 at least", "Take 0 where LOG has no value of x"], "adding 1e-7 mends nothing here"
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert "LOG makes nan" not in window.status.currentMessage()
    assert window.why.box is None and not body.marks.dims("N") and not main.marks.dims("ASIDE")
    window.tabs.goto("main", "LOSS")
    user_settings.install(qapp, "fr")  # the box speaks as the window does, also what the worker found
    qtbot.keyClick(main, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: window.why.box is not None, timeout=30_000)
    texts = " ".join(label.text() for label in window.why.box.findChildren(type(box.head)))
    assert "body/LOG" in texts and "makes" not in texts and "call 3 of 5" not in texts
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    user_settings.install(qapp, "en")
    window.why.close()
    window.tabs.goto("main", "LOSS")
    main.selection.choose(())
    qtbot.keyClick(main, Qt.Key.Key_Period, CTRL)  # of the first block that is not finite
    qtbot.waitUntil(lambda: window.why.box is not None and not window.why.box.busy.isVisible(), timeout=30_000)
    mend = next(button for button in window.why.box.buttons if button.accessibleName().startswith("Let x"))
    mend.click()
    blocks = window.workspace.document.pages["body"].blocks
    assert [block.values["y"] for block in blocks.values() if block.type == "Maximum"] == ["1e-7"]
    assert window.why.box is None
    window.commands["step"].trigger()
    qtbot.waitUntil(lambda: not main.marks.not_finite("LOSS") and bool(main.marks.results), timeout=30_000)


def test_the_answer_to_an_earlier_question_is_not_shown(filled, qtbot):
    worker, canvas, said = filled.worker.process, filled.canvas(), []
    filled.do(Move("main", {"B": (520.0, 450.0)}), "Move")
    canvas.view.center_on(QPointF(5000, 5000))
    filled.why.answered.connect(lambda: said.append(filled.status.currentMessage()))
    filled.why.ask(canvas, "A", "output")
    earlier = worker.last["find_non_finite_origin"]
    filled.why.ask(canvas, "B", "y")
    worker.answer(earlier, {"kind": "made", "block": "main/A", "sentence": "A makes nan"})
    worker.finish("find_non_finite_origin", kind="made", block="main/B", path=["main/A"], sentence="B makes nan")
    qtbot.waitUntil(lambda: filled.why.box is not None)
    assert said == ["B makes nan"] and canvas.selection() == {"B"}
    for block in "AB":
        assert canvas.rect().contains(canvas.navigation.place_of(block).center()), "the way is in view"
