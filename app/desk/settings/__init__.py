"""What the settings pages work with."""
