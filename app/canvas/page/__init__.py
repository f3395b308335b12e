"""The page that a canvas has open: its types, its marks, the selection and the visible part."""
