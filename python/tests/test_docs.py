"""The chapter of the guide is run."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_guide():
    result = doctest.testfile(
        str(GUIDE), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > 15
    assert result.failed == 0
