"""Documents: pages of blocks and wires, and addresses in them."""
