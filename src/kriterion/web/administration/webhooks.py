"""Webhooks: a repository host reports a push and proves that it knows the secret.

Nothing else in a request is read, so that a repeated one causes a fetch and nothing more.

Source: the webhooks of GitHub (X-Hub-Signature-256: "sha256=" and the HMAC of the body), Forgejo
and Gitea (X-Forgejo-Signature, X-Gitea-Signature: the HMAC alone), GitLab (X-Gitlab-Token: the
secret).
"""

import hashlib
import hmac

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.repository_fetching import fetch_in_background
from kriterion.web.repositories.models import Repository, RepositoryState

_SECONDS = 10  # between two readings of a repository, however often it is pushed to
_MAXIMUM_BODY = 2_000_000
_SIGNATURES = (  # headers, and what precedes the signature
    ("X-Hub-Signature-256", "sha256="),
    ("X-Forgejo-Signature", ""),
    ("X-Gitea-Signature", ""),
)


@csrf_exempt
@login_not_required
@require_POST
def receive_push(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Read a repository again. The request is neither trusted nor parsed."""
    announced = read_number(request.META.get("CONTENT_LENGTH") or "")
    if announced is not None and announced > _MAXIMUM_BODY:
        return HttpResponse("too long\n", status=413, content_type="text/plain")
    repository = Repository.objects.filter(pk=repository_id).exclude(webhook_secret="").first()
    # Without the secret, a caller cannot find out which repositories exist.
    secret = repository.webhook_secret if repository else "nobody knows this one"
    if not _knows_secret(request, secret) or repository is None or not repository.git_url:
        return HttpResponse(
            "unknown repository or wrong secret\n", status=403, content_type="text/plain"
        )
    is_first = cache.add(f"hook-{repository.pk}", 1, _SECONDS)
    # A repository in state NEW is about to be read anyway.
    if is_first or repository.state != RepositoryState.NEW:
        fetch_in_background(repository, after=0 if is_first else _SECONDS)
    return HttpResponse("it will be read again\n", status=202, content_type="text/plain")


def _knows_secret(request: HttpRequest, secret: str) -> bool:
    """Whether one of the proofs is valid; Forgejo sends several."""
    token = request.headers.get("X-Gitlab-Token", "")
    proofs = [(token, secret)] if token else []
    signature = hmac.new(secret.encode(), request.body, hashlib.sha256).hexdigest()
    proofs += [
        (request.headers.get(header, ""), f"{prefix}{signature}") for header, prefix in _SIGNATURES
    ]
    return any(hmac.compare_digest(given.encode(), wanted.encode()) for given, wanted in proofs)
