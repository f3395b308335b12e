"""Quick fixes for problems: edits with their labels."""

from blockloom.blocks.quickfixes.context import AfterFix, QuickFix
from blockloom.blocks.quickfixes.fix_finder import fix, fixes

__all__ = ["AfterFix", "QuickFix", "fix", "fixes"]
