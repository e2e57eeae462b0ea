"""The passenger form: grid, paste, passport reader, scan folder."""
