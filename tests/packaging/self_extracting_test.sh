#!/bin/bash
# self_extracting_test.sh SOURCE
# Tests the script that precedes the archive (packaging/archive/unpack.sh), with a small archive.
set -euo pipefail

source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name=tensorloupe-1.2.3-x86_64
failures=0
fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

mkdir -p "$scratch/$name/bin"
head -c 100000 /dev/urandom >"$scratch/$name/bin/tloupe"
tar -C "$scratch" -cJf "$scratch/$name.tar.xz" "$name"
"$source/packaging/archive/make-run" "$scratch/$name.tar.xz"
run=$scratch/$name.run

"$run" --check >/dev/null || fail "a whole file is not whole"
(cd "$scratch" && "$run" --into 'a folder/of mine' >"$scratch/said") || fail "it does not unpack"
diff -r "$scratch/$name" "$scratch/a folder/of mine/$name" || fail "what it unpacks"
[ "$(ls -A "$scratch/a folder/of mine")" = "$name" ] || fail "it leaves $(ls -A "$scratch/a folder/of mine")"
grep -qF "$scratch/a folder/of mine/$name/tensorloupe" "$scratch/said" || fail "it says: $(cat "$scratch/said")"
if "$run" --into "$scratch/a folder/of mine" 2>"$scratch/said"; then fail "it overwrites a folder"; fi
grep -q 'is there already' "$scratch/said" || fail "of a folder that is there it says: $(cat "$scratch/said")"
(cd "$scratch" && "$run" --into --here >/dev/null) || fail "it does not unpack into a folder that looks like an option"
diff -r "$scratch/$name" "$scratch/--here/$name" || fail "what it unpacks into a folder that looks like an option"
mkdir "$scratch/here"
(cd "$scratch/here" && sh "$run" >/dev/null && diff -r "$scratch/$name" "$name") || fail "it does not unpack into the current folder"
"$run" --help | grep -q -- '--into FOLDER' || fail "help: $("$run" --help)"
"$run" --nonsense 2>/dev/null && status=0 || status=$?
[ "$status" = 2 ] || fail "exit status $status of an unknown option"

truncate -s -1 "$run"
if "$run" --into "$scratch/damaged" 2>"$scratch/said"; then fail "it unpacks a damaged archive"; fi
grep -q 'is damaged: get it again' "$scratch/said" || fail "of a damaged archive it says: $(cat "$scratch/said")"
[ ! -e "$scratch/damaged" ] || fail "a damaged archive leaves a folder"
[ "$failures" -eq 0 ]
