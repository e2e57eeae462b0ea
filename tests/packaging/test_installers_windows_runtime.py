"""CPython for Windows is taken as its publisher signed it, and not otherwise."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pip
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from installers import windows_runtime
from installers.authenticode import (
    PYTHON,
    ROOTS,
    SignatureError,
    catalogued,
    demand,
    publishers,
    read_report,
)
from installers.errors import BuildError

FILE = Path("python313.dll")
SIGNATURE = """
Signature Index: {index}  (Primary Signature)

Signer's certificate:
	------------------
	Signer #0:
		Subject: {name}
		Issuer : /C=US/O=Somebody
"""
UNSIGNED = Path(pip.__file__).parent / "_vendor" / "distlib" / "t64.exe"


def is_installed() -> bool:
    """Whether there is what reads signatures, and a program to sign."""
    return shutil.which("osslsigncode") is not None and UNSIGNED.is_file()


def report(*names: str, verified: int) -> str:
    told = "".join(SIGNATURE.format(index=index, name=name) for index, name in enumerate(names))
    return f"{told}\nNumber of verified signatures: {verified}\nSucceeded\n"


def test_all_signers_are_told() -> None:
    assert read_report(FILE, 0, report(PYTHON, "/CN=Other", verified=2)) == (PYTHON, "/CN=Other")


@pytest.mark.parametrize(
    ("status", "text", "why"),
    [
        (1, "No signature found.\n\nFailed\n", "carries no signature"),
        (0, "", "carries no signature"),
        (1, report(PYTHON, verified=1), "does not hold"),
        (0, report(PYTHON, verified=0), "does not hold"),
        (0, report(PYTHON, "/CN=Other", verified=1), "does not hold"),
    ],
)
def test_one_signature_that_does_not_hold_is_too_many(status: int, text: str, why: str) -> None:
    with pytest.raises(SignatureError, match=why):
        read_report(FILE, status, text)


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A program that somebody signed with a certificate of his own, and that certificate."""
    folder = tmp_path_factory.mktemp("signed")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Python Software Foundation")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    (folder / "roots.pem").write_bytes(certificate.public_bytes(pem))
    command = [
        "osslsigncode",
        "sign",
        "-certs",
        "roots.pem",
        "-key",
        "key.pem",
        "-in",
        UNSIGNED,
        "-out",
        "a.exe",
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "a.exe", folder / "roots.pem"


@pytest.mark.skipif(not is_installed(), reason="osslsigncode is no part of the environment for tests")
def test_a_real_signature_is_held_against_root_name_and_bytes(
    signed: tuple[Path, Path], tmp_path: Path
) -> None:
    program, roots = signed
    assert publishers(program, roots) == ("/CN=Python Software Foundation",)
    with pytest.raises(SignatureError, match="who is not its publisher"):
        demand(program, (PYTHON,), roots)
    with pytest.raises(SignatureError, match="does not hold"):
        publishers(program, ROOTS)
    with pytest.raises(SignatureError, match="carries no signature"):
        publishers(UNSIGNED, roots)
    content = bytearray(program.read_bytes())
    content[len(content) // 2] ^= 1
    changed = tmp_path / "changed.exe"
    changed.write_bytes(content)
    with pytest.raises(SignatureError, match="signature"):
        publishers(changed, roots)


def der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    if len(content) < 0x80:
        return bytes([tag, len(content)]) + content
    length = len(content).to_bytes(2, "big")
    return bytes([tag, 0x82]) + length + content


def catalogue(known: bytes, beside: bytes) -> bytes:
    """A catalogue with the digest of one file signed, and that of another among what nobody signed."""
    entries = der(0x30, der(0x30, der(0x06, b"\x2a"), der(0x04, hashlib.sha256(known).digest())))
    content = der(0x30, der(0x06, b"\x2b"), der(0xA0, entries))
    unsigned = der(0x31, der(0x04, hashlib.sha256(beside).digest()))
    signed = der(0x30, der(0x02, b"\x01"), der(0x31), content, unsigned)
    return der(0x30, der(0x06, b"\x2c"), der(0xA0, signed))


def test_a_module_must_stand_in_what_was_signed(tmp_path: Path) -> None:
    known = catalogued(catalogue(b"import os\n", b"import evil\n"))
    for name, content in (("a.py", b"import os\n"), ("b.py", b""), ("c.py", b"import evil\n")):
        (tmp_path / name).write_bytes(content)
    windows_runtime.refuse_unknown(tmp_path, ["a.py", "b.py"], known)
    with pytest.raises(SignatureError, match=r"Lib/c\.py is not in the publisher's catalogue"):
        windows_runtime.refuse_unknown(tmp_path, ["a.py", "c.py"], known)


def test_what_is_pinned_is_pinned_to_its_place(tmp_path: Path) -> None:
    (tmp_path / "xml").mkdir()
    (tmp_path / "xml" / "__init__.py").write_bytes(b"import evil\n")
    with pytest.raises(SignatureError, match="xml/__init__"):
        windows_runtime.refuse_unknown(tmp_path, ["xml/__init__.py"], frozenset())


@pytest.mark.parametrize("cut", [0, 1, 5, 40, 90])
def test_a_catalogue_that_is_cut_off_is_refused(cut: int) -> None:
    whole = catalogue(b"one", b"two")
    assert len(catalogued(whole)) == 1
    with pytest.raises(SignatureError, match="cannot be read"):
        catalogued(whole[:cut])


def version_resource(minor: int, major: int, field: int) -> bytes:
    return b"MZ..." + struct.pack("<I4x4H", 0xFEEF04BD, minor, major, 1013, field)


def test_the_version_is_what_the_library_says() -> None:
    assert windows_runtime.version_of(version_resource(13, 3, 2150)) == "3.13.2"
    assert windows_runtime.version_of(version_resource(13, 3, 11150)) == "3.13.11"
    with pytest.raises(BuildError, match="no final release"):
        windows_runtime.version_of(version_resource(14, 3, 121))
    with pytest.raises(BuildError, match="does not say"):
        windows_runtime.version_of(b"MZ")


def test_a_folder_without_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no installation of CPython"):
        windows_runtime.verify(tmp_path)


def test_the_library_is_packed_the_same_each_time(tmp_path: Path) -> None:
    for order in (["os.pyc", "json/__init__.pyc"], ["json/__init__.pyc", "os.pyc"]):
        folder = tmp_path / f"first-{order[0][:2]}"
        for name in order:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(name.encode())
        windows_runtime.pack_library(folder, tmp_path / f"{folder.name}.zip")
    one, other = sorted(tmp_path.glob("*.zip"))
    assert one.read_bytes() == other.read_bytes()
