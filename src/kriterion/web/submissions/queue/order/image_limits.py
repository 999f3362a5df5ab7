"""Limits on how many submissions of an image run at once, on all workers together.

For tools of which only a few may run at a time, because of a licence or of a service that they
share. A claim of such a submission holds its image, so that two workers cannot exceed a limit
together. Images without a limit are claimed as before.
"""

from collections.abc import Mapping

from django.db import connection
from django.db.models import Count, QuerySet

from kriterion.web.submissions.models import Submission, SubmissionState

ImageLimits = Mapping[str, int]  # by the image's name

_IMAGE_LOCKS = 470_522  # the first half of our advisory locks on images


def list_full_images(limits: ImageLimits) -> frozenset[str]:
    """Return the images of which as many submissions run as may."""
    if not limits:
        return frozenset()
    running = _select_running().filter(image__in=limits).order_by()
    counts = running.values_list("image").annotate(number=Count("pk"))
    return frozenset(image for image, number in counts if number >= limits[image])


def hold_image(image: str, limit: int) -> bool:
    """Return whether one more submission of an image may run.

    Until the transaction ends, nobody else claims one of it.
    """
    if connection.vendor == "postgresql":  # elsewhere one transaction writes at a time
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_IMAGE_LOCKS, image])
    return len(_select_running().filter(image=image).values_list("pk")[:limit]) < limit


def _select_running() -> QuerySet[Submission]:
    """Select running submissions; an index has them in this order."""
    running = Submission.unlimited.filter(state=SubmissionState.RUNNING)
    return running.order_by("lease_until")
