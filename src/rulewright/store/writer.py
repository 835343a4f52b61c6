"""The one thread that writes. Whatever waits when it comes round is committed together, with one wait for the disk."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeAlias, TypeVar

from rulewright.store.database import in_plain_words
from rulewright.store.errors import Damaged, NotWritten, StoreError

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]

MOST_AT_ONCE = 500

A_MOMENT = 0.0005
"""Seconds for whoever was just answered to come with more, while several write: then one wait for the disk serves all
of them, where otherwise half of them would always wait for the others'."""


class _Job(NamedTuple):
    work: Work[Any]
    future: "Future[Any]"


class Writer:
    """Does work on the database, in the order in which it was handed over."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._broken: StoreError | None = None
        self._thread = Thread(target=self._run, name="rulewright writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work[T]) -> "Future[T]":
        """Hand work over. Its future has a result when everything that it wrote is on the disk, and not before."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("the tables are closed")
            self._jobs.put(_Job(work, future))
        return future

    def close(self) -> None:
        """Finish what waits, then end."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        jobs: list[_Job | None] = []
        while None not in jobs:
            jobs = self._gathered(after=len(jobs))
            wanted = [job for job in jobs if job and job.future.set_running_or_notify_cancel()]
            if wanted:
                self._write(wanted)

    def _gathered(self, after: int) -> list[_Job | None]:
        """Everything that waits, after so many were answered together."""
        jobs = [self._jobs.get()]
        if after > 1:
            time.sleep(A_MOMENT)
        with suppress(Empty):
            while len(jobs) < MOST_AT_ONCE:
                jobs.append(self._jobs.get_nowait())
        return jobs

    def _write(self, jobs: list[_Job]) -> None:
        """Do all of it and commit, or none. Nobody is answered before."""
        try:
            if self._broken:
                raise self._broken
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._attempt(job.work) for job in jobs]
            self._connection.execute("COMMIT")
        except (sqlite3.Error, StoreError) as error:
            failure = self._give_up(error)
            for job in jobs:
                job.future.set_exception(failure)
            return
        for job, (result, refusal) in zip(jobs, outcomes, strict=True):
            if refusal is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(refusal)

    def _attempt(self, work: Work[T]) -> tuple[T | None, Exception | None]:
        """One piece of work; refused, it leaves nothing behind and the others go on."""
        self._connection.execute("SAVEPOINT work")
        try:
            result = work(self._connection)
        except sqlite3.IntegrityError as error:
            refusal: Exception = in_plain_words(self._path, error)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - whoever handed it over is told
            refusal = error
        else:
            self._connection.execute("RELEASE work")
            return result, None
        self._connection.execute("ROLLBACK TO work")
        self._connection.execute("RELEASE work")
        return None, refusal

    def _give_up(self, error: sqlite3.Error | StoreError) -> StoreError:
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        failure = error if isinstance(error, StoreError) else in_plain_words(self._path, error)
        if isinstance(failure, Damaged) or getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR:
            # After a failed write nobody can know what the disk holds: only opening anew finds out.
            self._broken = NotWritten(f"nothing more is written until the tables are opened anew: {failure}")
        return failure
