"""The words of a command line come in, the command that they ask for comes out, with its options."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import acadfolio
from acadfolio.commands.telling import WRONG_USAGE

TYPE_CHECKING = False  # As in `cli`.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Commands = argparse._SubParsersAction["_Parser"]  # noqa: SLF001 - argparse has no other name for it

HIGHEST_PORT = 65535


def command_in(given: Sequence[str], site: Path) -> Callable[[], int]:
    """What these words ask for, to be run. Raises SystemExit where it is told at once: help, the version, wrong usage.

    `site` is the folder when none is given.
    """
    named = given[0] if given else ""
    if named == "help":
        return command_in([*given[1:2], "--help"], site)
    parser = make_parser(site, named)
    if named and named not in ADDERS and not any(option.startswith(named) for option in ("-h", "--help", "--version")):
        from acadfolio.misunderstood import without_command

        parser.error(without_command(given, ADDERS))
    options = parser.parse_args(given)
    if options.run is None:
        parser.print_help(sys.stderr)
        return lambda: WRONG_USAGE
    return partial(options.run, options)


class _Unseen(argparse.HelpFormatter):
    """What argparse asks for at every option that it is told of, to print nothing with.

    How wide the terminal is would load three libraries for archives; which colours it has, from Python 3.14 on, more.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(width=80, **given)

    def _set_color(self, *_: Any, **__: Any) -> None: ...


class _Parser(argparse.ArgumentParser):
    """Looks at the terminal when it has help to print. A command says itself which of its words it does not know."""

    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_Unseen, **given)

    def parse_known_args(self, *given: Any, **named: Any) -> Any:
        options, left = super().parse_known_args(*given, **named)
        if left:
            from acadfolio.misunderstood import left_over

            self.error(left_over(left, self.prog, self._option_string_actions))
        return options, left

    def format_help(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def format_usage(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_usage()


def make_parser(site: Path, named: str = "") -> argparse.ArgumentParser:
    """Every command and option, with examples for help; but for a command that is named, only that one.

    The others would be made for nothing: argparse looks for translations of each one's help.
    """
    parser = _Parser(
        prog="acadfolio",
        description="Makes an academic homepage from YAML data and Markdown pages.",
        epilog="start:  acadfolio new homepage && cd homepage && acadfolio build",
    )
    parser.set_defaults(run=None)
    parser.add_argument("--version", action="version", version=f"acadfolio {acadfolio.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog=parser.prog)
    for add in [ADDERS[named]] if named in ADDERS else ADDERS.values():
        add(commands, site)
    return parser


def _command(commands: Commands, name: str, about: str, example: str) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=f"example:  {example}"
    )
    command.set_defaults(run=partial(_run, name))
    return command


def _run(name: str, options: argparse.Namespace) -> int:
    """Each command is a module of `commands/`. What `importlib` does here would be one more import for every build."""
    status: int = __import__(f"acadfolio.commands.{name}", fromlist=["run"]).run(options)
    return status


def _add_new(commands: Commands, _: Path) -> None:
    new = _command(commands, "new", "make a site that builds at once", "acadfolio new homepage")
    new.add_argument("--empty", action="store_true", help="a few files to fill in, instead of the demo")
    new.add_argument("folder", metavar="DIR", type=Path, help="an empty folder, one to be made, or a git repository")


def _add_import(commands: Commands, site: Path) -> None:
    import_ = _command(
        commands, "import", "write the entries of a Jekyll site as data files", "acadfolio import ../old-site --dry-run"
    )
    import_.set_defaults(run=partial(_run, "import_site"))  # `import` alone is a word of Python.
    import_.add_argument("old_site", metavar="OLD_SITE", type=Path, help="its folder, or that of one collection")
    _add_site(import_, site)
    import_.add_argument("--dry-run", action="store_true", help="print what would be written, and write nothing")


def _add_build(commands: Commands, site: Path) -> None:
    build = _command(commands, "build", "build the site into its output folder", "acadfolio build --strict")
    _add_site(build, site)
    _add_strictness(build)
    build.add_argument("--output", metavar="DIR", type=Path, help="where the site goes (default: output/ in the site)")
    build.add_argument("--no-cache", action="store_true", help="build from nothing, and remember nothing")


def _add_check(commands: Commands, site: Path) -> None:
    check = _command(commands, "check", "find every mistake, dead links within the site too", "acadfolio check")
    _add_site(check, site)
    _add_strictness(check)


def _add_serve(commands: Commands, site: Path) -> None:
    serve = _command(commands, "serve", "show the site while you edit, drafts included", "acadfolio serve --open")
    _add_site(serve, site)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    serve.add_argument("--port", type=_port, help="the port (default: 8000, or the next that is free)")
    serve.add_argument("--open", action="store_true", help="open the site in your browser")
    serve.add_argument(
        "--drafts", action=argparse.BooleanOptionalAction, default=True, help="show drafts and posts to come"
    )


def _add_deploy(commands: Commands, site: Path) -> None:
    deploy = _command(
        commands, "deploy", "put the site online: a git branch, or a folder", "acadfolio deploy --dry-run"
    )
    _add_site(deploy, site)
    deploy.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    deploy.add_argument("--despite-errors", action="store_true", help="also with links that lead nowhere")
    deploy.add_argument("--remote", help="a git remote, or its address (default: origin, or the only one)")
    deploy.add_argument("--branch", help="the branch for the site alone (default: gh-pages)")
    deploy.add_argument("--message", help="the commit's message")
    deploy.add_argument("--force-orphan", action="store_true", help="forget the branch's history")
    deploy.add_argument("--cname", metavar="HOST", type=_host, help="your own domain (default: as in site.yml)")
    deploy.add_argument("--to", metavar="DIR", type=Path, help="a folder, such as ~/public_html, instead of a branch")
    deploy.add_argument("--delete", action="store_true", help="remove from this folder what is not the site's")
    deploy.set_defaults(refuse=deploy.error)


def _add_export(commands: Commands, site: Path) -> None:
    export = _command(commands, "export", "write your publications for other programs", "acadfolio export > papers.bib")
    _add_site(export, site)
    export.add_argument(
        "--format", choices=["bibtex", "ris", "csl"], default="bibtex", help="for which programs (default: bibtex)"
    )
    export.add_argument("--output", metavar="FILE", type=Path, help="a file, instead of standard output")
    export.add_argument("--whole", action="store_true", help="BibTeX with all that acadfolio alone knows, in one field")


def _add_schema(commands: Commands, _: Path) -> None:
    schema = _command(commands, "schema", "write JSON Schemas that help your editor", "acadfolio schema data/schemas")
    schema.add_argument("folder", metavar="DIR", type=Path, nargs="?", help="where they go (default: data/schemas)")


def _add_markdown(commands: Commands, _: Path) -> None:
    markdown = _command(commands, "markdown", "turn a Markdown file into HTML", "echo '*Hello*' | acadfolio markdown -")
    markdown.add_argument("file", metavar="FILE", help="a file, or - for standard input")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(
            f"{text} is no port (ports go from 1 to {HIGHEST_PORT}; 0 takes any that is free)"
        )
    return int(text)


def _host(text: str) -> str:
    """As a CNAME file names it: letters of other scripts in their ASCII form."""
    import re

    try:
        host = text.strip().rstrip(".").lower().encode("idna").decode("ascii")
    except UnicodeError:
        host = ""
    if not re.fullmatch(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", host):
        raise argparse.ArgumentTypeError(f"`{text}` is no host: write it as `www.example.org`")
    return host


def _add_site(command: argparse.ArgumentParser, site: Path) -> None:
    command.add_argument("--site", metavar="DIR", type=Path, default=site, help="the site's folder (default: this one)")


def _add_strictness(command: argparse.ArgumentParser) -> None:
    command.add_argument("--drafts", action="store_true", help="show drafts and posts whose day has not come")
    command.add_argument("--strict", action="store_true", help="take warnings for errors")
    command.add_argument(
        "--format", choices=["text", "json"], default="text", help="how problems are told (default: text)"
    )


ADDERS = {
    "new": _add_new,
    "import": _add_import,
    "build": _add_build,
    "check": _add_check,
    "serve": _add_serve,
    "deploy": _add_deploy,
    "export": _add_export,
    "schema": _add_schema,
    "markdown": _add_markdown,
}
"""What makes each command, in the order of the help."""
