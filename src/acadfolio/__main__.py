"""The commands `acadfolio` and `python -m acadfolio`."""


def main() -> int:
    """Run the command line. Ctrl-C also ends it while modules are imported."""
    try:
        from acadfolio import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
