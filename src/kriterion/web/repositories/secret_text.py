"""Encrypts secrets that the site has to use and never shows, with a key derived from its own.

Whoever reads only the database, or a dump of it, does not learn them.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"kriterion.web.repositories.secret_text"  # a key of its own for each purpose


def encrypt(text: str) -> str:
    return _make_fernet().encrypt(text.encode()).decode()


def decrypt(encrypted: str) -> str | None:
    """Return the text, or None if it was encrypted with another key, or is damaged."""
    try:
        return _make_fernet().decrypt(encrypted.encode()).decode()
    except InvalidToken:
        return None


def _make_fernet() -> Fernet:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE)
    return Fernet(base64.urlsafe_b64encode(derivation.derive(settings.SECRET_KEY.encode())))
