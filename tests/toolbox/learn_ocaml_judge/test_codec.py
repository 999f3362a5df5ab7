"""Any bytes between the two processes are a value of the requested type, or refused.

A separate program (`codec/driver.ml`) drives the codec. It is built once and takes many frames.
"""

import resource
import shutil
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.places import find_shared_directory, make_once
from tests.toolbox.learn_ocaml_judge.conftest import JUDGE

pytestmark = pytest.mark.machine

DRIVER = Path(__file__).parent / "codec" / "driver.ml"
MAX_BYTES = 2 << 30  # of address space, beyond which the driver ends
FEW_EXAMPLES = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


class Driver:
    """A running driver that is asked line by line."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            (str(program),),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES)),
        )
        self._names = count(1)

    def ask(self, *words: object) -> str:
        """Return the driver's answer. Fails if the driver has died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        text = self._process.stdout.readline().strip()
        assert text, f"the driver ended with {self._process.wait()}"
        return text

    def shape(self, one: "Type") -> str:
        """Return the number of the shape of a type, declared in its own module."""
        module = f"Module{next(self._names)}"
        text = f"module {module} = struct {one.declarations} type asked = {one.text} end"
        return self.ask("declare", text.encode().hex(), f"{module}.asked".encode().hex())

    def stop(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")

    def build(directory: Path) -> None:
        sources = directory / "judge"
        shutil.copytree(JUDGE, sources)
        shutil.copy(DRIVER, sources / "grader" / "main.ml")
        subprocess.run((sources / "build", directory), check=True, timeout=300)

    place = make_once(find_shared_directory(tmp_path_factory), "codec-driver", build)
    running = Driver(place / "grader")
    yield running
    running.stop()


class Type(NamedTuple):
    """A type, and the declarations that it needs."""

    declarations: str
    text: str


SIMPLE = (
    *("int", "char", "bool", "unit", "float", "string", "bytes", "int32", "int64", "nativeint"),
    *("exn", "floatarray"),
)

_names = count(1)


def _join(parts: list[Type]) -> str:
    return " ".join(part.declarations for part in parts)


def _applied(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    forms = st.sampled_from(["list", "option", "array", "ref", "Lazy.t", "Seq.t"])
    return st.builds(lambda one, form: Type(one.declarations, f"({one.text}) {form}"), inner, forms)


def _several(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    def build(parts: list[Type], form: str) -> Type:
        texts = [f"({part.text})" for part in parts]
        if form == "result":
            return Type(_join(parts), f"({texts[0]}, {texts[-1]}) result")
        return Type(_join(parts), form.join(texts))

    return st.builds(
        build, st.lists(inner, min_size=2, max_size=4), st.sampled_from([" * ", " -> ", "result"])
    )


def _tags(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    def build(parts: list[Type]) -> Type:
        tags = " | ".join(f"`T{at} of ({part.text})" for at, part in enumerate(parts))
        return Type(_join(parts), f"[ `None | {tags} ]")

    return st.builds(build, st.lists(inner, min_size=1, max_size=3))


def _record(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    def build(parts: list[tuple[Type, bool]], recursion: str) -> Type:
        name = f"t{next(_names)}"
        fields = [
            f"{'mutable ' if mutable else ''}f{at} : {part.text}"
            for at, (part, mutable) in enumerate(parts)
        ]
        if recursion:
            fields.append(f"more : {name} {recursion}")
        declared = _join([part for part, _ in parts])
        return Type(f"{declared} type {name} = {{ {'; '.join(fields)} }}", name)

    floats = st.tuples(st.just(Type("", "float")), st.booleans())
    fields = st.lists(st.tuples(inner, st.booleans()), min_size=1, max_size=4)
    fields |= st.lists(floats, min_size=1, max_size=4)
    return st.builds(build, fields, st.sampled_from(["", "", "option", "list", "ref array"]))


def _variant(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    def build(constants: int, parts: list[tuple[Type, str]]) -> Type:
        name = f"t{next(_names)}"
        constructors = [f"C{at}" for at in range(constants)]
        for at, (part, form) in enumerate(parts):
            text = f"({part.text})" if "->" in part.text else part.text
            output = form.format(text=text, name=name)
            constructors.append(f"B{at} of {output}")
        declared = _join([part for part, _ in parts])
        return Type(f"{declared} type {name} = {' | '.join(constructors)}", name)

    forms = st.sampled_from(
        [
            "{text}",
            "({text}) * {name}",
            "{{ mutable it : {text}; next : {name} }}",
            "int * ({text})",
        ]
    )
    return st.builds(
        build, st.integers(1, 3), st.lists(st.tuples(inner, forms), min_size=0, max_size=3)
    )


TYPES = st.recursive(
    st.sampled_from(SIMPLE).map(lambda name: Type("", name)),
    lambda inner: st.one_of(
        _applied(inner), _several(inner), _tags(inner), _record(inner), _variant(inner)
    ),
    max_leaves=6,
)


def _send_shape(driver: Driver, one: Type) -> str:
    number = driver.shape(one)
    assume(not number.startswith("cannot"))
    return number


def _is_clean(text: str, frame: bytes) -> None:
    """Check that the answer is a value or a refusal, and that memory use is proportional to the
    frame.
    """
    allocated, outcome, *_ = text.split(" ")
    assert outcome in {"value", "refused", "empty"}, (text, frame.hex())
    assert int(allocated) <= 100_000 + 4_000 * len(frame), (text, frame.hex())


def _decode_frame(text: str) -> bytes:
    return bytes.fromhex(text.split(" ")[1]) if " " in text else b""


@pytest.mark.long(reason="a property over generated types")
@FEW_EXAMPLES
@given(one=TYPES, seeds=st.lists(st.integers(0, 1 << 29), min_size=10, max_size=20, unique=True))
def test_values_of_any_type_survive_a_round_trip(
    driver: Driver, one: Type, seeds: list[int]
) -> None:
    number = _send_shape(driver, one)
    for seed in seeds:
        response = driver.ask("trip", number, seed)
        assert response.split(" ")[0] in {"alike", "functions", "empty"}, (one, seed, response)


@pytest.mark.long(reason="compiles a decoder and sends it thousands of frames")
@FEW_EXAMPLES
@given(one=TYPES, frames=st.lists(st.binary(max_size=60), min_size=20, max_size=40))
def test_any_bytes_are_a_value_of_the_type_or_refused(
    driver: Driver, one: Type, frames: list[bytes]
) -> None:
    number = _send_shape(driver, one)
    for frame in frames:
        _is_clean(driver.ask("read", number, frame.hex()), frame)


# Where to edit a frame, the new bytes, and how many bytes they replace.
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 4), st.binary(max_size=10)), min_size=1, max_size=4
)


def _edit_frame(frame: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for where, taken, put in edits:
        at = int(where * len(frame))
        frame = frame[:at] + put + frame[at + taken :]
    return frame


@pytest.mark.long(reason="compiles a decoder and sends it thousands of frames")
@FEW_EXAMPLES
@given(
    one=TYPES,
    seed=st.integers(0, 1 << 29),
    edits=st.lists(EDITS, min_size=20, max_size=40),
    other=st.integers(0, 1 << 29),
)
def test_changed_frames_are_a_value_of_the_type_or_refused(
    driver: Driver, one: Type, seed: int, edits: list[list[tuple[float, int, bytes]]], other: int
) -> None:
    number = _send_shape(driver, one)
    frame = _decode_frame(driver.ask("trip", number, seed))
    spliced = _decode_frame(driver.ask("trip", number, other))
    for edit in edits:
        changed = _edit_frame(frame, edit)
        half = len(changed) // 2
        for candidate in (changed, changed[:half], changed[:half] + spliced[half:]):
            _is_clean(driver.ask("read", number, candidate.hex()), candidate)


def _encode_number(value: int) -> bytes:
    """Encode a non-negative number as the codec does."""
    rest, content = 2 * value, bytearray()
    while rest > 0x7F:
        content.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*content, rest])


@FEW_EXAMPLES
@given(
    one=TYPES,
    seed=st.integers(0, 1 << 29),
    changes=st.lists(
        st.tuples(st.integers(0, 6), EDITS, st.binary(max_size=12)), min_size=20, max_size=40
    ),
)
def test_shared_values_keep_their_type_whatever_changes_are_sent(
    driver: Driver,
    one: Type,
    seed: int,
    changes: list[tuple[int, list[tuple[float, int, bytes]], bytes]],
) -> None:
    number = _send_shape(driver, one)
    frame = _decode_frame(driver.ask("trip", number, seed))
    for known, edits, noise in changes:
        for content in (frame[1:], _edit_frame(frame[1:], edits), noise):
            text = b"\x01" + _encode_number(known) + content + b"\x00\x00" + frame
            _is_clean(driver.ask("change", number, seed, text.hex()), text)


@pytest.mark.long(reason="sends large frames")
@pytest.mark.parametrize(
    ("one", "frame"),
    [
        # Each announces much more than it contains.
        (Type("", "int array"), b"\x01" + _encode_number(1 << 40)),
        (Type("", "int array"), b"\x01" + _encode_number(1 << 23) + b"\x00" * 99),
        (Type("", "float array"), b"\x01" + _encode_number(1 << 60)),
        (Type("", "bytes"), b"\x01" + _encode_number((1 << 62) - 1)),
        (Type("", "string"), _encode_number(1 << 34)),
        (
            Type("", "unit array array"),
            b"\x01" + _encode_number(200) + (b"\x01" + _encode_number(100)) * 99,
        ),
        # Nested as deeply as the frame is long, at the end of a value and before it.
        (Type("type t = N | C of int * t", "t"), b"\x02\x00" * 1_000_000),
        (Type("type t = N | C of t * int", "t"), b"\x02" * 1_000_000),
        (Type("type t = N | C of t ref", "t"), b"\x02\x01" * 300_000),
        (Type("", "int"), b"\xff" * 1_000_000),
        (Type("", "exn"), b"\x04" + b"\xff" * 40),
    ],
)
def test_large_and_deep_frames_are_refused_within_limits(
    driver: Driver, one: Type, frame: bytes
) -> None:
    _is_clean(driver.ask("read", driver.shape(one), frame.hex()), frame)
