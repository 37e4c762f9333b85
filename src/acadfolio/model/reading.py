"""A YAML node and a record's type come in, the record comes out; every mistake is reported with its place."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Struct, field

from acadfolio.model.fields import fields_of, required_of, shape_of
from acadfolio.model.record import LOCATION, AnyRecord, Record
from acadfolio.model.references import Reference
from acadfolio.model.truths import truth_of
from acadfolio.model.values import Address, ImagePath, LanguageTag, Link, OldAddress, SecretValueError, Text
from acadfolio.problems import did_you_mean
from acadfolio.source.yaml import Mapping, Node, Scalar, Sequence, is_nothing, is_plain, kind_of, place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

Made = TypeVar("Made")

CLOSE = 0.75
"""A choice is one word of few: only a slip of the pen is near one; else all of them are told."""
MOST_NODES = 100_000  # Of one free-form value; aliases of aliases can hold billions.
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,15}")
CURLY = frozenset("“”„‘")
NAMES = frozenset({"venue", "publisher", "location", "institution", "employer", "event", "series", "name"})
"""Texts that nobody would put into quotes of letters: in titles and sentences these may be meant."""
SPACED, BETWEEN_COMMAS = re.compile(r"\S+"), re.compile(r"[^\s,](?:[^,]*[^\s,])?")
"""One of several words in a line, as Jekyll parts them; where there are commas, that is what stands between these."""


class Reader(Struct):
    """Reads one file. `references` gathers what it points at, for a later look at whether it exists."""

    source: Source
    problems: Problems
    references: list[Reference] = field(default_factory=list)

    def record(
        self, node: Node, record: type[AnyRecord], *, also: Collection[str] = (), lent: dict[str, Any] | None = None
    ) -> AnyRecord | None:
        """A record from a mapping, or from one text where its type reads one (`from_text`).

        `also` has further keys, which someone else reads; `lent` stands for what another file may say. None when
        anything is wrong or missing.
        """
        from_text: Callable[[str], AnyRecord] | None = getattr(record, "from_text", None)
        if isinstance(node, Scalar) and from_text is not None and not is_nothing(node):
            text = node.value
            self._warn_of_curly(node)
            return self.attempt(node, lambda: from_text(text))
        pairs = self.pairs(node, _such_as(record))
        if pairs is None:
            return None
        return self._fill(node, record, pairs, also, lent or {})

    def records(self, node: Node, record: type[AnyRecord]) -> tuple[AnyRecord, ...]:
        """A list of records, without those that are wrong."""
        if not isinstance(node, Sequence):
            first = node.value[0][0] if isinstance(node, Mapping) and node.value else node
            if self._report_lookalike(first):
                return ()
            self.report(node, f"this is {kind_of(node)}, but a list is wanted", "start every entry with `- `")
            return ()
        found = (self.record(item, record) for item in node.value)
        return tuple(entry for entry in found if entry is not None)

    def pairs(self, node: Node, example: str = "`key: value`") -> dict[str, tuple[Node, Node]] | None:
        """The keys of a mapping with their nodes; a key that stands twice is reported at its second place."""
        if not isinstance(node, Mapping):
            if self._report_lookalike(node):
                return None
            how = f"write {example}" + (", without a dash before it" if isinstance(node, Sequence) else "")
            self.report(node, f"this is {kind_of(node)}, but keys and values are wanted", how)
            return None
        pairs: dict[str, tuple[Node, Node]] = {}
        is_doubled = False
        for key, value in node.value:
            if not isinstance(key, Scalar):
                self.report(key, f"a key cannot be {kind_of(key)}", "put quotes around it")
            elif pairs.setdefault(key.value, (key, value))[0] is not key:
                is_doubled = True
        if is_doubled:
            from acadfolio.source.dashes import doubled_keys  # Only a mistake pays for it.

            for doubled in doubled_keys(node, self.source.text):
                self.report(*doubled)
        return pairs

    def report(self, node: Node, message: str, hint: str = "", *, rule: str = "") -> None:
        self.problems.error(place(self.source, node), message, hint, rule=rule)

    def value(self, node: Node, wanted: Any, key: str = "") -> Any:
        """A value of the wanted type; None, and a problem, when the node holds no such thing."""
        shape = shape_of(wanted)
        if shape.type is Text:
            return self._name(node, key) if shape.about.get("is_name") else self._text(node, key)
        if shape.origin is Literal:
            return self._choice(node, shape.parts, key)
        if shape.origin is tuple:
            return self._tuple(node, shape.parts[0], key, split=shape.about.get("split", False))
        if shape.origin is dict:
            if shape.about.get("named") and isinstance(node, Sequence):
                return {"": self.value(node, shape.parts[1], key)}
            return self._dict(node, shape.parts[1])
        if shape.type is Any:
            return self._anything(node, _value_of_jekyll if shape.about.get("of_jekyll") else _value)
        if shape.is_record:
            return self.record(node, shape.type)
        return self._scalar(node, shape.type, key, shape.about)

    def _fill(
        self,
        node: Node,
        record: type[AnyRecord],
        pairs: dict[str, tuple[Node, Node]],
        also: Collection[str],
        lent: dict[str, Any],
    ) -> AnyRecord | None:
        before = len(self.problems.found)
        wanted = fields_of(record)
        values: dict[str, Any] = {}
        meant = ""
        misplaced = 0
        pairs = self._without_rests(node, pairs, record, also)
        for key, (key_node, value_node) in pairs.items():
            if key in wanted:
                if not is_nothing(value_node):
                    values[wanted[key].name] = self.value(value_node, wanted[key].type, key)
            elif key not in also:
                place_of: Callable[[str], str] | None = getattr(record, "place_of", None)
                elsewhere = place_of(key) if place_of else ""
                misplaced += bool(elsewhere)
                hint = elsewhere or did_you_mean(key, {*wanted, *also})
                meant += hint
                if self._report_lookalike(key_node):
                    continue
                own = "keys of your own go below `extra:`" if "extra" in wanted else ""
                own += ", what pages read as `site.…` below `liquid:`" if "liquid" in wanted else ""
                hint = "write the keys of the other entry out" if key == "<<" else hint
                self.report(key_node, f"`{key}` is no key that is known here", hint or own, rule="unknown-key")
        if lent:
            values = {name: value for name, value in lent.items() if name not in pairs} | values
        is_wrong = self._errors_since(before)  # What is left of a wrong value may be nothing.
        # What was written in another place, whole, may hold what is missing here.
        for key in required_of(record) if misplaced < len(pairs) or not pairs else ():
            name = wanted[key].name
            is_blank = key in pairs and not is_wrong and _is_blank(values.get(name))
            if (name not in values or is_blank) and f"mean `{key}`" not in meant:
                self._report_missing(node, key, pairs)
        if self._errors_since(before):
            return None
        return self._make(node, record, values)

    def _make(self, node: Node, record: type[AnyRecord], values: dict[str, Any]) -> AnyRecord | None:
        if issubclass(record, Record):
            values[LOCATION] = place(self.source, node)
        return self.attempt(node, lambda: record(**values))

    def _without_rests(
        self, node: Node, pairs: dict[str, tuple[Node, Node]], record: type[Struct], also: Collection[str]
    ) -> dict[str, tuple[Node, Node]]:
        """The pairs without words between commas that are no keys, but the rest of a value; these are reported."""
        if not (isinstance(node, Mapping) and node.flow_style):
            return pairs
        empty = [key for key, (_, value) in pairs.items() if is_nothing(value)]
        rests = [key for key in empty if key not in required_of(record) and self._has_no_colon(pairs[key][0])]
        for key in rests:
            from acadfolio.model.meant import after_comma  # Only a mistake pays for it.

            if self._report_lookalike(pairs[key][0]):
                continue
            if hint := after_comma(pairs, key, rests):
                is_key = key in fields_of(record) or key in also
                what = "stands here without a value" if is_key else "is no key that is known here"
                self.report(pairs[key][0], f"`{key}` {what}", hint)
        return {key: pair for key, pair in pairs.items() if key not in rests} if rests else pairs

    def _report_lookalike(self, node: Node) -> bool:
        """Report a sign that only looks like one of YAML's, where a text is not what it was to be for it."""
        if not isinstance(node, Scalar) or not is_plain(node) or node.value.isascii():
            return False
        from acadfolio.source.lookalikes import report_lookalike  # Only a mistake pays for it.

        return report_lookalike(self.source, node, self.problems)

    def _has_no_colon(self, key: Node) -> bool:
        line = self.source.text.split("\n")[key.end_mark.line]
        return not line[key.end_mark.column :].lstrip().startswith(":")

    def _warn_of_curly(self, node: Scalar) -> None:
        if node.value[:1] in CURLY and is_plain(node) and (hint := self._straight(node)):
            what = f"the quotes of `{node.value}` are taken for a part of it"
            self.problems.warn(place(self.source, node), what, hint)

    def _straight(self, node: Node) -> str:
        """A hint at quotes that are none to YAML; empty where there are none."""
        if not isinstance(node, Scalar) or node.value[:1] not in CURLY or not is_plain(node):
            return ""
        from acadfolio.model.meant import straight  # Only a mistake pays for it.

        return straight(node.value)

    def _report_missing(self, node: Node, key: str, pairs: dict[str, tuple[Node, Node]]) -> None:
        if key in pairs:
            self.report(pairs[key][0], f"`{key}` is empty", "write something after the colon")
        else:
            self.report(node, f"the key `{key}` is missing", f"add `{key}: …`")

    def _errors_since(self, before: int) -> bool:
        found = self.problems.found
        return len(found) > before and any(problem.severity == "error" for problem in found[before:])

    def attempt(self, node: Node, make: Callable[[], Made]) -> Made | None:
        try:
            return make()
        except ValueError as error:
            is_shown = isinstance(node, Scalar) and not isinstance(error, SecretValueError)
            what = f"{kind_of(node)} " if is_shown else "this "
            message, *hint = error.args
            self.report(node, f"{what}{message}", *([curly] if (curly := self._straight(node)) else hint))
            return None

    def _choice(self, node: Node, choices: tuple[str, ...], key: str) -> str | None:
        text = node.value if isinstance(node, Scalar) else None
        for choice in choices:
            if text is not None and text.lower().replace("_", "-") == choice.replace("_", "-"):
                return choice
        self.report(node, f"`{key}` cannot be {kind_of(node)}", self._straight(node) or _hint_at(text or "", choices))
        return None

    def _tuple(self, node: Node, item: Any, key: str, *, split: bool) -> tuple[Any, ...]:
        if item is Link:
            return self._links(node)
        if isinstance(node, Scalar) and split:
            part = BETWEEN_COMMAS if "," in node.value else SPACED
            return tuple(self.value(_word(node, match), item, key) for match in part.finditer(node.value))
        items = node.value if isinstance(node, Sequence) else [node]
        values = (self.value(entry, item, key) for entry in items if not is_nothing(entry))
        return tuple(value for value in values if value is not None)

    def _links(self, node: Node) -> tuple[Link, ...]:
        links = []
        example = "a label and an address, such as `PDF: https://…`"
        for label, (_, value) in (self.pairs(node, example) or {}).items():
            url = None if is_nothing(value) else self.value(value, Address, label)
            if url is not None:
                links.append(Link(label, url))
        return tuple(links)

    def _dict(self, node: Node, item: Any) -> dict[str, Any] | None:
        pairs = self.pairs(node)
        if pairs is None:
            return None
        values = {key: self.value(value, item, key) for key, (_, value) in pairs.items() if not is_nothing(value)}
        return {key: value for key, value in values.items() if value is not None}

    def _text(self, node: Node, key: str) -> Text | None:
        if isinstance(node, Mapping):
            found = self.pairs(node) or {}
            written = {language: value for language, (_, value) in found.items()}
            texts = [(language, value.value) for language, value in written.items() if isinstance(value, Scalar)]
            if len(texts) == len(written) and texts:
                tags = [self.attempt(found[language][0], partial(LanguageTag.parse, language)) for language, _ in texts]
                pairs = zip(tags, (text for _, text in texts), strict=True)
                return Text(tuple((tag, text) for tag, text in pairs if tag is not None and text.strip()))
            wrong = next((value for value in written.values() if not isinstance(value, Scalar)), node)
            self.report(wrong, f"`{key}` is one text, or one text per language", "such as `{en: …, zh: …}`")
            return None
        if isinstance(node, Scalar):
            if key in NAMES:
                self._warn_of_curly(node)
            return Text.of(node.value)
        self.report(node, f"`{key}` is a text, not {kind_of(node)}", "text that starts with [ or { needs quotes")
        return None

    def _name(self, node: Node, key: str) -> Text | None:
        """A text that names something: a word for truth is a tick in a box that there is not."""
        if isinstance(node, Scalar) and is_plain(node) and truth_of(node.value) is not None:
            hint = "write its name, or leave it out"
            self.report(node, f"`{key}` is {kind_of(node)}, but a name is wanted", hint)
            return None
        return self._text(node, key)

    def _scalar(self, node: Node, wanted: Any, key: str, about: dict[str, Any]) -> Any:
        if not isinstance(node, Scalar):
            self.report(node, f"`{key}` is {kind_of(node)}, but one value is wanted")
            return None
        if wanted in (Address, ImagePath):
            self.references.append(Reference(node.value, place(self.source, node), wanted is ImagePath))
            self.look_at_person(node, node.value)
            return node.value
        if wanted is OldAddress:
            here = place(self.source, node)
            self.references.append(Reference(node.value, here, is_image=False, is_old=True))
            return node.value
        if wanted is str:
            if "doubt" in about and (doubt := about["doubt"](node.value)):
                self._doubt(node, (f"`{node.value}` {doubt[0]}", doubt[1]))
            self._warn_of_curly(node)
            return node.value
        if wanted is bool:
            return self._truth(node, key)
        if wanted is int:
            return self._number(node, key, about)
        made = self.attempt(node, lambda: wanted.parse(node.value))
        self._doubt(node, made.doubt() if made and hasattr(made, "doubt") else None)
        return made

    def look_at_person(self, node: Node, address: str) -> None:
        """Warn of an address that leads to nobody, as an identifier in it says by itself."""
        if "org/" in address and ("orcid.org/" in address.lower() or "arxiv.org/a/" in address.lower()):
            from acadfolio.model.identifiers import doubt_in_address  # As few addresses are one's.

            self._doubt(node, doubt_in_address(address))

    def _doubt(self, node: Node, doubt: tuple[str, str] | None) -> None:
        if doubt:
            self.problems.warn(place(self.source, node), *doubt)

    def _truth(self, node: Scalar, key: str) -> bool | None:
        truth = truth_of(node.value)
        if truth is None:
            self.report(node, f"`{key}` is {kind_of(node)}, but `true` or `false` is wanted", self._straight(node))
        return truth

    def _number(self, node: Scalar, key: str, about: dict[str, Any]) -> int | None:
        if not WHOLE_NUMBER.fullmatch(node.value):
            hint = self._straight(node) or (_year(node.value) if key == "year" else "")
            self.report(node, f"`{key}` is {kind_of(node)}, but a whole number is wanted", hint)
            return None
        least, most = about.get("ge"), about.get("le")
        if (least is not None and int(node.value) < least) or (most is not None and int(node.value) > most):
            hint = f"write a number from {least} to {most}" if most is not None else f"write {least} or more"
            first, elsewhere = about.get("below", (least, ""))
            if least is not None and first is not None and first <= int(node.value) < least:
                hint += f", or `{elsewhere.format(int(node.value))}` for an earlier one"
            self.report(node, f"`{key}` cannot be {kind_of(node)}", hint)
            return None
        return int(node.value)

    def _anything(self, node: Node, value_of: Callable[[str], Any]) -> Any:
        """Free-form values keep YAML's plain types: the words for truth, numbers, text."""
        try:
            return self._plain_value(node, [MOST_NODES], value_of)
        except (OverflowError, RecursionError):
            self.report(node, "this value holds itself, or more than can be read", "write it out without `&` and `*`")
            return None

    def _plain_value(self, node: Node, budget: list[int], value_of: Callable[[str], Any]) -> Any:
        budget[0] -= 1
        if budget[0] < 0:
            raise OverflowError
        if isinstance(node, Mapping):
            pairs = self.pairs(node) or {}
            return {key: self._plain_value(value, budget, value_of) for key, (_, value) in pairs.items()}
        if isinstance(node, Sequence):
            return [self._plain_value(item, budget, value_of) for item in node.value]
        if is_nothing(node) or not isinstance(node, Scalar):
            return None
        return value_of(node.value) if is_plain(node) else node.value


def _value(text: str) -> Any:
    """What a free-form value without quotes means."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"0|-?[1-9]\d{0,15}", text) else text


def _value_of_jekyll(text: str) -> Any:
    """The same in Jekyll's YAML, which has more words for truth, and fractions."""
    if (truth := truth_of(text)) is not None:
        return truth
    return float(text) if re.fullmatch(r"[+-]?\d{1,15}\.\d{1,15}", text) else _value(text)


def _is_blank(value: object) -> bool:
    """Whether nothing would be read of a text that has to be there."""
    return isinstance(value, Text) and not any(text.strip() for _, text in value.by_language)


@cache
def _such_as(record: type[Struct]) -> str:
    """What a record looks like, in a line: as it says itself, else the keys that it must have, or its first one."""
    if example := getattr(record, "EXAMPLE", ""):
        return str(example)
    fields = fields_of(record)
    named = [key for key, entry in fields.items() if entry.required] or list(fields)[:1]
    return " and ".join(f"`{key}: …`" for key in named)


def _hint_at(word: str, choices: tuple[str, ...]) -> str:
    from acadfolio.model.synonyms import hint_at  # Only a mistake pays for it.

    return hint_at(word, choices)


def _year(text: str) -> str:
    from acadfolio.model.meant import year  # As above.

    return year(text)


def _word(node: Scalar, match: re.Match[str]) -> Scalar:
    return Scalar(node.tag, match[0], node.start_mark, node.end_mark, style="'")
