"""How many there are of something, in words."""


def counted(number: int, noun: str) -> str:
    """The number and the noun, in the plural when it is not one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
