"""Two representations side by side."""

from kriterion_tools.representer.explaining import explain_difference

NAMES = ("mine", "yours")


def test_equal_texts_leave_nothing_to_explain() -> None:
    assert explain_difference("(a\n  b)\n", "(a\n  b)\n", names=NAMES, width=80) == []


def test_the_first_difference_is_shown_side_by_side_with_context() -> None:
    left = "".join(f"(line {number})\n" for number in range(1, 9))
    right = left.replace("line 6", "other 6")
    assert explain_difference(left, right, names=NAMES, width=60) == [
        "  mine                          yours",
        "3 (line 3)                      (line 3)",
        "4 (line 4)                      (line 4)",
        "5 (line 5)                      (line 5)",
        "6 (line 6)                    │ (other 6)",
        "7 (line 7)                      (line 7)",
        "8 (line 8)                      (line 8)",
    ]


def test_a_longer_text_differs_where_the_other_ends() -> None:
    lines = explain_difference("(a)\n(b)\n", "(a)\n", names=NAMES, width=60)
    assert lines[-1].split() == ["2", "(b)", "│"]


def test_nothing_exceeds_the_terminal_width_or_is_dropped() -> None:
    left, right = "(a " + "b " * 50 + ")\n", "(a " + "c " * 50 + ")\n"
    lines = explain_difference(left, right, names=("n" * 90, "m" * 90), width=50)
    assert all(len(line) <= 50 for line in lines)
    text = "".join(lines[1:])
    assert (text.count("b"), text.count("c")) == (50, 50)


def test_foreign_line_separators_are_visible() -> None:
    lines = explain_difference('(a "\u2028")\n', '(a "\x85")\n', names=NAMES, width=60)
    assert lines[1].split() == ["1", "(a", '"\\u2028")', "│", "(a", '"\\x85")']


def test_a_solution_cannot_control_the_terminal() -> None:
    lines = explain_difference("(a \x1b]0;mine\x07)\n", "(a \u202eb)\n", names=NAMES, width=60)
    assert "".join(lines).isprintable()


def test_an_inserted_line_is_aligned_and_placeholders_correspond() -> None:
    left = "a(PLACEHOLDER_1)\nb(PLACEHOLDER_2)\nc(PLACEHOLDER_2, 1)\n"
    right = "x(PLACEHOLDER_1)\na(PLACEHOLDER_2)\nb(PLACEHOLDER_3)\nc(PLACEHOLDER_3, 2)\n"
    assert explain_difference(left, right, names=NAMES, width=60) == [
        "  mine                          yours",
        "                              │ x(PLACEHOLDER_3)",
        "1 a(PLACEHOLDER_1)              a(PLACEHOLDER_1)",
        "2 b(PLACEHOLDER_2)              b(PLACEHOLDER_2)",
        "3 c(PLACEHOLDER_2, 1)         │ c(PLACEHOLDER_2, 2)",
    ]


def test_texts_that_only_differ_in_a_placeholder_are_not_called_equal() -> None:
    left, right = "f(PLACEHOLDER_1, PLACEHOLDER_1)\n", "f(PLACEHOLDER_1, PLACEHOLDER_2)\n"
    assert "│" in "\n".join(explain_difference(left, right, names=NAMES, width=60))


def test_a_narrow_terminal_shows_one_text_below_the_other() -> None:
    assert explain_difference("(a)\n(b)\n", "(a)\n(c)\n", names=NAMES, width=40) == [
        "- mine",
        "+ yours",
        "  (a)",
        "- (b)",
        "+ (c)",
    ]


def test_distant_differences_are_separated() -> None:
    left = "".join(f"(line {number})\n" for number in range(1, 21))
    right = left.replace("line 2)", "other)").replace("line 19)", "another)")
    lines = explain_difference(left, right, names=NAMES, width=60)
    assert sum("│" in line for line in lines) == 2
    assert sum("…" in line for line in lines) == 1
