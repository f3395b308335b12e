"""What a document is: pages of blocks and wires, and how a place in them is written."""
