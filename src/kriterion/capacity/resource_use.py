"""The memory and processors that workers need."""

from dataclasses import dataclass

MIB = 1024**2
# Of a worker's process and its rendering processes: twice what `python -m benchmarks queries`
# measures without runs.
PROCESS_BYTES = 256 * MIB
# The limit of a run if its exercise sets none: what a run may use at most.
DEFAULT_RUN_BYTES = 512 * MIB


@dataclass(frozen=True, kw_only=True, slots=True)
class ResourceUse:
    """What one slot uses: memory, and the share of a processor. `source` says how it is known."""

    run_bytes: int = DEFAULT_RUN_BYTES
    processor_share: float = 1.0
    source: str = "assumed: the default limit on memory, and a whole processor"

    def worker_bytes(self, slots: int) -> int:
        return PROCESS_BYTES + slots * self.run_bytes

    def worker_processors(self, slots: int) -> float:
        return slots * self.processor_share
