"""The courses that the guide leads through, and how each begins: on an empty document, or on an example."""

from __future__ import annotations

from collections.abc import Callable

from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.guide_bubble import Guide
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.files import examples
from blockloom.blocks.guide import FIND_WRONG, FIRST_GRAPH, ON_DATA, Course


class Courses:
    """Begins courses, through which `guide` leads. `ask` opens a dialog of the registry of panels."""

    def __init__(self, file: DocumentFile, guide: Guide, ask: Callable[[str], object]):
        self._file, self.guide, self._ask = file, guide, ask

    def first_graph(self) -> None:
        """An empty document with the guide."""
        self._begin(FIRST_GRAPH)

    def on_data(self) -> None:
        """An empty document with the guide to a model that trains, which begins with the choice of a file."""
        if self._begin(ON_DATA):
            self._ask("data_from")

    def find_wrong(self) -> None:
        """The example with a NaN, and the guide to where it comes from."""
        if self._file.open_path(str(examples.path_of("find_the_nan")), True):
            self.guide.begin(FIND_WRONG)

    def _begin(self, course: Course) -> bool:
        if not self._file.may_leave():
            return False
        self._file.take(new_document(), "")
        self.guide.begin(course)
        return True
