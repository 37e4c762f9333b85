"""Files of Markdown come in; another process converts them while this one gets ready to want them.

Before a build can render its first page it has read all data, imported half a library and set up its templates. In that
time a second processor makes HTML of the pages' texts. Which texts a page will want converted is a guess: a text that
nobody asks for was converted in vain, one that was not foreseen is converted by whoever wants it; so what goes wrong
here is no problem, and is not told.
"""

from __future__ import annotations

import os
import select
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from acadfolio.workers import may_fork

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.markdown.model import Document

MARKDOWN = (".md", ".markdown")
KEY, LENGTH = 16, 4
"""Bytes of the digest that stands for a text, and of the length before what it became."""


@contextmanager
def converting(files: Sequence[str]) -> Iterator[Ahead | None]:
    """Have them converted meanwhile; None where there is nothing to convert, or no second processor."""
    texts = [file for file in files if file.endswith(MARKDOWN)]
    ahead = Ahead(texts) if texts and may_fork() else None
    try:
        yield ahead
    finally:
        if ahead is not None:
            ahead.end()


class Ahead:
    """The process that converts, as the one that started it sees it."""

    def __init__(self, files: Sequence[str]) -> None:
        ear, mouth = os.pipe()
        order, self._order = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(ear)
            os.close(self._order)
            _live(files, mouth, order)
        os.close(mouth)
        os.close(order)
        self._ear: BinaryIO = os.fdopen(ear, "rb")
        self._waiting: set[bytes] | None = None
        """Of the texts that it said it would convert, those that it has not told about."""
        self._documents: dict[bytes, Document] = {}

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
        import signal

        self._ear.close()
        if self._order >= 0:
            os.close(self._order)
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)

    def _announced(self) -> set[bytes]:
        if self._waiting is None:
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


def _live(files: Sequence[str], mouth: int, order: int) -> NoReturn:
    """The life of that process, which ends at once: it has nothing to clean up, and nobody to tell of its mistakes."""
    status = 1
    try:
        _convert(files, _Mouth(mouth), order)
        status = 0
    finally:
        os._exit(status)


def _convert(files: Sequence[str], mouth: _Mouth, order: int) -> None:
    from msgspec import msgpack

    from acadfolio.markdown.converted import Converted

    converted = Converted()
    texts = {converted.key(text): text for text in _texts(files)}
    mouth.say(b"".join(texts))
    for key, text in texts.items():
        if select.select([order], [], [], 0)[0]:  # It was closed: by one who wants what there is, or by a death.
            break
        mouth.say(key + msgpack.encode(converted.convert(text)))
    mouth.end()


def _texts(files: Sequence[str]) -> Iterator[str]:
    """What a page's text is when it is converted: without its front matter, its section lines taken out."""
    from acadfolio.render.lines import take_out_lines
    from acadfolio.source.boundary import body_of

    for file in files:
        with suppress(OSError, UnicodeDecodeError), open(file, encoding="utf-8-sig") as opened:  # noqa: PTH123
            body = body_of(opened.read())
            if "{%" not in body:  # Liquid has its say first.
                yield take_out_lines(body, has_liquid=False).text
