"""`python -m app`: the counter, or one of its commands."""

import sys

from app.commands.main import main

sys.exit(main(sys.argv[1:]))
