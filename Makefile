# Two commands matter: `make demo` and `make test`. Both make their own environment first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
STAMP := $(VENV)/.with-tools

.PHONY: demo test test-all check format clean

demo: $(INSTALLED)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: check
	$(BIN)/python -m pytest -q -n 2 -m "not whole"

# The long forms of the sweeps (kill points, fault tables, fuzzing) of which `make test` has samples.
test-all: check
	$(BIN)/python -m pytest -q -n 2 -m whole

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(STAMP): $(INSTALLED)
	@echo "installing the tools that check ema into $(VENV); this happens once, and takes minutes"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(INSTALLED): pyproject.toml
	@echo "installing ema into $(VENV); this happens once"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ema needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
