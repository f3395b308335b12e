"""What the editor can do about a problem by itself: an edit, and what it is called."""

from blockloom.blocks.quickfixes.context import QuickFix, Then
from blockloom.blocks.quickfixes.find import fix, fixes

__all__ = ["QuickFix", "Then", "fix", "fixes"]
