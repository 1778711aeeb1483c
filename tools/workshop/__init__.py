"""What the Python tools of this project share: programs, measurements, engines, stages."""
