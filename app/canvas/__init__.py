"""The canvas: one widget over numpy arrays that shows a page and edits it by gestures.

theme, geometry (where things lie on a block), scene (the page as arrays), view (zoom), painting, gestures, widget:
each knows the ones before it.
"""

from app.canvas.mouse.wiring import End
from app.canvas.theme import DARK, LIGHT, Theme
from app.canvas.widget import Canvas

__all__ = ["DARK", "LIGHT", "Canvas", "End", "Theme"]
