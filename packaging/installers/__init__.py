"""The installers of both systems: what `packaging/build.py` is made of."""
