"""The styles and scripts built by `scripts/assets`: their addresses and headers.

Names contain the digest of the content, so browsers cache them forever; `manifest.json` maps plain
names to them.
"""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

from kriterion.errors import OperatorError
from kriterion.web.base.translations import LOCALE

_FOLDER = "kriterion"


def asset(name: str) -> str:
    """Return the address of a built file by its plain name, such as "site.css"."""
    return static(f"{_FOLDER}/{_read_manifest().get(name, name)}")


def are_assets_built() -> bool:
    """Whether the assets are built."""
    return bool(_read_manifest())


def require_assets() -> None:
    """Raise OperatorError with the remedy if styles, scripts or translations are missing."""
    missing = [] if are_assets_built() else ["styles and scripts"]
    if any(not source.with_suffix(".mo").exists() for source in LOCALE.glob("*/LC_MESSAGES/*.po")):
        missing.append("translations")
    if missing:
        raise OperatorError(
            f"{' and '.join(missing)} of the site are missing: its pages could not be used",
            fix="in a clone, run scripts/set-up run (it needs nodejs and npm); else install a wheel"
            " that `pip wheel --no-deps .` has built in a clone",
        )


def _read_manifest() -> dict[str, str]:
    file = Path(settings.STATIC_ROOT) / _FOLDER / "manifest.json"
    try:
        modified_at = file.stat().st_mtime_ns
    except OSError:
        return {}
    return _load_manifest(file, modified_at)


@cache
def _load_manifest(file: Path, modified_at: int) -> dict[str, str]:
    names = json.loads(file.read_text(encoding="utf-8"))
    return {str(name): str(built_name) for name, built_name in names.items()}
