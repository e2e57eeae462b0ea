"""The screens of the counter, one file each."""
