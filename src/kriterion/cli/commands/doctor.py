"""`kriterion doctor`: what this machine can do, and how to fix what it cannot."""

import json
import platform
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from kriterion import __version__
from kriterion.cli.arguments import options
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.terminal.remedies import format_remedy
from kriterion.errors import OperatorError
from kriterion.host.doctor.diagnosis import Diagnosis, fault
from kriterion.host.doctor.machine_checks import examine_everything, examine_machine, examine_named
from kriterion.host.installation import Installation
from kriterion.markup.message_text import make_safe

EXAMPLES = """\b
Examples:
  kriterion doctor
  kriterion doctor ~/universal-judge
  kriterion doctor python
  kriterion doctor --json | jq '.[] | select(.state != "fine")'
"""

_SIGNS = {"fine": ("✓", "green"), "notice": ("•", "yellow"), "fault": ("✗", "red")}


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list of findings.")
@click.argument("named", metavar="[TOOL]", required=False)
@options.unsafe
@options.config
def doctor(as_json: bool, named: str | None, unsafe: bool, config: Path | None) -> int:
    """Test everything that assessing needs on this machine, by trying it.

    With TOOL (the directory of a judge, an analyzer or a representer, or its name in
    kriterion.toml): show where it would run on this machine, what it lacks, and whether it works.

    The exit status is 0 if everything works, 1 if something can be fixed, 3 if nothing can be
    assessed.
    """
    findings = []
    for finding in _examine(config, named, unsafe=unsafe):
        findings.append(finding)
        if not as_json:
            _print_finding(finding)
    if as_json:
        click.echo(json.dumps([finding.row() for finding in findings], indent=2))
    states = {finding.subject: finding.state for finding in findings}
    if states.get("sandbox", "fault") == "fault" or states.get("settings") == "fault":
        return FAILED
    return FINDINGS if any(finding.state == "fault" for finding in findings) else FINE


def _examine(config: Path | None, named: str | None, *, unsafe: bool) -> Iterator[Diagnosis]:
    yield Diagnosis(
        subject="kriterion",
        state="fine",
        what=f"{__version__}, Python {platform.python_version()} at {sys.executable}",
    )
    try:
        installation = Installation(config, unsafe=unsafe)
    except OperatorError as error:
        yield fault("settings", error, code="doctor.settings")
        return
    yield from examine_machine(installation)
    if named is None:
        yield from examine_everything(installation)
    else:
        yield from examine_named(named, installation)


def _print_finding(finding: Diagnosis) -> None:
    sign, colour = _SIGNS[finding.state]
    subject, what = make_safe(finding.subject), make_safe(finding.what)
    lines = _wrap(f"{sign} {subject}: {what}")
    head = f"{click.style(sign, fg=colour)} {click.style(subject, bold=True)}"
    click.echo(lines[0].replace(f"{sign} {subject}", head, 1))
    for line in lines[1:]:
        click.echo(line)
    if finding.fix:
        click.echo(format_remedy(finding.fix, indent=4))


def _wrap(text: str) -> list[str]:
    """Wrap the text to the terminal's width; keep one line when the output is not a terminal."""
    if not sys.stdout.isatty():
        return [text]
    width = shutil.get_terminal_size().columns
    return textwrap.wrap(
        text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
