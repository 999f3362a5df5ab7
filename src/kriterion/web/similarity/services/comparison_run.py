"""Make a comparison: read the tokens that are not stored yet, compare all, store the pairs.

Every write names the attempt; what was read is kept, so that nothing is read twice.
"""

import logging
import struct
import threading
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final

from django.db.models import F, Q, QuerySet

from kriterion.similarity.similarity_tasks import (
    MAX_BATCH,
    ComparedPairs,
    ComparingTask,
    ReadingTask,
    ReadTokens,
)
from kriterion.similarity.solution_pairs import ComparedSolution
from kriterion.similarity.task_runner import TaskLostError, run_task
from kriterion.similarity.token_sequence import TOKENS_VERSION, TokenSequence, pack_tokens
from kriterion.web.database import database_clock as clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.similarity.models import (
    ComparisonState,
    SimilarPair,
    SolutionComparison,
    StoredTokens,
)
from kriterion.web.similarity.services.comparison_request import list_templates
from kriterion.web.similarity.services.comparison_scope import digest_selection, list_compared
from kriterion.web.submissions.models import Submission

LEASE: Final = timedelta(seconds=30)
MAX_LOSSES: Final = 3
_AT_ONCE: Final = 500  # ids of a query

_log = logging.getLogger(__name__)


def find_claimable(*, suspects: bool) -> QuerySet[SolutionComparison]:
    """Return the comparisons that may be claimed.

    `suspects`: also those that a process died with.
    """
    is_free = Q(lease_until=None) | Q(lease_until__lt=clock.now())
    rows = SolutionComparison.objects.filter(is_free, state=ComparisonState.WAITING).order_by("pk")
    return rows if suspects else rows.filter(losses=0)


def claim_comparison(*, suspects: bool) -> SolutionComparison | None:
    """Claim the next comparison, or fail one that processes keep dying with."""
    if not find_claimable(suspects=suspects).exists():  # so that no lock is taken
        return None
    with write_transaction():
        locked = find_claimable(suspects=suspects).select_for_update(skip_locked=True)
        comparison = locked.first()
        if comparison is None:
            return None
        is_lost = comparison.losses >= MAX_LOSSES
        SolutionComparison.objects.filter(pk=comparison.pk).update(
            attempt=F("attempt") + 1,
            losses=F("losses") + 1,
            lease_until=clock.after(LEASE),
            state=ComparisonState.FAILED if is_lost else ComparisonState.WAITING,
        )
    if is_lost:
        return None
    return SolutionComparison.objects.select_related("activity__repository").get(pk=comparison.pk)


def renew_lease(comparison: SolutionComparison) -> None:
    _find_row(comparison).update(lease_until=clock.after(LEASE))


def requeue_comparison(comparison: SolutionComparison) -> None:
    """Requeue it without counting a loss."""
    _find_row(comparison).update(lease_until=None, losses=F("losses") - 1)


def mark_failed(comparison: SolutionComparison) -> None:
    _find_row(comparison).update(state=ComparisonState.FAILED, lease_until=None)


def make_comparison(comparison: SolutionComparison, stopped: threading.Event) -> None:
    """Make a comparison. Raises TaskStoppedError, and TaskLostError if it exceeds the limits."""
    activity = comparison.activity
    authors = dict(list_compared(activity.pk, comparison.courses, comparison.choice))
    language = activity.programming_language
    _read_missing(comparison, list(authors), language, stopped)
    templates = list_templates(activity)
    packed = [
        _read_one({"": text}, language, stopped) for text in templates
    ]  # without a name, the exercise's language counts
    solutions = [
        ComparedSolution(pk, authors[pk], document) for pk, document in _load_tokens(authors)
    ]
    task = ComparingTask(solutions=solutions, templates=packed)
    answer = run_task(task, stopped)
    assert isinstance(answer, ComparedPairs)
    _store(comparison, answer, digest_selection(authors, templates))


def _read_missing(
    comparison: SolutionComparison,
    submissions: Sequence[int],
    language: str,
    stopped: threading.Event,
) -> None:
    known = {pk for pk, _ in _find_stored(submissions)}
    missing = iter([pk for pk in submissions if pk not in known])
    done = len(known)
    _find_row(comparison).update(read=done, to_read=len(submissions))
    while batch := list(islice(missing, MAX_BATCH)):
        rows = Submission.objects.filter(pk__in=batch).only("pk", "file_names", "files")
        texts = {row.pk: row.texts for row in rows}
        _store_tokens(_read_batch(texts, language, stopped))
        done += len(batch)
        # Count only deaths of processes without progress between them.
        _find_row(comparison).update(read=done, losses=1)


def _read_batch(
    texts: dict[int, dict[str, str]], language: str, stopped: threading.Event
) -> dict[int, bytes]:
    """Return the tokens of each solution; a process that dies costs the others nothing."""
    try:
        task = ReadingTask(solutions=list(texts.values()), language=language)
        answer = run_task(task, stopped)
        assert isinstance(answer, ReadTokens)
        return dict(zip(texts, answer.tokens, strict=True))
    except TaskLostError:
        return {pk: _read_one(files, language, stopped) for pk, files in texts.items()}


def _read_one(files: dict[str, str], language: str, stopped: threading.Event) -> bytes:
    """Return the tokens of one solution; if a process dies, those without a grammar, or none."""
    for use_grammars in (True, False):
        task = ReadingTask(solutions=[files], language=language, use_grammars=use_grammars)
        try:
            answer = run_task(task, stopped)
        except TaskLostError as error:
            _log.warning("the tokens of a solution cannot be read: %s", error)
            continue
        assert isinstance(answer, ReadTokens)
        return answer.tokens[0]
    return pack_tokens(TokenSequence.from_tokens(()))


def _store_tokens(documents: dict[int, bytes]) -> None:
    """Store tokens of the submissions that still exist."""
    with write_transaction():
        exist = Submission.objects.filter(pk__in=documents).select_for_update(no_key=True)
        StoredTokens.objects.bulk_create(
            [
                StoredTokens(submission_id=pk, version=TOKENS_VERSION, document=documents[pk])
                for pk in exist.order_by("pk").values_list("pk", flat=True)
            ],
            update_conflicts=True,
            unique_fields=["submission"],
            update_fields=["version", "document"],
        )


def _load_tokens(submissions: Iterable[int]) -> list[tuple[int, bytes]]:
    return [
        (pk, bytes(document))
        for part in _split(submissions)
        for pk, document in _find_documents(part)
    ]


def _find_stored(submissions: Iterable[int]) -> list[tuple[int, int]]:
    return [
        row
        for part in _split(submissions)
        for row in StoredTokens.objects.filter(
            submission__in=part, version=TOKENS_VERSION
        ).values_list("submission_id", "version")
    ]


def _find_documents(part: list[int]) -> Iterable[tuple[int, bytes | memoryview]]:
    rows = StoredTokens.objects.filter(submission__in=part, version=TOKENS_VERSION)
    return rows.order_by("pk").values_list("submission_id", "document")


def _split(submissions: Iterable[int]) -> Iterable[list[int]]:
    rest = iter(submissions)
    while part := list(islice(rest, _AT_ONCE)):
        yield part


def _store(comparison: SolutionComparison, answer: ComparedPairs, selection: str) -> None:
    """Replace the pairs in one transaction, unless another attempt has begun."""
    result = answer.result
    with write_transaction():
        if _find_row(comparison).select_for_update().first() is None:
            return
        comparison.pairs.all().delete()
        ids = {pk for pair in result.pairs for pk in (pair.left, pair.right)}
        exist = {
            pk
            for part in _split(sorted(ids))
            for pk in Submission.objects.filter(pk__in=part)
            .select_for_update(no_key=True)
            .values_list("pk", flat=True)
        }
        SimilarPair.objects.bulk_create(
            (
                SimilarPair(
                    comparison=comparison,
                    left_id=pair.left,
                    right_id=pair.right,
                    similarity=pair.similarity,
                    longest=pair.longest,
                )
                for pair in result.pairs
                if {pair.left, pair.right} <= exist
            ),
            batch_size=_AT_ONCE,
        )
        _find_row(comparison).update(
            state=ComparisonState.READY,
            losses=0,
            lease_until=None,
            compared_at=clock.now(),
            selection=selection,
            compared=result.compared,
            without_own=result.without_own,
            left_out=result.left_out,
            is_cut=result.is_cut,
            histogram=result.histogram,
            idioms=pack_hashes(result.idioms),
            template=pack_hashes(answer.template),
        )


def pack_hashes(hashes: Sequence[int]) -> bytes:
    """Encode hashes for storage, eight bytes each."""
    return struct.pack(f"<{len(hashes)}Q", *hashes)


def unpack_hashes(content: bytes | memoryview) -> set[int]:
    return {number for (number,) in struct.iter_unpack("<Q", content)}


def _find_row(comparison: SolutionComparison) -> QuerySet[SolutionComparison]:
    return SolutionComparison.objects.filter(
        pk=comparison.pk, attempt=comparison.attempt, state=ComparisonState.WAITING
    )
