"""Errors of workers."""


class WorkerDied(RuntimeError):
    """Raised when the worker process ended during a request or did not start; the text states how."""


class WorkerTimeout(WorkerDied, TimeoutError):
    """Raised when the worker exceeded a time limit and was killed."""


class BadEnvironment(RuntimeError):
    """Raised when an environment cannot run workers; the text states what to do.

    It has no TensorFlow, is not a Python interpreter, or a library of ops is missing.
    """


class NoTensorFlow(BadEnvironment):
    """Raised when Blockloom's own environment has no TensorFlow, and no other is selected."""


class WorkerError(RuntimeError):
    """Raised when the worker refused a request; the text states why."""
