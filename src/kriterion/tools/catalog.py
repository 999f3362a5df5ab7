"""The tools that Kriterion ships, by directory: the host knows no more of them than of others."""

from collections.abc import Mapping
from pathlib import Path

import kriterion

_TOOLBOX = Path(kriterion.__file__).parent / "toolbox"

SHIPPED_JUDGES: Mapping[str, Path] = {"suite": _TOOLBOX / "suite_judge"}
