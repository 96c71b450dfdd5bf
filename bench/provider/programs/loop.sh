#!/usr/bin/env bash
# What people run today: curl --digest for each alert configuration. The ids that the service gives are kept in ids.
#
#     loop.sh up|read|destroy
#
# BENCH_URL: the URL of the collection; BENCH_KEY: <public key>:<private key>; BENCH_FOLDER: bodies/*.json, ids.
set -euo pipefail

ask() { curl --silent --show-error --fail --digest --user "$BENCH_KEY" --header 'Content-Type: application/json' "$@"; }

case $1 in
  up)
    : >"$BENCH_FOLDER/ids"
    for body in "$BENCH_FOLDER"/bodies/*.json; do
      answer=$(ask --data-binary "@$body" "$BENCH_URL")
      [[ $answer =~ \"id\":\"([0-9a-f]{24})\" ]]
      echo "${BASH_REMATCH[1]}" >>"$BENCH_FOLDER/ids"
    done
    ;;
  read) while read -r id; do ask --output /dev/null "$BENCH_URL/$id"; done <"$BENCH_FOLDER/ids" ;;
  destroy) while read -r id; do ask --output /dev/null --request DELETE "$BENCH_URL/$id"; done <"$BENCH_FOLDER/ids" ;;
esac
