"""To do: what is still to be done, by when, and the way to each."""
