from pathlib import Path

import yaml

HERE = Path(__file__).parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DATA = {file.stem: yaml.load(file.read_text("utf-8"), LOADER) for file in (HERE / "data").glob("*.yml")}
PAPERS = {paper["key"]: paper for paper in DATA["papers"]}
PAPER_PAGES = (HERE / "content/publications").is_dir()

AUTHOR = "Hedwig Sample"
SITENAME = "Hedwig Sample, physicist"
DESCRIPTION = "The academic homepage of Hedwig Sample"
SITEURL = ""
TIMEZONE = "UTC"
THEME = str(HERE / "theme")
THEME_STATIC_PATHS = ["static"]
PAGE_PATHS = [""]
PAGE_EXCLUDES = ["publications"]
ARTICLE_PATHS = ["publications"]
PAGE_SAVE_AS, PAGE_URL = "pages/{slug}/index.html", "pages/{slug}/"
ARTICLE_SAVE_AS, ARTICLE_URL = "publications/{slug}/index.html", "publications/{slug}/"
# No lists of authors, tags and months, and no feeds: nobody else makes them of this site.
DIRECT_TEMPLATES = []
AUTHOR_SAVE_AS = CATEGORY_SAVE_AS = TAG_SAVE_AS = ""
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
MARKDOWN = {
    "extension_configs": {
        "markdown.extensions.codehilite": {"guess_lang": False},
        "markdown.extensions.extra": {},
        "markdown.extensions.meta": {},
        "markdown.extensions.toc": {},
    },
    "output_format": "html5",
}
