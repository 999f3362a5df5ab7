"""Find the pairs of similar solutions among all solutions to an exercise.

Candidates come from an index of fingerprints: pairs that share nothing are counted, not compared.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

import msgspec

from kriterion.similarity.fingerprints import find_fingerprints, hash_grams
from kriterion.similarity.shared_fragments import PreparedTokens, find_fragments, prepare_tokens
from kriterion.similarity.token_sequence import TokenSequence, unpack_tokens

MAX_SOLUTIONS: Final = 10_000
MAX_ALL_TOKENS: Final = 10_000_000  # of all solutions together
MAX_PAIRS: Final = 5_000  # the most similar ones are kept
BINS: Final = 50  # of the histogram
LEAST_SIMILARITY: Final = 0.3  # of a pair that is kept
# A fingerprint of more solutions than these is an idiom. A tenth of them, within bounds: in a small
# class ten may still have it from each other; beyond the upper bound an index does not help.
_IDIOM_SHARE: Final = 0.1
_FEWEST_FOR_IDIOM: Final = 10
_MAX_BEFORE_IDIOM: Final = 300
# A pair that shares less proves nothing, however short its solutions are.
LEAST_SHARED: Final = 3
# Tokens of pairs whose longest fragment is computed; beyond, it stays unknown.
_FRAGMENT_TOKENS: Final = 50_000_000


class ComparedSolution(msgspec.Struct, frozen=True, array_like=True):
    """A solution: its id, its author's, and what `pack_tokens` returned."""

    id: int
    author: int
    tokens: bytes


class SolutionPair(msgspec.Struct, frozen=True, array_like=True):
    """Two solutions by id, the smaller first, and how alike they are.

    `similarity` is the share of fingerprints, `longest` the tokens of the longest fragment: -1 if
    it was not computed.
    """

    left: int
    right: int
    similarity: float
    shared: int
    longest: int


class SimilarityResult(msgspec.Struct, frozen=True, kw_only=True):
    """The pairs, most similar first, and figures to judge them by.

    `histogram` counts all pairs of different authors by similarity, in BINS equal parts.
    `without_own` solutions have no code of their own, `left_out` ones exceed a limit. `idioms` are
    the fingerprints that too many solutions have. `is_cut`: more pairs were similar than are kept.
    """

    pairs: list[SolutionPair]
    histogram: list[int]
    compared: int
    without_own: int = 0
    left_out: int = 0
    idioms: list[int] = []
    is_cut: bool = False


class _Solution:
    """A solution while it is compared. `distinctive` are its fingerprints without idioms."""

    __slots__ = ("author", "distinctive", "hashes", "id", "tokens")

    def __init__(self, source: ComparedSolution, tokens: TokenSequence, given: set[int]) -> None:
        self.id = source.id
        self.author = source.author
        self.tokens = source.tokens
        self.hashes = {fingerprint.hash for fingerprint in find_fingerprints(tokens)} - given
        self.distinctive = self.hashes


def list_template_hashes(templates: Iterable[TokenSequence]) -> set[int]:
    """Return the hashes of all runs of the code that students are given."""
    return {run for tokens in templates for run in hash_grams(tokens)}


def measure_similarity(left: set[int], right: set[int]) -> float:
    """Return the share of fingerprints that two solutions have in common: 1.0 for equal sets."""
    size = len(left) + len(right)
    return 2 * len(left & right) / size if size else 1.0


def compare_solutions(sources: Sequence[ComparedSolution], template: set[int]) -> SimilarityResult:
    """Compare all solutions with each other, except those of the same author."""
    solutions, left_out = _read_solutions(sources, template)
    idioms = _find_idioms(solutions)
    for solution in solutions:
        solution.distinctive = solution.hashes - idioms
    compared = [solution for solution in solutions if solution.distinctive]
    pairs, histogram, is_cut = _find_pairs(compared)
    return SimilarityResult(
        pairs=_measure_longest(pairs, compared, template, idioms),
        histogram=histogram,
        compared=len(compared),
        without_own=len(solutions) - len(compared),
        left_out=left_out,
        idioms=sorted(idioms),
        is_cut=is_cut,
    )


def _read_solutions(
    sources: Sequence[ComparedSolution], template: set[int]
) -> tuple[list[_Solution], int]:
    """Return the solutions within the limits, by id, and how many are beyond them."""
    solutions: list[_Solution] = []
    room = MAX_ALL_TOKENS
    for source in sorted(sources, key=lambda source: source.id)[-MAX_SOLUTIONS:]:
        tokens = unpack_tokens(source.tokens)
        if len(tokens) <= room:
            room -= len(tokens)
            solutions.append(_Solution(source, tokens, template))
    return solutions, len(sources) - len(solutions)


def _find_idioms(solutions: Sequence[_Solution]) -> set[int]:
    authors: defaultdict[int, set[int]] = defaultdict(set)
    for solution in solutions:
        for run in solution.hashes:
            authors[run].add(solution.author)
    all_authors = len({solution.author for solution in solutions})
    most = min(max(_FEWEST_FOR_IDIOM, int(_IDIOM_SHARE * all_authors)), _MAX_BEFORE_IDIOM)
    return {run for run, theirs in authors.items() if len(theirs) > most}


def _find_pairs(compared: Sequence[_Solution]) -> tuple[list[SolutionPair], list[int], bool]:
    """Return the most similar pairs, the histogram of all, and whether pairs were left out."""
    index: defaultdict[int, list[int]] = defaultdict(list)
    histogram = [0] * BINS
    best: list[tuple[float, int, int, int]] = []
    similar = 0
    by_author: Counter[int] = Counter()
    for number, solution in enumerate(compared):
        lists = [index[run] for run in solution.distinctive]
        candidates = Counter(chain.from_iterable(lists))
        histogram[0] += number - by_author[solution.author] - len(candidates)
        size, author = len(solution.distinctive), solution.author
        for other_number, shared in candidates.items():
            other = compared[other_number]
            if other.author == author:
                histogram[0] += 1  # it was not among those subtracted
                continue
            similarity = 2 * shared / (size + len(other.distinctive))
            histogram[min(int(similarity * BINS), BINS - 1)] += 1
            if similarity >= LEAST_SIMILARITY and shared >= LEAST_SHARED:
                similar += 1
                row = (similarity, shared, other_number, number)
                if len(best) < MAX_PAIRS:
                    heapq.heappush(best, row)
                elif row > best[0]:
                    heapq.heapreplace(best, row)
        for places in lists:
            places.append(number)
        by_author[author] += 1
    pairs = [
        SolutionPair(compared[left].id, compared[right].id, similarity, shared, -1)
        for similarity, shared, left, right in sorted(best, reverse=True)
    ]
    return pairs, histogram, similar > len(pairs)


def _measure_longest(
    pairs: Sequence[SolutionPair],
    compared: Sequence[_Solution],
    template: set[int],
    idioms: set[int],
) -> list[SolutionPair]:
    packed = {solution.id: solution.tokens for solution in compared}
    prepared: dict[int, PreparedTokens] = {}

    def prepare(pk: int) -> PreparedTokens:
        if pk not in prepared:
            prepared[pk] = prepare_tokens(unpack_tokens(packed[pk]), template)
        return prepared[pk]

    measured: list[SolutionPair] = []
    room = _FRAGMENT_TOKENS
    for pair in pairs:
        left, right = prepare(pair.left), prepare(pair.right)
        room -= len(left.codes) + len(right.codes)
        longest = -1
        if room >= 0:
            fragments = find_fragments(left, right, idioms | template)
            longest = fragments[0].length if fragments else 0
        measured.append(msgspec.structs.replace(pair, longest=longest))
    return measured
