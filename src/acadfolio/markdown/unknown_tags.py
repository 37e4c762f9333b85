"""Find what looks like a tag in a text of the data, but is shown as text."""

from __future__ import annotations

from acadfolio.markdown.state import Options, State

HAS_TAG = r"<[^\W\d][^<>]*>"


def tags_shown_as_text(text: str) -> list[str]:
    """The tags in a text that are no elements of HTML, each once."""
    from acadfolio.markdown.document import (
        convert_document,
        convert_inline,
    )  # Few texts have such tags.

    state = State(Options(math="dollar", is_data=True))
    (convert_document if "\n" in text else convert_inline)(text, state)
    return [warning.written for warning in state.warnings.values() if warning.rule == "unknown-tag"]
