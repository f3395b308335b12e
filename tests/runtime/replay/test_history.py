"""The past of a run in a file: read back in another process's stead, and not believed further than it was checked."""

import numpy as np
import pytest

from blockloom.runtime.replay.history_file import HistoryError, check_fits, load_history, write_history
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run import run_history
from blockloom.runtime.run.run_history import HistoryOrigin, RunHistory, StateSnapshot, VariableValues
from tests.pages import pages
from tests.runtime.replay.test_replay import DRAWS, opened
from tests.runtime.replays import differences, run_steps


def drawing(catalogue, blocks=DRAWS):
    document = pages(main=blocks)
    return opened(catalogue, document)


@pytest.fixture
def written(catalogue, tmp_path):
    runner, seen = run_steps(drawing(catalogue), 8, share=0.02)
    write_history(tmp_path / "run.history", runner.past, HistoryOrigin("main", "abc"))
    runner.close()
    return tmp_path / "run.history", seen, runner.past


def test_steps_of_a_file_are_taken_again(catalogue, written):
    path, seen, kept = written
    past, program = load_history(path), drawing(catalogue)
    check_fits(past, program)
    assert (past.origin, past.steps()) == (HistoryOrigin("main", "abc"), kept.steps())
    assert [list(line) for line in (past.loss.steps, past.loss.values, past.loss.bad)] == [
        list(line) for line in (kept.loss.steps, kept.loss.values, kept.loss.bad)
    ]
    assert differences(StepReplayer(program, past), seen) == []
    frozen = DRAWS.replace("initvalues=[1.0f,2.0f,3.0f]", "initvalues=[1.0f,2.0f]")
    with pytest.raises(HistoryError, match="W does not fit"):
        check_fits(past, drawing(catalogue, frozen.replace("shape=[3]", "shape=[2]")))
    with pytest.raises(HistoryError, match="does not fit"):
        check_fits(past, drawing(catalogue, DRAWS.replace("RANDOM", "OTHER")))


def test_an_invalid_history_is_refused(written, tmp_path):
    path, _, _ = written
    whole, rng = path.read_bytes(), np.random.default_rng(1)
    bad = tmp_path / "bad.history"
    for length in (0, 5, 30, 200, len(whole) - 1):
        bad.write_bytes(whole[:length])
        with pytest.raises(HistoryError):
            load_history(bad)
    for _ in range(200):
        damaged = bytearray(whole)
        for at in rng.integers(0, min(len(whole), 4000), 3):
            damaged[at] = rng.integers(256)
        bad.write_bytes(damaged)
        try:
            load_history(bad)
        except HistoryError as error:
            assert str(bad) in str(error)
    with pytest.raises(HistoryError, match="directory"):
        load_history(tmp_path)


def test_one_slow_snapshot_does_not_delay_the_next_one(monkeypatch):
    now, step, steps_of_snapshots = 0.0, 0, []
    monkeypatch.setattr(run_history.time, "perf_counter", lambda: now)
    history = RunHistory()

    def snapshot():
        nonlocal now
        now += 1.0 if len(steps_of_snapshots) == 8 else 0.001
        return StateSnapshot(step, {"S": VariableValues(("W",), (np.zeros(3),))})

    for _ in range(2_000):
        if history.latest is None:
            history.add_snapshot(snapshot)
            steps_of_snapshots.append(step)
        now, step = now + 0.001, step + 1
        history.add_step({})
    apart = np.diff(steps_of_snapshots)
    assert len(apart) > 10 and max(apart[8:]) <= max(apart[1:8]) * 2
