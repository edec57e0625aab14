# Everything starts here. `make demo` and `make test` set up .venv by themselves from the lock files;
# all they need is Python 3.11 or later with venv and pip.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
NONE = $(if $(ARGS),|| [ $$? = 5 ]) # tests that were asked for may all be in the other half
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
PAGE := src/ludus/studio/page/index.html
TOOLS := studio/node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --group build $(if $(UPGRADE),--upgrade)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help setup page demo bench check test test-all docs lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  PYTHON=python3.12   the Python to build .venv with (default python3; 3.11 or later)'
	@echo '  ARGS="..."          passed on to the command: make test ARGS="-k locm"'

setup: $(DEV) ## set up .venv with all optional dependencies, such as Ray

page: ## build the page of the Studio; where there is no Node, say so and leave it
	@if ! command -v npm >/dev/null; then \
		echo 'No Node found: the page of the Studio is not built, and its tests in a browser are not run'; \
	elif ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then \
		echo "Node $$(node --version) is too old, 20.19 is needed: the page of the Studio is not built"; \
	elif ! $(MAKE) --no-print-directory --silent $(TOOLS); then \
		echo 'npm cannot fetch what the page of the Studio is built with: it is not built'; \
	else $(MAKE) --no-print-directory --silent $(PAGE); fi

demo: $(RUN) page ## a short demo that ends with a report
	@$(BIN)/ludus demo $(ARGS)

bench: $(RUN) ## how fast the games run on this machine
	@$(BIN)/ludus bench $(ARGS)

check: $(DEV) ## style, types and import order
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo 'ruff format would change files: run $(BIN)/ruff format'; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/python tools/check_imports.py

test: $(DEV) page ## check, and every quick test
	@$(MAKE) --no-print-directory check & checked=$$!; \
		$(BIN)/ludus compile; compiled=$$?; wait $$checked && exit $$compiled
	@$(BIN)/pytest -q -n auto --dist loadgroup -m "not slow" $(ARGS)

test-all: $(DEV) page ## the slow tests: long runs, a fresh copy, the documentation
	@$(BIN)/pytest -q -m slow --ignore tests/studio/browser $(ARGS) $(NONE)
	@$(BIN)/pytest -q -m slow -n 2 --dist loadfile tests/studio/browser $(ARGS) $(NONE)

docs: $(DEV) ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'Built: open site/index.html, or run $(BIN)/mkdocs serve to have the search as well'

lock: $(DEV) ## resolve the dependencies again (UPGRADE=1: to their newest versions)
	@$(LOCK) pyproject.toml --all-extras --output-file requirements/dev.lock
	@$(LOCK) pyproject.toml --constraints requirements/dev.lock --output-file requirements/run.lock

clean: ## remove .venv and everything that was built; runs stay
	@rm -rf $(VENV) site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis $(dir $(PAGE)) studio/node_modules
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the page of the Studio ---

$(PAGE): $(TOOLS) $(shell find studio -path studio/node_modules -prune -o -type f -print)
	@cd studio && npm run --silent build -- --logLevel warn

# Not `npm ci`, which asks for the builds of Vite's bundler for every other system, too, and not all of them are published.
$(TOOLS): studio/package-lock.json
	@echo 'Fetching what the page of the Studio is built with'
	@cd studio && npm install --no-save --silent --no-audit --no-fund && touch node_modules/.package-lock.json

# --- set-up: a stamp for each lock, renewed when the lock or pyproject.toml changes ---

define install
	@echo 'Setting up $(VENV) from requirements/$(1).lock (the first time this takes about a minute)'
	@sed -n '/^uv==/,/[^\\]$$/p' requirements/dev.lock > $(VENV)/uv.txt
	@$(PIP) install --require-hashes --requirement $(VENV)/uv.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/$(1).lock || { \
		echo 'uv could not install them (it does not read the settings of pip); pip takes over'; \
		$(PIP) install --require-hashes --requirement requirements/$(1).lock; }
	@$(PIP) install --no-deps --no-build-isolation --editable .
endef

$(RUN): requirements/run.lock pyproject.toml | $(BIN)/python
	$(call install,run)
	@touch $(RUN)

# dev.lock holds all of run.lock at the same versions
$(DEV): requirements/dev.lock pyproject.toml | $(BIN)/python
	$(call install,dev)
	@touch $(RUN) $(DEV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Ludus needs Python 3.11 or later, and "$(PYTHON)" is' \
			"$$($(PYTHON) --version 2>/dev/null || echo 'not there')." \
			'Name another one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Python could not make $(VENV): are its venv and pip installed (python3-venv on Debian)?' >&2; exit 1; }
