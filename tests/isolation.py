"""Remove everything of a developer's machine that would reach tests and the programs they start.

Settings of a site, of git, of Python, a language, a time zone, colours, a proxy, limits: each makes
some test fail, or worse, lets one write into a real site. Settings for tests themselves stay.
"""

import os
import resource
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

OF_TESTS = (
    *("KRITERION_ANALYZERS", "KRITERION_CASES", "KRITERION_CONFIG", "KRITERION_OCAML_ROOT"),
    *("KRITERION_OUTAGE_SECONDS", "KRITERION_REFERENCES", "KRITERION_REPRESENTERS"),
    *("KRITERION_SCHEMAS", "KRITERION_SCREENSHOTS", "KRITERION_SEED", "KRITERION_SEEDS"),
    *("KRITERION_TESTS_DATABASE_URL", "KRITERION_TESTS_SHARED"),
)
# Django's settings are read before any conftest; these name a real site.
OF_SITES = ("KRITERION_", "DATABASE_URL", "FORWARDED_ALLOW_IPS", "DJANGO_")
_KEPT = (
    *OF_TESTS,
    "DJANGO_SETTINGS_MODULE",  # set by pytest-django
    "XDG_RUNTIME_DIR",  # the way to the user's own systemd
)
_BEGINNINGS = (
    *OF_SITES,
    *("GIT_", "LC_", "XDG_", "PYTHON", "CLICOLOR", "PIP_", "OCAML", "CAML", "OPAM"),
    *("MALLOC_", "PG"),
)
_NAMES = (
    *("LANGUAGE", "TZ", "NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GCC_COLORS", "COLUMNS", "LINES"),
    *("CDPATH", "BASH_ENV", "ENV", "PAGER", "EDITOR", "VISUAL", "BROWSER", "PYTEST_ADDOPTS"),
    *("CONTAINER_HOST", "DOCKER_HOST", "TAR_OPTIONS", "GZIP", "GREP_OPTIONS", "POSIXLY_CORRECT"),
)
_PROXIES = ("_proxy",)  # in upper or lower case
_LANGUAGE = "C.UTF-8"
_UMASK = 0o022
_DESCRIPTORS = 1_024  # Debian's default


def find_hostile_names(names: Iterable[str]) -> Iterator[str]:
    """Yield the variables that must not reach tests."""
    for name in names:
        if name.startswith(_KEPT):
            continue
        if name.startswith(_BEGINNINGS) or name in _NAMES or name.lower().endswith(_PROXIES):
            yield name


def find_site_settings(names: Iterable[str]) -> list[str]:
    """Return the variables that name a site."""
    return [name for name in names if name.startswith(OF_SITES) and not name.startswith(_KEPT)]


def isolate() -> None:
    """Isolate this process and those that it starts."""
    npm_cache = os.environ.get("NPM_CONFIG_CACHE", str(Path("~/.npm").expanduser()))
    for name in list(find_hostile_names(os.environ)):
        del os.environ[name]
    os.environ.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        LANG=_LANGUAGE,
        NPM_CONFIG_CACHE=npm_cache,  # without a network, it cannot be filled again
    )
    if "KRITERION_TESTS_DATABASE_URL" in os.environ:
        os.environ["DATABASE_URL"] = os.environ["KRITERION_TESTS_DATABASE_URL"]
    if "KRITERION_REFERENCES" not in os.environ:
        # No settings file, neither of the working directory nor of the user.
        os.environ["KRITERION_CONFIG"] = ""
    # A shell that starts the tests in the background has them ignore this, and their children.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.umask(_UMASK)
    _raise_limit(resource.RLIMIT_NOFILE, at_least=_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def make_home() -> Path:
    """Make an empty home directory, private as a new user's."""
    home = Path(tempfile.mkdtemp(prefix="kriterion-home-"))
    os.environ["HOME"] = str(home)
    return home


def remove_home(home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)


def _raise_limit(kind: int, *, at_least: int) -> None:
    soft, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        at_least = min(at_least, hard)
    if soft != resource.RLIM_INFINITY and soft < at_least:
        resource.setrlimit(kind, (at_least, hard))
