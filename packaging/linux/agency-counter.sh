#!/bin/sh
# Starts the installed counter, or one of its commands, with its own Python; links to this file may lie anywhere.
set -eu
# Other programs' libraries have no place in the counter, nor what somebody else wants loaded into it.
unset LD_LIBRARY_PATH LD_PRELOAD LD_AUDIT QT_PLUGIN_PATH QT_QPA_PLATFORM_PLUGIN_PATH
self=$0
while [ -L "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=$(dirname "$self")/$link ;;
    esac
done
root=$(CDPATH='' cd -P "$(dirname "$self")" && pwd)
# Isolated: Python reads variables such as PYTHONINSPECT before it finds the file that keeps them out.
exec "$root/python/bin/python3.11" -I -B -m app "$@"
