"""Format citations. Each citation style is a template, `templates/citations/STYLE.html`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.citations.authors import author_list
from acadfolio.citations.punctuation import full_stop, punctuate
from acadfolio.citations.within_venue import within_venue
from acadfolio.theme.dates import cited_date

if TYPE_CHECKING:
    from acadfolio.theme.environment import TemplateEnvironment


def add_citations(environment: TemplateEnvironment) -> None:
    """Add the filters and the function for citation styles, `{% call punctuate() %}`, to the templates."""
    environment.filters |= {
        "cited_date": cited_date,
        "author_list": author_list,
        "full_stop": full_stop,
        "within_venue": within_venue,
    }
    environment.globals["punctuate"] = punctuate
