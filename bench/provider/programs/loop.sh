#!/usr/bin/env bash
# Runs curl --digest for each alert configuration, and stores the returned ids in the file ids.
#
#     loop.sh up|read|destroy
#
# BENCH_URL: the URL of the collection; BENCH_KEY: <public key>:<private key>; BENCH_FOLDER: bodies/*.json, ids.
set -euo pipefail

send() { curl --silent --show-error --fail --digest --user "$BENCH_KEY" --header 'Content-Type: application/json' "$@"; }

case $1 in
  up)
    : >"$BENCH_FOLDER/ids"
    for body in "$BENCH_FOLDER"/bodies/*.json; do
      response=$(send --data-binary "@$body" "$BENCH_URL")
      [[ $response =~ \"id\":\"([0-9a-f]{24})\" ]]
      echo "${BASH_REMATCH[1]}" >>"$BENCH_FOLDER/ids"
    done
    ;;
  read) while read -r id; do send --output /dev/null "$BENCH_URL/$id"; done <"$BENCH_FOLDER/ids" ;;
  destroy) while read -r id; do send --output /dev/null --request DELETE "$BENCH_URL/$id"; done <"$BENCH_FOLDER/ids" ;;
esac
