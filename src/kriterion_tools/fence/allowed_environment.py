"""The environment variables that pass the fence: only those that programs need to run."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NEEDED = (
    *("HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "TERM", "TMPDIR", "TZ"),
    *("LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME"),
)


def allowed_environment(environment: Mapping[str, str], more: Iterable[str] = ()) -> dict[str, str]:
    """Return the variables that may pass; `more` are further names, or NAME=VALUE."""
    allowed = {name: environment[name] for name in _NEEDED if name in environment}
    for variable in more:
        name, equals, value = variable.partition("=")
        if equals:
            allowed[name] = value
        elif name in environment:
            allowed[name] = environment[name]
    return allowed
