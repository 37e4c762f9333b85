"""The elements that browsers know: any other tag shows nothing of itself."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


HTML = _names(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div
    dl dt em embed fencedframe fieldset figcaption figure font footer form frame frameset geolocation h1 h2 h3 h4 h5 h6
    head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map
    mark marquee menu menuitem meta meter model nav nobr noembed noframes noscript object ol optgroup option output p
    param picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select
    selectedcontent shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template
    textarea tfoot th thead time title tr track tt u ul var video wbr xmp
    """
)
SVG = _names(
    """
    animate animatemotion animatetransform circle clippath cursor defs desc discard ellipse feblend fecolormatrix
    fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow
    feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset
    fepointlight fespecularlighting fespotlight fetile feturbulence filter foreignobject g glyph hkern image line
    lineargradient marker mask metadata mpath path pattern polygon polyline radialgradient rect set stop switch symbol
    text textpath tref tspan use view vkern
    """
)
MATHML = _names(
    """
    annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr
    mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline
    mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics
    """
)
BOOLEAN_ATTRIBUTES = _names(
    """
    allowfullscreen alpha async autofocus autoplay checked compact contenteditable controls crossorigin declare default
    defer disabled download draggable formnovalidate hidden inert ismap itemscope loop markdown multiple muted nohref
    nomodule noresize noshade novalidate nowrap open playsinline popover readonly required reversed
    screenreaderonly selected shadowrootclonable spellcheck translate truespeed typemustmatch webkitallowfullscreen
    mozallowfullscreen
    """
)
"""The attributes that need no value."""
KNOWN = HTML | SVG | MATHML


def is_known(name: str) -> bool:
    """Whether a browser knows an element, or a script may define it: a custom element has a hyphen."""
    return name.lower() in KNOWN or "-" in name
