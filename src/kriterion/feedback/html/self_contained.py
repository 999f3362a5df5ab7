"""Renders a page as a single file that loads nothing and runs only its own script."""

import base64
import hashlib

from kriterion.feedback.html.stylesheet import PageAssets
from kriterion.markup.element import Markup, element, escape


def render_document(title: str, body: Markup, language: str, assets: PageAssets) -> str:
    """Wrap a fragment of feedback in an HTML document."""
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_make_content_security_policy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
{element("title", title)}
<style>{assets.stylesheet}</style>
</head>
<body>
{body}
<script>{assets.script}</script>
</body>
</html>
"""


def _make_content_security_policy(assets: PageAssets) -> str:
    """Return a policy that allows only this stylesheet, this script, and embedded pictures.

    It is a second defence: HTML that the allowlist of `markup` misses can neither run nor load
    anything.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "img-src data:",
            f"style-src {_hash_source(assets.stylesheet)}",
            f"script-src {_hash_source(assets.script)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash_source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
