"""Run two versions of a representer on the same solutions; report which classes split or merge."""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import click

from kriterion.assessment.release import Preview, preview
from kriterion.assessment.tool_run import SkippedTool
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.exercises.exercism import TrackExercise, make_slug
from kriterion.exercises.exercism.submitted_directory import load_submitted_directory
from kriterion.host.installation import Installation
from kriterion.host.resolution.representers import find_representer
from kriterion.tools.representer import RepresenterResult, open_representer
from kriterion_tools.contracts.exercism_representer.representation import Representation

PARALLEL_RUNS = 2
MAXIMUM_NAMES = 5  # of a class's solutions, on a terminal

RunsByName = Mapping[str, RepresenterResult]


def compare_representers(
    old: str, new: str, directory: Path, *, config: Path | None, as_json: bool
) -> int:
    """Print what a new representer would change for the solutions in a directory.

    Each subdirectory is a solution of the exercise that the directory is named after. `old` and
    `new` are directories of representers, or their names in the settings. The exit status is 1 if
    classes change, 3 if a representer failed.
    """
    installation = Installation(config)
    exercises = {
        place.name: load_submitted_directory(place, make_slug(directory.resolve().name))[0]
        for place in sorted(directory.iterdir())
        if place.is_dir()
    }
    if not exercises:
        raise click.UsageError(f"{directory}: holds no directories with solutions")
    before = _represent_all(installation, old, exercises)
    after = _represent_all(installation, new, exercises)
    changes = preview(_select_representations(before), _select_representations(after))
    click.echo(
        json.dumps(asdict(changes), indent=2) if as_json else "\n".join(_format_preview(changes))
    )
    failures = [*_describe_failures(old, before), *_describe_failures(new, after)]
    for failure in failures:
        click.echo(failure, err=True)
    if failures:
        return FAILED
    return FINDINGS if changes.splits or changes.merges or changes.lost or changes.found else FINE


def _represent_all(
    installation: Installation, representer: str, exercises: Mapping[str, TrackExercise]
) -> RunsByName:
    """Run one representer on each solution."""
    resolved = find_representer(installation, next(iter(exercises.values())), representer)
    if isinstance(resolved, SkippedTool):
        raise click.UsageError(resolved.reason)

    with (
        open_representer(
            resolved.tool,
            images=installation.images,
            sandbox=installation.sandbox,
            make_root=installation.make_root,
            at_once=PARALLEL_RUNS,
        ) as represent,
        ThreadPoolExecutor(PARALLEL_RUNS) as pool,
    ):
        outcomes = pool.map(lambda exercise: represent(exercise, {}), exercises.values())
        return dict(zip(exercises, outcomes, strict=True))


def _select_representations(outcomes: RunsByName) -> Mapping[str, Representation | None]:
    return {name: outcome.representation for name, outcome in outcomes.items()}


def _describe_failures(representer: str, outcomes: RunsByName) -> Iterator[str]:
    for name, outcome in outcomes.items():
        if not outcome.ending.succeeded:
            yield f"{representer} failed on {name}: {outcome.ending}"


def _format_preview(changes: Preview) -> Iterator[str]:
    yield (
        "1 class stays as it is"
        if changes.kept == 1
        else f"{changes.kept} classes stay as they are"
    )
    for split in changes.splits:
        yield f"split: {split.old[:12]} into {len(split.parts)}"
        yield from (f"  {_format_class(digest, names)}" for digest, names in split.parts.items())
    for merge in changes.merges:
        yield f"merged: {len(merge.parts)} into {merge.new[:12]}"
        yield from (f"  {_format_class(digest, names)}" for digest, names in merge.parts.items())
    if changes.lost:
        yield f"no longer represented: {_join_first_names(changes.lost)}"
    if changes.found:
        yield f"newly represented: {_join_first_names(changes.found)}"


def _format_class(digest: str, names: tuple[str, ...]) -> str:
    return f"{digest[:12]}  {_join_first_names(names)}"


def _join_first_names(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MAXIMUM_NAMES} more" if len(names) > MAXIMUM_NAMES else ""
    return ", ".join(names[:MAXIMUM_NAMES]) + more
