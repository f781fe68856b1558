#!/bin/bash
# portable_test.sh TLOUPE-PORTABLE TLOUPE SOURCE
# Tests tloupe as a single file: it needs only libc, runs in an otherwise empty system, and prints the same as tloupe.
set -euo pipefail

portable=$1
tloupe=$2
source=$3
data=$source/tests/data
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

needed=$(readelf -d "$portable" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | sort | tr '\n' ' ')
[[ $needed =~ ^(ld-linux-x86-64\.so\.2\ )?libc\.so\.6\ libm\.so\.6\ $ ]] || fail "it needs $needed"

for file in safetensors/gpt2-tiny.safetensors gguf/llama-tiny.gguf torch/state-dict.pt npz/stored.npz hdf5/links.h5 onnx/model.onnx \
    arrow/table.arrow; do
    for verb in 'stats --json' hash scan; do
        # shellcheck disable=SC2086  # a verb with its option
        "$tloupe" $verb "$data/$file" >"$scratch/expected" 2>&1 && expected=0 || expected=$?
        # shellcheck disable=SC2086
        "$portable" $verb "$data/$file" >"$scratch/actual" 2>&1 && actual=0 || actual=$?
        [ "$expected" = "$actual" ] || fail "$verb $file: exit status $actual, expected $expected"
        diff "$scratch/expected" "$scratch/actual" || fail "$verb $file"
    done
done

# Runs it with nothing but libc. If the machine does not permit namespaces, this is skipped.
sandbox() {
    local arguments=() library
    for library in /lib64/ld-linux-x86-64.so.2 /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libm.so.6; do
        arguments+=(--ro-bind "$(realpath "$library")" "$library")
    done
    env -i bwrap "${arguments[@]}" --ro-bind "$portable" /tloupe --ro-bind "$data" /data --proc /proc --dev /dev --unshare-all \
        --die-with-parent "$@"
}
if command -v bwrap >/dev/null && bwrap --ro-bind / / --unshare-all true; then
    sandbox /tloupe info /data/safetensors/gpt2-tiny.safetensors >"$scratch/info" || fail "it does not run with libc alone"
    grep -q gpt2-tiny "$scratch/info" || fail "info prints: $(cat "$scratch/info")"
    sandbox /tloupe info https://127.0.0.1/model.safetensors >"$scratch/out" 2>"$scratch/err" && status=0 || status=$?
    [ "$status" = 3 ] || fail "exit status $status of an address without libcurl, expected 3"
    grep -q 'install it (Debian: libcurl4)' "$scratch/err" || fail "without libcurl it says: $(cat "$scratch/err")"
fi
[ "$failures" -eq 0 ]
