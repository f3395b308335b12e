"""Where enuSpace's own pages are."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "enuspace"


@pytest.fixture(scope="session")
def shared() -> Path:
    """EnuSpace's own pages, which lie beside the project and are no part of it."""
    if not SHARED.is_dir():
        pytest.skip("the enuSpace samples are not here")
    return SHARED
