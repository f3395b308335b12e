"""Why a worker gives no answer."""


class WorkerDied(RuntimeError):
    """The worker process ended while it was asked something, or cannot be started; the text says how."""


class WorkerTimeout(WorkerDied, TimeoutError):
    """The worker did not answer in time, and was ended: nothing else would have helped."""


class BadEnvironment(RuntimeError):
    """No worker can run there: without TensorFlow, or what was chosen is no Python or no library of ops; the text says
    what to do.
    """


class NoTensorFlow(BadEnvironment):
    """Blockloom's own environment has no TensorFlow, and no other was chosen."""


class WorkerError(RuntimeError):
    """The worker refused a request; the text says why."""
