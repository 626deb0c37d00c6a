"""The grouping rules of the guide, as eliminations."""
