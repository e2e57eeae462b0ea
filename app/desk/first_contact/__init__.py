"""The first contact: what a service really sends, held against the interface, as a report without secrets."""
