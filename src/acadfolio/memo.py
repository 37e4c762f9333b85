"""Reuse the results of earlier builds, by the hash of their inputs. Only `build` uses it.

The results are the records of the data files, the HTML of each Markdown text, the variants of each
image, and the inputs of each page. Their files are in the site's cache folder and can be deleted at
any time: results that are missing, damaged or of another version are computed again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct, msgpack, structs

from acadfolio.cache_folder import IMAGES, cache_folder, read_kept, remove_older, write_kept
from acadfolio.files import bytes_digest, file_digest, files_below
from acadfolio.images.variants import Variant, key_of
from acadfolio.kept import Kept
from acadfolio.loading.data import read_data
from acadfolio.model.section_kinds import section_kind
from acadfolio.model.site import Data, Names
from acadfolio.page_memo import KeptPages
from acadfolio.problems import Problem, Problems

# msgspec looks up the types of fields when a record class is created.
# ruff: noqa: TC001
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from acadfolio.rendering.images import MakeVariants

Result = TypeVar("Result")
PAGES, DATA = "pages", "data"
SPARE = 50
"""So many results of texts that were edited since are kept in any case."""
MONTH = 30 * 24 * 60 * 60
"""How long unused variants of images are stored, such as those of a draft or of a branch."""


class KeptData(Struct, frozen=True, array_like=True):
    """The data of the last build."""

    data: Data
    """Everything except the entries."""
    entries: dict[str, msgspec.Raw]
    """The encoded entries of each section. Its name gives their type."""
    problems: list[Problem] = []
    """The warnings of the files."""


class DataReading(Struct, frozen=True):
    """Data as they were read, with their problems."""

    data: Data
    problems: list[Problem]
    is_of_key: bool
    """Whether no file was saved while they were read: they would be taken for others later."""


class Memo:
    """The results of earlier builds of one site.

    Args:
        site: The site's folder. Without it, results are only stored in memory.
        program: A digest of the program and its libraries. Another version does not use these results.
    """

    def __init__(self, site: str | None, program: bytes) -> None:
        self.site, self.program = site, program
        self.results: dict[str, Results[Any]] = {}
        self.kept = Kept()
        """What this process read, with its problems."""
        self.pages: dict[str, KeptPages] = {}
        """The pages of the last build, by the folder of their language."""
        self.is_complete = False
        """Whether the build used all results that the next one may need, because it rendered all pages."""

    def remembered(
        self, name: str, function: Callable[[str], Result], kind: type[Result], about: object
    ) -> Callable[[str], Result]:
        """Return a function that calls `function` once for each text. It decodes its result at each call.

        Args:
            name: The name of the file that holds the results.
            function: A pure function.
            kind: The type of its results.
            about: Everything else on which the results depend.
        """
        if name not in self.results:
            self.results[name] = Results(
                kind, self._read(name, self.program, dict[bytes, bytes]) or {}
            )
        results: Results[Result] = self.results[name]
        results.begin()
        salt = bytes_digest(repr(about).encode())

        def remembering(text: str) -> Result:
            key = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, salt=salt).digest()
            return results.get(key, lambda: function(text))

        return remembering

    def remembered_variants(self, function: MakeVariants) -> MakeVariants:
        """Return a function that calls `function` once for each image, whichever process renders the page.

        The variants of an image have their own file, because they are large and do not depend on
        the program's version.
        """
        if self.site is None:
            return function

        def remembering(image: bytes) -> tuple[Variant, ...]:
            name = f"{IMAGES}/{key_of(image)}"
            variants = self._read(name, b"", tuple[Variant, ...])
            if variants is None:
                variants = function(image)
                self._write(name, b"", variants)
            else:
                with suppress(OSError):
                    os.utime(self._path(name))  # It is stored for another month.
            return variants

        return remembering

    def read_data(self, root: Path, problems: Problems, names: Names) -> Data:
        """Read the data files of a site, or return the data of the last build if no file has changed.

        Data are stored with their warnings. Those with errors are only kept in the process.
        """
        if self.site is None:
            return read_data(root, problems, names)
        try:
            key = self._state_of_data(root, names)
        except OSError:  # Reading the files reports it.
            return read_data(root, problems, names)
        place = (DATA, key)
        read = self.kept.get(place, lambda: self._read_data(root, names, key))
        if not read.is_of_key:
            self.kept.forget(place)
        problems.found += read.problems
        return read.data

    def _state_of_data(self, root: Path, names: Names) -> bytes:
        return _state_of_data(root, names, self.kept.remembered_of_file(file_digest))

    def _read_data(self, root: Path, names: Names, key: bytes) -> DataReading:
        kept = self._read(DATA, self.program + key, KeptData)
        if kept:
            with suppress(msgspec.MsgspecError):
                return DataReading(_data_of(kept), kept.problems, is_of_key=True)
        problems = Problems()
        data = read_data(root, problems, names)
        is_of_key = False
        with suppress(OSError):
            is_of_key = self._state_of_data(root, names) == key
        if is_of_key and all(problem.severity == "warning" for problem in problems.found):
            self._write(DATA, self.program + key, _kept(data, problems.found))
        return DataReading(data, problems.found, is_of_key)

    def read_pages(self) -> None:
        """Read the pages of the last build."""
        self.pages = self._read(PAGES, self.program, dict[str, KeptPages]) or {}

    def begin(self) -> None:
        """Count from now on which results are used."""
        for results in self.results.values():
            results.begin()

    def take_used(self) -> dict[str, dict[bytes, bytes]]:
        """Return the results that were used since the last call, for the process that saves them.

        New ones among them are forgotten here: many processes would hold them twice.
        """
        used = {name: results.used for name, results in self.results.items()}
        for results in self.results.values():
            results.used = {}
        return used

    def add_used(self, used: dict[str, dict[bytes, bytes]]) -> None:
        """Add the results that another process used."""
        for name, packed in used.items():
            results = self.results[name]
            results.has_news = results.has_news or not packed.keys() <= results.known.keys()
            results.used |= packed

    def forget_replaced(self) -> None:
        """Forget the results of texts that were edited since, after a build of a preview.

        A page that was not rendered again may need its result later: what this build did not use is
        forgotten if the build rendered all pages, or if there is much of it.
        """
        for results in self.results.values():
            if self.is_complete or len(results.all()) > results.most_known:
                results.forget_unused()

    def save(self) -> None:
        """Write the results. If that fails, the next build computes them again."""
        for name, results in self.results.items():
            if results.has_news:
                self._write(name, self.program, results.used if self.is_complete else results.all())
        self._write(PAGES, self.program, self.pages)
        with suppress(OSError):
            remove_older(self._path(IMAGES), MONTH)

    def _read(self, name: str, key: bytes, kind: type[Result]) -> Result | None:
        """Return what was written with the same key: the digest of all on which it depends."""
        with suppress(OSError, msgspec.MsgspecError):
            payload = read_kept(self._path(name), _head(name, key))
            return (
                None if payload is None else msgpack.decode(payload, type=kind, dec_hook=_made_of)
            )
        return None

    def _write(self, name: str, key: bytes, value: object) -> None:
        with suppress(OSError):
            write_kept(self._path(name), _head(name, key), msgpack.encode(value, enc_hook=_plain))

    def _path(self, name: str) -> str:
        """Return the path of a file or folder of the cache.

        Raises OSError if nothing can be stored.
        """
        if self.site is None:
            raise FileNotFoundError(name)
        return f"{cache_folder(self.site)}/{name}"


def _head(name: str, key: bytes) -> bytes:
    return b"acadfolio %s %s\n" % (name.encode(), key.hex().encode())


class Results(Generic[Result]):
    """Encoded results of one type, by the hash of their inputs."""

    def __init__(self, kind: type[Result], known: dict[bytes, bytes]) -> None:
        self.kind, self.known = kind, known
        """`known` are the results of earlier builds."""
        self.used: dict[bytes, bytes] = {}
        """Those that this build used, also the new ones."""
        self.has_news = False
        self.most_known = 2 * len(known) + SPARE

    def begin(self) -> None:
        """Count from now on which results are used."""
        self.known |= self.used
        self.used = {}

    def all(self) -> dict[bytes, bytes]:
        """Return the results of this build and of earlier ones."""
        return self.known | self.used

    def forget_unused(self) -> None:
        """Forget the results that were not used since the build began."""
        self.known, self.used = self.used, {}
        self.most_known = 2 * len(self.known) + SPARE

    def get(self, key: bytes, make: Callable[[], Result]) -> Result:
        """Return the result for a key; compute it if it is not stored."""
        packed = self.used.get(key) or self.known.get(key)
        if packed is not None:
            with suppress(msgspec.MsgspecError):
                result = msgpack.decode(packed, type=self.kind)
                self.used[key] = packed
                return result
        result = make()
        self.used[key] = msgpack.encode(result)
        self.has_news = True
        return result


def _state_of_data(root: Path, names: Names, digest_of: Callable[[str], bytes]) -> bytes:
    """Return a digest of the inputs of the data: the contents of the data files, and the names of other files.

    `digest_of` returns the digest of a file's content.
    """
    data = files_below([str(root / "data")], str(root / "data/schemas"))
    contents = [(path, digest_of(path) if status else b"") for path, status in sorted(data.items())]
    # A link to a missing file is none.
    static = sorted(
        (path, status is not None)
        for path, status in files_below([str(root / "static")], "").items()
    )
    others = [str(root), sorted(names.citation_styles), names.looks, static]
    return bytes_digest(repr((contents, others)).encode("utf-8", "surrogatepass"))


def _kept(data: Data, problems: list[Problem]) -> KeptData:
    entries = {
        name: msgspec.Raw(msgpack.encode(records, enc_hook=_plain))
        for name, records in data.entries.items()
    }
    return KeptData(structs.replace(data, entries={}), entries, problems)


def _data_of(kept: KeptData) -> Data:
    entries: dict[str, tuple[Struct, ...]] = {}
    for name, encoded in kept.entries.items():
        record = section_kind(name).record
        entries[name] = msgpack.decode(encoded, type=tuple[record, ...], dec_hook=_made_of)  # type: ignore[valid-type]
    return structs.replace(kept.data, entries=entries)


def _plain(value: str | float) -> str | float:
    """Encode a text or a number that has its own type, such as a DOI or a latitude."""
    return "".join(value) if isinstance(value, str) else float(value)


def _made_of(kind: type[Any], value: object) -> Any:
    return kind(value)
