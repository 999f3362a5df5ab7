"""A page that is one file: nothing is loaded, and only our own script runs."""

import base64
import hashlib

from kriterion.feedback.html.script import SCRIPT
from kriterion.feedback.html.stylesheet import STYLESHEET
from kriterion.markup.element import Markup, element, escape


def self_contained(title: str, body: Markup, language: str) -> str:
    """The document around a fragment of feedback."""
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
{element("title", title)}
<style>{STYLESHEET}</style>
</head>
<body>
{body}
<script>{SCRIPT}</script>
</body>
</html>
"""


def _hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


# Only this very stylesheet and script, and pictures that are in the page already. Whatever should
# get past the allow-list of `markup` one day still finds that it may neither run nor load anything.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src data:",
        f"style-src {_hash_of(STYLESHEET)}",
        f"script-src {_hash_of(SCRIPT)}",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
