#!/bin/sh
# Starts a program without any network, with processes of its own that end with it, and with little of the memory. Chromium then
# builds its own sandbox inside of that one. Everything else that it is given goes to the program.
set -eu
# When the machine runs out of memory, this is what ends, not the service.
echo 1000 > /proc/self/oom_score_adj
ulimit -c 0
ulimit -d "$KINORA_KIBIBYTES"
# shellcheck disable=SC2086 # No user, or several words.
exec setpriv --pdeathsig KILL ${KINORA_USER:-} \
  unshare --user --map-current-user --net --pid --fork --kill-child \
  "$KINORA_PROGRAM" "$@" "--user-data-dir=$HOME"
