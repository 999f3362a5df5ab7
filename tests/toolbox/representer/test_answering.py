"""The representer that stays: requests on stdin, and nothing but answers on stdout."""

import json
import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

from kriterion_tools.contracts.exercism_representer.representation_reader import read_representation
from kriterion_tools.representer import representer_program as program
from kriterion_tools.representer.answering import answer_request
from kriterion_tools.representer.representer_program import represent_directory

REQUESTS = Path(program.__file__).parent / "bin" / "requests.sh"
SOURCE = b"def two_fer(name='you'):\n    return f'One for {name}, one for me.'\n"


def make_request(files: dict[str, bytes], slug: str = "two-fer") -> bytes:
    data = {path: b64encode(content).decode() for path, content in files.items()}
    return json.dumps({"slug": slug, "files": data}).encode()


def frame_content(content: bytes) -> bytes:
    return len(content).to_bytes(4) + content


def split_frames(content: bytes) -> list[bytes]:
    found = []
    while content:
        length = int.from_bytes(content[:4])
        found.append(content[4 : 4 + length])
        content = content[4 + length :]
    return found


def answer_requests(content: bytes) -> list[bytes]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    result = subprocess.run(
        (str(REQUESTS),), input=content, env={"PATH": path}, capture_output=True, check=True
    )
    assert result.stderr == b""
    return split_frames(result.stdout)


def test_each_request_is_answered_in_order() -> None:
    sources = [SOURCE, b"def two_fer(:\n", SOURCE.replace(b"name", b"who"), b""]
    values = [make_request({"two_fer.py": source}) for source in sources]
    messages = answer_requests(b"".join(map(frame_content, values)))
    assert messages == [answer_request(asked) for asked in values]
    first, broken, renamed, empty = map(json.loads, messages)
    assert first["representation.txt"] == renamed["representation.txt"] != ""
    assert json.loads(renamed["mapping.json"])["PLACEHOLDER_2"] == "who"
    assert "syntax error" in broken["representation.out"]
    assert empty["representation.txt"]


def test_it_ends_with_its_requests() -> None:
    whole = frame_content(make_request({"two_fer.py": SOURCE}))
    assert answer_requests(b"") == []
    assert answer_requests(whole[:3]) == []
    assert len(answer_requests(whole + whole[:-1])) == 1


def test_files_are_selected_as_in_a_directory(tmp_path: Path) -> None:
    configuration = {"files": {"solution": ["two_fer.py"], "test": ["check.py"]}}
    files = {
        ".meta/config.json": json.dumps(configuration).encode(),
        "two_fer.py": SOURCE,
        "check.py": b"def test():\n    pass\n",
        "helper.py": b"def help():\n    return 1\n",
        ".hidden/x.py": b"x = 1\n",
        "node_modules/x.py": b"x = 1\n",
        ".x.py": b"x = 1\n",
        "one.js": b"",
        "two.js": b"",
        "three.js": b"",
        "four.js": b"",
    }
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    left = {
        name: text.encode()
        for name, text in json.loads(answer_request(make_request(files))).items()
    }
    representation = read_representation(left).representation
    assert representation is not None
    assert representation == represent_directory("two-fer", tmp_path)
    assert "PLACEHOLDER" in representation.text
    assert set(representation.mapping.values()) == {"two_fer", "name", "help"}
    del files[".meta/config.json"], files["check.py"]
    by_name = json.loads(
        answer_request(make_request(files))
    )  # the file with the exercise's name is python's
    assert set(json.loads(by_name["mapping.json"]).values()) == {"two_fer", "name", "help"}
