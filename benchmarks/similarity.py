"""How much CPU time and memory it takes to compare 2,500 solutions to one exercise.

The solutions are programs of some 300 tokens that choose among 40 ways to write each part; 125 of
them are renamed copies of others. The yardstick is difflib, which compares a sample of the pairs
one by one. `SIMILARITY_SOLUTIONS=10000 python -m benchmarks similarity` compares more.
"""

import difflib
import os
import random
import resource
import threading
import time
from itertools import islice

from kriterion.similarity.similarity_tasks import (
    MAX_BATCH,
    ComparedPairs,
    ComparingTask,
    ReadingTask,
    ReadTokens,
)
from kriterion.similarity.solution_pairs import ComparedSolution
from kriterion.similarity.task_runner import run_task
from kriterion.similarity.token_sequence import unpack_tokens

SOLUTIONS = int(os.environ.get("SIMILARITY_SOLUTIONS", "2500"))
COPIES = SOLUTIONS // 20
WAYS = 40
PARTS = 10
SAMPLE = 200  # pairs for difflib
_EXPRESSIONS = (
    "{a} + {b}", "{a} * {b} - 1", "{a}[{b}]", "len({a})", "{a} if {b} else 0", "f({a}, {b})",
    "[{a} for {a} in {b}]", "{a}.get({b}, 1)", "not {a}", "-{a}", "{a} // 2 % {b}", "({a}, {b})",
)  # fmt: skip
_STATEMENTS = (
    "{a} = {x}", "{a} += {x}", "if {x}:\n        {b} = {y}", "for {a} in {x}:\n        {b} = {y}",
    "while {x}:\n        {a} = {y}", "return {x}", "assert {x}, {y}", "{a}.append({x})",
    "with {x} as {a}:\n        {b} = {y}", "{a}, {b} = {x}, {y}", "print({x}, {y})",
)  # fmt: skip


def main() -> None:
    sources = _write_solutions()
    began = _read_cpu_seconds()
    packed: list[bytes] = []
    rest = iter(sources)
    while batch := list(islice(rest, MAX_BATCH)):
        task = ReadingTask(solutions=[{"a.py": source} for source in batch], language="python")
        read = run_task(task, threading.Event())
        assert isinstance(read, ReadTokens)
        packed += read.tokens
    reading = _read_cpu_seconds() - began
    sequences = [unpack_tokens(tokens) for tokens in packed]
    tokens = sum(map(len, sequences)) / SOLUTIONS
    print(f"{SOLUTIONS:,} solutions of {tokens:.0f} tokens on average, {COPIES} of them copies")
    stored = sum(map(len, packed)) / SOLUTIONS
    print(f"  {'read and store tokens':32}{reading:8.2f} s, {stored:.0f} bytes each")
    solutions = [ComparedSolution(number, number, each) for number, each in enumerate(packed)]
    began = _read_cpu_seconds()
    answer = run_task(ComparingTask(solutions=solutions), threading.Event())
    comparing = _read_cpu_seconds() - began
    assert isinstance(answer, ComparedPairs)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    all_pairs = SOLUTIONS * (SOLUTIONS - 1) // 2
    print(f"  {'compare all':32}{comparing:8.2f} s, {memory:.0f} MB, {all_pairs:,} pairs")
    best = {(pair.left, pair.right) for pair in answer.result.pairs if pair.similarity > 0.9}
    copied = {(number, SOLUTIONS - COPIES + number) for number in range(COPIES)}
    print(f"  {'copies found':32}{len(best & copied):8} of {COPIES}, {len(best - copied)} others")
    codes = [memoryview(each.codes).cast("I").tolist() for each in sequences]
    chosen = random.Random(2)
    began = time.process_time()
    for _ in range(SAMPLE):
        one, other = chosen.sample(codes, 2)
        difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
    naive = (time.process_time() - began) / SAMPLE * all_pairs
    print(f"  {'difflib, pair by pair':32}{naive:8.0f} s (from {SAMPLE} pairs)")
    print(f"  {'ratio':32}{naive / (reading + comparing):8.0f}")


def _read_cpu_seconds() -> float:
    """Return the CPU seconds of all child processes so far."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _write_solutions() -> list[str]:
    ways = random.Random(1)
    parts = [[_write_part(ways) for _ in range(WAYS)] for _ in range(PARTS)]
    choices = [[ways.choice(part) for part in parts] for _ in range(SOLUTIONS - COPIES)]
    originals = [_fill(choice, ("a", "b")) for choice in choices]
    return [*originals, *(_fill(choice, ("total", "row")) for choice in choices[:COPIES])]


def _write_part(ways: random.Random) -> str:
    lines = []
    for _ in range(3):
        x, y = ways.sample(_EXPRESSIONS, 2)
        lines.append(f"    {ways.choice(_STATEMENTS)}\n".replace("{x}", x).replace("{y}", y))
    return "def f({a}, {b}):\n" + "".join(lines)


def _fill(parts: list[str], names: tuple[str, str]) -> str:
    return "\n".join(part.format(a=names[0], b=names[1]) for part in parts)
