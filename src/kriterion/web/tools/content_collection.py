"""Remove stored content that neither a repository nor a tool needs any more."""

import logging
from typing import Any

from kriterion.web.content.content_access import StoreKind, is_fetched, open_store
from kriterion.web.content.content_store import StoredTree
from kriterion.web.repositories.models import Repository
from kriterion.web.tools.models import Tool

_log = logging.getLogger(__name__)


def collect_content(**_: Any) -> None:
    """Remove unneeded content from the site's stores; a receiver of signals.

    Workers that fetch their content keep within a limit instead.
    """
    if is_fetched():
        return
    try:
        for kind, digests in _find_needed().items():
            open_store(kind).collect(digests)
    except OSError:
        _log.exception("unused content could not be removed")


def list_unneeded_content() -> list[StoredTree]:
    """Return the trees in the site's stores that nothing needs."""
    if is_fetched():
        return []
    return [
        tree
        for kind, digests in _find_needed().items()
        for tree in open_store(kind).list_trees()
        if tree.digest not in digests
    ]


def _find_needed() -> dict[StoreKind, set[str]]:
    tools = Tool.objects.values_list("digest", "comments_digest")
    return {
        StoreKind.REPOSITORY: set(Repository.objects.values_list("digest", flat=True)),
        StoreKind.TOOL: {digest for digests in tools for digest in digests},
    }
