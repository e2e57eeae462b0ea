"""The catalogue of a day, from the service and from the cache."""
