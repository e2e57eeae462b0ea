"""The values and services of the settings pages."""
