#!/bin/bash
# install_packages_test.sh SOURCE
# Runs packaging/install-packages with fakes of dpkg-query, apt-get, id and sudo that record their arguments.
set -euo pipefail

source=$1
scratch=$(mktemp -d)
root=$scratch/root # of the simulated machine
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}
stand_in() { # NAME BODY
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
# machine INSTALLED-PATTERN USER-ID: simulates a machine where packages whose names match the case pattern are
# installed.
machine() {
    rm -rf "${scratch:?}/bin" "$scratch/log" "$root"
    mkdir -p "$scratch/bin" "$root/usr/sbin" "$root/etc/systemd/system/multi-user.target.wants"
    touch "$root/etc/systemd/system/multi-user.target.wants/own.service"
    : >"$scratch/log"
    for tool in sh awk dirname env mktemp rm cat install find sed sort comm; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
    stand_in dpkg-query "for last; do :; done; case \$last in $1) printf installed ;; *) exit 1 ;; esac"
    stand_in apt-get "echo apt-get \"\$@\" >>'$scratch/log'"
    stand_in id "echo $2"
}
install_packages() {
    PATH=$scratch/bin LOUPE_ROOT=$root "$source/packaging/install-packages" "$@" >"$scratch/out" 2>"$scratch/err"
}

machine '*' 1000
install_packages build window test ci || fail "nothing missing must succeed without privilege"
[ ! -s "$scratch/log" ] || fail "nothing missing must not call apt-get"

machine '[!c]*' 0
install_packages build || fail "root must be able to install"
[ "$(head -1 "$scratch/log")" = "apt-get update -q" ] || fail "must update before it installs"
grep -q '^apt-get install -y .* cmake ccache$' "$scratch/log" || fail "must install exactly what is missing: $(cat "$scratch/log")"

machine '[!c]*' 1000
stand_in sudo "echo sudo \"\$@\" >>'$scratch/log'; exec \"\$@\""
install_packages build || fail "a user with sudo must be able to install"
[ "$(awk '$1 == "sudo" { print $2 }' "$scratch/log" | tr '\n' ' ')" = 'apt-get install env rm ' ] ||
    fail "a user updates, forbids services, installs and allows them again through sudo: $(cat "$scratch/log")"

machine '[!c]*' 1000
if install_packages build; then fail "without root and sudo it must fail"; fi
grep -q 'cmake ccache' "$scratch/err" || fail "must name what is missing: $(cat "$scratch/err")"
[ ! -s "$scratch/log" ] || fail "must not try what it may not do"

# A server whose package would start it now and at boot.
# shellcheck disable=SC2016  # the stand-in expands it
install_server='for word; do
    [ "$word" != install ] || { "$ROOT/usr/sbin/policy-rc.d"; echo "policy $?" >>"$LOG"; : >"$ROOT/etc/systemd/system/multi-user.target.wants/nginx.service"; }
done'
machine '[!n]*' 0
stand_in apt-get "ROOT='$root' LOG='$scratch/log'; $install_server"
stand_in systemctl "echo systemctl \"\$@\" >>'$scratch/log'"
install_packages test || fail "servers must be installed"
grep -qx 'policy 101' "$scratch/log" || fail "no service may start while servers are installed: $(cat "$scratch/log")"
grep -qx 'systemctl disable --quiet nginx.service' "$scratch/log" || fail "only a new service is disabled: $(cat "$scratch/log")"
[ ! -e "$root/usr/sbin/policy-rc.d" ] || fail "services may start again afterwards"

machine '[!n]*' 0
# shellcheck disable=SC2016  # the stand-in expands it
stand_in apt-get 'for word; do [ "$word" != install ] || exit 100; done'
if install_packages test; then fail "must fail with apt-get"; fi
[ ! -e "$root/usr/sbin/policy-rc.d" ] || fail "services may start again after a failure"

machine '[!n]*' 0
echo 'the own one' >"$root/usr/sbin/policy-rc.d"
install_packages test || fail "must install where there is a policy"
[ "$(cat "$root/usr/sbin/policy-rc.d")" = 'the own one' ] || fail "a policy that is there stays"

machine 'none' 1000
install_packages --dry-run test || fail "a dry run needs no privilege"
grep -qx xvfb "$scratch/out" || fail "a dry run names what is missing"
[ ! -s "$scratch/log" ] || fail "a dry run changes nothing"

machine '*' 0
if install_packages nonsense; then fail "an unknown set is an error"; fi

[ "$failures" -eq 0 ]
