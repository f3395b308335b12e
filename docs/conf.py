"""How Sphinx builds these pages: `make docs`."""

from importlib.metadata import version as _version

project = "Blockloom"
author = "Blockloom contributors"
copyright = "Blockloom contributors, Apache License 2.0"
version = release = _version("blockloom")

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3  # a heading is linked to by its words: page.md#its-words
nitpicky = True

html_theme = "furo"
html_title = f"Blockloom {release}"
html_copy_source = False
html_show_sphinx = False
