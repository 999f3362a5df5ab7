"""The site for an ASGI server: `uvicorn kriterion.web.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.web.settings")

get_asgi_application()  # sets Django up

from kriterion.web.server.body_limits import limit_bodies  # noqa: E402  needs settings
from kriterion.web.server.health_pages import serve_health  # noqa: E402
from kriterion.web.server.page_handler import PageHandler  # noqa: E402
from kriterion.web.server.static_server import serve_static_files  # noqa: E402
from kriterion.web.server.unavailable import handle_outages  # noqa: E402

_pages = limit_bodies(PageHandler())
application = serve_health(serve_static_files(handle_outages(_pages)))
