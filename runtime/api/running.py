"""Run pages in a worker, and look at datasets: behind `blockloom.run` and `blockloom.preview`."""

from __future__ import annotations

import contextlib
import operator
import os
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from blockloom.blocks import checks
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.cluster import Cluster, ClusterError, target_address, tasks_of_page
from blockloom.blocks.cluster import load as load_cluster
from blockloom.blocks.cluster import parse as parse_cluster
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.atomic_replace import may_replace
from blockloom.blocks.lower.model_signatures import DocumentSignature, ends
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.problems import ERROR, KEPT_VALUE, WARNING, Problem
from blockloom.blocks.results.breakpoints import Breakpoint, parse_breakpoint
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode, mode_of, output_of
from blockloom.runtime.api import run_errors
from blockloom.runtime.api.graphfile import NO_CHECKPOINT
from blockloom.runtime.api.page_names import (
    BadPage,
    catalogue,
    choose_page,
    feeds_at,
    fetched_at,
    only,
    pin_at,
    with_addresses,
    with_values,
)
from blockloom.runtime.api.results import Result, as_chrome
from blockloom.runtime.api.run_errors import RunFailed, TimedOut, failed_step, unpacked, value_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import OPENING
from blockloom.runtime.protocol.replies import RestoreVariablesReply, SaveVariablesReply
from blockloom.runtime.protocol.requests import TargetSpec
from blockloom.runtime.run import task_reachability
from blockloom.runtime.worker import client
from blockloom.runtime.worker.client import find_suspect
from blockloom.runtime.worker.errors import WorkerDied, WorkerError, WorkerTimeout

ALL = "*"  # to fetch all outputs
_CLOSE = 2.0  # seconds to wait until the sessions on a target are closed


class _Files(NamedTuple):
    """Files that a run reads before its first step, and writes after its last."""

    checkpoint: str | Path | None
    map_variables: str | Path | None
    save: str | Path | None
    trace: str | Path | None
    history: str | Path | None


def run(
    document: Document,
    *,
    page: str | None = None,
    steps: int | None = None,
    fetch: Iterable[str] = (),
    feed: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    worker: client.Worker | None = None,
    tell: Callable[[Problem], None] | None = None,
    target: str | None = None,
    init: bool = False,
    cluster: Cluster | str | Path | None = None,
    until: str | None = None,
    epochs: int | None = None,
    signature: str | None = None,
    checkpoint: str | Path | None = None,
    map_variables: str | Path | None = None,
    save: str | Path | None = None,
    container: str = "",
    trace: str | Path | None = None,
    history: str | Path | None = None,
    on_error: Literal["", "values"] = "",
    breaks: Iterable[str] = (),
    gradients: bool = False,
) -> Result:
    """Run a page for some steps and return the results of the last; see `blockloom.run` for the options and errors."""
    target_spec = (
        None
        if target is None and cluster is None and not init and not container
        else _target(target, init, cluster, container)
    )
    if map_variables and not checkpoint:
        raise BadPage(NO_CHECKPOINT)
    if checkpoint and target and not init:
        raise ClusterError("a checkpoint on a target requires init")
    if trace and target:
        raise ClusterError("a run on a target cannot be traced: leave out target or trace")
    if history and target:
        raise ClusterError("a run on a target cannot be recorded: leave out target or history")
    files = _Files(checkpoint, map_variables, save, trace, history)
    for path in (save, trace, history):
        if path:
            may_replace(document, path)
    model_signature = None
    if signature is not None:
        if page is not None or list(fetch):
            raise BadPage("a signature determines the page and its outputs: leave out page and fetch")
        feed_by_name = feed or {}
        model_signature = _find_signature(document, signature, feed_by_name)
        page, fetch = (
            model_signature.page.name,
            [str(Address(block=ret.id)) for ret in model_signature.outputs.values()],
        )
        feed = {
            str(Address(block=block)): feed_by_name[name] for name, block in model_signature.fed(feed_by_name).items()
        }
    with client.borrow_worker(worker) as running_worker:
        result = _run(
            running_worker,
            document,
            page,
            steps,
            until,
            epochs,
            list(fetch),
            feed or {},
            values or {},
            timeout,
            tell,
            target_spec,
            files,
            on_error == "values",
            list(breaks),
            gradients,
        )
        if model_signature is not None:
            result.outputs = {
                name: result.results.get(ret.id, {}).get("output") for name, ret in model_signature.outputs.items()
            }
        return result


def _find_signature(document: Document, name: str, feed: Mapping[str, Any]) -> DocumentSignature:
    """Return the signature with a name, which must accept the feed."""
    try:
        model_signature = ends(document, name, catalogue().with_pages(document))
        model_signature.fed(feed)
        return model_signature
    except ValueError as error:
        raise BadPage(str(error)) from None


def _target(target: str | None, init: bool, cluster: Cluster | str | Path | None, container: str) -> TargetSpec:
    if target is None:
        given = "init" if init else "container" if container else "cluster"
        raise ClusterError(f"{given} requires a target, grpc://HOST:PORT")
    target_address(target)
    if isinstance(cluster, str | Path):
        cluster = load_cluster(cluster)
    if container and not re.fullmatch(r"[A-Za-z0-9.][A-Za-z0-9.\-/]*", container):
        raise ClusterError(
            f"{container!r} is not a name of a container: use letters, digits, and . - / after the first character"
        )
    return TargetSpec(
        address=target, init=init, cluster=None if cluster is None else parse_cluster(cluster), container=container
    )


def _run(
    worker: client.Worker,
    document: Document,
    page_name: str | None,
    steps: int | None,
    until: str | None,
    epochs: int | None,
    fetch: list[str],
    feed: Mapping[str, Any],
    values: Mapping[str, Any],
    timeout: float | None,
    tell: Callable[[Problem], None] | None,
    target: TargetSpec | None,
    files: _Files,
    on_error: bool,
    breaks: list[str],
    gradients: bool,
) -> Result:
    for count, what in (steps, "steps"), (epochs, "epochs"):
        if count is not None and operator.index(count) < 1:  # a run would never reach 2.5 steps
            raise BadPage(f"{what} must be at least 1, not {count}")
    page = choose_page(document, page_name)
    document_text = with_values(document, page, values)
    fetches = [fetched_at(document, page, name) for name in fetch if name != ALL]
    visible = None if ALL in fetch else fetches or _default_fetches(page)
    try:
        until = until and with_addresses(document, page, until)
        mode = mode_of(steps, until, page, catalogue(), int(epochs or 0))
    except ConditionError as error:
        raise BadPage(f"until: {error}") from None
    mode = mode._replace(watch=False, timed=bool(files.trace))
    try:
        types = catalogue().with_pages(document)
        breakpoints = [parse_breakpoint(with_addresses(document, page, text), page, types) for text in breaks]
    except ConditionError as error:
        raise BadPage(f"break: {error}") from None
    if breakpoints and target is not None:
        raise BadPage("a run on a target cannot pause: leave out target or break")
    if breakpoints and steps is None and until is None and epochs is None:
        mode = mode._replace(steps=0)
    only_fetch = visible is not None and bool(fetches) and not gradients
    condition_addresses = [one.condition.address for one in breakpoints if one.condition is not None]
    if mode.until is not None:
        condition_addresses.append(mode.until.address)
    function_fetch = next((at for at in fetches if at.page != page.name), None)
    if target is not None and function_fetch is not None:
        raise BadPage(
            f"{function_fetch.display_text} is inside a function: its value is available only in runs on this machine"
        )
    if target is not None:
        _check_reachable(active(page, catalogue()), target)
    try:
        return _run_steps(
            worker,
            document,
            page,
            mode,
            timeout,
            visible,
            tell,
            files,
            on_error,
            breakpoints,
            requests.OpenRequest(
                document_text,
                page.name,
                list(dict.fromkeys([*fetches, *condition_addresses])) if only_fetch else fetches,
                feeds_at(document, page, feed),
                target,
                folder=document.folder,
                breakpoint_pages=sorted({one.address.page for one in breakpoints}),
                gradients="" if gradients else None,
                only_fetch=only_fetch,
            ),
        )
    finally:
        if target is not None:  # sessions on a target would outlive the worker
            with contextlib.suppress(WorkerDied, WorkerError, TimeoutError):
                worker.call(requests.CloseRequest(), _CLOSE)


def _default_fetches(page: Page) -> list[Address] | None:
    """Return the outputs of a run without explicit fetches; None for all outputs.

    A page with Retvals, or from a graph, returns its Retvals, the fetches of its sessions, and the history of a
    Validation.
    """
    retvals = signature(page).retvals
    if not retvals and not any(block.names for block in page.blocks.values()):
        return None
    plans = session_plans(page, catalogue())
    fetched = [address(page.name, *one) for plan in plans for one in plan.fetches]
    histories = [address(page.name, plan.id) for plan in plans if plan.within is not None]
    return [*(address(page.name, one.id) for one in retvals), *fetched, *histories]


def _run_steps(
    worker: client.Worker,
    document: Document,
    page: Page,
    mode: RunMode,
    timeout: float | None,
    visible: list[Address] | None,
    tell: Callable[[Problem], None] | None,
    files: _Files,
    on_error: bool,
    breakpoints: list[Breakpoint],
    request: requests.OpenRequest,
) -> Result:
    seconds = None if timeout is None else max(timeout, OPENING)
    try:
        reply = worker.call(request, seconds)
    except WorkerTimeout as error:
        if seconds is None:
            raise
        raise TimedOut(
            f"page {page.name} was still being opened after {seconds:g} s: {error}; "
            "`blockloom check` finds the block at fault",
            {},
        ) from None
    except WorkerDied as error:
        problem = find_suspect(str(error), request, seconds)
        if problem is None:
            raise
        raise RunFailed(f"page {page.name} cannot be opened", [problem]) from None
    known = [*checks.of_file(document, page.name), *(p for p in reply.problems if p.kind != KEPT_VALUE)]
    elsewhere = (p._replace(severity=WARNING) for p in checks.conflicts(document) if p not in known)
    problems = list(dict.fromkeys([*known, *elsewhere]))
    errors = [p for p in problems if p.severity == ERROR]
    if errors and all(p.code == "task-unreachable" for p in errors):
        raise RunFailed(f"page {page.name} cannot run on the target", errors)
    if errors:
        raise BadPage(f"page {page.name} cannot run", problems)
    if tell is not None:
        for problem in problems:
            tell(problem)
    worker.call(requests.ResetRequest())  # an earlier run may have left the state of this page in the worker
    if files.checkpoint:
        names = os.path.abspath(files.map_variables) if files.map_variables else ""
        _raise_refusal(worker.call(requests.RestoreVariablesRequest(os.path.abspath(files.checkpoint), names)))
    ended = worker.call(
        requests.RunRequest(
            timeout,
            mode,
            None if visible is None else [at.owner_on(page.name) for at in visible],
            breakpoints,
            record_loss=bool(files.history),
        )
    )
    if files.history:  # whether or not the run succeeded
        _raise_refusal(worker.call(requests.WriteHistoryRequest(os.path.abspath(files.history))))
    run_errors.check_ended(
        ended,
        page.name,
        mode.until is not None,
        timeout,
        "break" if breakpoints else "until",
        lambda: failed_step(worker, ended, page.name) if on_error else None,
    )
    if files.trace and ended.paused is None:
        trace = worker.call(requests.GetStepTraceRequest()).trace
        if trace is None:
            raise RunFailed(f"page {page.name} ran {run_errors.ran(ended)}, and nothing in it was traced")
        documents.write_atomic(files.trace, as_chrome(trace, page.name))
    if files.save:
        _raise_refusal(worker.call(requests.SaveVariablesRequest(os.path.abspath(files.save))))
    results_reply = worker.call(requests.GetResultsRequest())
    results = unpacked(results_reply.results, results_reply.arrays)
    if request.gradients is not None and not any(map(output_of, chain(*results.values()))):
        raise BadPage(f"gradients: no block of the sessions of page {page.name} trains or computes gradients")
    if visible is not None:
        results = only(results, visible, page.name)
    return Result(
        page.name,
        ended.step,
        results,
        {name: unpacked(values, results_reply.arrays) for name, values in results_reply.sessions.items()},
        [p for p in problems if p.severity != ERROR],
        epochs=ended.epochs,
        best_epoch=ended.best_epoch,
        stopped_early=ended.stopped_early,
        best_restored=ended.best_restored,
        paused=ended.paused,
    )


def _raise_refusal(reply: RestoreVariablesReply | SaveVariablesReply) -> None:
    """Raise `BadPage` if variables were not restored or saved."""
    if reply.refusal:
        raise BadPage(reply.refusal)


def preview(
    document: Document,
    name: str,
    page: str | None = None,
    count: int = 10,
    timeout: float = 10.0,
    worker: client.Worker | None = None,
) -> list[list[Any]]:
    """Return the first elements of a dataset; see `blockloom.preview` for the options and errors."""
    address = pin_at(document, choose_page(document, page), name)
    with client.borrow_worker(worker) as running_worker:
        reply = running_worker.call(
            requests.PreviewDatasetRequest(
                documents.dumps(document), address, count, timeout, True, folder=document.folder
            )
        )
    if reply.end_reason == "failure":
        raise RunFailed(f"the data of {name} cannot be read", reply.problems)
    if reply.problems:
        raise BadPage(f"{name} cannot be previewed", reply.problems)
    if reply.end_reason == "time":
        raise TimedOut(f"{name} gave {len(reply.elements)} of {count} elements within {timeout:g} s", {})
    return [[value_of(value, reply.arrays) for value in row] for row in reply.elements]


def _check_reachable(page: Page, target: TargetSpec) -> None:
    """Raise if a task is unreachable, before TensorFlow, which would wait for the task, is called."""
    tasks, problems = tasks_of_page(page, target["cluster"]) if target["cluster"] else ([], [])
    if problems:
        raise BadPage(f"page {page.name} cannot run", problems)
    problems = task_reachability.check(page.name, target["address"], tasks, target["cluster"])
    if problems:
        raise RunFailed(f"page {page.name} cannot run on the target", problems)
