"""The settings of an installation: `kriterion.toml` and the environment, as one frozen record.

The file is looked for in this order: the one named (`--config`, or KRITERION_CONFIG),
`kriterion.toml` in the current directory, `kriterion/kriterion.toml` in the user's configuration
directory. Without any, the defaults hold.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from kriterion.errors import OperatorError
from kriterion.sandbox.choice import Backend
from kriterion.sandbox.engine_command import EngineName
from kriterion.sandbox.image import Image, ImageKind
from kriterion.tools.catalog import ANALYZED_LANGUAGES, SHIPPED_ANALYZER

FILE_NAME = "kriterion.toml"
OURS = "kriterion"  # the analyzer that is there without settings, and may have some
_WHERE = ("directory", "image")  # settings that say where a tool is


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeSettings:
    """One judge of `[judges.NAME]`: NAME is what an exercise's `evaluation.handler` refers to.

    `image` overrides the one in the judge's config.json. `languages` are the natural languages it
    speaks; None when it copes with any.
    """

    name: str
    directory: Path
    image: str | None = None
    languages: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSettings:
    """One tool of Exercism's: a representer of `[representers.NAME]`, or an analyzer.

    `directory` is its repository; None when its image brings it. `programming_languages` are those
    it is for. `script` starts it, relative to the repository. With `one_directory` it reads and
    writes in the same one. `time_limit` is in seconds, `memory_limit` in bytes; None for
    Exercism's.
    """

    name: str
    directory: Path | None = None
    image: str | None = None
    programming_languages: tuple[str, ...] = ()
    script: str = "bin/run.sh"
    one_directory: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None


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
    the site clones from; without any, those that are public. `sandbox_uid` is who a run is when
    Kriterion is root. `sandbox_backend` runs what is not for an engine: a `process` only for who
    says `unsafe`, since it confines nothing. `sandbox_engine` runs the rest; None for the first
    there is.
    """

    file: Path | None = None
    data: Path = Path("/var/lib/kriterion")
    images: Mapping[str, Image] = field(default_factory=dict)
    judges: Mapping[str, JudgeSettings] = field(default_factory=dict)
    analyzers: Mapping[str, AnalyzerSettings] = field(default_factory=dict)
    representers: Mapping[str, ToolSettings] = field(default_factory=dict)
    default_judge: str | None = None
    git_hosts: tuple[str, ...] = ()
    sandbox_uid: int | None = None
    sandbox_backend: Backend = Backend.BUBBLEWRAP
    sandbox_unsafe: bool = False
    sandbox_engine: EngineName | None = None


_Text = Annotated[str, msgspec.Meta(min_length=1)]


class _ImageTable(msgspec.Struct, forbid_unknown_fields=True):
    kind: ImageKind = ImageKind.HOST
    readable: tuple[_Text, ...] = ()
    path: tuple[_Text, ...] = ()
    variables: dict[str, str] = {}
    directory: _Text | None = None
    home: _Text | None = None
    mount_at: _Text | None = None


class _JudgeTable(msgspec.Struct, forbid_unknown_fields=True):
    directory: _Text
    image: _Text | None = None
    languages: tuple[_Text, ...] | None = None


class _ToolTable(msgspec.Struct, forbid_unknown_fields=True):
    programming_languages: tuple[_Text, ...]
    directory: _Text | None = None
    image: _Text | None = None
    script: _Text = "bin/run.sh"
    one_directory: bool = False
    time_limit: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
    memory_limit: Annotated[int, msgspec.Meta(ge=10_000_000)] | None = None


class _AnalyzerTable(_ToolTable, forbid_unknown_fields=True):
    comments: _Text | tuple[_Text, ...] = ()
    rules: _Text | tuple[_Text, ...] = ()
    accepted_only: bool = True


class _SandboxTable(msgspec.Struct, forbid_unknown_fields=True):
    uid: Annotated[int, msgspec.Meta(gt=0, lt=2**32 - 1)] | None = None
    engine: EngineName | None = None
    backend: Backend = Backend.BUBBLEWRAP
    unsafe: bool = False


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    data: _Text | None = None
    default_judge: _Text | None = None
    git_hosts: tuple[_Text, ...] = ()
    images: dict[str, Any] = {}
    judges: dict[str, Any] = {}
    analyzers: dict[str, Any] = {}
    representers: dict[str, Any] = {}
    sandbox: _SandboxTable = msgspec.field(default_factory=_SandboxTable)


def load_settings(file: Path | None = None) -> Settings:
    """The settings of this installation.

    Raises OperatorError when the file that was named cannot be read, or holds what it should not.
    """
    named = file or (
        Path(os.environ["KRITERION_CONFIG"]) if os.environ.get("KRITERION_CONFIG") else None
    )
    found = named or next((path for path in _usual_places() if path.is_file()), None)
    if found is None:
        return Settings(data=_data_directory(None))
    try:
        text = found.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            f"{found}: cannot be read: {error}", fix="name another file with --config FILE"
        ) from error
    return read_settings(text, found)


def read_settings(text: str, file: Path) -> Settings:
    """The settings in the text of a `kriterion.toml`; relative paths in it start at its directory.

    Raises OperatorError naming the place and what is wrong there.
    """
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise OperatorError(f"{file}: is not TOML: {error}") from error
    document = _convert(written, _Document, str(file))
    base = file.absolute().parent
    images = {
        name: _image(name, _convert(table, _ImageTable, f"{file} images.{name}"), base, file)
        for name, table in document.images.items()
    }
    judges = {
        name: _judge(name, _convert(table, _JudgeTable, f"{file} judges.{name}"), base)
        for name, table in document.judges.items()
    }
    analyzers = {
        name: _analyzer(
            name,
            _convert(_completed(name, table), _AnalyzerTable, f"{file} analyzers.{name}"),
            base,
            file,
        )
        for name, table in document.analyzers.items()
    }
    representers = {
        name: _representer(
            name, _convert(table, _ToolTable, f"{file} representers.{name}"), base, file
        )
        for name, table in document.representers.items()
    }
    if document.default_judge is not None and document.default_judge not in judges:
        raise OperatorError(
            f"{file} default_judge: there is no [judges.{document.default_judge!r}]",
            fix=f"add it, or name one of: {', '.join(sorted(judges)) or 'none yet'}",
        )
    return Settings(
        file=file,
        data=_data_directory(None if document.data is None else base / document.data),
        images=images,
        judges=judges,
        analyzers=analyzers,
        representers=representers,
        default_judge=document.default_judge,
        git_hosts=document.git_hosts,
        sandbox_uid=document.sandbox.uid,
        sandbox_backend=document.sandbox.backend,
        sandbox_unsafe=document.sandbox.unsafe,
        sandbox_engine=document.sandbox.engine,
    )


def _image(name: str, table: _ImageTable, base: Path, file: Path) -> Image:
    if table.kind is ImageKind.ROOTFS and table.directory is None:
        raise OperatorError(
            f"{file} images.{name}: a rootfs needs its directory",
            fix='add: directory = "/path/to/tree"',
        )
    if table.kind is not ImageKind.ROOTFS and table.directory is not None:
        raise OperatorError(
            f"{file} images.{name}.directory: only a rootfs has one",
            fix='say kind = "rootfs", or remove it',
        )
    return Image(
        name=name,
        kind=table.kind,
        readable=tuple(base / place for place in table.readable),
        path=table.path,
        variables=table.variables,
        directory=None if table.directory is None else base / table.directory,
        home=None if table.home is None else base / table.home,
        mount_at=table.mount_at,
    )


def _judge(name: str, table: _JudgeTable, base: Path) -> JudgeSettings:
    return JudgeSettings(
        name=name,
        directory=base / table.directory,
        image=table.image,
        languages=table.languages,
    )


def _analyzer(name: str, table: _AnalyzerTable, base: Path, file: Path) -> AnalyzerSettings:
    return AnalyzerSettings(
        **_tool(name, table, f"{file} analyzers.{name}", base),
        comments=_directories(table.comments, base),
        rules=_directories(table.rules, base),
        accepted_only=table.accepted_only,
    )


def _completed(name: str, table: object) -> object:
    """Of ours, only what is to be otherwise needs to be said."""
    if name != OURS or not isinstance(table, dict) or not table.keys().isdisjoint(_WHERE):
        return table
    return {
        "directory": str(SHIPPED_ANALYZER),
        "programming_languages": list(ANALYZED_LANGUAGES),
        **table,
    }


def _directories(written: str | tuple[str, ...], base: Path) -> tuple[Path, ...]:
    places = (written,) if isinstance(written, str) else written
    return tuple(base / place for place in places)


def _representer(name: str, table: _ToolTable, base: Path, file: Path) -> ToolSettings:
    return ToolSettings(**_tool(name, table, f"{file} representers.{name}", base))


def _tool(name: str, table: _ToolTable, place: str, base: Path) -> dict[str, Any]:
    """What all tools of Exercism's have."""
    if table.directory is None and table.image is None:
        raise OperatorError(
            f"{place}: has neither a directory nor an image that brings it",
            fix='add: directory = "/path/to/repository"',
        )
    return {
        "name": name,
        "directory": None if table.directory is None else base / table.directory,
        "image": table.image,
        "programming_languages": table.programming_languages,
        "script": table.script,
        "one_directory": table.one_directory,
        "time_limit": table.time_limit,
        "memory_limit": table.memory_limit,
    }


def _usual_places() -> tuple[Path, ...]:
    configuration = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return (Path(FILE_NAME), Path(configuration).expanduser() / "kriterion" / FILE_NAME)


def _data_directory(configured: Path | None) -> Path:
    """KRITERION_DATA, else the file's, else /var/lib/kriterion for root, else the user's own."""
    if os.environ.get("KRITERION_DATA"):
        return Path(os.environ["KRITERION_DATA"]).absolute()
    if configured is not None:
        return configured
    if os.geteuid() == 0:
        return Path("/var/lib/kriterion")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kriterion"


_Table = TypeVar("_Table")


def _convert(written: object, kind: type[_Table], place: str) -> _Table:
    """The table as a record; msgspec's "what - at `$.where`" is told as "place.where: what"."""
    try:
        return msgspec.convert(written, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        what = what.replace("Object contains unknown field", "there is no setting")
        what = what.replace("Object missing required field", "needs the setting")
        raise OperatorError(
            f"{place}{where.rstrip('`')}: {what.replace('`', chr(39))}",
            fix="docs/settings.md lists what a kriterion.toml may hold",
        ) from error
