"""Quotations that this desk has given, for the days set in Settings."""
