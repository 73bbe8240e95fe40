# `make site`, `make serve` and `make test` set up all they need; run again they cost nothing that is not new.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help site serve check test benchmark clean

help: ## List the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

site: .venv/.site ## Build the site into site/
	$(BIN)/course build

serve: .venv/.site ## Show the course at http://127.0.0.1:8000/ and follow every edit
	$(BIN)/course serve

check: .venv/.site ## Report every fault of the sources, one line each
	$(BIN)/course check

test: .venv/.test ## Set up everything, a browser included, and run the whole suite
	@tools/need-chromium
	$(BIN)/pytest -n 2 --dist loadgroup

benchmark: .venv/.test ## Measure the speed promises (ratios and medians)
	$(BIN)/python -m benchmarks

clean: ## Remove everything that was built
	rm -rf site .build

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11, 5) else "Python 3.11.5 or newer is needed, this is %s; set PYTHON=/path/to/python3" % sys.version.split()[0])'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.site: .venv/.made pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[site]'
	@touch $@

.venv/.test: .venv/.site
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[site,test]'
	@touch $@
