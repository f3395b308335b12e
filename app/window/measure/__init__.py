"""Measuring in the window: costs of pages, and differences of two models."""
