"""Parts of URLs, as Jekyll 4.3.1 itself makes them of the same texts."""

from __future__ import annotations

from acadfolio_jekyll.slugs import slugify
from cases import every_case

MODES = ("raw", "default", "pretty", "ascii", "latin", "none")


@every_case(
    ("text", "slugs"),
    [
        ("a_b  c", ("a_b-c", "a-b-c", "a_b-c", "a-b-c", "a-b-c", "a_b  c")),
        (
            "The _config.yml file",
            (
                "the-_config.yml-file", "the-config-yml-file", "the-_config.yml-file", "the-config-yml-file",
                "the-config-yml-file", "the _config.yml file",
            ),
        ),
        ("Élan vital!", ("élan-vital!", "élan-vital", "élan-vital!", "lan-vital", "elan-vital", "élan vital!")),
        ("-a-", ("a", "a", "a", "a", "a", "-a-")),
        ("über/straße", ("über/straße", "über-straße", "über-straße", "ber-stra-e", "uber-strasse", "über/straße")),
        ("a ~ b", ("a-~-b", "a-b", "a-~-b", "a-b", "a-b", "a ~ b")),
        ("日本 語", ("日本-語", "日本-語", "日本-語", "", "", "日本 語")),
        ("a+b=c", ("a+b=c", "a-b-c", "a+b=c", "a-b-c", "a-b-c", "a+b=c")),
        ("Ünï-_x", ("ünï-_x", "ünï-x", "ünï-_x", "n-x", "uni-x", "ünï-_x")),
    ],
)  # fmt: skip
def test_a_text_becomes_a_slug_as_in_jekyll(text: str, slugs: tuple[str, ...]) -> None:
    assert tuple(slugify(text, mode) for mode in MODES) == slugs


def test_spaces_around_a_hyphen_are_one_hyphen_but_in_mode_raw() -> None:
    assert [slugify("a  -  b", mode) for mode in MODES] == [
        "a---b",
        "a-b",
        "a-b",
        "a-b",
        "a-b",
        "a  -  b",
    ]


def test_a_url_may_keep_its_capitals() -> None:
    assert slugify("ICM Zürich_talk", "pretty", is_cased=True) == "ICM-Zürich_talk"
