"""How fast a judge's output is read, compared with validating each command by jsonschema.

KRITERION_SCHEMAS may name the directory with Dodona's own schema; the default is the schema of our
types. The output is generated: the commands of a judge with many small tests.
"""

import json
import os
import time
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import msgspec

from kriterion_tools.contracts.dodona_judge.commands import Command
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput

PIECE_BYTES = 64 * 1024
VALIDATED = 2_000  # commands validated by jsonschema: enough to measure its pace
ROUNDS = 5


def main() -> None:
    pace = _measure_forms()
    _compare_with_jsonschema(pace)
    _measure_sizes()


def _measure_forms() -> float:
    """Print the pace for each form of output; return that of JSON lines."""
    commands = list(islice(_make_commands(), 100_000))
    compact = [json.dumps(command).encode() for command in commands]
    pretty = [json.dumps(command, indent=2).encode() for command in commands]
    print(f"{'100,000 commands':<28}{'commands/s':>12}{'MiB/s':>8}")
    lines = _measure_row("one a line", b"\n".join(compact) + b"\n")
    _measure_row("one a line, watched", b"\n".join(compact) + b"\n", watched=True)
    _measure_row("without separators", b"".join(compact))
    _measure_row("over many lines, glued", b"".join(pretty))
    return lines


def _measure_row(name: str, content: bytes, *, watched: bool = False) -> float:
    seconds = min(_time_calls(content, watched=watched) for _ in range(ROUNDS))
    pace = 100_000 / seconds
    print(f"{name:<28}{pace:>12,.0f}{len(content) / 2**20 / seconds:>8.1f}")
    return pace


def _compare_with_jsonschema(pace: float) -> None:
    validator = jsonschema.Draft7Validator(_make_schema())
    documents = [json.dumps(command).encode() for command in islice(_make_commands(), VALIDATED)]
    started = time.perf_counter()
    for document in documents:
        validator.validate(json.loads(document))
    validated = VALIDATED / (time.perf_counter() - started)
    print(f"{'jsonschema, validating only':<28}{validated:>12,.0f}")
    print(f"read {pace / validated:,.0f} times as fast as jsonschema validates")


def _measure_sizes() -> None:
    print(f"\n{'commands':>10}{'µs each':>10}{'written MiB':>13}{'result MiB':>12}{'peak MiB':>10}")
    for count in (10_000, 100_000, 1_000_000):
        text = b"".join(json.dumps(one).encode() + b"\n" for one in islice(_make_commands(), count))
        seconds = min(_time_calls(text) for _ in range(3 if count > 100_000 else ROUNDS))
        result, peak = _measure_memory(text)
        print(
            f"{count:>10,}{seconds / count * 1e6:>10.2f}{len(text) / 2**20:>13.1f}"
            f"{result / 2**20:>12.1f}{peak / 2**20:>10.1f}"
        )


def _time_calls(content: bytes, *, watched: bool = False) -> float:
    changes = 0

    def watch(_: Change) -> None:
        nonlocal changes
        changes += 1

    started = time.perf_counter()
    _read(content, JudgeOutput(watch if watched else None))
    seconds = time.perf_counter() - started
    assert bool(changes) is watched
    return seconds


def _measure_memory(content: bytes) -> tuple[int, int]:
    """Return the bytes in use after reading, and the peak."""
    tracemalloc.start()
    result = _read(content, JudgeOutput())
    left, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result is not None
    return left, peak


def _read(content: bytes, output: JudgeOutput) -> FullOutput | None:
    for start in range(0, len(content), PIECE_BYTES):
        output.feed(content[start : start + PIECE_BYTES])
    output.close()
    assert not output.violations
    result = output.snapshot()
    assert result is not None
    assert result.status in (Status.WRONG, Status.RUNNING)
    return result


def _make_schema() -> Any:
    file = Path(os.environ.get("KRITERION_SCHEMAS", "/nonexistent")) / "partial_output.json"
    if file.is_file():
        return json.loads(file.read_text())
    return msgspec.json.schema(Command)


def _make_commands() -> Iterator[dict[str, Any]]:
    """Yield an endless judgement in which one context in ten fails."""
    yield {"command": "start-judgement"}
    number = 0
    while True:
        yield {"command": "start-tab", "title": f"Tab {number // 50}"}
        for _ in range(50):
            number += 1
            yield from _make_context(number)
        yield {"command": "close-tab"}


def _make_context(number: int) -> Iterator[dict[str, Any]]:
    call = {"format": "python", "description": f"fibonacci({number})"}
    wrong = number % 10 == 0
    status = {"enum": "wrong", "human": "Wrong"} if wrong else {"enum": "correct"}
    yield {"command": "start-context"}
    yield {"command": "start-testcase", "description": call}
    for channel in ("stdout", "return"):
        yield {"command": "start-test", "expected": f"{number * 7}\n", "channel": channel}
        if wrong:
            yield {"command": "append-message", "message": "Off by one?"}
        yield {"command": "close-test", "generated": f"{number * 7 + wrong}\n", "status": status}
    yield {"command": "close-testcase"}
    yield {"command": "close-context", "data": {"statements": f"fibonacci({number})"}}
    if wrong:
        yield {"command": "annotate-code", "row": number, "text": "unused", "type": "warning"}


if __name__ == "__main__":
    main()
