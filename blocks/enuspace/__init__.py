"""enuSpace pages: its 487 symbols as block types, its files, and the meaning of its pages.

`symbols` makes catalogue entries; `xml`, `enuspace_page` and `reader` read files; `lower` replaces enuSpace blocks by
native types, which is all that compiling knows.
"""
