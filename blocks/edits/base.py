"""What every edit has; the edits themselves need no more of each other than this."""

from __future__ import annotations

from typing import Protocol

from blockloom.blocks.document import Document


class Edit(Protocol):
    """A change to a document, as a value."""

    def apply(self, document: Document) -> Edit:
        """Change the document, and give the edit that takes it back. Raises EditError, with nothing changed."""
