"""Diagnose a judge: what it runs in on this machine, and what it lacks."""

from collections.abc import Iterator

from kriterion.authoring.judges.judge_check import check_judge
from kriterion.authoring.judges.judge_needs import find_programs, load_called_programs
from kriterion.host.doctor.diagnosis import Diagnosis, fault
from kriterion.host.doctor.image_checks import describe_image
from kriterion.host.installation import Installation, load_configured_judge
from kriterion.host.settings import JudgeSettings
from kriterion.tools.images import find_image
from kriterion.tools.judge_run import Judge
from kriterion_tools.diagnostic import Severity
from kriterion_tools.errors import KriterionError

_STATES = {Severity.ERROR: "fault", Severity.WARNING: "notice", Severity.NOTICE: "notice"}


def examine_judge(settings: JudgeSettings, installation: Installation) -> Iterator[Diagnosis]:
    """Examine a judge by its record, sample run last."""
    try:
        judge = load_configured_judge(settings)
        yield Diagnosis(subject="judge", state="fine", what=str(judge.directory))
        yield from _describe_environment(judge, settings, installation)
        yield from _try_judge(judge, installation)
    except KriterionError as error:
        yield fault("judge", error, code="doctor.judge")


def _describe_environment(
    judge: Judge, settings: JudgeSettings, installation: Installation
) -> Iterator[Diagnosis]:
    """Report its image, who named it, what that means here, and where its programs are."""
    image = find_image(judge.image, installation.images)
    if settings.image is not None:
        naming = "named by kriterion.toml"
    elif judge.image:
        naming = "named by its config.json"
    else:
        naming = "named nowhere, so runs see this machine"
    yield Diagnosis(
        subject="image",
        state="fine",
        what=f"{image.name}, {naming}; {describe_image(image)}",
    )
    speaks = "any language" if judge.languages is None else ", ".join(judge.languages)
    yield Diagnosis(subject="natural languages", state="fine", what=speaks)
    called = load_called_programs(judge.directory)
    places = [
        place for _, place in find_programs(called, image, installation.make_context()) if place
    ]
    if places:
        yield Diagnosis(subject="programs", state="fine", what=", ".join(places))


def _try_judge(judge: Judge, installation: Installation) -> Iterator[Diagnosis]:
    """Report a check of the judge, including a sample run."""
    report = check_judge(
        str(judge.directory),
        judge.directory,
        image=judge.image,
        languages=judge.languages,
        images=installation.images,
        sample=None,
        context=installation.make_context(),
    )
    for fact in report.facts:
        if not fact.startswith("image "):
            yield Diagnosis(subject="tried", state="fine", what=fact)
    for finding in report.findings:
        yield Diagnosis(
            subject=f"{finding.file} {finding.where}".rstrip(),
            state=_STATES[finding.severity],
            what=finding.what,
            fix=finding.fix,
            code=finding.code,
        )
