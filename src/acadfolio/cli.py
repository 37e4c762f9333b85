"""The command line: one short function per command. What a command needs is imported when it runs."""

from __future__ import annotations

import argparse
import errno
import gc
import io
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import acadfolio

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from acadfolio.problems import Problem

DONE, PROBLEMS, WRONG_USAGE = 0, 1, 2
INTERRUPTED = 130
PROGRESS_EVERY = 50


def main(arguments: Sequence[str] | None = None, *, default: str = "", site: Path | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 the site has problems, 2 wrong usage.

    `default` is the command that runs when none is named, `site` the folder when none is given.
    """
    _speak_utf8()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if default and (not given or (given[0].startswith("-") and given[0] not in {"-h", "--help", "--version"})):
        given.insert(0, default)
    parser = make_parser(site or Path())
    options = parser.parse_args(given)
    if not _is_somewhere():
        print("acadfolio: the folder that you are in is gone (a build replaces output/); try: cd ..", file=sys.stderr)
        return WRONG_USAGE
    if options.run is None:
        parser.print_help(sys.stderr)
        return WRONG_USAGE
    try:
        status: int = options.run(options)
        print(end="", flush=True)
        if arguments is None:
            gc.freeze()  # The process ends: the collector need not walk all that is left, a tenth of a small build.
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `acadfolio … | head`: what was wanted was read.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print("acadfolio: there is no room for what it has to say", file=sys.stderr)
        return PROBLEMS
    return status


def _is_somewhere() -> bool:
    try:
        return Path.cwd().is_dir()
    except OSError:
        return False


def _speak_utf8() -> None:
    """Pages and names may hold any character; a terminal that lacks one shows a stand-in."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def make_parser(site: Path) -> argparse.ArgumentParser:
    """Every command and option, with examples for help."""
    parser = argparse.ArgumentParser(
        prog="acadfolio",
        description="Makes an academic homepage from YAML data and Markdown pages.",
        epilog="start:  acadfolio new homepage && cd homepage && acadfolio build",
    )
    parser.set_defaults(run=None)
    parser.add_argument("--version", action="version", version=f"acadfolio {acadfolio.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    new = _command(commands, "new", run_new, "make a site that builds at once", "acadfolio new homepage")
    new.add_argument("--empty", action="store_true", help="a few files to fill in, instead of the demo")
    new.add_argument("folder", metavar="DIR", type=Path, help="an empty folder, one to be made, or a git repository")

    build = _command(commands, "build", run_build, "build the site into its output folder", "acadfolio build --strict")
    _add_site(build, site)
    build.add_argument("--output", metavar="DIR", type=Path, help="where the site goes (default: output/ in the site)")
    build.add_argument("--no-cache", action="store_true", help="build from nothing, and remember nothing")

    check = _command(
        commands, "check", run_check, "find every mistake, dead links within the site too", "acadfolio check"
    )
    _add_site(check, site)

    serve = _command(
        commands, "serve", run_serve, "show the site while you edit, drafts included", "acadfolio serve --open"
    )
    serve.add_argument("--site", metavar="DIR", type=Path, default=site, help="the site's folder (default: this one)")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    serve.add_argument("--port", type=int, help="the port (default: 8000, or the next that is free)")
    serve.add_argument("--open", action="store_true", help="open the site in your browser")
    serve.add_argument(
        "--drafts", action=argparse.BooleanOptionalAction, default=True, help="show drafts and posts to come"
    )

    _add_deploy(commands, site)

    export = _command(
        commands, "export", run_export, "write your publications for other programs", "acadfolio export > papers.bib"
    )
    export.add_argument("--site", metavar="DIR", type=Path, default=site, help="the site's folder (default: this one)")
    export.add_argument(
        "--format", choices=["bibtex", "ris", "csl"], default="bibtex", help="for which programs (default: bibtex)"
    )
    export.add_argument("--output", metavar="FILE", type=Path, help="a file, instead of standard output")
    export.add_argument("--whole", action="store_true", help="BibTeX with all that acadfolio alone knows, in one field")

    schema = _command(
        commands, "schema", run_schema, "write JSON Schemas that help your editor", "acadfolio schema data/schemas"
    )
    schema.add_argument("folder", metavar="DIR", type=Path, nargs="?", help="where they go (default: data/schemas)")

    markdown = _command(
        commands, "markdown", run_markdown, "turn a Markdown file into HTML", "echo '*Hello*' | acadfolio markdown -"
    )
    markdown.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    about: str,
    example: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=f"example:  {example}"
    )
    command.set_defaults(run=run)
    return command


def _add_deploy(commands: argparse._SubParsersAction[argparse.ArgumentParser], site: Path) -> None:
    deploy = _command(
        commands, "deploy", run_deploy, "put the site online: a git branch, or a folder", "acadfolio deploy --dry-run"
    )
    deploy.add_argument("--site", metavar="DIR", type=Path, default=site, help="the site's folder (default: this one)")
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
    command.add_argument("--drafts", action="store_true", help="show drafts and posts whose day has not come")
    command.add_argument("--strict", action="store_true", help="take warnings for errors")
    command.add_argument(
        "--format", choices=["text", "json"], default="text", help="how problems are told (default: text)"
    )


def run_new(options: argparse.Namespace) -> int:
    from acadfolio.problems import SiteError
    from acadfolio.scaffold import new_site

    try:
        made = new_site(options.folder, is_empty=options.empty)
    except SiteError as error:
        return _tell(error.problems, Path(), "text")
    if made.left:
        print(f"Left as it was: {', '.join(made.left)}")
    if made.unignored:
        print(f"Add to .gitignore: {' '.join(made.unignored)}")
    here = options.folder == Path()
    print(f"Made {len(made.written)} files{'' if here else f' in {options.folder}'}. ", end="")
    print(f"Next:  {'' if here else f'cd {options.folder} && '}acadfolio build")
    return DONE


def run_build(options: argparse.Namespace) -> int:
    from acadfolio import manifest

    started = time.perf_counter()
    output: Path = options.output or options.site / "output"
    settings = (options.drafts, options.strict, os.environ.get("SOURCE_DATE_EPOCH", ""))
    known = None if options.no_cache else manifest.unchanged(str(options.site), str(output), settings)
    if known is not None:
        return _say_built(
            options,
            f"Nothing changed: {known['pages']} pages in {_shown(output)}{_left_out(known['waiting'])}",
            started,
            known,
        )
    return _build(options, output, settings, started)


def _build(options: argparse.Namespace, output: Path, settings: tuple[object, ...], started: float) -> int:
    from functools import partial

    gc.disable()  # A build makes much, drops little and ends soon; the collector would walk it all again and again.
    from acadfolio import manifest, pipeline
    from acadfolio.kept_pages import read_last, write_kept
    from acadfolio.problems import SiteError

    site = str(options.site)
    cache = None if options.no_cache else partial(manifest.cache_folder, site)
    try:
        built = pipeline.build(
            options.site,
            output,
            drafts=options.drafts,
            strict=options.strict,
            progress=_progress(),
            cache=cache,
            last=read_last(cache, manifest.untouched(site, str(output)), manifest.state(site)) if cache else None,
        )
    except SiteError as error:
        return _tell(error.problems, options.site, options.format)
    summary = {
        "pages": built.pages,
        "waiting": built.waiting,
        "warnings": [problem.as_tuple() for problem in built.problems],
        "hosts": built.hosts,
    }
    if not options.no_cache:
        manifest.remember(site, str(output), settings, summary, (), built.valid_until)
    if cache and built.kept:
        write_kept(cache, built.kept)
    written = built.written
    changes = f"{written.added} new, {written.changed} changed, {written.removed} removed"
    total = written.added + written.changed + written.unchanged
    line = f"Built {built.pages} pages ({total} files: {changes}) in {_shown(output)}{_left_out(built.waiting)}"
    return _say_built(options, line, started, summary)


def _say_built(options: argparse.Namespace, line: str, started: float, summary: dict[str, Any]) -> int:
    """`summary` has the warnings as plain values, and the other hosts that pages ask."""
    warnings, hosts = summary["warnings"], summary["hosts"]
    seconds = time.perf_counter() - started
    if not warnings and options.format == "text":
        print(f"{line}, {seconds:.2f} s{_asked(hosts)}")
        return DONE
    from acadfolio.problems import Problem
    from acadfolio.report import as_json

    problems = [Problem.from_tuple(warning) for warning in warnings]
    if options.format == "json":
        print(as_json(problems, message=line, hosts=hosts))
        return DONE
    _tell(problems, options.site, "text")
    print(f"{line}, {seconds:.2f} s{_asked(hosts)}")
    return DONE


def run_check(options: argparse.Namespace) -> int:
    from acadfolio.checks import check_site

    problems, hosts = check_site(options.site, drafts=options.drafts)
    errors = [problem for problem in problems if problem.severity == "error"]
    if options.format == "json":
        from acadfolio.report import as_json

        print(as_json(problems, hosts=hosts))
    elif problems:
        _tell(problems, options.site, "text")
    if options.format == "text":
        sys.stderr.flush()
        warnings = len(problems) - len(errors)
        counted = f"{_count(len(errors), 'error')}, {_count(warnings, 'warning')}" if problems else "no problems"
        print(f"Checked {_shown(options.site)}: {counted}{_asked(hosts)}")
    return PROBLEMS if errors or (options.strict and problems) else DONE


def run_serve(options: argparse.Namespace) -> int:
    from acadfolio.preview import Telling, Wishes, serve
    from acadfolio.problems import SiteError

    wishes = Wishes(options.site, options.host, options.port, options.drafts)
    try:
        serve(wishes, Telling(options.site, sys.stdout, sys.stderr), _open_browser if options.open else lambda _: None)
    except SiteError as error:
        return _tell(error.problems, options.site, "text")
    return DONE


def _open_browser(address: str) -> None:
    """In a thread: some browsers run in the terminal, and end when their reader does."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def run_export(options: argparse.Namespace) -> int:
    from acadfolio.export import exported
    from acadfolio.problems import Location, Problem, SiteError

    if options.whole and options.format != "bibtex":
        print("acadfolio: --whole is for BibTeX alone; leave out --format", file=sys.stderr)
        return WRONG_USAGE
    try:
        text, problems = exported(options.site, options.format, whole=options.whole)
    except SiteError as error:
        return _tell(error.problems, options.site, "text")
    if problems:
        _tell(problems, options.site, "text")
    if options.output is None:
        print(text, end="")
        return DONE
    try:
        options.output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        message = f"this file cannot be written: {error.strerror}"
        return _tell([Problem(Location(str(options.output)), message, "name another one")], Path(), "text")
    print(f"Wrote {options.output}")
    return DONE


def run_schema(options: argparse.Namespace) -> int:
    import json

    from acadfolio.problems import Location, Problem
    from acadfolio.records.schema import document, schemas

    folder: Path = options.folder or Path("data/schemas")
    made = schemas()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, schema in made.items():
            text = json.dumps(document(name, schema), ensure_ascii=False, indent=1) + "\n"
            (folder / f"{name}.json").write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"the schemas cannot be written here: {error.strerror}"
        return _tell([Problem(Location(str(folder)), message, "name another folder")], Path(), "text")
    print(f"Wrote {len(made)} schemas into {_shown(folder)}")
    return DONE


def run_markdown(options: argparse.Namespace) -> int:
    from acadfolio.markdown import to_html
    from acadfolio.problems import Problems
    from acadfolio.source.front_matter import split_page
    from acadfolio.source.text import read_source

    if options.file == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace") if sys.stdin else ""
    else:
        problems = Problems()
        source = read_source(Path(options.file), options.file, problems)
        if source is None:
            return _tell(problems.found, Path(), "text")
        text = split_page(source, problems).body
        if problems.found:
            _tell(problems.found, Path(), "text")
    print(to_html(text), end="")
    return DONE


def run_deploy(options: argparse.Namespace) -> int:
    from acadfolio.problems import SiteError

    _refuse_contradictions(options)
    try:
        return _deploy(options)
    except SiteError as error:
        return _tell(error.problems, options.site, "text")


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """End with status 2 when options of a branch and of a folder are mixed."""
    for name in ("remote", "branch", "message", "cname", "force_orphan") if options.to else ():
        if getattr(options, name):
            options.refuse(f"--{name.replace('_', '-')} is for a branch, --to for a folder: choose one")
    if options.delete and not options.to:
        options.refuse("--delete needs a folder, --to DIR: a branch holds nothing but the site anyway")


def _deploy(options: argparse.Namespace) -> int:
    from acadfolio import deploy
    from acadfolio.problems import SiteError

    try:
        fresh = deploy.make_fresh(options.site, despite_errors=options.despite_errors)
    except SiteError as error:
        _tell(error.problems, options.site, "text")
        print(deploy.refusal(error.problems), file=sys.stderr)
        return PROBLEMS
    if options.to:
        folder = Path(os.path.expanduser(options.to))  # noqa: PTH111 - a shell leaves `--to=~/…` alone; so may no home
        synced = deploy.sync(fresh, options.site, folder, is_rehearsal=options.dry_run, deletes=options.delete)
        problems, lines = fresh.problems, deploy.lines_of_sync(synced)
    else:
        given = {name: getattr(options, name) for name in ("remote", "branch", "message", "cname")}
        said = {name: value for name, value in given.items() if value}
        wishes = deploy.Wishes(**said, is_orphan=options.force_orphan, is_rehearsal=options.dry_run)
        pushed = deploy.push(fresh, options.site, wishes, _say_to_a_terminal)
        problems, lines = (*fresh.problems, *pushed.problems), deploy.lines_of_push(pushed)
    _tell(problems, options.site, "text")
    sys.stderr.flush()
    print(*lines, sep="\n")
    return DONE


def _say_to_a_terminal(line: str) -> None:
    """Somebody waits there; what reads a pipe wants the result."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


def _tell(problems: Sequence[Problem], site: Path, style: str) -> int:
    from acadfolio.report import as_json, print_problems

    if style == "json":
        print(as_json(problems))
    else:
        print_problems(problems, site, sys.stderr)
    return PROBLEMS


def _progress() -> Callable[[int, int], None] | None:
    """Tells how far a long build has come, on a terminal only."""
    if not sys.stderr.isatty():
        return None

    def tell(number: int, total: int) -> None:
        if number % PROGRESS_EVERY == 0:
            sys.stderr.write(f"\r{number} of {total} files")
        if number == total and total >= PROGRESS_EVERY:
            sys.stderr.write("\r\x1b[K")

    return tell


def _left_out(waiting: int) -> str:
    """What a reader of the site does not see yet; `--drafts` shows it."""
    return f", {_count(waiting, 'draft or post to come', 'drafts and posts to come')} left out" if waiting else ""


def _asked(hosts: dict[str, int]) -> str:
    """Whom visitors' browsers will ask besides, in a line of its own: they then see your visitors."""
    listed = ", ".join(f"{host} ({_count(pages, 'page')})" for host, pages in hosts.items())
    return f"\nVisitors' browsers will also ask: {listed}" if hosts else ""


def _count(number: int, noun: str, several: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {several or noun + 's'}"


def _shown(path: Path) -> str:
    text = str(path)
    return "this folder" if text == "." else f"{text}/" if not text.endswith("/") else text
