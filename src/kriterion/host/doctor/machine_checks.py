"""Diagnose this machine: settings, sandbox, images, tools."""

from collections.abc import Iterator

from kriterion.authoring.subject import RUN
from kriterion.errors import OperatorError
from kriterion.host.doctor.core_dumps import examine_core_dumps
from kriterion.host.doctor.diagnosis import Diagnosis, fault
from kriterion.host.doctor.image_checks import describe_unknown
from kriterion.host.doctor.judge_checks import examine_judge
from kriterion.host.doctor.tool_checks import examine_tool, examine_tools
from kriterion.host.doctor.tool_kind import SCRIPT, TOOL_KINDS, find_tools
from kriterion.host.installation import Installation
from kriterion.host.settings.locations import expand_home
from kriterion.sandbox import check_network
from kriterion.sandbox.image import ImageKind, list_relaxations
from kriterion.sandbox.readable import find_unreadable
from kriterion_tools.errors import KriterionError


def examine_machine(installation: Installation) -> Iterator[Diagnosis]:
    """Examine the settings and, by running something, the sandbox."""
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
        code="doctor.sandbox" if probe.fault or probe.fix else "",
    )
    yield _examine_network()
    yield examine_core_dumps()


def _examine_network() -> Diagnosis:
    """Examine the network. Only exercises with network_enabled need it, so it may be missing."""
    subject = "network of runs"
    try:
        check_network()
    except OperatorError as error:
        return Diagnosis(
            subject=subject, state="notice", what=str(error), fix=error.fix, code="doctor.network"
        )
    return Diagnosis(subject=subject, state="fine", what="available to exercises that ask for it")


def examine_everything(installation: Installation) -> Iterator[Diagnosis]:
    """Examine all images and all tools, without running any."""
    yield from examine_images(installation)
    yield from examine_judges(installation)
    for kind in TOOL_KINDS:
        yield from examine_tools(kind, installation)


def examine_named(named: str, installation: Installation) -> Iterator[Diagnosis]:
    """Examine all tools of that name: a judge and tools of other kinds may share one."""
    tools = find_tools(named, installation)
    directory = expand_home(named)
    if not tools and (directory / SCRIPT).is_file():
        yield Diagnosis(
            subject="tool",
            state="fault",
            what=f"{named}: its name does not say what kind of tool it is",
            fix="add it to kriterion.toml as [analyzers.NAME], [representers.NAME] or"
            " [test_runners.NAME]",
            code="doctor.tool.unknown-kind",
        )
    elif not tools or named in installation.judges or (directory / RUN).is_file():
        yield from examine_judge(installation.find_judge_settings(named), installation)
    for kind, settings in tools:
        yield from examine_tool(kind, settings, installation)


def examine_images(installation: Installation) -> Iterator[Diagnosis]:
    """Report what the settings of this machine define each image as."""
    for name in installation.images:
        yield _examine_image(name, installation)
    if any(image.kind is ImageKind.ENGINE for image in installation.settings.images.values()):
        probe = installation.engine.probe()
        yield Diagnosis(
            subject="container engine",
            state="fault" if probe.fault else "fine",
            what=probe.fault or probe.backend,
            fix=probe.fix,
            code="doctor.engine" if probe.fault else "",
        )


def _examine_image(name: str, installation: Installation) -> Diagnosis:
    subject = f"image {name}"
    try:
        image = installation.images[name]
        hidden = find_unreadable(image, installation.sandbox)
    except KriterionError as error:
        return fault(subject, error, code="doctor.image.unusable")
    if hidden:
        return fault(subject, hidden[0], code="doctor.image.unreadable")
    directories = [*map(str, image.readable), *image.mounts]
    return Diagnosis(
        subject=subject,
        state="fine",
        what=image.kind.value
        + (f", with {', '.join(directories)}" if directories else "")
        + "".join(f", allows {relaxation}" for relaxation in list_relaxations(image)),
    )


def examine_judges(installation: Installation) -> Iterator[Diagnosis]:
    """Report each judge's directory and image."""
    for name in installation.judges:
        try:
            judge = installation.load(name)
        except KriterionError as error:
            yield fault(f"judge {name}", error, code="doctor.judge")
            continue
        description = describe_unknown(judge.image, installation.images)
        yield Diagnosis(
            subject=f"judge {name}",
            state=description.state,
            what=f"{judge.directory}, image {judge.image or 'host'}{description.what}",
            fix=description.fix,
            code=description.code,
        )
