#!/bin/bash
# install_test.sh BUILD SOURCE
# Installs into a temporary prefix, and checks with the desktop's own tools that a double-click would open a model.
set -euo pipefail

build=$1
source=$2
app_id=io.github.tensorloupe.Tensorloupe
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix # without spaces, which xdg-mime does not support
share=$prefix/share
failures=0

check() { # WHAT EXPECTED ACTUAL
    if [ "$2" != "$3" ]; then
        printf 'FAILED %s: expected "%s", got "%s"\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}
check_run() { # COMMAND…
    "$@" || {
        printf 'FAILED: %s\n' "$*"
        failures=$((failures + 1))
    }
}

unset DESTDIR
cmake --install "$build" --prefix "$prefix" >"$scratch/install.log" 2>&1 || {
    cat "$scratch/install.log"
    exit 1
}

check_run test -x "$prefix/bin/tensorloupe"
check_run test -x "$prefix/bin/tloupe"
check_run test -f "$share/man/man1/tensorloupe.1"
check_run test -f "$share/man/man1/tloupe.1"
check_run test -x "$share/doc/tloupe/examples/git/pre-commit"
check_run test -f "$share/doc/tensorloupe/manual/index.md"
for program in tloupe tensorloupe; do
    check_run test -f "$share/bash-completion/completions/$program"
    check_run test -f "$share/fish/vendor_completions.d/$program.fish"
done
check_run test -f "$share/icons/hicolor/scalable/apps/$app_id.svg"
check "types with thumbnails" "$(grep '^MimeType=' "$share/applications/$app_id.desktop")" \
    "$(grep '^MimeType=' "$share/thumbnailers/$app_id.thumbnailer")"
while read -r icon; do
    check_run test -f "$share/icons/hicolor/scalable/mimetypes/$icon.svg"
done < <(grep -oE '<icon name="[^"]+' "$share/mime/packages/$app_id.xml" | cut -d '"' -f 2 | sort -u)
check_run "$source/tests/packaging/compare_menu_test.py" "$prefix" application/x-bintensors
check_run desktop-file-validate "$share/applications/$app_id.desktop"
check_run appstreamcli validate --no-net "$share/metainfo/$app_id.metainfo.xml"
check "install says" "" "$(grep -iE 'warning|error|not found' "$scratch/install.log" || true)"
check "update-mime-database says" "" "$(XDG_DATA_DIRS=$share update-mime-database "$share/mime" 2>&1)"
check "version in the metainfo" "$("$prefix/bin/tloupe" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')" \
    "$(grep -oE 'release version="[^"]+' "$share/metainfo/$app_id.metainfo.xml" | head -1 | grep -oE '[0-9.]+$')"

# A user's desktop, with our prefix among its data folders. On GNOME, xdg-mime asks gio, which reads the shared MIME
# database like file managers. Without a known desktop it would ask file(1), which has other types.
export HOME=$scratch/home XDG_DATA_HOME=$scratch/home/data XDG_CONFIG_HOME=$scratch/home/config
export XDG_DATA_DIRS=$share:/usr/local/share:/usr/share XDG_CONFIG_DIRS=$scratch/home/etc
export XDG_CURRENT_DESKTOP=GNOME
unset DE DESKTOP_SESSION KDE_FULL_SESSION GNOME_DESKTOP_SESSION_ID
mkdir -p "$XDG_DATA_HOME" "$XDG_CONFIG_HOME"

cp "$source/tests/data/safetensors/gpt2-tiny.safetensors" "$scratch/model.safetensors"
cp "$source/tests/data/safetensors/gpt2-tiny.safetensors" "$scratch/without-suffix"
cp "$source/tests/data/bintensors/gpt2-tiny.bt" "$scratch/model.bt"
cp "$source/tests/data/bintensors/gpt2-tiny.bt" "$scratch/model.bintensors"
echo '{"weight_map": {}}' | tee "$scratch/model.safetensors.index.json" "$scratch/model.bt.index.json" >"$scratch/config.json"

cp "$source/tests/data/npy/f32-c.npy" "$scratch/array.npy"
cp "$source/tests/data/npy/f32-c.npy" "$scratch/array-without-suffix"
cp "$source/tests/data/npz/stored.npz" "$scratch/arrays.npz"
cp "$source/tests/data/gguf/llama-tiny.gguf" "$scratch/quantized.gguf"
cp "$source/tests/data/gguf/llama-tiny.gguf" "$scratch/quantized-without-suffix"
cp "$source/tests/data/torch/state-dict.pt" "$scratch/model.pt"
cp "$source/tests/data/torch/module-state.pth" "$scratch/model.pth"
cp "$source/tests/data/hdf5/links.h5" "$scratch/model.h5"
cp "$source/tests/data/hdf5/links.h5" "$scratch/model.hdf5"
cp "$source/tests/data/hdf5/links.h5" "$scratch/hdf5-without-suffix"
cp "$source/tests/data/hdf5-more/model.keras" "$scratch/model.keras"
cp "$source/tests/data/torch/state-dict-legacy.pt" "$scratch/pytorch-without-suffix"
cp "$source/tests/data/tensorizer/one.tensors" "$scratch/one.tensors"
cp "$source/tests/data/tensorizer/one.tensors" "$scratch/tensorizer-without-suffix"
cp "$source/tests/data/onnx/model.onnx" "$scratch"
cp "$source/tests/data/tf-bundle/variables.index" "$scratch"
cp "$source/tests/data/tflite/plain.tflite" "$scratch/model.tflite"
cp "$source/tests/data/tflite/plain.tflite" "$scratch/tflite-without-suffix"
cp "$source/tests/data/tfjs/face-weights_manifest.json" "$scratch"
cp "$source/tests/data/zarr/.zmetadata" "$source/tests/data/zarr/plain/one/.zarray" "$scratch"
cp "$source/tests/data/flax-msgpack/flax_model.msgpack" "$scratch/flax_model.msgpack"
cp "$source/tests/data/paddle/state-proto4.pdparams" "$scratch/model.pdparams"
cp "$source/tests/data/arrow/table.arrow" "$scratch/table.feather"
cp "$source/tests/data/arrow/table.arrow" "$scratch/arrow-without-suffix"
cp "$source/tests/data/arrow/table-stream.arrows" "$scratch/table.arrows"

expect_type() { # FILE TYPE
    check "type of $1" "$2" "$(xdg-mime query filetype "$scratch/$1")"
}
expect_type model.safetensors application/x-safetensors
expect_type without-suffix application/x-safetensors
expect_type model.bt application/x-bintensors
expect_type model.bintensors application/x-bintensors
expect_type array.npy application/x-npy
expect_type array-without-suffix application/x-npy
expect_type arrays.npz application/x-npz
expect_type quantized.gguf application/x-gguf
expect_type quantized-without-suffix application/x-gguf
expect_type model.pt application/x-pytorch
expect_type model.pth application/x-pytorch
expect_type pytorch-without-suffix application/x-pytorch
expect_type one.tensors application/x-tensorizer
expect_type tensorizer-without-suffix application/x-tensorizer
expect_type model.onnx application/x-onnx
expect_type variables.index application/x-tensorflow-checkpoint-index
expect_type model.tflite application/x-tflite
expect_type tflite-without-suffix application/x-tflite
expect_type .zmetadata application/x-zarr+json
expect_type .zarray application/x-zarr+json
expect_type face-weights_manifest.json application/x-tensorflowjs+json
expect_type flax_model.msgpack application/x-flax-msgpack
expect_type model.pdparams application/x-paddle
expect_type model.h5 application/x-hdf
expect_type model.hdf5 application/x-hdf
expect_type hdf5-without-suffix application/x-hdf
expect_type model.keras application/x-keras
expect_type table.feather application/vnd.apache.arrow.file
expect_type arrow-without-suffix application/vnd.apache.arrow.file
expect_type table.arrows application/vnd.apache.arrow.stream
expect_type model.safetensors.index.json application/x-safetensors-index+json
expect_type model.bt.index.json application/x-safetensors-index+json
expect_type config.json application/json

for type in application/x-safetensors application/x-bintensors application/x-npy application/x-npz \
    application/x-gguf application/x-pytorch application/x-tensorizer application/x-onnx \
    application/x-tensorflow-checkpoint-index application/x-tflite application/x-tensorflowjs+json application/x-zarr+json \
    application/x-flax-msgpack application/x-paddle \
    application/x-hdf application/x-keras application/vnd.apache.arrow.file \
    application/vnd.apache.arrow.stream application/x-safetensors-index+json; do
    check "program for $type" "$app_id.desktop" "$(xdg-mime query default "$type")"
done
check "program for other JSON" "" "$(xdg-mime query default application/json)"

# Every MIME type that our formats claim must be installed.
while read -r type; do
    check_run grep -q "type=\"$type\"" "$share/mime/packages/$app_id.xml"
done < <(grep -rhoE '"application/[a-z0-9.+-]+"' "$source/model/formats" | tr -d '"' | sort -u)

# A staged install must not contain caches, which belong to the target machine.
DESTDIR=$scratch/stage cmake --install "$build" --prefix /usr >/dev/null
check_run test -x "$scratch/stage/usr/bin/tensorloupe"
check "caches in a staged install" "" \
    "$(find "$scratch/stage" -name mime.cache -o -name mimeinfo.cache)"

[ "$failures" -eq 0 ]
