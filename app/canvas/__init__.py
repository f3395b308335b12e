"""The canvas: one widget over numpy arrays that shows a page and edits it by gestures.

theme, geometry (where things lie on a block), scene (the page as arrays), view (zoom), painting, gestures, widget:
each knows the ones before it.
"""

from blockloom.app.canvas.theme import DARK, LIGHT, Theme
from blockloom.app.canvas.widget import Canvas

__all__ = ["DARK", "LIGHT", "Canvas", "Theme"]
