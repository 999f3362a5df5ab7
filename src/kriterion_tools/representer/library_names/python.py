"""Names of members of Python's library: a receiver of unknown type may be a library's."""

_METHODS = """
acquire add add_note adjusted append appendleft as_integer_ratio as_posix as_tuple as_uri
astimezone bit_count bit_length cancel capitalize casefold cast center choice choices clear close
closed combine compare conjugate contiguous copy count ctime cwd date decode detach difference
difference_update discard encode end endpos endswith exists exp expand expandtabs expanduser
extend extendleft fileno find findall finditer flush fma format format_map from_decimal from_float
frombytes fromfile fromhex fromisocalendar fromisoformat fromkeys fromlist fromordinal
fromtimestamp fullmatch get getName get_nowait getrandbits getvalue glob group groupdict
groupindex groups hardlink_to hex home index insert intersection intersection_update isDaemon
is_absolute is_alive is_block_device is_canonical is_char_device is_dir is_fifo is_file is_finite
is_infinite is_integer is_mount is_nan is_normal is_qnan is_relative_to is_reserved is_set
is_signed is_snan is_socket is_subnormal is_symlink is_zero isalnum isalpha isascii isatty
isdecimal isdigit isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday
isprintable isspace issubset issuperset istitle isupper item items iterdir join joinpath keys
limit_denominator link_to ljust ln locked log10 logical_and logical_invert logical_or logical_xor
lower lstat lstrip maketrans match max mean min mkdir most_common move_to_end normalize notify
notifyAll notify_all now number_class open partition pop popitem popleft put put_nowait qsize
randbytes randint random randrange re read read_bytes read_text readable readline readlines
readlink readonly reconfigure relative_to release remove removeprefix removesuffix rename replace
reshape resolution resolve result reverse rfind rglob rindex rjust rmdir rotate rpartition rsplit
rstrip run samefile sample scanner search seek seekable send set setDaemon setName setdefault
shape shift shuffle sleep sort span split splitlines sqrt start startswith stat stop strerror
strftime strip strptime sub submit subn subtract sum swapcase symlink_to symmetric_difference
symmetric_difference_update task_done tell throw time timestamp timetuple timetz title to_bytes
tobytes today tofile tolist toordinal toreadonly total total_seconds touch translate truncate
tzinfo tzname uniform union unlink update upper utcfromtimestamp utcnow utcoffset utctimetuple
values wait wait_for weekday with_name with_stem with_suffix with_traceback writable write
write_bytes write_text writelines zfill
"""
_MATH = """
acos acosh asin asinh atan atan2 atanh ceil comb copysign cos cosh degrees dist erf fabs factorial
floor fmod frexp fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp log log1p log2
modf perm pow prod radians remainder sin sinh tan tanh trunc
"""
METHODS = frozenset(_METHODS.split()) | frozenset(_MATH.split())

_FIELDS = """
day days denominator hour imag maxlen microsecond microseconds minute month numerator real second
seconds year
"""
FIELDS = frozenset(_FIELDS.split())

_PATH = frozenset(
    {"anchor", "drive", "name", "parent", "parents", "parts", "root", "stem", "suffix", "suffixes"}
)
_MATCH = frozenset({"endpos", "flags", "lastgroup", "lastindex", "pattern", "pos", "re", "string"})
FIELDS_BY_WORD = {
    **dict.fromkeys(
        ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"), frozenset({"name", "value"})
    ),
    **dict.fromkeys(("pathlib", "Path", "PurePath"), _PATH),
    **dict.fromkeys(("re", "fullmatch", "finditer"), _MATCH),
    "except": frozenset({"args", "errno", "filename", "msg", "name", "obj", "reason"}),
    "defaultdict": frozenset({"default_factory"}),
    "range": frozenset({"start", "step", "stop"}),
    "slice": frozenset({"start", "step", "stop"}),
    "partial": frozenset({"args", "func", "keywords"}),
    "array": frozenset({"itemsize", "typecode"}),
    "timedelta": frozenset({"max", "min", "resolution"}),
    "sys": frozenset({"argv", "maxsize", "stderr", "stdin", "stdout"}),
}

# Members that the library looks for in an object that it is given.
_WRITTEN = frozenset({"flush", "write"})
LOOKED_UP = {
    "": frozenset({"keys", "send", "throw"}),
    **dict.fromkeys(("file", "stdout", "stderr", "dump", "writer", "DictWriter"), _WRITTEN),
    **dict.fromkeys(("StreamHandler", "redirect_stdout", "redirect_stderr"), _WRITTEN),
    **dict.fromkeys(("load", "stdin", "shlex"), frozenset({"read", "readline", "readinto"})),
    **dict.fromkeys(("closing", "aclosing"), frozenset({"close", "aclose"})),
    "metaclass": frozenset({"mro"}),
    "addFilter": frozenset({"filter"}),
    "addHandler": frozenset({"handle", "level"}),
    "Fraction": frozenset({"as_integer_ratio", "numerator", "denominator"}),
    **dict.fromkeys(
        ("meta_path", "path_hooks"),
        frozenset({"find_spec", "invalidate_caches", "create_module", "exec_module"}),
    ),
}
