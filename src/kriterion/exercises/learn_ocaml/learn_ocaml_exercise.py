"""Read one exercise, a directory with `meta.json`, into an Exercise.

It takes submissions if it has a test.ml to grade them; otherwise it is a reading. Source:
ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_exercise.ml; its page on exercises.
"""

from dataclasses import dataclass
from pathlib import Path

from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.exercises.learn_ocaml.folder import MAXIMUM_META_BYTES, Folder
from kriterion.exercises.learn_ocaml.grading_file_check import (
    check_grading_files,
    find_shared_files,
    list_dependencies,
)
from kriterion.exercises.learn_ocaml.learn_ocaml_descriptions import (
    DEFAULT_LANGUAGE,
    load_descriptions,
    load_hints,
)
from kriterion.exercises.learn_ocaml.repository_layout import (
    MAX_SCORE,
    META,
    PRELUDE,
    PREPARE,
    SOLUTION,
    TEMPLATE,
    TEST,
    TITLE,
)
from kriterion.exercises.repository_files import Missing, Unreadable, escape_name, is_directory
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import (
    Meta,
    read_max_score,
    read_meta,
)
from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import describe_value

JUDGE = "learn-ocaml"
LONE = "."  # the id of an exercise that is its own repository

_CODE = (PRELUDE, PREPARE, TEMPLATE, SOLUTION, TEST)
_DISPLAYED_FILES = (PRELUDE, TEMPLATE, SOLUTION)


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseExercise:
    """An exercise with what only learn-ocaml's format has.

    `folders` are its subdirectories: their files are published, those beside its meta.json are not.
    """

    exercise: Exercise
    meta: Meta
    folders: tuple[str, ...] = ()


def read_exercise(name: str, folder: Folder) -> CourseExercise | None:
    """Read the exercise of that id in a directory; None if it is unusable, with problems saying
    why.
    """
    plain = _check_name(name, folder)
    meta, code = _load_meta(folder), _load_code(folder)
    if meta is None or code is None or not plain:
        return None
    gradable = TEST in code
    if gradable and not check_grading_files(folder):
        return None
    folders = _list_folders(folder)
    shown_files = {
        file: folder.decode_text(file, code[file]) for file in _DISPLAYED_FILES if file in code
    }
    descriptions = load_descriptions(folder)
    exercise = Exercise(
        id=name,
        directory=folder.path,
        repository=folder.files.root,
        kind=ActivityKind.EXERCISE if gradable else ActivityKind.READING,
        # There is one title for all languages.
        names=dict.fromkeys((DEFAULT_LANGUAGE, *descriptions), _choose_title(meta, folder)),
        descriptions=descriptions,
        hints=load_hints(folder),
        media=_map_media(name, folder, folders),
        programming_language="ocaml",
        evaluation={"handler": JUDGE} if gradable else {},
        resources=folder.path if gradable else None,
        shared_files=find_shared_files(folder.files, folder.path) if gradable else {},
        boilerplates={"": shown_files.get(TEMPLATE, "")},
        solutions_directory=".",
        # learn-ocaml publishes every subdirectory of an exercise whose name does not start with a
        # dot.
        submissions_directory=".submissions",
        solutions={SOLUTION: shown_files[SOLUTION]} if SOLUTION in shown_files else {},
        labels=(meta.kind.value,),
        contact=next((author.mail for author in meta.authors if author.mail), None),
        task_kind=meta.kind,
        authors=meta.authors,
        prelude=shown_files.get(PRELUDE, ""),
        trains=meta.focus,
        requires=meta.requirements,
        next_on_success=meta.forward_exercises,
        next_on_difficulty=meta.backward_exercises,
        difficulty=meta.difficulty,
        declared_maximum=_read_declared_maximum(meta, folder),
        origins={"description.names": folder.named(META)},
    )
    return CourseExercise(exercise=exercise, meta=meta, folders=tuple(folders))


def _check_name(name: str, folder: Folder) -> bool:
    fault = None if name == LONE else find_id_fault(name)
    if fault is not None:
        folder.problems.refuse(
            escape_name(folder.place),
            f"cannot be the path of an exercise: it {fault}",
            code="learn-ocaml.exercise.invalid-path",
        )
    return fault is None


def _load_meta(folder: Folder) -> Meta | None:
    file = folder.named(META)
    try:
        content = folder.load(META, at_most=MAXIMUM_META_BYTES)
    except Unreadable as error:
        fix = "an exercise's directory needs this file" if isinstance(error, Missing) else ""
        folder.problems.refuse(file, str(error), fix=fix, upstream=True, code="file.unreadable")
        return None
    meta, faults = read_meta(content)
    folder.report(META, faults)
    return meta


def _load_code(folder: Folder) -> dict[str, bytes] | None:
    """Return the exercise's code, with missing files as empty; None if some is unreadable."""
    problems = folder.problems
    code: dict[str, bytes] = {}
    readable = True
    for name in _CODE:
        try:
            code[name] = folder.load(name)
        except Missing:
            if name == TEST and (meant := find_similar_name(name, _list_unread(folder))):
                problems.refuse(
                    folder.named(name),
                    "does not exist, so submissions cannot be graded",
                    fix=f"did you mean {describe_value(meant)}? Rename it",
                    upstream=True,
                    code="learn-ocaml.exercise.misspelt-file",
                )
                readable = False
                continue
            what = (
                "does not exist, so submissions cannot be graded"
                if name == TEST
                else "does not exist and counts as empty"
            )
            problems.warn(
                folder.named(name),
                what,
                fix="add it",
                upstream=True,
                code="learn-ocaml.exercise.missing-file",
            )
        except Unreadable as error:
            problems.refuse(folder.named(name), str(error), upstream=True, code="file.unreadable")
            readable = False
    return code if readable else None


def _list_unread(folder: Folder) -> list[str]:
    """Return the names of OCaml files that are not an exercise's."""
    loaded = list_dependencies(folder.files, folder.path)
    return [
        name
        for name in folder.entries
        if name.lower().endswith(".ml") and name not in (*_CODE, *loaded)
    ]


def _choose_title(meta: Meta, folder: Folder) -> str:
    if meta.title.strip():
        return meta.title
    written = (folder.text(TITLE) or "").strip()
    what = (
        f"there is no title: the one in {TITLE} is displayed, but learn-ocaml displays none"
        if written
        else "there is no title: the directory's name is displayed, but learn-ocaml displays none"
    )
    folder.problems.warn(
        folder.named(META),
        what,
        where="title",
        fix='add "title": "…"',
        code="learn-ocaml.exercise.no-title",
    )
    return written or folder.path.name


def _read_declared_maximum(meta: Meta, folder: Folder) -> int | None:
    """Return the maximum score of meta.json, else of max_score.txt."""
    content = folder.content(MAX_SCORE, at_most=MAXIMUM_META_BYTES)
    if content is None:
        return meta.max_score
    score, faults = read_max_score(content)
    folder.report(MAX_SCORE, faults)
    return score if meta.max_score is None else meta.max_score


def _list_folders(folder: Folder) -> list[str]:
    """Return its subdirectories, except hidden ones."""
    names = []
    for name, entry in folder.entries.items():
        if name.startswith(".") or not is_directory(entry):
            continue
        try:
            folder.files.directory(Path(entry.path))
        except Unreadable as error:
            folder.problems.warn(folder.named(name), str(error), code="file.unreadable")
        else:
            names.append(name)
    return names


def _map_media(name: str, folder: Folder, folders: list[str]) -> dict[str, tuple[Path, ...]]:
    """Return media by address: learn-ocaml's own addresses, and two forms that authors also use."""
    return {
        f"{beginning}{below}": (folder.path / below,)
        for below in folders
        for beginning in (f"/static/{name}/", f"/exercises/{name}/", "")
    }
