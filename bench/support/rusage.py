"""Runs a program; writes its duration, processor time and peak memory as JSON to the file in the first argument."""

import json
import os
import sys
import time

started = time.monotonic()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
seconds = time.monotonic() - started
# Kilobytes on Linux, bytes on macOS.
unit = 1 if sys.platform == "darwin" else 1024
with open(sys.argv[1], "w", encoding="ascii") as file:
    json.dump(
        {
            "seconds": seconds,
            "cpuSeconds": usage.ru_utime + usage.ru_stime,
            "peakBytes": usage.ru_maxrss * unit,
        },
        file,
    )
sys.exit(os.waitstatus_to_exitcode(status))
