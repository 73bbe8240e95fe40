"""`python -m coursekit` is `course`."""

from coursekit.cli import main

main()
