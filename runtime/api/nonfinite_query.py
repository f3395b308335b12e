"""Run a page and find the origin of a non-finite value: behind `blockloom why` and `blockloom.why`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from blockloom.blocks import checks
from blockloom.blocks.datasets import nonfinite_numbers
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import join
from blockloom.runtime.api.page_names import BadPage, choose_page, feeds_at, output_at, with_values
from blockloom.runtime.api.run_errors import RunFailed, TimedOut
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    NonFiniteOriginReply,
    NonFiniteValueMessage,
    RunEndedReply,
    file_number_messages,
)
from blockloom.runtime.worker import client

_PLACES = 5  # most places in a file that are reported
_FEW = 12  # most blocks of the path that are printed; a longer path is cut in the middle


def run_and_find_origin(
    document: Document,
    name: str | None = None,
    *,
    page: str | None = None,
    steps: int = 1,
    feed: Mapping[str, str | np.ndarray] | None = None,
    feed_files: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    timeout: float | None = None,
    worker: client.Worker | None = None,
    history: str | Path | None = None,
) -> NonFiniteOriginReply | None:
    """Return the origin of a non-finite value; see `blockloom.why` for the options and errors."""
    chosen = choose_page(document, page)
    output = None if name is None else output_at(document, chosen, name)
    with client.borrow_worker(worker) as running_worker:
        opened = running_worker.call(
            requests.OpenRequest(
                with_values(document, chosen, values or {}),
                chosen.name,
                [output] if output is not None else [],
                feeds_at(document, chosen, feed or {}),
                folder=document.folder,
            )
        )
        problems = list(dict.fromkeys([*checks.of_file(document, chosen.name), *opened.problems]))
        if any(problem.severity == ERROR for problem in problems):
            raise BadPage(f"page {chosen.name} cannot run", problems)
        running_worker.call(requests.ResetRequest())
        ended = (
            _open_history(running_worker, history)
            if history
            else running_worker.call(requests.RunRequest(timeout, RunMode(steps)))
        )
        if ended.outcome == "timeout":
            raise TimedOut(f"timed out after {timeout:g} s in step {ended.step + 1}", {}, ended.changed)
        request = requests.FindNonFiniteOriginRequest(output, ended.step if ended.outcome == "end" else 0)
        if ended.outcome not in ("done", "end"):  # a non-finite input may be the reason for the failure
            failed_address = next(
                (problem.address for problem in ended.problems if problem.block), Address(chosen.name)
            )
            request = requests.FindNonFiniteOriginRequest(
                failed_address if output is None and failed_address.block else output, ended.step + 1
            )
        origin = running_worker.call(request)
    if ended.outcome not in ("done", "end") and not origin.kind:
        raise RunFailed(f"page {chosen.name} failed in step {ended.step + 1}", ended.problems, ended.changed)
    if origin.refusal:
        raise RunFailed(origin.refusal)
    files = {str(output_at(document, chosen, name).owner): path for name, path in (feed_files or {}).items()}
    return _with_file(origin, chosen.name, files) if origin.kind else None


def _with_file(origin: NonFiniteOriginReply, page: str, files: Mapping[str, str]) -> NonFiniteOriginReply:
    """Return an origin with the places in the file that was fed, if the value is from one.

    Args:
        origin: the origin.
        page: the page that runs.
        files: the paths of files by the address of the block that each was fed to.
    """
    address = parse(origin.block)
    path = next((files[name] for name in (str(address), str(address.owner_on(page))) if name in files), "")
    if origin.kind != "given" or not path:
        return origin
    try:
        places = nonfinite_numbers.in_file(path, np.float64)
    except OSError:
        return origin
    sentence = join(": ", [origin.sentence, places[0].message]) if places else origin.sentence
    numbers = file_number_messages(places[:_PLACES])
    return replace(origin, sentence=sentence, file_numbers=numbers, file_number_count=len(places))


def _open_history(worker: client.Worker, history: str | Path) -> RunEndedReply:
    """Open the history of a run of the open page at its last step.

    Raises:
        BadPage: the history cannot be read, or the page was edited since.
    """
    reply = worker.call(requests.OpenHistoryRequest(os.path.abspath(history)))
    if reply.refusal or reply.page_edited:
        raise BadPage(reply.refusal or f"{history}: the page was edited since this run")
    return worker.call(requests.RewindRequest(step=reply.step))


def format_origin(origin: NonFiniteOriginReply) -> str:
    """Return an origin as lines: the place and step, inputs and outputs of the op, and the path from there."""
    lines = [f"{origin.sentence} ({_format_step(origin)})"]
    width = max((len(origin.pin_text(one["pin"])) for one in (*origin.inputs, *origin.outputs)), default=0)
    for sign, values in ("  ", origin.inputs), ("→ ", origin.outputs):
        lines += [f"  {sign}{origin.pin_text(one['pin']):{width}}  {_value(one)}" for one in values]
    for place, value, beside in origin.elements:
        taken = [f"{one['pin']} = {text}" for one, text in zip(origin.inputs, beside) if text]
        at = f"[{', '.join(map(str, place))}]" if place else ""
        name = origin.outputs[0]["pin"]
        lines.append(f"    {name}{at} = {value}" + (f"   of {', '.join(taken)}" if taken else ""))
    if origin.count > len(origin.elements) > 0:
        lines.append(f"    and {origin.count - len(origin.elements):,} more")
    lines += [f"  {place['sentence']}" for place in origin.file_numbers[1:]]
    if origin.file_number_count > len(origin.file_numbers):
        lines.append(f"  and {origin.file_number_count - len(origin.file_numbers):,} more")
    path = [parse(at).display_text for at in origin.path]
    if len(path) > 1:
        if len(path) > _FEW:
            path = [*path[: _FEW // 2], "...", *path[-_FEW // 2 :]]
        lines.append(f"  Path: {' → '.join(path)}")
    first, last = origin.nonfinite_since
    if last > 1:
        since = f"since step {last}" if first == last else f"since a step from {first} to {last}"
        lines.append(f"  Non-finite {since if first else f'since step {last}, or before'}")
    lines += [f"  {growth['sentence']}" for growth in origin.growth]
    if origin.other_origins:
        lines.append(f"  Others: {', '.join(parse(at).display_text for at in origin.other_origins)}")
    return "\n".join(lines) + "\n"


def _format_step(origin: NonFiniteOriginReply) -> str:
    """Return the step, and in functions the call: `step 412, call 5 of 20`."""
    calls = [f"call {number} of {count}" for _, number, count in origin.calls if count > 1]
    return ", ".join([f"step {origin.step}", *calls])


def as_data(origin: NonFiniteOriginReply) -> dict[str, Any]:
    """Return an origin as JSON data, with addresses as text."""
    return {
        "kind": origin.kind,
        "block": origin.block,
        "pin": origin.pin,
        "op": origin.op,
        "gradient": origin.gradient,
        "step": origin.step,
        "calls": [{"block": at, "call": number, "of": count} for at, number, count in origin.calls],
        "inputs": list(map(_data, origin.inputs)),
        "outputs": list(map(_data, origin.outputs)),
        "elements": [
            {"at": list(place), "value": value, "inputs": list(beside)} for place, value, beside in origin.elements
        ],
        "count": origin.count,
        "since": {"first": origin.first, "last": origin.last} if origin.kind == "held" else None,
        "not_finite_since": {"first": origin.nonfinite_since[0], "last": origin.nonfinite_since[1]},
        "growth": [{**growth, "sentence": str(growth["sentence"])} for growth in origin.growth],
        "read_from": [{**p, "index": list(p["index"]), "sentence": str(p["sentence"])} for p in origin.file_numbers],
        "read_count": origin.file_number_count,
        "way": list(origin.path),
        "others": list(origin.other_origins),
        "text": str(join(" ", [origin.sentence, f"({_format_step(origin)})"])),
    }


def _value(one: NonFiniteValueMessage) -> str:
    value = one["value"]
    return f"{value['dtype']} {value['shape']}  {value['text']}"


def _data(one: NonFiniteValueMessage) -> dict[str, Any]:
    return {"pin": one["pin"], "not_finite": one["is_nonfinite"], **one["value"]}
