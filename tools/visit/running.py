# SPDX-License-Identifier: Apache-2.0
"""Programs that a visit runs: each ends within its time, and all it printed is kept."""
import dataclasses
import os
import pathlib
import signal
import subprocess
import time


@dataclasses.dataclass
class Ended:
    code: int | None  # None: it did not end in time and was killed
    out: str
    err: str
    seconds: float

    @property
    def said(self):
        """The last line of what it printed on its standard error, or else on its output."""
        lines = (self.err.strip() or self.out.strip()).splitlines()
        return lines[-1] if lines else ""


@dataclasses.dataclass
class Place:
    """Where the repository, its programs and the files of its programs are."""
    repository: pathlib.Path
    programs: pathlib.Path
    work: pathlib.Path

    def program(self, name):
        return str(self.programs / name)

    def environment(self, extra=None):
        """Programs find files of the repository and the libraries beside them; code is compiled anew."""
        environment = os.environ | {"PHOBOS_SOURCE_DIR": str(self.repository), "NO_COLOR": "1"} | (extra or {})
        # The loader takes an empty name for the folder it is started in.
        libraries = [str(self.programs), environment.get("LD_LIBRARY_PATH", "")]
        environment["LD_LIBRARY_PATH"] = ":".join(library for library in libraries if library)
        return environment


def start(place, words, name, extra=None):
    """What it prints goes into logs/NAME.out and .err, so that no process waits for a reader."""
    logs = place.work / "logs"
    logs.mkdir(exist_ok=True)
    (logs / f"{name}.command").write_text(" ".join(words) + "\n")
    # A group of its own: what it started ends with it.
    with (logs / f"{name}.out").open("w") as out, (logs / f"{name}.err").open("w") as err:
        return subprocess.Popen(words, stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd=place.work,
                                env=place.environment(extra), start_new_session=True)


def finish(place, process, name, deadline, began):
    """Waits for the process until the deadline, when it is killed."""
    try:
        code = process.wait(timeout=max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        code = None
        os.killpg(process.pid, signal.SIGKILL)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            pass  # a driver may keep it: it is left behind
    seconds = time.monotonic() - began
    out, err = ((place.work / "logs" / f"{name}.{ending}").read_text(errors="replace") for ending in ("out", "err"))
    return Ended(code, out, err, seconds)


def run(place, words, name, seconds, extra=None):
    began = time.monotonic()
    return finish(place, start(place, words, name, extra), name, began + seconds, began)


def run_all(place, jobs, seconds):
    """Runs all at once: [(name, words, extra environment)]; by name, how each ended."""
    began = time.monotonic()
    processes = {name: start(place, words, name, extra) for name, words, extra in jobs}
    waiting = dict(processes)
    ended = {}
    while waiting:
        for name, process in list(waiting.items()):
            if process.poll() is None and time.monotonic() < began + seconds:
                continue
            ended[name] = finish(place, waiting.pop(name), name, began + seconds, began)
        time.sleep(0.05)
    return {name: ended[name] for name in processes}
