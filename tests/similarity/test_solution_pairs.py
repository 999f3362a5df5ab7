"""Fingerprints, pairs of similar solutions, their fragments, clusters and what chance explains."""

import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.similarity.chance import count_from, estimate_by_chance, suggest_threshold
from kriterion.similarity.fingerprints import GRAM, WINDOW, find_fingerprints, hash_grams
from kriterion.similarity.shared_fragments import find_fragments, prepare_tokens
from kriterion.similarity.similarity_process import do_task
from kriterion.similarity.similarity_tasks import (
    ComparedPairs,
    ComparingTask,
    ReadingTask,
    ReadTokens,
)
from kriterion.similarity.solution_clusters import find_clusters
from kriterion.similarity.solution_pairs import (
    BINS,
    ComparedSolution,
    SimilarityResult,
    compare_solutions,
    list_template_hashes,
    measure_similarity,
)
from kriterion.similarity.solution_tokens import read_tokens
from kriterion.similarity.task_runner import TaskStoppedError, run_task
from kriterion.similarity.token_sequence import TokenSequence, pack_tokens
from tests.similarity.programs import PROGRAM, STATEMENTS, write_program


def read_source_tokens(source: str) -> TokenSequence:
    return read_tokens({"a.py": source}, "python")


def find_hashes(source: str) -> set[int]:
    return {fingerprint.hash for fingerprint in find_fingerprints(read_source_tokens(source))}


def compare(
    sources: list[str], template: str = "", authors: list[int] | None = None
) -> SimilarityResult:
    solutions = [
        ComparedSolution(number, number if authors is None else authors[number], pack_tokens(each))
        for number, each in enumerate(map(read_source_tokens, sources))
    ]
    return compare_solutions(solutions, list_template_hashes([read_source_tokens(template)]))


def write_random_program(seed: int, length: int = 12) -> str:
    return write_program(random.Random(seed).choices(STATEMENTS, k=length))


OWN = "def f(a, b):\n    while a < b and not c[a]:\n        a += 2 * g(a)\n    return [a, {b: c}]\n"


@given(PROGRAM, PROGRAM)
@settings(max_examples=40, deadline=None)
def test_similarity_is_symmetric_and_complete_with_itself(one: list[str], other: list[str]) -> None:
    left, right = find_hashes(write_program(one)), find_hashes(write_program(other))
    assert measure_similarity(left, left) == 1.0
    assert measure_similarity(left, right) == measure_similarity(right, left)
    assert 0.0 <= measure_similarity(left, right) <= 1.0


@given(PROGRAM, PROGRAM, PROGRAM)
@settings(max_examples=40, deadline=None)
def test_a_long_enough_shared_run_has_a_fingerprint(
    shared: list[str], before: list[str], after: list[str]
) -> None:
    run = write_program(shared)
    if len(read_source_tokens(run)) < GRAM + WINDOW - 1:
        return
    one, other = write_program(before) + run, run + write_program(after)
    assert find_hashes(one) & find_hashes(other)
    assert find_fragments(
        prepare_tokens(read_source_tokens(one), set()),
        prepare_tokens(read_source_tokens(other), set()),
    )


@given(PROGRAM, PROGRAM)
@settings(max_examples=40, deadline=None)
def test_fragments_are_equal_and_do_not_overlap(one: list[str], other: list[str]) -> None:
    left, right = read_source_tokens(write_program(one)), read_source_tokens(write_program(other))
    places: tuple[set[int], set[int]] = set(), set()
    fragments = find_fragments(prepare_tokens(left, set()), prepare_tokens(right, set()))
    for fragment in fragments:
        ours = left.codes[4 * fragment.left : 4 * (fragment.left + fragment.length)]
        theirs = right.codes[4 * fragment.right : 4 * (fragment.right + fragment.length)]
        assert ours == theirs and len(ours) == 4 * fragment.length
        for taken, begin in zip(places, (fragment.left, fragment.right), strict=True):
            covered = set(range(begin, begin + fragment.length))
            assert not covered & taken
            taken |= covered


def test_a_hash_is_the_same_everywhere() -> None:
    assert hash_grams(read_source_tokens("x = 1")) == [6214845737208777781]


def test_a_solution_shorter_than_a_run_has_one_fingerprint() -> None:
    assert len(find_hashes("x")) == 1 and not find_hashes("")


def test_a_renamed_copy_is_found_among_others() -> None:
    others = [write_random_program(seed) for seed in range(8)]
    original = write_random_program(99)
    copy = write_program(random.Random(99).choices(STATEMENTS, k=12), ("k", "l", "m"), indent=" ")
    result = compare([*others, original, copy])
    best = result.pairs[0]
    assert (best.left, best.right, best.similarity) == (8, 9, 1.0)
    assert best.longest == len(read_source_tokens(original))
    assert result.compared == 10 and sum(result.histogram) == 45


def test_parts_in_another_order_are_found() -> None:
    parts = [write_random_program(seed, 5) for seed in (1, 2, 3)]
    result = compare(["".join(parts), "".join(reversed(parts)), write_random_program(7)])
    assert (result.pairs[0].left, result.pairs[0].right) == (0, 1)
    assert result.pairs[0].similarity > 0.6


def test_code_that_students_were_given_does_not_count() -> None:
    given_code = write_random_program(5, 10)
    result = compare([given_code + OWN, given_code + write_random_program(6, 4)], given_code)
    assert not result.pairs
    copies = compare([given_code + OWN, given_code + OWN], given_code)
    assert copies.pairs[0].similarity == 1.0
    assert copies.pairs[0].longest == len(read_source_tokens(OWN))


def test_an_unchanged_template_is_not_compared() -> None:
    given_code = write_random_program(5, 10)
    result = compare([given_code, given_code], given_code)
    assert (result.compared, result.without_own, result.pairs) == (0, 2, [])


def test_what_many_students_write_does_not_count() -> None:
    idiom = write_random_program(5, 6)
    result = compare([idiom + write_random_program(seed, 12) for seed in range(20, 35)])
    assert result.idioms
    assert all(pair.similarity < 0.9 for pair in result.pairs)
    assert compare([idiom] * 15).without_own == 15


def test_solutions_of_one_author_are_not_compared() -> None:
    result = compare([OWN, OWN, OWN], authors=[1, 1, 2])
    assert [(pair.left, pair.right) for pair in result.pairs] == [(1, 2), (0, 2)]
    assert sum(result.histogram) == 2


def test_every_pair_is_counted_once() -> None:
    sources = [write_random_program(seed, 4) for seed in range(20)]
    authors = [number % 7 for number in range(20)]
    result = compare(sources, authors=authors)
    different = sum(
        authors[one] != authors[other] for one in range(20) for other in range(one)
    )  # fmt: skip
    assert len(result.histogram) == BINS
    assert sum(result.histogram) == different


def test_limits_leave_out_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kriterion.similarity.solution_pairs.MAX_SOLUTIONS", 4)
    monkeypatch.setattr("kriterion.similarity.solution_pairs.MAX_PAIRS", 2)
    result = compare([OWN] * 5)
    assert (result.compared, result.left_out, len(result.pairs)) == (4, 1, 2)
    assert result.is_cut
    monkeypatch.setattr("kriterion.similarity.solution_pairs.MAX_ALL_TOKENS", 10)
    assert compare([OWN, "x"]).left_out == 1
    monkeypatch.undo()
    monkeypatch.setattr("kriterion.similarity.solution_pairs._FRAGMENT_TOKENS", 0)
    assert compare([OWN, OWN]).pairs[0].longest == -1


def test_clusters_are_connected_pairs() -> None:
    assert find_clusters([(1, 2), (5, 6), (2, 3), (8, 5), (9, 10)]) == [
        [1, 2, 3],
        [5, 6, 8],
        [9, 10],
    ]
    assert find_clusters([]) == []


def test_chance_explains_the_bulk_and_no_more() -> None:
    bulk = [int(100_000 * 0.7**number) for number in range(BINS)]
    expected = estimate_by_chance(bulk)
    assert expected is not None
    for counted, guessed in zip(count_from(bulk)[1:8], expected[1:8], strict=True):
        assert guessed == pytest.approx(counted, rel=0.2)
    copied = [*bulk[:-1], 40]
    assert expected[-1] < 1 and estimate_by_chance(copied)[-1] < 1  # type: ignore[index]
    assert 0.5 <= suggest_threshold(copied, least=0.5, default=0.9) < 0.9


def test_copies_far_from_the_bulk_are_not_explained() -> None:
    few = [50, 30, 40, 20, 15, 12, 9, 7, 5, 3, 2, 1, *[0] * (BINS - 13), 6]
    expected = estimate_by_chance(few)
    assert expected is not None and expected[-1] < 0.1
    assert suggest_threshold(few, least=0.5, default=0.9) == 0.5


@pytest.mark.parametrize("histogram", [[], [0] * BINS, [3, *[0] * (BINS - 1)]])
def test_of_few_pairs_nothing_is_expected(histogram: list[int]) -> None:
    assert estimate_by_chance(histogram) is None
    assert suggest_threshold(histogram, least=0.5, default=0.8) == 0.8


@given(st.lists(st.integers(0, 10**9), min_size=BINS, max_size=BINS))
def test_any_histogram_gives_an_estimate(histogram: list[int]) -> None:
    expected = estimate_by_chance(histogram)
    if expected is not None:
        assert all(0 <= number <= sum(histogram) for number in expected)
    assert 0 < suggest_threshold(histogram, least=0.5, default=0.9) <= 1


def test_tasks_are_done_by_a_process_and_can_be_stopped() -> None:
    reading = ReadingTask(solutions=[{"a.py": OWN}, {"b.py": OWN.upper(), "c.py": ""}], language="")
    task = run_task(reading, threading.Event())
    assert task == do_task(reading) and isinstance(task, ReadTokens)
    solutions = [ComparedSolution(number, number, task.tokens[0]) for number in range(2)]
    compared = do_task(ComparingTask(solutions=solutions, templates=[task.tokens[1]]))
    assert isinstance(compared, ComparedPairs) and compared.result.pairs and compared.template
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(TaskStoppedError):
        run_task(reading, stopped)
