"""Why a worker gives no answer."""


class WorkerDied(RuntimeError):
    """The worker process ended while it was asked something, or cannot be started; the text says how."""


class WorkerTimeout(WorkerDied, TimeoutError):
    """The worker did not answer in time, and was ended: nothing else would have helped."""


class NoTensorFlow(RuntimeError):
    """There is no TensorFlow in this environment; the text says how to get it."""


class WorkerError(RuntimeError):
    """The worker refused a request; the text says why."""
