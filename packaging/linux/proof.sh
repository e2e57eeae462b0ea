#!/bin/sh
# Inside of a clean system without Python and network, as root: what people do with the installers, step by step.
# /proof holds old.deb, new.deb, old.run, new.run, and the data folders `settled` and `open`.
set -eu
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
HOME_OF_CLERK=/home/clerk
DATA=$HOME_OF_CLERK/.local/share/AgencyCounter
RUNS=3 OPEN=4 NEWER=5
count=0

step() { # NAME COMMAND...: the command must succeed
    count=$((count + 1)) name=$1
    shift
    if "$@" >/proof/said 2>&1; then
        echo "ok $count  $name"
    else
        echo "NOT OK $count  $name ($?)"
        sed 's/^/    /' /proof/said
        exit 1
    fi
}

refused() { # STATUS WORDS COMMAND...: it must end with that status (any but 0 for -), and say these words
    status=0 wanted=$1 words=$2
    shift 2
    "$@" >/proof/refusal 2>&1 || status=$?
    cat /proof/refusal
    [ "$status" -ne 0 ] && { [ "$wanted" = - ] || [ "$status" -eq "$wanted" ]; } && grep -q -- "$words" /proof/refusal
}

no() { ! "$@"; }

as_clerk() { # like somebody who has just logged in
    setpriv --reuid clerk --regid clerk --init-groups env -i HOME="$HOME_OF_CLERK" PATH="$HOME_OF_CLERK/.local/bin:/usr/bin:/bin" DISPLAY=:7 "$@"
}

no_network() { [ "$(tail -n +3 /proc/net/dev | cut -d : -f 1 | tr -d ' ')" = lo ]; }

lay_data() { # settled|open
    rm -rf "$DATA"
    mkdir -p "$DATA"
    cp -R "/proof/$1/." "$DATA/"
    chown -R clerk: "$HOME_OF_CLERK/.local"
    chmod 700 "$DATA"
}

digests() { (cd "$DATA" && find . -type f -exec sha256sum {} + | sort -k 2); }

remember() { digests >/proof/digests && [ -s /proof/digests ]; }

unchanged() { digests | cmp - /proof/digests; }

wait_for() { # SECONDS COMMAND...
    left=$(($1 * 5))
    shift
    while [ "$left" -gt 0 ]; do
        "$@" && return 0
        sleep 0.2
        left=$((left - 1))
    done
    return 1
}

screen_shows_something() { # and the same for two seconds: it has come to rest
    sha256sum </proof/screen/Xvfb_screen0 >/proof/screen.now
    if cmp -s /proof/screen.now /proof/screen.blank || ! cmp -s /proof/screen.now /proof/screen.last; then
        mv /proof/screen.now /proof/screen.last
        looks=0
    fi
    looks=$((looks + 1))
    [ "$looks" -gt 10 ]
}

open_counter() { # PROGRAM
    sha256sum </proof/screen/Xvfb_screen0 >/proof/screen.blank
    : >/proof/screen.last
    as_clerk "$1" >/proof/counter.log 2>&1 &
    counter=$!
    wait_for 60 is_open && wait_for 60 screen_shows_something && cp /proof/screen/Xvfb_screen0 "/proof/$2.xwd"
}

is_open() {
    status=0
    as_clerk "$program" upgrade-check >/proof/check 2>&1 || status=$?
    [ "$status" -eq "$RUNS" ]
}

close_counter() {
    # The shell that waits for it has it as its only child.
    kill -TERM "$(cat "/proc/$counter/task/$counter/children")"
    wait "$counter"
}

version_of() { sed -n 's/^ *"version": *"\(.*\)".*/\1/p' "$1/installed.json"; }

is_version() { [ "$(version_of "$1")" = "$2" ]; }

start_screen() {
    mkdir -p /proof/screen /tmp/.X11-unix
    chmod 1777 /tmp/.X11-unix
    Xvfb :7 -screen 0 1366x768x24 -ac -nolisten tcp -fbdir /proof/screen >/proof/xvfb.log 2>&1 &
    wait_for 20 test -S /tmp/.X11-unix/X7
}

prove_package() {
    echo "== The package, for all users"
    root=/opt/agency-counter program=/usr/bin/agency-counter
    step "The package installs" dpkg -i /proof/old.deb
    step "It is version $OLD" is_version "$root" "$OLD"
    step "Every byte is as it was built" as_clerk "$program" verify
    step "self-test passes, for a user" as_clerk "$program" self-test
    lay_data settled
    step "A window opens" open_counter "$program" deb-window
    step "An upgrade is refused while it runs" refused - "A counter.* runs" dpkg -i /proof/new.deb
    step "A removal is refused while it runs" refused - "A counter.* runs" dpkg -r agency-counter
    step "The old version is still there" is_version "$root" "$OLD"
    step "It closes well" close_counter
    step "It has written nothing into its own folder" "$program" verify
    lay_data open
    step "An upgrade is refused with an open outcome" refused - "outcome" dpkg -i /proof/new.deb
    step "The old version still works" as_clerk "$program" self-test
    lay_data settled
    remember
    step "The upgrade installs" dpkg -i /proof/new.deb
    step "It is version $NEW" is_version "$root" "$NEW"
    step "Nothing of the old version is left" "$program" verify
    step "No byte of the data has changed" unchanged
    step "A downgrade is refused" refused - "newer than" dpkg -i /proof/old.deb
    step "It is still version $NEW" is_version "$root" "$NEW"
    printf x >>"$root/lib/resources/nationalities.tsv"
    step "A changed file is found" refused 1 "nationalities.tsv" "$program" verify
    step "Installing again mends it" dpkg -i /proof/new.deb
    step "It is whole again" "$program" verify
    step "It is removed" dpkg -r agency-counter
    step "Nothing of it is left" no test -e "$root" -o -e "$program"
    step "It is purged" dpkg -P agency-counter
    step "No byte of the data has changed" unchanged
}

prove_file() {
    echo "== The single file, for a user who is no administrator"
    root=$HOME_OF_CLERK/.local/opt/agency-counter program=$HOME_OF_CLERK/.local/bin/agency-counter
    rm -rf "$HOME_OF_CLERK/.local"
    step "The file is whole" as_clerk sh /proof/new.run --verify
    step "It installs, with a preset address" \
        as_clerk sh /proof/old.run --silent --base-url https://counter.example/api
    step "The preset is read" grep -q 'https://counter.example/api' "$HOME_OF_CLERK/.config/agency-counter/policy.json"
    rm -r "$HOME_OF_CLERK/.config"
    step "Every byte is as it was built" as_clerk "$program" verify
    step "self-test passes" as_clerk "$program" self-test
    lay_data settled
    step "A window opens" open_counter "$program" run-window
    step "An upgrade is refused while it runs" refused "$RUNS" "A counter.* runs" as_clerk sh /proof/new.run
    step "A removal is refused while it runs" refused "$RUNS" "A counter.* runs" as_clerk sh /proof/new.run --uninstall
    step "It closes well" close_counter
    lay_data open
    step "An upgrade is refused with an open outcome" refused "$OPEN" "outcome" as_clerk sh /proof/new.run
    lay_data settled
    remember
    for seconds in 0.5 1 1.5 2 3; do
        step "An upgrade is killed after $seconds s" refused - "" as_clerk timeout -s KILL "$seconds" sh /proof/new.run
        step "A whole version is in its place" as_clerk "$program" verify
        ! is_version "$root" "$NEW" || break
    done
    step "The upgrade installs" as_clerk sh /proof/new.run --silent
    step "It is version $NEW" is_version "$root" "$NEW"
    step "Nothing of the old version is left" as_clerk "$program" verify
    step "No byte of the data has changed" unchanged
    step "A downgrade is refused" refused "$NEWER" "newer than" as_clerk sh /proof/old.run
    step "It is removed" as_clerk sh /proof/new.run --uninstall
    step "Nothing of it is left" no test -e "$root" -o -e "$program"
    step "No byte of the data has changed" unchanged
    echo "== The single file, for all users"
    root=/usr/local/opt/agency-counter program=/usr/local/bin/agency-counter
    step "root must say for whom" refused 2 "--machine" sh /proof/new.run
    step "It installs for all" sh /proof/new.run --machine --silent
    step "self-test passes, for a user" as_clerk "$program" self-test
    step "It deletes data when it is asked to" as_clerk sh "$root/uninstall.sh" --remove-data --keep-program --silent
    step "The data is deleted" no test -e "$DATA"
    step "It is removed" sh /proof/new.run --machine --uninstall --silent
    step "Nothing of it is left" no test -e "$root" -o -e "$program"
}

step "There is no Python" no command -v python3
step "There is no network" no_network
useradd --create-home clerk
start_screen
prove_package
prove_file
echo "$count steps, all well"
