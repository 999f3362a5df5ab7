"""A judge's output as records, written as Dodona's full output."""

import msgspec

from kriterion_tools.contracts.dodona_judge.output import FullOutput

_ENCODER = msgspec.json.Encoder()


def encode_full_output(output: FullOutput) -> bytes:
    """The output as one JSON object that Dodona's schema accepts, and that is read back as it was.

    The statuses that only a host gives are the exception: the schema knows none of them.
    """
    return _ENCODER.encode(output)
