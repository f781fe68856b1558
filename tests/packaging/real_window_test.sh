#!/bin/bash
# real_window_test.sh TENSORLOUPE SOURCE
# Opens the window on a virtual display like a user. It must appear, show its file's name, draw something, and quit
# successfully on Ctrl+Q.
set -euo pipefail

if [ "${1:-}" != --on-display ]; then
    exec xvfb-run -a -s '-screen 0 1280x900x24' "$0" --on-display "$@"
fi
program=$2
source=$3
scratch=$(mktemp -d)
program_id=
trap '[ -z "$program_id" ] || kill "$program_id" 2>/dev/null || true; rm -rf "$scratch"' EXIT

export HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_CACHE_HOME=$scratch XDG_DATA_HOME=$scratch XDG_RUNTIME_DIR=$scratch
export QT_QPA_PLATFORM=xcb
"$program" "$source/resources/samples/gpt2-tiny.safetensors" &
program_id=$!

window=$(timeout 60 xdotool search --sync --onlyvisible --name 'gpt2-tiny' | head -1)
xdotool getwindowname "$window"

# The first screenshot may be taken before the first paint.
colours=0
for _ in $(seq 100); do
    import -window "$window" "$scratch/window.png"
    colours=$(identify -format %k "$scratch/window.png")
    [ "$colours" -lt 20 ] || break
    sleep 0.1
done
if [ "$colours" -lt 20 ]; then
    echo "FAILED: the window shows only $colours colours"
    exit 1
fi

xdotool windowfocus --sync "$window" key ctrl+q
wait "$program_id" || {
    echo "FAILED: exit status $? after Ctrl+Q"
    exit 1
}
program_id=
