"""Encode a judge's output as Dodona's full output."""

import msgspec

from kriterion_tools.contracts.dodona_judge.output_records import FullOutput

_ENCODER = msgspec.json.Encoder()


def encode_full_output(output: FullOutput) -> bytes:
    """Encode the output as one JSON object that Dodona's schema accepts, without loss.

    Statuses that only a host gives are not in the schema.
    """
    return _ENCODER.encode(output)
