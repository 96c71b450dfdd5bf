#!/usr/bin/env bash
# The three commands of a pipeline:
#   pipeline.sh preview | deploy | drift [options]
# It needs the dependencies of the project (npm ci), the Pulumi CLI, and these
# environment variables:
#   STACK                     the stack, for example production
#   PULUMI_BACKEND_URL        where the state is; also the credentials that the
#                             backend needs
#   PULUMI_CONFIG_PASSPHRASE  decrypts the configuration of the stack
#   OPSMANAGER_BASE_URL, OPSMANAGER_PUBLIC_KEY, OPSMANAGER_PRIVATE_KEY
#                             unless the configuration of the stack has them
#   OPSMANAGER_COMMAND        optional: the command of the package, by default
#                             the installed one; npx --no never downloads another
# Reports are written to the folder reports.
# Exit codes: 0 success, 7 drift, 1 and others failure.
set -euo pipefail

: "${STACK:?is not set}"
export PULUMI_SKIP_UPDATE_CHECK=true
OPSMANAGER_COMMAND=${OPSMANAGER_COMMAND:-npx --no pulumi-opsmanager}
mkdir -p reports

# Prints what `pulumi up` would change, and writes it as a comment in Markdown.
preview() {
  local status=0 title="Preview of $STACK"
  pulumi preview --stack "$STACK" --diff --non-interactive --color never \
    > reports/preview.txt 2>&1 || status=$?
  cat reports/preview.txt
  if [ "$status" -ne 0 ]; then title="$title failed"; fi
  # Comments have a maximum length.
  printf '### %s\n\n~~~~~~~~\n%s\n~~~~~~~~\n' "$title" \
    "$(head -c 60000 reports/preview.txt)" > reports/preview.md
  return "$status"
}

deploy() {
  pulumi up --stack "$STACK" --yes --diff --non-interactive --color never
}

# Compares the state with the service, changes neither, and writes the report in
# three formats. Options such as --fail-on changed,missing,unmanaged or
# --baseline baseline.json are passed on.
drift() {
  local status=0
  # The command may have arguments of its own.
  compare() { $OPSMANAGER_COMMAND drift --stack "$STACK" --show-secrets "$@"; }
  rm -f reports/drift.*
  # A report of which a part is missing is written, and ends with 1.
  compare "$@" --fail-on none --format html --out reports/drift.html ||
    status=$?
  compare "$@" --fail-on none --format markdown --out reports/drift.md ||
    status=$?
  if [ -f reports/drift.md ]; then cat reports/drift.md; fi
  # The last one decides, with exit code 7; without --fail-on none the test
  # report has its failures.
  compare "$@" --format junit --out reports/drift.xml || status=$?
  return "$status"
}

case "${1-}" in
  preview | deploy | drift) "$@" ;;
  *)
    echo "Usage: $0 preview | deploy | drift [options]" >&2
    exit 2
    ;;
esac
