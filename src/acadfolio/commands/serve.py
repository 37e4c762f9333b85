"""`acadfolio serve`: the live preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    try:
        return _serve(options)
    except KeyboardInterrupt:  # Before the server runs.
        return DONE


def _serve(options: argparse.Namespace) -> int:
    from acadfolio.preview import serve
    from acadfolio.problems import SiteError

    opened = _open_browser if options.open else lambda _: None
    try:
        serve(options.site, options.host, options.port, drafts=options.drafts, opened=opened)
    except SiteError as error:
        return tell(error.problems, options.site, "text")
    return DONE


def _open_browser(address: str) -> None:
    """In a thread: some browsers run in the terminal, and end when their reader does."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
