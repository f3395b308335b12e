"""Settings of Sphinx, which builds these pages: `make docs`."""

import re as _re
from importlib.metadata import version as _version

from blockloom.app.help import help_pages as _pages

_CALLED = _re.compile(r"(?m)^% called: (.+)$")

project = "Blockloom"
author = "Blockloom contributors"
copyright = "Blockloom contributors, Apache License 2.0"
version = release = _version("blockloom")

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3  # a heading is linked to by its words: page.md#its-words
nitpicky = True
smartquotes = False  # --option stays what is typed

html_theme = "furo"
html_title = f"Blockloom {release}"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["static"]
html_js_files = ["filter.js"]
html_css_files = ["site.css"]


def _source(text):
    """Return a page with its generated text, and its keywords (`% called:`) as index entries that the search finds."""
    keywords = ", ".join(f"! {word.strip()}" for line in _CALLED.findall(text) for word in line.split(","))
    index = f"\n\n```{{index}} {keywords}\n```" if keywords else ""
    return _re.sub(r"(?m)^# .+$", lambda title: title[0] + index, _pages.filled(text), count=1)


def setup(app):
    app.connect("source-read", lambda app, name, source: source.__setitem__(0, _source(source[0])))
