"""Versions of a repository that lost many activities: not used until somebody confirms them.

A wrong branch or a failed push would otherwise remove exercises from a running course.
"""

import msgspec
from django.utils.translation import gettext

from kriterion.web.catalog.models import ActivityState
from kriterion.web.catalog.repository_contents import Contents
from kriterion.web.catalog.signals import version_withheld
from kriterion.web.database.storable import make_json_storable
from kriterion.web.repositories.models import Repository

_FEW = 4  # with fewer activities, losing half may well be intended
_LISTED = 20


def withhold(repository: Repository, contents: Contents, digest: str) -> str:
    """Withhold a version that lost all or more than half of the activities, unless it was
    confirmed; return why it is withheld, or "".

    The problems that its page lists are those of the withheld version: they may be the reason.
    """
    known = repository.activities.filter(state=ActivityState.OK)
    before = set(known.values_list("type", "path"))
    after = {(str(row.type), row.path) for row in contents.activities}
    is_loss = (before and not after) or (len(before) >= _FEW and 2 * len(after) < len(before))
    if not is_loss or digest == repository.confirmed:
        return ""
    lost = sorted(path for kind, path in before - after)
    is_known = repository.withheld is not None and repository.withheld["digest"] == digest
    repository.withheld = {
        "digest": digest,
        "before": len(before),
        "after": len(after),
        "lost": lost[:_LISTED],
        "unlisted": len(lost[_LISTED:]),
    }
    repository.problems = make_json_storable(msgspec.to_builtins(list(contents.findings)))
    repository.save(update_fields=["withheld", "problems"])
    if not is_known:
        version_withheld.send(sender=Repository, repository=repository)
    return gettext(
        "The new version has %(after)d of the %(before)d activities. It is not used until it is "
        "confirmed."
    ) % {"after": len(after), "before": len(before)}


def confirm(repository: Repository, digest: str) -> bool:
    """Confirm the withheld version with that digest, so that fetching it again uses it.

    Return False if another version, or none, is withheld by now.
    """
    if not repository.withheld or repository.withheld["digest"] != digest:
        return False
    return bool(Repository.objects.filter(pk=repository.pk).update(confirmed=digest))
