"""Only addresses that cannot be abused against this machine are cloned."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.refusals import Refusal
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.repositories.git_address import GitAddress, read_address

PUBLIC = "140.82.121.3"
HOSTS = {
    "example.org": [PUBLIC],
    "inner.example.org": ["10.0.0.7"],
    "both.example.org": [PUBLIC, "127.0.0.1"],
    "localhost": ["127.0.0.1"],
    "127.0.0.1": ["127.0.0.1"],
    "169.254.169.254": ["169.254.169.254"],
    "::1": ["::1"],
    "mapped.example.org": ["::ffff:192.168.1.1"],
    "v6.example.org": ["2606:50c0:8000::153"],
    "2606:50c0:8000::153": ["2606:50c0:8000::153"],
    PUBLIC: [PUBLIC],
}


# 6to4, NAT64, site-local, compatible with IPv4: not all of them are inner ones for `ipaddress`.
INNER = ("2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "fec0::1", "::7f00:1", "fe80::1")
HOSTS |= {ip: [ip] for ip in INNER}


def resolve(host: str, port: int) -> list[str]:
    return HOSTS.get(host, [])


@pytest.mark.parametrize(
    ("url", "port", "ip"),
    [
        ("https://example.org/a.git", 443, PUBLIC),
        ("https://example.org:8443/a/b", 8443, PUBLIC),
        ("https://v6.example.org/a", 443, "2606:50c0:8000::153"),
        ("https://example.org/a%20b/c", 443, PUBLIC),
        ("https://140.82.121.3/a", 443, PUBLIC),
        ("https://[2606:50c0:8000::153]/a", 443, "2606:50c0:8000::153"),
    ],
)
def test_public_hosts_are_allowed(url: str, port: int, ip: str) -> None:
    address = read_address(url, resolve=resolve)
    assert isinstance(address, GitAddress), address
    assert (address.url, address.port, address.ip) == (url, port, ip)


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("https://EXAMPLE.org/A", "https://example.org/A"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("https://example.org:/a", "https://example.org/a"),
        ("https://example.org:08443/a", "https://example.org:8443/a"),
        ("https://example.org", "https://example.org"),
        ("https://[2606:50C0:8000:0::153]:8443/a", "https://[2606:50c0:8000::153]:8443/a"),
    ],
)
def test_git_gets_the_address_that_was_looked_up(url: str, written: str) -> None:
    address = read_address(url, resolve=resolve)
    assert isinstance(address, GitAddress), address
    assert address.url == written


@pytest.mark.parametrize(
    "host",
    [
        "%6c%6f%63alhost",  # curl decodes it
        "ex%61mple.org",
        "example.org%00.localhost",
        "127.0.0.1%2eexample.org",
        "[fe80::1%25eth0]",
        "[::1%lo]",
        "[::ffff:7f00:1]x",
        "[v1.example]",
        "example.org.",
        "localhost..",
        ".example.org",
        "example..org",
        "-example.org",
        "example-.org",
        "2130706433",  # these are 127.0.0.1 for curl and for the C library
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "127.1",
        "127.0.0.0x1",
        "127.0.0.1.",
        "1.2.3.4.5",
        "140.82.121.003",
        "example.org.0x",
        "example.org,localhost",
        "example.org;localhost",
        "exa$mple.org",
        "a" * 64 + ".org",
        ".".join(["a" * 60] * 5),
    ],
)
def test_a_host_that_git_parses_differently_is_refused(host: str) -> None:
    for allowed in ((), (host,), ("localhost", "127.0.0.1")):
        refusal = read_address(f"https://{host}/a", allowed, lambda name, port: [PUBLIC])
        assert isinstance(refusal, Refusal), refusal


@pytest.mark.parametrize(
    "url",
    [
        "https://@example.org/a",
        "https://:@example.org/a",
        "https://localhost@example.org/a",
        "https://example.org@localhost/a",
        "https://a@b@example.org/a",
        "https://localhost%40example.org/a",
        "https://example.org\\@localhost/a",
        "https://example.org\\a",
        "https:\\\\example.org/a",
        "https://example.org:0/a",
        "https://example.org:-1/a",
        "https://example.org:+443/a",
        "https://example.org:4 43/a",
        "https://example.org:443:80/a",
        "https://\uff45xample.org/a",
        "https://example\u3002org/a",
    ],
)
def test_an_address_that_obscures_its_host_is_refused(url: str) -> None:
    refusal = read_address(url, resolve=lambda name, port: [PUBLIC])
    assert isinstance(refusal, Refusal), refusal


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "only https"),
        ("/etc", "only https"),
        ("file:///etc", "only https"),
        ("ssh://git@example.org/a", "only https"),
        ("git@example.org:a/b.git", "only https"),
        ("git://example.org/a", "only https"),
        ("ext::sh -c id", "no spaces"),
        ("ext::sh", "only https"),
        ("--upload-pack=touch", "only https"),
        ("-uhttps://example.org", "only https"),
        ("https:/example.org/a", "only https"),
        ("https:example.org", "only https"),
        ("https:///a", "include the host"),
        ("https://[::1", "not a valid URL"),
        ("https://example.org:99999/", "port"),
        ("https://user:secret@example.org/a", "username"),
        ("https://user@example.org/a", "username"),
        ("https://example.org/a?x=1", "remove the part"),
        ("https://example.org/a#x", "remove the part"),
        ("https://example.org/a\nb", "no spaces"),
        ("https://example.org/\0", "no spaces"),
        ("https://exämple.org/", "letters"),
        ("https://example.org/" + "a" * 500, "at most"),
        ("http://example.org/a", "use https"),
        ("https://nowhere.example.org/", "was not found"),
        ("https://localhost/a", "internal network"),
        ("https://127.0.0.1/a", "internal network"),
        ("https://169.254.169.254/latest", "internal network"),
        ("https://[::1]/a", "internal network"),
        ("https://inner.example.org/a", "internal network"),
        ("https://both.example.org/a", "internal network"),
        ("https://mapped.example.org/a", "internal network"),
        *((f"https://[{ip}]/a", "internal network") for ip in INNER),
    ],
)
def test_other_addresses_are_refused_with_a_reason(url: str, reason: str) -> None:
    refusal = read_address(url, resolve=resolve)
    assert isinstance(refusal, Refusal)
    assert reason in translate_refusal(refusal)


def test_the_operator_decides_which_hosts_are_allowed() -> None:
    allowed = ("inner.example.org", "127.0.0.1:8080")
    for url in (
        "http://inner.example.org/a",
        "https://inner.example.org/a",
        "http://127.0.0.1:8080/",
    ):
        assert isinstance(read_address(url, allowed, resolve), GitAddress), url
    for url in ("https://example.org/a", "http://127.0.0.1:8081/"):
        refusal = read_address(url, allowed, resolve)
        assert isinstance(refusal, Refusal)
        assert "not one of the allowed hosts" in translate_refusal(refusal)


_HOST_LIKE = st.text("aA01.:-_[]%@\\/x", min_size=1)


@given(st.text() | (st.text() | _HOST_LIKE).map(lambda text: "https://" + text))
def test_any_text_is_an_address_or_a_refusal(text: str) -> None:
    read = read_address(text, resolve=lambda host, port: [PUBLIC])
    if isinstance(read, GitAddress):
        assert urlsplit(read.url).hostname == read.host
        assert not set("%@\\") & set(read.host)
        assert read_address(read.url, resolve=lambda host, port: [PUBLIC]) == read
