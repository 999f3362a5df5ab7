"""Which comments are shown."""

from kriterion_tools.analyzer.engine.comment_selection import select_comments
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentPlace, CommentType

ESSENTIAL, ACTIONABLE = CommentType.ESSENTIAL, CommentType.ACTIONABLE


def make_comment(pointer: str, type_: CommentType = ACTIONABLE, **params: str) -> Comment:
    return Comment(pointer=pointer, type=type_, params=params)


def select_pointers(*comments: Comment, praise: tuple[Comment, ...] = ()) -> list[str]:
    return [comment.pointer for comment in select_comments(comments, praise)]


def test_five_comments_are_shown_with_essential_ones_first() -> None:
    requests = [*map(make_comment, "abcdef"), make_comment("g", ESSENTIAL)]
    assert select_pointers(*requests) == ["g", "a", "b", "c", "d"]


def test_comments_are_ordered_by_type_across_stages() -> None:
    assert select_pointers(make_comment("a", CommentType.INFORMATIVE), make_comment("b")) == [
        "b",
        "a",
    ]


def test_a_repeated_pointer_comes_after_all_others() -> None:
    requests = [
        make_comment("a", x="1"),
        make_comment("a", x="2"),
        make_comment("b"),
    ]
    assert [(comment.pointer, comment.params) for comment in select_comments(requests, ())] == [
        ("a", {"x": "1"}),
        ("b", {}),
        ("a", {"x": "2"}),
    ]


def test_duplicates_are_merged_keeping_all_locations() -> None:
    one, other = CommentPlace(row=1), CommentPlace(row=2)
    twice = [
        Comment(pointer="a", params={"x": "1", "y": "2"}, places=(one, other)),
        Comment(pointer="a", params={"y": "2", "x": "1"}, places=(other, CommentPlace(row=3))),
    ]
    (only,) = select_comments(twice, ())
    assert [place.row for place in only.places] == [1, 2, 3]


def test_only_one_praise_is_given() -> None:
    good = CommentType.CELEBRATORY
    assert select_pointers(
        make_comment("x", good),
        make_comment("a"),
        praise=(make_comment("y", good), make_comment("z", good)),
    ) == [
        "a",
        "y",
    ]
