#!/bin/sh
# What people do with the installers, under Wine; started by packaging/prove_windows.py in a system without a network,
# as an ordinary user. OLD and NEW are versions. /proof holds their installers, stand-ins for what Wine lacks, and data.
set -eu
export WINEDEBUG=-all WINEARCH=win64 HOME=/home/clerk
cd "$HOME"
users="$HOME/.wine/drive_c/users/clerk"
own="$users/AppData/Local/Programs/Agency Counter"
all="$HOME/.wine/drive_c/Program Files/Agency Counter"
own_there='C:\users\clerk\AppData\Local\Programs\Agency Counter'
data="$users/AppData/Local/AgencyCounter"
log="$users/AppData/Local/Temp/agency-counter-setup.log"
old="/proof/agency-counter-$OLD-setup.exe"
new="/proof/agency-counter-$NEW-setup.exe"
uninstall_key='Software\Microsoft\Windows\CurrentVersion\Uninstall\AgencyCounter'

step() { printf '\n== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
windows() { wine "$@" < /dev/null; }
# The exit status that is wanted, and the command
wants() {
    wanted=$1
    shift
    got=0
    windows "$@" || got=$?
    [ "$got" = "$wanted" ] || fail "$wanted was wanted, $got came: $*"
}
# The exit status that is wanted of the uninstaller, the folder as Windows has it, and options. The last option has no
# quotation marks, which only a line of one's own can do.
removes() {
    printf '@start "" /wait "%s\\uninstall.exe" /S %s _?=%s\r\n@exit %%ERRORLEVEL%%\r\n' "$2" "${3:-}" "$2" \
        > "$HOME/.wine/drive_c/remove.bat"
    wants "$1" cmd /c 'C:\remove.bat'
}
said() { if [ -f "$log" ]; then iconv -f utf-16le "$log"; rm "$log"; fi; }
digest() { (cd "$1" && find . -type f -exec sha256sum {} + | LC_ALL=C sort -k 2 | sha256sum); }
version() { grep -q "\"version\": \"$2\"" "$1/installed.json" || fail "$1 is not $2"; }
verified() {
    wants 0 "$1/agency-counter-cli.exe" verify
    (cd "$1" && sha256sum --quiet -c MANIFEST.sha256)
}
# Wait for a condition, as long as it may take
until_so() {
    for _ in $(seq 240); do
        if "$@" > /dev/null 2>&1; then return; fi
        sleep 0.5
    done
    fail "this has not come: $*"
}
window() { xdotool search --onlyvisible --name "Agency Counter"; }
says() { got=0; windows "$1/agency-counter-cli.exe" upgrade-check > /proof/said || got=$?; [ "$got" = "$2" ]; }
gone() { ! window; }
picture() { import -window root "/proof/$1.png"; }
open_counter() {
    wine "$1/agency-counter.exe" < /dev/null > /dev/null 2>&1 &
    until_so window
    until_so says "$1" 3
}
close_counter() {
    wine taskkill /f /im agency-counter.exe < /dev/null > /dev/null 2>&1 || true
    until_so gone
    until_so says "$1" 0
}

step "a user of Windows"
wineboot -i > /dev/null 2>&1
wineserver -w
cp /proof/*.dll "$HOME/.wine/drive_c/windows/system32/"

step "install $OLD silently, for one user, with an address"
wants 0 "$old" /S /NODESKTOP /BASEURL=https://office.example:8443/api/v1
version "$own" "$OLD"
verified "$own"
cat "$data/policy.json"
grep -q '"https://office.example:8443/api/v1"' "$data/policy.json" || fail "no address"
[ -f "$users/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Agency Counter.lnk" ] || fail "no Start menu"
[ ! -f "$users/Desktop/Agency Counter.lnk" ] || fail "a shortcut that nobody wanted"
windows reg query "HKCU\\$uninstall_key" | grep -E 'DisplayName|DisplayVersion|EstimatedSize'

step "wrong options"
wants 10 "$old" /S /BASEURL=http://office.example
said
wants 10 "$old" /S '/POLICY=C:\no such file.json'
said
mkdir -p "$HOME/.wine/drive_c/foreign"
echo mine > "$HOME/.wine/drive_c/foreign/letter.txt"
wants 8 "$old" /S '/D=C:\foreign'
said

step "self-test of the installed program"
wants 0 "$own/agency-counter-cli.exe" self-test 'Z:\proof\pages' > /proof/self-test.txt
tail -n 3 /proof/self-test.txt

step "refused while it runs"
before=$(digest "$own")
open_counter "$own"
picture window
wants 3 "$new" /S
said
removes 3 "$own_there"
said
close_counter "$own"
[ "$(digest "$own")" = "$before" ] || fail "it was changed"

step "refused while an outcome is open"
rm -r "$data"
cp -r /proof/open "$data"
held=$(digest "$data")
wants 4 "$new" /S
said
[ "$(digest "$own")" = "$before" ] || fail "it was changed"
[ "$(digest "$data")" = "$held" ] || fail "the data was changed"

step "upgrade over $OLD with data"
rm -r "$data"
cp -r /proof/settled "$data"
held=$(digest "$data")
echo mine > "$own/letter.txt"
echo stale > "$own/lib/stale.pyc"
wants 0 "$new" /S
version "$own" "$NEW"
[ "$(digest "$data")" = "$held" ] || fail "the data was changed"
[ "$(cat "$own/letter.txt")" = mine ] || fail "a foreign file is lost"
[ ! -e "$own/lib/stale.pyc" ] || fail "a stale file is there"
[ "$(cat "$own.old/lib/stale.pyc")" = stale ] || fail "a file that nobody knows was removed"
rm -r "$own.old" "$own/letter.txt"
verified "$own"
[ ! -f "$users/Desktop/Agency Counter.lnk" ] || fail "the shortcut came back"

step "a damaged program is replaced, an older one never"
echo damaged > "$own/python313.dll"
wants 0 "$new" /S
verified "$own"
wants 6 "$old" /S
said
version "$own" "$NEW"

step "an interrupted swap is mended"
mv "$own" "$own.old"
wants 0 "$new" /S
verified "$own"
[ ! -e "$own.old" ] || fail "the old one is there"

step "remove; data stays"
removes 0 "$own_there"
rm -f "$own/uninstall.exe"
[ "$(find "$own" -type f 2> /dev/null | wc -l)" = 0 ] || fail "files are left"
[ "$(digest "$data")" = "$held" ] || fail "the data was changed"
wants 1 reg query "HKCU\\$uninstall_key" > /dev/null 2>&1
[ -z "$(find "$users" -name 'Agency Counter.lnk')" ] || fail "a shortcut is left"

step "for all users, with a policy; then remove it with the data"
printf '{"agency": "Proof"}' > "$HOME/.wine/drive_c/preset.json"
wants 0 "$new" /S /AllUsers '/POLICY=C:\preset.json'
verified "$all"
cat "$HOME/.wine/drive_c/ProgramData/AgencyCounter/policy.json"
removes 0 'C:\Program Files\Agency Counter' /REMOVEDATA
[ ! -e "$data" ] || fail "the data is there"
[ -f "$HOME/.wine/drive_c/ProgramData/AgencyCounter/policy.json" ] || fail "the policy is gone"
rm -rf "$all"

step ".msi: install $OLD, refused while it runs and while an outcome is open"
package() { wants "$1" msiexec "$2" "Z:\\proof\\agency-counter-$3.msi" /qn "/l*" 'C:\msi.log' ${4:+"$4"}; }
package 0 /i "$OLD" BASEURL=https://office.example/api/v1
version "$all" "$OLD"
verified "$all"
windows reg query 'HKLM\Software\Policies\AgencyCounter' | grep base_url
open_counter "$all"
picture msi-window
package 67 /i "$NEW" ""
package 67 /x "$OLD" ""
close_counter "$all"
rm -rf "$data"
cp -r /proof/open "$data"
package 67 /i "$NEW" ""
version "$all" "$OLD"
rm -r "$data"
cp -r /proof/settled "$data"

step ".msi: upgrade, refuse an older one, remove; data stays"
package 0 /i "$NEW" ""
version "$all" "$NEW"
verified "$all"
package 67 /i "$OLD" ""
version "$all" "$NEW"
wants 8 "$new" /S /AllUsers
said
package 0 /x "$NEW" ""
[ "$(find "$all" -type f 2> /dev/null | wc -l)" = 0 ] || fail "files are left"
[ "$(digest "$data")" = "$held" ] || fail "the data was changed"

printf '\nAll went as it should.\n'
