"""Files that are written for people: tables, licences, safe writing."""
