#!/bin/bash
# screen_reader_test.sh TENSORLOUPE SOURCE
# Opens the window on a virtual display and inspects it through AT-SPI, like a screen reader. Everything that can get
# the focus must have a name. LANGUAGE selects German, so the menus must be translated.
set -euo pipefail

if [ "${1:-}" != --on-display ]; then
    exec xvfb-run -a -s '-screen 0 1280x900x24' dbus-run-session -- "$0" --on-display "$@"
fi
program=$2
source=$3
scratch=$(mktemp -d)
program_id=
trap '[ -z "$program_id" ] || kill "$program_id" 2>/dev/null || true; rm -rf "$scratch"' EXIT

export HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_CACHE_HOME=$scratch XDG_DATA_HOME=$scratch XDG_RUNTIME_DIR=$scratch
export QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
LANGUAGE=de "$program" "$source/resources/samples/gpt2-tiny.safetensors" &
program_id=$!

timeout 120 /usr/bin/python3 "$source/tests/packaging/screen_reader.py" "$program_id"
