# Everything runs in .venv, made from the pinned requirements as far as a target needs them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play run test soak check bench messages venv format

play: $(VENV)/.play  ## play in the browser, without Discord: make play ARGS="--seats 2 --fresh"
	@$(BIN)/python -m bot play $(ARGS)

run: $(VENV)/.run  ## run the bot on Discord, with the token of .env
	@$(BIN)/python -m bot run

test: $(VENV)/.dev  ## all tests
	@$(BIN)/python -m pytest -q -n 3 --dist worksteal $(ARGS)

soak: $(VENV)/.dev  ## kill the bot 250 times, at every step and at any time, and see what the next start finds
	@$(BIN)/python -m tests.end_to_end.kills $(ARGS)

check: $(VENV)/.dev  ## lint, format, types, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

messages: $(VENV)/.dev  ## bring the translation catalogues up to date with the code
	@$(BIN)/python -m tests.locale.messages

bench: $(VENV)/.dev  ## how fast the rules are, beside a bare loop, and how many hours standing orders save
	@$(BIN)/python -m tests.bench.rules
	@$(BIN)/python -m tests.bench.orders --games 20

format: $(VENV)/.dev  ## let ruff tidy the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

venv: $(VENV)/.dev  ## the environment alone, with everything for tests and checks

$(VENV)/.%: requirements-%.txt requirements-run.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "Installing what $* needs into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-$*.txt
	@touch $@
