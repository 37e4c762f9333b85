"""`acadfolio --version`: print the version, and the commit if it is known."""

from __future__ import annotations

import argparse

from acadfolio import __version__


class PrintVersion(argparse.Action):
    """Looks for the commit only when the option is given: this may run git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from acadfolio.installation.origin import own_commit, version_line

        print(version_line(__version__, own_commit()))
        parser.exit()
