"""The site for an ASGI server: `uvicorn kriterion.site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.site.configuration")

get_asgi_application()  # sets Django up

from kriterion.site.body_limits import with_body_limits  # noqa: E402  needs settings
from kriterion.site.health import with_health  # noqa: E402
from kriterion.site.page_handler import PageHandler  # noqa: E402
from kriterion.site.static_server import with_static_files  # noqa: E402
from kriterion.site.unavailable import with_unavailability  # noqa: E402

_pages = with_body_limits(PageHandler())
application = with_health(with_static_files(with_unavailability(_pages)))
