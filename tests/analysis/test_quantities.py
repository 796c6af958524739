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


@pytest.mark.parametrize("game", game_names())
def test_quantities_of_every_game_preset_and_unit(game: str) -> None:
    module = game_module(game)
    assert module is not None
    found = find_game(game)
    for unit in found.units:
        for preset in found.presets:
            at = study(game=game, unit=unit, rules={"preset": preset})
            named = quantities_of(at)
            declared = [q.name for q in module.quantities(at.resolved_rules())]
            assert len(set(declared)) == len(declared)
            for name, quantity in named.items():
                assert name.isidentifier()
                assert quantity.kind in ("share", "mean", "ratio")
                assert quantity.unit
                assert quantity.question[0].isupper()
                assert not quantity.question.endswith("?")
            if unit == "match":
                assert list(named) == declared
            assert all(find_quantity(at, name) for name in headline_names(at))
            assert len(side_titles(at)) == found.sides
            sources = [f"{stem}_{side}" for stem in module.SOURCES for side in range(found.sides)]
            assert set(sources) <= set(named)
    assert list_quantities(study(game=game)).row_count > 10


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
