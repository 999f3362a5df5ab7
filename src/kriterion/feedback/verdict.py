"""Renders the verdict on a submission: status, summary, counts and measurements."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import RUN, Environment, JudgeRecord
from kriterion.feedback import icons, pass_counts, phrases
from kriterion.feedback.html.element_ids import CODE_ID, make_line_id
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup, element
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.output_records import Annotation
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


def render_verdict(
    judge: JudgeRecord | None,
    title: str,
    viewer: Viewer,
    *,
    compile_error: Annotation | None = None,
) -> Markup:
    """Render the page's header with title, status, summary and facts.

    The line of a `compile_error`, which has its message, is linked.
    """
    if viewer.withholding.verdict:
        return element("header", element("h1", title), class_="verdict")
    if judge is None:
        notice = element("p", viewer.translate(phrases.NOT_JUDGED), class_="summary")
        return element("header", element("h1", title), notice, class_="verdict")
    text = write_summary(judge, viewer)
    return element(
        "header",
        element("h1", title),
        element(
            "p",
            icons.render_icon(choose_icon(judge)),
            write_headline(judge, viewer),
            class_="status",
        ),
        element("p", text, class_="summary") if text else NOTHING,
        _render_line_link(compile_error, viewer) if compile_error else NOTHING,
        element("ul", *(element("li", fact) for fact in list_facts(judge, viewer)), class_="facts"),
        class_=f"verdict {'correct' if judge.accepted else 'wrong'}",
    )


def _render_line_link(error: Annotation, viewer: Viewer) -> Markup:
    number = error.row + 1
    link = element(
        "a",
        viewer.translate(phrases.LINE, number=number),
        href=f"#{make_line_id(number)}",
        class_="tab-link",
        data_tab=CODE_ID,
        data_line=number,
    )
    return element("p", link, class_="summary")
