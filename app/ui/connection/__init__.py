"""The first screen, the API key and being offline."""
