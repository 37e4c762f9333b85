"""Files come in by their paths; all of them stand there afterwards, or none."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class New(list[Path]):
    """Files and folders, as they are made."""

    is_stopped = False
    """By Ctrl-C, which waits until what is being made is made and stands in the list."""


@contextmanager
def all_or_nothing() -> Iterator[New]:
    """A list for files and folders that are made: they go again when something fails, or somebody stops it."""
    new = New()
    with _held_back(new):
        try:
            yield new
            _go_on(new)
        except BaseException:
            for path in reversed(new):
                with suppress(OSError):  # Somebody put something into this folder meanwhile.
                    path.rmdir() if path.is_dir() else path.unlink()
            raise


def write_new(file: Path, content: bytes, new: New) -> bool:
    """Whether it was written: not where there is anything of this name, be it a link that leads nowhere."""
    _go_on(new)
    for folder in reversed(file.parents):
        if not folder.is_dir():
            folder.mkdir()
            new.append(folder)
    try:
        with file.open("xb") as target:
            new.append(file)
            target.write(content)
    except FileExistsError:
        return False
    return True


def _go_on(new: New) -> None:
    """Unless somebody wants to stop."""
    if new.is_stopped:
        raise KeyboardInterrupt


@contextmanager
def _held_back(new: New) -> Iterator[None]:
    """Ctrl-C between making something and remembering it would leave it there. Only who hears of it can wait."""
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def stop(*_: object) -> None:
        new.is_stopped = True

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
