"""enuSpace pages: its 487 symbols as block types, its files, and what its pages mean.

`symbols` makes catalogue entries, `xml`, `page`, `project` and `reader` read files, `lower` turns a page of enuSpace
blocks into one of native types, which is all that compiling knows.
"""
