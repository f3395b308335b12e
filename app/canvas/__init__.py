"""The canvas: one widget over numpy arrays that shows a page and edits it by gestures.

`Canvas` receives the events and connects these parts, none of which knows `Canvas`:

    open_page   the page, its edits and types           scene       the page as numpy arrays
    view        zoom and scroll position                selection   which blocks, frames, notes and wires
    painter     what the page looks like (paint/)       gestures    what the mouse does (mouse/)
    keyboard    keys that are not commands              editing     operations of blocks/ on what is selected
    placing, clipboard, frames, pinning, inline         what more can be done to the page
    annotations, monitors, dtype_colours                what is shown on blocks: results, problems, types
    navigation, bookmarks, minimap                      finding the way
    requests    requests to the window around it        settings    habits: the grid, the wheel
"""

from blockloom.app.canvas.scene.theme import DARK, LIGHT, Theme
from blockloom.app.canvas.widget import Canvas

__all__ = ["DARK", "LIGHT", "Canvas", "Theme"]
