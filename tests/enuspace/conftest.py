"""One worker for all these tests: pages are small, TensorFlow's start is not."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "enuspace"


@pytest.fixture(scope="session")
def worker():
    """A worker process that tests share; one that ends it starts it again."""
    from runtime.client import Worker

    made = Worker(keep_state=False)
    made.start()
    yield made
    made.close()


@pytest.fixture(scope="session")
def shared() -> Path:
    """enuSpace's own pages, which lie beside the project and are no part of it."""
    if not SHARED.is_dir():
        pytest.skip("the enuSpace samples are not here")
    return SHARED
