"""`acadfolio templates`: the theme's templates, and the copies of them in a site."""

from __future__ import annotations

import re
from difflib import unified_diff
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, add_follow_links, add_site, report
from acadfolio.loading.files import is_folder, no_folder, refuse_links_of_site
from acadfolio.new_files import write_new_files
from acadfolio.problems import Location, Problem
from acadfolio.resources import (
    DESIGN,
    copy_mark,
    starter,
    template_hash,
    template_text,
    theme_templates,
)
from acadfolio.wording import did_you_mean, visible

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

FOLDER = "templates"


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio templates copy partials/footer.html"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "action",
        metavar="ACTION",
        choices=ACTIONS,
        help="list: all templates of the theme; copy: put one into your site, to change it; "
        "diff: show how yours differ from the theme's",
    )
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="a template, such as partials/footer.html"
    )
    parser.set_defaults(usage_error=parser.error)


def run(options: argparse.Namespace) -> int:
    if not is_folder(options.site):
        return report([no_folder(options.site)])
    if options.name:
        options.name = options.name.replace("\\", "/").removeprefix(f"{FOLDER}/")
        if options.name not in theme_templates():
            hint = (
                did_you_mean(options.name, theme_templates(), lists=False)
                or "acadfolio templates list shows all"
            )
            options.usage_error(f"the theme has no template `{options.name}` ({hint})")
    return ACTIONS[options.action](options)


def _list(options: argparse.Namespace) -> int:
    """Print a line on each template."""
    names = theme_templates()
    yours = _replaced(options.site)
    width = max(map(len, names))
    for name in names:
        mark = "*" if name in yours else " "
        print(f"{mark} {name:{width}}  {_description(name)}")
    if yours:
        print(f"\n* replaced by a template of your site, in {FOLDER}/")
    return DONE


def _description(name: str) -> str:
    """The first sentence of the comment at the top of a template."""
    text = template_text(name)
    comment = text.partition("{#")[2].partition("#}")[0]
    if name.endswith(DESIGN):
        comment = text.removeprefix("// ").partition("\n")[0]
    return re.split(r"[.:;](?:\s|$)", " ".join(comment.split()), maxsplit=1)[0]


def _copy(options: argparse.Namespace) -> int:
    name = options.name
    if not name:
        options.usage_error("NAME is missing: `acadfolio templates list` lists the templates")
    path = f"{FOLDER}/{name}"
    if write_new_files(options.site, [(path, _copy_of(name).encode())]):
        hint = f"to see how it differs:  acadfolio templates diff {name}"
        return report(
            [
                Problem(
                    "output-write", Location(path), "this file exists, and is not overwritten", hint
                )
            ]
        )
    print(f"Wrote {options.site / path}. Your site now uses it instead of the theme's.")
    return DONE


def _copy_of(name: str) -> str:
    """A template of the theme as a site gets it: below a line by which a check knows the version that was copied."""
    end = "" if name.endswith(DESIGN) else " #}"
    line = f"{copy_mark(name)} ({template_hash(name)}). What differs from it now:  acadfolio templates diff {name}"
    return f"{line}{end}\n{template_text(name)}"


def _diff(options: argparse.Namespace) -> int:
    """Print the differences between templates of the site and the theme's, as a copy made now would have them."""
    yours = _replaced(options.site)
    if options.name and options.name not in yours:
        options.usage_error(f"your site has no {FOLDER}/{options.name}, so it uses the theme's")
    if yours:
        refuse_links_of_site(options.site, [FOLDER])
    differing = 0
    for name in [options.name] if options.name else yours:
        text = (options.site / FOLDER / name).read_text(encoding="utf-8", errors="replace")
        theirs = _copy_of(name).splitlines()
        lines = list(
            unified_diff(
                text.splitlines(), theirs, f"{FOLDER}/{name}", f"the theme's {name}", lineterm=""
            )
        )
        print(*map(visible, lines), sep="\n", end="\n" if lines else "")
        differing += bool(lines)
    if not differing:
        print("None of your templates differs from the theme's.")
    return DONE


def _replaced(site: Path) -> list[str]:
    """The templates of the theme in whose place the site has its own."""
    folder = site / FOLDER
    if folder.resolve() == (starter() / FOLDER).resolve():
        return []
    return [name for name in theme_templates() if (folder / name).is_file()]


ACTIONS = {"list": _list, "copy": _copy, "diff": _diff}
