"""How long it takes to represent a solution: behind the contract, and many in one process.

With KRITERION_REFERENCES, the solutions are public ones. With KRITERION_REPRESENTERS, the directory
where Exercism's own representers are installed (docs/author/representers.md), those run beside
ours.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count as count_from
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from benchmarks.cold import SOLUTIONS, Starting, measure_cold
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.languages import SUFFIXES
from kriterion_tools.representer import representer_program as program
from kriterion_tools.representer.language import Language
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent
from kriterion_tools.representer.representer_program import represent_directory

EACH = 1_000
MANY = (1_000, 10_000, 100_000)
_OURS = Path(program.__file__).parent / "bin" / "run.sh"
_FIXTURES = Path(__file__).parents[1] / "tests" / "toolbox" / "representer" / "fixtures"


def main() -> None:
    representers = Path(os.environ.get("KRITERION_REPRESENTERS", "/nonexistent"))
    references = Path(os.environ.get("KRITERION_REFERENCES", "/nonexistent"))
    for language in SOLUTIONS:
        theirs = _find_public(language, representers)
        measure_cold(language, _OURS, theirs, written="representation.txt")
    for name in SUFFIXES:
        _measure_batch(name)
    _measure_many()
    _measure_classes(MANY[-1])
    solutions = references / "exercism+javascript-analyzer" / "test" / "fixtures" / "two-fer"
    if solutions.is_dir():
        _measure_many_public(sorted(solutions.iterdir()), representers)


def _find_public(language: str, representers: Path) -> Starting | None:
    """Return how to start Exercism's own representer, or None if it is not installed."""
    public = representers / f"{language}-representer"
    if not public.is_dir():
        return None
    return Starting(("sh", "bin/run.sh"), public, representers / "python" / "bin")


def _measure_batch(name: str) -> None:
    """Represent the fixtures repeatedly in one process."""
    language = load_language(name)
    sources = [one.read_bytes() for one in sorted((_FIXTURES / name).glob("*"))]
    if language is None or not sources:
        return
    started = time.perf_counter()
    for number in range(EACH):
        representation = represent({"solution": sources[number % len(sources)]}, language)
        assert isinstance(representation, Representation)
    rate = EACH / (time.perf_counter() - started)
    size = statistics.mean(map(len, sources))
    print(f"{name}, one process, {size:,.0f} bytes each: {rate:,.0f}/s", flush=True)


def _measure_many() -> None:
    """Represent the fixtures of all languages in one process, renamed so that no two texts are
    equal.
    """
    for count in MANY:
        # A process for each count, since the peak is measured per process.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            rate, peak = pool.submit(_represent_solution, count).result()
        text = f"{rate:,.0f}/s, peak {peak >> 20:,} MiB"
        print(f"all languages, one process, {count:,} solutions: {text}", flush=True)


def _represent_solution(count: int) -> tuple[float, int]:
    """Return solutions per second and the peak memory in bytes."""
    spent = 0.0
    for files, language in islice(vary_fixtures(), count):
        started = time.perf_counter()
        representation = represent(files, language)
        spent += time.perf_counter() - started
        assert isinstance(representation, Representation)
    return count / spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def vary_fixtures() -> Iterator[tuple[Mapping[str, bytes], Language]]:
    """Yield fixtures endlessly, with other names each time."""
    fixtures = [
        (path, language, _match_own_names(path, language)) for path, language in _list_fixtures()
    ]
    for turn in count_from(1):
        for path, language, names in fixtures:
            source = path.read_text()
            if names is not None:
                source = names.sub(rf"\g<0>{turn}", source)
            yield {path.name: source.encode()}, language


def _list_fixtures() -> Iterator[tuple[Path, Language]]:
    for name in SUFFIXES:
        language = load_language(name)
        for path in sorted((_FIXTURES / name).glob("*")):
            if language is not None:
                yield path, language


def _match_own_names(path: Path, language: Language) -> re.Pattern[str] | None:
    """Match the names that can be changed without breaking a solution."""
    representation = represent({path.name: path.read_bytes()}, language)
    assert isinstance(representation, Representation)
    names = [name for name in representation.mapping.values() if re.fullmatch(r"[A-Za-z]\w*", name)]
    if not names:
        return None
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
    renamed = pattern.sub(r"\g<0>1", path.read_text()).encode()
    works = isinstance(represent({path.name: renamed}, language), Representation)
    return pattern if works else None


def _measure_classes(count: int) -> None:
    """Run the command on that many directories: time and memory of the whole process."""
    with tempfile.TemporaryDirectory() as place:
        directories = []
        for number, (files, _) in enumerate(islice(vary_fixtures(), count)):
            directory = Path(place) / str(number)
            directory.mkdir()
            for name, content in files.items():
                (directory / name).write_bytes(content)
            directories.append(str(directory))
        names, text = Path(place) / "names", Path(place) / "told"
        names.write_text("\n".join(directories))
        started = time.perf_counter()
        with names.open() as given, text.open("w") as output:
            command = (sys.executable, "-m", "kriterion.cli.main", "represent", "--classes", "-")
            process = subprocess.Popen(command, stdin=given, stdout=output)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        spent = time.perf_counter() - started
        lines = text.read_text().splitlines()
    assert process.returncode == 0 and len(lines) == count
    classes = len({line.partition("\t")[0] for line in lines})
    peak = usage.ru_maxrss * 1024
    print(
        f"represent --classes, {count:,} directories: {spent:,.1f} s, {count / spent:,.0f}/s,"
        f" peak {peak >> 20:,} MiB, {classes:,} classes",
        flush=True,
    )


def _measure_many_public(directories: Sequence[Path], representers: Path) -> None:
    started = time.perf_counter()
    for directory in directories:
        represent_directory("two-fer", directory)
    ours = len(directories) / (time.perf_counter() - started)
    text = f"ours {ours:,.0f}/s"
    public = representers / "javascript-representer"
    if public.is_dir():
        batch = Path(__file__).parent / "javascript_representer.cjs"
        result = subprocess.run(
            ("node", "-r", "esm", str(batch), str(public), "two-fer"),
            input="\n".join(map(str, directories)),
            cwd=public,
            capture_output=True,
            text=True,
            check=True,
        )
        theirs = 1000 * len(directories) / json.loads(result.stdout)["milliseconds"]
        text += f", theirs {theirs:,.0f}/s"
    print(f"javascript, {len(directories)} public solutions in one process: {text}")
