"""Validation after each epoch, added to a page that trains."""

import pytest

from blockloom.blocks import checks, operations
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.measures import Measures
from tests.runtime.api.test_layers import page

TRAINS = """
X Placeholder dtype=DT_FLOAT shape=[?, 3]; LABELS Placeholder dtype=DT_INT32 shape=[?]
DROP page:Dropout x=<X.output; OUT page:Dense units=4 x=<DROP.y
ERRORS SparseSoftmaxCrossEntropyWithLogits features=<OUT.y labels=<LABELS.output
LOSS Mean reduction_indices=0 input=<ERRORS.loss; OPT loom.AdamOptimizer
TRAIN loom.Minimize loss=<LOSS.output optimizer=<OPT.optimizer; S loom.Session run_outputs=<TRAIN.operation
"""


def added(document, catalogue):
    """Return the message of the operation, and the wires of the page afterwards."""
    main, types = document.pages["main"], catalogue.with_pages(document)
    change = operations.validate_epochs(WireRules(main, types), Measures(main, types))
    change = operations.with_libraries(document, types, change)
    change.edit.apply(document)
    return change.message, set(map(str, main.wires()))


def test_the_loss_and_a_metric_of_the_errors_are_validated_with_what_tells_that(catalogue):
    document = page(catalogue, TRAINS)
    told, wires = added(document, catalogue)
    assert "VALIDATION validates" in str(told)
    assert wires >= {
        "ERRORS.loss -> EPOCH_LOSS.values",
        "LABELS.output -> ACCURACY.labels",
        "OUT.y -> ACCURACY.predictions",
        "EPOCH_LOSS.mean -> S.fetch_outputs",
        "EPOCH_LOSS.mean -> VALIDATION.fetch_outputs",
        "EPOCH_LOSS.mean -> VALIDATION.monitor",
        "ACCURACY.accuracy -> VALIDATION.fetch_outputs",
        "IS_TRAINING.output -> DROP.training",
        "IS_TRAINING.output -> NOT_TRAINING.placeholder",
        "NOT_TRAINING.feed -> VALIDATION.inputs",
        "VALIDATION.history -> EPOCHS.value",
    }
    assert {p.code for p in checks.check(document, catalogue)} <= {"not-fed"}
    assert operations.read_fit_settings(document.pages["main"]) == ("VALIDATION", "EPOCH_LOSS.mean", 0, True, False)
    assert operations.change_fit_settings(document.pages["main"], 0, True) is None
    operations.change_fit_settings(document.pages["main"], 5, False).edit.apply(document)
    assert document.pages["main"].blocks["VALIDATION"].values == {"patience": "5", "keep_best": "false"}
    with pytest.raises(EditError, match="has a Validation"):
        added(document, catalogue)


def test_data_that_a_session_restarts_is_restarted_for_validation_too(catalogue):
    text = TRAINS.replace("run_outputs=<", "start_outputs=<MAKE.operation,OTHER.operation run_outputs=<")
    text += "ITER IteratorV2; MAKE MakeIterator iterator=<ITER.handle; OTHER NoOp"
    _, wires = added(page(catalogue, text), catalogue)
    assert "MAKE.operation -> VALIDATION.start_outputs" in wires
    assert "OTHER.operation -> VALIDATION.start_outputs" not in wires


def test_a_flag_that_there_is_is_taken_and_what_is_not_a_mean_is_summed_up_as_it_is(catalogue):
    text = TRAINS + "FLAG PlaceholderWithDefault input=true dtype=DT_BOOL shape=[]"
    text = text.replace("LOSS Mean reduction_indices=0", "LOSS Sum reduction_indices=0")
    _, wires = added(page(catalogue, text + "; FLAG.output -> DROP.training"), catalogue)
    assert "FLAG.output -> NOT_TRAINING.placeholder" in wires and not any("IS_TRAINING" in wire for wire in wires)
    assert "LOSS.output -> EPOCH_LOSS.values" in wires and not any("ACCURACY" in wire for wire in wires)


@pytest.mark.parametrize("missing", ["S loom.Session run_outputs=<TRAIN.operation", "loss=<LOSS.output"])
def test_without_a_session_or_a_loss_there_is_nothing_to_validate(missing, catalogue):
    text = TRAINS.replace(missing, "")
    with pytest.raises(EditError, match="needs one Session, and a loss"):
        added(page(catalogue, text), catalogue)
