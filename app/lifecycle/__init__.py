"""The program from start to end: first paint, session, connection, closing."""
