"""Tresette: ten tricks without trumps, four in two pairs, with and without accuso; and in due."""

from sim.game import Game
from sim.games.tresette import kernel, policies, rules, search, state, text

GAME = Game(
    name="tresette",
    title="Tresette",
    version=1,
    rules=rules.Rules,
    presets=rules.PRESETS,
    table=state.TABLE,
    own=state.OWN,
    state=state.STATE,
    match=state.MATCH,
    columns=state.COLUMNS,
    match_columns=state.MATCH_COLUMNS,
    open_match=kernel.open_match,
    shuffle=kernel.shuffle,
    lay_out=kernel.lay_out,
    legal=kernel.legal,
    apply=kernel.apply,
    over=kernel.over,
    record=kernel.record,
    settle=kernel.settle,
    match_over=kernel.match_over,
    record_match=kernel.record_match,
    conceal=kernel.conceal,
    play=kernel.play,
    max_actions=text.max_actions,
    policies=policies.POLICIES,
    text=text,
    search=search.SEARCH,
)
