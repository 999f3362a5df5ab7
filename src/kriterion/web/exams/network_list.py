"""The list of networks of an exam, one on each line, in the notation of CIDR (RFC 4632)."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from kriterion.web.courses.exam_terms import Network

MAX_NETWORKS = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class NetworkFault:
    """An invalid line; `meant` is the network that it probably stands for."""

    line: int
    text: str
    meant: str = ""


def read_networks(text: str) -> tuple[list[str], list[NetworkFault]]:
    """Return the networks of a text in normal form, and every invalid line.

    A single address is a network. Empty lines are skipped.
    """
    networks: dict[str, None] = {}
    faults = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        written = line.strip()
        if not written:
            continue
        network = _read_network(written)
        if network is None:
            faults.append(NetworkFault(line=number, text=written, meant=_guess(written)))
        else:
            networks[str(network)] = None
    return list(networks), faults


def read_stored_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


def _read_network(text: str) -> Network | None:
    """Read one network; None if it is invalid, or an IPv6 form of IPv4 addresses."""
    if not text.isascii() or "%" in text:
        return None
    try:
        network = ipaddress.ip_network(text)
    except ValueError:
        return None
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return None if mapped is not None else network


def _guess(text: str) -> str:
    """Return the network around an address that has more bits than its prefix."""
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return ""
    return str(network) if _read_network(str(network)) is not None else ""
