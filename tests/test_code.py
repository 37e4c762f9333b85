"""The code that is made of templates: shorter than Jinja's, and with the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jinja2
import pytest
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from acadfolio.model.dates import When
from acadfolio.model.publication import Author
from acadfolio.model.values import Text
from acadfolio.theme.environment import Sandbox, template_environment

if TYPE_CHECKING:
    from pathlib import Path


class Site:
    """As much of a site as printing needs."""

    language = "en"
    date_style = "short"
    ongoing = "present"


PARTS = {
    "item.html": "<i>{{ item }}{{ shown }}</i>{% set shown = 'changed' %}",
    "loud.html": "{% macro loud(text, mark='!') %}<b>{{ text }}{{ mark }}</b>{% endmacro %}",
    "knowing.html": "{% macro knowing(text) %}{{ text }} of {{ shown }}{% endmacro %}",
    "base.html": "<p>{% block main %}base{% endblock %}</p>",
    "broken.html": "{{ nobody.knows }}",
    "first.html": "1",
    "sees.html": "{{ text is defined }}",
}
TEMPLATES = {
    "values": (
        "{{ text }} {{ markdown }} {{ html }} {{ number }} {{ none }} {{ words.a }} {{"
        " words.items() | list | length }} {{ words['b'] }}"
    ),
    "an include sees what is local, and changes nothing": (
        "{% set shown = '<s>' %}{% for item in several %}{% include 'item.html' %}"
        "{{ loop.index }}{% endfor %}{{ shown }}"
    ),
    "an include before what is set": "{% include 'sees.html' %}{% set text = 1 %}{% include 'sees.html' %}",
    "an include inside of a macro": (
        "{% set shown = 1 %}{% macro m(item) %}[{% include 'item.html' %}]{% endmacro %}{{ m('&') }}{{ m(html) }}"
    ),
    "the first that there is": "{% include ['none.html', 'first.html'] %}{% include ['first.html', 'item.html'] %}",
    "a name that is made": "{% include 'fir' ~ 'st.html' %}",
    "one that need not be there": "{% include 'none.html' ignore missing %}{% include 'first.html' ignore missing %}",
    "one without context": "{% include 'sees.html' without context %}{% include 'sees.html' %}",
    "macros of others": "{% from 'loud.html' import loud %}{{ loud(text) }}{{ loud(html, mark='<') }}",
    "a macro by another name": "{% import 'loud.html' as voices %}{{ voices.loud(text) }}",
    "a macro that is called with a block": (
        "{% macro box(title) %}{{ title }}:{{ caller() }}{% endmacro %}{% call box('<t>') %}{{ text }}{% endcall %}"
    ),
    "macros that see the page": (
        "{% set shown = text %}{% from 'knowing.html' import knowing with context %}{{ knowing('x') }}"
    ),
    "a block of a frame": (
        "{% extends 'base.html' %}{% block main %}{{ super() }}{% include 'first.html' %}{{ text }}{% endblock %}"
    ),
    "where nothing is escaped": (
        "{% autoescape false %}{{ text }}{% include 'first.html' %}{% endautoescape %}{{ text }}"
    ),
    "fields of records, and of what is none": (
        "{% for one in [record, record, words, record] %}{{ one.name }}{{ one.in is defined }}"
        "{{ one.nothing is defined }}{{ one.name.upper() }}{{ one.given or 'none' }}{% endfor %}{{ (words.a).upper() }}"
    ),
    "filters and calls": "{{ text | upper }}{{ several | join(', ') }}{{ '<%s>'.format(1) }}{{ range(2) | list }}",
    "a set block": "{% set both %}{{ text }}{{ html }}{% endset %}{{ both }}{{ both | length }}",
    "a citation that is tidied": "{% call tidy() %}{{ text }}, {{ none }}, {% include 'first.html' %}.{% endcall %}",
}


def environment(folder: Path, generator: type[CodeGenerator] | None = None) -> Sandbox:
    for name, text in PARTS.items():
        (folder / name).write_text(text)
    made = template_environment([folder], lambda text: f"<em>{text}</em>", str)
    if generator is not None:
        made.code_generator_class = generator
    return made


def seen() -> dict[str, Any]:
    return {
        "site": Site(),
        "text": "<a> & \"b\" 'c'",
        "markdown": Text.of("of *one*"),
        "html": Markup("<b>bold</b>"),
        "number": 7,
        "none": None,
        "words": {"a": "<word>", "items": "shadowed", "b": "&", "in": "in", "name": "<n>", "given": 0},
        "record": Author(name="<a>"),
        "several": ["<1>", Markup("<hr>")],
    }


@pytest.mark.parametrize("source", TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_prints_what_it_prints_with_the_code_that_jinja_makes(source: str, tmp_path: Path) -> None:
    ours = environment(tmp_path).from_string(source).render(seen())
    assert ours == environment(tmp_path, CodeGenerator).from_string(source).render(seen())
    assert ours


@pytest.mark.parametrize(
    "source",
    [
        "{{ nobody }}",
        "{% include 'none.html' %}",
        "{% include 'broken.html' %}",
        "{% from 'loud.html' import silence %}{{ silence() }}",
        "{{ ''.__class__ }}",
        "{{ words.__class__ }}",
        "{{ record.name }}{{ record.nothing }}",
        "{{ record.name }}{{ record.__class__ }}",
        "{{ record.name }}{{ record._parts }}",
        "{{ record.name.nothing }}",
        "{{ several.append(1) }}",
        "{{ words.update({}) }}",
        "{% from 'loud.html' import loud %}{{ loud(1, 2, 3) }}",
    ],
)
def test_a_mistake_is_the_same_too(source: str, tmp_path: Path) -> None:
    def mistake(made: Sandbox) -> tuple[type, str]:
        with pytest.raises((jinja2.TemplateError, TypeError)) as raised:
            made.from_string(source).render(seen())
        return raised.type, str(raised.value)

    assert mistake(environment(tmp_path)) == mistake(environment(tmp_path, CodeGenerator))


def test_what_is_printed_is_escaped_once(tmp_path: Path) -> None:
    printed = environment(tmp_path).from_string("{{ text }}{{ html }}{{ markdown }}").render(seen())
    assert printed == "&lt;a&gt; &amp; &#34;b&#34; &#39;c&#39;<b>bold</b><em>of *one*</em>"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ 'On ' ~ markdown ~ ', ' ~ day }}", "On <em>of *one*</em>, 1903"),
        ("{{ text ~ none ~ number ~ html }}", "&lt;a&gt; &amp; &#34;b&#34; &#39;c&#39;7<b>bold</b>"),
        ("{{ [markdown, text[:1], day] | join(' & ') }}", "<em>of *one*</em> &amp; &lt; &amp; 1903"),
        ("{{ [record, record] | join(', ', attribute='name') }}", "&lt;a&gt;, &lt;a&gt;"),
        ("{{ markdown | upper }} {{ day | string }} {{ lasting | string }}", "OF *ONE* 1903-11 1903–1905"),
    ],
)
def test_texts_and_dates_that_are_put_together_are_what_they_print(source: str, expected: str, tmp_path: Path) -> None:
    more = {"day": When.parse("1903-11"), "lasting": When.parse("1903..1905"), "section": None}
    site = Site()
    site.date_style = "%Y"
    assert environment(tmp_path).from_string(source).render({**seen(), **more, "site": site}) == expected
