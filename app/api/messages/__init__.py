"""The messages of the partner interface: requests, answers and errors as models."""
