"""The quotation on paper, and the sheet that hands it over."""
