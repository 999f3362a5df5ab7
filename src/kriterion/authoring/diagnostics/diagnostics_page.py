"""The documentation's page of all diagnostics, made from the table of codes."""

from itertools import groupby

from kriterion.authoring.diagnostics.codes import CODES

_INTRODUCTION = """\
# Diagnostics

Every problem that `kriterion check` and `kriterion build` report, and that the page of a repository
shows, has a code; so has every reason to refuse a submission, an archive or a git address, and
every notice and fault that `kriterion doctor` and the pages of tools report, and every violation of
a contract by a tool. Find yours by the words of its message or, with `--json`, by its `code`: codes
do not change, texts may.
`{…}` stands for what differs; `{reason}` alone is worded by what reads the file. How much a problem
matters, and the remedy, are in the message: see [checking](../author/checking.md).

This page is made from `src/kriterion/authoring/diagnostics/codes.py` by `make golden`.
"""


def render_page() -> str:
    """The whole page, as Markdown."""
    parts = [_INTRODUCTION]
    for subject, codes in groupby(sorted(CODES), key=lambda code: code.partition(".")[0]):
        rows = [f"| `{code}` | {'<br>'.join(map(_format_cell, CODES[code]))} |" for code in codes]
        parts.append("\n".join([f"## {subject}", "| code | text |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


def _format_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
