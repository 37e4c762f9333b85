from functools import cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
PAPER_PAGES = (HERE / "publications").is_dir()

BLOG_AUTHOR = "Hedwig Sample"
BLOG_TITLE = "Hedwig Sample, physicist"
BLOG_EMAIL = "hedwig@example.org"
BLOG_DESCRIPTION = "The academic homepage of Hedwig Sample"
SITE_URL = "https://sample.example.org/"
DEFAULT_LANG = "en"
TRANSLATIONS = {"en": ""}
NAVIGATION_LINKS = {"en": ()}
THEME = "bench"
TIMEZONE = "UTC"
POSTS = ()
PAGES = (("pages/*.md", "", "page.html"), ("texts/*.md", "pages", "page.html"))
if PAPER_PAGES:
    PAGES += (("publications/*.md", "publications", "paper.html"),)
COMPILERS = {"markdown": (".md",)}
MARKDOWN_EXTENSIONS = ["markdown.extensions.codehilite", "markdown.extensions.extra"]
PRETTY_URLS = STRIP_INDEXES = True
INDEX_PATH = "blog"
# No blog, tags, feeds, galleries and listings: nobody else makes them of this site.
GENERATE_RSS = GENERATE_ATOM = COPY_SOURCES = SHOW_SOURCELINK = USE_BUNDLES = False
GALLERY_FOLDERS = LISTINGS_FOLDERS = IMAGE_FOLDERS = {}
DISABLED_PLUGINS = [
    "render_indexes", "render_taxonomies", "classify_authors", "classify_archive", "classify_categories", "classify_tags",
    "classify_indexes", "classify_page_index", "classify_sections", "robots", "sitemap", "render_galleries",
    "render_listings", "redirect", "scale_images", "gzip", "create_bundles", "render_sources", "generate_rss", "post_render",
]


@cache
def papers():
    return yaml.load((HERE / "papers/papers.yaml").read_text("utf-8"), yaml.CSafeLoader)


@cache
def by_key():
    return {paper["key"]: paper for paper in papers()}


GLOBAL_CONTEXT = {"PAPER_PAGES": PAPER_PAGES, "PAPERS": papers, "PAPER": lambda slug: by_key().get(slug)}
