#!/bin/bash
# in_chroot.sh packages [FOLDER]
# in_chroot.sh archive FILE
# in_chroot.sh rpm [FOLDER]
# Tries the files of packaging/package in a bare system, like a new user. Run on demand, as root; takes minutes.
# packages: installs them in a bare Debian 12 with apt, tests a thumbnail by tumbler, and checks that purging leaves no
# files. Default FOLDER: build/package/packages.
# archive: runs it in a Debian 13 that has only the libraries of a desktop.
# rpm: installs the RPM packages with Debian 13's rpm, runs the programs, and erases the packages. Its libraries differ
# from those of Debian 12, too.
# Needs debootstrap and its mirror, and Xvfb, xdotool and ImageMagick for a display on this machine.
# CHROOT_BASE: a fresh debootstrap'ed folder of that release to copy, which saves a minute.
set -euo pipefail

source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mode=${1:-}
case $mode in
    packages | archive | rpm) ;;
    *)
        sed -n '2,12s/^# //p' "$0" >&2
        exit 2
        ;;
esac
# Runs in its own mount namespace, so that no mount outlives this script, and with a display.
if [ -z "${IN_CHROOT_DISPLAY:-}" ]; then
    IN_CHROOT_DISPLAY=1 exec unshare --mount xvfb-run -a -s '-screen 0 1280x900x24' "$0" "$@"
fi

app_id=io.github.tensorloupe.Tensorloupe
scratch=$(mktemp -d)
root=$scratch/root
failures=0
window_process=
clean_up() {
    [ -z "$window_process" ] || kill "$window_process" 2>/dev/null || true
    for folder in dev proc; do mountpoint -q "$root/$folder" && umount "$root/$folder"; done
    rm -rf --one-file-system "$scratch"
}
trap clean_up EXIT

say() { printf '== %s\n' "$*"; }
fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}
check() { # WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || fail "$1: expected \"$2\", got \"$3\""
}

make_root() { # SUITE
    if [ -n "${CHROOT_BASE:-}" ]; then
        cp -a "$CHROOT_BASE" "$root"
    else
        debootstrap --variant=minbase "$1" "$root" >"$scratch/debootstrap.log" || {
            tail "$scratch/debootstrap.log"
            exit 1
        }
    fi
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    # Packages must neither ask questions nor start services.
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    inside useradd --create-home tester
    in_root apt-get update
    cp "$source/resources/samples/gpt2-tiny.safetensors" "$root/home/tester/model.safetensors"
}
inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive /usr/sbin/chroot "$root" "$@"
}
in_root() { # COMMAND…: prints its output only if it fails
    inside "$@" >"$scratch/log" 2>&1 </dev/null || {
        cat "$scratch/log"
        echo "FAILED: $*"
        exit 1
    }
}
as_user() {
    env -i PATH=/usr/bin:/bin HOME=/home/tester USER=tester LC_ALL=C.UTF-8 DISPLAY="$DISPLAY" XAUTHORITY=/home/tester/.Xauthority \
        XDG_CURRENT_DESKTOP=GNOME QT_LOGGING_RULES=tensorloupe.start=true QT_FORCE_STDERR_LOGGING=1 \
        /usr/sbin/chroot --userspec=tester:tester "$root" "$@"
}

# first_start COMMAND…: opens the window, waits until it has painted its tree, and checks the picture.
first_start() {
    local window colours
    cp "$XAUTHORITY" "$root/home/tester/.Xauthority"
    chown --reference="$root/home/tester" "$root/home/tester/.Xauthority"
    mkfifo "$scratch/said"
    as_user "$@" >"$scratch/said" 2>&1 &
    window_process=$!
    # Reads to the end, so that the program can continue to write.
    while read -r line; do
        printf '%s\n' "$line" >>"$scratch/start.log"
        [[ $line != *"tree painted"* ]] || break
    done <"$scratch/said"
    painted=$(date +%s.%N)
    grep -q 'tree painted' "$scratch/start.log" || {
        cat "$scratch/start.log"
        fail "the window never painted its tree"
        return
    }
    window=$(timeout 60 xdotool search --sync --onlyvisible --name model | head -1)
    import -window "$window" "$scratch/window.png"
    colours=$(identify -format %k "$scratch/window.png")
    [ "$colours" -ge 20 ] || fail "the window shows only $colours colours"
    cp "$scratch/window.png" "${PICTURE:-/tmp/tensorloupe-$mode.png}"
    say "picture of the window: ${PICTURE:-/tmp/tensorloupe-$mode.png}, $colours colours"
    xdotool windowfocus --sync "$window" key ctrl+q
    wait "$window_process" || fail "exit status $? after Ctrl+Q"
    window_process=
}

# Lists the files in the root, except those that only apt and dpkg keep.
files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
        -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./home \) -prune -o -print | sort)
}
expect_no_trace() {
    check "files of ours after the purge" "" "$(files | grep -iE '(tensor|/t)loupe' || true)"
    check "packages of ours after the purge" "" "$(inside dpkg-query -W -f "\${Package}\\n" '*loupe*' 2>/dev/null || true)"
    check "caches that name us after the purge" "" \
        "$(grep -rIlia -e tensorloupe -e x-safetensors "$root/usr/share" "$root/etc" "$root/var/lib/dpkg/info" || true)"
}

# thumbnail_by_tumbler: Xfce's thumbnailing service draws a model, as any file manager may request.
thumbnail_by_tumbler() {
    local uri=file:///home/tester/model.safetensors picture
    picture=/home/tester/.cache/thumbnails/normal/$(printf %s "$uri" | md5sum | cut -d ' ' -f 1).png
    in_root apt-get install -y --no-install-recommends tumbler dbus-daemon libglib2.0-bin
    # A private bus: the service starts with the first call, and ends with the bus.
    # shellcheck disable=SC2016  # the shell inside expands it
    as_user dbus-run-session -- sh -c '
        name=org.freedesktop.thumbnails.Thumbnailer1
        gdbus call --session --dest $name --object-path /org/freedesktop/thumbnails/Thumbnailer1 --method $name.Queue \
            "[\"$1\"]" "[\"application/x-safetensors\"]" normal default 0
        timeout 60 sh -c "until [ -s \"\$1\" ]; do sleep 0.1; done" wait "$2"' ask "$uri" "$picture" >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        fail "tumbler has drawn no thumbnail"
        return
    }
    check "thumbnail by tumbler" "PNG 128x128" "$(identify -format '%m %wx%h' "$root$picture")"
    cp "$root$picture" "${PICTURE:-/tmp/tensorloupe-$mode.png}.thumbnail.png"
}

try_packages() {
    local folder=$1 begin version
    make_root bookworm
    cp "$folder"/*.deb "$root/tmp"

    say "tloupe, on a server"
    [ ! -e "$root/etc/ssl/certs/ca-certificates.crt" ] || fail "the root has authorities before: CHROOT_BASE is not fresh"
    files >"$scratch/before"
    in_root sh -c 'apt-get install -y /tmp/tloupe_*.deb'
    [ -s "$root/etc/ssl/certs/ca-certificates.crt" ] || fail "tloupe comes without authorities: it can read nothing by https"
    check "what tloupe recommends" ca-certificates "$(inside dpkg-query -W -f "\${Recommends}" tloupe)"
    check "libraries of Qt and X with tloupe" "" "$(inside dpkg-query -W -f "\${Package}\\n" | grep -E '^lib(qt|x11|xcb|gl)' || true)"
    say "installs $(files | comm -13 "$scratch/before" - | wc -l) files; packages: $(inside dpkg-query -W | wc -l)"
    as_user tloupe info /home/tester/model.safetensors >/dev/null || fail "tloupe info"
    version=$(as_user tloupe --version)
    check "version" "tloupe $(inside dpkg-query -W -f "\${Version}" tloupe)" "$version"
    # apt itself recommends ca-certificates, so it keeps the package.
    in_root sh -c 'apt-get purge -y tloupe && apt-get autoremove --purge -y && apt-get autoremove --purge -y ca-certificates'
    expect_no_trace
    check "what tloupe leaves" "" "$(files | comm -13 "$scratch/before" - | grep -v '^\./etc/ld.so.cache$' || true)"

    say "tensorloupe, on a desktop"
    begin=$(date +%s.%N)
    in_root sh -c 'apt-get install -y /tmp/tensorloupe_*.deb /tmp/tloupe_*.deb'
    installed=$(date +%s.%N)
    say "$(grep -E '^(Need to get|[0-9]+ upgraded)' "$scratch/log" | tr '\n' ' ')"
    first_start tensorloupe /home/tester/model.safetensors
    say "$(echo "$begin $installed $painted" | awk '{printf "apt install: %.1f s; from there to the painted tree: %.2f s", $2 - $1, $3 - $2}')"

    in_root apt-get install -y xdg-utils libglib2.0-bin
    check "type of a model" application/x-safetensors "$(as_user xdg-mime query filetype /home/tester/model.safetensors)"
    check "what a double click starts" $app_id.desktop "$(as_user xdg-mime query default application/x-safetensors)"
    thumbnail_by_tumbler
    in_root sh -c 'apt-get purge -y tensorloupe tloupe'
    expect_no_trace
}

# Debian's packages of the libraries that every desktop has. Without libopengl0, which gnome-core, cinnamon-core and
# mate-desktop do not bring.
desktop='libgl1 libegl1 libgbm1 libdrm2 libx11-6 libx11-xcb1 libxcb1 libsm6 libice6 libwayland-client0 libfontconfig1
    libfreetype6 libexpat1 zlib1g libstdc++6 libgcc-s1 ca-certificates'

try_archive() {
    local archive=$1 name folder libraries
    make_root trixie
    in_root apt-get install -y --no-install-recommends xz-utils
    name=$(basename "$archive" .tar.xz)
    cp "$archive" "$root/home/tester"
    in_root chown -R tester:tester /home/tester
    as_user tar -C /home/tester -xf "/home/tester/$name.tar.xz" || fail "unpacking"
    folder="/home/tester/a place of my own"
    as_user mv "/home/tester/$name" "$folder"

    as_user "$folder/tensorloupe" --version 2>"$scratch/log" && fail "it starts without a desktop"
    grep -qE '^  libEGL\.so\.1 .*apt install libegl1' "$scratch/log" || fail "without a desktop it says: $(cat "$scratch/log")"
    # shellcheck disable=SC2086  # a list of words
    in_root apt-get install -y --no-install-recommends $desktop
    check "libraries of libc in the archive" "" \
        "$(find "$root$folder" -name 'libc.so*' -o -name 'libm.so*' -o -name 'libpthread*' -o -name 'ld-linux*')"
    while read -r file; do
        libraries=$(as_user ldd "${file#"$root"}" 2>&1)
        if grep 'not found' <<<"$libraries"; then fail "what $file links is missing"; fi
        check "Qt of ${file#"$root"}" "" "$(grep -i libqt <<<"$libraries" | grep -vF "$folder/" || true)"
    done < <(find "$root$folder" -type f \( -perm -100 -o -name '*.so*' \) -exec sh -c 'head -c 4 "$1" | grep -q ELF' _ {} \; -print)
    as_user "$folder/bin/tloupe" info /home/tester/model.safetensors >/dev/null || fail "tloupe info"
    first_start "$folder/tensorloupe" /home/tester/model.safetensors
    say "archive: $(stat -c %s "$archive") bytes, unpacked $(du -sb "$root$folder" | cut -f 1)"
}

# rpm_of_machine: makes a package that provides the libraries of the root by name and version, like the packages of an
# RPM-based distribution. Once it is installed, rpm refuses packages that need anything else.
rpm_of_machine() {
    local spec=$root/root/machine.spec
    # shellcheck disable=SC2016  # the shell inside expands it
    inside sh -c '
        printf "%s\n" "Name: machine" "Version: 1" "Release: 1" "Summary: Libraries" "License: none"
        dpkg-query -W -f "Provides: \${Package}\n" hicolor-icon-theme
        find /usr/lib/x86_64-linux-gnu -maxdepth 1 -type f -name "*.so*" | /usr/lib/rpm/elfdeps --provides |
            sort -u | sed "s/^/Provides: /"
        printf "%s\n" "Provides: rtld(GNU_HASH)" "%description" Libraries "%files"' >"$spec"
    in_root rpmbuild -bb --quiet --define '_rpmdir /root' --define '_rpmfilename machine.rpm' /root/machine.spec
    in_root rpm -i /root/machine.rpm
}

try_rpm() {
    local packages
    make_root trixie
    # The folders in the package "filesystem" of those distributions.
    mkdir -p "$root"/usr/share/{applications,bash-completion/completions,fish/vendor_completions.d,metainfo,zsh/site-functions}
    # shellcheck disable=SC2086  # a list of words
    in_root apt-get install -y --no-install-recommends $desktop hicolor-icon-theme rpm
    rpm_of_machine
    cp "$1"/tloupe-*.rpm "$1"/tensorloupe-*.rpm "$root/root"
    inside sh -c 'rpm -i /root/tensorloupe-*.rpm' >"$scratch/log" 2>&1 && fail "the window is installed without tloupe"
    check "what the window alone misses" "tloupe = $(rpm -qp --qf '%{VERSION}' "$1"/tloupe-*.rpm)" \
        "$(sed -n 's/^\t\(.*\) is needed by tensorloupe-.*/\1/p' "$scratch/log")"
    files >"$scratch/before"
    in_root sh -c 'rpm -i /root/tloupe-*.rpm /root/tensorloupe-*.rpm'
    check "what rpm finds changed" "" "$(inside rpm -V tloupe tensorloupe 2>&1 || true)"
    check "version" "tloupe $(rpm -qp --qf '%{VERSION}' "$1"/tloupe-*.rpm)" "$(as_user tloupe --version)"
    as_user tloupe info /home/tester/model.safetensors >/dev/null || fail "tloupe info"
    first_start tensorloupe /home/tester/model.safetensors
    in_root rpm -e tensorloupe tloupe
    packages=$(inside rpm -qa 2>/dev/null)
    check "packages of ours after they are erased" "" "$(grep loupe <<<"$packages" || true)"
    check "what they leave" "" "$(files | comm -13 "$scratch/before" - | grep -v '^\./var/lib/rpm/' || true)"
}

case $mode in
    packages) try_packages "${2:-$source/build/package/packages}" ;;
    archive) try_archive "$2" ;;
    rpm) try_rpm "${2:-$source/build/package/packages}" ;;
esac
[ "$failures" -eq 0 ] || exit 1
say "all well"
