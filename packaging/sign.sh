#!/bin/sh
# Signs one file: a sample for `build.py linux|windows --sign packaging/sign.sh`. Copy it, and change it to what you have.
#
# .exe, .dll and .msi get an Authenticode signature inside, by osslsigncode:
#   SIGN_CERT  the certificate with its chain (PEM)    SIGN_KEY  its key (PEM; better: use -pkcs11module in a copy)
#   SIGN_TSA   the address of a time stamping service, without which the signature ends with the certificate
# All else gets a detached signature beside it (.asc), by gpg:
#   SIGN_GPG   the user id or fingerprint of the key
set -eu
file=$1
case $file in
    *.exe | *.dll | *.msi)
        signed=$(mktemp -d)
        trap 'rm -rf "$signed"' EXIT
        set -- -certs "${SIGN_CERT:?}" -key "${SIGN_KEY:?}" -h sha256 -n 'Agency Counter'
        if [ -n "${SIGN_TSA:-}" ]; then set -- "$@" -ts "$SIGN_TSA"; fi
        osslsigncode sign "$@" -in "$file" -out "$signed/file"
        cat "$signed/file" >"$file"
        ;;
    *)
        gpg --batch --yes --armor --local-user "${SIGN_GPG:?}" --output "$file.asc" --detach-sign "$file"
        ;;
esac
