"""Starts a worker in another environment, where Blockloom is not installed: `PYTHON -P elsewhere.py PLACES ABOUT`.

Nothing of Blockloom's own environment is on the path there, or its numpy would take the place of the one that fits
that TensorFlow. Its code is found by name alone, and so are the few packages that it needs, where that lacks them.
"""

import json
import sys
from importlib.machinery import ModuleSpec, PathFinder


class _PackageFinder:
    """Finds packages by name, each in its folder."""

    def __init__(self, places: dict[str, str]):
        self._places = places

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As import asks."""
        place = self._places.get(name)
        return PathFinder.find_spec(name, [place]) if place else None


if __name__ == "__main__":
    _places = json.loads(sys.argv.pop(1))
    sys.meta_path.insert(0, _PackageFinder({"blockloom": _places.pop("blockloom")}))
    sys.meta_path.append(_PackageFinder(_places))
    from blockloom.runtime.worker import service

    service.main()
