"""Prints every measurement."""

from benchmarks import building, formula_speed, frame_rate

building.report()
formula_speed.main()
frame_rate.main()
