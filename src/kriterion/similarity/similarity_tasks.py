"""Tasks for a process of their own, and their answers.

Grammars are C code that reads what students wrote, and comparing thousands of solutions takes
seconds. A process that can be killed does both, so that no page waits and no solution does harm.
"""

from typing import Final

import msgspec

from kriterion.similarity.solution_pairs import ComparedSolution, SimilarityResult

MAX_BATCH: Final = 50  # solutions of one ReadingTask


class ReadingTask(msgspec.Struct, frozen=True, kw_only=True, tag="reading"):
    """Solutions whose tokens are read: texts by file name, main file first."""

    solutions: list[dict[str, str]]
    language: str
    use_grammars: bool = True


class ComparingTask(msgspec.Struct, frozen=True, kw_only=True, tag="comparing"):
    """Solutions that are compared; `templates` are the tokens of what students are given."""

    solutions: list[ComparedSolution]
    templates: list[bytes] = []


class ReadTokens(msgspec.Struct, frozen=True, kw_only=True, tag="tokens"):
    """The tokens of each solution, as `pack_tokens` returns them."""

    tokens: list[bytes]


class ComparedPairs(msgspec.Struct, frozen=True, kw_only=True, tag="pairs"):
    """The answer to a ComparingTask; `template` has the hashes of what students are given."""

    result: SimilarityResult
    template: list[int]


SimilarityTask = ReadingTask | ComparingTask
SimilarityAnswer = ReadTokens | ComparedPairs

_answers: Final[msgspec.msgpack.Decoder[SimilarityAnswer]] = msgspec.msgpack.Decoder(
    SimilarityAnswer
)
_tasks: Final[msgspec.msgpack.Decoder[SimilarityTask]] = msgspec.msgpack.Decoder(SimilarityTask)


def decode_similarity_task(message: bytes) -> SimilarityTask:
    return _tasks.decode(message)


def decode_similarity_answer(message: bytes) -> SimilarityAnswer:
    return _answers.decode(message)
