"""`blockloom run`: a page without a window."""

from __future__ import annotations

import argparse
import os

from blockloom.app import formats
from blockloom.app.cli import seconds
from blockloom.app.commands.failing import fail
from blockloom.app.commands.options import add_feed, add_set, count, fed, typed
from blockloom.app.commands.trust_question import add_trust, may_act
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.results.run_modes import epoch_progress, epochs_outcome
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, FOUND, INTERRUPTED, TIMED_OUT, Stages, print_results, say
from blockloom.runtime.protocol import events
from blockloom.runtime.protocol.records import OPENING, PausedAt
from blockloom.runtime.worker.client import Worker, report_silence
from blockloom.runtime.worker.errors import WorkerDied, WorkerError

_BY_EXTENSION = {".json": "json", ".npz": "npz", ".txt": "table"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `blockloom run`, in groups."""
    formats.add_document(parser)
    add_trust(parser)
    pages = parser.add_argument_group("what runs")
    pages.add_argument("--page", metavar="NAME", help="the page to run; without it, the only one that no others use")
    pages.add_argument(
        "--signature",
        metavar="NAME",
        help="run the page that is this signature of a model: --feed takes the names of its inputs, "
        "and the results are its outputs by name",
    )
    pages.add_argument(
        "--steps",
        type=count,
        metavar="N",
        help="how many steps (default: 1); with --until, the maximum; with --epochs, the maximum for each",
    )
    pages.add_argument("--epochs", type=count, metavar="N", help="read the data to its end N times")
    pages.add_argument(
        "--until",
        metavar="CONDITION",
        help="stop after the first step in which this is true: 'LOSS < 0.01', 'LOSS is not finite'",
    )
    pages.add_argument(
        "--break",
        action="append",
        default=[],
        metavar="CONDITION",
        dest="breaks",
        help="stop before the first step in which CONDITION is true or BLOCK runs, and show the values: "
        "'max(abs(LOG.y)) > 10', BLOCK, /INSTANCE/BLOCK or PAGE/BLOCK; may be repeated",
    )
    pages.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help=f"stop the run after this time; opening the page may take as long, and at least {OPENING:g} s",
    )
    values = parser.add_argument_group("values")
    add_feed(values)
    add_set(values)
    formats.add_map_argument(values)
    values.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="initial values of variables: a checkpoint of TensorFlow (its name without .index), a .safetensors or an "
        ".npz file",
    )
    formats.add_variable_map_argument(values)
    results = parser.add_argument_group("results")
    results.add_argument(
        "--fetch",
        action="append",
        default=[],
        metavar="BLOCK[.PIN]",
        help="show only this output; /INSTANCE/BLOCK.PIN is inside an instance of a page, PAGE/BLOCK.PIN inside a "
        "function, in each of its calls; '*' is all outputs; may be repeated",
    )
    results.add_argument(
        "--gradients",
        action="store_true",
        help="also show the gradient of the loss with respect to each output, as BLOCK gradient:PIN",
    )
    results.add_argument(
        "--format", choices=("table", "json", "npz"), help="default: by the extension of --out, otherwise table"
    )
    results.add_argument(
        "--out",
        metavar="FILE",
        help="write the results to a file instead of standard output: .json, .npz, otherwise a table",
    )
    results.add_argument(
        "--on-error",
        choices=("values",),
        default="",
        help="if a step fails, write the inputs of the op that failed and all values of the step; as JSON under "
        '"failed"',
    )
    results.add_argument(
        "--save",
        metavar="FILE",
        help="write the values of variables after the run: .safetensors, .npz, otherwise a checkpoint",
    )
    results.add_argument(
        "--history",
        metavar="FILE",
        help="record the steps, however the run ends: for the window, and for `blockloom why --history`",
    )
    results.add_argument(
        "--trace",
        metavar="FILE",
        help="write the start, duration and allocations of each op of the last step: JSON for chrome://tracing and "
        "Perfetto",
    )
    cluster = parser.add_argument_group("clusters")
    cluster.add_argument("--target", metavar="grpc://HOST:PORT", help="run on this task of a cluster")
    cluster.add_argument(
        "--init",
        action="store_true",
        help="initialise the variables on the target; without it, wait until another run has initialised them",
    )
    cluster.add_argument("--cluster", metavar="FILE", help="the cluster of the target, to watch all of its tasks")
    cluster.add_argument(
        "--container",
        metavar="NAME",
        default="",
        help="keep the state of the page on the target apart from that of other names",
    )


def run(args: argparse.Namespace) -> int:
    """Run the page; results go to stdout or --out, everything else to stderr."""
    extension = os.path.splitext(args.out or "")[1].lower()
    by_extension = _BY_EXTENSION.get(extension)
    if args.format and by_extension not in (None, args.format):
        return _bad(f"--format {args.format} does not fit --out {args.out}: omit --format, or change the extension")
    args.format = args.format or by_extension or "table"
    if args.format == "npz" and not args.out:
        return _bad("--format npz needs --out FILE")
    if args.format == "npz" and args.on_error:
        return _bad("--on-error values writes a table or JSON: give --out FILE.json")
    if args.target is None and (args.init or args.cluster or args.container):
        given = "init" if args.init else "cluster" if args.cluster else "container"
        return _bad(f"--{given} is for runs on a cluster: give --target grpc://HOST:PORT")
    progress = _Progress(args.steps or (0 if args.until or args.epochs or args.breaks else 1))
    worker = Worker(progress.hear, on_output=progress.echo, keep_state=False)
    try:
        worker.start()  # the worker imports TensorFlow while this process reads the document
        return _run(args, worker, progress)
    except KeyboardInterrupt:
        progress.error("blockloom: interrupted")
        return INTERRUPTED
    except (WorkerDied, WorkerError, TimeoutError) as error:
        return fail(error, FAILED, f"{args.file}: the run failed: ", progress.error)
    finally:
        worker.close()


def _run(args: argparse.Namespace, worker: Worker, progress: _Progress) -> int:
    from blockloom.blocks.files.documents import FileError, may_write
    from blockloom.runtime.api import results, run_errors, running

    try:
        values = typed(args)
        for path in filter(None, (args.out, args.save, args.trace, args.history)):
            may_write(path)  # check this before the run, which may take hours
        feed = fed(args)
        document = formats.open_document(args.file, args.maps, worker=worker)
        if not may_act(document, args.file, args.signature or args.page, args, progress.error):
            return BAD
        progress.stage(f"opening {args.file}")
        result = running.run(
            document,
            page=args.page,
            steps=args.steps,
            until=args.until,
            epochs=args.epochs,
            fetch=args.fetch,
            feed=feed,
            values=values,
            timeout=args.timeout,
            worker=worker,
            tell=lambda problem: progress.say(problem.command_text),
            target=args.target,
            init=args.init,
            cluster=args.cluster,
            container=args.container,
            signature=args.signature,
            checkpoint=args.checkpoint,
            map_variables=args.map_variables,
            save=args.save,
            trace=args.trace,
            history=args.history,
            on_error=args.on_error,
            breaks=args.breaks,
            gradients=args.gradients,
        )
        progress.clear()
        if result.paused is not None:
            progress.say(_paused(result.paused))
        elif args.until:
            progress.say(f"{args.until} holds after step {result.steps}")
        if result.best_epoch or result.stopped_early:
            progress.say(
                str(epochs_outcome(result.epochs, result.best_epoch, result.stopped_early, result.best_restored))
            )
        shown = result if args.fetch else results.of_page(result)
        _put(args, results.FORMATS[args.format](shown))
        return DONE if result.paused is None else FOUND
    except (FileError, ValueError) as error:  # includes BadPage
        return fail(error, BAD, say=progress.error)
    except (run_errors.TimedOut, run_errors.RunFailed) as error:
        code = TIMED_OUT if isinstance(error, run_errors.TimedOut) else FAILED
        fail(error, code, f"{args.file}: ", progress.error)
        if error.failed is not None:
            _put(args, results.FAILED[args.format](error.failed))
        return code


def _put(args: argparse.Namespace, data: bytes) -> None:
    from blockloom.blocks.files.documents import write_atomic

    if args.out:
        write_atomic(args.out, data)
    else:
        print_results(data.decode() if args.format == "table" else data)


def _paused(at: PausedAt) -> str:
    way = " -> ".join(map(spelled, (*at.calls, at.block)))
    where = at.text if at.condition else f"before {way}"
    if at.call:
        where += f"{f' in {way}' if at.condition else ''}, call {at.call}"
    return f"paused in step {at.step}: {where}. The step was rolled back; the results below are those of the step"


def _bad(text: str) -> int:
    say(f"blockloom: {text}")
    return BAD


class _Progress(Stages):
    """The stages of a command, with the progress of its run on a terminal."""

    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self._silence = report_silence(lambda text: self.say(f"blockloom: {text}"))

    def hear(self, event: events.Event) -> None:
        """Print an event of the worker."""
        self._silence(event)
        match event:
            case events.WaitingEvent():
                for row in event.blocks:
                    self.say(f"{spelled(row['block'])} waits: {row['text']}")
            case events.ProgressEvent():
                done = f"step {event.step}" + (f" of {self.steps}" if self.steps else "")
                far = (event.step, event.epoch, event.epochs, event.validates, event.seconds_left)
                self.stage(str(epoch_progress(*far)) if event.epochs else done)
            case events.EpochEvent():
                given = ", ".join(f"{name} {number:.4g}" for name, number in event.numbers.items())
                self.say(f"epoch {event.number} of {event.epochs}: {given}")
            case events.ReadProgressEvent():
                self.reading(event.phase, event.fraction)
