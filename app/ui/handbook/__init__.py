"""The handbook: chapters in plain Markdown, read, searched and printed inside the program."""
