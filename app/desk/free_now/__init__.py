"""What can be sold on a day to a party: each start, with its seats and its price."""
