"""MkDocs has no data files; a hook reads them for the templates."""

from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def on_config(config):
    root = Path(config.config_file_path).parent
    lists = {file.stem: yaml.load(file.read_text("utf-8"), LOADER) for file in (root / "data").glob("*.yml")}
    config.extra["lists"] = lists
    config.extra["papers"] = {paper["key"]: paper for paper in lists["papers"]}
    config.extra["paper_pages"] = (root / "docs/publications").is_dir()
    return config
