"""`blockloom convert`: convert a document to another format, by the extension."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from blockloom.app import formats
from blockloom.app.commands.failing import fail
from blockloom.app.commands.trust_question import add_trust, may_act
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, Stages, echo, say

_FUNCTION = re.compile(r"(.+\.py):([A-Za-z_][\w.]*)", re.S)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add IN and OUT."""
    parser.add_argument(
        "source",
        metavar="IN",
        help="a document: "
        + ", ".join(formats.suffixes("read"))
        + "; - is standard input; or FILE.py:FUNCTION, a Python function that uses TensorFlow: the file runs, and the "
        "operations of the function become a page",
    )
    parser.add_argument(
        "--spec",
        action="append",
        default=[],
        metavar="DTYPE[SIZE,...]",
        dest="specs",
        help="the dtype and shape of a parameter of such a function, as 'float32[None,4]': one for each, unless it "
        "is a tf.function with an input signature",
    )
    parser.add_argument(
        "target",
        metavar="OUT",
        help=", ".join(f"{f.suffix} ({f.name})" for f in formats.formats_that("save", "export"))
        + "; a name that ends with /, or an empty folder, is a SavedModel; - writes a .loom to standard output",
    )
    add_trust(parser)
    formats.add_map_argument(parser)
    parser.add_argument(
        "--signature",
        action="append",
        default=[],
        metavar="NAME",
        dest="signatures",
        help="of a model, only this signature; may be repeated",
    )
    parser.add_argument(
        "--inference", action="store_true", help="of a model, leave out everything that is only for training"
    )
    parser.add_argument(
        "--outputs",
        metavar="NAME[,NAME]",
        type=lambda text: [name.strip() for name in text.split(",")],
        help="keep only the blocks that these outputs depend on: blocks, or nodes and tensors as TensorFlow names them",
    )
    parser.add_argument(
        "--page",
        metavar="NAME",
        help="the page that becomes a graph, if there are several; for a SavedModel, all signatures by default",
    )
    parser.add_argument("--frozen", action="store_true", help="write variables as constants of the graph")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="the values of variables, instead of the initial ones: a checkpoint of TensorFlow, .safetensors or .npz",
    )
    formats.add_variable_map_argument(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare the graph of the script with that of the page node by node, whatever its size",
    )


def run(args: argparse.Namespace) -> int:
    """Write OUT.

    Returns:
        0 done, 1 if --check finds differences or a file of a model is missing, 2 if something cannot be read, compiled
        or written.
    """
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    differing: list[str] = []
    stages = Stages()
    try:
        if args.target != formats.STANDARD:
            formats.format_for(args.target, "save", "export")  # checks the format before a long import
        document, report = _opened(args, stages)
        for line in report or document.troubles:
            stages.say(line)
        if args.outputs:
            from blockloom.runtime.api.models import keep_outputs

            keep_outputs(document, args.page, args.outputs)
        runs = formats.runs_initial_values(args.target, args.frozen, args.checkpoint)
        if runs and not may_act(document, args.source, args.page or "", args, stages.error):
            return BAD
        stages.stage(f"writing {args.target}")
        for problem in formats.save_document(
            document,
            args.target,
            args.page,
            lambda text: stages.say(f"blockloom: {text}"),
            frozen=args.frozen,
            checkpoint=args.checkpoint,
            map_variables=args.map_variables,
            check=differing.extend if args.check else None,
        ):
            if problem not in document.troubles:  # `document.troubles` were printed above
                stages.say(problem)
    except (FileError, BadPage, WorkerDied, WorkerError) as error:
        return fail(error, BAD, say=stages.error)
    finally:
        stages.clear()
    for line in differing:
        say(line)
    if args.check:
        say(
            f"{len({line.partition(': ')[0] for line in differing})} differing nodes"
            + (": nothing is written" if differing else "")
        )
    return FAILED if differing or any(trouble.code == "missing-file" for trouble in document.troubles) else DONE


def _opened(args: argparse.Namespace, stages: Stages) -> tuple[Document, list[str]]:
    match = _FUNCTION.fullmatch(args.source)
    if match is not None and not os.path.exists(args.source):
        from blockloom.runtime.api.models import open_function

        if args.maps or args.signatures or args.inference:
            raise FileError("--map, --signature and --inference are for documents and models, not for a function")
        return open_function(Path(match[1]), match[2], args.specs, echo)
    if args.specs:
        raise FileError("--spec is for a function, FILE.py:FUNCTION")
    return formats.open_with_report(
        args.source, args.maps, signatures=args.signatures, inference=args.inference, tell=stages.reading
    )
