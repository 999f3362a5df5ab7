"""`kriterion doctor`: what this machine can do, and how to mend what it cannot."""

import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from kriterion import __version__
from kriterion.cli import options
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.fixes import worded
from kriterion.cli.installation import Installation
from kriterion.errors import KriterionError, OperatorError
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.readable import unreadable

EXAMPLES = """\b
Examples:
  kriterion doctor
  kriterion doctor --json | jq '.[] | select(.state != "fine")'
"""

_SIGNS = {"fine": ("✓", "green"), "notice": ("•", "yellow"), "fault": ("✗", "red")}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that was looked at. `state` is fine, notice (it could be better) or fault."""

    subject: str
    state: str
    what: str
    fix: str = ""


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One list of findings, for programs.")
@options.config
def doctor(as_json: bool, config: Path | None) -> int:
    """Look at everything that assessing needs here, by really trying it.

    The exit status is 0 when all is fine, 1 when something may be mended, 3 when nothing can be
    assessed.
    """
    findings = []
    for finding in _examine(config):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        click.echo(json.dumps([_row(finding) for finding in findings], indent=2))
    states = {finding.subject: finding.state for finding in findings}
    if states.get("sandbox", "fault") == "fault" or states.get("settings") == "fault":
        return FAILED
    return FINDINGS if "fault" in states.values() else FINE


def _examine(config: Path | None) -> Iterator[Finding]:
    yield Finding(
        subject="kriterion",
        state="fine",
        what=f"{__version__}, Python {platform.python_version()} at {sys.executable}",
    )
    try:
        installation = Installation(config)
    except OperatorError as error:
        yield Finding(subject="settings", state="fault", what=error.what, fix=error.fix)
        return
    settings = installation.settings
    yield Finding(
        subject="settings",
        state="fine",
        what=str(settings.file) if settings.file else "the defaults: there is no kriterion.toml",
    )
    probe = installation.sandbox.probe()
    yield Finding(
        subject="sandbox",
        state="fault" if probe.fault else "notice" if probe.fix else "fine",
        what=probe.fault
        or f"{probe.backend}: " + ", ".join(f"{k} by {v}" for k, v in probe.enforced.items()),
        fix=probe.fix,
    )
    yield from _examine_images(installation)
    yield from _examine_judges(installation)


def _examine_images(installation: Installation) -> Iterator[Finding]:
    try:
        images = installation.images
    except KriterionError as error:
        yield Finding(
            subject="image kriterion",
            state="fault",
            what=str(error),
            fix=error.fix if isinstance(error, OperatorError) else "",
        )
        images = installation.settings.images
    for name, image in images.items():
        yield _image_finding(name, image, installation)
    if any(image.kind is ImageKind.ENGINE for image in images.values()):
        probe = installation.engine.probe()
        yield Finding(
            subject="container engine",
            state="fault" if probe.fault else "fine",
            what=probe.fault or probe.backend,
            fix=probe.fix,
        )


def _image_finding(name: str, image: Image, installation: Installation) -> Finding:
    subject = f"image {name}"
    try:
        hidden = unreadable(image, installation.sandbox)
    except KriterionError as error:
        return Finding(subject=subject, state="fault", what=str(error))
    if hidden:
        return Finding(subject=subject, state="fault", what=hidden[0].what, fix=hidden[0].fix)
    shown = [*map(str, image.readable), *image.mounts]
    return Finding(
        subject=subject,
        state="fine",
        what=image.kind.value + (f", with {', '.join(shown)}" if shown else ""),
    )


def _examine_judges(installation: Installation) -> Iterator[Finding]:
    for name in installation.judges:
        try:
            judge = installation.load(name)
        except KriterionError as error:
            yield Finding(
                subject=f"judge {name}",
                state="fault",
                what=str(error),
                fix=error.fix if isinstance(error, OperatorError) else "",
            )
            continue
        known = judge.image is None or judge.image in installation.images
        yield Finding(
            subject=f"judge {name}",
            state="fine" if known else "notice",
            what=f"{judge.directory}, image {judge.image or 'host'}"
            + ("" if known else ", which is not mapped: it runs in the host's environment"),
            fix="" if known else f'add [images."{judge.image}"] to kriterion.toml',
        )


def _tell(finding: Finding) -> None:
    sign, colour = _SIGNS[finding.state]
    click.echo(
        f"{click.style(sign, fg=colour)} {click.style(finding.subject, bold=True)}: {finding.what}"
    )
    if finding.fix:
        click.echo(worded(finding.fix, indent=4))


def _row(finding: Finding) -> dict[str, str]:
    return {
        "subject": finding.subject,
        "state": finding.state,
        "what": finding.what,
        "fix": finding.fix,
    }
