"""Quick fixes for problems: edits with their labels."""

from blockloom.blocks.quickfixes.context import AfterFix, QuickFix
from blockloom.blocks.quickfixes.fix_finder import fix, fixes
from blockloom.blocks.quickfixes.missing_inputs import not_fed

__all__ = ["AfterFix", "QuickFix", "fix", "fixes", "not_fed"]
