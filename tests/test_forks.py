"""Tests in forked processes: results, crashes, and fixtures."""

import subprocess
import sys

from tests.fork_server import ROOT

TESTS = """
import os, warnings
import pytest

@pytest.fixture(scope="session")
def process():
    yield os.getpid()
    assert os.getpid() != {parent}

@pytest.mark.parametrize("number", range(3))
def test_some(number, process, tmp_path):
    print(f"number {{number}}")
    assert os.getpid() == process and number != 1

def test_warns():
    warnings.warn("odd")

def test_crashes():
    os._exit(7)

def test_after():
    pass
"""


def test_results_arrive_and_a_crash_ends_only_its_test(tmp_path):
    for name in "ab":
        (tmp_path / f"test_{name}.py").write_text(TESTS.format(parent="os.getppid()"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.forks", "--forks", "2", "-c", "/dev/null", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "4 failed, 8 passed, 2 warnings" in done.stdout
    assert done.stdout.count("the process that ran this test ended with 7") >= 2
    assert done.stdout.count("number 1") == 2 and "number 0" not in done.stdout
    assert "test_a.py::test_crashes" in done.stdout and "UserWarning: odd" in done.stdout
