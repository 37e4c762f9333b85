"""The parser of the command line, whose usage errors hold no passwords."""

from __future__ import annotations

import argparse

TYPE_CHECKING = False  # Not from `typing`: a build without changes does not import it.
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn


class Parser(argparse.ArgumentParser):
    """Reads the arguments of a command.

    `given` are all arguments, whose passwords are not printed.
    """

    def __init__(self, *, given: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(**settings)
        self.given = given

    def error(self, message: str) -> NoReturn:
        """Print a usage error, and exit with status 2."""
        from acadfolio.deploy.masking import Mask, secrets_of_arguments

        secrets = secrets_of_arguments(self.given)
        super().error(Mask(secrets)(message) if secrets else message)
