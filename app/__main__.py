"""`python -m app` is `blockloom`."""

import sys

from app.cli import main

sys.exit(main())
