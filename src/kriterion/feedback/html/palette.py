"""The colours of the page for the light and the dark scheme."""

from kriterion.markup.html.hues import Hue

COLOURS = {
    # name: (light, dark)
    "page": ("#f4f6f8", "#101318"),
    "card": ("#ffffff", "#191d24"),
    "well": ("#f6f8fa", "#13171d"),
    "ink": ("#1c2127", "#e4e8ee"),
    "muted": ("#565f6a", "#9aa5b4"),
    "line": ("#d6dbe2", "#323a46"),
    "accent": ("#0a58a8", "#7fb8ff"),
    "good": ("#156a2b", "#74d48f"),
    "good-paper": ("#e5f4e9", "#13301c"),
    "good-mark": ("#b9e6c5", "#1d5730"),
    "bad": ("#b0241a", "#ff9c92"),
    "bad-paper": ("#fdecea", "#3a1a17"),
    "bad-mark": ("#fac9c3", "#752c25"),
    "warn": ("#7d4b00", "#f0c066"),
    "warn-paper": ("#fff3d9", "#33280f"),
    "info": ("#0a58a8", "#7fb8ff"),
    "info-paper": ("#e7f1fb", "#14263b"),
    "violet": ("#7a3ea8", "#cfa6f5"),
    "teal": ("#0b6470", "#6fd0dc"),
}

# The colours for a program's ANSI colours; each bright one looks like the normal one.
ANSI_COLOURS = {
    "black": ("#1c2127", "#8b95a3"),
    "red": ("#b0241a", "#ff9c92"),
    "green": ("#156a2b", "#74d48f"),
    "yellow": ("#7d4b00", "#f0c066"),
    "blue": ("#0a58a8", "#7fb8ff"),
    "magenta": ("#7a3ea8", "#cfa6f5"),
    "cyan": ("#0b6470", "#6fd0dc"),
    "white": ("#565f6a", "#e4e8ee"),
}

# The background colours that a message may request.
PAPERS = {
    Hue.RED: ("#fdecea", "#3a1a17"),
    Hue.GREEN: ("#e5f4e9", "#13301c"),
    Hue.YELLOW: ("#fff3d9", "#33280f"),
    Hue.BLUE: ("#e7f1fb", "#14263b"),
    Hue.MAGENTA: ("#f6ecfb", "#2b1b38"),
    Hue.CYAN: ("#e2f3f5", "#0f2c31"),
    Hue.GREY: ("#eef1f4", "#232a33"),
    Hue.WHITE: ("#ffffff", "#ffffff"),
    Hue.BLACK: ("#101318", "#101318"),
}
