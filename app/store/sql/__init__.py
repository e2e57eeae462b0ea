"""The database engine and column types that the stores share."""
