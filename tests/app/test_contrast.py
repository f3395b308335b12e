"""Contrast of texts and marks in both themes, by WCAG 2.2.

Success criterion 1.4.3 requires a contrast of 4.5 for texts, 3 if they are large; 1.4.11 requires 3 for marks that
are needed to understand the content: https:

www.w3.org/TR/WCAG22/#contrast-minimum, #non-text-contrast.
"""

import itertools

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPalette

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.scene.block_layout import CATEGORIES
from blockloom.app.canvas.scene.theme import contrast, faded, is_dark, legible, turned
from blockloom.app.window import user_settings
from blockloom.app.window.widgets import icons, style
from blockloom.app.window.widgets.style import DARK_COLOURS, LIGHT_COLOURS
from tests.app.canvaskit import Hands
from tests.extent import slow

TEXT, MARK = 4.5, 3.0
STATES = ("error", "warning", "waiting", "running", "pin_stale", "pinned", "stale", "paused", "overridden")
themes = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


def least(inks, grounds, wanted):
    """Return the pairs with less contrast than required."""
    return [(a, b, round(contrast(a, b), 2)) for a, b in itertools.product(inks, grounds) if contrast(a, b) < wanted]


def test_contrast_is_as_wcag_computes_it():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == contrast("#FFFFFF", "#777777") == pytest.approx(4.478, abs=0.001)


@themes
def test_texts_of_the_canvas_can_be_read(theme):
    on_blocks = (theme.label, theme.muted, theme.value, theme.error, theme.type)
    assert not least(on_blocks, [theme.block], TEXT)
    heads = [theme.head(category) for category in theme.accents]
    assert not least((theme.title, theme.type), heads, TEXT)
    assert not least((theme.value,), [theme.field], TEXT)
    on_strips = (theme.result, theme.muted, theme.error, theme.waiting, theme.warning, theme.not_finite, theme.running)
    on_strips += theme.pinned, theme.pin_stale
    assert not least(on_strips, [theme.strip], TEXT)
    assert not least((theme.chip_text,), [theme.chip], TEXT)
    assert not least((theme.name_text,), [theme.far(category) for category in theme.accents], TEXT)
    assert not least((theme.note_text,), [theme.note], TEXT)
    assert not least((theme.frame_title, theme.label, theme.type, theme.muted), [theme.canvas], TEXT)
    assert not least((theme.frame_title,), [faded(theme.frame, theme.canvas, 0.22)], TEXT)
    monitors = theme.monitors
    assert not least((monitors["axis"], monitors["value"], theme.muted), [monitors["panel"]], TEXT)
    assert not least((monitors["axis"], monitors["value"]), [theme.block], TEXT)
    assert not least((monitors["value"],), [monitors["lcd"]], TEXT)
    assert not least((theme.error, monitors["axis"]), [monitors["lcd"]], MARK)  # numbers are large


@themes
def test_edges_wires_and_marks_can_be_seen(theme):
    grounds = theme.canvas, theme.block
    assert not least((theme.edge, theme.session, theme.selection), grounds, MARK)
    assert not least([theme.not_finite, *(getattr(theme, state) for state in STATES)], grounds, MARK)
    assert not least([theme.mark], (theme.error, theme.warning), MARK)
    assert not least(
        (theme.added, theme.removed, theme.changed), [theme.canvas], TEXT
    )  # with the canvas's colour on it
    assert not least(theme.wires.values(), [theme.canvas], MARK)
    assert not least(theme.series, [theme.monitors["panel"]], MARK)
    assert not least([theme.frame], [theme.canvas], MARK)
    assert set(theme.accents) == set(CATEGORIES)
    for category, accent in theme.accents.items():  # its mark on its tile
        assert contrast("#FFFFFF" if is_dark(accent) else "#15181C", accent) >= MARK, category
    edges = {
        role: edge if contrast(edge, theme.block) > contrast(fill, theme.block) else fill
        for role, (fill, edge) in theme.pins.items()
    }  # a pin is seen by its fill or its edge
    assert not least(edges.values(), [theme.block], MARK)


@themes
def test_only_errors_and_warnings_are_red_or_bright_amber(theme):
    """Red and amber are hues between 340 and 45 degrees."""
    from PySide6.QtGui import QColor

    bright = {
        text: QColor(text).getHsv()
        for text in (
            theme.edge,
            theme.muted,
            theme.type,
            theme.waiting,
            theme.running,
            theme.stale,
            theme.note_text,
            *(edge for role, (_, edge) in theme.pins.items() if role != "unknown"),
        )
    }
    assert not [
        text
        for text, (hue, saturation, value, _) in bright.items()
        if (hue >= 340 or 0 <= hue <= 45) and saturation > 100 and value > 230
    ]


@pytest.mark.parametrize("colours", [DARK_COLOURS, LIGHT_COLOURS], ids=["dark", "light"])
def test_texts_of_the_window_can_be_read(colours):
    grounds = colours.window, colours.base
    assert not least(
        (colours.text, colours.dim, colours.blue, colours.error, colours.gold, colours.warning, colours.good),
        grounds,
        TEXT,
    )
    assert not least((colours.text, colours.dim, colours.blue), [colours.raised], TEXT)
    assert not least((colours.text, colours.dim), [colours.field], TEXT)
    assert not least((colours.selected_text,), [colours.select], TEXT)
    assert not least((colours.focus, colours.run, colours.edge), [*grounds, colours.raised], MARK - 0.4)
    assert not least((colours.focus,), [*grounds, colours.field], MARK)
    assert not least((colours.stroke,), [colours.focus], MARK)


@themes
def test_a_page_with_its_own_colours_is_light_or_dark_as_the_theme_is(theme):
    """EnuSpace's pages are dark, their notes white, green or grey, their wires white."""
    page = theme.ground("#2a2a2a")
    assert is_dark(page) == is_dark(theme.canvas)
    assert theme.ground("") == theme.canvas and theme.ground(theme.canvas) == theme.canvas
    for text in ("#ffffff", "#00af54", "#d7d7d7", "#8c4002", "#000000", "#4a7ebb"):
        assert contrast(legible(text, page, TEXT), page) >= TEXT
    assert not least((theme.title, theme.frame_title, theme.muted), [page], TEXT)
    box = turned("#414141", theme.canvas)
    assert is_dark(box) == is_dark(page) and box != page


def test_colours_that_stand_out_stay_as_the_document_has_them():
    assert legible("#12FE34", DARK.canvas, MARK) == "#12FE34"
    assert legible("#80FFFFFF", DARK.canvas, MARK) == "#80FFFFFF"


@themes
def test_a_page_of_enuspace_has_no_text_that_cannot_be_read(theme, qapp, catalogue):
    """By its pixels: of a white note on a dark page, what is seen stands out from what is around it."""
    from blockloom.app.canvas.look.picture import Picture
    from blockloom.blocks.document.pages import Note, new_document

    page = new_document().page("main")
    page.background = "#2a2a2a"
    page.notes = {"N": Note("N", "WWWWW", 0.0, 0.0, 120.0, 30.0, color="#ffffff", shape="text")}
    picture = Picture(page, catalogue, theme)
    image = QImage(picture.area.size().toSize(), QImage.Format.Format_RGB32)
    p = QPainter(image)
    p.translate(-picture.area.topLeft())
    picture.paint(p)
    p.end()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    ground = image.pixelColor(2, 2).name()
    assert is_dark(ground) == is_dark(theme.canvas)
    assert max(contrast(text, ground) for text in seen) >= TEXT


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_is_disabled_looks_so(theme, qapp):
    colours = style.colours_of(theme)
    before = user_settings.theme()
    style.apply(theme)
    try:
        palette, group = qapp.palette(), QPalette.ColorGroup
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            disabled, ground = palette.color(group.Disabled, role), QColor(colours.window)
            over = faded(disabled.name(), ground.name(), disabled.alphaF())
            assert (
                1.5
                < contrast(over, ground.name())
                < contrast(palette.color(group.Active, role).name(), ground.name()) / 3
            )
        for name in ("undo", "run", "stop"):
            shown, grey = (
                icons.icon(name, colours).pixmap(16, mode).toImage()
                for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
            )
            inks = [
                max((image.pixelColor(x, y) for x in range(16) for y in range(16)), key=QColor.alpha)
                for image in (shown, grey)
            ]
            assert inks[0].alpha() > 1.8 * inks[1].alpha() > 0 and inks[1].hsvSaturation() < 60
    finally:
        style.apply(before)


@slow
def test_the_grid_is_seen_when_wanted_at_a_density_that_fits_the_zoom(qtbot, catalogue):
    canvas = Hands(qtbot, catalogue).canvas
    ground = QColor(canvas.painter.theme.canvas)

    def lines():
        """How many columns of dots there are on the canvas without anything else."""
        image = canvas.grab().toImage()
        return sum(any(image.pixelColor(x, y) != ground for y in range(70)) for x in range(image.width()))

    for scale in (2.0, 1.0, 0.3, 0.05, 0.01):
        canvas.view.zoom_to(scale)
        canvas.view.center_on(QPointF(3, 20_000))
        canvas.settings.grid_shown = False
        assert lines() == 0
        canvas.settings.grid_shown = True
        assert 8 <= lines() <= canvas.width() / 16 + 1
