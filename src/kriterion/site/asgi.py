"""The site for an ASGI server: `uvicorn kriterion.site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.site.configuration")

application = get_asgi_application()
