"""The views of pages that were open before: a document opens where it was left."""

from __future__ import annotations

import json
from collections.abc import Iterable

from blockloom.app.canvas import Canvas
from blockloom.app.window.user_settings import settings

MOST = 50  # most documents whose views are stored
_KEY = "views"

View = tuple[float, float, float]  # (scale, x and y of the canvas point in the middle)


class PageViews:
    """Stores the views of the pages of documents in the settings, by the path of the document."""

    def __init__(self) -> None:
        self.path = ""  # path of the open document, "" if it has none

    def store(self, canvases: Iterable[Canvas]) -> None:
        """Store the views of canvases of the open document, except of pages that are shown as they opened."""
        places = {canvas.open_page.name: place for canvas in canvases if (place := canvas.opening.place()) is not None}
        if not self.path or not places:
            return
        stored = _stored()
        views = stored.pop(self.path, {}) | places
        recent = dict([*stored.items(), (self.path, views)][-MOST:])
        settings().setValue(_KEY, json.dumps(recent))

    def open(self, canvas: Canvas) -> None:
        """Show a page where it was left, or as it opens for the first time."""
        view = _stored().get(self.path, {}).get(canvas.open_page.name) if self.path else None
        if view is None:
            canvas.opening.first()
        else:
            canvas.opening.go_to(*view)


def _stored() -> dict[str, dict[str, View]]:
    """Return the views by path and page; {} if they cannot be read."""
    try:
        stored = json.loads(str(settings().value(_KEY, "{}")))
        return {
            str(path): {str(page): (float(scale), float(x), float(y)) for page, (scale, x, y) in views.items()}
            for path, views in stored.items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}
