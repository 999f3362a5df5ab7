"""What an image of kind `host` shows of this machine, and who a run is in it."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

# The user inside, whoever it is outside.
UID = 1000
NAME = "runner"

_SYSTEM = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")

# Debian keeps what programs read in /etc and /var, linked to from /usr. Nothing here names a
# person, a secret or another machine.
_CONFIGURATION = (
    # which program a name means, and where libraries are
    *("etc/alternatives", "etc/ld.so.cache", "etc/ld.so.conf", "etc/ld.so.conf.d"),
    # time, language, names of types and ports
    *("etc/localtime", "etc/timezone", "etc/locale.alias", "etc/mime.types", "etc/magic"),
    *("etc/protocols", "etc/services", "etc/os-release", "etc/debian_version"),
    # certificates, never keys
    *("etc/ssl/certs", "etc/ssl/openssl.cnf", "etc/ca-certificates"),
    # languages and their libraries
    *(
        "etc/java-*",
        "etc/.java",
        "etc/maven",
        "etc/R",
        "etc/swi-prolog",
        "etc/perl",
        "etc/python3*",
    ),
    *("etc/mono", "etc/php", "etc/lua", "etc/erlang", "etc/ghc", "etc/opam", "etc/dotnet"),
    *("etc/emacs", "etc/gdb", "etc/octave*", "etc/scilab", "etc/texmf", "etc/matplotlibrc"),
    *("var/lib/ghc", "var/lib/texmf", "var/lib/haskell-*"),
    # pictures and pages: fonts, drawing, browsers
    *("etc/fonts", "etc/ImageMagick-*", "etc/ghostscript", "etc/X11/rgb.txt", "etc/vulkan"),
    *("etc/glvnd", "etc/chromium", "etc/chromium.d", "etc/xdg", "etc/xml", "etc/sgml"),
    *("var/cache/fontconfig", "var/lib/ghostscript"),
    # spelling and linters
    *("etc/dictionaries-common", "var/cache/dictionaries-common", "etc/checkstyle*"),
)


@cache
def system_directories() -> tuple[Path, ...]:
    """Where programs and libraries are: directories, or links as this machine has them."""
    return tuple(path for name in _SYSTEM if (path := Path("/") / name).exists())


@cache
def configuration() -> tuple[Path, ...]:
    """What of /etc and /var programs need, as far as it is there and anybody may read it."""
    return tuple(_readable(Path("/")))


def _readable(root: Path) -> Iterator[Path]:
    for pattern in _CONFIGURATION:
        for path in sorted(root.glob(pattern)):
            try:
                mode = path.stat().st_mode
            except OSError:
                continue
            if mode & 0o004:
                yield path


def own_files(home: str) -> Mapping[str, bytes]:
    """The files that say who and where a run is."""
    return {
        "/etc/passwd": (
            f"root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n"
            f"{NAME}:x:{UID}:{UID}:{NAME}:{home}:/bin/sh\n"
            f"nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
        ).encode(),
        "/etc/group": f"root:x:0:\n{NAME}:x:{UID}:\nnogroup:x:65534:\n".encode(),
        "/etc/hosts": b"127.0.0.1 localhost sandbox\n::1 localhost\n",
        "/etc/nsswitch.conf": b"passwd: files\ngroup: files\nhosts: files\n",
        "/etc/resolv.conf": b"",
    }
