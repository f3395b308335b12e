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


def why(
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
    with client.borrow_worker(worker) as lent:
        opened = lent.call(
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
        lent.call(requests.ResetRequest())
        ended = _looked_into(lent, history) if history else lent.call(requests.RunRequest(timeout, RunMode(steps)))
        if ended.outcome == "timeout":
            raise TimedOut(f"timed out after {timeout:g} s in step {ended.step + 1}", {}, ended.changed)
        asked = requests.FindNonFiniteOriginRequest(output, ended.step if ended.outcome == "end" else 0)
        if ended.outcome not in ("done", "end"):  # a non-finite input may be the reason for the failure
            at = next((problem.address for problem in ended.problems if problem.block), Address(chosen.name))
            asked = requests.FindNonFiniteOriginRequest(at if output is None and at.block else output, ended.step + 1)
        found = lent.call(asked)
    if ended.outcome not in ("done", "end") and not found.kind:
        raise RunFailed(f"page {chosen.name} failed in step {ended.step + 1}", ended.problems, ended.changed)
    if found.refusal:
        raise RunFailed(found.refusal)
    files = {str(output_at(document, chosen, name).owner): path for name, path in (feed_files or {}).items()}
    return _with_file(found, chosen.name, files) if found.kind else None


def _with_file(found: NonFiniteOriginReply, page: str, files: Mapping[str, str]) -> NonFiniteOriginReply:
    """Return an answer with the places in the file that was fed, if the value is from one.

    Args:
        found: the answer.
        page: the page that runs.
        files: the paths of files by the address of the block that each was fed to.
    """
    at = parse(found.block)
    path = next((files[name] for name in (str(at), str(at.owner_on(page))) if name in files), "")
    if found.kind != "given" or not path:
        return found
    try:
        places = nonfinite_numbers.in_file(path, np.float64)
    except OSError:
        return found
    sentence = join(": ", [found.sentence, places[0].message]) if places else found.sentence
    numbers = file_number_messages(places[:_PLACES])
    return replace(found, sentence=sentence, file_numbers=numbers, file_number_count=len(places))


def _looked_into(worker: client.Worker, history: str | Path) -> RunEndedReply:
    """Open the history of a run of the open page at its last step.

    Raises:
        BadPage: the history cannot be read, or the page was edited since.
    """
    found = worker.call(requests.OpenHistoryRequest(os.path.abspath(history)))
    if found.refusal or found.page_edited:
        raise BadPage(found.refusal or f"{history}: the page was edited since this run")
    return worker.call(requests.RewindRequest(step=found.step))


def as_text(found: NonFiniteOriginReply) -> str:
    """Return an answer as lines: the place and step, inputs and outputs of the op, and the path from there."""
    lines = [f"{found.sentence} ({when(found)})"]
    width = max((len(found.pin_text(one["pin"])) for one in (*found.inputs, *found.outputs)), default=0)
    for sign, values in ("  ", found.inputs), ("→ ", found.outputs):
        lines += [f"  {sign}{found.pin_text(one['pin']):{width}}  {_value(one)}" for one in values]
    for place, value, beside in found.elements:
        taken = [f"{one['pin']} = {text}" for one, text in zip(found.inputs, beside) if text]
        at = f"[{', '.join(map(str, place))}]" if place else ""
        name = found.outputs[0]["pin"]
        lines.append(f"    {name}{at} = {value}" + (f"   of {', '.join(taken)}" if taken else ""))
    if found.count > len(found.elements) > 0:
        lines.append(f"    and {found.count - len(found.elements):,} more")
    lines += [f"  {place['sentence']}" for place in found.file_numbers[1:]]
    if found.file_number_count > len(found.file_numbers):
        lines.append(f"  and {found.file_number_count - len(found.file_numbers):,} more")
    way = [parse(at).display_text for at in found.path]
    if len(way) > 1:
        if len(way) > _FEW:
            way = [*way[: _FEW // 2], "...", *way[-_FEW // 2 :]]
        lines.append(f"  Path: {' → '.join(way)}")
    first, last = found.nonfinite_since
    if last > 1:
        since = f"since step {last}" if first == last else f"since a step from {first} to {last}"
        lines.append(f"  Non-finite {since if first else f'since step {last}, or before'}")
    lines += [f"  {growth['sentence']}" for growth in found.growth]
    if found.other_origins:
        lines.append(f"  Others: {', '.join(parse(at).display_text for at in found.other_origins)}")
    return "\n".join(lines) + "\n"


def when(found: NonFiniteOriginReply) -> str:
    """Return the step, and in functions the call: `step 412, call 5 of 20`."""
    calls = [f"call {number} of {count}" for _, number, count in found.calls if count > 1]
    return ", ".join([f"step {found.step}", *calls])


def as_data(found: NonFiniteOriginReply) -> dict[str, Any]:
    """Return an answer as JSON data, with addresses as text."""
    return {
        "kind": found.kind,
        "block": found.block,
        "pin": found.pin,
        "op": found.op,
        "gradient": found.gradient,
        "step": found.step,
        "calls": [{"block": at, "call": number, "of": count} for at, number, count in found.calls],
        "inputs": list(map(_data, found.inputs)),
        "outputs": list(map(_data, found.outputs)),
        "elements": [
            {"at": list(place), "value": value, "inputs": list(beside)} for place, value, beside in found.elements
        ],
        "count": found.count,
        "since": {"first": found.first, "last": found.last} if found.kind == "held" else None,
        "not_finite_since": {"first": found.nonfinite_since[0], "last": found.nonfinite_since[1]},
        "growth": [{**growth, "sentence": str(growth["sentence"])} for growth in found.growth],
        "read_from": [{**p, "index": list(p["index"]), "sentence": str(p["sentence"])} for p in found.file_numbers],
        "read_count": found.file_number_count,
        "way": list(found.path),
        "others": list(found.other_origins),
        "text": str(join(" ", [found.sentence, f"({when(found)})"])),
    }


def _value(one: NonFiniteValueMessage) -> str:
    value = one["value"]
    return f"{value['dtype']} {value['shape']}  {value['text']}"


def _data(one: NonFiniteValueMessage) -> dict[str, Any]:
    return {"pin": one["pin"], "not_finite": one["is_nonfinite"], **one["value"]}
