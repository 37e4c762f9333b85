"""Lists in older encodings: Latin letters are read, for Chinese, Japanese and Korean there is an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.importers.jekyll.config import read_config
from acadfolio.loading.data import read_data
from acadfolio.problems import Problems
from acadfolio.source.text import foreign_source_of
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

ENTRY = "@article{{a,\n  title = {{{}}},\n  year = 2020\n}}\n"
GERMAN = """Größe Übersicht „Über“ „…“ Straße Ärzte öffentlich Führung Maß Äußerung größer Füße Büße süß Öl Ähnlichkeit
    Köln–Düsseldorf Süßwasser Gemäß Schlüsselübergabe ÄÖÜäöüß GRÖẞE §3 °C µm"""
FRENCH = """Préface élève naïve où déjà créée thèses européenne Théorie générale l’été d’été à façon cœur œuvre “Étude”
    « Étude » – mêmes forêt Noël Œuvre réseaux réalisée aiguë préétablie “à” ’é 20°–30° ÉTÉ ÉCOLE"""
SPANISH = "año niño corazón ¿Qué? ¡Él! Lingüística española “Añil” acción ñandú Núñez pingüino Íñigo Águeda ÁÉÍÓÚ CIÓN"
PORTUGUESE = "São Paulo não é informação ações avô avó “Ação” lições mães pães irmãs interações INFORMAÇÃO"
DANISH = """Æther Ærø Øresund Århus rødgrød blåbærgrød smørrebrød Æß på øl æøå ÆØÅ Næstved størrelse værdi Søren
    Gærdsmutte BLÅBÆRGRØD"""
ICELANDIC = """þjóðfræði æðri Ísland Þórður Guðmundsdóttir öxi fræði hæð ræða Ævisaga íþróttir Björk síðan ást þýðing
    það ég veðurfræði blæðir Ástþór náttúrufræðingur þróun æfing æði móðir ÞJÓÐFRÆÐI ÐÞÆÖ"""
TURKISH = """öğrenci öğretim çağrı güç üçüncü Iğdır ışık İstanbul şiş ağaç “Öğrenme” sözlük çözüm yüzyılın ÖĞRENCİ
    GÜÇ ÜÇÜNCÜ sağlık büyük değişiklik bölüm Türkçe düşünce ÇAĞDAŞ ŞÜPHE köprüsü göçü öğün ölçütü ŞİİR İŞÇİ çöğür"""
POLISH = """żółć źródło łódź część święty głębokość łącznie Żółw „Żółć” „Świat” miłość językoznawstwo ciąża gżegżółka
    źdźbło Łódź Świętokrzyska zażółć gęślą jaźń dążność pójść sześćset ŻÓŁĆ żądło żółty Kołłątaj Żółkiewski ŻÓŁTY"""
CZECH = """Příliš žluťoučký kůň úpěl ďábelské ódy čtvrť dějiny češtiny život příští měření Dvořák řeřicha dílčí šťastný
    Őszi gyűjtemény tűző őrült fejlődés ő és ű"""
LATIN = [
    *((text, "cp1252") for text in (GERMAN, FRENCH, SPANISH, PORTUGUESE, DANISH, ICELANDIC)),
    (TURKISH, "cp1254"),
    (POLISH, "cp1250"),
    (CZECH, "cp1250"),
]
OTHERS = [
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
    """The text of a list, and what is said of it."""
    problems = Problems()
    source = foreign_source_of(content, "a.bib", problems)
    return source.text if source else "", [f"{problem.location}: {problem.message}" for problem in problems.found]


@pytest.mark.parametrize(("text", "encoding"), LATIN)
def test_latin_letters_are_read_as_ever_alone_and_together(text: str, encoding: str) -> None:
    for title in (text, text.upper(), *(word for word in text.split() if word.islower() and len(word) > 6)):
        content = ENTRY.format(title).encode(encoding, "replace")
        if content.isascii():
            continue
        found, said = read(content)
        assert found == content.decode("cp1252", "replace"), title
        assert "it is read as Latin-1" in said[0]


def test_chinese_in_utf_8_makes_no_chinese_of_a_line_in_latin_1() -> None:
    content = ENTRY.format("深度学习的图像识别综述").encode() * 20 + ENTRY.format("Préface").encode("latin-1")
    found, said = read(content)
    assert "Préface" in found
    assert "it is read as Latin-1" in said[0]


@pytest.mark.parametrize(("title", "encoding"), OTHERS)
def test_chinese_japanese_and_korean_are_an_error(title: str, encoding: str) -> None:
    content = ENTRY.format(title).encode(encoding)
    found, said = read(content)
    assert found == ""
    assert re.fullmatch(r"a\.bib:2:1[23]: this file is not in UTF-8: the byte 0x\w\w here is no character", said[0])


def test_one_chinese_line_among_others_in_utf_8_is_told_too() -> None:
    content = ENTRY.format("Préface 深度学习的图像识别综述").encode() * 20 + ENTRY.format("图像识别综述").encode("gbk")
    assert read(content)[1] == ["a.bib:82:13: this file is not in UTF-8: the byte 0xCF here is no character"]


def test_the_encoding_of_most_lines_counts() -> None:
    latin, chinese = ENTRY.format("Préface").encode("latin-1"), ENTRY.format("图像识别综述").encode("gbk")
    assert read(latin * 10 + chinese * 3_000)[0] == ""
    assert "Préface" in read(chinese * 10 + latin * 3_000)[0]


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
    assert problems.found[0].hint == (
        "it looks like GBK, Big5 or Shift-JIS: open it with this encoding, and save it as UTF-8"
    )


def test_an_old_site_in_gbk_is_left_out_of_an_import(tmp_path: Path) -> None:
    (tmp_path / "_config.yml").write_bytes("title: 张三的个人主页\n".encode("gbk"))
    problems = Problems()
    assert read_config(tmp_path, problems).text("title") == ""
    assert "this file is not in UTF-8: the byte 0xD5 here is no character" in problems.found[0].message
    assert problems.found[0].severity == "warning"
