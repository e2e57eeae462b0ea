"""Pixels: the window, its pages and their parts."""
