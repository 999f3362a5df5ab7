"""`kriterion doctor`: what this machine can do, and how to mend what it cannot."""

import json
import platform
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from kriterion import __version__
from kriterion.authoring.subject import RUN
from kriterion.cli import options
from kriterion.cli.diagnosis import Diagnosis, fault
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.fixes import worded
from kriterion.cli.judge_diagnosis import examine_judge
from kriterion.cli.tool_diagnosis import examine_tool, examine_tools
from kriterion.cli.tool_kind import SCRIPT, TOOL_KINDS, tools_meant
from kriterion.errors import KriterionError, OperatorError
from kriterion.installation.installation import Installation
from kriterion.markup.terminal import safe
from kriterion.sandbox.image import ImageKind
from kriterion.sandbox.readable import unreadable

EXAMPLES = """\b
Examples:
  kriterion doctor
  kriterion doctor ~/universal-judge
  kriterion doctor python
  kriterion doctor --json | jq '.[] | select(.state != "fine")'
"""

_SIGNS = {"fine": ("✓", "green"), "notice": ("•", "yellow"), "fault": ("✗", "red")}


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One list of findings, for programs.")
@click.argument("named", metavar="[TOOL]", required=False)
@options.unsafe
@options.config
def doctor(as_json: bool, named: str | None, unsafe: bool, config: Path | None) -> int:
    """Look at everything that assessing needs here, by really trying it.

    With TOOL (the directory of a judge, an analyzer or a representer, or its name in
    kriterion.toml): what it would run in on this machine, what it lacks there, and how it works.

    The exit status is 0 when all is fine, 1 when something may be mended, 3 when nothing can be
    assessed.
    """
    findings = []
    for finding in _examine(config, named, unsafe=unsafe):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        click.echo(json.dumps([finding.row() for finding in findings], indent=2))
    states = {finding.subject: finding.state for finding in findings}
    if states.get("sandbox", "fault") == "fault" or states.get("settings") == "fault":
        return FAILED
    return FINDINGS if "fault" in states.values() else FINE


def _examine(config: Path | None, named: str | None, *, unsafe: bool) -> Iterator[Diagnosis]:
    yield Diagnosis(
        subject="kriterion",
        state="fine",
        what=f"{__version__}, Python {platform.python_version()} at {sys.executable}",
    )
    try:
        installation = Installation(config, unsafe=unsafe)
    except OperatorError as error:
        yield fault("settings", error)
        return
    settings = installation.settings
    yield Diagnosis(
        subject="settings",
        state="fine",
        what=str(settings.file) if settings.file else "the defaults: there is no kriterion.toml",
    )
    probe = installation.sandbox.probe()
    yield Diagnosis(
        subject="sandbox",
        state="fault" if probe.fault else "notice" if probe.fix else "fine",
        what=probe.fault
        or f"{probe.backend}: " + ", ".join(f"{k} by {v}" for k, v in probe.enforced.items()),
        fix=probe.fix,
    )
    if named is not None:
        yield from _examine_named(named, installation)
        return
    yield from _examine_images(installation)
    yield from _examine_judges(installation)
    for kind in TOOL_KINDS:
        yield from examine_tools(kind, installation)


def _examine_named(named: str, installation: Installation) -> Iterator[Diagnosis]:
    """All tools of that name: a judge, an analyzer and a representer may share one."""
    tools = tools_meant(named, installation)
    directory = Path(named).expanduser()
    if not tools and (directory / SCRIPT).is_file():
        yield Diagnosis(
            subject="tool",
            state="fault",
            what=f"{named}: whether it is an analyzer or a representer is not told by its name",
            fix="add it to kriterion.toml as [analyzers.NAME] or [representers.NAME]",
        )
    elif not tools or named in installation.judges or (directory / RUN).is_file():
        yield from examine_judge(named, installation)
    for kind, settings in tools:
        yield from examine_tool(kind, settings, installation)


def _examine_images(installation: Installation) -> Iterator[Diagnosis]:
    for name in installation.images:
        yield _image_finding(name, installation)
    if any(image.kind is ImageKind.ENGINE for image in installation.settings.images.values()):
        probe = installation.engine.probe()
        yield Diagnosis(
            subject="container engine",
            state="fault" if probe.fault else "fine",
            what=probe.fault or probe.backend,
            fix=probe.fix,
        )


def _image_finding(name: str, installation: Installation) -> Diagnosis:
    subject = f"image {name}"
    try:
        image = installation.images[name]
        hidden = unreadable(image, installation.sandbox)
    except KriterionError as error:
        return fault(subject, error)
    if hidden:
        return fault(subject, hidden[0])
    shown = [*map(str, image.readable), *image.mounts]
    return Diagnosis(
        subject=subject,
        state="fine",
        what=image.kind.value + (f", with {', '.join(shown)}" if shown else ""),
    )


def _examine_judges(installation: Installation) -> Iterator[Diagnosis]:
    for name in installation.judges:
        try:
            judge = installation.load(name)
        except KriterionError as error:
            yield fault(f"judge {name}", error)
            continue
        known = judge.image is None or judge.image in installation.images
        yield Diagnosis(
            subject=f"judge {name}",
            state="fine" if known else "notice",
            what=f"{judge.directory}, image {judge.image or 'host'}"
            + ("" if known else ", which is not mapped: it runs in the host's environment"),
            fix="" if known else f'add [images."{judge.image}"] to kriterion.toml',
        )


def _tell(finding: Diagnosis) -> None:
    sign, colour = _SIGNS[finding.state]
    subject, what = safe(finding.subject), safe(finding.what)
    lines = _fitted(f"{sign} {subject}: {what}")
    head = f"{click.style(sign, fg=colour)} {click.style(subject, bold=True)}"
    click.echo(lines[0].replace(f"{sign} {subject}", head, 1))
    for line in lines[1:]:
        click.echo(line)
    if finding.fix:
        click.echo(worded(finding.fix, indent=4))


def _fitted(text: str) -> list[str]:
    """The text in lines that fit the terminal; one line for whoever reads it elsewhere."""
    if not sys.stdout.isatty():
        return [text]
    width = shutil.get_terminal_size().columns
    return textwrap.wrap(
        text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
