"""Sentences that can be said in other languages, and how programs are started and talk: this knows no document."""
