"""How inline Markdown is written in LaTeX and in CSL-JSON."""

from __future__ import annotations

# The HTML elements that are converted, by their start tags.
ELEMENTS = {
    "<i>": "em",
    "<em>": "em",
    "<b>": "strong",
    "<strong>": "strong",
    "<del>": "del",
    "<s>": "del",
    "<sup>": "sup",
    "<sub>": "sub",
    "<code>": "code",
    "<br>": "br",
}

# The elements for Markdown's emphases.
EMPHASES = {
    "strong": "strong",
    "strong_": "strong",
    "emphasis": "em",
    "emphasis_": "em",
}

# The LaTeX commands for elements.
COMMANDS = {
    "em": "emph",
    "strong": "textbf",
    "del": "sout",
    "sup": "textsuperscript",
    "sub": "textsubscript",
    "code": "texttt",
}

# The elements that CSL-JSON allows. The others become plain text.
HTML_ELEMENTS = {
    "em": "i",
    "strong": "b",
    "sup": "sup",
    "sub": "sub",
}

# The LaTeX for special characters. Braces are commands, as BibTeX counts even braces after a backslash.
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\xa0": "~",
}

# The escapes in the URL of a LaTeX command.
URLS = {
    "%": r"\%",
    "#": r"\#",
    "{": "%7B",
    "}": "%7D",
    "\\": "%5C",
}
