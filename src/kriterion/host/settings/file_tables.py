"""The tables of a `kriterion.toml` as records."""

from typing import Annotated, Any

import msgspec

from kriterion.host.settings.records import DEFAULT_TEACHER_REPOSITORY_BYTES
from kriterion.sandbox import DEFAULT_UIDS, EngineName
from kriterion.sandbox.image import ImageKind
from kriterion.sandbox.registry import Backend
from kriterion_tools.contracts.dodona_judge.dialect import AnnotationEnds

Text = Annotated[str, msgspec.Meta(min_length=1)]

# A slug of an exercise, or a pattern of slugs.
SlugPattern = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9*?-]+$")]

# Of file systems in memory, and of a teacher's repositories: a larger number is a mistake.
Size = Annotated[int, msgspec.Meta(ge=1_048_576, le=1_099_511_627_776)]


class ImageTable(msgspec.Struct, forbid_unknown_fields=True):
    kind: ImageKind | None = None
    readable: tuple[Text, ...] = ()
    path: tuple[Text, ...] = ()
    variables: dict[str, str] = {}
    directory: Text | None = None
    reference: Text | None = None
    home: Text | None = None
    mount_at: Text | None = None
    foreign_architectures: bool = False
    ptrace: bool = False
    set_id: bool = False
    pseudo_terminals: bool = False
    network: bool = False
    file_bytes: Size | None = None
    tmp_bytes: Size | None = None


class JudgeTable(msgspec.Struct, forbid_unknown_fields=True):
    directory: Text
    image: Text | None = None
    languages: tuple[Text, ...] | None = None
    sample: Text | None = None
    renderer: str = ""
    runner: str = ""
    annotation_ends: AnnotationEnds = AnnotationEnds.COUNT
    description: str = ""
    offers: tuple[Text, ...] = ()
    manual: str = ""


class ToolTable(msgspec.Struct, forbid_unknown_fields=True):
    programming_languages: tuple[Text, ...]
    directory: Text | None = None
    image: Text | None = None
    script: Text = "bin/run.sh"
    one_directory: bool = False
    time_limit: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
    memory_limit: Annotated[int, msgspec.Meta(ge=10_000_000)] | None = None
    exercises: tuple[SlugPattern, ...] = ()
    fallback: bool = True


class AnalyzerTable(ToolTable, forbid_unknown_fields=True):
    comments: Text | tuple[Text, ...] = ()
    rules: Text | tuple[Text, ...] = ()
    accepted_only: bool = True


class SandboxTable(msgspec.Struct, forbid_unknown_fields=True):
    uid: int | None = None  # from earlier versions, in which all runs had one user
    first_uid: Annotated[int, msgspec.Meta(ge=1_000, lt=2**31)] = DEFAULT_UIDS.first
    uid_count: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = DEFAULT_UIDS.count
    engine: EngineName | None = None
    backend: Backend = Backend.BUBBLEWRAP
    unsafe: bool = False


class SettingsDocument(msgspec.Struct, forbid_unknown_fields=True):
    data: Text | None = None
    default_judge: Text | None = None
    git_hosts: tuple[Text, ...] = ()
    ssh_known_hosts: Text | None = None
    teachers_add_judges: bool = False
    repository_directories: tuple[Text, ...] = ()
    teacher_repository_bytes: Size = DEFAULT_TEACHER_REPOSITORY_BYTES
    images: dict[str, Any] = {}
    image_limits: dict[Text, Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]] = {}
    judges: dict[str, Any] = {}
    analyzers: dict[str, Any] = {}
    representers: dict[str, Any] = {}
    test_runners: dict[str, Any] = {}
    sandbox: SandboxTable = msgspec.field(default_factory=SandboxTable)
