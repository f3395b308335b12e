"""The page that a canvas has open: its types, its marks, what is selected and which part is seen."""
