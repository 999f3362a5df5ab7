"""Draw the public solutions on which the recall of our comments is measured.

`python -m benchmarks.mentor_sample CLONES LANGUAGE SAMPLE` prints repository, commit and path of
each solution. CLONES holds the repositories as OWNER+NAME. The draw depends on the seed and on the
commits alone. No solution is stored here.
"""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

_GIT = shutil.which("git") or "git"

SEED = 20261127
SOLUTIONS = {
    "1": 30,
    "2": 15,
    "3": 20,
    "4": 12,
    "5": 30,
}  # all but the first are kept apart until the rules are done
MINIMUM_LINES, MAXIMUM_LINES = 6, 80  # that are not blank

REPOSITORIES = {
    ("python", "1"): (
        "LuVidmar/exercism-python@fb7fd5d",
        "Yaro1/Exercism-python@fe5b37d",
        "ditch0/exercism-python@2838c23",
        "pedronora/exercism-python@0069527",
    ),
    ("python", "2"): (
        "lucky-lalit/exercism-python@acfa669",
        "mhatayama/exercism-python@562764b",
    ),
    ("python", "3"): (
        "jgeng98/exercism-python@9c7b2d9",
        "nima-m-git/exercism-python@531b486",
        "piterius/exercism-python@c3afbbe",
        "rivea0/exercism-python@e36d6f4",
    ),
    ("javascript", "1"): (
        "EzequielCaste/exercism-javascript-exercises@90faff1",
        "NoZiL/exercism-javascript@5e53015",
        "andreidobrinski/exercism-javascript@02cf960",
        "patilchinmay/Exercism-Javascript@c48009a",
    ),
    ("javascript", "2"): (
        "Reivy3107/exercism-javascript@91804eb",
        "marquipor/exercism-javascript@9372098",
        "xaviguasch/exercism-javascript-track@af6d5b3",
    ),
    ("python", "4"): (
        "Will-is-Coding/exercism-python@878e855",
        "georgievm/exercism-python@a6f571f",
    ),
    ("javascript", "3"): (
        "Tmicrd/exercism-javascript@054c80c",
        "elenamountz/exercism-JavaScript@4ba2a15",
        "gbhushan/Exercism-javascript@cf4e7c5",
        "mustafa-kapadia1483/exercism-javascript@44c4092",
    ),
    ("javascript", "4"): (
        "Gubeal/exercism-javascript@543f180",
        "emiacerbi/exercism-javascript@333e3e8",
        "fienen/exercism-javascript@dc99d0b",
        "japaranian/exercism-javascript@20fbc59",
    ),
    ("javascript", "5"): (
        "BenjaminKyhn/Exercism_JavaScript_track@128f524",
        "alex-parra/exercism-js@9a1a130",
        "faultyagatha/exercism-js@68cbeb6",
        "giorgoslytos/exercism-js-exercises@b6e8e1f",
        "nisidazza/exercism_javascript@687ffeb",
        "seemaullal/exercism-JS@899ba12",
    ),
    ("ocaml", "1"): (
        "aeliusrs/exercism@d5d3aaa",
        "hellopatrick/exercism@2abc63f",
        "juannyG/exercism-exercises@38452a9",
        "kevgathuku/exercism@ab2bf98",
        "marcfyk/exercism@c319866",
        "mikolajkapica/exercism@317eaf8",
    ),
    ("ocaml", "2"): (
        "axhixh/Exercism@8b071b9",
        "faergeek/exercism@c493e32",
        "felixyz/exercism@6ff4433",
        "sporto/exercism@e6db5b3",
    ),
    ("ocaml", "3"): (
        "2Paradise/ocaml-study@ac76146",
        "MateuszSzczukiewicz/exercism@9a1833e",
        "ricardomaps/exercism@939116b",
    ),
    ("java", "1"): (
        "netonion/exercism-java@37ce554",
        "sandordargo/exercism-java@5608811",
        "veezyjay/exercism-java-track@66e48af",
        "45Fernando/Exercism-Java@4fcd491",
        "binupaul/exercism-java-solutions@613e5c7",
        "adityaprakash-bobby/exercism-java@560e44b",
        "GNikhilSS/Exercism-Java@4565550",
        "MatthieuHAMEL/Exercism-Java@79c01d6",
        "jhobahego/exercism-java@3400264",
    ),
    ("java", "2"): (
        "chriswilding/exercism-java@c3d370f",
        "PabloLec/exercism-java@0ad9b69",
        "vuinguyen/exercism-java@5b4363d",
        "JoePortilla/exercism-java@0fd4aa3",
        "Hondough/exercism-java@d4520d3",
        "25green28/exercism-java@f24a0e1",
        "s-dousse/Exercism-Java@bdff72b",
        "greenca/exercism-java@637411f",
    ),
    ("c_sharp", "1"): (
        "dalprahcd/exercism-csharp-track@c6062ef",
        "victorh1590/exercism-csharp-track-solutions@8310b66",
        "ruanha/exercism-csharp@215e307",
        "rodrigobertozzi/Exercism-CSharp@be86167",
        "dinispeixoto/exercism-csharp@f8dee77",
        "shockliang/exercism_csharp@1fcfbb3",
        "adithyaha/Exercism-csharp@31330c8",
        "nesherson/exercism-csharp-track@b0c6851",
        "eltabei/exercism-csharp@9956056",
    ),
    ("c_sharp", "2"): (
        "joshuaswickirl/exercism-csharp-track@b88f574",
        "JeffreyCoburn/Exercism-Csharp@b4abe91",
        "knourian/Exercism-CSharp@a9ec2a5",
        "Qudah03/Exercism-CSharp@683172e",
        "markstanden/exercism-csharp-track@4fdedd8",
        "kchoadley/exercism-csharp@fda47d2",
        "okaram/exercism-csharp@1e58834",
        "da-moo/exercism-csharp@9a3b847",
    ),
    ("c_sharp", "5"): (
        "redbubble-ash/Exercism_CSharp@d132ddc",
        "SebastianGaud/exercism-c-sharp@fabeaea",
        "nathanjwtx/Exercism_CSharp@33d919d",
        "Fewed/csharp-exercism@ed93e1b",
        "zianwar/exercism-csharp@d01656a",
        "Kaue-kah/exercism-csharp-solutions@1f52b69",
    ),
    ("go", "1"): (
        "AlexB52/exercism-go@a0e065d",
        "alanmanderson/exercism-go@f56ef4f",
        "danishsatkut/exercism-go@60fc17d",
        "djayatillake/exercism-go@7d53e63",
        "hussainweb/exercism-go@3e74994",
        "mpetruzelli/exercism-go@83f46e6",
        "palicao/exercism-go@02ca7e0",
        "sangazh/exercism-go@1d1bf25",
    ),
    ("go", "2"): (
        "andrewshostak/exercism-go@680c11a",
        "michelealda/exercism-go@99412de",
        "mickadoo/exercism-go@562cb98",
        "nicomo/exercism-go@57aed11",
        "rodolfodiazr/exercism-go@6189cc7",
        "souma458/go-exercism@db14959",
    ),
    ("rust", "1"): (
        "eaverdeja/exercism-rust@2297559",
        "koboriakira/exercism-rust@b4f1861",
        "lotharschulz/exercism-rust@f708ec8",
        "lucas-matt/exercism-rust@0da74e7",
        "rimbi/exercism-rust@a7c9170",
        "strood/exercism-rust@e67a655",
        "taearls/exercism-rust@c609208",
        "vadhri/exercism-rust@51afcf7",
    ),
    ("rust", "2"): (
        "Soushi888/exercism-rust@3026be1",
        "oleynik/exercism-rust@6859866",
        "raymundovr/exercism-rust@2cf8f35",
        "rustycx/exercism-rust@570c631",
        "sahilmob/exercism-rust@7ff3809",
        "theweirdkatie/rust-exercism@4d008dd",
    ),
    ("go", "3"): (
        "Farzy/Exercism-go@ccfe00e",
        "KadoBOT/exercism-go@6b8d62a",
        "exilesprx/exercism-go@53c75fb",
        "grzany/exercism-go@a7e7c9a",
        "roccoblues/exercism-go@1e7c746",
        "schmiddim/exercism-golang@233e0e3",
    ),
    ("rust", "3"): (
        "attilahorvath/exercism-rust@947d4dd",
        "camerondubas/exercism-rust@dbdfd66",
        "hamidrezamousavi/exercism-rust@dcca659",
        "jakm/exercism-rust@42c56f5",
        "neelabalan/exercism-rust@9890df0",
        "thomas-hugon/exercism-rust@29b2095",
    ),
    ("java", "3"): (
        "tianAndrew/Exercism-java@e81fe63",
        "renubansal/exercism-java@db26a08",
        "Nils-Stumpfe/exercism-java@59e8b68",
        "mandarussell/Exercism-Java-Solutions@ca1568d",
        "theagoliveira/exercism-java@db55188",
        "SuperMorisl/exercism-java@e24b816",
    ),
    ("java", "5"): (
        "DmitriiMS/java-exercism-solutions@d18aa91",
        "EduardoMaravilla/exercism_java@5f996d2",
        "MrGarri/exercism_java@ad54f7c",
        "fetsh-edu/exercism-java@7412544",
        "ismyl/exercism-java-solution@33c9604",
        "jkurina/exercism-java@6613cca",
        "josemgarc1a/exercism_java@b682ff6",
        "kadrisamuel/java-exercism@3a6f79f",
    ),
    ("c_sharp", "3"): (
        "leifert/Exercism-Csharp@cdd2116",
        "rprouse/exercism-csharp@aea9de1",
        "CabinetSpyder/exercism-csharp@267e1de",
        "stefanbemelmans/exercism-csharp@01937dc",
        "jarhoads/exercism-csharp@fa1bc34",
    ),
    ("python", "5"): (
        "MaxyMoos/exercism_python@ee50f8b",
        "MrGarri/exercism_python@8e2226f",
        "RECA03/python-exercism@9fdfc01",
        "ViktoriaKutseva/python-exercism@5183cb0",
        "aabishkaryal/exercism-python@8dbd86a",
        "docopeland/python-exercism@2d43378",
        "evgenylahav/exercism_python@e102f0e",
        "fixvas/exercism-python@69a2686",
    ),
    ("go", "5"): (
        "LandonRGeorge/exercism_go@7e64ea4",
        "MrErlison/go-exercism@31173b9",
        "abelgoodwin1988/exercism-go@3a8caa5",
        "adamskyy/go-exercism@dd61844",
        "jantonisito/exercism-go@cbea81e",
        "scottbarnes/exercism-go@c82dbc5",
        "sombre-hombre/exercism-go@71e7529",
        "waynezhang/exercism-go@7a1f3e0",
    ),
    ("rust", "5"): (
        "KadoBOT/exercism-rust@3e43bcf",
        "RamGorurerChhana/exercism-rust@dc3e464",
        "galambborong/rust-exercism@dffc7ad",
        "kumereshN/rust-exercism@5836d81",
        "mooja/exercism-rust@3b3802d",
        "olgZZZ/exercism_rust@9a1d630",
    ),
    ("ocaml", "5"): (
        "EnoahNetzach/exercism@3b6f8b3",
        "Willyfrog/exercism@374fb49",
        "barisere/exercism@2fdcc7f",
        "hoichi/exercism-problems@bbefde0",
        "mziener/exercism.io-assignements@1e8871a",
        "nicklatch/exercism@0d1b4bb",
        "sethcalebweeks/exercism@e06a1db",
        "tS7hKamAYL84j91/exercism@57047b6",
    ),
}
SUFFIXES = {
    "python": ".py",
    "javascript": ".js",
    "ocaml": ".ml",
    "go": ".go",
    "rust": ".rs",
    "java": ".java",
    "c_sharp": ".cs",
}
# In some repositories of these languages: exercises that teach one concept and say how to solve it.
WITH_CONCEPT_EXERCISES = ("go", "rust")
CONCEPT_EXERCISES = """
airport-robot animal-magic annalyns-infiltration assembly-line bird-watcher blackjack
booking-up-for-beauty card-tricks cars-assemble census chessboard csv-builder election-day
elons-toys expenses gross-store health-statistics interest-is-interesting jedliks-toys lasagna
lasagna-master logs-logs-logs low-power-embedded-game lucians-luscious-lasagna magazine-cutout
meteorology need-for-speed parsing-log-files party-robot resistor-color role-playing-game
rpn-calculator savings-account semi-structured-logs short-fibonacci sorting-room the-farm
vehicle-purchase weather-forecast welcome-to-tech-palace
"""

_STUB = re.compile(
    rb"emove this statement and implement this function|' is missing\""
    rb"|remove this comment when submitting your solution"
    rb"|Delete this statement and write your own implementation"
)


class Solution(NamedTuple):
    """One drawn solution."""

    repository: str
    commit: str
    path: str
    exercise: str


def draw(clones: Path, language: str, sample: str) -> list[Solution]:
    """Draw solutions from the repositories in turn, and no exercise twice."""
    generator = random.Random(f"{SEED} {language} {sample}")
    piles = []
    for repository in REPOSITORIES[language, sample]:
        pile = sorted(_list_solutions(clones, repository, language))
        generator.shuffle(pile)
        piles.append(pile)
    drawn: list[Solution] = []
    while any(piles) and len(drawn) < SOLUTIONS[sample]:
        for pile in piles:
            exercises = {solution.exercise for solution in drawn}
            while pile and (pile[-1].exercise in exercises or _is_stub(clones, pile[-1])):
                pile.pop()
            if pile and len(drawn) < SOLUTIONS[sample]:
                drawn.append(pile.pop())
    return drawn


def read_solution(clones: Path, solution: Solution) -> bytes:
    """Return the text of a drawn solution."""
    return _git(clones, solution.repository, "show", f"{solution.commit}:{solution.path}")


def _is_stub(clones: Path, solution: Solution) -> bool:
    """Whether nobody has begun to solve the exercise."""
    return _STUB.search(read_solution(clones, solution)) is not None


def _list_solutions(clones: Path, repository: str, language: str) -> Iterator[Solution]:
    """List the files that bear the name of the folder of their exercise."""
    name, commit = repository.split("@")
    paths = _git(clones, name, "ls-tree", "-r", "--name-only", "-z", commit).decode().split("\0")
    for path in map(PurePosixPath, paths):
        if path.suffix != SUFFIXES[language]:
            continue
        exercise = _find_exercise(path, language)
        if exercise is None:
            continue
        solution = Solution(name, commit, str(path), exercise)
        lines = [line for line in read_solution(clones, solution).splitlines() if line.strip()]
        if MINIMUM_LINES <= len(lines) <= MAXIMUM_LINES:
            yield solution


def _find_exercise(path: PurePosixPath, language: str) -> str | None:
    """Return the exercise that a file solves; None if it is no solution."""
    if language == "rust":
        is_solution = path.parts[-2:] == ("src", "lib.rs") and len(path.parts) > 2
        exercise = path.parts[-3] if is_solution else None
    else:
        folders = {_simplify(part): part for part in path.parts[:-1]}
        exercise = folders.get(_simplify(path.stem))
    is_left_out = language in WITH_CONCEPT_EXERCISES and exercise in CONCEPT_EXERCISES.split()
    return None if is_left_out else exercise


def _simplify(name: str) -> str:
    return re.sub(r"[-_]", "", name.lower())


def _git(clones: Path, repository: str, *arguments: str) -> bytes:
    place = clones / repository.replace("/", "+")
    for folder in (place, place / "repo", place / "repo" / ".git", place / ".git"):
        if (folder / "HEAD").is_file():
            command = (_GIT, "--git-dir", str(folder), *arguments)
            return subprocess.run(command, check=True, capture_output=True).stdout
    raise SystemExit(f"{place}: there is no clone")


def _main(arguments: Sequence[str]) -> None:
    clones, language, sample = arguments
    for solution in draw(Path(clones), language, sample):
        print(*solution, sep="\t")


if __name__ == "__main__":
    _main(sys.argv[1:])
