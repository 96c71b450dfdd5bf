#!/usr/bin/env bash
# Runs curl --digest for each alert configuration, on as many connections as given, and stores the addresses of what it created.
#
#     loop.sh up|read|destroy
#
# BENCH_URL: the URL of the projects; BENCH_KEY: <public key>:<private key>; BENCH_CONNECTIONS: how many loops run at once;
# BENCH_FOLDER: bodies/<project>/*.json, created-<number of the loop>.
set -euo pipefail

send() { curl --silent --show-error --fail --digest --user "$BENCH_KEY" --header 'Content-Type: application/json' "$@"; }

# Each function takes the number of its loop.
create_all() {
  local at=0 body collection response
  for body in "$BENCH_FOLDER"/bodies/*/*.json; do
    ((at++ % BENCH_CONNECTIONS == $1)) || continue
    collection=${body%/*}
    collection=$BENCH_URL/${collection##*/}/alertConfigs
    response=$(send --data-binary "@$body" "$collection")
    [[ $response =~ \"id\":\"([0-9a-f]{24})\" ]]
    echo "$collection/${BASH_REMATCH[1]}"
  done >"$BENCH_FOLDER/created-$1"
}
read_all() { while read -r url; do send --output /dev/null "$url"; done <"$BENCH_FOLDER/created-$1"; }
delete_all() { while read -r url; do send --output /dev/null --request DELETE "$url"; done <"$BENCH_FOLDER/created-$1"; }

case $1 in
  up) work=create_all ;;
  read) work=read_all ;;
  destroy) work=delete_all ;;
esac
loops=()
for ((number = 0; number < BENCH_CONNECTIONS; number++)); do
  "$work" "$number" &
  loops+=($!)
done
for loop in "${loops[@]}"; do wait "$loop"; done
