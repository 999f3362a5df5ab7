"""Which tests a judge's output holds, and how they are named."""

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.test_outcomes import (
    MAXIMUM_NAME,
    MAXIMUM_TESTS,
    list_test_outcomes,
    make_path_digest,
)
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.sample import ASSESSMENT

PASSES, FAILS = Test(accepted=True), Test(accepted=False)


def judge(*contexts: Context, permission: Permission = Permission.STUDENT) -> JudgeRecord:
    tab = Tab(description="correctness", permission=permission, groups=contexts)
    feedback = FullOutput(accepted=False, status=Status.WRONG, groups=(tab,))
    return JudgeRecord(status=Status.WRONG, accepted=False, summary=None, feedback=feedback)


def make_testcase(name: str, *tests: Test, accepted: bool) -> Testcase:
    return Testcase(accepted=accepted, description=Message(description=name), tests=tests)


def read(*contexts: Context) -> list[tuple[tuple[str, ...], bool]]:
    return [(path[1:], passed) for path, passed in list_test_outcomes(judge(*contexts))]


def test_each_test_has_the_names_of_what_it_is_in() -> None:
    tests = (
        Test(accepted=True, channel="stdout"),
        Test(accepted=False, description=Message(description="the\n value")),
    )
    context = Context(
        accepted=False,
        description=Message(description="small numbers"),
        groups=(
            make_testcase("f(1)", *tests, accepted=False),
            make_testcase("f(2)", PASSES, accepted=True),
        ),
    )
    assert list_test_outcomes(judge(context)) == [
        (("Correctness", "small numbers", "f(1)", "stdout"), True),
        (("Correctness", "small numbers", "f(1)", "the value"), False),
        (("Correctness", "small numbers", "f(2)", "#1"), True),
    ]


def test_what_has_no_readable_name_has_a_number() -> None:
    markup = Message(format="html", description="<b>1</b>")
    testcase = Testcase(accepted=True, description=markup)
    assert read(Context(accepted=True), Context(accepted=True, groups=(testcase,))) == [
        (("#1", "", ""), True),
        (("#2", "#1", ""), True),
    ]


def test_what_fails_by_itself_fails_with_all_of_it() -> None:
    wrong_case = make_testcase("f(1)", PASSES, PASSES, accepted=False)
    fine_case = make_testcase("f(2)", PASSES, accepted=True)
    assert [passed for _, passed in read(Context(accepted=False, groups=(wrong_case,)))] == [
        False,
        False,
    ]
    assert [passed for _, passed in read(Context(accepted=False, groups=(fine_case,)))] == [False]
    both = Context(accepted=False, groups=(fine_case, make_testcase("f(3)", FAILS, accepted=False)))
    assert [passed for _, passed in read(both)] == [True, False]


def test_each_path_comes_once() -> None:
    same = [make_testcase("f()", PASSES, accepted=True)] * 3
    found = [path for path, _ in read(Context(accepted=True, groups=tuple(same)))]
    assert found == [
        ("#1", "f()", "#1"),
        ("#1", "f()", "#1 (2)"),
        ("#1", "f()", "#1 (3)"),
    ]


def test_only_what_staff_see_is_listed() -> None:
    context = Context(accepted=True, groups=(make_testcase("f()", PASSES, accepted=True),))
    assert list_test_outcomes(judge(context, permission=Permission.STAFF))
    assert list_test_outcomes(judge(context, permission=Permission.ZEUS)) == []
    secret = Message(description="for administrators", permission=Permission.ZEUS)
    testcase = Testcase(accepted=True, description=secret)
    assert read(Context(accepted=True, groups=(testcase,))) == [(("#1", "#1", ""), True)]


def test_names_and_their_number_are_bounded() -> None:
    many = tuple(
        make_testcase(f"{number} " + "x" * 1_000_000, PASSES, accepted=True) for number in range(3)
    )
    outcomes = list_test_outcomes(judge(*[Context(accepted=True, groups=many)] * 1000))
    assert len(outcomes) == MAXIMUM_TESTS
    assert max(len(name) for path, _ in outcomes for name in path) <= MAXIMUM_NAME + len(" (1000)")


def test_without_a_judge_there_are_no_tests() -> None:
    assert list_test_outcomes(None) == []


def test_digests_tell_paths_apart() -> None:
    assert make_path_digest(("a", "b")) != make_path_digest(("a b",))
    paths = [path for path, _ in list_test_outcomes(ASSESSMENT.judge)]
    assert len({make_path_digest(path) for path in paths}) == len(paths) > 5
