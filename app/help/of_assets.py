"""Generate the reference of the examples and libraries that Blockloom includes, from their documents."""

from __future__ import annotations

from blockloom.app.help.generated_reference import table, words
from blockloom.blocks.document.pages import Block
from blockloom.blocks.files import examples, library


def gallery() -> str:
    """Return the examples in groups, each with its title, picture and description."""
    parts = []
    for title, group in examples.GROUPS.items():
        parts.append(f"## {title}\n")
        for name, about in group.items():
            picture = examples.picture_of(name, "light").relative_to(examples.PICTURES.parent)
            parts += [
                f"### {examples.titled(name)}\n",
                f"{words(str(about))} `blockloom edit examples/{name}.loom`\n",
                f"![{examples.titled(name)}](../../assets/{picture.as_posix()})\n",
            ]
    return "\n".join(parts)


def library_blocks(name: str) -> str:
    """Return the blocks of an included library, each with its description and pins.

    Args:
        name: The name of the library, such as "layers".

    Raises:
        KeyError: Blockloom includes no such library.
    """
    found = library.library(f"{library.BUILT_IN}{name}.loom")
    if found is None:
        raise KeyError(name)
    parts = []
    for page in found.pages():
        inputs, outputs, parameters = page.signature
        rows = [
            (kind, f"`{block.id}`", words(_about(block)))
            for kind, blocks in (("input", inputs), ("parameter", parameters), ("output", outputs))
            for block in blocks
        ]
        parts += [f"## {page.name}\n", words(page.doc) + "\n", table(("", "name", "what it is"), rows)]
    return "\n".join(parts)


def _about(block: Block) -> str:
    text, default = block.values.get("label", ""), block.values.get("default", "")
    return ". ".join(filter(None, (text, f"Default: `{default}`." if default else "")))
