"""The sandbox of an ordinary user, for tests that root runs."""

import pickle
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from kriterion.sandbox.run import Outcome, Probe, Run

USER = "64998"
_SERVE = """
import pickle, sys
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
sandbox = Bubblewrap()
run = pickle.load(sys.stdin.buffer)
done = sandbox.probe() if run is None else sandbox.run(run)
sys.stdout.buffer.write(pickle.dumps(done))
"""


class Ordinary:
    """Starts every run in a process of that user, from a readable copy of the sources.

    Not below pytest's directory: that becomes private again whenever another pytest starts.
    """

    backend = "bubblewrap"

    def __init__(self) -> None:
        self._directory = TemporaryDirectory()
        self._place = Path(self._directory.name)
        self._place.chmod(0o755)
        package = Path(sys.modules["kriterion"].__path__[0])
        copied = self._place / "kriterion"
        copied.mkdir()
        for name in ("__init__.py", "errors.py", "sandbox"):
            subprocess.run(("cp", "-rL", package / name, copied), check=True)
        tools = Path(sys.modules["kriterion_tools"].__path__[0])
        (copied.parent / tools.name).mkdir()
        for name in ("__init__.py", "errors.py"):
            subprocess.run(("cp", "-L", tools / name, copied.parent / tools.name), check=True)
        subprocess.run(("chmod", "-R", "a+rX", copied.parent), check=True)

    def probe(self) -> Probe:
        probe = self._ask(None)
        assert isinstance(probe, Probe)
        return probe

    def run(self, run: Run) -> Outcome:
        outcome = self._ask(run)
        assert isinstance(outcome, Outcome)
        return outcome

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._directory.cleanup()

    def _ask(self, run: Run | None) -> object:
        result = subprocess.run(
            (
                *("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"),
                *("/usr/bin/python3", "-c", _SERVE),
            ),
            input=pickle.dumps(run),
            env={"PYTHONPATH": str(self._place), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            cwd="/",
        )
        assert result.returncode == 0, result.stderr.decode()
        return pickle.loads(result.stdout)
