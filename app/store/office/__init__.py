"""What several desks of an office share: shifts, closed days, wallet readings and their database."""
