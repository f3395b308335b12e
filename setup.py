"""What of the package is computed: the README as a package index shows it. All else is in pyproject.toml."""

import re
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent


def readme(address: str) -> str:
    """The README for a page on which only whole addresses lead anywhere.

    `address` is that of the repository, "" where it has none: then pictures are left out and links are plain words.
    """
    text = (HERE / "README.md").read_text("utf-8")
    picture, link = r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)\n*", r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)"
    if not address:
        return re.sub(link, r"\1", re.sub(picture, "", text))
    text = re.sub(picture, lambda found: found[0].replace(f"({found[2]})", f"({address}/raw/HEAD/{found[2]})"), text)
    return re.sub(link, rf"[\1]({address}/blob/HEAD/\2)", text)


# The address that [project.urls] has, once there is one.
project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
if __name__ in ("__main__", "builtins"):
    setup(
        long_description=readme(project.get("urls", {}).get("Repository", "").rstrip("/")),
        long_description_content_type="text/markdown",
    )
