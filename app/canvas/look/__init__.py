"""Navigation, the minimap, repainting and routes of wires, and pictures of a page."""
