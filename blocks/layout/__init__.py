"""Automatic layout: pages arranged from left to right in layers, with few crossings. Plain numpy, no Qt."""
