"""After any edits, a running preview shows what a build from nothing makes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from acadfolio.build import prepare
from acadfolio.preview.builds import Build, Builder
from acadfolio.problems import SiteError, in_order
from sites import make_site

HOME = "---\ntitle: Home\n---\n## News\n\n{{ news(limit=2) }}\n\n[Papers](/publications/)\n"
PAPERS = "- {title: Idealtheorie, key: ideal, authors: [Emmy Noether], year: 1921, links: {PDF: files/a.pdf}}\n"
VERSIONS: dict[str, tuple[str | None, ...]] = {
    "data/site.yml": (
        "title: Emmy Noether\npublications: {pages: true}\n",
        "title: E. Noether\nmath: dollar\nlook: academicpages\n",
        "title: Emmy Noether\nnavigation: [{title: Life, url: /cv/}]\n",
    ),
    "data/profile.yml": ("name: Emmy Noether\n", "name: Amalie Emmy Noether\nlinks: {ORCID: 0000-0000-0000-0000}\n"),
    "data/publications.yml": (
        PAPERS,
        PAPERS.replace("Idealtheorie", "Ideale in Ringen").replace("1921", "1922"),
        f"{PAPERS}- {{title: Invarianten, authors: [E. Noether, F. Klein*], year: 1918}}\n",
        None,
    ),
    "data/more.bib": (
        None,
        "@article{one, title={Beweis}, author={Hasse, Helmut}, year={1932}, journal={Crelle}}\n",
        "@article{one, title={Beweis eines Satzes}, author={Hasse, Helmut}, year={1932}}\n",
    ),
    "data/news.yml": (
        "- {date: 2024-06-14, text: 'A [life](/cv/).'}\n",
        "- {date: 2024-07-14, text: 'A <life> of $x^2$ and {{ news() }}.'}\n",
        None,
    ),
    "content/about.md": (
        HOME,
        HOME.replace("## News", "## Of late"),
        "---\ntitle: Home\n---\n{% for post in site.posts %}\n## {{ post.title }}\n{% endfor %}\n",
        None,
    ),
    "content/cv.md": ("---\ntitle: CV\n---\n{ news() }\n", "---\ntitle: Life\n---\nA $x^2$ [more](/more/).\n", None),
    "content/more.md": (None, "---\ntitle: More\n---\n[@ideal]\n", "---\ntitle: CV\npermalink: /cv/\n---\n"),
    "content/posts/2024-01-02-first.md": (
        "---\ntitle: First\ntags: [rings]\n---\nThe first.\n",
        "---\ntitle: The first\ntags: [rings, ideals]\n---\nThe first, see [CV](/cv/).\n",
        None,
    ),
    "content/posts/2024-01-02-second.md": (None, "---\ntitle: First\n---\nThe first by another name.\n"),
    "templates/partials/footer.html": (
        None,
        "<footer>{{ site.title }}: {{ posts | length }}</footer>\n",
        "<footer>{{ page.title }}</footer>\n",
    ),
    "static/files/a.pdf": ("%PDF-1.4", "%PDF-1.5", None),
    "static/assets/css/custom.css": (None, "body { color: red }\n", "body { color: blue }\n"),
}  # fmt: skip
"""The files that are edited, and what may be in them; None for a file that is not there."""
ERRORS = {
    "data/site.yml": "title: [Emmy\n",
    "data/publications.yml": "- {titel: Idealtheorie}\n",
    "data/more.bib": "@article{one, title={Beweis",
    "content/posts/2024-01-02-first.md": "---\ntitle: [not closed\n---\n",
    "templates/partials/footer.html": "{% if %}\n",
}


def edit(site: Path, random: Random) -> str:
    """Write, add or delete one file or two at once, as to rename one does; returns which."""
    paths = random.sample(sorted(VERSIONS), random.choice((1, 1, 2)))
    for path in paths:
        write(site, path, random.choice(VERSIONS[path]))
    return " and ".join(paths)


def write(site: Path, path: str, text: str | None) -> None:
    if text is None:
        (site / path).unlink(missing_ok=True)
    else:
        make_site(site, {path: text})


def shown(build: Build) -> dict[str, bytes]:
    return {
        path: Path(output.file).read_bytes() if output.file else output.content
        for path, output in build.outputs.items()
    }


def built_anew(site: Path) -> Build:
    """What a build without any memory makes; no outputs if it fails."""
    try:
        prepared = prepare(site, drafts=True, is_preview=True, draws=True)
        outputs = {output.path: output for output in prepared.outputs()}
    except SiteError as error:
        return Build(problems=error.problems)
    return Build(outputs, in_order(prepared.problems.of_build))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits_the_preview_shows_what_a_build_from_nothing_makes(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)  # noqa: S311 - the same edits each time
    for path, texts in VERSIONS.items():
        write(tmp_path, path, texts[0])
    builder = Builder(tmp_path, drafts=True)
    good = builder.build()
    assert good.outputs
    for number in range(24):
        what = f"edit {number}, of {edit(tmp_path, random)}"
        if number % 6 == 0:
            path, error = random.choice(sorted(ERRORS.items()))
            write(tmp_path, path, error)
            broken = builder.build()
            assert broken.has_errors, path
            assert broken.outputs == good.outputs, what
            write(tmp_path, path, VERSIONS[path][0])
        build, anew = builder.build(), built_anew(tmp_path)
        assert build.problems == anew.problems, what
        if anew.has_errors:
            assert build.outputs == good.outputs, what
        else:
            assert shown(build) == shown(anew), what
            good = build


def test_texts_that_were_edited_since_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acadfolio.memo.SPARE", 2)
    site = make_site(tmp_path, {"content/about.md": HOME, "content/cv.md": "A\n"})
    builder = Builder(site, drafts=False)
    for number in range(10):
        write(site, "content/cv.md", f"Sentence {number}.\n")
        assert f"Sentence {number}." in str(builder.build().outputs["cv/index.html"].content)
    texts = builder.memo.results["html"].known
    assert len(texts) <= 2 * 2 + 2
