"""Read records from YAML nodes, and report all problems with their locations."""

from __future__ import annotations

import re
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.model.record import (
    LOCATION,
    AnyRecord,
    Record,
    Reference,
    Shape,
    fields_of,
    required_of,
    shape_of,
)
from acadfolio.model.values import (
    ByLanguage,
    ImagePath,
    LanguageTag,
    Link,
    MarkdownExtension,
    SecretValueError,
    Text,
    Url,
    boolean_of,
)
from acadfolio.source.yaml import (
    MAX_NODES,
    Mapping,
    Node,
    Scalar,
    Sequence,
    describe,
    is_nothing,
    is_plain,
    load_table,
    place,
)
from acadfolio.source.yaml_errors import MAX_HINT, report_lookalike
from acadfolio.wording import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

Made = TypeVar("Made")
Pairs = dict[str, tuple[Scalar, Node]]

MAX_DIGITS = 15
SYNONYMS = Path(__file__).with_name("synonyms.yml")
SIMILAR_KEY, SIMILAR_CHOICE = 0.6, 0.75
"""The minimum similarity of a misspelt key, and of a misspelt word to one of a few choices."""
LINK_LABELS = {
    "arxiv": "arXiv", "pdf": "PDF",
    "paper": "PDF", "fulltext": "PDF", "full text": "PDF", "file": "PDF", "url": "Website",
    "link": "Website", "website": "Website", "homepage": "Website", "html": "Website", "web": "Website",
    "code": "Code", "github": "Code", "gitlab": "Code", "repo": "Code", "repository": "Code", "source": "Code",
    "slides": "Slides", "slide": "Slides", "presentation": "Slides", "video": "Video", "youtube": "Video",
    "recording": "Video", "poster": "Poster", "data": "Data", "dataset": "Data", "demo": "Demo", "project": "Project",
    "supplement": "Supplement", "supp": "Supplement", "supplementary": "Supplement", "appendix": "Appendix",
    "blog": "Blog", "preprint": "Preprint", "doi": "DOI", "notes": "Notes", "handout": "Handout",
    "notebook": "Notebook",
}  # fmt: skip
"""The labels of links by the keys that authors write instead of `links`."""
CURLY_QUOTES = tuple("“”„‘")
STRAIGHT = "use straight quotes, or none"


class Reader(Struct):
    """Reads one file. `references` collects its links and images, which are checked later."""

    source: Source
    problems: Problems
    references: list[Reference] = field(default_factory=list)
    skips_empty_items: bool = False
    """Whether empty items of lists are not reported, as in pages that were written for Jekyll."""
    choices: dict[str, tuple[str, ...]] = {}
    """The names that a key may have which is described as `one_of` these: the looks of the site."""

    def record(
        self,
        node: Node,
        record: type[AnyRecord],
        *,
        also: Collection[str] = (),
        defaults: dict[str, Any] | None = None,
    ) -> AnyRecord | None:
        """Read a record from a mapping, or from a text if the record has `from_text`.

        None after an error.

        also: further keys of the mapping that are not read here.
        defaults: values for missing keys.
        """
        from_text: Callable[[str], AnyRecord] | None = getattr(record, "from_text", None)
        if (
            isinstance(node, Scalar)
            and from_text is not None
            and (not is_nothing(node) or is_word_null(node))
        ):
            self._warn_of_curly_quotes(node)
            return self.attempt(node, partial(from_text, node.value))
        if not isinstance(node, Mapping):
            self._report_no_pairs(node, _example_of(record))
            return None
        return self._record(node, record, also, defaults or {})

    def _record(
        self, node: Mapping, record: type[AnyRecord], also: Collection[str], values: dict[str, Any]
    ) -> AnyRecord | None:
        before = len(self.problems.found)
        fields, pairs = fields_of(record), self._pairs(node)
        meant = set()
        for key, (key_node, value_node) in pairs.items():
            if key not in fields:
                if key not in also:
                    as_text = _hint_at_colon(node) if hasattr(record, "from_text") else ""
                    meant.add(self._report_unknown(key_node, value_node, record, also, as_text))
            elif is_nothing(value_node) and "hides" in fields[key].shape.about:
                self._report_empty_flag(key_node, fields[key].shape)
            elif not _is_absent(value_node, fields[key].shape):
                values[fields[key].name] = self.value(value_node, fields[key].shape, key)
        if not pairs or pairs.keys() & fields.keys():  # Otherwise the mapping is something else.
            found = {
                key: values.get(fields[key].name) for key in required_of(record) if key not in meant
            }
            self._check_required(node, pairs, found, is_wrong=self._has_errors_since(before))
        if self._has_errors_since(before):
            return None
        if issubclass(record, Record):
            values[LOCATION] = place(self.source, node)
        return self.attempt(node, lambda: record(**values))

    def records(self, node: Node, record: type[AnyRecord]) -> tuple[AnyRecord, ...]:
        """Read a list of records, without those that have errors."""
        if not isinstance(node, Sequence):
            first = node.value[0][0] if isinstance(node, Mapping) and node.value else node
            if not self._report_lookalike(first):
                what = f"this is {describe(node)}, but a list is expected"
                self.report(node, what, "start every entry with `- `", rule="wrong-type")
            return ()
        found = (self.record(item, record) for item in node.value)
        return tuple(entry for entry in found if entry is not None)

    def pairs(self, node: Node, example: str = "`key: value`") -> Pairs | None:
        """The keys of a mapping with their nodes. Reports duplicate keys."""
        if isinstance(node, Mapping):
            return self._pairs(node)
        self._report_no_pairs(node, example)
        return None

    def _report_no_pairs(self, node: Node, example: str) -> None:
        if not self._report_lookalike(node):
            how = f"write {example}" + (
                ", without a dash before it" if isinstance(node, Sequence) else ""
            )
            what = f"this is {describe(node)}, but keys and values are expected"
            self.report(node, what, how, rule="wrong-type")

    def _pairs(self, node: Mapping) -> Pairs:
        pairs: Pairs = {}
        repeated = []
        for key, value in node.value:
            if not isinstance(key, Scalar):
                self.report(
                    key,
                    f"a key cannot be {describe(key)}",
                    "put quotes around it",
                    rule="wrong-type",
                )
            elif pairs.setdefault(key.value, (key, value))[0] is not key:
                repeated.append(key)
        self._report_repeated(repeated, pairs)
        return pairs

    def report(self, node: Node, message: str, hint: str = "", *, rule: str) -> None:
        self.problems.error(place(self.source, node), message, hint, rule=rule)

    def warn(self, node: Node, message: str, hint: str = "", *, rule: str) -> None:
        self.problems.warn(place(self.source, node), message, hint, rule=rule)

    def value(self, node: Node, wanted: Any, key: str = "") -> Any:
        """Read a value of a type or shape. None after an error."""
        shape = wanted if isinstance(wanted, Shape) else shape_of(wanted)
        if choices := self._choices_of(shape):
            return self._choice(node, choices, key)
        if shape.type is Text:
            return self._text_of_field(node, shape, key)
        if shape.type is Any:
            return self._anything(
                node, _value_of_jekyll if shape.about.get("of_jekyll") else _value
            )
        if shape.type is MarkdownExtension:
            return self._extension(node)
        if shape.is_record:
            return self.record(node, shape.type)
        return self._listed(node, shape, key) if shape.parts else self._scalar(node, shape, key)

    def _choices_of(self, shape: Shape) -> tuple[str, ...]:
        """The names of which a value must be one; none if there are no such names, or if they are not known."""
        return self.choices.get(shape.about.get("one_of", ""), ())

    def _listed(self, node: Node, shape: Shape, key: str) -> Any:
        """Read one of several choices, or several values, such as versions in languages."""
        if shape.origin is Literal:
            return self._choice(node, shape.parts, key)
        if shape.origin is ByLanguage:
            return self._by_language(node, shape.parts[0], key)
        return (
            self._tuple(node, shape, key) if shape.origin is tuple else self._dict(node, shape, key)
        )

    def attempt(
        self,
        node: Node,
        make: Callable[[], Made],
        *,
        rule: str = "invalid-value",
        instead: str = "",
    ) -> Made | None:
        """The result of `make`.

        None if it raises ValueError, whose arguments (message, hint) are reported.

        instead: a better hint.
        """
        try:
            return make()
        except ValueError as error:
            is_shown = isinstance(node, Scalar) and not isinstance(error, SecretValueError)
            what = f"{describe(node)} " if is_shown else "this "
            message, *hint = error.args
            self.report(
                node,
                f"{what}{message}",
                _hint_at_quotes(node) or instead or "".join(hint),
                rule=rule,
            )
            return None

    def _report_lookalike(self, node: Node) -> bool:
        return (
            isinstance(node, Scalar)
            and is_plain(node)
            and report_lookalike(self.source, node, self.problems)
        )

    def _report_repeated(self, repeated: list[Scalar], pairs: Pairs) -> None:
        """Report the first of several duplicate keys: they may belong to one entry without a dash."""
        if not repeated:
            return
        key = repeated[0]
        first = pairs[key.value][0].start_mark.line + 1
        what = f"duplicate key `{key.value}`, first on line {first}"
        self.report(
            key, what, "delete one of the two, or start a new entry with `- `", rule="duplicate-key"
        )

    def _report_unknown(
        self, key: Scalar, value: Node, record: type[Struct], also: Collection[str], as_text: str
    ) -> str:
        """Report a key that the record does not have.

        Returns the known key that it may be; else empty.

        as_text: the hint for a record that may be meant as a text.
        """
        known = {*fields_of(record), *also}
        hint = _hint_for_key(record, key.value) or _hint_at_links(key.value, value, known)
        meant = "" if hint else nearest(key.value, known)
        hint = (
            hint
            or suggestion(key.value, known, SIMILAR_KEY, lists=not as_text)
            or as_text
            or _hint_at_extra(known)
        )
        self.report(key, f"unknown key `{key.value}`", hint, rule="unknown-key")
        return meant

    def _check_required(
        self, node: Node, pairs: Pairs, found: dict[str, Any], *, is_wrong: bool
    ) -> None:
        """Report required keys that are missing or empty.

        `is_wrong`: whether an error was reported before.
        """
        for key, value in found.items():
            if key not in pairs:
                if value is None:
                    self.report(
                        node, f"the key `{key}` is missing", f"add `{key}: …`", rule="missing-key"
                    )
                continue
            is_empty = (
                is_nothing(pairs[key][1]) if value is None else _is_blank(value) and not is_wrong
            )
            if is_empty:
                self.report(
                    pairs[key][0],
                    f"`{key}` is empty",
                    "write a value after the colon",
                    rule="empty-value",
                )

    def _report_empty_flag(self, key: Scalar, shape: Shape) -> None:
        """Report a key without a value that hides something, which would be published."""
        hint = f"write `{key.value}: {shape.about['hides']}`, or remove it"
        self.report(key, f"`{key.value}` is empty", hint, rule="empty-value")

    def _has_errors_since(self, before: int) -> bool:
        return any(problem.severity == "error" for problem in self.problems.found[before:])

    def _warn_of_curly_quotes(self, node: Scalar) -> None:
        if hint := _hint_at_quotes(node):
            self.warn(
                node,
                f"the curly quotes of `{node.value}` become part of the text",
                hint,
                rule="curly-quotes",
            )

    def _choice(self, node: Node, choices: tuple[str, ...], key: str) -> str | None:
        text = node.value if isinstance(node, Scalar) else ""
        for choice in choices:
            if text.lower().replace("_", "-") == choice.replace("_", "-"):
                return choice
        hint = _hint_at_quotes(node) or suggestion(text, choices, SIMILAR_CHOICE)
        self.report(node, f"`{key}` cannot be {describe(node)}", hint, rule="invalid-value")
        return None

    def _tuple(self, node: Node, shape: Shape, key: str) -> tuple[Any, ...]:
        item = shape.parts[0]
        if item.type is Link:
            return self._links(node)
        if isinstance(node, Scalar) and shape.about.get("split"):
            items: list[Node] = list(_words_of(node))
        else:
            items = node.value if isinstance(node, Sequence) else [node]
        values = []
        for entry in items:
            if not _is_absent(entry, item):
                values.append(self.value(entry, item, key))
            elif isinstance(node, Sequence) and not self.skips_empty_items:
                self._report_empty_item(entry, key)
        return tuple(value for value in values if value is not None)

    def _report_empty_item(self, item: Node, key: str) -> None:
        written = self.source.text[item.start_mark.index : item.end_mark.index].strip()
        hint = (
            f'delete it, or write "{written}" in quotes if it is text'
            if written
            else "delete it, or write a value"
        )
        self.report(item, f"an item of `{key}` is empty", hint, rule="empty-value")

    def _links(self, node: Node) -> tuple[Link, ...]:
        links = []
        example = "a label and a URL, such as `PDF: https://…`"
        if isinstance(node, Scalar) and not is_nothing(node):
            label = "PDF" if ".pdf" in node.value.lower() else "Website"
            example = f"a label and a URL: `links: {{{label}: {_url_for_hint(node)}}}`"
        for label, (key, value) in (self.pairs(node, example) or {}).items():
            if isinstance(value, Scalar) and (is_nothing(value) or not value.value.strip()):
                self._warn_of_empty_link(key)
                continue
            url = self.value(value, Url, label)
            if url is not None:
                links.append(Link(label, url))
        return tuple(links)

    def _warn_of_empty_link(self, label: Scalar) -> None:
        """Warn of a link without a URL, which is not shown.

        Pages for Jekyll have them as forms to fill in.
        """
        if not self.skips_empty_items:
            hint = "write its URL after the colon, or delete it"
            self.warn(label, f"the link `{label.value}` is empty", hint, rule="empty-value")

    def _dict(self, node: Node, shape: Shape, key: str) -> dict[str, Any] | None:
        """Values by their keys. If names are optional, a list alone is the value without a name.

        Empty values are skipped, except in what Liquid reads: there they are not undefined.
        """
        item = shape.parts[1]
        if shape.about.get("named") and isinstance(node, Sequence):
            return {"": self.value(node, item, key)}
        pairs = self.pairs(node)
        if pairs is None:
            return None
        names: dict[str, str | None] = dict(zip(pairs, pairs, strict=True))
        if choices := self._choices_of(shape.parts[0]):
            names = {name: self._choice(node, choices, key) for name, (node, _) in pairs.items()}
        values = {
            names[name] or name: self.value(value, item, name)
            for name, (_, value) in pairs.items()
            if not is_nothing(value)
        }
        empty = dict.fromkeys(pairs if item.type is Any else ())
        return empty | {name: value for name, value in values.items() if value is not None}

    def _extension(self, node: Node) -> MarkdownExtension | None:
        """Read a Markdown extension: a name, or a mapping of a name to options."""
        name, options = node, dict[str, Any]()
        if isinstance(node, Mapping) and len(node.value) == 1:
            name, value = node.value[0]
            options = {} if is_nothing(value) else self._anything(value, _value)
        if isinstance(name, Scalar) and isinstance(options, dict):
            return MarkdownExtension(
                name=name.value, options=options, source_location=place(self.source, name)
            )
        hint = "write its name, or `name: {option: value}`"
        self.report(
            node,
            f"this is {describe(node)}, but a Markdown extension is expected",
            hint,
            rule="wrong-type",
        )
        return None

    def _text_of_field(self, node: Node, shape: Shape, key: str) -> Text | None:
        """Read a text, which is inline Markdown unless its field may have blocks."""
        text = self._text(node, key)
        return text.with_blocks if text and shape.about.get("blocks") else text

    def _text(self, node: Node, key: str) -> Text | None:
        if isinstance(node, Mapping):
            return self._text_by_language(node, key)
        if not isinstance(node, Scalar):
            hint = "text that starts with [ or { needs quotes"
            self.report(
                node, f"`{key}` must be text, not {describe(node)}", hint, rule="wrong-type"
            )
            return None
        return Text.of(node.value)

    def _text_by_language(self, node: Mapping, key: str) -> Text | None:
        versions = self._versions(node, key, "text")
        if versions is None:
            return None
        return Text(tuple((tag, text.value) for tag, text in versions))

    def _by_language(self, node: Node, version: Shape, key: str) -> ByLanguage[Any] | None:
        """Read a value, or its version for each language. Only pages in this language have its links."""
        if not isinstance(node, Mapping):
            value = self.value(node, version, key)
            return None if value is None else ByLanguage.of(value)
        found = []
        for tag, written in self._versions(node, key, "value") or ():
            before = len(self.references)
            value = self.value(written, version, key)
            own = [replace(each, language=tag) for each in self.references[before:]]
            self.references[before:] = own
            if value is not None:
                found.append((tag, value))
        return ByLanguage(tuple(found)) if found else None

    def _versions(
        self, node: Mapping, key: str, what: str
    ) -> list[tuple[LanguageTag, Scalar]] | None:
        """The languages and the values of `{en: …, zh: …}` that are not blank. None after an error."""
        pairs = self._pairs(node)
        wrong = [value for _, value in pairs.values() if not isinstance(value, Scalar)]
        if wrong or not pairs:
            message = f"`{key}` must be one {what}, or one {what} for each language"
            hint = f"write a {what}, or `{{en: …, zh: …}}`"
            self.report((wrong or [node])[0], message, hint, rule="wrong-type")
            return None
        versions = []
        for language, (language_node, value) in pairs.items():
            tag = self.attempt(
                language_node, partial(LanguageTag.parse, language), instead=_hint_at_colon(node)
            )
            if tag is not None and isinstance(value, Scalar) and value.value.strip():
                versions.append((tag, value))
        return versions

    def _scalar(self, node: Node, shape: Shape, key: str) -> Any:
        wanted = shape.type
        if not isinstance(node, Scalar):
            what = f"`{key}` is {describe(node)}, but one value is expected"
            self.report(
                node, what, _hint_at_colon(node) if wanted is str else "", rule="wrong-type"
            )
            return None
        if wanted in (Url, ImagePath):
            return self._reference(node, wanted)
        if wanted is str:
            self._warn_of_curly_quotes(node)
            return str(node.value)
        if wanted is bool:
            return self._boolean(node, key)
        if wanted is int:
            return self._number(node, key, shape.about)
        return self.attempt(
            node, lambda: wanted.parse(node.value), rule=getattr(wanted, "RULE", "invalid-value")
        )

    def _reference(self, node: Scalar, wanted: Any) -> str:
        url = str(node.value)
        self.references.append(Reference(url, place(self.source, node), wanted is ImagePath))
        return url

    def _boolean(self, node: Scalar, key: str) -> bool | None:
        truth = boolean_of(node.value)
        if truth is None:
            what = f"`{key}` is {describe(node)}, but `true` or `false` is expected"
            self.report(node, what, _hint_at_quotes(node), rule="wrong-type")
        return truth

    def _number(self, node: Scalar, key: str, about: dict[str, Any]) -> int | None:
        digits = node.value.removeprefix("+").removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
            hint = _hint_at_quotes(node) or about.get("instead", "")
            self.report(
                node,
                f"`{key}` is {describe(node)}, but a whole number is expected",
                hint,
                rule="wrong-type",
            )
            return None
        number, least, most = int(node.value), about.get("ge", -inf), about.get("le", inf)
        if not least <= number <= most:
            hint = (
                f"write {least} or more"
                if most == inf
                else f"write a number from {least} to {most}"
            )
            self.report(node, f"`{key}` cannot be {describe(node)}", hint, rule="invalid-value")
            return None
        return number

    def _anything(self, node: Node, value_of: Callable[[str], Any]) -> Any:
        """Read a free-form value with YAML's types: booleans, numbers, text, lists, mappings."""
        try:
            return self._plain_value(node, [MAX_NODES], value_of)
        except (OverflowError, RecursionError):
            what = "this value contains itself, or is too large"
            self.report(node, what, "write it out without `&` and `*`", rule="invalid-value")
            return None

    def _plain_value(self, node: Node, budget: list[int], value_of: Callable[[str], Any]) -> Any:
        budget[0] -= 1
        if budget[0] < 0:
            raise OverflowError
        if isinstance(node, Scalar):
            return _plain_scalar(node, value_of)
        if isinstance(node, Sequence):
            return [self._plain_value(item, budget, value_of) for item in node.value]
        pairs = self.pairs(node) or {}
        return {
            key: self._plain_value(value, budget, value_of) for key, (_, value) in pairs.items()
        }


def _is_absent(node: Node, shape: Shape) -> bool:
    """Whether a value means the same as no key.

    `Null` is text where text is expected: it is a family name.
    """
    return is_nothing(node) and not (is_word_null(node) and _is_text(shape))


def is_word_null(node: Node) -> bool:
    """Whether a value is the word `Null`, with a capital."""
    return isinstance(node, Scalar) and node.value == "Null"


def _is_text(shape: Shape) -> bool:
    """Whether a value is a text, a list of texts, or a record that may be a text."""
    if shape.origin is tuple:
        return _is_text(shape.parts[0])
    return shape.type in (Text, str) or (shape.is_record and hasattr(shape.type, "from_text"))


def _plain_scalar(node: Scalar, value_of: Callable[[str], Any]) -> Any:
    if is_nothing(node):
        return None
    return value_of(node.value) if is_plain(node) else node.value


def synonyms() -> dict[str, list[str]]:
    """Synonyms for keys, kinds and statuses of publications, by choice."""
    texts: dict[str, list[str]] = load_table(SYNONYMS)
    return texts


def suggestion(word: str, choices: Collection[str], cutoff: float, *, lists: bool = True) -> str:
    """Suggest the choice with this synonym, else a similar choice, else, if `lists`, all of a few choices."""
    bare = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    for choice in choices:
        if bare in synonyms().get(choice, ()):
            return f"did you mean `{choice}`?"
    return did_you_mean(word, choices, cutoff=cutoff, lists=lists)


def _hint_for_key(record: type[Struct], key: str) -> str:
    """The record's hint for an unknown key, which may belong elsewhere; else empty."""
    hint_for_key: Callable[[str], str] | None = getattr(record, "hint_for_key", None)
    return hint_for_key(key) if hint_for_key else ""


def _hint_at_links(key: str, value: Node, known: Collection[str]) -> str:
    """A hint for a key such as `pdf` that is a label of `links`; empty for other keys, and for other records."""
    field_with_links = next((name for name in ("links", "materials") if name in known), "")
    words = key.lower().replace("_", " ").replace("-", " ").strip()
    label = LINK_LABELS.get(words) or LINK_LABELS.get(
        words.removesuffix(" url").removesuffix(" link")
    )
    label = label or LINK_LABELS.get(words.removesuffix("url").removesuffix("link"))
    if not field_with_links or label is None:
        return ""
    if label == "Website" and "url" in known:
        return "did you mean `url`?"
    if label == "Website" and isinstance(value, Scalar) and value.value.lower().endswith(".pdf"):
        label = "PDF"
    example = f"{field_with_links}: {{{label}: {_url_for_hint(value)}}}"
    return f"links go below `{field_with_links}:`, each with a label: `{example}`"


def _url_for_hint(value: Node) -> str:
    """A URL or file as a value in braces; `…` for any other value."""
    text = value.value.strip() if isinstance(value, Scalar) else ""
    if not re.fullmatch(r"\S*[./]\S*", text):
        return "https://…"
    return f'"{text}"' if re.search(r"[,{}\[\]#&*!|>'%@`]|:(?!//)", text) else text


def _hint_at_extra(known: Collection[str]) -> str:
    if "extra" not in known:
        return ""
    hint = "put keys of your own below `extra:`"
    return (
        f"{hint}, and those that pages read as `site.…` below `liquid:`"
        if "liquid" in known
        else hint
    )


def _hint_at_quotes(node: Node) -> str:
    """A hint for a value in the curly quotes of word processors, which are not quotes in YAML."""
    is_quoted = isinstance(node, Scalar) and is_plain(node) and node.value.startswith(CURLY_QUOTES)
    return STRAIGHT if is_quoted else ""


def _hint_at_colon(node: Node) -> str:
    """A hint for a text that YAML reads as a key and a value, as it contains a colon; empty for any other mapping."""
    pairs = node.value if isinstance(node, Mapping) and not node.flow_style else []
    if len(pairs) != 1 or not all(isinstance(part, Scalar) for part in pairs[0]):
        return ""
    text = ": ".join(part.value for part in pairs[0])
    is_short = len(text) <= MAX_HINT and "\n" not in text and '"' not in text
    return (
        f'a text with a colon needs quotes: "{text}"'
        if is_short
        else "a text with a colon needs quotes"
    )


def _words_of(node: Scalar) -> Iterator[Scalar]:
    """The words of a line, as Jekyll splits them, or the texts between commas."""
    words = node.value.split(",") if "," in node.value else node.value.split()
    for word in words:
        if word.strip():
            yield Scalar(node.tag, word.strip(), node.start_mark, node.end_mark, style="'")


def _value(text: str) -> Any:
    """The value of free-form text without quotes: a boolean, an integer, or the text."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS + 1
    return int(text) if is_number and str(int(text)) == text else text


def _value_of_jekyll(text: str) -> Any:
    """As `_value`, for Jekyll's YAML, which also has decimals and more words for booleans."""
    if (boolean := boolean_of(text)) is not None:
        return boolean
    whole, point, fraction = text.removeprefix("-").removeprefix("+").partition(".")
    has_digits = text.isascii() and whole.isdigit() and fraction.isdigit()
    return float(text) if point and has_digits and len(text) <= 2 * MAX_DIGITS else _value(text)


def _is_blank(value: object) -> bool:
    """Whether a required text is blank."""
    return isinstance(value, Text) and not any(text.strip() for _, text in value.by_language)


def _example_of(record: type[Struct]) -> str:
    """An example of a record for hints: its own, or its required keys, or else its first key."""
    if own := getattr(record, "EXAMPLE", ""):
        return f"`{own}`"
    keys = required_of(record) or tuple(fields_of(record))[:1]
    return " and ".join(f"`{key}: …`" for key in keys)
