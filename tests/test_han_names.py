"""Chinese names that other signs part than a list has: they are several people, and one name stays one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from acadfolio.model.east_asian_names import listed_names
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LISTS = [
    "李四, 张三, 王五", "李四，张三，王五", "李四、张三、王五", "李四；张三；王五", "李四 张三 王五",
    "李四 与 张三 与 王五", "李四; 张三; 王五", "李四、张三和王五",
]  # fmt: skip


@every_case("text", LISTS)
def test_a_line_of_ris_and_a_literal_of_csl_are_as_many_people(text: str, tmp_path: Path) -> None:
    works = [
        {
            "type": "article",
            "title": "B",
            "author": [{"literal": text}],
            "issued": {"date-parts": [[2001]]},
        }
    ]
    files = {
        "data/a.ris": f"TY  - JOUR\nTI  - A\nAU  - {text}\nPY  - 2001\nER  -\n",
        "data/b.json": json.dumps(works),
        "content/about.md": "{{ publications(style='plain') }}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert outputs["index.html"].count("李四, 张三, and 王五.") == 2


@every_case(
    ("authors", "hint"),
    [
        ("[张三，李四]", "[张三, 李四]"),
        ("[张三、李四]", "[张三, 李四]"),
        ("[张三；李四]", "[张三, 李四]"),
        ("张三，李四", "[张三, 李四]"),
        ("【张三，李四】", "[张三, 李四]"),
        ("张三 与 李四", "[张三, 李四]"),
        ("张三*，李四等", "[张三*, 李四, others]"),
        ("Zhang San；Li Si", "[Zhang San, Li Si]"),
    ],
)
def test_in_yaml_they_are_reported_with_what_to_write(
    authors: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from acadfolio.cli import main

    site = make_site(tmp_path, {"data/publications.yml": f"- title: A\n  authors: {authors}\n"})
    assert main(["build", "--site", str(site)]) == 1
    said = capsys.readouterr().err
    assert "contains several names" in said
    assert f"write each author as an entry: {hint}" in said


@every_case(
    "name",
    [
        "张三", "张 三", "张, 三", "欧阳, 锋", "欧阳, 娜娜", "山田, 太郎", "高橋, 江美", "钟离, 金红",
        "山田, 太郎, 佐藤, 花子", "山田 太郎", "大久保和一郎", "阿尔伯特·爱因斯坦", "清华大学, 计算机系",
        "中国科学院计算技术研究所", "王小明 (Xiaoming Wang)", "等", "Marie Curie",
    ],
)  # fmt: skip
def test_one_name_is_no_list(name: str) -> None:
    assert listed_names(name) == []


def test_a_last_author_called_others_is_no_author(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": "- title: A\n  authors: [张三, 等]\n",
        "content/about.md": "{{ publications() }}\n",
    }
    assert "张三 et al." in render_site(tmp_path, files)[0]["index.html"]


@every_case(
    ("language", "authors", "shown"),
    [
        ("zh", "[徐光启, 李天经, 龙华民]", "徐光启、李天经和龙华民"),
        ("zh-Hant", "[徐光啟, 李天經]", "徐光啟和李天經"),
        ("zh", "[徐光启, 李天经, others]", "徐光启、李天经等"),
        ("zh", "[徐光启, Matteo Ricci]", "徐光启 和 Matteo Ricci"),
        (
            "zh",
            "[Ada Lovelace, Mary Somerville, Emmy Noether]",
            "Ada Lovelace, Mary Somerville 和 Emmy Noether",
        ),
        ("en", "[徐光启, 李天经]", "徐光启 and 李天经"),
        ("ar", "[ابن الهيثم, ابن سينا, الكندي]", "ابن الهيثم، ابن سينا والكندي"),
    ],
)
def test_names_have_the_separators_of_their_letters_and_the_sites_language(
    language: str, authors: str, shown: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: E\nlanguage: {language}\n",
        "data/publications.yml": f"- {{title: A, authors: {authors}}}\n",
        "data/experience.yml": "- {role: ناسخ, institution: الجامع, date: 1021}\n",
        "content/about.md": "{{ publications() }}\n\n{{ experience() }}\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert f">{shown}<" in page
    assert ("ناسخ</span>، الجامع" in page) == (language == "ar")
