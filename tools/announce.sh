#!/bin/sh
# Usage: announce.sh TEXT COMMAND...
# Prints TEXT, runs the command, and prints a dot every two seconds until it ends. The exit status is that of the command.
text=$1
shift
printf '%s ' "$text"
(while sleep 2 >/dev/null; do printf .; done) &
dots=$!
trap 'kill $dots 2>/dev/null; exit 130' INT TERM
"$@"
status=$?
kill $dots 2>/dev/null
wait $dots 2>/dev/null
echo
exit $status
