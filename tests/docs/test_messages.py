"""The messages that the troubleshooting page explains are those of the program."""

import re

from blockloom.app.help import help_pages
from tests import sources


def test_messages_of_the_troubleshooting_page_are_in_the_program():
    program = "\n".join(
        " ".join(re.sub(r'"\s*\n\s*f?"', "", path.read_text("utf-8")).split())
        for path in sources.files("app", "blocks", "runtime")
    )
    messages = re.findall(r"(?m)^### `(.+)`$", help_pages.source("how-to/troubleshooting"))
    lost = [
        message
        for message in messages
        if not all(part.strip() in program for part in re.split("…", message) if part.strip(" :s,"))
    ]
    assert messages and lost == []
