"""A sale before it is paid: draft, price, preflight, order and receipt."""
