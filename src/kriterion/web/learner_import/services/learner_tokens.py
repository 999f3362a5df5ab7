"""Tokens of learn-ocaml: each lets its owner choose a password once."""

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from kriterion.web.accounts.models import Role, User
from kriterion.web.learner_import.models import ImportedLearner
from kriterion.web.learner_import.sync_directory import fold_token

_LONGEST = 100


def digest_token(token: str) -> str:
    """Return the digest of a token, keyed with the site's secret to prevent guessing."""
    return salted_hmac(
        "kriterion.learner_import", fold_token(token), algorithm="sha256"
    ).hexdigest()


def find_claimable(token: str) -> User | None:
    """Return the account whose owner may choose a password with this token.

    Once somebody has given the account a password or more rights, the token opens nothing.
    """
    if len(token) > _LONGEST:
        return None
    learner = (
        ImportedLearner.objects.filter(token_digest=digest_token(token), claimed_at=None)
        .select_related("user")
        .first()
    )
    if learner is None or not _is_untouched(learner.user):
        return None
    return learner.user


def claim_account(token: str, password: str) -> User | None:
    """Set the password of the account of a token, which is used up; None if it opens nothing."""
    with transaction.atomic():
        rows = ImportedLearner.objects.filter(token_digest=digest_token(token), claimed_at=None)
        learner = rows.select_for_update().first()
        if learner is None:
            return None
        user = User.objects.select_for_update().get(pk=learner.user_id)
        if not _is_untouched(user) or not rows.update(claimed_at=timezone.now()):
            return None
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def _is_untouched(user: User) -> bool:
    return user.is_active and user.role == Role.STUDENT and not user.has_usable_password()
