"""Text comes in, its HTML comes out, converted once for each text: in this process, and where it is kept, in others.

`Converted` stands for the functions `convert` and `inline` of this package, with the options that it uses.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct, field

from acadfolio import markdown
from acadfolio.kept import Shelf
from acadfolio.markdown import made
from acadfolio.markdown.model import Document, Options
from acadfolio.markdown.plain import is_plain_field

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Elsewhere(Protocol):
        """Another process, which converts texts that will be wanted."""

        def document(self, key: bytes) -> Document | None:
            """What the text with this digest became there; None when nothing did."""

        def documents(self) -> dict[bytes, Document]:
            """All that it has converted so far. It ends then."""


Made = TypeVar("Made")

FILE = "converted"
MOST = 96_000_000
"""So many characters of HTML are remembered at most; then the older half is forgotten."""
MOST_DOCUMENTS, MOST_LINES = 64, 2048
"""So many of a process that converts the same pages again and again, each time a little different."""


class Results(Struct, array_like=True):
    """HTML by the digests of texts and options: of single lines, and of documents."""

    inline: dict[bytes, str] = field(default_factory=dict)
    documents: dict[bytes, Document] = field(default_factory=dict)

    def take(self, other: Results) -> None:
        self.inline.update(other.inline)
        self.documents.update(other.documents)


class Converted:
    """Remembers what was converted. `cache` gives the site's cache folder; without it, only this process does."""

    def __init__(self, cache: Callable[[], str] | None = None, ahead: Elsewhere | None = None) -> None:
        self._ahead = ahead
        self._shelf = Shelf(cache, FILE)
        made.keep_in(cache)
        self._is_read = False
        self._known, self._unkept, self._news = Results(), Results(), Results()
        self._size = 0
        self._read_with(Options())

    def use(self, options: Options) -> Converted:
        """The same, for texts that are read with these options."""
        if options != self._options:
            self._read_with(options)
        return self

    def _read_with(self, options: Options) -> None:
        self._options = options
        self._context = blake2b(repr(options).encode(), digest_size=16).digest()
        inline, documents = _ByText(self._inline), _ByText(self._convert)
        self.inline: Callable[[str], str] = inline.__getitem__
        """One text field of the data, without a paragraph around it."""
        self.convert: Callable[[str], Document] = documents.__getitem__
        """A whole document."""
        self._by_text = inline, documents

    def open(self) -> None:
        """Read what was kept, before it is asked for."""
        if not self._is_read:
            self._read()

    def gather(self) -> None:
        """Take over what was converted ahead, before others are asked to do the rest."""
        if self._ahead is not None:
            ahead, self._ahead = self._ahead, None
            self.learn(Results(documents=ahead.documents()))

    def news(self) -> Results:
        """What was converted since this was last asked: for `learn` in another process, which may be a parent."""
        news, self._news = self._news, Results()
        return news

    def learn(self, news: Results) -> None:
        """Take over what another process converted."""
        self._known.take(news)
        self._unkept.take(news)
        self._grow(_size_of(news))

    def keep(self) -> None:
        """Write down what is new, for the processes to come."""
        made.keep()
        if self._unkept.inline or self._unkept.documents:
            if not self._is_read:
                self._shelf.read()  # Whoever only heard of the news adds it to what is there.
            self._shelf.add(msgspec.msgpack.encode(self._unkept), self._whole)
            self._unkept = Results()

    def _whole(self) -> bytes:
        if not self._is_read:
            self._read()
        return msgspec.msgpack.encode(self._known)

    def forget_older_news(self) -> None:
        """Of what was converted since `news` was asked, only the youngest stays: who saves a page again and again."""
        inline = _without_older(self._known.inline, self._news.inline, MOST_LINES)
        documents = _without_older(self._known.documents, self._news.documents, MOST_DOCUMENTS)
        self._size -= _size_of(Results(inline, documents))
        for texts in self._by_text:
            texts.clear()

    def made(self, key: bytes, make: Callable[[], str]) -> str:
        """HTML that is made of more than a text, under a digest of all that it is made of."""
        if not self._is_read:
            self._read()
        html = self._known.inline.get(key)
        if html is None:
            html = make()
            for results in (self._known, self._unkept, self._news):
                results.inline[key] = html
            self._grow(len(html))
        return html

    def known(self, key: bytes) -> str:
        """What was made under this digest; empty where nothing was."""
        if not self._is_read:
            self._read()
        return self._known.inline.get(key, "")

    def _inline(self, text: str) -> str:
        if is_plain_field(text):  # Not worth keeping.
            return text.strip(" ")
        return self.made(self.key(text), lambda: markdown.inline(text, self._options))

    def _convert(self, text: str) -> Document:
        key = self.key(text)
        document = self._known.documents.get(key)
        if document is None:
            document = self._ahead.document(key) if self._ahead is not None else None
            if document is None:
                document = markdown.convert(text, self._options)
            for results in (self._known, self._unkept, self._news):
                results.documents[key] = document
            self._grow(len(document.html))
        return document

    def key(self, text: str) -> bytes:
        """16 bytes that stand for a text, as these options read it."""
        if not self._is_read:
            self._read()
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=self._context).digest()

    def _read(self) -> None:
        self._is_read = True
        if self._shelf.folder is None:
            return
        try:
            for piece in self._shelf.read():
                self._known.take(msgspec.msgpack.decode(piece, type=Results))
        except msgspec.MsgspecError:
            self._shelf.forget()
        self._grow(_size_of(self._known))

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > MOST:
            self._known = Results(_younger(self._known.inline), _younger(self._known.documents))
            self._size = _size_of(self._known)
            for texts in self._by_text:
                texts.clear()
            self._shelf.forget()


class _ByText(dict[str, Made]):
    """What was asked before is answered by the dictionary itself: thousands of times for every build."""

    def __init__(self, make: Callable[[str], Made]) -> None:
        self.make = make

    def __missing__(self, text: str) -> Made:
        made = self[text] = self.make(text)
        return made


def _size_of(results: Results) -> int:
    return sum(map(len, results.inline.values())) + sum(len(document.html) for document in results.documents.values())


def _without_older(known: dict[bytes, Made], news: dict[bytes, Made], most: int) -> dict[bytes, Made]:
    """Takes all but the youngest news out of both; what was taken out of what is known."""
    older = list(news)[:-most]
    for key in older:
        del news[key]
    return {key: known.pop(key) for key in older if key in known}


def _younger(results: dict[bytes, Made]) -> dict[bytes, Made]:
    """What was made last, or came from a file last."""
    return dict(list(results.items())[len(results) // 2 :])
