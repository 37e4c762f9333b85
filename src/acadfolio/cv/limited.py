"""Make a PDF: with the designs of a site, in a process of its own that has limits.

A design is a program. That of a stranger could run for hours, or need all memory, and Typst has no
limits. The designs of the theme need no such process, which takes a tenth of a second to start.
"""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import json, msgpack

from acadfolio.cv.typesetting import Job, NotInstalledError, NotTypesetError, Typeset, made

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SECONDS = 20
"""Processor seconds for a PDF. One of 300 papers takes half a second."""
MAX_WAIT = 120
"""Seconds, where a processor has more to do than this, or counts no time."""
MAX_MEMORY = 2 * 1024**3
"""Bytes."""
OUT_OF_MEMORY = "memory allocation"
"""How the runtime of Rust begins its last words."""
NO_NETWORK = dict.fromkeys(
    ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"),
    "http://127.0.0.1:9",
)
"""A proxy that does not answer: Typst downloads nothing, even if a design asks for it in a new way."""
COMMAND = (sys.executable, "-P", "-m", "acadfolio.cv.limited")
"""`-P`: without the current folder, which may be a stranger's site."""


def typeset(job: str) -> Typeset:
    """The PDF of a job, which is JSON.

    Raises NotInstalledError, or NotTypesetError.
    """
    try:
        import typst  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise NotInstalledError from None
    work = json.decode(job, type=Job)
    result = typeset_with_limits(job) if work.needs_limits else made(work)
    if not result.pdf:
        raise NotTypesetError(result)
    return result


def typeset_with_limits(job: str, command: Sequence[str] = COMMAND) -> Typeset:
    """The PDF of a job, which is JSON; an error if the design takes too long or needs too much.

    Args:
        job: What to typeset.
        command: How the process is started.
    """
    # A process that is ended leaves its files, which may be private: they are in a folder of this one.
    with TemporaryDirectory() as folder:
        environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder) | NO_NETWORK
        try:
            ended = subprocess.run(  # noqa: S603 - a list, no shell
                command,
                input=job.encode(),
                capture_output=True,
                timeout=MAX_WAIT,
                check=False,
                env=environment,
            )
        except subprocess.TimeoutExpired:
            return Typeset(error=f"this design takes more than {MAX_WAIT} seconds")
    if not ended.returncode:
        return msgpack.decode(ended.stdout, type=Typeset)
    said = ended.stderr.decode(errors="replace")
    if OUT_OF_MEMORY in said:
        return Typeset(error=f"this design needs more than {MAX_MEMORY // 1024**3} GB of memory")
    if ended.returncode < 0 and not said:
        return Typeset(error=f"this design takes more than {MAX_SECONDS} seconds of processor time")
    return Typeset(error=said.strip().splitlines()[-1] if said.strip() else "it has crashed")


def _set_limits() -> None:
    """Limit this process. Windows has no such limits: there, only the time to wait is limited."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def main() -> None:
    """Typeset the job of standard input, and write the result to standard output."""
    job = json.decode(sys.stdin.buffer.read(), type=Job)
    _set_limits()
    sys.stdout.buffer.write(msgpack.encode(made(job)))


if __name__ == "__main__":
    main()
