"""The policy of a game made of others: one policy for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.game import Game, Policy, find_game

__all__ = ["pair"]


def pair(game: Game, find: Callable[[Game, str], Policy]) -> Policy:
    """Every combination of policies of a game's parts.

    Parameters
    ----------
    game
        A game with `parts`.
    find
        A policy by game and name.

    Returns
    -------
    Policy
        ``pair``, with the name of a policy for each part: ``"pair:tresette=expert,briscola=greedy"``.
    """

    def make(**names: str) -> Any:
        return game.join(*(find(find_game(part), names[part]).make() for part in game.parts))

    return Policy(
        "pair",
        make,
        f"one policy each for {' and '.join(game.parts)}",
        dict.fromkeys(game.parts, "greedy"),
        origin="smazzata",
        game=game.name,
    )
