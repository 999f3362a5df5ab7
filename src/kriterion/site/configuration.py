"""Django's settings, made of the installation's and of the environment.

Environment: KRITERION_DATA (the data directory), DATABASE_URL, KRITERION_SECRET_KEY,
KRITERION_HOSTS, KRITERION_DEBUG; docs/install.md says what each means.
"""

import os
from pathlib import Path

import dj_database_url

DATA = Path(os.environ.get("KRITERION_DATA", "data")).absolute()
DEBUG = os.environ.get("KRITERION_DEBUG") == "1"
SECRET_KEY = os.environ.get("KRITERION_SECRET_KEY", "only for tests and tools")
ALLOWED_HOSTS = os.environ.get("KRITERION_HOSTS", "localhost,127.0.0.1,[::1]").split(",")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "kriterion.store",
]
AUTH_USER_MODEL = "store.User"
DATABASES = {"default": dj_database_url.config(default=f"sqlite:///{DATA}/kriterion.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = os.environ.get("TZ") or "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
