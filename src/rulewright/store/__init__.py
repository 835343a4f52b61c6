"""Tables on disk: an event log that loses nothing it has promised, and says so when something else did."""

from rulewright.store.errors import (
    BadBackup,
    BadName,
    Damaged,
    DoneBefore,
    InUse,
    NoTables,
    NotWritten,
    OtherVersion,
    OutOfStep,
    Stale,
    StoreError,
    UnknownTable,
    Unreadable,
)
from rulewright.store.folder import data_folder
from rulewright.store.log import StoredLog
from rulewright.store.reader import Entered
from rulewright.store.shelf import Shelf
from rulewright.store.store import Store

__all__ = [
    "BadBackup",
    "BadName",
    "Damaged",
    "DoneBefore",
    "Entered",
    "InUse",
    "NoTables",
    "NotWritten",
    "OtherVersion",
    "OutOfStep",
    "Shelf",
    "Stale",
    "Store",
    "StoreError",
    "StoredLog",
    "UnknownTable",
    "Unreadable",
    "data_folder",
]
