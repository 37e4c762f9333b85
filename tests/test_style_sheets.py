"""Style sheets are joined from parts, without what no browser misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.site import StaticFile
from acadfolio.problems import Problems
from acadfolio.rendering.site_files import joined
from acadfolio.routing.plan import Bundle
from timing import least, timed

if TYPE_CHECKING:
    from pathlib import Path


def test_neighbouring_parts_of_one_layer_open_it_once(tmp_path: Path) -> None:
    parts = [
        "@layer a, b;\n\n@layer a {\n  p { top: 0; }\n}\n",
        "/* } */\n\n@layer a {\n  q { top: 0; }\n}\n",
    ]
    parts += [
        "@layer b {\n  i { top: 0; }\n}\n",
        "@layer b {\n  @media print {\n    b { top: 0; }\n  }\n}\n",
    ]
    for number, text in enumerate(parts):
        (tmp_path / f"{number}.css").write_text(text, encoding="utf-8")
    files = tuple(
        StaticFile(str(number), str(tmp_path / f"{number}.css")) for number in range(len(parts))
    )
    assert joined(Bundle("main.css", files), Problems()).decode() == (
        "@layer a,b;@layer a{p{top:0}q{top:0}}@layer b{i{top:0}@media print{b{top:0}}}"
    )


def test_rules_between_two_parts_of_a_layer_stay_where_they_are(tmp_path: Path) -> None:
    text = "@layer a {\n  p { top: 0; }\n}\n/* Mine */\n.mine { top: 0; }\n/* More */\n@layer a {\n  q { top: 0; }\n}\n"
    (tmp_path / "a.css").write_text(text, encoding="utf-8")
    made = joined(
        Bundle("main.css", (StaticFile("a", str(tmp_path / "a.css")),)), Problems()
    ).decode()
    assert made == "@layer a{p{top:0}}.mine{top:0}@layer a{q{top:0}}"


def test_many_comments_between_layers_take_little_time(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text(
        "@layer a {\n  p { top: 0; }\n}\n" + "/* Mine */\n" * 22, encoding="utf-8"
    )
    bundle = Bundle("main.css", (StaticFile("a", str(tmp_path / "a.css")),))
    assert least(lambda: timed(lambda: joined(bundle, Problems()))[1], 0.5) < 0.5


def test_styles_lose_what_no_browser_misses_and_strings_keep_all(tmp_path: Path) -> None:
    text = (
        "@media (width >= 40em) { a[href^=\"mailto\"]::before, b[c='d e'] + i { top: calc(1px + 0.5em * 2); } }\n"
        'p::after { content: " / " / "[a=\\"b\\"]"; grid-area: 1 / 2; margin: 0.5em 10.5em; --x: / *; }\n'
        'q[title="1"] { background: url(a / b.png); } /* [a="b"] */\n'
    )
    (tmp_path / "a.css").write_text(text, encoding="utf-8")
    made = joined(
        Bundle("main.css", (StaticFile("a", str(tmp_path / "a.css")),)), Problems()
    ).decode()
    assert made == (
        "@media(width>=40em){a[href^=mailto]:before,b[c='d e'] + i{top:calc(1px + .5em * 2)}}"
        'p:after{content:" / "/"[a=\\"b\\"]";grid-area:1/2;margin:.5em 10.5em;--x:/ *}'
        'q[title="1"]{background:url(a / b.png)}'
    )
