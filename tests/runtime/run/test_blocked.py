"""A look at a blocked step runs none of the page's ops with an effect."""

from tests.extent import examples
from tests.runtime.blocked import states


def test_a_blocked_step_that_is_looked_at_leaves_the_state_of_one_that_is_not(catalogue):
    for seed in range(examples(20)):
        found, wanted = states(seed, catalogue)
        assert found == wanted, f"page {seed}"
