"""Documents that notebooks show as pictures, drawn in a process of their own, which has Qt."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.text import programs


class ShownDocument(Document):
    """A document with the pictures of its first page that IPython asks for. There is none where Qt cannot draw it."""

    def _repr_svg_(self) -> str | None:
        found = self._drawn("svg")
        return None if found is None else found.decode()

    def _repr_png_(self) -> bytes | None:
        return self._drawn("png")

    def _drawn(self, suffix: str) -> bytes | None:
        page = next(iter(self.pages), None)
        if page is None:
            return None
        with tempfile.TemporaryDirectory(prefix="blockloom-") as folder:
            source, target = Path(folder, "page.loom"), Path(folder, f"page.{suffix}")
            source.write_text(documents.dumps(self), "utf-8", "surrogatepass")
            environment = os.environ | {"PYTHONPATH": programs.python_path()}
            subprocess.run(
                programs.python("blockloom", "render", str(source), str(target), "--page", page, "--theme", "light"),
                env=environment,
                capture_output=True,
                check=False,
            )
            return target.read_bytes() if target.exists() else None


def shown(document: Document) -> ShownDocument:
    """A document, which is of no more use, as one that notebooks show."""
    found = ShownDocument()
    found.__dict__.update(document.__dict__)
    return found
