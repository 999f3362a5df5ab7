"""The judges that a repository's exercises need, and which of them are not installed here.

The needs are stored when the repository is read; the installed judges are looked up on demand,
since one may be added at any time.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from kriterion.authoring.finding import error, notice, warning
from kriterion.authoring.placement import find_meant_judge
from kriterion.errors import JudgeNotInstalled, OperatorError
from kriterion.host.installation import Installation
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.resolution.track_tools import find_tool_for
from kriterion.sandbox.image import HOST, Image
from kriterion.tools.images import describe_mapping, find_image, is_refused
from kriterion.web.catalog.needed_judges import NeededJudge
from kriterion.web.courses.models import Listing
from kriterion.web.repositories.models import Repository
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.tool_choice import find_judge
from kriterion_tools.diagnostic import Diagnostic, describe_value
from kriterion_tools.errors import KriterionError
from kriterion_tools.wire_types import prepare_types

prepare_types(list[NeededJudge])


def find_missing_judges(repository: Repository) -> Iterator[Diagnostic]:
    """Yield the judges and images that the repository's exercises need and that are missing
    here.
    """
    try:
        installation = this_machine()
    except OperatorError as fault:
        yield error("kriterion.toml", fault.what, fix=fault.fix, code="site.settings")
        return
    for needed in msgspec.convert(repository.needed_judges, list[NeededJudge]):
        yield from find_missing_parts(needed, repository, installation)


def find_missing_parts(
    needed: NeededJudge,
    repository: Repository,
    installation: Installation,
    slug: str | None = None,
) -> Iterator[Diagnostic]:
    """Yield what is missing here of a judge that exercises of the repository need.

    With the `slug` of the only exercise, a test runner must know it.
    """
    if needed.tested_language and not (
        repository.default_judge or installation.settings.default_judge
    ):
        yield from _find_missing_test_runner(needed, installation, slug)
        return
    try:
        judge = find_judge(
            installation,
            needed.handler,
            repository.default_judge,
            needed.first,
            listed=Listing.objects.filter(activity__repository=repository),
        )
    except JudgeNotInstalled:
        yield _report_missing_judge(needed, installation.judges)
    except KriterionError as fault:
        fix = fault.fix if isinstance(fault, OperatorError) else ""
        what = f"the judge cannot be run: {fault}: {_describe_waiting(needed)}"
        yield error(needed.file, what, where=needed.where, fix=fix, code="exercise.judge-unusable")
    else:
        if judge is None:
            yield _report_missing_tests(needed)
            return
        images = needed.images or ((judge.image,) if judge.image else ())
        yield from _find_missing_images(needed, images, installation.image_names)


def _find_missing_test_runner(
    needed: NeededJudge, installation: Installation, slug: str | None
) -> Iterator[Diagnostic]:
    """Yield what is missing to test the exercises of a track."""
    language = needed.tested_language
    runner = find_tool_for(list_test_runners(installation), language, slug)
    if runner is None:
        what = (
            f"there is no test runner for {describe_value(language)} here: "
            f"{needed.exercises:,} exercises have tests that cannot be run; "
            "submissions are only analyzed and represented, if a tool supports their language"
        )
        yield warning(
            needed.file,
            what,
            where=needed.where,
            fix=f"add {language}-test-runner under Tools, with that language",
            code="exercise.no-test-runner",
        )
    elif runner.image:
        yield from _find_missing_images(needed, (runner.image,), installation.image_names)


def _find_missing_images(
    needed: NeededJudge, names: Iterable[str], images: Mapping[str, Image]
) -> Iterator[Diagnostic]:
    """Yield the images that a judge and its exercises name and that are missing here."""
    for name in names:
        image = images.get(name)
        if image is None:
            yield from _report_unknown_image(needed, name, images)
            continue
        for place in (*image.readable, image.directory, image.home):
            if place is not None and not place.is_dir():
                what = f"image {describe_value(name)} needs {place}, which is not a directory"
                fix = f'correct [images."{name}"] in kriterion.toml'
                yield error(
                    needed.file, what, where=needed.where, fix=fix, code="image.missing-directory"
                )


def _report_unknown_image(
    needed: NeededJudge, name: str, images: Mapping[str, Image]
) -> Iterator[Diagnostic]:
    fix = describe_mapping(name)
    if is_refused(name, images):
        what = f"image {describe_value(name)} is not on this machine: {_describe_waiting(needed)}"
        yield error(needed.file, what, where=needed.where, fix=fix, code="image.refused")
    elif name != HOST.name:
        kind = find_image(name, images).kind.value
        what = f"image {describe_value(name)} is not mapped here, so its kind is {kind}"
        yield notice(needed.file, what, where=needed.where, fix=fix, code="image.unmapped")


def _report_missing_judge(needed: NeededJudge, known: Collection[str]) -> Diagnostic:
    if needed.handler:
        what = (
            f"judge {describe_value(needed.handler)} is not installed on this"
            f" site: {_describe_waiting(needed)}"
        )
        meant = find_meant_judge(needed.handler, known)
        fix = (
            f"did you mean {describe_value(meant)}?"
            if meant is not None
            else f"add it under Tools with the name {needed.handler}, or correct the name here"
        )
    else:
        what = f"the default judge of this repository is not installed: {_describe_waiting(needed)}"
        fix = "add it under Tools, or set another default judge for this repository"
    return error(
        needed.file, what, where=needed.where, fix=fix, code="exercise.judge-not-installed"
    )


def _report_missing_tests(needed: NeededJudge) -> Diagnostic:
    what = (
        "no judge is named, and this repository has no default judge: "
        f"{needed.exercises:,} exercises have no tests; "
        "submissions are only analyzed and represented, if a tool supports their language"
        if needed.exercises > 1
        else "no judge is named, and this repository has no default judge: it has no tests; "
        "submissions are only analyzed and represented, if a tool supports their language"
    )
    return warning(
        needed.file,
        what,
        where=needed.where,
        fix="name a judge here, or set a default judge for this repository",
        code="exercise.no-judge",
    )


def _describe_waiting(needed: NeededJudge) -> str:
    if needed.exercises == 1:
        return f"submissions to {needed.first} are kept until then"
    return f"submissions to {needed.exercises:,} exercises are kept until then"
