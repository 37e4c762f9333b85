"""Words and names that bibliographies share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.model.publication import Status

# Words that the keys of entries and the abbreviations of journals skip, in some languages.
STOP_WORDS = """
    a an and are as at by for from in into is it of on or the to with over under towards toward
    via using how what der die das ein eine einer und von zur zum im am uber fur mit bei aus des
    dem den le la les l un une du de d et sur en au aux dans pour par avec el los las una y del
    al con para por sobre
"""

# Regular expressions for the names of preprint servers.
PREPRINT_SERVERS = [
    r"arxiv\b.*",
    "corr",
    r"(?:bio|med|chem|psy|soc|eng|earth|tech|eco|agri|paleo|edu|afric|india)a?rxiv\b.*",
    "socarxiv.*",
    r"ssrn\b.*",
    "research square",
    r"preprints(?:\.org)?",
    "osf(?: preprints)?",
    "hal(?: open science)?",
    "authorea.*",
    "zenodo",
    "psyarxiv.*",
    "(?:iacr )?cryptology eprint archive.*",
    "iacr eprint.*",
    "eccc",
    "peerj preprints",
    "essoar",
    "optimization online",
    r".*\bpreprint",
]

# Regular expressions for the labels of files that supplement a work, in some languages, and of
# figures about it.
SUPPLEMENT_LABELS = [
    "slides?",
    "folien",
    "diapos",
    "presenta",
    "poster",
    "affiche",
    "póster",
    "suppl",
    "appendi",
    "anhang",
    "annexe?",
    "anexo",
    "errat",
    "review",
    "handout",
    "altmetric",
    "dimensions",
    "diapositiv",
    "allegat",
    "bijlage",
    "bilaga",
    "pôster",
    "slajd",
    "załącznik",
    "lampiran",
    "phụ lục",
    "sunum",
    "διαφάνει",
    "αφίσα",
    "παράρτημα",
    "слайд",
    "презентац",
    "постер",
    "приложени",
    "додат",
    "ملصق",
    "ملحق",
    "اسلاید",
    "پیوست",
    "מצגת",
    "נספח",
    "幻[灯燈]",
    "海[报報]",
    "附[录錄録]",
    "[补補][充足]",
    "スライド",
    "ポスター",
    "슬라이드",
    "포스터",
    "부록",
]

# Regular expressions for the labels of other works that belong to a paper, such as its code.
RELATED_WORK_LABELS = [
    r"\b(?:code|software|(?:git)?repo\w*|github|gitlab|data\w*|daten|donn[ée]es|datos|demo\w*)\b",
    r"\b(?:v[ií]d[eé]os?|talk|vortrag|blog\w*|press|presse|prensa|news|tweet|thread|podcast)\b",
    r"\b(?:interview|entrevista|entretien)\b",
    "代[码碼]|数据|數據|资料|視頻|视频|影片|演示|コード|データ|動画|코드|데이터|동영상",
    r"\bкод\b|данные|дані|видео|відео|κώδικας|δεδομένα|βίντεο|קוד|נתונים|סרטון|كود|بيانات|فيديو|داده|ویدیو",
    r"\b(?:codice|dati|c[oó]digo|dados|kod|dane|wideo|kode|veri|mã nguồn|dữ liệu)\b",
]

# Types of theses and other works. Each citation style has its own name for a PhD thesis.
TYPE_NAMES = [
    "PhD thesis",
    "Master’s thesis",
    "Bachelor’s thesis",
    "Film",
    "Broadcast",
    "Song",
    "Artwork",
    "Map",
    "Performance",
    "Speech",
    "Interview",
    "Letter",
    "Manuscript",
    "Judgment",
    "Statute",
    "Bill",
    "Treaty",
    "Hearing",
]

# BibLaTeX's keys for the series of a journal.
JOURNAL_SERIES = {"newseries": "new series", "oldseries": "old series"}

# Notes about an edition, and about people without a field of their own, by the field of the entry.
# The field's value replaces the braces.
EDITION_NOTES = {
    "part": "Part {}",
    "volumes": "{} vols.",
    "origdate": "First published {}",
    "recipient": "To {}",
    "interviewer": "Interview by {}",
    "illustrator": "Illustrated by {}",
}

# Publication statuses, by BibLaTeX's `pubstate` and CSL-JSON's `status` without spaces and symbols.
STATUSES: dict[str, Status] = {
    "inpreparation": "in preparation",
    "submitted": "submitted",
    "forthcoming": "accepted",
    "accepted": "accepted",
    "inpress": "in press",
    "prepublished": "preprint",
    "underreview": "under review",
    "preprint": "preprint",
    "published": "published",
}

# Regular expressions for the phrases that name a status.
STATUS_PHRASES = {
    "underreview": "(?:currently )?(?:under|in) (?:peer[- ])?(?:review|revision)|revis(?:e|ed) and resubmit",
    "submitted": "(?:manuscript )?submitted(?: for (?:publication|(?:peer[- ])?review)| manuscript)?",
    "inpress": "in[- ](?:press|print|production)|(?:advance )?online (?:first|ahead of print|publication)",
    "accepted": "to (?:appear|be published)|forthcoming|(?:conditionally )?accepted(?: for p(?:ublic|resent)ation)?",
    "inpreparation": r"(?:currently |manuscript |paper )?(?:in|under) prep(?:aration|\.)",
}

# Other phrases, which name a status only where they are the whole year or date of a work.
YEAR_PHRASES = {
    "underreview": "in Begutachtung|en évaluation|en révision|en revisión|under (?:consideration|revision)",
    "submitted": "under submission|eingereicht|soumis|enviado|sent",
    "inpress": "i[mn] Druck|sous presse|en prensa|in stampa|印刷中|待发表|(?:corrected )?proofs?|early access",
    "accepted": "angenommen|im Erscheinen|à paraître|accepté|por aparecer|aceptado|coming soon|upcoming|即将出版|已接收",
    "inpreparation": (
        "(?:work(?:ing)? )?in (?:progress|prep)|drafts?|in Vorbereitung|en préparation|en preparación"
        "|planned|unfinished|(?:unpublished )?manuscript|working paper|unpublished|撰写中|准备中"
    ),
}

# What is written instead of an unknown date, in lower case without spaces, full stops and brackets.
NO_DATE = [
    "",
    "nd",
    "nodate",
    "????",
    "undated",
    "sd",
    "sa",
    "none",
    "oj",
    "ohnejahr",
    "sineanno",
    "sinedato",
    "sansdate",
    "sinfecha",
    "na",
    "n/a",
    "xxxx",
    "yyyy",
    "0",
    "0000",
    "tba",
    "tbd",
    "tobeannounced",
    "tobedetermined",
    "noyear",
    "-",
    "--",
    "—",
    "无日期",
]

# Numbers of months by the first three letters of their names, where these are not the English ones.
MONTHS = {
    "mär": 3,
    "mai": 5,
    "okt": 10,
    "dez": 12,
    "fév": 2,
    "fev": 2,
    "avr": 4,
    "aoû": 8,
    "aou": 8,
    "déc": 12,
    "ene": 1,
    "abr": 4,
    "ago": 8,
    "dic": 12,
    "set": 9,
    "out": 10,
    "gen": 1,
    "mag": 5,
    "giu": 6,
    "lug": 7,
    "ott": 10,
}

# BibLaTeX's `pubstate` for each status. A published work has none.
PUBSTATES = {
    "accepted": "forthcoming",
    "in press": "inpress",
    "under review": "under review",
    "submitted": "submitted",
    "in preparation": "inpreparation",
    "preprint": "prepublished",
}

# Names of languages by language tag. Babel's name is the first.
BABEL_NAMES = {
    "en": "english american british usenglish ukenglish canadian australian newzealand eng en_us en_gb",
    "de": "ngerman german austrian naustrian swissgerman nswissgerman deutsch ger deu",
    "fr": "french francais français acadian canadien fre fra",
    "es": "spanish español espanol spa",
    "zh": "chinese chi zho",
    "it": "italian italiano ita",
    "pt": "portuguese portuges português por",
    "nl": "dutch nederlands dut nld",
    "pt-BR": "brazilian brazil",
    "ja": "japanese jpn",
    "ru": "russian rus",
    "pl": "polish polski pol",
    "cs": "czech cze ces",
    "sv": "swedish swe",
    "da": "danish dan",
    "nb": "norwegian norsk nor nob",
    "nn": "nynorsk nno",
    "fi": "finnish fin",
    "hu": "hungarian magyar hun",
    "el": "greek gre ell",
    "tr": "turkish tur",
    "ko": "korean kor",
    "ar": "arabic ara",
    "he": "hebrew heb",
    "ca": "catalan cat",
    "eu": "basque baq eus",
    "gl": "galician glg",
    "ro": "romanian rum ron",
    "sk": "slovak slo slk",
    "sl": "slovene slovenian slv",
    "hr": "croatian hrv",
    "sr": "serbian srp",
    "bg": "bulgarian bul",
    "uk": "ukrainian ukr",
    "la": "latin lat",
    "et": "estonian est",
    "lv": "latvian lav",
    "lt": "lithuanian lit",
    "id": "indonesian ind",
    "vi": "vietnamese vie",
    "fa": "persian farsi per fas",
    "hi": "hindi hin",
    "is": "icelandic isl",
}

# Editions in words, which BibTeX's manual recommends.
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"

# The fields in which a preprint may differ from the published article.
PREPRINT_DIFFERENCES = """
    kind status venue doi date year volume issue number pages publisher institution type
    open_access
"""

# BibTeX's field for the venue, by the kinds of publication that must have one.
VENUE_FIELDS = {
    "journal": "journal",
    "conference": "booktitle",
    "workshop": "booktitle",
    "chapter": "booktitle",
    "thesis": "school",
}

# The names and URLs of identifiers that have a field in a record.
IDENTIFIER_LINKS = {
    "doi": ("DOI", "https://doi.org/{}"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/{}"),
    "hal": ("HAL", "https://hal.science/{}"),
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    "openreview": ("OpenReview", "https://openreview.net/forum?id={}"),
}

# A name that needs an article in English: "in the Journal of Algebra".
NEEDS_ARTICLE = (
    r"\b(?:Conference|Workshop|Symposium|Congress|Colloquium|Meeting|Journal|Transactions|Proceedings)\b"
    r"|^(?:Annals|Archives?|Bulletin|Handbook|Encyclop(?:a?edia)) (?:of|on|for)\b"
)

# The separators before names in the letters of a language, by those before names in Latin letters.
SEPARATORS = {
    "zh": {", ": "、", " 和 ": "和", ", 等": "", " 等": "", ", …": "、"},
    "ja": {", ": "、", " と ": "、", ", ほか": "", " ほか": "", ", …": "、"},
    "ko": {", 외": " "},
    "ar": {", ": "، ", " و ": " و", ", وآخرون": " ", ", …": "، "},
    "fa": {", ": "، ", ", و همکاران": " ", ", …": "، "},
    "he": {" ו־": " ו", ", ואחרים": " "},
}
