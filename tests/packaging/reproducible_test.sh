#!/bin/bash
# reproducible.sh
# On demand, in twice the time of a first build: makes the packages of the last commit twice, in folders of different
# names, with another umask, language and time zone, and without ccache. All must be the same bytes.
set -euo pipefail

source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CCACHE_DISABLE=1

git clone -q "$source" "$scratch/first"
git clone -q "$source" "$scratch/a second one"
(umask 022 && "$scratch/first/packaging/package" >"$scratch/first.log") || {
    tail -n 50 "$scratch/first.log"
    exit 1
}
(umask 077 && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo "$scratch/a second one/packaging/package" >"$scratch/second.log") || {
    tail -n 50 "$scratch/second.log"
    exit 1
}
# Says which differ.
diff -r "$scratch/first/build/package/packages" "$scratch/a second one/build/package/packages"
ls -l "$scratch/first/build/package/packages"
