"""What moves the eye: navigation, the minimap, ways of wires, and pictures of a page."""
