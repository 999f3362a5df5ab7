"""The site for an ASGI server: `uvicorn kriterion.web.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.web.settings")

get_asgi_application()  # sets Django up

from kriterion.web.server.body_limits import with_body_limits  # noqa: E402  needs settings
from kriterion.web.server.health_pages import with_health  # noqa: E402
from kriterion.web.server.page_handler import PageHandler  # noqa: E402
from kriterion.web.server.static_server import with_static_files  # noqa: E402
from kriterion.web.server.unavailable import with_unavailability  # noqa: E402

_pages = with_body_limits(PageHandler())
application = with_health(with_static_files(with_unavailability(_pages)))
