"""What the editor can do about a problem by itself: an edit, and what it is called."""

from blockloom.blocks.quickfixes.context import AfterFix, QuickFix
from blockloom.blocks.quickfixes.fix_finder import fix, fixes

__all__ = ["AfterFix", "QuickFix", "fix", "fixes"]
