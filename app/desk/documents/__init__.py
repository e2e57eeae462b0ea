"""Passport copies: formats, sizes, metadata, and the scan folder."""
