"""Which rules hold: ours, the operator's, the exercise's."""

from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.rulebook import Rulebook
from kriterion_tools.analyzer.engine.shipped import load_rulebook, load_texts
from tests.toolbox.analyzer.written import build_book

OURS = "loop-over-indexes"  # a rule that is shipped


def make_file(identity: str, more: str = "", comment: str = "python.general.mine") -> str:
    rule = f"{{id: {identity}, stage: idiom, rule: {{kind: call}}, comment: {comment}}}"
    return f"language: python\n{more}rules:\n  - {rule}\n"


def list_pointers(book: Rulebook) -> list[str | None]:
    return [rule.comment for rule in book.rules]


def test_built_in_rules_apply_to_their_language() -> None:
    ids = [rule.id for rule in load_rulebook("python", "none").rules]
    assert OURS in ids
    assert not [rule for rule in load_rulebook("bash", "none").rules if "python" in rule.file]


def test_a_teachers_rule_replaces_a_built_in_one_with_its_id() -> None:
    before = list_pointers(load_rulebook("python", "none"))
    after = list_pointers(load_rulebook("python", "none", (("a.yaml", make_file(OURS)),)))
    assert len(after) == len(before)
    assert f"python.general.{OURS}" in before
    assert f"python.general.{OURS}" not in after


def test_a_replacing_rule_runs_in_the_position_of_the_replaced_one() -> None:
    another = "  - {id: b, stage: idiom, rule: {kind: call}, comment: python.general.b}\n"
    rules = make_file("a", comment="python.general.a") + another
    assert list_pointers(build_book(rules)) == ["python.general.a", "python.general.b"]
    assert list_pointers(build_book(rules, make_file("a"))) == [
        "python.general.mine",
        "python.general.b",
    ]


def test_built_in_rules_can_be_disabled() -> None:
    text = f"language: python\ndisable: [{OURS}]\n"
    assert OURS not in [rule.id for rule in load_rulebook("python", "none", (("a", text),)).rules]


def test_a_faulty_rule_replaces_nothing() -> None:
    text = make_file(OURS).replace("idiom", "nowhere")
    book = load_rulebook("python", "none", (("a.yaml", text),))
    assert f"python.general.{OURS}" in list_pointers(book)
    assert [fault.file for fault in book.faults] == ["a.yaml"]


def test_a_rule_for_an_exercise_coexists_with_a_general_one_of_its_name() -> None:
    own = make_file("a", "exercise: two-fer\n", comment="python.two-fer.a")
    assert list_pointers(build_book(make_file("a"), own)) == [
        "python.general.mine",
        "python.two-fer.a",
    ]
    assert list_pointers(build_book(make_file("a"), own, slug="leap")) == ["python.general.mine"]


def test_a_file_may_apply_to_several_exercises() -> None:
    text = make_file("a", "exercises: [leap, two-fer]\n")
    assert len(build_book(text, slug="leap").rules) == len(build_book(text).rules) == 1
    assert not build_book(text, slug="bob").rules


@pytest.mark.parametrize("name", ["c_sharp", "csharp", "c#"])
def test_a_language_has_its_track_names_too(name: str) -> None:
    text = make_file("a").replace("language: python", f"language: {name}")
    rules = load_rulebook("c_sharp", "none", (("a.yaml", text),)).rules
    assert "python.general.mine" in {rule.comment for rule in rules}


def test_only_rule_files_of_a_directory_are_read_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.txt", "shared/0/a.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "d.yaml").mkdir()
    assert load_texts(tmp_path, deep=False) == [("a.yml", "a.yml"), ("b.yaml", "b.yaml")]
    assert [name for name, _ in load_texts(tmp_path)] == ["a.yml", "b.yaml", "shared/0/a.yaml"]
    assert load_texts(tmp_path / "b.yaml") == [("b.yaml", "b.yaml")]
    assert load_texts(tmp_path / "nowhere") == []


@pytest.mark.parametrize(("language", "slug"), [("ruby", "leap"), ("python", "two-fer")])
def test_one_key_does_not_hide_what_the_other_names(language: str, slug: str) -> None:
    text = make_file("mine", "languages: [ruby]\nexercise: leap\nexercises: [two-fer]\n")
    assert "mine" in [rule.id for rule in load_rulebook(language, slug, [("a.yaml", text)]).rules]
