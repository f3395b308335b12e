"""The ground floor: documents, in plain Python.

Catalogue, pages, edits, files, values and checks. Nothing here knows Qt or TensorFlow, and nothing here imports from
the floors above (`runtime`, `app`).
"""
