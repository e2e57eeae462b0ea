"""To do: what is still to be done at this counter, from what it keeps."""
