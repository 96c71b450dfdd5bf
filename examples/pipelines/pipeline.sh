#!/usr/bin/env bash
# The commands of a pipeline:
#   pipeline.sh install | preview | deploy | drift [options]
# It needs the Pulumi CLI, Node.js, for a program in Python python3 with venv,
# and for all but install these environment variables:
#   STACK                     the stack, for example production
#   PULUMI_BACKEND_URL        where the state is; also the credentials that the
#                             backend needs
#   PULUMI_CONFIG_PASSPHRASE  decrypts the configuration of the stack
#   OPSMANAGER_BASE_URL, OPSMANAGER_PUBLIC_KEY, OPSMANAGER_PRIVATE_KEY
#                             unless the configuration of the stack has them
#   OPSMANAGER_COMMAND        optional: the command of the package, by default
#                             the installed one
# Reports are written to the folder reports.
# Exit codes: 0 success, 7 drift, 1 and others failure.
set -euo pipefail

export PULUMI_SKIP_UPDATE_CHECK=true

# Installs what the repository has: npm packages, the release of the plugin in
# the folder opsmanager-plugin, and Python packages.
install() {
  if [ -f package.json ]; then npm ci; fi
  if [ -d opsmanager-plugin ]; then install_plugin; fi
  if [ -f requirements.txt ]; then
    python3 -m venv venv
    venv/bin/pip install --quiet --disable-pip-version-check \
      --requirement requirements.txt
  fi
}

install_plugin() {
  local archive version
  (cd opsmanager-plugin && sha256sum --check --quiet --ignore-missing SHA256SUMS)
  # The archives of all platforms have the same content.
  for archive in opsmanager-plugin/pulumi-resource-opsmanager-v*.tar.gz; do
    version=${archive#*-opsmanager-v}
    pulumi plugin install resource opsmanager "${version%-*-*.tar.gz}" \
      --file "$archive"
  done
  # The commands need no Pulumi SDK for Node.js, which is a peer dependency.
  if [ -f opsmanager-plugin/package.json ]; then
    npm ci --prefix opsmanager-plugin --omit peer
  fi
}

# Prints the path of the installed command. It is not called through npx, which
# asks a registry for a package that is not installed.
find_command() {
  local up='' folder command
  until [ "$(cd "./$up" && pwd)" = / ]; do
    for folder in node_modules opsmanager-plugin/node_modules; do
      command=$up$folder/.bin/pulumi-opsmanager
      if [ -x "$command" ]; then
        echo "$command"
        return
      fi
    done
    up=../$up
  done
  echo "pulumi-opsmanager is not installed here:" \
    "run $0 install, or set OPSMANAGER_COMMAND" >&2
  return 1
}

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
  OPSMANAGER_COMMAND=${OPSMANAGER_COMMAND:-$(find_command)}
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
  install) install ;;
  preview | deploy | drift)
    : "${STACK:?is not set}"
    mkdir -p reports
    "$@"
    ;;
  *)
    echo "Usage: $0 install | preview | deploy | drift [options]" >&2
    exit 2
    ;;
esac
