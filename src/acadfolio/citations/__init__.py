"""Cite publications. A citation style is a template, `templates/citations/STYLE.html`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.citations.authors import listed
from acadfolio.citations.dates import cited_date
from acadfolio.citations.punctuation import stop, tidy

if TYPE_CHECKING:
    from acadfolio.theme.environment import TemplateEnvironment


def add_citations(environment: TemplateEnvironment) -> None:
    """Give templates what citation styles are written with: three filters, and `{% call tidy() %}`."""
    environment.filters |= {"cited_date": cited_date, "listed": listed, "stop": stop}
    environment.globals["tidy"] = tidy
