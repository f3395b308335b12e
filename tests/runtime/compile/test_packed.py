"""Frames that became pages run as the blocks did, variables and training included."""

from pathlib import Path

import numpy as np

from blockloom.blocks import operations
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.runtime.api import running

EXAMPLE = Path(__file__).resolve().parents[3] / "assets" / "examples" / "xor_network.loom"


def test_a_network_whose_frames_became_pages_learns_as_before(worker, catalogue):
    document = documents.load(EXAMPLE)
    page = document.pages["xor"]
    before = running.run(document, steps=5, worker=worker).results
    for frame in "HIDDEN", "LOGITS_", "LOSS_", "SURFACE":
        rules = WireRules(page, catalogue.with_pages(document))
        change = operations.group_as_instance(document, rules, {frame}, operations.Measures(page, rules.catalogue))
        change.edit.apply(document)
    assert len(document.pages) == 5 and "W1" not in page.blocks
    after = running.run(document, steps=5, worker=worker).results
    np.testing.assert_array_equal(before["LOSS"]["output"], after["LOSS"]["loss"])
    np.testing.assert_array_equal(before["PREDICTED"]["output"], after["PREDICTED"]["output"])
