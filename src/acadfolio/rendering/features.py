"""Shortcodes other than sections (`gallery()`, `video("…")`), and the Jekyll themes' includes for the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from markupsafe import Markup
from msgspec import Struct

from acadfolio.model.counts import TOTALS
from acadfolio.model.values import Text
from acadfolio.rendering.arguments import WrongArgumentError, described, wrong_name
from acadfolio.rendering.counts import HINT, KnownCounts
from acadfolio.rendering.page_html import table_of_contents
from acadfolio.rendering.third_parties import tables
from acadfolio.wording import any_of, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from acadfolio.markdown import Heading
    from acadfolio.model.page import FrontMatter
    from acadfolio.model.section_kinds import Wrong
    from acadfolio.problems import Location, Problems
    from acadfolio.rendering.citing import Citer
    from acadfolio.rendering.page_state import PageState
    from acadfolio.rendering.templates import Templates

Item = TypeVar("Item")
Given = dict[str, str]

FEATURE_ARGUMENTS: dict[str, list[str]] = {
    "gallery": ["name", "id", "caption", "layout", "class"],
    "feature_row": ["name", "id", "type", "level"],
    "figure": [
        "image", "image_path", "path", "alt", "caption", "url", "class", "popup", "zoomable",
    ],
    "toc": ["title", "icon"],
    "video": ["url", "title", "poster", "captions", "player", "id", "provider", "path"],
    "citations": ["of"],
    "references": [],
}  # fmt: skip
"""The arguments of each feature.

The first need not be named; most of the others are the Jekyll themes'.
"""
FEATURES = frozenset(FEATURE_ARGUMENTS)
LAYOUTS = ("half", "third", "full")
TYPES = ("left", "right", "center")
LEVELS = ("2", "3", "4", "5", "6")
BY_NUMBER = {1: "full", 2: "half"}
"""The layout of a gallery by the number of its images; of more, it is `third`."""
MAIN_TOTALS = ("citations", "h_index", "i10_index")
"""The counts that `citations()` shows by default."""


class Features(Struct, frozen=True):
    """The features of one page."""

    templates: Templates
    front_matter: FrontMatter
    headings: Sequence[Heading]
    counts: KnownCounts
    problems: Problems
    page: PageState
    citer: Citer

    def calls(self, location: Location) -> dict[str, Callable[..., Markup]]:
        """The features by name, for a shortcode at this location."""
        return {name: partial(self.place, name, location) for name in FEATURE_ARGUMENTS}

    def include(self, name: str, arguments: Mapping[str, Any], location: Location) -> str:
        """The HTML of an include of the Jekyll themes; their `toc` is beside the text.

        Raises WrongArgumentError.
        """
        if name != "toc":
            known = {
                key: value for key, value in arguments.items() if key in FEATURE_ARGUMENTS[name]
            }
            return self.place(
                name, location, **known
            )  # Others are of the theme's own markup, such as `loading`.
        self.page.toc = self.page.toc or "beside"
        if title := str(arguments.get("title") or ""):
            self.page.toc_label = self.page.toc_label or Text.of(title)
        return ""

    def place(self, feature: str, location: Location, /, *unnamed: Any, **arguments: Any) -> Markup:
        """The HTML of a feature. Raises WrongArgumentError."""
        given = _checked(feature, unnamed, arguments)
        makers: dict[str, Callable[[Given], str]] = {
            "gallery": self._gallery,
            "feature_row": self._feature_row,
            "figure": self._figure,
            "toc": self._contents,
            "video": partial(self._video, location),
            "citations": partial(self._citations, location),
            "references": self._references,
        }
        return Markup(makers[feature](given))  # noqa: S704

    def _gallery(self, given: Given) -> str:
        images = _named(self.front_matter.gallery, "gallery", given)
        return self.templates.render(
            "features/gallery.html",
            pictures=images,
            layout=_choice(given, "layout", LAYOUTS) or BY_NUMBER.get(len(images), "third"),
            classes=given.get("class", ""),
            caption=_text(given, "caption"),
        )

    def _feature_row(self, given: Given) -> str:
        return self.templates.render(
            "features/feature_row.html",
            items=_named(self.front_matter.feature_row, "feature_row", given),
            type=_choice(given, "type", TYPES),
            level=_choice(given, "level", LEVELS) or LEVELS[0],
        )

    def _figure(self, given: Given) -> str:
        image = given.get("image") or given.get("image_path") or given.get("path")
        if not image:
            raise WrongArgumentError("this figure has no image", 'write figure("images/…")')
        opens = "true" in {given.get("popup", "").lower(), given.get("zoomable", "").lower()}
        return self.templates.render(
            "features/figure.html",
            image=image,
            alt=_text(given, "alt"),
            caption=_text(given, "caption"),
            url=given.get("url", image if opens else ""),
            classes=given.get("class", ""),
        )

    def _contents(self, given: Given) -> str:
        self.page.toc = "here"
        label = _text(given, "title") or self.front_matter.toc_label
        return self.templates.render(
            "features/toc.html", toc=table_of_contents(self.headings), label=label
        )

    def _references(self, _given: Given) -> str:
        is_first, self.page.has_references = not self.page.has_references, True
        return self.citer.references() if is_first else ""

    def _video(self, location: Location, given: Given) -> str:
        from acadfolio.rendering.videos import video_at

        url = given.get("url") or given.get("path") or _video_url(given)
        video = video_at(url, _given_player(given))
        if video is None:
            hint = "write a file such as `videos/a.mp4`, or https://…"
            raise WrongArgumentError(f"`{url}` is not a video that a page can play", hint)
        if not video.is_file and not video.player:
            message = f"`{url}` is not the page of one video: the page links to it"
            hint = "write the URL of a video; or to embed it, add `player=`, the `src` of its code for embedding"
            self.problems.warn(location, message, hint, rule="no-player")
        return self.templates.render(
            "features/video.html",
            video=video,
            title=_text(given, "title"),
            poster=given.get("poster", ""),
            captions=given.get("captions", ""),
        )

    def _citations(self, location: Location, given: Given) -> str:
        wanted = _choice(given, "of", (*TOTALS, "per_year"))
        totals = self.counts.totals
        names = (wanted,) if wanted else MAIN_TOTALS
        per_year = self.counts.per_year if wanted == "per_year" else {}
        figures = {name: totals[name] for name in filter(totals.__contains__, names)}
        if not (figures or per_year):
            message = f"there is no `{wanted or 'citations'}`: this line shows nothing"
            self.problems.warn(location, message, HINT, rule="citation-counts")
            return ""
        date = next(filter(None, (total.date for total in totals.values())), None)
        return self.templates.render(
            "features/citations.html",
            figures=figures,
            per_year=per_year,
            source=self.counts.source,
            date=date,
        )


def _checked(feature: str, unnamed: Sequence[Any], arguments: dict[str, Any]) -> Given:
    """The arguments of a feature as texts, without empty ones. Raises WrongArgumentError."""
    takes = FEATURE_ARGUMENTS[feature]
    if len(unnamed) > 1:
        message = f"`{feature}` needs a name for its second argument: {described(unnamed[1])}"
        raise WrongArgumentError(message, f"name it: {takes[1]}=…")
    given = dict(zip(takes, unnamed, strict=False)) | arguments
    wrong: list[Wrong] = []
    for name, value in given.items():
        if name not in takes:
            wrong.append((f"`{feature}` has no argument `{name}`", did_you_mean(name, takes)))
        elif without_quotes := wrong_name(name, value):
            wrong.append(without_quotes)
        elif not isinstance(value, str | int | float | None):
            wrong.append((f"`{name}` must be text in quotes, not {described(value)}", ""))
    if wrong:
        raise WrongArgumentError.of(wrong)
    return {name: str(value) for name, value in given.items() if value not in {None, ""}}


def _named(lists: Mapping[str, tuple[Item, ...]], key: str, given: Given) -> tuple[Item, ...]:
    """The gallery or row with this name; by default the one without a name, or the only one."""
    name = given.get("name") or given.get("id") or ""
    if name in {"", key}:
        name = next(iter(lists)) if len(lists) == 1 else ""
    if name in lists:
        return lists[name]
    if name:
        raise WrongArgumentError(
            f"the front matter has no {key} `{name}`", did_you_mean(name, filter(None, lists))
        )
    raise WrongArgumentError(f"the front matter has no `{key}`", f"add `{key}:` to it, a list")


def _choice(given: Given, name: str, choices: Sequence[str]) -> str:
    value = given.get(name, "")
    if value and value not in choices:
        raise WrongArgumentError(f"`{name}` must be {any_of(tuple(choices))}, not `{value}`")
    return value


def _text(given: Given, name: str) -> Text | None:
    return Text.of(given[name]) if name in given else None


def _video_url(given: Given) -> str:
    """The URL of a video that is named as in the Jekyll themes, by its provider and its id there."""
    provider = given.get("provider", "youtube").lower()
    if "id" not in given:
        raise WrongArgumentError("this video has no URL", 'write video("https://…")')
    pages = tables().video_pages
    if provider not in pages:
        raise WrongArgumentError(
            f"there is no provider of videos `{provider}`", 'write its URL: video("https://…")'
        )
    page, question, start = pages[provider].format(given["id"]).rpartition("?")
    return f"{page}{'&' if '?' in page else '?'}{start}" if question else start


def _given_player(given: Given) -> str:
    """The URL of a player that the author gives; empty without one."""
    player = given.get("player", "")
    if player and not player.startswith("https://"):
        raise WrongArgumentError(f"`player` must begin with https://, not `{player}`")
    return player
