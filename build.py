"""Build this site: `python build.py`. Other commands: `python build.py check`, `python build.py --help`."""

import sys
from pathlib import Path

from acadfolio.cli import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], default="build", site=Path(__file__).parent))
