"""`acadfolio new`: create a site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, local_path, quoted_for_shell
from acadfolio.model.values import LanguageTag
from acadfolio.programs import find_program
from acadfolio.resources import examples
from acadfolio.scaffold import EMPTY, REQUIREMENTS, SETTINGS, new_site
from acadfolio.wording import counted

if TYPE_CHECKING:
    from acadfolio.scaffold import Made

TO_REPLACE_IN_EMPTY = "Write your own text at each ✏️. `acadfolio check` lists what is left."
TO_REPLACE_IN_EXAMPLE = (
    "First write your `name` in data/profile.yml: `acadfolio check` lists what is not yours yet."
)


def add_options(parser: argparse.ArgumentParser, _: Path) -> None:
    parser.epilog = "example:  acadfolio new homepage"
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--empty",
        action="store_true",
        help="create a few files to fill in instead of the demo site",
    )
    instead.add_argument(
        "--template",
        action="store_true",
        help="the same, as a repository for GitHub's “Use this template”",
    )
    names = list(examples())
    instead.add_argument(
        "--starter",
        metavar="NAME",
        choices=names,
        help=f"create an example site instead: {', '.join(names)}",
    )
    parser.add_argument(
        "--languages",
        metavar="TAGS",
        type=_languages,
        default=(),
        help="create a site in several languages, the first at its top: --languages en,zh",
    )
    parser.add_argument(
        "folder", metavar="DIR", type=local_path, help="a new or empty folder, or a git repository"
    )


def _languages(text: str) -> tuple[LanguageTag, ...]:
    """Several different language tags. Raises ArgumentTypeError."""
    try:
        tags = tuple(LanguageTag.parse(tag.strip()) for tag in text.split(","))
    except ValueError:
        message = f"`{text}` are not language tags: write them with commas between, such as en,zh"
        raise argparse.ArgumentTypeError(message) from None
    if len({tag.lower() for tag in tags}) != len(tags) or len(tags) == 1:
        message = f"`{text}` are not several languages: write at least two, such as en,zh"
        raise argparse.ArgumentTypeError(message)
    return tags


def run(options: argparse.Namespace) -> int:
    is_empty = options.empty or options.template
    source = EMPTY if is_empty else examples().get(options.starter)
    made = new_site(
        options.folder,
        source=source,
        is_template=options.template,
        languages=options.languages,
    )
    if made.left:
        print(f"Not changed: {', '.join(made.left)}")
    _report_requirement(made, options.folder)
    if SETTINGS in made.written:
        print(TO_REPLACE_IN_EMPTY if is_empty else TO_REPLACE_IN_EXAMPLE)
    here = options.folder == Path()
    print(
        f"Created {counted(len(made.written), 'file')}{'' if here else f' in {options.folder}'}. ",
        end="",
    )
    print(f"Next:  {'' if here else _cd_into(options.folder)}acadfolio serve --open")
    return DONE


def _report_requirement(made: Made, folder: Path) -> None:
    """Print from where a host will install acadfolio, and what is left to do for it."""
    if made.requirement.source:
        print(f"Your host will install acadfolio from {made.requirement.source} ({REQUIREMENTS}).")
    for wheel in made.requirement.files:
        print(
            f"acadfolio is not on PyPI yet, so your host will install {wheel}, a copy of yours. Commit it."
        )
        if _is_ignored(wheel, folder):
            print(f"git ignores this file. Add it with:  git add --force {wheel}", file=sys.stderr)
    if made.lacks_requirement:
        print(f"Add this line to your {REQUIREMENTS}:  {made.requirement.line}")


def _is_ignored(path: str, folder: Path) -> bool:
    """Whether git would leave this file out of commits."""
    if find_program("git") is None:
        return False
    from acadfolio.deploy.git import Git

    return Git(folder).run("check-ignore", "--quiet", path).status == 0


def _cd_into(folder: Path) -> str:
    """The command `cd`.

    Without `&&` and single quotes on Windows, whose shells do not all support them.
    """
    if sys.platform == "win32":
        return f'cd "{folder}"  and then:  ' if " " in str(folder) else f"cd {folder}  and then:  "
    return f"cd {quoted_for_shell(folder)} && "
