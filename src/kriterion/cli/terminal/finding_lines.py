"""How a finding is told on a line; light, for commands that answer at once."""

import os
from collections.abc import Mapping

import click

SIGNS: Mapping[str, tuple[str, str]] = {
    "error": ("✗", "red"),
    "warning": ("!", "yellow"),
    "notice": ("•", "blue"),
}


def tell_finding(severity: str, text: str) -> None:
    """Print a finding, which must be safe for a terminal, on one line."""
    sign, colour = SIGNS[severity]
    word = click.style(f"{sign} {severity:8}", fg=colour)
    tell(f"{word} {' '.join(text.split(chr(10)))}")


def tell(line: str) -> None:
    """Print a line, without colours for who wants none."""
    # no-color.org; click itself only looks whether this is a terminal
    click.echo(line, color=False if os.environ.get("NO_COLOR") else None)
