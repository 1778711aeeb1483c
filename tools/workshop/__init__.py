"""Shared modules of the Python tools: programs, measurements, engines, stages."""
