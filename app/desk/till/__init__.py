"""How customers paid: amounts, receipts, and what is still owed."""
