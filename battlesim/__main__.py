"""``python -m battlesim``."""

from battlesim.cli import main

main()
