#!/bin/bash
# reproducible_test.sh SOURCE
# Compiles model/core twice with the flags of releases, in folders of different names and depths, with a different
# umask, language and time zone, and without ccache. The bytes must be the same. packaging/release --check does this
# with a whole release, which takes twenty minutes.
set -euo pipefail

source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CCACHE_DISABLE=1 SOURCE_DATE_EPOCH=1700000000

compile() { # FOLDER
    mkdir -p "$1"
    cp -r "$source"/{CMakeLists.txt,model,app,packaging,resources,CHANGELOG.md,LICENSE} "$1"
    {
        "$1/packaging/configure" "$1" "$1/build/package" -DLOUPE_WINDOW=OFF
        cmake --build "$1/build/package" --target core
    } >"$scratch/log" 2>&1 || {
        tail -n 30 "$scratch/log"
        exit 1
    }
}
libraries() { (cd "$1/build/package" && find . -name '*.a' -exec sha256sum {} + | sort -k 2); }

(umask 022 && compile "$scratch/first")
(umask 077 && export LC_ALL=C TZ=Asia/Tokyo && compile "$scratch/elsewhere/a second one")
diff <(libraries "$scratch/first") <(libraries "$scratch/elsewhere/a second one")
compgen -G "$scratch/first/build/package/model/*/*.a" >/dev/null
# The path that debuggers should see.
if grep -rlaF "$scratch" "$scratch/first/build/package/model" --include='*.a'; then
    echo "FAILED: these name the folder of the build"
    exit 1
fi

# In packages of debug symbols, CPack writes digests with paths in the build folder.
for folder in "$scratch/here" "$scratch/there/and then"; do
    root=$folder/_CPack_Packages/Linux/DEB/x-1.0-Linux/x-dbgsym
    mkdir -p "$root/usr/lib/debug" "$folder/control"
    echo symbols >"$root/usr/lib/debug/x.debug"
    echo 'Package: x-dbgsym' >"$folder/control/control"
    md5sum "$root/usr/lib/debug/x.debug" >"$folder/control/md5sums"
    echo 2.0 >"$folder/debian-binary"
    tar -C "$root" --mtime=@1700000000 -cJf "$folder/data.tar.xz" ./usr
    tar -C "$folder/control" -czf "$folder/control.tar.gz" ./control ./md5sums
    (cd "$folder" && ar rcD x.ddeb debian-binary control.tar.gz data.tar.xz)
    "$source/packaging/debian/relative-digests" "$folder/x.ddeb"
    [[ $(dpkg-deb -I "$folder/x.ddeb" md5sums) == *"  usr/lib/debug/x.debug" ]]
done
cmp "$scratch/here/x.ddeb" "$scratch/there/and then/x.ddeb"
