"""The styles and scripts built by `scripts/assets`: their addresses and headers.

Names contain the digest of the content, so browsers cache them forever; `manifest.json` maps plain
names to them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

from kriterion.errors import OperatorError
from kriterion.web.base.translations import LOCALE

_FOLDER = "kriterion"


def asset(name: str) -> str:
    """Return the address of a built file by its plain name, such as "site.css"."""
    return static(f"{_FOLDER}/{_read_manifest().get(name, name)}")


def list_imports(script: str) -> list[str]:
    """Return the addresses of all modules that a script imports when it is loaded."""
    names = _read_json("imports.json").get(script, [])
    return [static(f"{_FOLDER}/{name}") for name in names]


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
    names: dict[str, str] = _read_json("manifest.json")
    return names


def _read_json(name: str) -> dict[str, Any]:
    file = Path(settings.STATIC_ROOT) / _FOLDER / name
    try:
        modified_at = file.stat().st_mtime_ns
    except OSError:
        return {}
    return _load_json(file, modified_at)


@cache
def _load_json(file: Path, modified_at: int) -> dict[str, Any]:
    document = json.loads(file.read_text(encoding="utf-8"))
    return dict(document)
