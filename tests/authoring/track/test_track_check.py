"""What is wrong in a track is told at once, with file, line and remedy; a right one is silent."""

import json
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.subject import SubjectKind
from kriterion.authoring.track.checked_json import MAXIMUM_LISTED
from kriterion.authoring.track.track_check import check_track, check_track_exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion_tools.diagnostic import Severity
from tests.authoring.track.made_track import change, make_uuid, write, write_track

LEAP = "exercises/practice/leap"


@pytest.fixture
def track(tmp_path: Path) -> Path:
    return write_track(tmp_path / "track")


def _list_findings(report: CheckReport) -> list[str]:
    """The findings; a test of its own is about their lines."""
    messages = (f"{finding.severity}: {finding}" for finding in report.findings)
    return [re.sub(r", line \d+, column \d+", "", line) for line in messages]


def _check(track: Path) -> list[str]:
    return _list_findings(check_track("track", track))


def test_a_valid_track_has_no_problems(track: Path) -> None:
    report = check_track("track", track)
    assert _list_findings(report) == []
    assert report.kind is SubjectKind.TRACK
    assert report.facts == (
        "3 exercises (2 concept, 1 practice)",
        "2 concepts",
    )


def _make_exercise(number: int, kind: str = "practice", **keys: Any) -> Callable[[Any], object]:
    return lambda track: track["exercises"][kind][number].update(keys)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (
            _make_exercise(0, uuid="x"),
            "error: config.json exercises.practice[0].uuid: must be a UUID of version"
            " 4, not 'x' (create one with configlet uuid)",
        ),
        (
            _make_exercise(0, uuid=make_uuid("basics")),
            "error: config.json concepts[0].uuid: is also the UUID of config.json"
            " exercises.practice[0] (create one with configlet uuid)",
        ),
        (
            _make_exercise(0, slug="Leap Year"),
            "error: config.json exercises.practice[0].slug: must be a slug,"
            " not 'Leap Year' (use lower-case letters, digits and single dashes, as in two-fer)",
        ),
        (
            _make_exercise(0, slug="lasagna"),
            "error: config.json exercises.practice[0]: 'lasagna' is listed"
            " twice: as a concept and as a practice exercise",
        ),
        (
            _make_exercise(0, difficulty=11),
            "warning: config.json exercises.practice[0].difficulty: must be a"
            " whole number from 1 to 10, not 11",
        ),
        (
            _make_exercise(0, status="new"),
            "error: config.json exercises.practice[0].status: must be one of"
            " wip, beta, active, deprecated, not 'new'",
        ),
        (
            _make_exercise(0, prerequisites=["nombers"]),
            "warning: config.json exercises.practice[0].prerequisites[0]: concept"
            " 'nombers' does not exist (list it in 'concepts', or remove it)",
        ),
        (
            _make_exercise(1, "concept", prerequisites=["numbers"]),
            "error: config.json exercises.concept[1].prerequisites[0]:"
            " 'numbers' is taught by this exercise itself (remove it)",
        ),
        (
            _make_exercise(1, "concept", concepts=["basics"]),
            "error: config.json exercises.concept[1].concepts[0]: 'basics' is"
            " already taught by 'lasagna' (teach each concept in only one exercise)",
        ),
        (
            _make_exercise(0, "concept", prerequisites=["numbers"]),
            "error: config.json exercises.concept[0]: requires itself:"
            " lasagna → currency → lasagna (remove one of these prerequisites)",
        ),
        (
            _make_exercise(0, "concept", concepts=[]),
            "notice: config.json exercises.concept[1].prerequisites[0]: no"
            " concept exercise teaches 'basics'",
        ),
        (
            _make_exercise(0, dificulty=1),
            None,  # the right key is there, too
        ),
        (
            lambda track: track["files"].update(solution=["%{slug}.py"]),
            "error: config.json files.solution[0]: %{slug} is not a known placeholder"
            " (use one of %{kebab_slug}, %{snake_slug}, %{camel_slug}, %{pascal_slug})",
        ),
        (
            lambda track: track["exercises"]["foregone"].append("leap"),
            "warning: config.json exercises.foregone[1]: 'leap' is listed as"
            " foregone, but the track has this exercise (remove one of the entries)",
        ),
        (
            lambda track: track["exercises"]["practice"].append(
                {
                    "slug": "two-fer",
                    "name": "Two Fer",
                    "uuid": make_uuid("x"),
                    "practices": [],
                    "prerequisites": [],
                    "difficulty": 1,
                }
            ),
            "error: config.json exercises.practice[1]: directory"
            " exercises/practice/two-fer does not exist"
            " (add the exercise, or remove it from the list)",
        ),
        (
            lambda track: track["exercises"]["practice"].pop(),
            "warning: exercises/practice/leap: is not listed in config.json, so it is not offered"
            " to students (add it to exercises.practice)",
        ),
        (
            lambda track: track["concepts"].append(
                {"slug": "lists", "name": "Lists", "uuid": make_uuid("lists")}
            ),
            "warning: config.json concepts[2]: the concept 'lists' has no directory concepts/lists"
            " (add it, and describe the concept there)",
        ),
        (
            lambda track: track["concepts"][0].update(tags={"all": ["lists"]}),
            "warning: config.json concepts[0].tags.all[0]: 'lists' must begin with one"
            " of the categories paradigm, technique, construct, uses (write it as construct:list)",
        ),
        (
            lambda track: track.update(blurb=" "),
            "warning: config.json blurb: must be a string, not ' '",
        ),
        (
            lambda track: track.pop("version"),
            "warning: config.json: has no 'version' (write 3)",
        ),
        (
            lambda track: track["test_runner"].clear(),
            "warning: config.json test_runner: has no 'average_run_time'"
            " (write the average duration in seconds, at least 1)",
        ),
        (
            lambda track: track.update(exercises=[]),
            "error: config.json exercises: must be an object, not a list",
        ),
    ],
)
def test_faults_in_a_tracks_configuration_are_reported(
    track: Path, make: Callable[[Any], object], expected: str | None
) -> None:
    change(track / "config.json", make)
    report = _check(track)
    if expected is None:
        assert report == []
    else:
        assert expected in report


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda config: config["files"].update(solution=["leap.py", "gone.py"]),
            "error: {FILE} files.solution[1]: 'gone.py' does not exist (add the file,"
            " or remove it from the list)",
        ),
        (
            lambda config: config["files"].update(solution=["../../../config.json"]),
            "error: {FILE} files.solution[0]: '../../../config.json' is not in"
            " the exercise's directory (list a file below that directory)",
        ),
        (
            lambda config: config["files"].update(editor=["leap.py"]),
            "warning: {FILE} files.editor[0]: 'leap.py' is also listed as solution (list it once)",
        ),
        (
            lambda config: config["files"].update(solution=[]),
            'error: {FILE} files: lists no solution file (write "solution": ["FILE"])',
        ),
        (
            lambda config: config["files"].update(solution="leap.py"),
            "error: {FILE} files.solution: must be a list, not 'leap.py'",
        ),
        (
            lambda config: config.update(representer={"version": 0}),
            "warning: {FILE} representer.version: must be a whole number from 1"
            " to 2,147,483,647, not 0",
        ),
        (
            lambda config: config.update(bulrb=config.pop("blurb")),
            "warning: {FILE} bulrb: is not a known key (did you mean 'blurb'?)",
        ),
        (
            lambda config: config.update(source_url="www.example.org"),
            "warning: {FILE} source_url: must be a URL, not 'www.example.org'"
            " (start it with https://)",
        ),
        (
            lambda config: config.update(contributors=["Ada"]),
            "notice: {FILE} contributors[0]: 'Ada' is also listed as an author"
            " (list each person once)",
        ),
        (
            lambda config: config.pop("files"),
            'error: {FILE}: has no \'files\' (write {{"solution": ["FILE"], "test": ["FILE"]}})',
        ),
    ],
)
def test_faults_in_an_exercises_configuration_are_reported(
    track: Path, make: Callable[[Any], object], message: str
) -> None:
    change(track / LEAP / ".meta/config.json", make)
    assert message.format(FILE=f"{LEAP}/.meta/config.json") in _check(track)


def test_missing_empty_and_dangling_texts_are_reported(track: Path) -> None:
    (track / "exercises/concept/lasagna/.docs/hints.md").unlink()
    write(track / "exercises/concept/lasagna/.docs/introduction.md", " \n")
    write(
        track / LEAP / ".docs/instructions.md",
        "# Do it\n\n[one](other.md) [two](/docs) [three](#there) [concept:python/lists]()\n",
    )
    assert _check(track) == [
        "warning: exercises/concept/lasagna/.docs/hints.md: does not exist, so students"
        " have no text (write the text)",
        "warning: exercises/concept/lasagna/.docs/introduction.md: is empty, so students"
        " have no text (write the text)",
        f"warning: {LEAP}/.docs/instructions.md line 3: 'other.md' is a relative link, which does"
        " not work on a page (write the full URL, starting with https://)",
    ]


def test_approaches_are_checked(track: Path) -> None:
    place = track / LEAP / ".approaches"
    change(
        place / "config.json",
        lambda written: written["approaches"][0].update(
            slug="Modulo", uuid=make_uuid("leap"), tags={"all": []}
        ),
    )
    write(place / "loop" / "content.md", "# Loop\n")
    file = f"{LEAP}/.approaches"
    assert _check(track) == [
        f"error: {file}/config.json approaches[0].uuid: is also the UUID of"
        " config.json exercises.practice[0] (create one with configlet uuid)",
        f"error: {file}/config.json approaches[0].slug: must be a slug, not 'Modulo'"
        " (use lower-case letters, digits and single dashes, as in two-fer)",
        f"warning: {file}/config.json approaches[0].tags: requires no tag,"
        " so it never matches (add tags to 'all' or 'any')",
        f"warning: {file}/loop: is not listed in {file}/config.json, so it is not displayed"
        " (add it to 'approaches')",
        f"warning: {file}/modulo: is not listed in {file}/config.json, so it is not displayed"
        " (add it to 'approaches')",
    ]


def test_missing_files_of_an_approach_are_reported(track: Path) -> None:
    place = track / LEAP / ".approaches"
    (place / "modulo/content.md").unlink()
    write(place / "modulo/snippet.txt", "```python\n" + "a\n" * 9 + "```\n")
    assert _check(track) == [
        f"warning: {LEAP}/.approaches/modulo/content.md: does not exist, so 'modulo' has"
        " no text (write the text)",
        f"warning: {LEAP}/.approaches/modulo/snippet.txt: has 9 lines, but a card displays only 8"
        " (keep only the essential lines)",
    ]
    (place / "config.json").unlink()
    assert _check(track) == [
        f"warning: {LEAP}/.approaches: has no config.json, so nothing in it is displayed (add one)"
    ]


def test_requirements_of_exercisms_site_alone_are_notices(track: Path) -> None:
    (track / "docs/ABOUT.md").unlink()
    assert _check(track) == [
        "notice: .: has no docs/ABOUT.md, which Exercism's website displays (add what is missing if"
        " the track is meant for that website)"
    ]


def test_one_exercise_is_checked_with_its_entry_in_the_track(track: Path) -> None:
    change(track / "config.json", _make_exercise(0, difficulty=0))
    change(track / "config.json", _make_exercise(0, "concept", status="?"))
    (track / LEAP / "leap.py").unlink()
    report = check_track_exercise("leap", track / LEAP)
    assert report.kind is SubjectKind.TRACK_EXERCISE
    assert report.root == track
    assert report.facts[0] == "1 exercise"
    assert [(finding.file, finding.where.partition(",")[0]) for finding in report.findings] == [
        ("config.json", "exercises.practice[0].difficulty"),
        (f"{LEAP}/.meta/config.json", "files.solution[0]"),
    ]


def test_the_exercises_of_a_directory_are_checked(track: Path) -> None:
    (track / LEAP / "leap.py").unlink()
    (track / "exercises/concept/lasagna/lasagna.py").unlink()
    report = check_track("concept", track / "exercises/concept")
    assert report.facts[0] == "2 exercises"
    assert [finding.file for finding in report.findings] == [
        "exercises/concept/lasagna/.meta/config.json"
    ]


def test_an_exercise_is_checked_alone(track: Path, tmp_path: Path) -> None:
    alone = (track / LEAP).rename(tmp_path / "leap")
    (alone / "leap.py").unlink()
    report = check_track_exercise("leap", alone)
    assert "by itself: no track is around it" in report.facts
    assert [finding.file for finding in report.findings] == [".meta/config.json"]


def test_special_files_are_reported_and_do_not_hang(track: Path, tmp_path: Path) -> None:
    leap = track / LEAP
    write(tmp_path / "secret.py", "secret")
    (leap / "leap.py").unlink()
    (leap / "leap.py").symlink_to(tmp_path / "secret.py")
    (leap / "leap_test.py").unlink()
    os.mkfifo(leap / "leap_test.py")
    (leap / ".docs/instructions.md").unlink()
    (leap / ".docs/instructions.md").symlink_to("instructions.md")
    (track / "exercises/practice/again").symlink_to(leap)
    (track / "exercises/practice/empty").mkdir()
    text = "\n".join(_check(track))
    assert "'leap.py' is a link that leads out of the repository" in text
    assert "'leap_test.py' is not a regular file" in text
    assert (
        "exercises/practice/again: is a link, which hosts do not follow (replace it with a copy)"
        in text
    )
    assert "exercises/practice/empty: has no .meta/config.json" in text
    assert f"error: {LEAP}/.docs/instructions.md:" in text


def test_too_many_faults_are_counted(track: Path) -> None:
    change(
        track / "config.json",
        lambda config: config["concepts"].extend([{"slug": 3}] * 100),
    )
    report = _check(track)
    assert len([line for line in report if "concepts[" in line]) <= MAXIMUM_LISTED + 1
    assert any("more findings" in line for line in report)


def test_invalid_json_in_a_configuration_is_one_error(track: Path) -> None:
    write(track / "config.json", '{"slug": "python",\n "version": }')
    (messages,) = [
        finding for finding in check_track("track", track).findings if finding.file == "config.json"
    ]
    assert messages.what.startswith("is not valid JSON")
    assert messages.where.startswith("line 2, column")


def test_a_finding_has_the_line_of_its_key(track: Path) -> None:
    file = track / "config.json"
    change(file, _make_exercise(0, difficulty=11, status="new"))
    change(file, _make_exercise(1, "concept", prerequisites=["unheard"]))
    lines = file.read_text().splitlines()
    findings = check_track("track", track).findings
    for word, finding in zip(("status", "unheard", "difficulty"), findings, strict=True):
        place = re.search(r"line (\d+), column (\d+)", finding.where)
        assert place is not None
        line = lines[int(place[1]) - 1]
        assert line[int(place[2]) - 1 :].startswith(f'"{word}"')


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("slug", "uuid", "exercises", "practice", "concept", "concepts", "status"),
                    *("prerequisites", "files", "solution", "test", "example", "approaches"),
                    *("tags", "all", "foregone", "representer", "version", "authors"),
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)
_CONTENTS = st.binary(max_size=60) | _VALUES.map(lambda value: json.dumps(value).encode())


@pytest.mark.long(reason="a property run")
@given(
    file=st.sampled_from(
        [
            *("config.json", f"{LEAP}/.meta/config.json", f"{LEAP}/.approaches/config.json"),
            "concepts/basics/links.json",
        ]
    ),
    content=_CONTENTS,
)
def test_any_bytes_are_findings_or_valid(file: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        track = write_track(Path(directory, "track"))
        (track / file).write_bytes(content)
        for finding in check_track("track", track).findings:
            assert str(finding).isprintable()


@pytest.mark.long(reason="a property run")
@given(content=_CONTENTS)
def test_complaints_of_the_exercise_reader_are_included(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        track = write_track(Path(directory, "track"))
        (track / LEAP / ".meta/config.json").write_bytes(content)
        _, problems = load_exercise(track / LEAP, track)
        report = check_track_exercise("leap", track / LEAP)
        assert bool(problems) <= bool(report.findings)


@pytest.mark.reference
def test_public_tracks_have_no_errors() -> None:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    tracks = sorted(path.parent for path in Path(directory).glob("exercism+*/exercises"))
    if not tracks:
        pytest.skip("no track of Exercism's is there")
    for track in tracks:
        report = check_track(track.name, track)
        assert [
            str(finding) for finding in report.findings if finding.severity is Severity.ERROR
        ] == []
        listed = sum(1 for _ in track.glob("exercises/*/*/.meta/config.json"))
        assert report.facts[0].startswith(f"{listed} exercises (")
