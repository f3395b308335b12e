"""Messages of both sides: a request with its number, the reply to one or why it failed, and events."""

from __future__ import annotations

from typing import Any, NamedTuple

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import messages, records
from blockloom.runtime.protocol.events import EVENTS, Event
from blockloom.runtime.protocol.messages import Garbage
from blockloom.runtime.protocol.records import Arrays, JsonValue, Record
from blockloom.runtime.protocol.requests import REQUESTS, Request


class Answer(NamedTuple):
    """What a worker answers to the request of this number, to be read by its class; or why it `failed`."""

    number: int
    fields: JsonValue
    arrays: Arrays
    failed: str

    def read(self, reply: type[Record]) -> Any:
        """The reply. Raises Garbage where it is none of that class."""
        try:
            return records.from_json(reply, self.fields, self.arrays)
        except ValueError as error:
            raise _garbage() from error


def request(number: int, asked: Request[Any]) -> list[bytes]:
    """The parts of a message, to be written one after the other; so are the others."""
    return messages.encode({"id": number, "do": asked.wire_name, "fields": asked})


def reply(number: int, answer: Record) -> list[bytes]:
    return messages.encode({"reply": number, "fields": answer})


def failure(number: int, why: str) -> list[bytes]:
    return messages.encode({"reply": number, "failed": why})


def event(told: Event) -> list[bytes]:
    return messages.encode({"event": told.name, "fields": told})


def request_of(message: dict[str, JsonValue], arrays: Arrays) -> tuple[int, Request[Any] | str]:
    """The number of a request and what is asked, or why that cannot be read. Raises Garbage for no request at all."""
    number, name = message.get("id"), message.get("do")
    if type(number) is not int or not isinstance(name, str):
        raise _garbage()
    try:
        return number, records.from_json(REQUESTS[name], message.get("fields"), arrays)
    except (KeyError, ValueError) as error:
        return number, phrase("{}: {}", type(error).__name__, error)


def _garbage() -> Garbage:
    return Garbage(phrase("a message holds other things than it says"))


def told_by(message: dict[str, JsonValue], arrays: Arrays) -> Event | Answer:
    """What a worker says. Raises Garbage for anything else."""
    name, number = message.get("event"), message.get("reply")
    if isinstance(name, str) and name in EVENTS:
        try:
            return records.from_json(EVENTS[name], message.get("fields"), arrays)
        except ValueError as error:
            raise _garbage() from error
    if type(number) is not int:
        raise _garbage()
    failed = message.get("failed", "")
    return Answer(number, message.get("fields"), arrays, failed if isinstance(failed, str) else "?")
