"""Print findings, one per line. This module imports little, so that commands start fast."""

import os
from collections.abc import Mapping

import click

SIGNS: Mapping[str, tuple[str, str]] = {
    "error": ("✗", "red"),
    "warning": ("!", "yellow"),
    "notice": ("•", "blue"),
}


def print_finding(severity: str, text: str) -> None:
    """Print a finding on one line. The text must be safe for a terminal."""
    sign, colour = SIGNS[severity]
    word = click.style(f"{sign} {severity:8}", fg=colour)
    print_line(f"{word} {' '.join(text.split(chr(10)))}")


def print_line(line: str) -> None:
    """Print a line, without colours if NO_COLOR is set."""
    # Source: no-color.org; click itself only checks whether this is a terminal.
    click.echo(line, color=False if os.environ.get("NO_COLOR") else None)
