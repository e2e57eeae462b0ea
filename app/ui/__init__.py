"""The screen: the window, its pages and their parts."""
