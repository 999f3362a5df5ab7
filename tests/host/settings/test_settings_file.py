from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.errors import OperatorError
from kriterion.host.settings import Settings, load_settings, read_settings
from kriterion.host.settings.file_tables import SettingsDocument
from kriterion.host.settings.setting_errors import SettingErrors
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.image import ImageKind, has_only_relaxations, list_relaxations
from kriterion.sandbox.registry import Backend
from kriterion.sandbox.users.uids import UidRange
from kriterion.tools.catalog import SHIPPED_ANALYZER
from kriterion_tools.contracts.dodona_judge.dialect import AnnotationEnds, Dialect, Renderer

FILE = Path("/etc/kriterion/kriterion.toml")


def test_an_image_says_what_its_name_means_on_this_machine() -> None:
    settings = read_settings(
        """
        [images."dodona-tested"]
        kind = "host"
        readable = ["/opt/tested", "beside"]
        path = ["/opt/tested/bin"]
        variables = { NODE_PATH = "/opt/tested/node_modules" }
        home = "/opt/tested/home"

        [images."exercism/python-representer"]
        kind = "rootfs"
        directory = "/srv/images/python-representer"
        """,
        FILE,
    )
    tested = settings.images["dodona-tested"]
    assert tested.name == "dodona-tested"
    assert tested.kind is ImageKind.HOST
    assert tested.readable == (Path("/opt/tested"), Path("/etc/kriterion/beside"))
    assert tested.path == ("/opt/tested/bin",)
    assert tested.variables == {"NODE_PATH": "/opt/tested/node_modules"}
    assert tested.home == Path("/opt/tested/home")
    representer = settings.images["exercism/python-representer"]
    assert representer.kind is ImageKind.ROOTFS
    assert representer.directory == Path("/srv/images/python-representer")


def test_an_image_may_have_another_reference_for_an_engine() -> None:
    settings = read_settings(
        """
        [images]
        dodona-tested = "dodona/dodona-tested"
        [images."dodona-r"]
        reference = "registry.example.org/dodona/dodona-r:2"
        network = true
        """,
        FILE,
    )
    tested, dodona_r = settings.images["dodona-tested"], settings.images["dodona-r"]
    assert (tested.name, tested.kind) == ("dodona-tested", ImageKind.ENGINE)
    assert tested.reference == "dodona/dodona-tested"
    assert dodona_r.reference == "registry.example.org/dodona/dodona-r:2"
    assert dodona_r.network


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('reference = "--privileged"', "is not a reference to an image"),
        ('reference = "dir:/etc"', "is not a reference to an image"),
        ('kind = "host"\nreference = "a/b"', "only an image of an engine has one"),
    ],
)
def test_a_reference_must_be_one_for_an_engine(table: str, message: str) -> None:
    with pytest.raises(OperatorError, match=message):
        read_settings(f'[images."x"]\n{table}\n', FILE)


def test_an_image_may_relax_the_sandbox() -> None:
    settings = read_settings(
        """
        [images.debugging]
        foreign_architectures = true
        ptrace = true
        set_id = true
        pseudo_terminals = true
        network = true
        file_bytes = 1_000_000_000
        tmp_bytes = 2_000_000_000

        [images.strict]
        """,
        FILE,
    )
    relaxed, strict = settings.images["debugging"], settings.images["strict"]
    assert list(list_relaxations(relaxed)) == [
        *("foreign_architectures", "ptrace", "set_id", "pseudo_terminals", "network"),
        *("file_bytes 1,000,000,000", "tmp_bytes 2,000,000,000"),
    ]
    assert list(list_relaxations(strict)) == []
    assert has_only_relaxations(relaxed)


def test_a_representer_serves_the_languages_it_lists() -> None:
    settings = read_settings(
        """
        [representers.python]
        directory = "python-representer"
        image = "exercism/python-representer"
        programming_languages = ["python"]
        time_limit = 30

        [representers.elsewhere]
        image = "exercism/go-representer"
        programming_languages = ["go"]
        """,
        FILE,
    )
    python = settings.representers["python"]
    assert python.directory == Path("/etc/kriterion/python-representer")
    assert python.image == "exercism/python-representer"
    assert (python.programming_languages, python.script) == (("python",), "bin/run.sh")
    assert (python.time_limit, python.memory_limit, python.one_directory) == (30, None, False)
    assert settings.representers["elsewhere"].directory is None


def test_an_analyzer_is_a_tool_with_comment_texts() -> None:
    settings = read_settings(
        """
        [analyzers.python]
        directory = "python-analyzer"
        programming_languages = ["python"]
        comments = "website-copy/analyzer-comments"
        [analyzers.javascript]
        directory = "/opt/javascript-analyzer"
        programming_languages = ["javascript"]
        comments = ["ours", "/opt/theirs"]
        accepted_only = false
        """,
        FILE,
    )
    python, javascript = settings.analyzers["python"], settings.analyzers["javascript"]
    assert python.directory == Path("/etc/kriterion/python-analyzer")
    assert python.comments == (Path("/etc/kriterion/website-copy/analyzer-comments"),)
    assert python.accepted_only
    assert javascript.comments == (Path("/etc/kriterion/ours"), Path("/opt/theirs"))
    assert not javascript.accepted_only
    with pytest.raises(OperatorError, match=r"analyzers\.x: needs a directory"):
        read_settings('[analyzers.x]\nprogramming_languages = ["go"]', FILE)


def test_settings_of_the_built_in_analyzer_override_single_values() -> None:
    settings = read_settings('[analyzers.kriterion]\nrules = ["rules", "/opt/rules"]', FILE)
    ours = settings.analyzers["kriterion"]
    assert ours.rules == (Path("/etc/kriterion/rules"), Path("/opt/rules"))
    assert ours.directory == SHIPPED_ANALYZER
    assert "python" in ours.programming_languages
    with pytest.raises(OperatorError, match=r"analyzers\.x: needs the setting 'programming_lang"):
        read_settings('[analyzers.x]\nrules = "rules"', FILE)


def test_a_missing_representer_is_reported_with_the_fix() -> None:
    with pytest.raises(OperatorError, match=r"representers\.x: needs a directory") as raised:
        read_settings('[representers.x]\nprogramming_languages = ["go"]', FILE)
    assert "directory" in raised.value.fix


def test_a_judge_is_found_by_the_name_exercises_use() -> None:
    settings = read_settings(
        """
        default_judge = "tested"
        git_hosts = ["git.example.org", "10.0.0.7:8080"]
        [judges.tested]
        directory = "judges/tested"
        languages = ["nl"]
        """,
        FILE,
    )
    assert settings.default_judge == "tested"
    assert settings.git_hosts == ("git.example.org", "10.0.0.7:8080")
    assert settings.judges["tested"].directory == Path("/etc/kriterion/judges/tested")
    assert settings.judges["tested"].languages == ("nl",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("images =", "is not valid TOML", id="not TOML"),
        pytest.param("colour = 3", ".toml: there is no setting 'colour'", id="an unknown setting"),
        pytest.param("data = 3", ".toml data: ", id="a number"),
        pytest.param("judges = 3", ".toml judges: ", id="no table"),
        pytest.param('[images.r]\nkid = "host"', "images.r: there is no setting 'kid'", id="in it"),
        pytest.param('[images.r]\nkind = "vm"', "images.r.kind: ", id="an unknown kind"),
        pytest.param("[images.r]\nptrace = 1", "images.r.ptrace: ", id="no truth"),
        pytest.param("[images.r]\ntmp_bytes = 5", "images.r.tmp_bytes: ", id="too little"),
        pytest.param('[images.r]\nfile_bytes = "1G"', "images.r.file_bytes: ", id="no number"),
        pytest.param('[images.r]\nnetwork = "allowed"', "images.r.network: ", id="no word"),
        pytest.param("[images.r]\nreadable = [3]", "images.r.readable[0]: ", id="a wrong type"),
        pytest.param('[images.r]\nkind = "rootfs"', "images.r: a rootfs needs", id="no tree"),
        pytest.param(
            '[images.r]\ndirectory = "/x"', "images.r.directory: only", id="a tree too many"
        ),
        pytest.param("[judges.j]", "judges.j: needs the setting 'directory'", id="no directory"),
        pytest.param('default_judge = "j"', "default_judge: there is no", id="an unknown judge"),
        pytest.param("[sandbox]\nfirst_uid = 0", "sandbox.first_uid: ", id="root"),
        pytest.param(
            "[sandbox]\nuid = 64999",
            "sandbox.uid: one uid for all runs is not supported",
            id="one uid",
        ),
        pytest.param("a = " + "[" * 5000, "is not valid TOML", id="deep nesting"),
    ],
)
def test_a_fault_is_reported_with_its_place(text: str, message: str) -> None:
    with pytest.raises(OperatorError) as raised:
        read_settings(text, FILE)
    assert str(raised.value).startswith(str(FILE))
    assert message in str(raised.value)


@given(st.text())
def test_any_text_is_settings_or_an_explained_error(text: str) -> None:
    try:
        assert isinstance(read_settings(text, FILE), Settings)
    except OperatorError as error:
        assert str(FILE) in str(error)


def test_defaults_apply_without_a_file() -> None:
    settings = load_settings()
    assert settings.file is None
    assert not settings.images


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"missing\.toml: cannot be read: No such file"):
        load_settings(tmp_path / "missing.toml")


def test_invalid_utf8_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "latin1.toml").write_bytes(b"# fine\n# \xe9\n")
    with pytest.raises(OperatorError, match=r"latin1\.toml line 2: is not UTF-8 text"):
        load_settings(tmp_path / "latin1.toml")


def test_a_plain_process_needs_two_settings() -> None:
    assert read_settings("", FILE).sandbox_backend is Backend.BUBBLEWRAP
    settings = read_settings('[sandbox]\nbackend = "process"\nunsafe = true', FILE)
    assert settings.sandbox_backend is Backend.PROCESS
    assert settings.sandbox_unsafe
    assert not read_settings('[sandbox]\nbackend = "process"', FILE).sandbox_unsafe


def test_the_engine_must_be_a_known_one() -> None:
    settings = read_settings('[sandbox]\nengine = "docker"', FILE)
    assert settings.sandbox_engine is EngineName.DOCKER
    with pytest.raises(OperatorError, match="rkt"):
        read_settings('[sandbox]\nengine = "rkt"', FILE)


def test_runs_of_root_have_a_range_of_uids() -> None:
    assert read_settings("", FILE).sandbox_uids == UidRange(first=70_000, count=1_000)
    settings = read_settings("[sandbox]\nfirst_uid = 90_000\nuid_count = 20", FILE)
    assert settings.sandbox_uids == UidRange(first=90_000, count=20)


def test_the_removed_setting_for_one_uid_is_answered_with_its_replacement() -> None:
    with pytest.raises(OperatorError) as raised:
        read_settings("[sandbox]\nuid = 64999", FILE)
    assert "first_uid = 70000\nuid_count = 1000" in raised.value.fix


def test_a_judge_declares_its_dialect_and_description() -> None:
    text = """
    [judges.old]
    directory = "judge"
    renderer = "FeedbackRenderer"
    runner = "SubmissionRunnner"
    annotation_ends = "last-index"
    description = "Old"
    offers = ["numpy"]
    manual = "https://example.org/manual"
    """
    judge = read_settings(text, Path("/etc/kriterion.toml")).judges["old"]
    assert judge.dialect == Dialect(
        renderer=Renderer.FEEDBACK_TABLE, annotation_ends=AnnotationEnds.LAST_INDEX
    )
    assert (judge.description, judge.offers) == ("Old", ("numpy",))
    assert judge.manual == "https://example.org/manual"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ('renderer = "Rendrer"', "judges.old.renderer: must be one of FeedbackTableRenderer"),
        ('runner = "Runner"', "judges.old.runner: must be one of SubmissionRunner"),
        ('annotation_ends = "index"', "judges.old.annotation_ends"),
        ('manual = "javascript:0"', "judges.old.manual: 'javascript:0' must be a web address"),
    ],
)
def test_a_wrong_description_of_a_judge_is_reported(setting: str, message: str) -> None:
    with pytest.raises(OperatorError) as raised:
        read_settings(f'[judges.old]\ndirectory = "j"\n{setting}', Path("/etc/kriterion.toml"))
    assert message in str(raised.value)


def test_everything_wrong_is_listed_at_once() -> None:
    text = """
        default_judge = "none"
        git_host = ["git.example.org"]
        teachers_add_judges = "yes"
        [sandbox]
        uid = 1000
        uid_count = 0
        [images]
        unknown = "perhaps"
        [images.debugging]
        ptrace = 1
        kind = "rootfs"
        [judges.old]
        directory = ""
        manual = "javascript:0"
        languges = ["en"]
        [judges.new]
        directory = "new"
        manual = "javascript:0"
        renderer = "NoRenderer"
        runner = "NoRunner"
        [analyzers.x]
        programming_languages = ["go"]
        [representers.y]
        """
    with pytest.raises(OperatorError) as raised:
        read_settings(text, FILE)
    assert raised.value.code == "settings.invalid"
    problems = raised.value.what.splitlines()
    places = [problem.removeprefix(f"{FILE}").strip().partition(":")[0] for problem in problems]
    assert places == [
        "",
        "teachers_add_judges",
        "sandbox.uid_count",
        "images.unknown",
        "images.debugging.ptrace",
        "images.debugging",
        "judges.old.directory",
        "judges.old",
        "judges.new.manual",
        "judges.new.renderer",
        "judges.new.runner",
        "analyzers.x",
        "representers.y",
        "default_judge",
        "sandbox.uid",
    ]
    assert "did you mean 'git_hosts'?" in problems[0]
    assert "did you mean 'languages'?" in problems[7]
    fixes = raised.value.fix.splitlines()
    assert len(set(fixes)) == len(fixes)


def test_one_problem_keeps_its_own_code() -> None:
    with pytest.raises(OperatorError) as raised:
        read_settings('default_judge = "none"', FILE)
    assert raised.value.code == "settings.unknown-default-judge"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "images",
                        "judges",
                        "analyzers",
                        "sandbox",
                        "unknown",
                        "directory",
                        "uid",
                        "data",
                    ]
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=8,
    )
)
def test_any_table_is_read_or_refused(value: object) -> None:
    errors = SettingErrors()
    if errors.convert(value, SettingsDocument, FILE) is None:
        with pytest.raises(OperatorError):
            errors.raise_all()
