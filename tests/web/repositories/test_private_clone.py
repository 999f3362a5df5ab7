"""Private repositories are cloned with a login that nothing shows and no other host receives."""

import base64
import os
from contextlib import suppress
from pathlib import Path

import pytest

from kriterion.refusals import Refusal
from kriterion.web.repositories.git_address import GitAddress, read_address
from kriterion.web.repositories.git_clone import Clone, clone
from kriterion.web.repositories.git_login import GitLogin
from kriterion.web.repositories.git_program import CloneAccess
from kriterion.web.repositories.secret_text import decrypt, encrypt
from tests.web.git_server import git_server, repository

TOKEN = "glpat-t0ken-$(id)'\\\"&that;nobody=reads"
LOGIN = GitLogin(username="deploy", token=TOKEN)
HEADER = "Basic " + base64.b64encode(f"deploy:{TOKEN}".encode()).decode()


@pytest.fixture
def served(tmp_path: Path) -> Path:
    repository(tmp_path / "served" / "course", {"a.txt": "one"})
    return tmp_path / "served"


def read(url: str) -> GitAddress:
    address = read_address(url, ["127.0.0.1"])
    assert isinstance(address, GitAddress), address
    return address


def clone_course(host: str, to: Path, login: GitLogin | None = LOGIN) -> Clone | Refusal:
    return clone(read(f"{host}/course"), to, access=CloneAccess(login=login))


def list_processes() -> str:
    """Return the words and variables of all processes, as `ps axeww` shows them."""
    shown = []
    for name in ("cmdline", "environ"):
        for file in Path("/proc").glob(f"[0-9]*/{name}"):
            with suppress(OSError):  # it ended, or is somebody else's
                shown.append(file.read_bytes().decode(errors="replace"))
    return "\n".join(shown)


def test_the_token_is_sent_and_no_process_shows_it(served: Path, tmp_path: Path) -> None:
    shown: list[str] = []

    def admit(header: str) -> tuple[int, str]:
        shown.append(list_processes())
        return (200, "") if header == HEADER else (401, "log in")

    with git_server(served, admit) as host:
        cloned = clone_course(host, tmp_path / "copy")
    assert isinstance(cloned, Clone), cloned
    assert (cloned.directory / "a.txt").read_text() == "one"
    assert len(shown) > 1
    for processes in shown:
        assert "git-remote-http" in processes
        assert TOKEN not in processes
        assert HEADER.removeprefix("Basic ") not in processes
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(TOKEN.encode() in path.read_bytes() for path in left)
    assert TOKEN not in repr(LOGIN)


@pytest.mark.parametrize(
    ("login", "status", "code"),
    [
        (None, 401, "clone.login-required"),
        (None, 404, "clone.git-error"),
        (GitLogin(username="deploy", token="wrong"), 401, "clone.login-refused"),
        (GitLogin(username="deploy", token="wrong"), 403, "clone.login-refused"),
    ],
)
def test_a_host_that_admits_nobody_is_explained(
    served: Path, tmp_path: Path, login: GitLogin | None, status: int, code: str
) -> None:
    with git_server(served, lambda _: (status, "no")) as host:
        refusal = clone_course(host, tmp_path / "copy", login)
    assert isinstance(refusal, Refusal)
    assert refusal.kind.code == code


def test_a_host_that_repeats_the_login_does_not_reveal_it(served: Path, tmp_path: Path) -> None:
    def answer(header: str) -> tuple[int, str]:
        return (500, f"{header} is {TOKEN}") if header else (401, "log in")

    with git_server(served, answer) as host:
        refusal = clone_course(host, tmp_path / "copy")
    assert isinstance(refusal, Refusal)
    assert TOKEN not in refusal.reason
    assert HEADER.removeprefix("Basic ") not in refusal.reason
    said = LOGIN.remove_from(f"remote: {HEADER} is {TOKEN}")
    assert said == "remote: Basic [removed] is [removed]"


def test_a_redirect_does_not_receive_the_login(served: Path, tmp_path: Path) -> None:
    headers: list[str] = []

    def admit(header: str) -> tuple[int, str]:
        headers.append(header)
        return 200, ""

    with git_server(served, admit) as host:
        refusal = clone(
            read(f"{host}/moved/course"), tmp_path / "copy", access=CloneAccess(login=LOGIN)
        )
    assert isinstance(refusal, Refusal)
    assert headers == [""]


def test_a_secret_is_read_only_with_the_key_of_the_site(settings: object) -> None:
    settings.SECRET_KEY = "one"  # type: ignore[attr-defined]
    encrypted = encrypt(TOKEN)
    assert TOKEN not in encrypted
    assert encrypted != encrypt(TOKEN)
    assert decrypt(encrypted) == TOKEN
    assert decrypt(encrypted[:-8] + "AAAAAAA=") is None
    assert decrypt("not encrypted") is None
    settings.SECRET_KEY = "two"  # type: ignore[attr-defined]
    assert decrypt(encrypted) is None


def test_nothing_stays_open() -> None:
    with LOGIN.open_file() as descriptor:
        assert not os.get_inheritable(descriptor)
    assert not Path(f"/proc/self/fd/{descriptor}").exists()
