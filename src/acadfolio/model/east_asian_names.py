"""Split lists of names in Han characters into names."""

from __future__ import annotations

from itertools import chain

from acadfolio.model.names import MARKS, OTHER_MARKS

SEPARATORS = "、;；"
COMMAS = ",，"
ENDS = str.maketrans(dict.fromkeys(SEPARATORS + COMMAS, "\n"))
AND = "与與和及"
BRACKETS = "【】［］〔〕「」 "
CHINESE_ET_AL = ("等", "等人")
"""`李四, 等`, `李四等`: "et al."."""
MAX_NAME_LENGTH = 4
COMPOUND = frozenset({"申屠", "钟离", "鐘離"})
"""Family names of two characters whose first character is a family name, too."""
FAMILIES = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘于余"
    "叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鐘姜崔谭譚廖范汪陆陸金石戴贾賈韦韋邱方侯邹鄒熊孟秦白江阎閻薛尹段雷黎龙龍陶贺賀"
    "顾顧毛郝龚龔邵万萬钱錢严嚴覃莫孔向汤湯温康施牛樊葛邢齐齊乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申关關耿焦俞柳甘祝包宁"
)
"""The most common family names of China."""
JAPANESE = "田本村木野井藤橋口島崎谷内上下沢澤部岡屋倉子塚黒根辺場浦尾瀬"
"""The last characters of many Japanese family names that begin like a Chinese one: `高橋, 武夫`."""


def listed_names(text: str) -> list[str]:
    """The names of a list, with `others` at the end for "et al."; none if the text may be one name."""
    bare, others = _without_others(" ".join(text.split()).strip(BRACKETS))
    for word in AND:
        bare = bare.replace(f" {word} ", "、")
    has_separators = bare != bare.translate(ENDS)
    pieces = _stripped(bare.translate(ENDS).split("\n")) if has_separators else bare.split()
    names = list(chain.from_iterable(map(_split_pair, pieces)))
    if not all(map(_is_name, names)) or len(names) + len(others) <= 1:
        return []
    is_list = (
        others or len(names) > len(pieces) or any(separator in bare for separator in SEPARATORS)
    )
    return (
        names + others if is_list or _are_whole_names(names, has_separators=has_separators) else []
    )


def _stripped(pieces: list[str]) -> list[str]:
    return list(filter(None, map(str.strip, pieces)))


def _without_others(text: str) -> tuple[str, list[str]]:
    """The list without "et al." at its end, and `others` for it."""
    if not text.endswith(CHINESE_ET_AL):
        return text, []
    return text.removesuffix("人").removesuffix("等").rstrip(f" {SEPARATORS}{COMMAS}"), ["others"]


def _split_pair(piece: str) -> tuple[str, ...]:
    """The two names of `李四和王五`. `大久保和一郎` is one."""
    for word in AND:
        first, _, second = piece.partition(word)
        if _is_name(first) and _is_name(second) and first[0] in FAMILIES and second[0] in FAMILIES:
            return first, second
    return (piece,)


def _is_name(text: str) -> bool:
    """Whether a text may be a whole name, with its marks."""
    characters = text.rstrip(MARKS + OTHER_MARKS).replace(" ", "", 1)
    return 1 < len(characters) <= MAX_NAME_LENGTH and all(map(_is_han, characters))


def _is_han(character: str) -> bool:
    return (
        "\u3400" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or character >= "\U00020000"
    )


def _is_family_name(name: str) -> bool:
    """Whether a name of two characters may be a family name alone."""
    return name in COMPOUND or (len(name) == len("高橋") and name[-1] in JAPANESE)


def _are_whole_names(names: list[str], *, has_separators: bool) -> bool:
    """Whether names between commas or spaces are certainly whole names, not family and given names of one person."""
    are_chinese = [name[0] in FAMILIES for name in names]
    is_pair = len(names) == len(("family", "given"))
    if not has_separators:
        return all(are_chinese) and not is_pair
    if all(" " in name for name in names):
        return True
    if is_pair:
        return all(are_chinese) and not _is_family_name(names[0])
    return len(names) % 2 == 1 or any(are_chinese[1::2])  # `山田, 太郎, 佐藤, 花子` are two.
