"""What git says when something fails comes in; a problem in the user's words, and what to do, comes out."""

from __future__ import annotations

import re

from acadfolio.problems import Location, Problem

NOTHING_LOST = "what is online is untouched"
LONGEST = 3
"""So many lines of git are quoted."""
SOMEBODY = "somebody else pushed to this branch just now: nothing was overwritten"
AGAIN = "run `acadfolio deploy --dry-run` to see what changed, then deploy again to put yours on top"
RACE = (
    r"stale info|incorrect old value|fetch first|reference already exists|\(already exists\)"
    r"|cannot lock ref(?!.*(?:cannot create|Permission denied|Read-only|No space|Disk quota))"
)
CLASH = ("of two branches, no name may be the beginning of the other's up to a slash", "choose another: --branch")
_ONLINE = "is this machine online, and the address right? " + NOTHING_LOST
_LOGIN = (
    "the server asks who you are, and git has no answer for it",
    "log in once (`gh auth login` for GitHub, or a token in git's credential helper), or use an ssh address",
)
_RIGHTS = ("you may not write to this repository", "ask its owner for the right to push, or name another: --remote")
_WAY = ("the server was not reached", _ONLINE)
_PROTECTED = (
    "the server does not let this branch be changed so",
    "its settings protect it: allow it there, or choose another: --branch",
)
_MISSING = (
    "there is no such repository, or you may not see it",
    "see its address: git remote -v; make the repository first if it is new",
)
WORDS: tuple[tuple[str, tuple[str, str]], ...] = (
    (r"' exists; cannot create '|directory file conflict", CLASH),
    (RACE, (SOMEBODY, AGAIN)),
    (r"No space left|Disk quota|out of disk", ("there is no room left on the disk", "make room, and deploy again")),
    (
        r"support this repository's hash algorithm|mismatched algorithms",
        (
            "git here and git there know no kind of hashes that both understand",
            "see which git each has: git --version",
        ),
    ),
    (
        r"dubious ownership",
        (
            "git does not trust this repository: its files belong to another user",
            "tell it: git config --global --add safe.directory THE_FOLDER",
        ),
    ),
    (
        r"REMOTE HOST IDENTIFICATION HAS CHANGED",
        ("the server's key is not the one that ssh knows: is it the right one?", "ask who runs it before you go on"),
    ),
    (
        r"Host key verification failed",
        ("ssh does not know this server yet", "meet it once, by hand: ssh -T git@github.com (or your server's name)"),
    ),
    (
        r"Permission denied \((?:publickey|password|keyboard)|Too many authentication failures",
        (
            "the server does not know your ssh key",
            "add it to your account there; a key with a passphrase has to be unlocked first: ssh-add",
        ),
    ),
    (
        r"Could not resolve host|Name or service not known|Temporary failure in name resolution|nodename nor servname",
        ("there is no way to the server: its name is not known", _ONLINE),
    ),
    (
        (
            r"Failed to connect|Couldn't connect|Connection refused|Connection timed out|Operation timed out"
            r"|Network is unreachable|No route to host|unable to connect|Operation too slow|Connection reset"
        ),
        _WAY,
    ),
    (
        r"SSL certificate|certificate verif|SSL_ERROR|unable to get local issuer",
        ("the server's certificate is not one that this machine trusts", "is the address right, and the clock?"),
    ),
    (
        (
            r"terminal prompts disabled|could not read (?:Username|Password)|Authentication failed|HTTP Basic: Access"
            r"|Invalid username or|error: 401|could not read from remote.*passw"
        ),
        _LOGIN,
    ),
    (
        r"GH001|exceeds GitHub's file size limit|RPC failed; HTTP 413|larger than|exceeds the maximum",
        ("a file is larger than the server takes", "make it smaller, or put it elsewhere and link to it"),
    ),
    (
        r"GH007|publish a private email|email address.*private",
        (
            "GitHub hides your e-mail address, and the commit would show it",
            "git config user.email YOU@users.noreply.github.com",
        ),
    ),
    (r"GH006|GH013|protected branch|rule violations|hook declined|aborted by hook", _PROTECTED),
    (
        r"denying non-fast-forward|non-fast-forward",
        ("the server keeps the history of this branch", "deploy without --force-orphan"),
    ),
    (
        r"refusing to update checked out branch|branch is currently checked out",
        ("somebody works in that branch: the repository there has it checked out", "choose another: --branch"),
    ),
    (
        (
            r"Permission to .* denied|error: 403|not allowed to push|Write access .* not granted"
            r"|insufficient permission|unable to create temporary object directory|unable to write|read-only|unpacker"
        ),
        _RIGHTS,
    ),
    (
        (
            r"Repository not found|does not appear to be a git repository|error: 404|repository '.*' not found"
            r"|project you were looking for could not be found|repository .* does not exist|No such file or directory"
        ),
        _MISSING,
    ),
    (r"Permission denied", _RIGHTS),
    (r"Could not read from remote repository", _WAY),
    (
        r"hung up unexpectedly|early EOF|RPC failed|Broken pipe|the remote end",
        ("the connection broke", f"{NOTHING_LOST}: deploy again"),
    ),
)
_NOISE = re.compile(r"^(?:hint:|To |Done$|Everything up-to-date|warning: redirecting|remote:\s*$|=$|\*)")
_NO_MATTER = (
    "Please make sure you have the correct access rights",
    "and the repository exists",
    "error: failed to push",
)

_CLOSING = "Could not read from remote repository"
"""What git adds to whatever ssh said."""


def problem_of_git(said: str, place: str) -> Problem:
    """`said` is without secrets already."""
    message, hint = next(
        (words for pattern, words in WORDS if re.search(pattern, said, re.IGNORECASE)),
        ("git could not do it", NOTHING_LOST),
    )
    quoted = quoted_from(said)
    return Problem(Location(place), f"{message}; git says: {quoted}" if quoted else message, hint)


def quoted_from(said: str) -> str:
    """The lines that matter, the server's own before git's."""
    lines = [line.strip() for line in said.splitlines()]
    lines = [line for line in lines if line and not _NOISE.match(line) and not line.startswith(_NO_MATTER)]
    theirs = [line.removeprefix("remote:").strip() for line in lines if line.startswith("remote:")]
    chosen = [line for line in theirs if line] or [line for line in lines if _CLOSING not in line] or lines
    return " / ".join(re.sub(r"^(?:fatal|error): ", "", line) for line in chosen[:LONGEST])
