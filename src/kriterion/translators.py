"""The languages of Kriterion, and translators with the catalogues of the host and of the tools."""

import os

from kriterion_tools.translation import catalogs
from kriterion_tools.translation.translator import Translator

LOCALE = os.path.join(os.path.dirname(__file__), "locale")
DOMAIN = "kriterion"
# The languages of pages and feedback, each by its own name. All but English have catalogues.
LANGUAGES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
ENGLISH = "en"


def load_translator(language: str) -> Translator:
    """Return the translator for a language such as "nl" or "nl-BE", else one for English."""
    return catalogs.load_catalogs(language, ((LOCALE, DOMAIN), (catalogs.LOCALE, catalogs.DOMAIN)))
