"""The keys of the Jekyll themes that records do not have, and what to write instead."""

from __future__ import annotations

OF_A_PAGE = "leave it out: entries have no front matter, and their pages have addresses of their own"
ONLY_JEKYLL = "leave it out: only Jekyll has a use for it"
AS_OLD_ADDRESS = "write it as `redirect_from: …`, and the old address leads to the entry's page"
IN_ANY_ENTRY = dict.fromkeys(("collection", "layout", "author_profile"), OF_A_PAGE) | {"permalink": AS_OLD_ADDRESS}
LINKS = {
    "paperurl": "write `links: {PDF: …}`",
    "slidesurl": "write `links: {Slides: …}`",
    "bibtexurl": "write `links: {BibTeX: …}`",
}
PUBLICATION = (
    IN_ANY_ENTRY
    | LINKS
    | {
        "citation": "leave it out: it is made of `authors`, `venue`, `date` and what else you say",
        "excerpt": "did you mean `summary`?",
    }
)
TALK = (
    IN_ANY_ENTRY
    | LINKS
    | {"type": "did you mean `kind`?", "venue": "did you mean `event`?", "excerpt": "did you mean `text`?"}
)
COURSE = IN_ANY_ENTRY | {
    "title": "did you mean `course`?",
    "type": "did you mean `role`?",
    "venue": "did you mean `institution`?",
    "date": "did you mean `terms`?",
    "location": "write it into `institution`",
    "excerpt": "did you mean `text`?",
}
PROJECT = IN_ANY_ENTRY | {"excerpt": "did you mean `text`?"}
SITE = {
    "author": "write what stands below it at the top of data/profile.yml",
    "name": "your name goes into data/profile.yml, and what the site is called into `title`",
    "baseurl": "write it at the end of `url`: `url: https://name.github.io/path`",
    "locale": "did you mean `language`?",
    "feed": "write `posts_feed: summaries` for `excerpt_only: true`, else leave it out",
    "repository": "leave it out; for a page that reads `site.repository`, write it below `liquid:`",
    "google_scholar_stats_use_cdn": "leave it out; for a page that reads it as `site.…`, write it below `liquid:`",
    "google_analytics_id": "write `analytics: {provider: google, id: …}`",
    "google_analytics": "write `analytics: {provider: google, id: …}`",
    "google_site_verification": "write `verification: {google: …}`",
    "bing_site_verification": "write `verification: {bing: …}`",
    "baidu_site_verification": "write `verification: {baidu: …}`",
    "yandex_site_verification": "write `verification: {yandex: …}`",
    "minimal_mistakes_skin": "did you mean `skin`?",
    "site_theme": "did you mean `skin`?",
    "og_image": "did you mean `image`?",
    "main": "write what stands below it below `navigation:`",
} | dict.fromkeys(
    ("collections", "defaults", "exclude", "highlighter", "include", "kramdown", "markdown", "permalink", "plugins",
     "remote_theme", "sass", "timezone", "title_separator", "whitelist"),
    ONLY_JEKYLL,
)  # fmt: skip
MENU = {"main": "leave out `main:`, and the indentation of the lines below it"}
