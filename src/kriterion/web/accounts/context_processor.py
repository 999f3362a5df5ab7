"""Template variables of every page's frame."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from kriterion.web.accounts.models import Appearance
from kriterion.web.accounts.site_access import may_administer


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return language, appearance, and the links of the navigation."""
    user = getattr(request, "user", None)
    return {
        "languages": settings.LANGUAGES,  # each by its own name, in every language
        "appearance": getattr(request, "appearance", Appearance.SYSTEM),
        "style_nonce": getattr(request, "style_nonce", ""),
        "administers": user is not None and may_administer(user),
        "sign_up_open": settings.SIGN_UP,
        "mail_works": settings.MAIL,
    }
