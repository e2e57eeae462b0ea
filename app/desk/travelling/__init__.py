"""Who travels on a day, what they were told, and the papers of a departure."""
