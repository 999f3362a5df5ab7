"""Prove that an image works on this machine: by a judge's sample in it, else by starting it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from kriterion.assessment.context import ToolContext
from kriterion.authoring.judges.conduct import observe
from kriterion.authoring.judges.judge_files import find_interpreter
from kriterion.authoring.judges.judge_needs import find_programs, suggest_remedy
from kriterion.authoring.judges.judge_sample import SAMPLE, load_sample_exercise
from kriterion.authoring.trials import Trial
from kriterion.errors import OperatorError
from kriterion.host.installation import Installation, load_configured_judge
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.settings import JudgeSettings
from kriterion.sandbox.image import HOST, Image
from kriterion.sandbox.readable import find_unreadable
from kriterion.sandbox.run import Run
from kriterion.tools.images import find_image
from kriterion.tools.judge_run import Judge
from kriterion.tools.staging import compute_directory_fingerprint
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.errors import KriterionError


@unique
class ProofKind(StrEnum):
    """How it is known that an image works."""

    SAMPLE = "sample"  # a judge accepted its sample solution in it
    START = "start"  # it starts; no judge in it has a sample


@dataclass(frozen=True, kw_only=True, slots=True)
class ImageProof:
    """What showed that an image works.

    `judge` is the name of the judge whose sample was run, `seconds` how long that took. `identity`
    changes with the image's kind and places, and `versions` with the files of the judges that run
    in it, by name.
    """

    image: str
    kind: ProofKind
    identity: str
    judge: str = ""
    seconds: float = 0.0
    versions: dict[str, str]


def list_used_images(installation: Installation) -> list[str]:
    """Return the names of the images in which tools run."""
    names = [judge.image or HOST.name for _, judge in _load_judges(installation)]
    names += [own.image or HOST.name for own in _load_course_judges(installation)]
    for tools in (
        list_analyzers(installation),
        list_representers(installation),
        list_test_runners(installation),
    ):
        names += [tool.image or HOST.name for tool in tools.values()]
    return list(dict.fromkeys(names))


def prove_image(installation: Installation, name: str, context: ToolContext) -> ImageProof:
    """Run a judge's sample in an image; without any sample, start the image.

    One judge whose sample is correct is enough: the others may lack something of their own. Raises
    KriterionError if the image does not work here, with the remedy.
    """
    image = find_image(None if name == HOST.name else name, context.images)
    faults = find_unreadable(image, context.sandbox)
    if faults:
        raise faults[0]
    judges = [
        (settings, judge)
        for settings, judge in _load_judges(installation)
        if (judge.image or HOST.name) == name
    ]
    errors: list[KriterionError] = []
    proof = ImageProof(
        image=name,
        kind=ProofKind.START,
        identity=_identify(image),
        versions={
            settings.name: compute_directory_fingerprint(judge.directory)
            for settings, judge in judges
        },
    )
    for settings, judge in judges:
        sample = load_sample_exercise(settings.sample or judge.directory / SAMPLE)
        if sample is None:
            continue
        try:
            seconds = _run_sample(settings.name, judge, sample, image, context)
        except KriterionError as error:
            errors.append(error)
            continue
        return ImageProof(
            image=name,
            kind=ProofKind.SAMPLE,
            identity=proof.identity,
            judge=settings.name,
            seconds=seconds,
            versions=proof.versions,
        )
    if errors:
        raise errors[0]
    _require_start(image, judges, context)
    return proof


def _run_sample(
    name: str, judge: Judge, sample: Trial, image: Image, context: ToolContext
) -> float:
    """Return how long the judge took to accept its sample solution. Raises KriterionError."""
    observed = observe(judge, sample.exercise, sample.submission, context)
    found = observed.failure or f"it is judged as '{observed.verdict.status}'"
    if observed.failure is None and observed.verdict.status is Status.CORRECT:
        return observed.outcome.wall_seconds
    raise OperatorError(
        f"image {image.name}: the sample solution of judge {name} is not judged as correct"
        f" in it: {found}",
        fix=f"run  kriterion check {judge.directory}  to see what the judge lacks\n"
        f"or name another exercise as sample in [judges.{name}] of kriterion.toml",
    )


def _require_start(
    image: Image, judges: list[tuple[JudgeSettings, Judge]], context: ToolContext
) -> None:
    """Start the image, and find the interpreters of the judges in it. Raises OperatorError."""
    outcome = context.sandbox.run(Run(command=("/bin/sh", "-c", "exit 0"), image=image))
    if outcome.exit_status != 0:
        last_words = outcome.stderr.decode(errors="replace").strip()[-300:]
        raise OperatorError(
            f"image {image.name}: its /bin/sh does not start: {last_words or outcome.ending}",
            fix=f'check [images."{image.name}"] of kriterion.toml with  kriterion doctor',
        )
    for settings, judge in judges:
        interpreter = find_interpreter(judge.directory)
        names = [interpreter] if interpreter else []
        for program, place in find_programs(names, image, context):
            if not place:
                raise OperatorError(
                    f"image {image.name}: has no {program}, which judge {settings.name} needs",
                    fix=suggest_remedy(program, image),
                )


def _identify(image: Image) -> str:
    """Return a value that changes with the image; built images have fingerprints in their names."""
    places = [*(image.mounts.values()), *image.readable]
    if image.directory is not None:
        places.append(image.directory)
    return " ".join([image.kind.value, *(_name_place(place) for place in places)])


def _name_place(place: Path) -> str:
    return place.name or str(place)


def _load_judges(installation: Installation) -> Iterator[tuple[JudgeSettings, Judge]]:
    """Yield the site's judges that can be loaded."""
    for settings in installation.judges.values():
        try:
            yield settings, load_configured_judge(settings)
        except (KriterionError, OSError):  # its exercises report what is wrong
            continue


def _load_course_judges(installation: Installation) -> Iterator[Judge]:
    """Yield the judges of courses. Their samples prove nothing: teachers write these."""
    for settings in installation.course_judges.values():
        try:
            yield load_configured_judge(settings)
        except (KriterionError, OSError):
            continue
