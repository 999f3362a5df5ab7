"""Names of members of C's library: a receiver of unknown type may be a library's."""

METHODS: frozenset[str] = frozenset()

_FIELDS = """
d_name quot rem st_mode st_size tm_hour tm_isdst tm_mday tm_min tm_mon tm_sec tm_wday tm_yday
tm_year tv_nsec tv_sec tv_usec
"""
FIELDS = frozenset(_FIELDS.split())
