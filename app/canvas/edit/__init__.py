"""Edits on the canvas: typed values, frames, placing, the clipboard."""
