"""Decide which addresses repositories may be cloned from.

Addresses come from administrators and teachers. An address must not name a file of this machine, an
option of git, a helper program, or a machine of the internal network.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit, urlunsplit

from django.utils.translation import gettext_noop

from kriterion.refusals import Refusal, RefusalKind

SCHEMES = {"https": 443, "http": 80}
SSH = "ssh"
_SSH_PORT = 22
MAXIMUM_LENGTH = 500

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")  # everything that IANA has allocated

_LONGEST_NAME = 253
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_SSH_USER = re.compile(r"[a-z_][a-z0-9_.-]{0,31}")
_SCP = re.compile(r"([a-z_][a-z0-9_.-]{0,31}@[^/:@\[\]]+):(?!//)(.+)")  # git@example.org:a/b.git
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")  # names that curl reads as an IPv4 address

Resolve = Callable[[str, int], Iterable[str]]


@dataclass(frozen=True, kw_only=True, slots=True)
class GitAddress:
    """An address that may be cloned from, spelled so that git reads the same host from it.

    `ip` is the host's address when it was checked; git connects to it and to nothing else.
    """

    url: str
    host: str
    port: int
    ip: str

    @property
    def is_ssh(self) -> bool:
        return self.url.startswith(f"{SSH}://")


INVALID_PORT = RefusalKind(
    "git-address.port", gettext_noop("the port must be a number from 1 to 65535")
)
HOST_NOT_ALLOWED = RefusalKind(
    "git-address.host-not-allowed",
    gettext_noop("%(host)s is not one of the allowed hosts: %(hosts)s"),
)
NOT_ENCRYPTED = RefusalKind(
    "git-address.not-encrypted",
    gettext_noop("use https://, so that nobody can change the content in transit"),
)
UNKNOWN_HOST = RefusalKind(
    "git-address.unknown-host", gettext_noop("host %(host)s was not found, or the network is down")
)
INTERNAL_HOST = RefusalKind(
    "git-address.internal-host",
    gettext_noop(
        '%(host)s is on the internal network; to allow it, set git_hosts = ["%(host)s"] '
        "in kriterion.toml"
    ),
)
TOO_LONG = RefusalKind(
    "git-address.too-long", gettext_noop("a URL can have at most %(most)s characters")
)
INVALID_CHARACTERS = RefusalKind(
    "git-address.invalid-characters",
    gettext_noop("a URL can contain only letters, digits and punctuation, no spaces"),
)
INVALID_URL = RefusalKind("git-address.invalid", gettext_noop("this is not a valid URL"))
INVALID_SSH_USER = RefusalKind(
    "git-address.ssh-user",
    gettext_noop("write ssh URLs with the user of the Git host, such as git@%(host)s"),
)
INVALID_SSH_PATH = RefusalKind(
    "git-address.ssh-path",
    gettext_noop("a path can contain only letters, digits and _ . / + ~ -"),
)
NOT_HTTPS_OR_SSH = RefusalKind(
    "git-address.not-https-or-ssh", gettext_noop("only https:// and ssh:// URLs can be cloned")
)
NOT_HTTPS = RefusalKind("git-address.not-https", gettext_noop("only https:// URLs can be cloned"))
QUERY = RefusalKind("git-address.query", gettext_noop("remove the part that starts with ? or #"))
CREDENTIALS = RefusalKind(
    "git-address.credentials",
    gettext_noop("remove the username and password: they would be stored and displayed"),
)
NO_HOST = RefusalKind(
    "git-address.no-host",
    gettext_noop("include the host, for example https://example.org/exercises.git"),
)
INVALID_HOST = RefusalKind(
    "git-address.invalid-host",
    gettext_noop("write the host as a plain name such as example.org, not as %(host)s"),
)


def is_ssh_address(url: str) -> bool:
    """Whether an address that was read uses ssh."""
    return url.startswith(f"{SSH}://") or bool(_SCP.fullmatch(url))


def resolve(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host; empty if it does not exist."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(place[0]) for *_, place in addresses]


def read_address(
    url: str,
    allowed_hosts: Iterable[str] = (),
    resolve: Resolve = resolve,
    *,
    allow_ssh: bool = False,
) -> GitAddress | Refusal:
    """Return the address if it may be cloned from.

    `allowed_hosts` ("HOST" or "HOST:PORT") come from the operator. If there are any, only these are
    allowed, and they may be internal and unencrypted; otherwise any public host is. A path that
    looks like an option or a helper ("ext::sh -c …") has no allowed scheme and is refused as well.
    With `allow_ssh`, `ssh://git@HOST/PATH` and `git@HOST:PATH` are addresses, too.
    """
    if allow_ssh and (scp := _SCP.fullmatch(url)):
        url = f"{SSH}://{scp[1]}/{scp[2].removeprefix('/')}"
    parts = _split_url(url, allow_ssh=allow_ssh)
    if isinstance(parts, Refusal):
        return parts
    user = ""
    if parts.scheme == SSH:
        user, _, place = parts.netloc.rpartition("@")
        parts = parts._replace(netloc=place)
    host = _read_host(parts)
    if isinstance(host, Refusal):
        return host
    if parts.scheme == SSH:
        refusal = _check_ssh(user, host, parts.path)
        if refusal is not None:
            return refusal
        user += "@"
    default_port = _SSH_PORT if parts.scheme == SSH else SCHEMES[parts.scheme]
    try:
        port = default_port if parts.port is None else parts.port
    except ValueError:
        port = 0
    if not port:
        return Refusal(INVALID_PORT)
    allowed = {host.lower() for host in allowed_hosts}
    is_named = bool({host, f"{host}:{port}"} & allowed)
    if allowed and not is_named:
        return Refusal(HOST_NOT_ALLOWED, {"host": host, "hosts": ", ".join(sorted(allowed))})
    if parts.scheme == "http" and not is_named:
        return Refusal(NOT_ENCRYPTED)
    ips = list(resolve(host, port))
    if not ips:
        return Refusal(UNKNOWN_HOST, {"host": host})
    if not is_named and not all(_is_public(ip) for ip in ips):
        return Refusal(INTERNAL_HOST, {"host": host})
    named = f"[{host}]" if ":" in host else host
    place = named if port == default_port else f"{named}:{port}"
    written = urlunsplit((parts.scheme, f"{user}{place}", parts.path, "", ""))
    return GitAddress(url=written, host=host, port=port, ip=ips[0])


def _check_ssh(user: str, host: str, path: str) -> Refusal | None:
    """Refuse what the other side's shell, or git, could read as more than a name."""
    if not _SSH_USER.fullmatch(user):
        return Refusal(INVALID_SSH_USER, {"host": host})
    if not re.fullmatch(r"/[A-Za-z0-9_./+~-]+", path) or ".." in path:
        return Refusal(INVALID_SSH_PATH)
    return None


def _split_url(url: str, *, allow_ssh: bool) -> SplitResult | Refusal:
    if len(url) > MAXIMUM_LENGTH:
        return Refusal(TOO_LONG, {"most": MAXIMUM_LENGTH})
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return Refusal(INVALID_CHARACTERS)
    try:
        parts = urlsplit(url)
    except ValueError:
        return Refusal(INVALID_URL)
    allowed = (*SCHEMES, SSH) if allow_ssh else tuple(SCHEMES)
    if parts.scheme not in allowed or not url.startswith(f"{parts.scheme}://"):
        return Refusal(NOT_HTTPS_OR_SSH if allow_ssh else NOT_HTTPS)
    if parts.query or parts.fragment:
        return Refusal(QUERY)
    return parts


def _read_host(parts: SplitResult) -> str | Refusal:
    """Return the host in a spelling that Python, git and curl interpret in the same way.

    curl decodes %6c, drops a trailing dot and computes 0x7f.1 and 2130706433. A host that we would
    look up under another name than git connects to is refused.
    """
    if "@" in parts.netloc:
        return Refusal(CREDENTIALS)
    host = parts.hostname
    if not host:
        return Refusal(NO_HOST)
    if parts.netloc.startswith("["):
        try:
            # Without the zone, a network interface of this machine.
            return str(ipaddress.IPv6Address(host)) if "%" not in host else _refuse_host(host)
        except ValueError:
            return _refuse_host(host)
    if not _NAME.fullmatch(host) or len(host) > _LONGEST_NAME:
        return _refuse_host(host)
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            return _refuse_host(host)
    return host


def _refuse_host(host: str) -> Refusal:
    return Refusal(INVALID_HOST, {"host": host})


def _is_public(ip: str) -> bool:
    try:
        address = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        carried = address.ipv4_mapped or address.sixtofour
        if carried is None and address not in _GLOBAL_UNICAST:
            return False
        address = carried or address
    return address.is_global and not address.is_multicast
