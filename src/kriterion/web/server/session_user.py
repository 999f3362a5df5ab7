"""The user of a request."""

from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.http import HttpRequest


class SessionUserMiddleware(AuthenticationMiddleware):
    """Sets `request.user` to the user, not to a lazy object.

    Every page needs its user. A lazy object passes on each access to an attribute, which makes all
    of them slower.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = get_user(request)
