"""Work in numbered pieces comes in; it is done by as many processes as pay, and what each of them found out comes back.

The others are copies of this process (`fork`), so that all that was read and planned is there already. A piece goes to
whoever asks next. Where there is no fork, or one processor, or little to do, this process does it all.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Found = TypeVar("Found")
Item = TypeVar("Item")

MOST = 4
"""Processes: more than that wait for the disk."""
FEWEST = 4
"""Pieces for each process that is started."""
LENGTH = 8
"""How many bytes say how long a worker's word is."""


class WorkerError(Exception):
    """What a worker says of its own mistake, where it was, or that it is of no kind that can be told."""


class WorkerStoppedError(Exception):
    """A worker ended without a word, or in the middle of one: the system, or somebody, killed it."""


def may_fork() -> bool:
    """Whether there is another processor, and a fork is safe."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return False  # Elsewhere, and beside threads, it may find locks that nobody will ever open.
    return len(os.sched_getaffinity(0)) > 1


def forked(*ends: int) -> int:
    """As `os.fork`. Raises OSError where this user may have no more processes; the ends of pipes are closed then."""
    try:
        return os.fork()
    except OSError:
        for end in ends:
            os.close(end)
        raise


def end(process: int) -> None:
    """Of a process that was `forked`: it is killed, wherever it is, and gone then."""
    with suppress(ProcessLookupError, ChildProcessError):
        if os.waitpid(process, os.WNOHANG)[0] == process:
            return  # It had done all that it wanted.
        import signal

        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def processes(pieces: int) -> int:
    """How many pay for so many pieces of some milliseconds each."""
    return max(1, min(MOST, len(os.sched_getaffinity(0)), pieces // FEWEST)) if may_fork() else 1


def shared(pieces: int, work: Callable[[Iterator[int]], Any], found: Callable[[], Found]) -> list[Found]:
    """Do `work` with an iterator of pieces here and in other processes; what `found` tells in each of the others.

    Raises what `work` raised in any of them.
    """
    count = processes(pieces)
    if count == 1:
        work(iter(range(pieces)))
        return []
    parent = os.getpid()
    reader, writer = os.pipe()
    os.write(writer, b"".join(piece.to_bytes(2, "big") for piece in range(pieces)))
    os.close(writer)
    workers: list[_Worker] = []
    try:
        for _ in range(count - 1):
            with suppress(OSError):  # This user may have no more processes: those that there are do it all.
                workers.append(_Worker(lambda: work(_while_wanted(_pieces(reader), parent)), found))
        work(_pieces(reader))
        return [worker.told() for worker in workers]
    finally:
        os.close(reader)
        for worker in workers:
            worker.end()


@contextmanager
def beside(
    items: Iterable[Item], take: Callable[[Iterable[Item]], Any], found: Callable[[], Found]
) -> Iterator[Callable[[], Found | None]]:
    """Have another process make and `take` items meanwhile; what is given tells what was `found` there.

    Where there is no other one, they are taken here when that is asked, and it tells None: until then, copies of this
    process may be made that are to tell nothing of them. It raises what was raised there.
    """
    parent, worker = os.getpid(), None
    if may_fork():
        with suppress(OSError):
            worker = _Worker(lambda: take(_while_wanted(items, parent)), found)

    def told() -> Found | None:
        if worker is not None:
            return cast("Found", worker.told())
        take(items)
        return None

    try:
        yield told
    finally:
        if worker is not None:
            worker.end()


def _pieces(reader: int) -> Iterator[int]:
    while piece := os.read(reader, 2):
        yield int.from_bytes(piece, "big")


def _while_wanted(items: Iterable[Item], parent: int) -> Iterator[Item]:
    for item in items:
        if os.getppid() != parent:
            os._exit(1)  # Whoever wanted this was killed.
        yield item


class _Worker:
    """A process that works, and tells what it found when there are no more pieces."""

    def __init__(self, work: Callable[[], Any], found: Callable[[], Any]) -> None:
        self._ear, mouth = os.pipe()
        self._process = forked(self._ear, mouth)
        if self._process == 0:
            os.close(self._ear)
            _work(mouth, work, found)
        os.close(mouth)

    def told(self) -> Any:
        """What it found; raises what it raised."""
        import pickle

        with os.fdopen(self._ear, "rb") as ear:
            self._ear = -1
            length, said = int.from_bytes(ear.read(LENGTH), "big"), ear.read()
        if not said or len(said) != length:
            raise WorkerStoppedError
        found, error, where = pickle.loads(said)  # noqa: S301 - from our own copy
        if error is not None:
            raise error from WorkerError(where)
        return found

    def end(self) -> None:
        if self._ear >= 0:  # Nobody wants to know any more.
            os.close(self._ear)
            end(self._process)
            return
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)


def _work(mouth: int, work: Callable[[], Any], found: Callable[[], Any]) -> NoReturn:
    """The life of a worker, which ends at once: no buffer is flushed twice, nothing of its parent is cleaned up."""
    import pickle
    import traceback

    status = 1
    try:
        try:
            work()
            said = pickle.dumps((found(), None, ""), 5)
        except Exception as error:  # noqa: BLE001 - the parent raises it
            try:
                said = pickle.dumps((None, error, traceback.format_exc()), 5)
                pickle.loads(said)  # noqa: S301 - exceptions often do not come back
            except Exception:  # noqa: BLE001
                said = pickle.dumps((None, WorkerError("of no kind that can be told"), traceback.format_exc()), 5)
        with os.fdopen(mouth, "wb") as out:
            out.write(len(said).to_bytes(LENGTH, "big"))
            out.write(said)
        status = 0
    finally:
        os._exit(status)
