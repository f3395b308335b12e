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
from blockloom.blocks.results import epochs
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, FOUND, INTERRUPTED, TIMED_OUT, Stages, put, say
from blockloom.runtime.protocol import events
from blockloom.runtime.protocol.deadlines import OPENING
from blockloom.runtime.protocol.steps import PausedAt
from blockloom.runtime.worker.client import Worker, silence_told
from blockloom.runtime.worker.errors import WorkerDied, WorkerError

_BY_EXTENSION = {".json": "json", ".npz": "npz", ".txt": "table"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `blockloom run`."""
    parser.add_argument("file", metavar="FILE", help="a document: " + ", ".join(formats.suffixes("read")))
    add_trust(parser)
    parser.add_argument(
        "--page", metavar="NAME", help="the page to run; not needed where there is only one that no others use"
    )
    parser.add_argument(
        "--signature",
        metavar="NAME",
        help="run the page that is this signature of a model: --feed takes the names of its inputs, "
        "and the results are its outputs by their names",
    )
    parser.add_argument(
        "--steps",
        type=count,
        metavar="N",
        help="how many steps (default 1; with --until at most, with --epochs at most in each)",
    )
    parser.add_argument("--epochs", type=count, metavar="N", help="run to the end of the data so many times")
    parser.add_argument(
        "--until",
        metavar="CONDITION",
        help="end with the first step for which this holds: 'LOSS < 0.01', 'LOSS is not finite'",
    )
    parser.add_argument(
        "--break",
        action="append",
        default=[],
        metavar="CONDITION",
        dest="breaks",
        help="end before the first step for which this holds, or with BLOCK before the first that runs it, and show "
        "what the step would give: 'max(abs(LOG.y)) > 10', 'LOSS is not finite'; /INSTANCE/BLOCK and PAGE/BLOCK as in "
        "--fetch; may be repeated",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        default=[],
        metavar="BLOCK[.PIN]",
        help="fetch this too, and show only what is fetched so; /INSTANCE/BLOCK.PIN is inside of an "
        "instance of a page, PAGE/BLOCK.PIN inside of a function, in each of its calls; '*' is "
        "all, where a model gives its outputs alone; may be repeated",
    )
    parser.add_argument(
        "--gradients",
        action="store_true",
        help="show the gradient of the loss by each output as well, as BLOCK gradient:PIN, of what trains or gives "
        "gradients",
    )
    add_feed(parser)
    add_set(parser)
    formats.add_map_argument(parser)
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="begin with the values of variables in a checkpoint of TensorFlow's (its name without "
        ".index), a .safetensors or an .npz file",
    )
    formats.add_variable_map_argument(parser)
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="write the values of variables after the run: .safetensors, .npz, else a checkpoint",
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write when each op of the last step ran, how long, and what it allocated: JSON for chrome://tracing and "
        "Perfetto",
    )
    parser.add_argument(
        "--history",
        metavar="FILE",
        help="write what is kept of the steps, however the run ends: the window opens it beside the page, and "
        "`blockloom why --history` asks about it",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help=f"end the run after this time; opening the page may take as long, and {OPENING:g} s in any case",
    )
    parser.add_argument("--target", metavar="grpc://HOST:PORT", help="run on this task of a cluster")
    parser.add_argument(
        "--init",
        action="store_true",
        help="initialise the variables on the target; without, wait until another run has",
    )
    parser.add_argument("--cluster", metavar="FILE", help="the cluster of the target, to watch all of its tasks")
    parser.add_argument(
        "--container",
        metavar="NAME",
        default="",
        help="keep what the page keeps on the target apart from all that does not name the same",
    )
    parser.add_argument(
        "--on-error",
        choices=("values",),
        default="",
        help="where a step fails, write what the op took that failed and all that the step came to; as JSON under "
        '"failed"',
    )
    parser.add_argument(
        "--format", choices=("table", "json", "npz"), help="default: by the extension of --out, otherwise table"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the results to a file instead of the terminal: .json, .npz, otherwise a table",
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
        worker.start()  # TensorFlow is imported over there while the document is read here
        return _run(args, worker, progress)
    except KeyboardInterrupt:
        progress.say("blockloom: interrupted")
        return INTERRUPTED
    except (WorkerDied, WorkerError, TimeoutError) as error:
        return fail(error, FAILED, f"{args.file}: the run failed: ", progress.say)
    finally:
        worker.close()


def _run(args: argparse.Namespace, worker: Worker, progress: _Progress) -> int:
    from blockloom.blocks.files.documents import FileError, may_write
    from blockloom.runtime.api import result_output, run_errors, running

    try:
        values = typed(args)
        for path in filter(None, (args.out, args.save, args.trace, args.history)):
            may_write(path)  # before the run: it may take hours
        feed = fed(args)
        document = formats.open_document(args.file, args.maps, worker=worker)
        if not may_act(document, args.file, args.signature or args.page, args, progress.say):
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
            tell=lambda problem: progress.say(str(problem)),
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
        if result.best or result.early:
            progress.say(str(epochs.ended(result.epochs, result.best, result.early, result.back)))
        shown = result if args.fetch else result_output.of_page(result)
        _put(args, result_output.FORMATS[args.format](shown))
        return DONE if result.paused is None else FOUND
    except (FileError, ValueError) as error:  # BadPage is a ValueError
        return fail(error, BAD, say=progress.say)
    except (run_errors.TimedOut, run_errors.RunFailed) as error:
        code = TIMED_OUT if isinstance(error, run_errors.TimedOut) else FAILED
        fail(error, code, f"{args.file}: ", progress.say)
        if error.failed is not None:
            _put(args, result_output.FAILED[args.format](error.failed))
        return code


def _put(args: argparse.Namespace, data: bytes) -> None:
    from blockloom.blocks.files.documents import write_atomic

    if args.out:
        write_atomic(args.out, data)
    else:
        put(data.decode() if args.format == "table" else data)


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
    """On a terminal, also how far the run has come."""

    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self._silence = silence_told(lambda text: self.say(f"blockloom: {text}"))

    def hear(self, event: events.Event) -> None:
        """What the worker says."""
        self._silence(event)
        match event:
            case events.WaitingEvent():
                for row in event.blocks:
                    self.say(f"{spelled(row['block'])} waits: {row['text']}")
            case events.ProgressEvent():
                done = f"step {event.step}" + (f" of {self.steps}" if self.steps else "")
                far = (event.step, event.epoch, event.epochs, event.validates, event.left)
                self.stage(str(epochs.far(*far)) if event.epochs else done)
            case events.EpochEvent():
                given = ", ".join(f"{name} {number:.4g}" for name, number in event.numbers.items())
                self.say(f"epoch {event.number} of {event.epochs}: {given}")
            case events.ReadProgressEvent():
                self.reading(event.what, event.done)
