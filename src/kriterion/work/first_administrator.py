"""The first administrator, without whom nobody could make any other."""

import secrets

from kriterion.store.models import Role, User

NAME = "administrator"


def first_administrator() -> str | None:
    """Make an administrator when there is none; the password, which nothing else knows."""
    if User.objects.filter(role=Role.ADMINISTRATOR, is_active=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    user, _ = User.objects.get_or_create(username=NAME)
    user.role, user.is_active = Role.ADMINISTRATOR, True
    user.set_password(password)
    user.save()
    return password
