"""Services as a CV prints them: the role and its venues in one line, like skills."""

from __future__ import annotations

from acadfolio.cv.elements import Element

SERVICES = "services"


def service(item: Element) -> Element:
    """The item of a service with its role as a title, its venues after it, and a line for each area."""
    children: list[Element | str] = []
    for part in item.elements:
        if "service__role" in part.classes:
            children.append(Element("span", {"class": "entry__title"}, part.children))
        elif "service__venues" in part.classes:
            children += _venues(part, is_first=len(children) == 1)
        else:
            children.append(part)
    return Element("li", children=children)


def _venues(part: Element, *, is_first: bool) -> list[Element | str]:
    """The venues of a role, or of an area of it."""
    lists = [_list(child) for child in part.elements if child.name == "ul"]
    area = [child for child in part.elements if "service__area" in child.classes]
    line = [child for child in part.children if isinstance(child, str) or child.name != "ul"]
    if area:
        line = [
            Element("em", children=child.children) if child in area else child for child in line
        ]
        return [Element("p", children=line), *lists]
    if lists:
        return list(lists)
    return [": ", *line] if is_first else [Element("p", children=line)]


def _list(venues: Element) -> Element:
    """A list of venues without their bold names: only the role is bold."""
    items: list[Element | str] = []
    for item in venues.elements:
        children = list(item.children)
        if children and isinstance(children[0], Element) and children[0].name == "strong":
            children[0] = Element("span", children=children[0].children)
        items.append(Element("li", children=children))
    return Element("ul", children=items)
