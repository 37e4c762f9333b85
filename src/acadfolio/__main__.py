"""`python -m acadfolio`: the command line."""

from acadfolio.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
