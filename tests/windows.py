r"""Words of a command line come in; acadfolio runs as on Windows, as far as Linux can play it: `windows.py build`.

Paths have `\` and a drive, there is no fork and none of Python's modules for Unix, a look through a
folder tells no inode, what is open or read-only stays where it is, and names that Windows cannot
have are refused. Of what a real one does besides nobody hears here. A file or folder `HELD` is one
that another program has open `HELD_FOR` so many seconds.
"""

from __future__ import annotations

import asyncio
import builtins
import ctypes
import errno
import fcntl
import io
import multiprocessing
import ntpath
import os
import posix
import posixpath
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn, Self

if TYPE_CHECKING:
    from collections.abc import Callable

LOADED = (asyncio, ctypes, multiprocessing, subprocess, tempfile)
"""What would be made otherwise for Windows, of parts that Linux lacks."""
DRIVE = "C:"
MODULES = ("fcntl", "grp", "pwd", "resource", "termios")
OF_UNIX = (
    *("fork", "getuid", "geteuid", "mkfifo", "sched_getaffinity", "set_blocking", "statvfs"),
    *("O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY", "WNOHANG"),
)
IMPOSSIBLE = re.compile(
    r'[:?*<>|"\x00-\x1f]|[. ]\Z|\A(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)', re.IGNORECASE
)
IN_USE, BAD_NAME = 32, 123
"""Windows' own numbers for errors."""
linux: dict[str, Callable[..., Any]] = {
    name: one for name, one in vars(posix).items() if callable(one)
}
open_on_linux = io.open


def on_linux(path: Any) -> Any:
    """The path of Linux for one of Windows, which is that of a file of its name in any case; a number stays one."""
    if isinstance(path, int):
        return path
    there = os.fsdecode(path).replace("\\", "/").removeprefix(DRIVE) or "."
    return there if linux["access"](there, os.F_OK) else in_its_case(there)


def in_its_case(path: str) -> str:
    above, name = posixpath.split(path)
    if not name:
        return path
    above = above and in_its_case(above)
    with suppress(OSError):
        named = (
            there for there in linux["listdir"](above or ".") if there.casefold() == name.casefold()
        )
        name = next(named, name)
    return posixpath.join(above, name)


def refuse_name(path: Any) -> None:
    if any(
        IMPOSSIBLE.search(name) for name in on_linux(path).split("/") if name not in {"", ".", ".."}
    ):
        raise numbered(OSError(errno.EINVAL, "The name is incorrect", os.fspath(path)), BAD_NAME)


def refuse_in_use(path: Any) -> None:
    """A file that this process has open, and a folder that holds one."""
    above, name = posixpath.split(posixpath.join(linux["getcwd"](), on_linux(path)))
    whole = posixpath.join(posixpath.realpath(above), name, "")
    for handle in linux["listdir"]("/proc/self/fd"):
        with suppress(FileNotFoundError):
            if posixpath.join(linux["readlink"](f"/proc/self/fd/{handle}"), "").startswith(whole):
                raise numbered(
                    PermissionError(errno.EACCES, "It is in use", os.fspath(path)), IN_USE
                )


def refuse_read_only(path: Any) -> None:
    with suppress(FileNotFoundError):
        if not linux["lstat"](on_linux(path)).st_mode & stat.S_IWRITE:
            raise PermissionError(errno.EACCES, "Access is denied", os.fspath(path))


def refuse_taken(path: Any) -> None:
    if linux["access"](on_linux(path), os.F_OK):
        raise FileExistsError(errno.EEXIST, "It is there already", os.fspath(path))


def numbered(error: OSError, number: int) -> OSError:
    error.winerror = number  # type: ignore[attr-defined] # It is only on Windows.
    return error


def of_windows(
    name: str, *refuse: Callable[[Any], None], refuse_new: tuple[Callable[[Any], None], ...] = ()
) -> Any:
    """A function of `os` that takes one path or, with what to `refuse_new` of the second, two."""

    def called(path: Any, *others: Any, **named: Any) -> Any:
        for look in refuse:
            look(path)
        for look in refuse_new:
            look(others[0])
        rest = [on_linux(others[0]), *others[1:]] if refuse_new else others
        try:
            return linux[name](on_linux(path), *rest, **named)
        except OSError as error:
            error.filename = error.filename and os.fspath(path)
            raise

    return called


def with_birth(status: os.stat_result, **instead: int) -> SimpleNamespace:
    reported = {name: getattr(status, name) for name in dir(status) if name.startswith("st_")}
    added = {"st_birthtime_ns": status.st_ctime_ns, "st_reparse_tag": 0}
    return SimpleNamespace(**reported | added | instead)


class Entry:
    """What a look through a folder finds."""

    def __init__(self, found: Any, folder: str) -> None:
        self.found, self.name, self.path = found, found.name, ntpath.join(folder, found.name)
        self.is_dir, self.is_file, self.is_symlink, self.inode = (
            found.is_dir, found.is_file, found.is_symlink, found.inode,
        )  # fmt: skip

    def __fspath__(self) -> str:
        return self.path

    def is_junction(self) -> bool:
        return False

    def stat(self, **named: bool) -> SimpleNamespace:
        return with_birth(self.found.stat(**named), st_ino=0, st_dev=0, st_nlink=0)


class Look:
    """`os.scandir`."""

    def __init__(self, folder: Any = ".") -> None:
        self.folder, self.entries = os.fspath(folder), of_windows("scandir")(folder)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Entry:
        return Entry(next(self.entries), self.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.entries.close()


def opened(file: Any, mode: str = "r", *others: Any, **named: Any) -> Any:
    """`open`: text has the system's encoding and ends of lines, where nobody says which."""
    is_written = any(sign in mode for sign in "wxa+")
    if is_written:
        refuse_name(file)
    if "b" not in mode and len(others) <= 1:
        named.setdefault("encoding", "cp1252")
        if is_written:
            named.setdefault("newline", "\r\n")
    try:
        return open_on_linux(on_linux(file), mode, *others, **named)
    except OSError as error:
        error.filename = error.filename and os.fspath(file)
        raise


def opened_low(file: Any, flags: int, *others: Any, **named: Any) -> Any:
    """`os.open`."""
    return of_windows("open", *([refuse_name] if flags & os.O_CREAT else []))(
        file, flags, *others, **named
    )


class Console(io.TextIOWrapper):
    """Where acadfolio speaks: a pipe whose reader is gone has another error."""

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            raise OSError(errno.EINVAL, "Invalid argument") from None


def without_rights(*_: object, **__: object) -> None:
    raise PermissionError(errno.EPERM, "A required privilege is not held by the client")


def no_signals(*_: object) -> NoReturn:
    raise NotImplementedError


def pretend() -> None:
    """From now on this process is on Windows."""
    locking = ModuleType("msvcrt")
    vars(locking).update(
        LK_NBLCK=2,
        locking=lambda file, _mode, _count: fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB),
    )
    for name in OF_UNIX:
        delattr(os, name)
    one = ("listdir", "chdir", "access", "utime", "chmod", "readlink")
    instead: dict[str, Any] = {name: of_windows(name) for name in one}
    instead |= {
        "stat": lambda path, **named: with_birth(of_windows("stat")(path, **named)),
        "lstat": lambda path: with_birth(of_windows("lstat")(path)),
        "open": opened_low,
        "mkdir": of_windows("mkdir", refuse_name),
        "rmdir": of_windows("rmdir", refuse_in_use),
        "unlink": of_windows("unlink", refuse_in_use, refuse_read_only),
        "remove": of_windows("remove", refuse_in_use, refuse_read_only),
        "rename": of_windows("rename", refuse_in_use, refuse_new=(refuse_name, refuse_taken)),
        "replace": of_windows("replace", refuse_in_use, refuse_new=(refuse_name, refuse_in_use, refuse_read_only)),
        "link": of_windows("link", refuse_new=(refuse_name,)),
        "symlink": without_rights,
        "scandir": Look,
        "getcwd": lambda: DRIVE + linux["getcwd"]().replace("/", "\\"),
        "fsencode": lambda path: os.fspath(path).encode("utf-8", "surrogatepass"),
        "sep": "\\", "altsep": "/", "linesep": "\r\n", "name": "nt", "path": ntpath, "O_BINARY": 0,
    }  # fmt: skip
    vars(os).update(instead)
    io.open = builtins.open = opened
    if held := os.environ.get("HELD"):
        handle = linux["open"](held, os.O_RDONLY)
        letting_go = threading.Timer(float(os.environ["HELD_FOR"]), os.close, [handle])
        letting_go.daemon = True
        letting_go.start()
    sys.stdout = Console(sys.stdout.buffer, encoding="cp1252", newline="\r\n")
    sys.platform = "win32"
    sys.modules |= {"msvcrt": locking, "os.path": ntpath, **dict.fromkeys(MODULES)}  # type: ignore[dict-item] # as `import` knows what is not there
    asyncio.SelectorEventLoop.add_signal_handler = no_signals  # type: ignore[method-assign, assignment]
    vars(shutil).update(_use_fd_functions=False)
    vars(ntpath).update(realpath=lambda path, **_: ntpath.abspath(path))  # There are no links.
    for name in [name for name in sys.modules if name.partition(".")[0] == "pathlib"]:
        del sys.modules[name]  # What was made of it has paths of Linux.


if __name__ == "__main__":
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # What runs in the background ignores it.
    pretend()
    from acadfolio.cli import main

    raise SystemExit(main(sys.argv[1:]))
