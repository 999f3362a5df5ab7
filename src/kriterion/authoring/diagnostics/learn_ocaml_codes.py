"""The codes of faults in learn-ocaml's documents and tutorials, with their English texts.

As in `codes`, `{…}` stands for what differs, and a code never changes. The contract reports them.
"""

from collections.abc import Mapping

LEARN_OCAML_CODES: Mapping[str, tuple[str, ...]] = {
    "learn-ocaml.grading.invalid-allowances": (
        "must be one object with only the key 'allow' and a list of strings",
    ),
    "learn-ocaml.grading.unknown-word": ("must be one of {words}, not {value}",),
    "learn-ocaml.index.duplicate-exercise": (
        "{exercise} is listed again further down; only that place counts",
    ),
    "learn-ocaml.index.empty-group": ("has neither exercises nor groups",),
    "learn-ocaml.index.invalid-entry": ("must be an id, or an id and a meta",),
    "learn-ocaml.index.invalid-id": ("{id} {fault}: it is not the path of a directory",),
    "learn-ocaml.index.missing-exercise": ("there is no exercise {exercise}",),
    "learn-ocaml.index.mixed-group": ("has both exercises and groups",),
    "learn-ocaml.json.byte-order-mark": ("starts with a byte order mark",),
    "learn-ocaml.json.comments": ("contains comments, which JSON does not allow",),
    "learn-ocaml.json.duplicate-key": ("is given twice: the last one counts",),
    "learn-ocaml.json.empty": ("is empty",),
    "learn-ocaml.json.grammar": ("contains {sign}, which is the notation of a grammar",),
    "learn-ocaml.json.half-surrogate": ("half a surrogate pair, read as U+FFFD",),
    "learn-ocaml.json.invalid-number": ("contains a number that cannot be read",),
    "learn-ocaml.json.invalid-utf8": ("byte {value} is not valid UTF-8",),
    "learn-ocaml.json.missing-key": ("has no {key}",),
    "learn-ocaml.json.more-faults": ("has {number} more faults",),
    "learn-ocaml.json.not-a-number": ("{word} is not a number",),
    "learn-ocaml.json.number-too-large": (
        "is too large a number",
        "the number has more than {maximum} digits",
    ),
    "learn-ocaml.json.syntax": ("is not valid JSON: {reason}",),
    "learn-ocaml.json.text-after-value": ("the text after the value is not read",),
    "learn-ocaml.json.too-deep": ("is nested more than {maximum} levels deep",),
    "learn-ocaml.json.trailing-comma": (
        "has a comma after the last member, which JSON does not allow",
    ),
    "learn-ocaml.json.unknown-key": ("is not a known key",),
    "learn-ocaml.json.wrong-type": ("must be {type}, not {value}",),
    "learn-ocaml.lesson.html-or-code": ("must have either 'html' or 'code'",),
    "learn-ocaml.lesson.invalid-entry": ("must be an id and a title",),
    "learn-ocaml.list.duplicate-id": ("{id} is listed twice",),
    "learn-ocaml.list.invalid-id": ("{id} {fault}: it is not the path of a file",),
    "learn-ocaml.list.missing-file": ("there is no {id}",),
    "learn-ocaml.max-score.invalid": ("must contain a whole number from 0 on, not {value}",),
    "learn-ocaml.meta.invalid-author": ("must be a name and a mail address",),
    "learn-ocaml.meta.negative-score": ("{score} is below 0 and is ignored",),
    "learn-ocaml.meta.stars-out-of-range": ("{value} is shown as {stars}",),
    "learn-ocaml.meta.unknown-kind": ("{value} counts as 'exercise'",),
    "learn-ocaml.playground.invalid-entry": ("must be an id and an object",),
    "learn-ocaml.tutorial.content-outside-items": ("a list has content outside its items",),
    "learn-ocaml.tutorial.invalid-entry": ("must be an id, or an id and a title",),
    "learn-ocaml.tutorial.invalid-image": ("must be bytes in base 64",),
    "learn-ocaml.tutorial.list-too-deep": (
        "a list is nested too deeply; it is read as part of the list around it",
    ),
    "learn-ocaml.tutorial.no-step": ("there is content before the first step",),
    "learn-ocaml.tutorial.no-title": ("does not begin with a heading of level 1",),
    "learn-ocaml.tutorial.second-title": (
        "only the title, at the beginning, may be a heading of level 1",
    ),
    "learn-ocaml.tutorial.tag-in-code": ("code cannot contain <{tag}>",),
    "learn-ocaml.tutorial.text-outside-paragraph": ("text is outside of a paragraph",),
    "learn-ocaml.tutorial.too-deep": ("is nested too deeply, and a part of it is not read",),
    "learn-ocaml.tutorial.too-long": ("has more than {maximum} characters",),
    "learn-ocaml.tutorial.unknown-attribute": (
        "<{tag}> has other attributes than data-run or data-math",
    ),
    "learn-ocaml.tutorial.unknown-word": ("must have one of {keys}",),
    "learn-ocaml.tutorial.unsupported-block": ("a tutorial cannot contain {element}",),
    "learn-ocaml.tutorial.unsupported-heading": ("a tutorial cannot contain a heading {place}",),
    "learn-ocaml.tutorial.unsupported-tag": ("a tutorial cannot contain <{tag}>",),
    "learn-ocaml.tutorial.unsupported-text": ("the text of a tutorial cannot contain {element}",),
    "learn-ocaml.unknown-version": ("must be {versions}, not {value}",),
}
