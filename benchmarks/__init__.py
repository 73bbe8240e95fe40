"""The speed promises, measured as medians and ratios. `make benchmark` prints them; no test depends on them."""
