"""Pauses of garbage collection that overlap in several threads."""

import gc
import threading

import pytest

from blockloom.blocks.text.gc_pause import gc_paused


@pytest.fixture(autouse=True)
def _as_it_was():
    """Enable garbage collection for a test, and restore the suite's setting."""
    was_on = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was_on else gc.disable)()


def test_a_pause_lasts_as_long_as_any_thread_needs_it():
    first_is_in, second_is_in = threading.Event(), threading.Event()

    def first():
        with gc_paused():
            first_is_in.set()
            assert second_is_in.wait(60)

    thread = threading.Thread(target=first)
    thread.start()
    assert first_is_in.wait(60)
    with gc_paused():
        second_is_in.set()
        thread.join()
        assert not gc.isenabled()  # the first has ended, this one has not
        with gc_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_garbage_collection_is_on_again_where_one_thread_ends_while_another_begins(monkeypatch):
    is_in, may_end = threading.Event(), threading.Event()

    def first():
        with gc_paused():
            is_in.set()
            assert may_end.wait(60)

    thread = threading.Thread(target=first)
    thread.start()
    assert is_in.wait(60)
    enabled = gc.isenabled

    def read_and_be_late():
        found = enabled()
        may_end.set()
        thread.join()
        return found

    monkeypatch.setattr(gc, "isenabled", read_and_be_late)
    with gc_paused():
        pass
    monkeypatch.undo()
    may_end.set()
    thread.join()
    assert gc.isenabled()


def test_where_it_was_off_it_stays_off_also_after_an_error():
    gc.disable()
    with pytest.raises(ValueError, match="inside"), gc_paused():
        raise ValueError("inside")
    assert not gc.isenabled()
