"""One request on the wire: connection, time limits, retries, and the state of its last byte."""
