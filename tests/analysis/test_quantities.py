"""Named quantities: every one of them can be asked, and says what it counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.odds import Headline, list_quantities, odds
from analysis.quantities import (
    check_by,
    find_quantity,
    game_module,
    headline_names,
    quantities_of,
    side_titles,
)
from sim.errors import InputError
from sim.game import find_game, game_names
from sim.run import run
from sim.store import Run
from sim.study import Study
from tests.analysis.conftest import Player


def study(**given: Any) -> Study:
    return Study(**{"game": "tombolon", "samples": 10, **given}).check()


FITTING: dict[str, dict[str, Any]] = {"knockout": {"pairs": 4}}
"""Rules that a unit asks for, whatever the preset."""


@pytest.mark.parametrize("game", game_names())
def test_quantities_of_every_game_preset_and_unit(game: str) -> None:
    module = game_module(game)
    assert module is not None
    found = find_game(game)
    assert set(module.HEADLINE) == set(found.units)
    for unit in found.units:
        for preset in found.presets:
            at = study(game=game, unit=unit, rules={"preset": preset, **FITTING.get(unit, {})})
            named = quantities_of(at)
            declared = [q.name for q in module.quantities(at.resolved_rules())]
            assert len(set(declared)) == len(declared)
            for name, quantity in named.items():
                assert name.isidentifier()
                assert quantity.kind in ("share", "mean", "ratio")
                assert quantity.unit
                assert quantity.question[0].isupper()
                assert not quantity.question.endswith("?")
            if unit != "deal":
                assert list(named) == declared
            assert all(find_quantity(at, name) for name in headline_names(at))
            sides = at.resolved_rules().sides
            assert len(side_titles(at)) >= sides
            sources = [f"{stem}_{side}" for stem in module.SOURCES for side in range(sides)]
            assert set(sources) <= set(named)
    assert list_quantities(study(game=game, unit=found.units[0])).row_count > 10


@pytest.mark.parametrize(
    ("game", "unit"), [(game, unit) for game in game_names() for unit in find_game(game).units]
)
def test_quantities_of_every_game_can_be_counted(game: str, unit: str, play: Player) -> None:
    run = play(game=game, unit=unit, rules=FITTING.get(unit, {}), samples=40, chunk=17)
    found = odds(run)
    counted = found.filter(pl.col("n") > 0)
    assert len(counted) > 0.8 * len(found)
    assert counted.filter(
        (pl.col("low") > pl.col("value")) | (pl.col("value") > pl.col("high"))
    ).is_empty()
    shares = counted.filter(pl.col("kind") == "share")
    assert shares["value"].is_between(0, 1).all()
    assert (shares["k"] <= shares["n"]).all()
    module = game_module(game)
    assert module is not None
    for side in range(run.rules.sides) if module.SOURCES else ():
        made = odds(run, [*(f"{stem}_{side}" for stem in module.SOURCES), f"deal_points_{side}"])
        assert made["value"][:-1].sum() == pytest.approx(made["value"][-1])


def rows(run: Run, table: str = "deals") -> pl.DataFrame:
    return run.lazy(table).collect()


def test_figures_counted_by_hand(deal_run: Run) -> None:
    r = rows(deal_run)
    values = {row["quantity"]: row for row in odds(deal_run).iter_rows(named=True)}

    def per_rank(name: str, rank: int) -> int:
        return sum(sum(x[rank - 1] for x in r[f"{name}_by_rank_{s}"].to_list()) for s in (0, 1))

    cards = deal_run.rules.cards  # type: ignore[attr-defined]
    honours = cards.cards("7D 2S FS")
    bottom = r["bottom_card"].is_in(list(honours))
    napoli = (r["napoli_0"] > 0) | (r["napoli_1"] > 0)
    assert values["raddoppio"]["k"] == ((r["raddoppio_0"] > 0) | (r["raddoppio_1"] > 0)).sum()
    assert values["tombolon_1"]["k"] == r["tombolon_1"].sum()
    assert values["scopa_by_7"]["value"] * 2000 == pytest.approx(per_rank("scopa", 7))
    assert values["scopa_by_R"]["value"] * 2000 == pytest.approx(per_rank("scopa", 10))
    assert values["colour_by_3"]["value"] * 2000 == pytest.approx(per_rank("colour", 3))
    assert (values["bottom_honour"]["k"], values["dealer_points_bottom_plain"]["n"]) == (
        bottom.sum(),
        (~bottom).sum(),
    )
    longest = pl.max_horizontal("napoli_0", "napoli_1")
    assert values["napoli_length"]["n"] == napoli.sum()
    assert values["napoli_length"]["value"] == pytest.approx(
        r.filter(napoli).select(longest.mean()).item()
    )
    branching = r["legal_actions_sum"].sum() / r["plays"].sum()
    assert values["legal_actions"]["value"] == pytest.approx(branching)
    assert values["raddoppio_other_early_honour_0"]["k"] == 0  # an honour bars the other side's
    assert values["early"]["k"] == (r["scopa_points_0"] > 20).sum()
    assert values["half"]["value"] == pytest.approx(r["deal_points_0"].mean() / 2)  # type: ignore[operator]


def test_parts_of_the_points_add_up(deal_run: Run) -> None:
    parts = odds(
        deal_run, [f"part_{s}" for s in ("deck", "raddoppio", "napoli", "scopa", "colour")]
    )
    assert parts["value"].sum() == pytest.approx(1)
    sources = [f"points_{s}_0" for s in ("deck", "raddoppio", "napoli", "scopa", "colour")]
    made = odds(deal_run, [*sources, "deal_points_0"])["value"]
    assert made[:-1].sum() == pytest.approx(made[-1])


def test_padova_counts_its_own_cards(play: Player) -> None:
    run = play(rules={"preset": "padova2"}, samples=600)
    r = rows(run)
    honours = run.rules.cards.cards("10D 2S FS")  # type: ignore[attr-defined]
    found = odds(run, ["bottom_honour", "scopa_by_C", "colour_by_10"])
    assert found["k"][0] == r["bottom_card"].is_in(list(honours)).sum()
    scope = sum(x[11] for s in (0, 1) for x in r[f"scopa_by_rank_{s}"].to_list())
    assert found["value"][1] * 600 == pytest.approx(scope)


def test_matches_answer_for_matches_and_for_their_deals(match_run: Run) -> None:
    d, m = rows(match_run), rows(match_run, "matches")
    found = {row["quantity"]: row for row in odds(match_run).iter_rows(named=True)}
    assert found["deals_per_match"]["value"] == pytest.approx(len(d) / 300)
    assert found["deals_per_match"]["m"] is None
    assert found["ended_inside_a_deal"]["k"] == (m["won_by"] < 2).sum()
    assert (found["raddoppio"]["n"], found["raddoppio"]["m"]) == (len(d), 300)
    joined = d.join(m, on="match_id")
    won = joined["winner_team"] == joined["first"] % 2
    assert found["match_won_0"]["k"] == won.sum()


def test_tresette_counted_by_hand(play: Player) -> None:
    run = play(game="tresette", unit="match", rules={}, samples=200)
    matches = {match["match_id"]: match for match in rows(run, "matches").iter_rows(named=True)}
    deals = [{**matches[deal["match_id"]], **deal} for deal in rows(run).iter_rows(named=True)]
    found = {row["quantity"]: row for row in odds(run).iter_rows(named=True)}

    def masks(deal: dict[str, Any]) -> list[int]:
        return [deal[f"accuso_held_s{seat}"] for seat in range(4)]

    twos = [any(mask & 2 for mask in masks(deal)) for deal in deals]
    assert (found["accuso_twos"]["k"], found["accuso_twos"]["n"]) == (sum(twos), len(deals))
    assert found["accuso_napoli_B_s2"]["k"] == sum(masks(deal)[2] >> 5 & 1 for deal in deals)
    assert found["accuso_1"]["k"] == sum(bool(m[1] or m[3]) for m in map(masks, deals))
    seats = sum(bool(mask) for deal in deals for mask in masks(deal))
    assert found["accuso_seats"]["value"] == pytest.approx(seats / len(deals))

    def richer(deal: dict[str, Any]) -> int | None:
        """Team with more accuso points."""
        more = deal["accuso_points_0"] - deal["accuso_points_1"]
        return None if more == 0 else (deal["first"] + (more < 0)) % 2

    rich = [deal for deal in deals if richer(deal) is not None]
    assert found["match_won_accuso"]["n"] == len(rich)
    assert found["match_won_accuso"]["k"] == sum(richer(d) == d["winner"] for d in rich)
    ahead = [d for d in rich if (richer(d) == 0) == (d["score_before_A"] > d["score_before_B"])
             and d["score_before_A"] != d["score_before_B"]]  # fmt: skip
    assert found["match_won_ahead_accuso_own"]["n"] == len(ahead)
    assert found["match_won_ahead_accuso_own"]["k"] == sum(richer(d) == d["winner"] for d in ahead)
    last = [d for d in deals if d["deal_index"] == d["deals"] - 1]
    turned = 0
    for deal in last:
        score = [deal["score_A"], deal["score_B"]]
        score[(deal["first"] + deal["last_trick_seat"]) % 2] -= 1
        turned += max(score) < deal["target_final"] or score[0] == score[1]
    assert found["last_trick_decides_match"]["k"] == turned
    led = [1 if deal["lead_seat"] % 2 == 0 else -1 for deal in deals]
    lead = [deal["card_points_0"] - deal["card_points_1"] for deal in deals]
    both = sum(sign * points for sign, points in zip(led, lead, strict=True))
    assert found["leader_advantage"]["value"] == pytest.approx(both / len(deals))


def test_what_an_ace_is_worth_is_a_slope(play: Player) -> None:
    import numpy as np

    run = play(game="tresette", rules={}, samples=4000)
    r = rows(run)
    slope = np.polyfit(r["aces_dealt_0"].to_numpy(), r["card_points_0"].to_numpy(), 1)[0]
    worth = odds(run, ["ace_worth"]).row(0, named=True)
    assert worth["value"] == pytest.approx(slope, abs=0.05)
    run = play(game="briscola", rules={}, samples=4000)
    r = rows(run)
    slope = np.polyfit(r["trumps_recv_0"].to_numpy(), r["points_0"].to_numpy(), 1)[0]
    worth = odds(run, ["trump_worth"]).row(0, named=True)
    assert worth["value"] == pytest.approx(slope, abs=0.3)


@pytest.mark.parametrize(("preset", "tricks"), [("palazzo", 10), ("in_due", 20), ("in_tre", 13)])
def test_briscola_counted_by_hand(preset: str, tricks: int, play: Player) -> None:
    run = play(game="briscola", unit="match", rules={"preset": preset}, samples=150)
    matches = {match["match_id"]: match for match in rows(run, "matches").iter_rows(named=True)}
    deals = rows(run).to_dicts()
    found = {row["quantity"]: row for row in odds(run).iter_rows(named=True)}
    sides = run.rules.sides
    side = [deal["faceup_seat"] % sides for deal in deals]
    decided = [deal["deal_winner"] >= 0 for deal in deals]
    assert (found["drawn"]["k"], found["faceup_won"]["n"]) == (
        len(deals) - sum(decided),
        sum(decided),
    )
    assert found["faceup_won"]["k"] == sum(
        deal["deal_winner"] == who for deal, who in zip(deals, side, strict=True)
    )
    assert found["faceup_drawn_1"]["k"] == side.count(1)
    assert found["decided_by_last_trick"]["k"] == sum(d["decided_trick"] == tricks for d in deals)
    team = [matches[deal["match_id"]]["winner"] == deal["first"] % sides for deal in deals]
    assert found["match_won_0"]["k"] == sum(team)
    first = [match["winner"] == match["first_of_match"] % sides for match in matches.values()]
    assert found["first_player_wins"]["k"] == sum(first)


def test_meetings_counted_by_hand(play: Player) -> None:
    run = play(game="torneo", unit="meeting", rules={}, samples=150)
    meetings = rows(run, "matches").to_dicts()
    deals = rows(run).to_dicts()
    found = {row["quantity"]: row for row in odds(run).iter_rows(named=True)}
    third = [m["m1_winner"] != m["m2_winner"] for m in meetings]
    assert found["third_needed"]["k"] == found["m3_A_wins"]["n"] == sum(third)
    tresette = [deal for deal in deals if deal["match_no"] != 2]
    assert found["tresette_part"]["k"] == len(tresette)
    level = sum(deal["points_0"] == deal["points_1"] for deal in tresette)
    assert found["tresette_level"]["k"] == level
    assert found["briscola_first_hand_advantage"]["n"] == len(deals) - len(tresette)
    rich = [d for d in tresette if d["tresette_accuso_points_0"] != d["tresette_accuso_points_1"]]
    won = lost = 0
    for deal in rich:
        more = deal["tresette_accuso_points_0"] > deal["tresette_accuso_points_1"]
        team = deal["first"] % 2 if more else 1 - deal["first"] % 2
        meeting = meetings[deal["match_id"]]
        won += meeting[f"m{deal['match_no']}_winner"] == team
        lost += meeting["winner"] != team
    assert (found["match_won_accuso"]["k"], found["match_won_accuso"]["n"]) == (won, len(rich))
    assert found["meeting_won_accuso"]["k"] == len(rich) - lost


def test_single_deals_have_no_quantities_of_matches(deal_run: Run) -> None:
    assert "deals_per_match" not in quantities_of(deal_run.study)
    with pytest.raises(InputError, match="no quantity called 'deals_per_match'"):
        find_quantity(deal_run.study, "deals_per_match")


def test_a_plain_column_is_a_quantity() -> None:
    quantity = find_quantity(study(), "table_max")
    assert (quantity.kind, quantity.unit, quantity.whole) == ("mean", "cards", True)
    assert find_quantity(study(), "extra_deal").kind == "share"


@pytest.mark.parametrize(
    ("name", "near"), [("radoppio", "raddoppio"), ("table_maxx", "table_max"), ("bottom_card", "")]
)
def test_unknown_quantities_are_named_with_the_nearest(name: str, near: str) -> None:
    with pytest.raises(InputError, match=f"no quantity called {name!r}.*{near}"):
        find_quantity(study(), name)


@pytest.mark.parametrize("column", ["scopa_by_rank_0", "match_id", "table_start", "carte_tye"])
def test_columns_that_nothing_is_split_by(column: str) -> None:
    with pytest.raises(InputError, match=f"no column to split by called '{column}'"):
        check_by(study(), [column])


def test_a_study_cannot_redefine_a_quantity() -> None:
    with pytest.raises(InputError, match=r"quantities.napoli_length: tombolon has a quantity"):
        quantities_of(study(quantities={"napoli_length": "plays"}))


def test_own_quantities_take_the_unit_of_their_columns() -> None:
    at = quantities_of(
        study(
            unit="match",
            quantities={"lead": "deal_points_0 - deal_points_1", "long": "n_deals > 5"},
        )
    )
    assert (at["lead"].unit, at["lead"].kind, at["lead"].table) == ("points", "mean", "deals")
    assert (at["long"].unit, at["long"].kind, at["long"].table) == ("share", "share", "matches")


@pytest.mark.parametrize(
    "expression",
    [
        "legal_actions_sum % 2 = 1",
        "round(deal_points_0 / 2.0)",
        "cast(carte_tie as int) * 3",
        "scopa_by_rank_0[7] > 0",
        "last_card in (1, 2, 3)",
        "deal_points_0 - deal_points_1",
        "case when deal_points_0 > deal_points_1 then 1 else 0 end",
    ],
)
def test_what_a_user_may_write(expression: str, tmp_path: Path) -> None:
    """Whatever the study accepts, the odds and the headline count."""
    study = Study(
        game="tombolon", samples=300, seed=4, headline=["mine"], quantities={"mine": expression}
    )
    finished = run(study, tmp_path / "run", observers=[Headline(study)])
    row = odds(finished, ["mine"]).row(0, named=True)
    assert row["low"] <= row["value"] <= row["high"]
    assert row["n"] == 300
