"""The folder of enuSpace's own pages."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "enuspace"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of enuSpace's own pages, which is outside the project; skip the test without it."""
    if not SHARED.is_dir():
        pytest.skip("the enuSpace samples are not here")
    return SHARED
