"""Read one activity, a directory with `config.json`, into an Exercise.

It is usable unless one of the problems is an ERROR: settings that control a run must be valid;
those that are only displayed may be missing. Source: dodona-edu/dodona e7be6f0d2,
Repository#update_activity, Activity, Exercise.
"""

from dataclasses import replace
from pathlib import Path

from kriterion.exercises.dodona.dodona_texts import (
    Entries,
    load_boilerplates,
    load_descriptions,
    load_hints,
    load_solutions,
)
from kriterion.exercises.dodona.evaluation import read_evaluation
from kriterion.exercises.dodona.listing import (
    read_access,
    read_kind,
    read_labels,
    read_names,
    read_token,
)
from kriterion.exercises.dodona.merged_configuration import (
    CONFIG,
    DIRCONFIG,
    MergedConfiguration,
    load_values,
)
from kriterion.exercises.exercise import ActivityKind, Description, Exercise
from kriterion.exercises.problem import Complain, Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable, is_plain


def load_activity(
    files: Files, directory: Path, inherited: MergedConfiguration, problems: Problems
) -> Exercise | None:
    """Load the activity in a directory; None if it is not usable, with problems saying why."""
    file = files.name(directory / CONFIG)
    try:
        entries = files.entries(directory)
        values = load_values(files, directory / CONFIG, problems)
    except Missing:
        problems.refuse(
            file,
            "does not exist",
            fix="an exercise's directory needs this file",
            code="file.missing",
        )
        return None
    except Unreadable as error:
        problems.refuse(files.name(directory), str(error), code="file.unreadable")
        return None
    if DIRCONFIG in entries:
        problems.warn(
            files.name(directory / DIRCONFIG),
            f"is ignored because it is beside a {CONFIG}",
            fix=f"move its content to {CONFIG}",
            code="dodona.config.unread-dirconfig",
        )
    if not is_plain(str(directory.relative_to(files.root))):
        problems.refuse(
            files.name(directory),
            "has a name that is not plain text",
            fix="rename it",
            code="file.invalid-name",
        )
    configuration = inherited.merge(values, file)
    if configuration.broken:
        return None
    exercise = _read_exercise(files, directory, configuration, problems)
    return None if problems.has_refusal else exercise


def _read_exercise(
    files: Files, directory: Path, configuration: MergedConfiguration, problems: Problems
) -> Exercise:
    warn, refuse = problems.warn, problems.refuse
    kind = read_kind(configuration, problems)
    names = read_names(configuration, problems)
    shelf = _find_directory(files, directory / "description", warn)
    texts = _list_entries(files, shelf, problems)
    descriptions = load_descriptions(files, texts, problems)
    _check_visibility(files.name(directory), configuration, names, descriptions, problems)
    reading = Exercise(
        id=directory.relative_to(files.root).as_posix(),
        directory=directory,
        repository=files.root,
        kind=kind,
        names=names,
        descriptions=descriptions,
        media=_find_media_directories(files, shelf, problems),
        labels=read_labels(configuration),
        access=read_access(configuration, problems),
        contact=configuration.text("contact", complain=warn),
        token=read_token(configuration, problems),
        origins=configuration.origins(),
    )
    if kind is ActivityKind.READING:
        return reading
    drafts = None if shelf is None else _find_directory(files, shelf / "boilerplate", warn)
    solved = _find_directory(files, directory / "solution", warn)
    return replace(
        reading,
        hints=load_hints(files, texts, problems),
        programming_language=configuration.text("programming_language", complain=refuse),
        evaluation=read_evaluation(configuration, problems),
        resources=_find_directory(files, directory / "evaluation", refuse),
        workdir=_find_directory(files, directory / "workdir", refuse),
        boilerplates=load_boilerplates(files, _list_entries(files, drafts, problems), problems),
        solutions=load_solutions(files, _list_entries(files, solved, problems), problems),
    )


def _check_visibility(
    directory: str,
    configuration: MergedConfiguration,
    names: dict[str, str],
    descriptions: dict[str, Description],
    problems: Problems,
) -> None:
    """Dodona shows an activity to students only with a name and a description."""
    if not names.keys() & {"nl", "en"}:
        problems.warn(
            configuration.file,
            "there is no name in Dutch or English",
            where="description.names",
            fix='add "description": {"names": {"en": "…"}}',
            code="dodona.activity.no-name",
        )
    if not descriptions.keys() & {"nl", "en"}:
        problems.warn(
            directory,
            "there is no description in Dutch or English",
            fix="add description/description.en.md",
            code="dodona.activity.no-description",
        )


def _find_media_directories(
    files: Files, shelf: Path | None, problems: Problems
) -> dict[str, tuple[Path, ...]]:
    """Return the exercise's media directories, then the repository's."""
    own = None if shelf is None else _find_directory(files, shelf / "media", problems.warn)
    common = _find_directory(files, files.root / "media", problems.warn)
    return {"media": tuple(path for path in (own, common) if path is not None)}


def _find_directory(files: Files, path: Path, complain: Complain) -> Path | None:
    try:
        return files.directory(path)
    except Missing:
        return None
    except Unreadable as error:
        complain(files.name(path), str(error), code="file.unreadable")
        return None


def _list_entries(files: Files, folder: Path | None, problems: Problems) -> Entries:
    if folder is None:
        return {}
    try:
        return files.entries(folder)
    except Unreadable as error:
        problems.warn(files.name(folder), str(error), code="file.unreadable")
        return {}
