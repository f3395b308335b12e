"""Dtypes and shapes without TensorFlow, and which wires fit."""
