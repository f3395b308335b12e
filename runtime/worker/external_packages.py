"""Start a worker in another environment: `PYTHON -P external_packages.py PLACES ABOUT`.

Blockloom is not installed there. Its own environment must not be on the path, since its numpy would replace the numpy
that fits that TensorFlow. So a finder imports Blockloom's code by name, and the few packages that it needs if the
environment lacks them.
"""

import json
import sys
from importlib.machinery import ModuleSpec, PathFinder


class _PackageFinder:
    """Finds packages by name, each in its own folder."""

    def __init__(self, places: dict[str, str]):
        self._places = places

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the spec of a package, None if the finder does not know it; called by the import system."""
        place = self._places.get(name)
        return PathFinder.find_spec(name, [place]) if place else None


if __name__ == "__main__":
    _places = json.loads(sys.argv.pop(1))
    sys.meta_path.insert(0, _PackageFinder({"blockloom": _places.pop("blockloom")}))
    sys.meta_path.append(_PackageFinder(_places))
    from blockloom.runtime.worker import service

    service.main()
