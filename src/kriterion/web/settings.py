"""Django's settings; `kriterion.host.settings.site_environment` reads the environment."""

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.conf import global_settings

from kriterion import translators
from kriterion.host.settings.site_environment import read_site_settings

_site = read_site_settings(os.environ)

BASE = Path(__file__).parent / "base"
DATA = _site.data
DEBUG = _site.debug

# --- Addresses
ADDRESS = _site.address
_address = urlsplit(ADDRESS)
ALLOWED_HOSTS = [
    *_site.hosts,
    *([_address.hostname] if _address.hostname else []),
]
CSRF_TRUSTED_ORIGINS = [f"{_address.scheme}://{_address.netloc}"] if ADDRESS else []
HTTPS = _address.scheme == "https"

# --- Secrets
SECRET_KEY_FILE = DATA / "secret-key"


def _find_secret_key() -> str:
    """Return the installation's key, or a random one for this process."""
    if _site.secret_key:
        return _site.secret_key
    if SECRET_KEY_FILE.is_file():
        return SECRET_KEY_FILE.read_text(encoding="utf-8").strip()
    return secrets.token_urlsafe(50)


SECRET_KEY = _find_secret_key()
METRICS_TOKEN = _site.metrics_token
METRICS_NETWORKS = _site.metrics_networks
CONTENT_URL = _site.content_url
CONTENT_TOKEN = _site.content_token
CONTENT_BYTES = _site.content_bytes

# --- Parts
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    # Before allauth and django.forms, whose templates theirs replace.
    *(
        f"kriterion.web.{app}"
        for app in (
            *("database", "base", "accounts", "audit", "repositories", "content", "catalog"),
            *("courses", "tools", "notifications", "submissions", "teaching", "gradebook"),
            *("review", "repository_management"),
            *("rejudging", "equivalence", "comment_reports", "class_versions", "student_view"),
            *("statistics", "announcements", "calendar_feed", "pinned_courses", "course_skills"),
            *("exams", "similarity", "feedback_notices", "retention", "learner_import"),
            *("own_work", "experiments"),
            *("learning", "administration"),
        )
    ),
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
]
MIDDLEWARE = [
    "kriterion.web.server.metrics.count_responses",
    "django.middleware.security.SecurityMiddleware",
    "kriterion.web.server.middleware.content_security_policy",
    "kriterion.web.server.middleware.keep_private",
    "kriterion.web.server.middleware.remove_nul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "kriterion.web.server.session_user.SessionUserMiddleware",
    "kriterion.web.server.session_ended.SessionEndedMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "kriterion.web.student_view.student_view_middleware.view_as_student",
    "kriterion.web.server.middleware.preferences",
    "kriterion.web.exams.exam_middleware.limit_to_exams",
]
ROOT_URLCONF = "kriterion.web.urls"
ASGI_APPLICATION = "kriterion.web.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "kriterion.web.accounts.context_processor.frame",
                "kriterion.web.notifications.unread_count.unread",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

RETENTION_DAYS = _site.keep_days  # by RetentionKind; what is missing is kept for ever

# --- Database
DIRECT_DATABASE_URL = _site.direct_database_url
DATABASES = {
    "default": dj_database_url.parse(_site.database_url or f"sqlite:///{DATA}/kriterion.sqlite3"),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Readers never wait for a writer (WAL); a transaction that will write takes the lock when it
    # begins (IMMEDIATE), since one that takes it later fails instead of waiting. NORMAL loses
    # nothing when the process dies, and at most the last moments when the machine does.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA cache_size=-16000; PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None  # each thread keeps its connection, and its cache
    # A file in tests, too: only then do threads have connections of their own.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"kriterion-test-{os.getpid()}.sqlite3")
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Its tables also exist while another engine is chosen, so that every site can change engines.
    INSTALLED_APPS.append("procrastinate.contrib.django")
    PROCRASTINATE_AUTODISCOVER_MODULE_NAME = ""  # the engine registers its own tasks
    # Our backend gives up on a server that has stopped answering: the request fails soon, with the
    # reason.
    from kriterion.web.database.postgresql.patience import QUIET_SECONDS, PatientConnection

    DATABASES["default"]["ENGINE"] = "kriterion.web.database.postgresql"
    # A connection costs more than a page: they are kept, and lent to one request after the other.
    # In a burst requests wait for one instead of being refused by the server, which has a hundred.
    # Servers and workers have fewer (database/pooled_connection.py).
    _options = DATABASES["default"].setdefault("OPTIONS", {})  # what the address says, sslmode …
    _options["pool"] = {
        "min_size": 2,
        "max_size": 24,
        "timeout": QUIET_SECONDS,  # after which the server is asked
        "connection_class": PatientConnection,
    }
    _options.setdefault("connect_timeout", 5)
    _options.setdefault("tcp_user_timeout", 15_000)
    # A pooler gives each transaction to another session, so none keeps a cursor.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = bool(DIRECT_DATABASE_URL)
    # One that was restarted meanwhile has closed them all: each is tried before it is lent.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
ENGINE = _site.engine  # what wakes workers
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Limits on log-ins count for all processes, wherever they run.
CACHES = {
    "default": {
        "BACKEND": "kriterion.web.database.shared_cache.SharedCache",
        "LOCATION": "kriterion_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
# Scrypt costs a guesser memory as well as time, and a log-in a tenth of a second.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"
SIGN_UP = _site.sign_up

_smtp = urlsplit(_site.smtp_url)
MAIL = bool(_smtp.hostname)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
EMAIL_HOST = _smtp.hostname or "localhost"
EMAIL_PORT = _smtp.port or (465 if _smtp.scheme == "smtps" else 587)
EMAIL_HOST_USER = unquote(_smtp.username or "")
EMAIL_HOST_PASSWORD = unquote(_smtp.password or "")
EMAIL_USE_SSL = MAIL and _smtp.scheme == "smtps"
EMAIL_USE_TLS = MAIL and _smtp.scheme == "smtp" and EMAIL_PORT != 25
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = _site.sender
MAIL_DOMAIN = _address.hostname or "kriterion.localhost"  # of Message-IDs

ACCOUNT_ADAPTER = "kriterion.web.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    name: f"kriterion.web.accounts.entrance_forms.{form}"
    for name, form in {
        "login": "LoginForm",
        "signup": "SignupForm",
        "add_email": "AddEmailForm",
        "reauthenticate": "ReauthenticateForm",
        "change_password": "ChangePasswordForm",
        "set_password": "SetPasswordForm",
        "reset_password": "ResetPasswordForm",
        "reset_password_from_key": "ResetPasswordKeyForm",
    }.items()
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
# Never mandatory: teachers hand out accounts that have no mail address.
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL else "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_USERNAME_BLACKLIST = ["administrator", "kriterion", "root"] if SIGN_UP else []
# A class shares one address, so an address alone may try often; a name at an address may not.
ACCOUNT_RATE_LIMITS = {
    "login": "600/m/ip",
    "login_failed": "200/m/ip,10/5m/key",
    "signup": "60/m/ip",
    "learner_token": "200/m/ip",
    "reset_password": "60/m/ip,5/m/key",
}
OIDC_SERVER = _site.oidc_server
OIDC_GROUPS = _site.oidc_groups
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "institution",
                "name": _site.oidc_name,
                "client_id": _site.oidc_client,
                "secret": _site.oidc_secret,
                "settings": {"server_url": OIDC_SERVER},
            }
        ]
        if OIDC_SERVER
        else [],
    }
}
SOCIALACCOUNT_ADAPTER = "kriterion.web.accounts.institution.InstitutionAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = True
SOCIALACCOUNT_LOGIN_ON_GET = False

# --- Cookies, TLS, headers
SESSION_ENGINE = "kriterion.web.accounts.session_store"
SESSION_COOKIE_NAME = "kriterion_session"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "kriterion_csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "kriterion.web.server.error_pages.csrf_failure"
LANGUAGE_COOKIE_NAME = "kriterion_language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
APPEARANCE_COOKIE_NAME = "kriterion_appearance"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# --- Static files: built by scripts/assets, with the digest of their content in their names
STATIC_URL = "/static/"
STATIC_ROOT = BASE / "static"

# --- Languages
USE_TZ = True
TIME_ZONE = _site.time_zone
LANGUAGE_CODE = translators.ENGLISH
LANGUAGES = list(translators.LANGUAGES.items())
# English from right to left, to look at the layout; neither Django nor we have texts in Yiddish.
MIRRORED = ("yi-xb", "Mirrored")
LANGUAGES_BIDI = [*global_settings.LANGUAGES_BIDI, "yi"]
if DEBUG:
    LANGUAGES.append(MIRRORED)
LOCALE_PATHS = [Path(translators.LOCALE)]
FORMAT_MODULE_PATH = "kriterion.web.base.formats"

# --- Logging: never the contents of requests; to standard error, which the service stores
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "filters": {"keys": {"()": "kriterion.web.server.log_filters.WithoutKeys"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["keys"],
        },
    },
    "root": {
        "handlers": ["console"],
        "level": _site.log_level or "WARNING",
    },
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Anybody may send requests with any host name; they are refused, and not logged one by one.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # outage_log reports outages; these lines would repeat for each attempt to connect.
        "psycopg.pool": {"level": _site.log_level or "ERROR"},
        # The engine reports what stopped it.
        "procrastinate": {"level": _site.log_level or "CRITICAL"},
        "kriterion.web": {"level": _site.log_level or "INFO"},
    },
}
