"""Parse a `kriterion.toml` into settings, or an error with its place."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kriterion.errors import OperatorError
from kriterion.host.settings.file_tables import (
    AnalyzerTable,
    ImageTable,
    JudgeTable,
    SandboxTable,
    SettingsDocument,
    ToolTable,
)
from kriterion.host.settings.locations import data_directory, settings_file
from kriterion.host.settings.records import (
    OURS,
    AnalyzerSettings,
    JudgeSettings,
    Settings,
    ToolSettings,
)
from kriterion.sandbox import DEFAULT_UIDS, UidRange
from kriterion.sandbox.image import Image, ImageKind
from kriterion.tools.catalog import ANALYZED_LANGUAGES, SHIPPED_ANALYZER
from kriterion.tools.images import UnknownImages
from kriterion_tools.contracts.dodona_judge.dialect import Dialect, read_renderer, read_runner

_WHERE = ("directory", "image")  # settings that locate a tool
_Table = TypeVar("_Table")
_Record = TypeVar("_Record")


def load_settings(file: Path | None = None) -> Settings:
    """Load this installation's settings; the defaults without any file.

    Raises OperatorError if the named file cannot be read or is invalid.
    """
    found = settings_file(file)
    if found is None:
        return Settings(data=data_directory(None))
    try:
        text = found.read_bytes().decode()
    except OSError as error:
        raise OperatorError(
            f"{found}: cannot be read: {error.strerror}",
            fix="name another file with --config FILE",
            code="settings.unreadable",
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise OperatorError(
            f"{found} line {line}: is not UTF-8 text", code="settings.not-utf-8"
        ) from error
    return read_settings(text, found)


def read_settings(text: str, file: Path) -> Settings:
    """Parse the text of a `kriterion.toml`; relative paths in it start at its directory.

    Raises OperatorError naming the place and what is wrong there.
    """
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise OperatorError(f"{file}: is not TOML: {error}", code="settings.not-toml") from error
    document = _convert(written, SettingsDocument, file)
    base = file.absolute().parent

    def named(
        section: str,
        tables: Mapping[str, object],
        kind: type[_Table],
        record: Callable[[str, _Table, Path, str], _Record],
    ) -> Mapping[str, _Record]:
        """Return the record of each table in a section by name."""
        records = {}
        for name, table in tables.items():
            place = f"{section}.{name}"
            checked = _convert(table, kind, file, place)
            records[name] = record(name, checked, base, f"{file} {place}")
        return records

    images, unknown = _split_image_tables(document.images, file)
    judges = named("judges", document.judges, JudgeTable, _read_judge)
    if document.default_judge is not None and document.default_judge not in judges:
        raise OperatorError(
            f"{file} default_judge: there is no [judges.{document.default_judge!r}]",
            fix=f"add it, or name one of: {', '.join(sorted(judges)) or 'none yet'}",
            code="settings.unknown-default-judge",
        )
    return Settings(
        file=file,
        data=data_directory(None if document.data is None else base / document.data),
        images=named("images", images, ImageTable, _read_image),
        unknown_images=unknown,
        judges=judges,
        analyzers=named(
            "analyzers", _complete_own_analyzer(document.analyzers), AnalyzerTable, _read_analyzer
        ),
        representers=named("representers", document.representers, ToolTable, _read_representer),
        default_judge=document.default_judge,
        git_hosts=document.git_hosts,
        teachers_add_judges=document.teachers_add_judges,
        sandbox_uids=_read_uids(document.sandbox, file),
        sandbox_backend=document.sandbox.backend,
        sandbox_unsafe=document.sandbox.unsafe,
        sandbox_engine=document.sandbox.engine,
    )


def _read_uids(table: SandboxTable, file: Path) -> UidRange:
    if table.uid is not None:
        raise OperatorError(
            f"{file} sandbox.uid: each run has a uid of its own, and this names one for all",
            fix="remove it, and name a range of uids that nobody has, if not the usual one:\n"
            f"first_uid = {DEFAULT_UIDS.first}\nuid_count = {DEFAULT_UIDS.count}",
            code="settings.one-uid",
        )
    return UidRange(first=table.first_uid, count=table.uid_count)


def _split_image_tables(
    written: Mapping[str, Any], file: Path
) -> tuple[Mapping[str, Any], UnknownImages]:
    """Return the tables of images, and what other names mean; `unknown` may be an image's name,
    too.
    """
    if not isinstance(written.get("unknown"), str):
        return written, UnknownImages.REFUSE
    unknown = _convert(written["unknown"], UnknownImages, file, "images.unknown")
    return {name: table for name, table in written.items() if name != "unknown"}, unknown


def _read_image(name: str, table: ImageTable, base: Path, place: str) -> Image:
    if table.kind is ImageKind.ROOTFS and table.directory is None:
        raise OperatorError(
            f"{place}: a rootfs needs its directory",
            fix='add: directory = "/path/to/tree"',
            code="settings.rootfs-without-directory",
        )
    if table.kind is not ImageKind.ROOTFS and table.directory is not None:
        raise OperatorError(
            f"{place}.directory: only a rootfs has one",
            fix='say kind = "rootfs", or remove it',
            code="settings.directory-without-rootfs",
        )
    return Image(
        name=name,
        kind=table.kind,
        readable=tuple(base / readable for readable in table.readable),
        path=table.path,
        variables=table.variables,
        directory=None if table.directory is None else base / table.directory,
        home=None if table.home is None else base / table.home,
        mount_at=table.mount_at,
        foreign_architectures=table.foreign_architectures,
        ptrace=table.ptrace,
        set_id=table.set_id,
        pseudo_terminals=table.pseudo_terminals,
        network=table.network,
        file_bytes=table.file_bytes,
        tmp_bytes=table.tmp_bytes,
    )


def _read_judge(name: str, table: JudgeTable, base: Path, place: str) -> JudgeSettings:
    if table.manual and not table.manual.startswith(("https://", "http://")):
        raise OperatorError(
            f"{place}.manual: {table.manual!r:.100} is no web address",
            fix="give it with https:// before it, or remove it",
            code="settings.invalid-manual",
        )
    try:
        renderer = read_renderer(table.renderer)
    except ValueError as error:
        raise OperatorError(
            f"{place}.renderer: {error}", code="settings.unknown-renderer"
        ) from error
    try:
        if table.runner:
            read_runner(table.runner)  # both runners do the same
    except ValueError as error:
        raise OperatorError(f"{place}.runner: {error}", code="settings.unknown-runner") from error
    return JudgeSettings(
        name=name,
        directory=base / table.directory,
        image=table.image,
        languages=table.languages,
        dialect=Dialect(renderer=renderer, annotation_ends=table.annotation_ends),
        description=table.description,
        offers=table.offers,
        manual=table.manual,
    )


def _read_analyzer(name: str, table: AnalyzerTable, base: Path, place: str) -> AnalyzerSettings:
    return AnalyzerSettings(
        **_read_tool(name, table, base, place),
        comments=_resolve_directories(table.comments, base),
        rules=_resolve_directories(table.rules, base),
        accepted_only=table.accepted_only,
    )


def _complete_own_analyzer(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    """Complete the table of our own analyzer, which needs only differences."""
    ours = tables.get(OURS)
    if not isinstance(ours, dict) or not ours.keys().isdisjoint(_WHERE):
        return tables
    defaults = {
        "directory": str(SHIPPED_ANALYZER),
        "programming_languages": list(ANALYZED_LANGUAGES),
    }
    return {**tables, OURS: defaults | ours}


def _resolve_directories(written: str | tuple[str, ...], base: Path) -> tuple[Path, ...]:
    places = (written,) if isinstance(written, str) else written
    return tuple(base / place for place in places)


def _read_representer(name: str, table: ToolTable, base: Path, place: str) -> ToolSettings:
    return ToolSettings(**_read_tool(name, table, base, place))


def _read_tool(name: str, table: ToolTable, base: Path, place: str) -> dict[str, Any]:
    """Return what all Exercism tools have."""
    if table.directory is None and table.image is None:
        raise OperatorError(
            f"{place}: has neither a directory nor an image that brings it",
            fix='add: directory = "/path/to/repository"',
            code="settings.tool-without-place",
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


def _convert(written: object, kind: type[_Table], file: Path, table: str = "") -> _Table:
    """Convert a table, or the whole file without a name, to a record.

    msgspec's "what - at `$.where`" becomes "FILE TABLE.where: what".
    """
    try:
        return msgspec.convert(written, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).replace("`", "'").partition(" - at '$")
        what = what.replace("Object contains unknown field", "there is no setting")
        what = what.replace("Object missing required field", "needs the setting")
        place = f"{file} {(table + where.rstrip(chr(39))).removeprefix('.')}".rstrip()
        raise OperatorError(
            f"{place}: {what}",
            fix="docs/administrator/settings.md lists what a kriterion.toml may hold",
            code="settings.invalid-value",
        ) from error
