"""Old Jekyll sites for tests, as files by their paths: what academicpages and al-folio have, about Emmy Noether."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, report
from acadfolio.importers import copy_files, write
from acadfolio.problems import SiteError, in_order
from acadfolio_jekyll.importer import JekyllImporter

if TYPE_CHECKING:
    from pathlib import Path

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c63600000000200014898d70a0000000049454e44ae426082"
)
CONFIG = """\
title: Emmy Noether
description: Rings, ideals, invariants
url: https://noether.example.org
publication_category:
  books: {title: Books}
  manuscripts: {title: Journal Articles}
  conferences: {title: Conference Papers}
collections:
  publications: {output: true, permalink: "/:collection/:path/"}
  talks: {output: true, permalink: "/:collection/:path/"}
  teaching: {output: true, permalink: "/:collection/:path/"}
  portfolio: {output: true, permalink: "/:collection/:path/"}
  news: {output: true}
  projects: {output: true}
permalink: /:categories/:title/
"""

INVARIANTS = """\
---
title: "Invariante Variationsprobleme"
collection: publications
category: manuscripts
permalink: /publication/1918-07-26-invariante
excerpt: 'To every symmetry belongs a law of conservation: the two theorems.'
date: 1918-07-26
venue: 'Nachrichten der Akademie'
slidesurl: '/files/slides.pdf'
paperurl: 'https://noether.example.org/files/invariante.pdf'
bibtexurl: '/files/invariante.bib'
citation: 'Noether, E. (1918). &quot;Invariante Variationsprobleme.&quot; <i>Nachrichten der Akademie</i>. 235-257.'
---

It treats problems of variation that allow a *continuous group*.

The second theorem answers Hilbert's question on energy.

[Download paper here](https://noether.example.org/files/invariante.pdf)

Recommended citation: Noether, E. (1918). "Invariante Variationsprobleme." <i>Nachrichten der Akademie</i>. 235-257.
"""

IDEALS = """\
---
title: "Idealtheorie in Ringbereichen"
collection: publications
category: manuscripts
excerpt: 'Chains of ideals.'
date: 1921-03-01 00:00:00 -0400
venue: 'Math. Annalen'
paperurl: 'https://doi.org/10.1007/BF01464225'
citation: 'Noether, Emmy. (1921). &quot;Idealtheorie in Ringbereichen&quot;. <i>Math. Annalen</i>. 83(1), 24&ndash;66.'
tags: [rings, ideals]
---
"""

TALK = """\
---
title: "Hyperkomplexe Systeme"
collection: talks
type: "Plenary lecture"
permalink: /talks/1932-09-07-icm
venue: "International Congress of Mathematicians"
date: 1932-09-07
location: "Zürich, Switzerland"
---

What *non-commutative* algebras do for the commutative.
"""

COURSE = """\
---
title: "Invariant theory"
collection: teaching
type: "Seminar"
permalink: /teaching/1916-fall-invariants
venue: "University of Göttingen, Mathematical Institute"
date: 1916-10-01
location: "Göttingen, Germany"
---

Announced under Hilbert's name.

Syllabus
======

* forms
* their invariants
"""

CIRCLE = """\
---
title: "The Noether boys"
excerpt: "A circle of students.<br/><img src='/images/boys.png' alt='Walkers in a wood'>"
collection: portfolio
---

They walked, and talked of rings.
"""

ACADEMICPAGES = {
    "_config.yml": CONFIG,
    "_publications/1918-07-26-invariante.md": INVARIANTS,
    "_publications/1921-03-01-idealtheorie.md": IDEALS,
    "_talks/1932-09-07-icm.md": TALK,
    "_teaching/1916-fall-invariants.md": COURSE,
    "_portfolio/portfolio-1.md": CIRCLE,
}
SETTINGS: dict[str, str | bytes] = {
    "_config.yml": CONFIG
    + """\
baseurl: ""
author:
  name: Emmy Noether
  avatar: boys.png
  bio: Rings &amp; <i>ideals</i>
  location: Göttingen
  employer:
  email: emmy@example.org
  orcid: 0000-0002-1825-0097
  github: noether
  twitter: # none
  weibo:    no such name!
  lodgings: Stegemühlenweg
""",
    "_data/navigation.yml": """\
main:
  - title: Publications
    url: /publications/
  - title: Walks
    url: /portfolio/
  - title: Blog
    url: /year-archive/
  - title: "Life: a sketch"
    url: /life/
  - title: Elsewhere
    url: https://example.org/noether
""",
    "_pages/about.md": "---\npermalink: /\ntitle: About\n---\nHello.\n",
    "_pages/year-archive.html": "---\npermalink: /year-archive/\ntitle: Blog\n---\n<p>None yet.</p>\n",
    "_pages/sketch.md": "---\npermalink: /life/\ntitle: Life\n---\nBorn in Erlangen.\n",
    "images/boys.png": PIXEL,
}
"""What academicpages says of a site and its author. Pictures are none here."""
FILES = (
    "images/boys.png",
    "files/slides.pdf",
    "files/invariante.pdf",
    "files/invariante.bib",
    "assets/img/12.jpg",
    "assets/img/1.jpg",
)
"""What these link to, and their authors copy into `static/`."""

AL_FOLIO = {
    "_config.yml": CONFIG,
    "_projects/1_project.md": """\
---
layout: page
title: Algebra
description: rings without end
img: assets/img/12.jpg
importance: 2
category: work
related_publications: true
github: noether/algebra
---

Every ring has a *chain*.

<div class="row">
    <div class="col-sm mt-3 mt-md-0">
        {% include figure.liquid loading="eager" path="assets/img/1.jpg" title="A chain" class="img-fluid" %}
    </div>
</div>
""",
    "_projects/2_project.md": """\
---
layout: page
title: Topology
description: groups, not numbers
img:
importance: 1
category: fun
redirect: https://example.org
---
""",
    "_news/announcement_1.md": """\
---
layout: post
date: 1932-11-08 15:59:00-0400
inline: true
related_posts: false
---

The Ackermann–Teubner Prize, with [Emil Artin](https://example.org/artin).
""",
    "_news/announcement_2.md": """\
---
layout: post
title: On leave
date: 1933-04-25 16:11:00-0400
inline: false
---

By a letter of the ministry.
""",
}


def import_site(old: Path, site: Path) -> int:
    """What `acadfolio import` does, but for its report, for which it builds the new site."""
    try:
        imported = JekyllImporter().read(old, site)
        report(in_order(imported.problems.found))
        write(imported, site)
    except SiteError as error:
        return report(error.problems)
    report(copy_files(imported, site)[1].found)
    return DONE
