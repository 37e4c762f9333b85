"""The clock comes in, or what SOURCE_DATE_EPOCH says in its place; the day for which a site is built comes out."""

from __future__ import annotations

import os
import time


def day_of_build() -> tuple[int, int, int]:
    """The year, the month and the day, here; in Greenwich where SOURCE_DATE_EPOCH is set.

    Raises ValueError, OverflowError or OSError where that is no time.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = time.gmtime(int(epoch)) if epoch else time.localtime()
    return moment.tm_year, moment.tm_mon, moment.tm_mday
