"""The judge decodes its configuration without `json`, and must decode it as `json` does."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kriterion_tools.learn_ocaml_judge.grader_configuration import read_configuration

DOCUMENT = {
    "resources": "/mnt/x/resources",
    "source": "/mnt/x/source",
    "seed": 7,
    "time_limit": 30,
    "memory_limit": 500_000_000,
    "natural_language": "nl",
}
# Modules that take long to load and are not needed before the grader runs.
SLOW = {"json", "re", "typing", "enum", "collections", "functools", "contextlib", "dataclasses"}


@given(some.text(), some.text(), some.floats(min_value=0.1, max_value=1e6))
def test_texts_and_numbers_are_decoded_as_by_json(name: str, reason: str, seconds: float) -> None:
    messages = {**DOCUMENT, "file_name": name, "together": reason, "time_limit": seconds}
    for encoded in (
        json.dumps(messages),
        json.dumps(messages, ensure_ascii=False, indent=1) + "\n",
    ):
        content = encoded.encode(errors="surrogatepass")
        try:
            content.decode()
        except UnicodeDecodeError:
            continue
        configuration = read_configuration(content)
        assert (configuration.file_name, configuration.together, configuration.time_seconds) == (
            name,
            reason,
            seconds,
        )


@pytest.mark.parametrize("content", [b"", b"{", b"{} {}", b"[1, 2", b'{"a": nonsense}', b"\xff"])
def test_invalid_json_is_refused_as_by_json(content: bytes) -> None:
    with pytest.raises(ValueError):
        read_configuration(content)


def test_the_grader_starts_before_slow_modules_are_loaded() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import kriterion_tools.learn_ocaml_judge.grader_configuration as configuration\n"
        "import kriterion_tools.learn_ocaml_judge.grader_process\n"
        f"configuration.read_configuration({json.dumps(DOCUMENT)!r}.encode())\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    paths = f"import sys; sys.path[:] = {sys.path!r}\n"
    result = subprocess.run(
        (sys.executable, "-I", "-S", "-c", paths + code), capture_output=True, check=True, text=True
    )
    assert not SLOW & set(result.stdout.split())
