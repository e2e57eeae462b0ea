"""The data folder and its plain files."""
