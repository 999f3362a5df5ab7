"""How much disk space the repositories of a teacher may take."""

import os
from pathlib import Path

from django.db.models import Sum
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_noop

from kriterion.host.installation import Installation
from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.repositories import archive_bounds, git_clone, git_program
from kriterion.web.repositories.models import Repository

_BLOCK = 4096  # bytes that even the smallest file or directory takes

NO_SPACE = RefusalKind(
    "repository.no-space",
    gettext_noop(
        "the repositories of one teacher may take %(most)s of this site's disk together, and "
        "the other repositories of this owner take %(used)s: make this one smaller, remove one, "
        "or ask an administrator for more"
    ),
)
_TOO_LARGE = (
    git_program.TOO_LARGE,
    git_clone.FILES_TOO_LARGE,
    archive_bounds.FILES_TOO_LARGE,
)


def read_quota_bytes() -> int:
    """Return how much the repositories of a teacher may take together."""
    return Installation().settings.teacher_repository_bytes


def sum_bytes(owner: User, *, without: Repository | None = None) -> int:
    """Return how much the repositories of an owner take, without previous versions."""
    own = Repository.objects.filter(owner=owner)
    if without is not None:
        own = own.exclude(pk=without.pk)
    return own.aggregate(total=Sum("size_bytes"))["total"] or 0


def find_room(repository: Repository) -> int | None:
    """Return how much a repository may take, at least 0; None if its owner has no limit."""
    owner = repository.owner
    if owner is None or may_administer(owner):
        return None
    return max(read_quota_bytes() - sum_bytes(owner, without=repository), 0)


def refuse_space(repository: Repository) -> Refusal:
    """Return the refusal of a version that exceeds its owner's limit."""
    assert repository.owner is not None
    used = sum_bytes(repository.owner, without=repository)
    sizes = {"most": read_quota_bytes(), "used": used}
    return Refusal(NO_SPACE, {name: filesizeformat(size) for name, size in sizes.items()})


def explain_refusal(refusal: Refusal, repository: Repository) -> Refusal:
    """Return a refusal that names the owner's limit if a size was refused."""
    return refuse_space(repository) if refusal.kind in _TOO_LARGE else refusal


def measure_space(directory: Path) -> int:
    """Return how much the files and directories of a copy take."""
    total = 0
    for place, folders, names in os.walk(directory):
        total += _BLOCK * len(folders)
        for name in names:
            try:
                size = (Path(place) / name).lstat().st_size
            except OSError:  # removed meanwhile, from a directory that somebody edits
                continue
            total += -(-max(size, 1) // _BLOCK) * _BLOCK
    return total
