"""Runs a program; writes its duration and processor time as JSON to the file in the first argument."""

import json
import os
import sys
import time

started = time.monotonic()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
seconds = time.monotonic() - started
with open(sys.argv[1], "w", encoding="ascii") as file:
    json.dump(
        {
            "seconds": seconds,
            "cpuSeconds": usage.ru_utime + usage.ru_stime,
        },
        file,
    )
sys.exit(os.waitstatus_to_exitcode(status))
