"""The command as a module: `python -m keypeg`."""

import sys

from keypeg.cli import main

sys.exit(main())
