"""Pages of blocks that compile to TensorFlow graphs, run in a session and show what they gave.

For scripts and notebooks: `import blockloom`, then `blockloom.run("page.loom")` and the other names below. Neither
this nor anything that is asked of it imports Qt or TensorFlow here, `DropStaleGradientOptimizer` apart: a worker
process runs pages.
"""

import os
from typing import Any

__all__ = ["BadPage", "DropStaleGradientOptimizer", "Result", "RunFailed", "TimedOut", "catalogue", "check", "run"]

# An installation has the floors (app, blocks, runtime) and the assets in this folder, a checkout has them beside it.
if not os.path.isdir(os.path.join(__path__[0], "app")):
    __path__.append(os.path.dirname(__path__[0]))


def __getattr__(name: str) -> Any:
    if name == "DropStaleGradientOptimizer":  # imports TensorFlow: it is for scripts that do so anyway
        from blockloom.runtime.drop_stale import DropStaleGradientOptimizer
        return DropStaleGradientOptimizer
    if name in __all__:
        from blockloom.runtime import api
        return getattr(api, name)
    raise AttributeError(f"module 'blockloom' has no attribute {name!r}")
