"""The line of words that sells: what a clerk means by a count, a trip, a day, a time and a customer."""
