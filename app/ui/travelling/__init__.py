"""The board of those who travel, and the messages to them."""
