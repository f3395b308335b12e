"""The page as arrays: positions of blocks, pins and wires, without painting."""
