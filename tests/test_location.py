"""What goes online does not say where a picture was taken; everything else in the file stays bit for bit."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from acadfolio.build import build
from acadfolio.images.location import metadata_spans, without_location
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

GPS, ORIENTATION, ARTIST = 0x8825, 0x0112, 0x013B
PARIS = {1: "N", 2: (48.0, 50.0, 24.31), 3: "E", 4: (2.0, 20.0, 41.77), 29: "1903:12:10"}
XMP = b"""<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
 xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:exif='http://ns.adobe.com/exif/1.0/'
 exif:GPSLatitude="48,50.405N" exif:FNumber='28/10' photoshop:City="Paris" xmp:Rating="5">
 <exif:GPSLongitude>2,20.696E</exif:GPSLongitude><dc:creator>Marie</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>"""
FORMATS = ("jpg", "png", "webp", "avif")


def exif() -> Image.Exif:
    made = Image.Exif()
    made[ORIENTATION], made[ARTIST] = 6, "M. Curie"
    made.get_ifd(0x8769)[0x829A] = 0.02
    made.get_ifd(GPS).update(PARIS)
    return made


def photograph(path: Path, **options: object) -> Path:
    """A file with all that a phone writes, by the ending of its name."""
    image = Image.linear_gradient("L").resize((80, 60)).convert("RGB")
    image.save(path, **options)  # type: ignore[arg-type]
    return path


def places(content: bytes) -> dict[int, object]:
    return dict(Image.open(io.BytesIO(content)).getexif().get_ifd(GPS))


@every_case("ending", FORMATS)
def test_only_the_position_is_removed_from_a_photo(ending: str, tmp_path: Path) -> None:
    file = photograph(tmp_path / f"paris.{ending}", exif=exif())
    before = file.read_bytes()
    assert places(before)
    cleaned = without_location(str(file))
    assert cleaned is not None
    assert places(cleaned) == {}
    assert b"1903:12:10" not in cleaned
    assert len(cleaned) == len(before)
    opened, was = Image.open(io.BytesIO(cleaned)), Image.open(io.BytesIO(before))
    assert opened.getexif()[ARTIST] == "M. Curie"
    assert GPS not in opened.getexif()
    assert opened.getexif().get(ORIENTATION) == was.getexif().get(ORIENTATION)
    assert opened.getexif().get_ifd(0x8769) == was.getexif().get_ifd(0x8769)
    assert opened.tobytes() == was.tobytes()


def test_a_tiff_is_one_structure_and_loses_its_position_too(tmp_path: Path) -> None:
    file = tmp_path / "scan.tif"
    file.write_bytes(exif().tobytes().removeprefix(b"Exif\x00\x00"))
    content = without_location(str(file))
    assert content is not None
    assert b"1903:12:10" not in content
    assert b"M. Curie" in content


@every_case("ending", FORMATS)
def test_positions_in_xmp_go_and_other_words_stay(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"paris.{ending}"
    if ending == "png":
        from PIL.PngImagePlugin import PngInfo

        words = PngInfo()
        words.add_itxt("XML:com.adobe.xmp", XMP.decode())
        photograph(path, pnginfo=words)
    else:
        photograph(path, xmp=XMP)
    content = without_location(str(path))
    assert content is not None
    for gone in (b"GPS", b"48,50", b"2,20"):
        assert gone not in content
    for stays in (
        b'photoshop:City="Paris"',
        b"exif:FNumber='28/10'",
        b'xmp:Rating="5"',
        b"<dc:creator>Marie</dc:creator>",
    ):
        assert stays in content
    Image.open(io.BytesIO(content)).load()


@every_case("ending", [*FORMATS, "tiff", "gif", "bmp"])
def test_a_file_without_a_position_is_copied(ending: str, tmp_path: Path) -> None:
    cleaned = without_location(str(photograph(tmp_path / f"plain.{ending}")))
    assert cleaned is None


def test_exif_without_a_position_is_copied(tmp_path: Path) -> None:
    only = Image.Exif()
    only[ARTIST] = "M. Curie"
    for ending in FORMATS:
        assert without_location(str(photograph(tmp_path / f"own.{ending}", exif=only))) is None


def test_a_second_picture_behind_the_first_is_looked_at_too(tmp_path: Path) -> None:
    inner = io.BytesIO()
    Image.new("RGB", (8, 8)).save(inner, "JPEG", exif=exif())
    file = tmp_path / "two.jpg"
    Image.new("RGB", (8, 8)).save(
        file, "MPO", save_all=True, append_images=[Image.open(inner)], exif=exif()
    )
    assert file.read_bytes().count(b"1903:12:10") == 2
    content = without_location(str(file))
    assert content is not None
    assert b"1903:12:10" not in content


def test_what_other_programs_pack_into_a_png_is_taken_out(tmp_path: Path) -> None:
    plain = photograph(tmp_path / "plain.png").read_bytes()
    body = b"Raw profile type exif\x00\x00" + zlib.compress(b"\nexif\n  12\n457869660000\n")
    chunk = (
        struct.pack(">L", len(body))
        + b"zTXt"
        + body
        + zlib.crc32(b"zTXt" + body).to_bytes(4, "big")
    )
    file = tmp_path / "packed.png"
    file.write_bytes(plain[:33] + chunk + plain[33:])
    assert without_location(str(file)) == plain


def test_a_file_that_breaks_off_is_searched_as_a_whole(tmp_path: Path) -> None:
    file = photograph(tmp_path / "cut.jpg", exif=exif())
    start = file.read_bytes().index(b"\xff\xda")
    file.write_bytes(file.read_bytes()[:start])
    content = without_location(str(file))
    assert content is not None
    assert b"1903:12:10" not in content


def test_only_the_heads_of_files_without_metadata_are_read(tmp_path: Path) -> None:
    class Counting(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1, /) -> bytes:
            found = super().read(size)
            self.taken += len(found)
            return found

    for ending in ("jpg", "png"):
        path = tmp_path / f"large.{ending}"
        Image.effect_noise((900, 700), 90).convert("RGB").save(path)
        file = Counting(path.read_bytes())
        lengths = [end - start for start, end in metadata_spans(file)]
        assert lengths == ([609] if ending == "jpg" else [])
        assert file.taken < path.stat().st_size / 20


@given(content=st.binary(max_size=200), little=st.booleans())
def test_no_bytes_make_the_reader_of_exif_fail(
    content: bytes, little: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    head = b"II*\x00\x08\x00\x00\x00" if little else b"MM\x00*\x00\x00\x00\x08"
    file = tmp_path_factory.getbasetemp() / "exif.tif"
    file.write_bytes(head + content)
    cleaned = without_location(str(file))
    assert cleaned is None or len(cleaned) == len(head + content)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_damage_to_a_photograph_makes_the_build_fail(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "damaged"
    folder.mkdir(exist_ok=True)
    ending = data.draw(st.sampled_from(FORMATS))
    whole = folder / f"whole.{ending}"
    if not whole.exists():
        photograph(whole, exif=exif())
    content = bytearray(whole.read_bytes())
    for position, value in data.draw(
        st.lists(st.tuples(st.integers(0, 700), st.integers(0, 255)), max_size=8)
    ):
        if position < len(content):
            content[position] = value
    damaged = folder / f"damaged.{ending}"
    damaged.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    without_location(str(damaged))


def test_the_build_puts_out_the_cleaned_file_and_leaves_the_authors_alone(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "![A street](/street.jpg)\n"})
    (site / "static").mkdir()
    file = photograph(site / "static" / "street.jpg", exif=exif())
    before = file.read_bytes()
    build(site, site / "output")
    assert places(file.read_bytes())
    assert file.read_bytes() == before
    assert not places((site / "output" / "street.jpg").read_bytes())
