#!/bin/sh
# Removes Agency Counter from where it lies. Sales, settings and keys stay, unless --remove-data says otherwise.
set -eu
unset LD_LIBRARY_PATH LD_PRELOAD CDPATH

NAME=agency-counter
RUNS=3 OPEN=4
is_silent='' remove_data='' keep_program=''

fail() { # STATUS SENTENCE
    printf '%s\n' "$2" >&2
    exit "$1"
}

say() {
    [ -n "$is_silent" ] || printf '%s\n' "$*"
}

while [ $# -gt 0 ]; do
    case $1 in
        --remove-data) remove_data=yes ;;
        --keep-program) keep_program=yes ;;
        --silent) is_silent=yes ;;
        *)
            echo "Usage: sh uninstall.sh [--remove-data [--keep-program]] [--silent]
  --remove-data   delete your sales and settings too, after asking; --silent does not ask
  --keep-program  delete them, and nothing else"
            exit 2
            ;;
    esac
    shift
done

root=$(cd -P "$(dirname "$0")" && pwd)
case $root in
    */opt/"$NAME") prefix=${root%/opt/"$NAME"} ;;
    *) fail 1 "$root is no place where Agency Counter is installed." ;;
esac
# The package for Debian lies in /opt itself.
if [ -z "$prefix" ] && [ -z "$keep_program" ]; then
    fail 2 "The package manager has installed this: sudo apt remove $NAME"
fi
[ -n "$keep_program" ] || [ -w "$prefix/opt" ] || fail 2 "Only its owner or root may remove it: sudo sh $root/uninstall.sh"

check=''
[ "$(id -u)" -ne 0 ] || check=--all-users
told=$("$root/$NAME" upgrade-check $check 2>&1) && status=0 || status=$?
[ "$status" -ne "$RUNS" ] || fail "$RUNS" "$told"

if [ -n "$remove_data" ]; then
    [ "$status" -ne "$OPEN" ] || fail "$OPEN" "$told
No data is deleted while that is so."
    [ "$status" -eq 0 ] || fail 1 "It could not be said whether your data may be deleted: $told"
    data=$("$root/$NAME" version | sed -n 's/^data  *//p')
    memory=${XDG_STATE_HOME:-$HOME/.local/state}/AgencyCounterMemory
    case $data in
        /?*/AgencyCounter) ;;
        /?*) fail 1 "Your data lies in $data, a folder that was chosen for it: look what else is in it, and delete it yourself." ;;
        *) fail 1 "It could not be said where your data lies." ;;
    esac
    if [ -z "$is_silent" ]; then
        printf 'This deletes every sale, customer and setting in\n  %s\nfor good. Type DELETE to do it: ' "$data"
        read -r answer || answer=''
        [ "$answer" = DELETE ] || fail 1 "Nothing was deleted."
    fi
    rm -rf "$data" "$memory"
    say "$data is deleted. A key that was kept in the system's key store is still there, under AgencyCounter."
fi
[ -z "$keep_program" ] || exit 0

link=$prefix/bin/$NAME
if [ -L "$link" ] && [ "$(readlink -f "$link")" = "$root/$NAME" ]; then
    rm -f "$link"
fi
(cd "$root/share" && find . -type f) | while read -r file; do rm -f "$prefix/share/$file"; done
# Folders that others use are not empty.
(cd "$root/share" && find . -depth -type d) | while read -r folder; do
    rmdir "$prefix/share/$folder" 2>/dev/null || :
done
update-desktop-database -q "$prefix/share/applications" 2>/dev/null || :
gtk-update-icon-cache -qtf "$prefix/share/icons/hicolor" 2>/dev/null || :
# Gone in one step; what is deleted after that is nobody's program any more.
gone=$(mktemp -d "$prefix/opt/.$NAME.XXXXXXXX")
mv "$root" "$gone/"
rm -rf "$gone"
rmdir "$prefix/opt" 2>/dev/null || :
say "Agency Counter is removed."
[ -n "$remove_data" ] || say "Your sales, settings and keys stay: they are there again when it is installed again."
