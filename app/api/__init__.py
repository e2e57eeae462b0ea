"""The partner interface as it is on the wire: six calls, their requests, answers and errors."""
