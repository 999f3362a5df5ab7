"""Create the first administrator, who can create all other users."""

import secrets

from kriterion.web.accounts.models import Role, User

NAME = "administrator"


def create_first_administrator() -> str | None:
    """Create an administrator if there is none; return the password, of which a hash is stored."""
    if User.objects.filter(role=Role.ADMINISTRATOR, is_active=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    user, _ = User.objects.get_or_create(username=NAME)
    user.role, user.is_active = Role.ADMINISTRATOR, True
    user.set_password(password)
    user.save()
    return password
