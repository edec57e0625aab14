# Start here. `make demo` and `make test` first set up .venv from the lock files.
# They need only Python 3.11 or later with venv and pip.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
# With ARGS, one of the pytest commands of `make test-all` may select no tests; pytest then exits with 5.
ALLOW_NO_TESTS = $(if $(ARGS),|| [ $$? = 5 ])
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
PAGE := src/ludus/studio/page/index.html
NODE_MODULES := studio/node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
ANNOUNCE := tools/announce.sh
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --group build $(if $(UPGRADE),--upgrade)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help setup page demo bench check test test-fast test-all docs pictures lock clean

help: ## show this list of targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  PYTHON=python3.12   the Python for .venv (3.11 or later; default python3)'
	@echo '  ARGS="..."          more arguments for the command: make test ARGS="-k locm"'

setup: $(DEV) ## install Ludus and all optional dependencies (such as Ray) into .venv

# Runs the command $(2) if there are Node 20.19 or later and the build tools; otherwise says that the page is not $(1).
with_node = if ! command -v npm >/dev/null; then \
		echo 'Node was not found: the page of the Studio is not $(1)'; \
	elif ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then \
		echo "Node $$(node --version) is too old, 20.19 is needed: the page of the Studio is not $(1)"; \
	elif ! $(MAKE) --no-print-directory --silent $(NODE_MODULES); then \
		echo 'npm could not install the build tools: the page of the Studio is not $(1)'; \
	else $(2); fi

page: ## build the web page of the Studio (skipped with a message if there is no Node 20.19 or later)
	@$(call with_node,built; its browser tests are skipped,$(MAKE) --no-print-directory --silent $(PAGE))

demo: $(RUN) page ## run a short demo that ends with a report
	@$(BIN)/ludus demo $(ARGS)

bench: $(RUN) ## measure how fast the games run on this machine
	@$(BIN)/ludus bench $(ARGS)

check: $(DEV) ## check style, types, import order, the numbers in the documentation, and the page (skipped if there is no Node)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo 'ruff format would change files: run $(BIN)/ruff format'; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/python tools/check_imports.py
	@$(BIN)/python -m tools.doc_numbers
	@$(call with_node,checked,cd studio && npm run --silent check)

# Tests start many processes: Python keeps its bytecode here, also where the environment says that it should not.
test test-fast test-all: export PYTHONDONTWRITEBYTECODE :=

test: $(DEV) page ## run `make check` and all tests that are not slow
	@$(MAKE) --no-print-directory check & checked=$$!; \
		$(BIN)/ludus compile; compiled=$$?; wait $$checked && exit $$compiled
	@$(BIN)/pytest -q -n auto --dist loadfile -m "not slow" $(ARGS)

# Rules of every game, the laws of all games, compiled against plain rules, recorded games, the main commands
FAST := tests/test_public_api.py tests/core/test_*.py tests/testing/test_bot_checks.py tests/testing/test_example_games.py \
	$(foreach name,rules cards_first cards_second throne_room quirks compat own_content card_file traps walker conformance \
	soak trace_check bot_games notation,tests/games/*/test_$(name).py) tests/search/test_bots.py tests/bots/test_lookup.py \
	$(foreach name,runner pairing match_spec tournament,tests/arena/test_$(name).py) \
	$(foreach name,catalog checks command match replay tournament,tests/cli/test_$(name).py)

test-fast: $(DEV) ## run style checks and a selection of tests that takes a minute, for daily work
	@$(BIN)/ruff check --quiet
	@$(BIN)/pytest -q -n auto --dist loadfile -m "not slow" $(wildcard $(FAST)) $(ARGS)

test-all: $(DEV) page ## run the slow tests: long runs, many random examples, a fresh copy, the documentation, the page in a browser
	@$(BIN)/pytest -q -m slow --ignore tests/studio/browser $(ARGS) $(ALLOW_NO_TESTS)
	@$(BIN)/pytest -q -m slow -n 2 --dist loadfile tests/studio/browser $(ARGS) $(ALLOW_NO_TESTS)
	@LUDUS_THOROUGH=1 $(BIN)/pytest -q -n 2 --dist loadfile -m "(hypothesis or sized) and not slow" $(ARGS) $(ALLOW_NO_TESTS)

docs: $(DEV) ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'Built: open site/index.html in a browser'

pictures: $(DEV) page ## make the pictures of the Studio in the documentation anew (ARGS="locm pages": only these groups; needs Chromium)
	@$(BIN)/python -m tests.studio.browser.pictures $(ARGS)

lock: $(DEV) ## update the lock files after a change of pyproject.toml (UPGRADE=1: to the newest versions)
	@$(LOCK) pyproject.toml --all-extras --output-file requirements/dev.lock
	@$(LOCK) pyproject.toml --extra studies --constraints requirements/dev.lock --output-file requirements/run.lock

clean: ## remove .venv and all build output; results of runs stay
	@rm -rf $(VENV) site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis $(dir $(PAGE)) studio/node_modules
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the page of the Studio ---

$(PAGE): $(NODE_MODULES) $(shell find studio -path studio/node_modules -prune -o -type f -print)
	@cd studio && ../$(ANNOUNCE) 'Building the page of the Studio' npm run --silent build -- --logLevel warn

# Not `npm ci`: it also requests the builds of Vite's bundler for other systems, and some of these are not published.
$(NODE_MODULES): studio/package-lock.json
	@cd studio && ../$(ANNOUNCE) 'Installing the build tools of the page of the Studio' \
		npm install --no-save --silent --no-audit --no-fund && touch node_modules/.package-lock.json

# --- set-up: one stamp file for each lock file; it is updated when the lock file or pyproject.toml changes ---

define install
	@echo 'Setting up $(VENV) from requirements/$(1).lock (the first time this takes about a minute)'
	@sed -n '/^uv==/,/[^\\]$$/p' requirements/dev.lock > $(VENV)/uv.txt
	@$(ANNOUNCE) '  installing uv, which installs the rest' $(PIP) install --require-hashes --requirement $(VENV)/uv.txt
	@$(ANNOUNCE) '  installing the packages that Ludus needs' \
		$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/$(1).lock || { \
		echo 'uv could not install the packages (it does not read the settings of pip); trying pip'; \
		$(ANNOUNCE) '  installing the packages with pip' $(PIP) install --require-hashes --requirement requirements/$(1).lock; }
	@$(ANNOUNCE) '  installing Ludus' $(PIP) install --no-deps --no-build-isolation --editable .
endef

$(RUN): requirements/run.lock pyproject.toml | $(BIN)/python
	$(call install,run)
	@touch $(RUN)

# dev.lock contains all packages of run.lock at the same versions
$(DEV): requirements/dev.lock pyproject.toml | $(BIN)/python
	$(call install,dev)
	@touch $(RUN) $(DEV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Ludus needs Python 3.11 or later, but "$(PYTHON)" is' \
			"$$($(PYTHON) --version 2>/dev/null || echo 'not found')." \
			'Choose another one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(ANNOUNCE) 'Making $(VENV), a virtual environment' $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Python could not create $(VENV). Are venv and pip installed (package python3-venv on Debian)?' >&2; exit 1; }
