"""`python -m blockloom` is `blockloom`."""

import sys

from blockloom.app.cli import main

sys.exit(main())
