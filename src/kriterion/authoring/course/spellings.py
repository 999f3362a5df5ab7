"""Find similarly spelled words in linear time.

Words are similar if they differ only in case, blanks, hyphens and the like, or in one letter (or
two swapped ones). Each word is indexed by what remains after deleting one letter: similar words
share such a remnant.
"""

from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA

_SHORTEST, _LONGEST = 5, 80  # letters of words that may contain a typing error


def normalise_word(word: str) -> str:
    """Return the word without case, blanks and the like."""
    return "".join(letter for letter in word.casefold() if letter.isalnum()) or word


class Spellings:
    """Known words, to look up which one was meant."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = dict.fromkeys(words)
        self._plain: dict[str, str] = {}
        self._remnants: dict[str, list[str]] = {}
        for word in self._words:
            key = normalise_word(word)
            if self._plain.setdefault(key, word) == word:
                for remnant in _delete_each_letter(key):
                    self._remnants.setdefault(remnant, []).append(key)

    def find_similar(self, word: str) -> str | None:
        """Return the known word most similar to an unknown one."""
        key = normalise_word(word)
        if key in self._plain:
            return self._plain[key]
        candidates = {
            spelling
            for remnant in _delete_each_letter(key)
            for spelling in self._remnants.get(remnant, ())
        }
        near = [
            candidate
            for candidate in sorted(candidates)
            if OSA.distance(candidate, key, score_cutoff=1) <= 1
            and not _has_other_digits(candidate, key)
        ]
        return self._plain[near[0]] if near else None


def _delete_each_letter(key: str) -> Iterator[str]:
    """Yield the word, and what remains of it without each letter."""
    yield key
    if _SHORTEST <= len(key) <= _LONGEST:
        yield from {key[:place] + key[place + 1 :] for place in range(len(key))}


def _has_other_digits(first: str, second: str) -> bool:
    """Whether words differ in a number: lists1 and lists2 are different on purpose."""
    return [letter for letter in first if letter.isdigit()] != [
        letter for letter in second if letter.isdigit()
    ]
