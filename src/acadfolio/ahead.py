"""A site's data and files of Markdown come in; another process reads and converts them while this one gets ready.

Before a build can render its first page it has imported half a library. In that time a second processor reads the data,
where any of them changed, and makes HTML of the pages' texts. Which texts a page will want converted is a guess: a text
that nobody asks for was converted in vain, one that was not foreseen is converted by whoever wants it; data with
mistakes are read again by whoever tells these; so what goes wrong here is no problem, and is not told.
"""

from __future__ import annotations

import os
import select
import sys
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from acadfolio.workers import end, forked, may_fork

if sys.platform == "linux":  # Nowhere else is there such a process.
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import BinaryIO, NoReturn

    from acadfolio.markdown.model import Document

MARKDOWN = (".md", ".markdown")
KEY, LENGTH = 16, 4
"""Bytes of the digest that stands for a text, and of the length before what it became."""
LIQUID = ("{%", "{{ site.", "{{ page.", '{{ "')
"""Signs of it: most pages that hold some have one of them."""
MUCH = 100_000
"""Bytes of Markdown."""
ROOM = 1 << 20
"""Bytes that wait in the pipe for a listener, as most data of sites do; it may be as much without asking anybody."""


class Work:
    """What there is to do."""

    def __init__(
        self,
        files: Mapping[str, int],
        read: Callable[[], Iterator[bytes]] | None = None,
        cache: Callable[[], str] | None = None,
    ) -> None:
        """Of `files`, with their sizes, those of Markdown are converted. `read` says the data first, and may go on.

        Where much has to be converted, that is enough. `cache` gives the folder that keeps formulas and code.
        """
        self.texts = [file for file in files if file.endswith(MARKDOWN)]
        self.read = read if sum(files[text] for text in self.texts) < MUCH else None
        self.cache = cache


@contextmanager
def working(work: Work) -> Iterator[Ahead | None]:
    """Have it done meanwhile. None where there is nothing to do, or no second processor."""
    ahead = _started(work) if (work.texts or work.read) and may_fork() else None
    try:
        yield ahead
    finally:
        if ahead is not None:
            ahead.end()


def _started(work: Work) -> Ahead | None:
    try:
        return Ahead(work)
    except OSError:  # This user may have no more processes, or files; then there is one that does it all.
        return None


class Ahead:
    """The process that reads and converts, as the one that started it sees it."""

    def __init__(self, work: Work) -> None:
        ear, mouth = os.pipe()
        order, self._order = os.pipe()
        self.process = forked(ear, mouth, order, self._order)
        if self.process == 0:
            os.close(ear)
            os.close(self._order)
            _live(work, _Mouth(mouth), order)
        os.close(mouth)
        os.close(order)
        self._ear: BinaryIO = os.fdopen(ear, "rb")
        self._reads = work.read is not None
        self._waiting: set[bytes] | None = None
        """Of the texts that it said it would convert, those that it has not told about."""
        self._documents: dict[bytes, Document] = {}

    @property
    def is_reading(self) -> bool:
        """Whether the data will be said."""
        return self._reads

    def data(self) -> bytes:
        """What was read there; empty where nothing was. To be asked once."""
        if not self._reads:
            return b""
        self._reads = False
        return self._message()

    def document(self, key: bytes) -> Document | None:
        """What the text with this digest became, when that is known; None for a text that was not foreseen."""
        while key in self._announced() and self._hear():
            pass
        return self._documents.pop(key, None)

    def documents(self) -> dict[bytes, Document]:
        """What it has converted so far, by the digests of the texts. It ends then."""
        self._announced()
        os.close(self._order)
        self._order = -1
        while self._hear():
            pass
        return self._documents

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._ear.close()
        if self._order >= 0:
            os.close(self._order)
        end(self.process)

    def _announced(self) -> set[bytes]:
        if self._waiting is None:
            self.data()  # Nobody wanted it; it comes first.
            keys = self._message()
            self._waiting = {keys[start : start + KEY] for start in range(0, len(keys), KEY)}
        return self._waiting

    def _hear(self) -> bool:
        """Take in what it says next; False when it says nothing more."""
        from msgspec import msgpack

        from acadfolio.markdown.model import Document

        said, waiting = self._message(), self._announced()
        if not said:
            waiting.clear()
            return False
        waiting.discard(said[:KEY])
        self._documents[said[:KEY]] = msgpack.decode(said[KEY:], type=Document)
        return True

    def _message(self) -> bytes:
        """Empty at the end, and where it was killed in the midst of one."""
        length = int.from_bytes(self._ear.read(LENGTH), "big")
        said = self._ear.read(length)
        return said if len(said) == length else b""


class _Mouth:
    """Says what nobody may be listening to yet, and goes on: a pipe holds a few pages only."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self.unsaid: deque[memoryview] = deque()
        with suppress(OSError):  # Where that is too much for this user, it waits.
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, ROOM)

    def say(self, message: bytes) -> None:
        self.unsaid.append(memoryview(len(message).to_bytes(LENGTH, "big") + message))
        os.set_blocking(self.pipe, False)
        with suppress(BlockingIOError):
            self._say_all()

    def end(self) -> None:
        """Wait until all is said."""
        os.set_blocking(self.pipe, True)
        self._say_all()

    def _say_all(self) -> None:
        while self.unsaid:
            message = self.unsaid[0]
            said = os.write(self.pipe, message)
            if said < len(message):
                self.unsaid[0] = message[said:]
            else:
                self.unsaid.popleft()


def _live(work: Work, mouth: _Mouth, order: int) -> NoReturn:
    """The life of that process, which ends at once: it has nothing to clean up, and nobody to tell of its mistakes."""
    status = 1
    try:
        if work.read is not None:
            reading = work.read()
            mouth.say(_first_of(reading))
            for _ in reading:
                pass
        _convert(work, mouth, order)
        status = 0
    finally:
        os._exit(status)


def _first_of(reading: Iterator[bytes]) -> bytes:
    try:
        return next(reading)
    except Exception:  # noqa: BLE001 - whoever wants it reads it himself, and finds what is wrong
        return b""


def _convert(work: Work, mouth: _Mouth, order: int) -> None:
    from msgspec import msgpack

    from acadfolio.markdown import made
    from acadfolio.markdown.converted import Converted

    converted = Converted()  # Keeps no texts: whoever asks for them does.
    made.keep_in(work.cache)
    texts = {converted.key(text): text for text in _texts(work.texts)}
    mouth.say(b"".join(texts))
    for key, text in texts.items():
        if select.select([order], [], [], 0)[0]:  # It was closed: by one who wants what there is, or by a death.
            break
        mouth.say(key + msgpack.encode(converted.convert(text)))
    mouth.end()
    made.keep()


def _texts(files: Iterable[str]) -> Iterator[str]:
    """What a page's text is when it is converted: without its front matter, its section lines taken out."""
    from acadfolio.rendering.lines import take_out_lines
    from acadfolio.source.boundary import body_of

    for file in files:
        with suppress(OSError, UnicodeDecodeError), open(file, encoding="utf-8-sig") as opened:  # noqa: PTH123
            body = body_of(opened.read())
            if not any(sign in body for sign in LIQUID):  # It has its say first.
                yield take_out_lines(body, has_liquid=False).text
