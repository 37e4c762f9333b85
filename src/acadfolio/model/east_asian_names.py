"""Split lists of names in Han characters."""

from __future__ import annotations

import re
from typing import NamedTuple

from acadfolio.model.names import MARKS, OTHER_MARKS

ANY_MARKS = f"[{MARKS}{OTHER_MARKS}]*"
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
OF_HAN = re.compile(f"[{HAN}]")
NAME = re.compile(rf"(?:[{HAN}]{{2,4}}|[{HAN}]{{1,3}}\s[{HAN}]{{1,3}}){ANY_MARKS}")
SIGN = re.compile(r"\s*[,，、;；]\s*|\s+[与與和及]\s+")
GLUED = re.compile(rf"([{HAN}]{{2,4}}{ANY_MARKS})[与與和及]([{HAN}]{{2,4}}{ANY_MARKS})")
OTHERS = re.compile(rf"(.*[{HAN}]{{2}}{ANY_MARKS})?[\s,，、;；]*等人?")
"""`李四, 等`, `李四等`: those who are not named."""
BRACKETS = "【】［］〔〕「」 "
COMMAS = {",", "，"}
COMPOUND = " 申屠 钟离 鐘離 "
"""Family names of two signs that begin like one of a single sign."""
FAMILIES = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于余"
    "叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鐘姜崔谭譚廖范汪陆陸金石戴贾賈韦韋邱方侯邹鄒熊孟秦白江阎閻薛尹段雷黎龙龍陶贺賀"
    "顾顧毛郝龚龔邵万萬钱錢严嚴覃莫孔向汤湯温康施牛樊葛邢齐齊乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申关關耿焦俞柳甘祝包宁"
)
"""The commonest family names of China."""
JAPANESE = "田本村木野井藤橋口島崎谷内上下沢澤部岡屋倉子塚黒根辺場浦尾瀬"
"""With such a sign many family names of Japan end that begin like one of China: `高橋, 武夫`."""
PAIR = ("family", "given")


class Listed(NamedTuple):
    """Names, a last `others` for those who are not named, and the first sign between them; a space is one, too."""

    names: list[str]
    sign: str


def listed_names(text: str) -> Listed | None:
    """The names in their order; None where it is one name, or may be."""
    if text.isascii() or not OF_HAN.search(text):
        return None
    bare, others = _without_others(" ".join(text.split()).strip(BRACKETS))
    signs = [sign.strip() for sign in SIGN.findall(bare)]
    pieces = SIGN.split(bare) if signs else bare.split()
    names = [name for piece in pieces if piece for name in _unglued(piece)]
    if not all(map(NAME.fullmatch, names)) or len(names) + len(others) <= 1:
        return None
    if others or len(names) > sum(map(bool, pieces)) or _are_sure(names, signs):
        return Listed(names + others, signs[0] if signs else " ")
    return None


def _without_others(text: str) -> tuple[str, list[str]]:
    """A list without those at its end who are not named, and `others` for these."""
    end = OTHERS.fullmatch(text)
    return (end[1] or "", ["others"]) if end else (text, [])


def _unglued(piece: str) -> tuple[str, ...]:
    """Two names of `李四和王五`. `大久保和一郎` is one."""
    match = GLUED.fullmatch(piece)
    return match.groups() if match and match[1][0] in FAMILIES and match[2][0] in FAMILIES else (piece,)


def _is_family_name(name: str) -> bool:
    """Whether a name of two signs may be a family name alone."""
    return f" {name} " in COMPOUND or (len(name) == len("高橋") and name[-1] in JAPANESE)


def _are_sure(names: list[str], signs: list[str]) -> bool:
    """Whether these can be nothing but people, each with all of their name."""
    are_chinese = [name[0] in FAMILIES for name in names]
    if not signs:
        return len(names) > len(PAIR) and all(are_chinese)
    if set(signs) - COMMAS or all(" " in name for name in names):
        return True
    if len(names) == len(PAIR):
        return all(are_chinese) and not _is_family_name(names[0])
    return len(names) % 2 == 1 or any(are_chinese[1::2])  # `山田, 太郎, 佐藤, 花子` are two.
