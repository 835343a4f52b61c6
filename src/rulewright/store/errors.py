"""What can go wrong with what is kept on disk. Codes are for programs and never change; messages are for people."""


class StoreError(Exception):
    """Something that the store can't do, or won't."""

    code = "store"


class NoTables(StoreError):
    """The data folder holds nothing yet."""

    code = "no_tables"


class InUse(StoreError):
    """Another process serves this data folder."""

    code = "in_use"


class UnknownTable(StoreError):
    """There is no table of this name."""

    code = "unknown_table"


class BadName(StoreError):
    """Something that no table can be called, or that one is called already."""

    code = "bad_name"


class Stale(StoreError):
    """Whoever writes is not the last one who opened the table: the table was opened anew since."""

    code = "stale"


class OutOfStep(StoreError):
    """A record that does not follow the last one."""

    code = "out_of_step"


class DoneBefore(StoreError):
    """A client's command that stands in the log already."""

    code = "done_before"

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number
        """The record that holds it."""


class NotWritten(StoreError):
    """The disk did not take it. Nothing of it is kept."""

    code = "not_written"


class Damaged(StoreError):
    """What is on the disk is not what was written there."""

    code = "damaged"


class BadBackup(StoreError):
    """A backup that is not restored, because it is damaged or none."""

    code = "bad_backup"


class OtherVersion(StoreError):
    """The table is played by another version of the rules than the one that is installed."""

    code = "other_version"


class Unreadable(StoreError):
    """A record or file that makes no sense, though nothing has damaged it."""

    code = "unreadable"
