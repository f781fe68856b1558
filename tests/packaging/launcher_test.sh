#!/bin/bash
# launcher_test.sh SOURCE COMPILER
# Tests the script that starts the window of the archive (packaging/archive/tensorloupe). If all libraries exist, it
# runs the program. Otherwise it names each missing library and the package that has it.
set -euo pipefail

source=$1
compiler=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder="$scratch/a folder"
failures=0
fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

mkdir -p "$folder/bin" "$folder/etc"
cp "$source/packaging/archive/tensorloupe" "$folder"
printf 'libthere.so libthere0\nlibdesk.so libdesk1\n' >"$folder/etc/system-libraries"
cd "$scratch"
for name in desk other; do echo "int of_$name() { return 3; }" | "$compiler" -x c++ -shared -fPIC -o "lib$name.so" -; done
"$compiler" -x c++ -o "$folder/bin/tensorloupe" -L. -Wl,-rpath,"$scratch" - -x none -ldesk -lother <<'SOURCE'
#include <cstdio>
int of_desk();
int of_other();
int main(int count, char** arguments)
{
    std::printf("%d %d %s\n", of_desk(), of_other() + count - 2, arguments[1]);
    return 5;
}
SOURCE
ln -s "$folder/tensorloupe" link

said=$(./link 'a model' 2>&1) && status=0 || status=$?
[ "$status $said" = '5 3 3 a model' ] || fail "with all libraries: exit status $status, \"$said\""
rm libdesk.so libother.so
said=$(./link 'a model' 2>&1) && status=0 || status=$?
[ "$status" = 3 ] || fail "without libraries: exit status $status, expected 3"
grep -qxF '  libdesk.so  (Debian and Ubuntu: sudo apt install libdesk1)' <<<"$said" || fail "of a known library it says: $said"
grep -qxF '  libother.so' <<<"$said" || fail "of another library it says: $said"
[ "$(wc -l <<<"$said")" -eq 3 ] || fail "it says: $said"
[ "$failures" -eq 0 ]
