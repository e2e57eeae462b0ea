"""The rules of the practice service's messages: JSON, validation, errors."""
