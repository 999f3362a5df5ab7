"""The settings as records: all of them, a judge, an Exercism tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kriterion.sandbox import DEFAULT_UIDS, EngineName, UidRange
from kriterion.sandbox.image import Image
from kriterion.sandbox.registry import Backend
from kriterion.tools.images import UnknownImages
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect

DEFAULT_TEACHER_REPOSITORY_BYTES = 5 << 30
OURS = "kriterion"  # the analyzer that needs no settings, and may have some


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeSettings:
    """A judge of `[judges.NAME]`; exercises refer to NAME in `evaluation.handler`.

    `image` overrides the one in the judge's config.json. `languages` are the natural languages it
    supports; None for any. `sample` is an exercise whose first solution shows that it works; None
    for that in its own directory. `dialect` is how to read its output. `description`, what its
    image `offers` and the address of its `manual` are for teachers and authors.
    """

    name: str
    directory: Path
    image: str | None = None
    languages: tuple[str, ...] | None = None
    sample: Path | None = None
    dialect: Dialect = DODONAS
    description: str = ""
    offers: tuple[str, ...] = ()
    manual: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSettings:
    """An Exercism tool: a test runner of `[test_runners.NAME]`, a representer of
    `[representers.NAME]`, or an analyzer.

    `directory` is its repository; None if it is in the image. `programming_languages` are those it
    supports. `script` starts it, relative to the repository. With `one_directory`, input and output
    share a directory. `time_limit` is in seconds, `memory_limit` in bytes; None for Exercism's.
    `exercises` are the slugs that it knows, with the wildcards * and ?; without any, it gets all.
    The next tool for the language gets the others, unless there is no `fallback`. If
    `added_on_site`, it is changed there, not in kriterion.toml.
    """

    name: str
    directory: Path | None = None
    image: str | None = None
    programming_languages: tuple[str, ...] = ()
    script: str = "bin/run.sh"
    one_directory: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None
    exercises: tuple[str, ...] = ()
    fallback: bool = True
    added_on_site: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyzerSettings(ToolSettings):
    """An analyzer of `[analyzers.NAME]`.

    `comments` are comment libraries, the first of which takes precedence. `rules` are directories
    with rules for our analyzer, the last of which takes precedence. With `accepted_only`, it only
    receives what the judge accepts.
    """

    comments: tuple[Path, ...] = ()
    rules: tuple[Path, ...] = ()
    accepted_only: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings. `file` is their source, None for the defaults.

    `data` is Kriterion's own directory. `git_hosts` ("HOST" or "HOST:PORT") are the only ones that
    the site clones from; without any, public ones. `ssh_known_hosts` is a file with the keys of
    hosts that it clones from over ssh. With `teachers_add_judges`, teachers may add
    judges for their courses. Below `repository_directories`, repositories may be read from local
    directories that teachers name. `teacher_repository_bytes` is what the repositories of one
    teacher may take together. `sandbox_uids` are those of runs if Kriterion is root.
    `sandbox_backend` runs what is not for an engine: `process` only together with `unsafe`, since
    it confines nothing. `sandbox_engine` runs the rest; None for the first one installed.
    `unknown_images` says what happens to runs in an image that is not in `images`. `image_limits`
    are how many submissions of an image may run at once, on all workers together.
    """

    file: Path | None = None
    data: Path = Path("/var/lib/kriterion")
    images: Mapping[str, Image] = field(default_factory=dict)
    unknown_images: UnknownImages = UnknownImages.REFUSE
    image_limits: Mapping[str, int] = field(default_factory=dict)
    judges: Mapping[str, JudgeSettings] = field(default_factory=dict)
    analyzers: Mapping[str, AnalyzerSettings] = field(default_factory=dict)
    representers: Mapping[str, ToolSettings] = field(default_factory=dict)
    test_runners: Mapping[str, ToolSettings] = field(default_factory=dict)
    default_judge: str | None = None
    git_hosts: tuple[str, ...] = ()
    ssh_known_hosts: Path | None = None
    teachers_add_judges: bool = False
    repository_directories: tuple[Path, ...] = ()
    teacher_repository_bytes: int = DEFAULT_TEACHER_REPOSITORY_BYTES
    sandbox_uids: UidRange = DEFAULT_UIDS
    sandbox_backend: Backend = Backend.BUBBLEWRAP
    sandbox_unsafe: bool = False
    sandbox_engine: EngineName | None = None
