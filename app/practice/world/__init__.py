"""The state of the practice service: catalogue, stock, orders and money."""
