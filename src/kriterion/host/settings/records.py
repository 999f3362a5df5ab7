"""The settings as records: all of them, a judge, a tool of Exercism's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kriterion.sandbox import DEFAULT_UIDS, EngineName, UidRange
from kriterion.sandbox.image import Image
from kriterion.sandbox.registry import Backend
from kriterion.tools.images import UnknownImages
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect

OURS = "kriterion"  # the analyzer that is there without settings, and may have some


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeSettings:
    """One judge of `[judges.NAME]`: NAME is what an exercise's `evaluation.handler` refers to.

    `image` overrides the one in the judge's config.json. `languages` are the natural languages it
    speaks; None when it copes with any. `dialect` is how its output is meant. `description`, what
    its image `offers` and the address of its `manual` are for teachers and authors.
    """

    name: str
    directory: Path
    image: str | None = None
    languages: tuple[str, ...] | None = None
    dialect: Dialect = DODONAS
    description: str = ""
    offers: tuple[str, ...] = ()
    manual: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSettings:
    """One tool of Exercism's: a representer of `[representers.NAME]`, or an analyzer.

    `directory` is its repository; None when its image brings it. `programming_languages` are those
    it is for. `script` starts it, relative to the repository. With `one_directory` it reads and
    writes in the same one. `time_limit` is in seconds, `memory_limit` in bytes; None for
    Exercism's. One that was `added_on_site` is changed there, not in kriterion.toml.
    """

    name: str
    directory: Path | None = None
    image: str | None = None
    programming_languages: tuple[str, ...] = ()
    script: str = "bin/run.sh"
    one_directory: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None
    added_on_site: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyzerSettings(ToolSettings):
    """One analyzer of `[analyzers.NAME]`.

    `comments` are the directories of comment libraries, the first of which has precedence. `rules`
    are directories with rules for ours, the last of which has precedence. With `accepted_only`, it
    is given only what the judge accepts.
    """

    comments: tuple[Path, ...] = ()
    rules: tuple[Path, ...] = ()
    accepted_only: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Everything an operator decides. `file` is where it was read from, None for the defaults.

    `data` is a directory of Kriterion's own. `git_hosts` ("HOST" or "HOST:PORT") are the ones that
    the site clones from; without any, those that are public. With `teachers_add_judges`, teachers
    may add judges for their courses. `sandbox_uids` are those of runs when Kriterion is root.
    `sandbox_backend` runs what is not for an engine: a `process` only for who
    says `unsafe`, since it confines nothing. `sandbox_engine` runs the rest; None for the first
    there is. `unknown_images` says what becomes of a run in an image that is none of `images`.
    """

    file: Path | None = None
    data: Path = Path("/var/lib/kriterion")
    images: Mapping[str, Image] = field(default_factory=dict)
    unknown_images: UnknownImages = UnknownImages.REFUSE
    judges: Mapping[str, JudgeSettings] = field(default_factory=dict)
    analyzers: Mapping[str, AnalyzerSettings] = field(default_factory=dict)
    representers: Mapping[str, ToolSettings] = field(default_factory=dict)
    default_judge: str | None = None
    git_hosts: tuple[str, ...] = ()
    teachers_add_judges: bool = False
    sandbox_uids: UidRange = DEFAULT_UIDS
    sandbox_backend: Backend = Backend.BUBBLEWRAP
    sandbox_unsafe: bool = False
    sandbox_engine: EngineName | None = None
