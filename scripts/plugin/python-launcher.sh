#!/bin/sh
# Starts the Python host that is built from source. It is older than the CLI: it reads the option virtualenv of Pulumi.yaml from a flag,
# and the CLI no longer passes options as flags.
virtualenv=$(sed -n 's/.*virtualenv: *\([^ ,}]*\).*/\1/p' Pulumi.yaml 2>/dev/null)
exec "$0-host" ${virtualenv:+-root "$PWD" -virtualenv "$virtualenv"} "$@"
