"""What a run costs beyond its bare process, how soon its output arrives, and how many run at once.

All rows alternate in one loop, so that load affects them equally. After a pause, the kernel takes
longer to move a process into a cgroup.
"""

import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.backends.containers.container_engine import ContainerEngine
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.sandbox.directory_tree import Tree, make_tree
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Run
from tests.sandbox.engines import IMAGE, engine_in

ROUNDS = 40
PAUSE_SECONDS = 0.25
THREADS = 4
PODMAN = "podman run"

TREES: Mapping[str, Tree] = {
    "/mnt/q/judge": make_tree({f"lib/module{n}.py": b"x = 1\n" * 400 for n in range(20)}),
    "/mnt/q/resources": make_tree({"suite.yaml": b"- tab: A\n"}),
    "/mnt/q/submission": make_tree({"source": b"print(1)\n"}),
    "/home/runner/workdir": make_tree({}),
}
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "/bin/true": ("/bin/true",),
    "python3 -c pass": ("/usr/bin/python3", "-c", "pass"),
}
UNSHARE = (
    *("unshare", "--user", "--map-root-user", "--pid", "--net", "--ipc", "--uts", "--mount"),
    *("--fork", "--kill-child", "--mount-proc"),
)


def main() -> None:
    sandbox = Bubblewrap()
    probe = sandbox.probe()
    if not probe.works:
        print(f"no sandbox here: {probe.fault}")
        return
    print(f"limits by {probe.enforced['memory']}; medians of {ROUNDS} rounds, in ms")
    with (
        tempfile.TemporaryDirectory() as directory,
        engine_in(EngineName.PODMAN, Path(directory)) as (podman, podmans_probe),
    ):
        if not podmans_probe.works:
            print(f"podman is not measured: {podmans_probe.fault}")
        for name, command in COMMANDS.items():
            for pause_seconds in (0.0, PAUSE_SECONDS):
                title = f"{name}, after a pause" if pause_seconds else name
                ways = _list_ways(sandbox, command)
                if podmans_probe.works and not pause_seconds:
                    ways |= _list_podmans_ways(podman, command)
                _print_table(title, ways, pause_seconds)
    _measure_latency(sandbox)
    _measure_throughput(sandbox)


def _list_ways(sandbox: Bubblewrap, command: tuple[str, ...]) -> dict[str, Callable[[], object]]:
    without_cgroups = Bubblewrap(groups=SampledGroups(""))
    plain = Run(command=command, image=HOST)
    run_with_trees = Run(command=command, image=HOST, trees=TREES)
    ways: dict[str, Callable[[], object]] = {
        "bare process": lambda: subprocess.run(command, capture_output=True, check=True),
        "unshare": lambda: subprocess.run((*UNSHARE, *command), capture_output=True, check=True),
        "bubblewrap, no cgroups": lambda: without_cgroups.run(plain),
        "bubblewrap": lambda: sandbox.run(plain),
        "bubblewrap, four trees": lambda: sandbox.run(run_with_trees),
    }
    if not shutil.which("unshare"):
        del ways["unshare"]
    return ways


def _list_podmans_ways(
    podman: ContainerEngine, command: tuple[str, ...]
) -> dict[str, Callable[[], object]]:
    """Return what people would use instead, and our runs through podman."""
    bare = ("podman", "run", "--rm", "--network", "none", "--volume", "/usr:/usr:ro", IMAGE.name)
    run = Run(command=command, image=IMAGE)
    return {
        PODMAN: lambda: subprocess.run((*bare, *command), capture_output=True, check=True),
        f"{PODMAN}, with our limits": lambda: podman.run(run),
    }


def _print_table(
    title: str, ways: Mapping[str, Callable[[], object]], pause_seconds: float
) -> None:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS if not pause_seconds else ROUNDS // 4):
        for name, way in ways.items():
            if name.startswith(PODMAN) and number >= ROUNDS // 4:
                continue
            time.sleep(pause_seconds)
            started = time.perf_counter()
            way()
            times[name].append((time.perf_counter() - started) * 1000)
    bare = statistics.median(times["bare process"])
    print(f"\n{title}")
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"  {name:28} {median:7.1f}  {median - bare:+7.1f}  × {median / bare:.1f}")


def _measure_latency(sandbox: Bubblewrap) -> None:
    """Measure from a write in the run to its arrival here; both read the same clock."""
    code = (
        "import os, time\n"
        "for _ in range(20): time.sleep(0.02); os.write(1, b'%.6f\\n' % time.monotonic())"
    )
    delays: list[float] = []
    sandbox.run(
        Run(command=("/usr/bin/python3", "-c", code), image=HOST),
        receive=lambda piece: delays.append((time.monotonic() - float(piece.split()[-1])) * 1000),
    )
    print(
        f"\noutput arrives after {statistics.median(delays):.2f} ms, at most {max(delays):.2f} ms"
    )


def _measure_throughput(sandbox: Bubblewrap) -> None:
    run = Run(command=("/bin/true",), image=HOST)
    started = time.perf_counter()
    threads = [
        threading.Thread(target=lambda: [sandbox.run(run) for _ in range(ROUNDS)])
        for _ in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - started
    print(f"{THREADS} threads: {THREADS * ROUNDS / taken:.0f} runs a second")


if __name__ == "__main__":
    main()
