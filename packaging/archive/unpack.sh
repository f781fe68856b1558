#!/bin/sh
# @NAME@.run [--into FOLDER]
# Unpacks Tensorloupe into FOLDER/@NAME@. Without --into, FOLDER is the current one. Nothing is written elsewhere: to
# uninstall, delete that folder. --check only checks that this file is complete.
set -eu

name=@NAME@
header_lines=@LINES@ # of this script, before the archive
digest=@SHA256@

fail() {
    echo "$0: $1" >&2
    exit 1
}
archive() { tail -n "+$((header_lines + 1))" "$0"; }

into=.
check=false
case ${1:-} in
    '') ;;
    --into) into=${2:?--into: expected a folder} ;;
    --check) check=true ;;
    -h | --help)
        sed -n '2,4s/^# //p' "$0"
        exit
        ;;
    *)
        echo "$0: there is no option $1; --help shows the usage" >&2
        exit 2
        ;;
esac

[ "$(archive | sha256sum | cut -d ' ' -f 1)" = "$digest" ] || fail "is damaged: get it again"
if $check; then
    echo "$0: is whole"
    exit
fi
command -v xz >/dev/null || fail "needs xz to unpack (Debian: xz-utils)"
case $into in
    -*) into=./$into ;; # cannot be taken for an option below
esac
mkdir -p "$into"
[ ! -e "$into/$name" ] || fail "$into/$name is there already: remove it, or choose another folder with --into"
# The folder gets its final name only when it is complete.
unfinished=$(mktemp -d "$into/.$name.XXXXXX")
trap 'rm -rf "$unfinished"' EXIT
trap 'exit 1' HUP INT TERM
archive | xz -d | tar -x -f - -C "$unfinished"
mv "$unfinished/$name" "$into/$name"

folder=$(CDPATH='' cd -- "$into/$name" && pwd)
echo "The window:       $folder/tensorloupe [PATH...]"
echo "The command line: $folder/bin/tloupe VERB PATH..."
exit
