"""The main window: rail, top bar, notices and palette."""
