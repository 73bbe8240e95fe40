"""Prints every measurement."""

from benchmarks import building, formula_speed

building.report()
formula_speed.main()
