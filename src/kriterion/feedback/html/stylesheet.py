"""The one stylesheet of feedback: light and dark, from phone to desktop, on paper too.

Pairs of ink and paper keep a contrast of at least 4.5 to 1 (WCAG AA), which a test computes. What
colour says, an icon, a word or a sign says as well. Source of the contrast: WCAG 2.2, 1.4.3.
"""

from kriterion.feedback.html.styles import (
    colours,
    comments,
    contexts,
    differences,
    frame,
    icons,
    listing,
    messages,
    reports,
    surroundings,
)
from kriterion.feedback.html.styles import message_styles as asked

STYLESHEET = "\n".join(
    part.RULES
    for part in (
        colours,
        icons,
        frame,
        contexts,
        differences,
        listing,
        messages,
        comments,
        reports,
        asked,
        surroundings,
    )
)
