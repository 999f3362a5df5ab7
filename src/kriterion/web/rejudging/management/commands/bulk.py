"""`kriterion manage bulk`: start, list, pause, resume, apply and cancel bulk jobs."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kriterion.web.audit.audit_log import note_command
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import UNDER_WAY, Rejudging, RejudgingChoice, RejudgingTools
from kriterion.web.rejudging.services import control
from kriterion.web.rejudging.services.bulk_jobs import list_rejudgings
from kriterion.web.rejudging.services.proposal_counts import find_progress

_CHOICES = {choice.value.replace(" ", "-"): choice for choice in RejudgingChoice}
_LISTED = 50


class Command(BaseCommand):
    help = (
        "Assess, analyze or represent submissions again. Workers make a dry run in the "
        "background, which changes nothing until it is applied."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("list", help="list jobs, those under way first")
        start = actions.add_parser("start", help="start a dry run for each of the courses")
        start.add_argument("course", nargs="*", help="a course, by the name in its URL")
        start.add_argument("--all-courses", action="store_true", help="all courses")
        start.add_argument("--which", choices=sorted(_CHOICES), default="latest")
        start.add_argument(
            "--tools",
            choices=RejudgingTools.values,
            default=RejudgingTools.ALL.value,
            help="which tools run again (analysis means analyzer and representer); default: all",
        )
        for action, text in (
            ("pause", "stop a job until it is resumed"),
            ("resume", "resume a paused job"),
            ("cancel", "discard what was not applied"),
            ("apply", "apply a dry run that is ready for review"),
        ):
            parsed = actions.add_parser(action, help=text)
            parsed.add_argument("job", type=int)
            if action == "apply":
                parsed.add_argument(
                    "--outcomes",
                    action="store_true",
                    help="only where status, acceptance, points or comments change",
                )

    def handle(self, *args: Any, **options: Any) -> None:
        match options["action"]:
            case "list":
                self._list()
            case "start":
                self._start(options)
            case "apply":
                self._apply(options["job"], outcomes=options["outcomes"])
            case action:
                self._change(options["job"], action)

    def _list(self) -> None:
        for job in list_rejudgings()[:_LISTED]:
            progress = find_progress(job)
            words = [
                str(job.pk),
                job.course.slug,
                "paused" if job.paused else job.state,
                f"{progress.done}/{progress.total}",
                "" if progress.rate is None else f"{progress.rate:.1f}/s",
                "" if progress.left is None else f"{progress.left} left",
                f"{job.choice}, {job.tools}",
            ]
            self.stdout.write("\t".join(words))

    def _start(self, options: dict[str, Any]) -> None:
        slugs = options["course"]
        if bool(slugs) == options["all_courses"]:
            raise CommandError("name courses, or use --all-courses")
        courses = Course.objects.order_by("pk")
        if slugs:
            courses = courses.filter(slug__in=slugs)
            missing = set(slugs) - set(courses.values_list("slug", flat=True))
            if missing:
                raise CommandError(f"{', '.join(sorted(missing))}: there is no such course")
        choice, tools = _CHOICES[options["which"]], RejudgingTools(options["tools"])
        for course in courses.iterator():
            job = control.start_rejudging(course, choice, by=None, tools=tools)
            _note("rejudging.start", job, choice=choice.value, tools=tools.value)
            self.stdout.write(f"{job.pk}\t{course.slug}\tstarted")

    def _apply(self, pk: int, *, outcomes: bool) -> None:
        job = _find(pk)
        apply = control.apply_outcomes if outcomes else control.apply_all
        number = apply(job, by=None)
        if not number:
            raise CommandError(f"{pk}: nothing can be applied; it is {job.state}")
        _note("rejudging.apply", job, what="outcomes" if outcomes else "all", number=number)
        self.stdout.write(f"{number} results are being applied")

    def _change(self, pk: int, action: str) -> None:
        actions: dict[str, Callable[[Rejudging], bool]] = {
            "pause": control.pause,
            "resume": control.resume,
            "cancel": control.discard,
        }
        job = _find(pk)
        if not actions[action](job):
            state = "paused" if job.paused else job.state
            raise CommandError(f"{pk}: cannot {action} it; it is {state}")
        _note(f"rejudging.{'discard' if action == 'cancel' else action}", job)
        self.stdout.write(f"{pk}: {'paused' if action == 'pause' else 'done'}")


def _find(pk: int) -> Rejudging:
    job = Rejudging.objects.select_related("course").filter(pk=pk).first()
    if job is None:
        under_way = Rejudging.objects.filter(state__in=UNDER_WAY).values_list("pk", flat=True)
        known = ", ".join(map(str, under_way[:_LISTED])) or "none"
        raise CommandError(f"{pk}: there is no such job; under way: {known}")
    return job


def _note(action: str, job: Rejudging, **detail: object) -> None:
    note_command(action, job, course=job.course.slug, **detail)
