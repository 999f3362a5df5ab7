"""Words to avoid in comments on a solution.

They address the person instead of the solution, or belittle what is hard for its author. Source:
exercism/docs 19e037f, building/tooling/analyzers/comments.md (the English ones); the others
are ours.
"""

import re

_AVOIDED = {
    "en": "I, me, my, we, us, our, you, your, yours, just, simply, obviously, clearly, of course,"
    " easy, easily, trivial",
    "fr": "je, me, moi, mon, ma, mes, nous, notre, nos, tu, te, toi, ton, ta, tes, vous, votre,"
    " vos, simplement, évidemment, bien sûr, facile, facilement, trivial",
    "nl": "ik, mij, mijn, wij, we, ons, onze, jij, je, jou, jouw, u, uw, gewoon, simpelweg,"
    " eenvoudigweg, natuurlijk, uiteraard, vanzelfsprekend, makkelijk, triviaal",
}


def find_words_to_avoid(prose: str, language: str) -> list[str]:
    """Return the words to avoid in a text, each once and in our list's spelling."""
    names: dict[str, None] = {}
    for match in _PATTERNS[language].finditer(prose) if language in _PATTERNS else ():
        word = " ".join(match[0].split())
        if not (word == "i" or (len(word) > 1 and word.isupper())):  # a name; US, for one
            names[_AS_LISTED[language][word.lower()]] = None
    return list(names)


def _compile_words(words: list[str]) -> re.Pattern[str]:
    either = "|".join(word.replace(" ", r"\s+") for word in words)
    return re.compile(rf"(?<![\w'’.-])(?:{either})(?![\w./-]*\w)", re.IGNORECASE)


_LISTED = {language: words.split(", ") for language, words in _AVOIDED.items()}
_AS_LISTED = {
    language: {word.lower(): word for word in words} for language, words in _LISTED.items()
}
_PATTERNS = {language: _compile_words(words) for language, words in _LISTED.items()}
