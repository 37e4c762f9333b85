"""Write a CV for Word: its nodes as plain HTML, which pandoc converts."""

from __future__ import annotations

import os
from calendar import timegm
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from acadfolio.cv.content import content_of
from acadfolio.cv.depth import TooDeepError, report_depth
from acadfolio.cv.page import cv_page
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio.programs import find_pandoc
from acadfolio.wording import with_extra

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.cv.content import Contact, Content
    from acadfolio.cv.nodes import Node, Nodes
    from acadfolio.model.cv import CvSettings
    from acadfolio.rendering.site_renderer import SiteRenderer

PLACE = Location("--format docx")
TAGS = {
    "strong": "strong", "emph": "em", "sub": "sub", "sup": "sup", "strike": "del", "code": "code",
    "pre": "pre", "p": "p", "quote": "blockquote", "cell": "td", "row": "tr", "table": "table",
    "title": "strong", "keywords": "em",
}  # fmt: skip
"""HTML's elements, by the kinds of nodes."""
PROPERTIES = "docProps/core.xml"
"""The part of a document with its author."""
CREATOR = "<dc:creator>{}</dc:creator>"
DATES, TEXTS = 20, 80
"""The widths of the columns of dates and texts, in percent."""


def docx_of(cv: CvSettings, renderer: SiteRenderer) -> bytes:
    """A CV for Word. Raises SiteError if pandoc is not there, or cannot write it, and for a text that is too deep."""
    site = renderer.plan.site.of_documents
    pandoc = find_pandoc()
    if pandoc is None:
        message = "pandoc, which writes files for Word, is not installed"
        hint = f"install pandoc, or `pip install pypandoc-binary`, or {with_extra('csl')}"
        raise SiteError([Problem("missing-extra", PLACE, message, hint)])
    page = cv_page(renderer, cv)
    try:
        content = content_of(cv, page, site, "")
    except TooDeepError as error:
        problems = Problems()
        report_depth("the CV", page, site, problems, error.words)
        raise SiteError(problems.found) from error
    page.links.report("the CV", cv.source_location, renderer.problems)
    day = str(timegm((*site.today, 0, 0, 0)))
    return _converted(pandoc, html_of(content), content, os.environ.get("SOURCE_DATE_EPOCH") or day)


def _converted(pandoc: str, html: str, content: Content, seconds: str) -> bytes:
    """The document that pandoc makes of some HTML. `seconds` is its time, since 1970."""
    import subprocess  # Only this format needs another program.

    # In a sandbox, pandoc could not read its own files. The HTML has no element that loads any.
    command = [pandoc, "+RTS", "-M1G", "-RTS", "--quiet", "--from=html", "--to=docx"]
    command += [f"--metadata=lang={content.lang}", f"--metadata=dir={content.dir}", "--output=-"]
    ended = subprocess.run(  # noqa: S603 - a list, no shell
        command,
        input=html.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": seconds},
    )
    if ended.returncode:
        reason = " ".join(ended.stderr.decode("utf-8", "replace").split())
        message = f"pandoc cannot write this CV: {reason}"
        raise SiteError([Problem("missing-extra", PLACE, message, "install another version of it")])
    return _with_author(ended.stdout, content.name)


def _with_author(docx: bytes, name: str) -> bytes:
    """A document with its author: as metadata for pandoc, the name would be printed, too."""
    target = BytesIO()
    creator = CREATOR.format(escape(name)).encode()
    with ZipFile(BytesIO(docx)) as old, ZipFile(target, "w") as new:
        for entry in old.infolist():
            part = old.read(entry)
            if entry.filename == PROPERTIES:
                part = part.replace(CREATOR.format("").encode(), creator)
            new.writestr(entry, part)
    return target.getvalue()


def html_of(content: Content) -> str:
    """A whole document in HTML. Its title is the name of the person."""
    parts = [f"<p>{_html(position)}</p>" for position in content.positions]
    parts.append(f"<p>{' · '.join(map(_contact, content.contacts))}</p>" * bool(content.contacts))
    for section in content.sections:
        if section.title:
            parts.append(f"<h1>{_html(section.title)}</h1>")
        parts.append(_html(section.body))
    if content.updated:
        parts.append(f"<p><em>{escape(content.updated)}</em></p>")
    title = escape(content.name)
    return f"<html><head><title>{title}</title></head><body>{''.join(parts)}</body></html>"


def _contact(contact: Contact) -> str:
    text = _html(contact.text)
    return f'<a href="{escape(contact.url)}">{text}</a>' if contact.url else text


def _html(nodes: Nodes) -> str:
    return "".join(escape(node) if isinstance(node, str) else _of(node) for node in nodes)


def _of(node: Node) -> str:
    """The HTML of a node of any kind."""
    if node.kind in {"list", "enum"}:
        return _list(node)
    if node.kind == "math":
        mode = "; mode=display" if node.block else ""
        tex = node.alt.replace("</", "< /")  # It cannot end the element.
        return f'<script type="math/tex{mode}">{tex}</script>'
    if node.kind == "break":
        return "<br>"
    body = _html(node.body)
    if node.kind == "heading":
        level = min(node.level, 6)
        return f"<h{level}>{body}</h{level}>"
    if node.kind == "link":
        return f'<a href="{escape(node.url)}">{body}</a>'
    if node.kind == "span":
        attributes = {"lang": node.lang, "dir": node.dir}
        written = (f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
        return f"<span{''.join(written)}>{body}</span>"
    tag = TAGS.get(node.kind, "span")
    return f"<{tag}>{body}</{tag}>"


def _list(node: Node) -> str:
    """A list; with dates, a table of two columns."""
    items = [item for item in node.body if not isinstance(item, str)]
    if any(item.date for item in items):
        return _dated(items)
    tag = "ol" if node.kind == "enum" else "ul"
    first = items[0].number if items else ""
    start = f' start="{escape(first)}"' if tag == "ol" and first else ""
    return f"<{tag}{start}>{''.join(f'<li>{_html(item.body)}</li>' for item in items)}</{tag}>"


def _dated(items: Iterable[Node]) -> str:
    columns = "".join(f'<col style="width: {width}%">' for width in (DATES, TEXTS))
    rows = "".join(
        f"<tr><td>{_html(item.date)}</td><td>{_html(item.body)}</td></tr>" for item in items
    )
    return f"<table><colgroup>{columns}</colgroup><tbody>{rows}</tbody></table>"
