"""Records are written down and read again; a file that asks for anything else is not one of ours."""

from __future__ import annotations

import pickle
from typing import Any, cast

import pytest
from msgspec import msgpack

from acadfolio.loading.pickled import NotRecordsError, dumps, loads
from acadfolio.model.dates import Day
from acadfolio.model.identifiers import Doi
from acadfolio.model.publication import Publication
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problem


class _Calling:
    """A pickle may name what is called when it is read, and with what."""

    def __init__(self, function: Any, *given: Any) -> None:
        self.function, self.given = function, given

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self.function, self.given


def test_records_come_out_as_they_went_in() -> None:
    records = ({"days": [Day(1903, 12, 10)]}, (Problem(Location("a.yml", 1, 2), "wrong", "mend it", "error"), None))
    assert loads(dumps(records)) == records
    assert loads(memoryview(dumps(records))) == records


def test_a_record_has_the_same_bytes_again_for_who_tells_records_by_them() -> None:
    """Also where a field says in so many words what stands there by itself."""
    title = Text((("", "Radium"),))
    for publication in (
        Publication(title=title),
        Publication(title=title, kind="journal", doi=Doi("10.1000/1"), year=1903),
        Publication(title=title, status=cast("Any", "publi" + "shed"[:4]), volume=""),
    ):
        again = loads(dumps(publication))
        assert again == publication
        assert msgpack.encode(again, enc_hook=repr) == msgpack.encode(publication, enc_hook=repr)


def test_of_records_that_both_know_only_numbers_are_written() -> None:
    old = (Day(1903, 12, 10), Publication(title=Text.of("Radium"), abstract=Text.of("a" * 99)))
    numbers = {id(record): number for number, record in enumerate(old)}
    written = dumps({"new": Day(1911, 12, 10), "old": [old[1], old[0]]}, numbers)
    assert b"aaa" not in written
    again = loads(written, old)
    assert again == {"new": Day(1911, 12, 10), "old": [old[1], old[0]]}
    assert again["old"][0] is old[1]
    for too_few in ((), old[:1]):
        with pytest.raises(NotRecordsError):
            loads(written, too_few)


def _called() -> None:
    pytest.fail("a file was obeyed")


@pytest.mark.parametrize(
    "asks",
    [
        _Calling(_called),
        _Calling(print, "a file was obeyed"),
        _Calling(getattr, Day, "__class__"),
        _Calling(dumps, ()),
        NotRecordsError,
        pickle.Unpickler,
        {"deep": [(_Calling(_called),)]},
    ],
    ids=["ours", "print", "getattr", "dumps", "a class of others", "a reader", "deep inside"],
)
def test_nothing_but_records_is_made(asks: Any, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotRecordsError):
        loads(dumps(asks))
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("module", ["acadfolio.model.page", "acadfolio.problems", "acadfolio.loading.model"])
@pytest.mark.parametrize("name", ["Struct", "annotations", "TYPE_CHECKING", "Struct.__init__", "__builtins__"])
def test_what_our_modules_have_of_others_is_none_of_our_records(module: str, name: str) -> None:
    asks = b"".join((b"\x80\x04", b"c", module.encode(), b"\n", name.encode(), b"\n", b"."))
    with pytest.raises(NotRecordsError):
        loads(asks)


def test_what_is_cut_or_no_pickle_at_all_is_refused() -> None:
    whole = dumps((Day(1903, 12, 10), "Paris"))
    for end in range(len(whole)):
        with pytest.raises(NotRecordsError):
            loads(whole[:end])
    with pytest.raises(NotRecordsError):
        loads(b"- date: 1903\n")
