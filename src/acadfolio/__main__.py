"""The commands `acadfolio` and `python -m acadfolio`."""

import sys


def main() -> int:
    """Run the command line. Ctrl-C also ends it while modules are imported."""
    try:
        from acadfolio import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    if not sys.flags.safe_path:
        sys.path.pop(
            0
        )  # Python looks for libraries in the current folder first: a stranger's site may have a yaml.py.
    raise SystemExit(main())
