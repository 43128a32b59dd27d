"""Campaigns: long computations cut into jobs, kept in a ledger, done by many workers.

    allsmall-campaign plan SPEC.toml -o ledger.db
    allsmall-campaign run ledger.db --workers 2

These are the commands of docs/campaigns.md as functions.
"""

from .driver import local, run
from .export import export, frame, rows
from .ledger import Ledger
from .merge import merge
from .plan import plan
from .spec import Claims, Search, SpecError, Table, read
from .status import status
from .verify import verify

__all__ = [
    "Claims",
    "Ledger",
    "Search",
    "SpecError",
    "Table",
    "export",
    "frame",
    "local",
    "merge",
    "plan",
    "read",
    "rows",
    "run",
    "status",
    "verify",
]
