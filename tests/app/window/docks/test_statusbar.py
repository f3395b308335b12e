"""What the status bar says."""

import pytest


def test_the_version_of_tensorflow_is_there_once_it_is_known(window, catalogue):
    assert window.status.version.text() == f"TensorFlow {catalogue.version}"
    window.status.show_version("")
    assert window.status.version.text() == ""
    window.status.show_version("9.8.7")
    assert window.status.version.text() == "TensorFlow 9.8.7"


@pytest.mark.parametrize("length, shown", [(5, 5), (109, 109), (110, 110), (300, 110)])
def test_a_long_state_is_cut_and_told_whole_in_its_tip(window, length, shown):
    window.status.show_state("x" * length, "error")
    state = window.status.state
    assert len(state.text()) == shown and state.text().endswith("...") == (length > 109)
    assert "x" * length in state.toolTip() and window.status.colours.error in state.styleSheet()
    window.status.show_state("Ready", "")
    assert state.text() == "Ready" and not state.styleSheet()


def test_what_autosave_does_and_the_zoom(window):
    window.status.show_autosave("Saved", "All edits are in the journal.")
    window.status.show_zoom(0.256)
    assert (window.status.autosave.text(), window.status.zoom.text()) == ("Saved", "26 %")
    assert "journal" in window.status.autosave.toolTip()
