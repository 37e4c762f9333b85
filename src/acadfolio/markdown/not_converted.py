"""A formula that stays TeX comes in; what is not understood of it comes out, as a hint."""

from __future__ import annotations

import re

from acadfolio.markdown.maths import LONGEST, mathml
from acadfolio.tex import converter, is_balanced

COMMAND = re.compile(r"\\(?:(begin)\{([^{}]*)\}|[A-Za-z]+)")
DEFINED = re.compile(r"\\(?:re)?newcommand\*?\s*\{?(\\[A-Za-z]+)")
UNKNOWN = "is not understood: write it with simpler commands"


def why_tex(tex: str) -> str:
    """The first command or environment that is not understood, where that is what is wrong."""
    if len(tex) > LONGEST:
        return f"it has more than {LONGEST} characters: part it"
    if not is_balanced(tex):
        return "a brace is not closed, or closes nothing"
    known = {r"\end", *DEFINED.findall(tex)}
    for command in COMMAND.finditer(tex):
        if command[1]:
            if not mathml(rf"\begin{{{command[2]}}}x\end{{{command[2]}}}", block=True):
                return f"the environment `{command[2]}` {UNKNOWN}"
        elif command[0] not in known and _is_unknown(command[0]):
            return f"`{command[0]}` {UNKNOWN}"
    return "see whether it is complete, or write it with simpler commands"


def _is_unknown(command: str) -> bool:
    """The converter shows a command that it does not know as it is; of one that wants more behind it, it complains."""
    convert = converter()
    try:
        return convert is not None and f">{command}<" in convert(command)
    except Exception:  # noqa: BLE001 - as in `maths`
        return False
