"""The ways to bring in a repository that work on this site."""

from django.utils.formats import number_format
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.repositories.ssh_access import is_ssh_installed
from kriterion.web.tools.machine import this_machine

UPLOAD_BYTES = 500 * 1024 * 1024  # of administrators
TEACHER_UPLOAD_BYTES = 100 * 1024 * 1024
MAX_REPOSITORIES = 30  # of one teacher: each takes disk space, and they are fetched in turn


def find_upload_limit(user: User) -> int:
    """Return the maximum size of an archive that a user may upload."""
    return UPLOAD_BYTES if may_administer(user) else TEACHER_UPLOAD_BYTES


def describe_import_methods(user: User) -> str:
    """Name the ways that work, in one sentence."""
    settings = this_machine().settings
    if is_ssh_installed():
        ways = [gettext("a Git URL with https:// or ssh://")]
    else:
        ways = [gettext("a Git URL with https://")]
    if settings.git_hosts:
        hosts = ", ".join(settings.git_hosts)
        ways = [gettext("a Git URL on %(hosts)s") % {"hosts": hosts}]
    size = number_format(find_upload_limit(user) // 2**20)
    ways.append(gettext("a zip or tar archive of at most %(size)s MB") % {"size": size})
    if settings.repository_directories:
        places = ", ".join(map(str, settings.repository_directories))
        ways.append(gettext("a directory in %(places)s") % {"places": places})
    return gettext("You can add %(ways)s.") % {"ways": "; ".join(ways)}
