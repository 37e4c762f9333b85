"""Folders come in, whether this machine hears of changes in them comes out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOUNTS = Path("/proc/mounts")
REMOTE = frozenset(
    {
        "9p",
        "acfs",
        "afs",
        "afpfs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "drvfs",
        "fakeowner",
        "gfs",
        "gfs2",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "osxfs",
        "pvfs2",
        "prl_fs",
        "smb2",
        "smb3",
        "smbfs",
        "vboxsf",
        "virtiofs",
        "vmhgfs",
        "webdav",
        "wslfs",
    }
)
"""Kinds of file systems that others write to, or the machine around this one, of which Linux hears nothing here."""


def needs_polling(folders: Iterable[Path], mounts: Path = MOUNTS) -> bool:
    """Whether to look again and again, rather than to wait to be told. `WATCHFILES_FORCE_POLLING` says so too."""
    wanted = os.environ.get("WATCHFILES_FORCE_POLLING", "")
    if wanted:
        return wanted.lower() not in {"0", "false", "disable", "disabled"}
    kinds = _kinds(mounts)
    return any(_is_remote(_kind_of(folder, kinds)) or str(folder).startswith("\\\\") for folder in folders)


def _is_remote(kind: str) -> bool:
    """A fuse is somebody's program (sshfs, rclone, a container's shared folder), but for those that are disks."""
    return kind in REMOTE or (kind.startswith("fuse.") and kind not in {"fuse.ntfs-3g", "fuse.exfat"})


def _kinds(mounts: Path) -> dict[str, str]:
    """Kinds of file systems by where they hang in the tree; none where the system has no such list."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return {}
    fields = [line.split(" ") for line in lines]
    known = 3
    return {_plain(field[1]): field[2] for field in fields if len(field) >= known}


def _plain(text: str) -> str:
    """As it is in the tree: the list writes blanks as numbers."""
    for number in ("040", "011", "012", "134"):
        text = text.replace(f"\\{number}", chr(int(number, 8)))
    return text


def _kind_of(folder: Path, kinds: dict[str, str]) -> str:
    real = folder.resolve()
    return next((kinds[str(place)] for place in (real, *real.parents) if str(place) in kinds), "")
