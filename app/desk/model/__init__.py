"""Values, formats and rules that several features of the desk share."""
