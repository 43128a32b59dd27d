"""The program `allsmall`: `python -m allsmall` is the same as the command."""

from __future__ import annotations

import sys

from . import _allsmall


def main() -> None:
    """Run the program with the arguments of the command line."""
    sys.exit(_allsmall.run_program(["allsmall", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
