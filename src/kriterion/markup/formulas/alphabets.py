"""Replaces letters by those of mathematical alphabets: bold, script, Fraktur, double-struck …

Browsers no longer support an attribute for the alphabet, so each letter is replaced by another
character. Source: Unicode 16, block Mathematical Alphanumeric Symbols (U+1D400), and Letterlike
Symbols for the letters that Unicode had before.
"""

from enum import StrEnum, unique


@unique
class Alphabet(StrEnum):
    """An alphabet, by AsciiMath's name."""

    BOLD = "bb"
    DOUBLE_STRUCK = "bbb"
    SCRIPT = "cc"
    MONOSPACE = "tt"
    FRAKTUR = "fr"
    SANS_SERIF = "sf"


# The code points of "A" (small letters follow after "Z") and of "0", or None without digits.
_FIRST_CODE_POINTS: dict[Alphabet, tuple[int, int | None]] = {
    Alphabet.BOLD: (0x1D400, 0x1D7CE),
    Alphabet.DOUBLE_STRUCK: (0x1D538, 0x1D7D8),
    Alphabet.SCRIPT: (0x1D49C, None),
    Alphabet.MONOSPACE: (0x1D670, 0x1D7F6),
    Alphabet.FRAKTUR: (0x1D504, None),
    Alphabet.SANS_SERIF: (0x1D5A0, 0x1D7E2),
}
_EXCEPTIONS = {
    Alphabet.DOUBLE_STRUCK: dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    Alphabet.SCRIPT: dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    Alphabet.FRAKTUR: dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}


def apply_alphabet(alphabet: Alphabet, text: str) -> str:
    """Replace the letters and digits that the alphabet has."""
    return "".join(_apply_to_letter(alphabet, letter) for letter in text)


def _apply_to_letter(alphabet: Alphabet, letter: str) -> str:
    capitals, digits = _FIRST_CODE_POINTS[alphabet]
    exceptions = _EXCEPTIONS.get(alphabet, {})
    if letter in exceptions:
        return exceptions[letter]
    if "A" <= letter <= "Z":
        return chr(capitals + ord(letter) - ord("A"))
    if "a" <= letter <= "z":
        return chr(capitals + 26 + ord(letter) - ord("a"))
    if digits and "0" <= letter <= "9":
        return chr(digits + ord(letter) - ord("0"))
    return letter
