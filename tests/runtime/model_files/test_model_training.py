"""Models of Keras are trained on pages as Keras trains them."""

import numpy as np
import pytest

from tests.extent import slow
from tests.training import trained_beside_keras


@slow
@pytest.mark.parametrize("name", ["train_lstm", "train_transformer"])
def test_a_step_of_training_is_that_of_keras(models, worker, name):
    found = trained_beside_keras(models, name, worker)
    assert {key.partition(":")[0] for key in found} == {"loss", "grad", "after"}
    for key, (ours, theirs) in found.items():
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6 * np.abs(theirs).max(), err_msg=key)
