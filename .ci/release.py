"""Prepare a checkout for a release, before its wheel is built: `python .ci/release.py v0.1.0 https://HOST/OWNER/NAME`.

Writes the address of the repository into the files that name it, makes the links of the README
absolute (a package index shows it), and records in the package that it is a release. Nothing is
committed: the workflow `release.yml` runs this in a checkout of its own. CONTRIBUTING.md describes
a release.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = "https://repository.example/acadfolio"
"""The address of the repository, where it is not known yet."""
WITH_ADDRESS = ("pyproject.toml", "CITATION.cff", "SECURITY.md")
BUILD_INFO = Path("src/acadfolio/build_info.json")
CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(
    r"(?P<before>(?P<mark>!?)\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\()(?P<target>[^()\s]+)(?=\))"
)
IMAGE = re.compile(r'(?P<before><img src=")(?P<target>[^"]+)')


def main(arguments: list[str]) -> int:
    """Prepare the checkout.

    Returns the exit status: 1 if the commit cannot be released so, 2 for a usage error.
    """
    try:
        tag, repository = arguments
    except ValueError:
        print(__doc__, file=sys.stderr)
        return 2
    repository = repository.rstrip("/")
    if error := problem_of(tag, repository):
        print(f"release: {error}", file=sys.stderr)
        return 1
    commit, date = git("log", "-1", "--format=%H %cs").split()
    for name in WITH_ADDRESS:
        rewrite(name, lambda text: text.replace(PLACEHOLDER, repository))
    rewrite("CITATION.cff", lambda text: f"{text}date-released: {date}\n")
    rewrite("README.md", lambda text: with_absolute_links(text, repository, tag))
    info = json.dumps({"commit": commit, "is_release": True})
    (ROOT / BUILD_INFO).write_text(f"{info}\n", encoding="utf-8")
    print(f"Prepared {tag} of {repository}, commit {commit}")
    return 0


def problem_of(tag: str, repository: str) -> str:
    """Why this commit cannot be released as the version of the tag; empty if it can."""
    version = version_of((ROOT / "src/acadfolio/__init__.py").read_text(encoding="utf-8"))
    if tag != f"v{version}":
        return f"the tag is {tag}, but the version in src/acadfolio/__init__.py is {version}"
    if not re.fullmatch(r"https://[\w.-]+(?:/[\w.-]+)+", repository):
        return f"{repository} is not the address of a repository, such as https://HOST/OWNER/NAME"
    if f"## {version}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        return f"CHANGELOG.md has no heading for {version}"
    if f"version: {version}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        return f"CITATION.cff is not about version {version}"
    if git("status", "--porcelain"):
        return "files have changed since the commit of the tag"
    return ""


def version_of(text: str) -> str:
    match = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return match[1] if match else ""


def with_absolute_links(text: str, repository: str, tag: str) -> str:
    """The text with its links to files of the repository as URLs. Code blocks stay as they are."""

    def absolute(match: re.Match[str]) -> str:
        target = match["target"]
        if re.match(r"[a-z][a-z0-9+.-]*:|#|/", target):
            return match[0]
        kind = "raw" if match.re is IMAGE or match["mark"] else "blob"
        return f"{match['before']}{repository}/{kind}/{tag}/{target}"

    parts = []
    end = 0
    for block in CODE_BLOCK.finditer(text):
        parts += [IMAGE.sub(absolute, LINK.sub(absolute, text[end : block.start()])), block[0]]
        end = block.end()
    parts.append(IMAGE.sub(absolute, LINK.sub(absolute, text[end:])))
    return "".join(parts)


def rewrite(name: str, change: Callable[[str], str]) -> None:
    """Change the text of a file of the repository."""
    file = ROOT / name
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
