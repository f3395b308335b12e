"""The programs of an installation: `blockloom` (also `python -m blockloom`), and `blockloom-gui`, the window alone."""

import os
import sys


def main() -> int:
    """`blockloom COMMAND ...`: see `blockloom.app.cli.main`."""
    _leave_the_current_folder()
    from blockloom.app import cli

    return cli.main()


def gui() -> int:
    """`blockloom-gui [FILE]`: `blockloom edit`."""
    _leave_the_current_folder()
    from blockloom.app import cli

    return cli.main(["edit", *sys.argv[1:]])


def _leave_the_current_folder() -> None:
    """Remove the current folder from the path before anything else is imported.

    Python, or an empty entry of PYTHONPATH, may have put it there: it may contain another `numpy.py`.
    """
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        here = os.getcwd()
    except OSError:  # the current folder no longer exists
        here = ""
    sys.path[:] = [root, *(p for p in sys.path if os.path.isabs(p) and p not in (here, root))]


if __name__ == "__main__":
    sys.exit(main())
