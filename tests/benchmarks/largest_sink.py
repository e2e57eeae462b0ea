"""A service that takes a booking of any size and keeps nothing: the other end of the largest sale.

Its process is started by `bench_largest`: with a file that holds a key and its certificate it speaks TLS. It
prints its port, then answers one request after the other until its input ends.
"""

from __future__ import annotations

import json
import socket
import ssl
import sys
import threading

ANSWER = json.dumps(
    {
        "status": "SUCCESS",
        "code": "BOOKING_CREATED_AND_SETTLED",
        "booking_ref": "PNR7X2K9",
        "booking_id": 1,
    }
).encode()
_HEAD = b"HTTP/1.1 201 Created\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
_BUFFER = 1024 * 1024


def serve(listener: socket.socket, tls: ssl.SSLContext | None) -> None:
    """Answer for ever."""
    while True:
        connection, _ = listener.accept()
        with tls.wrap_socket(connection, server_side=True) if tls else connection as stream:
            _take(stream)


def _take(connection: socket.socket) -> None:
    buffer = bytearray(_BUFFER)
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(_BUFFER)
        if not data:
            return
        head += data
    head, _, body = head.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    missing = next(int(line[15:]) for line in lines if line.startswith(b"content-length:")) - len(body)
    while missing > 0:
        count = connection.recv_into(buffer)
        if not count:
            return
        missing -= count
    connection.sendall(_HEAD % len(ANSWER) + ANSWER)


def main() -> None:
    """Listen, say where, and go on until the input ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    tls: ssl.SSLContext | None = None
    if len(sys.argv) > 1:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(sys.argv[1])
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=serve, args=(listener, tls), daemon=True).start()
    sys.stdin.read()
