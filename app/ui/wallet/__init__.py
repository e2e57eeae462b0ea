"""The wallet page."""
