#!/bin/sh
# no_qt_test.sh TLOUPE
# The command line runs on a server without Qt: neither it nor what it links may name a Qt library.
set -eu

readelf -d "$1" | grep -q 'NEEDED.*libc\.so' # the section was read at all
if readelf -d "$1" | grep -i 'NEEDED.*qt'; then exit 1; fi
if ldd "$1" | grep -i qt; then exit 1; fi
