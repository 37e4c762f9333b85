"""Check the names in the settings of CVs: sections, citation styles, fields and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.settings import check_section_names, check_settings_of, scalars
from acadfolio.model.cv import CvSettings
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.reading import SIMILAR_CHOICE, suggestion
from acadfolio.model.record import defaults_of
from acadfolio.source.yaml import Mapping, Node, Scalar, items_of, nodes_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from acadfolio.model.reading import Reader


def check_cvs(
    reader: Reader, node: Node, sections: Collection[str], styles: Collection[str]
) -> None:
    """Report unknown names, and a second CV of the same name.

    Args:
        reader: Reads the file of the settings.
        node: The CV, or the list of CVs.
        sections: The sections of the site.
        styles: The citation styles.
    """
    files: set[str] = set()
    for cv in nodes_in(node):
        keys = dict(items_of(cv))
        _check_file(reader, cv, keys.get("file"), files)
        if "sections" in keys:
            check_section_names(reader, keys["sections"], sections)
        if "headings" in keys:
            _check_headings(reader, keys["headings"], sections)
        publications = keys.get(PUBLICATIONS)
        if isinstance(publications, Mapping):
            check_settings_of(reader, PUBLICATIONS, publications, styles)


def _check_file(reader: Reader, cv: Node, node: Node | None, files: set[str]) -> None:
    """Report a file that an earlier CV has. `files` are those of the earlier ones."""
    names = [name.value for name in scalars(node)] if node is not None else []
    name = names[0] if names else str(defaults_of(CvSettings)["file"])
    if name.casefold() in files:
        message, hint = f"another CV is the file `{name}`", "give one of them another `file`"
        reader.report(cv if node is None else node, message, hint, rule="duplicate-key")
    files.add(name.casefold())


def _check_headings(reader: Reader, node: Node, sections: Collection[str]) -> None:
    if not isinstance(node, Mapping):
        return
    for key, _ in node.value:
        if isinstance(key, Scalar) and key.value not in sections:
            message = f"there is no section `{key.value}`"
            hint = suggestion(key.value, sections, SIMILAR_CHOICE, lists=False)
            reader.warn(key, message, hint or "delete this line", rule="unknown-section")
