"""The page as arrays: where blocks, pins and wires lie, without painting."""
