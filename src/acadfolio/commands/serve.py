"""`acadfolio serve`: the live preview."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, add_follow_links, add_site

if TYPE_CHECKING:
    from pathlib import Path

HIGHEST_PORT = 65535


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio serve --open"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--host",
        type=_host,
        default="127.0.0.1",
        help="the address to listen on (default: this machine only)",
    )
    parser.add_argument("--port", type=_port, help="the port (default: 8000, or the next free one)")
    parser.add_argument("--open", action="store_true", help="open the site in your browser")
    parser.add_argument(
        "--drafts",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="show drafts and future posts (default)",
    )


def _host(text: str) -> str:
    if not text.strip():  # Sockets would listen on all addresses.
        raise argparse.ArgumentTypeError(
            "the host is empty: write a name or an IP address such as 127.0.0.1, or 0.0.0.0 for your whole network"
        )
    return text


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            f"`{text}` is not a port: write a number from 1 to {HIGHEST_PORT}, or 0 for any free port"
        )
    return int(text)


def run(options: argparse.Namespace) -> int:
    with suppress(KeyboardInterrupt):  # Before the server runs.
        from acadfolio.preview import serve

        opened = _open_browser if options.open else lambda _: None
        serve(options.site, options.host, options.port, drafts=options.drafts, opened=opened)
    return DONE


def _open_browser(url: str) -> None:
    """Open the browser in a thread: some browsers run in the terminal until they are closed."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()
