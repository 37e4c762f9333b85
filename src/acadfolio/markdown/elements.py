"""The elements of HTML as kramdown knows them, and how their content is parsed."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A line that begins with a tag of such an element does not end a paragraph.
SPAN = _names(
    """
        a abbr acronym b bdo big br button cite code del dfn em i img input ins kbd label mark
        option q rb rbc rp rt rtc ruby samp select small span strong sub sup tt u var
    """
)
BLOCK = _names(
    """
        address applet article aside blockquote body caption col colgroup dd div dl dt fieldset
        figcaption footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li
        main map menu nav ol optgroup p pre section summary table tbody td tfoot th thead tr ul
    """
)
VOID = _names(
    """
        area base br col command embed hr img input keygen link meta param source track wbr
    """
)
OTHER = _names(
    """
        audio canvas center details figure font math noscript object s script strike style svg
        textarea title video
    """
)

# How the content is parsed where a `markdown` attribute asks for it. That of all others is raw.
BLOCK_CONTENT = _names(
    """
        address applet article aside blockquote body dd details div dl fieldset figcaption
        figure footer form header hgroup iframe li main map menu nav noscript object section
        summary td
    """
)
SPAN_CONTENT = _names(
    """
        a abbr acronym b bdo big button caption cite del dfn dt em h1 h2 h3 h4 h5 h6 i ins label
        legend optgroup p q rb rbc rp rt rtc ruby select small span strong sub sup th tt
    """
)
