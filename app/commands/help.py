"""`blockloom help`: pages of the documentation, found by any words and printed."""

from __future__ import annotations

import argparse

from blockloom.blocks.text.terminal import DONE, FAILED, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the topic."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="a command, a page such as how-to/index, the code of a problem, or what you want to do: freeze layers",
    )


def run(args: argparse.Namespace) -> int:
    """Print a page, or the pages that fit; return 1 if none does."""
    from blockloom.app import cli
    from blockloom.app.help import help_pages, help_search

    asked = " ".join(args.words)
    if not asked:
        return cli.main(["--help"])
    if asked in cli.COMMANDS:
        print_results(cli.parser_of(asked).format_help())
        return DONE
    name, _, slug = asked.partition("#")
    if (name := name.removesuffix(".md")) in help_pages.names():
        print_results(help_pages.markdown(name, slug))
        return DONE
    if found := help_pages.about("problem", asked):
        print_results(help_pages.markdown(*found))
        return DONE
    hits = help_search.find(asked)
    if not hits:
        say(f"blockloom: no page of the documentation fits {asked!r}. blockloom help reference/index lists some")
        return FAILED
    width = max(len(hit.page) for hit in hits)
    print_results("".join(f"blockloom help {hit.page:{width}}  {hit.title}\n" for hit in hits))
    return DONE
