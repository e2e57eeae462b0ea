"""Paying: one money call, its journal, its evidence and unknown outcomes."""
