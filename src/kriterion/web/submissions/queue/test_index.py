"""The outcomes of tests, stored with an assessment, so that statistics need not read it."""

import hashlib
import json
from collections.abc import Sequence

from kriterion.feedback.test_outcomes import CheckedTest, make_path_digest
from kriterion.web.database.storable import make_storable
from kriterion.web.submissions.models import (
    ExerciseTest,
    SubmissionTests,
    TestPattern,
)


def store_tests(submission_id: int, activity_id: int, outcomes: Sequence[CheckedTest]) -> None:
    """Replace the stored outcomes of a submission; call it in the transaction of its assessment."""
    if not outcomes:
        SubmissionTests.objects.filter(submission=submission_id).delete()
        return
    outcomes = [
        CheckedTest(tuple(make_storable(name) for name in outcome.path), outcome.passed)
        for outcome in outcomes
    ]
    SubmissionTests.objects.update_or_create(
        submission_id=submission_id,
        defaults={"pattern_id": _store_pattern(activity_id, outcomes)},
    )


def _store_pattern(activity_id: int, outcomes: Sequence[CheckedTest]) -> int:
    """Return the key of a pattern; an unknown one is stored with its tests."""
    written = json.dumps([[outcome.path, outcome.passed] for outcome in outcomes])
    digest = hashlib.sha256(written.encode()).hexdigest()
    patterns = TestPattern.objects.filter(activity=activity_id, digest=digest)
    known = patterns.values_list("pk", flat=True).first()
    if known is not None:
        return known
    tests = _store_tests(activity_id, outcomes)
    keys: dict[bool, list[int]] = {True: [], False: []}
    for outcome in outcomes:
        keys[outcome.passed].append(tests[make_path_digest(outcome.path)])
    pattern = TestPattern(
        activity_id=activity_id, digest=digest, passed=keys[True], failed=keys[False]
    )
    # Another worker may have stored it meanwhile.
    TestPattern.objects.bulk_create([pattern], ignore_conflicts=True)
    return patterns.values_list("pk", flat=True).get()


def _store_tests(activity_id: int, outcomes: Sequence[CheckedTest]) -> dict[str, int]:
    """Return the key of each test by the digest of its path; unknown tests are stored."""
    paths = {
        make_path_digest(outcome.path): (position, outcome.path)
        for position, outcome in enumerate(outcomes)
    }
    stored = ExerciseTest.objects.filter(activity=activity_id, digest__in=paths)
    known = dict(stored.values_list("digest", "pk"))
    missing = [
        ExerciseTest(activity_id=activity_id, digest=digest, position=position, path=list(path))
        for digest, (position, path) in sorted(paths.items())
        if digest not in known
    ]
    if not missing:
        return known
    ExerciseTest.objects.bulk_create(missing, ignore_conflicts=True)
    return dict(stored.all().values_list("digest", "pk"))
