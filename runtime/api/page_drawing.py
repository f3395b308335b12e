"""Pictures of pages for notebooks. A separate process draws them: it has Qt, and this one does not."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.text import programs


def draw_page(document: Document, page: str | None, suffix: str) -> bytes | None:
    """Return a picture of a page in a format such as "svg"; None if there is no page, or Qt cannot draw it."""
    if page is None:
        return None
    with tempfile.TemporaryDirectory(prefix="blockloom-") as folder:
        source, target = Path(folder, "page.loom"), Path(folder, f"page.{suffix}")
        source.write_text(documents.dumps(document), "utf-8", "surrogatepass")
        environment = os.environ | {"PYTHONPATH": programs.python_path()}
        subprocess.run(
            programs.python("blockloom", "render", str(source), str(target), "--page", page, "--theme", "light"),
            env=environment,
            capture_output=True,
            check=False,
        )
        return target.read_bytes() if target.exists() else None
