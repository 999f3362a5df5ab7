from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from kriterion.assessment.release import Preview, preview
from kriterion_tools.contracts.exercism_representer.representation import Representation

COMMENT = "Use a loop."


def _make_representations(
    texts: Mapping[str, str | None], version: int = 1
) -> dict[str, Representation | None]:
    return {
        submission: None if text is None else Representation(text=text, version=version)
        for submission, text in texts.items()
    }


def _compute_digest(text: str) -> str:
    return Representation(text=text).digest


def test_a_version_with_the_same_classes_changes_nothing() -> None:
    old = _make_representations({"s1": "a", "s2": "a", "s3": "b", "s4": None})
    new = _make_representations({"s1": "x", "s2": "x", "s3": "y", "s4": None}, version=2)
    assert preview(old, new) == Preview(splits=(), merges=(), moves=(), kept=2, lost=(), found=())


def test_split_and_merged_classes_are_reported_with_their_submissions() -> None:
    old = _make_representations({"s1": "a", "s2": "a", "s3": "b", "s4": "c"})
    new = _make_representations({"s1": "x", "s2": "y", "s3": "y", "s4": "z"})
    found = preview(old, new)
    assert [(split.old, split.parts) for split in found.splits] == [
        (_compute_digest("a"), {_compute_digest("x"): ("s1",), _compute_digest("y"): ("s2",)})
    ]
    assert [(merge.new, merge.parts) for merge in found.merges] == [
        (_compute_digest("y"), {_compute_digest("a"): ("s2",), _compute_digest("b"): ("s3",)})
    ]
    assert found.kept == 1


def test_lost_and_gained_representations_are_reported() -> None:
    found = preview(
        _make_representations({"s1": "a", "s2": None, "s3": "a"}),
        _make_representations({"s1": None, "s2": "a", "s3": "a"}),
    )
    assert (found.lost, found.found) == (("s1",), ("s2",))
    assert (found.splits, found.merges) == ((), ())


def test_a_comment_follows_the_first_submission_of_its_class() -> None:
    old = _make_representations({"s1": "a", "s2": "a", "s3": "b"})
    new = _make_representations({"s1": "x", "s2": "y", "s3": "x"})
    (move,) = preview(old, new, {_compute_digest("a"): COMMENT}).moves
    assert (move.old, move.new, move.as_draft) == (
        _compute_digest("a"),
        _compute_digest("x"),
        False,
    )
    assert (move.gaining, move.losing) == (("s3",), ("s2",))


def test_a_comment_is_a_draft_under_another_version() -> None:
    old, new = _make_representations({"s1": "a"}), _make_representations({"s1": "a"}, version=2)
    (move,) = preview(old, new, {_compute_digest("a"): COMMENT}).moves
    assert move.as_draft
    assert (move.gaining, move.losing) == ((), ())


def test_when_two_comments_meet_the_older_class_keeps_its_own() -> None:
    old = _make_representations({"s1": "a", "s2": "b"})
    new = _make_representations({"s1": "x", "s2": "x"})
    comments = {_compute_digest("b"): COMMENT, _compute_digest("a"): COMMENT}
    first, second = preview(old, new, comments).moves
    assert (first.old, first.instead) == (_compute_digest("a"), None)
    assert (second.old, second.instead) == (_compute_digest("b"), _compute_digest("a"))


def test_a_comment_whose_source_lost_its_representation_goes_nowhere() -> None:
    old, new = (
        _make_representations({"s1": "a", "s2": "a"}),
        _make_representations({"s1": None, "s2": "a"}),
    )
    (move,) = preview(old, new, {_compute_digest("a"): COMMENT}).moves
    assert (move.new, move.losing) == (None, ("s1", "s2"))


TEXTS = st.dictionaries(
    st.sampled_from("abcdefgh"), st.none() | st.sampled_from(["1", "2", "3"]), max_size=8
)


@given(TEXTS, TEXTS)
def test_comparing_backwards_turns_splits_into_merges(
    old: dict[str, str], new: dict[str, str]
) -> None:
    forth, back = (
        preview(_make_representations(old), _make_representations(new)),
        preview(_make_representations(new), _make_representations(old)),
    )
    assert {split.old for split in forth.splits} == {merge.new for merge in back.merges}
    assert {merge.new for merge in forth.merges} == {split.old for split in back.splits}
    assert (set(forth.lost), forth.kept) == (set(back.found), back.kept)


@given(TEXTS)
def test_a_version_compared_with_itself_has_no_changes(texts: dict[str, str]) -> None:
    found = preview(_make_representations(texts), _make_representations(texts))
    assert (found.splits, found.merges, found.lost, found.found) == ((), (), (), ())
    assert found.kept == len({text for text in texts.values() if text is not None})
