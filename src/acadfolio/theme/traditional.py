"""The theme's words in Simplified Chinese come in, the same in Traditional characters come out, in Taiwan's terms."""

from __future__ import annotations

TAGS = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
"""How the tags of languages begin that are written so."""
CHARACTERS = str.maketrans(
    "与专个书从会关内办务动单历参发号员图备奖学审导将师开当录态报数时显术条来标检没点献现电简类约级线经结绿编网联节荣获视誉"
    "订讨议讯论访评词译详语请读课负贡责资软载过运这选邮邻钟钻铜链键问间阅页项预频题于后里制复据签",
    "與專個書從會關內辦務動單歷參發號員圖備獎學審導將師開當錄態報數時顯術條來標檢沒點獻現電簡類約級線經結綠編網聯節榮獲視譽"
    "訂討議訊論訪評詞譯詳語請讀課負貢責資軟載過運這選郵鄰鐘鑽銅鏈鍵問間閱頁項預頻題於後裡製複據籤",
)
TERMS = {
    "鏈接": "連結",
    "搜索": "搜尋",
    "視頻": "影片",
    "軟件": "軟體",
    "郵箱": "電子郵件",
    "文件": "檔案",
    "菜單": "選單",
    "當前位置": "目前位置",
    "數據集": "資料集",
    "互聯網": "網際網路",
    "複用": "重複使用",
    "複現": "重現",
    "科研基金": "研究計畫補助",
    "備注": "備註",
    "項目": "計畫",
    "獲取": "取得",
    "開放取得": "開放取用",
    "運行": "執行",
    "關注": "追蹤",
    "通過電子郵件發送": "透過電子郵件傳送",
    "在線": "線上",
    "訪問": "存取",
    "主頁": "首頁",
}
"""What is called otherwise there."""


def is_traditional(language: str) -> bool:
    """By the tag: `zh-TW`, `zh-Hant-HK`; not `zh-Hans-HK`."""
    return language.lower().replace("_", "-").startswith(TAGS)


def in_traditional(words: str) -> str:
    said = words.translate(CHARACTERS)
    for term, ours in TERMS.items():
        said = said.replace(term, ours)
    return said
