"""Build what a distribution contains and the repository does not: translations, styles, scripts."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SITE = ROOT / "src/kriterion/web/base"
MANIFEST = SITE / "static/kriterion/manifest.json"


class SiteBuildHook(BuildHookInterface[Any]):
    """Fail the build of a wheel or source distribution whose site would be incomplete."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        environment = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(ROOT / "src")}
        commands = ((sys.executable, "-m", "kriterion.web.base.translations"), ("scripts/assets",))
        for command in commands:
            # A source distribution contains the built assets, but not the tools to build them.
            if command == ("scripts/assets",) and not (ROOT / "scripts/assets").exists():
                continue
            if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
                raise RuntimeError(
                    f"{' '.join(command)} failed, and without it the site has no translations,"
                    " styles or scripts. They need nodejs and npm:"
                    " sudo apt-get install nodejs npm"
                )
        sources = sorted((ROOT / "src").glob("**/locale/*/LC_MESSAGES/*.po"))
        missing = [file for file in sources if not file.with_suffix(".mo").exists()]
        if not MANIFEST.exists():
            missing.append(MANIFEST)
        if missing:
            names = ", ".join(str(file.relative_to(ROOT)) for file in missing)
            raise RuntimeError(f"the distribution would lack what is built of {names}")
