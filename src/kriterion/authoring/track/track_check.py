"""Check a track as a whole, or a part of it."""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.authoring.check_report import CheckReport, sort_findings
from kriterion.authoring.counted_nouns import format_count
from kriterion.authoring.finding import convert_problems, error, notice, warning
from kriterion.authoring.subject import SubjectKind
from kriterion.authoring.track.checked_json import load_document
from kriterion.authoring.track.track_configuration import (
    KINDS,
    Track,
    TrackListEntry,
    check_configuration,
)
from kriterion.authoring.track.track_exercise_check import check_exercise
from kriterion.exercises.exercism.track_layout import CONFIG, TRACK_CONFIG, is_track
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable, is_directory
from kriterion_tools.contracts.learn_ocaml_repository.wording import format_path
from kriterion_tools.diagnostic import Diagnostic, describe_value

MAXIMUM_EXERCISES = 5_000

# Pages that Exercism's site shows of a track, unlike other hosts.
_SITE_FILES = (
    *("docs/ABOUT.md", "docs/INSTALLATION.md", "docs/LEARNING.md", "docs/RESOURCES.md"),
    *("docs/SNIPPET.txt", "docs/TESTS.md"),
    *("exercises/shared/.docs/help.md", "exercises/shared/.docs/tests.md"),
)
_CONCEPT_FILES = ("about.md", "introduction.md", "links.json", ".meta/config.json")


def check_track(
    subject: str, directory: Path, kind: SubjectKind = SubjectKind.TRACK
) -> CheckReport:
    """Check the files of a track, or of its exercises at or below a directory of it."""
    directory = Path(os.path.realpath(directory))
    root = find_track(directory)
    files = Files(root)
    findings: list[Diagnostic] = []
    document = load_document(files, root / TRACK_CONFIG)
    if document is None:
        track = Track()
        findings.append(
            error(
                TRACK_CONFIG,
                "does not exist",
                fix="describe the track in it",
                code="track.no-config",
            )
        )
    else:
        track = check_configuration(document)
        _check_directories(files, track)
    places = list(_find_exercises(files, findings))
    number = 0
    listings: list[str] = []
    for exercise_kind, place in places:
        if place.is_relative_to(directory) or directory.is_relative_to(place):
            number += 1
            findings += check_exercise(files, place, exercise_kind, track)
            listed = track.find(exercise_kind, place.name)
            if listed is not None:
                listings.append(format_path(listed.node.path))
            elif document is not None and document.is_readable:
                what = f"is not listed in {TRACK_CONFIG}, so it is not offered to students"
                findings.append(
                    warning(
                        files.name(place),
                        what,
                        fix=f"add it to exercises.{exercise_kind}",
                        code="track.unlisted",
                    )
                )
    own_findings = [] if document is None else list(document.findings())
    if directory == root:
        findings += own_findings
        findings += _check_concepts(files, track)
        findings += _check_site_files(files)
    else:
        findings = [
            finding for finding in findings if _is_relevant(finding.file, files.name(directory))
        ]
        findings += [
            own_finding
            for own_finding in own_findings
            if not own_finding.where or _is_within(own_finding.where, listings)
        ]
    return CheckReport(
        subject=subject,
        kind=kind,
        root=root,
        facts=tuple(_describe_check(number, places, track, is_whole_track=directory == root)),
        findings=sort_findings(findings),
    )


def check_track_exercise(subject: str, directory: Path) -> CheckReport:
    """Check the files of one exercise, with its entry in the track around it, if there is one."""
    directory = Path(os.path.realpath(directory))
    if is_track(find_track(directory)):
        return check_track(subject, directory, SubjectKind.TRACK_EXERCISE)
    files = Files(directory)
    findings = list(check_exercise(files, directory, None, Track()))
    return CheckReport(
        subject=subject,
        kind=SubjectKind.TRACK_EXERCISE,
        root=directory,
        facts=("1 exercise", "by itself: no track is around it"),
        findings=sort_findings(findings),
    )


def find_track(directory: Path) -> Path:
    """Return the root of the track around a directory, or the directory if it is in no track."""
    for outer in (directory, *list(directory.parents)[:3]):
        if is_track(outer):
            return outer
    return directory


def _find_exercises(files: Files, findings: list[Diagnostic]) -> Iterator[tuple[str, Path]]:
    """Yield kind and directory of each exercise."""
    number = 0
    for kind in KINDS:
        place = files.root / "exercises" / kind
        try:
            entries = files.entries(place)
        except Missing:
            continue
        except Unreadable as fault:
            findings.append(error(files.name(place), str(fault), code="file.unreadable"))
            continue
        for name, entry in entries.items():
            if name.startswith(".") or not is_directory(entry):
                continue
            if entry.is_symlink():
                findings.append(
                    warning(
                        files.name(place / name),
                        "is a link, which hosts do not follow",
                        fix="replace it with a copy",
                        code="track.link",
                    )
                )
                continue
            number += 1
            if number > MAXIMUM_EXERCISES:
                what = f"has more than {MAXIMUM_EXERCISES:,} exercises; the rest is not checked"
                findings.append(error(files.name(place), what, code="track.too-many-exercises"))
                return
            yield kind, place / name


def _check_directories(files: Files, track: Track) -> None:
    """Check that each listed exercise has a directory with a configuration."""
    for listed_exercise in track.listed:
        if listed_exercise.slug is None:
            continue
        directory = files.root / "exercises" / listed_exercise.kind / listed_exercise.slug
        if not directory.is_dir():
            _complain_missing(listed_exercise, files, directory)


def _complain_missing(listed: TrackListEntry, files: Files, directory: Path) -> None:
    other = next(
        (
            kind
            for kind in KINDS
            if kind != listed.kind and (files.root / "exercises" / kind / str(listed.slug)).is_dir()
        ),
        None,
    )
    if other is None:
        listed.node.error(
            f"directory {files.name(directory)} does not exist",
            "add the exercise, or remove it from the list",
            code="track.exercise-missing",
        )
    else:
        listed.node.error(
            f"is listed as a {listed.kind} exercise but is a {other} exercise",
            code="track.wrong-kind",
        )


def _check_concepts(files: Files, track: Track) -> Iterator[Diagnostic]:
    for slug, node in track.concepts.items():
        directory = files.root / "concepts" / slug
        if not directory.is_dir():
            yield warning(
                TRACK_CONFIG,
                f"the concept {describe_value(slug)} has no directory {files.name(directory)}",
                where=format_path(node.path),
                fix="add it, and describe the concept there",
                code="track.concept-missing",
            )
            continue
        lacking = [name for name in _CONCEPT_FILES if not (directory / name).is_file()]
        if lacking:
            yield warning(
                files.name(directory),
                f"has no {', '.join(lacking)}",
                fix="add what is missing",
                code="track.lacking-files",
            )
        for name in ("links.json", CONFIG):
            document = load_document(files, directory / name)
            if document is not None:
                problems = Problems()
                problems.add(document.problems)
                yield from convert_problems(problems)


def _check_site_files(files: Files) -> Iterator[Diagnostic]:
    lacking = [name for name in _SITE_FILES if not (files.root / name).is_file()]
    if lacking:
        what = f"has no {', '.join(lacking)}, which Exercism's website displays"
        yield notice(
            ".",
            what,
            fix="add what is missing if the track is meant for that website",
            code="track.lacking-documents",
        )


def _is_relevant(file: str, below: str) -> bool:
    """Whether a finding is about something at or below a directory."""
    return Path(file).is_relative_to(below) or Path(below).is_relative_to(file)


def _is_within(where: str, listings: list[str]) -> bool:
    """Whether a place in the track's configuration is in one of these listings of exercises."""
    path = where.partition(",")[0]
    return any(path == listing or path.startswith(f"{listing}.") for listing in listings)


def _describe_check(
    number: int, places: list[tuple[str, Path]], track: Track, *, is_whole_track: bool
) -> Iterator[str]:
    if is_whole_track:
        counts = [
            f"{sum(kind == place_kind for place_kind, _ in places)} {kind}"
            for kind in KINDS
            if any(kind == place_kind for place_kind, _ in places)
        ]
        yield format_count(number, "exercise") + (f" ({', '.join(counts)})" if counts else "")
        if track.concepts:
            yield format_count(len(track.concepts), "concept")
    else:
        yield format_count(number, "exercise")
