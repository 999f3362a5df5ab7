"""What an image of kind `host` shows of this machine, and as whom a run appears in it."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

# The user inside, for any user outside.
UID = 1000
NAME = "runner"

_SYSTEM = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")

# What Debian keeps outside /usr for programs in it. Nothing here names a person, a secret or
# another machine. Each directory costs every start 0.1 ms: what only few judges need goes into
# `readable` of their image.
_DIRECTORIES = (
    "etc/alternatives",  # chooses between programs: java, cc, awk
    "etc/ssl/certs",  # never keys
    "etc/java-*",
    "etc/mono",
    "etc/php",
    "etc/R",
    "etc/swi-prolog",
    "var/lib/ghc",  # the package database
    "var/lib/haskell-*",
    "etc/fonts",
    "var/cache/fontconfig",
)
_FILES = (
    "etc/ld.so.cache",  # where libraries are
    "etc/localtime",
    "etc/timezone",
    "etc/mime.types",
    "etc/os-release",
    "etc/protocols",
    "etc/services",
    "etc/ssl/openssl.cnf",
)
_MAXIMUM_FILE_BYTES = 1024 * 1024


@cache
def list_system_directories() -> tuple[Path, ...]:
    """Return directories of programs and libraries, or links, as on this machine."""
    return tuple(path for name in _SYSTEM if (path := Path("/") / name).exists())


@cache
def list_configuration_directories() -> tuple[Path, ...]:
    """Return the existing world-readable parts of /etc and /var that programs need."""
    paths = (path for name in _DIRECTORIES for path in sorted(Path("/").glob(name)))
    return tuple(path for path in paths if path.is_dir() and path.stat().st_mode & 0o005 == 0o005)


@cache
def list_configuration_files() -> Mapping[str, bytes]:
    """Return small files that programs expect; every user may read them anyway."""
    return {f"/{name}": content for name in _FILES for content in _read_content(Path("/") / name)}


def write_own_files(home: str, name_server: str = "") -> Mapping[str, bytes]:
    """Return the files that describe the run's user and host, and its name server."""
    hosts = "files dns" if name_server else "files"
    return {
        "/etc/passwd": (
            f"root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n"
            f"{NAME}:x:{UID}:{UID}:{NAME}:{home}:/bin/sh\n"
            f"nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
        ).encode(),
        "/etc/group": f"root:x:0:\n{NAME}:x:{UID}:\nnogroup:x:65534:\n".encode(),
        "/etc/hosts": b"127.0.0.1 localhost sandbox\n::1 localhost\n",
        "/etc/nsswitch.conf": f"passwd: files\ngroup: files\nhosts: {hosts}\n".encode(),
        "/etc/resolv.conf": f"nameserver {name_server}\n".encode() if name_server else b"",
    }


def _read_content(file: Path) -> Iterator[bytes]:
    """Yield the content of a world-readable file; nothing if it is missing."""
    try:
        status = file.stat()
        if status.st_mode & 0o004 and status.st_size <= _MAXIMUM_FILE_BYTES:
            yield file.read_bytes()
    except OSError:
        return
