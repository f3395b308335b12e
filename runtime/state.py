"""The values of variables, kept from one session for the next."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Kept(NamedTuple):
    """The value of a variable, what must be unchanged for it to be kept, and what its initial value was made of."""

    key: tuple
    value: np.ndarray
    origin: str = ""


State = dict[str, dict[str, Kept]]  # session id -> block
