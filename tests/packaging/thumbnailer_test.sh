#!/bin/bash
# thumbnailer_test.sh TLOUPE SOURCE
# Runs the command of the .thumbnailer entry in a sandbox like GNOME's, with /usr, the file and a folder for the
# picture, but without network and home. Exits with 77 if bubblewrap is not installed, or the machine does not permit
# namespaces.
set -euo pipefail

tloupe=$1
source=$2
entry=$source/packaging/io.github.tensorloupe.Tensorloupe.thumbnailer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sandbox() {
    env -i bwrap --ro-bind /usr /usr --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --symlink usr/bin /bin \
        --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --unshare-all --die-with-parent --chdir / \
        --ro-bind "$tloupe" /run/bin/tloupe --setenv PATH /run/bin:/usr/bin --bind "$scratch/out" /tmp "$@"
}
mkdir "$scratch/out"
command -v bwrap >/dev/null || exit 77
sandbox true || exit 77

command=$(sed -n 's/^Exec=//p' "$entry")
failures=0
for model in safetensors/gpt2-tiny.safetensors gguf/llama-tiny.gguf torch/state-dict.pt npz/stored.npz hdf5/links.h5 \
    onnx/model.onnx tflite/plain.tflite; do
    name=/run/in/model.${model##*.}
    : >"$scratch/out/picture" # thumbnailers create the file first
    words=${command//%s/128}
    words=${words//%i/$name}
    # shellcheck disable=SC2086  # the words of the command
    sandbox --ro-bind "$source/tests/data/$model" "$name" ${words//%o//tmp/picture} || failures=$((failures + 1))
    shown=$(identify -format '%m %wx%h %k' "$scratch/out/picture")
    [[ $shown =~ ^PNG\ 128x128\ ([0-9]+)$ && ${BASH_REMATCH[1]} -ge 4 ]] || {
        echo "FAILED: $model: $shown"
        failures=$((failures + 1))
    }
    [ "$(ls -A "$scratch/out")" = picture ] || {
        echo "FAILED: $model leaves $(ls -A "$scratch/out")"
        failures=$((failures + 1))
    }
done
[ "$failures" -eq 0 ]
