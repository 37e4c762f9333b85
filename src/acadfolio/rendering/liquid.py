"""A page with Liquid tags and what it may read come in, the text that Jekyll would make of it comes out.

The includes of the Jekyll themes that place something come out too, with a mark in the text where each one stood.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from acadfolio.loading.liquid import RAW
from acadfolio.problems import Location, Problems, did_you_mean, with_extra
from acadfolio.rendering.features import TAKES
from acadfolio.rendering.lines import mark, take_out_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

MOST_LOOPS = 100_000
MOST_OUTPUT = 10_000_000
"""How long a page may become, and what it assigns."""
INCLUDE = re.compile(rf"{RAW.pattern}|\{{%(-?)\s*include\s+([\w./-]+)((?:(?!%\}}).)*?)(-?)%\}}", re.DOTALL)
ENDING = re.compile(r"\.(?:html|liquid)\Z")
ARGUMENT = re.compile(r"""([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
NEEDLESS_INCLUDES = frozenset({"base_path", "bib_search", "pagination"})
"""What the themes' pages include for their addresses, which acadfolio makes relative itself, and around their lists."""
OF_CV = "cv-template"
"""With this academicpages makes a second CV of a file in `_data/`."""
LISTING_INCLUDES = frozenset(
    {"archive-single", "archive-single-cv", "archive-single-talk", "archive-single-talk-cv", "group-by-array"}
)
"""What the themes' own lists of publications, talks and the like are made of."""
LOOP = re.compile(r"\{%-?\s*for\s+[\w-]+\s+in\s+([\w.-]+)")
ASSIGNED = re.compile(r"\{%-?\s*assign\s+([\w-]+)\s*=\s*(site\.\w+)")
LIQUID = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
ADDRESS = re.compile(rf"""(?<=[(<"'\s=])(?:{LIQUID.pattern}|[^\s()<>"'{{}}])+""", re.DOTALL)
FILTER = "acadfolio_include"
QUOTES = "\"'"


class Include(NamedTuple):
    """A part of a theme that the page asks for, what it is told, and the place where it stands."""

    name: str
    arguments: dict[str, Any]
    place: Location


class Around(NamedTuple):
    """What there is around a page: its site, and what makes HTML of Markdown."""

    site: Site
    convert: Callable[[str], str]


class Includes:
    """Jekyll's includes are parts of a theme, and this is another one: what they place is placed here later.

    `known` are those that something stands for, `place` knows the place of a line of the text. Jekyll writes them
    without quotes and commas, which python-liquid does not read: each becomes a filter.
    """

    def __init__(
        self, known: Collection[str], place: Callable[[int], Location], problems: Problems, first_mark: int
    ) -> None:
        self.known, self.place, self.problems, self.first_mark = known, place, problems, first_mark
        self.written: list[Include] = []
        self.reached: list[Include] = []

    def as_filter(self, match: re.Match[str], place: Callable[[int], Location]) -> str:
        """The tag as Liquid that tells what it was given, once it is reached."""
        if match[2] is None:
            return match[0]
        name, at = ENDING.sub("", match[2]), place(line_at(match.string, match.start()))
        lines = "\n" * match[0].count("\n")
        if name in NEEDLESS_INCLUDES:
            return lines
        if name == OF_CV:
            self.problems.warn(
                at, f"Liquid: `{match[2]}` shows nothing here", "delete this page: /cv/ is made of data/"
            )
            return lines
        if name not in self.known:
            hint = did_you_mean(name, self.known, lists=False) or "write what it holds into the page"
            if name in LISTING_INCLUDES:
                if _is_of_jekylls(match):
                    return lines  # The list is empty, and told.
                hint = f"delete this loop, and place {_line_for_loop(match)} instead"
            self.problems.error(at, f"Liquid: there is no include `{match[2]}`", hint)
        arguments = dict(ARGUMENT.findall(match[3]))
        said = {key: value[1:-1] for key, value in arguments.items() if value[0] in QUOTES}
        self.written.append(Include(name, said, at._replace(column=1)))
        asked = "".join(f", {key}: {value}" for key, value in arguments.items() if value[0] not in QUOTES)
        call = f"{len(self.written) - 1} | {FILTER}: reached: true{asked}"
        return f"{{{{{match[1]} {call} {lines}{match[4]}}}}}"

    def reach(self, number: int, **asked: Any) -> str:
        """What the filter makes of an include: a mark. Only what Liquid alone knows is asked of it."""
        written = self.written[number]
        del asked["reached"]
        self.reached.append(written._replace(arguments={**written.arguments, **asked}))
        return mark(self.first_mark + len(self.reached) - 1)


def prose_of(page: Page, around: Around) -> str:
    """A page's text for lists, without what is placed in it; what is wrong with it is told with the page."""
    marked = take_out_lines(page.body, has_liquid=True)
    return render_liquid(marked.text, page, Includes(TAKES, page.at, Problems(), len(marked.lines)), around) or ""


def render_liquid(text: str, page: Page, includes: Includes, around: Around) -> str | None:
    """Render with python-liquid (extra `jekyll`). None where there is a mistake, which is reported."""
    problems, place = includes.problems, includes.place
    try:
        import liquid
    except ImportError:
        problems.error(
            place(line_at(text, text.find("{%"))),
            "this page holds Liquid tags, and python-liquid is not installed",
            with_extra("jekyll"),
        )
        return None
    from acadfolio.rendering.jekyll import bounded_filters, filters_for, hint_at
    from acadfolio.rendering.liquid_names import Names, variables_of

    class Environment(liquid.Environment):
        loop_iteration_limit = MOST_LOOPS
        output_stream_limit = MOST_OUTPUT
        local_namespace_limit = MOST_OUTPUT

    before = len(problems.errors)
    prepared = _prepared(text, page, includes, around, place)
    taken_in = {
        name: _prepared(file, page, includes, around, _within(place, name)) for name, file in page.included.items()
    }
    if len(problems.errors) > before:
        return None
    variables = variables_of(page, around.site)
    beside = {name: (file, taken_in[name], _within(place, name)) for name, file in page.included.items()}
    names = Names(problems, {"": (text, prepared, place), **beside})
    names.tell_of_lists(variables)
    environment = Environment(loader=liquid.DictLoader(taken_in), undefined=names.undefined)
    own = {FILTER: includes.reach, "date": names.date(around.site)}
    environment.filters |= bounded_filters(environment.filters) | filters_for(page, around) | own
    try:
        return environment.from_string(prepared).render(**variables)
    except RecursionError:
        problems.error(place(1), "Liquid: the tags nest too deep")
    except Exception as error:
        from acadfolio.rendering.liquid_mistakes import in_words, is_of_author, place_in  # Only a mistake pays for it.

        if not is_of_author(error):
            raise
        places = {file: _within(place, name) for name, file in taken_in.items()} | {prepared: place}
        found = place_in(places, error)
        where = places[found[0]](found[1]) if found else place(1)._replace(line=0)
        sentence = in_words(error)
        problems.error(where, f"Liquid: {sentence}", hint_at(sentence, environment.filters, environment.tags))
    includes.reached.clear()
    return None


def _prepared(text: str, page: Page, includes: Includes, around: Around, place: Callable[[int], Location]) -> str:
    """The text with Jekyll's tags as python-liquid reads them."""
    from acadfolio.rendering.jekyll import with_tags

    def report(offset: int, what: str, hint: str) -> None:
        includes.problems.error(place(line_at(text, offset)), what, hint)

    text = INCLUDE.sub(lambda match: includes.as_filter(match, place), text)
    return with_tags(text, page, around.site, report)


def _within(place: Callable[[int], Location], name: str) -> Callable[[int], Location]:
    """The places of a file that lies beside the page."""
    folder = place(1).file.rpartition("/")[0]
    return lambda line: Location(posixpath.normpath(f"{folder}/{name}"), line)


def _is_of_jekylls(include: re.Match[str]) -> bool:
    """Whether it stands in a loop over what Jekyll fills of itself and nothing stands for, such as all pages."""
    from acadfolio.rendering.liquid_names import OTHERS

    *around, wanted = LOOP.findall(include.string[: include.start()]) or [""]
    return wanted.removeprefix("site.") in OTHERS or (wanted.endswith(".docs") and "site.collections" in around)


def _line_for_loop(include: re.Match[str]) -> str:
    """The section line of what a loop goes over in whose midst an include stands, or of what that is given."""
    before = include.string[: include.start()]
    lists = LOOP.findall(before)
    wanted = dict(ARGUMENT.findall(include[3])).get("collection", lists[-1] if lists else "")
    if not wanted.startswith("site."):
        wanted = dict(ASSIGNED.findall(before)).get(wanted, "")
    from acadfolio.rendering.listings import SECTION_LINES

    section = SECTION_LINES.get(wanted.removeprefix("site."))
    return f"the line `{{{{ {section}() }}}}`" if section else "the section line of what it lists"


def offset_of_address(body: str, address: str) -> int | None:
    """Where a text has the Liquid that makes an address; None where more than one place may be meant."""
    places: dict[int, list[int]] = {}
    for match in ADDRESS.finditer(body):
        pieces = LIQUID.split(match[0])
        pattern = re.compile(".*".join(map(re.escape, pieces)), re.DOTALL)
        if len(pieces) > 1 and pattern.fullmatch(address):
            places.setdefault(sum(map(len, pieces)), []).append(match.start())
    likely = places[max(places)] if places else []
    return likely[0] if len(likely) == 1 else None


def line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, max(offset, 0)) + 1
