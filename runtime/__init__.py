"""The middle floor: compiles documents to TensorFlow graphs and runs them. No Qt here.

For scripts and notebooks: `from runtime import run, check, catalogue`. Importing this package imports no TensorFlow:
only the worker process does, and `client`, `api` and `catalogue_cache` are what its parents use.
"""

from typing import Any

__all__ = ["BadPage", "DropStaleGradientOptimizer", "Result", "RunFailed", "TimedOut", "catalogue", "check", "run"]


def __getattr__(name: str) -> Any:
    if name == "DropStaleGradientOptimizer":  # imports TensorFlow: it is for scripts that do so anyway
        from runtime.drop_stale import DropStaleGradientOptimizer
        return DropStaleGradientOptimizer
    if name in __all__:
        from runtime import api
        return getattr(api, name)
    raise AttributeError(f"module 'runtime' has no attribute {name!r}")
