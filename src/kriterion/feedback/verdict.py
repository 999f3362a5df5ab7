"""The texts of the verdict on a submission: status, summary, counts and measurements."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import RUN, Environment, JudgeRecord
from kriterion.feedback import icons, pass_counts, phrases
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.statuses import Status

_MIB = 1024 * 1024
_HOST = "host"  # the kind of an image that is this machine itself, and the default image's name
_NOTHING = "nothing"  # the sandbox's word for a limit that is not enforced


def write_headline(judge: JudgeRecord, viewer: Viewer) -> str:
    """Return the name of the status, or "Not accepted" if it is correct but not accepted."""
    name = viewer.translate(host_phrases.name_status(judge.status))
    if judge.status is Status.CORRECT and not judge.accepted:
        return viewer.translate(phrases.NOT_ACCEPTED)
    return name


def choose_icon(judge: JudgeRecord) -> icons.Icon:
    """Return the icon of the status."""
    refused = judge.status is Status.CORRECT and not judge.accepted
    return icons.CROSS if refused else icons.choose_status_icon(judge.status)


def write_summary(judge: JudgeRecord, viewer: Viewer) -> str:
    """Return the judge's summary, or "" if it only repeats the status."""
    if judge.status is Status.INTERNAL_ERROR:
        return viewer.translate(host_phrases.JUDGE_FAILED)
    text = (judge.summary or "").strip()
    known = {write_headline(judge, viewer), *host_phrases.name_status(judge.status)}
    return "" if text.lower() in {name.lower() for name in known} else text


def list_facts(judge: JudgeRecord, viewer: Viewer) -> Iterator[str]:
    """Yield counts and measurements. `judge` must already be filtered for the viewer."""
    correct, total = pass_counts.count_tests(judge.feedback.groups)
    if total:
        yield viewer.translate(phrases.TESTS, correct=correct, total=total)
    if judge.wall_seconds is not None:
        yield viewer.translate(phrases.SECONDS, seconds=f"{judge.wall_seconds:.1f}")
    if judge.peak_memory_bytes is not None:
        yield viewer.translate(phrases.MEMORY, mebibytes=round(judge.peak_memory_bytes / _MIB))
    not_enforced = [kind for kind, mechanism in judge.enforced.items() if mechanism == _NOTHING]
    if not_enforced:
        yield viewer.translate(phrases.NOT_ENFORCED, kinds=", ".join(not_enforced))
    if viewer.is_staff and judge.environment is not None:
        yield describe_environment(judge.environment, viewer)
    if viewer.is_staff:  # only counts: the judge's messages list the violations
        in_run = sum(violation.document == RUN for violation in judge.violations)
        if in_output := len(judge.violations) - in_run:
            yield viewer.translate(phrases.VIOLATIONS, count=in_output)
        if in_run:
            yield viewer.translate(phrases.RUN_VIOLATIONS, count=in_run)


def describe_environment(environment: Environment, viewer: Viewer) -> str:
    """Describe the image, container engine or machine in which a tool ran."""
    if environment.engine:
        image = f"{environment.image} ({environment.engine}"
        image += f", {environment.digest})" if environment.digest else ")"
        return viewer.translate(phrases.IN_IMAGE, image=image)
    if environment.kind != _HOST:
        return viewer.translate(phrases.IN_IMAGE, image=f"{environment.image} ({environment.root})")
    system = environment.system or viewer.translate(phrases.THIS_MACHINE)
    if environment.image == _HOST:
        return viewer.translate(phrases.ON_THIS_MACHINE, system=system)
    return viewer.translate(phrases.IN_IMAGE, image=f"{environment.image} ({system})")
