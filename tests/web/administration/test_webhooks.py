"""Webhooks: with the secret a repository is fetched again; nothing else is revealed."""

import hashlib
import hmac

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from kriterion.web.administration import webhooks as hooks
from kriterion.web.repositories.models import Repository, RepositoryState

pytestmark = pytest.mark.django_db

SECRET = "between us"
BODY = b'{"ref": "refs/heads/main"}'


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Records the delay in seconds of each requested fetch."""
    cache.clear()
    requests: list[float] = []

    def fetch(row: Repository, *, after: float) -> None:
        Repository.objects.filter(pk=row.pk).update(state=RepositoryState.NEW)
        requests.append(after)

    monkeypatch.setattr(hooks, "fetch_in_background", fetch)
    return requests


@pytest.fixture
def repository() -> Repository:
    return Repository.objects.create(
        name="course",
        git_url="https://example.org/course",
        webhook_secret=SECRET,
        state=RepositoryState.READY,
    )


def push(pk: int, headers: dict[str, str], body: bytes = BODY) -> int:
    client = Client(enforce_csrf_checks=True)
    return client.post(
        reverse("hook", args=[pk]), body, content_type="application/json", headers=headers
    ).status_code


def sign_body(body: bytes, secret: str = SECRET) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def test_signed_github_and_gitlab_pushes_are_accepted(
    repository: Repository, fetched: list[float]
) -> None:
    assert push(repository.pk, {"X-Hub-Signature-256": sign_body(BODY)}) == 202
    assert fetched == [0]
    cache.clear()
    repository.save()
    assert push(repository.pk, {"X-Gitlab-Token": SECRET}) == 202
    assert fetched == [0, 0]


@pytest.mark.parametrize("header", ["X-Forgejo-Signature", "X-Gitea-Signature"])
def test_signed_forgejo_and_gitea_pushes_are_accepted(
    repository: Repository, fetched: list[float], header: str
) -> None:
    signature = sign_body(BODY).removeprefix("sha256=")
    assert push(repository.pk, {header: signature}) == 202
    assert push(repository.pk, {header: sign_body(BODY)}) == 403
    assert push(repository.pk, {header: signature}, b"another body") == 403
    assert fetched == [0]


def test_a_repeated_request_causes_a_fetch_and_nothing_else(
    repository: Repository, fetched: list[float]
) -> None:
    def read_row() -> dict[str, object]:
        return dict(Repository.objects.filter(pk=repository.pk).values().get())

    signed = {"X-Hub-Signature-256": sign_body(BODY)}
    assert push(repository.pk, signed) == 202
    once = read_row()
    cache.clear()
    assert push(repository.pk, signed) == 202
    assert read_row() == once
    assert fetched == [0, 0]


def test_many_pushes_cause_one_fetch(repository: Repository, fetched: list[float]) -> None:
    for _ in range(20):
        assert push(repository.pk, {"X-Gitlab-Token": SECRET}) == 202
    assert fetched == [0]


def test_a_push_during_a_fetch_is_not_lost(repository: Repository, fetched: list[float]) -> None:
    """Nor is one right after: it is read once more, but only after a while."""
    for state in (RepositoryState.READY, RepositoryState.READING, RepositoryState.READY):
        Repository.objects.update(state=state)
        for _ in range(3):
            assert push(repository.pk, {"X-Gitlab-Token": SECRET}) == 202
    assert fetched == [0, 10, 10]


def test_a_push_is_fetched_although_the_process_waiting_to_fetch_died(
    repository: Repository, fetched: list[float]
) -> None:
    Repository.objects.update(state=RepositoryState.NEW)
    assert push(repository.pk, {"X-Gitlab-Token": SECRET}) == 202
    assert fetched == [0]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Gitlab-Token": "wrong"},
        {"X-Gitlab-Token": "é"},
        {"X-Hub-Signature-256": "sha256="},
        {"X-Hub-Signature-256": sign_body(BODY, "wrong")},
        {"X-Hub-Signature-256": sign_body(b"another body")},
        {"X-Hub-Signature": sign_body(BODY)},
        {"X-Hub-Signature-256": sign_body(BODY).removeprefix("sha256=")},
        {"X-Forgejo-Signature": ""},
        {"X-Forgejo-Signature": SECRET},
        {"X-Gitea-Signature": sign_body(BODY, "wrong").removeprefix("sha256=")},
    ],
)
def test_unsigned_pushes_are_refused(
    repository: Repository, fetched: list[float], headers: dict[str, str]
) -> None:
    assert push(repository.pk, headers) == 403
    assert push(repository.pk + 1, headers) == 403
    assert fetched == []


def test_a_repository_without_a_secret_or_address_accepts_no_push(
    repository: Repository, fetched: list[float]
) -> None:
    Repository.objects.update(webhook_secret="")
    assert push(repository.pk, {"X-Hub-Signature-256": sign_body(BODY, "")}) == 403
    assert (
        push(repository.pk, {"X-Hub-Signature-256": sign_body(BODY, "nobody knows this one")})
        == 403
    )
    Repository.objects.update(webhook_secret=SECRET, git_url="")
    assert push(repository.pk, {"X-Gitlab-Token": SECRET}) == 403
    assert fetched == []


def test_a_body_that_is_too_long_is_refused(repository: Repository, fetched: list[float]) -> None:
    assert push(repository.pk, {"X-Gitlab-Token": SECRET}, b"x" * 2_100_000) == 413
    assert fetched == []
