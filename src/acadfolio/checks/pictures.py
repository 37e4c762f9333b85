"""A site and its finished pages come in; pictures without words, and heavier than they are shown, are reported."""

from __future__ import annotations

import html
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from msgspec import Struct

from acadfolio.images.sizes import picture
from acadfolio.images.variants import KINDS
from acadfolio.loading.bibliographies import BIBTEX
from acadfolio.loading.bibliographies import ENDINGS as BIBLIOGRAPHIES
from acadfolio.model.features import Picture
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan

PICTURES, WORDS = ("image", "image_path", "overlay_image"), ("image_alt", "alt")
HEAVIEST, WIDEST = 2_000_000, 4000
"""Bytes and pixels from which a picture is too much for a page."""
IMG = re.compile(r"""<img\b(?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
SRC = re.compile(r"""\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
LIGHTER = "2000 pixels across are plenty"


def check_pictures(plan: Plan, outputs: Mapping[str, bytes], problems: Problems) -> None:
    """Look at every picture that the data names, and at every file that a page shows."""
    _check_words(plan.site, plan.missing, problems)
    has_variants = plan.site.settings.images == "responsive"
    files = {file.path: file.file for file in plan.static_files}
    for path in sorted(_shown(outputs) & files.keys()):
        _check_weight(files[path], plan.site, problems, has_variants=has_variants)


def _check_words(site: Site, missing: Collection[str], problems: Problems) -> None:
    """Of every picture that is there: what is missing was reported, and shows nothing."""
    files: dict[str, Any] = {"data/publications": site.publications} | {
        f"data/{name}": site.entries[name] for name in site.entries
    }
    files |= {page.file: page.front_matter for page in site.pages}
    for file, records in files.items():
        places = [each for each in site.references if each.is_image and _is_in(each.location.file, file)]
        for image, key in _pictures(records):
            place = next((each for each in places if each.target == image), None)
            if place is not None:
                places.remove(place)
            if key and image.lstrip("/") not in missing:
                message = f"the picture `{image}` has no words for those who do not see it"
                is_bibtex = place is not None and Path(place.location.file).suffix in BIBTEX
                words, none = (f"{key} = {{…}}", f"{key} = {{}}") if is_bibtex else (f"{key}: …", f'{key}: ""')
                hint = f"add `{words}`, or `{none}` when it only decorates"
                problems.warn(place.location if place else Location(file), message, hint)


def _is_in(name: str, file: str) -> bool:
    """Whether a name is a file's, with or without its ending; publications may be in any bibliography."""
    if file == "data/publications" and Path(name).suffix in BIBLIOGRAPHIES:
        return True
    return name in {file, f"{file}.yml", f"{file}.yaml"}


def _pictures(value: Any) -> Iterator[tuple[str, str]]:
    """Every picture of a record, and of the records in it, with the key for what it shows where that is not said."""
    if isinstance(value, Struct):
        fields = value.__struct_fields__
        image = next((getattr(value, name) for name in PICTURES if getattr(value, name, None)), None)
        key = next((name for name in WORDS if name in fields), "")
        has_title = isinstance(value, Picture) and value.title
        if image and key:
            yield image, key if getattr(value, key) is None and not has_title else ""
        for name in fields:
            yield from _pictures(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _pictures(item)
    elif isinstance(value, dict):
        yield from _pictures(tuple(value.values()))


def _shown(outputs: Mapping[str, bytes]) -> set[str]:
    """The paths that pages show as pictures."""
    found = set()
    for path, content in outputs.items():
        if path.endswith(".html"):
            for source in _sources(content.decode("utf-8", "replace")):
                found.add(posixpath.normpath(posixpath.join(posixpath.dirname(path), source)))
    return found


def _sources(page: str) -> Iterable[str]:
    for tag in IMG.finditer(page):
        source = SRC.search(tag[0])
        if source:
            written = next(value for value in source.groups() if value is not None)
            yield unquote(re.split("[?#]", html.unescape(written))[0])


def _check_weight(file: str, site: Site, problems: Problems, *, has_variants: bool) -> None:
    try:
        weight, found = Path(file).stat().st_size, picture(file)
    except OSError:
        return
    is_vast = found.width > WIDEST and found.kind != "SVG"
    if not (weight > HEAVIEST or is_vast) or (has_variants and found.kind in KINDS):
        return
    size = f"{weight / 1_000_000:.1f} MB" + (f" and {found.width} pixels across" if is_vast else "")
    hint = LIGHTER
    if found.kind == "GIF":
        hint = "as a video (.mp4) it weighs a tenth"
    elif found.kind not in KINDS:
        hint = "make it smaller" if found.kind == "SVG" else LIGHTER
    place = Location(file.removeprefix(site.root).lstrip("/\\"))
    problems.warn(place, f"this picture is larger than a page needs: {size}", hint)
