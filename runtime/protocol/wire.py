"""Encode and parse requests, replies, failures and events as messages."""

from __future__ import annotations

from typing import Any, NamedTuple

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import messages, records
from blockloom.runtime.protocol.events import EVENTS, Event
from blockloom.runtime.protocol.messages import MalformedMessageError
from blockloom.runtime.protocol.records import Arrays, JsonValue, Record
from blockloom.runtime.protocol.requests import REQUESTS, Request


class WorkerAnswer(NamedTuple):
    """Answer of a worker to the request with this number, or the `error` that prevented it."""

    number: int
    fields: JsonValue
    arrays: Arrays
    error: str

    def read(self, reply: type[Record]) -> Any:
        """Return the answer as a record of the class `reply`.

        Raises:
            MalformedMessageError: The fields do not fit the class.
        """
        try:
            return records.from_json(reply, self.fields, self.arrays)
        except ValueError as error:
            raise _garbage() from error


def encode_request(number: int, request: Request[Any]) -> list[bytes]:
    """Return the parts of a message, to be written one after the other."""
    return messages.encode_message({"id": number, "do": request.wire_name, "fields": request})


def encode_reply(number: int, answer: Record) -> list[bytes]:
    """Return the parts of a message with the reply to a request."""
    return messages.encode_message({"reply": number, "fields": answer})


def encode_failure(number: int, error: str) -> list[bytes]:
    """Return the parts of a message that a request failed."""
    return messages.encode_message({"reply": number, "failed": error})


def encode_event(event: Event) -> list[bytes]:
    """Return the parts of a message with an event."""
    return messages.encode_message({"event": event.name, "fields": event})


def parse_request(message: dict[str, JsonValue], arrays: Arrays) -> tuple[int, Request[Any] | str]:
    """Return the number of a request and the request, or the reason why its fields are not valid.

    Raises:
        MalformedMessageError: The message is not a request.
    """
    number, name = message.get("id"), message.get("do")
    if type(number) is not int or not isinstance(name, str):
        raise _garbage()
    try:
        return number, records.from_json(REQUESTS[name], message.get("fields"), arrays)
    except (KeyError, ValueError) as error:
        return number, phrase("{}: {}", type(error).__name__, error)


def _garbage() -> MalformedMessageError:
    return MalformedMessageError(phrase("the content of a message does not match its header"))


def parse_worker_message(message: dict[str, JsonValue], arrays: Arrays) -> Event | WorkerAnswer:
    """Return the event or the answer in a message of a worker.

    Raises:
        MalformedMessageError: The message is neither.
    """
    name, number = message.get("event"), message.get("reply")
    if isinstance(name, str) and name in EVENTS:
        try:
            return records.from_json(EVENTS[name], message.get("fields"), arrays)
        except ValueError as error:
            raise _garbage() from error
    if type(number) is not int:
        raise _garbage()
    failure = message.get("failed", "")
    return WorkerAnswer(number, message.get("fields"), arrays, failure if isinstance(failure, str) else "?")
