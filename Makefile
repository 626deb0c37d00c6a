# Everything a newcomer types. Needs Python 3.11 or newer and make; the rest is installed in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Compile each file once, whatever the environment says: hundreds of programs start in the tests.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help demo test quick test-elsewhere lint types docs tables bench clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

demo: $(VENV)/run.stamp ## Generate, verify and show the RX90's inverse dynamic model in base parameters, as C
	$(BIN)/symoro show rx90
	$(BIN)/symoro idm rx90 --base --lang c --lang python -o out/
	@echo; sed -n '/^void rx90base_idm/,$$p' out/rx90base_dyn.c | head -n 14; echo '    ...'; tail -n 16 out/rx90base_dyn.c; echo
	$(BIN)/python examples/rx90_torques.py
	@echo; echo "The files are in out/. Next: source .venv/bin/activate; symoro --help"

test: $(VENV)/dev.stamp tools ## Run lint, types, documentation and the whole test suite
	$(MAKE) --jobs=2 --output-sync lint types docs
	$(BIN)/pytest -n 2 --dist worksteal --slowest=10 --benchmark-disable tests benchmarks

QUICK ?= # such as QUICK='--since main'
quick: $(VENV)/dev.stamp ## Run the tests of what has changed, in a minute and a half at most
	$(BIN)/ruff check .
	$(BIN)/python -m tests.quick $(QUICK)

ELSEWHERE ?= # such as ELSEWHERE='--few --pytest "tests/plot -q"'
test-elsewhere: $(VENV)/dev.stamp tools ## Run the tests as on other machines: kernels, empty home, load
	$(BIN)/python -m tests.elsewhere $(ELSEWHERE)

lint: $(VENV)/dev.stamp ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp ## Check types, strictly
	$(BIN)/mypy

docs: $(VENV)/dev.stamp ## Build the documentation, warnings as errors
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

tables: $(VENV)/dev.stamp ## Write what is made from the table of functions: help, stub, tables
	$(BIN)/python docs/generate_cli.py
	$(BIN)/python docs/generate_stub.py
	$(BIN)/python docs/generate_tables.py

bench: $(VENV)/dev.stamp tools ## Measure times, as ratios to peers in the same run
	$(BIN)/pytest benchmarks --benchmark-only --benchmark-columns=min,median,rounds
	$(BIN)/python -m benchmarks.report

clean: ## Remove what was built
	rm -rf $(VENV) build docs/_build out .mypy_cache .pytest_cache .ruff_cache .benchmarks

# What runs the printed texts: a command, and Debian's package that has it.
TOOLS := gcc:gcc g++:g++ gfortran:gfortran octave-cli:octave giac:xcas rustc:rustc pdflatex:texlive-latex-base

.PHONY: tools
tools:
	@missing=$$(for tool in $(TOOLS); do command -v $${tool%%:*} >/dev/null || echo $${tool#*:}; done); \
	missing=$$(echo $$missing); install="apt-get install -y -qq --no-install-recommends libc6-dev $$missing"; \
	if test -z "$$missing" || ! command -v apt-get >/dev/null; then :; \
	elif test "$(SYMORO_NO_APT)" = 1; then echo "SYMORO_NO_APT=1: not installed, and their tests are skipped: $$missing"; \
	elif test "$$(id -u)" != 0; then echo "no root rights, so tests of missing tools are skipped; to install them: sudo $$install"; \
	else echo "Debian packages that tests need (SYMORO_NO_APT=1 does without): $$install"; \
	{ apt-get update -qq && $$install; } || true; fi

$(VENV)/run.stamp: pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "symoro needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint requirements.lock -e .
	touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	$(BIN)/pip install --quiet --requirement requirements.lock -e .
	touch $@
