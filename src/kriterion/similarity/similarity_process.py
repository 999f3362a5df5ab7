"""A process that does one task: the task on standard input, the answer on standard output."""

import os
import resource
import signal
import sys

import msgspec

from kriterion.similarity.similarity_tasks import (
    ComparedPairs,
    ComparingTask,
    ReadingTask,
    ReadTokens,
    SimilarityAnswer,
    SimilarityTask,
    decode_similarity_task,
)
from kriterion.similarity.solution_pairs import compare_solutions, list_template_hashes
from kriterion.similarity.solution_tokens import read_tokens
from kriterion.similarity.token_sequence import pack_tokens, unpack_tokens

MEMORY_BYTES = 1536 * 1024 * 1024
CPU_SECONDS = 240
_NICENESS = 15  # pages, judges and renderers come first


def main() -> None:
    """Do the task; a process that exceeds a limit dies."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it, too, and ends this
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # nothing that is printed is taken for an answer
        task = decode_similarity_task(sys.stdin.buffer.read())
        answers.write(msgspec.msgpack.encode(do_task(task)))


def do_task(task: SimilarityTask) -> SimilarityAnswer:
    """Do a task in this process."""
    match task:
        case ReadingTask():
            sequences = [
                read_tokens(files, task.language, use_grammars=task.use_grammars)
                for files in task.solutions
            ]
            return ReadTokens(tokens=[pack_tokens(tokens) for tokens in sequences])
        case ComparingTask():
            template = list_template_hashes(map(unpack_tokens, task.templates))
            result = compare_solutions(task.solutions, template)
            return ComparedPairs(result=result, template=sorted(template))


if __name__ == "__main__":
    main()
