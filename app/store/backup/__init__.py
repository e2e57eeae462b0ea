"""Backups of the data folder and restoring one."""
