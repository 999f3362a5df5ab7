"""clippy: Rust. It compiles each file as a crate of its own.

A file that needs other crates does not compile and has no findings. Source of its options and
output: rustc 1.63 and 1.80.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from kriterion_tools.analyzer.findings.linting import Linter, LinterReport, LintFinding

_PREFIX = "clippy::"
_OPTIONS = (
    *("--crate-type=lib", "--crate-name=solution", "--edition=2021", "--error-format=json"),
    *("--emit=metadata", "-o", "/dev/null", "--cap-lints=warn", "-Aclippy::all", "-Awarnings"),
)


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    lints = (f"--force-warn={_PREFIX}{code}" for code in sorted(codes))
    return ("clippy-driver", *_OPTIONS, *lints, "-")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    return LinterReport(findings=list(_list_findings(written)))


def _list_findings(written: bytes) -> Iterator[LintFinding]:
    for line in written.splitlines():
        message: dict[str, Any] = json.loads(line)
        code = (message.get("code") or {}).get("code", "")
        spans = [span for span in message["spans"] if span["is_primary"]]
        if code.startswith(_PREFIX) and spans:
            yield LintFinding(
                code=code.removeprefix(_PREFIX),
                message=message["message"],
                start=(spans[0]["line_start"] - 1, spans[0]["column_start"] - 1),
                end=(spans[0]["line_end"] - 1, spans[0]["column_end"] - 1),
            )


CLIPPY = Linter(name="clippy", seconds=6.0, command=_build_command, read=_read, reads_errors=True)
