"""Bibliographies in Latin-1 are read with a warning; in other encodings than UTF-8 they are errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.loading.data import read_data
from acadfolio.problems import Problems
from acadfolio.source.text import bibliography_source_of
from acadfolio_jekyll.importer.config import read_config
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

ENTRY = "@article{{a,\n  title = {{{}}},\n  year = 2020\n}}\n"
TEXTS = [
    ("Préface", "utf-16"),
    ("图像识别综述", "gbk"),
    ("李明、张三：《深度学习》", "gbk"),
    ("基于BERT的文本分类研究", "gbk"),
    ("王鑫 and 李婷 and 朱镕基", "gb18030"),
    ("圖像識別綜述", "big5"),
    ("基於BERT的文本分類研究", "big5"),
    ("画像認識の概要", "shift_jis"),
    ("深層学習による画像認識", "euc_jp"),
    ("영상 인식의 개요", "euc_kr"),
    ("김철수", "euc_kr"),
]


def read(content: bytes) -> tuple[str, list[str]]:
    """The text of a list, and its problems."""
    problems = Problems()
    source = bibliography_source_of(content, "a.bib", problems)
    return source.text if source else "", [
        f"{problem.location}: {problem.message}" for problem in problems.found
    ]


def test_latin_1_is_read_with_a_warning() -> None:
    found, said = read(ENTRY.format("Préface “à la carte”").encode("cp1252"))
    assert found == ENTRY.format("Préface “à la carte”")
    assert said == [
        "a.bib:2:14: this file is not in UTF-8 (see the byte 0xE9 here): it is read as Latin-1"
    ]


@every_case(("title", "encoding"), TEXTS)
def test_a_file_in_another_encoding_is_an_error_at_its_first_bad_byte(
    title: str, encoding: str
) -> None:
    content = ENTRY.format(title).encode(encoding)
    found, said = read(content)
    assert found == ""
    assert re.fullmatch(
        r"a\.bib:(2:1[0-9]|1:1): this file is not in UTF-8: the byte 0x\w\w here is not a character",
        said[0],
    )


def test_one_chinese_line_among_others_in_utf_8_is_reported_too() -> None:
    content = ENTRY.format("Préface 深度学习的图像识别综述").encode() * 20 + ENTRY.format(
        "图像识别综述"
    ).encode("gbk")
    assert read(content)[1] == [
        "a.bib:82:13: this file is not in UTF-8: the byte 0xCF here is not a character"
    ]


def test_a_list_in_gbk_is_not_published(tmp_path: Path) -> None:
    site = make_site(tmp_path, {})
    (site / "data" / "p.bib").write_bytes(ENTRY.format("图像识别综述").encode("gbk"))
    (site / "data" / "q.ris").write_bytes("TY  - JOUR\nTI  - 图像识别综述\nER  -\n".encode("gbk"))
    problems = Problems()
    read_data(site, problems)
    assert [f"{problem.location}: {problem.severity}" for problem in problems.found] == [
        "data/p.bib:2:13: error",
        "data/q.ris:2:8: error",
    ]
    assert problems.found[0].hint == "save it as UTF-8"


def test_an_old_site_in_gbk_is_left_out_of_an_import(tmp_path: Path) -> None:
    (tmp_path / "_config.yml").write_bytes("title: 张三的个人主页\n".encode("gbk"))
    problems = Problems()
    assert read_config(tmp_path, problems).text("title") == ""
    assert (
        "this file is not in UTF-8: the byte 0xD5 here is not a character"
        in problems.found[0].message
    )
    assert problems.found[0].severity == "warning"
