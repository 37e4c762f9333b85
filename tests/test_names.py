"""Names in lists of authors: the person's by accents, order and initials, and the parts of anybody's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.citations.authors import FORMS, PaperAuthor, People
from acadfolio.model.name_parts import NameParts, parts_of
from acadfolio.model.names import Name, spellings
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Author
from acadfolio.model.values import Text
from cases import every_case
from sites import content_of, render_site

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SAME = {
    "Emmy Noether": [
        "E. Noether",
        "E Noether",
        "Noether E",
        "Noether E.",
        "Noether, E.",
        "É. Noether",
        "E. NOETHER",
    ],
    "Marie Skłodowska-Curie": [
        "M. Skłodowska-Curie",
        "M. Sklodowska Curie",
        "Skłodowska-Curie M",
        "Curie, M. Skłodowska",
    ],
    "J. R. R. Tolkien": [
        "J.R.R. Tolkien",
        "JRR Tolkien",
        "Tolkien JRR",
        "Tolkien, J. R. R.",
        "J. Tolkien",
    ],
    "John Ronald Reuel Tolkien": [
        "J. R. R. Tolkien",
        "John R. R. Tolkien",
        "John Tolkien",
        "Tolkien JR",
    ],
    "Ludwig van Beethoven": [
        "L. van Beethoven",
        "van Beethoven L",
        "Beethoven, L. van",
        "van Beethoven, L.",
    ],
    "Jean-Pierre Serre": ["J.-P. Serre", "J.P. Serre", "JP Serre", "Serre J-P", "J. Serre"],
    "Gabriel García Márquez": ["G. García Márquez", "García Márquez, G.", "Garcia Marquez G"],
    "Эмми Нётер": ["Э. Нётер", "Нётер Э."],
    "Noether, Emmy": ["E. Noether"],
    "Marie Curie": ["Curie M", "CURIE M", "Curie Marie", "Marie S. Curie", "Curie, Marie S."],
}
OTHERS = {
    "Emmy Noether": [
        "F. Noether",
        "E. A. Noether",
        "Emma Noether",
        "Noether",
        "E. N.",
        "Noether M",
        "Max Noether",
    ],
    "Marie Skłodowska-Curie": ["M. Curie", "P. Curie", "P. Skłodowska-Curie", "Curie, M."],
    "J. R. R. Tolkien": ["C. Tolkien", "J. C. Tolkien", "John Tolkien", "J. R. R. R. Tolkien"],
    "John Ronald Reuel Tolkien": ["R. Tolkien", "Tolkien C"],
    "Ludwig van Beethoven": ["L. Beethoven", "J. van Beethoven"],
    "Jean-Pierre Serre": ["Jean Serre", "P. Serre", "J.-B. Serre"],
    "Zhenheng Tang": ["Zhiwei Tang", "Y. Tang"],
    "汤志恒": ["汤志", "志恒", "汤"],
    "Plato": ["P", "P. Plato", ""],
    "Marie Curie": [
        "M. S. Curie",
        "Marie Sklodowska Curie",
        "Curie, M. S.",
        "Marie, Curie",
        "Pierre S. Curie",
    ],
}


@every_case(("own", "written"), [(own, name) for own, names in SAME.items() for name in names])
def test_a_name_is_known_by_its_initials(own: str, written: str) -> None:
    assert Name.of(own).is_abbreviated_by(written)


@every_case(("own", "written"), [(own, name) for own, names in OTHERS.items() for name in names])
def test_another_initial_or_family_name_is_another_person(own: str, written: str) -> None:
    assert not Name.of(own).is_abbreviated_by(written)


def bold_in(authors: str | Sequence[str], profile: str, folder: Path) -> list[str]:
    """The bold names of a paper with these authors, or of a paper for each list of them."""
    lists = [authors] if isinstance(authors, str) else authors
    files = {
        "data/publications.yml": "".join(
            f"- {{title: Ideals {number}, authors: {names}}}\n"
            for number, names in enumerate(lists)
        ),
        "data/profile.yml": profile,
        "content/about.md": "{{ publications() }}\n",
    }
    page = content_of(render_site(folder, files)[0]["index.html"]).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    return [
        re.sub("<[^>]+>", "", name) for name in re.findall(r"<strong[^>]*>(.*?)</strong>", page)
    ]


@every_case(
    ("authors", "bold"),
    [
        ("[F. Klein, E. Noether*, others]", ["E. Noether*"]),
        ("['Noether, E.', Noether F]", ["Noether, E."]),
        ("[Emmy Noether, E. Noether]", ["Emmy Noether"]),
        ("[NOETHER E, Klein F]", ["NOETHER E"]),
        ("[Noether Emmy, Klein Felix]", ["Noether Emmy"]),
        ("[Emmy A. Noether, F. Klein]", ["Emmy A. Noether"]),
        ("[{name: E. Noether, me: false}, Noether E]", ["Noether E"]),
        ("[{name: E. Noether, me: true}, Noether E]", ["E. Noether"]),
        ("[{name: E. Noether, me: false}]", []),
    ],
)
def test_the_person_is_bold_by_initials_and_a_namesake_is_not(
    authors: str, bold: list[str], tmp_path: Path
) -> None:
    assert bold_in(authors, "name: Emmy Noether\n", tmp_path) == bold


SPELT = [
    ("山田太郎", ["山田 太郎", "山田\u3000太郎", '"山田, 太郎"']),
    ("山田 太郎", ["山田太郎"]),
    ("김철수", ["김 철수"]),
    ("やまだ たろう", ["やまだたろう"]),
    ("Chulsoo Kim", ["Chul-Soo Kim", "'Kim, Chul-Soo'"]),
    ("Chul-Soo Kim", ["Chulsoo Kim", "Chul Soo Kim"]),
    (
        "张三 (San Zhang)",
        ["张三", "San Zhang", "S. Zhang", "Zhang S", "张三 (San Zhang)", "San Zhang（张三）"],
    ),
    ("San Zhang (张三)", ["张三", "San Zhang", "S. Zhang", "张 三"]),
    ("San Zhang 张三", ["张三", "San Zhang", "S. Zhang", "San Zhang 张三"]),
    ("张三 / San Zhang", ["张三", "San Zhang"]),
    ("San Zhang", ["S. Zhang 张三", "San Zhang 张三", "张三 (San Zhang)", "San Zhang (张三)"]),
    ("张三\nvariants: [San Zhang]", ["张三", "San Zhang", "S. Zhang", "Zhang S", "'Zhang, S.'"]),
]


VARIANTS = {
    ("Maria Sibylla Merian", "Maria Sibylla Graff"): """
        Maria S. Graff|M. S. Graff|Graff, Maria S.|Graff M. S.|Graff MS|M.S. Graff|MS Graff|Maria Graff|M. Sibylla Graff
        Maria Sibylla GRAFF|MARIA SIBYLLA GRAFF|GRAFF, M. S.|Graff, M.-S.|Maria Sibylla Graff, PhD|María S. Graff
        Prof. Dr. M. Graff|Graff, Dr. Maria|Maria Graff, M.D.|M. S. Graff, Dr. rer. nat.|Frau Maria Graff|Sir M. Graff
        Maria Sibylla (Sibylle) Merian|Maria “Marie” Graff""",
    (
        "Emmy Noether",
        "Amalie Emmy Noether",
    ): "A. E. Noether|Noether, A. E.|Emmy (Amalie) Noether|Nöther, Emmy|E. Nöther",
    ("Kurt Gödel", "Kurt Goedel"): "K. Godel|Goedel, K.|GÖDEL, Kurt",
    (
        "Johannes Diderik van der Waals",
        "",
    ): "Van der Waals, J. D.|Waals, J. D. v. d.|J. D. v. d. Waals|J. van der Waals Jr.",
    (
        "William Bragg Jr.",
        "",
    ): "W. Bragg|W. Bragg, Jr.|Bragg, Jr., W.|William Bragg Jr|Bragg Jr., William",
    ("William Henry Bragg", "Bill Bragg"): "B. Bragg|Sir W. H. Bragg|William (Bill) Bragg",
    ("Charles de la Vallée Poussin", ""): "Ch. de la Vallée Poussin|De La Vallée-Poussin, Ch.",
}


@every_case(
    ("own", "variant", "written"),
    [
        (*own, name.strip())
        for own, names in VARIANTS.items()
        for name in re.split(r"[|\n]", names)
        if name.strip()
    ],
)
def test_a_variant_is_known_like_the_name_itself(own: str, variant: str, written: str) -> None:
    assert people(own, variant).is_me(Author(name=written))


@every_case(
    ("own", "variant", "written"),
    [
        ("Maria Merian", "Maria Graff", "B. Graff"),
        ("Maria Merian", "Maria Graff", "Graff"),
        ("Maria Merian", "M. Graff", "Margarete Graff"),
        ("Marie Curie", "Mme Curie", "M. L. Curie"),
        ("William Bragg Jr.", "", "William Bragg Sr."),
        ("Ludwig van Beethoven", "", "L. Beethoven"),
        ("William Bragg", "", "Robert (Bill) Bragg"),
    ],
)
def test_what_is_near_a_variant_is_another_person(own: str, variant: str, written: str) -> None:
    assert not people(own, variant).is_me(Author(name=written))


def people(own: str, variant: str) -> People:
    variants = (variant,) if variant else ()
    return People(Profile(name=Text.of(own), variants=variants), [])


@every_case(("own", "written"), SPELT)
def test_a_name_is_known_with_and_without_spaces_and_hyphens_and_in_both_scripts(
    own: str, written: list[str], tmp_path: Path
) -> None:
    lists = [f"[Somebody Else, {name}]" for name in written]
    bold = bold_in(lists, f"name: {own}\n", tmp_path)
    assert sorted(bold) == sorted(name.strip("\"'") for name in written)


@every_case(
    ("own", "written"),
    [
        ("张三", "张三丰"),
        ("张三 (San Zhang)", "L. Zhang"),
        ("张三\nvariants: [Mme Zhang]", "M. Zhang"),
        ("Emmy Noether\nvariants: [Mme Noether]", "M. Noether"),
        ("Emmy Noether\nvariants: [A. Noether]", "B. Noether"),
        ("Chul-Soo Kim", "Chul Kim"),
    ],
)
def test_what_is_near_a_name_is_another_one(own: str, written: str, tmp_path: Path) -> None:
    assert bold_in(f"[Somebody Else, {written}]", f"name: {own}\n", tmp_path) == []


def test_a_family_name_in_capitals_is_cited_in_small_letters(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": "- {title: A, authors: [Si ZHANG, CHEN San]}\n",
        "content/about.md": "{{ publications(style='apa') }}\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert "Zhang, S., &amp; Chen, S." in page


@every_case(
    ("known", "written"), [("李四", "李 四"), ("李 四", "李四"), ("Chul-Soo Kim", "Chulsoo Kim")]
)
def test_a_colleague_is_known_with_and_without_spaces_and_hyphens(
    known: str, written: str, tmp_path: Path
) -> None:
    files = {
        "data/publications.yml": f"- {{title: Ideals, authors: [{written}]}}\n",
        "data/people.yml": f"- {{name: {known}, url: 'https://example.org/li'}}\n",
        "content/about.md": "{{ publications() }}\n",
    }
    assert (
        f'<a href="https://example.org/li">{written}</a>'
        in render_site(tmp_path, files)[0]["index.html"]
    )


def test_no_line_breaks_after_an_initial(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": "- {title: A, authors: [A. C. Clairaut, St. Meyer, J. H. van 't Hoff]}\n",
        "content/about.md": "{{ publications() }}\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert "A.\xa0C.\xa0Clairaut, St. Meyer, and J.\xa0H.\xa0van" in page


PARTS = {
    "Emmy Noether": ("Noether", "Emmy", "E."),
    "Noether, Emmy": ("Noether", "Emmy", "E."),
    "Noether E": ("Noether", "E", "E."),
    "J.R.R. Tolkien": ("Tolkien", "J.R.R.", "J. R. R."),
    "Tolkien JRR": ("Tolkien", "JRR", "J. R. R."),
    "Jean-Pierre Serre": ("Serre", "Jean-Pierre", "J.-P."),
    "J-P Serre": ("Serre", "J-P", "J.-P."),
    "Xiao-ming Wang": ("Wang", "Xiao-ming", "X.-M."),
    "Zh. Tang": ("Tang", "Zh.", "Zh."),
    "Mme P. Curie": ("Curie", "Mme P.", "Mme P."),
    "Émile Henriot": ("Henriot", "Émile", "É."),
    "Абрам Иоффе": ("Иоффе", "Абрам", "А."),
    "محمد الخوارزمي": ("الخوارزمي", "محمد", "محمد"),
    "Santiago Ramón y Cajal": ("Ramón y Cajal", "Santiago", "S."),
    "LI, WEI": ("LI", "WEI", "W."),
    "WANG, YI": ("WANG", "YI", "Y."),
    "ROSSI, ANNA MARIA": ("ROSSI", "ANNA MARIA", "A. M."),
    "TOLKIEN, J.R.R.": ("TOLKIEN", "J.R.R.", "J. R. R."),
    "ROSSI, A": ("ROSSI", "A", "A."),
    "X, JRR": ("X", "JRR", "J. R. R."),
    "Plato": ("Plato", "", ""),
    "汤志恒": ("汤志恒", "", ""),
    "汤 志恒": ("汤", "志恒", "志恒"),
    "Zhenheng Tang (汤志恒)": ("Tang", "Zhenheng", "Z."),
    "The ATLAS Collaboration": ("The ATLAS Collaboration", "", ""),
    "University of Paris": ("University of Paris", "", ""),
    "Gabriel García Márquez": (
        "Márquez",
        "Gabriel García",
        "G. G.",
    ),  # two family names cannot be known
}
WITH_PARTICLES = {
    "Ludwig van Beethoven": NameParts("van Beethoven", "Ludwig", particles="van"),
    "van Beethoven L": NameParts("van Beethoven", "L", particles="van"),
    "Beethoven, L. van": NameParts("van Beethoven", "L.", particles="van"),
    "van Gogh": NameParts("van Gogh", particles="van"),
    "Guido Van Rossum": NameParts("Van Rossum", "Guido", particles="Van"),
    "Charles Jean de la Vallée Poussin": NameParts(
        "de la Vallée Poussin", "Charles Jean", particles="de la"
    ),
    "Martin Luther King Jr.": NameParts("King", "Martin Luther", "Jr."),
    "King, Martin Luther, Jr.": NameParts("King", "Martin Luther", "Jr."),
    "King, Jr., Martin Luther": NameParts("King", "Martin Luther", "Jr."),
    "Ada Example III": NameParts("Example", "Ada", "III"),
}


@every_case("name", PARTS)
def test_a_name_is_split_into_its_parts(name: str) -> None:
    parts = parts_of(Author(name=name))
    assert (parts.family, parts.given, parts.initials) == PARTS[name]


@every_case("name", WITH_PARTICLES)
def test_particles_and_suffixes_have_their_place(name: str) -> None:
    assert parts_of(Author(name=name)) == WITH_PARTICLES[name]


@every_case(
    ("author", "parts"),
    [
        (
            Author(name="Gabriel García Márquez", family="García Márquez"),
            NameParts("García Márquez", "Gabriel"),
        ),
        (
            Author(name="Gabriel García Márquez", given="Gabriel"),
            NameParts("García Márquez", "Gabriel"),
        ),
        (Author(name="Blue Light Lab", family="Blue Light Lab"), NameParts("Blue Light Lab")),
        (
            Author(name="J. Doe", family="Doe", given="Jane", suffix="Sr."),
            NameParts("Doe", "Jane", "Sr."),
        ),
    ],
)
def test_the_fields_of_an_author_take_precedence_over_the_name(
    author: Author, parts: NameParts
) -> None:
    assert parts_of(author) == parts


@every_case(
    ("name", "forms"),
    [
        ("Marie Curie", ["Marie Curie", "M. Curie", "Curie, Marie", "Curie, M.", "Curie M"]),
        ("Curie MS", ["M. S. Curie", "M. S. Curie", "Curie, M. S.", "Curie, M. S.", "Curie MS"]),
        ("J.-P. van Serre Jr.", [*["J.-P. van Serre Jr."] * 2, *["van Serre, J.-P., Jr."] * 2, "van Serre JP Jr"]),
        ("محمد بن سلمان", ["محمد بن سلمان"] * 2 + ["سلمان, محمد بن"] * 2 + ["سلمان محمد بن"]),
        ("LI, WEI", ["WEI LI", "W. LI", "LI, WEI", "LI, W.", "LI W"]),
        ("汤志恒", ["汤志恒"] * 5),
        ("Plato", ["Plato"] * 5),
        ("The ATLAS Collaboration", ["The ATLAS Collaboration"] * 5),
        ("et al.", ["et al."] * 5),
    ],
)  # fmt: skip
def test_a_name_is_written_in_every_form(name: str, forms: list[str]) -> None:
    author = PaperAuthor(name, "", me=False, url="", before="", record=Author(name=name))
    assert [author.in_form(form) for form in FORMS] == forms


@every_case("given", ["A. (Ada)", "A. (Ada Maria)", "A.（Ada）"])
def test_a_given_name_in_brackets_is_no_initial(given: str) -> None:
    parts = parts_of(Author(name=f"{given} Example", family="Example", given=given))
    assert (parts.given, parts.initials, parts.bare_initials) == (given, "A.", "A")


def test_the_initials_after_mrs_may_be_those_of_the_husband() -> None:
    assert spellings("Mme. P. Curie") == spellings("Mme P. Curie")
    assert set(spellings("Mme P. Curie")).isdisjoint(spellings("P. Curie"))
    assert spellings("Mme Marie Curie") == spellings("Marie Curie")
