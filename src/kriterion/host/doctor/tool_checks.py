"""Diagnose Exercism tools: where they are, what they run in, what they lack."""

from collections.abc import Iterator
from dataclasses import replace

from kriterion.authoring.judges.judge_files import read_interpreter
from kriterion.authoring.judges.judge_needs import (
    find_called_programs,
    find_programs,
    suggest_remedy,
)
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.host.doctor.comment_checks import examine_comments
from kriterion.host.doctor.diagnosis import Diagnosis, fault
from kriterion.host.doctor.image_checks import describe_image, describe_unknown
from kriterion.host.doctor.linter_checks import examine_linters
from kriterion.host.doctor.sample_run import list_sampled_languages, load_sample, try_sample
from kriterion.host.doctor.sample_tests import try_sample_tests
from kriterion.host.doctor.tool_kind import TEST_RUNNER, ExaminedKind
from kriterion.host.installation import Installation
from kriterion.host.settings import AnalyzerSettings, ToolSettings
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.readable import find_unreadable
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.images import find_image
from kriterion_tools.errors import KriterionError

WEBSITE_COPY = "https://github.com/exercism/website-copy"  # holds those of Exercism's analyzers

_MAXIMUM_SCRIPT_BYTES = 256 * 1024


def examine_tools(kind: ExaminedKind, installation: Installation) -> Iterator[Diagnosis]:
    """Examine all tools of a kind, without running any."""
    for name, settings in kind.known(installation).items():
        subject = f"{kind.title} {name}"
        try:
            load_sample(kind, settings, installation)
        except KriterionError as error:
            yield fault(subject, error, code="doctor.tool")
            continue
        where = f"{settings.directory}, " if settings.directory else ""
        missing = next(_report_missing_settings(kind, settings, installation), None)
        yield Diagnosis(
            subject=subject,
            state="fine" if missing is None else missing.state,
            what=f"{where}image {settings.image or 'host'}"
            + ("" if missing is None else f"; {missing.what}"),
            fix="" if missing is None else missing.fix,
            code=missing.code if missing else "",
        )
        try:
            yield from examine_linters(subject, settings, installation)
        except KriterionError as error:
            yield fault(subject, error, code="doctor.tool")


def examine_tool(
    kind: ExaminedKind, settings: ToolSettings, installation: Installation
) -> Iterator[Diagnosis]:
    """Examine one tool, with a run per language last."""
    try:
        tool = load_sample(kind, settings, installation).tool
        yield _describe_place(kind, settings, tool)
        yield from _report_missing_settings(kind, settings, installation)
        if isinstance(settings, AnalyzerSettings):
            for library in settings.comments:
                yield from examine_comments(library, settings.programming_languages)
        image = _mount_tool(tool, find_image(tool.image, installation.images))
        hidden = find_unreadable(image, installation.sandbox)
        if hidden:
            yield from (
                fault(f"{kind.title} image", error, code="doctor.image.unreadable")
                for error in hidden
            )
            return
        yield Diagnosis(
            subject=f"{kind.title} image",
            state="fine",
            what=f"{image.name}; {describe_image(image)}",
        )
        yield from _check_programs(kind, tool, image, installation)
        yield from examine_linters(kind.title, settings, installation)
        for language in list_sampled_languages(settings):
            if kind is TEST_RUNNER:
                yield from try_sample_tests(settings, language, installation)
            else:
                yield from try_sample(kind, settings, language, installation)
    except KriterionError as error:
        yield fault(kind.title, error, code="doctor.tool")


def _describe_place(kind: ExaminedKind, settings: ToolSettings, tool: ExercismTool) -> Diagnosis:
    """Report where the tool is, and which command starts it."""
    if settings.directory is None:
        what = f"in its image, at {tool.place}"
    elif tool.directory == settings.directory.resolve():
        what = str(settings.directory)
    else:
        what = f"{settings.directory}, copied for runs to {tool.directory}"
    return Diagnosis(
        subject=kind.title, state="fine", what=f"{what}, started by {' '.join(tool.command)}"
    )


def _report_missing_settings(
    kind: ExaminedKind, settings: ToolSettings, installation: Installation
) -> Iterator[Diagnosis]:
    """Report useful settings that kriterion.toml lacks for it."""
    description = describe_unknown(settings.image, installation.images)
    if description.what:
        yield replace(
            description, subject=f"{kind.title} image", what=f"{settings.image}{description.what}"
        )
    if isinstance(settings, AnalyzerSettings) and not settings.comments:
        yield Diagnosis(
            subject=f"{kind.title} comments",
            state="notice",
            what="no library contains the texts of its comments, so students see no comments",
            fix=_suggest_comments(settings),
            code="doctor.tool.no-comments",
        )


def _suggest_comments(settings: AnalyzerSettings) -> str:
    if settings.added_on_site:
        return (
            "edit the tool, and give the git address of its comment library,\n"
            f"such as {WEBSITE_COPY}"
        )
    if settings.directory is None or settings.name != str(settings.directory):
        return f'add to [analyzers.{settings.name}]: comments = "DIR/analyzer-comments"'
    return "name their directory with --comments DIR/analyzer-comments"


def _mount_tool(tool: ExercismTool, image: Image) -> Image:
    """Return the image as the tool's runs have it."""
    if tool.directory is None:
        return image
    place = image.mount_at or tool.place
    return replace(image, mounts={**image.mounts, place: tool.directory})


def _check_programs(
    kind: ExaminedKind, tool: ExercismTool, image: Image, installation: Installation
) -> Iterator[Diagnosis]:
    """Report its script's interpreter and the known programs that the script names.

    The script of a tool inside its image is unknown, and engines are not searched.
    """
    if tool.directory is None or image.kind is ImageKind.ENGINE:
        return
    *interpreters, script = tool.command
    try:
        written = Files(tool.directory).load(tool.directory / script, at_most=_MAXIMUM_SCRIPT_BYTES)
        interpreter = interpreters[0] if interpreters else read_interpreter(written)
    except (Unreadable, ValueError) as error:
        yield Diagnosis(
            subject=f"{kind.title} {script}",
            state="fault",
            what=str(error),
            code="doctor.tool.unreadable-script",
        )
        return
    needed = [interpreter] if interpreter else []
    needed += find_called_programs(written.decode(errors="replace"))
    programs = list(find_programs(tuple(dict.fromkeys(needed)), image, installation.make_context()))
    for name, place in programs:
        if not place:
            # A program's name in a script may just be a word in a text: a run will tell.
            yield Diagnosis(
                subject=f"{kind.title} {script}",
                state="fault" if name == interpreter else "notice",
                what=f"the script mentions {name}, which is not found in the image {image.name}",
                fix=suggest_remedy(name, image),
                code="doctor.tool.missing-program",
            )
    if places := [place for _, place in programs if place]:
        yield Diagnosis(subject=f"{kind.title} programs", state="fine", what=", ".join(places))
