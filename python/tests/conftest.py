"""Fixtures of more than one file."""

import pytest
from campaigns import plain_table


@pytest.fixture(scope="session")
def expected():
    """The rows of `campaigns.TABLE`, by a plain run."""
    return plain_table()
