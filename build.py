# What `uv run build.py` installs: acadfolio and the reader of pages with Liquid tags.
# `uv run pytest` adds the development tools, by pyproject.toml.
#
# /// script
# requires-python = ">=3.11"
# dependencies = ["acadfolio[jekyll]"]
#
# [tool.uv.sources]
# acadfolio = { path = ".", editable = true }
# ///
"""Build this site: `python build.py`.

Other commands: `python build.py check`, `python build.py --help`.
"""

import sys
from pathlib import Path

from acadfolio.cli import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], default="build", site=Path(__file__).parent))
