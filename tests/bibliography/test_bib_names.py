"""Read lists of names: particles, suffixes, organizations, marks, other scripts, and separators other than `and`."""

from __future__ import annotations

import pybtex.errors
from pybtex.database import Person

from acadfolio.bibliography.entries import RawValue
from acadfolio.bibliography.latex import latex_to_text
from acadfolio.bibliography.names import authors_of, mask_braces
from acadfolio.citations.authors import People
from acadfolio.model.name_parts import parts_of
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Author
from acadfolio.model.values import Text
from acadfolio.problems import Problems
from cases import every_case


def names(text: str) -> list[str]:
    return [author.name for author in authors_of(RawValue(text, 1, is_latex=True))]


def parts(text: str) -> tuple[str, str, str]:
    """The family name, given names and suffix of the only name."""
    (author,) = authors_of(RawValue(text, 1, is_latex=True))
    family, given, suffix, _ = parts_of(author)
    return family, given, suffix


@every_case(
    ("name", "expected"),
    [
        ("Curie, Marie", ("Curie", "Marie", "")),
        ("Marie Skłodowska Curie", ("Curie", "Marie Skłodowska", "")),
        ("Skłodowska Curie, Marie", ("Skłodowska Curie", "Marie", "")),
        ("Ludwig van Beethoven", ("van Beethoven", "Ludwig", "")),
        ("van der Berg, Anna", ("van der Berg", "Anna", "")),
        ("Charles Louis de la Vall{\\'e}e Poussin", ("de la Vallée Poussin", "Charles Louis", "")),
        ("van Gogh", ("van Gogh", "", "")),
        ("Plato", ("Plato", "", "")),
        ("danah boyd", ("boyd", "danah", "")),
        ("King, Jr., Martin Luther", ("King", "Martin Luther", "Jr.")),
        ("Martin Luther King Jr.", ("King", "Martin Luther", "Jr.")),
        ("Martin Luther King, Jr.", ("King", "Martin Luther", "Jr.")),
        ("King Jr., Martin Luther", ("King", "Martin Luther", "Jr.")),
        ("King, Martin Luther, Jr.", ("King", "Martin Luther", "Jr.")),
        ("John Smith III", ("Smith", "John", "III")),
        ("{CERN Collaboration}", ("CERN Collaboration", "", "")),
        ("{Simon and Schuster}", ("Simon and Schuster", "", "")),
        ("{{OpenAI}}", ("OpenAI", "", "")),
        ("H.E.S.S. Collaboration", ("H.E.S.S. Collaboration", "", "")),
        ("{Le Bouquin}, J. -B.", ("Le Bouquin", "J.-B.", "")),
        ("{Berger}, J.~-P.", ("Berger", "J.-P.", "")),
        ("Smith Jr., John", ("Smith", "John", "Jr.")),
        ("J. Doe, PhD", ("Doe", "J.", "PhD")),
        ("ZHANG Wei", ("Zhang", "Wei", "")),
        ("ZHANG Xiao-Ming", ("Zhang", "Xiao-Ming", "")),
        ("Wei ZHANG", ("Zhang", "Wei", "")),
        ("Zhang MAEJ", ("Zhang", "MAEJ", "")),
        ("LI Si", ("Si", "LI", "")),
        ("JRRT Tolkien", ("Tolkien", "JRRT", "")),
        ("Zhang, Wei (张伟)", ("Zhang", "Wei", "")),
        ("Nguyễn Văn A", ("Nguyễn", "Văn A", "")),
        ("family=Berg, given=Anna, prefix=van der, useprefix=true", ("van der Berg", "Anna", "")),
        (
            "given={Hans Christian}, family=Andersen, suffix=Jr.",
            ("Andersen", "Hans Christian", "Jr."),
        ),
        ("{\\'E}cole, Jean", ("École", "Jean", "")),
        ("Jean \\'Ecole", ("École", "Jean", "")),
        ('Jens {\\"{O}}berg', ("Öberg", "Jens", "")),
        ("Eduard \\v{C}ech", ("Čech", "Eduard", "")),
        ("Eduard {\\v{C}}ech", ("Čech", "Eduard", "")),
        ("\\O rsted, Hans", ("Ørsted", "Hans", "")),
        ("{\\relax Ch}ristos {\\relax Pa}pas", ("Papas", "Christos", "")),
        ("David C. Van Essen", ("Van Essen", "David C.", "")),
        ("Stephan v. Bechtolsheim", ("v. Bechtolsheim", "Stephan", "")),
        ("Gerard 't Hooft", ("'t Hooft", "Gerard", "")),
        ("Hans aus dem Siepen", ("aus dem Siepen", "Hans", "")),
        ("Maria dell Acqua", ("dell Acqua", "Maria", "")),
        ("Bert op den Camp", ("op den Camp", "Bert", "")),
        ("Ana {dos {\\relax San}tos Q}", ("dos Santos Q", "Ana", "")),
        ("Ana {dos\n{S}antos, Q}", ("dos Santos, Q", "Ana", "")),
        ("Ada V. Example", ("Example", "Ada V.", "")),
        ("Rugg, M.D.", ("Rugg", "M.D.", "")),
        ("Press, William H.", ("Press", "William H.", "")),
        ("Anna {de la Fuente}", ("de la Fuente", "Anna", "")),
        ("Donald~E. Knuth", ("Knuth", "Donald E.", "")),
        ("Ram{\\'o}n y Cajal, Santiago", ("Ramón y Cajal", "Santiago", "")),
        ("O'Neil, Jean-Luc", ("O'Neil", "Jean-Luc", "")),
        ("CURIE, MARIE", ("CURIE", "MARIE", "")),
        ("李, 明", ("李", "明", "")),
        ("李，明", ("李", "明", "")),
        ("欧阳, 锋", ("欧阳", "锋", "")),
        ("欧阳, 娜娜", ("欧阳", "娜娜", "")),
        ("山田, 太郎", ("山田", "太郎", "")),
        ("佐々木, 太郎", ("佐々木", "太郎", "")),
        ("高橋, 武夫", ("高橋", "武夫", "")),
        ("Zhang S.", ("Zhang", "S.", "")),
        ("Li X. M.", ("Li", "X. M.", "")),
        ("Zhang S.-Y.", ("Zhang", "S.-Y.", "")),
        ("van der Berg A. B.", ("van der Berg", "A. B.", "")),
        ("J. R. R. Tolkien", ("Tolkien", "J. R. R.", "")),
        ("山田 太郎", ("山田", "太郎", "")),
        ("张三", ("张三", "", "")),
        ("{Unbalanced, A", ("Unbalanced", "A", "")),
        ("&Aacute;lvarez, J.", ("Álvarez", "J.", "")),
        ("Th{\\h{a}}o, V.", ("Thảo", "V.", "")),
        ("Th{\\'{\\^o}}ng, V.", ("Thống", "V.", "")),
        ("Popescu, \\textcommabelow{T}udor", ("Popescu", "Țudor", "")),
        ("Popescu, \\cb{S}tefan", ("Popescu", "Ștefan", "")),
        ("K\\textdotbelow{a}r, X.", ("Kạr", "X.", "")),
        ("\\textsc{K}nuth, D.", ("Knuth", "D.", "")),
        ("\\textsf{K}nuth, \\mbox{D}.", ("Knuth", "D.", "")),
        ("Knuth, Donald\\footnote{x}", ("Knuth", "Donald", "")),
        ("Knuth, Donald\\footnote{He \\emph{wrote} it.}", ("Knuth", "Donald", "")),
        ("Donald Knuth\\footnote{Then at Stanford, {CA}}", ("Knuth", "Donald", "")),
    ],
)
def test_a_name_has_its_parts(name: str, expected: tuple[str, str, str]) -> None:
    assert parts(name) == expected


def test_a_name_is_printed_the_given_names_first_but_in_the_east() -> None:
    assert names("van der Berg, Jr., Anna and 李, 明 and 山田 太郎 and {The House}") == [
        "Anna van der Berg Jr.", "李明", "山田 太郎", "The House"
    ]  # fmt: skip


def test_the_record_has_only_the_parts_that_the_name_does_not_show() -> None:
    plain, double, house = authors_of(
        RawValue("Curie, Marie and García Márquez, Gabriel and {Simon and Schuster}", 1)
    )
    assert (plain.family, plain.given) == ("", "")
    assert (double.family, double.given) == ("García Márquez", "Gabriel")
    assert (house.family, house.given) == ("Simon and Schuster", "")


@every_case(
    ("text", "expected"),
    [
        ("Curie, M. and others", ["M. Curie", "others"]),
        ("Curie, M. and et al.", ["M. Curie", "others"]),
        ("Curie, M. et al.", ["M. Curie", "others"]),
        ("Curie, M. and ...", ["M. Curie", "others"]),
        ("A. One AND B. Two and  C. Three", ["A. One", "B. Two", "C. Three"]),
        ("Anderson, A. and Sand, B. and Landau, L.", ["A. Anderson", "B. Sand", "L. Landau"]),
        ("{\\'E}cole and \\'Etude and \\c Cen", ["École", "Étude", "Çen"]),
        ("and Curie, M. and and Laborde, A. and", ["M. Curie", "A. Laborde"]),
        ("张三 and 等", ["张三", "others"]),
        ("张三 and 李四 等人", ["张三", "李四", "others"]),
        ("张三 and 李四等", ["张三", "李四", "others"]),
        ("山田, 太郎 and 佐々木, 花子", ["山田太郎", "佐々木花子"]),
        ("山田 太郎 and 佐藤 花子", ["山田 太郎", "佐藤 花子"]),
        ("", []),
        ("and", []),
        ("{}", []),
        (",", []),
    ],
)
def test_a_list_is_split_at_the_word_and(text: str, expected: list[str]) -> None:
    problems = Problems()
    authors = authors_of(RawValue(text, 1, is_latex=True), problems, "x.bib")
    assert [author.name for author in authors] == expected
    assert not problems.found
    assert all(author.is_person == (author.name != "others") for author in authors)


def test_commas_separate_people_only_where_that_is_sure() -> None:
    problems = Problems()
    value = RawValue("E. Noether, S. Germain and M. Curie", 1, is_latex=True)
    assert [author.name for author in authors_of(value, problems)] == [
        "E. Noether",
        "S. Germain",
        "M. Curie",
    ]
    assert [problem.message for problem in problems.found] == [
        "these names are not separated by `and`"
    ]
    authors_of(
        RawValue(
            "Noether, Amalie Emmy and Skłodowska Curie, Marie and Germain, S.", 3, is_latex=True
        ),
        problems,
    )
    assert len(problems.found) == 1


@every_case(
    ("text", "expected"),
    [
        ("Curie, Marie; Curie, Pierre", ["Marie Curie", "Pierre Curie"]),
        (
            "Marie Curie & Pierre Curie \\& A. Laborde",
            ["Marie Curie", "Pierre Curie", "A. Laborde"],
        ),
        (
            "Marie Curie, Pierre Curie, Albert Laborde",
            ["Marie Curie", "Pierre Curie", "Albert Laborde"],
        ),
        ("A. Curie, B. Laborde, and C. Langevin", ["A. Curie", "B. Laborde", "C. Langevin"]),
        ("Smith, J., Doe, A., Roe, B.", ["J. Smith", "A. Doe", "B. Roe"]),
        ("Zhang San；Li Si", ["Zhang San", "Li Si"]),
        *(
            (f"李四{sign}张三{sign}王五", ["李四", "张三", "王五"])
            for sign in (", ", " ", "，", "、", "；", " 与 ", " 和 ", ";")
        ),
        ("刘备, 关羽 and 张飞", ["刘备", "关羽", "张飞"]),
        ("李四*, 欧阳娜娜, 王小五†", ["李四", "欧阳娜娜", "王小五"]),
        ("李四, 张三, 王五, 赵六", ["李四", "张三", "王五", "赵六"]),
        ("张三、李四和王五", ["张三", "李四", "王五"]),
        ("山田 太郎, 佐藤 花子", ["山田 太郎", "佐藤 花子"]),
        ("张三, 李四, 等", ["张三", "李四", "others"]),
    ],
)
def test_another_mark_than_and_is_understood_and_named(text: str, expected: list[str]) -> None:
    problems = Problems()
    authors = authors_of(RawValue(text, 7, is_latex=True), problems, "x.bib")
    assert [author.name for author in authors] == expected
    (problem,) = problems.found
    assert (str(problem.location), problem.severity) == ("x.bib:7", "warning")


@every_case(
    ("text", "marks"),
    [
        ("Curie*, Marie", "*"), ("Curie, Marie*", "*"), ("Marie Curie*†", "*†"), ("Curie$^\\dagger$, M.", "†"),
        ("Curie$^{*,\\dagger}$, M.", "*†"), ("Curie\\textsuperscript{*}, M.", "*"), ("Marie Curie\\dag", "†"),
        ("Marie Curie{*}", "*"), ("Curie, M.{\\textsuperscript{1,*}}", "1*"), ("Curie, M.<sup>*</sup>", "*"),
        ("Marie Curie\\textdagger{}", "†"), ("Marie Curie\\#", "#"), ("Marie Curie+", "+"), ("Marie Curie ∗", "*"),
        ("Marie Curie✉", "✉"), ("Marie Curie$^*$", "*"), ("Marie Curie\\*", "*"), ("Marie Curie", ""),
        ("Curie, M.\\textsuperscript{a}", "a"), ("Marie Curie＊", "*"), ("Marie Curie¹", "¹"), ("Curie＋, Marie", "+"),
    ],
)  # fmt: skip
def test_marks_are_taken_from_a_name(text: str, marks: str) -> None:
    (author,) = authors_of(RawValue(text, 1, is_latex=True))
    assert author.marks == marks
    assert author.name in {"Marie Curie", "M. Curie"}


def test_marks_in_the_braces_of_a_house_are_its_name() -> None:
    (house,) = authors_of(RawValue("{C* Algebra Group}*", 1, is_latex=True))
    assert (house.name, house.marks) == ("C* Algebra Group", "*")


def test_what_braces_enclose_is_masked() -> None:
    assert mask_braces("a{b{c}d}e\\{f}g") == "a\0\0\0\0\0\0\0e\\{f}g"


NAMES = [
    "Curie, Marie", "Marie Curie", "Ludwig van Beethoven", "van der Berg, Anna", "de la Fontaine, Jean", "Plato",
    "King, Jr., Martin Luther", "{CERN Collaboration}", "Jean-Paul Sartre", "Brinch Hansen, Per", "Aho, Alfred V.",
    "Charles Louis Xavier Joseph de la Vall{\\'e}e Poussin", "Martinod, Marc-Antoine", "{Le Bouquin}, J.-B.",
    "Knuth, Donald~E.", "{\\L}ukasz Kaiser", "Skłodowska Curie, Marie", "Paul {\\'E}luard", 'Jens {\\"O}berg',
    'Jens {\\"{O}}berg', "Eduard \\v{C}ech",
]  # fmt: skip
DIFFERENT = {
    "Martin Luther King Jr.": "BibTeX takes a suffix without a comma for the family name",
    "King, Martin Luther, Jr.": "and one at the end for a given name",
    "danah boyd": "and a name in small letters for particles",
    "H.E.S.S. Collaboration": "a house without braces for a person",
    "Curie*, Marie": "and a mark for a letter",
}


def by_pybtex(name: str) -> tuple[str, str, str]:
    pybtex.errors.set_strict_mode(enable=False)
    person = Person(name)
    groups = (
        [*person.prelast_names, *person.last_names],
        [*person.first_names, *person.middle_names],
        person.lineage_names,
    )
    family, given, suffix = (" ".join(latex_to_text(" ".join(group)).split()) for group in groups)
    return family, given, suffix


@every_case("name", NAMES)
def test_pybtex_finds_the_same_parts(name: str) -> None:
    assert parts(name) == by_pybtex(name)


@every_case("name", DIFFERENT)
def test_where_pybtex_differs_it_is_for_a_reason(name: str) -> None:
    assert parts(name) != by_pybtex(name)


@every_case(
    "name", ["王小明 (Xiaoming Wang)", "王小明（Xiaoming Wang）", "{王小明 (Xiaoming Wang)}"]
)
def test_a_chinese_name_followed_by_its_latin_form_is_not_split(name: str) -> None:
    (author,) = authors_of(RawValue(name, 1, is_latex=True))
    assert author.name == name.strip("{}")
    assert parts_of(author)[:2] == ("王小明", "")


def test_a_dash_is_no_author_and_a_name_is_kept_as_written() -> None:
    value = RawValue(
        "{Berger}, J.~-P. and {—} and Nguyễn Văn A and Zhang, Wei (张伟) and Dr. Curie",
        1,
        is_latex=True,
    )
    names = [author.name for author in authors_of(value)]
    assert names == ["J.-P. Berger", "Nguyễn Văn A", "Wei Zhang (张伟)", "Dr. Curie"]


@every_case(
    "name",
    ["ZHANG Wei", "Zhang, Wei (张伟)", "Wei Zhang", "Dr. Wei Zhang", "Wei Zhang, PhD", "张伟"],
)
def test_the_person_is_found_in_every_spelling(name: str) -> None:
    profile = Profile(name=Text.of("Wei Zhang"), variants=("张伟",))
    assert People(profile, ()).is_me(Author(name=name))
    assert not People(profile, ()).is_me(Author(name="Wei-Min Zhang"))
