"""Run a command, and print its time and memory as JSON.

This is a separate small program, because the memory of a process is never reported as less than
that of its parent.
"""

import json
import os
import signal
import sys
import threading
import time


def main(log: str, limit: str, *command: str) -> None:
    with open(log, "ab") as file:  # noqa: PTH123 - pathlib would add memory
        streams = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for number in (1, 2)]
        started = time.perf_counter()
        process = os.posix_spawnp(
            command[0], command, os.environ, file_actions=streams, setpgroup=0
        )
        timer = threading.Timer(float(limit), os.killpg, (process, signal.SIGKILL))
        timer.start()
        _, status, used = os.wait4(process, 0)
        wall = time.perf_counter() - started
        timer.cancel()
    cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    json.dump(
        {"wall": wall, "cpu": cpu, "peak": peak, "status": os.waitstatus_to_exitcode(status)},
        sys.stdout,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
