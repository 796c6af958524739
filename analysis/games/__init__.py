"""What analysis knows about each game: its named quantities, in a module named like the game."""
