"""A body comes in, the same goes out with its paragraphs marked that are nothing but pictures, videos and frames.

Text has lines that can be read, what is looked at has the whole column. A style sheet cannot tell them apart.
"""

from __future__ import annotations

import re

PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
SEEN = ("<img", "<video", "<iframe")
NO_WORDS = re.compile(r"<(video|iframe)\b.*?</\1>|<[^>]*>|&nbsp;|\s", re.DOTALL)


def marked_media(body: str) -> str:
    """`data-media` on every such paragraph."""
    return PARAGRAPH.sub(_marked, body) if any(tag in body for tag in SEEN) else body


def _marked(match: re.Match[str]) -> str:
    is_media = any(tag in match[1] for tag in SEEN) and not NO_WORDS.sub("", match[1])
    return f"<p data-media{match[0][2:]}" if is_media else match[0]
