"""Benchmarks: ratios against a baseline measured in the same run, median of 7. `make bench` prints them all."""
