"""What is free on a day, on one page: starts by hour, their seats, and the price for the party."""
