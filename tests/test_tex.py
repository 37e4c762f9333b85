"""The converter of formulas comes without the network, which is there for whoever asks for it."""

from __future__ import annotations

import subprocess
import sys

TOLD = "print('ssl' in sys.modules, type(urllib.request.urlopen).__name__, 'ssl' in sys.modules)"


def told(code: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", f"import sys\nfrom acadfolio.tex import converter, deferred\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_converter_comes_without_the_network() -> None:
    assert told("assert '<mi>x</mi>' in converter()('x'); print('ssl' in sys.modules)") == "False"


def test_whoever_imports_the_deferred_module_afterwards_gets_it() -> None:
    assert told(f"converter(); import urllib; {TOLD}") == "False function True"
    assert told(f"converter(); import urllib.request; {TOLD}") == "True function True"
    code = "converter(); from urllib.request import urlopen; import urllib.request"
    assert told(f"{code}; print(urllib.request.urlopen is urlopen)") == "True"


def test_whoever_imported_it_meanwhile_gets_it_when_it_is_used() -> None:
    code = """
with deferred("urllib.request"):
    import urllib.request
    import urllib.request as held
    print("ssl" in sys.modules)
print(held.urlopen is urllib.request.urlopen is sys.modules["urllib.request"].urlopen)
"""
    assert told(code).split() == ["False", "True"]
    asked_inside = """
with deferred("urllib.request"):
    from urllib.request import urlopen
print(sys.modules["urllib.request"].urlopen is urlopen)
"""
    assert told(asked_inside) == "True"


def test_a_module_that_is_loaded_stays_as_it_is() -> None:
    code = "import urllib.request; there = urllib.request; converter(); print(sys.modules['urllib.request'] is there)"
    assert told(code) == "True"


def test_what_cannot_be_imported_inside_leaves_no_stand_in() -> None:
    code = """
try:
    with deferred("urllib.request"):
        import nothing_of_this_name
except ImportError:
    print("urllib.request" in sys.modules)
"""
    assert told(code) == "False"


def test_xml_still_reads_a_document_by_its_address(tmp_path: object) -> None:
    code = f"""
converter()
import pathlib, xml.sax
from xml.sax.saxutils import prepare_input_source
path = pathlib.Path({str(tmp_path)!r}, "a.xml")
path.write_text("<a/>")
print(prepare_input_source(path.as_uri()).getByteStream().read())
"""
    assert told(code) == "b'<a/>'"
