# Everything sets itself up: a fresh clone needs only `make`.
.PHONY: help set-up demo scale-demo serve test test-all check bench golden lock audit format assets messages pictures
.DEFAULT_GOAL := help

BIN := .venv/bin

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

set-up:
	@scripts/set-up run

demo: set-up  ## watch submissions being assessed, live
	@scripts/demo

scale-demo:  ## assess 1,000 submissions on five machines made of namespaces, with faults; needs root
	@scripts/set-up develop
	@scripts/scale-demo

serve: set-up  ## serve the site with the demo courses, and print how to log in
	@scripts/serve

test:  ## set up what the tests need and run them, except the long ones
	@scripts/set-up develop
	@scripts/test

test-all:  ## run all tests: what CI runs after `make check`
	@scripts/set-up develop
	@scripts/test --all

check:  ## formatting, lint, types, layers, styles and scripts
	@scripts/set-up develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@scripts/lint-assets

format:  ## format the code and fix what ruff can fix
	@scripts/set-up develop
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@scripts/lint-assets --write

bench:  ## measure speed, compared with alternatives
	@scripts/set-up develop
	$(BIN)/python -m benchmarks

golden:  ## regenerate the golden files (then read the diff)
	@scripts/set-up develop
	$(BIN)/pytest --update-golden -q

assets:  ## rebuild the site's styles and scripts
	@scripts/set-up develop
	@scripts/assets --force

messages:  ## collect texts for translators
	@scripts/set-up develop
	@scripts/messages

pictures:  ## redraw the pictures of the README
	@scripts/set-up develop
	$(BIN)/python scripts/draw-demo
	$(BIN)/python scripts/draw-pictures

lock:  ## pin the newest versions that pyproject.toml allows
	@scripts/set-up develop
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-package kriterion-tools pyproject.toml --output-file requirements/run.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-package kriterion-tools --extra telemetry pyproject.toml --output-file requirements/telemetry.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-package kriterion-tools --group develop pyproject.toml --output-file requirements/develop.txt

audit:  ## check pinned and installed packages against advisories: make audit ADVISORIES=DIRECTORY
	@scripts/set-up develop
	@test -n "$(ADVISORIES)" || { echo "make audit: say where advisories are: make audit ADVISORIES=DIRECTORY" >&2; exit 2; }
	@$(BIN)/python scripts/audit "$(ADVISORIES)"
