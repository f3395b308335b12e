"""`blockloom new`: write a document, empty or from an example or snippet, or all examples into a folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from blockloom.app.commands.failing import fail
from blockloom.app.formats import STANDARD, save_document
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.files import documents, examples
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.similar_names import did_you_mean
from blockloom.blocks.text.terminal import BAD, DONE, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE and its template."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="the new document, .loom; - is standard output; without FILE, the templates are listed",
    )
    parser.add_argument(
        "--from", dest="template", metavar="TEMPLATE", help="an example or a snippet; without it, the page is empty"
    )
    parser.add_argument(
        "--examples",
        nargs="?",
        const="examples",
        metavar="FOLDER",
        help="write all examples into a new folder (default: examples), as the documentation uses them",
    )


def run(args: argparse.Namespace) -> int:
    """Write a document with the files that it reads. Return 0, or 2 if that fails. No file is replaced."""
    templates = _templates()
    if args.file is None and args.template is None and args.examples is None:
        print_results(_listed())
        return DONE
    path = Path(args.examples or args.file or f"{args.template}.loom")
    try:
        if args.examples is not None:
            if args.file or args.template:
                raise FileError("--examples is for all of them: neither FILE nor --from goes with it")
            path.mkdir(exist_ok=True)
            _write({path / one.name: one.read_bytes() for one in sorted(examples.FOLDER.iterdir()) if one.is_file()})
            print_results(f"{path}\n")
            return DONE
        if args.template is not None and args.template not in templates:
            hint = did_you_mean(args.template, templates) or ". blockloom new lists them"
            raise FileError(f"there is no template {args.template!r}{hint}")
        if args.file == STANDARD:
            print_results(
                templates[args.template].read_bytes() if args.template else documents.dumps(new_document()).encode()
            )
            return DONE
        if path.suffix != ".loom":
            raise FileError(f"{path}: the name of a new document ends in .loom")
        wanted = _files(templates[args.template], path) if args.template else {}
        if path.exists():
            raise FileError(f"{path}: there is such a file already, and it is not replaced")
        if not wanted:
            save_document(new_document(), path)
        _write(wanted)
    except FileError as error:
        return fail(error, BAD)
    except OSError as error:
        say(f"blockloom: {error.filename or path}: cannot be written: {error.strerror}")
        return BAD
    beside = [there.name for there in wanted if there != path]
    print_results(f"{path}{', with ' + ', '.join(beside) + ' beside it' if beside else ''}\n")
    return DONE


def _write(wanted: dict[Path, bytes]) -> None:
    """Write files by path.

    Raises:
        FileError: another file has one of the names; nothing is written then.
        OSError: a file cannot be written.
    """
    if found := next((there for there, data in wanted.items() if there.exists() and there.read_bytes() != data), None):
        raise FileError(f"{found}: there is such a file already, and it is not replaced")
    for there, data in wanted.items():
        if not there.exists():
            with there.open("xb") as file:
                file.write(data)


def _templates() -> dict[str, Path]:
    found = {name: examples.path_of(name) for name in examples.names()}
    return found | {path.stem: path for path in sorted((ASSETS / "snippets").glob("*.loom"))}


def _files(template: Path, path: Path) -> dict[Path, bytes]:
    """Return the files to write, by path: those in the folder of the template that it names, then itself."""
    document = template.read_bytes()
    named = (one for one in sorted(template.parent.iterdir()) if one != template and one.name.encode() in document)
    return {path.with_name(one.name): one.read_bytes() for one in named} | {path: document}


def _listed() -> str:
    wide = max(map(len, examples.names()))
    listed = []
    for title, group in examples.GROUPS.items():
        listed += [f"{title}:", *(f"  {name:{wide}}  {text}" for name, text in group.items())]
    listed.append(
        f"Snippets: {', '.join(name for name, path in _templates().items() if path.parent.name == 'snippets')}"
    )
    return "\n".join([*listed, "", "blockloom new --from TEMPLATE FILE.loom writes a document like one of these", ""])
