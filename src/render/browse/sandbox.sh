#!/bin/sh
# Starts a program without network access, with a process namespace that ends with it, with limited memory, and
# with a limited number of processes and threads. Chromium builds its own sandbox inside of this one. All arguments are passed to the program.
set -eu
# Playwright has created an empty profile, which a killed service would leave behind. The last argument below is
# the profile that is used.
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) rmdir "${argument#--user-data-dir=}" 2> /dev/null || true ;;
  esac
done
# If the machine runs out of memory, end this program rather than the service.
echo 1000 > /proc/self/oom_score_adj
ulimit -c 0
ulimit -d "$KINORA_KIBIBYTES"
# setpriv and unshare ask for a signal when their parent ends. If it has ended before that, none comes, so each
# step looks for its parent. A process sees no parent outside of its namespace, but /proc is still that outside.
isolate='
  test "$PPID" = "$KINORA_PARENT"
  read -r KINORA_OUTSIDE _ < /proc/self/stat
  export KINORA_OUTSIDE
  exec unshare --user --map-current-user --net --pid --fork --kill-child sh -euc "$0" sh "$@"'
run='
  read -r _ _ _ parent _ < /proc/self/stat
  test "$parent" = "$KINORA_OUTSIDE"
  exec prlimit "--nproc=$KINORA_TASKS" -- "$KINORA_PROGRAM" "$@" "--user-data-dir=$HOME"'
# shellcheck disable=SC2086 # No user, or several words.
exec setpriv --pdeathsig KILL ${KINORA_USER:-} sh -euc "$isolate" "$run" "$@"
