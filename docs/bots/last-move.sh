#!/bin/sh
# Plays any game over JSON lines: always the last of its legal moves, by its number. Needs a POSIX shell and nothing else.
while read -r line; do
    case $line in
    *'"type":"move"'*)
        numbers=${line##*'"numbers":['}
        numbers=${numbers%%]*}
        echo "${numbers##*,}"
        ;;
    esac
done
