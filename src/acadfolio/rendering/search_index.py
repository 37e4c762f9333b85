"""Write the index of the site's search as scripts, because a page opened from disk cannot read other files."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct, json

from acadfolio.files import bytes_digest
from acadfolio.html.email import ADDRESS
from acadfolio.html.text import Passage, passages, plain_text
from acadfolio.model.names import HAN
from acadfolio.rendering import Output

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.routing import PlannedPage

PAGES_PER_SHARD = 500
"""A site with more pages has an index of their words, in shards; with fewer, the full texts are searched."""
PAGES_PER_TEXT_FILE = 25
"""With an index of words, only the texts of the best pages are loaded, so many in a file."""
SEARCH_FOLDER = "assets/search/"
SEARCH_OFF, SEARCH_ON = "<!--search off-->", "<!--search on-->"
"""Comments around HTML that is not searched, such as entries with their own pages. Finished pages do not have them."""
SEARCH_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")
"""A word; of Chinese and Japanese, a single character. The script that searches has the same."""
# Letters that Unicode does not decompose; the script that searches has the same.
ASCII_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
MARKS = re.compile("[\u0300-\u036f\u3099\u309a]+")
OTHER_KEYS = 16
KEYS = (*"0123456789abcdefghijklmnopqrstuvwxyz", *(f"x{number:x}" for number in range(OTHER_KEYS)))
"""The files of a shard's words: by their first letter, and a few for those of other scripts."""
LABELS = ("search:found", "search:none", "search:more")
"""The texts of the dialog. The names of its field and its button are on the page."""

Record = tuple[str, str, list[Passage]]
"""A page's path, the name of its section, and its passages."""


def search_record(planned: PlannedPage, section: str, title: str, html: str) -> bytes:
    """The data of a page for the search, as JSON of a `Record`."""
    searched, *others = html[html.find("<main") : html.rfind("</main>")].split(SEARCH_OFF)
    searched += "".join(part.partition(SEARCH_ON)[2] for part in others)
    searched = searched.replace("</dt>", ": ").replace("</dd>\n<dt>", "; ")
    words = [(anchor, plain_text(heading), _words(text)) for anchor, heading, text in passages(title, searched)]
    return json.encode((planned.path, section, words))


def _words(html: str) -> str:
    """The text of some HTML without e-mail addresses, because harvesters search scripts too."""
    text = plain_text(html)
    return ADDRESS.sub("", text) if "@" in text else text


class Shard(Struct, frozen=True):
    """A part of a large index: pages in a row, and an index of their words. It is the same while their records are."""

    number: int
    records: Sequence[bytes]

    @property
    def path(self) -> str:
        return f"{SEARCH_FOLDER}words-{self.number}"

    @property
    def digest(self) -> bytes:
        return bytes_digest(b"\n".join([b"%d" % self.number, *self.records]))

    def outputs(self) -> list[Output]:
        """The files with its texts, then those with its words."""
        files = []
        for start in range(0, len(self.records), PAGES_PER_TEXT_FILE):
            number = (self.number * PAGES_PER_SHARD + start) // PAGES_PER_TEXT_FILE
            files.append(_script(f"text-{number}", _array(self.records[start : start + PAGES_PER_TEXT_FILE])))
        pages: defaultdict[str, list[int]] = defaultdict(list)
        for number, encoded in enumerate(self.records):
            for word, is_in_heading in _words_of(json.decode(encoded, type=Record)).items():
                pages[word].append(2 * number + is_in_heading)
        by_key: dict[str, dict[str, list[int]]] = {key: {} for key in KEYS}
        for word in sorted(pages):
            by_key[_shard_key(word)][word] = pages[word]
        for key, of_key in by_key.items():
            files.append(_script(f"words-{self.number}-{key}", json.encode(of_key)))
        return files


def shards(records: Sequence[bytes]) -> Iterator[Shard]:
    """The shards of the index of many pages; none where the texts of all are in `index`."""
    if len(records) > PAGES_PER_SHARD:
        for start in range(0, len(records), PAGES_PER_SHARD):
            yield Shard(start // PAGES_PER_SHARD, records[start : start + PAGES_PER_SHARD])


def index(records: Sequence[bytes], words: Mapping[str, str]) -> Output:
    """The file that a search loads first, with the texts of its dialog."""
    labels = {name.removeprefix("search:"): words[name] for name in LABELS}
    about = {"labels": labels, "count": len(records), "part": PAGES_PER_SHARD, "block": PAGES_PER_TEXT_FILE}
    pages = _array(records if len(records) <= PAGES_PER_SHARD else [])
    return _script("index", b"[%s,%s]" % (json.encode(about), pages))


def _script(name: str, value: bytes) -> Output:
    return Output(f"{SEARCH_FOLDER}{name}.js", b'searchIndex("%s",%s)\n' % (name.encode(), value), is_on_demand=True)


def _array(records: Sequence[bytes]) -> bytes:
    return b"[%s]" % b",\n".join(records)


def _words_of(page: Record) -> dict[str, bool]:
    """The words of a page, and whether they are in a heading."""
    texts = " ".join(text for _, _, text in page[2])
    headings = " ".join(heading for _, heading, _ in page[2])
    return dict.fromkeys(folded_words(texts), False) | dict.fromkeys(folded_words(headings), True)


def folded_words(text: str) -> list[str]:
    """The words of a text, without accents and capitals."""
    text = text.lower()
    for letter, plain_letter in ASCII_LETTERS.items():
        text = text.replace(letter, plain_letter)
    return SEARCH_WORD.findall(MARKS.sub("", unicodedata.normalize("NFKD", text)))


def _shard_key(word: str) -> str:
    """The name of the file that a word is in: its first letter, or one of a few for those of other scripts."""
    first = word[0]
    return first if first in KEYS else f"x{ord(first) % OTHER_KEYS:x}"
