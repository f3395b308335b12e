"""One worker process for all tests of this folder that do not kill it."""

import pytest

from runtime.client import Worker


@pytest.fixture(scope="session")
def shared_worker():
    worker = Worker(keep_state=False)
    worker.start()
    yield worker
    worker.close()


@pytest.fixture
def worker(shared_worker):
    """A live worker: started again where a test ended it."""
    shared_worker.start()
    return shared_worker
