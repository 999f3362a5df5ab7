"""Templates that are too large to be submitted."""

from collections.abc import Iterator

from kriterion.authoring.author_places import inside
from kriterion.authoring.finding import error
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import MAXIMUM_BYTES
from kriterion_tools.diagnostic import Diagnostic


def find_oversized_templates(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield the templates that are larger than a submission may be.

    The files of an exercise that asks for several share one limit.
    """
    files = [file for file in exercise.editor_files if not file.is_read_only]
    if files:
        size = sum(len(file.text.encode()) for file in files)
        names = ", ".join(file.name for file in files)
        if size > MAXIMUM_BYTES:
            yield error(
                inside(exercise, files[0].name),
                f"the files to edit have {size:,} bytes in total; a submission may have"
                f" {MAXIMUM_BYTES:,}: {names}",
                fix="shorten them, or list what students only read in files.editor",
                code="exercise.template-too-large",
            )
        return
    for code, text in exercise.boilerplates.items():
        size = len(text.encode())
        if size > MAXIMUM_BYTES:
            language = f" in {code!r}" if code else ""
            yield error(
                inside(exercise),
                f"the boilerplate{language} has {size:,} bytes; a submission may have"
                f" {MAXIMUM_BYTES:,}",
                fix="shorten it, or move a part of it to the files of the judge",
                code="exercise.template-too-large",
            )
