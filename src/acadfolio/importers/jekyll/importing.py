"""An old site's folder and a new site's come in; the data files that the old one makes come out, with what is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.importers.jekyll import al_folio
from acadfolio.importers.jekyll.addresses import old_addresses
from acadfolio.importers.jekyll.config import NAMES, Config, read_config
from acadfolio.importers.jekyll.entries import entry_of
from acadfolio.importers.jekyll.menu import MENU, menu_of
from acadfolio.importers.jekyll.pages import pages_of
from acadfolio.importers.jekyll.person import profile_text
from acadfolio.importers.jekyll.placing import says, there
from acadfolio.importers.jekyll.reading import Collection, old_site
from acadfolio.importers.jekyll.settings import Old, site_text
from acadfolio.importers.jekyll.tally import Tally
from acadfolio.importers.jekyll.texts import phrase
from acadfolio.importers.jekyll.writing import as_list
from acadfolio.loading.addresses import output_path
from acadfolio.loading.files import is_folder, way_up
from acadfolio.loading.jekyll import IMPORTED
from acadfolio.model.dates import When
from acadfolio.model.fields import keys_of
from acadfolio.model.kinds import KINDS, PAGED
from acadfolio.model.reading import Reader
from acadfolio.problems import Location, Problem, Problems, SiteError, any_of
from acadfolio.routing.slugs import slugs_of
from acadfolio.source.text import Source
from acadfolio.source.yaml import parse_yaml

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.document import Document
    from acadfolio.importers.jekyll.entries import Entry
    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.importers.jekyll.reading import OldSite

SETTINGS, PROFILE = "data/site.yml", "data/profile.yml"
SECTIONS = ("publications", "talks", "teaching", "projects", "news")
LINK = re.compile(r"\]\((/[^()\s#?]*)")
YEAR = re.compile(r"\b[1-9]\d{3}\b")
ABOUT = "From {}, by acadfolio import. Yours to edit."


class Found(Struct):
    """One file's entry, the addresses that its page had, and what orders it among the others."""

    document: Document
    entry: Entry
    addresses: list[str]
    date: str


class Imported(Struct):
    """The files of the new site by their paths, and what was found for each; what is lost is among the problems."""

    old: OldSite
    config: Config
    files: dict[str, str] = field(default_factory=dict)
    found: dict[str, list[Found]] = field(default_factory=dict)
    """By section."""
    left_out: int = 0
    """Files of which no entry was made."""
    kept: list[str] = field(default_factory=list)
    """Files of the new site in whose place others would stand, were they not there already."""
    problems: Problems = field(default_factory=Problems)


def import_site(given: Path, site: Path) -> Imported:
    """What the old site in `given`, or the collection, comes to. Nothing is written. Raises SiteError."""
    if not is_folder(given):
        raise SiteError([Problem(Location(str(given)), "there is no such folder", "name that of your old site")])
    if up := way_up(site):
        raise SiteError([Problem(Location(str(site)), "this is no site, but a folder of one", up)])
    problems, tally = Problems(), Tally()
    is_collection = given.name in IMPORTED or given.resolve().name in IMPORTED
    given = given.resolve() if is_collection and given.name not in IMPORTED else given
    folder = given.parent if is_collection else given
    config = read_config(folder, "" if folder == Path() else f"{folder.as_posix()}/", problems)
    old = old_site(given, config, folder)
    _refuse_no_site(old, config)
    made = Imported(old, config, problems=problems)
    for section in SECTIONS:
        if found := _read_section(made, section, config, tally):
            made.found[section] = found
    _lead_on_from_old_addresses(made, tally)
    _follow_links(made)
    for section in made.found:
        made.files[path_of(section)] = _text(made, section)
    _let_pages_be(made)
    if not is_collection:
        _add_settings(made, config, site)
    for name in old.others:
        here = Location((old.folder / name).as_posix())
        what, how = f"acadfolio has no section for `{name}`: left out", "make one of your own in data/ for it"
        if name[1:] in KINDS:
            what, how = f"`{name}` is not taken over", f"write data{name.replace('_', '/', 1)}.yml by hand"
        problems.warn(here, what, how)
    tally.tell(problems)
    return made


def _refuse_no_site(old: OldSite, config: Config) -> None:
    if old.collections or config.source is not None:
        return
    what = f"this is no Jekyll site: it has neither {NAMES[0]} nor {any_of(tuple(IMPORTED))}"
    below = [
        name for name in ("content", "src", "docs") if any(is_folder(old.folder / name / each) for each in IMPORTED)
    ]
    hint = f"did you mean `{(old.folder / below[0]).as_posix()}`?" if below else "name the folder of your old site"
    raise SiteError([Problem(Location(str(old.folder)), what, hint)])


def _add_settings(made: Imported, config: Config, site: Path) -> None:
    """What the site says of itself and its author. Files that the new one has already stay, which is told."""
    folder = made.old.folder
    pages = pages_of(folder)
    for path, text_of in ((SETTINGS, _site_text), (PROFILE, _profile_text)):
        kept = there(site / path)
        # What is wrong with lines of which nothing is written need not be known.
        text = text_of(made, config, pages, Problems() if kept else made.problems)
        if text and not kept:
            made.files[path] = text
        elif text and not says(Path(kept[0]), text):
            made.kept.append(kept[0])
            made.problems.warn(Location(kept[0]), *_not_taken_over(path, folder))
    al_folio.tell_of_cv(folder, pages, made.problems)


def _site_text(made: Imported, config: Config, pages: list[OldPage], problems: Problems) -> str:
    menu = menu_of(made.old.folder, made.found, pages, problems)
    own = {heading: heading for heading in map(phrase, config.own_headings)}
    grouped_by = "category" if own else "kind"
    used = {found.entry.get(grouped_by) for found in made.found.get("publications", ())}
    groups = {value: heading for value, heading in (own or config.headings_of_kinds).items() if value in used}
    old = Old(config, made.old.folder, pages, menu, groups, bool(own), _has_pages(made))
    return site_text(old, _about_settings(made), problems)


def _profile_text(made: Imported, config: Config, pages: list[OldPage], problems: Problems) -> str:
    folder, about = made.old.folder, _about_settings(made)
    if al_folio.is_al_folio(config, folder):
        return al_folio.profile_text(config, folder, pages, about, problems)
    return profile_text(config, folder, about, problems, says_site=not _has_pages(made))


def _has_pages(made: Imported) -> bool:
    return any(section in PAGED for section in made.found)


def _about_settings(made: Imported) -> str:
    return ABOUT.format(f"{made.old.folder.resolve().name}/{NAMES[0]}")


def _not_taken_over(path: str, folder: Path) -> tuple[str, str]:
    """What to tell of a file that is there, and what to do."""
    other, what = {
        SETTINGS: (MENU, "the site (title, menu, settings)"),
        PROFILE: (al_folio.SOCIALS, "its author"),
    }[path]
    says = f"{NAMES[0]} and {other} say" if (folder / other).is_file() else f"{NAMES[0]} says"
    how = f"to have that, move this file away before you import, or import into a new folder and take {path} from there"
    return f"this file is there already: what {says} of {what} was not taken over", how


def path_of(section: str) -> str:
    return f"data/{section}.yml"


def _read_section(made: Imported, section: str, config: Config, tally: Tally) -> list[Found]:
    """Its entries, newest first; those of al-folio's projects by their importance."""
    found: list[Found] = []
    for name in _folders(made, section):
        read = Collection(made.old, name, made.problems, tally)
        for document in read:
            addresses = old_addresses(document, config.template(name[1:]), config.url)
            entry = entry_of(document, section, config)
            document.count_what_is_left(section)
            if entry is not None:
                found.append(Found(document, entry, addresses, _day(entry)))
            else:
                made.left_out += 1
        made.left_out += read.left_out
    found.sort(key=lambda one: (bool(one.date), When.parse(one.date).newest if one.date else None), reverse=True)
    if section == "projects":
        found.sort(key=lambda one: one.document.number("importance"))
    return found


def _folders(made: Imported, section: str) -> list[str]:
    return [name for name in made.old.collections if IMPORTED[name] == section]


def _day(entry: Entry) -> str:
    """What "newest first" goes by: of a course, the year of its term."""
    said = entry.get("date") or entry.get("year") or ""
    year = YEAR.search(" ".join(entry.get("terms", ())))
    return str(said) or (year[0] if year else "")


def _lead_on_from_old_addresses(made: Imported, tally: Tally) -> None:
    """Each address from one entry alone, and from none that has no page."""
    met: dict[str, Document] = {}
    for section, listed in made.found.items():
        for found in listed:
            kept = []
            for address in found.addresses:
                first = met.setdefault(output_path(address).casefold(), found.document)
                if first is found.document:
                    kept.append(address)
                else:
                    what = f"`{address}` is the address of {first.source.name} too, from where it leads on"
                    found.document.warn("permalink", f"{what}: left out")
            if section in PAGED:
                found.entry |= {"redirect_from": kept} if kept else {}
            elif kept and found.document.says("inline") is not True:
                tally.count("news have no pages of their own: nothing leads on from where they had one", *_about(found))


def _follow_links(made: Imported) -> None:
    """Links between old pages whose address has no ending: hosts find `/talks/a.html` there, a check does not."""
    moved = {
        address: f"{address}.html"
        for listed in made.found.values()
        for found in listed
        for address in found.addresses
        if output_path(address) == f"{address}.html".removeprefix("/")
    }

    def followed(text: str) -> str:
        return LINK.sub(lambda link: f"]({moved.get(link[1], link[1])}", text) if "](/" in text else text

    for found in (found for listed in made.found.values() for found in listed):
        for key, value in found.entry.items():
            if isinstance(value, str):
                found.entry[key] = followed(value)
            elif isinstance(value, dict):
                found.entry[key] = {label: moved.get(address, address) for label, address in value.items()}


def _about(found: Found) -> tuple[Location, str]:
    how = f"add `{found.addresses[0]}` and the like to `redirect_from` of the page that lists your news"
    return found.document.at(), how


def _text(made: Imported, section: str) -> str:
    folders = _folders(made, section)
    about = ABOUT.format(" and ".join(f"{made.old.folder.resolve().name}/{name}" for name in folders))
    keys = keys_of(KINDS[section].record)
    return as_list((one.entry for one in made.found[section]), keys, about, is_short=section == "news")


def _let_pages_be(made: Imported) -> None:
    """Take back old addresses at which acadfolio makes another page. Records are read as a build will read them."""
    pages: dict[str, int] = {}
    for section in [section for section in made.found if section in PAGED]:
        source = Source(path_of(section), made.files[path_of(section)])
        reader = Reader(source, made.problems)
        node = parse_yaml(source, made.problems)
        records = reader.records(node, KINDS[section].record) if node is not None else ()
        for number, slug in enumerate(slugs_of(records, "en")):
            pages[output_path(f"/{section}/{slug}/")] = id(made.found[section][number])
        pages[output_path(f"/{section}/")] = 0
    for section in [section for section in made.found if section in PAGED]:
        changed = [found for found in made.found[section] if _gives_way(found, pages)]
        if changed:
            made.files[path_of(section)] = _text(made, section)


def _gives_way(found: Found, pages: dict[str, int]) -> bool:
    """Whether an old address had to go."""
    old = found.entry.get("redirect_from", [])
    taken = [address for address in old if pages.get(output_path(address), id(found)) != id(found)]
    for address in taken:
        what = f"`{address}` will be the address of something else: nothing leads on from there"
        found.document.warn("permalink", what, "see whether others link to it")
    kept = [address for address in old if address not in taken]
    if kept:
        found.entry["redirect_from"] = kept
    else:
        found.entry.pop("redirect_from", None)
    return bool(taken)
