"""The upper floor: the window and the command line. Qt only where something is drawn; TensorFlow never."""

import os
import sys

# Before anything else is imported: Python, or PYTHONPATH by an empty entry, may have put the current folder on the
# path, which may hold a `numpy.py` that is none of ours.
_root = os.path.dirname(os.path.dirname(os.path.abspath(sys.modules["blockloom"].__file__)))
try:
    _here = os.getcwd()
except OSError:     # it is gone
    _here = ""
sys.path[:] = [_root, *(p for p in sys.path if os.path.isabs(p) and p not in (_here, _root))]
