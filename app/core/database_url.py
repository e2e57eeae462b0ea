"""The address of the office's database as text: finds and removes passwords that were typed into it."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

_CHECK, _CERTIFICATE = "sslmode", "sslrootcert"
_SECRETS = ("password", "sslpassword")
"""Settings of libpq: the password to the server, and that of a key file."""


def without_password(address: str) -> str:
    """The address with its user but without any password, in the user part or in a setting."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    name = user.partition(":")[0]
    settings = "&".join(each for each in parts.query.split("&") if not _is_secret(each))
    return parts._replace(netloc=f"{name}@{host}" if name else host, query=settings).geturl()


def password_of(address: str) -> str:
    """The password in an address, from the user part or from a setting; empty for none."""
    parts = urlsplit(address)
    settings = (each.partition("=") for each in parts.query.split("&"))
    among = next((value for name, _, value in settings if unquote(name) == _SECRETS[0]), "")
    return unquote(parts.netloc.rpartition("@")[0].partition(":")[2] or among)


def holds_password(address: str) -> bool:
    """Whether an address holds a password; also true where it cannot be parsed and may hold one."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return parts.password is not None or any(map(_is_secret, parts.query.split("&")))


def _is_secret(setting: str) -> bool:
    """Whether a setting of the address is a password."""
    return unquote(setting.partition("=")[0]) in _SECRETS


def certificate_of(address: str) -> str:
    """The file of the certificate that the server is checked by; empty for none."""
    settings = (each.partition("=") for each in urlsplit(address).query.split("&"))
    return next((unquote(value) for name, _, value in settings if unquote(name) == _CERTIFICATE), "")


def with_certificate(address: str, file: str) -> str:
    """The address whose server must show a certificate that this file vouches for, and of its own name.

    Without a file it is the address without any such demand; one that cannot be parsed stays as it is.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    kept = [each for each in parts.query.split("&") if each and not _is_about_certificate(each)]
    if file:
        kept += [f"{_CHECK}=verify-full", f"{_CERTIFICATE}={quote(file, safe='')}"]
    return parts._replace(query="&".join(kept)).geturl()


def without_certificate(address: str) -> str:
    """The address without any demand on the server's certificate."""
    return with_certificate(address, "")


def _is_about_certificate(setting: str) -> bool:
    return unquote(setting.partition("=")[0]) in (_CHECK, _CERTIFICATE)
