"""An exercise and its repository, independent of their format."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from pathlib import Path
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Author, LearnOcamlKind
from kriterion_tools.diagnostic import Diagnostic


@unique
class ActivityKind(StrEnum):
    """An exercise takes submissions; a reading (Dodona: content page) does not."""

    EXERCISE = "exercise"
    READING = "reading"


@unique
class Access(StrEnum):
    """Who may use an exercise outside the courses of its repository."""

    PUBLIC = "public"
    PRIVATE = "private"


@unique
class RepositoryFormat(StrEnum):
    """The format of a repository."""

    DODONA = "dodona"
    LEARN_OCAML = "learn-ocaml"
    EXERCISM = "exercism"


@unique
class DescriptionFormat(StrEnum):
    """The format of a description."""

    MARKDOWN = "markdown"
    HTML = "html"


@dataclass(frozen=True, kw_only=True, slots=True)
class Description:
    """The text of an activity in one language, unrendered; `file` is relative to the repository."""

    format: DescriptionFormat
    text: str
    file: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EditorFile:
    """A file on an exercise's page, with its initial text.

    Students edit and submit it, unless it is read-only.
    """

    name: str
    text: str = ""
    is_read_only: bool = False


MAXIMUM_SHARED_BYTES = 1024 * 1024  # of a shared file


@dataclass(frozen=True, kw_only=True, slots=True)
class Exercise:
    """One activity of a repository.

    `id` is its directory relative to the repository, in learn-ocaml's format to its `exercises`
    ("." if it is just that). `names` and `descriptions` are by language code ("en", "nl"). `media`
    are the directories of files that its texts may show, by the prefix of their addresses
    ("media"), searched in this order. `evaluation` is its author's configuration for the judge
    (merged, limits clamped). `hints` are by language, in Markdown, in the order in which students
    reveal them. `resources` and `workdir` are directories that a run gets copies of,
    or None; `shared_files` are files elsewhere in the repository that it gets copies of, by the
    names that the judge knows them by. `boilerplates` are by language, "" for the one without;
    `solutions` by file name. These are in `solutions_directory`, known-wrong submissions in
    `submissions_directory`, both relative to the exercise's own. `editor_files` are the files that
    students edit, main file first, then those that they only read; empty in formats whose exercises
    ask for one file, which starts with a boilerplate. `prelude` is code that students
    see and that is loaded before theirs. `task_kind` is its size, None in formats without one.
    `trains` and `requires` are skills; `next_on_success` and `next_on_difficulty` ids of exercises.
    `difficulty` is 0 to 5, shown in halves. `declared_maximum` are the possible points, if the
    author is right. Dodona's format has none of these. `token`, in Dodona's format only, is what
    the activity keeps wherever it moves, "" if it has none. `test_files` are those that a test
    runner runs, in Exercism's format only. `origins` maps each dotted key of the
    merged configuration to the file that set it; for labels, which add up, to all files.
    """

    id: str
    directory: Path
    repository: Path
    kind: ActivityKind = ActivityKind.EXERCISE
    names: Mapping[str, str] = field(default_factory=dict)
    descriptions: Mapping[str, Description] = field(default_factory=dict)
    media: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    hints: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    programming_language: str | None = None
    evaluation: Mapping[str, Any] = field(default_factory=dict)
    resources: Path | None = None
    workdir: Path | None = None
    shared_files: Mapping[str, Path] = field(default_factory=dict)
    boilerplates: Mapping[str, str] = field(default_factory=dict)
    editor_files: tuple[EditorFile, ...] = ()
    solutions: Mapping[str, str] = field(default_factory=dict)
    solutions_directory: str = "solution"
    submissions_directory: str = "submissions"
    labels: tuple[str, ...] = ()
    access: Access = Access.PRIVATE
    contact: str | None = None
    task_kind: LearnOcamlKind | None = None
    authors: tuple[Author, ...] = ()
    token: str = ""
    test_files: tuple[str, ...] = ()
    prelude: str = ""
    trains: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    next_on_success: tuple[str, ...] = ()
    next_on_difficulty: tuple[str, ...] = ()
    difficulty: float | None = None
    declared_maximum: int | None = None
    origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Its directory relative to the repository, as problems name it."""
        return self.directory.relative_to(self.repository).as_posix()

    def name(self, language: str = "en") -> str:
        """Return the name in that language, else English, else Dutch, else the directory's.

        Source: Dodona's Activity#name, for its own two languages.
        """
        for code in (language, "en", "nl"):
            if self.names.get(code):
                return self.names[code]
        return self.directory.name

    def hints_in(self, language: str = "en") -> tuple[str, ...]:
        """Return the hints in that language, else English, else Dutch, else any."""
        for code in (language, "en", "nl", *self.hints):
            if self.hints.get(code):
                return self.hints[code]
        return ()

    def description(self, language: str = "en") -> Description | None:
        """Return the text in that language, else English, else Dutch.

        Source: Dodona's Activity#description, for its own two languages.
        """
        for code in (language, "en", "nl"):
            if code in self.descriptions:
                return self.descriptions[code]
        return None

    def boilerplate(self, language: str = "en") -> str | None:
        """Return the editor's initial text: in that language, else without a language, else
        English, else Dutch.

        Source: Dodona's Exercise#boilerplate, for its own two languages.
        """
        for code in (language, "", "en", "nl"):
            if code in self.boilerplates:
                return self.boilerplates[code]
        return None

    @property
    def needs_test_runner(self) -> bool:
        """Whether a test runner runs its tests: it has some, and names no judge."""
        return bool(self.test_files) and not self.evaluation.get("handler")

    @property
    def templates(self) -> tuple[str, ...]:
        """The texts that students start with: of each file, or in each language."""
        files = (file.text for file in self.editor_files if not file.is_read_only)
        return tuple(files if self.editor_files else self.boilerplates.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseRepository:
    """A repository as read: its usable activities in order of id, and all problems.

    `tree` groups them; an activity missing from it is not listed. None: by directory.
    """

    directory: Path
    format: RepositoryFormat = RepositoryFormat.DODONA
    exercises: tuple[Exercise, ...] = ()
    tree: Group | None = None
    problems: tuple[Diagnostic, ...] = ()
