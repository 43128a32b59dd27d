"""`python -m allsmall.campaign` is the program `allsmall-campaign`."""

import sys

from .cli import main

sys.exit(main())
