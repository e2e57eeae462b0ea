#!/bin/sh
# Installs Agency Counter @VERSION@ on Linux. `sh THIS_FILE --help` says what else it does.
# Behind these lines lie the program's Python (tar.gz) and the program (tar.xz, which that Python unpacks).
set -eu
umask 022
unset LD_LIBRARY_PATH LD_PRELOAD CDPATH

VERSION='@VERSION@'
GLIBC_MINOR='@GLIBC_MINOR@'
INSTALLED_KB='@INSTALLED_KB@'
MANIFEST='@MANIFEST@'
PYTHON_SIZE='@PYTHON_SIZE@'
PYTHON_SHA256='@PYTHON_SHA256@'
PROGRAM_SIZE='@PROGRAM_SIZE@'
PROGRAM_SHA256='@PROGRAM_SHA256@'
HEAD_SIZE='@HEAD_SIZE@'
HEAD_SHA256='@HEAD_SHA256@'

NAME=agency-counter
RUNS=3 OPEN=4 NEWER=5 UNFIT=6
is_silent='' is_for_all='' policy='' base_url='' prefix='' work=install
new='' swapped=''

usage() {
    cat <<'USAGE'
Agency Counter @VERSION@ for Linux

  sh FILE                 install or upgrade for you alone, beneath ~/.local; no administrator is needed
  sh FILE --machine       install or upgrade for all users, beneath /usr/local; as root
  sh FILE --verify        look whether this file is whole, and change nothing
  sh FILE --uninstall     remove the program; your sales, settings and keys stay

  --policy FILE           lay this policy file where the program reads it
  --base-url URL          the same for a policy that says nothing but the address of the service
  --prefix FOLDER         beneath this folder in the place of ~/.local or /usr/local
  --remove-data           with --uninstall: delete your sales and settings too, after asking
  --silent                print nothing but errors, and ask nothing

Exit status: 0 done, 1 failed, 2 asked wrongly, 3 a counter runs, 4 an outcome of real money is open,
5 a newer version is installed, 6 this computer cannot run the program. Whenever it is not 0, what was
installed before is still there and works.
USAGE
}

say() {
    [ -n "$is_silent" ] || printf '%s\n' "$*"
}

fail() { # STATUS SENTENCE
    printf '%s\n' "$2" >&2
    exit "$1"
}

finish() {
    status=$?
    trap - EXIT
    if [ "$status" -ne 0 ] && [ -n "$swapped" ]; then
        roll_back
    fi
    [ -z "$new" ] || rm -rf "$new"
    exit "$status"
}

needed() { # OPTION COUNT: a word must follow the option
    [ "$2" -ge 2 ] || fail 2 "$1 wants a word behind it."
}

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --machine) is_for_all=yes ;;
            --silent) is_silent=yes ;;
            --verify) work=verify ;;
            --uninstall) work=uninstall ;;
            --remove-data) remove_data=yes ;;
            --policy) needed "$1" $#; policy=$2; shift ;;
            --base-url) needed "$1" $#; base_url=$2; shift ;;
            --prefix) needed "$1" $#; prefix=$2; shift ;;
            --help | -h) usage; exit 0 ;;
            *) usage >&2; exit 2 ;;
        esac
        shift
    done
    [ -z "${remove_data-}" ] || [ "$work" = uninstall ] || fail 2 "--remove-data goes with --uninstall alone."
    [ -z "$policy" ] || [ -z "$base_url" ] || fail 2 "Say --policy or --base-url, not both."
    [ -z "$policy" ] || [ -f "$policy" ] || fail 2 "There is no policy file $policy."
    case $base_url in
        '' | https://?* | http://?*) ;;
        *) fail 2 "$base_url is no address: it begins with https://." ;;
    esac
    case $base_url in
        *[!A-Za-z0-9:/._~%?=\&@+-]*) fail 2 "$base_url holds what no address has." ;;
    esac
}

choose_places() {
    if [ -n "$is_for_all" ]; then
        [ "$(id -u)" -eq 0 ] || fail 2 "Only root installs for all users: sudo sh $0 --machine"
        prefix=${prefix:-/usr/local} policies=/etc/agency-counter check=--all-users
    else
        [ -n "${HOME-}" ] || fail 2 "HOME is not set."
        [ "$(id -u)" -ne 0 ] || [ -n "$prefix" ] || fail 2 "As root, say --machine: sh $0 --machine"
        prefix=${prefix:-$HOME/.local} policies=${XDG_CONFIG_HOME:-$HOME/.config}/agency-counter check=''
    fi
    case $prefix in
        /*) ;;
        *) fail 2 "--prefix wants a whole path." ;;
    esac
    case $prefix in
        *[[:cntrl:]]*) fail 2 "The path $prefix holds a control character." ;;
    esac
    root=$prefix/opt/$NAME
}

part() { # python|program: what lies behind these lines
    case $1 in
        python) tail -c "$((PYTHON_SIZE + PROGRAM_SIZE))" "$0" | head -c "$PYTHON_SIZE" ;;
        program) tail -c "$PROGRAM_SIZE" "$0" ;;
    esac
}

digest() {
    sha256sum | cut -d ' ' -f 1
}

check_file() {
    command -v sha256sum >/dev/null || fail "$UNFIT" "The command sha256sum is missing."
    if [ "$(wc -c <"$0")" -ne "$((HEAD_SIZE + PYTHON_SIZE + PROGRAM_SIZE))" ] ||
        [ "$(head -c "$HEAD_SIZE" "$0" | grep -v '^HEAD_SHA256=' | digest)" != "$HEAD_SHA256" ] ||
        [ "$(part python | digest)" != "$PYTHON_SHA256" ] ||
        [ "$(part program | digest)" != "$PROGRAM_SHA256" ]; then
        fail 1 "This file is damaged or was changed: download it again."
    fi
}

check_computer() {
    computer="$(uname -s) on $(uname -m)"
    [ "$computer" = 'Linux on x86_64' ] ||
        fail "$UNFIT" "This file is for Linux on x86-64, and this is $computer."
    for tool in tar gzip sed df mktemp; do
        command -v "$tool" >/dev/null || fail "$UNFIT" "The command $tool is missing."
    done
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null) || glibc=''
    case $glibc in
        'glibc 2.'*) minor=${glibc#glibc 2.} minor=${minor%%[!0-9]*} ;;
        *) minor=0 ;;
    esac
    [ "$minor" -ge "$GLIBC_MINOR" ] || fail "$UNFIT" \
        "This system is too old: the program needs glibc 2.$GLIBC_MINOR (Debian 12, Ubuntu 22.04, Fedora 36), and this has ${glibc:-none}."
}

installed_version() {
    sed -n 's/^ *"version": *"\([0-9.]*\)".*/\1/p' "$root/installed.json" 2>/dev/null || :
}

is_older() { # A B: whether version A is older than B
    a=$1 b=$2
    while [ -n "$a$b" ]; do
        x=${a%%.*} y=${b%%.*}
        [ "${x:-0}" -ge "${y:-0}" ] || return 0
        [ "${x:-0}" -le "${y:-0}" ] || return 1
        case $a in *.*) a=${a#*.} ;; *) a='' ;; esac
        case $b in *.*) b=${b#*.} ;; *) b='' ;; esac
    done
    return 1
}

check_installed() {
    [ -e "$root" ] || return 0
    if [ ! -x "$root/$NAME" ] || [ ! -f "$root/installed.json" ]; then
        fail 1 "$root is there, and is no Agency Counter: move it away."
    fi
    there=$(installed_version)
    if [ -z "$there" ]; then
        fail 1 "$root does not tell its version: remove it, your data lies elsewhere. Then try again."
    elif is_older "$VERSION" "$there"; then
        fail "$NEWER" "Version $there is installed, which is newer than $VERSION: nothing was changed."
    fi
    ask_installed
}

ask_installed() {
    told=$("$root/$NAME" upgrade-check $check 2>&1) && return 0 || status=$?
    case $status in
        "$RUNS" | "$OPEN") fail "$status" "$told" ;;
        *) fail 1 "The installed version could not say whether it may be replaced: $told
If it is damaged, remove it first: sh $root/uninstall.sh (your data stays)." ;;
    esac
}

check_space() {
    mkdir -p "$prefix/opt" 2>/dev/null || :
    [ -w "$prefix/opt" ] || fail 1 "$prefix/opt cannot be written to."
    free=$(df -Pk "$prefix/opt" | sed -n '2s/^.*[^ ]  *[0-9][0-9]*  *[0-9][0-9]*  *\(-\{0,1\}[0-9][0-9]*\)  *[0-9-]*%.*/\1/p')
    [ "${free:-0}" -ge "$INSTALLED_KB" ] || fail 1 \
        "$prefix/opt has $((${free:-0} / 1024)) MB free, and $((INSTALLED_KB / 1024)) MB are needed. Make room, then try again."
}

unpack() {
    # What an installer that was killed has left behind.
    find "$prefix/opt" -maxdepth 1 -name ".$NAME.*" -type d -mtime +0 -exec rm -rf {} +
    new=$(mktemp -d "$prefix/opt/.$NAME.XXXXXXXX")
    chmod 755 "$new"
    say "Unpacking …"
    part python | gzip -dc | tar -xf - -C "$new" || fail 1 "$prefix/opt could not be written to."
    part program | "$new/python/bin/python3.11" -c '
import sys, tarfile
with tarfile.open(fileobj=sys.stdin.buffer, mode="r|xz") as archive:
    archive.extractall(sys.argv[1])' "$new" || fail 1 "Programs cannot run in $prefix/opt, or it is full."
    if [ "$(digest <"$new/MANIFEST.sha256")" != "$MANIFEST" ] ||
        ! (cd "$new" && sha256sum -c MANIFEST.sha256 >/dev/null 2>&1); then
        fail 1 "What was unpacked is not what was packed: the disk may be failing."
    fi
    lacking=$("$new/python/bin/python3.11" -c 'import PySide6.QtWidgets' 2>&1) || fail "$UNFIT" \
        "This system lacks a part of every desktop: ${lacking##*Error: }
On Debian and Ubuntu: sudo apt install libegl1 libgl1 libfontconfig1 libdbus-1-3 libx11-xcb1 libglib2.0-0"
}

exchange() { # in one step, so that there is a whole program in its place at every instant
    "$new/python/bin/python3.11" -c '
import ctypes, os, sys
new, root = map(os.fsencode, sys.argv[1:])
AT_FDCWD, RENAME_EXCHANGE = -100, 2
sys.exit(ctypes.CDLL(None).renameat2(AT_FDCWD, new, AT_FDCWD, root, RENAME_EXCHANGE) != 0)' "$new" "$root" ||
        { mv "$root" "$new.old" && mv "$new" "$root" && mv "$new.old" "$new"; }
}

swap() {
    if [ -e "$root" ]; then
        # Somebody may have opened it while this one was unpacked.
        ask_installed
        exchange || fail 1 "$root could not be replaced."
        swapped=exchanged
    else
        mv "$new" "$root"
        swapped=placed
    fi
}

roll_back() {
    if [ "$swapped" = exchanged ]; then
        mv "$root" "$new.failed"
        mv "$new" "$root"
        new=$new.failed
    else
        new=$root
        rm -f "$prefix/bin/$NAME" "$prefix/share/applications/$NAME.desktop"
    fi
}

quoted_for_desktop() {
    # A path in the Exec line of a desktop entry: quoted, with its own marks escaped twice over.
    printf '%s' "$1" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g' -e 's/^/"/' -e 's/$/"/'
}

connect() {
    mkdir -p "$prefix/bin" "$prefix/share/applications"
    ln -sf "$root/$NAME" "$new.link" && mv -f "$new.link" "$prefix/bin/$NAME"
    entry=$prefix/share/applications/$NAME.desktop
    sed '/^Exec=/d' "$root/share/applications/$NAME.desktop" >"$entry.new"
    printf 'Exec=%s\n' "$(quoted_for_desktop "$root/$NAME")" >>"$entry.new"
    mv -f "$entry.new" "$entry"
    (cd "$root/share" && find icons metainfo -type d) | while read -r folder; do mkdir -p "$prefix/share/$folder"; done
    (cd "$root/share" && find icons metainfo -type f) | while read -r file; do
        cp -f "$root/share/$file" "$prefix/share/$file"
    done
    # They speed up the menu, and are not everywhere.
    update-desktop-database -q "$prefix/share/applications" 2>/dev/null || :
    gtk-update-icon-cache -qtf "$prefix/share/icons/hicolor" 2>/dev/null || :
}

check_policy() {
    file=$policies/policy.json
    if [ -n "$base_url" ] && [ -e "$file" ]; then
        grep -qF "\"base_url\": \"$base_url\"" "$file" ||
            fail 1 "$file is there already: say the address in it, or replace it with --policy."
        base_url=''
    fi
}

lay_policy() {
    [ -n "$policy$base_url" ] || return 0
    mkdir -p "$policies"
    if [ -n "$policy" ]; then
        cat "$policy" >"$file.new"
    else
        printf '{"base_url": "%s"}\n' "$base_url" >"$file.new"
    fi
    chmod 644 "$file.new"
    mv -f "$file.new" "$file"
    "$root/$NAME" version | sed -n 's/^warning  */The policy: /p' >&2
}

install() {
    check_computer
    check_file
    check_policy
    check_installed
    check_space
    unpack
    swap
    connect
    lay_policy
    swapped=''
    say "Agency Counter $VERSION is installed in $root."
    say "It is in the menu of programs, and starts with: $prefix/bin/$NAME"
}

uninstall() {
    [ -f "$root/uninstall.sh" ] || fail 1 "There is no Agency Counter in $root."
    sh "$root/uninstall.sh" ${remove_data:+--remove-data} ${is_silent:+--silent}
}

main() {
    read_options "$@"
    case $work in
        verify)
            check_file
            say "This file is whole: Agency Counter $VERSION. The manifest of what it installs has the SHA-256 $MANIFEST."
            ;;
        install)
            choose_places
            trap finish EXIT
            trap 'exit 1' HUP INT TERM
            install
            ;;
        uninstall)
            choose_places
            uninstall
            ;;
    esac
}

# What lies behind the last line is no part of the script: it is not looked at once this one is read.
{ main "$@"; finish; }
