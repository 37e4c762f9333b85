"""Outputs come in, the output folder comes out: one build that only writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.output.write import writing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.output.write import WriteCounts
    from acadfolio.rendering import Output


def write(outputs: Iterable[Output], folder: Path, sources: Path | None = None) -> WriteCounts:
    """Make `folder` hold exactly `outputs`; `sources` is the site that they come from.

    Raises SiteError.
    """
    with writing(folder, sources) as job:
        job.take(outputs)
    return job.written()
