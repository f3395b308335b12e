"""`blockloom help`: a page by its name, or those that fit."""

import pytest

from blockloom.app import cli


@pytest.fixture
def help_(capsys):
    def command(*words: str) -> tuple[int, str, str]:
        return cli.main(["help", *words]), *capsys.readouterr()

    return command


def test_pages_are_found_by_words_and_printed_by_name(help_):
    code, out, _ = help_("execute", "from", "the", "terminal")
    first = [line.split()[:3] for line in out.splitlines()][:3]
    assert code == 0 and ["blockloom", "help", "how-to/run-a-page-without-the-window"] in first
    code, out, _ = help_("how-to/run-a-page-without-the-window")
    assert code == 0 and out.startswith("# Run a page without the window\n") and "\n$ blockloom run " in out
    code, out, _ = help_("reference/exit-codes.md")
    assert code == 0 and "| 130 | interrupted |" in out


def test_a_heading_and_the_code_of_a_problem_are_printed_alone(help_):
    code, out, _ = help_("how-to/run-a-page-on-a-cluster#limit-access-to-the-tasks")
    assert code == 0 and out.startswith("## Limit access to the tasks\n") and "\n## " not in out
    whole = help_("reference/values-and-conditions")[1]
    assert help_("reference/values-and-conditions#no-such")[1] == whole
    assert help_("reference/values-and-conditions#values-names-and-conditions")[1] == whole
    code, out, _ = help_("reference/values-and-conditions#conditions")
    assert code == 0 and "\n```console\n$ blockloom run " in out and out.endswith("```\n")
    code, out, _ = help_("missing-block")
    assert code == 0 and out.startswith("## missing-block\n") and "*To do:*" in out and "## missing-target" not in out
    assert help_("not-fed")[1].startswith("# Feed a page from a script\n")


def test_a_command_has_its_own_help_and_no_words_that_of_all(help_):
    code, out, _ = help_("run")
    assert (
        code == 0
        and out.startswith("usage: blockloom run ")
        and "Exit codes: 0 done, 1 the run failed" in " ".join(out.split())
    )
    code, out, _ = help_()
    assert code == 0 and "help" in out and "convert" in out


def test_what_no_page_fits_is_said(help_):
    assert help_("xyzzy") == (
        1,
        "",
        "blockloom: no page of the documentation fits 'xyzzy'. blockloom help reference/index lists some\n",
    )
