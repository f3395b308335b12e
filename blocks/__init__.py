"""The ground floor: what a document is.

Catalogue, pages, edits, files, values and checks, in plain Python. Nothing here knows Qt or TensorFlow, and nothing
here imports from the floors above (`runtime`, `app`).
"""
