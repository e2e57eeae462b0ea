"""Passport copies on the screen: viewing, shrinking, reading PDF and HEIC."""
