"""The chapters of the guide with Python in them are run."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("chapter", "least"), [("python.md", 16), ("coming-from.md", 8)])
def test_the_guide(chapter, least):
    result = doctest.testfile(
        str(DOCS / chapter), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted >= least
    assert result.failed == 0
