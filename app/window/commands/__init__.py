"""The window's commands: their table, menus, keys, and the box that finds them."""
