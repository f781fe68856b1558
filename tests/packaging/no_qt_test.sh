#!/bin/sh
# no_qt_test.sh TLOUPE
# The command line must run on servers without Qt, so neither it nor its libraries may link a Qt library.
set -eu

readelf -d "$1" | grep -q 'NEEDED.*libc\.so' # makes sure that the section was read
if readelf -d "$1" | grep -i 'NEEDED.*qt'; then exit 1; fi
if ldd "$1" | grep -i qt; then exit 1; fi
