"""Passwords of exams. Failed ones count together with failed log-ins."""

import unicodedata
from enum import Enum, auto, unique

from allauth.core.internal import ratelimit
from django.contrib.auth.hashers import check_password, make_password
from django.http import HttpRequest

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import get_client_address
from kriterion.web.exams.models import Exam


@unique
class PasswordOutcome(Enum):
    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()  # failed ones; it was not looked at


def hash_password(password: str) -> str:
    return make_password(_normalise(password))


def check_exam_password(request: HttpRequest, exam: Exam, password: str) -> PasswordOutcome:
    """Check a password, unless this user has failed too often at this address.

    The attempt is counted before the check and taken back if it was right, as for log-ins, so that
    attempts at the same time are counted, too.
    """
    usage = ratelimit.consume(
        request,
        app="allauth.account",
        action="login_failed",
        key=f"exam:{exam.pk}:{require_user(request).pk}:{get_client_address(request)}",
    )
    if not usage:
        return PasswordOutcome.TOO_MANY
    if not check_password(_normalise(password), exam.password):
        return PasswordOutcome.WRONG
    usage.rollback()
    return PasswordOutcome.RIGHT


def _normalise(password: str) -> str:
    """Return one form of what keyboards produce differently."""
    return unicodedata.normalize("NFC", password.strip())
