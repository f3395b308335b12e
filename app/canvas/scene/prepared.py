"""Scenes of large pages, made off the window's thread: to lay out 100,000 blocks takes longer than anybody waits."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from blockloom.app.canvas.scene.block_layout import make_fonts
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.text.gc_pause import gc_paused

LARGE = 5_000  # blocks of a page that is laid out ahead
_scenes: WeakKeyDictionary[Page, Scene] = WeakKeyDictionary()


@gc_paused()
def prepare(document: Document, catalogue: Catalogue) -> Document:
    """Lay out the page that will be shown first, if it is large, in any thread, before anyone else has the document."""
    page = next(iter(document.pages.values()))
    if len(page.blocks) > LARGE:
        # Fonts of its own: two threads must not measure with the same one.
        scene = Scene(Geometry(catalogue.with_pages(document), make_fonts()))
        scene.load(page)
        scene.narrow(page)
        _scenes[page] = scene
    return document


def scene_of(page: Page, catalogue: Catalogue) -> Scene:
    """The scene of a page: the prepared one, which is given once, or a new one."""
    scene = _scenes.pop(page, None)
    if scene is not None and scene.geometry.catalogue.base is catalogue.base:
        scene.geometry.catalogue = catalogue
        scene.geometry.measure_with()
        return scene
    scene = Scene(Geometry(catalogue))
    scene.load(page)
    scene.narrow(page)
    return scene
