# The two commands of the README are `make study` and `make test`; `make check` is the whole gate.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
STUDY := seeds/tombolon_raddoppio.toml
RUN := runs/tombolon_raddoppio
GAMES := tests/tombolon tests/tresette tests/briscola tests/torneo

.PHONY: study test check format lint types docstrings bounds long studies bench clean

study: $(READY)  ## one million deals of Tombolon: rows, odds, chart
	$(BIN)/smazzata run $(STUDY) --out $(RUN) --resume
	$(BIN)/smazzata chart $(RUN) -o $(RUN).png

test: $(READY)  ## the tests
	$(BIN)/pytest -n auto -m "not long"

check: format lint types docstrings test bounds  ## the whole gate

format: $(READY)
	$(BIN)/ruff format --check .

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

docstrings: $(READY)  ## numpydoc: every public parameter is documented
	$(BIN)/numpydoc lint $$(git ls-files 'sim/*.py' 'analysis/*.py')

bounds: $(READY)  ## the kernels' tests once more, every index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n auto -m "not long and not notebook" $(GAMES) tests/conformance tests/test_search.py tests/test_rng.py tests/test_bits.py

long: $(READY)  ## long statistical and differential checks
	SMAZZATA_DIFFERENTIAL_DEALS=9000 $(BIN)/pytest -n auto -m "long or not long" $(GAMES) tests/statistics

studies: $(READY)  ## regrow every published figure
	$(BIN)/pytest -n auto -m "long or not long" tests/test_seeds.py

bench: $(READY)  ## speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks.bench

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(READY)

clean:
	rm -rf $(VENV) runs .pytest_cache .mypy_cache .ruff_cache
