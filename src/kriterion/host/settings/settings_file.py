"""Parse a `kriterion.toml` into settings, or an error that lists everything wrong with it."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kriterion.errors import OperatorError
from kriterion.host.settings.file_tables import (
    AnalyzerTable,
    ImageTable,
    JudgeTable,
    SandboxTable,
    SettingsDocument,
    ToolTable,
)
from kriterion.host.settings.locations import find_data_directory, find_settings_file
from kriterion.host.settings.records import (
    OURS,
    AnalyzerSettings,
    JudgeSettings,
    Settings,
    ToolSettings,
)
from kriterion.host.settings.setting_errors import SettingErrors, read_tables
from kriterion.sandbox import DEFAULT_UIDS, UidRange
from kriterion.sandbox.image import Image, ImageKind
from kriterion.tools.catalog import ANALYZED_LANGUAGES, SHIPPED_ANALYZER
from kriterion.tools.images import UnknownImages, is_reference
from kriterion_tools.contracts.dodona_judge.dialect import Dialect, read_renderer, read_runner

_SECTIONS = ("images", "judges", "analyzers", "representers", "test_runners")
_LOCATION_SETTINGS = ("directory", "image")  # settings that locate a tool


def load_settings(file: Path | None = None) -> Settings:
    """Load this installation's settings; the defaults without any file.

    Raises OperatorError if the named file cannot be read or is invalid.
    """
    path = find_settings_file(file)
    if path is None:
        return Settings(data=find_data_directory(None))
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise OperatorError(
            f"{path}: cannot be read: {error.strerror}",
            fix="name another file with --config FILE",
            code="settings.unreadable",
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise OperatorError(
            f"{path} line {line}: is not UTF-8 text", code="settings.not-utf-8"
        ) from error
    return read_settings(text, path)


def read_settings(text: str, file: Path) -> Settings:
    """Parse the text of a `kriterion.toml`; relative paths in it start at its directory.

    Raises OperatorError with the place and the remedy of each invalid setting.
    """
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise OperatorError(
            f"{file}: is not valid TOML: {error}", code="settings.not-toml"
        ) from error
    errors = SettingErrors()
    sections = {
        name: written.pop(name) for name in _SECTIONS if isinstance(written.get(name), dict)
    }
    document = errors.convert(written, SettingsDocument, file) or SettingsDocument()
    image_tables, unknown = _split_image_tables(sections.get("images", {}), file, errors)
    images = read_tables(image_tables, "images", ImageTable, _read_image, file, errors)
    judge_tables = sections.get("judges", {})
    judges = read_tables(judge_tables, "judges", JudgeTable, _read_judge, file, errors)
    analyzer_tables = _complete_own_analyzer(sections.get("analyzers", {}))
    analyzers = read_tables(
        analyzer_tables, "analyzers", AnalyzerTable, _read_analyzer, file, errors
    )
    representer_tables = sections.get("representers", {})
    representers = read_tables(
        representer_tables, "representers", ToolTable, _read_plain_tool, file, errors
    )
    test_runner_tables = sections.get("test_runners", {})
    test_runners = read_tables(
        test_runner_tables, "test_runners", ToolTable, _read_plain_tool, file, errors
    )
    if document.default_judge is not None and document.default_judge not in judge_tables:
        errors.add(
            f"{file} default_judge: there is no [judges.{document.default_judge!r}]",
            fix=f"add it, or name one of: {', '.join(sorted(judge_tables)) or 'none yet'}",
            code="settings.unknown-default-judge",
        )
    uids = _read_uids(document.sandbox, file, errors)
    errors.raise_all()
    base = file.absolute().parent
    return Settings(
        file=file,
        data=find_data_directory(None if document.data is None else base / document.data),
        images=images,
        unknown_images=unknown,
        image_limits=document.image_limits,
        judges=judges,
        analyzers=analyzers,
        representers=representers,
        test_runners=test_runners,
        default_judge=document.default_judge,
        git_hosts=document.git_hosts,
        ssh_known_hosts=None
        if document.ssh_known_hosts is None
        else base / document.ssh_known_hosts,
        teachers_add_judges=document.teachers_add_judges,
        repository_directories=_resolve_directories(document.repository_directories, base),
        teacher_repository_bytes=document.teacher_repository_bytes,
        sandbox_uids=uids,
        sandbox_backend=document.sandbox.backend,
        sandbox_unsafe=document.sandbox.unsafe,
        sandbox_engine=document.sandbox.engine,
    )


def _read_uids(table: SandboxTable, file: Path, errors: SettingErrors) -> UidRange:
    if table.uid is not None:
        errors.add(
            f"{file} sandbox.uid: one uid for all runs is not supported: each run gets its own",
            fix="remove it; if the default range of uids is in use, set an unused one:\n"
            f"first_uid = {DEFAULT_UIDS.first}\nuid_count = {DEFAULT_UIDS.count}",
            code="settings.one-uid",
        )
    return UidRange(first=table.first_uid, count=table.uid_count)


def _split_image_tables(
    written: Mapping[str, Any], file: Path, errors: SettingErrors
) -> tuple[Mapping[str, Any], UnknownImages]:
    """Return the tables of images, and what other names mean; `unknown` may be an image's name,
    too. A text in place of any other table is a reference.
    """
    written = {
        name: {"reference": table} if isinstance(table, str) and name != "unknown" else table
        for name, table in written.items()
    }
    if not isinstance(written.get("unknown"), str):
        return written, UnknownImages.REFUSE
    unknown = errors.convert(written["unknown"], UnknownImages, file, "images.unknown")
    images = {name: table for name, table in written.items() if name != "unknown"}
    return images, unknown or UnknownImages.REFUSE


def _read_image(
    name: str, table: ImageTable, base: Path, place: str, errors: SettingErrors
) -> Image:
    implied = ImageKind.HOST if table.reference is None else ImageKind.ENGINE
    kind = table.kind or implied
    if kind is ImageKind.ROOTFS and table.directory is None:
        errors.add(
            f"{place}: a rootfs needs its directory",
            fix='add: directory = "/path/to/tree"',
            code="settings.rootfs-without-directory",
        )
    if kind is not ImageKind.ROOTFS and table.directory is not None:
        errors.add(
            f"{place}.directory: only a rootfs has one",
            fix='set kind = "rootfs", or remove it',
            code="settings.directory-without-rootfs",
        )
    if kind is not ImageKind.ENGINE and table.reference is not None:
        errors.add(
            f"{place}.reference: only an image of an engine has one",
            fix='set kind = "engine", or remove it',
            code="settings.reference-without-engine",
        )
    if table.reference is not None and not is_reference(table.reference):
        errors.add(
            f"{place}.reference: {table.reference!r:.100} is not a reference to an image",
            fix='write one such as "dodona/dodona-tested"',
            code="settings.invalid-reference",
        )
    return Image(
        name=name,
        kind=kind,
        readable=tuple(base / readable for readable in table.readable),
        path=table.path,
        variables=table.variables,
        directory=None if table.directory is None else base / table.directory,
        reference=table.reference,
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


def _read_judge(
    name: str, table: JudgeTable, base: Path, place: str, errors: SettingErrors
) -> JudgeSettings:
    if table.manual and not table.manual.startswith(("https://", "http://")):
        errors.add(
            f"{place}.manual: {table.manual!r:.100} must be a web address",
            fix="write https:// in front of it, or remove it",
            code="settings.invalid-manual",
        )
    renderer = read_renderer("")
    try:
        renderer = read_renderer(table.renderer)
    except ValueError as error:
        errors.add(f"{place}.renderer: {error}", code="settings.unknown-renderer")
    try:
        if table.runner:
            read_runner(table.runner)  # both runners do the same
    except ValueError as error:
        errors.add(f"{place}.runner: {error}", code="settings.unknown-runner")
    return JudgeSettings(
        name=name,
        directory=base / table.directory,
        image=table.image,
        languages=table.languages,
        sample=None if table.sample is None else base / table.sample,
        dialect=Dialect(renderer=renderer, annotation_ends=table.annotation_ends),
        description=table.description,
        offers=table.offers,
        manual=table.manual,
    )


def _read_analyzer(
    name: str, table: AnalyzerTable, base: Path, place: str, errors: SettingErrors
) -> AnalyzerSettings:
    return AnalyzerSettings(
        **_read_tool(name, table, base, place, errors),
        comments=_resolve_directories(table.comments, base),
        rules=_resolve_directories(table.rules, base),
        accepted_only=table.accepted_only,
    )


def _complete_own_analyzer(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    """Complete the table of our own analyzer, which needs only differences."""
    ours = tables.get(OURS)
    if not isinstance(ours, dict) or not ours.keys().isdisjoint(_LOCATION_SETTINGS):
        return tables
    defaults = {
        "directory": str(SHIPPED_ANALYZER),
        "programming_languages": list(ANALYZED_LANGUAGES),
    }
    return {**tables, OURS: defaults | ours}


def _resolve_directories(written: str | tuple[str, ...], base: Path) -> tuple[Path, ...]:
    places = (written,) if isinstance(written, str) else written
    return tuple(base / place for place in places)


def _read_plain_tool(
    name: str, table: ToolTable, base: Path, place: str, errors: SettingErrors
) -> ToolSettings:
    return ToolSettings(**_read_tool(name, table, base, place, errors))


def _read_tool(
    name: str, table: ToolTable, base: Path, place: str, errors: SettingErrors
) -> dict[str, Any]:
    """Return the settings that all Exercism tools share."""
    if table.directory is None and table.image is None:
        errors.add(
            f"{place}: needs a directory, or an image that contains the tool",
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
        "exercises": table.exercises,
        "fallback": table.fallback,
    }
