"""Run two versions of a representer on the same solutions; report which classes split or merge."""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import click

from kriterion.assessment.release import Preview, preview
from kriterion.assessment.tool_run import PassedOver
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.exercises.exercism import TrackExercise, slug_of
from kriterion.exercises.exercism.handed_in import load_handed_in
from kriterion.host.installation import Installation
from kriterion.host.resolution.representers import find_representer
from kriterion.tools.representer import Represented, open_representer
from kriterion_tools.contracts.exercism_representer.representation import Representation

AT_ONCE = 2
MOST_NAMES = 5  # of a class that are listed on a terminal

Found = Mapping[str, Represented]


def compare(old: str, new: str, directory: Path, *, config: Path | None, as_json: bool) -> int:
    """Print what a new representer would change for the solutions in a directory.

    Each subdirectory is a solution of the exercise that the directory is named after. `old` and
    `new` are directories of representers, or their names in the settings. The exit status is 1 if
    classes change, 3 if a representer failed.
    """
    installation = Installation(config)
    exercises = {
        place.name: load_handed_in(place, slug_of(directory.resolve().name))[0]
        for place in sorted(directory.iterdir())
        if place.is_dir()
    }
    if not exercises:
        raise click.UsageError(f"{directory}: holds no directories with solutions")
    before = _represent_all(installation, old, exercises)
    after = _represent_all(installation, new, exercises)
    seen = preview(_representations(before), _representations(after))
    click.echo(json.dumps(asdict(seen), indent=2) if as_json else "\n".join(_lines(seen)))
    failures = [*_failures(old, before), *_failures(new, after)]
    for failure in failures:
        click.echo(failure, err=True)
    if failures:
        return FAILED
    return FINDINGS if seen.splits or seen.merges or seen.lost or seen.found else FINE


def _represent_all(
    installation: Installation, named: str, exercises: Mapping[str, TrackExercise]
) -> Found:
    """Run one representer on each solution."""
    asked = find_representer(installation, next(iter(exercises.values())), named)
    if isinstance(asked, PassedOver):
        raise click.UsageError(asked.reason)

    with (
        open_representer(
            asked.tool,
            images=installation.images,
            sandbox=installation.sandbox,
            new_root=installation.new_root,
            at_once=AT_ONCE,
        ) as represent,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        outcomes = pool.map(lambda exercise: represent(exercise, {}), exercises.values())
        return dict(zip(exercises, outcomes, strict=True))


def _representations(outcomes: Found) -> Mapping[str, Representation | None]:
    return {name: each.representation for name, each in outcomes.items()}


def _failures(named: str, outcomes: Found) -> Iterator[str]:
    for name, each in outcomes.items():
        if not each.ending.succeeded:
            yield f"{named} failed on {name}: {each.ending}"


def _lines(seen: Preview) -> Iterator[str]:
    yield "1 class stays as it is" if seen.kept == 1 else f"{seen.kept} classes stay as they are"
    for split in seen.splits:
        yield f"split: {split.old[:12]} into {len(split.parts)}"
        yield from (f"  {_part(digest, names)}" for digest, names in split.parts.items())
    for merge in seen.merges:
        yield f"merged: {len(merge.parts)} into {merge.new[:12]}"
        yield from (f"  {_part(digest, names)}" for digest, names in merge.parts.items())
    if seen.lost:
        yield f"no representation any more: {_some(seen.lost)}"
    if seen.found:
        yield f"a representation for the first time: {_some(seen.found)}"


def _part(digest: str, names: tuple[str, ...]) -> str:
    return f"{digest[:12]}  {_some(names)}"


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
